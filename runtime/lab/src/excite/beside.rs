//! Recordings that exist already, which a motion is designed beside.

use armwright_runtime::{EvaluationError, Model, Robot, Side};
use nalgebra::DMatrix;

use super::planned::{Planned, Rounding};
use super::rows::pass;
use crate::motion::Motion;
use crate::regression::Factor;

/// The states of a recording, without its ends, where filters are of no use.
#[must_use]
pub fn recorded(motion: &Motion, model: &Model) -> Planned {
    let n = model.joints.len();
    let interior = motion.interior();
    let mut found = Planned {
        time: interior.clone().map(|k| motion.time(k)).collect(),
        state: std::array::from_fn(|_| vec![Vec::with_capacity(interior.len()); n]),
        noise: Vec::new(),
        without_friction: false,
        end: None,
        recorded: vec![motion.clone()],
        rounding: Rounding::default(),
    };
    for state in motion.states(interior).each(n) {
        for (columns, values) in found.state.iter_mut().zip(state) {
            for (column, x) in columns.iter_mut().zip(values) {
                column.push(*x);
            }
        }
    }
    found
}

/// The information matrix `Σ YᵀWY` of all samples (`b × b`), rows of joints multiplied by `weights` (none: all alike): for
/// [`Plan::prior`](super::Plan::prior), times its samples over those that will be recorded.
///
/// # Errors
/// Those of the robot's functions.
pub fn information(
    robot: &dyn Robot,
    motions: &[Planned],
    weights: &[f64],
) -> Result<DMatrix<f64>, EvaluationError> {
    let mut factor = Factor::new(robot.model().base.len());
    for motion in motions {
        pass(robot, motion, Side::Joint, |row, columns| {
            let weight = weights.get(row).copied().unwrap_or(1.0);
            let columns = columns.iter().map(|y| weight * y).enumerate();
            factor.push(columns, 0.0);
        })?;
    }
    let (triangle, _, _) = factor.parts();
    Ok(triangle.tr_mul(&triangle))
}

#[cfg(test)]
mod tests {
    use super::recorded;
    use crate::regression::by_hand;

    /// Of sixty samples from 4 s on, at 100 Hz, three are left out at either end.
    #[test]
    fn a_recording_has_its_own_times_and_the_states_of_its_interior() {
        let mut motion = by_hand::motion(60);
        motion.start = 4.0;
        let found = recorded(&motion, &by_hand::MODEL);
        assert_eq!(found.time.len(), 54);
        for (k, time) in (3u32..).zip(&found.time) {
            by_hand::near(*time, 4.0 + f64::from(k) / 100.0);
        }
        let states = motion.states(3..57);
        for (order, all) in [&states.q, &states.qd, &states.qdd].into_iter().enumerate() {
            assert_eq!(found.state[order].len(), 2);
            for (joint, column) in found.state[order].iter().enumerate() {
                let wanted: Vec<f64> = all.iter().skip(joint).step_by(2).copied().collect();
                assert_eq!(*column, wanted);
            }
        }
        assert!(found.noise.is_empty() && !found.without_friction);
        assert_eq!(found.recorded, [motion]);
    }
}
