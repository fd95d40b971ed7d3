//! Deviations that hold parameter by parameter: noise as it is correlated, and as well as it is known.

use nalgebra::{DMatrix, DVector};

use super::basis::Basis;
use super::estimated::{Estimated, partner};
use super::excited::of_noise;
use super::noise::{Modelled, Noise};
use super::overlap;
use super::position::bias;
use super::sandwich::Sandwich;
use super::steps::beyond;
use super::view::View;
use crate::distribution::{MANY, deviation_about, student_widening};
use crate::estimate::Estimate;
use crate::motion::Motion;
use crate::regression::{Columns, Equations, RegressionError, Sample};

/// A share of a parameter's uncertainty from which it is that of directions which were not excited.
const HALF: f64 = 0.5;

/// How noise scatters base parameters.
#[derive(Debug, Clone)]
pub struct Deviations {
    /// Their covariance (`b × b`). A deviation, the root of a diagonal element, is made wider where the
    /// noise is estimated from little, so that two of them hold what they hold of a normal
    /// distribution.
    pub covariance: DMatrix<f64>,
    /// Degrees of freedom of each parameter's variance (`b`).
    pub freedom: Vec<f64>,
    /// How many times as large each variance is as noise of one size in all samples makes it (`b`): 1, or more where noise is larger
    /// in the samples that tell the parameter.
    pub uneven: Vec<f64>,
    /// How far errors of the measured positions are expected to have moved each parameter (`b`); its outer
    /// product is part of the covariance. 0 where positions have no errors, or that may be chance.
    pub bias: Vec<f64>,
    /// How far terms that the model lacks moved each parameter (`b`), for which the covariance is made wide enough; 0
    /// where it lacks none.
    pub shift: Vec<f64>,
    /// The covariance without these terms, where there are any: which parameters the motion hardly tells apart stands in this one, since
    /// what is missing moves all of them at once.
    pub(crate) told: Option<DMatrix<f64>>,
    /// How noise scatters the weighted right-hand side of the triangular factor (`b × b`).
    pub(crate) right: DMatrix<f64>,
    /// Deviations of standard parameters (`p`), of an estimator that has an answer for them and draws; none of others.
    pub standard: Vec<Option<f64>>,
    /// The noise of the rows.
    pub noise: Noise,
    /// How many directions of the parameters only errors of the measured positions excited.
    pub only_noise: usize,
    /// Whether most of each parameter's uncertainty lies in these directions (`b`): it was not excited.
    hidden: Vec<bool>,
    /// Which parameters were given (`b`): noise does not scatter them.
    held: Vec<bool>,
}

impl Deviations {
    /// Of an estimate from motions.
    ///
    /// Every estimator here is linear in the torques, so noise `u` of the rows moves parameters by
    /// `G Σ_t Σ_i w_i q_i(t) u_i(t)` with orthonormal combinations `q` of the weighted columns. Their
    /// covariance is `G [Σ w_i w_j q_i(s) γ_ij(s - t) q_j(t)ᵀ] Gᵀ`, with the covariances `γ` of an
    /// autoregression a row, modelled by restricted maximum likelihood: a
    /// "sandwich" (Huber 1967) with a parametric middle. Least squares itself stays as it is. The
    /// variance of each parameter has degrees of freedom of its own (Satterthwaite 1946), because the
    /// noise at its frequencies is known more or less well; deviations are multiplied by the ratio of
    /// Student's 97.5 % quantile to the normal one. Where residuals are larger in the samples that tell a parameter than in others,
    /// its variance is larger by as much (White 1980). Errors of the positions enter the columns
    /// themselves; the bias that this makes is simulated and added, and so is what steps of encoders
    /// scatter beyond noise that is forgotten.
    ///
    /// `progress` is told the share that is done.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub fn of(
        equations: &Equations<'_>,
        motions: &[Motion],
        estimate: &Estimate,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Self, RegressionError> {
        let basis = Basis::of(&estimate.spectrum);
        let left = estimate.spectrum.left.columns(0, basis.size());
        let gain = &estimate.gain * left;
        let (noise, middle, freedom, uneven) = match equations.in_steps()? {
            Some(steps) => {
                let (noise, middle) =
                    overlap::of(equations, &steps, motions, estimate, &basis, progress)?;
                let b = gain.nrows();
                (noise, middle, vec![MANY; b], vec![1.0; b])
            }
            None => apart(equations, motions, estimate, &basis, &gain, progress)?,
        };
        let base = equations.base_columns();
        let view = View {
            equations,
            columns: &|| Box::new(base),
            weights: &estimate.weights,
            size: basis.size(),
            seen: &|sample, row| basis.seen(sample, row, &estimate.beta),
            predicted: &|motion| {
                let series = equations.predict(motion, &estimate.beta, &mut |_| {})?;
                Ok(series.predicted)
            },
        };
        let all: Vec<&Motion> = motions.iter().collect();
        let known = (&freedom[..], &uneven[..]);
        let mut covariance = scattered(&view, &all, &gain, &middle, known)?;
        let unexcited = of_noise(equations, motions, &estimate.weights, &basis, &gain)?;
        let hidden = (0..gain.nrows())
            .map(|j| unexcited.row(j).norm_squared() > HALF * gain.row(j).norm_squared())
            .collect();
        let bias = bias(&view, &all, &gain)?;
        covariance += &bias * bias.transpose();
        let mut found = Self {
            covariance,
            freedom,
            uneven,
            bias: bias.as_slice().to_vec(),
            shift: vec![0.0; bias.len()],
            told: None,
            right: left * middle * left.transpose(),
            standard: Vec::new(),
            noise,
            only_noise: unexcited.ncols(),
            hidden,
            held: estimate.held.clone(),
        };
        found.hold();
        Ok(found)
    }

    /// Takes a `scatter` (`b × b`) of an estimate that is not linear in the torques, which drawn noise of the right-hand side
    /// ([`Self::right`]) gives, in place of that of its derivative (`gain`, `b × b`). What makes deviations wider than
    /// noise does makes these so, too; none is less than it was.
    pub(crate) fn scattered(&mut self, scatter: &DMatrix<f64>, gain: &DMatrix<f64>) {
        let linear = gain * &self.right * gain.transpose();
        let wider = |k: usize| match linear[(k, k)] {
            variance if variance > 0.0 => (self.covariance[(k, k)] / variance).max(1.0).sqrt(),
            _ => 1.0,
        };
        let wider: Vec<f64> = (0..self.shift.len()).map(wider).collect();
        let mut found = DMatrix::from_fn(wider.len(), wider.len(), |i, j| {
            scatter[(i, j)] * wider[i] * wider[j]
        });
        for k in 0..wider.len() {
            found[(k, k)] = found[(k, k)].max(self.covariance[(k, k)]);
        }
        self.covariance = found;
        self.hold();
    }

    /// Leaves out what was given.
    fn hold(&mut self) {
        for k in (0..self.held.len()).filter(|k| self.held[*k]) {
            self.covariance.row_mut(k).fill(0.0);
            self.covariance.column_mut(k).fill(0.0);
            (self.freedom[k], self.bias[k], self.shift[k]) = (MANY, 0.0, 0.0);
        }
    }

    /// Makes deviations wide enough for terms that the model lacks, which moved the parameters by `shift` (`b`). The
    /// truth scatters about the parameters less this shift with a `covariance` (`b × b`): a deviation is such
    /// that the interval of 95 % about the parameter holds 95 % of that, and no narrower than it was: what is left may
    /// lack something still.
    pub fn lacking(&mut self, covariance: &DMatrix<f64>, shift: &[f64]) {
        let b = shift.len();
        let wider: Vec<f64> = self.freedom.iter().map(|f| student_widening(*f)).collect();
        let mut found = DMatrix::from_fn(b, b, |i, j| {
            covariance[(i, j)] * wider[i] * wider[j] + self.bias[i] * self.bias[j]
        });
        let systematic = DVector::from_fn(b, |j, _| {
            let noise = found[(j, j)].max(0.0).sqrt();
            let wide = deviation_about(shift[j], noise);
            (wide * wide - noise * noise)
                .max(0.0)
                .sqrt()
                .copysign(shift[j])
        });
        found += &systematic * systematic.transpose();
        let narrower = |j: usize| match found[(j, j)] {
            variance if variance > 0.0 => (self.covariance[(j, j)] / variance).max(1.0).sqrt(),
            _ => 1.0,
        };
        let times: Vec<f64> = (0..b).map(narrower).collect();
        let widened = DMatrix::from_fn(b, b, |i, j| found[(i, j)] * times[i] * times[j]);
        self.told = Some(std::mem::replace(&mut self.covariance, widened));
        self.shift = shift.to_vec();
        self.hold();
    }

    /// Adds a covariance (`b × b`) that has nothing to do with the noise of the rows.
    pub(crate) fn add(&mut self, covariance: &DMatrix<f64>) {
        self.covariance += covariance;
        self.hold();
    }

    /// Adds to a table of base parameters (`b`) what is known of their deviations.
    pub fn complete(&self, table: &mut [Estimated]) {
        for (p, hidden) in table.iter_mut().zip(&self.hidden) {
            if *hidden {
                p.hide();
            }
        }
        for (p, shift) in table.iter_mut().zip(&self.shift) {
            p.lacking = p.std.map(|_| *shift).filter(|shift| *shift != 0.0);
        }
        if let Some(told) = &self.told {
            let names: Vec<String> = table.iter().map(|p| p.name.clone()).collect();
            let determined: Vec<bool> = table.iter().map(|p| p.std.is_some()).collect();
            for (k, p) in table.iter_mut().enumerate().filter(|(k, _)| determined[*k]) {
                let partner = partner(told, &determined, k);
                p.correlated = partner.map(|(other, r)| (names[other].clone(), r));
            }
        }
        for (p, (freedom, bias)) in table.iter_mut().zip(self.freedom.iter().zip(&self.bias)) {
            p.freedom = p.std.map(|_| *freedom);
            p.bias = p.std.map(|_| *bias).filter(|bias| *bias != 0.0);
        }
    }
}

/// Noise, what it does to the weighted columns (`r × r`), and of each parameter's variance the degrees of freedom and how much
/// larger it is because noise is larger in some samples than in others (`b` each).
type Seen = (Noise, DMatrix<f64>, Vec<f64>, Vec<f64>);

/// The noise of rows that have no time in common.
fn apart(
    equations: &Equations<'_>,
    motions: &[Motion],
    estimate: &Estimate,
    basis: &Basis,
    gain: &DMatrix<f64>,
    progress: &mut dyn FnMut(f64),
) -> Result<Seen, RegressionError> {
    let modelled = Modelled::of(equations, motions, estimate, basis)?;
    let base = equations.base_columns();
    let by = (estimate, basis);
    let middle = middle(equations, &base, motions, by, &modelled.noise, progress)?;
    let freedom = modelled.freedom(gain, &estimate.weights);
    let uneven = modelled.unevenness(gain, &estimate.weights);
    Ok((modelled.noise, middle, freedom, uneven))
}

/// What noise does to weighted columns, base parameters' or others' (`r × r`).
fn middle(
    equations: &Equations<'_>,
    columns: &dyn Columns,
    motions: &[Motion],
    (estimate, basis): (&Estimate, &Basis),
    noise: &Noise,
    progress: &mut dyn FnMut(f64),
) -> Result<DMatrix<f64>, RegressionError> {
    let mut sandwich = Sandwich::of(noise, basis.size());
    for (k, motion) in motions.iter().enumerate() {
        sandwich.restart();
        let mut take = |sample: &Sample<'_>| {
            let weights = estimate.weights.iter().enumerate();
            let rows = weights.map(|(row, w)| match sample.counts(row) {
                true => basis.columns(sample, row) * *w,
                false => DVector::zeros(basis.size()),
            });
            sandwich.push(rows.collect());
        };
        let mut share = |done: f64| progress((k as f64 + done) / motions.len() as f64);
        equations.pass(motion, columns, &mut take, &mut share)?;
    }
    Ok(sandwich.sum())
}

/// The covariance of parameters (`b × b`) that noise and steps of encoders scatter, made wider for how well that is known and for noise
/// that is larger in some samples than in others.
fn scattered(
    view: &View<'_>,
    motions: &[&Motion],
    gain: &DMatrix<f64>,
    middle: &DMatrix<f64>,
    (freedom, uneven): (&[f64], &[f64]),
) -> Result<DMatrix<f64>, RegressionError> {
    let mut covariance = gain * middle * gain.transpose();
    let variances = covariance.diagonal();
    let beyond = beyond(view, motions, gain, &variances)?;
    let wider = freedom.iter().enumerate().map(|(k, freedom)| {
        let steps = beyond[k] / variances[k];
        let steps = if steps.is_finite() { steps } else { 0.0 };
        (uneven[k] + steps).sqrt() * student_widening(*freedom)
    });
    let wider: Vec<f64> = wider.collect();
    for i in 0..wider.len() {
        for j in 0..wider.len() {
            covariance[(i, j)] *= wider[i] * wider[j];
        }
    }
    Ok(covariance)
}

/// The covariance (`c × c`) of an estimate by other columns than those of base parameters, for noise that is known: what noise and
/// steps of encoders scatter, and how far errors of positions are expected to have moved it. `beta` (`b`) predicts what is measured.
///
/// # Errors
/// [`RegressionError`].
pub(crate) fn covariance_by<'c>(
    equations: &Equations<'_>,
    columns: &dyn Fn() -> Box<dyn Columns + 'c>,
    motions: &[Motion],
    (estimate, beta): (&Estimate, &[f64]),
    noise: &Noise,
) -> Result<DMatrix<f64>, RegressionError> {
    let basis = Basis::of(&estimate.spectrum);
    let gain = &estimate.gain * estimate.spectrum.left.columns(0, basis.size());
    let by = (estimate, &basis);
    let middle = middle(equations, &*columns(), motions, by, noise, &mut |_| {})?;
    let view = View {
        equations,
        columns: &|| columns(),
        weights: &estimate.weights,
        size: basis.size(),
        seen: &|sample, row| basis.seen(sample, row, &estimate.beta),
        predicted: &|motion| Ok(equations.predict(motion, beta, &mut |_| {})?.predicted),
    };
    let all: Vec<&Motion> = motions.iter().collect();
    let (freedom, uneven) = (vec![MANY; gain.nrows()], vec![1.0; gain.nrows()]);
    let known = (&freedom[..], &uneven[..]);
    let covariance = scattered(&view, &all, &gain, &middle, known)?;
    let bias = bias(&view, &all, &gain)?;
    Ok(covariance + &bias * bias.transpose())
}

#[cfg(test)]
mod tests;
