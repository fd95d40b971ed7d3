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
mod tests {
    use nalgebra::{DMatrix, DVector, Matrix4};

    use super::super::Fit;
    use super::super::coordinates::Coordinates;
    use super::super::prior::Prior;
    use super::root;
    use crate::cone::block::{PAIRS, vector};
    use crate::distribution::student_widening;
    use crate::estimate::PriorMetric;
    use crate::estimate::{Estimator, Method, Realised, Setting, estimate};
    use crate::regression::Triangle;
    use crate::regression::by_hand::{B, MODEL, drawn, observed};

    /// A body whose pseudo-inertia is the unit matrix and so many drives of a nominal value of 2, the last of which is not known.
    fn fit_of_unit_body(drives: usize, metric: PriorMetric) -> Fit {
        let n = PAIRS.len() + drives;
        let place = |k: usize| (PAIRS.len() + k, 2.0, 2.0, k + 1 < drives);
        Fit {
            coordinates: Coordinates {
                bodies: 1,
                blocks: 1,
                scalars: drives,
                free: 0,
                map: DMatrix::identity(n, n),
                drives: Vec::new(),
                equations: Vec::new(),
                limits: Vec::new(),
            },
            prior: Prior {
                bodies: vec![(Matrix4::identity(), true)],
                drives: (0..drives).map(place).collect(),
                euclidean: None,
                metric,
            },
            base: DMatrix::identity(n, n),
            columns: DMatrix::identity(n, n),
        }
    }

    /// Each departure has a row `mu` (of the body) or `mu / 2` (of a drive). Where the recordings have a row of the same size for each
    /// variable, of `s` times as much, `s² / (1 + s²)` of each departure is told by them.
    #[test]
    fn nominal_values_are_off_as_far_as_recordings_tell() {
        let mu = 3.0;
        let departures = |fit: &Fit, share: f64| {
            let n = fit.columns.ncols();
            let size = |k: usize| if k < PAIRS.len() { mu } else { mu / 2.0 };
            let sizes = DVector::from_fn(n, |k, _| share * size(k));
            let triangle = Triangle {
                r: DMatrix::from_diagonal(&sizes),
                z: DVector::from_fn(n, |k, _| k as f64),
            };
            let mut truth = DVector::from_element(n, 2.0 * 1.3);
            let body = vector(&Matrix4::identity()).add_scalar(0.2);
            truth.rows_mut(0, PAIRS.len()).copy_from(&body);
            fit.departures(&triangle, &truth, mu)
        };
        let near = |found: [f64; 2], expected: [f64; 2]| {
            for (found, expected) in found.iter().zip(expected) {
                assert!((found / expected - 1.0).abs() < 1e-5, "{found} {expected}");
            }
        };
        for metric in [PriorMetric::Pullback, PriorMetric::Entropic] {
            let fit = fit_of_unit_body(7, metric);
            // A half is told: of ten numbers of the body five, of six drives three. The quantiles of Student are those of tables.
            let normal = 1.959_964;
            let body = 2.570_582 / normal * (10.0 * 0.2f64.powi(2) / 5.0).sqrt();
            let drives = 3.182_446 / normal * (6.0 * 0.3f64.powi(2) / 3.0).sqrt();
            near(departures(&fit, 1.0), [body, drives]);
            // A fifth is told: of ten numbers two, of six drives too little.
            let body = 4.302_653 / normal * (10.0 * 0.2f64.powi(2) / 2.0).sqrt();
            near(departures(&fit, 0.500_000_1), [body, 1.0 / mu]);
            near(departures(&fit, 0.499), [1.0 / mu; 2]);
            // Nothing is told, and all.
            near(departures(&fit, 0.0), [1.0 / mu; 2]);
            let [body, drives] = departures(&fit, 1e4);
            near(
                [body, drives],
                [student_widening(10.0) * 0.2, student_widening(6.0) * 0.3],
            );
        }
    }

    #[test]
    fn a_root_of_a_covariance_is_one_of_a_singular_one_too() {
        let half = DMatrix::from_row_slice(3, 2, &[2.0, 0.0, -1.0, 3.0, 0.5, 1.0]);
        let covariance = &half * half.transpose();
        let found = root(&covariance);
        assert!((&found * found.transpose() - covariance).amax() < 1e-12);
    }

    #[test]
    fn a_weight_that_was_chosen_is_not_chosen_again() {
        let observation = observed(&drawn(2, 20, [1.0; B], 0.1));
        let mut fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
        let setting = |name, value| Setting {
            name,
            value,
            rule: String::new(),
        };
        fit.settings = vec![setting("rounds", 4.0), setting("prior-weight", 0.3)];
        let open = Estimator::from(Method::Consistent);
        // Of an estimate that is linear in the torques there is nothing to settle.
        assert_eq!(open.settled(&fit), open);
        fit.realised = Some(Realised::default());
        assert_eq!(open.settled(&fit).prior_weight, Some(0.3));
        let asked = Estimator {
            prior_weight: Some(0.7),
            ..open
        };
        assert_eq!(asked.settled(&fit), asked);
    }
}
