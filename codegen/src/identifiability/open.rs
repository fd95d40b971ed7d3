//! What is measured as functions of parameters and of lengths that are not known.
//!
//! Base parameters are what motion reveals if all lengths are known: their coefficients are quotients
//! of lengths. If a length is not known, a multiple of a function by it is another function, and only
//! combinations with numbers (and known lengths) can be had from what is measured. So powers of open
//! lengths belong to the columns here.

use std::collections::BTreeMap;

use super::tree::{Tree, has_symbols};
use super::{BaseParameters, Unproved, measured, preference, rows_on};
use crate::algebra::linear::{self, Row};
use crate::algebra::{
    Atom, BodyIndex, ConstantIndex, Field, Monomial, ParameterIndex, Poly, PrimeField, Quotients,
    Ratio, Rationals,
};
use crate::mechanism::{Body, Mechanism, Quantity};

/// A function that is measured: for each standard parameter a polynomial in open lengths, over one in
/// known lengths.
#[derive(Debug, Clone, PartialEq)]
pub struct Functional {
    /// The product of open lengths and the parameter that stand in no other function of a basis; it
    /// has the coefficient 1.
    pub leading: (Monomial, ParameterIndex),
    /// What each parameter is multiplied by.
    pub terms: BTreeMap<ParameterIndex, Ratio>,
}

/// A product of open lengths and a parameter, in the order in which they are preferred as leading:
/// parameters themselves first.
type Column = (u16, usize, Monomial);

/// A basis of all functions that are measured if `open` lengths are not known, over numbers and
/// quotients of the other lengths.
///
/// # Errors
/// [`Unproved`] if a length has no image in a field, which it has.
pub fn functionals(
    mechanism: &Mechanism,
    open: &[ConstantIndex],
) -> Result<Vec<Functional>, Unproved> {
    let is_open = |atom| open.iter().any(|&k| atom == atom_of(k));
    let translations = mechanism
        .bodies
        .iter()
        .flat_map(|body| [&body.before, &body.after].map(|pose| pose.translation.iter()));
    let mut atoms = translations.flatten().flat_map(Poly::atoms);
    let found = if has_symbols(mechanism) && atoms.any(|atom| !is_open(atom)) {
        basis(&Quotients, mechanism, open, Clone::clone)
    } else {
        basis(&Rationals, mechanism, open, |number| {
            Ratio::from(number.clone())
        })
    };
    found.ok_or(Unproved)
}

/// The variable that stands for a length.
fn atom_of(length: ConstantIndex) -> Atom {
    Atom::Symbol(crate::algebra::Symbol::Constant(length))
}

/// The trees of all that is measured, a quantity each, with `open` lengths.
fn trees<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    open: &[ConstantIndex],
) -> Option<Vec<Tree<F::Element>>> {
    let quantities = mechanism.measure.quantities().iter();
    let tree = |quantity: &Quantity| {
        let (_, along) = measured(mechanism, *quantity, None);
        Tree::with_open(field, mechanism, along.as_ref(), open)
    };
    quantities.map(tree).collect()
}

/// The rows of these trees in the numbers of a field, by columns in their order.
fn rows<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    trees: &[Tree<F::Element>],
    order: &[ParameterIndex],
) -> Option<Vec<Row<Column, F::Element>>> {
    let place: BTreeMap<ParameterIndex, usize> = order.iter().copied().zip(0..).collect();
    let mut rows = Vec::new();
    for (quantity, tree) in mechanism.measure.quantities().iter().zip(trees) {
        for row in rows_on(field, mechanism, *quantity, None, tree)? {
            let entries = row.into_iter().map(|((parameter, product), element)| {
                let lengths = product.lengths();
                let degree = lengths.factors().iter().map(|(_, exponent)| exponent).sum();
                ((degree, place[&parameter], lengths), element)
            });
            let mut row: Row<Column, F::Element> = entries.collect();
            row.sort_by(|(a, _), (b, _)| a.cmp(b));
            rows.push(row);
        }
    }
    Some(rows)
}

fn basis<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    open: &[ConstantIndex],
    ratio: impl Fn(&F::Element) -> Ratio,
) -> Option<Vec<Functional>> {
    let order = preference(mechanism);
    let trees = trees(field, mechanism, open)?;
    let reduced = linear::reduced(field, rows(field, mechanism, &trees, &order)?, None);
    let functional = |((_, place, lengths), row): (Column, Row<Column, F::Element>)| {
        let mut terms: BTreeMap<ParameterIndex, Ratio> = BTreeMap::new();
        for ((_, place, lengths), element) in row {
            let product = Ratio::from(Poly::from_terms([(lengths, crate::algebra::Rational::ONE)]));
            let term = Quotients.mul(&product, &ratio(&element));
            let sum = terms
                .entry(order[place])
                .or_insert_with(|| Quotients.zero());
            *sum = Quotients.add(sum, &term);
        }
        Functional {
            leading: (lengths, order[place]),
            terms,
        }
    };
    let pairs = reduced.pivots.into_iter().zip(reduced.rows);
    Some(pairs.map(functional).collect())
}

impl BaseParameters {
    /// The lengths with one value of which the regressor fits what is measured with any other: moving such a
    /// length changes the values of base parameters and nothing else. Each is decided at a point of a prime
    /// field for the other lengths.
    ///
    /// # Errors
    /// [`Unproved`] if every built-in prime divides a number of the robot.
    pub fn absorbed(
        &self,
        mechanism: &Mechanism,
        lengths: &[ConstantIndex],
    ) -> Result<Vec<ConstantIndex>, Unproved> {
        let order = preference(mechanism);
        let at = |field: PrimeField| {
            let closed = trees(&field, mechanism, &[])?;
            let rank = |length: &ConstantIndex| {
                let bodies = with_length(mechanism, *length);
                let open = closed
                    .iter()
                    .map(|tree| tree.with_bodies(&field, &bodies, &[*length]));
                let open: Vec<Tree<u64>> = open.collect::<Option<_>>()?;
                let rows = rows(&field, mechanism, &open, &order)?;
                Some(linear::reduced(&field, rows, None).pivots.len())
            };
            lengths.iter().map(rank).collect::<Option<Vec<usize>>>()
        };
        let ranks = PrimeField::all().find_map(at).ok_or(Unproved)?;
        let kept = lengths
            .iter()
            .zip(ranks)
            .filter(|(_, rank)| *rank == self.base.len());
        Ok(kept.map(|(length, _)| *length).collect())
    }
}

/// The bodies in whose poses a length is.
fn with_length(mechanism: &Mechanism, length: ConstantIndex) -> Vec<(BodyIndex, Body)> {
    let atom = atom_of(length);
    let has = |body: &Body| {
        let mut poses = [&body.before, &body.after].into_iter();
        poses.any(|pose| pose.translation.iter().any(|x| x.atoms().contains(&atom)))
    };
    let bodies = mechanism.bodies.enumerate().filter(|(_, body)| has(body));
    bodies.map(|(k, body)| (k, body.clone())).collect()
}
