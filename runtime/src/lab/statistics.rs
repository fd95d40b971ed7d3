//! What an estimate is worth: deviations, correlations, excitation.

use nalgebra::DMatrix;
use serde::Serialize;

use super::estimate::Estimate;
use super::factor::Factor;
use crate::{Model, ParameterKind};

/// A share of a unit vector of a parameter in the directions that the motion did not excite,
/// beyond which the parameter is not determined.
const HIDDEN: f64 = 1e-6;

/// One base parameter as identified.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimated {
    /// The name of the standard parameter that represents it.
    pub name: &'static str,
    /// The combination of standard parameters.
    pub expression: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its value.
    pub value: f64,
    /// Its standard deviation; none if the motion did not excite it.
    pub std: Option<f64>,
    /// The standard deviation as a percentage of the value; none without one.
    pub percent: Option<f64>,
    /// How well it is known.
    pub quality: Quality,
    /// The base parameter whose estimate is most correlated with this one, and the correlation.
    pub correlated: Option<(&'static str, f64)>,
    /// The true value, where the recording was simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<f64>,
}

/// How well a parameter is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
    /// Not excited by the motion at all.
    Undetermined,
}

impl Quality {
    fn of(value: f64, std: Option<f64>) -> Self {
        match std {
            None => Self::Undetermined,
            Some(std) if std < 0.05 * value.abs() => Self::Good,
            Some(std) if std < 0.2 * value.abs() => Self::Fair,
            Some(std) if std < 0.5 * value.abs() => Self::Poor,
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
            Self::Undetermined => "not excited",
        }
    }
}

/// The covariance matrix of base parameters (`b × b`).
///
/// With `A = Σ w_i K_iᵀ K_i` over rows i, it is `A⁻¹ (Σ w_i² v_i ρ_i K_iᵀ K_i) A⁻¹`: residual
/// variance `v_i` of each row as found, whatever the weights, and `ρ_i` for residuals that are
/// correlated in time ([`long_run_ratio`](super::residuals::long_run_ratio)).
#[must_use]
pub fn covariance(factors: &[Factor], estimate: &Estimate, ratio: &[f64]) -> DMatrix<f64> {
    let inverse = &estimate.spectrum.inverse;
    let size = inverse.ncols();
    let mut middle = DMatrix::zeros(size, size);
    for (i, factor) in factors.iter().enumerate() {
        let row = factor.parts().0 * inverse;
        let weight = estimate.weights[i];
        middle += row.transpose() * &row * (weight * weight * estimate.variance[i] * ratio[i]);
    }
    inverse * middle * inverse.transpose()
}

/// The table of base parameters.
#[must_use]
pub fn table(
    model: &'static Model,
    estimate: &Estimate,
    covariance: &DMatrix<f64>,
) -> Vec<Estimated> {
    let hidden = undetermined(estimate);
    let deviation = |j: usize| covariance[(j, j)].max(0.0).sqrt();
    let names = model.base.iter().enumerate();
    names
        .map(|(j, base)| {
            let value = estimate.beta[j];
            let std = (!hidden[j]).then(|| deviation(j));
            let partner = (0..model.base.len())
                .filter(|&k| k != j && !hidden[k] && !hidden[j])
                .map(|k| (k, covariance[(j, k)] / (deviation(j) * deviation(k))))
                .filter(|(_, rho)| rho.is_finite())
                .max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()));
            Estimated {
                name: base.name,
                expression: base.expression,
                unit: base.unit,
                value,
                std,
                percent: std
                    .map(|std| 100.0 * std / value.abs())
                    .filter(|p| p.is_finite()),
                quality: Quality::of(value, std),
                correlated: partner.map(|(k, rho)| (model.base[k].name, rho)),
                truth: None,
            }
        })
        .collect()
}

/// Which base parameters take part in directions that the motion did not excite.
fn undetermined(estimate: &Estimate) -> Vec<bool> {
    let spectrum = &estimate.spectrum;
    let lost = spectrum.rank..spectrum.directions.ncols();
    (0..spectrum.directions.nrows())
        .map(|j| {
            let share: f64 = lost
                .clone()
                .map(|k| spectrum.directions[(j, k)].powi(2))
                .sum();
            share > HIDDEN
        })
        .collect()
}

/// Whether a base parameter is of a body (its representative is one of a body's ten).
#[must_use]
pub fn is_inertial(model: &Model, base: usize) -> bool {
    let representative = model
        .base
        .get(base)
        .and_then(|b| model.parameters.get(b.representative));
    matches!(
        representative.map(|p| p.kind),
        Some(ParameterKind::Inertial { .. })
    )
}
