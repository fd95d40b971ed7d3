//! What the rows of a robot's equations are, in the order in which its file says what is measured.

use armwright_runtime::{Joint, JointKind, Measured, Model, Motor, Pattern, Quantity, Robot};

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
    /// The joint (or motor) whose torque it is, or the name of what is measured.
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

    /// That of a motor's torque.
    pub(crate) fn motor(motor: &Motor) -> Self {
        Self {
            name: motor.name,
            column: format!("tau_{}", motor.name),
            unit: "N·m",
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

#[cfg(test)]
mod tests {
    use super::{BASE, Row, base_regressor, measures_rows, pattern, position_unit};
    use crate::regression::by_hand::{Altered, ByHand, MODEL, ROBOT};
    use armwright_runtime::{Measured, Model, Pattern, Quantity, Sparsity, Torque};

    const SENSOR: Model = Model {
        measured: &[
            Measured {
                name: "tau_j2",
                unit: "N",
            },
            Measured {
                name: "fx_b",
                unit: "N",
            },
            Measured {
                name: "power",
                unit: "W",
            },
        ],
        sparsity: Sparsity {
            measured: Pattern(&["+0", "0+"]),
            ..MODEL.sparsity
        },
        ..MODEL
    };
    const FLOATING: Model = Model {
        bodies: &["base", "a", "b"],
        ..MODEL
    };

    fn row(name: &'static str, column: &str, unit: &'static str) -> Row {
        let column = column.to_owned();
        Row { name, column, unit }
    }

    #[test]
    fn rows_are_torques_where_nothing_else_is_said() {
        let torques = vec![row("j1", "tau_j1", "N·m"), row("j2", "tau_j2", "N")];
        assert_eq!(Row::torques(&MODEL), torques);
        assert_eq!(Row::measured(&MODEL), torques);
        assert!(torques.iter().all(|row| !row.is_of_base(&MODEL)));
        let units = MODEL.joints.iter().map(position_unit);
        assert_eq!(units.collect::<Vec<_>>(), ["rad", "m"]);
    }

    #[test]
    fn rows_are_what_the_robot_file_says_is_measured() {
        let expected = [
            row("tau_j2", "tau_j2", "N"),
            row("fx_b", "fx_b", "N"),
            row("power", "power", "W"),
        ];
        assert_eq!(Row::measured(&SENSOR), expected);
        assert_eq!(Row::torques(&SENSOR), Row::torques(&MODEL));
        assert_eq!(pattern(&SENSOR), Pattern(&["+0", "0+"]));
        assert_eq!(pattern(&MODEL), Pattern(&["+++0++0", "000++0+"]));
    }

    #[test]
    fn the_wrench_on_a_base_that_moves_comes_before_torques() {
        let wrench = [
            row("fx_base", "fx_base", "N"),
            row("fy_base", "fy_base", "N"),
            row("fz_base", "fz_base", "N"),
            row("tx_base", "tx_base", "N·m"),
            row("ty_base", "ty_base", "N·m"),
            row("tz_base", "tz_base", "N·m"),
        ];
        let found = Row::measured(&FLOATING);
        assert_eq!(found[..6], wrench);
        assert_eq!(found[6..], Row::torques(&FLOATING));
        let of_base: Vec<bool> = found.iter().map(|row| row.is_of_base(&FLOATING)).collect();
        assert_eq!(of_base.iter().filter(|of_base| **of_base).count(), 6);
        assert!(of_base[5] && !of_base[6]);
        // The same name says nothing of a base that stands still.
        assert!(!found[0].is_of_base(&MODEL));
        assert_eq!(
            BASE.map(|row| row.name),
            [0, 1, 2, 3, 4, 5].map(|k| wrench[k].name)
        );
    }

    #[test]
    fn equations_of_a_part_of_a_robot_are_those_of_its_torques() {
        static OF_SENSOR: Model = Model {
            base_of_torque: false,
            ..SENSOR
        };
        let whole = ByHand(&OF_SENSOR);
        let part = Altered {
            left_out: const { &[Torque::joint(1)] },
            ..Altered::described(&ROBOT, OF_SENSOR)
        };
        assert!(!measures_rows(&part) && measures_rows(&whole));
        assert_eq!(base_regressor(&part), Quantity::BaseRegressor);
    }

    #[test]
    fn equations_are_of_what_is_measured_where_torques_do_not_say_it() {
        static PLAIN: Model = MODEL;
        static OF_TORQUE: Model = SENSOR;
        static OF_SENSOR: Model = Model {
            base_of_torque: false,
            ..SENSOR
        };
        static ODD: Model = Model {
            base_of_torque: false,
            ..MODEL
        };
        static MOVES: Model = FLOATING;
        for (model, rows) in [
            (&PLAIN, false),
            (&OF_TORQUE, false),
            (&OF_SENSOR, true),
            (&ODD, false),
            (&MOVES, true),
        ] {
            let robot = ByHand(model);
            assert_eq!(measures_rows(&robot), rows, "{:?}", model.bodies);
            let expected = match rows {
                true => Quantity::MeasuredBaseRegressor,
                false => Quantity::BaseRegressor,
            };
            assert_eq!(base_regressor(&robot), expected);
        }
    }
}
