//! The inverse of a triangle that is far from losing rank, without its singular values.

use nalgebra::DMatrix;

use super::add;

/// A condition, columns scaled to unit norm, below which no rule of rank takes a direction for zero.
const REGULAR: f64 = 1e8;

/// The inverse of an upper triangle; none of one whose condition could be above 1e8, nor of what is no triangle.
///
/// With columns of unit norm the condition is at most the product of the Frobenius norms of the matrix and of its inverse.
pub(crate) fn inverse_of_triangle(triangle: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let n = triangle.ncols();
    let elements = triangle.as_slice().chunks_exact(n.max(1)).enumerate();
    if triangle.nrows() != n
        || elements
            .clone()
            .any(|(k, x)| x[k + 1..].iter().any(|x| *x != 0.0))
    {
        return None;
    }
    let mut inverse = DMatrix::identity(n, n);
    for (k, out) in inverse
        .as_mut_slice()
        .chunks_exact_mut(n.max(1))
        .enumerate()
    {
        for j in (0..=k).rev() {
            let (rest, done) = out.split_at_mut(j);
            done[0] /= triangle[(j, j)];
            add(rest, -done[0], &triangle.as_slice()[j * n..][..j]);
        }
    }
    let of_row = |k: usize| triangle.column(k).norm_squared() * inverse.row(k).norm_squared();
    let squares: f64 = (0..n).map(of_row).sum();
    (n as f64 * squares < REGULAR * REGULAR).then_some(inverse)
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::inverse_of_triangle;
    use crate::numeric::Decomposition;
    use crate::random::Random;

    #[test]
    fn a_regular_triangle_times_its_inverse_is_one() {
        let mut random = Random::new(3);
        for n in [0, 1, 2, 7, 40] {
            let mut triangle = DMatrix::from_fn(n, n, |_, _| random.normal()).upper_triangle();
            (0..n).for_each(|k| triangle[(k, k)] += 3.0);
            // Units of columns are of no matter.
            (0..n).for_each(|k| {
                triangle
                    .column_mut(k)
                    .scale_mut(10f64.powi(3 * (k as i32 % 7) - 9))
            });
            let inverse = inverse_of_triangle(&triangle).expect("a regular one");
            assert!(
                (&triangle * &inverse - DMatrix::identity(n, n)).amax() < 1e-9,
                "{n}"
            );
            let other = Decomposition::of(&triangle).inverse;
            for (row, expected) in inverse.row_iter().zip(other.row_iter()) {
                assert!((row - expected).amax() < 1e-9 * expected.amax(), "{n}");
            }
        }
    }

    /// Of `[1 1; 0 x]` the second column keeps `x` of itself besides the first: the condition is about `2 / x`.
    #[test]
    fn what_may_lose_rank_has_none() {
        let of = |elements: &[f64]| inverse_of_triangle(&DMatrix::from_row_slice(2, 2, elements));
        // Columns are of length 1, and rows of the inverse of 1 / x: by norms the condition may be 2 / x.
        for x in [1e-7, 2.1e-8] {
            assert!(of(&[1.0, 1.0, 0.0, x]).is_some(), "{x}");
        }
        for elements in [
            [1.0, 1.0, 0.0, 1.7e-8],
            [1.0, 1.0, 0.0, 1e-8],
            [1.0, 1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 1.0],
            [1.0, f64::NAN, 0.0, 1.0],
            [1.0, f64::INFINITY, 0.0, 1.0],
            [1.0, 0.0, 1e-3, 1.0],
        ] {
            assert!(of(&elements).is_none(), "{elements:?}");
        }
        assert!(inverse_of_triangle(&DMatrix::zeros(3, 2)).is_none());
    }
}
