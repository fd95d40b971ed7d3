//! What there is of a function whose values are asked for: the whole, the values, and the type that stands for both.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::expression::integer;
use super::function::Draft;
use super::lints;
use super::parts::zeros_of;
use super::values::Values;

/// A function of more statements is a module by itself, of which the compiler makes a unit: such functions are compiled side by
/// side, and if a robot changed, on all cores.
const APART: usize = 100;

impl Draft<'_> {
    /// The body of the function of the whole matrix. A function in parts computes its values first: known one by one in each
    /// part, the places of all of them would take the compiler longer than everything else.
    pub(super) fn dense(&self, values: &Values) -> TokenStream {
        let arrays = self.function.takes.iter().map(|array| array.ident());
        let (of_values, zeros) = (self.of_values(), self.zeros());
        let equations = &self.function.equations;
        let is_vector = self.function.shape.is_vector();
        if is_vector && values.are_outputs(self.outputs.len()) {
            return quote!(#of_values(#(#arrays,)* out););
        }
        let packing = quote!(<#equations as armwright_runtime::Equations>::PACKING);
        let out = match is_vector {
            true => quote!(out),
            false => quote!(out.as_flattened_mut()),
        };
        if self.plan.parts.len() > 1 {
            let room = zeros_of(values.outputs.len());
            return quote! {
                let mut values = #room;
                #of_values(#(#arrays,)* &mut values);
                #packing.spread(&values, #out);
            };
        }
        let flat = (!is_vector).then(|| quote!(let out = #out;));
        quote! {
            #zeros
            let packing = #packing;
            #flat
            #of_values(#(#arrays,)* &mut armwright_runtime::Dense { out, packing });
        }
    }

    fn of_values(&self) -> proc_macro2::Ident {
        format_ident!("{}_values", self.function.name)
    }

    /// The function of the values, that of them in an array, and the type that stands for both.
    pub(super) fn equations(&self, values: &Values, body: &TokenStream) -> TokenStream {
        let function = self.function;
        let (name, of_values) = (function.name, self.of_values());
        let (scalar, silenced) = (self.scalar(), lints::of_functions());
        let takes: Vec<TokenStream> = function.takes.iter().map(|a| a.declaration()).collect();
        let arrays: Vec<_> = function.takes.iter().map(|array| array.ident()).collect();
        let packed = (!values.are_outputs(self.outputs.len())).then(|| {
            let (packed, count) = (format_ident!("{name}_packed"), integer(values.outputs.len()));
            let document = format!(
                " The {count} values of [`{name}`] that differ, without its zeros; the robot's `packing` says where each stands."
            );
            quote! {
                #[doc = #document]
                #silenced
                pub fn #packed<S: #scalar>(#(#takes,)* out: &mut [S; #count]) {
                    #of_values(#(#arrays,)* out);
                }
            }
        });
        let document = format!(" Puts the values of [`{name}`].");
        let is_apart = self.plan.parts.iter().map(Vec::len).sum::<usize>() > APART;
        let seen = is_apart.then(|| quote!(pub(super)));
        let implementation = self.implementation(values, seen.as_ref());
        let own = quote! {
            #[doc = #document]
            #silenced
            #[inline(always)]
            #seen fn #of_values<S: #scalar>(#(#takes,)* out: &mut impl armwright_runtime::Results<S>) {
                #body
            }
            #implementation
        };
        if !is_apart {
            return quote!(#packed #own);
        }
        let (module, equations) = (format_ident!("{name}_apart"), &self.function.equations);
        let document = format!(" [`{name}`], compiled beside the other functions.");
        quote! {
            #packed
            use #module::{#equations, #of_values};
            #[doc = #document]
            mod #module {
                use super::*;
                #own
            }
        }
    }

    /// The type that stands for the function, and who sees it besides its own module.
    fn implementation(&self, values: &Values, seen: Option<&TokenStream>) -> TokenStream {
        let (equations, of_values) = (&self.function.equations, self.of_values());
        let [rows, columns] = self.function.shape.sizes().map(integer);
        let mut end = 0;
        let ends = values.outputs.iter().map(|outputs| {
            end += outputs.len();
            integer(end)
        });
        let ends: Vec<_> = ends.collect();
        let places = values
            .outputs
            .iter()
            .flatten()
            .map(|&output| integer(output));
        let arrays: Vec<_> = self
            .function
            .takes
            .iter()
            .map(|array| array.ident())
            .collect();
        let lanes = arrays.iter().map(|array| match array == "theta" {
            true => quote!(&armwright_runtime::Columns::same(columns.#array)?),
            false => quote!(&armwright_runtime::Columns::lanes(columns.#array, at)?),
        });
        let (of_slice, shape) = (self.function.shape.of_slice(), self.function.shape.tokens());
        let dense = self.dense(values);
        let nothing = zeros_of(values.outputs.len());
        let document = format!(" [`{}`] as a type.", self.function.name);
        let count = integer(values.outputs.len());
        let gathered = self.function.takes.iter().map(|array| {
            let (name, length) = (array.ident(), integer(array.length));
            match array.name {
                "theta" => quote!(#name: columns.#name),
                _ => quote!(#name: &armwright_runtime::Columns::lanes::<f64, #length>(columns.#name, at)?),
            }
        });
        let body_by_body = (!self.function.blocks.is_empty()).then(|| {
            quote!(
                const BODY_BY_BODY: bool = true;
            )
        });
        quote! {
            #[doc = #document]
            #seen struct #equations;
            impl armwright_runtime::Equations for #equations {
                const PACKING: &'static armwright_runtime::Packing = &armwright_runtime::Packing {
                    rows: #rows,
                    columns: #columns,
                    starts: &[0, #(#ends),*],
                    places: &[#(#places),*],
                };
                #body_by_body
                #[inline(always)]
                fn state<S: armwright_runtime::Transcendental>(
                    inputs: &armwright_runtime::Inputs<'_, S>, out: &mut impl armwright_runtime::Results<S>,
                ) -> Result<(), armwright_runtime::ShapeError> {
                    use armwright_runtime::of_any::vector;
                    #of_values(#(vector(inputs.#arrays)?,)* out);
                    Ok(())
                }
                #[inline(always)]
                fn whole<S: armwright_runtime::Transcendental>(
                    inputs: &armwright_runtime::Inputs<'_, S>, out: &mut [S],
                ) -> Result<(), armwright_runtime::ShapeError> {
                    use armwright_runtime::of_any::{#of_slice, vector};
                    let out: &mut #shape = #of_slice(out)?;
                    let (#(#arrays,)*) = (#(vector(inputs.#arrays)?,)*);
                    #dense
                    Ok(())
                }
                #[inline(always)]
                fn states<S: armwright_runtime::Lanes>(
                    columns: &armwright_runtime::Columns<'_>, at: usize, out: &mut impl armwright_runtime::Results<S>,
                ) -> Result<(), armwright_runtime::ShapeError> {
                    #of_values(#(#lanes,)* out);
                    Ok(())
                }
                fn one_of<R>(
                    columns: &armwright_runtime::Columns<'_>, at: usize,
                    then: impl FnOnce(&armwright_runtime::Inputs<'_>, &mut [f64]) -> R,
                ) -> Result<R, armwright_runtime::ShapeError> {
                    let inputs = armwright_runtime::Inputs {
                        #(#gathered,)*
                        ..Default::default()
                    };
                    Ok(then(&inputs, &mut [0.0; #count]))
                }
                fn with_room<S: Scalar, R>(then: impl FnOnce(&mut [S]) -> R) -> R {
                    then(&mut #nothing)
                }
            }
        }
    }
}
