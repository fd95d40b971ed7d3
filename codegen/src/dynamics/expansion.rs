//! Expansion into polynomials within a budget of work, so that no mechanism takes for ever.

use crate::algebra::{Algebra, Atom, Poly, Rational};

/// How many terms a closed form may have unless the robot file sets a budget of its own.
pub const DEFAULT_BUDGET: usize = 8000;

/// How much work the energy functions of a mechanism may take for each term that its closed form may
/// have, as [`Poly::times_within`] counts it: a fifth of a second for the usual budget of terms.
const WORK_PER_TERM: u64 = 10_000;

/// The work for so many terms.
pub(super) fn work(terms: usize) -> u64 {
    WORK_PER_TERM.saturating_mul(u64::try_from(terms).unwrap_or(u64::MAX))
}

/// Memory is work too: writing it takes time, and a budget of work then bounds it.
const WORK_PER_BYTE: u64 = 2;

/// Bytes of a term beside its factors and its coefficient, and of a factor.
const TERM: usize = 64;
const FACTOR: usize = 6;

/// The ring of polynomials in normal form with a budget of work. Once it is spent every product is
/// zero, so that a derivation comes to its end at once; its result is then worthless.
#[derive(Debug)]
pub(super) struct Expansion {
    polys: Vec<Poly>,
    left: u64,
}

/// A polynomial of an expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Expanded(usize);

impl Expansion {
    /// A ring with so much work to spend.
    pub(super) fn new(budget: u64) -> Self {
        Self {
            polys: vec![Poly::zero()],
            left: budget,
        }
    }

    /// The polynomial itself.
    pub(super) fn get(&self, element: Expanded) -> &Poly {
        &self.polys[element.0]
    }

    /// A result, if there is work left for the memory that it takes; else zero.
    fn kept(&mut self, poly: Poly) -> Expanded {
        let work = poly.terms().iter().map(|(monomial, coefficient)| {
            let size = TERM + monomial.factors().len() * FACTOR + coefficient.bytes();
            WORK_PER_BYTE * u64::try_from(size).unwrap_or(u64::MAX)
        });
        self.left = self.left.saturating_sub(work.sum());
        if self.is_spent() || poly.is_zero() {
            return Expanded(0);
        }
        self.polys.push(poly);
        Expanded(self.polys.len() - 1)
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
    type Element = Expanded;

    fn constant(&mut self, value: &Rational) -> Expanded {
        self.kept(Poly::constant(value.clone()))
    }
    fn atom(&mut self, atom: Atom) -> Expanded {
        self.kept(Poly::atom(atom))
    }
    fn is_zero(&self, element: &Expanded) -> bool {
        self.get(*element).is_zero()
    }
    fn neg(&mut self, a: &Expanded) -> Expanded {
        self.kept(-self.get(*a))
    }
    fn add(&mut self, a: &Expanded, b: &Expanded) -> Expanded {
        if self.is_zero(a) {
            return *b;
        }
        if self.is_zero(b) {
            return *a;
        }
        self.kept(self.get(*a) + self.get(*b))
    }
    fn mul(&mut self, a: &Expanded, b: &Expanded) -> Expanded {
        let (x, y) = (self.get(*a), self.get(*b));
        // A factor that is a number makes no new terms.
        if x.as_constant().is_some() || y.as_constant().is_some() {
            return self.kept(x * y);
        }
        let mut left = self.left;
        let product = x.times_within(y, &mut left).unwrap_or_default();
        self.left = left;
        self.kept(product)
    }
}

#[cfg(test)]
mod tests {
    use super::{Algebra, Atom, Expansion, Rational};

    #[test]
    fn a_spent_budget_stays_spent_and_ends_all_growth() {
        // The product of (s_j + c_j) over all joints doubles with every factor.
        let mut ring = Expansion::new(1_000_000);
        let mut product = ring.constant(&Rational::ONE);
        for joint in 0..60u16 {
            let (s, c) = (
                ring.atom(Atom::Sine(joint.into())),
                ring.atom(Atom::Cosine(joint.into())),
            );
            let factor = ring.add(&s, &c);
            let unlimited = ring.get(product) * ring.get(factor);
            product = ring.mul(&product, &factor);
            assert!(ring.is_spent() || *ring.get(product) == unlimited);
        }
        assert!(ring.is_spent());
        assert!(ring.is_zero(&product));
        let one = ring.constant(&Rational::ONE);
        let sum = ring.add(&one, &one);
        assert!(ring.is_zero(&sum));
    }

    /// A product that would take more than is left is none of smaller size: all ends with it.
    #[test]
    fn a_product_beyond_the_budget_ends_everything() {
        let factors = |budget: u64| {
            let mut ring = Expansion::new(budget);
            let [x, y] = [0u16, 30].map(|first| {
                let mut sum = ring.constant(&Rational::ONE);
                for joint in first..first + 30 {
                    let atom = ring.atom(Atom::Sine(joint.into()));
                    sum = ring.add(&sum, &atom);
                }
                sum
            });
            (ring, x, y)
        };
        let (mut ring, x, y) = factors(u64::MAX);
        let spent = u64::MAX - ring.left();
        let product = ring.mul(&x, &y);
        assert_eq!(ring.get(product).terms().len(), 31 * 31);
        let needed = u64::MAX - ring.left() - spent;
        for (more, is_enough) in [(needed + 1, true), (needed / 4, false), (1, false)] {
            let (mut ring, x, y) = factors(spent + more);
            assert!(!ring.is_spent());
            let product = ring.mul(&x, &y);
            assert_eq!(ring.is_spent(), !is_enough, "{more} of {needed}");
            assert_eq!(ring.is_zero(&product), !is_enough);
            let atom = ring.atom(Atom::Sine(1u16.into()));
            assert!(is_enough || ring.is_zero(&atom));
        }
    }

    /// Two units of work a byte: 64 for a term, 6 for each factor, and those of a long number. What a number multiplies has no
    /// more terms than before.
    #[test]
    fn what_is_kept_takes_work_for_its_memory() {
        let number = Rational::decimal("1e30").expect("a number");
        let bytes = u64::try_from(number.bytes()).expect("a few");
        assert!(bytes > 0);
        let mut ring = Expansion::new(10_000);
        let long = ring.constant(&number);
        let mut left = 10_000 - 2 * (64 + bytes);
        assert_eq!(ring.left(), left);
        let sine = ring.atom(Atom::Sine(0.into()));
        left -= 2 * (64 + 6);
        assert_eq!(ring.left(), left);
        for (a, b) in [(long, sine), (sine, long)] {
            let product = ring.mul(&a, &b);
            left -= 2 * (64 + 6 + bytes);
            assert_eq!(ring.left(), left);
            assert_eq!(ring.get(product).terms().len(), 1);
        }
    }
}
