//! The laboratory: from recordings of a robot's motion to identified parameters and a report.
//!
//! A recording is made from arrays ([`recording::Arrays`]) or read from files
//! ([`recording::Recording`]); [`identify::identify`] is the whole way to base parameters, and
//! [`identify::Identification::predict`] predicts another recording:
//!
//! ```
//! use armwright_lab::estimate::Method;
//! use armwright_lab::identify::identify;
//! use armwright_lab::recording::{Arrays, Recording};
//! use armwright_runtime::Robot;
//!
//! /// Identifies a robot from one recording, and says how well that predicts another.
//! fn r2(robot: &dyn Robot, seen: Arrays, unseen: Arrays) -> Result<f64, Box<dyn std::error::Error>> {
//!     let seen = Recording::from_arrays(robot.model(), seen)?;
//!     let unseen = Recording::from_arrays(robot.model(), unseen)?;
//!     let found = identify(robot, seen, &Method::Wls.into())?;
//!     for p in found.estimation.parameters() {
//!         println!("{} = {} ± {:?} {}", p.expression, p.value, p.std, p.unit);
//!     }
//!     let prediction = found.predict(robot, unseen)?;
//!     Ok(prediction.fits.map_or(f64::NAN, |fits| fits.overall.r2))
//! }
//! ```
//!
//! [`interpret::interpret`] goes on to masses, centres and inertias, [`judge::Judgement`] says what
//! the figures are worth, and [`report`] writes files and a page of a [`study::Study`].
//!
//! # The steps
//!
//! A module a step, each knowing those before it: [`recording`] reads, [`motion`] filters and
//! differentiates, [`regression`] forms, decimates and folds the equations in one pass, [`mod@estimate`]
//! solves them, [`statistics`] says what the solution is worth, [`diagnose`] what is wrong with recordings that
//! do not fit, [`lack`] which terms a model has not that residuals show, [`mod@identify`] is all of it in one
//! function. On top of that stand [`mod@interpret`], [`consistency`] (bounds for what stays open) and
//! [`mod@two_step`] (the equations element by element), [`mod@compare`] (what changed between two), [`together`],
//! [`drives`] and [`loads`] (recordings that differ in what they were made with), [`judge`], [`mod@methods`] (every estimator beside each other), [`study`] and [`report`].
//! [`mod@excite`] designs motions and says what they will tell. [`experiment`] simulates recordings, [`dynamics`] the
//! accelerations that torques cause, [`closed_loop`] how a robot with
//! identified parameters moves under a controller, [`simulation`] how it moves under torques and voltages, and
//! [`mod@output_error`] with which parameters it goes where it was seen to go.
//!
//! # The tour, ended
//!
//! The crate documentation of `armwright-codegen` goes from an empty crate to a module `pendulum`
//! with `pendulum::ROBOT`, and that of `armwright-runtime` through what such a module has. With the
//! feature `cli`, a default, `armwright_lab::main_one(&pendulum::ROBOT)` gives the robot its own command
//! line: `info`, `evaluate`, `describe`, `simulate`, `excite`, `identify`, `recover`, `predict`, `friction`, `fit`, `online`, `compare`,
//! `drives`, `load`, `together`, `demo`, each with `--help` and a worked line.

mod approach;
pub mod bodies;
pub mod closed_loop;
#[cfg(feature = "cli")]
pub mod command;
pub mod compare;
mod cone;
pub mod consistency;
pub mod cores;
pub mod dataset;
pub mod diagnose;
mod digits;
mod distribution;
pub mod drives;
pub mod dynamics;
pub mod estimate;
pub mod excite;
pub mod experiment;
pub mod friction;
pub mod held;
pub mod identify;
pub mod interpret;
pub mod judge;
mod keys;
pub mod lack;
pub mod loads;
pub mod methods;
pub mod motion;
pub mod numeric;
pub mod online;
pub mod options;
mod output;
pub mod output_error;
pub mod parameters;
pub mod part;
pub mod provenance;
mod pseudo_inertia;
pub mod random;
pub mod recording;
pub mod regression;
pub mod report;
pub mod rows;
pub mod scrutiny;
pub mod signal;
pub mod simulation;
pub mod statistics;
pub mod study;
mod suggestion;
pub mod thresholds;
pub mod together;
pub mod transmission;
pub mod two_step;
mod unread;

#[cfg(feature = "cli")]
pub use command::{main_all, main_one};
pub use output::OutputError;
pub use unread::Unreadable;
