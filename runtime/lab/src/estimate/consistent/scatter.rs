//! How noise scatters a physically consistent fit: a parametric bootstrap.

use nalgebra::{DMatrix, DVector};

use super::draws::Group;
use super::{Fit, closely};
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

/// How far fits are off in mean square: as draws are, and no farther than recordings alone say. None of an estimate that is linear in
/// the torques.
///
/// Where most draws have no answer, what recordings alone say of base parameters is left.
pub(crate) fn scatter(
    observation: &Observation,
    model: &Model,
    estimator: &Estimator,
    estimate: &Estimate,
    covariance: &DMatrix<f64>,
) -> Option<Scatter> {
    estimate.realised.as_ref()?;
    let triangle = observation.weighted(&estimate.weights);
    let least = &estimate.spectrum.inverse * &triangle.z;
    let told = Told::of(estimate, &least, covariance);
    let drawn = draw((&triangle, &least), model, estimator, estimate, covariance);
    Some(match drawn {
        Some(drawn) => told.limit(drawn, model),
        None => Scatter {
            base: told.all,
            standard: vec![None; model.parameters.len()],
        },
    })
}

/// How far an estimate may be off by recordings alone, whatever nominal values are.
struct Told {
    /// Mean squares of base parameters (`b × b`): those of least squares, whose errors noise of a covariance makes, and of how far the
    /// estimate is from these.
    all: DMatrix<f64>,
    /// Which of them recordings determine (`b`).
    determined: Vec<bool>,
}

impl Told {
    /// The error of the estimate is that of least squares, of variance `V`, and the step `d` from there. Given the step, the
    /// former has a mean between `-d` and 0 and a variance of at most `V`: a prior draws towards the truth, or is independent of the noise. So
    /// the mean square is at most `V + d²`.
    fn of(estimate: &Estimate, least: &DVector<f64>, covariance: &DMatrix<f64>) -> Self {
        let inverse = &estimate.spectrum.inverse;
        let step = DVector::from_column_slice(&estimate.beta) - least;
        Self {
            all: inverse * covariance * inverse.transpose() + &step * step.transpose(),
            determined: estimate.spectrum.determined(),
        }
    }

    /// A scatter that is no larger; correlations stay.
    fn limit(&self, mut drawn: Scatter, model: &Model) -> Scatter {
        for (k, base) in model.base.iter().enumerate() {
            let (most, found) = (self.all[(k, k)], drawn.base[(k, k)]);
            if !(self.determined[k] && most < found) {
                continue;
            }
            let share = (most / found).sqrt();
            drawn.base.row_mut(k).scale_mut(share);
            drawn.base.column_mut(k).scale_mut(share);
            // It is a standard parameter by itself.
            if let [term] = base.terms
                && let Some(std) = &mut drawn.standard[term.parameter]
            {
                *std = std.min(most.sqrt() / term.coefficient.abs());
            }
        }
        drawn
    }
}

/// How far fits are off in a world in which the estimate is the truth: recordings are what it predicts, with noise of a
/// `covariance` (`b × b`) added to the weighted right-hand side, and nominal values are about it as far as they are found to be
/// off. None where most draws have no answer.
///
/// Efron and Tibshirani (1993), chapter 6: every draw is a fit of its own, with the same weights. What a draw is off includes
/// how far the prior and the boundary of what can exist pull it from where it came.
fn draw(
    (triangle, least): (&Triangle, &DVector<f64>),
    model: &Model,
    estimator: &Estimator,
    estimate: &Estimate,
    covariance: &DMatrix<f64>,
) -> Option<Scatter> {
    let weight = estimate
        .settings
        .iter()
        .find(|s| s.name == "prior-weight")?;
    let mu = weight.value / (1.0 - weight.value);
    let fit = Fit::of(model, estimator, triangle, least.as_slice()).ok()?;
    let theta: Vec<Option<f64>> = estimate
        .standard
        .iter()
        .flatten()
        .copied()
        .map(Some)
        .collect();
    let truth = fit.coordinates.point(&theta);
    let off = fit.departures(triangle, &truth, mu);
    let clean = &triangle.r * &fit.columns * &truth;
    let root = root(covariance);
    let mut random = Random::new(SEED);
    let draws = (EFFORT / model.bodies.len().max(1)).clamp(DRAWS[1], DRAWS[0]);
    let mut program = fit.prior.program(fit.data(triangle), mu, &fit.coordinates);
    let b = clean.len();
    let mut base = DMatrix::zeros(b, b);
    let (mut standard, mut count) = (DVector::<f64>::zeros(theta.len()), 0usize);
    for _ in 0..draws {
        let noise = DVector::from_fn(b, |_, _| random.normal());
        let z = &clean + &root * noise;
        program.right.rows_mut(0, b).copy_from(&z);
        fit.prior.redraw(&mut program, &truth, off, mu, &mut random);
        if let Some(found) = closely(&program).filter(|found| found.is_near()) {
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
        let departures = prior.departures(&program, mu);
        let mut normal = gram(&program.matrix);
        for k in 0..normal.nrows() {
            normal[(k, k)] += 1e-12 + 1e-9 * normal[(k, k)];
        }
        let Some(factor) = normal.cholesky() else {
            return [1.0 / mu; 2];
        };
        [Group::Bodies, Group::Drives].map(|group| {
            let (mut squares, mut told) = (0.0, 0.0);
            for own in departures.iter().filter(|own| own.group == group) {
                squares += (own.row.dot(truth) - own.nominal).powi(2) / own.size;
                told += (1.0 - own.row.dot(&factor.solve(&own.row))).max(0.0);
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
