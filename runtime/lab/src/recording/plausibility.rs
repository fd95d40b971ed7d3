//! What looks like a unit mistaken: degrees for radians, milliseconds for seconds.

use std::f64::consts::TAU;

use super::Recording;
use super::description::Description;
use super::sheet::Part;
use super::units::Quantity;
use armwright_runtime::{Joint, JointKind, Model};

/// Sampling rates of robots' controllers, Hz, with room to spare.
const RATES: [f64; 2] = [20.0, 50_000.0];
/// Joints that turn by less than this, all of them, hardly move, rad.
const STILL: f64 = 0.05;
/// Joints that turn by less than this share of their ranges, all of them, move suspiciously little.
const SMALL: f64 = 0.05;
/// Speeds and torques beyond this many times a joint's limit are not believed.
const SPEED: f64 = 3.0;
/// The speed that is not believed of a joint without a limit, rad/s or m/s.
const FAST: f64 = 40.0;
/// Positions beyond a joint's limits by more than this share of its range are not believed.
const REACH: f64 = 0.25;

/// What a reader of the recording should ask, a sentence each.
pub(super) fn doubts(recording: &Recording, model: &Model) -> Vec<String> {
    let mut doubts = Vec::new();
    let rate = recording.rate;
    if rate < RATES[0] {
        doubts.push(format!(
            "only {rate:.3} samples a second: is time in milliseconds (`unit: ms`)?"
        ));
    }
    if rate > RATES[1] {
        doubts.push(format!(
            "{rate:.0} samples a second: is time in seconds (`unit: s`)?"
        ));
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

/// Columns of positions and torques in which nothing changes, by the names that they have in the
/// files.
pub(super) fn constant(parts: &[Part], description: &Description) -> Vec<String> {
    let note = |(quantity, values): &Part| {
        let (columns, advice) = match quantity {
            Quantity::Position => (Some(&description.position), "unless nothing moved there"),
            Quantity::Torque => (description.torque.as_ref(), "and that it was recorded"),
            Quantity::Current => (description.current.as_ref(), "and that it was recorded"),
            _ => return None,
        };
        let named = columns?.columns.iter().zip(values);
        let names: Vec<String> = named
            .filter(|(_, values)| {
                let (from, to) = ends(values);
                from >= to
            })
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        (!names.is_empty()).then(|| {
            format!(
                "{} is constant from beginning to end in {}: check the name, {advice}",
                quantity.name(),
                names.join(", "),
            )
        })
    };
    parts.iter().filter_map(note).collect()
}

/// All joints move, but none by as much as a robot does that is to be identified.
fn stillness(recording: &Recording, model: &Model) -> Option<String> {
    let slides = |joint: &Joint| joint.kind == JointKind::Prismatic;
    if model.joints.iter().any(slides) {
        return None;
    }
    let widest = recording
        .position
        .iter()
        .map(|column| {
            let (from, to) = ends(column);
            to - from
        })
        .fold(0.0, f64::max);
    (widest > 0.0 && widest < STILL).then(|| {
        format!(
            "no joint moves by more than {widest:.4} rad: are positions in radians, but described \
             as degrees, or at the joints, but described as the motors'?"
        )
    })
}

/// The joints that turn use, over all recordings together, too little of their ranges to believe
/// their unit; a joint without limits has a turn. Recordings of small motions about different
/// configurations are in order.
pub(crate) fn small_range(recordings: &[Recording], model: &Model) -> Option<String> {
    if recordings.iter().any(|r| stillness(r, model).is_some()) {
        return None;
    }
    let share = |(k, joint): (usize, &Joint)| {
        let range = joint.position.map_or(TAU, |[low, high]| high - low);
        let columns = recordings.iter().filter_map(|r| r.position.get(k));
        let (from, to) = columns.fold(ends(&[]), |(from, to), column| {
            let (low, high) = ends(column);
            (from.min(low), to.max(high))
        });
        (to - from) / range
    };
    let joints = model.joints.iter().enumerate();
    let turning = joints.filter(|(_, joint)| joint.kind != JointKind::Prismatic);
    let widest = turning.map(share).fold(0.0, f64::max);
    (widest > 0.0 && widest < SMALL).then(|| {
        format!(
            "no joint turns by more than {:.2} % of its range: are positions in radians, but \
             described as degrees (a factor of 57.3)? If not, the motion is very small to identify \
             from",
            100.0 * widest
        )
    })
}

fn effort(joint: &Joint, column: &[f64]) -> Option<String> {
    let limit = joint.effort?;
    let (from, to) = ends(column);
    let largest = to.max(-from);
    (largest > SPEED * limit).then(|| {
        format!(
            "joint {} seems to take {largest:.1}, beyond what is plausible ({:.1}): are torques in \
             another unit, or at the other side of the transmission?",
            joint.name,
            SPEED * limit
        )
    })
}

/// The lowest and the highest of a column.
fn ends(column: &[f64]) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    column
        .iter()
        .fold(start, |ends, x| (ends.0.min(*x), ends.1.max(*x)))
}

fn speed(joint: &Joint, column: &[f64], rate: f64) -> Option<String> {
    // Over a tenth of a second, so that an encoder's steps do not pass for speed.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a positive count of samples"
    )]
    let stride = ((rate / 10.0) as usize).max(1);
    #[expect(clippy::cast_precision_loss, reason = "a count of samples")]
    let rate = rate / stride as f64;
    let moves = column
        .windows(stride + 1)
        .map(|w| (w[stride] - w[0]).abs() * rate);
    let fastest = moves.fold(0.0, f64::max);
    let plausible = joint.velocity.map_or(FAST, |limit| SPEED * limit);
    (fastest > plausible).then(|| {
        format!(
            "joint {} seems to move at {fastest:.1} {}/s, beyond what is plausible \
             ({plausible:.1}): {}, or at the motors, or is time in another unit?",
            joint.name,
            unit(joint),
            question(joint)
        )
    })
}

fn range(joint: &Joint, column: &[f64]) -> Option<String> {
    let [low, high] = joint.position?;
    let (from, to) = ends(column);
    let slack = REACH * (high - low);
    (from < low - slack || to > high + slack).then(|| {
        format!(
            "joint {} is recorded from {from:.2} to {to:.2} {}, but its limits are {low:.2} and \
             {high:.2}: {}, is an offset missing, or is it another robot?",
            joint.name,
            unit(joint),
            question(joint)
        )
    })
}

fn unit(joint: &Joint) -> &'static str {
    match joint.kind {
        JointKind::Prismatic => "m",
        JointKind::Revolute | JointKind::Continuous => "rad",
    }
}

fn question(joint: &Joint) -> &'static str {
    match joint.kind {
        JointKind::Prismatic => "are positions in millimetres",
        JointKind::Revolute | JointKind::Continuous => "are positions in degrees",
    }
}
