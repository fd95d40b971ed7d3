//! A robot and its controller through time.

use nalgebra::DVector;

use super::control::Controller;
use super::error::ClosedLoopError;
use super::plant::Plant;
use crate::motion::States;

/// How far a step of the integration goes at most, in radians of what is fastest.
const STEP: f64 = 0.2;
/// Steps a sample at most.
const MOST: usize = 64;
/// Positions and speeds beyond this, rad (m) and rad/s (m/s), are of a motion that runs away.
const AWAY: f64 = 1e6;

/// Moves a robot from a state (positions and velocities, `n` each) under a controller: states at so many samples, `rate`
/// a second (Hz), the first of them at once.
///
/// Runge and Kutta's method of fourth order, each sample in as many equal steps as keep what is fastest in the controller
/// ([`Controller::fastest`], at the beginning) below a fifth of a radian a step; torque is what the controller says at every stage.
///
/// ```
/// use armwright_lab::closed_loop::{Plant, Springs, run};
/// use armwright_lab::parameters::{base_matrix, nominal};
/// use armwright_runtime::Robot;
///
/// let robot = &armwright_robots::double_pendulum::ROBOT;
/// let theta = nalgebra::DVector::from_vec(nominal(robot.model()));
/// let beta = base_matrix(robot.model()) * theta;
/// let plant = Plant::of(robot, beta.as_slice())?;
/// let springs = Springs { to: vec![0.1, 0.2], stiffness: vec![400.0; 2], damping: vec![40.0; 2] };
/// let states = run(&plant, &springs, (&[0.0, 0.0], &[0.0, 0.0]), 500.0, 1000)?;
/// assert!(states.qd[1998].abs() < 1e-3, "it hangs in its springs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ClosedLoopError`].
pub fn run(
    plant: &Plant<'_>,
    controller: &dyn Controller,
    start: (&[f64], &[f64]),
    rate: f64,
    samples: usize,
) -> Result<States, ClosedLoopError> {
    let mut states = States::default();
    let mut q = DVector::from_column_slice(start.0);
    let mut qd = DVector::from_column_slice(start.1);
    let here = plant.at(start.0, start.1)?;
    controller.check(start.0.len())?;
    let fastest = controller.fastest(&here);
    let steps = (fastest / rate / STEP).ceil().max(1.0) as usize;
    if steps > MOST {
        return Err(ClosedLoopError::TooFast { fastest, rate });
    }
    let h = (rate * steps as f64).recip();
    let at = |time: f64, q: &DVector<f64>, qd: &DVector<f64>| {
        let here = plant.at(q.as_slice(), qd.as_slice())?;
        let tau = controller.torque(time, q, qd, &here);
        plant.accelerations(&here, &tau, time)
    };
    for k in 0..samples {
        for step in 0..steps {
            let time = k as f64 / rate + step as f64 * h;
            let a1 = at(time, &q, &qd)?;
            if step == 0 {
                states.q.extend(q.iter());
                states.qd.extend(qd.iter());
                states.qdd.extend(a1.iter());
            }
            let v2 = &qd + &a1 * (h / 2.0);
            let a2 = at(time + h / 2.0, &(&q + &qd * (h / 2.0)), &v2)?;
            let v3 = &qd + &a2 * (h / 2.0);
            let a3 = at(time + h / 2.0, &(&q + &v2 * (h / 2.0)), &v3)?;
            let v4 = &qd + &a3 * h;
            let a4 = at(time + h, &(&q + &v3 * h), &v4)?;
            q += (&qd + (v2 + v3) * 2.0 + v4) * (h / 6.0);
            qd += (a1 + (a2 + a3) * 2.0 + a4) * (h / 6.0);
            let far = |x: &f64| x.is_nan() || x.abs() > AWAY;
            if let Some(joint) = q.iter().zip(&qd).position(|(q, qd)| far(q) || far(qd)) {
                let joint = plant.joint(joint);
                return Err(ClosedLoopError::Diverges { joint, time });
            }
        }
    }
    Ok(states)
}
