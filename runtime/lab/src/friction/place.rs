//! Where friction acts: on each joint, or on each motor, as the robot file has it.

use crate::held::rubs;
use crate::regression::Equations;
use crate::transmission::Drive;
use armwright_runtime::{JointKind, Model, ParameterKind, Side};

use super::law::{Extra, Law, Shape};
use super::warmth::Warmth;

/// A joint or a motor whose friction is looked at.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    /// Its number among joints or motors.
    pub(super) index: usize,
    /// Whether it is a motor.
    pub(super) on_motor: bool,
    /// What it is called.
    pub(super) name: String,
    /// Whether its velocity is in m/s.
    pub(super) slides: bool,
    /// The base parameters that are its friction by the robot file.
    pub(super) own: Vec<usize>,
    /// The law of the robot file.
    pub(super) law: Law,
    /// How warm it was; none where that was not recorded.
    pub(super) warmth: Option<Warmth>,
}

/// The places whose friction enters a row of the equations: those of the robot file, and of a joint that has none
/// there, its own or that of its motor.
pub(super) fn places(equations: &Equations<'_>) -> Vec<Place> {
    let model = equations.robot().model();
    let all = (0..model.joints.len()).flat_map(|k| {
        let both = [false, true].map(|on_motor| place(model, k, on_motor));
        let rubs = both.iter().any(|place| !place.own.is_empty());
        let on_motor = equations.side() == Side::Motor;
        both.into_iter().filter(move |place| match rubs {
            true => !place.own.is_empty(),
            false => place.on_motor == on_motor,
        })
    });
    let enters = |place: &Place| {
        let mut rows = equations.places().iter();
        rows.any(|row| !place.is_zero(equations.drive(), equations.side(), *row))
    };
    all.filter(enters).collect()
}

/// A joint, or a motor.
pub(super) fn place(model: &Model, index: usize, on_motor: bool) -> Place {
    let is_own = |j: &usize| {
        let kind = model.parameters[model.base[*j].representative].kind;
        rubs(model, kind, index, on_motor)
    };
    let own: Vec<usize> = (0..model.base.len()).filter(is_own).collect();
    let joint = &model.joints[index];
    Place {
        index,
        on_motor,
        name: match model.motors.get(index).filter(|_| on_motor) {
            Some(motor) => motor.name.to_owned(),
            None => joint.name.to_owned(),
        },
        slides: !on_motor && joint.kind == JointKind::Prismatic,
        law: law_of_file(model, &own),
        warmth: None,
        own,
    }
}

/// The law that base parameters of friction make up.
fn law_of_file(model: &Model, own: &[usize]) -> Law {
    let has = |wanted: fn(ParameterKind) -> bool| {
        let mut kinds = own
            .iter()
            .map(|j| model.parameters[model.base[*j].representative].kind);
        kinds.any(wanted)
    };
    let apart = has(|k| {
        matches!(
            k,
            ParameterKind::CoulombPositive(_) | ParameterKind::CoulombNegative(_)
        )
    });
    let directional = has(|k| {
        matches!(
            k,
            ParameterKind::ViscousPositive(_) | ParameterKind::ViscousNegative(_)
        )
    });
    let coulomb = apart || has(|k| matches!(k, ParameterKind::Coulomb(_)));
    let viscous = directional || has(|k| matches!(k, ParameterKind::Viscous(_)));
    let shape = match (coulomb, viscous) {
        _ if has(|k| matches!(k, ParameterKind::Quadratic(_))) => Shape::Quadratic,
        (true, true) => Shape::CoulombViscous,
        (true, false) => Shape::Coulomb,
        (false, true) => Shape::Viscous,
        (false, false) => Shape::None,
    };
    let mut law = Law::of(shape);
    if apart || has(|k| matches!(k, ParameterKind::Offset(_))) {
        law = law.with(Extra::Offset);
    }
    if directional {
        law = law.with(Extra::Directional);
    }
    law
}

impl Place {
    /// Whether its friction never enters a row: the torque of a joint, or of a motor.
    pub(super) fn is_zero(&self, drive: &Drive, side: Side, row: usize) -> bool {
        match (self.on_motor, side) {
            (false, Side::Joint) | (true, Side::Motor) => self.index != row,
            (true, Side::Joint) => drive.ratio(self.index, row) == 0.0,
            (false, Side::Motor) => drive.torque_rows(Side::Motor)[(row, self.index)] == 0.0,
        }
    }
}

#[cfg(test)]
mod tests;
