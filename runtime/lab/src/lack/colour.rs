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
        let (mut white, mut mixed) = (DVector::zeros(n), DVector::zeros(n));
        for t in 0..FORGOTTEN + samples {
            white.iter_mut().for_each(|x| *x = random.normal());
            mix.mul_to(&white, &mut mixed);
            for (row, innovation) in mixed.iter().enumerate() {
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
    use nalgebra::{DMatrix, DVector};

    use super::{drawn, innovation};
    use crate::random::Random;
    use crate::statistics::{Noise, Record};

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

    #[test]
    fn what_is_left_of_the_newest_by_those_before_is_the_innovation() {
        let part = |values: &[f64]| values.iter().map(|x| Some(*x)).collect::<Vec<_>>();
        let mut row = part(&[1.0, 2.0]);
        row.push(None);
        row.extend(part(&[3.0, 5.0]));
        // The pairs (1, 2) and (3, 5): a factor of 1.7 leaves 0.3² + 0.1².
        let near = |found: (f64, usize), expected: (f64, usize)| {
            assert!((found.0 - expected.0).abs() < 1e-12, "{found:?}");
            assert_eq!(found.1, expected.1);
        };
        near(innovation(&vec![row.clone()], 1), (0.05, 2));
        near(innovation(&vec![row.clone()], 0), (39.0 / 4.0, 4));
        // Stretches are not joined.
        near(
            innovation(&vec![row, part(&[-1.0, -2.0])], 1),
            ((33.0 - 361.0 / 11.0) / 3.0, 3),
        );
        let long: Vec<f64> = (0..20)
            .map(|k| f64::from((k * k * 7 + 3 * k) % 11) - 4.0)
            .collect();
        let matrix = DMatrix::from_fn(17, 3, |t, k| long[t + 2 - k]);
        let right = DVector::from_fn(17, |t, _| long[t + 3]);
        let found = matrix
            .clone()
            .svd(true, true)
            .solve(&right, 1e-12)
            .expect("a solution");
        let left = (right - matrix * found).norm_squared() / 17.0;
        let (variance, count) = innovation(&vec![part(&long)], 3);
        assert!(
            (variance / left - 1.0).abs() < 1e-9 && count == 17,
            "{variance} {left}"
        );
        // Too few to tell anything: nothing is left.
        assert_eq!(innovation(&vec![part(&[1.0, 2.0])], 1), (0.0, 1));
        assert_eq!(innovation(&Vec::new(), 1), (0.0, 0));
    }

    /// Noise of two rows as it is told from records of it: an oscillation, and white.
    fn noise() -> Noise {
        let mut random = Random::new(6);
        let mut row = |a: [f64; 2], size: f64| {
            let mut values = vec![0.0; 3000];
            for t in 2..3000 {
                values[t] = a[0] * values[t - 1] + a[1] * values[t - 2] + size * random.normal();
            }
            vec![Record {
                matrix: DMatrix::from_vec(3000, 1, values),
                kept: vec![true; 3000],
            }]
        };
        let records = vec![row([1.2, -0.6], 2.0), row([0.0; 2], 0.5)];
        Noise {
            across: DMatrix::from_row_slice(2, 2, &[1.0, -0.6, -0.6, 1.0]),
            ..Noise::beside(records, &[10.0, 0.25], &[])
        }
    }

    #[test]
    fn noise_is_drawn_as_it_is_correlated() {
        let noise = noise();
        let filters = [0, 1].map(|row| noise.rows[row].filter());
        assert!(
            filters[0].len() > 2 && (filters[0][1] + 1.2).abs() < 0.1,
            "{filters:?}"
        );
        let like = |samples: usize| -> Vec<Option<f64>> {
            (0..samples).map(|t| (t != 7).then_some(99.0)).collect()
        };
        let like = vec![vec![like(9000), like(20)]; 2];
        let all = drawn(&noise, &like, &mut Random::new(8));
        assert_eq!(all.len(), 2);
        for row in &all {
            assert_eq!([row[0].len(), row[1].len()], [9000, 20]);
            let there = |part: &[Option<f64>]| {
                part.iter()
                    .enumerate()
                    .all(|(t, x)| x.is_some() == (t != 7))
            };
            assert!(there(&row[0]) && there(&row[1]));
        }
        // Through its filter each is white again, of the variance of its innovations.
        let innovations = [0, 1].map(|row: usize| -> Vec<f64> {
            let values = &all[row][0];
            let at = |t: usize| -> Option<f64> {
                let terms = filters[row].iter().enumerate();
                terms.map(|(k, a)| Some(a * values[t - k]?)).sum()
            };
            (100..9000)
                .map(|t| at(t).expect("a value") / noise.rows[row].innovation().sqrt())
                .collect()
        });
        let mean = |a: &[f64], b: &[f64]| {
            a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() / a.len() as f64
        };
        let [one, other] = &innovations;
        assert!((mean(one, one) - 1.0).abs() < 0.06 && (mean(other, other) - 1.0).abs() < 0.06);
        assert!(
            (mean(one, other) + 0.6).abs() < 0.04,
            "{}",
            mean(one, other)
        );
        assert!(mean(one, &one[1..]).abs() < 0.04 && mean(other, &other[1..]).abs() < 0.04);
        // The same draws give the same; nothing is drawn of nothing.
        assert_eq!(drawn(&noise, &like, &mut Random::new(8)), all);
        assert_eq!(
            drawn(&noise, &[], &mut Random::new(8)),
            vec![Vec::<Vec<Option<f64>>>::new(); 2]
        );
    }
}
