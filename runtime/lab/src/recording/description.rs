//! The YAML beside a recording that says which column is what.

use std::path::Path;

use serde::Deserialize;

use super::RecordingError;
use super::channel::Angle;
use crate::options::{EquationSide, List, ProcessingOptions};

/// A recording's description as written (all names still to be checked against robot and files).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    pub(crate) recording: Description,
    #[serde(default)]
    pub(crate) processing: ProcessingOptions,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Description {
    pub(crate) file: List<String>,
    pub(crate) time: Option<Time>,
    pub(crate) position: Columns,
    pub(crate) velocity: Option<Columns>,
    pub(crate) acceleration: Option<Columns>,
    pub(crate) torque: Option<Columns>,
    pub(crate) current: Option<Columns>,
    pub(crate) select: Option<Select>,
}

/// A column of time, or a rate in Hz in its place.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Time {
    pub(crate) column: Option<String>,
    pub(crate) unit: Option<String>,
    pub(crate) file: Option<String>,
    pub(crate) rate: Option<f64>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Columns {
    pub(crate) columns: Vec<String>,
    pub(crate) unit: Option<List<String>>,
    pub(crate) side: Option<EquationSide>,
    pub(crate) offset: Option<Vec<Angle>>,
    pub(crate) constant: Option<List<f64>>,
    pub(crate) file: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Select {
    pub(crate) from: Option<f64>,
    pub(crate) to: Option<f64>,
}

impl Document {
    pub(crate) fn read(path: &Path) -> Result<Self, RecordingError> {
        let text = std::fs::read_to_string(path).map_err(|source| RecordingError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        let fault = |what: String| RecordingError::Description {
            path: path.to_owned(),
            what,
        };
        if text.len() > 1 << 20 {
            return Err(fault(
                "a description of more than 1 MiB is not a description".to_owned(),
            ));
        }
        serde_yaml::from_str(&text).map_err(|error| fault(error.to_string()))
    }
}
