//! The way back to physical parameters as code: what a plan adds to a robot's module.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::expression::{integer, place};
use super::function::Written;
use super::recovery_body::solve;
use super::recovery_data;
use super::recovery_jacobian;
use crate::algebra::{Atom, Operations, Symbol};
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
    let mut functions = vec![("recover", solve.operations, solve)];
    functions.extend(recovery_jacobian::functions(
        derivation, recovery, &places, sizes,
    ));
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
            Atom::Symbol(Symbol::Other(step)) => {
                let index = integer(step.into());
                quote!(inverse[#index])
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

/// The methods of the robot.
fn link() -> TokenStream {
    let jacobians = ["recovery_jacobian", "divisor_jacobian", "residual_jacobian"].map(|name| {
        let name = format_ident!("{name}");
        quote! {
            fn #name(
                &self, beta: &[f64], known: &[f64], recovered: &[f64], out: &mut [f64],
            ) -> Result<(), armwright_runtime::RecoveryError> {
                use armwright_runtime::{matrix_mut, vector};
                #name(vector(beta)?, vector(known)?, vector(recovered)?, matrix_mut(out)?);
                Ok(())
            }
        }
    });
    quote! {
        fn recover(
            &self, beta: &[f64], known: &[f64], tolerance: &[f64], out: &mut [f64], residuals: &mut [f64],
        ) -> Result<(), armwright_runtime::RecoveryError> {
            use armwright_runtime::{vector, vector_mut};
            recover(vector(beta)?, vector(known)?, vector(tolerance)?, vector_mut(out)?, vector_mut(residuals)?)
        }
        #(#jacobians)*
    }
}
