//! Forward dynamics: the accelerations that torques cause.

use crate::{BaseMotion, EvaluationError, Inputs, Quantity, Robot, ShapeError};

/// A pivot of the inertia matrix below this part of its diagonal is zero but for rounding.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Why there are no accelerations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForwardError {
    /// The robot's functions cannot be evaluated.
    Evaluation(EvaluationError),
    /// The inertia matrix is not positive definite: no bodies have these parameters.
    NotPositive {
        /// The row of torque whose inertia is not positive while those after it are free to move.
        row: usize,
    },
}

impl core::fmt::Display for ForwardError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Evaluation(error) => error.fmt(f),
            Self::NotPositive { row } => write!(
                f,
                "the inertia matrix is not positive definite at its row {}",
                row + 1
            ),
        }
    }
}

impl core::error::Error for ForwardError {}

impl<E: Into<EvaluationError>> From<E> for ForwardError {
    fn from(error: E) -> Self {
        Self::Evaluation(error.into())
    }
}

/// Accelerations that torques cause, `M⁻¹ (tau - S(q)[qd qd] - g(q) - friction)`, into `out` (`n`; rad/s² or m/s²); `tau` has as
/// many (N·m or N), `work` has `n² + n` numbers that are overwritten. [`Inputs::qdd`] is not read.
///
/// Of a robot whose base moves `n` counts the rows of torque ([`Model::rows`](crate::Model::rows)): `tau` begins with force and moment on
/// the base, the result with the acceleration of its origin and its angular acceleration, in its axes.
///
/// ```
/// # use armwright_runtime::{ForwardError, Inputs, Robot, forward_dynamics};
/// /// One step of a simulation of a robot with six joints, without allocation.
/// fn step(robot: &dyn Robot, theta: &[f64], q: &mut [f64; 6], qd: &mut [f64; 6], tau: &[f64; 6]) -> Result<(), ForwardError> {
///     let (mut qdd, mut work) = ([0.0; 6], [0.0; 6 * 6 + 6]);
///     let inputs = Inputs { theta, q, qd, ..Inputs::default() };
///     forward_dynamics(robot, &inputs, tau, &mut work, &mut qdd)?;
///     for ((q, qd), qdd) in q.iter_mut().zip(qd).zip(qdd) {
///         *qd += 1e-3 * qdd;
///         *q += 1e-3 * *qd;
///     }
///     Ok(())
/// }
/// ```
///
/// # Errors
/// [`ForwardError`]; `out` is of no use then.
///
/// Source: Featherstone, Rigid Body Dynamics Algorithms (2008), 6.5: a factor `Lᵀ D L`, which keeps the zeros between
/// branches of a tree.
pub fn forward_dynamics(
    robot: &dyn Robot,
    inputs: &Inputs<'_>,
    tau: &[f64],
    work: &mut [f64],
    out: &mut [f64],
) -> Result<(), ForwardError> {
    let model = robot.model();
    let n = model.rows();
    for (expected, actual) in [(n, tau.len()), (n * n + n, work.len()), (n, out.len())] {
        if expected != actual {
            return Err(ShapeError { expected, actual }.into());
        }
    }
    let Some((inertia, right)) = work.split_at_mut_checked(n * n) else {
        return Ok(()); // Lengths are checked.
    };
    let mut base = [0.0; BaseMotion::INPUTS];
    for (own, given) in base.iter_mut().zip(inputs.base) {
        *own = *given;
    }
    if let Some(accelerations) = base.get_mut(BaseMotion::ACCELERATIONS) {
        accelerations.fill(0.0);
    }
    out.fill(0.0);
    let at_rest = Inputs {
        qdd: out.get(..model.joints.len()).unwrap_or_default(),
        base: match inputs.base.len() {
            BaseMotion::INPUTS => &base,
            _ => inputs.base,
        },
        ..*inputs
    };
    robot.evaluate(Quantity::InverseDynamics, &at_rest, right)?;
    robot.evaluate(Quantity::InertiaMatrix, inputs, inertia)?;
    for (right, tau) in right.iter_mut().zip(tau) {
        *right = tau - *right;
    }
    // Loops of a known length are unrolled: a tenth of the time of six and seven joints.
    match n {
        0 => Ok(()),
        6 => solve(6, inertia, right, out),
        7 => solve(7, inertia, right, out),
        _ => solve(n, inertia, right, out),
    }
    .map_err(|row| ForwardError::NotPositive { row })
}

/// Solves `M x = right` into `out`, or tells the row whose pivot is not positive; `M` becomes its factor.
#[inline(always)]
fn solve(n: usize, inertia: &mut [f64], right: &[f64], out: &mut [f64]) -> Result<(), usize> {
    let rows = || (0..n).rev();
    for (k, diagonal) in out.iter_mut().enumerate() {
        *diagonal = entry(inertia, n * k + k).abs();
    }
    for k in rows() {
        let (upper, lower) = inertia.split_at_mut_checked(n * k).ok_or(k)?;
        let (pivot, row) = lower
            .get_mut(..=k)
            .and_then(<[f64]>::split_last_mut)
            .ok_or(k)?;
        // Also of what is no number.
        if !(*pivot > ROUNDING * entry(out, k) && pivot.is_finite()) {
            return Err(k);
        }
        *pivot = 1.0 / *pivot;
        for (i, above) in upper.chunks_exact_mut(n).enumerate().rev() {
            let whole = entry(row, i);
            if whole != 0.0 {
                let share = whole * *pivot;
                for (above, beside) in above.iter_mut().zip(&*row).take(i + 1) {
                    *above -= share * beside;
                }
                if let Some(place) = row.get_mut(i) {
                    *place = share;
                }
            }
        }
    }
    out.copy_from_slice(right);
    for (k, row) in rows().zip(inertia.chunks_exact(n).rev()) {
        if let Some((last, before)) = out.get_mut(..=k).and_then(<[f64]>::split_last_mut) {
            for (x, share) in before.iter_mut().zip(row) {
                *x -= share * *last;
            }
            *last *= entry(row, k);
        }
    }
    for (k, row) in inertia.chunks_exact(n).enumerate() {
        if let Some((last, before)) = out.get_mut(..=k).and_then(<[f64]>::split_last_mut) {
            *last -= row
                .iter()
                .zip(&*before)
                .map(|(share, x)| share * x)
                .sum::<f64>();
        }
    }
    Ok(())
}

fn entry(numbers: &[f64], at: usize) -> f64 {
    numbers.get(at).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::{ROUNDING, solve};

    /// A positive definite matrix; where rows share no joint of a tree, zero.
    fn inertia(n: usize, apart: impl Fn(usize, usize) -> bool) -> Vec<f64> {
        let entry = |i: usize, k: usize| match (i == k, apart(i, k)) {
            (true, _) => 10.0 + i as f64,
            (_, true) => 0.0,
            _ => 1.0 / (1.0 + i.abs_diff(k) as f64) - 0.1 * (i * k % 3) as f64,
        };
        (0..n * n).map(|at| entry(at / n, at % n)).collect()
    }

    fn times(matrix: &[f64], x: &[f64]) -> Vec<f64> {
        let rows = matrix.chunks_exact(x.len());
        rows.map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum())
            .collect()
    }

    #[test]
    fn accelerations_are_those_of_which_the_torques_are() {
        for n in 1..10 {
            let wanted: Vec<f64> = (0..n).map(|k| 1.5 - 0.7 * k as f64).collect();
            let branches = |i: usize, k: usize| i.min(k) > 0 && i % 2 != k % 2;
            for matrix in [inertia(n, |_, _| false), inertia(n, branches)] {
                let right = times(&matrix, &wanted);
                let (mut factor, mut found) = (matrix, vec![f64::NAN; n]);
                assert_eq!(solve(n, &mut factor, &right, &mut found), Ok(()));
                let far = found.iter().zip(&wanted).map(|(a, b)| (a - b).abs());
                assert!(far.fold(0.0, f64::max) < 1e-14, "{n}: {found:?}");
            }
        }
    }

    /// Joints after the row may move: what is left for it is its own less what they share.
    #[test]
    fn a_row_without_inertia_of_its_own_is_named() {
        let refused = |matrix: [f64; 4]| solve(2, &mut matrix.clone(), &[1.0; 2], &mut [0.0; 2]);
        assert_eq!(refused([1.0, 0.0, 0.0, 0.0]), Err(1));
        assert_eq!(refused([1.0, 2.0, 2.0, -1.0]), Err(1));
        assert_eq!(refused([1.0, 2.0, 2.0, 4.0]), Err(0));
        assert_eq!(refused([1.0, 2.0, 2.0, 3.9]), Err(0));
        assert_eq!(refused([1.0, 2.0, 2.0, 4.1]), Ok(()));
        assert_eq!(refused([1.0, 0.0, 0.0, f64::NAN]), Err(1));
        assert_eq!(refused([f64::INFINITY, 0.0, 0.0, 1.0]), Err(0));
        // What rounding leaves is nothing.
        let left = |share: f64| refused([1.0 + share * ROUNDING, 1.0, 1.0, 1.0]);
        assert_eq!((left(0.5), left(2.0)), (Err(0), Ok(())));
    }
}
