//! Dual numbers: a value and its derivative in one direction, through any generated function.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::{Radical, Real, Scalar, ShapeError, Transcendental, vector};

/// `value + derivative ε` with `ε² = 0`: what a function makes of it is the function's value and its
/// derivative in the direction that the inputs' derivatives say, exact but for rounding.
///
/// Decisions look at the value alone, so that a function takes the branches that it takes without
/// derivatives, to the bit.
///
/// ```
/// use armwright_runtime::{Dual, Scalar};
/// let angle = Dual { value: 0.5, derivative: 1.0 };
/// let (sine, _) = (angle * angle).sin_cos();
/// assert!((sine.derivative - 0.25f64.cos()).abs() < 1e-15);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dual<S = f64> {
    /// The number itself.
    pub value: S,
    /// How it changes.
    pub derivative: S,
}

impl<S: Scalar> Add for Dual<S> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            derivative: self.derivative + other.derivative,
        }
    }
}

impl<S: Scalar> Sub for Dual<S> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            derivative: self.derivative - other.derivative,
        }
    }
}

impl<S: Scalar> Neg for Dual<S> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            derivative: -self.derivative,
        }
    }
}

impl<S: Scalar> Mul for Dual<S> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self {
            value: self.value * other.value,
            derivative: self.derivative * other.value + self.value * other.derivative,
        }
    }
}

impl<S: Radical> Div for Dual<S> {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        Self {
            value,
            derivative: (self.derivative - value * other.derivative) / other.value,
        }
    }
}

impl<S: Scalar> Scalar for Dual<S> {
    #[inline]
    fn constant(value: f64) -> Self {
        Self {
            value: S::constant(value),
            derivative: S::constant(0.0),
        }
    }
    fn sin_cos(self) -> (Self, Self) {
        let (sine, cosine) = self.value.sin_cos();
        let part = |value, slope| Self {
            value,
            derivative: slope * self.derivative,
        };
        (part(sine, cosine), part(cosine, -sine))
    }
    #[inline]
    fn sign(self) -> Self {
        Self {
            value: self.value.sign(),
            derivative: S::constant(0.0),
        }
    }
}

impl<S: Radical> Radical for Dual<S> {
    fn sqrt(self) -> Self {
        let value = self.value.sqrt();
        Self {
            value,
            derivative: self.derivative / (value + value),
        }
    }
}

impl<S: Real> Real for Dual<S> {
    #[inline]
    fn value(self) -> f64 {
        self.value.value()
    }
}

impl<S: Transcendental> Transcendental for Dual<S> {
    fn exp(self) -> Self {
        let value = self.value.exp();
        Self {
            value,
            derivative: value * self.derivative,
        }
    }
    fn tanh(self) -> Self {
        let value = self.value.tanh();
        Self {
            value,
            derivative: (S::constant(1.0) - value * value) * self.derivative,
        }
    }
}

/// Numbers (`N`) that move at `derivatives`, of which none stand for zeros.
///
/// # Errors
/// [`ShapeError`] if a slice has another length.
pub fn duals<const N: usize>(values: &[f64], derivatives: &[f64]) -> Result<[Dual; N], ShapeError> {
    let values: &[f64; N] = vector(values)?;
    let derivatives = match derivatives {
        [] => [0.0; N],
        given => *vector(given)?,
    };
    Ok(core::array::from_fn(|k| Dual {
        value: values[k],
        derivative: derivatives[k],
    }))
}

#[cfg(test)]
mod tests {
    use super::{Dual, duals};
    use crate::{Scalar, ShapeError, Transcendental};

    #[test]
    fn numbers_without_derivatives_stand_still() {
        let still = duals::<2>(&[1.0, 2.0], &[]).expect("two");
        assert_eq!(still, [1.0, 2.0].map(Dual::constant));
        let moving = duals::<2>(&[1.0, 2.0], &[3.0, 4.0]).expect("two");
        assert_eq!(moving.map(|x| x.derivative), [3.0, 4.0]);
        let (expected, actual) = (2, 1);
        assert_eq!(
            duals::<2>(&[1.0, 2.0], &[3.0]),
            Err(ShapeError { expected, actual })
        );
    }

    /// A function that uses every operation.
    fn all<S: Transcendental>(x: S) -> S {
        let (sine, cosine) = x.sin_cos();
        -(sine * x - S::constant(3.0)) / (cosine + x.sqrt()) + x.sign() * x + x.exp() * x.tanh()
    }

    #[test]
    fn derivatives_are_those_of_differences() {
        for value in [0.3f64, 0.9, 2.5] {
            let found = all(Dual {
                value,
                derivative: 2.0,
            });
            assert_eq!(found.value, all(value));
            let step = 1e-6;
            let difference = (all(value + step) - all(value - step)) / step;
            assert!((found.derivative - difference).abs() < 1e-8, "{found:?}");
        }
    }

    #[test]
    fn a_dual_number_of_dual_numbers_has_the_second_derivative() {
        let x = Dual {
            value: Dual {
                value: 2.0,
                derivative: 1.0,
            },
            derivative: Dual::constant(1.0),
        };
        let quotient = Dual::constant(1.0) / x;
        assert_eq!(quotient.derivative.derivative, 0.25, "2/x³");
    }
}
