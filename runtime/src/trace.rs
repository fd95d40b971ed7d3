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

#[cfg(test)]
mod tests {
    extern crate std;

    use core::cell::RefCell;
    use std::format;
    use std::vec::Vec;

    use super::{Operation, Source, Tape, Traced};
    use crate::{Real, Scalar, Transcendental};

    #[derive(Default)]
    struct Written(RefCell<Vec<Operation>>);

    impl Tape for Written {
        fn push(&self, operation: Operation) -> u32 {
            let mut all = self.0.borrow_mut();
            all.push(operation);
            u32::try_from(all.len() - 1).expect("a short tape")
        }
    }

    /// Every function of one number.
    fn functions<S: Transcendental>(x: S) -> [S; 7] {
        let (sine, cosine) = x.sin_cos();
        [sine, cosine, -x, x.sign(), x.sqrt(), x.exp(), x.tanh()]
    }

    /// Every operation on several numbers.
    fn operations<S: Transcendental>(a: S, b: S, c: S) -> [S; 7] {
        [
            a + b,
            a - b,
            a * b,
            a / b,
            c.add_product(a, b),
            c.sub_product(a, b),
            c.sub_from_product(a, b),
        ]
    }

    #[test]
    fn what_depends_on_inputs_is_written_down() {
        use Operation::{Add, Cos, Div, Exp, Mul, Neg, Sign, Sin, Sqrt, Sub, Tanh};
        let written = Written::default();
        let tape: &dyn Tape = &written;
        let input = |place| Traced::written(&tape, place);
        let found = functions(input(30)).map(Traced::source);
        assert_eq!(found, [0, 1, 2, 3, 4, 5, 6].map(Source::Written));
        let all = [Sin, Cos, Neg, Sign, Sqrt, Exp, Tanh].map(|operation| operation(30));
        assert_eq!(*written.0.borrow(), all);
        written.0.borrow_mut().clear();
        let found = operations(input(30), input(31), input(32)).map(Traced::source);
        assert_eq!(found, [0, 1, 2, 3, 5, 7, 9].map(Source::Written));
        let all = [
            Add(30, 31),
            Sub(30, 31),
            Mul(30, 31),
            Div(30, 31),
            Mul(30, 31),
            Add(32, 4),
            Mul(30, 31),
            Sub(32, 6),
            Mul(30, 31),
            Sub(8, 32),
        ];
        assert_eq!(*written.0.borrow(), all);
        assert!(input(30).value().is_nan());
    }

    /// A constant is written down where an operation takes it beside an input, on whichever side.
    #[test]
    fn constants_are_written_down_beside_inputs() {
        let written = Written::default();
        let tape: &dyn Tape = &written;
        let (input, two) = (Traced::written(&tape, 30), Traced::constant(2.0));
        let found = [two - input, input / two].map(Traced::source);
        assert_eq!(found, [1, 3].map(Source::Written));
        let all = [
            Operation::Constant(2.0),
            Operation::Sub(0, 30),
            Operation::Constant(2.0),
            Operation::Div(30, 2),
        ];
        assert_eq!(*written.0.borrow(), all);
        assert_eq!(format!("{two:?} {input:?}"), "2.0 #30");
    }

    #[test]
    fn constants_alone_are_computed() {
        for x in [0.25, 2.5] {
            let found = functions(Traced::constant(x)).map(Real::value);
            let (sine, cosine) = (f64::sin(x), f64::cos(x));
            let told = [
                sine,
                cosine,
                -x,
                1.0,
                f64::sqrt(x),
                f64::exp(x),
                f64::tanh(x),
            ];
            for (found, told) in found.into_iter().zip(told) {
                assert!((found - told).abs() < 1e-14, "{x}: {found} {told}");
            }
        }
        let [a, b, c] = [6.0, 2.0, 5.0].map(Traced::constant);
        let found = operations(a, b, c).map(Real::value);
        assert_eq!(found, [8.0, 4.0, 12.0, 3.0, 17.0, -7.0, 7.0]);
        assert_eq!(Traced::default().source(), Source::Constant(0.0));
    }
}
