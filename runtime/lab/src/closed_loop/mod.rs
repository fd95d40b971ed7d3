//! Motions of a robot with identified parameters under a controller: what torques and friction make of it.
//!
//! [`Plant`] is the robot, [`Controller`] what drives it ([`ComputedTorque`] along a [`Reference`], [`Springs`] that hold
//! it), [`run`] integrates both; a [`Follower`] drives what [`simulate`](crate::simulation::simulate) moves, friction that sticks included. Parameters that no robot can have (an inertia matrix that is singular or not positive) and motions
//! that run away are told with the time and the joint.

mod control;
mod error;
mod follower;
mod integration;
mod plant;
mod reference;
#[cfg(test)]
mod tests;

pub use control::{ComputedTorque, Controller, Springs};
pub use error::ClosedLoopError;
pub use follower::{Follower, Law, states_along};
pub use integration::run;
pub use plant::{Dynamics, Plant};
pub use reference::{Reference, ReferenceJump};
