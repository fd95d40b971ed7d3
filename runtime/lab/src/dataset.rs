//! Recordings to identify from and recordings to validate with.

use thiserror::Error;

use crate::recording::Recording;

/// What to identify from, and what to validate with.
#[derive(Debug, Clone, Default)]
pub struct Dataset {
    /// Recordings to estimate from.
    pub training: Vec<Recording>,
    /// Recordings that take no part in the estimate.
    pub validation: Vec<Recording>,
}

/// A share of recordings that cannot be held out.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("the share to hold out must be above 0 and below 0.9; {0} is not")]
pub struct HoldOutError(pub f64);

impl Dataset {
    /// Recordings of which a share, at the end of each, is held out to validate with.
    ///
    /// # Errors
    /// [`HoldOutError`] for a share that leaves nothing on one side.
    pub fn hold_out(recordings: Vec<Recording>, share: f64) -> Result<Self, HoldOutError> {
        if !(share > 0.0 && share < 0.9) {
            return Err(HoldOutError(share));
        }
        let recordings = recordings.into_iter();
        let (training, validation) = recordings.map(|r| r.split(1.0 - share)).unzip();
        Ok(Self {
            training,
            validation,
        })
    }
}

impl From<Recording> for Dataset {
    fn from(recording: Recording) -> Self {
        Self {
            training: vec![recording],
            validation: Vec::new(),
        }
    }
}
