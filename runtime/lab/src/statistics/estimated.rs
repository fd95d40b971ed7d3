//! The table of base parameters: value, deviation, correlation, and how well each is known.

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use crate::estimate::Estimate;
use crate::regression::Factor;
use crate::thresholds::{CORRELATED, HELD, KNOWN, KNOWN_WELL, SIGN_CERTAIN};
use armwright_runtime::{Model, ParameterKind};

/// One base parameter as identified.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimated {
    /// The name of the standard parameter that represents it.
    pub name: String,
    /// The combination of standard parameters.
    #[serde(default)]
    pub expression: String,
    /// Its unit.
    #[serde(default)]
    pub unit: String,
    /// Its value.
    pub value: f64,
    /// Its standard deviation; none if the motion did not excite it, or if it was given.
    pub std: Option<f64>,
    /// Degrees of freedom of the variance that `std` is the root of: few where its noise is estimated from
    /// little. `std` is wider for it, so that two deviations hold 95 % as they do of a normal
    /// distribution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freedom: Option<f64>,
    /// How far errors of the measured positions are expected to have moved the value; part of `std`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bias: Option<f64>,
    /// How far terms that the model lacks are found to have moved the value; `std` is wide enough for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacking: Option<f64>,
    /// The standard deviation as a percentage of the value; none without one.
    pub percent: Option<f64>,
    /// The standard deviation that it would have if all others were known; what is left of `std`
    /// is due to correlation. None if the motion did not excite it.
    pub alone: Option<f64>,
    /// Root mean square of what it adds to the equations that it takes part in, in standard
    /// deviations of their residuals: below 1 its torque drowns in the noise.
    #[serde(default)]
    pub effect: f64,
    /// How well it is known.
    #[serde(default)]
    pub quality: Quality,
    /// The base parameter whose estimate is most correlated with this one, and the correlation.
    pub correlated: Option<(String, f64)>,
    /// The share of the value that comes from the recordings: 1 for least squares, less where a
    /// prior, damping or truncation holds it back.
    #[serde(default)]
    pub from_data: f64,
    /// The true value, where the recording was simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<f64>,
}

/// Two base parameters whose estimates err together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Correlation {
    /// One of them.
    pub first: String,
    /// The other.
    pub second: String,
    /// The correlation of their estimates, -1 to 1.
    pub r: f64,
}

/// How well a parameter is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quality {
    /// To better than 5 %.
    Good,
    /// To between 5 % and 20 %.
    Fair,
    /// To 20 % or worse, but its sign is certain (two standard deviations).
    Poor,
    /// Not told from zero: less than two standard deviations.
    Zero,
    /// Held by the estimator (a prior, damping, truncation) more than by the recordings.
    Assumed,
    /// Not estimated: the value was given.
    Given,
    /// Not estimated: it is left out, as if it were 0.
    #[serde(rename = "left_out")]
    LeftOut,
    /// Not excited by the motion at all.
    #[default]
    Undetermined,
}

impl Estimated {
    /// Makes it one that the motion did not excite.
    pub(crate) fn hide(&mut self) {
        (self.std, self.percent, self.alone) = (None, None, None);
        (self.correlated, self.quality) = (None, Quality::Undetermined);
    }

    /// Leaves it out.
    pub(crate) fn leave_out(&mut self) {
        self.quality = Quality::LeftOut;
    }

    /// Whether it was not estimated but given, or left out.
    #[must_use]
    pub fn is_given(&self) -> bool {
        matches!(self.quality, Quality::Given | Quality::LeftOut)
    }

    /// The bias in deviations of noise alone; 0 where there is none.
    #[must_use]
    pub fn bias_in_deviations(&self) -> f64 {
        let noise = |std: f64, bias: f64| (std * std - bias * bias).max(0.0).sqrt();
        let both = self.std.zip(self.bias);
        both.map_or(0.0, |(std, bias)| {
            bias.abs() / noise(std, bias).max(f64::MIN_POSITIVE)
        })
    }
}

impl Quality {
    fn of(value: f64, std: Option<f64>, from_data: f64) -> Self {
        match std {
            None => Self::Undetermined,
            Some(_) if from_data < HELD => Self::Assumed,
            Some(std) if std < KNOWN_WELL * value.abs() => Self::Good,
            Some(std) if std < KNOWN * value.abs() => Self::Fair,
            Some(std) if std < SIGN_CERTAIN * value.abs() => Self::Poor,
            Some(_) => Self::Zero,
        }
    }

    /// A word for tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Fair => "fair",
            Self::Poor => "poor",
            Self::Zero => "not told from 0",
            Self::Assumed => "assumed",
            Self::Given => "given",
            Self::LeftOut => "left out",
            Self::Undetermined => "not excited",
        }
    }
}

/// The covariance matrix of base parameters (`b × b`).
///
/// An estimate is `G z` plus what does not depend on the torques, with `[R z]` the weighted factor,
/// so its covariance is `G R⁻ᵀ (Σ w_i² v_i ρ_i K_iᵀ K_i) R⁻¹ Gᵀ` over rows i: residual variance
/// `v_i` of each row as found, whatever the weights, and `ρ_i` for residuals that are correlated
/// in time. Of a biased estimator it is how noise scatters the estimate, not how far it is from the truth.
/// [`Deviations`](super::Deviations) takes correlations as they are.
#[must_use]
pub fn covariance(factors: &[Factor], estimate: &Estimate, ratio: &[f64]) -> DMatrix<f64> {
    let (gain, inverse) = (&estimate.gain, &estimate.spectrum.inverse);
    let size = inverse.ncols();
    let mut middle = DMatrix::zeros(size, size);
    for (i, factor) in factors.iter().enumerate() {
        let row = factor.parts().0 * inverse;
        let weight = estimate.weights[i];
        middle += row.transpose() * &row * (weight * weight * estimate.variance[i] * ratio[i]);
    }
    gain * middle * gain.transpose()
}

/// The table of base parameters.
#[must_use]
pub fn table(
    model: &Model,
    factors: &[Factor],
    estimate: &Estimate,
    covariance: &DMatrix<f64>,
) -> Vec<Estimated> {
    let determined = estimate.spectrum.determined();
    let deviation = |j: usize| covariance[(j, j)].max(0.0).sqrt();
    let alone = alone(covariance, &determined);
    let effect = effect(factors, estimate);
    let names = model.base.iter().enumerate();
    names
        .map(|(j, base)| {
            let (value, is_given) = (estimate.beta[j], estimate.held[j]);
            let std = (determined[j] && !is_given).then(|| deviation(j));
            let quality = match is_given {
                true => Quality::Given,
                false => Quality::of(value, std, estimate.from_data[j]),
            };
            let partner = partner(covariance, &determined, j);
            Estimated {
                name: base.name.to_owned(),
                expression: base.expression.to_owned(),
                unit: base.unit.to_owned(),
                value,
                std,
                percent: std.and_then(|std| percent(value, std)),
                alone: alone[j],
                effect: effect[j],
                quality,
                correlated: partner.map(|(k, rho)| (model.base[k].name.to_owned(), rho)),
                from_data: estimate.from_data[j],
                ..Estimated::default()
            }
        })
        .collect()
}

/// Which other parameter's estimate is most correlated with one that is determined, and the correlation.
pub(super) fn partner(
    covariance: &DMatrix<f64>,
    determined: &[bool],
    j: usize,
) -> Option<(usize, f64)> {
    let deviation = |k: usize| covariance[(k, k)].max(0.0).sqrt();
    (0..determined.len())
        .filter(|&k| k != j && determined[k] && determined[j])
        .map(|k| (k, covariance[(j, k)] / (deviation(j) * deviation(k))))
        .filter(|(_, rho)| rho.is_finite())
        .max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()))
}

/// A deviation as a percentage of a value; none of 0.
fn percent(value: f64, std: f64) -> Option<f64> {
    Some(100.0 * std / value.abs()).filter(|percent| percent.is_finite())
}

/// Pairs of base parameters that the motion hardly tells apart, the closest first.
#[must_use]
pub fn correlations(
    model: &Model,
    estimate: &Estimate,
    covariance: &DMatrix<f64>,
) -> Vec<Correlation> {
    let determined = estimate.spectrum.determined();
    let known: Vec<usize> = (0..model.base.len()).filter(|&j| determined[j]).collect();
    let mut pairs = Vec::new();
    for (k, &i) in known.iter().enumerate() {
        for &j in &known[k + 1..] {
            let r = covariance[(i, j)] / (covariance[(i, i)] * covariance[(j, j)]).sqrt();
            if r.abs() >= CORRELATED {
                pairs.push(Correlation {
                    first: model.base[i].name.to_owned(),
                    second: model.base[j].name.to_owned(),
                    r: r.clamp(-1.0, 1.0),
                });
            }
        }
    }
    pairs.sort_by(|a, b| b.r.abs().total_cmp(&a.r.abs()));
    pairs
}

/// The deviation that each parameter would have if all others were known: the square root of the
/// reciprocal of its diagonal element of the inverse covariance (the variance of a Gaussian
/// variable given all others). Scaled to correlations first, so that units do not matter.
fn alone(covariance: &DMatrix<f64>, determined: &[bool]) -> Vec<Option<f64>> {
    let known: Vec<usize> = (0..determined.len())
        .filter(|&j| determined[j] && covariance[(j, j)] > 0.0)
        .collect();
    let deviation = |k: usize| covariance[(known[k], known[k])].sqrt();
    let correlation = DMatrix::from_fn(known.len(), known.len(), |i, k| {
        covariance[(known[i], known[k])] / (deviation(i) * deviation(k))
    });
    let mut alone = vec![None; determined.len()];
    if let Some(cholesky) = correlation.cholesky() {
        let precision = cholesky.inverse();
        for (k, &j) in known.iter().enumerate() {
            alone[j] = Some(deviation(k) / precision[(k, k)].max(1.0).sqrt());
        }
    }
    alone
}

/// What each parameter adds to its equations: `sqrt(Σ_i β_j² |K_ij|² / v_i / Σ_i rows_i)` over the
/// rows i that it takes part in, with the residual variance `v_i` of each.
fn effect(factors: &[Factor], estimate: &Estimate) -> Vec<f64> {
    let mut squares = vec![0.0; estimate.beta.len()];
    let mut rows = vec![0.0; estimate.beta.len()];
    for (factor, variance) in factors.iter().zip(&estimate.variance) {
        let triangle = factor.parts().0;
        for (j, column) in triangle.column_iter().enumerate() {
            let norm = column.norm_squared();
            if norm > 0.0 && *variance > 0.0 {
                squares[j] += estimate.beta[j].powi(2) * norm / variance;
                rows[j] += factor.rows() as f64;
            }
        }
    }
    let mean = squares.into_iter().zip(rows);
    mean.map(|(sum, rows)| if rows > 0.0 { (sum / rows).sqrt() } else { 0.0 })
        .collect()
}

/// Whether a base parameter (index into [`Model::base`]) is of a body: its representative is one of a
/// body's ten.
#[must_use]
pub fn is_of_body(model: &Model, base: usize) -> bool {
    let kind = model.parameters[model.base[base].representative].kind;
    matches!(kind, ParameterKind::Inertial { .. })
}

#[cfg(test)]
mod tests;
