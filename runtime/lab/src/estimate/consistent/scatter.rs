//! How noise scatters a physically consistent fit: a parametric bootstrap.

use nalgebra::{DMatrix, DVector};

use super::Fit;
use crate::cone::central_path::minimise;
use crate::estimate::{Estimate, Estimator};
use crate::numeric::Svd;
use crate::random::Random;
use crate::regression::Observation;
use armwright_runtime::Model;

/// Draws of small robots, and of large ones.
const DRAWS: [usize; 2] = [100, 20];
/// Bodies times draws, between these.
const EFFORT: usize = 600;
/// The draws are the same in every run.
const SEED: u64 = 1;

/// The mean squared error of base parameters (`b × b`) of fits to what the estimate itself predicts, with noise of a
/// `covariance` (`b × b`) added to the weighted right-hand side; none of an estimate that is linear in the torques, or
/// where most draws have no answer.
///
/// Efron and Tibshirani (1993), chapter 6: every draw is a fit of its own, with the same weights. What a draw is off includes
/// how far the prior and the boundary of what can exist pull it from where it came.
pub(crate) fn scatter(
    observation: &Observation,
    model: &Model,
    estimator: &Estimator,
    estimate: &Estimate,
    covariance: &DMatrix<f64>,
) -> Option<DMatrix<f64>> {
    estimate.realised.as_ref()?;
    let weight = estimate
        .settings
        .iter()
        .find(|s| s.name == "prior-weight")?;
    let mu = weight.value / (1.0 - weight.value);
    let triangle = observation.weighted(&estimate.weights);
    let least = &estimate.spectrum.inverse * &triangle.z;
    let fit = Fit::of(model, estimator, &triangle, least.as_slice());
    let beta = DVector::from_column_slice(&estimate.beta);
    let clean = &triangle.r * &beta;
    let root = root(covariance);
    let mut random = Random::new(SEED);
    let draws = (EFFORT / model.bodies.len().max(1)).clamp(DRAWS[1], DRAWS[0]);
    let mut program = fit.prior.program(fit.data(&triangle), mu, &fit.coordinates);
    let (mut sum, mut count) = (DMatrix::zeros(beta.len(), beta.len()), 0usize);
    for _ in 0..draws {
        let noise = DVector::from_fn(beta.len(), |_, _| random.normal());
        let z = &clean + &root * noise;
        program.right.rows_mut(0, beta.len()).copy_from(&z);
        if let Some(found) = minimise(&program).filter(|found| found.is_near()) {
            let off = &fit.columns * found.variables - &beta;
            sum += &off * off.transpose();
            count += 1;
        }
    }
    (2 * count > draws).then(|| sum / count as f64)
}

/// A matrix `L` of a covariance `L Lᵀ`.
fn root(covariance: &DMatrix<f64>) -> DMatrix<f64> {
    let Svd {
        mut left, values, ..
    } = Svd::of(covariance.clone());
    for (mut column, value) in left.column_iter_mut().zip(&values) {
        column *= value.max(0.0).sqrt();
    }
    left
}

/// The same estimator with the settings that an estimate chose, where choosing again would take long.
impl Estimator {
    pub(crate) fn settled(&self, estimate: &Estimate) -> Self {
        let chosen = estimate.settings.iter().find(|s| s.name == "prior-weight");
        let chosen = chosen.filter(|_| estimate.realised.is_some());
        Self {
            prior_weight: self.prior_weight.or(chosen.map(|setting| setting.value)),
            ..self.clone()
        }
    }
}
