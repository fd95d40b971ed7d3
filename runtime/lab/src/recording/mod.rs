//! A recording of a robot's motion, read from files that nobody has to rewrite.

mod assembly;
mod clock;
mod conventional;
mod description;
mod error;
mod plausibility;
mod sheet;
mod table;
mod units;

pub(crate) use description::OneOrMany;
pub use error::RecordingError;
pub(crate) use plausibility::small_range;
pub(crate) use table::Table;

use std::path::Path;

use super::processing::Choices;
use armwright_runtime::{Model, Side};

/// Positions and torques of every joint at a constant rate, on the joint side, in SI units.
///
/// Columns hold one joint each, in the order of [`Model::joints`].
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// What to call it: the file that was named.
    pub name: String,
    /// Samples a second, Hz.
    pub rate: f64,
    /// Time of the first sample, s.
    pub start: f64,
    /// Joint positions, rad or m.
    pub position: Vec<Vec<f64>>,
    /// Joint velocities, rad/s or m/s, if they were measured.
    pub velocity: Option<Vec<Vec<f64>>>,
    /// Joint accelerations, rad/s² or m/s², if they were measured.
    pub acceleration: Option<Vec<Vec<f64>>>,
    /// Joint torques, N·m or N, if they were measured.
    pub torque: Option<Vec<Vec<f64>>>,
    /// The side of the transmission on which torque was measured.
    pub torque_side: Side,
    /// How the description asks for the recording to be processed.
    pub choices: Choices,
    /// What a reader of the results should know about the recording.
    pub notes: Vec<String>,
}

impl Recording {
    /// Reads a description (`.yaml`, `.yml`) and the files that it names, or a CSV file whose
    /// columns are called `t`, `q_<joint>`, `qd_<joint>`, `qdd_<joint>`, `tau_<joint>` or
    /// `i_<joint>` (or by the motors' names).
    ///
    /// # Errors
    /// [`RecordingError`], with file, line, column and remedy.
    pub fn read(path: &Path, model: &'static Model) -> Result<Self, RecordingError> {
        assembly::read(path, model)
    }

    /// How many samples there are.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.position.first().map_or(0, Vec::len)
    }

    /// Cuts the recording in two in time: the first `share` of the samples, and the rest.
    #[must_use]
    pub fn split(self, share: f64) -> (Self, Self) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share of a count of samples"
        )]
        let at = (self.samples() as f64 * share.clamp(0.0, 1.0)) as usize;
        let mut first = self;
        let mut cut = |columns: &mut Vec<Vec<f64>>| -> Vec<Vec<f64>> {
            columns
                .iter_mut()
                .map(|column| column.split_off(at))
                .collect()
        };
        #[expect(clippy::cast_precision_loss, reason = "a count of samples")]
        let start = first.start + at as f64 / first.rate;
        let rest = Self {
            name: format!("{} (from {start:.2} s)", first.name),
            start,
            rate: first.rate,
            position: cut(&mut first.position),
            velocity: first.velocity.as_mut().map(&mut cut),
            acceleration: first.acceleration.as_mut().map(&mut cut),
            torque: first.torque.as_mut().map(&mut cut),
            torque_side: first.torque_side,
            choices: first.choices.clone(),
            notes: Vec::new(),
        };
        (first, rest)
    }
}
