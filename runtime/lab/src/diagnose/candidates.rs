//! The usual faults of a robot's recordings, each with what undoes it, the likeliest first.

use nalgebra::{DMatrix, DVector};

use super::change::{Change, Fault};
use super::quantity::Quantity;
use super::units::TIMES;
use crate::transmission::Drive;
use armwright_runtime::{JointKind, Model, Side};

/// Offsets that are forgotten, degrees.
const OFFSETS: [f64; 3] = [90.0, -90.0, 180.0];

/// A fault and what undoes it.
pub(super) type Candidate = (Fault, Change);

/// The joints or the motors, as one measures them.
struct Place<'a> {
    names: Vec<&'a str>,
    /// What leads from joint positions to what is measured, and back.
    to: DMatrix<f64>,
    back: DMatrix<f64>,
}

impl Place<'_> {
    /// A change of measured positions or torques, each linear (`n × n`).
    fn change(&self, quantity: Quantity, by: &DMatrix<f64>) -> Change {
        let mut change = Change::none(self.names.len());
        if quantity != Quantity::Torque {
            change.position = &self.back * by * &self.to;
        }
        if quantity != Quantity::Position {
            change.torque = self.to.transpose() * by * self.back.transpose();
        }
        change
    }

    fn named(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|&k| self.names[k].to_owned()).collect()
    }
}

fn places<'a>(model: &'a Model, drive: &Drive) -> Vec<Place<'a>> {
    let n = model.joints.len();
    let joints = Place {
        names: model.joints.iter().map(|joint| joint.name).collect(),
        to: DMatrix::identity(n, n),
        back: DMatrix::identity(n, n),
    };
    let to = drive.to_motor_matrix().clone();
    let back = drive.torque_rows(Side::Motor).transpose();
    let motors = model.motors.iter().map(|motor| motor.name);
    let names: Vec<&str> = match model.motors.len() == n {
        true => motors.collect(),
        false => joints.names.clone(),
    };
    match (to == joints.to, model.side) {
        (true, _) => vec![joints],
        (false, Side::Joint) => vec![joints, Place { names, to, back }],
        (false, Side::Motor) => vec![Place { names, to, back }, joints],
    }
}

/// Faults of single columns, of all, of units, of gravity and of time.
pub(super) fn candidates(model: &Model, drive: &Drive) -> Vec<Candidate> {
    let places = places(model, drive);
    let mut all = Vec::new();
    for place in &places {
        signs(place, &mut all);
        swaps(place, &mut all);
    }
    units(model, &places, &mut all);
    let joints = places.iter().find(|p| p.to.is_identity(0.0));
    all.extend(joints.into_iter().flat_map(|place| offsets(model, place)));
    // Times that are much too long leave nothing of gravity: that there is none is likelier.
    all.extend([-1.0, 0.0].map(|factor| {
        let mut change = Change::none(model.joints.len());
        change.gravity = factor;
        (Fault::Gravity { factor }, change)
    }));
    all.extend(TIMES.into_iter().map(|factor| {
        let mut change = Change::none(model.joints.len());
        change.speed = 1.0 / factor;
        (Fault::Time { factor }, change)
    }));
    all.extend(joints.into_iter().flat_map(twists));
    let mut kept: Vec<Candidate> = Vec::new();
    let mut sizes: Vec<[f64; 2]> = Vec::new();
    for (fault, change) in all {
        let mut known = kept.iter().zip(&sizes);
        if !known.any(|((_, other), size)| same(other, *size, &change)) {
            sizes.push([change.position.amax(), change.torque.amax()]);
            kept.push((fault, change));
        }
    }
    kept
}

/// Whether two changes are the same but for rounding; the largest elements of the first are known.
fn same(a: &Change, [position, torque]: [f64; 2], b: &Change) -> bool {
    let near = |a: &DMatrix<f64>, b: &DMatrix<f64>, size: f64| {
        let mut pairs = a.iter().zip(b);
        pairs.all(|(x, y)| (x - y).abs() <= 1e-9 * size)
    };
    near(&a.position, &b.position, position)
        && near(&a.torque, &b.torque, torque)
        && a.offset == b.offset
        && a.constant == b.constant
        && a.speed == b.speed
        && a.gravity == b.gravity
}

const QUANTITIES: [Quantity; 3] = [Quantity::Torque, Quantity::Position, Quantity::Both];

fn signs(place: &Place<'_>, all: &mut Vec<Candidate>) {
    let n = place.names.len();
    for quantity in QUANTITIES {
        for k in 0..n {
            let mut by = DMatrix::identity(n, n);
            by[(k, k)] = -1.0;
            let of = place.named(&[k]);
            all.push((Fault::Sign { quantity, of }, place.change(quantity, &by)));
        }
        let (of, by) = (Vec::new(), -DMatrix::identity(n, n));
        if n > 1 {
            all.push((Fault::Sign { quantity, of }, place.change(quantity, &by)));
        }
    }
}

fn swaps(place: &Place<'_>, all: &mut Vec<Candidate>) {
    let n = place.names.len();
    for quantity in QUANTITIES {
        for i in 0..n {
            for j in i + 1..n {
                let mut by = DMatrix::identity(n, n);
                by.swap_rows(i, j);
                let of = [i, j].map(|k| place.names[k].to_owned());
                all.push((Fault::Swapped { quantity, of }, place.change(quantity, &by)));
            }
        }
    }
}

fn units(model: &Model, places: &[Place<'_>], all: &mut Vec<Candidate>) {
    let degree = 1f64.to_radians();
    for place in places {
        let n = place.names.len();
        // Motors turn, whatever their joints do.
        let of_joints = place.to.is_identity(0.0);
        let slides = |k: usize| of_joints && model.joints[k].kind == JointKind::Prismatic;
        let mut add = |joints: &[usize], of: Vec<String>, factor: f64| {
            let mut by = DMatrix::identity(n, n);
            joints.iter().for_each(|&k| by[(k, k)] = factor);
            let quantity = Quantity::Position;
            let change = place.change(quantity, &by);
            let fault = Fault::Factor {
                quantity,
                of,
                factor,
            };
            all.push((fault, change));
        };
        let turning: Vec<usize> = (0..n).filter(|&k| !slides(k)).collect();
        for factor in [degree, 1.0 / degree, std::f64::consts::TAU] {
            add(&turning, Vec::new(), factor);
        }
        for k in 0..n {
            let ratio = places.iter().map(|p| p.to[(k, k)].abs());
            let ratio = ratio.fold(1.0, f64::max);
            let mut factors = match slides(k) {
                true => vec![1e-3, 1e3],
                false => vec![degree, 1.0 / degree],
            };
            if ratio != 1.0 {
                factors.extend([ratio, 1.0 / ratio]);
            }
            for factor in factors {
                add(&[k], place.named(&[k]), factor);
            }
        }
    }
}

fn offsets<'a>(model: &'a Model, place: &'a Place<'_>) -> impl Iterator<Item = Candidate> + 'a {
    let joints = model.joints.iter().enumerate();
    let turning = joints.filter(|(_, joint)| joint.kind != JointKind::Prismatic);
    turning.flat_map(move |(k, joint)| {
        OFFSETS.map(|degrees| {
            let mut change = Change::none(place.names.len());
            change.offset[k] = degrees.to_radians();
            let of = joint.name.to_owned();
            let first = k == 0;
            (Fault::Offset { of, degrees, first }, change)
        })
    })
}

/// Everything from a joint on with the opposite sign; of the last joint alone it is a sign of both.
fn twists(place: &Place<'_>) -> Vec<Candidate> {
    let n = place.names.len();
    let from = |first: usize| {
        let mut by = DMatrix::identity(n, n);
        (first..n).for_each(|k| by[(k, k)] = -1.0);
        let of = place.names[first].to_owned();
        (Fault::Twist { of }, place.change(Quantity::Both, &by))
    };
    (1..n.saturating_sub(1)).map(from).collect()
}

/// The torque of a joint or a motor, or all of them, whose factor is searched for.
pub(super) struct Gain {
    /// Which; all where there is none.
    pub(super) of: Vec<String>,
    /// What torques of the joints become with it at one.
    unit: DMatrix<f64>,
    /// What they become of the others alone.
    rest: DMatrix<f64>,
}

impl Gain {
    /// With this factor.
    pub(super) fn change(&self, factor: f64) -> Change {
        let mut change = Change::none(self.unit.nrows());
        change.torque = &self.rest + &self.unit * factor;
        change
    }
}

/// A factor on each torque, and on all together.
pub(super) fn gains(model: &Model, drive: &Drive) -> Vec<Gain> {
    let n = model.joints.len();
    let of = |place: &Place<'_>, k: usize| {
        let mut only = DMatrix::zeros(n, n);
        only[(k, k)] = 1.0;
        let unit = place.change(Quantity::Torque, &only).torque;
        Gain {
            of: place.named(&[k]),
            rest: DMatrix::identity(n, n) - &unit,
            unit,
        }
    };
    let places = places(model, drive);
    let measured = places.first();
    let each = measured
        .into_iter()
        .flat_map(|place| (0..n).map(move |k| of(place, k)));
    let all = Gain {
        of: Vec::new(),
        unit: DMatrix::identity(n, n),
        rest: DMatrix::zeros(n, n),
    };
    each.chain([all]).collect()
}

/// The torque of a joint or a motor, whose constant is searched for.
pub(super) struct Bias {
    pub(super) of: String,
    pub(super) unit: &'static str,
    /// What torques of the joints one of it makes.
    pub(super) unit_torque: DVector<f64>,
}

impl Bias {
    /// With so much added.
    pub(super) fn change(&self, torque: f64) -> Change {
        let mut change = Change::none(self.unit_torque.len());
        change.constant = &self.unit_torque * torque;
        change
    }
}

/// A constant in each torque.
pub(super) fn biases(model: &Model, drive: &Drive) -> Vec<Bias> {
    let places = places(model, drive);
    let of = |place: &Place<'_>, k: usize| {
        let slides = place.to.is_identity(0.0) && model.joints[k].kind == JointKind::Prismatic;
        Bias {
            of: place.names[k].to_owned(),
            unit: if slides { "N" } else { "N·m" },
            unit_torque: place.to.row(k).transpose(),
        }
    };
    let measured = places.first().into_iter();
    let each = measured.flat_map(|place| (0..place.names.len()).map(move |k| of(place, k)));
    each.collect()
}

#[cfg(test)]
mod tests;
