//! Products of powers of sines, cosines, positions and symbols.

use super::{CoordinateIndex, Symbol};

/// A variable of the equations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// A coordinate.
    Position(CoordinateIndex),
    /// The sine of a coordinate, or of the part of it that turns the joints turn by multiples of.
    Sine(CoordinateIndex),
    /// The cosine of the same.
    Cosine(CoordinateIndex),
    /// A constant or a parameter.
    Symbol(Symbol),
}

impl Atom {
    /// The coordinate that it depends on; `None` for a symbol.
    #[must_use]
    pub fn coordinate(self) -> Option<CoordinateIndex> {
        match self {
            Self::Position(j) | Self::Sine(j) | Self::Cosine(j) => Some(j),
            Self::Symbol(_) => None,
        }
    }

    /// Whether it is a standard parameter.
    #[must_use]
    pub fn is_standard(self) -> bool {
        matches!(self, Self::Symbol(Symbol::Standard(_)))
    }
}

/// A product of powers of atoms, the atoms in ascending order; the empty product is 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Monomial(Vec<(Atom, u16)>);

impl Monomial {
    /// The empty product.
    #[must_use]
    pub fn one() -> Self {
        Self::default()
    }

    /// One atom.
    #[must_use]
    pub fn atom(atom: Atom) -> Self {
        Self(vec![(atom, 1)])
    }

    /// Its factors: atoms in ascending order and their exponents, all positive.
    #[must_use]
    pub fn factors(&self) -> &[(Atom, u16)] {
        &self.0
    }

    /// Whether it is the empty product.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.0.is_empty()
    }

    /// The exponent of an atom, zero if it is absent.
    #[must_use]
    pub fn exponent(&self, atom: Atom) -> u16 {
        self.0
            .iter()
            .find(|(a, _)| *a == atom)
            .map_or(0, |(_, e)| *e)
    }

    /// The same product with another exponent of one atom.
    #[must_use]
    pub fn with_exponent(&self, atom: Atom, exponent: u16) -> Self {
        let mut factors = self.0.clone();
        match factors.binary_search_by_key(&atom, |(a, _)| *a) {
            Ok(at) if exponent == 0 => drop(factors.remove(at)),
            Ok(at) => factors[at].1 = exponent,
            Err(_) if exponent == 0 => {}
            Err(at) => factors.insert(at, (atom, exponent)),
        }
        Self(factors)
    }

    /// The product of two monomials; squares of sines are left as they are.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        let mut factors = Vec::with_capacity(a.len() + b.len());
        let (mut i, mut j) = (0, 0);
        while i < a.len() && j < b.len() {
            match a[i].0.cmp(&b[j].0) {
                std::cmp::Ordering::Less => {
                    factors.push(a[i]);
                    i += 1;
                }
                std::cmp::Ordering::Greater => {
                    factors.push(b[j]);
                    j += 1;
                }
                std::cmp::Ordering::Equal => {
                    factors.push((a[i].0, a[i].1 + b[j].1));
                    i += 1;
                    j += 1;
                }
            }
        }
        factors.extend_from_slice(&a[i..]);
        factors.extend_from_slice(&b[j..]);
        Self(factors)
    }

    /// The quotient, if the other one divides it.
    #[must_use]
    pub fn over(&self, other: &Self) -> Option<Self> {
        let mut quotient = self.clone();
        for &(atom, exponent) in &other.0 {
            quotient = quotient.with_exponent(atom, self.exponent(atom).checked_sub(exponent)?);
        }
        Some(quotient)
    }

    /// The factors that satisfy a condition, and the others.
    #[must_use]
    pub fn split(&self, condition: impl Fn(Atom) -> bool) -> (Self, Self) {
        let (yes, no) = self
            .0
            .iter()
            .copied()
            .partition(|(atom, _)| condition(*atom));
        (Self(yes), Self(no))
    }

    /// How many squares of sines it has.
    pub(super) fn squared_sines(&self) -> u32 {
        let squares = self.0.iter().map(|&(atom, exponent)| match atom {
            Atom::Sine(_) => u32::from(exponent / 2),
            _ => 0,
        });
        squares.sum()
    }

    /// A sine that stands in it with an exponent of two or more.
    pub(super) fn squared_sine(&self) -> Option<CoordinateIndex> {
        self.0.iter().find_map(|&(atom, exponent)| match atom {
            Atom::Sine(j) if exponent >= 2 => Some(j),
            _ => None,
        })
    }
}
