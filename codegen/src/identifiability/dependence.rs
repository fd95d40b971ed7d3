//! Which coefficients of the closed form are combinations of those before them, exactly.
//!
//! Coefficients are linear in the standard parameters. Written as columns over these, they obey the
//! same algebra as the columns of the regressor: the prime field finds which are independent, exact
//! arithmetic confirms the combinations of the others. There are as many independent coefficients
//! as base parameters among bodies and rotors, since both count what gravity and inertia reveal.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Ratio, Unproved, combinations};
use crate::algebra::linear::Row;
use crate::algebra::{Atom, Monomial, Poly, Rational};
use crate::dynamics::ClosedForm;

/// A combination of independent coefficients: their indices, with factors.
pub type Combination = BTreeMap<usize, Ratio>;

/// What each coefficient of a closed form is in terms of those before it; see
/// [`dependent_coefficients`].
///
/// # Errors
/// [`Unproved`].
pub fn dependence(form: &ClosedForm) -> Result<Option<Vec<Option<Combination>>>, Unproved> {
    let values: Vec<&Poly> = form.coefficients.iter().map(|c| &c.value).collect();
    dependent_coefficients(&values, Atom::is_standard)
}

/// For each of `coefficients` (linear in the atoms that satisfy `is_parameter`, polynomial in other
/// symbols): `None` if it is independent of all before it, else what it is in terms of those of
/// them that are independent. Of all together `None` if the combinations have quotients of symbols that are too long.
///
/// # Errors
/// [`Unproved`] if every built-in prime divides a number of the table in an unlucky way.
pub fn dependent_coefficients(
    coefficients: &[&Poly],
    is_parameter: impl Fn(Atom) -> bool + Copy,
) -> Result<Option<Vec<Option<Combination>>>, Unproved> {
    let (first, factors) = first_of_its_kind(coefficients);
    let distinct: Vec<usize> = (0..coefficients.len()).filter(|&k| first[k] == k).collect();
    let mut rows: BTreeMap<Monomial, Row<usize, Poly>> = BTreeMap::new();
    for (column, &k) in distinct.iter().enumerate() {
        for (parameter, factor) in coefficients[k].collect(is_parameter) {
            rows.entry(parameter).or_default().push((column, factor));
        }
    }
    let order: Vec<usize> = (0..distinct.len()).collect();
    let Some(independent) = combinations(rows.into_values().collect(), &order)? else {
        return Ok(None);
    };
    let mut of_distinct: Vec<Combination> = vec![BTreeMap::new(); distinct.len()];
    let mut is_independent = vec![false; coefficients.len()];
    for (column, others) in independent {
        let k = distinct[column];
        is_independent[k] = true;
        of_distinct[column].insert(k, Ratio::from(Rational::ONE));
        for (column, ratio) in others {
            of_distinct[column].insert(k, ratio);
        }
    }
    let mut position = vec![0; coefficients.len()];
    for (column, &k) in distinct.iter().enumerate() {
        position[k] = column;
    }
    let combination = |k: usize| {
        let scaled = of_distinct[position[first[k]]].iter().map(|(&j, ratio)| {
            let numerator = ratio.numerator.scale(&factors[k]);
            (
                j,
                Ratio {
                    numerator,
                    denominator: ratio.denominator.clone(),
                },
            )
        });
        (!is_independent[k]).then(|| scaled.collect())
    };
    Ok(Some((0..coefficients.len()).map(combination).collect()))
}

/// For each coefficient the first that it is a multiple of (itself, if it is the first), and the
/// multiple. Most coefficients are plain multiples: this keeps the table small.
fn first_of_its_kind(coefficients: &[&Poly]) -> (Vec<usize>, Vec<Rational>) {
    let mut known: FxHashMap<Poly, (usize, Rational)> = FxHashMap::default();
    let found = coefficients.iter().enumerate().map(|(k, poly)| {
        let leading = poly
            .terms()
            .first()
            .map_or(Rational::ONE, |(_, c)| c.clone());
        let inverse = leading.recip().unwrap_or(Rational::ONE);
        let (first, scale) = known
            .entry(poly.scale(&inverse))
            .or_insert_with(|| (k, inverse.clone()));
        (*first, &leading * &*scale)
    });
    found.unzip()
}

#[cfg(test)]
mod tests {
    use super::{Combination, dependent_coefficients};
    use crate::algebra::{Atom, Poly, Rational, Symbol};
    use crate::identifiability::Ratio;

    /// A length if the number is 0, else a parameter.
    fn x(i: u16) -> Poly {
        Poly::atom(Atom::Symbol(match i {
            0 => Symbol::Constant(0.into()),
            _ => Symbol::Standard(i.into()),
        }))
    }

    #[test]
    fn combinations_multiples_and_lengths_are_found() {
        let sum = &x(1) + &x(2);
        let coefficients = [
            x(1),
            x(2),
            x(1).scale(&Rational::new(-1, 2)),
            sum.scale(&Rational::from(6)),
            &x(0) * &sum,
            &(&x(0) * &x(3)) + &x(1),
            x(3),
            sum.scale(&Rational::from(-3)),
            x(2).scale(&Rational::from(4)),
            Poly::zero(),
        ];
        let found = dependent_coefficients(&coefficients.each_ref(), Atom::is_standard)
            .expect("provable")
            .expect("short");
        let combination = |terms: &[(usize, Poly)]| -> Option<Combination> {
            let ratio = |p: &Poly| Ratio {
                numerator: p.clone(),
                denominator: Poly::one(),
            };
            Some(terms.iter().map(|(k, p)| (*k, ratio(p))).collect())
        };
        let number = |n, d| Poly::constant(Rational::new(n, d));
        assert_eq!(found[0], None);
        assert_eq!(found[1], None);
        assert_eq!(found[2], combination(&[(0, number(-1, 2))]));
        assert_eq!(
            found[3],
            combination(&[(0, number(6, 1)), (1, number(6, 1))])
        );
        assert_eq!(found[4], combination(&[(0, x(0)), (1, x(0))]));
        assert_eq!(found[5], None);
        // x3 = (c5 - c0)/x0: a quotient, exact all the same.
        let last = found[6].as_ref().expect("dependent");
        let cross = |k: usize, numerator: Poly| {
            &last[&k].numerator * &x(0) == &numerator * &last[&k].denominator
        };
        assert!(cross(5, Poly::one()) && cross(0, number(-1, 1)));
        // A multiple of what depends on others depends on the same, and what is zero on nothing.
        assert_eq!(
            found[7],
            combination(&[(0, number(-3, 1)), (1, number(-3, 1))])
        );
        assert_eq!(found[8], combination(&[(1, number(4, 1))]));
        assert_eq!(found[9], combination(&[]));
    }
}
