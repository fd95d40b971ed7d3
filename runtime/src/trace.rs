//! Traced numbers: what a generated function does with its inputs, written down operation by operation.

use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::{Radical, Real, Scalar, Transcendental};

/// An operation of a generated function on earlier results, which are named by their places on the tape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Operation {
    /// A number that does not depend on inputs.
    Constant(f64),
    /// A sum.
    Add(u32, u32),
    /// A difference.
    Sub(u32, u32),
    /// A product.
    Mul(u32, u32),
    /// A quotient.
    Div(u32, u32),
    /// The negative.
    Neg(u32),
    /// The sine.
    Sin(u32),
    /// The cosine.
    Cos(u32),
    /// The sign: 1, -1, and 0 at rest.
    Sign(u32),
    /// The square root.
    Sqrt(u32),
    /// The exponential.
    Exp(u32),
    /// The hyperbolic tangent.
    Tanh(u32),
}

/// Where operations are written down. The runtime has none of its own, since it does not allocate.
pub trait Tape {
    /// Writes an operation down, and says at which place.
    fn push(&self, operation: Operation) -> u32;
}

/// A number that writes down what is computed with it: through a generated function, which has neither branches nor
/// loops, once is enough to know the function whole, and with it every derivative of it.
///
/// Operations on constants alone are not written down. What is written has no value yet ([`Real::value`] is not a number):
/// functions that decide by values, as recovery's do, cannot be traced.
///
/// ```
/// use core::cell::RefCell;
/// use armwright_runtime::{Operation, Scalar, Tape, Traced};
/// struct Written(RefCell<Vec<Operation>>);
/// impl Tape for Written {
///     fn push(&self, operation: Operation) -> u32 {
///         let mut all = self.0.borrow_mut();
///         all.push(operation);
///         all.len() as u32 - 1
///     }
/// }
/// let tape = Written(RefCell::default());
/// let tape: &dyn Tape = &tape;
/// let x = Traced::written(&tape, 7);
/// let y = Traced::constant(2.0) * (x + x);
/// assert_eq!(y.source(), armwright_runtime::Source::Written(2));
/// ```
// Two words, which functions take in registers: generated code with it is long.
#[derive(Clone, Copy)]
pub struct Traced<'t> {
    /// Where it is written down; nowhere if it does not depend on inputs.
    tape: Option<&'t &'t dyn Tape>,
    /// Its place there, or else the bits of the number.
    word: u64,
}

/// What a [`Traced`] number is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Source {
    /// A number that does not depend on inputs.
    Constant(f64),
    /// An input or a result, by its place on the tape.
    Written(u32),
}

impl<'t> Traced<'t> {
    /// What stands at a place of a tape.
    #[must_use]
    pub fn written(tape: &'t &'t dyn Tape, place: u32) -> Self {
        Self {
            tape: Some(tape),
            word: u64::from(place),
        }
    }

    /// What it is.
    #[must_use]
    pub fn source(self) -> Source {
        match self.tape {
            None => Source::Constant(f64::from_bits(self.word)),
            // A place has 32 bits.
            Some(_) => Source::Written(u32::try_from(self.word).unwrap_or(u32::MAX)),
        }
    }

    fn number(value: f64) -> Self {
        Self {
            tape: None,
            word: value.to_bits(),
        }
    }

    /// Its place; constants are written down first.
    fn place(self, tape: &'t &'t dyn Tape) -> u32 {
        match self.source() {
            Source::Constant(value) => tape.push(Operation::Constant(value)),
            Source::Written(place) => place,
        }
    }

    fn with(
        self,
        other: Self,
        value: fn(f64, f64) -> f64,
        operation: fn(u32, u32) -> Operation,
    ) -> Self {
        match (self.source(), other.source(), self.tape.or(other.tape)) {
            (Source::Constant(a), Source::Constant(b), _) => Self::number(value(a, b)),
            (_, _, Some(tape)) => {
                let (a, b) = (self.place(tape), other.place(tape));
                Self::written(tape, tape.push(operation(a, b)))
            }
            // What is written has a tape.
            (_, _, None) => Self::number(f64::NAN),
        }
    }

    fn of(self, value: fn(f64) -> f64, operation: fn(u32) -> Operation) -> Self {
        match (self.source(), self.tape) {
            (Source::Written(place), Some(tape)) => {
                Self::written(tape, tape.push(operation(place)))
            }
            _ => Self::number(value(f64::from_bits(self.word))),
        }
    }
}

impl Default for Traced<'_> {
    fn default() -> Self {
        Self::number(0.0)
    }
}

impl fmt::Debug for Traced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source() {
            Source::Constant(value) => write!(f, "{value:?}"),
            Source::Written(place) => write!(f, "#{place}"),
        }
    }
}

impl Add for Traced<'_> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b, Operation::Add)
    }
}

impl Sub for Traced<'_> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b, Operation::Sub)
    }
}

impl Mul for Traced<'_> {
    type Output = Self;
    #[inline(never)]
    fn mul(self, other: Self) -> Self {
        self.with(other, |a, b| a * b, Operation::Mul)
    }
}

impl Div for Traced<'_> {
    type Output = Self;
    #[inline(never)]
    fn div(self, other: Self) -> Self {
        self.with(other, |a, b| a / b, Operation::Div)
    }
}

impl Neg for Traced<'_> {
    type Output = Self;
    #[inline(never)]
    fn neg(self) -> Self {
        self.of(|a| -a, Operation::Neg)
    }
}

impl Scalar for Traced<'_> {
    fn constant(value: f64) -> Self {
        Self::number(value)
    }
    #[inline(never)]
    fn add_product(self, a: Self, b: Self) -> Self {
        self + a * b
    }
    #[inline(never)]
    fn sub_product(self, a: Self, b: Self) -> Self {
        self - a * b
    }
    #[inline(never)]
    fn sub_from_product(self, a: Self, b: Self) -> Self {
        a * b - self
    }
    #[inline(never)]
    fn sin_cos(self) -> (Self, Self) {
        (
            self.of(|x| x.sin_cos().0, Operation::Sin),
            self.of(|x| x.sin_cos().1, Operation::Cos),
        )
    }
    fn sign(self) -> Self {
        self.of(Scalar::sign, Operation::Sign)
    }
}

impl Radical for Traced<'_> {
    fn sqrt(self) -> Self {
        self.of(libm::sqrt, Operation::Sqrt)
    }
}

impl Real for Traced<'_> {
    fn value(self) -> f64 {
        match self.source() {
            Source::Constant(value) => value,
            Source::Written(_) => f64::NAN,
        }
    }
}

impl Transcendental for Traced<'_> {
    fn exp(self) -> Self {
        self.of(libm::exp, Operation::Exp)
    }
    fn tanh(self) -> Self {
        self.of(libm::tanh, Operation::Tanh)
    }
}
