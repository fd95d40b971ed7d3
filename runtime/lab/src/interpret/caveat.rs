//! What an interpretation cannot vouch for.

use std::fmt;

use serde::{Serialize, Serializer};

use super::impossible::{ImpossibleBodies, rounded};
use super::known::KnownValue;
use super::numbers::Recovered;
use super::solutions::Solutions;
use crate::consistency::ConsistencyError;
use crate::identify::BaseEstimate;
use armwright_runtime::Model;

/// Something that a reader of an interpretation should know.
#[derive(Debug, Clone, PartialEq)]
pub enum Caveat {
    /// Deviations came without a covariance.
    Independent,
    /// The estimator is biased: nothing is compared and nothing bounded.
    Biased,
    /// A known value that the plan does not start from.
    NotUsed(KnownValue),
    /// A known value of what the plan recovers itself.
    Recovered {
        /// The known value.
        known: KnownValue,
        /// What the plan recovers.
        value: f64,
    },
    /// A known value of a length that was fitted.
    Fitted {
        /// The known value.
        known: KnownValue,
        /// What it was fitted to be.
        value: f64,
    },
    /// The plan has several solutions.
    Several(Solutions),
    /// Bodies that cannot exist.
    Impossible(ImpossibleBodies),
    /// So many bodies get bounds only when asked for.
    NotBounded {
        /// How many.
        bodies: usize,
    },
    /// Why there are no bounds.
    NoBounds(ConsistencyError),
    /// Known values whose deviation the bounds leave out.
    TakenExactly(Vec<String>),
}

impl fmt::Display for Caveat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Independent => f.write_str(
                "no covariance was read: deviations are taken to be independent, though estimates \
                 err together; an identification.json has the covariance",
            ),
            Self::Biased => f.write_str(
                "no comparison with nominal values and no bounds: the estimator draws the parameters \
                 away from what the recordings alone say, so deviations do not tell how far they are \
                 from the truth; least squares gives both",
            ),
            Self::NotUsed(KnownValue { name, value, .. }) => {
                write!(
                    f,
                    "{name} = {value} was given, but the plan does not use it: plans are made of the robot file; for one that starts \
                     from it, name it there under `recovery: {{known: [...]}}`"
                )
            }
            Self::Recovered {
                known,
                value: recovered,
            } => write!(
                f,
                "{} = {} was given, but the plan recovers {}, which differs by {}; the plan keeps \
                 what it recovers",
                known.name,
                known.value,
                rounded(*recovered),
                rounded(recovered - known.value)
            ),
            Self::Fitted { known, value } => write!(
                f,
                "{0} = {1} was given, but the base parameters are those of {0} = {2}, which was fitted with them: to hold \
                 it, write it into the robot file, name it under `recovery: {{known: [...]}}`, and identify again",
                known.name,
                known.value,
                rounded(*value),
            ),
            Self::Several(solutions) => write!(f, "{solutions}"),
            Self::Impossible(bodies) => write!(f, "{bodies}"),
            Self::NotBounded { bodies } => {
                write!(f, "no bounds for {bodies} bodies unless asked for")
            }
            Self::NoBounds(error) => write!(f, "{error}"),
            Self::TakenExactly(names) => write!(
                f,
                "the bounds take known values to hold exactly: they leave out the deviation of {}",
                names.join(", ")
            ),
        }
    }
}

impl Serialize for Caveat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What is to be said of known values that the plan does not start from.
pub(super) fn not_started_from(
    model: &Model,
    known: &[KnownValue],
    recovered: &[Recovered],
) -> impl Iterator<Item = Caveat> {
    let used = model
        .recovery
        .as_ref()
        .map_or(known.len(), |plan| plan.known.len());
    let others = known.iter().skip(used).cloned();
    others.map(
        |known| match recovered.iter().find(|p| p.name == known.name) {
            Some(p) => Caveat::Recovered {
                known,
                value: p.value,
            },
            None => Caveat::NotUsed(known),
        },
    )
}

/// What is to be said of known values of lengths that were fitted.
pub(super) fn fitted(
    estimate: &BaseEstimate,
    given: &[KnownValue],
) -> impl Iterator<Item = Caveat> {
    let other = |known: &KnownValue| {
        let mut lengths = estimate.lengths.iter();
        let length = lengths.find(|length| length.name == known.name)?;
        (length.value != known.value).then(|| Caveat::Fitted {
            known: known.clone(),
            value: length.value,
        })
    };
    given.iter().filter_map(other)
}
