//! The table that decides identifiability: a row a monomial of the energy and dissipation
//! functions, a column a standard parameter.
//!
//! Torque columns are linearly dependent exactly when a combination of the functions is constant
//! (Lagrange's equations of a function vanish only then: `½ q̇ᵀ M q̇` must vanish and `V` be constant;
//! viscous and Coulomb torque are told apart from these and each other by how they scale with
//! velocity). So the table's null space is that of the torque regressor, and no motion is sampled.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::algebra::{Atom, Monomial, Poly, Rational};
use crate::dynamics::Functions;

/// A row: the coefficient of each parameter that has one, by parameter index.
pub(super) type Row = Vec<(usize, Poly)>;

/// The place of a monomial among the functions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Inertia(usize, usize, Monomial),
    Potential(Monomial),
    Viscous(usize, usize),
    Coulomb(Vec<Rational>),
}

/// The distinct rows of the table, shortest first; proportional rows are kept once.
#[must_use]
pub(super) fn rows(functions: &[Functions]) -> Vec<Row> {
    let mut table: BTreeMap<Place, Row> = BTreeMap::new();
    let mut put = |place: Place, column: usize, value: Poly| {
        table.entry(place).or_default().push((column, value));
    };
    for (column, function) in functions.iter().enumerate() {
        for ((i, j), element) in &function.inertia {
            for (monomial, coefficient) in element.collect(is_motion) {
                put(Place::Inertia(*i, *j, monomial), column, coefficient);
            }
        }
        for (monomial, coefficient) in function.potential.collect(is_motion) {
            if !monomial.is_one() {
                put(Place::Potential(monomial), column, coefficient);
            }
        }
        if let Some(form) = &function.viscous {
            for (i, a) in form.iter().enumerate() {
                for (j, b) in form.iter().enumerate().skip(i) {
                    if !a.is_zero() && !b.is_zero() {
                        put(Place::Viscous(i, j), column, Poly::constant(a * b));
                    }
                }
            }
        }
        // |k f·qd| = |k| |f·qd|: forms that are parallel share a row.
        if let Some((scale, form)) = function.coulomb.as_ref().and_then(|form| normalised(form)) {
            put(Place::Coulomb(form), column, Poly::constant(scale));
        }
    }
    let mut seen = FxHashSet::default();
    let mut rows: Vec<Row> = table
        .into_values()
        .map(monic)
        .filter(|row| seen.insert(row.clone()))
        .collect();
    rows.sort_by_key(|row| {
        (
            row.len(),
            row.iter().map(|(_, p)| p.terms().len()).sum::<usize>(),
        )
    });
    rows
}

fn is_motion(atom: Atom) -> bool {
    !matches!(atom, Atom::Symbol(_))
}

/// A linear form divided by its first coefficient, and that coefficient's magnitude.
fn normalised(form: &[Rational]) -> Option<(Rational, Vec<Rational>)> {
    let first = form.iter().find(|factor| !factor.is_zero())?;
    let inverse = first.recip()?;
    Some((
        first.abs(),
        form.iter().map(|factor| factor * &inverse).collect(),
    ))
}

/// The row divided by the first number in it.
fn monic(row: Row) -> Row {
    let leading = row.first().and_then(|(_, poly)| poly.terms().first());
    let Some(inverse) = leading.and_then(|(_, coefficient)| coefficient.recip()) else {
        return row;
    };
    row.into_iter()
        .map(|(column, poly)| (column, poly.scale(&inverse)))
        .collect()
}
