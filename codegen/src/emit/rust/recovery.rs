//! The way back to physical parameters as code: what a plan adds to a robot's module.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use super::expression::integer;
use super::function::{Cost, Function, write};
use super::recovery_body::{has_several, solve};
use super::recovery_data;
use super::recovery_places::Places;
use super::signature::{Array, Shape};
use crate::algebra::passes::Form;
use crate::algebra::{Algebra, Atom, Graph, Poly, Rational, Ref};
use crate::derivation::Derivation;
use crate::document::{Notation, Style};
use crate::emit::quantities::Quantity;
use crate::mechanism::{Base, Mechanism};
use crate::recovery::Recovery;

/// What a plan adds to a module.
#[derive(Default)]
pub(super) struct Emitted {
    /// The value of the model's `recovery`; `None` for a robot without a plan.
    pub plan: Option<TokenStream>,
    /// Functions with their arithmetic.
    pub functions: Vec<(TokenStream, Cost)>,
    /// Methods of the robot.
    pub link: TokenStream,
}

/// The code of the plan, if there is one that recovers something.
pub(super) fn recovery(derivation: &Derivation) -> Emitted {
    let Some(recovery) = &derivation.recovery else {
        return Emitted::default();
    };
    // What identification gives are base parameters, not coefficients of motion.
    if recovery.plan.steps.is_empty() || !recovery.system.coefficients.is_empty() {
        return Emitted::default();
    }
    let places = Places::of(derivation, recovery);
    let (statics, plan) = recovery_data::data(derivation, recovery);
    let (solve, cost) = solve(recovery, &places);
    let mut functions = vec![
        (quote!(#statics #solve), cost),
        divisors(&derivation.mechanism, recovery, &places),
    ];
    let mut link = link(has_several(&recovery.plan));
    if !recovery.plan.fitted.is_empty() && derivation.mechanism.base == Base::Rest {
        functions.push(fitted_regressor(derivation, recovery));
        link.extend(link_fitted());
    }
    Emitted {
        plan: Some(plan),
        functions,
        link,
    }
}

/// The base regressor with lengths that are fitted as arguments.
fn fitted_regressor(derivation: &Derivation, recovery: &Recovery) -> (TokenStream, Cost) {
    let mut graph = Graph::default();
    let entry = Quantity::BaseRegressor.entry();
    let outputs = (entry.derive)(derivation, &mut graph);
    let [rows, columns] = entry.shape.map(|dimension| dimension.length(derivation));
    let lengths: Vec<Atom> = recovery.system.atoms(&recovery.plan.fitted);
    let notation = Notation::new(&derivation.mechanism, Style::Text);
    let given = |atom: Atom| {
        let at = integer(lengths.iter().position(|&other| other == atom)?);
        Some((notation.atom(atom), quote!(lengths[#at])))
    };
    let array = |name, length| Array { name, length };
    let n = derivation.mechanism.coordinates.len();
    let function = Function {
        name: "fitted_regressor",
        document: format!(
            "The columns of the {columns} base parameters in the joint torques ({rows} × {columns}) with other\n\
             `lengths`: those that the motion determines by itself, among what [`MODEL`]'s `recovery` takes\n\
             for known."
        ),
        takes: vec![
            array("lengths", lengths.len()),
            array("q", n),
            array("qd", n),
            array("qdd", n),
        ],
        given: &given,
        shape: Shape::Matrix(rows, columns),
        blocks: Vec::new(),
        equations: None,
    };
    write(
        &derivation.mechanism,
        &function,
        Form::written(graph, outputs),
    )
}

/// What the steps divide by, as a function.
fn divisors(
    mechanism: &Mechanism,
    recovery: &Recovery,
    places: &Places<'_>,
) -> (TokenStream, Cost) {
    let mut graph = Graph::default();
    graph.section("divisor");
    let divisors = recovery.plan.steps.iter();
    let divisors = divisors.map(|step| match step.divisor(&recovery.system) {
        Some(divisor) => graph.poly(&divisor),
        None => determinant(&mut graph, &step.jacobian(&recovery.system)),
    });
    let outputs = divisors.collect();
    let function = Function {
        name: "recovery_divisors",
        document: format!(
            "What the {} steps of [`recover`] divide by, where it gave `recovered`: of a quadratic step\n\
             the derivative at its root, of a system of equations its determinant.",
            recovery.plan.steps.len()
        ),
        takes: places.arrays().to_vec(),
        given: &|atom| places.given(atom),
        shape: Shape::Vector(recovery.plan.steps.len()),
        blocks: Vec::new(),
        equations: None,
    };
    write(mechanism, &function, Form::written(graph, outputs))
}

/// The determinant of a matrix by expansion along its rows; what minors share is computed once.
fn determinant(graph: &mut Graph, matrix: &[Vec<Poly>]) -> Ref {
    // Minors of the rows so far, by their columns.
    let mut minors = BTreeMap::from([(Vec::new(), graph.constant(&Rational::ONE))]);
    for row in matrix {
        let mut next: BTreeMap<Vec<usize>, Ref> = BTreeMap::new();
        for (column, entry) in row.iter().enumerate().filter(|(_, entry)| !entry.is_zero()) {
            let entry = graph.poly(entry);
            for (columns, minor) in minors.iter().filter(|(all, _)| !all.contains(&column)) {
                let place = columns.partition_point(|other| *other < column);
                let mut term = graph.mul(&entry, minor);
                if !(columns.len() - place).is_multiple_of(2) {
                    term = graph.neg(&term);
                }
                let mut all = columns.clone();
                all.insert(place, column);
                let sum = next.get(&all).map_or(term, |sum| graph.add(sum, &term));
                next.insert(all, sum);
            }
        }
        minors = next;
    }
    let whole = minors.into_values().next();
    whole.unwrap_or_else(|| graph.constant(&Rational::ZERO))
}

/// The method of the robot that has lengths that are fitted.
fn link_fitted() -> TokenStream {
    quote! {
        fn base_regressor_with(
            &self, lengths: &[f64], q: &[f64], qd: &[f64], qdd: &[f64], out: &mut [f64],
        ) -> Result<(), armwright_runtime::EvaluationError> {
            use armwright_runtime::{matrix_mut, vector};
            fitted_regressor(vector(lengths)?, vector(q)?, vector(qd)?, vector(qdd)?, matrix_mut(out)?);
            Ok(())
        }
    }
}

/// The methods of the robot, whose plan may have several solutions.
fn link(has_several: bool) -> TokenStream {
    let near = has_several.then(|| {
        quote! {
            fn recover_near(
                &self, beta: &[f64], known: &[f64], tolerance: &[f64], near: &[f64], out: &mut [f64],
                residuals: &mut [f64],
            ) -> Result<(), armwright_runtime::RecoveryError> {
                use armwright_runtime::{vector, vector_mut};
                recover_near(
                    vector(beta)?, vector(known)?, vector(tolerance)?, Some(vector(near)?),
                    vector_mut(out)?, vector_mut(residuals)?,
                )
            }
        }
    });
    let (there, recover) = match has_several {
        false => (None, quote!(recover)),
        true => (
            Some(quote!(let near = armwright_runtime::vector(recovered)?;)),
            quote! {
                |beta: &_, known: &_, tolerance: &_, out: &mut _, residuals: &mut _| {
                    recover_near(beta, known, tolerance, Some(near), out, residuals)
                }
            },
        ),
    };
    quote! {
        fn recover(
            &self, beta: &[f64], known: &[f64], tolerance: &[f64], out: &mut [f64], residuals: &mut [f64],
        ) -> Result<(), armwright_runtime::RecoveryError> {
            use armwright_runtime::{vector, vector_mut};
            recover(vector(beta)?, vector(known)?, vector(tolerance)?, vector_mut(out)?, vector_mut(residuals)?)
        }
        #near
        fn plan_jacobian(
            &self, outcome: armwright_runtime::recovery::Outcome,
            beta: &[f64], known: &[f64], recovered: &[f64], out: &mut [f64],
        ) -> Result<(), armwright_runtime::RecoveryError> {
            use armwright_runtime::recovery::jacobian;
            #there
            jacobian(outcome, #recover, recovery_divisors, [beta, known, recovered], out)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::determinant;
    use crate::algebra::{Atom, Graph, Input, Poly};

    #[test]
    fn a_determinant_is_the_sum_over_all_permutations() {
        let entry = |row: u16, column: u16| Poly::atom(Atom::Position((3 * row + column).into()));
        let matrix: Vec<Vec<Poly>> = (0..3)
            .map(|row| (0..3).map(|column| entry(row, column)).collect())
            .collect();
        let mut graph = Graph::default();
        let found = determinant(&mut graph, &matrix);
        let leaf = |input| match input {
            Input::Atom(atom) => Poly::atom(atom),
            _ => Poly::zero(),
        };
        let found = graph.expand(&[found], &leaf, &Poly::clone);
        let of = |[a, b, c]: [u16; 3]| &(&entry(0, a) * &entry(1, b)) * &entry(2, c);
        let even = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(of);
        let odd = [[0, 2, 1], [1, 0, 2], [2, 1, 0]].map(of);
        let add = |sum: Poly, term: &Poly| &sum + term;
        let even = even.iter().fold(Poly::zero(), add);
        let odd = odd.iter().fold(Poly::zero(), add);
        assert_eq!(found, [&even - &odd]);
    }
}
