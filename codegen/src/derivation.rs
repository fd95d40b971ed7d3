//! What all stages together know of a robot: documents and code are made from this alone.

use crate::algebra::{Indexed, ParameterIndex, Poly, Ratio, Rational};
use crate::dynamics::{ClosedForm, Functions, OverBudget, Sparsity};
use crate::identifiability::{BaseParameter, BaseParameters};
use crate::mechanism::Mechanism;
use crate::recovery::Recovery;

/// A robot once all stages have been through with it; nothing later derives anything.
#[derive(Debug)]
pub struct Derivation {
    /// Frames, axes, transmission and parameters: exact and checked.
    pub mechanism: Mechanism,
    /// The energy and dissipation functions of each standard parameter.
    pub functions: Indexed<ParameterIndex, Functions>,
    /// Base parameters and classes of what is measured, proved.
    pub base: BaseParameters,
    /// Those of the joint torques, where what is measured has others.
    pub torque_base: Option<BaseParameters>,
    /// Which elements of the regressors vanish always.
    pub sparsity: Sparsity,
    /// The closed form, if it fits its budget.
    pub closed_form: Result<ClosedForm, OverBudget>,
    /// The plan that solves for physical parameters, if the file says what is known.
    pub recovery: Option<Recovery>,
}

impl Derivation {
    /// A base parameter as numbers: parameter and coefficient, symbols at their values, the
    /// representative first.
    #[must_use]
    pub fn terms(&self, base: &BaseParameter) -> Vec<(ParameterIndex, f64)> {
        let value = |poly: &Poly| self.mechanism.at_values(poly).to_f64();
        let others = base.others.iter().map(|(&parameter, ratio)| {
            (
                parameter,
                value(&ratio.numerator) / value(&ratio.denominator),
            )
        });
        std::iter::once((base.representative, 1.0))
            .chain(others)
            .collect()
    }

    /// The value of a quotient that is no polynomial; `None` for a polynomial.
    pub(crate) fn value(&self, ratio: &Ratio) -> Option<Rational> {
        if ratio.denominator == Poly::one() {
            return None;
        }
        &self.mechanism.at_values(&ratio.numerator) / &self.mechanism.at_values(&ratio.denominator)
    }
}
