//! Motions of a quadruped that a sensor of force holds, for tests.

use armwright_robots::solo12::ROBOT;
use armwright_runtime::Robot;

use super::{Random, Sensors, designed, simulate};
use crate::parameters::nominal;
use crate::recording::Recording;

/// So many seconds of a motion of some period, `rate` times a second, with noise of torques alone; and the random numbers that go on.
pub(crate) fn held(seed: u64, [period, duration]: [f64; 2], rate: f64) -> (Recording, Random) {
    let (model, mut random) = (ROBOT.model(), Random::new(seed));
    let path = designed(model, period, duration, &mut random);
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.01,
    };
    let made = simulate(&ROBOT, &nominal(model), &path, rate, &sensors, &mut random);
    let made = made.expect("a simulation");
    (made.recording().expect("a recording"), random)
}
