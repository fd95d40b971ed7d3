//! A prime field: fast arithmetic in which whatever is not zero is certainly not zero.
//!
//! Evaluation at a point of the field is a ring homomorphism. A polynomial whose value is not zero
//! is not the zero polynomial, and rows that are independent at the point are independent. The
//! converse holds with a probability of error of about degree / 2^61 only, and is never relied on
//! alone.

use super::{Atom, Poly, Rational};

/// The primes below 2^61 that are tried in turn, where one divides a number of the equations.
const PRIMES: [u64; 3] = [
    2_305_843_009_213_693_951,
    2_305_843_009_213_693_921,
    2_305_843_009_213_693_907,
];

/// The integers modulo a prime below 2^61.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrimeField(u64);

/// Rows in reduced echelon form: each has a one in its pivot column, where all others have zeros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduced {
    /// Independent rows, in the order of their pivot columns.
    pub rows: Vec<Vec<u64>>,
    /// The pivot column of each row.
    pub pivots: Vec<usize>,
}

impl PrimeField {
    /// The fields to try, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        PRIMES.into_iter().map(Self)
    }

    /// The sum.
    #[must_use]
    pub fn add(self, a: u64, b: u64) -> u64 {
        (a + b) % self.0
    }

    /// The negative.
    #[must_use]
    pub fn negative(self, a: u64) -> u64 {
        (self.0 - a) % self.0
    }

    /// The product.
    #[must_use]
    pub fn product(self, a: u64, b: u64) -> u64 {
        let remainder = u128::from(a) * u128::from(b) % u128::from(self.0);
        u64::try_from(remainder).unwrap_or(0)
    }

    /// The inverse, by Fermat; `None` for zero.
    #[must_use]
    pub fn inverse(self, value: u64) -> Option<u64> {
        if value == 0 {
            return None;
        }
        let (mut power, mut base, mut exponent) = (1, value, self.0 - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.product(power, base);
            }
            base = self.product(base, base);
            exponent >>= 1;
        }
        Some(power)
    }

    /// The image of a rational number; `None` if the prime divides its denominator.
    #[must_use]
    pub fn image(self, value: &Rational) -> Option<u64> {
        let (numerator, denominator) = value.residues(self.0);
        Some(self.product(numerator, self.inverse(denominator)?))
    }

    /// The element that stands for the symbol with an index: fixed, and far from any structure
    /// (SplitMix64).
    #[must_use]
    pub fn point(self, index: usize) -> u64 {
        let index = u64::try_from(index).unwrap_or(u64::MAX);
        let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % self.0
    }

    /// The value of a polynomial; `None` if the prime divides a denominator.
    #[must_use]
    pub fn value(self, poly: &Poly, of: &dyn Fn(Atom) -> u64) -> Option<u64> {
        let mut sum = 0;
        for (monomial, coefficient) in poly.terms() {
            let mut term = self.image(coefficient)?;
            for &(atom, exponent) in monomial.factors() {
                let value = of(atom);
                for _ in 0..exponent {
                    term = self.product(term, value);
                }
            }
            sum = self.add(sum, term);
        }
        Some(sum)
    }

    /// Gauss–Jordan elimination, columns in their order up to `columns`; what stands further right
    /// is carried along, and rows that are zero up to there are left out.
    #[must_use]
    pub fn reduced(self, mut rows: Vec<Vec<u64>>, columns: usize) -> Reduced {
        let mut pivots = Vec::new();
        let mut done = 0;
        for column in 0..columns {
            let Some(found) = (done..rows.len()).find(|&row| rows[row][column] != 0) else {
                continue;
            };
            rows.swap(done, found);
            let Some(inverse) = self.inverse(rows[done][column]) else {
                continue;
            };
            for entry in &mut rows[done] {
                *entry = self.product(*entry, inverse);
            }
            let pivot = rows[done].clone();
            for (index, row) in rows.iter_mut().enumerate() {
                if index != done && row[column] != 0 {
                    let factor = self.negative(row[column]);
                    for (entry, &other) in row.iter_mut().zip(&pivot) {
                        if other != 0 {
                            *entry = self.add(*entry, self.product(factor, other));
                        }
                    }
                }
            }
            pivots.push(column);
            done += 1;
        }
        rows.truncate(done);
        Reduced { rows, pivots }
    }
}

#[cfg(test)]
mod tests {
    use super::PrimeField;
    use crate::algebra::{Atom, Poly, Rational};

    #[test]
    fn elimination_finds_rank_and_relations() {
        let field = PrimeField::all().next().expect("a prime");
        let rows = vec![
            vec![0, 2, 4, 1, 0],
            vec![1, 1, 0, 0, 1],
            vec![1, 3, 4, 1, 1],
        ];
        let reduced = field.reduced(rows, 3);
        assert_eq!(reduced.pivots, [0, 1]);
        assert_eq!(reduced.rows[0][2], field.negative(2));
        assert_eq!(field.product(reduced.rows[1][3], 2), 1);
    }

    #[test]
    fn evaluation_respects_sums_and_products() {
        let field = PrimeField::all().next().expect("a prime");
        let of = |atom| match atom {
            Atom::Symbol(i) => field.point(usize::from(i)),
            _ => 0,
        };
        let (x, y) = (Poly::atom(Atom::Symbol(0)), Poly::atom(Atom::Symbol(1)));
        let value = |poly: &Poly| field.value(poly, &of).expect("no large denominator");
        let sum = &x.scale(&Rational::new(-2, 3)) + &y;
        assert_eq!(value(&(&sum * &x)), field.product(value(&sum), value(&x)));
        assert_eq!(
            field.product(value(&x.scale(&Rational::new(1, 3))), 3),
            value(&x)
        );
    }
}
