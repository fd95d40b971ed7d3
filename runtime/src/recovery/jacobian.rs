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
