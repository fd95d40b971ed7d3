//! `recover`, statement by statement: each step of the plan with its guarded division or root.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use rustc_hash::FxHashMap;

use super::expression::{Writer, integer};
use super::function::Cost;
use super::leaves::{Given, leaves};
use super::lints;
use super::names::Names;
use super::recovery_data;
use super::recovery_places::Places;
use super::schedule::schedule;
use super::signature::Array;
use crate::algebra::passes::{Counted, Form};
use crate::algebra::{Algebra, Atom, Graph, Input, Poly};
use crate::recovery::{Branch, Plan, Recovery, Step, StepKind};

/// Names that `recover` has besides those of all functions.
const OWN: [&str; 7] = [
    "residuals",
    "x",
    "divide",
    "newton",
    "positive",
    "quadratic",
    "near",
];

/// The statements of a function under construction.
struct Body<'a> {
    given: &'a Given<'a>,
    names: Names,
    /// Variables that have a name by now.
    known: FxHashMap<Atom, Ident>,
    statements: TokenStream,
    forms: Vec<Counted>,
    divisions: usize,
}

impl Body<'_> {
    /// Polynomials as expressions, after `let`s for what they share.
    fn expressions(&mut self, section: &str, polys: &[Poly]) -> Vec<TokenStream> {
        let mut graph = Graph::default();
        graph.section(section);
        let outputs = polys.iter().map(|poly| graph.poly(poly)).collect();
        let (Form { graph, outputs, .. }, forms) = Form::written(graph, outputs).optimised();
        match self.forms.is_empty() {
            true => self.forms = forms,
            false => self.forms.iter_mut().zip(forms).for_each(|(sum, form)| {
                sum.operations += form.operations;
            }),
        }
        let plan = schedule(&graph, &outputs, &[]);
        let mut variables = FxHashMap::default();
        for (node, input) in leaves(&graph, &outputs) {
            if let Input::Atom(atom) = input {
                variables.insert(node, self.variable(atom).into_token_stream());
            }
        }
        let mut writer = Writer::new(&graph, &plan, std::mem::take(&mut self.names));
        writer.names = variables;
        writer.bind(&plan.bindings());
        let outputs = outputs.into_iter();
        let outputs = outputs.map(|output| writer.reference(output)).collect();
        self.names = writer.taken;
        self.statements.extend(writer.statements);
        outputs
    }

    /// The name of a variable, read from its place when it is first used.
    fn variable(&mut self, atom: Atom) -> Ident {
        if let Some(name) = self.known.get(&atom) {
            return name.clone();
        }
        let (name, value) = (self.given)(atom).unwrap_or_else(|| {
            // Every variable of a plan has a place.
            ("zero".to_owned(), quote!(S::constant(0.0)))
        });
        self.define(atom, &name, &value)
    }

    fn define(&mut self, atom: Atom, wanted: &str, value: &TokenStream) -> Ident {
        let name = self.names.unique(wanted);
        self.statements.extend(quote!(let #name = #value;));
        self.known.insert(atom, name.clone());
        name
    }
}

/// `recover`: the steps one after the other, then the residuals.
pub(super) fn solve(recovery: &Recovery, places: &Places<'_>) -> (TokenStream, Cost) {
    let given = |atom| places.given(atom);
    let mut names = Names::reserved();
    for name in OWN {
        names.unique(name);
    }
    let mut body = Body {
        given: &given,
        names,
        known: FxHashMap::default(),
        statements: TokenStream::new(),
        forms: Vec::new(),
        divisions: 0,
    };
    let mut at = 0;
    for (index, step) in recovery.plan.steps.iter().enumerate() {
        at = one_step(&mut body, recovery, step, index, at);
    }
    for (index, spare) in recovery.plan.spare.iter().enumerate() {
        let value = body.expressions("spare", &[spare.residual()]);
        let index = integer(index);
        body.statements
            .extend(quote!(residuals[#index] = #(#value)*;));
    }
    let arithmetic = body.forms.last().map(|form| form.operations);
    let arithmetic = arithmetic.unwrap_or_default();
    let doc = recovery_data::documentation(recovery, places, arithmetic, body.divisions);
    let silenced = lints::of_functions();
    let statements = body.statements;
    let [beta, known, _] = places.arrays().map(Array::declaration);
    let plan = &recovery.plan;
    let [r, d, s] = [places.recovered.len(), plan.steps.len(), plan.spare.len()].map(integer);
    let steps = quote! {
        #[allow(unused_imports)]
        use armwright_runtime::recovery::{Branch, divide, newton, positive, quadratic};
        #statements
        Ok(())
    };
    let results = quote!(out: &mut [S; #r], residuals: &mut [S; #s]);
    let answer = quote!(Result<(), armwright_runtime::RecoveryError>);
    let (all, towards) = if has_several(plan) {
        let towards = quote! {
            /// As [`recover`]; of steps that have several solutions the one nearest to `near`, if that is
            /// given, whatever its sign.
            #silenced
            #[allow(clippy::missing_errors_doc)]
            pub fn recover_near<S: armwright_runtime::Real>(
                #beta, #known, tolerance: &[f64; #d], near: Option<&[f64; #r]>, #results,
            ) -> #answer {
                #steps
            }
        };
        let all = quote!(recover_near(beta, known, tolerance, None, out, residuals));
        (all, Some(towards))
    } else {
        (steps, None)
    };
    let tokens = quote! {
        #(#[doc = #doc])*
        #silenced
        #[allow(clippy::missing_errors_doc)]
        pub fn recover<S: armwright_runtime::Real>(
            #beta, #known, tolerance: &[f64; #d], #results,
        ) -> #answer {
            #all
        }
        #towards
    };
    let cost = Cost {
        function: "recover",
        forms: body.forms,
        parts: 1,
        longest: plan.steps.len(),
        negations: 0,
    };
    (tokens, cost)
}

/// Whether some step may have several solutions.
pub(super) fn has_several(plan: &Plan) -> bool {
    plan.steps.iter().any(|step| step.kind != StepKind::Linear)
}

/// The statements of a step whose first result is number `at`; gives the number after its last.
fn one_step(
    body: &mut Body<'_>,
    recovery: &Recovery,
    step: &Step,
    index: usize,
    at: usize,
) -> usize {
    let system = &recovery.system;
    let number = integer(index);
    let (tolerance, place) = (quote!(tolerance[#number]), quote!(&RECOVERY_STEPS[#number]));
    let section = format!("step_{}", index + 1);
    let values = match (&step.kind, step.powers(system)) {
        (StepKind::Linear, Some(([constant, divisor, _], _))) => {
            let rest = -&constant;
            vec![
                match divisor.as_constant().and_then(|value| value.recip()) {
                    Some(inverse) => body.expressions(&section, &[rest.scale(&inverse)])[0].clone(),
                    None => {
                        let parts = body.expressions(&section, &[rest, divisor]);
                        body.divisions += 1;
                        quote!(divide(#(#parts),*, #tolerance, #place)?)
                    }
                },
            ]
        }
        (StepKind::Quadratic(branch), Some(([constant, linear, square], _))) => {
            let parts = body.expressions(&section, &[square, linear, constant]);
            let (branch, first) = (recovery_data::branch(branch), integer(at));
            body.divisions += 3;
            let branch = quote!(#branch.near(near.map(|near| near[#first])));
            vec![quote!(quadratic([#(#parts),*], #branch, #tolerance, #place)?)]
        }
        _ => newton(body, recovery, step, &section, [&tolerance, &place], at),
    };
    for (offset, (value, &unknown)) in values.into_iter().zip(&step.unknowns).enumerate() {
        let quantity = &system.quantities[unknown];
        let out = integer(at + offset);
        // A root that was chosen for being positive has to be.
        let chosen = matches!(step.kind, StepKind::Quadratic(Branch::Positive(_)));
        let checked = quote!(positive(#value, &RECOVERED[#out], #place)?);
        let value = match (chosen || quantity.is_mass(), has_several(&recovery.plan)) {
            (true, true) => quote!(if near.is_none() { #checked } else { #value }),
            (true, false) => checked,
            (false, _) => value,
        };
        let name = body.define(quantity.atom, &quantity.name, &value);
        body.statements.extend(quote!(out[#out] = #name;));
    }
    at + step.unknowns.len()
}

/// Newton's iteration, whose first result is number `at`: a closure with the equations and their derivatives.
fn newton(
    body: &mut Body<'_>,
    recovery: &Recovery,
    step: &Step,
    section: &str,
    [tolerance, place]: [&TokenStream; 2],
    at: usize,
) -> Vec<TokenStream> {
    let system = &recovery.system;
    let polys = [step.equations.clone(), step.jacobian(system).concat()].concat();
    let atoms: Vec<Atom> = system.atoms(&step.unknowns);
    // What the closure takes from outside is read before it.
    for (monomial, _) in polys.iter().flat_map(Poly::terms) {
        for &(atom, _) in monomial.factors() {
            if !atoms.contains(&atom) {
                body.variable(atom);
            }
        }
    }
    let outside = std::mem::take(&mut body.statements);
    let before = body.known.clone();
    for (index, (&atom, &unknown)) in atoms.iter().zip(&step.unknowns).enumerate() {
        let index = integer(index);
        body.define(atom, &system.quantities[unknown].name, &quote!(x[#index]));
    }
    let parts = body.expressions(section, &polys);
    let inside = std::mem::replace(&mut body.statements, outside);
    body.known = before;
    let n = step.unknowns.len();
    let (values, derivatives) = parts.split_at(n);
    let rows = derivatives.chunks(n).map(|row| quote!([#(#row),*]));
    let unknowns = step.unknowns.iter();
    let start = unknowns.map(|&unknown| recovery_data::start(&system.quantities[unknown]));
    let near = (at..at + n).map(integer);
    let solution = body.names.unique(&format!("solution_{section}"));
    body.statements.extend(quote! {
        let #solution = newton(
            near.map_or([#(#start),*], |near| [#(near[#near]),*]).map(S::constant),
            |x| { #inside ([#(#values),*], [#(#rows),*]) },
            #tolerance,
            #place,
        )?;
    });
    let results = (0..n).map(integer);
    results.map(|index| quote!(#solution[#index])).collect()
}
