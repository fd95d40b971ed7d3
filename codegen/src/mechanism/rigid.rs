//! What a rigid body has of mass, first moment and inertia, seen from one frame and from another.

use super::Inertial;
use crate::algebra::Rational;
use crate::algebra::matrix::{
    Exact, Matrix, Vector, added, dot, matrix, plus, product, times, transposed,
};

/// Mass, first moment and inertia of a body about the origin of a frame, in numbers or in symbols.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RigidBody<E> {
    /// kg.
    pub mass: E,
    /// Mass times centre of mass, kg·m.
    pub moment: Vector<E>,
    /// The inertia tensor, kg·m².
    pub inertia: Matrix<E>,
}

/// Components in the order of [`Inertial::ALL`].
impl<E: Clone> From<[E; 10]> for RigidBody<E> {
    fn from([mass, x, y, z, xx, xy, xz, yy, yz, zz]: [E; 10]) -> Self {
        Self {
            mass,
            moment: [x, y, z],
            inertia: [
                [xx, xy.clone(), xz.clone()],
                [xy, yy, yz.clone()],
                [xz, yz, zz],
            ],
        }
    }
}

impl<E: Exact> RigidBody<E> {
    /// One of its components.
    #[must_use]
    pub fn component(&self, component: Inertial) -> &E {
        match component {
            Inertial::Mass => &self.mass,
            Inertial::Moment(a) => &self.moment[a.at()],
            Inertial::Inertia(a, b) => &self.inertia[a.at()][b.at()],
        }
    }

    /// The same body in a frame in whose axes its own are the columns of a rotation.
    #[must_use]
    pub fn turned(&self, rotation: &Matrix<E>) -> Self {
        Self {
            mass: self.mass.clone(),
            moment: times(rotation, &self.moment),
            inertia: product(&product(rotation, &self.inertia), &transposed(rotation)),
        }
    }

    /// The same body about a point from which its own origin is displaced by `t` (Steiner):
    /// `h' = h + m t`, `L' = L + 2 (a·t) 1 - a tᵀ - t aᵀ` with `a = h + m t/2`.
    #[must_use]
    pub fn shifted(&self, t: &Vector<E>) -> Self {
        let [half, one] = [Rational::new(1, 2), Rational::ONE].map(E::from);
        let a = plus(&self.moment, &(half * self.mass.clone()), t);
        let twice = dot(&a, t) + dot(&a, t);
        let steiner = matrix(|i, j| {
            let outer = a[i].clone() * t[j].clone() + a[j].clone() * t[i].clone();
            if i == j {
                twice.clone() - outer
            } else {
                -outer
            }
        });
        Self {
            mass: self.mass.clone(),
            moment: plus(&self.moment, &self.mass, t),
            inertia: added(&self.inertia, &one, &steiner),
        }
    }
}

impl RigidBody<Rational> {
    /// The centre of mass; `None` for a body without mass.
    #[must_use]
    pub fn centre(&self) -> Option<Vector<Rational>> {
        let inverse = self.mass.recip()?;
        Some(self.moment.each_ref().map(|x| x * &inverse))
    }
}
