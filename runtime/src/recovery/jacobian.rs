//! Derivatives of what a plan gives, by following it with dual numbers.

use super::RecoveryError;
use crate::{Dual, ShapeError, vector};

/// What following a plan gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The recovered parameters (`r`).
    Recovered,
    /// What the steps divide by (`d`).
    Divisors,
    /// What is left of the spare equations (`s`).
    Residuals,
}

/// Derivatives of an outcome (rows) by base parameters and then knowns (columns), from a robot's
/// generated `recover` and `recovery_divisors`: followed once for each input. From a step on that
/// fails, entries are not numbers.
///
/// # Errors
/// [`RecoveryError::Shape`] for slices whose lengths are not those of the functions.
pub fn jacobian<const B: usize, const K: usize, const R: usize, const D: usize, const S: usize>(
    outcome: Outcome,
    recover: impl Fn(
        &[Dual; B],
        &[Dual; K],
        &[f64; D],
        &mut [Dual; R],
        &mut [Dual; S],
    ) -> Result<(), RecoveryError>,
    divisors: impl Fn(&[Dual; B], &[Dual; K], &[Dual; R], &mut [Dual; D]),
    [beta, known, recovered]: [&[f64]; 3],
    out: &mut [f64],
) -> Result<(), RecoveryError> {
    let (beta, known) = (vector::<B>(beta)?, vector::<K>(known)?);
    vector::<R>(recovered)?;
    let (rows, columns) = match outcome {
        Outcome::Recovered => (R, B + K),
        Outcome::Divisors => (D, B + K),
        Outcome::Residuals => (S, B + K),
    };
    if out.len() != rows * columns {
        return Err(RecoveryError::Shape(ShapeError {
            expected: rows * columns,
            actual: out.len(),
        }));
    }
    let nothing = Dual {
        value: f64::NAN,
        derivative: f64::NAN,
    };
    for input in 0..columns {
        let along = |at: usize, value: f64| Dual {
            value,
            derivative: if at == input { 1.0 } else { 0.0 },
        };
        let beta = core::array::from_fn(|i| along(i, beta[i]));
        let known = core::array::from_fn(|i| along(B + i, known[i]));
        let (mut found, mut divided, mut left) = ([nothing; R], [nothing; D], [nothing; S]);
        // Where a step fails, what it and those after it would give stays what it is: not a number.
        let _ = recover(&beta, &known, &[0.0; D], &mut found, &mut left);
        divisors(&beta, &known, &found, &mut divided);
        let outcome: &[Dual] = match outcome {
            Outcome::Recovered => &found,
            Outcome::Divisors => &divided,
            Outcome::Residuals => &left,
        };
        for (row, entry) in out.chunks_exact_mut(columns).zip(outcome) {
            row[input] = entry.derivative;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Outcome, jacobian};
    use crate::{Dual, RecoveryError, ShapeError};

    /// `x = b₀ / k` and `y = b₁ x`, with `b₁ y` left over; divided is by `k` and by `x`. At an `x` of 7 the second step fails.
    fn of(outcome: Outcome, slices: [&[f64]; 3], out: &mut [f64]) -> Result<(), RecoveryError> {
        let recover = |beta: &[Dual; 2],
                       known: &[Dual; 1],
                       tolerances: &[f64; 2],
                       found: &mut [Dual; 2],
                       left: &mut [Dual; 1]| {
            assert_eq!(tolerances, &[0.0; 2]);
            found[0] = beta[0] / known[0];
            if found[0].value == 7.0 {
                return Err(RecoveryError::NoPlan);
            }
            found[1] = beta[1] * found[0];
            left[0] = beta[1] * found[1];
            Ok(())
        };
        let divisors =
            |_: &[Dual; 2], known: &[Dual; 1], found: &[Dual; 2], out: &mut [Dual; 2]| {
                *out = [known[0], found[0]];
            };
        jacobian::<2, 1, 2, 2, 1>(outcome, recover, divisors, slices, out)
    }

    #[test]
    fn derivatives_are_by_base_parameters_and_then_by_what_is_known() {
        // At b = (6, 3), k = 2: x = 3, y = 9, and 27 are left.
        let at: [&[f64]; 3] = [&[6.0, 3.0], &[2.0], &[3.0, 9.0]];
        let mut out = [f64::NAN; 6];
        assert_eq!(of(Outcome::Recovered, at, &mut out), Ok(()));
        assert_eq!(out, [0.5, 0.0, -1.5, 1.5, 3.0, -4.5]);
        assert_eq!(of(Outcome::Divisors, at, &mut out), Ok(()));
        assert_eq!(out, [0.0, 0.0, 1.0, 0.5, 0.0, -1.5]);
        let mut out = [f64::NAN; 3];
        assert_eq!(of(Outcome::Residuals, at, &mut out), Ok(()));
        assert_eq!(out, [4.5, 18.0, -13.5]);
    }

    #[test]
    fn from_a_step_that_fails_there_are_no_derivatives() {
        let mut out = [0.0; 6];
        let at: [&[f64]; 3] = [&[14.0, 3.0], &[2.0], &[7.0, 21.0]];
        assert_eq!(of(Outcome::Recovered, at, &mut out), Ok(()));
        assert_eq!(out[..3], [0.5, 0.0, -3.5]);
        assert!(out[3..].iter().all(|x| x.is_nan()));
    }

    #[test]
    fn every_slice_has_its_length() {
        let wrong = |expected, actual| Err(RecoveryError::Shape(ShapeError { expected, actual }));
        let (beta, known, found): (&[f64], &[f64], &[f64]) = (&[6.0, 3.0], &[2.0], &[3.0, 9.0]);
        let of = |slices, room: usize| of(Outcome::Recovered, slices, &mut [0.0; 9][..room]);
        assert_eq!(of([beta, known, found], 5), wrong(6, 5));
        assert_eq!(of([known, known, found], 6), wrong(2, 1));
        assert_eq!(of([beta, beta, found], 6), wrong(1, 2));
        assert_eq!(of([beta, known, known], 6), wrong(2, 1));
    }
}
