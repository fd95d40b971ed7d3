//! What several torques reveal together, exactly: the sum of what each of them does by itself.

use std::collections::{BTreeMap, BTreeSet};

use super::PartError;
use crate::transmission::enters_never;
use armwright_runtime::{Model, Side};

/// A base parameter of a part: base parameters of the whole and their coefficients, the one that it is called
/// after first, with coefficient 1.
pub(super) type Combination = Vec<(usize, f64)>;

/// A coefficient: its value, and as a fraction if it is one of numbers that fit.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Number {
    value: f64,
    fraction: Option<(i128, i128)>,
}

/// A combination under reduction, by base parameters.
type EchelonRow = BTreeMap<usize, Number>;

/// The base parameters of the torques of some rows on a side: a reduced echelon form, in the order of the base
/// parameters of the whole.
///
/// Most are base parameters that a torque reveals by itself, and these need no arithmetic. What is left of other
/// combinations without them is reduced in fractions.
pub(super) fn of(model: &Model, side: Side, rows: &[usize]) -> Result<Vec<Combination>, PartError> {
    // Without a transmission the torques of both sides are the same.
    let of_side = match model.transmission {
        [] => Side::Joint,
        _ => side,
    };
    let single = model.single;
    let single = single.ok_or_else(|| PartError::Unknowable(model.name.to_owned()))?;
    let (mut alone, mut others) = (BTreeSet::new(), Vec::<EchelonRow>::new());
    for &row in rows {
        let single = single.iter().filter(|s| s.side == of_side && s.row == row);
        let combinations: Vec<EchelonRow> = single
            .flat_map(|s| s.combinations)
            .map(|c| read(c))
            .collect();
        let combined: BTreeSet<usize> = combinations
            .iter()
            .flat_map(EchelonRow::keys)
            .copied()
            .collect();
        let enters = |k: &usize| !enters_never(model, side, row, model.base[*k].representative);
        let by_itself = (0..model.base.len()).filter(|k| enters(k) && !combined.contains(k));
        alone.extend(by_itself);
        others.extend(combinations);
    }
    for row in &mut others {
        row.retain(|k, _| !alone.contains(k));
    }
    let reduced = reduced(others).map_err(|base| PartError::Undecided {
        robot: model.name.to_owned(),
        base: model.base[base].name.to_owned(),
    })?;
    let values = |row: EchelonRow| {
        row.into_iter()
            .map(|(k, number)| (k, number.value))
            .collect()
    };
    let alone = alone.into_iter().map(|k| vec![(k, 1.0)]);
    let mut all: Vec<Combination> = alone.chain(reduced.into_iter().map(values)).collect();
    all.sort_by_key(|combination| combination[0].0);
    Ok(all)
}

fn read(combination: &[armwright_runtime::Share]) -> EchelonRow {
    let number = |share: &armwright_runtime::Share| {
        let fraction = share.fraction.map(|(n, d)| (i128::from(n), i128::from(d)));
        let value = share.coefficient;
        (share.base, Number { value, fraction })
    };
    combination.iter().map(number).collect()
}

/// The reduced echelon form of rows; the base parameter at which fractions do not suffice.
fn reduced(mut rows: Vec<EchelonRow>) -> Result<Vec<EchelonRow>, usize> {
    let mut done: Vec<EchelonRow> = Vec::new();
    loop {
        rows.retain(|row| !row.is_empty());
        let leading = |row: &EchelonRow| row.keys().next().copied();
        let Some(pivot) = rows.iter().filter_map(leading).min() else {
            return Ok(done);
        };
        let Some(at) = rows.iter().position(|row| leading(row) == Some(pivot)) else {
            return Ok(done);
        };
        let mut row = rows.swap_remove(at);
        let factor = row[&pivot];
        if row.len() == 1 {
            row.insert(pivot, Number::fraction(1, 1));
        } else if factor.fraction != Some((1, 1)) {
            for number in row.values_mut() {
                *number = number.over(factor).ok_or(pivot)?;
            }
        }
        for other in rows.iter_mut().chain(&mut done) {
            let Some(factor) = other.remove(&pivot) else {
                continue;
            };
            for (&k, number) in row.iter().filter(|(k, _)| **k != pivot) {
                let zero = Number::fraction(0, 1);
                let entry = other.entry(k).or_insert(zero);
                *entry = entry.less(factor, *number).ok_or(k)?;
            }
            other.retain(|_, number| number.fraction.is_none_or(|(n, _)| n != 0));
        }
        done.push(row);
    }
}

impl Number {
    fn fraction(numerator: i128, denominator: i128) -> Self {
        let divisor = divisor(numerator, denominator) * denominator.signum();
        let (n, d) = (numerator / divisor, denominator / divisor);
        Self {
            value: n as f64 / d as f64,
            fraction: Some((n, d)),
        }
    }

    /// The quotient; `None` where it is not known exactly.
    fn over(self, other: Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.fraction?, other.fraction?);
        Some(Self::fraction(a.checked_mul(d)?, b.checked_mul(c)?))
    }

    /// This less a product; `None` where it is not known exactly.
    fn less(self, factor: Self, other: Self) -> Option<Self> {
        let ((a, b), (c, d), (e, f)) = (self.fraction?, factor.fraction?, other.fraction?);
        let product = Self::fraction(c.checked_mul(e)?, d.checked_mul(f)?);
        let (c, d) = product.fraction?;
        let numerator = a.checked_mul(d)?.checked_sub(b.checked_mul(c)?)?;
        Some(Self::fraction(numerator, b.checked_mul(d)?))
    }
}

/// The greatest common divisor, above 0.
fn divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a.max(1)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::{EchelonRow, Number, reduced};

    fn row(entries: &[(usize, (i128, i128))]) -> EchelonRow {
        let number = |(k, (n, d)): &(usize, (i128, i128))| (*k, Number::fraction(*n, *d));
        entries.iter().map(number).collect()
    }

    #[test]
    fn a_multiple_of_a_combination_reveals_nothing_more() {
        let one = row(&[(1, (1, 1)), (4, (1, 3))]);
        let twice = row(&[(1, (2, 1)), (4, (2, 3))]);
        assert_eq!(reduced(vec![one.clone(), twice]), Ok(vec![one.clone()]));
        let nearly = row(&[(1, (2, 1)), (4, (2_000_000_001, 3_000_000_000))]);
        let both = reduced(vec![one, nearly]).expect("short fractions");
        assert_eq!(both, [row(&[(1, (1, 1))]), row(&[(4, (1, 1))])]);
    }

    #[test]
    fn what_is_no_fraction_is_kept_and_not_computed_with() {
        let root = Number {
            value: 2.0_f64.sqrt(),
            fraction: None,
        };
        let mut one = row(&[(0, (1, 1))]);
        one.insert(2, root);
        assert_eq!(reduced(vec![one.clone()]), Ok(vec![one.clone()]));
        let other = row(&[(0, (1, 1)), (3, (1, 2))]);
        assert_eq!(reduced(vec![one, other]).map(|_| ()), Err(2));
    }

    #[test]
    fn numbers_are_fractions_in_lowest_terms() {
        let number = |n: i128, d: i128| Number::fraction(n, d);
        let is = |found: Number, n: i128, d: i128| {
            assert_eq!(found.fraction, Some((n, d)));
            assert_eq!(found.value, n as f64 / d as f64);
        };
        is(number(4, -6), -2, 3);
        is(number(-9, -6), 3, 2);
        is(number(0, -5), 0, 1);
        is(number(1, 2).over(number(3, 4)).expect("short"), 2, 3);
        is(number(1, 2).over(number(-3, 5)).expect("short"), -5, 6);
        // 1/2 - 2/3 · 3/5.
        let less = number(1, 2).less(number(2, 3), number(3, 5));
        is(less.expect("short"), 1, 10);
        let long = number(i128::MAX, 1);
        assert_eq!(long.over(number(1, 2)), None);
        assert_eq!(number(1, 2).over(long).map(|_| ()), None);
        assert_eq!(number(0, 1).less(long, number(2, 1)), None);
        let root = Number {
            value: 2.0_f64.sqrt(),
            fraction: None,
        };
        assert_eq!(number(1, 2).over(root), None);
        assert_eq!(number(1, 2).less(root, number(1, 1)), None);
        assert_eq!(root.less(number(1, 1), number(1, 1)), None);
    }

    #[test]
    fn rows_are_reduced_upwards_and_downwards() {
        let rows = vec![
            row(&[(2, (3, 1)), (5, (1, 1))]),
            row(&[(1, (2, 1)), (2, (4, 1)), (7, (6, 1))]),
            row(&[]),
        ];
        // x1 + 2 x2 + 3 x7 less twice x2 + x5/3.
        let expected = [
            row(&[(1, (1, 1)), (5, (-2, 3)), (7, (3, 1))]),
            row(&[(2, (1, 1)), (5, (1, 3))]),
        ];
        let mut found = reduced(rows).expect("short fractions");
        found.sort_by_key(|row| row.keys().next().copied());
        assert_eq!(found, expected);
        // A single parameter is itself, whatever its factor.
        let mut alone = EchelonRow::new();
        alone.insert(
            3,
            Number {
                value: 0.7,
                fraction: None,
            },
        );
        assert_eq!(reduced(vec![alone]), Ok(vec![row(&[(3, (1, 1))])]));
    }
}
