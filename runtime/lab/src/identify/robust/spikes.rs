//! What lasts less than a decimated sample is no motion's torque: spikes are taken out at the raw rate, before
//! decimation spreads them over many samples.

use crate::estimate::scale;
use crate::identify::IdentificationError;
use crate::motion::{Cleaned, Motion};
use crate::regression::Equations;

/// Up to how many scales a sample stays as it was, and from how many on nothing is left of what it is off by: Hampel's
/// function (Hampel 1974), which of normal noise changes three samples in a thousand.
const KEPT: f64 = 3.0;
const GONE: f64 = 6.0;
/// A share of the largest residual below which a scale is rounding.
const NOTHING: f64 = 1e-9;

/// What is left of a sample that is so many scales off.
fn left(u: f64) -> f64 {
    match u.abs() {
        far if far <= KEPT => u,
        far => (KEPT * (GONE - far) / (GONE - KEPT)).max(0.0).copysign(u),
    }
}

/// Takes spikes out of the rows of motions about an estimate (`b`), and counts for each row the samples of which less than a
/// half is left.
///
/// Of residuals at the raw rate each is compared with the median of those about it, over two decimated samples: what the
/// model lacks lasts longer, and stays. The scale is the median size of these differences. Motions whose torque is not
/// decimated stay as they are.
pub(super) fn clean(
    equations: &Equations<'_>,
    motions: &mut [Motion],
    beta: &[f64],
) -> Result<Vec<usize>, IdentificationError> {
    let rows = equations.rows();
    let mut counts = vec![0; rows];
    if motions.iter().all(|m| m.processing.decimation() == 1) {
        return Ok(counts);
    }
    let mut residuals = Vec::with_capacity(motions.len());
    for motion in motions.iter() {
        residuals.push(equations.raw_residuals(motion, beta)?);
    }
    let mut cleaned: Vec<Vec<f64>> = residuals.iter().map(|all| vec![0.0; all.len()]).collect();
    for (row, count) in counts.iter_mut().enumerate() {
        let about = |(motion, all): (&Motion, &Vec<f64>)| {
            let mine: Vec<f64> = all.iter().skip(row).step_by(rows).copied().collect();
            let decimation = motion.processing.decimation();
            let middle = medians(&mine, if decimation > 1 { decimation } else { 0 });
            let differences = mine.iter().zip(&middle).map(|(x, m)| x - m);
            differences.collect::<Vec<f64>>()
        };
        let off: Vec<Vec<f64>> = motions.iter().zip(&residuals).map(about).collect();
        let finite = || off.iter().flatten().copied().filter(|x| x.is_finite());
        // A difference of none is that of what was not decimated, or a row of zeros.
        let scale = scale(finite().filter(|x| *x != 0.0));
        let largest = finite().fold(0.0, |most: f64, x| most.max(x.abs()));
        if scale <= NOTHING * largest {
            continue;
        }
        for (off, cleaned) in off.iter().zip(&mut cleaned) {
            let places = cleaned.iter_mut().skip(row).step_by(rows);
            for (off, place) in off.iter().zip(places).filter(|(off, _)| off.is_finite()) {
                let stays = scale * left(off / scale);
                *count += usize::from(stays.abs() < 0.5 * off.abs());
                *place = stays - off;
            }
        }
    }
    for (motion, all) in motions.iter_mut().zip(cleaned) {
        motion.clean(Cleaned { rows, all });
    }
    Ok(counts)
}

/// The median of each sample and as many as `reach` before and behind it, of those that are numbers; beside the ends of
/// those that there are.
fn medians(all: &[f64], reach: usize) -> Vec<f64> {
    let mut sorted: Vec<f64> = Vec::with_capacity(2 * reach + 2);
    let mut found = Vec::with_capacity(all.len());
    let add = |x: f64, sorted: &mut Vec<f64>| {
        if x.is_finite() {
            sorted.insert(sorted.partition_point(|y| *y < x), x);
        }
    };
    all.iter().take(reach).for_each(|x| add(*x, &mut sorted));
    for k in 0..all.len() {
        if let Some(next) = all.get(k + reach) {
            add(*next, &mut sorted);
        }
        if let Some(last) = k.checked_sub(reach + 1).map(|last| all[last])
            && last.is_finite()
        {
            sorted.remove(sorted.partition_point(|y| *y < last));
        }
        let half = sorted.len() / 2;
        found.push(match (sorted.len(), sorted.len() % 2) {
            (0, _) => f64::NAN,
            (_, 1) => sorted[half],
            _ => 0.5 * (sorted[half - 1] + sorted[half]),
        });
    }
    found
}

#[cfg(test)]
mod tests;
