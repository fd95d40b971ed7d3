//! One interface to the two ways of computing: polynomials in normal form, and the graph.

use super::{Atom, Poly, Rational};

/// A commutative ring over the rationals in which the equations of motion can be derived.
///
/// The same recursion gives the closed form when it computes with polynomials and the factored form
/// when it computes with a [`Graph`](super::Graph).
pub trait Algebra {
    /// What is computed with.
    type Element: Clone + std::fmt::Debug;

    /// A number.
    fn constant(&mut self, value: &Rational) -> Self::Element;
    /// A position, sine, cosine or geometric symbol.
    fn atom(&mut self, atom: Atom) -> Self::Element;
    /// Whether an element is zero.
    fn is_zero(&self, element: &Self::Element) -> bool;
    /// The negative.
    fn neg(&mut self, a: &Self::Element) -> Self::Element;
    /// The sum.
    fn add(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// The product.
    fn mul(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element;

    /// Zero.
    fn zero(&mut self) -> Self::Element {
        self.constant(&Rational::ZERO)
    }
    /// The difference.
    fn sub(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        let negative = self.neg(b);
        self.add(a, &negative)
    }
    /// A number times an element.
    fn scale(&mut self, factor: &Rational, a: &Self::Element) -> Self::Element {
        let factor = self.constant(factor);
        self.mul(&factor, a)
    }
    /// A polynomial in symbols, as an element.
    fn poly(&mut self, poly: &Poly) -> Self::Element {
        let mut sum = self.zero();
        for (monomial, coefficient) in poly.terms() {
            let mut term = self.constant(coefficient);
            for &(atom, exponent) in monomial.factors() {
                let factor = self.atom(atom);
                for _ in 0..exponent {
                    term = self.mul(&term, &factor);
                }
            }
            sum = self.add(&sum, &term);
        }
        sum
    }
}
