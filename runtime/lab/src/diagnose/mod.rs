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
mod candidates;
mod cause;
mod certain;
mod change;
mod dead;
mod fit;
mod frozen;
mod held;
mod judgement;
mod probe;
mod quantity;
mod search;
mod sensors;
mod sides;
mod size;
mod slopes;
mod smooth;
mod trial;
mod undo;
mod units;

pub use base_fault::{BaseFault, Sensor};
pub use cause::{Cause, Evidence, Lift};
pub use change::Fault;
pub(crate) use dead::without_causes_of_dead;
pub(crate) use held::{confirmed, holds};
pub use quantity::Quantity;
pub(crate) use sensors::without_factors_of_dead;
pub use sensors::{Held, Sensed, SensorFault, sensors};
pub(crate) use size::{Sizes, densities};
pub use slopes::Mismatch;

use crate::motion::Motion;
use crate::regression::{Equations, RegressionError};

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
