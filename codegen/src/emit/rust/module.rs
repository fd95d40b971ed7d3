//! The whole module of one robot: data, functions, and the link to the runtime.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::expression::{float, integer};
use super::function::{Cost, Draft, Function, write};
use super::leaves::nothing_given;
use super::lengths::lengths;
use super::lints;
use super::model;
use super::names::{self, EQUATIONS, type_name};
use super::polarised::{evaluated, polarised};
use super::recovery::recovery;
use super::signature::{Array, Shape};
use super::text::in_doc;
use crate::algebra::Graph;
use crate::algebra::passes::{Counted, Form};
use crate::derivation::Derivation;
use crate::emit::quantities::{Argument, Dimension, Entry, Quantity};
use crate::mechanism::{Base, ParameterKind};

/// The module's tokens and what its functions cost.
pub(super) fn module(derivation: &Derivation, wanted: &[Quantity]) -> (TokenStream, Vec<Cost>) {
    let computing = |quantity: &Quantity| Some((*quantity, quantity.computed_by(derivation)?));
    let present: Vec<(Quantity, Quantity)> = wanted.iter().filter_map(computing).collect();
    let called = |by: &Quantity| by.calls(derivation);
    let generated = Quantity::ALL.iter().copied();
    let generated = generated.filter(|quantity| called(quantity).is_none());
    let generated = generated.filter(|quantity| {
        let mut present = present.iter();
        present.any(|(_, by)| by == quantity || called(by) == Some(*quantity))
    });
    let recovery = recovery(derivation);
    let functions = generated.map(|quantity| function(derivation, quantity));
    let (at_lengths, lengths) = lengths(derivation);
    let functions = functions.chain(recovery.functions).chain(at_lengths);
    let (mut tokens, costs): (Vec<TokenStream>, Vec<Cost>) = functions.unzip();
    let calling = present.iter().filter_map(|(_, by)| {
        let function = signature(derivation, by.entry());
        Some(polarised(derivation, &function, called(by)?, &costs))
    });
    tokens.extend(calling);
    let uses = quote!(
        use armwright_runtime::{Robot, Scalar};
    );
    let constants = constants(derivation);
    let model = model::model(derivation, &costs, recovery.plan.as_ref());
    let of_plan = &recovery.link;
    let link = link(derivation, &present, &costs, &quote!(#of_plan #lengths));
    (quote!(#uses #constants #model #link #(#tokens)*), costs)
}

/// The function of a quantity.
fn function(derivation: &Derivation, quantity: Quantity) -> (TokenStream, Cost) {
    let entry = quantity.entry();
    let function = signature(derivation, entry);
    write(&derivation.mechanism, &function, written(derivation, entry))
}

/// The function of a quantity as it is written and after each pass, with its arithmetic.
pub(super) fn forms(derivation: &Derivation, quantity: Quantity) -> Vec<(Counted, TokenStream)> {
    let derived = quantity.calls(derivation).is_none();
    if quantity.computed_by(derivation) != Some(quantity) || !derived {
        return Vec::new();
    }
    let entry = quantity.entry();
    let function = signature(derivation, entry);
    let tokens = |form: &Form| Draft::of(&derivation.mechanism, &function, form).tokens();
    let forms = written(derivation, entry).forms();
    let forms = forms.iter().map(|form| (form.counted(), tokens(form)));
    forms.collect()
}

fn written(derivation: &Derivation, entry: Entry) -> Form {
    let mut graph = Graph::default();
    let outputs = (entry.derive)(derivation, &mut graph);
    Form::written(graph, outputs)
}

/// What the function of an entry is called, takes, gives and says of itself.
fn signature(derivation: &Derivation, entry: Entry) -> Function<'static> {
    let array = |argument: &Argument| {
        Some(Array {
            name: argument.name(),
            length: argument.length(derivation)?,
        })
    };
    let quantity = entry.quantity;
    let sizes = entry.shape.map(|dimension| dimension.length(derivation));
    let document = entry.documentation(derivation);
    Function {
        name: entry.function,
        document: match derivation.mechanism.base {
            Base::Rest => document,
            Base::Input => document + of_moved_base(entry),
        },
        takes: entry.takes.iter().filter_map(array).collect(),
        given: &nothing_given,
        shape: match (entry.shape, sizes) {
            ([_, Dimension::One], [line, _]) | ([Dimension::One, _], [_, line]) => {
                Shape::Vector(line)
            }
            (_, [rows, columns]) => Shape::Matrix(rows, columns),
        },
        blocks: blocks(derivation, entry.shape[1]),
        equations: quantity
            .is_of_motion()
            .then(|| format_ident!("{quantity:?}{EQUATIONS}")),
    }
}

/// The body that each column belongs to; columns of drives come after those of bodies.
fn blocks(derivation: &Derivation, columns: Dimension) -> Vec<usize> {
    let parameters = &derivation.mechanism.parameters;
    let body = |kind| match kind {
        ParameterKind::Inertial { body, .. } => body.at(),
        _ => derivation.mechanism.bodies.len(),
    };
    let base = || derivation.base.base.iter().map(|base| base.representative);
    match columns {
        Dimension::Parameters => parameters.iter().map(|p| body(p.kind)).collect(),
        Dimension::Bases => base().map(|k| body(parameters[k].kind)).collect(),
        _ => Vec::new(),
    }
}

/// What a function of a robot whose base moves says besides.
fn of_moved_base(entry: Entry) -> &'static str {
    let of_torques = entry.shape[0] == Dimension::Torques;
    match (entry.takes.contains(&Argument::Base), of_torques) {
        (true, true) => concat!(
            "\n\nThe first six rows are force (N) and moment (N·m) that move the base, in its axes and about its\n",
            "origin. `base` is what `armwright_runtime::BaseMotion::inputs` gives."
        ),
        (true, false) => "\n\n`base` is what `armwright_runtime::BaseMotion::inputs` gives.",
        (false, true) => {
            "\n\nRows and columns begin with the velocity of the base's origin and its angular velocity, in its axes."
        }
        (false, false) => "",
    }
}

/// Geometric constants that stay symbols in the equations, at their values.
fn constants(derivation: &Derivation) -> TokenStream {
    let all = derivation.mechanism.constants.iter();
    let names = names::constants(&derivation.mechanism);
    let constants = all.zip(names).map(|(constant, name)| {
        let unit = match in_doc(&constant.unit) {
            unit if unit.is_empty() => unit,
            unit => format!(", {unit}"),
        };
        let doc = format!(" The constant `{}` of the robot file{unit}.", constant.name);
        let value = float(constant.value.to_f64());
        let silenced = lints::of_numbers();
        quote!(#[doc = #doc] #silenced pub const #name: f64 = #value;)
    });
    quote!(#(#constants)*)
}

/// The unit struct that makes the module a [`Robot`].
fn link(
    derivation: &Derivation,
    present: &[(Quantity, Quantity)],
    costs: &[Cost],
    recovery: &TokenStream,
) -> TokenStream {
    let mechanism = &derivation.mechanism;
    let robot = type_name(&mechanism.name);
    let title = in_doc(&mechanism.title);
    let doc = format!(" {title}: the functions of this module behind the runtime's interface.");
    let parameters = format!(" Number of standard parameters of `{}`.", mechanism.name);
    let dof = integer(mechanism.coordinates.len());
    let p = integer(mechanism.parameters.len());
    let b = integer(derivation.base.base.len());
    let computing = Quantity::ALL.iter();
    let rows = (mechanism.base == Base::Input).then(|| {
        let rows = integer(mechanism.rows());
        quote! {
            /// Number of rows of torque: six of the base, and one a joint.
            pub const ROWS: usize = #rows;
        }
    });
    let arms = computing
        .clone()
        .filter_map(|by| arm(derivation, *by, present, costs));
    let arms: Vec<TokenStream> = arms.collect();
    let of_values = computing.filter_map(|by| {
        let (quantities, equations) = equations(derivation, *by, present)?;
        let batch = match by.is_regressor() {
            true => quote!(evaluate_batch::<#equations>(isa, columns, out)),
            false => quote!(evaluate_each::<#equations>(columns, out)),
        };
        Some(((quantities, equations), batch))
    });
    let (of_values, batches): (Vec<(TokenStream, Ident)>, Vec<TokenStream>) = of_values.unzip();
    let (quantities, equations): (Vec<TokenStream>, Vec<Ident>) = of_values.into_iter().unzip();
    let derivative = derivative(derivation, present);
    let trace = trace(derivation, present);
    quote! {
        /// Number of joints.
        pub const DOF: usize = #dof;
        #rows
        #[doc = #parameters]
        pub const PARAMETERS: usize = #p;
        /// Number of base parameters.
        pub const BASE_PARAMETERS: usize = #b;

        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct #robot;

        /// The robot, for code that handles any robot.
        pub static ROBOT: #robot = #robot;

        impl Robot for #robot {
            fn model(&self) -> &armwright_runtime::Model {
                &MODEL
            }
            fn evaluate(
                &self, quantity: armwright_runtime::Quantity, inputs: &armwright_runtime::Inputs<'_>, out: &mut [f64],
            ) -> Result<(), armwright_runtime::EvaluationError> {
                #[allow(unused_imports)]
                use armwright_runtime::{Quantity, matrix_mut, vector, vector_mut};
                match quantity {
                    #(#arms)*
                    _ => return Err(armwright_runtime::EvaluationError::NotGenerated(quantity)),
                }
                Ok(())
            }
            fn packing(&self, quantity: armwright_runtime::Quantity) -> Option<&'static armwright_runtime::Packing> {
                #[allow(unused_imports)]
                use armwright_runtime::{Equations, Quantity};
                match quantity {
                    #(#quantities => Some(#equations::PACKING),)*
                    _ => None,
                }
            }
            fn evaluate_packed(
                &self, quantity: armwright_runtime::Quantity, inputs: &armwright_runtime::Inputs<'_>, out: &mut [f64],
            ) -> Result<(), armwright_runtime::EvaluationError> {
                #[allow(unused_imports)]
                use armwright_runtime::{Quantity, evaluate_packed};
                match quantity {
                    #(#quantities => evaluate_packed::<#equations>(inputs, out),)*
                    _ => Err(armwright_runtime::EvaluationError::NotGenerated(quantity)),
                }
            }
            fn evaluate_batch(
                &self, isa: armwright_runtime::Isa, quantity: armwright_runtime::Quantity,
                columns: &armwright_runtime::Columns<'_>, out: &mut [armwright_runtime::Packet],
            ) -> Result<(), armwright_runtime::EvaluationError> {
                #[allow(unused_imports)]
                use armwright_runtime::{Quantity, evaluate_batch, evaluate_each};
                match quantity {
                    #(#quantities => #batches,)*
                    _ => Err(armwright_runtime::EvaluationError::NotGenerated(quantity)),
                }
            }
            #derivative
            #trace
            #recovery
        }
    }
}

/// The quantities that one function computes, and the type that stands for it, where there is one.
fn equations(
    derivation: &Derivation,
    by: Quantity,
    present: &[(Quantity, Quantity)],
) -> Option<(TokenStream, Ident)> {
    let quantities = quantities(by, present)?;
    let function = signature(derivation, by.entry());
    Some((quantities, function.equations?))
}

/// The quantities that one function computes, as a pattern; `None` if there is none.
fn quantities(by: Quantity, present: &[(Quantity, Quantity)]) -> Option<TokenStream> {
    let mut quantities = present.iter().filter(|(_, other)| *other == by).peekable();
    quantities.peek()?;
    let quantities = quantities.map(|(quantity, _)| format_ident!("{quantity:?}"));
    Some(quote!(#(Quantity::#quantities)|*))
}

/// The functions whose operations are written down, for derivatives.
fn trace(derivation: &Derivation, present: &[(Quantity, Quantity)]) -> Option<TokenStream> {
    let traced = [
        Quantity::BaseRegressor,
        Quantity::MeasuredBaseRegressor,
        Quantity::EnergyRegressor,
    ];
    let traced = traced.into_iter();
    let arms = traced.filter_map(|by| {
        let (quantities, equations) = equations(derivation, by, present)?;
        Some(quote!(#quantities => evaluate_as::<#equations, _>(inputs, out),))
    });
    let arms: Vec<TokenStream> = arms.collect();
    (!arms.is_empty()).then(|| {
        quote! {
            fn trace<'t>(
                &self, quantity: armwright_runtime::Quantity, inputs: &armwright_runtime::Inputs<'_, armwright_runtime::Traced<'t>>,
                out: &mut [armwright_runtime::Traced<'t>],
            ) -> Result<(), armwright_runtime::EvaluationError> {
                use armwright_runtime::{Quantity, evaluate_as};
                match quantity {
                    #(#arms)*
                    _ => Err(armwright_runtime::EvaluationError::NotGenerated(quantity)),
                }
            }
        }
    })
}

/// The quantities that one function computes, and the call of it.
fn arm(
    derivation: &Derivation,
    by: Quantity,
    present: &[(Quantity, Quantity)],
    costs: &[Cost],
) -> Option<TokenStream> {
    let quantities = quantities(by, present)?;
    let function = signature(derivation, by.entry());
    if let Some(called) = by.calls(derivation)
        && let Some(equations) = signature(derivation, called.entry()).equations
    {
        let evaluated = evaluated(&function, &equations);
        return Some(quote!(#quantities => #evaluated,));
    }
    let Function {
        name,
        takes,
        shape,
        equations,
        ..
    } = function;
    if let Some(equations) = equations {
        // Of a matrix each value is put at its places at once, unless that makes a long function longer.
        let is_long = costs
            .iter()
            .any(|cost| cost.function == name && cost.parts > 1);
        let evaluated = match by.entry().shape[1] == Dimension::One || is_long {
            true => quote!(armwright_runtime::evaluate::<#equations>(inputs, out)?),
            false => quote!(armwright_runtime::evaluate_whole::<#equations>(inputs, out)?),
        };
        return Some(quote!(#quantities => #evaluated,));
    }
    let (function, of_slice) = (format_ident!("{name}"), shape.of_slice());
    let arrays = takes.iter().map(|array| array.ident());
    Some(quote! {
        #quantities => #function(#(vector(inputs.#arrays)?,)* #of_slice(out)?),
    })
}

/// The derivative of the torques in a direction, by dual numbers through their function, where there is one.
fn derivative(derivation: &Derivation, present: &[(Quantity, Quantity)]) -> Option<TokenStream> {
    let of_torques = Quantity::InverseDynamics;
    present.iter().find(|(_, by)| *by == of_torques)?;
    let Function { name, takes, .. } = signature(derivation, of_torques.entry());
    let (function, rows) = (
        format_ident!("{name}"),
        integer(derivation.mechanism.rows()),
    );
    let arrays = takes.iter().map(|array| array.ident());
    Some(quote! {
        fn torque_derivative(
            &self, at: &armwright_runtime::Inputs<'_>, along: &armwright_runtime::Inputs<'_>, out: &mut [f64],
        ) -> Result<(), armwright_runtime::EvaluationError> {
            use armwright_runtime::{Dual, duals, vector_mut};
            let out: &mut [f64; #rows] = vector_mut(out)?;
            let mut torques = [Dual::<f64>::constant(0.0); #rows];
            #function(#(&duals(at.#arrays, along.#arrays)?,)* &mut torques);
            for (out, torque) in out.iter_mut().zip(torques) {
                *out = torque.derivative;
            }
            Ok(())
        }
    })
}
