//! Compliance and backlash between a motor and its joint, where the positions of both were measured.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;
use thiserror::Error;

use crate::distribution::student_widening;
use crate::estimate::scale;
use crate::numeric::Decomposition;
use crate::part::torque;
use crate::recording::{Recording, SecondPosition};
use crate::rows::Row;
use crate::thresholds::{CERTAIN, STILL, STILL_SLIDE, UNLIKE};
use crate::transmission::Drive;
use armwright_runtime::{JointKind, Model, Robot, Side, Torque};

/// Stretches of a recording that count as independent of one another.
const STRETCHES: usize = 24;
/// Samples of each at least.
const EACH: usize = 20;
/// Of a torque that is so many deviations of its noise from 0 the sign is certain.
const SIGNED: f64 = 4.0;
/// Stretches in which the transmission lies against a flank, at least, for the gap to be told.
const FLANKS: usize = 3;
/// How many samples before and after it a torque is told from: noise of the next one may still be that of its own.
const NEIGHBOURS: std::ops::Range<usize> = 2..5;

/// What lies between a motor and its joint.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Play {
    /// Twist for each unit of torque, rad/(N·m): the reciprocal of stiffness.
    pub compliance: PlayValue,
    /// The whole gap, rad: from one flank to the other.
    pub backlash: PlayValue,
    /// The standard deviation of what both leave of the twist, rad.
    pub residual: f64,
}

/// A value with its deviation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PlayValue {
    /// The value; none where the torque does not tell it: one that never changes no compliance, one of a single sign
    /// no backlash.
    pub value: Option<f64>,
    /// Its standard deviation, wider for as few stretches (Student).
    pub std: Option<f64>,
    /// Whether it is above zero by more than three deviations.
    pub is_there: bool,
}

/// Why positions do not tell what is between them.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum PlayError {
    /// Columns of different lengths.
    #[error(
        "motor, joint and torque have {motor}, {joint} and {torque} samples: they must be as many"
    )]
    Lengths {
        /// Samples of the motor's position.
        motor: usize,
        /// Of the joint's.
        joint: usize,
        /// Of the torque.
        torque: usize,
    },
    /// A number that is none.
    #[error("sample {0} is not of finite numbers")]
    NotFinite(usize),
    /// A ratio that is none.
    #[error("a motor cannot turn {0} times as far as its joint")]
    Ratio(f64),
    /// Too little.
    #[error("{0} samples: 480 at least are needed to tell twist from noise")]
    Few(usize),
    /// Positions or torques of one value.
    #[error("{0} never changes: nothing is told of what is between motor and joint")]
    Still(&'static str),
    /// Positions that are not of the same motion.
    #[error(
        "motor and joint do not move alike: by its ratio the motor moves {0:.3} times as far as the joint; check unit, side, sign and \
         ratio of both positions"
    )]
    Unlike(f64),
    /// The torque is none of the rows that are measured in place of torques.
    #[error(
        "the robot file says that something else than its torque is measured, and torques beside that are not kept: use a \
         file with `measure: [torque]`"
    )]
    NoTorque,
}

/// What is said of the transmission to one joint.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointPlay {
    /// The joint.
    pub joint: String,
    /// Compliance, in radians (or metres) of the joint for each unit of its torque, and backlash; none where
    /// they cannot be told.
    pub play: Option<Play>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Compliance and backlash between each joint and the motors that move it, of recordings of both their positions
/// ([`SecondPosition`]); nothing where none has them. The motors' positions are taken through the transmission, so that `ratio` is 1.
/// Where something else than torques is measured, it is told of the joints whose torque is among that.
///
/// Samples that were not measured are left out. Zeros of both encoders must be the same in all recordings.
#[must_use]
pub fn plays(robot: &dyn Robot, recordings: &[Recording]) -> Vec<JointPlay> {
    let model = robot.model();
    let both = |recording: &Recording| {
        let SecondPosition { side, columns } = recording.further.second_position.clone()?;
        let mut columns = columns;
        let [motor, joint] = match side {
            Side::Joint => [recording.position.clone(), columns],
            Side::Motor => {
                Drive::of(model)?.columns_to_joint(&mut columns);
                [columns, recording.position.clone()]
            }
        };
        Some([motor, joint, torques(model, recording)?])
    };
    let all: Vec<(&Recording, [Vec<Vec<f64>>; 3])> = recordings
        .iter()
        .filter_map(|recording| Some((recording, both(recording)?)))
        .collect();
    if all.is_empty() {
        return Vec::new();
    }
    let of = |place: usize| -> [Vec<f64>; 3] {
        let told = all
            .iter()
            .filter(|(_, columns)| !columns[2][place].is_empty());
        [0, 1, 2].map(|kind| {
            let samples = told.clone().flat_map(|(recording, columns)| {
                let column = columns[kind][place].iter().enumerate();
                let bridged = &recording.bridged;
                column.filter(|(k, _)| !bridged.get(*k).is_some_and(|bridged| *bridged))
            });
            samples.map(|(_, x)| *x).collect()
        })
    };
    let joints = model.joints.iter().enumerate();
    joints
        .map(|(place, joint)| {
            let [motor, own, torque] = of(place);
            let still = match joint.kind {
                JointKind::Prismatic => STILL_SLIDE,
                JointKind::Revolute | JointKind::Continuous => STILL,
            };
            let found = match torque.is_empty() {
                true => Err(PlayError::NoTorque),
                false => fitted(&motor, &own, &torque, 1.0, still),
            };
            JointPlay {
                joint: joint.name.to_owned(),
                reason: found.as_ref().err().map(ToString::to_string),
                play: found.ok(),
            }
        })
        .collect()
}

/// Torques of the joints; of a recording of other rows those among them, and empty columns of the others.
fn torques(model: &Model, recording: &Recording) -> Option<Vec<Vec<f64>>> {
    if recording.torque.is_some() {
        return recording.torque.clone();
    }
    let measured = recording.measured.as_deref()?;
    let rows = Row::measured(model);
    let column = |(place, own): (usize, Row)| {
        // A motor's row may have the name of a joint.
        let found = torque(model, model.side, own.name);
        let is_own = found.is_ok_and(|torque| torque == Torque::joint(place));
        let mut pairs = rows.iter().zip(measured);
        let pair = pairs.find(|(row, _)| is_own && row.column == own.column);
        pair.map_or_else(Vec::new, |(_, column)| column.clone())
    };
    let joints = Row::torques(model).into_iter().enumerate();
    Some(joints.map(column).collect())
}

/// Fits `motor / ratio - joint = offset + compliance · τ + backlash/2 · sign τ` to positions of a motor and of its
/// joint, rad, and the torque that the joint is driven with, N·m, by least squares in two stages: torques, which have noise, go in as
/// those around them tell them (instrumental variables), so that noise makes compliance no smaller and no gap of what is none.
///
/// Under torque a transmission twists and lies against one flank of its gap. Deviations are those of 24 stretches of the
/// recording, independent of one another, in each of which errors may be correlated as they like (a sandwich over
/// clusters). Samples in which noise may have changed the sign of the torque do not count, for a sign that is wrong at times makes
/// backlash too small and compliance too large; nor do four at either end. Teeth that fly between flanks are part of the residual. Of one position
/// alone backlash is not told from friction.
///
/// # Errors
/// [`PlayError`].
pub fn play(motor: &[f64], joint: &[f64], torque: &[f64], ratio: f64) -> Result<Play, PlayError> {
    fitted(motor, joint, torque, ratio, STILL)
}

/// The same in the unit of the joint, which hardly moves below `still`.
fn fitted(
    motor: &[f64],
    joint: &[f64],
    torque: &[f64],
    ratio: f64,
    still: f64,
) -> Result<Play, PlayError> {
    let samples = joint.len();
    if [motor.len(), torque.len()] != [samples; 2] {
        let (motor, torque) = (motor.len(), torque.len());
        return Err(PlayError::Lengths {
            motor,
            joint: samples,
            torque,
        });
    }
    if !(ratio.is_finite() && ratio != 0.0) {
        return Err(PlayError::Ratio(ratio));
    }
    let is_finite = |k: usize| {
        [motor[k], joint[k], torque[k]]
            .iter()
            .all(|x| x.is_finite())
    };
    if let Some(bad) = (0..samples).find(|k| !is_finite(*k)) {
        return Err(PlayError::NotFinite(bad + 1));
    }
    if samples < STRETCHES * EACH {
        return Err(PlayError::Few(samples));
    }
    let constant = |column: &[f64]| column.windows(2).all(|pair| pair[0] == pair[1]);
    let columns = [
        ("the motor's position", motor),
        ("the joint's position", joint),
        ("torque", torque),
    ];
    if let Some((name, _)) = columns.into_iter().find(|(_, column)| constant(column)) {
        return Err(PlayError::Still(name));
    }
    let turned: Vec<f64> = motor.iter().map(|angle| angle / ratio).collect();
    if let Some(slope) = unlike(&turned, joint, still) {
        return Err(PlayError::Unlike(slope));
    }
    // What a torque was by those around it has none of the noise that is in itself.
    let around: Vec<f64> = (0..samples).map(|k| around(torque, k)).collect();
    let least = SIGNED * noise(torque);
    let counts = |k: usize| around[k].abs() >= least && around[k] * torque[k] > 0.0;
    let matrix = |torque: &[f64]| {
        DMatrix::from_fn(samples, 3, |k, column| match column {
            _ if !counts(k) => 0.0,
            0 => 1.0,
            1 => torque[k],
            _ => 0.5 * around[k].signum(),
        })
    };
    let twist = DVector::from_fn(samples, |k, _| match counts(k) {
        true => turned[k] - joint[k],
        false => 0.0,
    });
    let counted = (0..samples).filter(|k| counts(*k)).count() as f64;
    let (measured, instruments) = (matrix(torque), matrix(&around));
    let told = &instruments * (Decomposition::of(&instruments).inverse * &measured);
    let found = Decomposition::of(&told);
    let values = &found.inverse * &twist;
    let left = &twist - &measured * &values;
    let mut covariance = DMatrix::zeros(3, 3);
    for stretch in 0..STRETCHES {
        let [from, to] = [stretch, stretch + 1].map(|k| k * samples / STRETCHES);
        let moved = found.inverse.columns(from, to - from) * left.rows(from, to - from);
        covariance += &moved * moved.transpose();
    }
    let stretches = STRETCHES as f64;
    let freedom = stretches - found.rank as f64;
    let wider = student_widening(freedom) * (stretches / freedom).sqrt();
    let mut determined = found.determined();
    // Of a flank that hardly any stretch shows, none tells how much it would differ in another.
    let shown = |positive: bool| {
        let mut flank = (0..samples).filter(|k| counts(*k) && (around[*k] > 0.0) == positive);
        let mut stretches: Vec<usize> = flank.by_ref().map(|k| k * STRETCHES / samples).collect();
        stretches.dedup();
        stretches.len()
    };
    determined[2] &= shown(true).min(shown(false)) >= FLANKS;
    let value = |k: usize| {
        let std = wider * f64::sqrt(covariance[(k, k)]);
        PlayValue {
            value: determined[k].then_some(values[k]),
            std: determined[k].then_some(std),
            is_there: determined[k] && values[k] > CERTAIN * std,
        }
    };
    Ok(Play {
        compliance: value(1),
        backlash: value(2),
        residual: (left.norm_squared() / (counted - 3.0).max(1.0)).sqrt(),
    })
}

/// How many times as far as its joint a motor moves, by its ratio, where the joint moves well, by more than `still`, and what is between them
/// is no twist: that of two positions of other units or places is as large as the motion.
fn unlike(motor: &[f64], joint: &[f64], still: f64) -> Option<f64> {
    let samples = joint.len() as f64;
    let [of_motor, of_joint] = [motor, joint].map(|column| column.iter().sum::<f64>() / samples);
    let pairs = motor.iter().zip(joint);
    let [mut joints, mut both, mut twist] = [0.0; 3];
    for (motor, joint) in pairs.map(|(motor, joint)| (motor - of_motor, joint - of_joint)) {
        joints += joint * joint;
        both += motor * joint;
        twist += (motor - joint).powi(2);
    }
    let moves = (joints / samples).sqrt() > still;
    (moves && twist > UNLIKE * UNLIKE * joints).then(|| both / joints)
}

/// What a smooth column is at a sample by those a little before and after it, where all of these have one sign; otherwise, and near its ends, not
/// a number.
fn around(column: &[f64], k: usize) -> f64 {
    let both = NEIGHBOURS.flat_map(|by| [k.checked_sub(by), Some(k + by)]);
    let of = |place: Option<usize>| place.and_then(|k| column.get(k)).copied();
    let all: Vec<f64> = both.map(|place| of(place).unwrap_or(f64::NAN)).collect();
    match all.iter().all(|x| *x > 0.0) || all.iter().all(|x| *x < 0.0) {
        true => all.iter().sum::<f64>() / all.len() as f64,
        false => f64::NAN,
    }
}

/// The standard deviation of white noise in a column that is smooth besides, by its third differences.
fn noise(column: &[f64]) -> f64 {
    let third = |four: &[f64]| four[3] - 3.0 * (four[2] - four[1]) - four[0];
    // 1 + 9 + 9 + 1: what noise of unit variance makes of them.
    scale(column.windows(4).map(third)) / f64::sqrt(20.0)
}

#[cfg(test)]
mod tests;
