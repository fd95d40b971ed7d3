//! The other side of the transmission, and gear ratios that are not those of the robot file.

use nalgebra::DMatrix;

use super::candidates::Candidate;
use super::change::{Change, Fault};
use super::quantity::Quantity;
use crate::motion::Motion;
use crate::transmission::Drive;
use armwright_runtime::{Model, Side};

/// On which side positions and torques were measured; none where motions differ.
pub(super) type Sides = [Option<Side>; 2];

/// The sides of some motions.
pub(super) fn of_motions(motions: &[Motion]) -> Sides {
    [0, 1].map(|k| {
        let mut sides = motions.iter().map(|motion| motion.sides[k]);
        let first = sides.next()?;
        sides.all(|side| side == first).then_some(first)
    })
}

/// Positions, torques and both as if they had been measured on the other side than the description says.
pub(super) fn sides(drive: &Drive, [position, torque]: Sides) -> Vec<Candidate> {
    let to = drive.to_motor_matrix();
    let n = to.ncols();
    let back = drive.torque_rows(Side::Motor).transpose();
    if to.is_identity(0.0) {
        return Vec::new();
    }
    let other = |side: Side| match side {
        Side::Joint => Side::Motor,
        Side::Motor => Side::Joint,
    };
    // What was taken for the motors' went through `G⁻¹` and `Gᵀ`.
    let undo = |quantity: Quantity, side: Side| {
        let mut change = Change::none(n);
        let at_joints = side == Side::Joint;
        if quantity != Quantity::Torque {
            change.position = if at_joints { to.clone() } else { back.clone() };
        }
        if quantity != Quantity::Position {
            let torque = if at_joints { &back } else { to };
            change.torque = torque.transpose();
        }
        let side = side.into();
        (Fault::Side { quantity, side }, change)
    };
    let single = [(Quantity::Position, position), (Quantity::Torque, torque)];
    let mut all: Vec<Candidate> = single
        .into_iter()
        .filter_map(|(quantity, side)| Some(undo(quantity, other(side?))))
        .collect();
    if let (Some(side), true) = (position, position == torque) {
        all.push(undo(Quantity::Both, other(side)));
    }
    all
}

/// A motor whose gear ratio is searched for.
pub(super) struct Ratio {
    pub(super) of: String,
    motor: usize,
    /// Whether torques go through it as well.
    torque: bool,
}

impl Ratio {
    /// With what the robot file has multiplied by a factor.
    pub(super) fn change(&self, drive: &Drive, factor: f64) -> Change {
        let to = drive.to_motor_matrix();
        let back = drive.torque_rows(Side::Motor).transpose();
        let n = to.ncols();
        let mut by = DMatrix::identity(n, n);
        by[(self.motor, self.motor)] = factor.recip();
        let mut change = Change::none(n);
        change.position = &back * &by * to;
        if self.torque {
            by[(self.motor, self.motor)] = factor;
            change.torque = to.transpose() * by * back.transpose();
        }
        change
    }
}

/// The motors whose positions went through their gears; a factor of a torque alone is another fault.
pub(super) fn ratios(model: &Model, drive: &Drive, [position, torque]: Sides) -> Vec<Ratio> {
    if position != Some(Side::Motor) || torque.is_none() || drive.to_motor_matrix().is_identity(0.0)
    {
        return Vec::new();
    }
    let motors = model.motors.iter().enumerate();
    let each = motors.map(|(motor, known)| Ratio {
        of: known.name.to_owned(),
        motor,
        torque: torque == Some(Side::Motor),
    });
    each.collect()
}

#[cfg(test)]
mod tests;
