//! Numbers as a robot's file writes them: exact, with symbols, and with multiples of pi.

use std::ops::{Add, Neg};

use crate::algebra::{Atom, ConstantIndex, Poly, Rational, Symbol};

/// Pi where it stands in a number that is no angle: short, and its float is that of pi.
const PI: &str = "3.141592653589793";

/// An exact value: a polynomial in symbolic constants plus a multiple of pi.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Value {
    /// The part without pi; a polynomial in `Atom::Symbol` only.
    pub plain: Poly,
    /// The coefficient of pi.
    pub pi: Rational,
}

/// An exact angle, `pi * turns + radians`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Angle {
    /// The coefficient of pi.
    pub pi: Rational,
    /// The rest, rad.
    pub radians: Rational,
}

impl Angle {
    /// No rotation.
    pub const ZERO: Self = Self {
        pi: Rational::ZERO,
        radians: Rational::ZERO,
    };

    /// The nearest float, rad.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.pi
            .to_f64()
            .mul_add(std::f64::consts::PI, self.radians.to_f64())
    }

    /// The angle as a number, rad, pi as a float; `None` if it is out of range.
    #[must_use]
    pub fn nominal(&self) -> Option<Rational> {
        match self.pi.is_zero() {
            true => Some(self.radians.clone()),
            false => Rational::from_f64(self.to_f64()),
        }
    }

    /// So many times 15 degrees.
    #[must_use]
    pub fn of_twelfths(times: i64) -> Self {
        Self {
            pi: Rational::new(times, 12),
            radians: Rational::ZERO,
        }
    }

    /// How many times 15 degrees it is, if it is a multiple of that: sine and cosine are exact then.
    #[must_use]
    pub fn twelfths(&self) -> Option<i64> {
        let (times, parts) = (&self.pi * &Rational::from(12)).small()?;
        (self.radians.is_zero() && parts == 1).then_some(times)
    }
}

impl Add for &Angle {
    type Output = Angle;
    fn add(self, other: Self) -> Angle {
        let (pi, radians) = (&self.pi + &other.pi, &self.radians + &other.radians);
        Angle { pi, radians }
    }
}

impl Neg for &Angle {
    type Output = Angle;
    fn neg(self) -> Angle {
        let (pi, radians) = (-&self.pi, -&self.radians);
        Angle { pi, radians }
    }
}

/// A length.
impl From<&Poly> for Value {
    fn from(plain: &Poly) -> Self {
        let (plain, pi) = (plain.clone(), Rational::ZERO);
        Self { plain, pi }
    }
}

impl From<&Angle> for Value {
    fn from(angle: &Angle) -> Self {
        let plain = Poly::constant(angle.radians.clone());
        let pi = angle.pi.clone();
        Self { plain, pi }
    }
}

impl Value {
    /// A number.
    #[must_use]
    pub fn number(value: Rational) -> Self {
        let (plain, pi) = (Poly::constant(value), Rational::ZERO);
        Self { plain, pi }
    }

    /// A multiple of pi.
    #[must_use]
    pub fn pi(factor: Rational) -> Self {
        let (plain, pi) = (Poly::zero(), factor);
        Self { plain, pi }
    }

    /// The value as it stands where no angle does: pi is 3.141592653589793 in all of them, so that
    /// multiples of pi keep their exact ratios.
    #[must_use]
    pub fn with_pi(&self) -> Poly {
        let pi = Rational::decimal(PI).unwrap_or_default();
        &self.plain + &Poly::constant(&self.pi * &pi)
    }

    /// The symbolic constant with this index.
    #[must_use]
    pub fn symbol(index: ConstantIndex) -> Self {
        let plain = Poly::atom(Atom::Symbol(Symbol::Constant(index)));
        let pi = Rational::ZERO;
        Self { plain, pi }
    }

    /// The index of a symbol in it, if there is one.
    #[must_use]
    pub fn any_symbol(&self) -> Option<ConstantIndex> {
        let terms = self.plain.terms().iter();
        let mut atoms = terms.flat_map(|(monomial, _)| monomial.factors());
        atoms.find_map(|&(atom, _)| match atom {
            Atom::Symbol(Symbol::Constant(index)) => Some(index),
            _ => None,
        })
    }
}
