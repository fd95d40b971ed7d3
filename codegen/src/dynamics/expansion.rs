//! Expansion into polynomials within a budget of work, so that no mechanism takes for ever.

use crate::algebra::{Algebra, Atom, Poly, Rational};
use crate::mechanism::{JointKind, Mechanism};

/// How much work the energy functions of a mechanism may take, as [`Poly::times_within`] counts
/// it: a quarter of a minute and less than half a GB. Seven joints at arbitrary angles or eleven at
/// right angles take most of it, the usual robot arm a thousandth.
pub(super) const BUDGET: u64 = 6_000_000_000;

/// Memory is work too: writing it takes time, and a budget of work then bounds it.
const WORK_PER_BYTE: u64 = 2;

/// Bytes of a term beside its factors and its coefficient, and of a factor.
const TERM: usize = 64;
const FACTOR: usize = 6;

/// The energy functions of a mechanism have too many terms to be expanded.
///
/// Each turning joint below another one multiplies the number of terms: by about three where axes
/// meet at right angles, by five at other angles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "this robot is too large for exact base parameters: its energy, written out, has too many \
     terms (the longest chain has {turning} turning joints)\n\
     help: write right angles exactly (`90deg`, `pi/2`), give lengths as numbers in place of \
     symbols, or describe a part of the robot and join the rest to it by `fixed` joints"
)]
pub struct TooLarge {
    /// The most turning joints between the base and a body.
    pub turning: usize,
}

impl TooLarge {
    /// The error for a mechanism.
    pub(super) fn of(mechanism: &Mechanism) -> Self {
        let mut turning: Vec<usize> = Vec::with_capacity(mechanism.bodies.len());
        for body in &mechanism.bodies {
            let above = body.parent.map_or(0, |parent| turning[parent]);
            turning.push(above + usize::from(body.joint.kind != JointKind::Prismatic));
        }
        let turning = turning.into_iter().max().unwrap_or(0);
        Self { turning }
    }
}

/// The ring of polynomials in normal form with a budget of work. Once it is spent every product is
/// zero, so that a derivation comes to its end at once; its result is then worthless.
#[derive(Debug)]
pub(super) struct Expansion {
    left: u64,
}

impl Expansion {
    /// A ring with so much work to spend.
    pub(super) fn new(budget: u64) -> Self {
        Self { left: budget }
    }

    /// A result, if there is work left for the memory that it takes; else zero.
    fn kept(&mut self, poly: Poly) -> Poly {
        let work = poly.terms().iter().map(|(monomial, coefficient)| {
            let size = TERM + monomial.factors().len() * FACTOR + coefficient.bytes();
            WORK_PER_BYTE * u64::try_from(size).unwrap_or(u64::MAX)
        });
        self.left = self.left.saturating_sub(work.sum());
        if self.is_spent() { Poly::zero() } else { poly }
    }

    /// How much work is left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Spends what is left.
    pub(super) fn give_up(&mut self) {
        self.left = 0;
    }

    /// Whether the budget did not suffice.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }
}

impl Algebra for Expansion {
    type Element = Poly;

    fn constant(&mut self, value: &Rational) -> Poly {
        Poly::constant(value.clone())
    }
    fn atom(&mut self, atom: Atom) -> Poly {
        Poly::atom(atom)
    }
    fn is_zero(&self, element: &Poly) -> bool {
        element.is_zero()
    }
    fn neg(&mut self, a: &Poly) -> Poly {
        self.kept(-a)
    }
    fn add(&mut self, a: &Poly, b: &Poly) -> Poly {
        self.kept(a + b)
    }
    fn mul(&mut self, a: &Poly, b: &Poly) -> Poly {
        // A factor that is a number makes no new terms.
        if a.as_constant().is_some() || b.as_constant().is_some() {
            return self.kept(a * b);
        }
        let product = a.times_within(b, &mut self.left).unwrap_or_default();
        self.kept(product)
    }
}

#[cfg(test)]
mod tests {
    use super::{Algebra, Atom, Expansion, Poly};

    #[test]
    fn a_spent_budget_stays_spent_and_ends_all_growth() {
        // The product of (s_j + c_j) over all joints doubles with every factor.
        let mut ring = Expansion::new(1_000_000);
        let mut product = Poly::one();
        for joint in 0..60 {
            let (s, c) = (ring.atom(Atom::Sine(joint)), ring.atom(Atom::Cosine(joint)));
            let factor = ring.add(&s, &c);
            let unlimited = &product * &factor;
            product = ring.mul(&product, &factor);
            assert!(ring.is_spent() || product == unlimited);
        }
        assert!(ring.is_spent());
        assert_eq!(product, Poly::zero());
        let one = Poly::one();
        assert_eq!(ring.add(&one, &one), Poly::zero());
    }
}
