//! What a study leaves behind: files for programs, and a page for people.

mod charts;
mod curves;
mod document;
mod elements;
mod excitation;
mod files;
mod friction;
mod joints;
mod mathematics;
mod measured;
mod numbers;
mod online;
mod output_error;
mod page;
mod plot;

use thiserror::Error;

pub use charts::{Section, charts_page};
pub use document::{Document, json};
pub use excitation::excitation_page;
#[cfg(feature = "cli")]
pub(crate) use files::number;
pub use files::{prediction, write};
pub use friction::friction_page;
pub use online::online_page;
pub use output_error::{AsRead, MotionVerdict, output_error_page};
pub use page::html;
pub use plot::{Chart, Line};

use crate::output::OutputError;

/// Why a report could not be made.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The page's template and its contents do not fit.
    #[error("the report cannot be laid out: {0}")]
    Template(#[from] minijinja::Error),
    /// The figures cannot be written as JSON.
    #[error("the figures cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

#[cfg(test)]
pub(crate) mod tests;
