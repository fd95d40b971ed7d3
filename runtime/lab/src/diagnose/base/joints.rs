//! Faults of the joints of a robot whose base moves: those of one that stands, undone beside those of the IMU.

use std::mem::{Discriminant, discriminant};

use super::super::candidates::{Bias, Candidate, Gain, biases, candidates, gains};
use super::super::change::{Change, Fault};
use super::super::quantity::Quantity;
use super::super::search::is_quarter;
use super::super::units::Unit;
use crate::regression::Equations;
use crate::thresholds::GAIN;
use armwright_runtime::JointKind;

/// Offsets from which the one that leaves least is looked for, degrees.
const OFFSETS: [f64; 3] = [0.0, 60.0, -60.0];
/// Among how many joints, those of which most is left, exchanges are looked for: of all there would be too many.
const MOST: usize = 8;
/// Units of torque that are taken for one another.
const UNITS: [f64; 2] = [1e-3, 1e3];

/// A fault of joints, by its place in [`Joints`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum OfJoints {
    /// One that no number tells.
    Usual(usize),
    /// A factor on a torque, less one.
    Gain(usize),
    /// A constant in a torque.
    Constant(usize),
    /// An offset of a position, besides so many degrees.
    Offset(usize, f64),
}

/// A kind of fault, and of what it is.
type Group = (Discriminant<Fault>, Option<Quantity>);

/// What may be wrong with joints.
pub(super) struct Joints<'a> {
    names: Vec<&'a str>,
    usual: Vec<Candidate>,
    gains: Vec<Gain>,
    biases: Vec<Bias>,
    turns: Vec<bool>,
    /// For each joint the row that is its torque.
    rows: Vec<Option<usize>>,
}

impl<'a> Joints<'a> {
    pub(super) fn of(equations: &Equations<'a>) -> Self {
        let (model, drive) = (equations.robot().model(), equations.drive());
        let driven = equations.driven();
        let rows = 0..model.joints.len();
        let rows = rows.map(|joint| driven.iter().position(|row| *row == Some(joint)));
        let rows: Vec<Option<usize>> = rows.collect();
        let gains: Vec<Gain> = gains(model, drive)
            .into_iter()
            .filter(|gain| gain.of.len() == 1 && is_measured(&gain.change(2.0), &rows))
            .collect();
        let units = gains.iter().flat_map(|gain| {
            UNITS.map(|factor| {
                let of = gain.of.clone();
                let quantity = Quantity::Torque;
                let fault = Fault::Factor {
                    quantity,
                    of,
                    factor,
                };
                (fault, gain.change(factor))
            })
        });
        let of_joints = |fault: &Fault| {
            matches!(
                fault,
                Fault::Sign { .. }
                    | Fault::Swapped { .. }
                    | Fault::Offset { .. }
                    | Fault::Factor { .. }
            )
        };
        // What it stands on moves, and says how: gravity is no other cause.
        let usual = candidates(model, drive).into_iter();
        let usual = usual.map(|(mut fault, change)| {
            if let Fault::Offset { first, .. } = &mut fault {
                *first = false;
            }
            (fault, change)
        });
        let usual = usual.filter(|(fault, change)| of_joints(fault) && is_measured(change, &rows));
        let biases = biases(model, drive).into_iter();
        let joints = model.joints.iter();
        Self {
            names: joints.clone().map(|joint| joint.name).collect(),
            turns: joints
                .map(|joint| joint.kind != JointKind::Prismatic)
                .collect(),
            usual: usual.chain(units).collect(),
            biases: biases
                .filter(|bias| is_measured(&bias.change(1.0), &rows))
                .collect(),
            gains,
            rows,
        }
    }

    /// What is tried where so much is left of the rows: the best of each group is gone on with. What is wrong with a joint
    /// may be seen in other rows than its own.
    pub(super) fn starts(&self, left: &[Option<f64>]) -> Vec<Vec<OfJoints>> {
        let n = self.names.len();
        let share = |joint: usize| self.rows[joint].and_then(|row| left[row]);
        let share = |joint: usize| share(joint).unwrap_or(f64::INFINITY);
        let mut most: Vec<usize> = (0..n).collect();
        most.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        most.truncate(MOST);
        let is_tried = |(fault, change): &Candidate| match fault {
            Fault::Swapped { .. } => touched(change).iter().all(|joint| most.contains(joint)),
            _ => true,
        };
        let mut groups: Vec<(Group, Vec<OfJoints>)> = Vec::new();
        let usual = self.usual.iter().enumerate();
        for (k, (fault, _)) in usual.filter(|(_, candidate)| is_tried(candidate)) {
            let (of, kind) = (group(fault), OfJoints::Usual(k));
            match groups.iter_mut().find(|(other, _)| *other == of) {
                Some((_, kinds)) => kinds.push(kind),
                None => groups.push((of, vec![kind])),
            }
        }
        let gains = (0..self.gains.len()).map(|k| vec![OfJoints::Gain(k)]);
        let constants = (0..self.biases.len()).map(|k| vec![OfJoints::Constant(k)]);
        let turning = (0..n).filter(|&joint| self.turns[joint]);
        let offsets = turning.map(|joint| OFFSETS.map(|x| OfJoints::Offset(joint, x)).to_vec());
        let numbers = gains.chain(constants).chain(offsets);
        let groups = groups.into_iter().map(|(_, kinds)| kinds);
        groups.chain(numbers).collect()
    }

    /// What undoes a fault of these numbers.
    pub(super) fn change(&self, of: OfJoints, by: &[f64]) -> Change {
        match of {
            OfJoints::Usual(k) => self.usual[k].1.clone(),
            OfJoints::Gain(k) => self.gains[k].change(1.0 + by[0]),
            OfJoints::Constant(k) => self.biases[k].change(by[0]),
            OfJoints::Offset(joint, start) => {
                let mut change = Change::none(self.names.len());
                change.offset[joint] = start.to_radians() + by[0];
                change
            }
        }
    }

    /// Whether numbers are none that one of [`OfJoints::Usual`] has, or hardly any at all.
    pub(super) fn is_other(&self, of: OfJoints, by: &[f64]) -> bool {
        match of {
            OfJoints::Gain(_) => {
                let factor = 1.0 + by[0];
                let unit = Unit::of(Quantity::Torque, factor);
                factor > 0.0 && factor.ln().abs() > GAIN.ln() && unit.is_none()
            }
            OfJoints::Offset(_, start) => !is_quarter(start + by[0].to_degrees()),
            OfJoints::Usual(_) | OfJoints::Constant(_) => true,
        }
    }

    /// The fault of these numbers.
    pub(super) fn fault(&self, of: OfJoints, by: &[f64]) -> Fault {
        match of {
            OfJoints::Usual(k) => self.usual[k].0.clone(),
            OfJoints::Gain(k) => Fault::Factor {
                quantity: Quantity::Torque,
                of: self.gains[k].of.clone(),
                factor: 1.0 + by[0],
            },
            OfJoints::Constant(k) => {
                let bias = &self.biases[k];
                Fault::Bias {
                    of: bias.of.clone(),
                    torque: by[0],
                    unit: bias.unit,
                    joints: bias.change(by[0]).constant.iter().copied().collect(),
                }
            }
            OfJoints::Offset(joint, start) => {
                let degrees = start + by[0].to_degrees();
                Fault::Offset {
                    of: self.names[joint].to_owned(),
                    degrees: degrees - 360.0 * (degrees / 360.0).round(),
                    first: false,
                }
            }
        }
    }

    /// How many joints there are.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }
}

/// Faults of one kind, of which only the best is gone on with.
fn group(fault: &Fault) -> Group {
    let quantity = match fault {
        Fault::Sign { quantity, .. }
        | Fault::Swapped { quantity, .. }
        | Fault::Factor { quantity, .. } => Some(*quantity),
        _ => None,
    };
    (discriminant(fault), quantity)
}

/// The joints of which something is changed.
fn touched(change: &Change) -> Vec<usize> {
    let n = change.offset.len();
    let none = Change::none(n);
    let differs = |k: &usize| {
        change.position.row(*k) != none.position.row(*k)
            || change.torque.row(*k) != none.torque.row(*k)
            || change.offset[*k] != 0.0
            || change.constant[*k] != 0.0
    };
    (0..n).filter(differs).collect()
}

/// Whether all torques that a change reads and writes are measured.
fn is_measured(change: &Change, rows: &[Option<usize>]) -> bool {
    let none = Change::none(rows.len());
    let mut joints = rows.iter().enumerate();
    joints.all(|(k, row)| {
        row.is_some()
            || change.torque.row(k) == none.torque.row(k)
                && change.torque.column(k) == none.torque.column(k)
                && change.constant[k] == 0.0
    })
}

#[cfg(test)]
mod tests;
