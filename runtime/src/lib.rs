//! What generated robot code links into: numbers, the robot's interface, its data, recovery.
//!
//! The crate is `no_std`, never allocates and never panics, so that it can run in a controller, and
//! computes the same numbers whoever links it. What an engineer's workstation needs (recordings,
//! signal conditioning, estimators, simulation, reports, the command line) is `armwright-lab`.
//!
//! # The tour, continued
//!
//! The crate documentation of `armwright-codegen` goes from an empty crate to the line
//! `armwright_runtime::include_robot!(pendulum);`. That declares a module with
//!
//! - constants and functions with shapes in their types, generic over [`Scalar`]:
//!   `pendulum::inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau)` with
//!   `theta: &[S; pendulum::PARAMETERS]` and `tau: &mut [S; pendulum::DOF]`;
//! - `pendulum::ROBOT`, a [`Robot`]: the same functions on slices, for code that works with any robot, each
//!   by its name or through the table of [`Quantity`];
//! - `pendulum::ROBOT.model()`, a [`Model`]: names, sizes, base parameters, operation counts.
//!
//! **Any robot.** Slices of a wrong length are answered, never a panic:
//!
//! ```
//! use armwright_runtime::{EvaluationError, Robot};
//!
//! /// Torques that hold a robot still against its weight.
//! fn hold(robot: &dyn Robot, theta: &[f64], q: &[f64], tau: &mut [f64]) -> Result<(), EvaluationError> {
//!     robot.gravity_torques(theta, q, tau)
//! }
//!
//! let short = armwright_runtime::vector::<3>(&[0.1, 0.2]);
//! assert!(short.is_err());
//! ```
//!
//! The crate `armwright-lab` takes such a robot from a recording to identified parameters and a report.

#![no_std]

mod base;
pub mod control;
mod dual;
mod element;
mod equations;
mod float;
mod forward;
mod frame;
pub mod friction;
mod fused;
mod inertial;
mod lanes;
mod model;
pub mod online;
mod packing;
mod parameter;
mod quantity;
pub mod recovery;
mod robot;
mod scalar;
mod shape;
mod sine;
mod trace;
mod transmission;

pub use base::BaseMotion;
pub use dual::{Dual, duals};
pub use element::{Element, ElementPart, ElementTerm};
pub use equations::{
    Equations, evaluate, evaluate_as, evaluate_batch, evaluate_each, evaluate_packed,
    evaluate_whole,
};
pub use forward::{ForwardError, forward_dynamics};
pub use frame::Frame;
pub use inertial::{Axis, Inertial};
pub use lanes::{Columns, Isa, Kernel, Lanes, PACKET, Packet, Single, SingleKernel};
pub use model::{
    BaseParameter, Class, Cost, Follower, Joint, JointKind, Measured, Model, Motor, Parameter,
    Pattern, Share, Side, SingleTorque, Sparsity, Term, Torque,
};
pub use packing::{Dense, Packing, Results};
pub use parameter::{ParameterKind, Site};
pub use quantity::{Dimension, Inputs, Quantity};
pub use recovery::{
    Physical, PhysicalKind, Recovery, RecoveryError, Spare, Step, StepKind, Undetermined,
};
pub use robot::{EvaluationError, Robot};
pub use scalar::{Part, Radical, Real, Scalar, Transcendental};
pub use shape::{ShapeError, matrix_mut, of_any, vector, vector_mut};
pub use trace::{Operation, Source, Tape, Traced};
pub use transmission::Transmission;

/// Includes the module that a build script generated from a robot file.
///
/// `include_robot!(scara)` declares `pub mod scara` with the content of `OUT_DIR/scara.rs`, which
/// `armwright_codegen::robot("robots/scara.yaml").build()` wrote.
#[macro_export]
macro_rules! include_robot {
    ($robot:ident) => {
        #[doc = concat!("The generated functions of the robot `", stringify!($robot), "`.")]
        pub mod $robot {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($robot), ".rs"));
        }
    };
}
