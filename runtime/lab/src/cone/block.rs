//! Symmetric 4×4 matrices as vectors of ten numbers, and what an interior-point step asks of them.

use nalgebra::{Cholesky, Matrix4, SMatrix, SVector, SymmetricEigen};

/// Rows and columns of the ten elements on and above the diagonal.
pub(crate) const PAIRS: [(usize, usize); 10] = [
    (0, 0),
    (0, 1),
    (0, 2),
    (0, 3),
    (1, 1),
    (1, 2),
    (1, 3),
    (2, 2),
    (2, 3),
    (3, 3),
];

/// A symmetric matrix as a vector with the same scalar product: elements off the diagonal are
/// multiplied by √2.
pub(crate) type Vector = SVector<f64, 10>;

/// A linear map of symmetric matrices, on their vectors.
pub(crate) type Map = SMatrix<f64, 10, 10>;

/// Iterations after which an eigenvalue is given up; a 4×4 matrix needs about ten.
const EIGEN_ITERATIONS: usize = 200;

/// The factor of an element's place in the vector.
pub(crate) fn weight((i, j): (usize, usize)) -> f64 {
    if i == j {
        1.0
    } else {
        std::f64::consts::SQRT_2
    }
}

/// The vector of a symmetric matrix.
pub(crate) fn vector(matrix: &Matrix4<f64>) -> Vector {
    Vector::from_fn(|k, _| weight(PAIRS[k]) * matrix[PAIRS[k]])
}

/// The symmetric matrix of a vector.
pub(crate) fn matrix(vector: &Vector) -> Matrix4<f64> {
    let mut matrix = Matrix4::zeros();
    for (pair, x) in PAIRS.iter().zip(vector) {
        matrix[*pair] = x / weight(*pair);
        matrix[(pair.1, pair.0)] = matrix[*pair];
    }
    matrix
}

/// The map `V ↦ (X V W + W V X) / 2` for symmetric X and W.
pub(crate) fn symmetric_product(x: &Matrix4<f64>, w: &Matrix4<f64>) -> Map {
    let mut map = Map::zeros();
    for k in 0..10 {
        let mut unit = Vector::zeros();
        unit[k] = 1.0;
        let product = x * matrix(&unit) * w;
        map.set_column(k, &vector(&((product + product.transpose()) * 0.5)));
    }
    map
}

/// The inverse of a positive definite matrix; `None` for any other.
pub(crate) fn inverse(matrix: &Matrix4<f64>) -> Option<Matrix4<f64>> {
    Some(Cholesky::new(*matrix)?.inverse())
}

/// The smallest and the largest eigenvalue; not a number if the matrix is not finite.
pub(crate) fn extremes(matrix: &Matrix4<f64>) -> (f64, f64) {
    let finite = matrix.iter().all(|x| x.is_finite());
    let eigen = finite
        .then(|| SymmetricEigen::try_new(*matrix, f64::EPSILON, EIGEN_ITERATIONS))
        .flatten();
    eigen.map_or((f64::NAN, f64::NAN), |eigen| {
        (eigen.eigenvalues.min(), eigen.eigenvalues.max())
    })
}

/// How far one may go from a positive definite matrix in a direction before the result is no
/// longer positive definite; infinite if never, 0 if the start is not positive definite.
pub(crate) fn reach(from: &Matrix4<f64>, direction: &Matrix4<f64>) -> f64 {
    let Some(cholesky) = Cholesky::new(*from) else {
        return 0.0;
    };
    let lower = cholesky.l();
    let scaled = lower
        .solve_lower_triangular(direction)
        .and_then(|half| lower.solve_lower_triangular(&half.transpose()));
    let Some(scaled) = scaled else { return 0.0 };
    let (smallest, _) = extremes(&((scaled + scaled.transpose()) * 0.5));
    match smallest {
        smallest if smallest >= 0.0 => f64::INFINITY,
        smallest if smallest < 0.0 => -smallest.recip(),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Matrix4;

    use super::{extremes, matrix, reach, symmetric_product, vector};

    fn sample(seed: f64) -> Matrix4<f64> {
        let half = Matrix4::from_fn(|i, j| (seed + (3 * i + 5 * j) as f64).sin());
        half * half.transpose() + Matrix4::identity() * 0.1
    }

    #[test]
    fn vectors_keep_the_scalar_product() {
        let (a, b) = (sample(1.0), sample(2.0));
        assert!((vector(&a).dot(&vector(&b)) - (a * b).trace()).abs() < 1e-12);
        assert!((matrix(&vector(&a)) - a).amax() < 1e-15);
    }

    #[test]
    fn map_is_the_symmetric_product() {
        let (x, w, v) = (sample(1.0), sample(2.0), sample(3.0));
        let product = x * v * w;
        let expected = (product + product.transpose()) * 0.5;
        let mapped = matrix(&(symmetric_product(&x, &w) * vector(&v)));
        assert!((mapped - expected).amax() < 1e-12);
    }

    #[test]
    fn reach_ends_where_the_matrix_becomes_singular() {
        let (from, direction) = (sample(1.0), sample(2.0) - Matrix4::identity() * 5.0);
        let step = reach(&from, &direction);
        assert!(extremes(&(from + direction * step)).0.abs() < 1e-10);
        assert_eq!(reach(&from, &sample(4.0)), f64::INFINITY);
    }

    /// From outside nothing leads anywhere, nor does what is no number; who stands still comes to no end.
    #[test]
    fn reach_is_nothing_from_outside_and_without_end_at_rest() {
        let from = sample(1.0);
        assert_eq!(reach(&(-from), &sample(2.0)), 0.0);
        assert_eq!(reach(&from, &Matrix4::from_element(f64::NAN)), 0.0);
        assert_eq!(reach(&from, &Matrix4::zeros()), f64::INFINITY);
    }
}
