//! The plan as data: the statics of steps and quantities, and the value of the model's `recovery`.

use proc_macro2::TokenStream;
use quote::quote;

use super::expression::{float, integer, place};
use super::function::lines;
use super::lints;
use super::model::component_of;
use super::recovery_places::Sizes;
use crate::algebra::Operations;
use crate::derivation::Derivation;
use crate::document::{Formulas, Notation, Style};
use crate::recovery::{Branch, Plan, Quantity, QuantityKind, Recovery, StepKind, System};

/// The statics that errors point into, and the plan that refers to them.
pub(super) fn data(derivation: &Derivation, recovery: &Recovery) -> (TokenStream, TokenStream) {
    let Recovery { system, plan } = recovery;
    let styles = [Style::Text, Style::Latex]
        .map(|style| Notation::new(&derivation.mechanism, style).with_base(&derivation.base));
    let [text, latex] = styles.map(|notation| Formulas::new(notation, system));
    let physical = |&quantity: &usize| physical(system, &latex, quantity);
    let quantities = |all: &[usize]| {
        let all = all.iter().map(physical);
        quote!(&[#(#all),*])
    };
    let steps = steps(plan, &text, &latex);
    let recovered = plan.recovered();
    let (count, values) = (integer(recovered.len()), recovered.iter().map(physical));
    let silenced = lints::of_numbers();
    let imports = quote! {
        #[allow(unused_imports)]
        use armwright_runtime::{Axis, Inertial, Physical, PhysicalKind};
    };
    let statics = quote! {
        /// The physical parameters that [`recover`] gives, in order.
        #silenced
        static RECOVERED: [armwright_runtime::Physical; #count] = {
            #imports
            [#(#values),*]
        };
        #steps
    };
    let known = quantities(&plan.known);
    let invisible = quantities(&plan.invisible);
    let undetermined = plan.undetermined.iter().map(|u| {
        let parameter = physical(&u.quantity);
        let by = u.determined_by.iter().map(|set| {
            let names = set.iter().map(|&q| &system.quantities[q].name);
            quote!(&[#(#names),*])
        });
        quote!(Undetermined { parameter: #parameter, determined_by: &[#(#by),*] })
    });
    let spare = plan.spare.iter().map(|spare| {
        let (formula, latex) = (text.spare(spare), latex.spare(spare));
        let representative = derivation.base.base[spare.base].representative;
        let (unit, base) = (
            derivation.mechanism.parameters[representative].unit,
            place(spare.base),
        );
        quote!(Spare { formula: #formula, latex: #latex, unit: #unit, base: #base })
    });
    let rank = integer(plan.rank);
    let value = quote! {
        {
            #[allow(unused_imports)]
            use armwright_runtime::{Axis, Inertial, Physical, PhysicalKind, Recovery, Spare, Undetermined};
            Recovery {
                known: #known,
                recovered: &RECOVERED,
                steps: &RECOVERY_STEPS,
                undetermined: &[#(#undetermined),*],
                invisible: #invisible,
                spare: &[#(#spare),*],
                rank: #rank,
            }
        }
    };
    (statics, value)
}

fn steps(plan: &Plan, text: &Formulas<'_>, latex: &Formulas<'_>) -> TokenStream {
    let mut at = 0;
    let steps = plan.steps.iter().map(|step| {
        let recovered = (at..at + step.unknowns.len()).map(integer);
        at += step.unknowns.len();
        let kind = match step.kind {
            StepKind::Linear => quote!(Linear),
            StepKind::Quadratic(_) => quote!(Quadratic),
            StepKind::Newton => quote!(Newton),
        };
        let (formula, latex) = (text.step(step), latex.step(step));
        let (divisor, note) = (text.divisor(step), text.note(step));
        quote! {
            Step {
                recovered: &[#(#recovered),*], kind: StepKind::#kind, formula: #formula, latex: #latex,
                divisor: #divisor, note: #note,
            }
        }
    });
    let steps: Vec<TokenStream> = steps.collect();
    let count = integer(steps.len());
    quote! {
        /// The steps of [`recover`], in order.
        static RECOVERY_STEPS: [armwright_runtime::Step; #count] = {
            use armwright_runtime::{Step, StepKind};
            [#(#steps),*]
        };
    }
}

fn physical(system: &System, latex: &Formulas<'_>, index: usize) -> TokenStream {
    let quantity = &system.quantities[index];
    let (name, latex, unit) = (&quantity.name, latex.quantity(index), &quantity.unit);
    let kind = match quantity.kind {
        QuantityKind::Body { body, component } => {
            let (body, component) = (place(body), component_of(component));
            quote!(Body { body: #body, component: #component })
        }
        QuantityKind::Length(_) => quote!(Length),
        QuantityKind::Drive(k) => {
            let k = place(k);
            quote!(Drive(#k))
        }
    };
    let nominal = match &quantity.nominal {
        Some(value) => {
            let value = float(value.to_f64());
            quote!(Some(#value))
        }
        None => quote!(None),
    };
    quote! {
        Physical { name: #name, latex: #latex, unit: #unit, kind: PhysicalKind::#kind, nominal: #nominal }
    }
}

/// The branch of a quadratic step.
pub(super) fn branch(branch: &Branch) -> TokenStream {
    let nominal = nominal(branch);
    let kind = match (branch, nominal) {
        (Branch::Positive(_), Some(value)) => quote!(Positive(Some(#value))),
        (Branch::Positive(_), None) => quote!(Positive(None)),
        (Branch::Nearest(_), Some(value)) => quote!(Nearest(#value)),
        _ => quote!(Larger),
    };
    quote!(Branch::#kind)
}

/// Where Newton's iteration begins: the nominal value, or 1 for what has to be positive.
pub(super) fn start(quantity: &Quantity) -> TokenStream {
    let positive = match quantity.kind {
        QuantityKind::Body { component, .. } => component.is_positive(),
        QuantityKind::Length(_) => true,
        QuantityKind::Drive(_) => false,
    };
    let value = quantity
        .nominal
        .as_ref()
        .map(crate::algebra::Rational::to_f64);
    float(value.unwrap_or(if positive { 1.0 } else { 0.0 }))
}

/// What `recover` says of itself.
pub(super) fn documentation(sizes: Sizes, operations: Operations, divisions: usize) -> Vec<String> {
    let Sizes {
        bases,
        known,
        recovered,
        steps,
        spare,
    } = sizes;
    lines(&format!(
        "{recovered} physical parameters from {bases} base parameters and {known} that are known.\n\n\
         `beta`, `known` and `out` are in the order of [`MODEL`]'s `base` and of its `recovery`: `known`\n\
         and `recovered`. `tolerance` has a number for each of the {steps} steps: a divisor whose\n\
         magnitude is not above it counts as zero. `residuals` is what is left of the equations that\n\
         no step needed ({spare}). SI units. Hanssen, Hovland and Brogårdh, section 4, with its errors put\n\
         right: the formulas were derived, and proved by substitution.\n\n\
         # Errors\n\
         With the step that failed: a divisor is zero within its tolerance, a root is not real, a\n\
         mass is not positive. `out` then has the results of the steps before it.\n\n\
         {} multiplications, {} additions, {divisions} divisions.",
        operations.multiplications, operations.additions
    ))
}

/// A branch's nominal value as tokens.
fn nominal(branch: &Branch) -> Option<TokenStream> {
    match branch {
        Branch::Positive(nominal) => nominal.as_ref().map(|value| float(value.to_f64())),
        Branch::Nearest(nominal) => Some(float(nominal.to_f64())),
        Branch::Larger => None,
    }
}
