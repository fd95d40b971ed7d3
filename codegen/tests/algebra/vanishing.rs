//! Which expressions are zero whatever their inputs.

use armwright_codegen::algebra::{
    Algebra, Atom, CoordinateIndex, Field, Graph, Input, PrimeField, Rational, Unary, vanishing,
};

#[test]
fn what_vanishes_by_an_identity_is_found() {
    let mut g = Graph::default();
    let q = CoordinateIndex::from(0);
    let (s, c) = (g.atom(Atom::Sine(q)), g.atom(Atom::Cosine(q)));
    let (ss, cc) = (g.mul(&s, &s), g.mul(&c, &c));
    let one = g.constant(&Rational::ONE);
    let sum = g.add(&ss, &cc);
    let identity = g.sub(&sum, &one);
    let almost = g.sub(&ss, &cc);
    let rate = g.input(Input::Velocity(q));
    let sign = g.sign(rate);
    let square = g.mul(&sign, &sign);
    let unsure = g.sub(&square, &one);
    assert!(!g.is_zero(&identity));
    let found = vanishing(&g, &[identity, almost, unsure, one]);
    assert_eq!(found, [true, false, false, false]);
}

#[test]
fn different_functions_of_the_same_are_not_taken_for_one() {
    let mut g = Graph::default();
    let rate = g.input(Input::Velocity(0.into()));
    let mut functions = vec![rate, g.sign(rate), g.inverse_root(rate)];
    for function in [
        Unary::Reciprocal,
        Unary::Root,
        Unary::Exponential,
        Unary::HyperbolicTangent,
    ] {
        functions.push(g.apply(function, rate));
    }
    for (k, one) in functions.iter().enumerate() {
        for other in &functions[..k] {
            let (difference, sum) = (g.sub(one, other), g.add(one, other));
            assert_eq!(vanishing(&g, &[difference, sum]), [false, false]);
        }
        let nothing = g.sub(one, one);
        assert_eq!(vanishing(&g, &[nothing]), [true]);
    }
}

/// The expression is zero whatever the angle is, over as many primes as there are: one that is left is enough to find it, and
/// without any nothing is said to vanish but what is zero as it stands.
#[test]
fn a_prime_that_divides_a_denominator_is_left_out() {
    let primes: Vec<u64> = PrimeField::all().map(|field| field.neg(&1) + 1).collect();
    for count in 0..=primes.len() {
        let mut g = Graph::default();
        let (s, c) = (g.atom(Atom::Sine(0.into())), g.atom(Atom::Cosine(0.into())));
        let (ss, cc, one) = (g.mul(&s, &s), g.mul(&c, &c), g.constant(&Rational::ONE));
        let sum = g.add(&ss, &cc);
        let mut identity = g.sub(&sum, &one);
        for prime in &primes[..count] {
            let prime = i64::try_from(*prime).expect("below 2^61");
            let part = g.constant(&Rational::new(1, prime));
            identity = g.mul(&part, &identity);
        }
        let zero = g.zero();
        let is_found = count < primes.len();
        let found = vanishing(&g, &[identity, zero, s]);
        assert_eq!(found, [is_found, true, false], "{count}");
    }
}
