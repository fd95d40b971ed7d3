//! Functions that call another one with two velocities in place of one: the regressors of Slotine and Li.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::function::{Cost, Function, lines, scalar};
use super::lints;
use crate::derivation::Derivation;
use crate::emit::quantities::{Dimension, Quantity};
use crate::mechanism::ParameterKind;

/// The function of a quantity that calls the function of another one, whose arithmetic is among `costs`.
pub(super) fn polarised(
    derivation: &Derivation,
    function: &Function<'_>,
    called: Quantity,
    costs: &[Cost],
) -> TokenStream {
    let entry = called.entry();
    let cost = costs.iter().find(|cost| cost.function == entry.function);
    let scalar = scalar(&cost.map(Cost::operations).unwrap_or_default());
    let parameters = &derivation.mechanism.parameters;
    let of_body = |kind| matches!(kind, ParameterKind::Inertial { .. });
    let of_bodies: Vec<bool> = match entry.shape[1] {
        Dimension::Bases => {
            let base = derivation.base.base.iter();
            base.map(|base| of_body(parameters[base.representative].kind))
                .collect()
        }
        _ => parameters.iter().map(|p| of_body(p.kind)).collect(),
    };
    let (name, other) = (
        format_ident!("{}", function.name),
        format_ident!("{}", entry.function),
    );
    let document = lines(&function.document);
    let takes = function.takes.iter().map(|array| array.declaration());
    let arrays = function.takes.iter().map(|array| array.ident());
    let shape = function.shape.tokens();
    let silenced = lints::of_functions();
    quote! {
        #(#[doc = #document])*
        #silenced
        pub fn #name<S: #scalar>(#(#takes,)* out: &mut #shape) {
            let of_bodies = [#(#of_bodies),*];
            armwright_runtime::control::slotine_li(#other, &of_bodies, #(#arrays,)* out);
        }
    }
}
