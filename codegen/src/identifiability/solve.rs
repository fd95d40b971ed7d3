//! Exact solution of the square system that expresses dependent columns by independent ones.

use std::collections::BTreeMap;

use crate::algebra::{Poly, Rational};

/// A quotient of polynomials in symbols; the denominator is 1 wherever division is exact.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratio {
    /// Numerator.
    pub numerator: Poly,
    /// Denominator, never zero.
    pub denominator: Poly,
}

impl From<Rational> for Ratio {
    fn from(value: Rational) -> Self {
        Self {
            numerator: Poly::constant(value),
            denominator: Poly::one(),
        }
    }
}

impl Ratio {
    fn new(numerator: Poly, denominator: Poly) -> Self {
        match numerator.div_exact(&denominator) {
            Some(quotient) => Self {
                numerator: quotient,
                denominator: Poly::one(),
            },
            None => Self {
                numerator,
                denominator,
            },
        }
    }
}

/// Gauss–Jordan elimination over polynomials in symbols: `pivots` are the unknown columns, every
/// other column of the rows is a right-hand side. Returns, for each pivot column, its non-zero
/// solutions by right-hand column; `None` if the rows are dependent.
///
/// Numbers are preferred as pivots, fewest entries first. Only where none is left is a row scaled
/// by a polynomial, so that no division is needed before the end.
pub(super) fn solve(
    rows: Vec<BTreeMap<usize, Poly>>,
    pivots: &[usize],
) -> Option<BTreeMap<usize, BTreeMap<usize, Ratio>>> {
    let mut rows = rows;
    let mut owner: BTreeMap<usize, usize> = BTreeMap::new();
    let mut free_rows: Vec<usize> = (0..rows.len()).collect();
    let mut free_columns: Vec<usize> = pivots.to_vec();
    while !free_columns.is_empty() {
        let (row, column) = choose(&rows, &free_rows, &free_columns)?;
        eliminate(&mut rows, row, column);
        owner.insert(column, row);
        free_rows.retain(|&r| r != row);
        free_columns.retain(|&c| c != column);
    }
    let solution = |(&column, &row): (&usize, &usize)| {
        let diagonal = rows[row].get(&column)?.clone();
        let others = rows[row].iter().filter(|(c, _)| **c != column);
        let ratios = others
            .map(|(c, p)| (*c, Ratio::new(p.clone(), diagonal.clone())))
            .collect();
        Some((column, ratios))
    };
    owner.iter().map(solution).collect()
}

fn choose(
    rows: &[BTreeMap<usize, Poly>],
    free_rows: &[usize],
    free_columns: &[usize],
) -> Option<(usize, usize)> {
    let candidates = free_rows.iter().flat_map(|&row| {
        free_columns
            .iter()
            .filter_map(move |&column| Some((row, column, rows[row].get(&column)?)))
    });
    candidates
        .min_by_key(|(row, column, entry)| {
            let constant = entry.as_constant().is_some();
            (
                !constant,
                entry.terms().len(),
                rows[*row].len(),
                *row,
                *column,
            )
        })
        .map(|(row, column, _)| (row, column))
}

/// Clears a column from every row but one.
fn eliminate(rows: &mut [BTreeMap<usize, Poly>], pivot_row: usize, column: usize) {
    let Some(pivot) = rows[pivot_row].get(&column).cloned() else {
        return;
    };
    let inverse = pivot.as_constant().and_then(|value| value.recip());
    if let Some(inverse) = &inverse {
        rows[pivot_row]
            .values_mut()
            .for_each(|entry| *entry = entry.scale(inverse));
    }
    let source = rows[pivot_row].clone();
    for (index, row) in rows.iter_mut().enumerate() {
        let Some(factor) = row.get(&column).cloned() else {
            continue;
        };
        if index == pivot_row {
            continue;
        }
        if inverse.is_none() {
            row.values_mut().for_each(|entry| *entry = &*entry * &pivot);
        }
        for (c, entry) in &source {
            let sum = row.entry(*c).or_default();
            *sum = &*sum - &(&factor * entry);
            if sum.is_zero() {
                row.remove(c);
            }
        }
    }
}
