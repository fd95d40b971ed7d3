//! What a reader should know of the recordings, beside the figures.

use std::fmt;

use super::plausibility::{doubts, small_range};
use crate::dataset::Dataset;
use crate::recording::{Noticed, noticed};
use armwright_runtime::Model;

/// Something that a reader should know beside the figures.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// How a recording was read.
    Read(Noticed),
    /// What a recording raises doubts by.
    Doubtful {
        /// The recording.
        recording: String,
        /// The doubt, as a question.
        doubt: String,
    },
    /// The robot file has no nominal values: the robot that was simulated has invented ones.
    Invented,
    /// Nominal values that a simulated robot lacks, and that were taken as 0.
    TakenAsZero(Vec<String>),
    /// Masses of the robot file from which physical parameters start, though others are known of these bodies: their names and
    /// values.
    OtherMasses(Vec<(String, f64)>),
    /// Why physical parameters could not be recovered.
    NotRecovered(String),
    /// The recordings together use little of the joints' ranges.
    SmallRange {
        /// The share that the joint uses that uses most of its own.
        share: f64,
    },
}

/// What is to be said of recordings before anything is identified from them.
#[must_use]
pub fn notes(dataset: &Dataset, model: &Model) -> Vec<Note> {
    let all = dataset.training.iter().chain(&dataset.validation);
    let mut notes: Vec<Note> = noticed(all).into_iter().map(Note::Read).collect();
    let training = dataset.training.chunk_by(|a, b| a.source == b.source);
    let validation = dataset.validation.chunk_by(|a, b| a.source == b.source);
    for pieces in training.chain(validation) {
        let name = match pieces {
            [whole] => &whole.name,
            pieces => &pieces[0].source,
        };
        let doubts = doubts(pieces, model).into_iter();
        notes.extend(doubts.map(|doubt| Note::Doubtful {
            recording: name.clone(),
            doubt,
        }));
    }
    let share = small_range(&dataset.training, model);
    notes.extend(share.map(|share| Note::SmallRange { share }));
    notes
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(noticed) => noticed.fmt(f),
            Self::Doubtful { recording, doubt } => write!(f, "{recording}: {doubt}"),
            Self::Invented => f.write_str(
                "the robot file has nominal values of no body: the masses, inertias and frictions of this simulated robot are \
                 invented where it has none, and true of no robot",
            ),
            Self::TakenAsZero(names) => write!(
                f,
                "no nominal values in the robot file, taken as 0: {}",
                names.join(", ")
            ),
            Self::OtherMasses(masses) => {
                let each = masses.iter().map(|(name, mass)| format!("{name} = {mass}"));
                let each: Vec<String> = each.collect();
                write!(
                    f,
                    "physical parameters start from {} of the robot file, though other masses are known of these bodies: if those \
                     are right, write them into the robot file",
                    each.join(", ")
                )
            }
            Self::NotRecovered(why) => f.write_str(why),
            Self::SmallRange { share } => write!(
                f,
                "no joint turns by more than {:.2} % of its range: are positions in radians, but \
                 described as degrees (a factor of 57.3)? If not, the motion is very small to \
                 identify from",
                100.0 * share
            ),
        }
    }
}
