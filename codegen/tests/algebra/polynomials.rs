//! Polynomials in the normal form under s² + c² = 1.

use armwright_codegen::algebra::{Atom, CoordinateIndex, Poly, Rational, Symbol};

fn s(j: u16) -> Poly {
    Poly::atom(Atom::Sine(j.into()))
}
fn c(j: u16) -> Poly {
    Poly::atom(Atom::Cosine(j.into()))
}
fn constant(i: u16) -> Poly {
    Poly::atom(Atom::Symbol(Symbol::Constant(i.into())))
}

#[test]
fn equal_functions_are_equal_polynomials() {
    // sin⁴ = 1 - 2 cos² + cos⁴, and (s1 c2 + c1 s2)² + (c1 c2 - s1 s2)² = 1.
    let s2 = &s(0) * &s(0);
    let c2 = &c(0) * &c(0);
    let right = &(&Poly::one() - &c2.scale(&Rational::from(2))) + &(&c2 * &c2);
    assert_eq!(&s2 * &s2, right);
    let sine = &(&s(0) * &c(1)) + &(&c(0) * &s(1));
    let cosine = &(&c(0) * &c(1)) - &(&s(0) * &s(1));
    assert_eq!(&(&sine * &sine) + &(&cosine * &cosine), Poly::one());
}

#[test]
fn derivative_follows_the_product_rule() {
    let f = &(&s(0) * &c(1)) + &Poly::atom(Atom::Position(2.into()));
    let g = &(&c(0) * &c(0)) - &(&s(1) * &constant(3));
    for j in [0, 1, 2].map(CoordinateIndex::from) {
        let turn = Rational::new(1, 2);
        let left = (&f * &g).derivative(j, &turn);
        let right = &(&f.derivative(j, &turn) * &g) + &(&f * &g.derivative(j, &turn));
        assert_eq!(left, right);
    }
}

#[test]
fn exact_division_undoes_multiplication() {
    let (x, y) = (constant(0), constant(1));
    let a = &(&x * &x) - &y.scale(&Rational::new(1, 3));
    let b = &(&x * &y) + &Poly::one();
    assert_eq!((&a * &b).div_exact(&b), Some(a.clone()));
    assert_eq!((&(&a * &b) + &Poly::one()).div_exact(&b), None);
    assert_eq!(a.div_exact(&Poly::zero()), None);
}
