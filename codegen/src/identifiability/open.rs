//! What is measured as functions of parameters and of lengths that are not known.
//!
//! Base parameters are what motion reveals if all lengths are known: their coefficients are quotients
//! of lengths. If a length is not known, a multiple of a function by it is another function, and only
//! combinations with numbers (and known lengths) can be had from what is measured. So powers of open
//! lengths belong to the columns here.

use std::collections::BTreeMap;

use super::tree::has_symbols;
use super::{BaseParameters, Unproved, open_rows_of, preference};
use crate::algebra::linear::{self, Row};
use crate::algebra::{
    Atom, ConstantIndex, Field, Monomial, ParameterIndex, Poly, PrimeField, Quotients, Ratio,
    Rationals,
};
use crate::mechanism::Mechanism;

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

/// The rows in the numbers of a field, by columns in their order.
fn rows<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    open: &[ConstantIndex],
    order: &[ParameterIndex],
) -> Option<Vec<Row<Column, F::Element>>> {
    let place: BTreeMap<ParameterIndex, usize> = order.iter().copied().zip(0..).collect();
    let mut rows = Vec::new();
    for quantity in mechanism.measure.quantities() {
        for row in open_rows_of(field, mechanism, *quantity, None, open)? {
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
    let reduced = linear::reduced(field, rows(field, mechanism, open, &order)?, None);
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
    /// Whether the regressor with one value of a length fits what is measured with any other: moving
    /// the length changes the values of base parameters and nothing else. Decided at a point of a
    /// prime field for the other lengths.
    ///
    /// # Errors
    /// [`Unproved`] if every built-in prime divides a number of the robot.
    pub fn absorb(&self, mechanism: &Mechanism, length: ConstantIndex) -> Result<bool, Unproved> {
        let order = preference(mechanism);
        let rank = |field| {
            let rows = rows(&field, mechanism, &[length], &order)?;
            Some(linear::reduced(&field, rows, None).pivots.len())
        };
        let rank = PrimeField::all().find_map(rank).ok_or(Unproved)?;
        Ok(rank == self.base.len())
    }
}
