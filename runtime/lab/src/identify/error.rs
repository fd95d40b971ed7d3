//! Why recordings do not identify a robot.

use thiserror::Error;

use crate::closed_loop::ClosedLoopError;
use crate::estimate::EstimateError;
use crate::motion::ConditioningError;
use crate::part::PartError;
use crate::recording::{Recording, Remark};
use crate::regression::RegressionError;
use crate::scrutiny::ScrutinyError;
use armwright_runtime::Model;

/// Why an identification failed.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum IdentificationError {
    /// A recording in pieces that are all too short.
    #[error(
        "{recording}: filters leave nothing of any of its {pieces} pieces: record with fewer holes, decimate \
         less, or choose a higher cut-off"
    )]
    Pieces {
        /// The recording.
        recording: String,
        /// How many pieces it has.
        pieces: usize,
    },
    /// Nothing was recorded.
    #[error("no recording was given")]
    NoRecording,
    /// More or fewer of something than there have to be.
    #[error("{what}: {found} where {wanted} are wanted")]
    Count {
        /// What they are.
        what: String,
        /// How many there are.
        found: usize,
        /// How many there ought to be.
        wanted: usize,
    },
    /// What was identified is another robot, or another version of it.
    #[error("{robot} is not the robot that was identified: {difference}")]
    OtherRobot {
        /// The robot that was given.
        robot: String,
        /// What is not the same.
        difference: String,
    },
    /// A recording without torque.
    #[error(
        "{recording} has no torque: add `torque:` (or `current:`) to its description, or columns \
         `tau_<joint>` to the file{}",
        if *.base_moves { "; without torques the wrench of its base identifies the robot: give its file `measure: [{wrench: base}]`" } else { "" }
    )]
    NoTorque {
        /// Its name.
        recording: String,
        /// Whether the robot's base moves.
        base_moves: bool,
    },
    /// A recording whose torques are called after motors, and its positions after joints, or the reverse.
    #[error(
        "{recording} has no torque: {what}; write a description that names those of either, each with its `side`"
    )]
    TorqueOfOtherSide {
        /// Its name.
        recording: String,
        /// Which columns, and after what they are called.
        what: String,
    },
    /// A recording without what the robot file says is measured.
    #[error(
        "{recording} has no column of what the file of {robot} says with `measure` is measured ({rows}), and torques do not \
         identify the robot: name the columns under `measured:` in its description, or call them so in the file; or give \
         the robot file `measure: [torque]`"
    )]
    NotMeasured {
        /// Its name.
        recording: String,
        /// The robot.
        robot: String,
        /// What is measured.
        rows: String,
    },
    /// Some recordings have torques and some have what else is measured.
    #[error(
        "some recordings have torques, and others what `measure` of the robot file names: give recordings of one kind"
    )]
    Mixed,
    /// A recording without the motion of a base that moves.
    #[error(
        "{recording} has no motion of the base, which moves: name its columns under `base:` in the description, or call \
         them base_wx to base_wz and base_ax to base_az"
    )]
    NoBase {
        /// Its name.
        recording: String,
    },
    /// A recording in which nothing moves.
    #[error(
        "{recording}: no joint moves, every position column is constant from beginning to end; \
         check that `position` names the measured columns, or record a motion"
    )]
    NoMotion {
        /// Its name.
        recording: String,
    },
    /// A recording in which no torque changes.
    #[error(
        "{recording}: every {} from beginning to end, which says nothing of \
         the robot; check that {} the measured columns, and that they \
         were recorded",
        if *.base_moves { "row of the base and of torques is constant" } else { "torque column is constant" },
        if *.base_moves {
            "`contacts` (in a file without a description fx_base to tz_base) and `torque` name"
        } else {
            "`torque` (or `current`) names"
        }
    )]
    ConstantTorque {
        /// Its name.
        recording: String,
        /// Whether the robot's base moves.
        base_moves: bool,
    },
    /// A recording that lacks a torque of the equations.
    #[error(
        "{recording} has no torque of {torques} to use: identify the part of the robot without it, or give other \
         recordings"
    )]
    LeftOut {
        /// Its name.
        recording: String,
        /// The joints and motors.
        torques: String,
    },
    /// A part of the robot that there is not.
    #[error(transparent)]
    Part(#[from] PartError),
    /// Fewer equations than parameters.
    #[error(
        "{rows} equations remain for {parameters} parameters: record longer, decimate less, or \
         lower the velocity threshold"
    )]
    TooFewRows {
        /// Equations that remain.
        rows: usize,
        /// Parameters asked for.
        parameters: usize,
    },
    /// Fewer balances over intervals than parameters.
    #[error(
        "{balances} balances remain for {parameters} parameters: shorten the intervals, record longer, or lower the velocity \
         threshold"
    )]
    TooFewBalances {
        /// Balances that remain.
        balances: usize,
        /// Parameters asked for.
        parameters: usize,
    },
    /// The recordings are processed on different sides.
    #[error("the recordings ask for equations on different sides: choose one")]
    Sides,
    /// A recording that cannot be filtered as asked.
    #[error(transparent)]
    Conditioning(#[from] ConditioningError),
    /// Equations that cannot be formed.
    #[error(transparent)]
    Regression(#[from] RegressionError),
    /// A question that has no answer.
    #[error(transparent)]
    Scrutiny(#[from] ScrutinyError),
    /// Parameters whose motion cannot be simulated, by an estimator that simulates it.
    #[error(
        "{method} simulates {recording}, which cannot be: {source}; least squares (wls) needs no simulation, and recordings \
         that move that joint more tell its inertia better"
    )]
    Simulation {
        /// The estimator.
        method: &'static str,
        /// The recording.
        recording: String,
        /// Why not.
        source: ClosedLoopError,
    },
    /// An estimator that cannot answer.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
}

impl IdentificationError {
    /// Refuses another number of something than is wanted.
    pub(super) fn count(what: &str, found: usize, wanted: usize) -> Result<(), Self> {
        let refused = || Self::Count {
            what: what.to_owned(),
            found,
            wanted,
        };
        (found == wanted).then_some(()).ok_or_else(refused)
    }

    /// Fewer equations than parameters: those of torques, or balances over intervals.
    pub(super) fn too_few(rows: usize, parameters: usize, of_torque: bool) -> Self {
        match of_torque {
            true => Self::TooFewRows { rows, parameters },
            false => Self::TooFewBalances {
                balances: rows,
                parameters,
            },
        }
    }

    /// A recording in pieces without torque.
    pub(super) fn no_torque(recording: String, pieces: &[Recording]) -> Self {
        let mut remarks = pieces.iter().flat_map(|piece| &piece.remarks);
        let other_side = remarks.find_map(|remark| match remark {
            Remark::OtherSide {
                what,
                torques: true,
            } => Some(what.clone()),
            _ => None,
        });
        match other_side {
            Some(what) => Self::TorqueOfOtherSide { recording, what },
            None => Self::NoTorque {
                recording,
                base_moves: false,
            },
        }
    }

    /// A recording without what the robot file says is measured.
    pub(super) fn not_measured(recording: String, model: &Model) -> Self {
        if model.base_moves() && model.measured.is_empty() {
            return Self::NoTorque {
                recording,
                base_moves: true,
            };
        }
        let rows: Vec<&str> = model.measured.iter().map(|row| row.name).collect();
        Self::NotMeasured {
            recording,
            robot: model.name.to_owned(),
            rows: rows.join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::IdentificationError;
    use crate::regression::by_hand::MODEL;
    use armwright_runtime::{Measured, Model, Robot};

    #[test]
    fn what_is_not_measured_is_named_row_by_row() {
        let said = |names: &[&'static str]| {
            let row = |name: &&'static str| Measured { name, unit: "N" };
            let model = Model {
                measured: names.iter().map(row).collect::<Vec<_>>().leak(),
                ..MODEL
            };
            IdentificationError::not_measured("run".to_owned(), &model).to_string()
        };
        let one = said(&["fx_b"]);
        assert!(
            one.contains("run") && one.contains("by_hand") && one.contains("fx_b"),
            "{one}"
        );
        let all = said(&["fx_b", "fz_b", "tau_2"]);
        assert_eq!(all, one.replace("fx_b", "fx_b, fz_b, tau_2"));
    }

    /// The wrench of a base that moves has rows of its own, of which no robot file speaks.
    #[test]
    fn a_base_that_moves_has_no_torque_where_nothing_is_measured() {
        let of = |measured: &'static [Measured]| {
            let model = Model {
                measured,
                ..*armwright_robots::solo12::ROBOT.model()
            };
            IdentificationError::not_measured("run".to_owned(), &model)
        };
        assert_eq!(
            of(&[]).to_string(),
            "run has no torque: add `torque:` (or `current:`) to its description, or columns `tau_<joint>` to the file; without \
             torques the wrench of its base identifies the robot: give its file `measure: [{wrench: base}]`"
        );
        let own = Measured {
            name: "fx_b",
            unit: "N",
        };
        let own = of(vec![own].leak());
        assert!(
            matches!(own, IdentificationError::NotMeasured { .. }),
            "{own:?}"
        );
    }
}
