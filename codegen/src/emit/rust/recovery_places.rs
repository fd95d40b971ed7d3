//! The arrays of a plan's functions: their sizes, and where each variable's value is.

use proc_macro2::TokenStream;
use quote::quote;

use super::expression::{integer, place};
use super::signature::Array;
use crate::algebra::{Atom, Symbol};
use crate::derivation::Derivation;
use crate::document::{Notation, Style};
use crate::recovery::Recovery;

/// The sizes of a plan.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    pub bases: usize,
    pub known: usize,
    pub recovered: usize,
    pub steps: usize,
    pub spare: usize,
}

impl Sizes {
    /// The sizes of the plan that recovers something.
    pub(super) fn of(Recovery { system, plan }: &Recovery) -> Self {
        Self {
            bases: system.equations.len(),
            known: plan.known.len(),
            recovered: plan.recovered().len(),
            steps: plan.steps.len(),
            spare: plan.spare.len(),
        }
    }

    /// What functions of a solution take.
    pub(super) fn arrays(self) -> [Array; 3] {
        let sizes = [
            ("beta", self.bases),
            ("known", self.known),
            ("recovered", self.recovered),
        ];
        sizes.map(|(name, length)| Array { name, length })
    }
}

/// Where the values of a plan's variables are found in a generated function.
pub(super) struct Places<'a> {
    notation: Notation<'a>,
    known: Vec<Atom>,
    recovered: Vec<Atom>,
}

impl<'a> Places<'a> {
    /// The places of a plan's variables.
    pub(super) fn of(derivation: &'a Derivation, Recovery { system, plan }: &Recovery) -> Self {
        let atom = |&quantity: &usize| system.quantities[quantity].atom;
        let notation = Notation::new(&derivation.mechanism, Style::Text);
        Self {
            notation: notation.with_base(&derivation.base),
            known: plan.known.iter().map(atom).collect(),
            recovered: plan.recovered().iter().map(atom).collect(),
        }
    }

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
