//! Where motions begin.

use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

use super::super::drive::Electric;
use super::super::input::Function;
use super::super::machine::Machine;
use super::super::settings::{Grid, Settings};
use super::{Start, simulate};
use crate::parameters::nominal;

/// 6 V less 0.5 · 4 · 0.5 V over 2 Ω are 2.5 A, and -2 V and 0.5 V more -0.75 A.
#[test]
fn a_motion_begins_with_the_currents_that_voltages_keep_up() {
    let robot = &double_pendulum::ROBOT;
    let drive = Electric {
        resistance: 2.0,
        inductance: 0.5,
        torque_constant: 0.3,
        back_emf: 0.5,
        gear: 4.0,
    };
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let machine = machine.with_drives(&[drive; 2]).expect("drives");
    let volts = Function(|t: f64, out: &mut [f64]| out.copy_from_slice(&[4.0 * t, -2.0]));
    let start = Start {
        position: vec![0.1, 0.2],
        velocity: vec![0.5, -0.25],
    };
    let grid = Grid {
        start: 1.5,
        rate: 100.0,
        samples: 2,
    };
    let motion = simulate(&machine, &volts, &start, &grid, &Settings::default());
    let motion = motion.expect("a motion");
    assert_eq!(motion.current[..2], [2.5, -0.75]);
    for (torque, wanted) in motion.torque[..2].iter().zip([3.0, -0.9]) {
        assert!((torque - wanted).abs() < 1e-12, "{torque} {wanted}");
    }
}
