//! What the motion excited, and which motion would excite more.

use serde::Serialize;

use super::advice::{Advice, advice};
use crate::estimate::Estimate;
use crate::regression::{Equations, Observation, RegressionError};
use crate::statistics::{Estimated, WeakDirection, weak_directions};

/// Which directions of the base parameters the motion excited, and how well.
#[derive(Debug, Clone, Serialize)]
pub struct MotionExcitation {
    /// Condition number of the weighted observation matrix, columns scaled to unit norm.
    pub condition: f64,
    /// Condition number of the observation matrix as it is, in SI units.
    pub condition_unscaled: f64,
    /// Singular values of the scaled observation matrix.
    pub singular_values: Vec<f64>,
    /// Directions that the motion hardly excites, the weakest first.
    pub weakest: Vec<WeakDirection>,
    /// How many directions of the base parameters the motion excited.
    pub rank: usize,
    /// How many there are, without parameters that were given.
    pub structural_rank: usize,
    /// Motions that would show what this one did not, the most rewarding first.
    pub advice: Vec<Advice>,
}

pub(super) fn excitation(
    equations: &Equations<'_>,
    observation: &Observation,
    estimate: &Estimate,
    ratio: &[f64],
    table: &[Estimated],
) -> Result<MotionExcitation, RegressionError> {
    let model = equations.robot().model();
    let spectrum = &estimate.spectrum;
    Ok(MotionExcitation {
        condition: spectrum.condition,
        condition_unscaled: estimate.condition_unscaled,
        singular_values: spectrum.singular_values.clone(),
        weakest: weak_directions(model, spectrum),
        rank: spectrum.rank,
        structural_rank: estimate.held.iter().filter(|given| !**given).count(),
        // Motions are invented for torques.
        advice: match equations.integral() {
            Some(_) => Vec::new(),
            None => advice(equations, observation, estimate, ratio, table)?,
        },
    })
}
