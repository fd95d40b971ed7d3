//! Numbers as a robot's file writes them: exact, with symbols, and with multiples of pi.

use crate::algebra::{Atom, ConstantIndex, Poly, Rational, Symbol};

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

    /// The multiple of 15 degrees that it almost is, as the file would write it exactly; `None`
    /// if it is exact, or not near one.
    #[must_use]
    pub fn almost(&self) -> Option<String> {
        let twelfths = (self.to_f64() / (std::f64::consts::PI / 12.0)).round();
        if self.radians.is_zero() || twelfths == 0.0 || twelfths.abs() > 1200.0 {
            return None;
        }
        let difference = self.to_f64() - twelfths * (std::f64::consts::PI / 12.0);
        if difference.abs() >= 1e-4 {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a whole number of at most 1200"
        )]
        let multiple = Rational::new(twelfths as i64, 12);
        let (numerator, denominator) = multiple.small()?;
        let sign = if numerator < 0 { "-" } else { "" };
        let factor = match numerator.abs() {
            1 => "pi".to_owned(),
            n => format!("{n}*pi"),
        };
        Some(match denominator {
            1 => format!("{sign}{factor}"),
            d => format!("{sign}{factor}/{d}"),
        })
    }
}

impl Value {
    /// A number.
    #[must_use]
    pub fn number(value: Rational) -> Self {
        Self {
            plain: Poly::constant(value),
            pi: Rational::ZERO,
        }
    }

    /// A multiple of pi.
    #[must_use]
    pub fn pi(factor: Rational) -> Self {
        Self {
            plain: Poly::zero(),
            pi: factor,
        }
    }

    /// The symbolic constant with this index.
    #[must_use]
    pub fn symbol(index: ConstantIndex) -> Self {
        Self {
            plain: Poly::atom(Atom::Symbol(Symbol::Constant(index))),
            pi: Rational::ZERO,
        }
    }

    /// The index of a symbol in it, if there is one.
    #[must_use]
    pub fn any_symbol(&self) -> Option<ConstantIndex> {
        let mut atoms = self
            .plain
            .terms()
            .iter()
            .flat_map(|(monomial, _)| monomial.factors());
        atoms.find_map(|&(atom, _)| match atom {
            Atom::Symbol(Symbol::Constant(index)) => Some(index),
            _ => None,
        })
    }

    /// The nearest float, with symbols at their values.
    #[must_use]
    pub fn to_f64(&self, symbols: &dyn Fn(ConstantIndex) -> f64) -> f64 {
        let atom = |atom| match atom {
            Atom::Symbol(Symbol::Constant(index)) => symbols(index),
            _ => 0.0,
        };
        self.plain.evaluate(&atom) + self.pi.to_f64() * std::f64::consts::PI
    }
}
