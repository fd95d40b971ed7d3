//! What is asked of a motion, how long is searched, and what comes of it.

use std::time::Duration;

use nalgebra::DMatrix;

use super::basis::Basis;
use super::criterion::Criterion;
use super::equations::Equations;
use super::kept::Constraint;
use super::limits::Limits;
use super::motion::Motion;
use super::space::{Ends, Moving};

/// What is asked of a motion.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Functions of time that it is made of.
    pub basis: Basis,
    /// What joints may do.
    pub limits: Limits,
    /// What it does at its ends.
    pub ends: Ends,
    /// Which joints move.
    pub moving: Moving,
    /// Which equations it is to excite.
    pub equations: Equations,
    /// What makes it good.
    pub criterion: Criterion,
    /// Samples at which it is judged.
    pub samples: usize,
    /// The information matrix of recordings that exist (`b × b`, all base parameters).
    pub prior: Option<DMatrix<f64>>,
    /// What is kept besides limits of joints.
    pub kept: Vec<Constraint>,
    /// The share of every limit that is left free: 0.1 is a tenth of each speed, and of each range a twentieth at either end.
    pub margin: f64,
    /// A motion to begin with, besides random ones: coefficients of each joint.
    pub first: Option<Vec<Vec<f64>>>,
}

impl Plan {
    /// The same within what its margin leaves of the limits.
    pub(super) fn narrowed(&self) -> Self {
        let kept = self.kept.iter().cloned();
        Self {
            limits: self.limits.narrowed(self.margin),
            kept: kept.map(|kept| kept.narrowed(self.margin)).collect(),
            ..self.clone()
        }
    }
}

/// How long is searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// How many starts, at most.
    pub starts: usize,
    /// When to end, whatever is left to do.
    pub budget: Option<Duration>,
    /// How many cores.
    pub threads: usize,
    /// Which random numbers.
    pub seed: u64,
}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Searched {
    /// Starts that ended.
    pub starts: usize,
    /// The best figure so far.
    pub best: Option<f64>,
    /// Share of the starts or of the time that has passed.
    pub share: f64,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Designed {
    /// The motion.
    pub motion: Motion,
    /// Its figure at the times at which the search judges motions.
    pub figure: f64,
    /// How many times these are.
    pub samples: usize,
    /// The figure, at the same times, of the first random motion within the limits and all else that is kept; none where none was found.
    pub start: Option<f64>,
    /// How many starts ended.
    pub starts: usize,
    /// Figures of all local optima.
    pub optima: Vec<f64>,
}
