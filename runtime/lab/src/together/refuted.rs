//! What recordings refute: that a load explains them, or all that was found.

use super::doubts::{Doubts, Unexplained};
use super::{Fit, Scatter};
use crate::diagnose::{Fault, are_noise};
use crate::motion::{Motion, remainders};
use crate::parameters::{is_friction, never_negative};
use crate::regression::{Equations, RegressionError};
use crate::thresholds::CERTAIN;

/// Parameters that each is named, before they are counted.
const NAMED: usize = 3;

impl Doubts {
    /// Takes back that a load explains all that a recording contradicts the others by, where it leaves of itself what no load does: a fault
    /// is named in it, or residuals follow themselves in rows in which those of no other recording do.
    pub(crate) fn refute(&self, scatter: &mut Scatter, recordings: &[String]) {
        let Some(apart) = &mut scatter.apart else {
            return;
        };
        let of = |recording: &String| {
            let mut all = self.unexplained.iter();
            all.find(|one| one.recording == *recording)
        };
        let own = apart
            .carried
            .and_then(|load| of(&recordings[load.recording]));
        let is_refuted = own.is_some_and(|own| {
            let only_here = |row: &String| {
                let others = self.unexplained.iter();
                let mut others = others.filter(|one| one.recording != own.recording);
                !others.any(|one| one.correlated.contains(row))
            };
            !own.faults.is_empty() || own.correlated.iter().any(only_here)
        });
        if is_refuted {
            apart.carried = None;
        }
    }

    /// Why nothing of this is to be relied on, a sentence each: faults of recordings, and rows of which more is left than was recorded.
    pub(crate) fn refutations(&self) -> Vec<String> {
        let of_faults = |one: &Unexplained| {
            let said = |of: fn(&Fault) -> String| {
                let all: Vec<String> = one.faults.iter().map(of).collect();
                all.join("; or ")
            };
            let (faults, ways) = (said(Fault::to_string), said(Fault::undone));
            (!one.faults.is_empty()).then(|| {
                format!(
                    "{} has a fault: {faults}. No deviation allows for that; {ways}",
                    one.recording
                )
            })
        };
        let of_rows = |one: &Unexplained| {
            let is_open = one.faults.is_empty() && !one.worse.is_empty();
            is_open.then(|| {
                format!(
                    "of {} in {} more is left than was recorded. No deviation allows for that; look at `identify` of that recording",
                    one.worse.join(", "),
                    one.recording
                )
            })
        };
        let faults = self.unexplained.iter().filter_map(of_faults);
        faults
            .chain(self.unexplained.iter().filter_map(of_rows))
            .collect()
    }
}

/// Says of base parameters that are sums of what is never negative that they are below zero by more than chance explains; none where none
/// is. Where accelerations are noise, what multiplies them may be anything. `equations` are of torques.
///
/// # Errors
/// [`RegressionError`] if the robot's functions do not fit its description.
pub(crate) fn impossible(
    equations: &Equations<'_>,
    motions: &[Motion],
    fit: &Fit,
    scatter: &Scatter,
) -> Result<Option<String>, RegressionError> {
    let model = equations.robot().model();
    let (determined, left) = (fit.determined(), remainders(motions, model));
    let is_below = |k: &usize| {
        let is_left = || left.iter().any(|name| name == model.base[*k].name);
        never_negative(model, *k)
            && determined[*k]
            && fit.x[*k] < -CERTAIN * scatter.std(*k)
            && !is_left()
    };
    let mut below: Vec<usize> = (0..model.base.len()).filter(is_below).collect();
    if !below.is_empty() && are_noise(equations, motions)? {
        below.retain(|k| is_friction(model, *k));
    }
    if below.is_empty() {
        return Ok(None);
    }
    let named = below.iter().take(NAMED).map(|k| {
        let base = &model.base[*k];
        format!("{} {:.3e} {}", base.name, fit.x[*k], base.unit)
    });
    let mut named: Vec<String> = named.collect();
    if below.len() > NAMED {
        named.push(format!("{} more", below.len() - NAMED));
    }
    Ok(Some(format!(
        "no arm has these parameters, which are sums of what is never below zero: {}; look at signs and units of torques by \
         `identify` of each recording",
        named.join(", ")
    )))
}
