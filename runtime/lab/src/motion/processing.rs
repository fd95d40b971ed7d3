//! How a recording is processed: what the user chose, and what follows from the recording where
//! nothing was chosen.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Run;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::recording::Recording;
use crate::signal::{FilterError, LowPass};
use crate::thresholds::SLOW;
use armwright_runtime::{Model, Site};

/// Samples that decimation leaves of a recording at least, unless it is asked to leave fewer; of several
/// recordings, in the mean.
const LEFT: f64 = 60.0;
/// Rates that differ by less than this share are one.
const SAME_RATE: f64 = 1e-3;

/// How a recording is processed, nothing left open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Processing {
    /// Samples a second that were recorded, Hz.
    #[serde(default)]
    pub rate: f64,
    /// Cut-off of the position filter, Hz.
    pub cutoff: f64,
    /// Order of the position filter (which runs forwards and backwards).
    pub order: usize,
    /// Decimation factors, one after the other.
    pub decimate: Vec<usize>,
    /// Samples dropped at each end.
    pub trim: usize,
    /// Joint speeds below which rows are dropped that the joint's Coulomb friction acts on, rad/s or m/s (`n`); 0 where it
    /// has none, and no law is tried that has ([`Run::jumps_anywhere`]).
    pub velocity_threshold: Vec<f64>,
    /// The same of motors (`n`).
    pub motor_velocity_threshold: Vec<f64>,
    /// The side on which the equations are written.
    pub equations: EquationSide,
    /// Which of these the program chose, and by what rule.
    pub chosen: Vec<String>,
}

/// An option that cannot be followed.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ProcessingError {
    /// A list that fits neither one nor every joint.
    #[error("`{key}` has {actual} numbers: give one for all, or {expected} (one for each)")]
    Count {
        /// The option.
        key: &'static str,
        /// How many numbers it has.
        actual: usize,
        /// How many it could have.
        expected: usize,
    },
    /// A number that makes no sense.
    #[error("`{key}` cannot be {value}: {remedy}")]
    Value {
        /// The option.
        key: &'static str,
        /// The number.
        value: f64,
        /// What would do.
        remedy: &'static str,
    },
}

impl Processing {
    /// Fills in what the user left open, for one of the recordings of a run.
    ///
    /// Cut-off: where noise and filter together spoil accelerations least, over all recordings of the
    /// run ([`suggested_cutoff`](crate::signal::suggested_cutoff)). Decimation: to about the
    /// cut-off frequency, so that residuals of white noise stay nearly white and nothing of the
    /// motion is lost. Ends: until the filter has forgotten where the recording begins (to 1e-6), but
    /// no more than a tenth of it. Thresholds: 1 % of
    /// the highest speed of the run, where Coulomb friction acts. Equations: on the side where torque was
    /// measured, because there the noise of different rows is independent.
    ///
    /// # Errors
    /// [`ProcessingError`] for lists of wrong length and numbers out of range.
    pub fn resolve(
        options: &ProcessingOptions,
        recording: &Recording,
        run: &Run,
        model: &Model,
    ) -> Result<Self, ProcessingError> {
        let rate = recording.rate;
        let mut chosen = Vec::new();
        let cutoff = match options.cutoff {
            Some(Cutoff::Hertz(cutoff)) => cutoff,
            Some(Cutoff::Auto) | None => {
                chosen.push(run.reason.clone());
                run.cutoff.min(rate / 5.0)
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
        let decimate = options.decimate.clone().map_or_else(
            || {
                let most = run.samples / LEFT;
                // Clocks of one rate differ a little, and are decimated alike.
                let same = (rate - run.rate).abs() <= SAME_RATE * rate;
                let common = if same { run.rate } else { rate };
                let factors = factors((common / cutoff).min(most).max(1.0));
                chosen.push(format!(
                    "decimation by {}: from {rate:.1} to {:.1} Hz, about the cut-off",
                    joined(&factors),
                    rate / factors.iter().map(|&f| f as f64).product::<f64>()
                ));
                factors
            },
            |list| list.0,
        );
        let order = options.order.unwrap_or(4);
        let trim = options
            .trim
            .unwrap_or_else(|| edge(order, cutoff, rate, recording.samples()));
        let (velocity_threshold, motor_velocity_threshold) =
            thresholds(options, run, model, &mut chosen)?;
        let equations = options.equations.unwrap_or(recording.torque_side.into());
        Ok(Self {
            rate,
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

    /// The filter of positions at a sampling rate.
    ///
    /// # Errors
    /// [`FilterError`] if cut-off or order are impossible.
    pub fn position_filter(&self, rate: f64) -> Result<LowPass, FilterError> {
        LowPass::butterworth(self.order, self.cutoff, rate)
    }

    /// Options that process another recording as this one: its ends, and its decimation where it was
    /// sampled at another rate, are its own. A rate that is too low for the cut-off has a fifth of it.
    #[must_use]
    pub fn for_another(&self, rate: f64) -> ProcessingOptions {
        let same = self.is_sampled_at(rate);
        ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(match same {
                true => self.cutoff,
                false => self.cutoff.min(rate / 5.0),
            })),
            order: Some(self.order),
            decimate: same.then(|| List(self.decimate.clone())),
            trim: None,
            velocity_threshold: Some(List(self.velocity_threshold.clone())),
            motor_velocity_threshold: Some(List(self.motor_velocity_threshold.clone())),
            equations: Some(self.equations),
            without_torque: None,
        }
    }

    /// Whether a rate is that of the recording, as far as clocks are alike.
    pub(crate) fn is_sampled_at(&self, rate: f64) -> bool {
        (rate - self.rate).abs() <= SAME_RATE * self.rate
    }

    /// The speeds from which the sign of friction is certain, of joints and of motors.
    pub(crate) fn thresholds(&self) -> [&[f64]; 2] {
        [&self.velocity_threshold, &self.motor_velocity_threshold]
    }

    /// The product of the decimation factors.
    #[must_use]
    pub fn decimation(&self) -> usize {
        self.decimate.iter().product::<usize>().max(1)
    }
}

/// Samples at each end where filtered accelerations are not to be trusted.
pub(super) fn edge(order: usize, cutoff: f64, rate: f64, samples: usize) -> usize {
    let filter = LowPass::butterworth(order, cutoff, rate);
    filter
        .map_or(20, |filter| filter.settling(1e-6))
        .min(samples / 10)
}

/// Thresholds of joints and of motors.
fn thresholds(
    options: &ProcessingOptions,
    run: &Run,
    model: &Model,
    chosen: &mut Vec<String>,
) -> Result<(Vec<f64>, Vec<f64>), ProcessingError> {
    let n = model.joints.len();
    let joint = spread("velocity_threshold", options.velocity_threshold.as_ref(), n)?;
    let motor = spread(
        "motor_velocity_threshold",
        options.motor_velocity_threshold.as_ref(),
        n,
    )?;
    let rubs = |wanted: &dyn Fn(Site) -> bool| {
        let mut kinds = model.parameters.iter().map(|p| p.kind);
        kinds.any(|kind| kind.jump().is_some_and(wanted))
    };
    let joint_rubs = |k: usize| {
        let moves = |body| model.motion(body).any(|(coordinate, _)| coordinate == k);
        run.jumps_anywhere || rubs(&|site| matches!(site, Site::Joint(body) if moves(body)))
    };
    let motor_rubs = |k: usize| run.jumps_anywhere || rubs(&|site| site == Site::Motor(k));
    let (joint_open, motor_open) = (joint.is_none(), motor.is_none());
    let slow = |peaks: &[f64]| peaks.iter().map(|peak| SLOW * peak).collect();
    // Without friction that jumps no sign is uncertain, however slow.
    let held = |list: Vec<f64>, rubs: &dyn Fn(usize) -> bool| -> Vec<f64> {
        let each = list.into_iter().enumerate();
        each.map(|(k, x)| if rubs(k) { x } else { 0.0 }).collect()
    };
    let joint = held(joint.unwrap_or_else(|| slow(&run.speeds.0)), &joint_rubs);
    let motor = held(motor.unwrap_or_else(|| slow(&run.speeds.1)), &motor_rubs);
    let ruled = |open: bool, list: &[f64]| open && list.iter().any(|threshold| *threshold > 0.0);
    let whose = match (ruled(joint_open, &joint), ruled(motor_open, &motor)) {
        (false, false) => return Ok((joint, motor)),
        _ if joint_open && motor_open => "",
        (true, _) => " of joints",
        (_, true) => " of motors",
    };
    chosen.push(format!(
        "velocity thresholds{whose}: 1 % of the highest speed, where Coulomb friction acts"
    ));
    Ok((joint, motor))
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

#[cfg(test)]
mod tests;
