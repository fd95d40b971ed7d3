//! How noise that is correlated in time and from row to row scatters the unknowns, each recording by itself.

use nalgebra::{DMatrix, DVector};

use super::apart::{Apart, Carrying, Own};
use super::factors::Factors;
use super::fit::{Fit, Prior, push};
use super::plan::{Carried, Offsets, Plan};
use crate::distribution::student_widening;
use crate::motion::Motion;
use crate::numeric::Decomposition;
use crate::regression::{Factor, NOISE_LAGS, RegressionError, Sample};
use crate::signal::Decimation;
use crate::statistics::{Bias, Modelled, Sandwich, Stretches, View, beyond, freedom};

/// Decimated samples that the noise is modelled from, over all recordings, and of each at least.
const SAMPLES: usize = 2000;
const EACH: usize = 200;

/// What is to be done where recordings do not fit an arm that is known.
const COMPARE: &str = "`compare` the arm with `identify` of each recording, which says what carries a load and what else changed";

/// How far the unknowns may be off.
pub(crate) struct Scatter {
    /// Their covariance, widened where noise is known from little (Student) and where recordings contradict one another.
    pub(crate) covariance: DMatrix<f64>,
    /// Degrees of freedom of each variance.
    pub(crate) freedom: Vec<f64>,
    /// How recordings contradict one another; none where noise explains how far they are apart.
    pub(crate) apart: Option<Apart>,
}

impl Scatter {
    /// The deviation of an unknown.
    pub(crate) fn std(&self, place: usize) -> f64 {
        self.covariance[(place, place)].max(0.0).sqrt()
    }

    /// What is to be said where recordings contradict one another, or the arm that is known beside them.
    pub(crate) fn warning(&self, factors: &Factors<'_>, plan: &Plan, fit: &Fit) -> Option<String> {
        let equations = factors.equations;
        let Apart {
            times,
            changing,
            carried,
            ..
        } = self.apart.as_ref()?;
        let changing = changing
            .iter()
            .map(|unknown| plan.name(*unknown, equations));
        let most = match changing.collect::<Vec<_>>().join(", ") {
            none if none.is_empty() => none,
            some => format!(", above all by {some}"),
        };
        let (what, look) = match (&fit.prior, factors.recordings.len()) {
            (None, _) => (
                "recordings fit no one arm",
                "look at `identify` of each recording",
            ),
            (Some(_), 1) => ("the recording does not fit the arm that is known", COMPARE),
            (Some(_), _) => (
                "recordings do not fit the arm that is known, or one another",
                COMPARE,
            ),
        };
        let remedy = match (carried, plan.offsets) {
            (Some(Carrying { recording, body }), _) => format!(
                "a load on {} in {} alone explains all of it: identify it as one (`load`), or leave that recording out",
                equations.robot().model().bodies[*body],
                factors.recordings[*recording]
            ),
            (None, Offsets::Each) => look.to_owned(),
            (None, _) => format!(
                "if zeros of sensors are others from one recording to the next, offsets of each recording take them out; else {look}"
            ),
        };
        Some(format!(
            "{what}: they are {times:.1} times as far apart as their noise explains{most}, for which deviations are widened; \
             {remedy}"
        ))
    }
}

/// Of a fit, to first order about it: the noise of each recording is an autoregression a row by restricted maximum
/// likelihood, and moves the unknowns through a sandwich, as of any identification
/// ([`Deviations`](crate::statistics::Deviations)). Recordings do not share noise. Errors of the measured positions are in the
/// columns: what bias they make is simulated recording by recording, and added, and so is what steps of encoders scatter
/// beyond noise that is forgotten.
///
/// The noise of a recording is what its own columns do not take, but the fit gives these no coefficients of their own. What it
/// leaves in them is of noise alone if the recordings are of one robot, one load and the same offsets; what it leaves beyond that is
/// added ([`Apart`]). An arm that is known may contradict recordings as another recording may.
pub(crate) fn scatter(
    factors: &Factors<'_>,
    plan: &Plan,
    fit: &Fit,
) -> Result<Scatter, RegressionError> {
    let p = plan.unknowns();
    let information = &fit.spectrum.inverse * fit.spectrum.inverse.transpose();
    let (mut whole, mut uncertain) = (vec![0.0; p], vec![0.0; p]);
    let (mut bias, mut steps) = (Bias::none(p), DVector::zeros(p));
    let mut own = Vec::new();
    let mut covariance = match &fit.prior {
        Some(prior) => {
            let through = &information * prior.matrix.transpose();
            let covariance = &through * through.transpose();
            whole.copy_from_slice(covariance.diagonal().as_slice());
            covariance
        }
        None => DMatrix::zeros(p, p),
    };
    for recording in 0..factors.recordings.len() {
        let basis = Basis::of(factors, plan, fit, recording);
        let gain = &information * &basis.back;
        let modelled = modelled(factors, plan, fit, recording, &basis)?;
        let weights: Vec<f64> = (0..plan.rows).map(|i| fit.weight(recording, i)).collect();
        let (some, unsure) = modelled.spread_of(&gain, &weights);
        whole.iter_mut().zip(some).for_each(|(sum, x)| *sum += x);
        uncertain
            .iter_mut()
            .zip(unsure)
            .for_each(|(sum, x)| *sum += x);
        let mut sandwich = Sandwich::of(&modelled.noise, basis.size);
        for motion in &factors.motions[recording] {
            sandwich.restart();
            let mut take = |sample: &Sample<'_>| {
                let rows = weights.iter().enumerate();
                let rows = rows.map(|(row, weight)| basis.columns(sample, row) * *weight);
                sandwich.push(rows.collect());
            };
            let columns = factors.columns();
            let equations = factors.equations;
            equations.pass(motion, &columns, &mut take, &mut |_| {})?;
        }
        let noise = sandwich.sum();
        let scattered = &gain * &noise * gain.transpose();
        let values: Vec<DVector<f64>> = (0..plan.rows)
            .map(|row| plan.coefficients(&fit.x, recording, row))
            .collect();
        let view = View {
            equations: factors.equations,
            columns: &|| Box::new(factors.columns()),
            weights: &weights,
            size: basis.size,
            seen: &|sample, row| basis.seen(sample, row, &values[row]),
            predicted: &|motion| predicted(factors, motion, &values),
        };
        let motions = &factors.motions[recording];
        bias.add(&view, motions, &gain)?;
        steps += beyond(&view, motions, &gain, &scattered.diagonal())?;
        covariance += scattered;
        own.push(Own {
            left: basis.left(factors, plan, fit, recording),
            columns: basis.back.transpose(),
            noise,
        });
    }
    let freedom = freedom(&whole, &uncertain);
    let wider = freedom.iter().enumerate().map(|(k, freedom)| {
        let steps = steps[k] / covariance[(k, k)];
        let steps = if steps.is_finite() { steps } else { 0.0 };
        (1.0 + steps).sqrt() * student_widening(*freedom)
    });
    let wider: Vec<f64> = wider.collect();
    for i in 0..p {
        for j in 0..p {
            covariance[(i, j)] *= wider[i] * wider[j];
        }
    }
    let moved = bias.told();
    covariance += &moved * moved.transpose();
    let bodies = match plan.load {
        Carried::Nothing if !plan.gains => factors.of_bodies(),
        _ => Vec::new(),
    };
    own.extend(fit.prior.as_ref().map(|prior| told(prior, &fit.x)));
    let apart = Apart::of(&own, &information, &freedom, &bodies);
    if let Some(apart) = &apart {
        covariance += &apart.scatter;
    }
    Ok(Scatter {
        covariance,
        freedom,
        apart,
    })
}

/// What is known besides as a recording that told it: rows of unit variance are combinations already.
fn told(prior: &Prior, x: &DVector<f64>) -> Own {
    let rows = prior.right.len();
    Own {
        left: &prior.right - &prior.matrix * x,
        columns: prior.matrix.clone(),
        noise: DMatrix::identity(rows, rows),
    }
}

/// The columns of one recording as combinations of unit size, about a fit.
struct Basis {
    size: usize,
    /// From local columns of a row to combinations (`size × width`), a row each.
    along: Vec<DMatrix<f64>>,
    /// From combinations to columns of the unknowns (`unknowns × size`).
    back: DMatrix<f64>,
}

impl Basis {
    fn of(factors: &Factors<'_>, plan: &Plan, fit: &Fit, recording: usize) -> Self {
        let mut stack = Factor::new(plan.unknowns());
        let slopes: Vec<DMatrix<f64>> = (0..plan.rows)
            .map(|row| plan.slopes(&fit.x, recording, row))
            .collect();
        for (row, slopes) in slopes.iter().enumerate() {
            let triangle = factors.triangles[recording][row].0.columns(0, plan.width());
            let matrix = triangle * slopes * fit.weight(recording, row).sqrt();
            push(&mut stack, &matrix, &DVector::zeros(matrix.nrows()));
        }
        let found = Decomposition::of(&stack.parts().0);
        let at = |j: usize, k: usize| found.directions[(j, k)];
        let combinations = DMatrix::from_fn(found.rank, plan.unknowns(), |k, j| {
            at(j, k) / (found.singular_values[k] * found.scales[j])
        });
        Self {
            size: found.rank,
            along: slopes
                .iter()
                .map(|s| &combinations * s.transpose())
                .collect(),
            back: DMatrix::from_fn(plan.unknowns(), found.rank, |j, k| {
                found.scales[j] * at(j, k) * found.singular_values[k]
            }),
        }
    }

    /// What a fit leaves in these combinations.
    fn left(
        &self,
        factors: &Factors<'_>,
        plan: &Plan,
        fit: &Fit,
        recording: usize,
    ) -> DVector<f64> {
        let mut left = DVector::zeros(self.size);
        for (row, along) in self.along.iter().enumerate() {
            let columns = factors.triangles[recording][row].0.columns(0, plan.width());
            let residual = Fit::residual(factors, plan, &fit.x, (recording, row));
            left += along * columns.transpose() * residual * fit.weight(recording, row);
        }
        left
    }

    /// A row of a sample in these combinations, then what coefficients leave of it.
    fn seen(&self, sample: &Sample<'_>, row: usize, values: &DVector<f64>) -> Vec<f64> {
        let predicted: f64 = sample.row(row).map(|(k, x)| x * values[k]).sum();
        let mut seen = self.columns(sample, row).as_slice().to_vec();
        seen.push(sample.torque[row] - predicted);
        seen
    }

    /// A row of a sample in these combinations; zeros where it does not count.
    fn columns(&self, sample: &Sample<'_>, row: usize) -> DVector<f64> {
        let mut sum = DVector::zeros(self.size);
        if sample.counts(row) {
            let along = &self.along[row];
            for (k, x) in sample.row(row) {
                sum.axpy(x, &along.column(k), 1.0);
            }
        }
        sum
    }
}

/// What coefficients of local columns, a set a row, predict of a motion, a column a row.
fn predicted(
    factors: &Factors<'_>,
    motion: &Motion,
    values: &[DVector<f64>],
) -> Result<Vec<Vec<f64>>, RegressionError> {
    let mut found = vec![Vec::new(); values.len()];
    let mut take = |sample: &Sample<'_>| {
        for (row, found) in found.iter_mut().enumerate() {
            let mut mine = sample.row(row).filter(|(k, _)| *k == row);
            found.push(mine.next().map_or(0.0, |(_, x)| x));
        }
    };
    let columns = factors.predicted(values);
    let equations = factors.equations;
    equations.pass(motion, &columns, &mut take, &mut |_| {})?;
    Ok(found)
}

/// The noise of one recording, from a bounded number of samples of its pieces.
fn modelled(
    factors: &Factors<'_>,
    plan: &Plan,
    fit: &Fit,
    recording: usize,
    basis: &Basis,
) -> Result<Modelled, RegressionError> {
    let all: usize = factors.motions.iter().map(Vec::len).sum();
    let each = (SAMPLES / all.max(1)).max(EACH);
    let values: Vec<DVector<f64>> = (0..plan.rows)
        .map(|row| plan.coefficients(&fit.x, recording, row))
        .collect();
    let mut stretches = Stretches::of(plan.rows, basis.size, each);
    for motion in &factors.motions[recording] {
        stretches.begin(motion, motion.processing.decimation());
        let mut take = |sample: &Sample<'_>| {
            let columns = |row: usize| basis.columns(sample, row);
            let residual = |row: usize| {
                let predicted: f64 = sample.row(row).map(|(k, x)| x * values[row][k]).sum();
                sample.torque[row] - predicted
            };
            stretches.take(sample, &columns, &residual);
        };
        let columns = factors.columns();
        let equations = factors.equations;
        equations.pass(motion, &columns, &mut take, &mut |_| {})?;
    }
    let decimate = factors.motions[recording].first();
    let decimate = decimate.map_or(&[][..], |motion| &motion.processing.decimate);
    let white = Decimation::autocorrelation(decimate, NOISE_LAGS)?;
    let variance = &fit.variance[recording];
    Ok(Modelled::of_stretches(stretches, variance, &white))
}

#[cfg(test)]
mod tests;
