//! What numbers show: the unit and side of positions, from the ranges of the joints.

use crate::recording::Channel;
use crate::thresholds::SMALL_RANGE;
use crate::transmission::Drive;
use armwright_runtime::{JointKind, Model, Side};

/// How far a joint may seem to go beyond the width of its range.
const BEYOND: f64 = 1.1;
/// How wide a joint without limits may move, rad or m.
const WIDEST: [f64; 2] = [4.0 * std::f64::consts::PI, 3.0];
/// What moves by less in every joint, rad or m, was hardly meant to.
const STILL: f64 = 0.02;
/// Whole numbers above this are counts of an encoder.
const COUNTS: f64 = 10_000.0;

/// Whether columns hold counts: whole numbers, and large ones.
pub(super) fn counts(columns: &[Vec<f64>]) -> bool {
    let numbers = || columns.iter().flatten().filter(|x| x.is_finite());
    let largest = numbers().fold(0.0, |most: f64, x| most.max(x.abs()));
    largest > COUNTS && numbers().all(|x| x.fract() == 0.0)
}

/// Sides and units that positions may have.
pub(super) struct Shown {
    /// Each side with the unit of each column, the likeliest first.
    pub(super) all: Vec<(Side, Vec<&'static str>)>,
    /// Whether joints hardly move in the units of the first, and as in recordings in others of its side: small motions are rare, and so
    /// are units that nobody names.
    pub(super) hardly: bool,
}

/// The sides and the units of each column in which all joints stay within their ranges and one at least moves, in the order of `sides`,
/// and of each in that of its units, or with those that are `given`. Behind the first stand those alone in which some joint that
/// another unit or side changes moves by as much of its range as recordings do ([`SMALL_RANGE`]).
pub(super) fn positions(
    columns: &[Vec<f64>],
    sides: &[Side],
    given: Option<&[&'static str]>,
    model: &Model,
) -> Shown {
    let units = [("rad", "m"), ("deg", "m"), ("rad", "mm"), ("deg", "mm")];
    let of_joints = units.map(|(angle, length)| -> Vec<&'static str> {
        let joints = model.joints.iter();
        let unit = joints.map(|joint| match joint.kind {
            JointKind::Prismatic => length,
            JointKind::Revolute | JointKind::Continuous => angle,
        });
        unit.collect()
    });
    // Motors turn, those of joints that slide among them, unless they are linear.
    let of_motors = ["rad", "deg", "rev"].map(|angle| vec![angle; model.joints.len()]);
    let of_motors: Vec<Vec<&'static str>> =
        of_motors.into_iter().chain(of_joints.clone()).collect();
    // What a file says may be any unit that what moves can have.
    let can_be = |side: &Side, units: &[&str]| {
        let kinds = model.joints.iter().map(|joint| joint.kind);
        kinds.zip(units).all(|(kind, unit)| {
            let fits = |kind| {
                Channel::Position
                    .unit(unit)
                    .is_some_and(|unit| unit.fits(kind))
            };
            fits(kind) || (*side == Side::Motor && fits(JointKind::Revolute))
        })
    };
    let units = |side: &Side| match (given, side) {
        (Some(given), side) if can_be(side, given) => vec![given.to_vec()],
        (Some(_), _) => Vec::new(),
        (None, Side::Joint) => of_joints.to_vec(),
        (None, Side::Motor) => of_motors.clone(),
    };
    // By which share of its range each joint moves.
    let fits = |side: Side, units: &[&str]| {
        let mut columns: Vec<Vec<f64>> = columns.to_vec();
        for (column, unit) in columns.iter_mut().zip(units) {
            let factor = Channel::Position.unit(unit).map_or(1.0, |unit| unit.factor);
            column.iter_mut().for_each(|x| *x *= factor);
        }
        if side == Side::Motor {
            Drive::of(model)?.columns_to_joint(&mut columns);
        }
        let width = |column: &Vec<f64>| {
            let finite = || column.iter().copied().filter(|x| x.is_finite());
            finite().fold(f64::MIN, f64::max) - finite().fold(f64::MAX, f64::min)
        };
        let most = model
            .joints
            .iter()
            .map(|joint| match (joint.position, joint.kind) {
                (Some([low, high]), _) => BEYOND * (high - low),
                (None, JointKind::Prismatic) => WIDEST[1],
                (None, _) => WIDEST[0],
            });
        let widths: Vec<f64> = columns.iter().map(width).collect();
        let pairs = || widths.iter().zip(most.clone());
        let within = pairs().all(|(width, most)| *width <= most);
        let moves = widths.iter().any(|width| *width >= STILL);
        let shares = pairs().map(|(width, most)| width / most);
        (within && moves).then(|| shares.collect::<Vec<f64>>())
    };
    let mut found: Vec<(Side, Vec<&'static str>)> = Vec::new();
    let mut hardly = false;
    for side in sides {
        for units in units(side) {
            let one = (*side, units);
            // Where nothing slides several units are the same.
            if found.contains(&one) {
                continue;
            }
            let Some(shares) = fits(*side, &one.1) else {
                continue;
            };
            let differs = |k: usize| {
                let mut first = found.iter().take(1);
                first.any(|(known, units)| known != side || units[k] != one.1[k])
            };
            let mut each = shares.iter().enumerate();
            if found.is_empty() {
                hardly = shares.iter().all(|share| *share < SMALL_RANGE);
                found.push(one);
            } else if each.any(|(k, share)| *share >= SMALL_RANGE && differs(k)) {
                found.push(one);
            }
        }
    }
    let mut sides = found.iter().map(|(side, _)| *side);
    let first = sides.next();
    Shown {
        hardly: hardly && sides.any(|side| Some(side) == first),
        all: found,
    }
}
