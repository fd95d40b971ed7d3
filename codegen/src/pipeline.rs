//! The stages in order: from the text of a robot file to its equations and its code.

use crate::algebra::{Atom, ParameterIndex, Ratio, Symbol};
use crate::derivation::{Asked, Derivation};
use crate::description::Description;
use crate::diagnostic::{Diagnostics, Fault, Span, Spanned};
use crate::dynamics;
use crate::emit::{self, Cost, Quantity};
use crate::format;
use crate::identifiability::{self, BaseParameter, BaseParameters, Undetermined, Unproved};
use crate::mechanism::{self, Mechanism};
use crate::recovery;

/// Derives the equations of a robot file.
///
/// `name` is the file's name as diagnostics show it.
///
/// # Errors
/// [`GenerateError::Faulty`] with every mistake of the file; [`GenerateError::Underived`].
pub fn derive(name: &str, text: &str) -> Result<(Derivation, Diagnostics), GenerateError> {
    // What the user wrote, with the place of every value; nothing unknown or duplicate is left.
    let (description, mut warnings) = format::read(name, text).map_err(GenerateError::Faulty)?;
    // A tree with exact poses, unit axes, an invertible transmission and unique parameter names.
    let (mechanism, more) = mechanism::build(&description).map_err(GenerateError::Faulty)?;
    warnings.append(more);
    Ok((described(&description, mechanism)?, warnings))
}

/// Derives everything from the mechanism of a description.
///
/// # Errors
/// As [`derive()`].
pub(crate) fn described(
    description: &Description,
    mechanism: Mechanism,
) -> Result<Derivation, GenerateError> {
    derivation(mechanism).map_err(|error| placed(description, error))
}

/// Why there are no equations, at the name of the spring or torque that is the reason.
fn placed(description: &Description, error: Underived) -> GenerateError {
    let Underived::Undetermined(reason) = &error else {
        return error.into();
    };
    let (why, remedy) = reason.said();
    let (Some(place), Some(remedy)) = (place(description, reason), remedy) else {
        return error.into();
    };
    let mut diagnostics = Diagnostics::new(description.file.clone());
    diagnostics.add(Fault::undetermined(&why, remedy), place);
    GenerateError::Faulty(diagnostics)
}

/// Where the spring or the torque is named for which there are no base parameters.
fn place(description: &Description, reason: &Undetermined) -> Option<Span> {
    use Undetermined::{Alike, AlikeRoot, Coriolis, Rigid, Square, Straight};
    let springs = description.springs.iter().map(|spring| &spring.name);
    let torques = description.torques.iter().map(|torque| &torque.name);
    let (named, name): (Vec<&Spanned<String>>, _) = match reason {
        Rigid { spring: name } | Straight { spring: name } | Alike { springs: [_, name] } => {
            (springs.collect(), name)
        }
        Square { torque: name } | AlikeRoot { torque: name } | Coriolis { torque: name } => {
            (torques.collect(), name)
        }
        _ => return None,
    };
    let found = named.into_iter().find(|known| known.value == *name);
    found.map(|known| known.span)
}

/// Derives everything from a mechanism.
///
/// # Errors
/// [`Underived`].
pub fn derivation(mechanism: Mechanism) -> Result<Derivation, Underived> {
    // Combinations of parameters that what is measured reveals: exact, with values for the file's
    // constants.
    let base = identifiability::base_parameters(&mechanism)?;
    defined(&mechanism, &base)?;
    cancelled(&mechanism, &base)?;
    // Those of the joint torques, where they differ.
    let torque_base = identifiability::torque_parameters(&mechanism)?;
    let torque_base = torque_base.filter(|of_torque| *of_torque != base);
    // What one of them reveals by itself.
    let single = identifiability::single_torques(&mechanism, &base);
    // What vanishes whatever the motion.
    let sparsity = dynamics::sparsity(&mechanism);
    // The energy and the dissipation of each parameter, in normal form, and every element of gravity,
    // inertia and velocity terms as a sum of monomials, within its budget.
    let functions = dynamics::functions(&mechanism);
    let closed_form = dynamics::closed_form(&mechanism, functions.as_ref());
    // The same elements in base parameters, where there are few enough.
    let form = closed_form.as_ref().ok();
    let elements = form.and_then(|form| identifiability::elements_in_base(&mechanism, form, &base));
    // Formulas for physical parameters, each of which makes its equation an identity.
    let recovery = match mechanism.recovery.known.as_slice() {
        [] => None,
        _ => Some(recovery::recovery(&mechanism, &base)?),
    };
    Ok(Derivation {
        mechanism,
        functions,
        base,
        torque_base,
        single,
        sparsity,
        closed_form,
        elements,
        recovery,
        asked: Asked::default(),
    })
}

/// Turns a robot file into a Rust module: every quantity but the closed form of the torques.
///
/// # Errors
/// As [`derive()`], and [`GenerateError::Syntax`].
pub fn generate(name: &str, text: &str) -> Result<Generated, GenerateError> {
    generate_only(name, text, &Quantity::usual())
}

/// As [`generate`], with the functions of some quantities.
///
/// # Errors
/// As [`generate`].
pub fn generate_only(
    name: &str,
    text: &str,
    quantities: &[Quantity],
) -> Result<Generated, GenerateError> {
    let (derivation, warnings) = derive(name, text)?;
    module(derivation, quantities, name, text, warnings)
}

/// The Rust module of what was derived from a text.
///
/// # Errors
/// [`GenerateError::Syntax`].
pub(crate) fn module(
    derivation: Derivation,
    quantities: &[Quantity],
    name: &str,
    text: &str,
    warnings: Diagnostics,
) -> Result<Generated, GenerateError> {
    // A Rust file that `syn` has parsed, the same to the byte for the same text.
    let (code, costs) = emit::rust_module(&derivation, quantities, name, fnv1a(text))?;
    Ok(Generated {
        derivation,
        code,
        costs,
        warnings,
    })
}

/// Whether the file's values of symbols give every base parameter a value.
fn defined(mechanism: &Mechanism, base: &BaseParameters) -> Result<(), Underived> {
    let combinations = base.base.iter();
    let mut ratios = combinations.flat_map(|base| base.others.values().map(move |r| (base, r)));
    let vanishes = |ratio: &Ratio| mechanism.at_values(&ratio.denominator).is_zero();
    let Some((base, ratio)) = ratios.find(|(_, ratio)| vanishes(ratio)) else {
        return Ok(());
    };
    let divides = |constant| {
        let atom = Atom::Symbol(Symbol::Constant(constant));
        !ratio.denominator.partial(atom).is_zero()
    };
    let constants = mechanism.constants.enumerate();
    let constants = constants.filter(|(place, _)| divides(*place));
    Err(Underived::DividesByZero {
        base: mechanism.parameters[base.representative].name.clone(),
        symbols: constants.map(|(_, c)| format!("`{}`", c.name)).collect(),
    })
}

/// A factor of a base parameter that is so much smaller than another one should have cancelled.
const UNCANCELLED: f64 = 1e-12;

/// What changes by less, relative to itself, if rotations are approximated in another way does not depend on that.
const SAME: f64 = 1e-3;

/// Whether what cancels but for the approximation of rotations has done so: what is left depends on how these
/// are approximated, and what is small as lengths are does not.
fn cancelled(mechanism: &Mechanism, base: &BaseParameters) -> Result<(), Underived> {
    let rotations = mechanism.approximated();
    if rotations.is_empty() {
        return Ok(());
    }
    let mut otherwise = None;
    for parameter in &base.base {
        let own = (parameter.representative, 1.0);
        let factors: Vec<_> = std::iter::once(own)
            .chain(values(mechanism, parameter))
            .collect();
        let largest = factors.iter().map(|(_, f)| f.abs()).fold(0.0, f64::max);
        let is_small = |factor: f64| factor != 0.0 && factor.abs() < UNCANCELLED * largest;
        for (small, factor) in factors.into_iter().filter(|(_, factor)| is_small(*factor)) {
            let nudged = match &otherwise {
                Some(nudged) => nudged,
                None => {
                    let nudged = mechanism.nudged();
                    otherwise.insert(identifiability::base_parameters(&nudged)?)
                }
            };
            let mut same = nudged.base.iter();
            let same = same.find(|other| other.representative == parameter.representative);
            let same = same.and_then(|other| {
                let mut values = values(mechanism, other);
                values.find(|(k, _)| *k == small)
            });
            if same.is_some_and(|(_, other)| (other - factor).abs() < SAME * factor.abs()) {
                continue;
            }
            let name = |k| mechanism.parameters[k].name.clone();
            return Err(Underived::Uncancelled {
                base: name(parameter.representative),
                parameter: name(small),
                times: format!("{:.0e}", factor.abs() / largest),
                rotations: rotations.iter().map(|name| format!("`{name}`")).collect(),
            });
        }
    }
    Ok(())
}

/// The factors of the other parameters in a base parameter.
fn values(
    mechanism: &Mechanism,
    base: &BaseParameter,
) -> impl Iterator<Item = (ParameterIndex, f64)> {
    let others = base.others.iter();
    others.map(|(k, ratio)| (*k, mechanism.ratio_at_values(ratio).to_f64()))
}

/// Why a mechanism that is sound could not be derived.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Underived {
    /// The rank of its parameters could not be proved.
    #[error(transparent)]
    Unproved(#[from] Unproved),
    /// It has no base parameters that can be found.
    #[error(transparent)]
    Undetermined(#[from] Undetermined),
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
    /// What is approximated in rotations did not cancel.
    #[error(
        "the base parameter `{base}` has `{parameter}` with a factor that is {times} of another one: \
         rotations that are approximated undo each other, but for the last digits\n\
         help: in the frames of {} write turns that undo others as the negative of the same angle \
         about the same axis, or as multiples of 15deg", rotations.join(", ")
    )]
    Uncancelled {
        /// The base parameter's representative.
        base: String,
        /// The parameter with the small factor.
        parameter: String,
        /// The factor by the largest one.
        times: String,
        /// The joints in whose frames rotations are approximated, in backquotes.
        rotations: Vec<String>,
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

/// FNV-1a, to tell whether generated code belongs to a robot file and to the program that made it.
pub(crate) fn fnv1a(bytes: impl AsRef<[u8]>) -> u64 {
    let bytes = bytes.as_ref().iter();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    /// From the test suite of Fowler, Noll and Vo.
    #[test]
    fn hashes_are_those_of_fnv() {
        assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a("foobar"), 0x8594_4171_f739_67e8);
    }
}
