//! The laboratory: from a recording to identified parameters and a report.
//!
//! Data flow in this order, a module a step:
//! [`recording`] reads files, [`processing`] settles how they are processed, [`motion`] filters,
//! [`equations`] forms the observation matrix and decimates it, [`factor`] folds it,
//! [`mod@estimate`] solves, [`residuals`] and [`statistics`] judge, [`mod@identification`] is the
//! whole in one function. [`recovery`] goes back to physical parameters and compares them with
//! nominal ones, [`consistency`] bounds what stays open, [`mod@two_step`] looks at the equations element
//! by element. [`experiment`] simulates recordings; [`command`] is the command line.

mod choices;
pub mod command;
pub mod consistency;
pub mod direction;
pub mod equations;
pub mod estimate;
pub mod excitation;
pub mod experiment;
pub mod factor;
mod findings;
pub mod identification;
pub mod motion;
mod nearest;
pub mod parameters;
pub mod processing;
pub mod recording;
pub mod recovery;
pub mod report;
pub mod residuals;
pub mod signal;
mod singular;
pub mod spectra;
pub mod statistics;
pub mod transmission;
pub mod two_step;
pub mod whiteness;

pub use command::{main_all, main_one};

/// A number that reads back to the same float, short where it can be.
pub(crate) fn number(value: f64) -> String {
    format!("{value:?}")
}
