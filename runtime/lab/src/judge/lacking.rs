//! Of which joints the model lacks terms.

use super::facts::Facts;
use crate::statistics::Fit;
use crate::transmission::Drive;

/// Whether terms that the model lacks explain most of what is left of a row that is in this torque: of a joint these are the rows of
/// its motors, where equations are of motors.
pub(super) fn is_lacking(facts: &Facts<'_>, fit: &Fit) -> bool {
    let (model, of_motors) = (facts.model, !facts.found.motors.is_empty());
    let joint = model.joints.iter().position(|joint| joint.name == fit.name);
    let joint = joint.filter(|_| of_motors && !fit.is_motor);
    let is_in = |row: &str| {
        let motor = model.motors.iter().position(|motor| motor.name == row);
        match (motor, joint) {
            (Some(motor), Some(joint)) => {
                Drive::of(model).is_some_and(|drive| drive.ratio(motor, joint) != 0.0)
            }
            _ => row == fit.name,
        }
    };
    facts.lacking().into_iter().any(is_in)
}
