//! Vectors and matrices of three, of exact numbers or of polynomials.

use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};

use super::Rational;

/// What vectors are made of: exact numbers, and what such numbers are part of.
pub trait Exact:
    Clone
    + Default
    + From<Rational>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + Sum
{
}

impl<E> Exact for E where
    E: Clone
        + Default
        + From<Rational>
        + Add<Output = Self>
        + Sub<Output = Self>
        + Mul<Output = Self>
        + Neg<Output = Self>
        + Sum
{
}

/// A vector of three elements.
pub type Vector<E> = [E; 3];

/// A matrix, row by row.
pub type Matrix<E> = [Vector<E>; 3];

/// A constant rotation matrix, exactly orthogonal.
pub type Rotation = Matrix<Rational>;

/// The matrix with these elements.
pub fn matrix<E>(element: impl Fn(usize, usize) -> E) -> Matrix<E> {
    std::array::from_fn(|i| std::array::from_fn(|j| element(i, j)))
}

/// The identity.
#[must_use]
pub fn identity<E: Exact>() -> Matrix<E> {
    matrix(|i, j| E::from(Rational::from(i64::from(i == j))))
}

/// Whether a rotation takes coordinate axes to coordinate axes.
#[must_use]
pub fn is_of_axes(rotation: &Rotation) -> bool {
    let elements = rotation.iter().flatten();
    elements.filter(|element| element.is_zero()).count() == 6
}

/// The columns as rows.
#[must_use]
pub fn transposed<E: Exact>(a: &Matrix<E>) -> Matrix<E> {
    matrix(|i, j| a[j][i].clone())
}

/// `a + factor b`.
#[must_use]
pub fn plus<E: Exact>(a: &Vector<E>, factor: &E, b: &Vector<E>) -> Vector<E> {
    std::array::from_fn(|i| a[i].clone() + factor.clone() * b[i].clone())
}

/// `a + factor b`, of matrices.
#[must_use]
pub fn added<E: Exact>(a: &Matrix<E>, factor: &E, b: &Matrix<E>) -> Matrix<E> {
    std::array::from_fn(|i| plus(&a[i], factor, &b[i]))
}

/// The scalar product.
#[must_use]
pub fn dot<E: Exact>(a: &Vector<E>, b: &Vector<E>) -> E {
    a.iter().zip(b).map(|(x, y)| x.clone() * y.clone()).sum()
}

/// A matrix times a vector.
#[must_use]
pub fn times<E: Exact>(a: &Matrix<E>, vector: &Vector<E>) -> Vector<E> {
    std::array::from_fn(|i| dot(&a[i], vector))
}

/// The matrix product.
#[must_use]
pub fn product<E: Exact>(a: &Matrix<E>, b: &Matrix<E>) -> Matrix<E> {
    let columns = transposed(b);
    matrix(|i, j| dot(&a[i], &columns[j]))
}

/// The matrix of the vector product: `[a×] b = a × b`.
#[must_use]
pub fn cross<E: Exact>([x, y, z]: &Vector<E>) -> Matrix<E> {
    let [x, y, z] = [x, y, z].map(Clone::clone);
    [
        [E::default(), -z.clone(), y.clone()],
        [z, E::default(), -x.clone()],
        [-y, x, E::default()],
    ]
}

/// The determinant.
#[must_use]
pub fn determinant<E: Exact>([a, b, c]: &Matrix<E>) -> E {
    dot(a, &times(&cross(b), c))
}
