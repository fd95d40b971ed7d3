//! The other side of the transmission, and ratios that are not those of the robot file.

use nalgebra::DMatrix;

use super::candidates::Candidate;
use super::change::{Change, Fault};
use super::quantity::Quantity;
use crate::motion::Motion;
use crate::regression::Equations;
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

/// Each ratio by which a motor turns with the joint of another one, with the opposite sign, where something was measured at the motors. Of
/// a motor that turns with one joint alone it would be the sign of all that is the motor's.
pub(super) fn couplings(equations: &Equations<'_>, sides: Sides) -> Vec<Candidate> {
    let [Some(position), Some(torque)] = sides else {
        return Vec::new();
    };
    let (model, drive, n) = (
        equations.robot().model(),
        equations.drive(),
        equations.joints(),
    );
    let [moved, driven] = [position, torque].map(|side| side == Side::Motor);
    // What another transmission makes of a torque takes all of them.
    if !(moved || driven) || equations.rows() != n {
        return Vec::new();
    }
    let couples = |motor: usize, joint: usize| {
        let turns = |k: usize| drive.ratio(motor, k) != 0.0;
        motor != joint && turns(joint) && (0..n).any(|k| k != joint && turns(k))
    };
    let candidate = |motor: usize, joint: usize| {
        let other = drive.opposite(motor, joint)?;
        let mut change = Change::none(n);
        if moved {
            let back = other.torque_rows(Side::Motor).transpose();
            change.position = back * drive.to_motor_matrix();
        }
        if driven {
            let back = drive.torque_rows(Side::Motor);
            change.torque = other.to_motor_matrix().transpose() * back;
        }
        change.drive = Some(other);
        let ratio = drive.ratio(motor, joint);
        let fault = Fault::Coupling {
            motor: model.motors[motor].name.to_owned(),
            joint: model.joints[joint].name.to_owned(),
            ratio,
            instead: -ratio,
        };
        Some((fault, change))
    };
    let mut all = Vec::new();
    for motor in 0..model.motors.len() {
        let joints = (0..n).filter(|&joint| couples(motor, joint));
        all.extend(joints.filter_map(|joint| candidate(motor, joint)));
    }
    all
}

#[cfg(test)]
mod tests;
