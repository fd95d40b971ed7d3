//! Derivatives of what a plan recovers, through the steps by the theorem of implicit functions.
//!
//! A step solves `F(x, u) = 0`, so that `dx = -(∂F/∂x)⁻¹ (∂F/∂u) du`. All of these are polynomials in
//! values that are known once the plan has been followed, but for the reciprocals of the divisors,
//! which the generated functions take as inputs.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use rustc_hash::FxHashMap;

use super::expression::integer;
use super::function::{Argument, Function, Shape, Written, write};
use super::recovery::{Places, Sizes};
use crate::algebra::{Algebra, Atom, Graph, Operations, Poly, Ref, Symbol, factored};
use crate::derivation::Derivation;
use crate::document::residual;
use crate::recovery::{Recovery, Step, determinant};

/// The derivative of a variable by each input; zeros are left out.
type Row = FxHashMap<usize, Ref>;

/// `recovery_divisors`, and the derivatives of results, divisors and residuals.
pub(super) fn functions(
    derivation: &Derivation,
    recovery: &Recovery,
    places: &Places<'_>,
    sizes: Sizes,
) -> Vec<(&'static str, Operations, Written)> {
    let Sizes {
        bases: b,
        known: k,
        recovered: r,
        steps: d,
        spare: s,
    } = sizes;
    let inputs = [
        Argument::Values("beta", b),
        Argument::Values("known", k),
        Argument::Values("recovered", r),
    ];
    let with_inverse = [
        inputs[0],
        inputs[1],
        inputs[2],
        Argument::Values("inverse", d),
    ];
    let emit =
        |name, doc: Vec<String>, arguments: &[Argument], shape, graph: Graph, outputs: Vec<Ref>| {
            let before = Operations::of(&graph, &outputs);
            let (graph, outputs) = factored(&graph, &outputs);
            let given = |atom| places.given(atom);
            let function = Function {
                name,
                doc,
                arguments,
                given: &given,
                shape,
                outputs,
            };
            (
                name,
                before,
                write(&graph, &derivation.mechanism, &function),
            )
        };
    let mut graph = Graph::default();
    graph.section("divisor");
    let divisors: Vec<Poly> = recovery
        .plan
        .steps
        .iter()
        .map(|step| step.divisor(&recovery.system))
        .collect();
    let outputs = divisors.iter().map(|divisor| graph.poly(divisor)).collect();
    let doc = [
        format!(
            "What the {d} steps of [`recover`] divide by, where it gave `recovered`: of a quadratic step"
        ),
        "the derivative at its root, of a system of equations its determinant.".to_owned(),
    ];
    let mut all = vec![emit(
        "recovery_divisors",
        doc.to_vec(),
        &inputs,
        Shape::Vector(d),
        graph,
        outputs,
    )];

    let residuals: Vec<Poly> = recovery.plan.spare.iter().map(residual).collect();
    let wrapped = [
        (
            "recovery_jacobian",
            "recovery_jacobian_terms",
            r,
            "the recovered parameters",
        ),
        (
            "divisor_jacobian",
            "divisor_jacobian_terms",
            d,
            "what the steps divide by",
        ),
        (
            "residual_jacobian",
            "residual_jacobian_terms",
            s,
            "the residuals",
        ),
    ];
    for (name, inner, rows, what) in wrapped {
        let mut chain = Chain::new(recovery);
        let derivatives: Vec<Row> = match name {
            "recovery_jacobian" => chain.recovered(),
            "divisor_jacobian" => divisors.iter().map(|p| chain.of(p)).collect(),
            _ => residuals.iter().map(|p| chain.of(p)).collect(),
        };
        let mut graph = chain.graph;
        let zero = graph.zero();
        let columns = b + k;
        let outputs = derivatives
            .iter()
            .flat_map(|row| (0..columns).map(|column| row.get(&column).copied().unwrap_or(zero)))
            .collect();
        let shape = Shape::Matrix(rows, columns);
        let mut written = emit(inner, Vec::new(), &with_inverse, shape, graph, outputs);
        let wrapper = wrapper([name, inner, what], sizes, shape, written.2.operations);
        let inner = &written.2.tokens;
        written.2.tokens = quote!(#wrapper #inner);
        written.0 = name;
        all.push(written);
    }
    let inverses = inverses(sizes);
    if let Some((_, _, first)) = all.first_mut() {
        let tokens = &first.tokens;
        first.tokens = quote!(#tokens #inverses);
    }
    all
}

/// The public function around the arithmetic.
fn wrapper(
    [name, inner, what]: [&str; 3],
    sizes: Sizes,
    shape: Shape,
    operations: Operations,
) -> TokenStream {
    let (name, inner) = (format_ident!("{name}"), format_ident!("{inner}"));
    let [b, k, r] = [sizes.bases, sizes.known, sizes.recovered].map(integer);
    let (Shape::Matrix(rows, columns), tokens) = (shape, shape.tokens()) else {
        return TokenStream::new();
    };
    let doc = [
        format!(" Derivatives of {what} ({rows} × {columns}) by the base parameters and then by what is"),
        " known, where [`recover`] gave `recovered`. With `Σ` the covariance of these inputs, that of the".to_owned(),
        " results is `J Σ Jᵀ` to first order. Where a step divides by zero entries are not finite.".to_owned(),
        String::new(),
        format!(
            " {} multiplications and {} additions beside the {} divisors.",
            operations.multiplications, operations.additions, sizes.steps
        ),
    ];
    quote! {
        #(#[doc = #doc])*
        pub fn #name<S: armwright_runtime::Real>(
            beta: &[S; #b], known: &[S; #k], recovered: &[S; #r], out: &mut #tokens,
        ) {
            let inverse = recovery_inverses(beta, known, recovered);
            #inner(beta, known, recovered, &inverse, out);
        }
    }
}

/// The reciprocals of the divisors.
fn inverses(sizes: Sizes) -> TokenStream {
    let [b, k, r, d] = [sizes.bases, sizes.known, sizes.recovered, sizes.steps].map(integer);
    quote! {
        /// The reciprocals of [`recovery_divisors`].
        fn recovery_inverses<S: armwright_runtime::Real>(
            beta: &[S; #b], known: &[S; #k], recovered: &[S; #r],
        ) -> [S; #d] {
            let mut divisors = [S::constant(0.0); #d];
            recovery_divisors(beta, known, recovered, &mut divisors);
            divisors.map(|divisor| S::constant(1.0) / divisor)
        }
    }
}

/// The chain rule along the steps.
struct Chain<'a> {
    graph: Graph,
    recovery: &'a Recovery,
    rows: FxHashMap<Atom, Row>,
    order: Vec<Atom>,
}

impl<'a> Chain<'a> {
    fn new(recovery: &'a Recovery) -> Self {
        let Recovery { system, plan } = recovery;
        let mut graph = Graph::default();
        let one = graph.constant(&crate::algebra::Rational::ONE);
        let bases = system.equations.places();
        let bases = bases.map(|k| Atom::Symbol(Symbol::Base(k)));
        let known = plan.known.iter().map(|&q| system.quantities[q].atom);
        let rows = bases.chain(known).enumerate();
        let rows = rows
            .map(|(column, atom)| (atom, Row::from_iter([(column, one)])))
            .collect();
        let mut chain = Self {
            graph,
            recovery,
            rows,
            order: Vec::new(),
        };
        for (index, step) in (0..).zip(&plan.steps) {
            chain.graph.section(&format!("step_{}", index + 1));
            chain.step(step, Atom::Symbol(Symbol::Other(index)));
        }
        chain.graph.section("result");
        chain
    }

    fn step(&mut self, step: &Step, inverse: Atom) {
        let system = &self.recovery.system;
        let jacobian = step.jacobian(system);
        // By everything but the step's own unknowns, which have no rows yet.
        let by_inputs: Vec<Row> = step
            .equations
            .iter()
            .map(|equation| self.of(equation))
            .collect();
        let inverse = match determinant(&jacobian)
            .as_constant()
            .and_then(|value| value.recip())
        {
            Some(value) => self.graph.constant(&value),
            None => self.graph.atom(inverse),
        };
        let n = step.unknowns.len();
        for (unknown, &quantity) in step.unknowns.iter().enumerate() {
            let mut row = Row::default();
            for (equation, by_input) in by_inputs.iter().enumerate() {
                // -(∂F/∂x)⁻¹, an element of it: the cofactor over the determinant.
                let cofactor = cofactor(&jacobian, equation, unknown, n);
                let cofactor = self.graph.poly(&-&cofactor);
                let factor = self.graph.mul(&cofactor, &inverse);
                self.add(&mut row, factor, by_input);
            }
            let atom = system.quantities[quantity].atom;
            self.order.push(atom);
            self.rows.insert(atom, row);
        }
    }

    /// The derivative of a polynomial in variables that have rows.
    fn of(&mut self, poly: &Poly) -> Row {
        let mut atoms: Vec<Atom> = poly
            .terms()
            .iter()
            .flat_map(|(monomial, _)| monomial.factors())
            .map(|(atom, _)| *atom)
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        let mut sum = Row::default();
        for atom in atoms {
            if let Some(row) = self.rows.get(&atom).cloned() {
                let factor = self.graph.poly(&poly.partial(atom));
                self.add(&mut sum, factor, &row);
            }
        }
        sum
    }

    /// `sum += factor row`.
    fn add(&mut self, sum: &mut Row, factor: Ref, row: &Row) {
        let mut columns: Vec<usize> = row.keys().copied().collect();
        columns.sort_unstable();
        for column in columns {
            let term = self.graph.mul(&factor, &row[&column]);
            let total = match sum.get(&column) {
                Some(other) => self.graph.add(other, &term),
                None => term,
            };
            sum.insert(column, total);
        }
    }

    /// The rows of the results, in their order.
    fn recovered(&self) -> Vec<Row> {
        self.order
            .iter()
            .map(|atom| self.rows[atom].clone())
            .collect()
    }
}

/// The cofactor of an element.
fn cofactor(matrix: &[Vec<Poly>], row: usize, column: usize, n: usize) -> Poly {
    let minor: Vec<Vec<Poly>> = (0..n)
        .filter(|&r| r != row)
        .map(|r| {
            let others = (0..n).filter(|&c| c != column);
            others.map(|c| matrix[r][c].clone()).collect()
        })
        .collect();
    let minor = determinant(&minor);
    if (row + column).is_multiple_of(2) {
        minor
    } else {
        -&minor
    }
}
