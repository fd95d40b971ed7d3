//! Residuals of recordings, and the pseudo-values that are made of them.

use serde::Serialize;

use crate::estimate::{Estimator, Loss, scale};
use crate::identify::IdentificationError;
use crate::motion::{Adjusted, Equation, Motion};
use crate::regression::{Equations, RegressionError, Sample};
use crate::thresholds::OUTLIER;

/// The mean slope below which pseudo-values mean nothing.
const SLOPE: f64 = 0.1;
/// A share of the largest torque below which it is none.
const NOTHING: f64 = 1e-12;
/// Times that are named of each row.
const NAMED: usize = 5;

/// What was weighed down of a row of the equations.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Downweighted {
    /// The joint or motor, or what else is measured.
    pub row: String,
    /// The scale of its residuals: their median size over 0.6745, in the row's unit.
    pub scale: f64,
    /// Decimated samples that it has.
    pub samples: usize,
    /// How many of them count less than a half.
    pub below_half: usize,
    /// Samples at the raw rate that were spikes, and taken out before decimation.
    pub spikes: usize,
    /// When that begins, the first few times.
    pub first: Vec<Moment>,
}

/// A time of a recording.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moment {
    /// The recording.
    pub recording: String,
    /// The time, s.
    pub time: f64,
}

/// Residuals of a motion under an estimate (`samples × rows`), no numbers where an equation does not count, with the
/// samples' times.
pub(in crate::identify) struct Residuals {
    times: Vec<f64>,
    pub(in crate::identify) all: Vec<f64>,
    /// What spikes that were taken out had added to them.
    spikes: Vec<f64>,
}

pub(super) fn residual(sample: &Sample<'_>, row: usize, beta: &[f64]) -> f64 {
    let predicted: f64 = sample.row(row).map(|(k, x)| x * beta[k]).sum();
    sample.cleaned[row] - predicted
}

pub(in crate::identify) fn residuals(
    equations: &Equations<'_>,
    motions: &[Motion],
    beta: &[f64],
) -> Result<Vec<Residuals>, RegressionError> {
    let of = |motion: &Motion| {
        let (mut times, mut all, mut spikes) = (Vec::new(), Vec::new(), Vec::new());
        let mut take = |sample: &Sample<'_>| {
            // Samples that the ends spoil come before the first.
            let before = (sample.index - times.len()) * usize::from(times.is_empty());
            times.extend(std::iter::repeat_n(f64::NAN, before));
            all.extend(std::iter::repeat_n(f64::NAN, before * equations.rows()));
            spikes.resize(all.len(), 0.0);
            times.push(sample.time);
            all.extend((0..equations.rows()).map(|row| match sample.counts(row) {
                true => residual(sample, row, beta),
                false => f64::NAN,
            }));
            let both = sample.recorded.iter().zip(sample.cleaned);
            spikes.extend(both.map(|(recorded, cleaned)| recorded - cleaned));
        };
        equations.pass(motion, &equations.base_columns(), &mut take, &mut |_| {})?;
        Ok(Residuals { times, all, spikes })
    };
    motions.iter().map(of).collect()
}

/// The residuals of a row that count.
fn of_row(residuals: &[Residuals], row: usize, rows: usize) -> impl Iterator<Item = f64> {
    let all = residuals.iter();
    let mine = all.flat_map(move |some| some.all.iter().skip(row).step_by(rows));
    mine.copied().filter(|r| r.is_finite())
}

pub(super) fn scales(residuals: &[Residuals], rows: usize) -> Vec<f64> {
    let of = |row: usize| scale(of_row(residuals, row, rows));
    (0..rows).map(of).collect()
}

/// Refuses a row most of whose torques are 0 as they were recorded and some are not: what these are beside no noise,
/// nothing tells.
pub(super) fn tell_scales(
    equations: &Equations<'_>,
    motions: &[Motion],
    estimator: &Estimator,
) -> Result<(), IdentificationError> {
    let mut rows = vec![Vec::new(); equations.rows()];
    for motion in motions {
        let inside = motion.interior();
        for k in inside.filter(|k| motion.measured(*k)) {
            let recorded = equations.recorded(motion, k);
            rows.iter_mut()
                .zip(recorded)
                .for_each(|(row, x)| row.push(x));
        }
    }
    for (row, torques) in rows.iter().enumerate() {
        let largest = torques.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        if largest > 0.0 && scale(torques.iter().copied()) <= NOTHING * largest {
            let why = format!(
                "most of what was measured of {} is 0, which leaves its residuals no scale",
                equations.row_name(row)
            );
            return Err(estimator.refuses(why).into());
        }
    }
    Ok(())
}

/// Gives motions the pseudo-values of an estimate, and says what it weighs down.
pub(super) fn adjust(
    equations: &Equations<'_>,
    motions: &mut [Motion],
    beta: &[f64],
    loss: Loss,
    count: usize,
    estimator: &Estimator,
) -> Result<Vec<Downweighted>, IdentificationError> {
    let rows = equations.rows();
    let residuals = residuals(equations, motions, beta)?;
    let scales = scales(&residuals, rows);
    let mut factors = Vec::with_capacity(rows);
    let mut found = Vec::with_capacity(rows);
    for (row, scale) in scales.iter().enumerate() {
        let slopes: Vec<f64> = of_row(&residuals, row, rows)
            .map(|r| loss.slope(r, *scale))
            .collect();
        let samples = slopes.len();
        let mean = |of: &dyn Fn(f64) -> f64| {
            slopes.iter().map(|x| of(*x)).sum::<f64>() / (samples.max(1) as f64)
        };
        let slope = mean(&|x| x);
        if samples > 0 && slope < SLOPE {
            let why = format!("it would reject most of {}", equations.row_name(row));
            return Err(estimator.refuses(why).into());
        }
        let varies = mean(&|x| (x / slope - 1.0).powi(2));
        factors.push((1.0 + beta.len() as f64 / count as f64 * varies) / slope);
        found.push(Downweighted {
            row: equations.row_name(row).to_owned(),
            scale: *scale,
            samples,
            below_half: 0,
            spikes: 0,
            first: Vec::new(),
        });
    }
    for (motion, Residuals { times, all, spikes }) in motions.iter_mut().zip(residuals) {
        let mut was = vec![false; rows];
        let mut adjusted = Vec::with_capacity(all.len());
        for (k, r) in all.into_iter().enumerate() {
            let row = k % rows;
            let weight = loss.weight(r, scales[row]);
            let low = r.is_finite() && weight < OUTLIER;
            let spoilt = r.is_finite() && loss.weight(r + spikes[k], scales[row]) < OUTLIER;
            let row_found = &mut found[row];
            row_found.below_half += usize::from(low);
            if low && !was[row] && row_found.first.len() < NAMED {
                row_found.first.push(Moment {
                    recording: motion.name.clone(),
                    time: times[k / rows],
                });
            }
            was[row] = low;
            adjusted.push(match r.is_finite() {
                true => Equation {
                    add: (factors[row] * weight - 1.0) * r,
                    is_low: low || spoilt,
                    is_out: false,
                },
                false => Equation::default(),
            });
        }
        motion.adjust(Adjusted {
            rows,
            all: adjusted,
        });
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
