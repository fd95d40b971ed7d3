//! A recording of a robot's motion, from arrays or from files that nobody has to rewrite.

mod arrays;
mod assembly;
mod base;
mod channel;
mod clock;
mod contacts;
mod conventional;
mod conversion;
mod csv_file;
mod description;
mod doubts;
mod draft;
mod driving;
mod error;
mod flaws;
mod further;
mod holes;
mod jumps;
mod limits;
mod lost;
mod measured;
mod noticed;
mod order;
mod other_stamps;
mod phases;
mod pieces;
mod polynomial;
mod remark;
mod repair;
mod samples;
mod sources;
mod spikes;
mod turns;
mod unit;
mod units;

pub use arrays::Arrays;
pub use base::BaseMotion;
pub use channel::Channel;
#[cfg(feature = "cli")]
pub(crate) use channel::angle;
pub use contacts::{Contact, Contacts};
pub(crate) use csv_file::CsvFile;
pub(crate) use description::tree;
pub use description::{reference, schema};
pub(crate) use draft::quoted;
pub use draft::{Draft, draft};
pub use error::{Mistake, RecordingError, Spot};
pub use further::{Further, SecondPosition, UserColumn};
pub use noticed::Noticed;
pub(crate) use noticed::noticed;
pub use phases::{PhaseError, Phases};
pub use remark::Remark;
pub use repair::{Action, Cause, Repair};
pub(crate) use unit::STANDARD_GRAVITY;

use std::path::{Path, PathBuf};

use crate::options::ProcessingOptions;
use armwright_runtime::{Model, Side, Torque};

/// Positions and torques of every joint at a constant rate, on the joint side, in SI units: a file, or a
/// piece of one that has holes.
///
/// Columns hold one joint each, in the order of [`Model::joints`].
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// What to call it: the file that was named, and the span of a piece.
    pub name: String,
    /// The recording that it is a piece of, by its file; pieces of one follow each other.
    pub source: String,
    /// The files that it was read from, the description first; none of arrays.
    pub files: Vec<PathBuf>,
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
    /// What the robot file says is measured, a column a row ([`Row::measured`](crate::rows::Row::measured)), if that was
    /// recorded and is not the torque of the joints alone: N, N·m or W. Nothing is measured of the wrench on a base, which is 0.
    pub measured: Option<Vec<Vec<f64>>>,
    /// How the base moves, if it does.
    pub base: Option<BaseMotion>,
    /// What acts on bodies from outside, if it was measured.
    pub contacts: Option<Contacts>,
    /// What was recorded beside, and how much the recording counts.
    pub further: Further,
    /// Samples that were not measured: their positions are interpolated, their torques do not count. Empty
    /// where all were measured.
    pub bridged: Vec<bool>,
    /// Joints and motors whose torque was not measured, or is not to be used: it is 0 in `torque`, or made of
    /// such.
    pub left_out: Vec<Torque>,
    /// The side of the transmission on which positions were measured: errors of a motor's encoder are in all joints that it
    /// moves.
    pub position_side: Side,
    /// The side of the transmission on which torque was measured.
    pub torque_side: Side,
    /// How the description asks for the recording to be processed.
    pub options: ProcessingOptions,
    /// What was noticed while it was read.
    pub remarks: Vec<Remark>,
    /// What was done to rows before they were used; of several pieces, the first one has all of it.
    pub repairs: Vec<Repair>,
}

impl Recording {
    /// Reads a description (`.yaml`, `.yml`) and the files that it names, or a CSV file whose
    /// columns are called `t`, `q_<joint>`, `qd_<joint>`, `qdd_<joint>`, `tau_<joint>` or
    /// `i_<joint>` (or by the motors' names), and as the rows of [`Model::measured`].
    ///
    /// # Errors
    /// [`RecordingError`], with file, line, column and remedy; [`RecordingError::InPieces`] of one that
    /// has to be used in pieces.
    pub fn read(path: &Path, model: &Model) -> Result<Self, RecordingError> {
        one(Self::read_all(path, model)?)
    }

    /// The same of any recording: the pieces between the holes that are too long to be bridged.
    ///
    /// # Errors
    /// [`RecordingError`], with file, line, column and remedy.
    pub fn read_all(path: &Path, model: &Model) -> Result<Vec<Self>, RecordingError> {
        assembly::read(path, model, &[])
    }

    /// The same without the torques at some joints or motors, by name, besides those that its description leaves
    /// out.
    ///
    /// # Errors
    /// [`RecordingError`], with file, line, column and remedy.
    pub fn read_without(
        path: &Path,
        model: &Model,
        without: &[String],
    ) -> Result<Vec<Self>, RecordingError> {
        assembly::read(path, model, without)
    }

    /// How many samples there are.
    #[must_use]
    pub fn samples(&self) -> usize {
        let base = self.base.as_ref().and_then(|base| base.columns.first());
        self.position.first().or(base).map_or(0, Vec::len)
    }

    /// Cuts the recording in two in time: the first `share` of the samples, and the rest.
    #[must_use]
    pub fn split(self, share: f64) -> (Self, Self) {
        let at = (self.samples() as f64 * share.clamp(0.0, 1.0)) as usize;
        self.split_at(at)
    }

    /// The part between two times, s, by the name of the whole: the samples next to them are in it.
    #[must_use]
    pub fn between(&self, from: f64, to: f64) -> Self {
        let place = |time: f64| (time - self.start) * self.rate;
        let last = (place(to) + 1.5) as usize;
        let first = (place(from) + 0.5) as usize;
        let (until, _) = self.clone().split_at(last);
        let (_, mut part) = until.split_at(first);
        part.name.clone_from(&self.name);
        part
    }

    /// Cuts the recording in two: the first samples, so many, and the rest.
    fn split_at(self, at: usize) -> (Self, Self) {
        let mut first = self;
        let at = at.min(first.samples());
        let mut cut = |columns: &mut Vec<Vec<f64>>| -> Vec<Vec<f64>> {
            let columns = columns.iter_mut();
            columns.map(|column| column.split_off(at)).collect()
        };
        let start = first.start + at as f64 / first.rate;
        let rest = Self {
            name: format!("{} (from {start:.2} s)", first.name),
            files: first.files.clone(),
            start,
            rate: first.rate,
            position: cut(&mut first.position),
            velocity: first.velocity.as_mut().map(&mut cut),
            acceleration: first.acceleration.as_mut().map(&mut cut),
            torque: first.torque.as_mut().map(&mut cut),
            measured: first.measured.as_mut().map(&mut cut),
            base: first.base.as_mut().map(|base| BaseMotion {
                columns: cut(&mut base.columns),
                turns: cut(&mut base.turns),
                ..*base
            }),
            contacts: first.contacts.as_mut().map(|contacts| Contacts {
                places: contacts.places.clone(),
                wrenches: cut(&mut contacts.wrenches),
            }),
            further: first.further.split(at),
            bridged: first.bridged.split_off(at.min(first.bridged.len())),
            source: first.source.clone(),
            left_out: first.left_out.clone(),
            position_side: first.position_side,
            torque_side: first.torque_side,
            options: first.options.clone(),
            remarks: Vec::new(),
            repairs: Vec::new(),
        };
        (first, rest)
    }
}

/// The only piece.
fn one(mut pieces: Vec<Recording>) -> Result<Recording, RecordingError> {
    match (pieces.pop(), pieces.first()) {
        (Some(only), None) => Ok(only),
        (_, first) => Err(RecordingError::InPieces {
            name: first.map_or_else(String::new, |first| first.source.clone()),
            pieces: pieces.len() + 1,
        }),
    }
}

#[cfg(test)]
mod tests;
