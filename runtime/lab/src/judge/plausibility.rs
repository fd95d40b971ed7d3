//! What looks like a unit mistaken in a recording: degrees for radians, milliseconds for seconds.

use std::f64::consts::TAU;
use std::fmt;

use crate::recording::Recording;
use crate::thresholds::{BEYOND_LIMIT, BEYOND_RANGE, FAST, SAMPLING_RATES, SMALL_RANGE, STILL};
use armwright_runtime::{Joint, JointKind, Model};

/// A question that a recording raises.
#[derive(Debug, Clone, PartialEq)]
pub enum Doubt {
    /// So few samples a second that time may be in milliseconds.
    Slow {
        /// Hz.
        rate: f64,
    },
    /// More samples a second than a robot's controller takes.
    Fast {
        /// Hz.
        rate: f64,
    },
    /// A joint that moves faster than it can.
    Speed {
        /// The joint.
        joint: String,
        /// How it moves.
        kind: JointKind,
        /// Its highest speed, rad/s or m/s.
        fastest: f64,
        /// The highest that is plausible.
        plausible: f64,
    },
    /// A joint beyond its limits.
    Range {
        /// The joint.
        joint: String,
        /// How it moves.
        kind: JointKind,
        /// The lowest and highest position recorded, rad or m.
        recorded: [f64; 2],
        /// Its limits.
        limits: [f64; 2],
    },
    /// No joint moves by as much as a robot does that is to be identified.
    Still {
        /// The widest range of a joint, rad.
        widest: f64,
    },
    /// A torque that the joint does not have.
    Effort {
        /// The joint.
        joint: String,
        /// Its largest torque, N·m or N.
        largest: f64,
        /// The largest that is plausible.
        plausible: f64,
    },
}

/// What a recording raises doubts by.
pub(super) fn doubts(recording: &Recording, model: &Model) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let rate = recording.rate;
    if rate < SAMPLING_RATES[0] {
        doubts.push(Doubt::Slow { rate });
    }
    if rate > SAMPLING_RATES[1] {
        doubts.push(Doubt::Fast { rate });
    }
    for (joint, column) in model.joints.iter().zip(&recording.position) {
        doubts.extend(speed(joint, column, rate));
        doubts.extend(range(joint, column));
    }
    doubts.extend(stillness(recording, model));
    for (joint, column) in model.joints.iter().zip(recording.torque.iter().flatten()) {
        doubts.extend(effort(joint, column));
    }
    doubts
}

/// All joints move, but none by as much as a robot does that is to be identified.
fn stillness(recording: &Recording, model: &Model) -> Option<Doubt> {
    if model
        .joints
        .iter()
        .any(|joint| joint.kind == JointKind::Prismatic)
    {
        return None;
    }
    let width = |column: &Vec<f64>| {
        let [from, to] = ends(column);
        to - from
    };
    let widest = recording.position.iter().map(width).fold(0.0, f64::max);
    (widest > 0.0 && widest < STILL).then_some(Doubt::Still { widest })
}

/// The share of their ranges that the joints that turn use at most, over all recordings together,
/// where it is too little to believe their unit; a joint without limits has a turn. Recordings of
/// small motions about different configurations are in order.
pub(super) fn small_range(recordings: &[Recording], model: &Model) -> Option<f64> {
    if recordings.iter().any(|r| stillness(r, model).is_some()) {
        return None;
    }
    let share = |(k, joint): (usize, &Joint)| {
        let range = joint.position.map_or(TAU, |[low, high]| high - low);
        let columns = recordings.iter().filter_map(|r| r.position.get(k));
        let [from, to] = columns.fold(ends(&[]), |[from, to], column| {
            let [low, high] = ends(column);
            [from.min(low), to.max(high)]
        });
        (to - from) / range
    };
    let joints = model.joints.iter().enumerate();
    let turning = joints.filter(|(_, joint)| joint.kind != JointKind::Prismatic);
    let widest = turning.map(share).fold(0.0, f64::max);
    (widest > 0.0 && widest < SMALL_RANGE).then_some(widest)
}

fn effort(joint: &Joint, column: &[f64]) -> Option<Doubt> {
    let plausible = BEYOND_LIMIT * joint.effort?;
    let [from, to] = ends(column);
    let largest = to.max(-from);
    (largest > plausible).then(|| Doubt::Effort {
        joint: joint.name.to_owned(),
        largest,
        plausible,
    })
}

fn speed(joint: &Joint, column: &[f64], rate: f64) -> Option<Doubt> {
    // Over a tenth of a second, so that an encoder's steps do not pass for speed.
    let stride = ((rate / 10.0) as usize).max(1);
    let rate = rate / stride as f64;
    let moves = column.windows(stride + 1);
    let speeds = moves.map(|w| (w[stride] - w[0]).abs() * rate);
    let fastest = speeds.fold(0.0, f64::max);
    let plausible = joint.velocity.map_or(FAST, |limit| BEYOND_LIMIT * limit);
    (fastest > plausible).then(|| Doubt::Speed {
        joint: joint.name.to_owned(),
        kind: joint.kind,
        fastest,
        plausible,
    })
}

fn range(joint: &Joint, column: &[f64]) -> Option<Doubt> {
    let limits @ [low, high] = joint.position?;
    let recorded @ [from, to] = ends(column);
    let slack = BEYOND_RANGE * (high - low);
    (from < low - slack || to > high + slack).then(|| Doubt::Range {
        joint: joint.name.to_owned(),
        kind: joint.kind,
        recorded,
        limits,
    })
}

/// The lowest and the highest of a column.
fn ends(column: &[f64]) -> [f64; 2] {
    let start = [f64::INFINITY, f64::NEG_INFINITY];
    let wider = |[low, high]: [f64; 2], x: &f64| [low.min(*x), high.max(*x)];
    column.iter().fold(start, wider)
}

fn unit(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Prismatic => "m",
        JointKind::Revolute | JointKind::Continuous => "rad",
    }
}

fn question(kind: JointKind) -> &'static str {
    match kind {
        JointKind::Prismatic => "are positions in millimetres",
        JointKind::Revolute | JointKind::Continuous => "are positions in degrees",
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slow { rate } => write!(
                f,
                "only {rate:.3} samples a second: is time in milliseconds (`unit: ms`)?"
            ),
            Self::Fast { rate } => {
                write!(
                    f,
                    "{rate:.0} samples a second: is time in seconds (`unit: s`)?"
                )
            }
            Self::Speed {
                joint,
                kind,
                fastest,
                plausible,
            } => write!(
                f,
                "joint {joint} seems to move at {fastest:.1} {}/s, beyond what is plausible \
                 ({plausible:.1}): {}, or at the motors, or is time in another unit?",
                unit(*kind),
                question(*kind)
            ),
            Self::Range {
                joint,
                kind,
                recorded: [from, to],
                limits: [low, high],
            } => write!(
                f,
                "joint {joint} is recorded from {from:.2} to {to:.2} {}, but its limits are \
                 {low:.2} and {high:.2}: {}, is an offset missing, or is it another robot?",
                unit(*kind),
                question(*kind)
            ),
            Self::Still { widest } => write!(
                f,
                "no joint moves by more than {widest:.4} rad: are positions in radians, but \
                 described as degrees, or at the joints, but described as the motors'?"
            ),
            Self::Effort {
                joint,
                largest,
                plausible,
            } => write!(
                f,
                "joint {joint} seems to take {largest:.1}, beyond what is plausible \
                 ({plausible:.1}): are torques in another unit, or at the other side of the \
                 transmission?"
            ),
        }
    }
}
