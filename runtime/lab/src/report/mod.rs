//! What an identification leaves behind: files for programs, and a page for people.

mod files;
mod mathematics;
mod measured;
mod numbers;
mod page;
mod plot;
mod section;
mod sections;
mod verdict;

use std::path::PathBuf;

use thiserror::Error;

pub use files::{Judged, json, prediction, write};
pub use page::html;
pub use verdict::{Grade, Reason, Transfer, Verdict, transfer};

/// Why a report could not be made.
#[derive(Debug, Error)]
pub enum ReportError {
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The page's template and its contents do not fit.
    #[error("the report cannot be laid out: {0}")]
    Template(#[from] minijinja::Error),
    /// The figures cannot be written as JSON.
    #[error("the figures cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}
