//! Simulated experiments: a motion, torques from known parameters, sensors with their faults.

mod design;
mod driven;
mod held_base;
mod invention;
mod noise;
#[cfg(test)]
pub(crate) mod quadruped;
mod simulation;
mod small_motion;
#[cfg(test)]
mod tests;
mod trajectory;
mod written;

pub use crate::random::Random;
pub use design::best_designed;
pub use driven::record_motion;
pub use held_base::HeldBase;
pub use invention::invented;
pub use noise::Sensors;
#[cfg(feature = "cli")]
pub(crate) use simulation::MOST;
pub use simulation::{Simulated, SimulationError, simulate};
pub use small_motion::{configurations, small_motion};
pub(crate) use trajectory::limits;
pub use trajectory::{Fourier, MotionError, Quintic, Trajectory, designed};
