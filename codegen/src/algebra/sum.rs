//! Sums of terms under construction, brought to the normal form under s² + c² = 1.

use std::collections::hash_map::Entry;

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use super::{Atom, Monomial, Rational};

/// What the coefficients of a sum can do.
pub(super) trait Coefficient {
    /// Adds another one.
    fn add(&mut self, other: &Self);
    /// The negative.
    fn negative(&self) -> Self;
}

impl Coefficient for Rational {
    fn add(&mut self, other: &Self) {
        *self = &*self + other;
    }
    fn negative(&self) -> Self {
        -self
    }
}

impl Coefficient for IBig {
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    fn negative(&self) -> Self {
        -self
    }
}

/// A sum of terms; those that have cancelled are still there, with a coefficient of zero.
pub(super) struct Sum<C>(FxHashMap<Monomial, C>);

impl<C> Default for Sum<C> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<C: Coefficient> Sum<C> {
    /// Adds a term, replacing each square of a sine by `1 - c²`.
    pub(super) fn add(&mut self, monomial: Monomial, coefficient: C) {
        if let Some(joint) = monomial.squared_sine() {
            let sine = Atom::Sine(joint);
            let rest = monomial.with_exponent(sine, monomial.exponent(sine) - 2);
            let squared_cosine = Monomial::one().with_exponent(Atom::Cosine(joint), 2);
            self.add(rest.times(&squared_cosine), coefficient.negative());
            self.add(rest, coefficient);
            return;
        }
        match self.0.entry(monomial) {
            Entry::Occupied(mut sum) => sum.get_mut().add(&coefficient),
            Entry::Vacant(place) => drop(place.insert(coefficient)),
        }
    }

    /// The terms, in no order.
    pub(super) fn into_terms(self) -> impl Iterator<Item = (Monomial, C)> {
        self.0.into_iter()
    }
}
