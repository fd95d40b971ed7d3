//! Base parameters of a robot whose lengths are not those of its file, as code.

use proc_macro2::TokenStream;
use quote::quote;

use super::data::{list, record};
use super::expression::{integer, place};
use super::function::{Cost, Function, write};
use super::signature::{Array, Shape};
use crate::algebra::passes::Form;
use crate::algebra::{Algebra, Atom, ConstantIndex, Graph, Symbol};
use crate::derivation::Derivation;
use crate::document::{Notation, Style};
use crate::recovery::ByLengths;

/// The function and the methods of the robot; nothing for one whose lengths are numbers.
pub(super) fn lengths(derivation: &Derivation) -> (Option<(TokenStream, Cost)>, TokenStream) {
    match derivation.by_lengths() {
        Ok(Some(found)) => (Some(function(derivation, found)), link(derivation, found)),
        _ => (None, TokenStream::new()),
    }
}

fn function(
    derivation: &Derivation,
    ByLengths { lengths, base }: &ByLengths,
) -> (TokenStream, Cost) {
    let mechanism = &derivation.mechanism;
    let mut graph = Graph::default();
    graph.section("base");
    let outputs = base.iter().map(|poly| graph.poly(poly)).collect();
    let given = |atom: Atom| match atom {
        Atom::Symbol(Symbol::Standard(k)) => {
            let at = place(k);
            Some((mechanism.parameters[k].name.clone(), quote!(theta[#at])))
        }
        Atom::Symbol(Symbol::Constant(k)) => {
            let at = integer(lengths.iter().position(|&other| other == k)?);
            Some((mechanism.constants[k].name.clone(), quote!(lengths[#at])))
        }
        _ => None,
    };
    let array = |name, length| Array { name, length };
    let rows = base.len();
    let function = Function {
        name: "base_parameters_at",
        document: format!(
            "The {rows} base parameters that identification gives of a robot with standard parameters `theta`\n\
             and `lengths` in the place of the file's: of those that the regressor can take up it holds\n\
             the file's values, and the true ones of those that are fitted."
        ),
        takes: vec![
            array("theta", mechanism.parameters.len()),
            array("lengths", lengths.len()),
        ],
        given: &given,
        shape: Shape::Vector(rows),
        blocks: Vec::new(),
        equations: None,
    };
    write(mechanism, &function, Form::written(graph, outputs))
}

fn link(derivation: &Derivation, ByLengths { lengths, .. }: &ByLengths) -> TokenStream {
    let mechanism = &derivation.mechanism;
    let latex = Notation::new(mechanism, Style::Latex);
    let fitted = derivation.recovery.iter().flat_map(|recovery| {
        let atoms: Vec<Atom> = recovery.system.atoms(&recovery.plan.fitted);
        atoms
    });
    let fitted: Vec<Atom> = fitted.collect();
    let physical = |&k: &ConstantIndex| {
        let (constant, atom) = (&mechanism.constants[k], Atom::Symbol(Symbol::Constant(k)));
        let kind = match fitted.contains(&atom) {
            true => quote!(PhysicalKind::FittedLength),
            false => quote!(PhysicalKind::Length),
        };
        record!(Physical {
            name: constant.name,
            latex: latex.atom(atom),
            unit: constant.unit,
            kind: kind,
            nominal: Some(constant.value.clone()),
        })
    };
    let lengths = list(lengths.iter().map(physical));
    quote! {
        fn lengths(&self) -> &'static [armwright_runtime::Physical] {
            use armwright_runtime::{Physical, PhysicalKind};
            #lengths
        }
        fn base_parameters_at(
            &self, theta: &[f64], lengths: &[f64], out: &mut [f64],
        ) -> Result<(), armwright_runtime::EvaluationError> {
            use armwright_runtime::{vector, vector_mut};
            base_parameters_at(vector(theta)?, vector(lengths)?, vector_mut(out)?);
            Ok(())
        }
    }
}
