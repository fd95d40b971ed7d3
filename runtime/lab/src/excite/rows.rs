//! The rows of a planned motion's equations, sample by sample.

use armwright_runtime::{EvaluationError, Inputs, Quantity, Robot, Side};

use super::planned::Planned;
use crate::rows::base_regressor;
use crate::transmission::Drive;

/// Where the torques of the rows are measured, and where their noise is.
pub(super) fn measured_side(robot: &dyn Robot) -> Side {
    match base_regressor(robot) {
        Quantity::BaseRegressor => robot.model().side,
        // Rows of what else is measured are what they are.
        _ => Side::Joint,
    }
}

/// Goes through the rows of all samples; on the side of motors torques are those of motors.
pub(super) fn pass(
    robot: &dyn Robot,
    planned: &Planned,
    side: Side,
    mut take: impl FnMut(usize, &[f64]),
) -> Result<(), EvaluationError> {
    let model = robot.model();
    let (quantity, b) = (base_regressor(robot), model.base.len().max(1));
    let mut out = vec![0.0; quantity.length(model)];
    let drive = Drive::of(model).filter(|_| side == Side::Motor);
    let to_motors = drive.map(|drive| drive.torque_rows(Side::Motor));
    let mut own = vec![0.0; b];
    let mut state: [Vec<f64>; 3] = Default::default();
    for k in 0..planned.time.len() {
        for (state, columns) in state.iter_mut().zip(&planned.state) {
            state.clear();
            state.extend(columns.iter().map(|column| column[k]));
        }
        let [q, qd, qdd] = &state;
        let inputs = Inputs {
            q,
            qd,
            qdd,
            ..Inputs::default()
        };
        robot.evaluate(quantity, &inputs, &mut out)?;
        for (row, columns) in out.chunks_exact(b).enumerate() {
            let Some(to_motors) = &to_motors else {
                take(row, columns);
                continue;
            };
            own.fill(0.0);
            for (joint, columns) in out.chunks_exact(b).enumerate() {
                let share = to_motors[(row, joint)];
                own.iter_mut()
                    .zip(columns)
                    .for_each(|(sum, y)| *sum += share * y);
            }
            take(row, &own);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{Measured, Model, Side};

    use super::measured_side;
    use crate::regression::by_hand::{ByHand, MODEL};

    const MOTORS: Model = Model {
        side: Side::Motor,
        ..MODEL
    };
    const SENSED: Model = Model {
        measured: &[Measured {
            name: "fx_a",
            unit: "N",
        }],
        base_of_torque: false,
        ..MOTORS
    };

    /// Torques are measured where the file says; what a sensor measures is behind no transmission.
    #[test]
    fn what_a_sensor_measures_is_not_at_the_motors() {
        assert_eq!(measured_side(&ByHand(&MOTORS)), Side::Motor);
        assert_eq!(measured_side(&ByHand(&SENSED)), Side::Joint);
    }
}
