//! Estimators of base parameters, a module each, all from the same triangular factors.
//!
//! [`Observation`] is what the recordings say, one factor a row of the equations; [`Estimator`] is
//! what the user asked for; [`fn@estimate`] answers with an [`Estimate`]. A further
//! estimator is a further module and a further arm in [`fn@estimate`].

mod check;
mod consistent;
mod cross_validation;
mod departure;
mod held;
mod instruments;
mod least_squares;
mod measures;
mod method;
mod prior;
pub mod recursive;
mod regularised;
mod ridge;
mod robust;
mod rounding;
mod total;
mod truncated;
mod weights;
mod words;

pub use consistent::Realised;
pub(crate) use consistent::scatter;
pub use departure::Departure;
pub use instruments::instrumental_variables;
pub use measures::{Damped, DampingRule, Parametrisation, PriorMetric, PriorScale, RidgeWeights};
pub use method::{Estimator, Method};

pub(crate) use robust::{Loss, scale};

use held::Held;
use nalgebra::{DMatrix, DVector};
use serde::Serialize;
use thiserror::Error;

use crate::numeric::{Decomposition, Svd};
use crate::regression::{Observation, Triangle};
use armwright_runtime::Model;

/// Base parameters with what statistics need of how they were found.
///
/// Estimators are linear in the torques: with the weighted factor `[R z]` the base parameters are
/// `centre + gain (z - R centre)`. Of a physically consistent fit, which is not, this is the derivative.
#[derive(Debug, Clone)]
pub struct Estimate {
    /// Base parameters (`b`).
    pub beta: Vec<f64>,
    /// Standard parameters (`p`), where the estimator has an answer for them.
    pub standard: Option<Vec<f64>>,
    /// The weight of each row's squares (`n`): 1, or the reciprocal of the residual variance.
    pub weights: Vec<f64>,
    /// Residual variance of each row (`n`), degrees of freedom accounted for.
    pub variance: Vec<f64>,
    /// The weighted observation matrix, decomposed.
    pub spectrum: Decomposition,
    /// Condition number of the observation matrix as it is, in SI units and unweighted.
    pub condition_unscaled: f64,
    /// What the weighted right-hand side is multiplied by (`b × b`).
    pub gain: DMatrix<f64>,
    /// How the estimator was set, and by which rule.
    pub settings: Vec<Setting>,
    /// Whether the estimate is drawn away from what the recordings alone say, so that deviations
    /// show only how noise scatters it, unless draws take their place (a physically consistent fit).
    pub biased: bool,
    /// For each base parameter the share of it that comes from the recordings (`b`): 1 for least
    /// squares, less where an estimator holds it back.
    pub from_data: Vec<f64>,
    /// Which base parameters were not estimated but given ([`Estimator::known`], `b`).
    pub held: Vec<bool>,
    /// What a physically consistent fit costs, and what it leans on; none of other estimators.
    pub realised: Option<Realised>,
}

/// A number that an estimator was given or chose.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Setting {
    /// What it is called.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// Where it came from.
    pub rule: String,
}

/// Why an estimator cannot answer.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum EstimateError {
    /// A setting out of its range.
    #[error("{name} cannot be {value}: {remedy}")]
    Setting {
        /// The setting.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What would do.
        remedy: &'static str,
    },
    /// A setting of another estimator.
    #[error("{name} means nothing to {method}: it belongs to the method {owner}")]
    NotIts {
        /// The setting.
        name: &'static str,
        /// The estimator that was asked for.
        method: &'static str,
        /// The one that it belongs to.
        owner: &'static str,
    },
    /// A parameter that cannot be given in place of being estimated.
    #[error("`{name}` cannot be given: {why}")]
    Known {
        /// The parameter.
        name: String,
        /// Why not.
        why: String,
    },
    /// A physically consistent fit that has no answer.
    #[error("no physically consistent fit: {why}")]
    Consistent {
        /// Why not.
        why: String,
    },
    /// An estimator that has no answer.
    #[error("{method} has no answer: {why}")]
    Robust {
        /// The estimator.
        method: &'static str,
        /// Why not.
        why: String,
    },
    /// Another number of nominal values than of standard parameters.
    #[error("nominal values: {found} where {wanted} standard parameters have one each, or none")]
    Nominal {
        /// How many there are.
        found: usize,
        /// How many there ought to be.
        wanted: usize,
    },
    /// No nominal value of anything.
    #[error(
        "{robot} has no nominal values to start from: add `physical:` (or `standard:`) to the \
         bodies of its file"
    )]
    NoPrior {
        /// The robot.
        robot: String,
    },
}

/// What an estimator's own module answers: a linear map from torques to parameters.
pub(crate) struct Solution {
    /// Where the estimate would be without data (`b`).
    centre: DVector<f64>,
    /// `b × b`.
    gain: DMatrix<f64>,
    /// `centre` and `gain` of standard parameters (`p`, `p × b`).
    standard: Option<(DVector<f64>, DMatrix<f64>)>,
    settings: Vec<Setting>,
    biased: bool,
}

/// Base parameters, and standard ones where the estimator has an answer for them.
type Answer = (DVector<f64>, Option<DVector<f64>>);

/// Estimates base parameters.
///
/// # Errors
/// [`EstimateError`] if a setting is out of range, there is no prior where one is needed, or the estimator weighs
/// samples ([`Method::Huber`], [`Method::Tukey`]), integrates ([`Method::Energy`], [`Method::Momentum`]) or simulates motions
/// ([`Method::Iv`], [`Method::Didim`], [`Method::OutputError`]), which an [`identify`](crate::identify::identify) alone has.
pub fn estimate(
    observation: &Observation,
    model: &Model,
    estimator: &Estimator,
) -> Result<Estimate, EstimateError> {
    estimator.check()?;
    prior::check(model, estimator)?;
    let held = Held::of(model, &estimator.known, &estimator.left_out)?;
    let observed = rounding::without(observation, model);
    let observation = &*observed;
    let (weights, rounds) = match estimator.method.is_weighted(estimator) {
        true => weights::by_residual(observation, &held),
        false => (vec![1.0; observation.rows()], 0),
    };
    let triangle = observation.weighted(&weights);
    let spectrum = held.decomposition(&triangle.r);
    let mut realised = None;
    let mut answer = None;
    let solution = match estimator.method {
        Method::Consistent => {
            let least = &spectrum.inverse * &triangle.z;
            let found =
                consistent::solve(observation, &weights, &triangle, model, estimator, &least)?;
            realised = Some(found.realised);
            answer = Some((found.beta, Some(found.standard)));
            found.solution
        }
        Method::Ols | Method::Wls | Method::Recursive => least_squares::solve(&spectrum, &held),
        Method::Ridge => ridge::solve(observation, &weights, &triangle, model, estimator),
        Method::Tsvd => truncated::solve(observation, &weights, &spectrum, estimator),
        Method::Prior => prior::solve(observation, &weights, &triangle, model, estimator)?,
        Method::Tls => total::solve(observation, &weights, &spectrum, estimator)?,
        Method::Essential => {
            let why = "it chooses by deviations, which an identification alone has".to_owned();
            return Err(estimator.refuses(why));
        }
        Method::Huber | Method::Tukey => {
            let why = "it weighs samples, of which triangular factors have none".to_owned();
            return Err(estimator.refuses(why));
        }
        Method::Energy | Method::Momentum => {
            let why = "its equations are integrals, which factors of torques are not".to_owned();
            return Err(estimator.refuses(why));
        }
        Method::Iv | Method::Didim | Method::OutputError => {
            let why = "it simulates motions, of which triangular factors have none".to_owned();
            return Err(estimator.refuses(why));
        }
    };
    let answer = answer.unwrap_or_else(|| solution.answer(&triangle));
    let mut found = solution.finish(answer, observation, weights, &triangle, spectrum, &held);
    found.realised = realised;
    if rounds > 0 {
        found.settings.push(Setting {
            name: "rounds",
            value: rounds as f64,
            rule: "until no weight of a row changed by more than 1e-9 of itself".to_owned(),
        });
    }
    Ok(found)
}

/// Weighted least squares of any unknowns, each row weighed by its residual variance.
#[must_use]
pub fn weighted_least_squares(observation: &Observation) -> Estimate {
    let held = Held::default();
    let (weights, _) = weights::by_residual(observation, &held);
    let triangle = observation.weighted(&weights);
    let spectrum = Decomposition::of(&triangle.r);
    let solution = least_squares::solve(&spectrum, &held);
    let answer = solution.answer(&triangle);
    solution.finish(answer, observation, weights, &triangle, spectrum, &held)
}

impl Solution {
    /// Base and standard parameters, of an estimator that is linear in the torques.
    fn answer(&self, triangle: &Triangle) -> Answer {
        let news = &triangle.z - &triangle.r * &self.centre;
        let standard = self.standard.as_ref();
        (
            &self.centre + &self.gain * &news,
            standard.map(|(centre, gain)| centre + gain * &news),
        )
    }

    fn finish(
        self,
        (beta, standard): Answer,
        observation: &Observation,
        weights: Vec<f64>,
        triangle: &Triangle,
        spectrum: Decomposition,
        held: &Held,
    ) -> Estimate {
        let variance = weights::variances(
            &weights::folded(observation),
            &weights,
            &beta,
            Some(&self.gain),
            &spectrum.inverse,
        );
        let resolution = &self.gain * &triangle.r;
        Estimate {
            beta: beta.as_slice().to_vec(),
            standard: standard.map(|theta| theta.as_slice().to_vec()),
            weights,
            variance,
            spectrum,
            condition_unscaled: Svd::of(held.without(observation.unweighted())).condition(),
            held: (0..beta.len()).map(|k| held.has(k)).collect(),
            realised: None,
            gain: self.gain,
            settings: self.settings,
            biased: self.biased,
            from_data: resolution
                .diagonal()
                .iter()
                .map(|share| share.clamp(0.0, 1.0))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests;
