//! How a recording is replayed, and why it cannot be.

use armwright_runtime::{EvaluationError, Robot};
use thiserror::Error;

use crate::diagnose::{Sensed, SensorFault};
use crate::digits::exact;
use crate::recording::Recording;

/// Samples that the window holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Window {
    /// As the paper has it.
    #[default]
    Fifty,
    /// For robots with many parameters.
    TwoHundred,
}

/// How a recording is replayed; lengths of time in seconds.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayOptions {
    /// Base parameters to begin with (`b`).
    pub nominal: Vec<f64>,
    /// Time constant of each of the three stages of the filters, s; two steps of learning if not given, at most 0.02 s or two rows.
    pub time_constant: Option<f64>,
    /// Samples a second to learn from, Hz.
    pub rate: f64,
    /// Samples of the window.
    pub window: Window,
    /// How many samples recursive least squares remembers; all of them if not given.
    pub memory: Option<f64>,
    /// `R²` at which identified parameters begin to act, and below which they end.
    pub gate: [f64; 2],
    /// The noise that filters leave in a torque, as a share of its root mean square over the recording.
    pub noise: f64,
    /// Deviations of what it begins with, as multiples of the larger of the parameter and of what would make all torques by itself.
    pub doubt: f64,
    /// How much of the prior's variance the window has to remove, on the average over parameters, each as if those after it were
    /// known, before it is solved.
    pub excitation: f64,
}

impl ReplayOptions {
    /// Options that suit an arm, from base parameters to begin with (`b`).
    #[must_use]
    pub fn new(nominal: Vec<f64>) -> Self {
        Self {
            nominal,
            time_constant: None,
            rate: 100.0,
            window: Window::default(),
            memory: None,
            gate: [0.95, 0.9],
            noise: 0.05,
            doubt: 1.0,
            excitation: 0.3,
        }
    }
}

/// Why a recording cannot be replayed.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The robot's functions do not fit.
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    /// Nothing was recorded.
    #[error("no recording was given")]
    NoRecording,
    /// Another number of base parameters than the robot has.
    #[error("{found} base parameters to begin with, where {robot} has {wanted}")]
    Count {
        /// The robot.
        robot: String,
        /// How many there are.
        found: usize,
        /// How many there ought to be.
        wanted: usize,
    },
    /// Nothing to learn from.
    #[error("{0} has no torques of the joints, from which parameters are learned")]
    NoTorque(String),
    /// Torques are not made of base parameters alone.
    #[error(
        "{0} is not identified inside a loop: its base moves, or its base parameters are not those of the joint torques \
         alone; `identify` takes such a robot"
    )]
    NotOfTorque(String),
    /// More joints or parameters than there is room for.
    #[error(
        "{robot} has {joints} joints and {base} base parameters, and a replay has room for 16 and 160; a controller of one's own has \
         the room that its robot needs (docs/online.md)"
    )]
    TooLarge {
        /// The robot.
        robot: String,
        /// Its joints.
        joints: usize,
        /// Its base parameters.
        base: usize,
    },
    /// A number that makes no sense.
    #[error("{what} is {value}; it has to be {wanted}")]
    Setting {
        /// Which one.
        what: &'static str,
        /// What it is.
        value: f64,
        /// What would be right.
        wanted: String,
    },
    /// A recording that ends before the filters have settled.
    #[error(
        "{recording} ends after {seconds:.3} s, before filters with a time constant of {time} s have settled: shorten that, or record more"
    )]
    TooShort {
        /// The recording.
        recording: String,
        /// How long it is.
        seconds: f64,
        /// The time constant.
        time: f64,
    },
    /// Nothing that moves.
    #[error(
        "in {0} no joint moves fast enough, and long enough, for its friction to have a certain sign: there is nothing to learn from"
    )]
    Still(String),
    /// Nothing that was measured.
    #[error(
        "no torque of {0} ever changes: dead sensors, or columns of something else; there is nothing to learn from"
    )]
    Dead(String),
    /// Motors of which nothing was measured, and which are in the torques of all joints.
    #[error(
        "the torque of {} never changes in {recording}, and every joint's torque is made of it: a dead sensor, or a column of \
         something else; there is nothing to learn from",
        motors.join(", ")
    )]
    DeadMotors {
        /// The recording.
        recording: String,
        /// The motors.
        motors: Vec<String>,
    },
    /// No thread could be started.
    #[error("a replay needs a thread of its own: {0}")]
    Thread(#[from] std::io::Error),
}

/// Filters of fewer rows are none.
const ROWS: f64 = 2.0;
/// Rates of recordings whose times have few decimals, and numbers that are written down, are off by less.
const ROUNDING: f64 = 1e-3;

impl ReplayError {
    /// That no torque of so many joints is without dead sensors.
    pub(super) fn dead(recording: String, joints: usize, sensors: &[SensorFault]) -> Self {
        let dead = sensors.iter().filter(|s| s.sensed == Sensed::DeadTorque);
        let mut motors: Vec<String> = dead.map(|sensor| sensor.joint.clone()).collect();
        motors.sort();
        motors.dedup();
        match motors.len() < joints {
            true => Self::DeadMotors { recording, motors },
            false => Self::Dead(recording),
        }
    }
}

/// Whether a recording can be replayed as is asked.
pub(super) fn checked(
    robot: &dyn Robot,
    recording: &Recording,
    options: &ReplayOptions,
) -> Result<(), ReplayError> {
    let model = robot.model();
    if model.base_moves() || !model.base_of_torque || !robot.left_out().is_empty() {
        return Err(ReplayError::NotOfTorque(model.name.to_owned()));
    }
    if recording.torque.is_none() || !recording.left_out.is_empty() {
        return Err(ReplayError::NoTorque(recording.name.clone()));
    }
    let (found, wanted) = (options.nominal.len(), model.base.len());
    if found != wanted {
        return Err(ReplayError::Count {
            robot: model.name.to_owned(),
            found,
            wanted,
        });
    }
    let odd = options.nominal.iter().find(|value| !value.is_finite());
    let least = ROWS / recording.rate;
    let time = options.time_constant.unwrap_or(least);
    let [opens, closes] = options.gate;
    let positive = |x: f64| x > 0.0 && x.is_finite();
    let settings = [
        (
            "a base parameter to begin with",
            odd.copied().unwrap_or_default(),
            odd.is_none(),
            "finite".to_owned(),
        ),
        (
            "the time constant",
            time,
            positive(time) && time >= (1.0 - ROUNDING) * least,
            format!("at least {} s, two rows of the recording", exact(least)),
        ),
        (
            "the rate of learning",
            options.rate,
            positive(options.rate) && options.rate <= (1.0 + ROUNDING) * recording.rate,
            format!(
                "positive, and at most the {} Hz of the recording {}",
                exact(recording.rate),
                recording.name
            ),
        ),
        (
            "the R² that opens the gate",
            opens,
            opens <= 1.0 && opens > 0.0,
            "between 0 and 1".to_owned(),
        ),
        (
            "the R² that closes the gate",
            closes,
            closes <= opens,
            format!("at most the {opens} that opens it"),
        ),
        (
            "the noise",
            options.noise,
            positive(options.noise),
            "a positive share of the torque".to_owned(),
        ),
        (
            "the doubt",
            options.doubt,
            positive(options.doubt),
            "a positive multiple".to_owned(),
        ),
        (
            "the memory",
            options.memory.unwrap_or(2.0),
            options.memory.is_none_or(|memory| memory > 1.0),
            "more than one sample".to_owned(),
        ),
        (
            "the excitation",
            options.excitation,
            (0.0..=1.0).contains(&options.excitation),
            "between 0 and 1".to_owned(),
        ),
    ];
    let wrong = settings.into_iter().find(|(_, _, is_right, _)| !is_right);
    wrong.map_or(Ok(()), |(what, value, _, wanted)| {
        Err(ReplayError::Setting {
            what,
            value,
            wanted,
        })
    })
}

#[cfg(test)]
mod tests;
