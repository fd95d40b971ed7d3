//! An element of the equations in terms of given trigonometric monomials, exactly.

use std::collections::BTreeMap;

use armwright_codegen::algebra::{Monomial, Poly, Rational};

/// The coefficients `x` with `value = Σ x_k monomials_k` as functions of the joint positions: free
/// of positions and unique. `None` if there are none or several.
///
/// Monomials may have squares of sines; `s² + c² = 1` holds.
#[must_use]
pub fn in_terms_of(monomials: &[Monomial], value: &Poly) -> Option<Vec<Poly>> {
    // A row for every monomial of the normal form, a column for every given monomial.
    let mut table: BTreeMap<Monomial, (Vec<Rational>, Poly)> = BTreeMap::new();
    let empty = || (vec![Rational::ZERO; monomials.len()], Poly::zero());
    for (column, monomial) in monomials.iter().enumerate() {
        let normal = Poly::from_terms([(monomial.clone(), Rational::ONE)]);
        for (key, factor) in normal.terms() {
            table.entry(key.clone()).or_insert_with(empty).0[column] = factor.clone();
        }
    }
    for (key, coefficient) in value.collect(|atom| atom.coordinate().is_some()) {
        table.entry(key).or_insert_with(empty).1 = coefficient;
    }
    let mut rows: Vec<_> = table.into_values().collect();
    for column in 0..monomials.len() {
        let pivot = (column..rows.len()).find(|&row| !rows[row].0[column].is_zero())?;
        rows.swap(column, pivot);
        let inverse = rows[column].0[column].recip()?;
        let (left, right) = rows[column].clone();
        let left: Vec<Rational> = left.iter().map(|factor| factor * &inverse).collect();
        let right = right.scale(&inverse);
        for (other, row) in rows.iter_mut().enumerate() {
            let factor = row.0[column].clone();
            if other == column || factor.is_zero() {
                continue;
            }
            for (entry, pivot) in row.0.iter_mut().zip(&left) {
                *entry = &*entry - &(pivot * &factor);
            }
            row.1 = &row.1 - &right.scale(&factor);
        }
        rows[column] = (left, right);
    }
    let rest = rows.split_off(monomials.len());
    let solved = rest.iter().all(|(_, right)| right.is_zero());
    solved.then(|| rows.into_iter().map(|(_, right)| right).collect())
}

#[cfg(test)]
mod tests {
    use super::in_terms_of;
    use armwright_codegen::algebra::{Atom, Monomial, Poly, Symbol};

    #[test]
    fn squares_of_sines_and_of_cosines_serve_alike() {
        let (sine, cosine) = (Atom::Sine(0.into()), Atom::Cosine(0.into()));
        let square = |atom| Monomial::one().with_exponent(atom, 2);
        let [a, b] = [0, 1].map(|k| Poly::atom(Atom::Symbol(Symbol::Other(k))));
        let c = Poly::atom(cosine);
        // a c² + b = (a + b) - a s²
        let value = &(&a * &(&c * &c)) + &b;
        let by_sine = in_terms_of(&[square(sine), Monomial::one()], &value);
        assert_eq!(by_sine, Some(vec![-&a, &a + &b]));
        let by_cosine = in_terms_of(&[square(cosine), Monomial::one()], &value);
        assert_eq!(by_cosine, Some(vec![a.clone(), b]));
        assert_eq!(in_terms_of(&[square(cosine)], &value), None);
        let redundant = [square(sine), square(cosine), Monomial::one()];
        assert_eq!(in_terms_of(&redundant, &value), None);
        assert_eq!(in_terms_of(&[], &Poly::zero()), Some(vec![]));
    }
}
