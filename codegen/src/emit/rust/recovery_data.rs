//! The plan as data: the statics of steps and quantities, and the value of the model's `recovery`.

use proc_macro2::TokenStream;
use quote::quote;

use super::data::{Data, list, record};
use super::expression::{float, integer, place};
use super::function::lines;
use super::lints;
use super::recovery_places::Places;
use crate::algebra::{Operations, Rational};
use crate::derivation::Derivation;
use crate::document::{Formulas, Notation, Style};
use crate::recovery::{
    Branch, Plan, Quantity, QuantityKind, Recovery, Spare, Step, StepKind, Undetermined,
};

/// The statics that errors point into, and the plan that refers to them.
pub(super) fn data(derivation: &Derivation, recovery: &Recovery) -> (TokenStream, TokenStream) {
    let Recovery { system, plan } = recovery;
    let styles = [Style::Text, Style::Latex]
        .map(|style| Notation::new(&derivation.mechanism, style).rounded())
        .map(|notation| notation.with_base(&derivation.base));
    let [text, latex] = styles.map(|notation| Formulas::new(notation, system));
    let physical = |&quantity: &usize| physical(recovery, &latex, quantity);
    let recovered: Vec<TokenStream> = plan.recovered().iter().map(physical).collect();
    let steps = steps(plan, &text, &latex);
    let (recovered_count, step_count) = (integer(recovered.len()), integer(steps.len()));
    let silenced = lints::of_numbers();
    let statics = quote! {
        /// The physical parameters that [`recover`] gives, in order.
        #silenced
        static RECOVERED: [armwright_runtime::Physical; #recovered_count] = {
            #[allow(unused_imports)]
            use armwright_runtime::{Axis, Inertial, Physical, PhysicalKind};
            [#(#recovered),*]
        };
        /// The steps of [`recover`], in order.
        static RECOVERY_STEPS: [armwright_runtime::Step; #step_count] = {
            use armwright_runtime::{Step, StepKind};
            [#(#steps),*]
        };
    };
    let undetermined = |undetermined: &Undetermined| {
        let names = |set: &Vec<usize>| list(set.iter().map(|&q| &system.quantities[q].name));
        record!(Undetermined {
            parameter: physical(&undetermined.quantity),
            determined_by: list(undetermined.determined_by.iter().map(names)),
        })
    };
    let spare = |spare: &Spare| {
        let representative = derivation.base.base[spare.base].representative;
        record!(Spare {
            formula: text.spare(spare),
            latex: latex.spare(spare),
            unit: derivation.mechanism.parameters[representative].unit,
            base: spare.base,
        })
    };
    let recovery = record!(Recovery {
        known: list(plan.given().iter().map(physical)),
        recovered: quote!(&RECOVERED),
        steps: quote!(&RECOVERY_STEPS),
        undetermined: list(plan.undetermined.iter().map(undetermined)),
        invisible: list(plan.invisible.iter().map(physical)),
        spare: list(plan.spare.iter().map(spare)),
        rank: plan.rank,
    });
    let value = quote! {
        {
            #[allow(unused_imports)]
            use armwright_runtime::{Axis, Inertial, Physical, PhysicalKind, Recovery, Spare, Undetermined};
            #recovery
        }
    };
    (statics, value)
}

fn steps(plan: &Plan, text: &Formulas<'_>, latex: &Formulas<'_>) -> Vec<TokenStream> {
    let mut numbers = 0_usize..;
    let step = |step: &Step| {
        record!(Step {
            recovered: list(numbers.by_ref().take(step.unknowns.len())),
            kind: match step.kind {
                StepKind::Linear => quote!(StepKind::Linear),
                StepKind::Quadratic(_) => quote!(StepKind::Quadratic),
                StepKind::Newton => quote!(StepKind::Newton),
            },
            formula: text.step(step),
            latex: latex.step(step),
            divisor: text.divisor(step),
            note: text.note(step),
        })
    };
    plan.steps.iter().map(step).collect()
}

fn physical(
    Recovery { system, plan }: &Recovery,
    latex: &Formulas<'_>,
    index: usize,
) -> TokenStream {
    let quantity = &system.quantities[index];
    let kind = match quantity.kind {
        QuantityKind::Body { body, component } => record!(Body {
            body: body,
            component: component
        }),
        QuantityKind::Length(_) if plan.fitted.contains(&index) => quote!(FittedLength),
        QuantityKind::Length(_) => quote!(Length),
        QuantityKind::Drive(k) => {
            let k = place(k);
            quote!(Drive(#k))
        }
    };
    record!(Physical {
        name: quantity.name,
        latex: latex.quantity(index),
        unit: quantity.unit,
        kind: quote!(PhysicalKind::#kind),
        nominal: quantity.nominal,
    })
}

/// The branch of a quadratic step.
pub(super) fn branch(branch: &Branch) -> TokenStream {
    let (kind, nominal) = match branch {
        Branch::Positive(nominal) => (quote!(Positive), nominal.data()),
        Branch::Nearest(nominal) => (quote!(Nearest), nominal.data()),
        Branch::Larger => return quote!(Branch::Larger),
    };
    quote!(Branch::#kind(#nominal))
}

/// Where Newton's iteration begins: the nominal value, or 1 for what has to be positive.
pub(super) fn start(quantity: &Quantity) -> TokenStream {
    let is_positive = match quantity.kind {
        QuantityKind::Body { component, .. } => component.is_positive(),
        QuantityKind::Length(_) => true,
        QuantityKind::Drive(_) => false,
    };
    let nominal = quantity.nominal.as_ref().map(Rational::to_f64);
    float(nominal.unwrap_or(if is_positive { 1.0 } else { 0.0 }))
}

/// What `recover` says of itself.
pub(super) fn documentation(
    recovery: &Recovery,
    places: &Places<'_>,
    operations: Operations,
    divisions: usize,
) -> Vec<String> {
    let (steps, spare) = (recovery.plan.steps.len(), recovery.plan.spare.len());
    let [bases, known, recovered] = places.arrays().map(|array| array.length);
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

#[cfg(test)]
mod tests {
    use super::{branch, start};
    use crate::algebra::{Atom, Rational, Symbol};
    use crate::mechanism::{Axis, Inertial};
    use crate::recovery::{Branch, Quantity, QuantityKind};

    /// The value of the file, or 1 for a mass, a length or a moment of inertia, or 0.
    #[test]
    fn iteration_begins_at_values_or_where_physics_allows() {
        let quantity = |kind, nominal: Option<Rational>| Quantity {
            name: "x".to_owned(),
            unit: String::new(),
            kind,
            atom: Atom::Symbol(Symbol::Constant(0.into())),
            nominal,
            cost: Rational::ONE,
        };
        let body = |component| QuantityKind::Body {
            body: 0.into(),
            component,
        };
        for (kind, begins) in [
            (body(Inertial::Mass), "1.0"),
            (body(Inertial::Moment(Axis::X)), "0.0"),
            (body(Inertial::Inertia(Axis::Z, Axis::Z)), "1.0"),
            (body(Inertial::Inertia(Axis::X, Axis::Y)), "0.0"),
            (QuantityKind::Length(0.into()), "1.0"),
            (QuantityKind::Drive(0.into()), "0.0"),
        ] {
            assert_eq!(start(&quantity(kind, None)).to_string(), begins, "{kind:?}");
            let given = Some(Rational::new(-1, 8));
            assert_eq!(start(&quantity(kind, given)).to_string(), "- 0.125");
            assert_eq!(
                start(&quantity(kind, Some(Rational::ZERO))).to_string(),
                "0.0"
            );
        }
    }

    #[test]
    fn a_branch_has_the_nominal_value_that_it_is_near_to() {
        let half = Rational::new(1, 2);
        for (root, code) in [
            (
                Branch::Positive(Some(half.clone())),
                "Branch::Positive(Some(0.5))",
            ),
            (Branch::Positive(None), "Branch::Positive(None)"),
            (Branch::Nearest(half), "Branch::Nearest(0.5)"),
            (Branch::Larger, "Branch::Larger"),
        ] {
            let tokens = branch(&root).to_string();
            assert_eq!(tokens.replace(' ', ""), code);
        }
    }
}
