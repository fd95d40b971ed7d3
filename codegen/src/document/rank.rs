//! How many base parameters there are of the bodies alone, and with the inertia of drives.

use crate::dynamics::Functions;
use crate::identifiability::{self, Unproved};
use crate::mechanism::{ParameterKind, Preference};
use crate::pipeline::Derivation;

/// A number of base parameters, of so many standard ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rank {
    /// Base parameters.
    pub base: usize,
    /// Standard parameters.
    pub standard: usize,
}

/// The number of base parameters of the whole and of parts of the parameter vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranks {
    /// Bodies alone, as if the file had no drives.
    pub bodies: Rank,
    /// Bodies, armature and rotors; without friction.
    pub inertias: Rank,
    /// All parameters.
    pub all: Rank,
}

/// Counts base parameters.
///
/// # Errors
/// [`Unproved`].
pub fn ranks(derivation: &Derivation) -> Result<Ranks, Unproved> {
    let all = Rank {
        base: derivation.base.base.len(),
        standard: derivation.mechanism.parameters.len(),
    };
    let bodies = of_part(derivation, |kind| {
        matches!(kind, ParameterKind::Inertial { .. })
    })?;
    let inertias = of_part(derivation, |kind| {
        matches!(
            kind,
            ParameterKind::Inertial { .. } | ParameterKind::Inertia(_)
        )
    })?;
    Ok(Ranks {
        bodies: bodies.unwrap_or(all),
        inertias: inertias.unwrap_or(all),
        all,
    })
}

/// The rank of the parameters of some kinds; `None` if these are all.
fn of_part(
    derivation: &Derivation,
    counts: impl Fn(ParameterKind) -> bool,
) -> Result<Option<Rank>, Unproved> {
    let parameters = &derivation.mechanism.parameters;
    let kept: Vec<usize> = (0..parameters.len())
        .filter(|&k| counts(parameters[k].kind))
        .collect();
    if kept.len() == parameters.len() {
        return Ok(None);
    }
    let mut part = derivation.mechanism.clone();
    part.parameters = kept.iter().map(|&k| parameters[k].clone()).collect();
    // Which representatives are preferred does not change how many there are.
    part.preference = Preference::default();
    let functions: Vec<Functions> = kept
        .iter()
        .map(|&k| derivation.functions[k].clone())
        .collect();
    let base = identifiability::base_parameters(&part, &functions)?
        .base
        .len();
    Ok(Some(Rank {
        base,
        standard: kept.len(),
    }))
}
