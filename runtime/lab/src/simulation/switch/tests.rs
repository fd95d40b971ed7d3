//! Derivatives of a mass that friction stops, by hand.

use armwright_robots::{abb_wrist, puma_shoulder};
use armwright_runtime::Robot;

use super::super::friction::FrictionLaw;
use super::super::input::Function;
use super::super::integrator::Integrator;
use super::super::machine::{Direction, Machine};
use super::super::motion::Start;
use super::super::rest::STILL;
use super::super::right::Equations;
use super::super::sensitivity::march;
use super::super::settings::{Grid, Settings};
use crate::parameters::nominal;

/// How position and velocity after 1 s change with friction and with the velocity at the beginning: 2 kg·m² at 1 rad/s with
/// 3 N·m of friction, under a torque; without the state at the beginning the latter is 0.
fn slopes(torque: f64, with_state: bool) -> [[f64; 2]; 2] {
    let robot = &puma_shoulder::ROBOT;
    let mut theta = vec![0.0; robot.model().parameters.len()];
    let mut parameters = robot.model().parameters.iter();
    let place = parameters.position(|p| p.name == "Lzz_2");
    theta[place.expect("an inertia")] = 2.0;
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Coulomb]);
    let friction = Direction::Friction { site: 0, term: 0 };
    machine.set(friction, 3.0);
    let push = Function(move |_, out: &mut [f64]| out[0] = torque);
    let start = Start {
        position: vec![0.0],
        velocity: vec![1.0],
    };
    let grid = Grid {
        start: 0.0,
        rate: 1.0,
        samples: 2,
    };
    let mut found = [[0.0; 2]; 2];
    let ended = march(
        &machine,
        &push,
        &start,
        &grid,
        &Settings::default(),
        &[friction],
        with_state,
        &mut |k, here| {
            if k == 1 {
                found[0].copy_from_slice(here.column(0));
            }
            if k == 1 && with_state {
                found[1].copy_from_slice(here.column(2));
            }
        },
    );
    assert!(ended.expect("a march").1.is_none());
    found
}

#[track_caller]
fn near(found: [[f64; 2]; 2], wanted: [[f64; 2]; 2]) {
    let mut pairs = found.iter().flatten().zip(wanted.iter().flatten());
    assert!(
        pairs.all(|(x, w)| (x - w).abs() < 1e-6),
        "{found:?} for {wanted:?}"
    );
}

/// At rest after 2/3 s; the way is `v² / f`.
#[test]
fn what_has_come_to_rest_knows_how_far_it_went() {
    near(slopes(0.0, true), [[-1.0 / 9.0, 0.0], [2.0 / 3.0, 0.0]]);
}

/// Under -5 N·m it slows down by 4 rad/s², turns after 1/4 s, and goes back by 1 rad/s²: `t = 2 v / (5 + f)` and the velocity
/// `(f - 5) (1 - t) / 2` then.
#[test]
fn what_turns_has_derivatives_of_when_it_did() {
    // The way is v t / 2 - (5 - f) (1 - t)² / 4.
    let by_friction = -1.0 / 64.0 + 0.75 * 0.75 / 4.0 - 0.75 / 32.0;
    let by_velocity = 0.25 + 0.75 / 4.0;
    near(
        slopes(-5.0, true),
        [[by_friction, 0.375 - 1.0 / 32.0], [by_velocity, 0.25]],
    );
    // Friction alone, without any other derivative.
    near(
        slopes(-5.0, false),
        [[by_friction, 0.375 - 1.0 / 32.0], [0.0, 0.0]],
    );
}

/// At the end of a step a joint of 2 kg·m² has come to rest where its speed is at most twice what counts as none, and it was faster.
#[test]
fn a_speed_that_fell_to_twice_none_has_arrived() {
    let robot = &puma_shoulder::ROBOT;
    let mut theta = vec![0.0; robot.model().parameters.len()];
    let mut parameters = robot.model().parameters.iter();
    let place = parameters.position(|p| p.name == "Lzz_2");
    theta[place.expect("an inertia")] = 2.0;
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Coulomb]);
    machine.set(Direction::Friction { site: 0, term: 0 }, 3.0);
    let push = Function(|_, out: &mut [f64]| out[0] = 0.0);
    let arrives = |before: f64, after: f64| {
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let state = |velocity: f64| vec![0.3, velocity, 0.0, 0.0];
        let mut integrator =
            Integrator::new(&mut equations, state(before), 0.0, Settings::default());
        integrator.at_rest();
        integrator.decide().expect("an inertia");
        integrator.first_stage().expect("a stage");
        integrator.next = state(before);
        integrator.x = state(after);
        integrator.time = 0.1;
        let found = integrator.changes(0.1).expect("friction");
        assert_eq!(integrator.equations.modes[0] == 0, found);
        found
    };
    for (before, after, expected) in [
        (0.5, 2.0 * STILL, true),
        (0.5, 2.1 * STILL, false),
        (0.5, 0.5 * STILL, true),
        // One that has just begun to move goes on.
        (1.5 * STILL, 1.6 * STILL, false),
        (0.5, -1e-3, true),
    ] {
        assert_eq!(arrives(before, after), expected, "{before} {after}");
        assert_eq!(arrives(-before, -after), expected, "{before} {after} back");
    }
}

/// The second of three joints in motion has friction that holds it, whatever pulls.
#[test]
fn of_several_joints_that_which_arrives_sticks() {
    let robot = &abb_wrist::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Coulomb]);
    for (site, friction) in [0.1, 1e4, 0.1].into_iter().enumerate() {
        machine.set(Direction::Friction { site, term: 0 }, friction);
    }
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    for (after, changes, modes) in [(-1.9, false, [1i8, -1, -1]), (-STILL, true, [1, 0, -1])] {
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let state = |velocity: f64| vec![0.3, -0.6, 0.9, 1.0, velocity, -3.0, 0.0, 0.0];
        let before = state(-2.0);
        let mut integrator =
            Integrator::new(&mut equations, before.clone(), 0.0, Settings::default());
        integrator.at_rest();
        integrator.decide().expect("an inertia");
        integrator.first_stage().expect("a stage");
        integrator.next = before;
        integrator.x = state(after);
        integrator.time = 0.1;
        assert_eq!(integrator.changes(0.1).expect("friction"), changes);
        assert_eq!(integrator.equations.modes, modes);
        assert_eq!(integrator.resting, [false, changes, false]);
        assert_eq!(integrator.events.len(), usize::from(changes));
    }
}

/// 10 N·m pull back a joint that 3 N·m of friction hold, so that it turns where it comes to rest; where it has only just changed
/// it stays there.
#[test]
fn what_is_back_at_rest_as_soon_as_it_slipped_stays_there() {
    let robot = &puma_shoulder::ROBOT;
    let mut theta = vec![0.0; robot.model().parameters.len()];
    let mut parameters = robot.model().parameters.iter();
    let place = parameters.position(|p| p.name == "Lzz_2");
    theta[place.expect("an inertia")] = 2.0;
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Coulomb]);
    machine.set(Direction::Friction { site: 0, term: 0 }, 3.0);
    let push = Function(|_, out: &mut [f64]| out[0] = -10.0);
    for (changed, mode) in [(0.1, 0i8), (0.05, -1)] {
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let state = |velocity: f64| vec![0.3, velocity, 0.0, 0.0];
        let mut integrator = Integrator::new(&mut equations, state(0.5), 0.0, Settings::default());
        integrator.at_rest();
        integrator.decide().expect("an inertia");
        integrator.first_stage().expect("a stage");
        integrator.next = state(0.5);
        integrator.x = state(STILL);
        integrator.time = 0.1;
        integrator.changed[0] = changed;
        assert!(integrator.changes(0.1).expect("friction"));
        assert_eq!(integrator.equations.modes[0], mode, "{changed}");
        assert_eq!(integrator.events.len(), 1);
    }
}
