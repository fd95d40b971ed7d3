//! Parameters that were found, and what they rest on.

use nalgebra::DMatrix;
use serde::Serialize;

use super::lacking::Missing;
use super::options::InitialState;
use super::search::{Ending, Iterate};
use crate::simulation::Start;

/// A parameter that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fitted {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// What the search began with.
    pub start: f64,
    /// Its value.
    pub value: f64,
    /// Its standard deviation, with residuals that follow each other and wide enough for what the machine lacks and for what acted
    /// between samples; none of what the motion does not determine, or at a bound.
    pub std: Option<f64>,
    /// The same if residuals were white.
    pub std_white: Option<f64>,
    /// How far friction that the machine does not have has moved it ([`Fit::lacks`]).
    pub moved: Option<f64>,
    /// Whether it is at one of its bounds.
    pub is_at_bound: bool,
    /// Whether that bound is what physics allows, not one that was asked for.
    pub is_at_limit: bool,
    /// Whether the motion does not change with it at all.
    pub is_idle: bool,
}

/// How well a joint's motion is met.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FittedJoint {
    /// The joint.
    pub name: String,
    /// The unit of its position, rad or m.
    pub unit: &'static str,
    /// Root mean square of simulated less measured positions, rad or m.
    pub rmse: f64,
    /// The same as a share of the motion's standard deviation.
    pub nrmse: f64,
    /// What simulation explains of how positions depart, within each interval, from a straight line, which is there without any
    /// parameter: `1 - Σ e² / Σ l²`, `l` what a line leaves.
    pub r2: f64,
    /// Correlation of neighbouring differences of an interval: 0 of noise.
    pub lag1: f64,
    /// How many times as wide deviations are as those of white noise, for differences of an interval that follow each other:
    /// `√(1 + 2 Σ r)` of correlations up to where there are none, 1 of noise.
    pub inflation: f64,
    /// Whether the joint stands still: its positions are noise, or one.
    pub is_still: bool,
    /// Measured and simulated positions, of all intervals one after the other, with their times.
    #[serde(skip)]
    pub series: [Vec<f64>; 3],
}

/// Parameters of which the motion tells one badly while others are sought as well.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Dependence {
    /// The one; to hold it is to tell the others.
    pub name: String,
    /// Those from which it is not told.
    pub with: Vec<String>,
    /// How many times as wide its deviation is as it would be if they were known; none where it is not told at all.
    pub times: Option<f64>,
}

/// Torques of which it is not known what acted between samples.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Unsampled {
    /// The parameter that moves farthest beside its deviation where every second sample drives.
    pub name: String,
    /// How far it moves, about as far as it is off.
    pub moved: f64,
    /// Samples a second, the fewest, Hz.
    pub rate: f64,
}

/// What deviations of windings that were estimated do to those of parameters.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Handed {
    /// Motors whose windings were estimated.
    pub motors: Vec<String>,
    /// The parameter whose deviation they widen most.
    pub name: String,
    /// How many times as wide it is as it would be if windings were known.
    pub times: f64,
}

/// How a robot with what was found moves through a recording that took no part.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Unseen {
    /// The recording.
    pub recording: String,
    /// Joints; none where the motion ends early.
    pub joints: Vec<FittedJoint>,
    /// Why the motion ends early.
    pub stop: Option<String>,
}

/// Where an interval begins, as found.
#[derive(Debug, Clone, PartialEq)]
pub struct Beginning {
    /// Which experiment it is of.
    pub experiment: usize,
    /// When its first and its last sample are, s.
    pub time: [f64; 2],
    /// Position and velocity at its beginning.
    pub state: Start,
}

/// A search from other values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Attempt {
    /// What it began with.
    pub from: Vec<f64>,
    /// Its cost at the end, rad² or m²; none where its first motion could not be simulated.
    pub cost: Option<f64>,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// Parameters that were found, and what they rest on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fit {
    /// The robot.
    pub robot: String,
    /// The experiments.
    pub recordings: Vec<String>,
    /// Positions that were measured.
    pub samples: usize,
    /// The parameters.
    pub parameters: Vec<Fitted>,
    /// Joints, those that are locked left out.
    pub joints: Vec<FittedJoint>,
    /// The sum of squared differences of positions, rad² or m² (Brewer and Gibson 1985, equation 3.1).
    pub cost: f64,
    /// How the search ended.
    pub ending: Ending,
    /// Iterations of the last search, which ended so.
    pub iterations: usize,
    /// Values and costs on the way, of the last search and of those with the same intervals that it goes on from.
    pub iterates: Vec<Iterate>,
    /// Intervals, and how many seconds they have at most.
    pub intervals: usize,
    /// Seconds of an interval, the longest.
    pub longest: f64,
    /// What is left between the end of an interval and the beginning of the next, rad or m, where they were joined.
    pub gap: Option<f64>,
    /// What was known of states at beginnings.
    pub state: InitialState,
    /// The condition number of the derivatives, columns scaled, states eliminated.
    pub condition: f64,
    /// Parameters that are told badly from others.
    pub dependences: Vec<Dependence>,
    /// Over how many samples residuals follow each other.
    pub lags: usize,
    /// Friction that the machine does not have and that what is left asks for.
    pub lacks: Vec<Missing>,
    /// Torques that are not known between samples, where that moves a parameter beyond its deviation.
    pub unsampled: Option<Unsampled>,
    /// What deviations of windings that were estimated do to those of the parameters; none where no winding was.
    pub windings: Option<Handed>,
    /// Searches from several values; empty of one.
    pub attempts: Vec<Attempt>,
    /// Evaluations of the equations of motion.
    pub evaluations: usize,
    /// Trial motions that ended early, and why the last one did.
    pub stops: usize,
    /// Why the last of these ended.
    pub last_stop: Option<String>,
    /// What to know before relying on it that no other figure says.
    pub warnings: Vec<String>,
    /// The covariance of the parameters, with residuals that follow each other (square); nothing of what is not determined.
    #[serde(skip)]
    pub covariance: DMatrix<f64>,
    /// Where every interval begins, as found.
    #[serde(skip)]
    pub beginnings: Vec<Beginning>,
}

impl Fit {
    /// What to know of trial motions that ended early, if any did.
    #[must_use]
    pub fn early(&self) -> Option<String> {
        let last = self.last_stop.as_ref().filter(|_| self.stops > 0)?;
        Some(match self.stops {
            1 => format!("1 trial motion ended early and was given up: {last}"),
            stops => {
                format!("{stops} trial motions ended early and were given up; the last one: {last}")
            }
        })
    }
}
