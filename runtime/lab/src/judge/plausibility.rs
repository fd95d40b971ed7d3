//! What looks like a unit mistaken in a recording: degrees for radians, milliseconds for seconds.

#[cfg(test)]
mod tests;

use std::f64::consts::TAU;

use crate::recording::Recording;
use crate::thresholds::{BEYOND_LIMIT, BEYOND_RANGE, FAST, SAMPLING_RATES, SMALL_RANGE, STILL};
use armwright_runtime::{Joint, JointKind, Model};

/// The questions that a recording raises, in one piece or several, a sentence each.
pub(super) fn doubts(pieces: &[Recording], model: &Model) -> Vec<String> {
    let mut doubts = Vec::new();
    let rate = pieces.first().map_or(0.0, |piece| piece.rate);
    if rate < SAMPLING_RATES[0] {
        doubts.push(format!(
            "only {rate:.3} samples a second: is time in milliseconds (`unit: ms`)?"
        ));
    }
    if rate > SAMPLING_RATES[1] {
        // Spreadsheets count days.
        let of_days = (SAMPLING_RATES[0]..=SAMPLING_RATES[1]).contains(&(rate / 86_400.0));
        let days = if of_days {
            ", or in days (`unit: day`)"
        } else {
            ""
        };
        doubts.push(format!(
            "{rate:.0} samples a second: is time in seconds (`unit: s`){days}?"
        ));
    }
    for (k, joint) in model.joints.iter().enumerate() {
        let columns: Vec<&[f64]> = pieces.iter().map(|piece| &piece.position[k][..]).collect();
        doubts.extend(speed(joint, &columns, rate));
        doubts.extend(range(joint, &columns));
    }
    doubts.extend(stillness(pieces, model).map(|widest| {
        format!(
            "no joint moves by more than {widest:.4} rad: are positions in radians, but described as \
             degrees, or at the joints, but described as the motors'?"
        )
    }));
    for (k, joint) in model.joints.iter().enumerate() {
        let columns = pieces.iter().filter_map(|piece| piece.torque.as_ref());
        let columns: Vec<&[f64]> = columns.map(|torque| &torque[k][..]).collect();
        doubts.extend(effort(joint, &columns));
    }
    doubts
}

/// The widest range of a joint, rad, where all move, but none by as much as a robot does that is to be
/// identified.
fn stillness(pieces: &[Recording], model: &Model) -> Option<f64> {
    if model
        .joints
        .iter()
        .any(|joint| joint.kind == JointKind::Prismatic)
    {
        return None;
    }
    let width = |k: usize| {
        let columns: Vec<&[f64]> = pieces.iter().map(|piece| &piece.position[k][..]).collect();
        let [from, to] = ends(&columns);
        to - from
    };
    let widest = (0..model.joints.len()).map(width).fold(0.0, f64::max);
    (widest > 0.0 && widest < STILL).then_some(widest)
}

/// The share of their ranges that the joints that turn use at most, over all recordings together,
/// where it is too little to believe their unit; a joint without limits has a turn. Recordings of
/// small motions about different configurations are in order.
pub(super) fn small_range(recordings: &[Recording], model: &Model) -> Option<f64> {
    let mut each = recordings.chunk_by(|a, b| a.source == b.source);
    if each.any(|pieces| stillness(pieces, model).is_some()) {
        return None;
    }
    let share = |(k, joint): (usize, &Joint)| {
        let range = joint.position.map_or(TAU, |[low, high]| high - low);
        let columns = recordings.iter().filter_map(|r| r.position.get(k));
        let columns: Vec<&[f64]> = columns.map(Vec::as_slice).collect();
        let [from, to] = ends(&columns);
        (to - from) / range
    };
    let joints = model.joints.iter().enumerate();
    let turning = joints.filter(|(_, joint)| joint.kind != JointKind::Prismatic);
    let widest = turning.map(share).fold(0.0, f64::max);
    (widest > 0.0 && widest < SMALL_RANGE).then_some(widest)
}

/// A torque that the joint does not have.
fn effort(joint: &Joint, columns: &[&[f64]]) -> Option<String> {
    let plausible = BEYOND_LIMIT * joint.effort?;
    let [from, to] = ends(columns);
    let largest = to.max(-from);
    (largest > plausible).then(|| {
        format!(
            "joint {} seems to take {largest:.1}, beyond what is plausible ({plausible:.1}): are \
             torques in another unit, or at the other side of the transmission?",
            joint.name
        )
    })
}

/// A joint that moves faster than it can.
fn speed(joint: &Joint, columns: &[&[f64]], rate: f64) -> Option<String> {
    // Over a tenth of a second, so that an encoder's steps do not pass for speed.
    let stride = ((rate / 10.0) as usize).max(1);
    let rate = rate / stride as f64;
    let moves = columns
        .iter()
        .flat_map(|c| c.windows(stride.saturating_add(1)));
    let speeds = moves.map(|w| (w[stride] - w[0]).abs() * rate);
    let fastest = speeds.fold(0.0, f64::max);
    let plausible = joint.velocity.map_or(FAST, |limit| BEYOND_LIMIT * limit);
    (fastest > plausible).then(|| {
        let (unit, question) = unit(joint.kind);
        format!(
            "joint {} seems to move at {fastest:.1} {unit}/s, beyond what is plausible \
             ({plausible:.1}): {question}, or at the motors, or is time in another unit?",
            joint.name
        )
    })
}

/// A joint beyond its limits.
fn range(joint: &Joint, columns: &[&[f64]]) -> Option<String> {
    let [low, high] = joint.position?;
    let [from, to] = ends(columns);
    let slack = BEYOND_RANGE * (high - low);
    (from < low - slack || to > high + slack).then(|| {
        let (unit, question) = unit(joint.kind);
        format!(
            "joint {} is recorded from {from:.2} to {to:.2} {unit}, but its limits are {low:.2} and \
             {high:.2}: {question}, is an offset missing, or is it another robot?",
            joint.name
        )
    })
}

/// The lowest and the highest of a column in pieces.
fn ends(columns: &[&[f64]]) -> [f64; 2] {
    let start = [f64::INFINITY, f64::NEG_INFINITY];
    let wider = |[low, high]: [f64; 2], x: &f64| [low.min(*x), high.max(*x)];
    columns.iter().copied().flatten().fold(start, wider)
}

/// The unit of positions, and the question whether they are in another.
fn unit(kind: JointKind) -> (&'static str, &'static str) {
    match kind {
        JointKind::Prismatic => ("m", "are positions in millimetres"),
        JointKind::Revolute | JointKind::Continuous => ("rad", "are positions in degrees"),
    }
}
