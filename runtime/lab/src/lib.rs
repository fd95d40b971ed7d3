//! The laboratory: from a recording to identified parameters and a report.
//!
//! Data flow in this order, a module a step:
//! [`recording`] reads files, [`processing`] settles how they are processed, [`motion`] filters,
//! [`equations`] forms the observation matrix and decimates it, [`factor`] folds it,
//! [`mod@estimate`] solves, [`residuals`] and [`statistics`] judge, [`mod@identification`] is the
//! whole in one function. [`recovery`] goes back to physical parameters and compares them with
//! nominal ones, [`consistency`] bounds what stays open, [`mod@two_step`] looks at the equations element
//! by element. [`experiment`] simulates recordings; [`command`] is the command line.
//!
//! # The tour, ended
//!
//! The crate documentation of `armwright-codegen` goes from an empty crate to a module `pendulum`
//! with `pendulum::ROBOT`, and that of `armwright-runtime` through what such a module has.
//!
//! **A command.** `armwright_lab::main_one(&pendulum::ROBOT)` (feature `cli`, a default) gives the
//! robot its own command line: `info`, `evaluate`, `simulate`, `excite`, `identify`, `predict`, `demo`,
//! each with `--help` and a worked line.
//!
//! **The steps one by one.** [`recording`] reads a CSV, [`identification::identify`] is the whole
//! way to base parameters, [`report`] writes what was found:
//!
//! ```no_run
//! use armwright_lab::estimate::Method;
//! use armwright_lab::identification::{Material, identify};
//! use armwright_lab::processing::Choices;
//! use armwright_lab::recording::Recording;
//! use armwright_runtime::Robot;
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
//! ```

mod choices;
#[cfg(feature = "cli")]
pub mod command;
pub mod consistency;
pub mod direction;
mod distribution;
pub mod equations;
pub mod estimate;
pub mod excitation;
pub mod experiment;
pub mod factor;
mod findings;
pub mod identification;
pub mod motion;
pub mod numeric;
pub mod parameters;
pub mod processing;
pub mod random;
pub mod recording;
pub mod recovery;
pub mod report;
pub mod residuals;
pub mod signal;
pub mod spectra;
pub mod statistics;
mod suggestion;
pub mod transmission;
pub mod two_step;
pub mod whiteness;

#[cfg(feature = "cli")]
pub use command::{main_all, main_one};

/// A number that reads back to the same float, short where it can be.
pub(crate) fn number(value: f64) -> String {
    format!("{value:?}")
}
