//! What the steps of a plan compute: a guarded division, a root of a quadratic, Newton's iteration.

use super::{Physical, RecoveryError, Step};
use crate::Real;

/// Newton's iteration gives up after this many steps.
const ITERATIONS: usize = 60;

/// How often a Newton step is halved before it is taken although it does not help.
const HALVINGS: usize = 20;

/// A step settles the iteration if it moves nothing by more than this share.
const SETTLED: f64 = 1e-9;

/// The step after that is as small as this.
const NEARLY: f64 = 1e-6;

/// Which root of a quadratic equation is the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Branch {
    /// The positive one; of two positive ones the one nearer to a nominal value, or the larger one.
    Positive(Option<f64>),
    /// The one nearer to a nominal value.
    Nearest(f64),
    /// The larger one.
    Larger,
}

impl Branch {
    /// The root nearest to a value, if there is one.
    #[must_use]
    pub fn near(self, value: Option<f64>) -> Self {
        value.map_or(self, Self::Nearest)
    }
}

/// `numerator / divisor`, unless the divisor is zero within its tolerance.
///
/// # Errors
/// [`RecoveryError::ZeroDivisor`].
pub fn divide<S: Real>(
    numerator: S,
    divisor: S,
    tolerance: f64,
    step: &'static Step,
) -> Result<S, RecoveryError> {
    away_from_zero(divisor, tolerance, step)?;
    Ok(numerator / divisor)
}

/// A root of `a x² + b x + c = 0`. What has to be away from zero is the derivative there.
///
/// # Errors
/// [`RecoveryError::NoRealRoot`], [`RecoveryError::ZeroDivisor`].
pub fn quadratic<S: Real>(
    [a, b, c]: [S; 3],
    branch: Branch,
    tolerance: f64,
    step: &'static Step,
) -> Result<S, RecoveryError> {
    let discriminant = b * b - S::constant(4.0) * a * c;
    if discriminant.value() < 0.0 {
        return Err(RecoveryError::NoRealRoot {
            step,
            discriminant: discriminant.value(),
        });
    }
    // The root of the discriminant is the derivative at the roots, up to its sign.
    let root = discriminant.sqrt();
    away_from_zero(root, tolerance, step)?;
    // Without cancellation: the larger root by the sum, the other one by the product of both.
    let sum = if b.value() < 0.0 { b - root } else { b + root };
    let half = S::constant(-0.5) * sum;
    let second = c / half;
    if a.value() == 0.0 {
        return Ok(second);
    }
    let roots = [half / a, second];
    Ok(choose(roots, branch))
}

fn choose<S: Real>([one, other]: [S; 2], branch: Branch) -> S {
    let larger = if one.value() >= other.value() {
        [one, other]
    } else {
        [other, one]
    };
    match branch {
        // The smaller root is taken only where both are positive and it is the nearer one.
        Branch::Positive(Some(nominal)) if larger[1].value() > 0.0 => {
            choose([one, other], Branch::Nearest(nominal))
        }
        // Below the middle; an infinite value takes the root on its side.
        Branch::Nearest(nominal) if nominal < 0.5 * larger[0].value() + 0.5 * larger[1].value() => {
            larger[1]
        }
        _ => larger[0],
    }
}

/// A zero of `N` equations, from a starting point; `system` gives their values and their Jacobian.
///
/// A step that makes the equations worse is halved. What has to be away from zero is the
/// determinant of the Jacobian at the solution.
///
/// # Errors
/// [`RecoveryError::NotConverged`], [`RecoveryError::ZeroDivisor`].
pub fn newton<S: Real, const N: usize>(
    start: [S; N],
    system: impl Fn(&[S; N]) -> ([S; N], [[S; N]; N]),
    tolerance: f64,
    step: &'static Step,
) -> Result<[S; N], RecoveryError> {
    let failure = RecoveryError::NotConverged {
        step,
        iterations: ITERATIONS,
    };
    let mut point = start;
    let mut settled = false;
    for _ in 0..ITERATIONS {
        let (values, jacobian) = system(&point);
        let (change, determinant) = solve(jacobian, values);
        let whole = moved(&point, &change, 1.0);
        // A step that was only halved until it was small settles nothing.
        if settled && is_settled(&point, &whole, NEARLY) {
            away_from_zero(determinant, tolerance, step)?;
            return Ok(whole);
        }
        let before = size(&values);
        let mut factor = 1.0;
        let mut next = whole;
        for _ in 0..HALVINGS {
            if size(&system(&next).0) <= before {
                break;
            }
            factor *= 0.5;
            next = moved(&point, &change, factor);
        }
        // Quadratic convergence: after a step this small one more is as exact as numbers get.
        settled = is_settled(&point, &next, SETTLED);
        point = next;
        if !point.iter().all(|x| x.value().is_finite()) {
            return Err(failure);
        }
    }
    Err(failure)
}

/// A parameter that has to be positive, if it is.
///
/// # Errors
/// [`RecoveryError::NotPositive`].
pub fn positive<S: Real>(
    value: S,
    parameter: &'static Physical,
    step: &'static Step,
) -> Result<S, RecoveryError> {
    if value.value() > 0.0 {
        Ok(value)
    } else {
        Err(RecoveryError::NotPositive {
            step,
            parameter,
            value: value.value(),
        })
    }
}

/// Not a number is no divisor either.
fn away_from_zero<S: Real>(
    divisor: S,
    tolerance: f64,
    step: &'static Step,
) -> Result<(), RecoveryError> {
    let value = divisor.value();
    if value > tolerance || value < -tolerance {
        Ok(())
    } else {
        Err(RecoveryError::ZeroDivisor {
            step,
            value,
            tolerance,
        })
    }
}

fn moved<S: Real, const N: usize>(point: &[S; N], change: &[S; N], factor: f64) -> [S; N] {
    core::array::from_fn(|i| point[i] - S::constant(factor) * change[i])
}

fn size<S: Real, const N: usize>(values: &[S; N]) -> f64 {
    values.iter().map(|v| v.value() * v.value()).sum()
}

/// Whether no component moves by more than a share of itself, or by what is nothing beside the largest.
fn is_settled<S: Real, const N: usize>(old: &[S; N], new: &[S; N], share: f64) -> bool {
    let magnitude = |x: f64| if x < 0.0 { -x } else { x };
    let sizes = new.map(|x| magnitude(x.value()));
    let largest = sizes.iter().fold(0.0, |a: f64, b| a.max(*b));
    let mut pairs = old.iter().zip(new).zip(sizes);
    pairs.all(|((old, new), size)| {
        magnitude(new.value() - old.value()) <= share * (size + 1e-3 * largest)
    })
}

/// `matrix⁻¹ right` by elimination with row exchanges, and the determinant.
fn solve<S: Real, const N: usize>(mut matrix: [[S; N]; N], mut right: [S; N]) -> ([S; N], S) {
    let mut determinant = S::constant(1.0);
    for column in 0..N {
        let magnitude = |row: &[S; N]| row[column].value() * row[column].value();
        let mut pivot = column;
        for row in column + 1..N {
            if magnitude(&matrix[row]) > magnitude(&matrix[pivot]) {
                pivot = row;
            }
        }
        if pivot != column {
            matrix.swap(pivot, column);
            right.swap(pivot, column);
            determinant = -determinant;
        }
        determinant = determinant * matrix[column][column];
        let above = matrix[column];
        for row in column + 1..N {
            let factor = matrix[row][column] / above[column];
            for (entry, &other) in matrix[row].iter_mut().zip(&above).skip(column) {
                *entry = *entry - factor * other;
            }
            right[row] = right[row] - factor * right[column];
        }
    }
    for row in (0..N).rev() {
        for k in row + 1..N {
            right[row] = right[row] - matrix[row][k] * right[k];
        }
        right[row] = right[row] / matrix[row][row];
    }
    (right, determinant)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::{Branch, divide, newton, positive, quadratic};
    use crate::{Dual, Physical, PhysicalKind, RecoveryError, Step, StepKind};

    static STEP: Step = Step {
        recovered: &[0],
        kind: StepKind::Linear,
        formula: "x = a/b",
        latex: "x = \\frac{a}{b}",
        divisor: "b",
        note: "",
    };

    #[test]
    fn a_divisor_within_its_tolerance_is_zero() {
        assert_eq!(divide(3.0, -2.0, 1.9, &STEP), Ok(-1.5));
        for (divisor, tolerance) in [(-2.0, 2.0), (0.0, 0.0), (f64::NAN, 0.0)] {
            let refused = divide(3.0, divisor, tolerance, &STEP).expect_err("zero");
            assert!(matches!(refused, RecoveryError::ZeroDivisor { .. }));
            assert!(refused.to_string().contains("x = a/b"), "{refused}");
        }
    }

    #[test]
    fn the_root_is_that_of_the_branch() {
        // (x - 2)(x + 3), (x - 2)(x - 3), and 2 x - 6.
        let mixed = [1.0, 1.0, -6.0];
        let positive = [1.0, -5.0, 6.0];
        let root = |c, branch| quadratic(c, branch, 0.0, &STEP).expect("real");
        assert_eq!(root(mixed, Branch::Positive(Some(-3.0))), 2.0);
        assert_eq!(root(mixed, Branch::Nearest(-2.0)), -3.0);
        for (value, expected) in [
            (-2.0, -3.0),
            (f64::NEG_INFINITY, -3.0),
            (f64::INFINITY, 2.0),
        ] {
            assert_eq!(root(mixed, Branch::Larger.near(Some(value))), expected);
        }
        assert_eq!(root(positive, Branch::Positive(Some(1.0))), 2.0);
        assert_eq!(root(positive, Branch::Positive(None)), 3.0);
        assert_eq!(root(positive, Branch::Larger), 3.0);
        assert_eq!(root([0.0, 2.0, -6.0], Branch::Larger), 3.0);
        assert_eq!(root([0.0, -2.0, 6.0], Branch::Larger), 3.0);
        let none = quadratic([1.0, 0.0, 1.0], Branch::Larger, 0.0, &STEP);
        assert!(matches!(none, Err(RecoveryError::NoRealRoot { .. })));
        let double = quadratic([1.0, -2.0, 1.0], Branch::Larger, 0.0, &STEP);
        assert!(matches!(double, Err(RecoveryError::ZeroDivisor { .. })));
    }

    /// Roots of `2 (x - p) (x - q)` and of its negative, whichever sign the middle coefficient has.
    #[test]
    fn roots_are_those_of_any_leading_coefficient() {
        for (p, q) in [(2.0, 5.0), (-5.0, -2.0), (-0.5, 8.0), (-8.0, 0.5)] {
            for a in [2.0, -2.0] {
                let coefficients = [a, -a * (p + q), a * p * q];
                let root = |branch| quadratic(coefficients, branch, 0.0, &STEP).expect("real");
                assert_eq!(root(Branch::Larger), q);
                assert_eq!(root(Branch::Nearest(p + 0.1)), p);
                assert_eq!(root(Branch::Nearest(q - 0.1)), q);
                // In the middle neither is nearer: the larger one.
                assert_eq!(root(Branch::Nearest(0.5 * (p + q))), q);
            }
        }
        // Zero is not positive.
        let root = quadratic([1.0, -3.0, 0.0], Branch::Positive(Some(-1.0)), 0.0, &STEP);
        assert_eq!(root, Ok(3.0));
    }

    /// Of `x² - 5 x + c` at `c = 6` the roots 3 and 2 move by `-1 / (2 x - 5)`.
    #[test]
    fn roots_have_their_derivatives() {
        let dual = |value, derivative| Dual { value, derivative };
        for (nominal, x, slope) in [(3.1, 3.0, -1.0), (1.9, 2.0, 1.0)] {
            let coefficients = [dual(1.0, 0.0), dual(-5.0, 0.0), dual(6.0, 1.0)];
            let root = quadratic(coefficients, Branch::Nearest(nominal), 0.0, &STEP);
            assert_eq!(root, Ok(dual(x, slope)));
        }
    }

    #[test]
    fn the_derivative_at_a_root_has_to_be_away_from_zero() {
        // It is 2 x - 5, thus 1 at the root 3.
        let root = |tolerance| quadratic([1.0, -5.0, 6.0], Branch::Larger, tolerance, &STEP);
        assert_eq!(root(0.99), Ok(3.0));
        let refused = RecoveryError::ZeroDivisor {
            step: &STEP,
            value: 1.0,
            tolerance: 1.0,
        };
        assert_eq!(root(1.0), Err(refused));
        let none = quadratic([1.0, 1.0, 1.0], Branch::Larger, 0.0, &STEP);
        let discriminant = -3.0;
        let refused = RecoveryError::NoRealRoot {
            step: &STEP,
            discriminant,
        };
        assert_eq!(none, Err(refused));
    }

    #[test]
    fn what_has_to_be_positive_is() {
        static MASS: Physical = Physical {
            name: "m_a",
            latex: "m_a",
            unit: "kg",
            kind: PhysicalKind::Length,
            nominal: None,
        };
        assert_eq!(positive(0.5, &MASS, &STEP), Ok(0.5));
        for value in [0.0, -0.5] {
            let refused = RecoveryError::NotPositive {
                step: &STEP,
                parameter: &MASS,
                value,
            };
            assert_eq!(positive(value, &MASS, &STEP), Err(refused));
        }
        assert!(positive(f64::NAN, &MASS, &STEP).is_err());
    }

    /// Linear equations take one step; rows have to change places for it, and the determinant keeps its sign.
    #[test]
    fn linear_equations_are_solved_with_their_determinant() {
        let matrix = [[0.0, 2.0, 1.0], [1.0, -2.0, -3.0], [-4.0, 1.0, 2.0]];
        let zero = [3.0, -1.0, 2.0];
        let system = |x: &[f64; 3]| {
            let row = |row: [f64; 3]| (0..3).map(|k| row[k] * (x[k] - zero[k])).sum();
            (matrix.map(row), matrix)
        };
        let found = newton([0.5, 40.0, -7.0], system, 12.9, &STEP).expect("a solution");
        assert!((0..3).all(|k| (found[k] - zero[k]).abs() < 1e-13));
        // 0 (-4 + 3) - 2 (2 - 12) + 1 (1 - 8)
        let refused = newton([0.5, 40.0, -7.0], system, 13.1, &STEP).expect_err("13 is zero");
        let RecoveryError::ZeroDivisor { value, .. } = refused else {
            panic!("{refused}");
        };
        assert!((value - 13.0).abs() < 1e-12, "{value}");
        // Once exchanged the sign is another one: 0 - 2 · 3.
        let system = |x: &[f64; 2]| ([2.0 * x[1], 3.0 * x[0]], [[0.0, 2.0], [3.0, 0.0]]);
        let refused = newton([1.0, 1.0], system, 7.0, &STEP);
        let zero = RecoveryError::ZeroDivisor {
            step: &STEP,
            value: -6.0,
            tolerance: 7.0,
        };
        assert_eq!(refused, Err(zero));
    }

    /// From 8 Newton's step on the arc tangent overshoots ever more; half of it does not.
    #[test]
    fn a_step_that_makes_equations_worse_is_halved() {
        let system = |x: &[f64; 1]| {
            let x = x[0] - 2.0;
            ([x.atan()], [[(1.0 + x * x).recip()]])
        };
        let found = newton([10.0], system, 0.0, &STEP).expect("converges");
        assert!((found[0] - 2.0).abs() < 1e-14, "{found:?}");
    }

    /// What is nothing beside the largest may be zero, and still settles.
    #[test]
    fn a_zero_beside_a_large_number_settles() {
        let system = |x: &[f64; 2]| {
            let (a, b) = (x[0] - 1e3, x[1]);
            ([a + a * a, b + 1e-17], [[1.0 + 2.0 * a, 0.0], [0.0, 1.0]])
        };
        let found = newton([1000.3, 0.2], system, 0.0, &STEP).expect("converges");
        assert!((found[0] - 1e3).abs() < 1e-12 && found[1].abs() < 1e-15);
    }

    #[test]
    fn what_is_no_number_ends_the_search() {
        let nowhere = newton([1.0], |_| ([f64::NAN], [[1.0]]), 0.0, &STEP);
        let never = newton([1.0f64], |x| ([x[0].exp()], [[x[0].exp()]]), 0.0, &STEP);
        for found in [nowhere, never] {
            let refused = RecoveryError::NotConverged {
                step: &STEP,
                iterations: 60,
            };
            assert_eq!(found, Err(refused));
        }
    }

    #[test]
    fn newton_settles_on_the_zero_nearby() {
        let system = |x: &[f64; 2]| {
            (
                [x[0] * x[1] - 6.0, x[0] * x[0] + x[1] - 7.0],
                [[x[1], x[0]], [2.0 * x[0], 1.0]],
            )
        };
        let found = newton([1.5, 3.5], system, 0.0, &STEP).expect("converges");
        assert!((found[0] - 2.0).abs() < 1e-14 && (found[1] - 3.0).abs() < 1e-14);
        let never = newton([0.3], |x| ([x[0] * x[0] + 1.0], [[2.0 * x[0]]]), 0.0, &STEP);
        assert!(matches!(never, Err(RecoveryError::NotConverged { .. })));
    }
}
