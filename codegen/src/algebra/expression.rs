//! Handles on the elements of a ring, so that a formula in the code looks like the one on paper.

use std::cell::RefCell;
use std::ops::{Add, Mul, Neg, Sub};

use super::{Algebra, Atom, Graph, Input, Poly, Rational, Unary};

/// A ring that expressions are written in: an expression graph, or polynomials in normal form.
///
/// ```
/// use armwright_codegen::algebra::{Algebra, Atom, Graph, Rational, Ring};
/// let ring = Ring::over(Graph::default());
/// let (s, c) = (ring.atom(Atom::Sine(0.into())), ring.atom(Atom::Cosine(0.into())));
/// let doubled = s * c * &Rational::from(2);
/// assert_eq!((doubled - c * s - s * c).element, ring.zero().element);
/// ```
#[derive(Debug)]
pub struct Ring<A>(RefCell<A>);

impl<A: Algebra<Element: Copy>> Ring<A> {
    /// Expressions over an algebra.
    pub fn over(algebra: A) -> Self {
        Self(RefCell::new(algebra))
    }

    /// The algebra with all that was written in it.
    pub fn into_algebra(self) -> A {
        self.0.into_inner()
    }

    /// Zero.
    #[must_use]
    pub fn zero(&self) -> Expression<'_, A> {
        self.number(&Rational::ZERO)
    }

    /// One.
    #[must_use]
    pub fn one(&self) -> Expression<'_, A> {
        self.number(&Rational::ONE)
    }

    /// A number.
    #[must_use]
    pub fn number(&self, value: &Rational) -> Expression<'_, A> {
        self.apply(|algebra| algebra.constant(value))
    }

    /// A position, sine, cosine or symbol.
    #[must_use]
    pub fn atom(&self, atom: Atom) -> Expression<'_, A> {
        self.apply(|algebra| algebra.atom(atom))
    }

    /// A polynomial in symbols.
    #[must_use]
    pub fn poly(&self, poly: &Poly) -> Expression<'_, A> {
        self.apply(|algebra| algebra.poly(poly))
    }

    /// What the algebra knows.
    pub fn look<T>(&self, look: impl FnOnce(&A) -> T) -> T {
        look(&self.0.borrow())
    }

    /// Changes the algebra.
    pub fn change(&self, change: impl FnOnce(&mut A)) {
        change(&mut self.0.borrow_mut());
    }

    /// What the algebra itself makes.
    pub fn apply(&self, make: impl FnOnce(&mut A) -> A::Element) -> Expression<'_, A> {
        let element = make(&mut self.0.borrow_mut());
        Expression {
            ring: self,
            element,
        }
    }
}

impl Ring<Graph> {
    /// A leaf of the graph.
    #[must_use]
    pub fn input(&self, input: Input) -> Expression<'_, Graph> {
        self.apply(|graph| graph.input(input))
    }

    /// Begins a section of the graph.
    pub fn section(&self, name: &str) {
        self.0.borrow_mut().section(name);
    }
}

/// An element of a ring: copied freely, with `+`, `-` and `*`.
#[derive(Debug)]
pub struct Expression<'r, A: Algebra> {
    ring: &'r Ring<A>,
    /// The element itself.
    pub element: A::Element,
}

impl<A: Algebra<Element: Copy>> Clone for Expression<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Algebra> Copy for Expression<'_, A> where A::Element: Copy {}

impl<'r, A: Algebra<Element: Copy>> Expression<'r, A> {
    /// The ring that it is written in.
    #[must_use]
    pub fn ring(self) -> &'r Ring<A> {
        self.ring
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.ring.0.borrow().is_zero(&self.element)
    }
}

impl Expression<'_, Graph> {
    /// The sign of a velocity.
    #[must_use]
    pub fn sign(self) -> Self {
        self.ring.apply(|graph| graph.sign(self.element))
    }

    /// One over the square root of what is positive.
    #[must_use]
    pub fn inverse_root(self) -> Self {
        self.ring.apply(|graph| graph.inverse_root(self.element))
    }

    /// A function of it.
    #[must_use]
    pub fn apply(self, function: Unary) -> Self {
        self.ring.apply(|graph| graph.apply(function, self.element))
    }

    /// Names it for the reader of the generated code.
    pub fn name(self, name: impl FnOnce() -> String) {
        self.ring.0.borrow_mut().name(self.element, name);
    }
}

/// Operators between two expressions, by the algebra's function of the same name.
macro_rules! operators {
    ($($operator:ident $name:ident)*) => {$(
        impl<A: Algebra<Element: Copy>> $operator for Expression<'_, A> {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                self.ring.apply(|ring| ring.$name(&self.element, &other.element))
            }
        }
    )*};
}

operators! { Add add Sub sub Mul mul }

impl<A: Algebra<Element: Copy>> Neg for Expression<'_, A> {
    type Output = Self;
    fn neg(self) -> Self {
        self.ring.apply(|ring| ring.neg(&self.element))
    }
}

impl<A: Algebra<Element: Copy>> Mul<&Rational> for Expression<'_, A> {
    type Output = Self;
    fn mul(self, factor: &Rational) -> Self {
        self.ring.apply(|ring| ring.scale(factor, &self.element))
    }
}

impl Graph {
    /// Adds what is written in expressions, and gives the nodes of the results.
    pub fn write<T>(&mut self, write: impl FnOnce(&Ring<Self>) -> T) -> T {
        let ring = Ring::over(std::mem::take(self));
        let result = write(&ring);
        *self = ring.into_algebra();
        result
    }
}
