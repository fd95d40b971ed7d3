//! What the motion excited, and which motion would excite more.

use serde::Serialize;

use super::advice::{Advice, advice};
use crate::estimate::Estimate;
use crate::motion::Motion;
use crate::regression::{Equations, Observation, RegressionError, Sparse};
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
    /// Balances over intervals that are hardly more than what is unknown; none of torques.
    #[serde(skip)]
    pub sparse: Option<Sparse>,
}

pub(super) fn excitation(
    equations: &Equations<'_>,
    motions: &[Motion],
    observation: &Observation,
    estimate: &Estimate,
    ratio: &[f64],
    table: &[Estimated],
) -> Result<MotionExcitation, RegressionError> {
    let model = equations.robot().model();
    let spectrum = &estimate.spectrum;
    let unknowns = estimate.held.iter().filter(|given| !**given).count();
    let balanced = equations.integral().zip(motions.first());
    let balances = [observation.equations(), unknowns];
    Ok(MotionExcitation {
        condition: spectrum.condition,
        condition_unscaled: estimate.condition_unscaled,
        singular_values: spectrum.singular_values.clone(),
        weakest: weak_directions(model, spectrum),
        rank: spectrum.rank,
        structural_rank: unknowns,
        // Motions are invented for torques.
        advice: match equations.integral() {
            Some(_) => Vec::new(),
            None => advice(equations, observation, estimate, ratio, table)?,
        },
        sparse: balanced.and_then(|(integral, motion)| Sparse::of(integral, motion, balances)),
    })
}

#[cfg(test)]
mod tests {
    use armwright_runtime::Side;

    use super::excitation;
    use crate::estimate::{Estimator, Method, estimate};
    use crate::options::EquationSide;
    use crate::regression::by_hand::{
        B, MODEL, ROBOT, conditioned, drawn, observed, processing, recording,
    };
    use crate::regression::{Balance, Equations, Integral};
    use crate::statistics::weak_directions;

    #[test]
    fn excitation_is_that_of_what_is_estimated() {
        let observation = observed(&drawn(2, 30, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.1));
        let estimator = Estimator {
            known: vec![("m_b".to_owned(), 2.0)],
            ..Method::Wls.into()
        };
        let fit = estimate(&observation, &MODEL, &estimator).expect("an estimate");
        let integral = Integral::of(Balance::Momentum);
        let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
        let found = excitation(&equations, &[], &observation, &fit, &[1.0; 2], &[]);
        let found = found.expect("an excitation");
        assert_eq!(found.condition, fit.spectrum.condition);
        assert_eq!(found.condition_unscaled, fit.condition_unscaled);
        assert!(found.condition_unscaled > found.condition);
        assert_eq!(found.singular_values, fit.spectrum.singular_values);
        assert_eq!(found.weakest, weak_directions(&MODEL, &fit.spectrum));
        assert_eq!((found.rank, found.structural_rank), (B - 1, B - 1));
        assert!(found.advice.is_empty() && found.sparse.is_none());
        // Twenty balances are fewer than five for each unknown, a hundred and twenty are not.
        let motions = [conditioned(recording(60), processing(EquationSide::Joint))];
        let few = observed(&drawn(1, 10, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.1));
        let told = [&few, &observation].map(|observation| {
            let found = excitation(&equations, &motions, observation, &fit, &[1.0; 2], &[]);
            let sparse = found.expect("an excitation").sparse;
            sparse.map(|sparse| (sparse.balances, sparse.unknowns))
        });
        assert_eq!(told, [Some((20, B - 1)), None]);
    }
}
