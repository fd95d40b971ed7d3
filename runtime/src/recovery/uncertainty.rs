//! Covariance through the plan, to first order: `Σ_x = J Σ Jᵀ`.

use crate::ShapeError;

/// `out = J Σ Jᵀ` (`r × r`) of a Jacobian (`r × n`) and a covariance (`n × n`), all row-major.
///
/// To first order that is the covariance of what the Jacobian is of. `Σ` is over base parameters
/// first and knowns after them; a known without uncertainty has a row and a column of zeros.
///
/// # Errors
/// [`ShapeError`] if the lengths do not fit one another; the covariance says what `n` is.
pub fn propagate(jacobian: &[f64], covariance: &[f64], out: &mut [f64]) -> Result<(), ShapeError> {
    let n = side(covariance)?;
    let rows = rows(jacobian, n)?;
    if out.len() != rows * rows {
        return Err(ShapeError {
            expected: rows * rows,
            actual: out.len(),
        });
    }
    for i in 0..rows {
        for j in 0..=i {
            let value = form(
                &jacobian[i * n..(i + 1) * n],
                covariance,
                &jacobian[j * n..(j + 1) * n],
            );
            out[i * rows + j] = value;
            out[j * rows + i] = value;
        }
    }
    Ok(())
}

/// The standard deviation of each row of a Jacobian (`r × n`): the roots of the diagonal of
/// `J Σ Jᵀ`, of which only these are computed.
///
/// # Errors
/// [`ShapeError`] if the lengths do not fit one another; the covariance says what `n` is.
pub fn deviations(jacobian: &[f64], covariance: &[f64], out: &mut [f64]) -> Result<(), ShapeError> {
    let n = side(covariance)?;
    let rows = rows(jacobian, n)?;
    if out.len() != rows {
        return Err(ShapeError {
            expected: rows,
            actual: out.len(),
        });
    }
    for (i, deviation) in out.iter_mut().enumerate() {
        let row = &jacobian[i * n..(i + 1) * n];
        *deviation = libm::sqrt(form(row, covariance, row).max(0.0));
    }
    Ok(())
}

/// `a Σ bᵀ`.
fn form(a: &[f64], covariance: &[f64], b: &[f64]) -> f64 {
    let n = a.len();
    let mut sum = 0.0;
    for (i, left) in a.iter().enumerate() {
        if *left != 0.0 {
            let row = &covariance[i * n..(i + 1) * n];
            let inner: f64 = row.iter().zip(b).map(|(c, right)| c * right).sum();
            sum += left * inner;
        }
    }
    sum
}

/// The side of a square matrix.
fn side(covariance: &[f64]) -> Result<usize, ShapeError> {
    let mut n = 0;
    while n * n < covariance.len() {
        n += 1;
    }
    if n * n == covariance.len() {
        Ok(n)
    } else {
        Err(ShapeError {
            expected: n * n,
            actual: covariance.len(),
        })
    }
}

/// The rows of a matrix of `n` columns.
fn rows(matrix: &[f64], n: usize) -> Result<usize, ShapeError> {
    if n == 0 {
        return Ok(0);
    }
    let rows = matrix.len() / n;
    if rows * n == matrix.len() {
        Ok(rows)
    } else {
        Err(ShapeError {
            expected: (rows + 1) * n,
            actual: matrix.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{ShapeError, deviations, propagate};

    #[test]
    fn covariance_follows_the_jacobian() {
        // x = (2a + b, b), a and b correlated.
        let (jacobian, covariance) = ([2.0, 1.0, 0.0, 1.0], [4.0, 1.0, 1.0, 9.0]);
        let mut out = [f64::NAN; 4];
        propagate(&jacobian, &covariance, &mut out).expect("shapes fit");
        assert_eq!(out, [29.0, 11.0, 11.0, 9.0]);
        let mut sigma = [f64::NAN; 2];
        deviations(&jacobian, &covariance, &mut sigma).expect("shapes fit");
        assert_eq!(sigma, [29.0f64.sqrt(), 3.0]);
    }

    #[test]
    fn wrong_lengths_are_refused() {
        let wrong = |expected, actual| Err(ShapeError { expected, actual });
        // Rows are whole, covariances square, results of the rows' number.
        assert_eq!(propagate(&[1.0; 3], &[1.0; 4], &mut [0.0; 1]), wrong(4, 3));
        assert_eq!(propagate(&[1.0; 2], &[1.0; 3], &mut [0.0; 1]), wrong(4, 3));
        assert_eq!(propagate(&[1.0; 2], &[1.0; 10], &mut [0.0]), wrong(16, 10));
        assert_eq!(propagate(&[1.0; 9], &[1.0; 9], &mut [0.0; 3]), wrong(9, 3));
        assert_eq!(deviations(&[1.0; 9], &[1.0; 9], &mut [0.0; 9]), wrong(3, 9));
        assert_eq!(deviations(&[1.0; 5], &[1.0; 9], &mut [0.0; 2]), wrong(6, 5));
        assert_eq!(propagate(&[], &[], &mut []), Ok(()));
        assert_eq!(deviations(&[], &[], &mut []), Ok(()));
    }

    /// Rounding may leave less than nothing of a variance.
    #[test]
    fn a_variance_below_zero_is_no_deviation() {
        let mut sigma = [f64::NAN];
        deviations(&[1.0], &[-1e-30], &mut sigma).expect("shapes fit");
        assert_eq!(sigma, [0.0]);
    }
}
