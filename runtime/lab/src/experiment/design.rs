//! A motion that excites the parameters well: the best conditioned of several random ones.

use super::held_base::base_motion;
use super::{Fourier, Random, SimulationError, Trajectory, designed};
use crate::numeric::{Svd, scale_columns};
use crate::regression::Factor;
use crate::rows::base_regressor;
use armwright_runtime::{Inputs, Robot};

/// How many random motions compete.
const CANDIDATES: usize = 24;
/// Length of a period, s: slow enough that a position filter leaves the motion alone.
const PERIOD: f64 = 10.0;
/// Points at which a motion is judged.
const POINTS: u32 = 200;

/// The Fourier motion with the smallest condition number of the scaled observation matrix, of
/// several random ones within the joints' limits.
///
/// # Errors
/// [`SimulationError::Evaluation`] if the robot's functions do not fit its description.
pub fn best_designed(
    robot: &dyn Robot,
    duration: f64,
    random: &mut Random,
) -> Result<Fourier, SimulationError> {
    let model = robot.model();
    let mut best = designed(model, PERIOD, duration, random);
    let mut smallest = condition(robot, &best)?;
    for _ in 1..CANDIDATES {
        let candidate = designed(model, PERIOD, duration, random);
        let condition = condition(robot, &candidate)?;
        if condition < smallest {
            (best, smallest) = (candidate, condition);
        }
    }
    Ok(best)
}

fn condition(robot: &dyn Robot, motion: &Fourier) -> Result<f64, SimulationError> {
    let (n, b) = (robot.model().joints.len(), robot.model().base.len());
    let mut factor = Factor::new(b);
    let quantity = base_regressor(robot);
    let mut regressor = vec![0.0; quantity.length(robot.model())];
    let mut state = [vec![0.0; n], vec![0.0; n], vec![0.0; n]];
    for k in 0..POINTS {
        let time = PERIOD * f64::from(k) / f64::from(POINTS);
        for joint in 0..n {
            for (column, x) in state.iter_mut().zip(motion.at(joint, time)) {
                column[joint] = x;
            }
        }
        let [q, qd, qdd] = &state;
        let model = robot.model();
        let base = model.base_moves();
        let base = base.then(|| base_motion(motion, n, time).inputs(model.gravity));
        let inputs = Inputs {
            q,
            qd,
            qdd,
            base: base.as_ref().map_or(&[], |base| base),
            ..Inputs::default()
        };
        robot.evaluate(quantity, &inputs, &mut regressor)?;
        for row in regressor.chunks_exact(b.max(1)) {
            factor.push(row.iter().copied().enumerate(), 0.0);
        }
    }
    let (mut triangle, _, _) = factor.parts();
    scale_columns(&mut triangle);
    Ok(Svd::of(triangle).condition())
}
