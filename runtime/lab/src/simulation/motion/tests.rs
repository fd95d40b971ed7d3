//! Where motions begin.

use armwright_robots::{double_pendulum, puma_shoulder};
use armwright_runtime::{Inputs, Quantity, Robot};

use super::super::drive::Electric;
use super::super::friction::FrictionLaw;
use super::super::input::{Function, Hold, Sampled};
use super::super::machine::{Direction, Machine};
use super::super::settings::{Grid, Settings, Steps};
use super::{Balance, Motion, Start, simulate};
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

/// Let go without friction, it swings through and comes nearly to rest again: what it was worth in between still counts.
#[test]
fn the_scale_of_a_balance_never_falls_as_a_motion_goes_on() {
    let robot = &double_pendulum::ROBOT;
    let theta = nominal(robot.model());
    let machine = Machine::of(robot, &theta).expect("a machine");
    let none = Function(|_, out: &mut [f64]| out.fill(0.0));
    let start = Start {
        position: vec![0.4, -0.1],
        velocity: vec![0.0; 2],
    };
    let scale = |samples: usize| {
        let grid = Grid {
            start: 0.0,
            rate: 20.0,
            samples,
        };
        let motion = simulate(&machine, &none, &start, &grid, &Settings::default());
        motion.expect("a motion").balance.scale
    };
    let scales: Vec<f64> = (2..40).map(scale).collect();
    assert!(
        scales.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6),
        "{scales:?}"
    );
    assert!(2.0 * scales[0] < scales[37]);
}

/// A motion from 1.5 s on, at 100 Hz: torques `4 t` and `-2 t` are 6.04 and -3.02 at its second moment.
#[test]
fn what_drove_a_motion_is_told_at_the_moments_of_the_clock_that_it_began_by() {
    let robot = &double_pendulum::ROBOT;
    let machine = || Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let start = Start {
        position: vec![0.1, 0.2],
        velocity: vec![0.5, -0.25],
    };
    let grid = Grid {
        start: 1.5,
        rate: 100.0,
        samples: 4,
    };
    let near = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
        }
    };
    let given = [6.0, -3.0, 6.04, -3.02, 6.08, -3.04, 6.12, -3.06];
    let input = Function(|t: f64, out: &mut [f64]| out.copy_from_slice(&[4.0 * t, -2.0 * t]));
    let motion = simulate(&machine(), &input, &start, &grid, &Settings::default());
    let motion = motion.expect("a motion");
    near(&motion.input, &given);
    near(&motion.torque, &given);
    assert!(motion.current.is_empty());
    // Samples each hundredth of a second, from the same moment on.
    let sampled = Sampled {
        start: 1.5,
        rate: 100.0,
        columns: vec![vec![1.0, 5.0, -3.0, 2.0], vec![0.5, 0.25, 8.0, -1.0]],
        hold: Hold::Last,
    };
    let motion = simulate(&machine(), &sampled, &start, &grid, &Settings::default());
    let given_samples = [1.0, 0.5, 5.0, 0.25, -3.0, 8.0, 2.0, -1.0];
    near(&motion.expect("a motion").input, &given_samples);
    // Windings without inductance: (v - 0.5 · 4 · velocity) / 2 Ω, and 0.3 · 4 N·m an ampere.
    for inductance in [0.0, 0.5] {
        let drive = Electric {
            resistance: 2.0,
            inductance,
            torque_constant: 0.3,
            back_emf: 0.5,
            gear: 4.0,
        };
        let machine = machine().with_drives(&[drive; 2]).expect("drives");
        let motion = simulate(&machine, &input, &start, &grid, &Settings::default());
        let motion = motion.expect("a motion");
        near(&motion.input, &given);
        let torque: Vec<f64> = motion.current.iter().map(|i| 1.2 * i).collect();
        near(&motion.torque, &torque);
        if inductance == 0.0 {
            let current = given.iter().zip(&motion.qd);
            let current: Vec<f64> = current.map(|(v, qd)| (v - 2.0 * qd) / 2.0).collect();
            near(&motion.current, &current);
        }
    }
}

/// Let go without friction, nothing is gained or lost, and what moves about is `q̇ᵀ M q̇ / 2`.
#[test]
fn an_error_of_energy_is_a_share_of_what_moves_about() {
    let robot = &double_pendulum::ROBOT;
    let theta = nominal(robot.model());
    let machine = Machine::of(robot, &theta).expect("a machine");
    let machine = machine.with_friction(&[]);
    let none = Function(|_, out: &mut [f64]| out.fill(0.0));
    let start = Start::at_rest(&[0.4, -0.1]);
    let swing = |samples: usize, steps: Steps| {
        let grid = Grid {
            start: 0.0,
            rate: 20.0,
            samples,
        };
        let settings = Settings {
            steps,
            ..Settings::default()
        };
        simulate(&machine, &none, &start, &grid, &settings).expect("a motion")
    };
    let motion = swing(40, Steps::Adaptive);
    let states = motion.q.chunks_exact(2).zip(motion.qd.chunks_exact(2));
    let kinetic = states.map(|(q, qd)| {
        let inputs = Inputs {
            theta: &theta,
            q,
            ..Inputs::default()
        };
        let mut inertia = [0.0; 4];
        let found = robot.evaluate(Quantity::InertiaMatrix, &inputs, &mut inertia);
        found.expect("an inertia matrix");
        let [a, b, c, d] = inertia;
        0.5 * (qd[0] * (a * qd[0] + b * qd[1]) + qd[1] * (c * qd[0] + d * qd[1]))
    });
    let most = kinetic.fold(0.0, f64::max);
    let found = motion.balance;
    assert!((found.scale / most - 1.0).abs() < 1e-9, "{found:?} {most}");
    assert!(found.gained.abs() < 1e-6 * most && found.error < 1e-6);
    // Of long steps, the largest error on the way: motions that end earlier take the same steps.
    let [coarse, mut worst, mut last] = [0.05, 0.0f64, 0.0];
    for samples in 2..=40 {
        let Balance {
            gained,
            work,
            friction,
            scale,
            error,
        } = swing(samples, Steps::Fixed(coarse)).balance;
        last = (gained - work + friction).abs();
        worst = worst.max(last);
        assert!(
            (error * scale / worst - 1.0).abs() < 1e-9,
            "{samples}: {error}"
        );
    }
    assert!(last < 0.9 * worst, "{last} {worst}");
}

/// 2 kg·m² at 2 rad/s, pushed on by 1 N·m against 3 N·m of friction: at rest after 2 s and 2 rad.
fn pushed(settings: &Settings) -> Motion {
    let robot = &puma_shoulder::ROBOT;
    let parameters = robot.model().parameters.iter();
    let theta: Vec<f64> = parameters
        .map(|p| if p.name == "Lzz_2" { 2.0 } else { 0.0 })
        .collect();
    let machine = Machine::of(robot, &theta).expect("a machine");
    let mut machine = machine.with_friction(&[FrictionLaw::Coulomb]);
    machine.set(Direction::Friction { site: 0, term: 0 }, 3.0);
    let push = Function(|_, out: &mut [f64]| out[0] = 1.0);
    let start = Start {
        position: vec![0.0],
        velocity: vec![2.0],
    };
    let grid = Grid {
        start: 0.0,
        rate: 2.0,
        samples: 7,
    };
    simulate(&machine, &push, &start, &grid, settings).expect("a motion")
}

/// To rest 4 J of its own and 2 J of the drive have gone; friction took all 6.
#[test]
fn what_friction_took_may_be_the_scale_of_a_balance() {
    let found = pushed(&Settings::default()).balance;
    for (found, wanted) in [
        (found.gained, -4.0),
        (found.work, 2.0),
        (found.friction, 6.0),
        (found.scale, 6.0),
    ] {
        assert!((found - wanted).abs() < 1e-6, "{found} for {wanted}");
    }
}

/// At rest after 2 s; a motion of 1 s whose steps do not suffice ends early.
#[test]
fn what_happens_on_the_way_is_told_by_another_clock() {
    let of = |settings: Settings| pushed(&settings).later(100.0);
    let whole = of(Settings::default());
    assert_eq!((whole.grid.at(6), whole.stop), (103.0, None));
    let rests = whole.events.last().expect("rest").time;
    assert!((rests - 102.0).abs() < 1e-6, "{rests}");
    let few = Settings {
        most: 2,
        ..Settings::default()
    };
    let stop = pushed(&few).stop.expect("an end").time;
    assert!(0.0 < stop && stop < 1.0, "{stop}");
    assert_eq!(of(few).stop.map(|stop| stop.time), Some(100.0 + stop));
}
