//! Whether the rows of a square matrix of fractions are independent, exactly.

use crate::algebra::Rational;

/// A prime for the fast answer: a matrix that is regular modulo a prime is regular.
const PRIME: u64 = (1 << 61) - 1;

/// The first row that is a combination of the rows above it; `None` if the matrix is regular.
pub(super) fn dependent_row(matrix: &[Vec<Rational>]) -> Option<usize> {
    if regular_modulo(matrix) == Some(true) {
        return None;
    }
    // Rare: singular, or singular modulo the prime by chance. Row by row, exactly.
    let mut reduced: Vec<(usize, Vec<Rational>)> = Vec::new();
    for (index, row) in matrix.iter().enumerate() {
        let mut row = row.clone();
        for (pivot, above) in &reduced {
            let factor = row[*pivot].clone();
            if !factor.is_zero() {
                for (x, y) in row.iter_mut().zip(above) {
                    *x = &*x - &(&factor * y);
                }
            }
        }
        let Some(pivot) = row.iter().position(|x| !x.is_zero()) else {
            return Some(index);
        };
        let inverse = row[pivot].recip()?;
        row.iter_mut().for_each(|x| *x = &*x * &inverse);
        reduced.push((pivot, row));
    }
    None
}

fn multiply(a: u64, b: u64) -> u64 {
    // The remainder is below the prime, so it fits.
    u64::try_from(u128::from(a) * u128::from(b) % u128::from(PRIME)).unwrap_or(0)
}

fn inverse(a: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1, a, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base);
        }
        base = multiply(base, base);
        exponent >>= 1;
    }
    result
}

/// Whether the matrix is regular modulo the prime; `None` if an element has no residue.
fn regular_modulo(matrix: &[Vec<Rational>]) -> Option<bool> {
    let residue = |value: &Rational| {
        let (numerator, denominator) = value.small()?;
        let reduce = |n: i64| u64::try_from(n.rem_euclid(PRIME.cast_signed())).ok();
        let denominator = reduce(denominator)?;
        (denominator != 0).then_some(())?;
        Some(multiply(reduce(numerator)?, inverse(denominator)))
    };
    let mut rows: Vec<Vec<u64>> = matrix
        .iter()
        .map(|row| row.iter().map(residue).collect())
        .collect::<Option<_>>()?;
    for column in 0..rows.len() {
        let Some(pivot) = (column..rows.len()).find(|&row| rows[row][column] != 0) else {
            return Some(false);
        };
        rows.swap(column, pivot);
        let scale = inverse(rows[column][column]);
        let above = rows[column].clone();
        for row in &mut rows[column + 1..] {
            let factor = PRIME - multiply(row[column], scale);
            for (x, &y) in row.iter_mut().zip(&above) {
                *x = (*x + multiply(factor, y)) % PRIME;
            }
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::dependent_row;
    use crate::algebra::Rational;

    fn matrix(rows: &[&[i64]]) -> Vec<Vec<Rational>> {
        rows.iter()
            .map(|row| row.iter().map(|&x| Rational::new(x, 7)).collect())
            .collect()
    }

    #[test]
    fn finds_the_first_dependent_row() {
        assert_eq!(dependent_row(&matrix(&[&[0, 1], &[1, 0]])), None);
        assert_eq!(dependent_row(&matrix(&[&[1, 2], &[2, 4]])), Some(1));
        assert_eq!(dependent_row(&matrix(&[&[0, 0], &[2, 4]])), Some(0));
        assert_eq!(
            dependent_row(&matrix(&[&[1, 2, 3], &[4, 5, 6], &[5, 7, 9]])),
            Some(2)
        );
    }

    #[test]
    fn a_determinant_that_is_a_multiple_of_the_prime_is_not_zero() {
        let prime = i64::try_from(super::PRIME).expect("fits");
        assert_eq!(dependent_row(&matrix(&[&[prime, 0], &[0, 1]])), None);
    }
}
