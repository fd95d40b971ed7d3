//! What tells one version of a robot file from another: numbers of its equations.

use crate::rows::base_regressor;
use armwright_runtime::{BaseMotion, EvaluationError, Inputs, Model, Robot};

/// The golden ratio: the fractions of its multiples are nowhere near simple ones.
const GOLDEN: f64 = 1.618_033_988_749_895;
/// Numbers of two versions agree to within this share of the largest, wherever they were computed.
const SAME: f64 = 1e-9;

/// For each base parameter the sum of its column of the base regressor (of what is measured), each row by another factor, in one
/// state of motion that is always the same (`b`). Other frames, lengths, axes, ratios or gravity give other numbers;
/// other comments, limits or nominal values do not. Empty for a robot that was generated without this function.
///
/// # Errors
/// [`EvaluationError`].
pub fn fingerprint(robot: &dyn Robot) -> Result<Vec<f64>, EvaluationError> {
    let model = robot.model();
    let (n, b) = (model.joints.len(), model.base.len());
    let number = |k: usize| (GOLDEN * (k + 1) as f64).fract() + 0.1;
    let state = |from: usize| -> Vec<f64> { (0..n).map(|i| number(3 * i + from)).collect() };
    let quantity = base_regressor(robot);
    let mut regressor = vec![0.0; quantity.length(model)];
    let of_base: Vec<f64> = (0..BaseMotion::INPUTS).map(|i| number(3 * n + i)).collect();
    let inputs = Inputs {
        base: if model.base_moves() { &of_base } else { &[] },
        q: &state(0),
        qd: &state(1),
        qdd: &state(2),
        ..Inputs::default()
    };
    match robot.evaluate(quantity, &inputs, &mut regressor) {
        Err(EvaluationError::NotGenerated(_)) => return Ok(Vec::new()),
        done => done?,
    }
    let rows = quantity.shape()[0].length(model);
    let column = |k: usize| (0..rows).map(|i| number(i) * regressor[i * b + k]).sum();
    Ok((0..b).map(column).collect())
}

/// The base parameters that multiply something else than before.
pub(super) fn changed<'m>(model: &'m Model, before: &[f64], now: &[f64]) -> Vec<&'m str> {
    let largest = now.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    let pairs = before.iter().zip(now).zip(model.base);
    pairs
        .filter(|((before, now), _)| (*before - *now).abs() > SAME * largest)
        .map(|(_, base)| base.name)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{changed, fingerprint};
    use crate::regression::by_hand::{B, MODEL, ROBOT, Written, near, rows};
    use armwright_runtime::{EvaluationError, ShapeError};

    /// What there is no function of is not asked; what does not fit its description is a fault.
    #[test]
    fn a_robot_without_equations_has_no_fingerprint() {
        const SHAPE: EvaluationError = EvaluationError::Shape(ShapeError {
            expected: 12,
            actual: 10,
        });
        let silent = Written(MODEL, |quantity, _, _| {
            Err(EvaluationError::NotGenerated(quantity))
        });
        assert_eq!(fingerprint(&silent), Ok(Vec::new()));
        let refused = fingerprint(&Written(MODEL, |_, _, _| Err(SHAPE)));
        assert_eq!(refused, Err(SHAPE));
    }

    #[test]
    fn a_fingerprint_is_a_sum_of_each_column() {
        let number = |k: usize| (1.618_033_988_749_895 * (k + 1) as f64).fract() + 0.1;
        // Positions, velocities and accelerations joint by joint.
        let state = [0, 1, 2].map(|from| [number(from), number(3 + from)]);
        let rows = rows(&state[0], &state[1], &state[2]);
        let found = fingerprint(&ROBOT).expect("numbers");
        assert_eq!(found.len(), B);
        for (k, x) in found.iter().enumerate() {
            near(*x, number(0) * rows[0][k] + number(1) * rows[1][k]);
        }
        let mut other = found.clone();
        let largest = found.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        other[1] += 2e-9 * largest;
        other[2] += 0.5e-9 * largest;
        other[4] -= 1e-3;
        assert_eq!(changed(&MODEL, &other, &found), ["mx_a", "fv_j1"]);
        assert!(changed(&MODEL, &found, &found).is_empty());
    }

    /// How near numbers have to be follows from the largest, whatever its sign.
    #[test]
    fn the_largest_number_may_be_below_zero() {
        let mut found = vec![0.5; B];
        found[3] = -1e3;
        let mut other = found.clone();
        other[0] += 5e-7;
        assert!(changed(&MODEL, &other, &found).is_empty());
        other[0] += 1e-6;
        assert_eq!(changed(&MODEL, &other, &found), ["Lzz_a"]);
    }
}
