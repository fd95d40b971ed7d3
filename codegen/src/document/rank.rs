//! How many base parameters there are of the bodies alone, and with the inertia of drives.

use crate::derivation::Derivation;
use crate::identifiability::Unproved;
use crate::mechanism::ParameterKind;

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
    let standard = parameters.iter().filter(|p| counts(p.kind)).count();
    if standard == parameters.len() {
        return Ok(None);
    }
    // Rows of the whole in the columns of a part have the rank of that part.
    let base = derivation.base.rank_of(|k| counts(parameters[k].kind));
    Ok(Some(Rank { base, standard }))
}
