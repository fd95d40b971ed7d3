//! Vectors, screws and wrenches of expressions.

use std::ops::{Add, Index, Mul, Neg, Sub};

use super::matrix::Rotation;
use super::{Algebra, Expression, Poly, Rational, Ring};

/// A vector in the axes of some frame.
#[derive(Debug)]
pub struct Vector<'r, A: Algebra>(pub [Expression<'r, A>; 3]);

/// A velocity of a rigid body, or a unit motion of a joint, in a frame.
#[derive(Debug)]
pub struct Screw<'r, A: Algebra> {
    /// Angular velocity.
    pub angular: Vector<'r, A>,
    /// Velocity of the frame's origin.
    pub linear: Vector<'r, A>,
}

/// What acts on a rigid body, in a frame.
#[derive(Debug)]
pub struct Wrench<'r, A: Algebra> {
    /// Force.
    pub force: Vector<'r, A>,
    /// Moment about the frame's origin.
    pub moment: Vector<'r, A>,
}

/// A matrix of three rows.
#[derive(Debug)]
pub struct Matrix<'r, A: Algebra>(pub [Vector<'r, A>; 3]);

/// Copies freely, as its expressions do.
macro_rules! copied {
    ($($name:ident)*) => {$(
        impl<A: Algebra<Element: Copy>> Clone for $name<'_, A> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<A: Algebra> Copy for $name<'_, A> where A::Element: Copy {}
    )*};
}

copied! { Vector Screw Wrench Matrix }

impl<'r, A: Algebra<Element: Copy>> Vector<'r, A> {
    /// The vector without length.
    #[must_use]
    pub fn zero(ring: &'r Ring<A>) -> Self {
        Self(std::array::from_fn(|_| ring.zero()))
    }

    /// A vector of numbers.
    #[must_use]
    pub fn numbers(ring: &'r Ring<A>, numbers: &[Rational; 3]) -> Self {
        Self(std::array::from_fn(|i| ring.number(&numbers[i])))
    }

    /// A vector of polynomials in symbols.
    #[must_use]
    pub fn polys(ring: &'r Ring<A>, polys: &[Poly; 3]) -> Self {
        Self(std::array::from_fn(|i| ring.poly(&polys[i])))
    }

    /// The unit vector along an axis.
    #[must_use]
    pub fn unit(ring: &'r Ring<A>, axis: usize) -> Self {
        let element = |i| if i == axis { ring.one() } else { ring.zero() };
        Self(std::array::from_fn(element))
    }

    /// The scalar product.
    #[must_use]
    pub fn dot(self, other: Self) -> Expression<'r, A> {
        let ring = self[0].ring();
        (0..3).fold(ring.zero(), |sum, i| sum + self[i] * other[i])
    }

    /// The vector product.
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            self[j] * other[k] - self[k] * other[j]
        }))
    }

    /// `R v` for a constant rotation.
    #[must_use]
    pub fn rotated(self, rotation: &Rotation) -> Self {
        Self(std::array::from_fn(|i| self.weighted(|k| &rotation[i][k])))
    }

    /// `Rᵀ v` for a constant rotation.
    #[must_use]
    pub fn rotated_back(self, rotation: &Rotation) -> Self {
        Self(std::array::from_fn(|i| self.weighted(|k| &rotation[k][i])))
    }

    fn weighted<'w>(self, weight: impl Fn(usize) -> &'w Rational) -> Expression<'r, A> {
        let ring = self[0].ring();
        (0..3).fold(ring.zero(), |sum, k| sum + self[k] * weight(k))
    }
}

impl<'r, A: Algebra<Element: Copy>> Matrix<'r, A> {
    /// The matrix times a vector.
    #[must_use]
    pub fn times(self, vector: Vector<'r, A>) -> Vector<'r, A> {
        Vector(std::array::from_fn(|i| self.0[i].dot(vector)))
    }

    /// The columns as rows.
    #[must_use]
    pub fn transposed(self) -> Self {
        Self(std::array::from_fn(|i| Vector(self.0.map(|row| row[i]))))
    }

    /// `Rᵀ M R` for a constant rotation: the same map, in other axes.
    #[must_use]
    pub fn in_axes(self, rotation: &Rotation) -> Self {
        let rows = Self(self.0.map(|row| row.rotated_back(rotation))).transposed();
        Self(rows.0.map(|column| column.rotated_back(rotation))).transposed()
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl<'r, A: Algebra<Element: Copy>> Screw<'r, A> {
    /// No motion.
    #[must_use]
    pub fn rest(ring: &'r Ring<A>) -> Self {
        Self {
            angular: Vector::zero(ring),
            linear: Vector::zero(ring),
        }
    }

    /// Six unit motions of a frame, three along its axes and then three about them: the power of a
    /// wrench along each is a number of the wrench, force first.
    #[must_use]
    pub fn units(ring: &'r Ring<A>) -> [Self; 6] {
        let rest = Self::rest(ring);
        std::array::from_fn(|row| match row {
            0..3 => Self {
                linear: Vector::unit(ring, row),
                ..rest
            },
            _ => Self {
                angular: Vector::unit(ring, row - 3),
                ..rest
            },
        })
    }

    /// The same motion, in a frame whose origin is displaced.
    #[must_use]
    pub fn shifted(self, displacement: Vector<'r, A>) -> Self {
        Self {
            linear: self.linear + self.angular.cross(displacement),
            ..self
        }
    }
}

impl<'r, A: Algebra<Element: Copy>> Wrench<'r, A> {
    /// The power along a screw.
    #[must_use]
    pub fn power(self, screw: Screw<'r, A>) -> Expression<'r, A> {
        screw.linear.dot(self.force) + screw.angular.dot(self.moment)
    }

    /// The same wrench about a point at which the old origin is displaced.
    #[must_use]
    pub fn shifted(self, displacement: Vector<'r, A>) -> Self {
        Self {
            moment: self.moment + displacement.cross(self.force),
            ..self
        }
    }
}

impl<'r, A: Algebra> Index<usize> for Vector<'r, A> {
    type Output = Expression<'r, A>;
    fn index(&self, axis: usize) -> &Expression<'r, A> {
        &self.0[axis]
    }
}

/// Sums and differences, part by part.
macro_rules! by_parts {
    ($($name:ident $operator:ident $method:ident [$($part:ident)*])*) => {$(
        impl<A: Algebra<Element: Copy>> $operator for $name<'_, A> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Self { $($part: self.$part.$method(other.$part)),* }
            }
        }
    )*};
}

by_parts! {
    Screw Add add [angular linear]
    Wrench Add add [force moment]
}

impl<A: Algebra<Element: Copy>> Add for Vector<'_, A> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self[i] + other[i]))
    }
}

impl<A: Algebra<Element: Copy>> Sub for Vector<'_, A> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self[i] - other[i]))
    }
}

impl<A: Algebra<Element: Copy>> Neg for Vector<'_, A> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(|element| -element))
    }
}

impl<'r, A: Algebra<Element: Copy>> Mul<Expression<'r, A>> for Vector<'r, A> {
    type Output = Self;
    fn mul(self, factor: Expression<'r, A>) -> Self {
        Self(self.0.map(|element| factor * element))
    }
}

impl<'r, A: Algebra<Element: Copy>> Mul<Expression<'r, A>> for Screw<'r, A> {
    type Output = Self;
    fn mul(self, factor: Expression<'r, A>) -> Self {
        Self {
            angular: self.angular * factor,
            linear: self.linear * factor,
        }
    }
}
