//! How many base parameters there are of the bodies alone, and with the inertia of drives.

use super::BaseParameters;
use crate::mechanism::{Mechanism, ParameterKind};

/// A number of base parameters, of so many standard ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rank {
    /// Base parameters.
    pub base: usize,
    /// Standard parameters.
    pub standard: usize,
}

/// `17 of 30`.
impl std::fmt::Display for Rank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.base, self.standard)
    }
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

impl BaseParameters {
    /// Counts base parameters.
    #[must_use]
    pub fn ranks(&self, mechanism: &Mechanism) -> Ranks {
        use ParameterKind::{Inertia, Inertial};
        let parameters = &mechanism.parameters;
        let of = |counts: fn(ParameterKind) -> bool| Rank {
            base: self.rank_of(|k| counts(parameters[k].kind)),
            standard: parameters.iter().filter(|p| counts(p.kind)).count(),
        };
        Ranks {
            bodies: of(|kind| matches!(kind, Inertial { .. })),
            inertias: of(|kind| matches!(kind, Inertial { .. } | Inertia(_))),
            all: of(|_| true),
        }
    }
}
