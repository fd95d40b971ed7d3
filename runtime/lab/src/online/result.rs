//! What a replay found, moment by moment.

use std::fmt::Write as _;

use serde::Serialize;

use crate::recording::Repair;

/// A base parameter over time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tracked {
    /// The parameter that represents it.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// What it began with.
    pub nominal: f64,
    /// The standard deviation that it began with.
    pub prior: f64,
    /// What recursive least squares ended with.
    pub value: f64,
    /// The standard deviation of that.
    pub std: f64,
}

/// Errors of a joint's torque, predicted before each sample was learned from: root mean squares, N·m or N, since the gate opened first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointError {
    /// The joint.
    pub name: String,
    /// The share of the samples at which it was learned from: not where its friction has no certain sign.
    pub learned: f64,
    /// The torque itself.
    pub torque: f64,
    /// Of nominal parameters.
    pub nominal: f64,
    /// Of those that acted.
    pub acting: f64,
    /// Of recursive least squares.
    pub recursive: f64,
}

/// A state of the estimators.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Moment {
    /// Time, s.
    pub time: f64,
    /// Whether identified parameters acted.
    pub identified: bool,
    /// `R²` of predictions over the window, when it is full.
    pub r2: Option<f64>,
    /// Parameters of the window (`b`).
    pub window: Vec<f64>,
    /// Parameters of recursive least squares (`b`).
    pub recursive: Vec<f64>,
    /// Their standard deviations (`b`).
    pub std: Vec<f64>,
    /// Torques: measured, and predicted by the parameters that acted (`n` each); not a number where they were not learned from.
    pub torque: [Vec<f64>; 2],
}

/// Something that was wrong with samples one after the other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Noticed {
    /// Time of the first, s.
    pub time: f64,
    /// How many there were.
    pub samples: usize,
    /// What it was, with the joint.
    pub what: String,
}

/// What a replay found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Replay {
    /// The robot.
    pub robot: String,
    /// The recording.
    pub recording: String,
    /// What was done to rows of it before they were used.
    pub repairs: Vec<Repair>,
    /// Samples that were learned from.
    pub samples: usize,
    /// Samples a second that were learned from, Hz.
    pub rate: f64,
    /// Samples of the window.
    pub window: usize,
    /// Time constant of the filters, s.
    pub time_constant: f64,
    /// `R²` at which the gate opens, and below which it closes.
    pub gate: [f64; 2],
    /// When the gate opened first, s.
    pub opened: Option<f64>,
    /// Share of the samples after that at which identified parameters acted.
    pub open: f64,
    /// How well torques were predicted.
    pub joints: Vec<JointError>,
    /// Base parameters.
    pub base: Vec<Tracked>,
    /// When what recursive least squares predicted stopped being so, lastingly, s: it began anew then, unless it forgets.
    pub changed: Vec<f64>,
    /// What was wrong with samples.
    pub noticed: Vec<Noticed>,
    /// The states of the estimators, at most about 1500 of them.
    #[serde(skip)]
    pub moments: Vec<Moment>,
}

impl Replay {
    /// Whose torque was not learned from at times, because it hardly moved; none where all was.
    #[must_use]
    pub fn slow(&self) -> Option<String> {
        let joints = self.joints.iter().filter(|joint| joint.learned < 0.995);
        let shares: Vec<String> = joints
            .map(|joint| format!("{} {:.0} %", joint.name, 100.0 * (1.0 - joint.learned)))
            .collect();
        (!shares.is_empty()).then(|| {
            format!(
                "Where a joint hardly moves, its friction has no certain sign, and nothing is learned from its torque: {} of the samples.",
                shares.join(", ")
            )
        })
    }

    /// The states as a table: time, what acts, `R²`, then of each base parameter its value by the window and by recursive least squares with the
    /// latter's standard deviation.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = "t,identified,r2".to_owned();
        for base in &self.base {
            let name = &base.name;
            let _ = write!(text, ",{name}_window,{name},{name}_std");
        }
        text.push('\n');
        for moment in &self.moments {
            let r2 = moment.r2.map_or_else(String::new, |r2| r2.to_string());
            let _ = write!(text, "{},{},{r2}", moment.time, u8::from(moment.identified));
            let all = moment.window.iter().zip(&moment.recursive);
            for ((window, recursive), std) in all.zip(&moment.std) {
                let _ = write!(text, ",{window},{recursive},{std}");
            }
            text.push('\n');
        }
        text
    }
}
