//! Combinations of equations in which unknowns cancel, exactly.

use std::collections::BTreeMap;

use super::system::Point;
use crate::algebra::{Atom, Monomial, Poly, Rational};

/// Work on a combination is given up when an equation has more terms than this: no one would read
/// or trust such a formula.
const LONGEST: usize = 400;

/// The work that one attempt may take, in the units of [`Poly::times_within`].
const ATTEMPT: u64 = 20_000_000;

/// Combines equations linearly until one is left in which only `kept` remains of the products of
/// unknowns (nothing, if it is `None`). The combination is known to exist and to be the only one.
///
/// Divisors are never needed: rows are multiplied crosswise, and what all terms share is divided
/// out again.
pub(super) fn isolate(
    equations: Vec<Poly>,
    kept: Option<&Monomial>,
    is_unknown: impl Fn(Atom) -> bool + Copy,
    point: &Point,
) -> Option<Poly> {
    let mut rows: Vec<BTreeMap<Monomial, Poly>> = equations
        .iter()
        .map(|equation| equation.collect(is_unknown).into_iter().collect())
        .collect();
    while rows.len() > 1 {
        let (row, key) = pivot(&rows, kept, point)?;
        let source = rows.swap_remove(row);
        let factor = source.get(&key)?.clone();
        for row in &mut rows {
            if let Some(own) = row.get(&key).cloned() {
                *row = crossed(row, &factor, &source, &own);
                if row.values().map(|c| c.terms().len()).sum::<usize>() > LONGEST {
                    return None;
                }
            }
        }
    }
    let row = rows.pop()?;
    let is_left = |key: &Monomial| key.is_one() || Some(key) == kept;
    row.keys()
        .all(is_left)
        .then(|| primitive(&whole(&row), point))
}

/// The row and the product of unknowns to eliminate next: the simplest coefficient that is certain
/// not to vanish, then what touches the fewest rows.
fn pivot(
    rows: &[BTreeMap<Monomial, Poly>],
    kept: Option<&Monomial>,
    point: &Point,
) -> Option<(usize, Monomial)> {
    let uses = |key: &Monomial| rows.iter().filter(|row| row.contains_key(key)).count();
    let candidates = rows.iter().enumerate().flat_map(|(index, row)| {
        row.iter()
            .filter(|(key, _)| !key.is_one() && Some(*key) != kept)
            .map(move |(key, factor)| (index, key, factor))
    });
    candidates
        .filter(|(_, _, factor)| point.is_not_zero(factor))
        .min_by_key(|(index, key, factor)| {
            (
                factor.as_constant().is_none(),
                factor.terms().len(),
                uses(key),
                *index,
            )
        })
        .map(|(index, key, _)| (index, key.clone()))
}

/// `factor row - own source`, scaled down where one divides the other.
fn crossed(
    row: &BTreeMap<Monomial, Poly>,
    factor: &Poly,
    source: &BTreeMap<Monomial, Poly>,
    own: &Poly,
) -> BTreeMap<Monomial, Poly> {
    let (of_row, of_source) = reduced(factor, own);
    let mut result: BTreeMap<Monomial, Poly> = row
        .iter()
        .map(|(key, value)| (key.clone(), value * &of_row))
        .collect();
    for (key, value) in source {
        let entry = result.entry(key.clone()).or_default();
        *entry = &*entry - value * &of_source;
        if entry.is_zero() {
            result.remove(key);
        }
    }
    result
}

/// Two polynomials without a factor that one of them is, or that is a product of powers.
fn reduced(a: &Poly, b: &Poly) -> (Poly, Poly) {
    if let Some(quotient) = b.div_exact(a) {
        return (Poly::one(), quotient);
    }
    if let Some(quotient) = a.div_exact(b) {
        return (quotient, Poly::one());
    }
    let shared = shared(a.terms().iter().chain(b.terms()).map(|(m, _)| m));
    (over(a, &shared), over(b, &shared))
}

fn whole(row: &BTreeMap<Monomial, Poly>) -> Poly {
    let term =
        |(key, value): (&Monomial, &Poly)| Poly::from_terms([(key.clone(), Rational::ONE)]) * value;
    row.iter().map(term).sum()
}

/// The product of powers that divides all monomials.
fn shared<'m>(mut monomials: impl Iterator<Item = &'m Monomial>) -> Monomial {
    let Some(first) = monomials.next() else {
        return Monomial::one();
    };
    monomials.fold(first.clone(), |shared, monomial| {
        let factors = shared.factors().to_vec();
        factors.iter().fold(shared, |common, &(atom, exponent)| {
            common.with_exponent(atom, exponent.min(monomial.exponent(atom)))
        })
    })
}

fn over(poly: &Poly, divisor: &Monomial) -> Poly {
    let term = |(monomial, coefficient): &(Monomial, Rational)| {
        Some((monomial.over(divisor)?, coefficient.clone()))
    };
    Poly::from_terms(poly.terms().iter().filter_map(term))
}

/// An equation without the powers that all its terms share, unless these vanish.
pub(super) fn primitive(equation: &Poly, point: &Point) -> Poly {
    let shared = shared(equation.terms().iter().map(|(m, _)| m));
    let factor = Poly::from_terms([(shared.clone(), Rational::ONE)]);
    if point.is_not_zero(&factor) {
        over(equation, &shared)
    } else {
        equation.clone()
    }
}

/// Substitutes unknown after unknown until one equation is left that has only `wanted`.
///
/// Each substitution takes an equation that is linear in another unknown, solves it for that and
/// puts the quotient into all others, multiplied up. `None` if there is no such equation, if
/// formulas grow beyond what anyone would trust, or if there is no work left to spend.
pub(super) fn substitute_down(
    equations: Vec<Poly>,
    wanted: Atom,
    is_unknown: impl Fn(Atom) -> bool + Copy,
    point: &Point,
    work: &mut u64,
) -> Option<Poly> {
    let others = move |atom: Atom| atom != wanted && is_unknown(atom);
    attempt(work, |work| {
        let mut rows = numbered(equations);
        while rows.len() > 1 {
            substitute(&mut rows, others, point, work)?;
        }
        let (_, last) = rows.pop()?;
        let is_done = !last.atoms().into_iter().any(others);
        is_done.then_some(last)
    })
}

/// Substitutes until no equation has any of some unknowns, as [`substitute_down`] does: what is left of
/// the equations, each with its number.
pub(super) fn substitute_all(
    equations: Vec<Poly>,
    unwanted: impl Fn(Atom) -> bool + Copy,
    point: &Point,
    work: &mut u64,
) -> Option<Vec<(usize, Poly)>> {
    attempt(work, |work| {
        let mut rows = numbered(equations);
        while rows
            .iter()
            .any(|(_, row)| row.atoms().into_iter().any(unwanted))
        {
            substitute(&mut rows, unwanted, point, work)?;
        }
        Some(rows)
    })
}

/// What an attempt gives that may take [`ATTEMPT`] of the work that is left.
fn attempt<T>(work: &mut u64, make: impl FnOnce(&mut u64) -> Option<T>) -> Option<T> {
    let mut left = ATTEMPT.min(*work);
    let before = left;
    let found = make(&mut left);
    *work -= before - left;
    found
}

fn numbered(equations: Vec<Poly>) -> Vec<(usize, Poly)> {
    equations.into_iter().enumerate().collect()
}

/// Takes one equation out and puts what it gives for one of some unknowns into the others.
fn substitute(
    rows: &mut Vec<(usize, Poly)>,
    others: impl Fn(Atom) -> bool + Copy,
    point: &Point,
    work: &mut u64,
) -> Option<()> {
    let (row, atom, factor) = linear(rows, others, point)?;
    let (_, source) = rows.swap_remove(row);
    let rest = source - Poly::atom(atom) * &factor;
    for (_, row) in rows.iter_mut() {
        *row = substituted(row, atom, &factor, &rest, point, work)?;
        if row.terms().len() > LONGEST {
            return None;
        }
    }
    rows.retain(|(_, row)| !row.is_zero());
    Some(())
}

/// An equation that is linear in an unknown, that unknown and its coefficient: the simplest.
fn linear(
    rows: &[(usize, Poly)],
    is_unknown: impl Fn(Atom) -> bool + Copy,
    point: &Point,
) -> Option<(usize, Atom, Poly)> {
    let mut found = Vec::new();
    for (index, (_, row)) in rows.iter().enumerate() {
        for atom in row.atoms().into_iter().filter(|atom| is_unknown(*atom)) {
            let factor = row.partial(atom);
            if row.degree(atom) != 1 || !point.is_not_zero(&factor) {
                continue;
            }
            let rank = (
                factor.as_constant().is_none(),
                factor.terms().len(),
                row.terms().len(),
                index,
            );
            found.push((rank, (index, atom, factor)));
        }
    }
    let simplest = found.into_iter().min_by_key(|(rank, _)| *rank)?;
    Some(simplest.1)
}

/// An equation with `-rest/factor` in place of an unknown, multiplied by powers of the factor.
fn substituted(
    row: &Poly,
    atom: Atom,
    factor: &Poly,
    rest: &Poly,
    point: &Point,
    work: &mut u64,
) -> Option<Poly> {
    let degree = row.degree(atom);
    if degree == 0 {
        return Some(row.clone());
    }
    let negative = -rest;
    let mut sum = Poly::zero();
    for (monomial, value) in row.collect(|a| a == atom) {
        let exponent = monomial.exponent(atom);
        let mut term = value;
        for _ in 0..exponent {
            term = term.times_within(&negative, work)?;
        }
        for _ in exponent..degree {
            term = term.times_within(factor, work)?;
        }
        sum = sum + term;
    }
    if sum.terms().len() > 4 * LONGEST {
        return None;
    }
    let mut result = primitive(&sum, point);
    // The factor itself may divide everything again.
    while factor.as_constant().is_none()
        && let Some(quotient) = result.div_exact(factor)
    {
        result = quotient;
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{
        ATTEMPT, Atom, Monomial, Poly, Rational, attempt, isolate, pivot, reduced, substitute_all,
        substitute_down,
    };
    use crate::algebra::Symbol;
    use crate::recovery::tests::pendulum;

    /// The row and the product with the simplest factor, then what is in the fewest rows; nothing that may be zero.
    #[test]
    fn what_is_eliminated_next_has_a_simple_factor_and_is_in_few_rows() {
        let (_, _, system) = pendulum();
        let point = system.point().unwrap();
        let atom = |k: usize| system.quantities[k].atom;
        let [x, y, z] = [0, 1, 2].map(|k| Monomial::atom(atom(k)));
        let row = |terms: &[(&Monomial, &Poly)]| -> BTreeMap<Monomial, Poly> {
            let terms = terms.iter();
            terms
                .map(|(key, factor)| ((*key).clone(), (*factor).clone()))
                .collect()
        };
        let next = |rows: &[BTreeMap<Monomial, Poly>], kept| pivot(rows, kept, &point);
        let one = Poly::one();
        let known = Poly::atom(atom(4));
        let sum = &known + &one;
        // `x` is in both rows.
        let rows = [
            row(&[(&x, &one), (&y, &one)]),
            row(&[(&x, &one), (&z, &one)]),
        ];
        assert_eq!(next(&rows, None), Some((0, y.clone())));
        assert_eq!(next(&rows, Some(&y)), Some((1, z.clone())));
        // A number before a symbol before a sum, however many rows there are.
        let rows = [
            row(&[(&x, &sum), (&y, &known)]),
            row(&[(&y, &one), (&z, &sum)]),
        ];
        assert_eq!(next(&rows, None), Some((1, y.clone())));
        assert_eq!(next(&rows, Some(&y)), Some((0, x.clone())));
        let rows = [row(&[(&x, &sum)]), row(&[(&y, &known)])];
        assert_eq!(next(&rows, None), Some((1, y.clone())));
        // What vanishes at the point may always do so; 1 is no unknown.
        let (_, vanishing) = system.of_equations().remove(0);
        let rows = [row(&[(&Monomial::one(), &one), (&x, &vanishing)])];
        assert_eq!(next(&rows, None), None);
    }

    /// Of `x^2 = y` and `w x = z` follows `z^2 = w^2 y`. What is a square alone gives nothing, nor what is multiplied by zero.
    #[test]
    fn only_equations_that_are_linear_in_an_unknown_are_solved_for_it() {
        let (_, _, system) = pendulum();
        let point = system.point().unwrap();
        let atom = |k: usize| system.quantities[k].atom;
        let (unknown, wanted) = (atom(0), atom(1));
        let [x, y, z, w] = [0, 1, 2, 3].map(|k| Poly::atom(atom(k)));
        let (_, vanishing) = system.of_equations().remove(0);
        let is_unknown = |a| a == unknown || a == wanted;
        let down = |equations: &[Poly]| {
            let mut work = u64::MAX;
            substitute_down(equations.to_vec(), wanted, is_unknown, &point, &mut work)
        };
        let all = |equations: &[Poly]| {
            let (is_unwanted, mut work) = (|a| a == unknown, u64::MAX);
            let rows = substitute_all(equations.to_vec(), is_unwanted, &point, &mut work);
            rows.map(|rows| rows.into_iter().collect::<BTreeMap<_, _>>())
        };
        let square = &x * &x - &y;
        let cubic = &x * &x * &x + &x - &y;
        let mixed = &x * &x + &x - &z;
        let squared = &z * &z - &w * &w * &y;
        for linear in [&w * &x - &z, &z - &w * &x] {
            for rows in [[square.clone(), linear.clone()], [linear, square.clone()]] {
                assert_eq!(down(&rows), Some(squared.clone()));
                let place = rows.iter().position(|row| *row == square).unwrap();
                assert_eq!(all(&rows), Some([(place, squared.clone())].into()));
            }
        }
        let rows = [mixed.clone(), &x - &y];
        assert_eq!(down(&rows), Some(&y * &y + &y - &z));
        for rows in [
            [square.clone(), mixed.clone()],
            [cubic.clone(), mixed],
            [square.clone(), &x * &x - &z],
            [cubic, square.clone()],
            [square.clone(), &vanishing * &x - &z],
        ] {
            assert_eq!(down(&rows), None, "{rows:?}");
            assert_eq!(all(&rows), None, "{rows:?}");
        }
        // Each keeps its number, and what has no unknown stays as it is; a factor of all terms is gone, and what says nothing more.
        let rows = [&x - &y, square.clone(), &z - &w, &x - &z, &x * &x - &y * &y];
        let left = [(1, &y - Poly::one()), (2, &z - &w), (3, &y - &z)];
        assert_eq!(all(&rows), Some(left.into()));
        assert_eq!(all(&[]), Some(BTreeMap::new()));
        assert_eq!(all(&[&z - &w]), Some([(0, &z - &w)].into()));
        assert_eq!(down(&[&y - &z]), Some(&y - &z));
        assert_eq!(down(&[]), None);
        assert_eq!(down(&[square]), None);
        // Without work there is no product.
        let rows = vec![&x * &x - &y, &w * &x - &z];
        let mut work = 0;
        assert_eq!(
            substitute_down(rows, wanted, is_unknown, &point, &mut work),
            None
        );
    }

    /// Each takes five, of what is left or of twenty millions at most; in vain or not.
    #[test]
    fn what_an_attempt_took_is_gone_and_no_attempt_takes_everything() {
        for is_found in [true, false] {
            for (before, given, after) in [
                (ATTEMPT + 7, ATTEMPT, ATTEMPT + 2),
                (ATTEMPT, ATTEMPT, ATTEMPT - 5),
                (9, 9, 4),
            ] {
                let (mut work, mut seen) = (before, 0);
                let found = attempt(&mut work, |left| {
                    seen = *left;
                    *left -= 5;
                    is_found.then_some(())
                });
                assert_eq!((seen, work), (given, after));
                assert_eq!(found.is_some(), is_found);
            }
        }
    }

    #[test]
    fn what_two_factors_share_is_left_out() {
        let [x, y] = [0, 1].map(|k| Poly::atom(Atom::Symbol(Symbol::Other(k))));
        let (one, product) = (Poly::one(), &x * &y);
        let (square, sum) = (&x * &product + &x * &x, &x + &one);
        for (a, b, expected) in [
            (&x, &product, [&one, &y]),
            (&product, &x, [&y, &one]),
            (&square, &product, [&(&product + &x), &y]),
            (&product, &square, [&y, &(&product + &x)]),
            (&sum, &y, [&sum, &y]),
        ] {
            let (of_a, of_b) = reduced(a, b);
            assert_eq!([&of_a, &of_b], expected, "{a:?}, {b:?}");
        }
    }

    /// From `u + k v = p` and `2 u + k v = q` follows `u = q - p`, and from `u = p` and `2 u = q` that `2 p = q`.
    #[test]
    fn a_combination_has_the_unknown_that_is_kept_and_no_other() {
        let (_, _, system) = pendulum();
        let point = system.point().unwrap();
        let atoms: Vec<Atom> = system.atoms(&[0, 1, 2, 3, 4]);
        let unknowns = [atoms[0], atoms[1]];
        let is_unknown = |atom: Atom| unknowns.contains(&atom);
        let kept = Monomial::atom(atoms[0]);
        let [u, v, k, p, q] = [0, 1, 2, 3, 4].map(|n: usize| Poly::atom(atoms[n]));
        let twice = |poly: &Poly| poly.scale(&Rational::from(2));
        let found = |equations: &[Poly], kept| {
            let equations = equations.to_vec();
            isolate(equations, kept, is_unknown, &point)
        };
        let pair = [&u + &k * &v - &p, twice(&u) + &k * &v - &q];
        assert_eq!(found(&pair, Some(&kept)), Some(&u + &p - &q));
        assert_eq!(found(&pair[..1], Some(&kept)), None);
        let pair = [&u - &p, twice(&u) - &q];
        assert_eq!(found(&pair, None), Some(twice(&p) - &q));
        assert_eq!(found(&pair[..1], None), None);
        assert_eq!(found(&pair[..1], Some(&kept)), Some(&u - &p));
        assert_eq!(found(&[], None), None);
    }
}
