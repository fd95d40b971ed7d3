//! A static calibration: torque over current at rest, by regression.

use serde::Serialize;
use thiserror::Error;

use crate::distribution::{student_tail, student_widening};
use crate::numeric::dot;

/// A line through measured torques.
///
/// As Brewer and Gibson relate a motor's current to what the arm presses with at a known distance, and An, Atkeson and
/// Hollerbach find torque constants: `τ = offset + constant · i` by least squares. Deviations hold where
/// errors are those of the torques, independent of one another, of one size.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calibration {
    /// Pairs that were measured.
    pub samples: usize,
    /// Torque for each ampere, N·m/A.
    pub constant: f64,
    /// Its standard deviation, wider where pairs are few (Student), so that two of them hold 95 %.
    pub constant_std: f64,
    /// Torque without current, N·m.
    pub offset: f64,
    /// Its standard deviation.
    pub offset_std: f64,
    /// The coefficient of correlation.
    pub correlation: f64,
    /// The standard deviation of what the line leaves, N·m.
    pub residual: f64,
    /// The probability of a curvature as large as that of the pairs if they lie on a line: by Student's t of the
    /// coefficient of a square; none of three pairs.
    pub curved: Option<f64>,
}

/// Why pairs calibrate nothing.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum CalibrationError {
    /// Columns of different lengths.
    #[error(
        "there are {currents} currents and {torques} torques: a torque belongs to each current"
    )]
    Lengths {
        /// Currents.
        currents: usize,
        /// Torques.
        torques: usize,
    },
    /// A value that is none.
    #[error("pair {0} is not of finite numbers")]
    NotFinite(usize),
    /// A value whose fourth power, which tells whether the line is curved, is beyond numbers.
    #[error("pair {0} is too large to calculate with: is its unit right?")]
    Large(usize),
    /// Fewer than three pairs.
    #[error(
        "{0} pairs: a line through them leaves nothing to tell how good it is; measure at three currents or more"
    )]
    Few(usize),
    /// Nothing was varied.
    #[error("the current is {0} A in all pairs: measure at several currents")]
    Constant(f64),
    /// No relation.
    #[error(
        "torque does not follow current: their correlation is {correlation:.3}, which chance gives with probability \
         {probability:.2}"
    )]
    Unrelated {
        /// The coefficient of correlation.
        correlation: f64,
        /// The probability of one so large.
        probability: f64,
    },
}

/// Fits a static calibration to pairs of a current, A, and a torque, N·m: a force times its distance.
///
/// # Errors
/// [`CalibrationError`].
pub fn calibrate(currents: &[f64], torques: &[f64]) -> Result<Calibration, CalibrationError> {
    let samples = currents.len();
    if samples != torques.len() {
        let torques = torques.len();
        return Err(CalibrationError::Lengths {
            currents: samples,
            torques,
        });
    }
    let mut pairs = currents.iter().zip(torques);
    if let Some(place) = pairs.position(|(i, tau)| !(i.is_finite() && tau.is_finite())) {
        return Err(CalibrationError::NotFinite(place + 1));
    }
    let is_large = |x: &f64| !(x.powi(4) * samples as f64).is_finite();
    let mut pairs = currents.iter().zip(torques);
    if let Some(place) = pairs.position(|(i, tau)| is_large(i) || is_large(tau)) {
        return Err(CalibrationError::Large(place + 1));
    }
    if samples < 3 {
        return Err(CalibrationError::Few(samples));
    }
    let (x, y) = (Centred::of(currents), Centred::of(torques));
    let about = currents.iter().fold(0.0f64, |top, i| top.max(i.abs()));
    if x.squares.sqrt() <= 1e-9 * about * (samples as f64).sqrt() {
        return Err(CalibrationError::Constant(currents[0]));
    }
    let constant = dot(&x.values, &y.values) / x.squares;
    let left: Vec<f64> = x
        .values
        .iter()
        .zip(&y.values)
        .map(|(x, y)| y - constant * x)
        .collect();
    let freedom = (samples - 2) as f64;
    let residual = (dot(&left, &left) / freedom).sqrt();
    let correlation = dot(&x.values, &y.values) / (x.squares * y.squares).sqrt();
    let std = residual / x.squares.sqrt();
    let probability = student_tail((constant / std).abs(), freedom);
    if !correlation.is_finite() || probability > UNRELATED {
        let correlation = if correlation.is_finite() {
            correlation
        } else {
            0.0
        };
        let probability = if probability.is_finite() {
            probability
        } else {
            1.0
        };
        return Err(CalibrationError::Unrelated {
            correlation,
            probability,
        });
    }
    let wider = student_widening(freedom);
    let offset_std = residual * ((samples as f64).recip() + x.mean * x.mean / x.squares).sqrt();
    Ok(Calibration {
        samples,
        constant,
        constant_std: wider * std,
        offset: y.mean - constant * x.mean,
        offset_std: wider * offset_std,
        correlation,
        residual,
        curved: curved(&x, &left),
    })
}

/// The probability that torque has nothing to do with current beyond which there is no calibration.
const UNRELATED: f64 = 0.01;

/// A column without its mean.
struct Centred {
    mean: f64,
    values: Vec<f64>,
    squares: f64,
}

impl Centred {
    fn of(column: &[f64]) -> Self {
        let mean = column.iter().sum::<f64>() / column.len() as f64;
        let values: Vec<f64> = column.iter().map(|x| x - mean).collect();
        let squares = dot(&values, &values);
        Self {
            mean,
            values,
            squares,
        }
    }
}

/// The probability of what a square of the current explains of the residuals.
fn curved(x: &Centred, left: &[f64]) -> Option<f64> {
    let squared: Vec<f64> = x.values.iter().map(|x| x * x).collect();
    let square = Centred::of(&squared);
    let along = dot(&square.values, &x.values) / x.squares;
    let pairs = square.values.iter().zip(&x.values);
    let beside: Vec<f64> = pairs.map(|(s, x)| s - along * x).collect();
    let size = dot(&beside, &beside);
    let freedom = left.len().checked_sub(3).filter(|rest| *rest > 0)? as f64;
    if size <= 1e-12 * square.squares {
        return None;
    }
    let coefficient = dot(&beside, left) / size;
    let rest = (dot(left, left) - coefficient * coefficient * size).max(0.0) / freedom;
    let t = coefficient.abs() * (size / rest).sqrt();
    let probability = student_tail(t, freedom);
    probability.is_finite().then_some(probability)
}

#[cfg(test)]
mod tests;
