//! How a recording is processed: what the user chose, and what follows from the recording where
//! nothing was chosen.

use serde::Serialize;
use thiserror::Error;

pub use super::choices::{Choices, Cutoff, EquationSide, List};

use super::recording::Recording;
use super::signal::{self, suggested_cutoff};
use armwright_runtime::{Model, ParameterKind, Side, Site};

/// A share of a joint's highest speed below which the sign of its velocity is not trusted.
const SLOW: f64 = 0.01;

/// How a recording is processed, nothing left open.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Processing {
    /// Cut-off of the position filter, Hz.
    pub cutoff: f64,
    /// Order of the position filter (which runs forwards and backwards).
    pub order: usize,
    /// Decimation factors, one after the other.
    pub decimate: Vec<usize>,
    /// Samples dropped at each end.
    pub trim: usize,
    /// Joint speeds below which a joint's rows are dropped, rad/s or m/s (`n`).
    pub velocity_threshold: Vec<f64>,
    /// Motor speeds below which rows that the motor's friction acts on are dropped (`n`).
    pub motor_velocity_threshold: Vec<f64>,
    /// The side on which the equations are written.
    pub equations: EquationSide,
    /// Which of these the program chose, and by what rule.
    pub chosen: Vec<String>,
}

/// A choice that cannot be followed.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ProcessingError {
    /// A list that fits neither one nor every joint.
    #[error("`{key}` has {actual} numbers: give one for all, or {expected} (one for each)")]
    Count {
        /// The choice.
        key: &'static str,
        /// How many numbers it has.
        actual: usize,
        /// How many it could have.
        expected: usize,
    },
    /// A number that makes no sense.
    #[error("`{key}` cannot be {value}: {remedy}")]
    Value {
        /// The choice.
        key: &'static str,
        /// The number.
        value: f64,
        /// What would do.
        remedy: &'static str,
    },
}

impl Processing {
    /// Fills in what the user left open.
    ///
    /// Cut-off: ten times the band of the motion ([`suggested_cutoff`]). Decimation: to about the
    /// cut-off frequency, so that residuals of white noise stay nearly white and nothing of the
    /// motion is lost. Ends: until the filter has forgotten where the recording begins (to 1e-6), but
    /// no more than a tenth of it. Thresholds: 1 % of
    /// the highest speed, where Coulomb friction acts. Equations: on the side where torque was
    /// measured, because there the noise of different rows is independent.
    ///
    /// # Errors
    /// [`ProcessingError`] for lists of wrong length and numbers out of range.
    pub fn resolve(
        choices: &Choices,
        recording: &Recording,
        model: &Model,
    ) -> Result<Self, ProcessingError> {
        let rate = recording.rate;
        let mut chosen = Vec::new();
        let cutoff = match choices.cutoff {
            Some(Cutoff::Hertz(cutoff)) => cutoff,
            Some(Cutoff::Auto) | None => {
                let cutoff = suggested_cutoff(&recording.position, rate);
                chosen.push(format!(
                    "cut-off {cutoff:.2} Hz: ten times the band that holds 99 % of the speed's power"
                ));
                cutoff
            }
        };
        if !(cutoff > 0.0 && cutoff < rate / 2.0) {
            let remedy = "choose a frequency above 0 and below half of the sampling rate";
            return Err(ProcessingError::Value {
                key: "cutoff",
                value: cutoff,
                remedy,
            });
        }
        let decimate = choices.decimate.clone().map_or_else(
            || {
                let factors = factors(rate / cutoff);
                chosen.push(format!(
                    "decimation by {}: to {:.1} Hz, about the cut-off",
                    joined(&factors),
                    rate / factors.iter().map(|&f| real(f)).product::<f64>()
                ));
                factors
            },
            |list| list.0,
        );
        let order = choices.order.unwrap_or(4);
        let trim = choices
            .trim
            .unwrap_or_else(|| edge(order, cutoff, rate, recording.samples()));
        let (velocity_threshold, motor_velocity_threshold) =
            thresholds(choices, recording, model, cutoff, &mut chosen)?;
        let equations = choices.equations.unwrap_or(match recording.torque_side {
            Side::Joint => EquationSide::Joint,
            Side::Motor => EquationSide::Motor,
        });
        Ok(Self {
            cutoff,
            order,
            decimate,
            trim: trim.max(1),
            velocity_threshold,
            motor_velocity_threshold,
            equations,
            chosen,
        })
    }

    /// The product of the decimation factors.
    #[must_use]
    pub fn decimation(&self) -> usize {
        self.decimate.iter().product::<usize>().max(1)
    }
}

/// Samples at each end where filtered accelerations are not to be trusted.
fn edge(order: usize, cutoff: f64, rate: f64, samples: usize) -> usize {
    let filter = signal::LowPass::butterworth(order, cutoff, rate);
    filter
        .map_or(20, |filter| filter.settling(1e-6))
        .min(samples / 10)
}

/// Thresholds of joints and of motors.
fn thresholds(
    choices: &Choices,
    recording: &Recording,
    model: &Model,
    cutoff: f64,
    chosen: &mut Vec<String>,
) -> Result<(Vec<f64>, Vec<f64>), ProcessingError> {
    let n = model.joints.len();
    let joint = spread("velocity_threshold", choices.velocity_threshold.as_ref(), n)?;
    let motor = spread(
        "motor_velocity_threshold",
        choices.motor_velocity_threshold.as_ref(),
        n,
    )?;
    if let (Some(joint), Some(motor)) = (&joint, &motor) {
        return Ok((joint.clone(), motor.clone()));
    }
    let (joint_peak, motor_peak) = highest_speeds(recording, model, cutoff);
    let rubs = |site: Site| {
        model
            .parameters
            .iter()
            .any(|p| p.kind == ParameterKind::Coulomb(site))
    };
    let rule = |peaks: Vec<f64>, site: fn(usize) -> Site| -> Vec<f64> {
        let slow = |(k, peak): (usize, f64)| if rubs(site(k)) { SLOW * peak } else { 0.0 };
        peaks.into_iter().enumerate().map(slow).collect()
    };
    let open = joint.is_none() || motor.is_none();
    let result = (
        joint.unwrap_or_else(|| rule(joint_peak, Site::Joint)),
        motor.unwrap_or_else(|| rule(motor_peak, Site::Motor)),
    );
    if open
        && result
            .0
            .iter()
            .chain(&result.1)
            .any(|threshold| *threshold > 0.0)
    {
        chosen.push(
            "velocity thresholds: 1 % of the highest speed, where Coulomb friction acts".to_owned(),
        );
    }
    Ok(result)
}

/// The highest speed of each joint and of each motor, over steps as long as the filter's memory.
fn highest_speeds(recording: &Recording, model: &Model, cutoff: f64) -> (Vec<f64>, Vec<f64>) {
    let n = model.joints.len();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive ratio; a float too large saturates"
    )]
    let stride = ((recording.rate / (4.0 * cutoff)) as usize).max(1);
    let speed = |column: &[f64]| -> f64 {
        let moves = column.windows(stride + 1).map(|w| (w[stride] - w[0]).abs());
        moves.fold(0.0, f64::max) * recording.rate / real(stride)
    };
    let joint = recording
        .position
        .iter()
        .map(|column| speed(column))
        .collect();
    let motor = (0..n).map(|k| {
        let ratio = |i: usize| match model.transmission.get(k * n + i) {
            Some(ratio) => *ratio,
            None => f64::from(u8::from(i == k)),
        };
        let sum = |t: usize| (0..n).map(|i| ratio(i) * recording.position[i][t]).sum();
        speed(&(0..recording.samples()).map(sum).collect::<Vec<f64>>())
    });
    (joint, motor.collect())
}

fn spread(
    key: &'static str,
    list: Option<&List<f64>>,
    n: usize,
) -> Result<Option<Vec<f64>>, ProcessingError> {
    let Some(List(values)) = list else {
        return Ok(None);
    };
    if let Some(&value) = values
        .iter()
        .find(|value| !(value.is_finite() && **value >= 0.0))
    {
        return Err(ProcessingError::Value {
            key,
            value,
            remedy: "a speed is 0 or more",
        });
    }
    match values.len() {
        1 => Ok(Some(vec![values[0]; n])),
        actual if actual == n => Ok(Some(values.clone())),
        actual => Err(ProcessingError::Count {
            key,
            actual,
            expected: n,
        }),
    }
}

/// A ratio as factors of at most 12 (larger steps need filters of too narrow a band).
fn factors(ratio: f64) -> Vec<usize> {
    let mut factors = Vec::new();
    let mut rest = ratio;
    while rest >= 13.0 {
        factors.push(10);
        rest /= 10.0;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 13"
    )]
    let last = rest.floor() as usize;
    if last > 1 || factors.is_empty() {
        factors.push(last.max(1));
    }
    factors
}

/// `10, 10`.
pub(crate) fn joined<T: ToString>(list: &[T]) -> String {
    list.iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of samples are far below 2^53"
)]
fn real(count: usize) -> f64 {
    count as f64
}

/// What a cut-off does to a motion: the pipeline's filter, ready to run.
///
/// # Errors
/// [`signal::FilterError`] if cut-off or order are impossible.
pub(crate) fn position_filter(
    processing: &Processing,
    rate: f64,
) -> Result<signal::LowPass, signal::FilterError> {
    signal::LowPass::butterworth(processing.order, processing.cutoff, rate)
}

#[cfg(test)]
mod tests {
    use super::factors;

    #[test]
    fn factors_multiply_to_about_the_ratio() {
        assert_eq!(factors(0.7), [1]);
        assert_eq!(factors(5.9), [5]);
        assert_eq!(factors(12.9), [12]);
        assert_eq!(factors(50.0), [10, 5]);
        assert_eq!(factors(1000.0), [10, 10, 10]);
    }
}
