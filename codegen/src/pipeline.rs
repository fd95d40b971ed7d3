//! The stages in order: from the text of a robot file to its equations and its code.

use crate::algebra::{Atom, Indexed, ParameterIndex, Poly, Rational, Symbol};
use crate::description;
use crate::diagnostic::Diagnostics;
use crate::dynamics::{self, ClosedForm, Functions, OverBudget, Sparsity, TooLarge};
use crate::emit::{self, Cost};
use crate::identifiability::{self, BaseParameter, BaseParameters, Ratio, Unproved};
use crate::mechanism::{self, Mechanism};
use crate::recovery::{self, Recovery};

/// What the stages know of a robot once all has been derived.
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
    /// Derives everything from a mechanism.
    ///
    /// # Errors
    /// [`Underived`].
    pub fn new(mechanism: Mechanism) -> Result<Self, Underived> {
        let functions = dynamics::functions(&mechanism)?;
        let base = identifiability::base_parameters(&mechanism, &functions)?;
        defined(&mechanism, &base)?;
        let torque_base = identifiability::torque_parameters(&mechanism, &functions)?;
        let torque_base = torque_base.filter(|of_torque| *of_torque != base);
        let sparsity = dynamics::sparsity(&mechanism);
        let closed_form = dynamics::closed_form(&mechanism, &functions);
        let recovery = match mechanism.recovery.known.as_slice() {
            [] => None,
            _ => Some(recovery::recovery(&mechanism, &base)?),
        };
        Ok(Self {
            mechanism,
            functions,
            base,
            torque_base,
            sparsity,
            closed_form,
            recovery,
        })
    }

    /// A base parameter as numbers: parameter and coefficient, symbols at their values, the
    /// representative first.
    #[must_use]
    pub fn terms(&self, base: &BaseParameter) -> Vec<(ParameterIndex, f64)> {
        let value = |poly: &Poly| self.at_values(poly).to_f64();
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
        &self.at_values(&ratio.numerator) / &self.at_values(&ratio.denominator)
    }

    /// A polynomial in geometric symbols at their values.
    pub(crate) fn at_values(&self, poly: &Poly) -> Rational {
        at_values(&self.mechanism, poly)
    }
}

/// Whether the file's values of symbols give every base parameter a value.
fn defined(mechanism: &Mechanism, base: &BaseParameters) -> Result<(), Underived> {
    for parameter in &base.base {
        for ratio in parameter.others.values() {
            if at_values(mechanism, &ratio.denominator).is_zero() {
                let divides = |constant| {
                    let atom = Atom::Symbol(Symbol::Constant(constant));
                    !ratio.denominator.partial(atom).is_zero()
                };
                let constants = mechanism.constants.enumerate();
                let constants = constants.filter(|(place, _)| divides(*place));
                return Err(Underived::DividesByZero {
                    base: mechanism.parameters[parameter.representative].name.clone(),
                    symbols: constants.map(|(_, c)| format!("`{}`", c.name)).collect(),
                });
            }
        }
    }
    Ok(())
}

/// A polynomial in geometric symbols at their values.
fn at_values(mechanism: &Mechanism, poly: &Poly) -> Rational {
    let value = |atom| match atom {
        Atom::Symbol(Symbol::Constant(i)) => Poly::constant(mechanism.constants[i].value.clone()),
        other => Poly::atom(other),
    };
    poly.substitute(value)
        .as_constant()
        .unwrap_or(Rational::ZERO)
}

/// Why a mechanism that is sound could not be derived.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Underived {
    /// Its energy functions have too many terms to be expanded.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The rank of its parameters could not be proved.
    #[error(transparent)]
    Unproved(#[from] Unproved),
    /// A base parameter has no value for the file's values of the symbols.
    #[error(
        "the base parameter `{base}` is divided by something that vanishes for this file's values of \
         {}\n\
         help: remove `symbolic: true` there, so that base parameters are those of these values, or \
         keep other parameters (`base_parameters: {{keep: [...], drop: [...]}}`)",
        symbols.join(", ")
    )]
    DividesByZero {
        /// The base parameter's representative.
        base: String,
        /// The symbols in the divisor, in backquotes.
        symbols: Vec<String>,
    },
}

/// A robot file turned into a derivation and code.
#[derive(Debug)]
pub struct Generated {
    /// What was derived.
    pub derivation: Derivation,
    /// The Rust module.
    pub code: String,
    /// The arithmetic of each of its functions.
    pub costs: Vec<Cost>,
    /// What the robot file was warned of.
    pub warnings: Diagnostics,
}

/// Why a robot file gave no code.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// Mistakes in the file, all of them, each with its place.
    #[error("{0}")]
    Faulty(Diagnostics),
    /// The robot is described without mistake, but cannot be derived.
    #[error(transparent)]
    Underived(#[from] Underived),
    /// The code is not Rust: a fault of the generator.
    #[error("the generated code does not parse ({0}); please report this robot file")]
    Syntax(#[from] syn::Error),
}

/// Derives the equations of a robot file.
///
/// `name` is the file's name as diagnostics show it.
///
/// # Errors
/// [`GenerateError::Faulty`] with every mistake of the file; [`GenerateError::Underived`].
pub fn derive(name: &str, text: &str) -> Result<(Derivation, Diagnostics), GenerateError> {
    // What the user wrote, with the place of every value; nothing unknown or duplicate is left.
    let (description, mut warnings) =
        description::read(name, text).map_err(GenerateError::Faulty)?;
    // A tree with exact poses, unit axes, an invertible transmission and unique parameter names.
    let (mechanism, more) = mechanism::build(&description).map_err(GenerateError::Faulty)?;
    warnings.append(more);
    // Energy functions in normal form, base parameters proved, closed form within its budget, and
    // formulas for physical parameters that are identities.
    let derivation = Derivation::new(mechanism)?;
    Ok((derivation, warnings))
}

/// Turns a robot file into a Rust module.
///
/// # Errors
/// As [`derive()`], and [`GenerateError::Syntax`].
pub fn generate(name: &str, text: &str) -> Result<Generated, GenerateError> {
    let (derivation, warnings) = derive(name, text)?;
    // A Rust file that `syn` has parsed, the same to the byte for the same text.
    let (code, costs) = emit::rust_module(&derivation, name, fnv1a(text))?;
    Ok(Generated {
        derivation,
        code,
        costs,
        warnings,
    })
}

/// FNV-1a, to tell whether generated code belongs to a robot file.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
