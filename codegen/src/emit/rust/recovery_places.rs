//! The arrays of a plan's functions: their sizes, and where each variable's value is.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::expression::integer;
use super::signature::Array;
use crate::algebra::{Atom, Symbol};
use crate::derivation::Derivation;
use crate::document::{Notation, Style};
use crate::recovery::Recovery;

/// Where the values of a plan's variables are found in a generated function.
pub(super) struct Places<'a> {
    notation: Notation<'a>,
    /// How many base parameters there are.
    pub bases: usize,
    pub known: Vec<Atom>,
    pub recovered: Vec<Atom>,
}

impl<'a> Places<'a> {
    /// The places of a plan's variables.
    pub(super) fn of(derivation: &'a Derivation, Recovery { system, plan }: &Recovery) -> Self {
        let notation = Notation::new(&derivation.mechanism, Style::Text);
        Self {
            notation: notation.with_base(&derivation.base),
            bases: system.equations.len(),
            known: system.atoms(&plan.given()),
            recovered: system.atoms(&plan.recovered()),
        }
    }

    /// What functions of a solution take.
    pub(super) fn arrays(&self) -> [Array; 3] {
        let sizes = [
            ("beta", self.bases),
            ("known", self.known.len()),
            ("recovered", self.recovered.len()),
        ];
        sizes.map(|(name, length)| Array { name, length })
    }

    /// The name and the value of a variable.
    pub(super) fn given(&self, atom: Atom) -> Option<(String, TokenStream)> {
        let element = |array: &str, at: usize| {
            let (array, at) = (format_ident!("{array}"), integer(at));
            quote!(#array[#at])
        };
        let find = |atoms: &[Atom]| atoms.iter().position(|&other| other == atom);
        let value = match atom {
            Atom::Symbol(Symbol::Base(base)) => element("beta", base.at()),
            _ => match find(&self.known) {
                Some(at) => element("known", at),
                None => element("recovered", find(&self.recovered)?),
            },
        };
        Some((self.notation.atom(atom), value))
    }
}
