//! The motion of a robot that is driven: friction that sticks and slips, motors with voltages, any torques.
//!
//! [`Machine`] is a robot with numbers: its parameters, friction at its joints and motors, its drives ([`Electric`]), joints
//! that are locked. [`simulate`] moves it under an [`Input`], with steps that adapt to the motion and end where a velocity changes
//! its sign; [`march`] gives the same with derivatives by parameters and by the state at the beginning. Both stop where a motion cannot
//! go on, say where and why ([`Stop`]), and keep what was found until then.

mod columns;
mod dense;
mod drive;
mod error;
mod event;
mod factor;
mod friction;
mod hold;
mod input;
mod integrator;
mod layout;
mod locate;
mod machine;
mod memory;
mod motion;
mod rest;
mod right;
mod sensitivity;
mod settings;
mod side_by_side;
mod switch;
#[cfg(test)]
mod tests;

pub use drive::{Electric, ElectricPart};
pub use error::{Fault, SimulationError, Stop};
pub use event::{Event, Turn};
pub use friction::{FrictionLaw, FrictionSite, FrictionTerm};
pub use input::{Feedback, Function, Hold, Input, Sampled};
pub(crate) use machine::smallest;
#[cfg(feature = "cli")]
pub(crate) use machine::standard;
pub use machine::{Direction, Machine};
pub use motion::{Balance, Motion, Start, simulate};
pub use sensitivity::{Marched, march};
pub use settings::{Count, Grid, Settings, Steps};
