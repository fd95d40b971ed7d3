//! What a validation recording that is not predicted differs in, where the model holds on all else.

use std::fmt;

use serde::Serialize;

use crate::compare::{Comparison, Finding, Gain, Load, compare};
use crate::identify::Identification;
use crate::thresholds::CHANGED;
use armwright_runtime::Model;

/// What explains that a validation recording is not predicted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// A load on a body, or another gain of the drives.
    #[serde(flatten)]
    pub cause: ChangeCause,
    /// The share of the change that it explains, in squares of deviations.
    pub explained: f64,
    /// Whether what it leaves is no more than chance.
    pub wholly: bool,
}

/// What a robot may have besides, or instead, of what it had.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeCause {
    /// A load on a body.
    Load(Load),
    /// A common gain of all drives.
    Gain(Gain),
}

impl Change {
    /// Of the recordings' own base parameters beside those of the validation recordings; none if neither a load nor
    /// a gain explains what differs.
    pub(super) fn of(model: &Model, found: &Identification) -> Option<Self> {
        let validation = found.validation.as_ref()?;
        let own = validation.own.as_ref()?;
        let Comparison {
            finding,
            loads,
            gain,
            ..
        } = compare(model, &found.estimation, own, CHANGED).ok()?;
        let (cause, explained, p_value) = match finding {
            Finding::Nothing | Finding::Drives | Finding::Unexplained => return None,
            Finding::Gain => {
                let (explained, p_value) = (gain.explained, gain.p_value);
                (ChangeCause::Gain(gain), explained, p_value)
            }
            Finding::Load(body) => {
                let load = loads.into_iter().find(|load| load.body == body)?;
                let (explained, p_value) = (load.explained, load.p_value);
                (ChangeCause::Load(load), explained, p_value)
            }
        };
        Some(Self {
            recordings: validation.recordings.clone(),
            cause,
            explained,
            wholly: p_value >= CHANGED,
        })
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let recordings = match self.recordings.as_slice() {
            [one] => format!("The validation recording {one} is"),
            several => format!("The validation recordings {} are", several.join(", ")),
        };
        let share = match self.wholly {
            true => String::new(),
            false => format!(" to {:.0} %", 100.0 * self.explained),
        };
        let cause = match &self.cause {
            ChangeCause::Load(load) => load.to_string(),
            ChangeCause::Gain(gain) => gain.to_string(),
        };
        let cause = cause.trim_end_matches(',');
        write!(
            f,
            "{recordings} explained{share} by {cause}, or of another robot: parts of its own recordings are \
             predicted from the others."
        )
    }
}
