//! What physics leaves open: the interval of each parameter that no motion determines.
//!
//! Identified base parameters are linear equations in the standard parameters. A body that exists
//! has a positive semidefinite pseudo-inertia (4×4: Wensing, Kim and Slotine 2018), a drive has no
//! negative inertia and no negative friction. Together they bound what the equations alone leave
//! open. Each bound is the optimum of a small conic program, and comes from a point of its dual:
//! weak duality proves it, whatever the solver did.
//!
//! What is offered: masses, first moments, inertias about the origin and drive parameters exactly;
//! centres of mass exactly, as ratios (Charnes and Cooper 1962); inertias
//! about the centre of mass, which are not convex functions, exactly where the centre is known and
//! where they are (the largest `Jxx`, by a Schur complement), and otherwise as outer bounds, said
//! to be such.

mod bounds;
mod evidence;
mod feasible;
mod inertia;
mod interval;
mod statement;
#[cfg(test)]
mod tests;

use serde::Serialize;
use thiserror::Error;

pub use bounds::consistency;
pub use evidence::{Evidence, Known};

/// What consistency leaves of every parameter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Consistency {
    /// Whether some bodies and drives that can exist have the identified base parameters, to
    /// within the allowance asked for.
    pub consistent: bool,
    /// How far the base parameters have to be changed so that some do: the largest change, in the
    /// unit that [`Consistency::measure`] names. 0 if none.
    pub distance: f64,
    /// What the distance and the allowance are counted in.
    pub measure: Measure,
    /// How far each base parameter was allowed to be off for the bounds.
    pub allowance: f64,
    /// The base parameters that resist most, where the values are not consistent.
    pub resisting: Vec<String>,
    /// Known values that could not be used, each with the reason.
    pub unused: Vec<String>,
    /// An interval for each physical parameter, bodies first, then drives.
    pub parameters: Vec<Interval>,
}

/// What a distance is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Standard deviations of each base parameter.
    Deviations,
    /// The size that each base parameter is expected to have.
    Share,
}

/// The interval that is left for one physical parameter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Interval {
    /// `tx_a`, `Jxx_a`, `Ia_m1`.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Not less than this; none if nothing stops it.
    pub low: Option<f64>,
    /// Not more than this; none if nothing stops it.
    pub high: Option<f64>,
    /// How the lower end is to be taken.
    pub low_end: End,
    /// How the upper end is to be taken.
    pub high_end: End,
    /// How far the true ends may lie inside, at most (duality gap; 0 where an end is infinite).
    pub gap: f64,
    /// Its nominal value, where the robot file has one.
    pub nominal: Option<f64>,
}

/// How an end of an interval is to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// Some bodies that can exist come as near to it as the gap says.
    Sharp,
    /// Nothing lies beyond it; the true end may lie further inside.
    Outer,
    /// Nothing stops the parameter: it grows with bodies 10⁴ times as large as expected.
    Unlimited,
    /// The solver could not tell.
    Undecided,
}

/// Why there are no bounds.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ConsistencyError {
    /// A number of values that does not fit the robot.
    #[error("{what}: expected {expected} numbers, got {actual}")]
    Count {
        /// Of what.
        what: &'static str,
        /// Needed.
        expected: usize,
        /// Given.
        actual: usize,
    },
    /// A value that is not finite.
    #[error("{0} is not a finite number")]
    NotFinite(String),
    /// A name that the robot does not have.
    #[error("the robot has no parameter `{name}`{suggestion}")]
    Unknown {
        /// The name.
        name: String,
        /// Names that it may have meant.
        suggestion: String,
    },
    /// Values that hold exactly but exclude each other.
    #[error(
        "{name} is {value}, but the other exact values make it {implied}: leave one of them out, or \
         give it a deviation"
    )]
    Contradiction {
        /// The value that was met last.
        name: String,
        /// What it says.
        value: f64,
        /// What the others say.
        implied: f64,
    },
    /// Values that no body can have, however many of their deviations they are off.
    #[error(
        "no bounds: no bodies that can exist have these values, however many standard deviations \
         they are off; in conflict are {0}: a known value is wrong, or the recording"
    )]
    Conflict(String),
    /// Known values that no body can have, whatever was identified.
    #[error(
        "no body can have the known values, whatever the motion says: {0}; correct them (a mass or \
         an inertia below zero, or a centre of mass without mass)"
    )]
    Impossible(String),
}

impl Interval {
    /// Whether the nominal value lies outside, by more than the gap and a thousandth.
    #[must_use]
    pub fn excludes_nominal(&self) -> bool {
        self.nominal.is_some_and(|nominal| {
            let slack = self.gap + 1e-3 * nominal.abs();
            self.low.is_some_and(|low| nominal < low - slack)
                || self.high.is_some_and(|high| nominal > high + slack)
        })
    }

    /// Whether the ends lie so close that the value is determined: within `share` of its size.
    #[must_use]
    pub fn is_narrow(&self, share: f64) -> bool {
        match (self.low, self.high) {
            (Some(low), Some(high)) => high - low <= share * low.abs().max(high.abs()),
            _ => false,
        }
    }
}
