//! The expression graph: shared by construction, simplified on entry.

use armwright_codegen::algebra::{Algebra, Atom, Graph, Input, Poly, Rational};

#[test]
fn equal_expressions_are_one_node() {
    let mut g = Graph::default();
    let (x, y) = (
        g.input(Input::Velocity(0.into())),
        g.input(Input::Velocity(1.into())),
    );
    let forward = g.sub(&x, &y);
    let backward = g.sub(&y, &x);
    assert_eq!(backward, -forward);
    let product = g.mul(&forward, &backward);
    let square = g.mul(&forward, &forward);
    assert_eq!(product, -square);
    let zero = g.sub(&square, &square);
    assert!(g.is_zero(&zero));
    let three = g.constant(&Rational::from(3));
    let third = g.constant(&Rational::new(-1, 3));
    let tripled = g.mul(&three, &x);
    assert_eq!(g.mul(&third, &tripled), -x);
    let doubled = g.sub(&tripled, &x);
    let two = g.constant(&Rational::from(2));
    assert_eq!(doubled, g.mul(&two, &x));
}

#[test]
fn expansion_gives_the_normal_form() {
    let mut g = Graph::default();
    let s = g.atom(Atom::Sine(0.into()));
    let c = g.atom(Atom::Cosine(0.into()));
    let (ss, cc) = (g.mul(&s, &s), g.mul(&c, &c));
    let sum = g.add(&ss, &cc);
    let leaf = |input| match input {
        Input::Atom(atom) => Poly::atom(atom),
        _ => Poly::zero(),
    };
    assert_eq!(g.expand(&[sum, -s], &leaf, &Poly::clone)[0], Poly::one());
}
