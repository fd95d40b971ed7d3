//! The YAML beside a recording that says which column is what.

use std::path::Path;

use serde::Deserialize;

use super::RecordingError;
use super::units::Angle;
use crate::processing::Choices;
use armwright_runtime::Side;

/// A recording's description as written (all names still to be checked against robot and files).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    pub(crate) recording: Description,
    #[serde(default)]
    pub(crate) processing: Choices,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Description {
    pub(crate) file: OneOrMany<String>,
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
    pub(crate) unit: Option<OneOrMany<String>>,
    pub(crate) side: Option<WrittenSide>,
    pub(crate) offset: Option<Vec<Angle>>,
    pub(crate) constant: Option<OneOrMany<f64>>,
    pub(crate) file: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Select {
    pub(crate) from: Option<f64>,
    pub(crate) to: Option<f64>,
}

/// A side of the transmission as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WrittenSide {
    Joint,
    Motor,
}

impl From<WrittenSide> for Side {
    fn from(side: WrittenSide) -> Self {
        match side {
            WrittenSide::Joint => Self::Joint,
            WrittenSide::Motor => Self::Motor,
        }
    }
}

/// A value, or a list of values.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T: Clone> OneOrMany<T> {
    /// The values for `n` joints: a single one stands for all.
    pub(crate) fn spread(&self, n: usize) -> Vec<T> {
        match self {
            Self::One(value) => vec![value.clone(); n],
            Self::Many(values) => values.clone(),
        }
    }

    pub(crate) fn list(&self) -> Vec<T> {
        self.spread(1)
    }
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
