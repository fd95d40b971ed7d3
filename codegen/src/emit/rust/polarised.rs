//! Functions that call another one with two velocities in place of one: the regressors of Slotine and Li.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::expression::integer;
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
    let (of_bodies, count) = (quote!([#(#of_bodies),*]), integer(of_bodies.len()));
    let constant = of_bodies_of(function);
    let doc = format!(" Whether each column of [`{name}`] is of a body.");
    quote! {
        #[doc = #doc]
        const #constant: [bool; #count] = #of_bodies;
        #(#[doc = #document])*
        #silenced
        pub fn #name<S: #scalar>(#(#takes,)* out: &mut #shape) {
            armwright_runtime::control::slotine_li(#other, &#constant, #(#arrays,)* out);
        }
    }
}

/// The call of it for single numbers: by the values of the function that it calls, as the instructions that there are give
/// them.
pub(super) fn evaluated(function: &Function<'_>, equations: &Ident) -> TokenStream {
    let constant = of_bodies_of(function);
    let arrays = function.takes.iter().map(|array| array.ident());
    let shape = function.shape.of(&quote!(f64));
    let of_slice = function.shape.of_slice();
    let length = function.takes.first().map_or(0, |array| array.length);
    let n = integer(length);
    quote! {{
        let regressor = |q: &[f64; #n], qd: &[f64; #n], qdd: &[f64; #n], out: &mut #shape| {
            let inputs = armwright_runtime::Inputs { q, qd, qdd, ..Default::default() };
            // Arrays have the robot's own sizes.
            let _ = armwright_runtime::evaluate_whole::<#equations>(&inputs, out.as_flattened_mut());
        };
        armwright_runtime::control::slotine_li(regressor, &#constant, #(vector(inputs.#arrays)?,)* #of_slice(out)?);
    }}
}

fn of_bodies_of(function: &Function<'_>) -> Ident {
    format_ident!("{}_OF_BODIES", function.name.to_ascii_uppercase())
}
