//! The way back to physical parameters as code: what a plan adds to a robot's module.

use proc_macro2::TokenStream;
use quote::quote;

use super::expression::{integer, place};
use super::function::{Argument, Function, Shape, Written, write};
use super::recovery_body::solve;
use super::recovery_data;
use crate::algebra::{Algebra, Atom, Graph, Operations, Symbol, factored};
use crate::derivation::Derivation;
use crate::document::{Notation, Style};
use crate::recovery::Recovery;

/// What a plan adds to a module.
pub(super) struct Emitted {
    /// The value of the model's `recovery`.
    pub plan: TokenStream,
    /// Functions with their arithmetic before common factors were pulled out.
    pub functions: Vec<(&'static str, Operations, Written)>,
    /// Methods of the robot.
    pub link: TokenStream,
}

/// The sizes of a plan.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    pub bases: usize,
    pub known: usize,
    pub recovered: usize,
    pub steps: usize,
    pub spare: usize,
}

/// Where the values of a plan's variables are found in a generated function.
pub(super) struct Places<'a> {
    notation: Notation<'a>,
    known: Vec<Atom>,
    recovered: Vec<Atom>,
}

/// The code of a plan; `None` if it recovers nothing.
pub(super) fn recovery(derivation: &Derivation, recovery: &Recovery) -> Option<Emitted> {
    let Recovery { system, plan } = recovery;
    if plan.steps.is_empty() {
        return None;
    }
    let atom = |&quantity: &usize| system.quantities[quantity].atom;
    let sizes = Sizes {
        bases: system.equations.len(),
        known: plan.known.len(),
        recovered: plan.recovered().len(),
        steps: plan.steps.len(),
        spare: plan.spare.len(),
    };
    let mechanism = &derivation.mechanism;
    let places = Places {
        notation: Notation::new(mechanism, Style::Text).with_base(&derivation.base),
        known: plan.known.iter().map(atom).collect(),
        recovered: plan.recovered().iter().map(atom).collect(),
    };
    let (statics, plan) = recovery_data::data(derivation, recovery);
    let mut solve = solve(recovery, &places, sizes);
    let tokens = solve.tokens;
    solve.tokens = quote!(#statics #tokens);
    let functions = vec![
        ("recover", solve.operations, solve),
        divisors(derivation, recovery, &places, sizes),
    ];
    Some(Emitted {
        plan,
        functions,
        link: link(),
    })
}

impl Places<'_> {
    /// The name and the value of a variable.
    pub(super) fn given(&self, atom: Atom) -> Option<(String, TokenStream)> {
        let find = |atoms: &[Atom]| atoms.iter().position(|&other| other == atom).map(integer);
        let value = match atom {
            Atom::Symbol(Symbol::Base(base)) => {
                let index = place(base);
                quote!(beta[#index])
            }
            _ => match find(&self.known) {
                Some(index) => quote!(known[#index]),
                None => {
                    let index = find(&self.recovered)?;
                    quote!(recovered[#index])
                }
            },
        };
        Some((self.notation.atom(atom), value))
    }
}

/// The function that gives what the steps divide by.
const DIVISORS: &str = "recovery_divisors";

/// What the steps divide by, as a function.
fn divisors(
    derivation: &Derivation,
    recovery: &Recovery,
    places: &Places<'_>,
    sizes: Sizes,
) -> (&'static str, Operations, Written) {
    let mut graph = Graph::default();
    graph.section("divisor");
    let divisors = recovery.plan.steps.iter();
    let divisors = divisors.map(|step| graph.poly(&step.divisor(&recovery.system)));
    let outputs: Vec<_> = divisors.collect();
    let before = Operations::of(&graph, &outputs);
    let (graph, outputs) = factored(&graph, &outputs);
    let steps = sizes.steps;
    let doc = [
        &format!(
            "What the {steps} steps of [`recover`] divide by, where it gave `recovered`: of a quadratic step"
        ),
        "the derivative at its root, of a system of equations its determinant.",
    ];
    let function = Function {
        name: DIVISORS,
        doc: doc.map(str::to_owned).to_vec(),
        arguments: &[
            Argument::Values("beta", sizes.bases),
            Argument::Values("known", sizes.known),
            Argument::Values("recovered", sizes.recovered),
        ],
        given: &|atom| places.given(atom),
        shape: Shape::Vector(steps),
        outputs,
    };
    let written = write(&graph, &derivation.mechanism, &function);
    (DIVISORS, before, written)
}

/// The methods of the robot.
fn link() -> TokenStream {
    quote! {
        fn recover(
            &self, beta: &[f64], known: &[f64], tolerance: &[f64], out: &mut [f64], residuals: &mut [f64],
        ) -> Result<(), armwright_runtime::RecoveryError> {
            use armwright_runtime::{vector, vector_mut};
            recover(vector(beta)?, vector(known)?, vector(tolerance)?, vector_mut(out)?, vector_mut(residuals)?)
        }
        fn plan_jacobian(
            &self, outcome: armwright_runtime::recovery::Outcome,
            beta: &[f64], known: &[f64], recovered: &[f64], out: &mut [f64],
        ) -> Result<(), armwright_runtime::RecoveryError> {
            use armwright_runtime::recovery::jacobian;
            jacobian(outcome, recover, recovery_divisors, [beta, known, recovered], out)
        }
    }
}
