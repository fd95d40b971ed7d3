//! Residuals of rows as noise: how likely they are, and others like them.

use nalgebra::{DMatrix, DVector};

use crate::random::Random;
use crate::statistics::{Autoregression, Noise};

/// Samples after which noise has forgotten where it began.
const FORGOTTEN: usize = 400;

/// Residuals of a row, stretch after stretch; none where a sample does not count.
pub(super) type Residuals = Vec<Vec<Option<f64>>>;

/// The variance of the innovations of the autoregression of an order that leaves least of a row's residuals, and of how
/// many.
pub(super) fn innovation(row: &Residuals, order: usize) -> (f64, usize) {
    let mut products = DMatrix::zeros(order + 1, order + 1);
    let mut count = 0;
    let mut window = DVector::zeros(order + 1);
    for part in row {
        for recent in part.windows(order + 1) {
            if recent.iter().all(Option::is_some) {
                let values = recent.iter().rev().map(|x| x.unwrap_or(0.0));
                window.iter_mut().zip(values).for_each(|(to, x)| *to = x);
                products.ger(1.0, &window, &window, 1.0);
                count += 1;
            }
        }
    }
    // The last pivot is what is left of the newest value by those before it.
    let reversed = DMatrix::from_fn(order + 1, order + 1, |i, j| {
        products[(order - i, order - j)]
    });
    let left = match reversed.cholesky() {
        Some(found) => found.l_dirty()[(order, order)].powi(2),
        None => 0.0,
    };
    (left / count.max(1) as f64, count)
}

/// Residuals that a noise could have left where those of `like` are.
pub(super) fn drawn(noise: &Noise, like: &[Residuals], random: &mut Random) -> Vec<Residuals> {
    let n = noise.rows.len();
    let mix = noise
        .across
        .clone()
        .cholesky()
        .map_or_else(|| DMatrix::identity(n, n), |c| c.l());
    let filters: Vec<Vec<f64>> = noise.rows.iter().map(Autoregression::filter).collect();
    let mut drawn: Vec<Residuals> = vec![Vec::new(); n];
    for stretch in 0..like.first().map_or(0, Vec::len) {
        let samples = like[0][stretch].len();
        let mut values = vec![vec![0.0; FORGOTTEN + samples]; n];
        for t in 0..FORGOTTEN + samples {
            let white = DVector::from_fn(n, |_, _| random.normal());
            for (row, innovation) in (&mix * white).iter().enumerate() {
                let past = filters[row].iter().enumerate().skip(1).take(t);
                let past: f64 = past.map(|(k, a)| a * values[row][t - k]).sum();
                values[row][t] = innovation * noise.rows[row].innovation().sqrt() - past;
            }
        }
        for ((drawn, like), values) in drawn.iter_mut().zip(like).zip(values) {
            let pairs = like[stretch].iter().zip(&values[FORGOTTEN..]);
            drawn.push(pairs.map(|(there, x)| there.map(|_| *x)).collect());
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::innovation;
    use crate::random::Random;

    #[test]
    fn innovations_are_found_beside_gaps() {
        let mut random = Random::new(5);
        let mut last = 0.0;
        let row: Vec<Option<f64>> = (0..6000)
            .map(|t| {
                last = 0.8 * last + 2.0 * random.normal();
                (t % 97 > 3).then_some(last)
            })
            .collect();
        let (variance, _) = innovation(&vec![row], 1);
        assert!((variance / 4.0 - 1.0).abs() < 0.06, "{variance}");
    }
}
