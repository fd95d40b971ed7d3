//! What the rows of a robot's equations are, in the order in which its file says what is measured.

use armwright_runtime::{Joint, JointKind, Measured, Model, Pattern, Quantity, Robot};

/// The wrench on a base that moves.
pub const BASE: [Measured; 6] = [
    of_base("fx_base", "N"),
    of_base("fy_base", "N"),
    of_base("fz_base", "N"),
    of_base("tx_base", "N·m"),
    of_base("ty_base", "N·m"),
    of_base("tz_base", "N·m"),
];

const fn of_base(name: &'static str, unit: &'static str) -> Measured {
    Measured { name, unit }
}

/// The unit of a joint's position.
pub(crate) fn position_unit(joint: &Joint) -> &'static str {
    match joint.kind {
        JointKind::Prismatic => "m",
        JointKind::Revolute | JointKind::Continuous => "rad",
    }
}

/// A row as people know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The joint whose torque it is, or the name of what is measured.
    pub name: &'static str,
    /// What a column of a file is called that holds it: `tau_q1`, `fx_tool`.
    pub column: String,
    /// Its unit.
    pub unit: &'static str,
}

impl Row {
    /// Those of the joints' torques.
    #[must_use]
    pub fn torques(model: &Model) -> Vec<Self> {
        model.joints.iter().map(Self::joint).collect()
    }

    /// Those of what the robot file says is measured: all torques, after the wrench on a base that moves, where it
    /// says nothing else.
    #[must_use]
    pub fn measured(model: &Model) -> Vec<Self> {
        let base = if model.base_moves() { &BASE[..] } else { &[] };
        match model.measured {
            [] => base
                .iter()
                .map(Self::of)
                .chain(Self::torques(model))
                .collect(),
            measured => measured.iter().map(Self::of).collect(),
        }
    }

    /// Whether it is one of the wrench on a base that moves: nothing measures it, and only contacts make it.
    #[must_use]
    pub fn is_of_base(&self, model: &Model) -> bool {
        model.base_moves() && BASE.iter().any(|row| row.name == self.name)
    }

    fn joint(joint: &Joint) -> Self {
        Self {
            name: joint.name,
            column: format!("tau_{}", joint.name),
            unit: match joint.kind {
                JointKind::Prismatic => "N",
                JointKind::Revolute | JointKind::Continuous => "N·m",
            },
        }
    }

    fn of(row: &Measured) -> Self {
        Self {
            name: row.name,
            column: row.name.to_owned(),
            unit: row.unit,
        }
    }
}

/// Whether the equations of a robot are those of what its file says is measured, and not of the joints' torques alone: its
/// base moves, or its base parameters are not those of torques.
pub(crate) fn measures_rows(robot: &dyn Robot) -> bool {
    let model = robot.model();
    let rows = !model.measured.is_empty() && robot.left_out().is_empty();
    model.base_moves() || (rows && !model.base_of_torque)
}

/// The base regressor that has the rows of a robot's equations.
pub(crate) fn base_regressor(robot: &dyn Robot) -> Quantity {
    if measures_rows(robot) {
        Quantity::MeasuredBaseRegressor
    } else {
        Quantity::BaseRegressor
    }
}

/// The zeros of what is measured, in the standard regressor.
pub(crate) fn pattern(model: &Model) -> Pattern {
    match model.measured {
        [] => model.sparsity.joint,
        _ => model.sparsity.measured,
    }
}
