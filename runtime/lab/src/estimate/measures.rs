//! What estimators that hold back measure departures by.

use serde::Serialize;

/// Which vector ridge regression keeps small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Damped {
    /// All standard parameters, as An, Atkeson and Hollerbach do.
    #[default]
    Standard,
    /// Base parameters.
    Base,
}

/// In what units a departure from nominal values is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum PriorScale {
    /// In shares of each body's own mass, size and inertia (and of nominal friction).
    #[default]
    Size,
    /// In SI units, all alike, every equation counting the same: Kolathaya et al. to the letter.
    Si,
}

/// How a physically consistent fit measures a departure of a body from its nominal values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum PriorMetric {
    /// By the metric of the affine-invariant geometry of pseudo-inertias, taken at the nominal one: `tr((J₀⁻¹ dJ)²)`
    /// (Lee, Wensing and Park 2020).
    #[default]
    Pullback,
    /// By twice the entropic divergence `tr(J₀⁻¹ J) - log det(J₀⁻¹ J) - 4` (Lee and Park 2018): bodies stay inside what can
    /// exist.
    Entropic,
    /// In shares of the body's own mass, size and inertia, each parameter by itself.
    Euclidean,
}

/// In which unknowns a physically consistent fit is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Parametrisation {
    /// Pseudo-inertias, as a conic program: its optimum is proved, on the boundary of what can exist as well.
    #[default]
    Conic,
    /// Their Cholesky factors with logarithms on the diagonal (Rucker and Wensing 2022): no constraints are left, and every body is
    /// strictly one that can exist.
    LogCholesky,
}

/// How ridge regression weighs equations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum RidgeWeights {
    /// By their residual variance, as weighted least squares does: what is added to the diagonal is then the reciprocal
    /// of the variance that parameters are expected to have.
    #[default]
    Residual,
    /// All alike: An, Atkeson and Hollerbach to the letter.
    Equal,
}

/// By what rule the damping of ridge regression is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum DampingRule {
    /// The damping by which parts of the recordings are best predicted from the others.
    #[default]
    CrossValidation,
    /// The corner of the L-curve: where the logarithm of the parameters' size, drawn over that of the residual, bends most
    /// (Hansen 1992).
    LCurve,
}
