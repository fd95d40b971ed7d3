//! What changed between two identifications of a robot: which base parameters differ, and whether a load
//! on a body, or another gain of the drives, explains it.
//!
//! Base parameters of a loaded robot are those of the robot plus those of the load, as if it were part
//! of the body that carries it (Kozłowski and Dutkiewicz, section 4): `β₂ - β₁ = P_k φ` with the ten
//! parameters `φ` of the load and the columns `P_k` of the body's own. A torque constant that is wrong by a
//! common factor scales all of them: `β₂ = g β₁`. Both are weighed by the covariances of the two estimates.

mod change;
mod gain;
mod load;

pub use change::Change;
pub use gain::Gain;
pub use load::{Load, LoadValue};
pub(crate) use load::{standard as standard_of_load, values as physical_of_load};

use serde::Serialize;
use thiserror::Error;

use crate::identify::Estimation;
use crate::thresholds::MOSTLY;
use armwright_runtime::Model;
use change::Changes;

/// Two identifications of a robot, side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The robot's name.
    pub robot: String,
    /// The probability that anything is said to differ when nothing does.
    pub level: f64,
    /// Base parameters and fitted lengths that both determine.
    pub parameters: Vec<Change>,
    /// Base parameters that one of them leaves open, or of which it has what held friction leaves, or that both were given: not
    /// compared.
    pub left_out: Vec<String>,
    /// The probability of changes so large, all together, if nothing changed.
    pub p_value: f64,
    /// What a load on each body would be, the one that explains most first.
    pub loads: Vec<Load>,
    /// What another gain of the drives would be.
    pub gain: Gain,
    /// What is to be made of it.
    pub finding: Finding,
    /// The same in a sentence.
    pub conclusion: String,
    /// Whether a covariance is not known, so that deviations are taken to be independent.
    pub independent: bool,
}

/// What the changes come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Finding {
    /// Chance explains them.
    Nothing,
    /// A load that was put on this body, or was taken off it.
    Load(String),
    /// Drive gains.
    Gain,
    /// Drives alone, such as their friction: bodies did not change.
    Drives,
    /// Neither.
    Unexplained,
}

/// Why two identifications cannot be compared.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum CompareError {
    /// A probability that is none.
    #[error(
        "a level of {0}: it is the probability that anything is said to differ when nothing does, between 0 and 1"
    )]
    Level(f64),
    /// An estimate that is drawn away from what its recordings say.
    #[error(
        "the {which} result is a biased estimate ({method}): its deviations do not say how far it is from the \
         truth, so that no difference means anything; identify by least squares (ols, wls)"
    )]
    Biased {
        /// `first` or `second`.
        which: &'static str,
        /// Its estimator.
        method: String,
    },
    /// Values that hold exactly, both.
    #[error("neither result has deviations, so that nothing says which differences are large")]
    Exact,
    /// Nothing that both determine.
    #[error("no base parameter is determined by both results")]
    NothingShared,
}

/// Compares two identifications; `level` is the probability that anything is said to differ when nothing
/// does, between 0 and 1.
///
/// # Errors
/// [`CompareError`].
pub fn compare(
    model: &Model,
    first: &Estimation,
    second: &Estimation,
    level: f64,
) -> Result<Comparison, CompareError> {
    if !(level > 0.0 && level < 1.0) {
        return Err(CompareError::Level(level));
    }
    for (which, estimation) in [("first", first), ("second", second)] {
        if estimation.biased {
            let method = estimation.method.title().to_owned();
            return Err(CompareError::Biased { which, method });
        }
    }
    let changes = Changes::of(model, first, second)?;
    let gain = gain::of(&changes);
    let (of_bodies, of_drives) = changes.bodies_and_drives();
    let all: Vec<usize> = (0..changes.len()).collect();
    let [p_value, bodies, drives] =
        [&all, &of_bodies, &of_drives].map(|some| changes.p_value(some));
    let mut loads: Vec<Load> = (0..model.bodies.len())
        .filter_map(|body| load::of(model, &changes, body, drives < level))
        .collect();
    // Where several bodies explain it as well, a load is likeliest at the end of the chain.
    loads.reverse();
    loads.sort_by(|a, b| {
        b.p_value
            .total_cmp(&a.p_value)
            .then(b.explained.total_cmp(&a.explained))
    });
    if let Some(last) = loads.iter().rposition(|load| load.p_value >= level) {
        loads[..=last].sort_by_key(|load| std::cmp::Reverse(load.place));
    }
    let (finding, conclusion) = conclude(level, [p_value, bodies, drives], &loads, &gain);
    Ok(Comparison {
        robot: model.name.to_owned(),
        level,
        parameters: changes.table(level),
        left_out: changes.left_out.clone(),
        p_value,
        loads,
        gain,
        finding,
        conclusion,
        independent: changes.independent,
    })
}

/// Of the probabilities of what differs in all, in bodies and in drives.
fn conclude(
    level: f64,
    [all, bodies, drives]: [f64; 3],
    loads: &[Load],
    gain: &Gain,
) -> (Finding, String) {
    let explains = |p_value: f64| p_value >= level;
    if explains(all) {
        let sentence = "nothing differs by more than the deviations explain";
        return (Finding::Nothing, sentence.to_owned());
    }
    // A load changes bodies, and where these are the same there is none.
    let load = loads.iter().find(|load| load.is_certain());
    let load = load.filter(|_| !explains(bodies));
    let mut explaining = loads.iter().filter(|load| explains(load.p_value));
    let untold = explaining.any(|load| !load.is_told());
    match load {
        _ if explains(gain.p_value) => (Finding::Gain, format!("{gain} explains all of it")),
        Some(load) if explains(load.p_value) => {
            let others = loads.iter().filter(|other| {
                other.body != load.body && other.is_certain() && explains(other.p_value)
            });
            let others: Vec<&str> = others.map(|other| other.body.as_str()).collect();
            let others = match others.is_empty() {
                true => String::new(),
                false => format!("; on body {} it would explain as much", others.join(", ")),
            };
            let sentence = format!("{load} explains all of it{others}");
            (Finding::Load(load.body.clone()), sentence)
        }
        Some(load) if load.explained >= MOSTLY && load.explained >= gain.explained => (
            Finding::Load(load.body.clone()),
            format!(
                "{load} explains {:.0} % of it; what is left is more than chance, and its deviations are wider \
                 for that",
                100.0 * load.explained
            ),
        ),
        _ if gain.explained >= MOSTLY => (
            Finding::Gain,
            format!(
                "{gain} explains {:.0} % of it; what is left is more than chance",
                100.0 * gain.explained
            ),
        ),
        _ if explains(bodies) && !explains(drives) => (
            Finding::Drives,
            "drives differ (their friction, say) and bodies do not: no load explains any of it".to_owned(),
        ),
        // Of few joints a load may change one or two sums, as much else does.
        _ if !explains(drives) && untold => (
            Finding::Unexplained,
            "drives differ (their friction, say), and bodies by more than chance, of which these joints tell too little to \
             speak of a load".to_owned(),
        ),
        _ => (
            Finding::Unexplained,
            "the robot differs; neither a load on one body nor another gain of all drives explains it".to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests;
