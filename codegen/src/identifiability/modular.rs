//! Rank and pivots of the table in a prime field: fast, and a proof from below.
//!
//! Symbols are replaced by fixed elements of the field, which is a ring homomorphism: rows that are
//! independent after it are independent before it. What it finds dependent is confirmed elsewhere.

use super::table::Row;
use crate::algebra::{Atom, Poly, PrimeField};

/// An echelon form found in the prime field.
#[derive(Debug)]
pub(super) struct Echelon {
    /// Columns that are independent of those before them, in the order of preference.
    pub pivots: Vec<usize>,
    /// As many rows of the table, independent of each other.
    pub rows: Vec<usize>,
}

/// Eliminates in the order of `preference`; `None` if the prime divides a denominator.
pub(super) fn echelon(rows: &[Row], preference: &[usize], field: PrimeField) -> Option<Echelon> {
    let columns = preference.len();
    let mut position = vec![0; columns];
    for (place, &column) in preference.iter().enumerate() {
        position[column] = place;
    }
    // basis[k]: a reduced row whose first non-zero place is k, scaled to 1 there.
    let mut basis: Vec<Option<Vec<u64>>> = vec![None; columns];
    let mut chosen = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let mut dense = vec![0; columns];
        for (column, poly) in row {
            dense[position[*column]] = image(poly, field)?;
        }
        if insert(&mut basis, dense, field)? {
            chosen.push(index);
        }
    }
    let pivots = (0..columns)
        .filter(|&k| basis[k].is_some())
        .map(|k| preference[k])
        .collect();
    Some(Echelon {
        pivots,
        rows: chosen,
    })
}

fn insert(basis: &mut [Option<Vec<u64>>], mut row: Vec<u64>, field: PrimeField) -> Option<bool> {
    for k in 0..row.len() {
        if row[k] == 0 {
            continue;
        }
        if let Some(known) = &basis[k] {
            let factor = field.negative(row[k]);
            for (entry, &other) in row[k..].iter_mut().zip(&known[k..]) {
                *entry = field.add(*entry, field.product(factor, other));
            }
        } else {
            let inverse = field.inverse(row[k])?;
            row.iter_mut()
                .for_each(|entry| *entry = field.product(*entry, inverse));
            basis[k] = Some(row);
            return Some(true);
        }
    }
    Some(false)
}

/// The value of an entry; entries have no variables but symbols.
fn image(poly: &Poly, field: PrimeField) -> Option<u64> {
    field.value(poly, &|atom| match atom {
        Atom::Symbol(index) => field.point(usize::from(index)),
        _ => 0,
    })
}
