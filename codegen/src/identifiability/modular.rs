//! Rank and pivots of the table in a prime field: fast, and a proof from below.
//!
//! Symbols are replaced by fixed elements of the field, which is a ring homomorphism: rows that are
//! independent after it are independent before it. What it finds dependent is confirmed elsewhere.

use super::table::Row;
use crate::algebra::{Atom, Poly, Rational};

/// Primes below 2^61; another is tried if one divides a number of the table.
pub(super) const PRIMES: [u64; 3] = [
    2_305_843_009_213_693_951,
    2_305_843_009_213_693_921,
    2_305_843_009_213_693_907,
];

/// An echelon form found in the prime field.
#[derive(Debug)]
pub(super) struct Echelon {
    /// Columns that are independent of those before them, in the order of preference.
    pub pivots: Vec<usize>,
    /// As many rows of the table, independent of each other.
    pub rows: Vec<usize>,
}

/// Eliminates in the order of `preference`; `None` if the prime divides a denominator.
pub(super) fn echelon(rows: &[Row], preference: &[usize], prime: u64) -> Option<Echelon> {
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
            dense[position[*column]] = image(poly, prime)?;
        }
        if insert(&mut basis, dense, prime)? {
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

fn insert(basis: &mut [Option<Vec<u64>>], mut row: Vec<u64>, prime: u64) -> Option<bool> {
    for k in 0..row.len() {
        if row[k] == 0 {
            continue;
        }
        if let Some(known) = &basis[k] {
            let factor = prime - row[k];
            for (entry, &other) in row[k..].iter_mut().zip(&known[k..]) {
                *entry = (*entry + product(factor, other, prime)) % prime;
            }
        } else {
            let inverse = inverse(row[k], prime)?;
            row.iter_mut()
                .for_each(|entry| *entry = product(*entry, inverse, prime));
            basis[k] = Some(row);
            return Some(true);
        }
    }
    Some(false)
}

fn image(poly: &Poly, prime: u64) -> Option<u64> {
    let mut sum = 0;
    for (monomial, coefficient) in poly.terms() {
        let mut term = residue(coefficient, prime)?;
        for &(atom, exponent) in monomial.factors() {
            let Atom::Symbol(index) = atom else {
                return None;
            };
            for _ in 0..exponent {
                term = product(term, symbol(index, prime), prime);
            }
        }
        sum = (sum + term) % prime;
    }
    Some(sum)
}

fn residue(value: &Rational, prime: u64) -> Option<u64> {
    let (numerator, denominator) = value.residues(prime);
    Some(product(numerator, inverse(denominator, prime)?, prime))
}

/// The field element that stands for a symbol: fixed, and far from any structure (SplitMix64).
fn symbol(index: u16, prime: u64) -> u64 {
    let mut z = (u64::from(index) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) % prime
}

fn product(a: u64, b: u64, prime: u64) -> u64 {
    let remainder = u128::from(a) * u128::from(b) % u128::from(prime);
    u64::try_from(remainder).unwrap_or(0)
}

/// Fermat's inverse; `None` for zero.
fn inverse(value: u64, prime: u64) -> Option<u64> {
    if value == 0 {
        return None;
    }
    let (mut power, mut base, mut exponent) = (1, value, prime - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = product(power, base, prime);
        }
        base = product(base, base, prime);
        exponent >>= 1;
    }
    Some(power)
}
