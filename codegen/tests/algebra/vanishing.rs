//! Which expressions are zero whatever their inputs.

use armwright_codegen::algebra::{
    Algebra, Atom, CoordinateIndex, Graph, Input, Rational, vanishing,
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
