//! Vectors and fixed rotations over any [`Algebra`].

use super::{Algebra, Rational};

/// A vector of three elements.
pub type Vector<E> = [E; 3];

/// A constant rotation matrix, exactly orthogonal, row by row.
pub type Rotation = [[Rational; 3]; 3];

/// The zero vector.
pub fn zero<A: Algebra>(algebra: &mut A) -> Vector<A::Element> {
    std::array::from_fn(|_| algebra.zero())
}

/// A vector of numbers.
pub fn constant<A: Algebra>(algebra: &mut A, vector: &[Rational; 3]) -> Vector<A::Element> {
    std::array::from_fn(|i| algebra.constant(&vector[i]))
}

/// The sum of two vectors.
pub fn add<A: Algebra>(
    algebra: &mut A,
    a: &Vector<A::Element>,
    b: &Vector<A::Element>,
) -> Vector<A::Element> {
    std::array::from_fn(|i| algebra.add(&a[i], &b[i]))
}

/// A vector times an element.
pub fn scale<A: Algebra>(
    algebra: &mut A,
    factor: &A::Element,
    a: &Vector<A::Element>,
) -> Vector<A::Element> {
    std::array::from_fn(|i| algebra.mul(factor, &a[i]))
}

/// The scalar product.
pub fn dot<A: Algebra>(
    algebra: &mut A,
    a: &Vector<A::Element>,
    b: &Vector<A::Element>,
) -> A::Element {
    let mut sum = algebra.zero();
    for i in 0..3 {
        let product = algebra.mul(&a[i], &b[i]);
        sum = algebra.add(&sum, &product);
    }
    sum
}

/// The vector product.
pub fn cross<A: Algebra>(
    algebra: &mut A,
    a: &Vector<A::Element>,
    b: &Vector<A::Element>,
) -> Vector<A::Element> {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (left, right) = (algebra.mul(&a[j], &b[k]), algebra.mul(&a[k], &b[j]));
        algebra.sub(&left, &right)
    })
}

/// A matrix of elements times a vector.
pub fn apply<A: Algebra>(
    algebra: &mut A,
    matrix: &[Vector<A::Element>; 3],
    a: &Vector<A::Element>,
) -> Vector<A::Element> {
    std::array::from_fn(|i| dot(algebra, &matrix[i], a))
}

/// A vector times a matrix of elements: `aᵀ M`.
pub fn apply_transposed<A: Algebra>(
    algebra: &mut A,
    matrix: &[Vector<A::Element>; 3],
    a: &Vector<A::Element>,
) -> Vector<A::Element> {
    std::array::from_fn(|i| {
        let column = std::array::from_fn(|row| matrix[row][i].clone());
        dot(algebra, &column, a)
    })
}

/// `R a` for a constant rotation.
pub fn rotate<A: Algebra>(
    algebra: &mut A,
    rotation: &Rotation,
    a: &Vector<A::Element>,
) -> Vector<A::Element> {
    std::array::from_fn(|i| weighted(algebra, &rotation[i], a))
}

/// `Rᵀ a` for a constant rotation.
pub fn rotate_back<A: Algebra>(
    algebra: &mut A,
    rotation: &Rotation,
    a: &Vector<A::Element>,
) -> Vector<A::Element> {
    std::array::from_fn(|i| {
        let column = std::array::from_fn(|row| rotation[row][i].clone());
        weighted(algebra, &column, a)
    })
}

fn weighted<A: Algebra>(
    algebra: &mut A,
    weights: &[Rational; 3],
    a: &Vector<A::Element>,
) -> A::Element {
    let mut sum = algebra.zero();
    for (weight, element) in weights.iter().zip(a) {
        let term = algebra.scale(weight, element);
        sum = algebra.add(&sum, &term);
    }
    sum
}
