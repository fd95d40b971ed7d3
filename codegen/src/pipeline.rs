//! The stages in order: from the text of a robot file to its equations and its code.

use crate::algebra::{Atom, Poly, Rational};
use crate::dynamics::{self, ClosedForm, Functions, OverBudget};
use crate::identifiability::{self, BaseParameter, BaseParameters, Ratio, Unproved};
use crate::mechanism::Mechanism;

/// What the stages know of a robot once all has been derived.
#[derive(Debug)]
pub struct Derivation {
    /// Frames, axes, transmission and parameters: exact and checked.
    pub mechanism: Mechanism,
    /// The energy and dissipation functions of each standard parameter.
    pub functions: Vec<Functions>,
    /// Base parameters and classes, proved.
    pub base: BaseParameters,
    /// The closed form, if it fits its budget.
    pub closed_form: Result<ClosedForm, OverBudget>,
}

impl Derivation {
    /// Derives everything from a mechanism.
    ///
    /// # Errors
    /// [`Unproved`] if the rank could not be proved.
    pub fn new(mechanism: Mechanism) -> Result<Self, Unproved> {
        let functions = dynamics::functions(&mechanism);
        let base = identifiability::base_parameters(&mechanism, &functions)?;
        let closed_form = dynamics::closed_form(&mechanism, &functions);
        Ok(Self { mechanism, functions, base, closed_form })
    }

    /// A base parameter as numbers: parameter and coefficient, symbols at their values, the
    /// representative first.
    #[must_use]
    pub fn terms(&self, base: &BaseParameter) -> Vec<(usize, f64)> {
        let value = |poly: &Poly| self.at_values(poly).to_f64();
        let others = base.others.iter().map(|(&parameter, ratio)| {
            (parameter, value(&ratio.numerator) / value(&ratio.denominator))
        });
        std::iter::once((base.representative, 1.0)).chain(others).collect()
    }

    /// The value of a quotient that is no polynomial; `None` for a polynomial.
    pub(crate) fn value(&self, ratio: &Ratio) -> Option<Rational> {
        if ratio.denominator == Poly::one() {
            return None;
        }
        &self.at_values(&ratio.numerator) / &self.at_values(&ratio.denominator)
    }

    /// A polynomial in geometric symbols at their values.
    fn at_values(&self, poly: &Poly) -> Rational {
        let value = |atom| match atom {
            Atom::Symbol(i) => Poly::constant(self.mechanism.symbols[usize::from(i)].value.clone()),
            other => Poly::atom(other),
        };
        poly.substitute(value).as_constant().unwrap_or(Rational::ZERO)
    }
}
