//! Wrong data named: which usual fault of a recording would make it fit.
//!
//! A recording whose torques are not explained, or are explained only by parameters that no robot has,
//! mostly has a sign, a unit, a column or an offset wrong. Each such fault is undone in turn on a few
//! hundred instants of the motion (`probe`), parameters that a robot can have are fitted again
//! (`fit`), and the fault is named whose undoing explains torques that were not explained before.
//! Where a robot file has nominal values, faults that free parameters would absorb are seen by these. A factor of all
//! torques together is seen by what robots are (`size`).
//!
//! What cannot be seen: a factor of all torques together that leaves a robot that there could be; an angle or a direction that
//! only turns the frame of a body (an offset of the last joint, a joint's direction together with its torque
//! where the robot is its own mirror image); another convention of Denavit and Hartenberg, which is another
//! robot.

mod base;
mod base_fault;
mod by_identified;
mod candidates;
mod cause;
mod certain;
mod change;
mod clock;
mod dead;
mod encoder_reset;
mod fit;
mod frozen;
mod held;
mod judgement;
mod mounting;
mod probe;
mod quantity;
mod rest;
mod said;
mod sample_hold;
mod search;
mod sensors;
mod sides;
mod simulated;
mod size;
mod slopes;
mod smooth;
mod times;
mod trial;
mod turned;
mod undo;
mod units;
mod weight;

pub use base_fault::{BaseFault, Frame, Sensor};
pub(crate) use by_identified::causes_by_identified;
pub use cause::{Cause, Evidence, Lift};
pub use change::Fault;
pub(crate) use clock::{is_believed, of_clock};
pub(crate) use dead::without_causes_of_dead;
pub(crate) use encoder_reset::encoder_resets;
pub(crate) use frozen::frozen_positions;
pub(crate) use held::{Hold, confirmed, holds};
pub use quantity::Quantity;
pub(crate) use rest::at_rest;
pub(crate) use sample_hold::{SampleHold, of_sample_hold};
pub(crate) use sensors::without_factors_of_dead;
pub use sensors::{Held, Sensed, SensorFault, sensors};
pub use simulated::sensors_of_simulated;
pub(crate) use size::{Sizes, densities};
pub use slopes::Mismatch;
pub(crate) use turned::{measured, turned};

use crate::motion::Motion;
use crate::regression::{Equations, RegressionError};

/// Whether accelerations of motions are noise: what multiplies them, inertias, is drowned in it. Those of a base that moves, or beside
/// what else is measured, are not looked at.
///
/// # Errors
/// [`RegressionError`] if the robot's functions do not fit its description.
pub(crate) fn are_noise(
    equations: &Equations<'_>,
    motions: &[Motion],
) -> Result<bool, RegressionError> {
    if equations.robot().model().base_moves() || !equations.measured().is_empty() {
        return Ok(false);
    }
    let probe = probe::Probe::of(equations, motions);
    Ok(probe?.is_some_and(|probe| probe.is_noisy))
}

/// What is most likely wrong with motions: the fault that explains best why they do not fit, then those that
/// explain it as well; none where they fit or no usual fault explains why not.
///
/// # Errors
/// [`RegressionError`] if the robot's functions do not fit its description.
pub fn causes(
    equations: &Equations<'_>,
    motions: &[Motion],
    progress: &mut dyn FnMut(f64),
) -> Result<Vec<Cause>, RegressionError> {
    if equations.robot().model().base_moves() {
        return base::causes(equations, motions, progress);
    }
    let Some(probe) = probe::Probe::of(equations, motions)? else {
        return Ok(Vec::new());
    };
    judgement::causes(&probe, progress)
}

#[cfg(test)]
mod tests {
    use super::causes;
    use crate::motion::Motion;
    use crate::options::EquationSide;
    use crate::regression::Equations;
    use crate::regression::by_hand::{self, ROBOT};
    use armwright_runtime::Side;

    /// Torques of which the slide's have the wrong sign: it has a mass.
    fn wrong(samples: u32) -> Motion {
        let beta = [1.5, 1.2, 3.0, 0.2, 0.7, -0.5];
        let processing = by_hand::processing(EquationSide::Joint);
        by_hand::moved("swing", (0.0, samples), processing, &mut |_, rows| {
            let torques = rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>());
            [torques[0], -torques[1]]
        })
    }

    /// Of 58 samples 24 at either end do not count, and 3 more are next to those that do not: 4 instants of 2 equations tell nothing of
    /// 6 parameters.
    #[test]
    fn what_the_first_motion_does_not_tell_the_second_does() {
        let mut short = wrong(58);
        short.processing.trim = 24;
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let told = |motions: &[Motion]| {
            let causes = causes(&equations, motions, &mut |_| {});
            !causes.expect("an answer").is_empty()
        };
        assert!(!told(std::slice::from_ref(&short)));
        assert!(told(&[short, wrong(120)]));
    }
}
