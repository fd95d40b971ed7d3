//! What generated robot code links into: a small allocation-free core, and the laboratory.
//!
//! The core ([`Scalar`], [`Robot`], [`Model`], [`Transmission`], [`friction`], [`recovery`]) is `no_std`, never
//! allocates and never panics, so that it can run in a controller. The laboratory (`lab`, a
//! default feature) is what an engineer's workstation needs: recordings, signal conditioning,
//! estimators, simulation, reports and the command line.
//!
//! # The tour, continued
//!
//! The crate documentation of `armwright-codegen` goes from an empty crate to the line
//! `armwright_runtime::include_robot!(pendulum);`. That declares a module with
//!
//! - constants and functions with shapes in their types, generic over [`Scalar`]:
//!   `pendulum::inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau)` with
//!   `theta: &[S; pendulum::PARAMETERS]` and `tau: &mut [S; pendulum::DOF]`;
//! - `pendulum::ROBOT`, a [`Robot`]: the same functions on slices, for code that works with any robot;
//! - `pendulum::ROBOT.model()`, a [`Model`]: names, sizes, base parameters, operation counts.
//!
//! **Any robot.** Slices of a wrong length are answered, never a panic:
//!
//! ```
//! use armwright_runtime::{Robot, ShapeError};
//!
//! /// Torques that hold a robot still against its weight.
//! fn hold(robot: &dyn Robot, theta: &[f64], q: &[f64], tau: &mut [f64]) -> Result<(), ShapeError> {
//!     robot.gravity(theta, q, tau)
//! }
//!
//! let short = armwright_runtime::vector::<3>(&[0.1, 0.2]);
//! assert!(short.is_err());
//! ```
//!
//! **A command.** `lab::main_one(&pendulum::ROBOT)` gives the robot its own command line: `info`,
//! `evaluate`, `simulate`, `excite`, `identify`, `predict`, `demo`, each with `--help` and a worked line.
//!
//! **The steps one by one.** `lab::recording` reads a CSV, `lab::identification::identify` is the whole
//! way to base parameters, `lab::report` writes what was found:
//!
//! ```no_run
//! # #[cfg(feature = "lab")] {
//! use armwright_runtime::Robot;
//! use armwright_runtime::lab::estimate::Method;
//! use armwright_runtime::lab::identification::{Material, identify};
//! use armwright_runtime::lab::processing::Choices;
//! use armwright_runtime::lab::recording::Recording;
//!
//! fn base_parameters(robot: &'static dyn Robot) -> Result<(), Box<dyn std::error::Error>> {
//!     let recording = Recording::read("run1.csv".as_ref(), robot.model())?;
//!     let material = Material { training: vec![recording], validation: Vec::new() };
//!     let found = identify(robot, material, &Choices::default(), Method::Wls, &mut |_, _| {})?;
//!     for parameter in &found.base {
//!         println!("{} = {}", parameter.expression, parameter.value);
//!     }
//!     Ok(())
//! }
//! # }
//! ```

#![cfg_attr(not(feature = "lab"), no_std)]

mod element;
pub mod friction;
#[cfg(feature = "lab")]
pub mod lab;
mod model;
pub mod recovery;
mod robot;
mod scalar;
mod transmission;

pub use element::{Element, ElementPart, ElementTerm};
pub use model::{
    BaseParameter, Class, Cost, Joint, JointKind, Measured, Model, Motor, Parameter, ParameterKind,
    Side, Site, Term,
};
pub use recovery::{
    Physical, PhysicalKind, Recovery, RecoveryError, Spare, Step, StepKind, Undetermined,
};
pub use robot::{Robot, ShapeError, matrix_mut, vector, vector_mut};
pub use scalar::{Real, Scalar};
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
