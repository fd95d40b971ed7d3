//! Robots that are no open chains of bodies: springs, coordinates that depend on others, torques of the file, bases that move.

use armwright_lab::simulation::{
    Function, Grid, Machine, Settings, SimulationError, Start, simulate,
};
use armwright_robots::{dvrk_mtm, five_bar, irp6, kr300_balanced, solo12};
use armwright_runtime::{Axis, Inertial, ParameterKind, Robot};

/// A value of every parameter, all friction 0.
fn values(robot: &dyn Robot) -> Vec<f64> {
    let value = |kind: ParameterKind| match kind {
        ParameterKind::Inertial { component, .. } => match component {
            Inertial::Mass => 1.5,
            Inertial::Moment(Axis::X) => 0.2,
            Inertial::Inertia(i, k) if i == k => 0.4,
            _ => 0.0,
        },
        ParameterKind::Inertia(_) => 0.1,
        ParameterKind::Offset(_) | ParameterKind::Preload(_) => 0.3,
        ParameterKind::Stiffness(_) => 4.0,
        ParameterKind::SpringRate(_) => 90.0,
        ParameterKind::SpringTension(_) => 5.0,
        ParameterKind::Torque(..) => 0.5,
        _ => 0.0,
    };
    let parameters = robot.model().parameters.iter();
    parameters.map(|p| value(p.kind)).collect()
}

/// They move, and what drives gave is what bodies and springs have.
#[test]
fn springs_loops_and_torques_of_the_file_are_simulated() {
    let all: [&dyn Robot; 4] = [
        &dvrk_mtm::ROBOT,
        &five_bar::ROBOT,
        &irp6::ROBOT,
        &kr300_balanced::ROBOT,
    ];
    for robot in all {
        let model = robot.model();
        let machine = Machine::of(robot, &values(robot)).expect("a machine");
        let push = Function(|t: f64, out: &mut [f64]| {
            for (i, out) in out.iter_mut().enumerate() {
                *out = 2.0 * (3.0 * t + i as f64).sin();
            }
        });
        let n = model.joints.len();
        let start: Vec<f64> = (0..n).map(|i| 0.2 + 0.1 * i as f64).collect();
        let grid = Grid {
            start: 0.0,
            rate: 100.0,
            samples: 101,
        };
        let start = Start::at_rest(&start);
        let motion = simulate(&machine, &push, &start, &grid, &Settings::default());
        let motion = motion.expect("a motion");
        println!("{}: {:?}", model.name, motion.balance);
        assert!(motion.stop.is_none(), "{}: {:?}", model.name, motion.stop);
        assert!(motion.balance.work.abs() > 1e-3, "{}", model.name);
        assert!(
            motion.balance.error < 1e-7,
            "{}: {:?}",
            model.name,
            motion.balance
        );
    }
}

#[test]
fn a_base_that_moves_is_refused_with_the_reason() {
    let robot = &solo12::ROBOT;
    let refused = Machine::of(robot, &values(robot)).err().expect("refused");
    assert_eq!(refused, SimulationError::BaseMoves("solo12".to_owned()));
    assert!(refused.to_string().contains("what moves it is not known"));
}
