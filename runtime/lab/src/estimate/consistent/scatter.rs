//! How noise scatters a physically consistent fit: a parametric bootstrap.

use nalgebra::{DMatrix, DVector};

use super::Fit;
use super::draws::Group;
use crate::cone::central_path::minimise_roughly;
use crate::distribution::student_widening;
use crate::estimate::{Estimate, Estimator};
use crate::numeric::Svd;
use crate::numeric::gram;
use crate::random::Random;
use crate::regression::{Observation, Triangle};
use armwright_runtime::{Class, Model, Parameter, ParameterKind};

/// Draws of small robots, and of large ones.
const DRAWS: [usize; 2] = [100, 20];
/// Bodies times draws, between these.
const EFFORT: usize = 600;
/// Directions that recordings tell of before they say how far nominal values are off.
const LEAST_TOLD: f64 = 2.0;
/// The draws are the same in every run.
const SEED: u64 = 1;

/// How far fits are off that noise scatters.
pub(crate) struct Scatter {
    /// The mean squared error of base parameters (`b × b`).
    pub(crate) base: DMatrix<f64>,
    /// Its root of each standard parameter (`p`); none where only a guess decides.
    pub(crate) standard: Vec<Option<f64>>,
}

/// How far fits are off in a world in which the estimate is the truth: recordings are what it predicts, with noise of a
/// `covariance` (`b × b`) added to the weighted right-hand side, and nominal values are about it as far as they are found to be
/// off. None of an estimate that is linear in the torques, or where most draws have no answer.
///
/// Efron and Tibshirani (1993), chapter 6: every draw is a fit of its own, with the same weights. What a draw is off includes
/// how far the prior and the boundary of what can exist pull it from where it came.
pub(crate) fn scatter(
    observation: &Observation,
    model: &Model,
    estimator: &Estimator,
    estimate: &Estimate,
    covariance: &DMatrix<f64>,
) -> Option<Scatter> {
    estimate.realised.as_ref()?;
    let weight = estimate
        .settings
        .iter()
        .find(|s| s.name == "prior-weight")?;
    let mu = weight.value / (1.0 - weight.value);
    let triangle = observation.weighted(&estimate.weights);
    let least = &estimate.spectrum.inverse * &triangle.z;
    let fit = Fit::of(model, estimator, &triangle, least.as_slice()).ok()?;
    let theta: Vec<Option<f64>> = estimate
        .standard
        .iter()
        .flatten()
        .copied()
        .map(Some)
        .collect();
    let truth = fit.coordinates.point(&theta);
    let off = fit.departures(&triangle, &truth, mu);
    let clean = &triangle.r * &fit.columns * &truth;
    let root = root(covariance);
    let mut random = Random::new(SEED);
    let draws = (EFFORT / model.bodies.len().max(1)).clamp(DRAWS[1], DRAWS[0]);
    let mut program = fit.prior.program(fit.data(&triangle), mu, &fit.coordinates);
    let b = clean.len();
    let mut base = DMatrix::zeros(b, b);
    let (mut standard, mut count) = (DVector::<f64>::zeros(theta.len()), 0usize);
    for _ in 0..draws {
        let noise = DVector::from_fn(b, |_, _| random.normal());
        let z = &clean + &root * noise;
        program.right.rows_mut(0, b).copy_from(&z);
        fit.prior.redraw(&mut program, &truth, off, mu, &mut random);
        if let Some(found) = minimise_roughly(&program).filter(|found| found.is_near()) {
            let error = found.variables - &truth;
            let of_base = &fit.columns * &error;
            base += &of_base * of_base.transpose();
            standard += (&fit.coordinates.map * error).map(|x| x * x);
            count += 1;
        }
    }
    let open = fit.prior.open();
    let is_guess = |parameter: &Parameter| match parameter.kind {
        ParameterKind::Inertial { body, .. } => {
            open.contains(&body) && parameter.class != Class::Identifiable
        }
        _ => false,
    };
    let root = |(k, parameter): (usize, &Parameter)| {
        (!is_guess(parameter)).then(|| (standard[k] / count as f64).sqrt())
    };
    (2 * count > draws).then(|| Scatter {
        base: base / count as f64,
        standard: model.parameters.iter().enumerate().map(root).collect(),
    })
}

impl Fit {
    /// How far nominal values of bodies and of drives are off, in units of the prior: the root of the mean square of what the recordings
    /// say of it (MacKay 1992, eq. 4.8), as well as they say it (Student's quantile); a deviation, as the prior believes, where they say nothing.
    fn departures(&self, triangle: &Triangle, truth: &DVector<f64>, mu: f64) -> [f64; 2] {
        let prior = self.prior.quadratic();
        let program = prior.program(self.data(triangle), mu, &self.coordinates);
        let groups = prior.groups();
        let first = program.matrix.nrows() - groups.len();
        let rows = program.matrix.rows(first, groups.len());
        let residual = rows * truth - program.right.rows(first, groups.len());
        let mut normal = gram(&program.matrix);
        for k in 0..normal.nrows() {
            normal[(k, k)] += 1e-12 + 1e-9 * normal[(k, k)];
        }
        let Some(factor) = normal.cholesky() else {
            return [1.0 / mu; 2];
        };
        let solved = factor.solve(&rows.transpose());
        [Group::Bodies, Group::Drives].map(|group| {
            let (mut squares, mut told) = (0.0, 0.0);
            for k in (0..groups.len()).filter(|k| groups[*k] == Some(group)) {
                squares += residual[k] * residual[k];
                told += 1.0 - rows.row(k).transpose().dot(&solved.column(k));
            }
            match told >= LEAST_TOLD {
                true => student_widening(told) * (squares / told).sqrt() / mu,
                false => 1.0 / mu,
            }
        })
    }
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

#[cfg(test)]
mod tests;
