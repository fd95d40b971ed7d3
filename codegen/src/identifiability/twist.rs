//! Motions as vectors of polynomials in lengths, and in the numbers of a field.

use std::collections::BTreeMap;

use super::waves::Product;
use crate::algebra::linear::{Row, sparse};
use crate::algebra::{Atom, ConstantIndex, Field, Poly, Rational, Symbol};
use crate::mechanism::Pose;

/// Motions: six numbers, angular velocity and velocity of the origin.
pub(super) type Motion<E> = Row<usize, E>;

/// What stands at products of open lengths.
pub(super) type ByLengths<T> = Vec<(Product, T)>;

/// A vector of polynomials in symbols.
pub(super) type Vector = [Poly; 3];
pub(super) type Matrix = [[Rational; 3]; 3];

pub(super) fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &(&a[j] * &b[k]) - &(&a[k] * &b[j])
    })
}

pub(super) fn plus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[i] + &b[i])
}

/// `matrixᵀ a`.
pub(super) fn back(matrix: &Matrix, a: &Vector) -> Vector {
    std::array::from_fn(|i| {
        let terms = (0..3).map(|k| a[k].scale(&matrix[k][i]));
        terms.fold(Poly::zero(), |sum, term| &sum + &term)
    })
}

/// A motion as two vectors: angular velocity, velocity of the origin.
#[derive(Clone)]
pub(super) struct Twist(pub Vector, pub Vector);

impl Twist {
    pub(super) fn unit(k: usize) -> Self {
        let element = |i: usize| if i == k { Poly::one() } else { Poly::zero() };
        Self(
            std::array::from_fn(element),
            std::array::from_fn(|i| element(i + 3)),
        )
    }

    /// In the frame of a pose, at its origin.
    pub(super) fn seen_from(&self, pose: &Pose) -> Self {
        let Self(angular, linear) = self;
        let linear = plus(linear, &cross(angular, &pose.translation));
        Self(back(&pose.rotation, angular), back(&pose.rotation, &linear))
    }

    /// In the numbers of a field, by products of open lengths, the empty one first.
    pub(super) fn in_field<F: Field>(
        &self,
        field: &F,
        open: &[ConstantIndex],
    ) -> Option<ByLengths<Motion<F::Element>>> {
        let is_open = |atom| matches!(atom, Atom::Symbol(Symbol::Constant(k)) if open.contains(&k));
        let mut parts = BTreeMap::from([(Product::default(), vec![field.zero(); 6])]);
        for (k, poly) in self.0.iter().chain(&self.1).enumerate() {
            for (lengths, factor) in poly.collect(is_open) {
                let part = parts.entry(Product::of_lengths(&lengths));
                part.or_insert_with(|| vec![field.zero(); 6])[k] = field.embed(&factor)?;
            }
        }
        let parts = parts.into_iter();
        Some(
            parts
                .map(|(product, motion)| (product, sparse(field, motion)))
                .collect(),
        )
    }
}
