//! One step of a mass by hand, and what is told when none can be made.

use armwright_robots::{abb_wrist, double_pendulum, puma_shoulder};
use armwright_runtime::Robot;

use super::super::dense::between;
use super::super::error::Fault;
use super::super::event::{Event, Turn};
use super::super::friction::FrictionLaw;
use super::super::input::{Function, Hold, Input, Sampled};
use super::super::machine::{Direction, Machine};
use super::super::motion::{Start, simulate};
use super::super::right::Equations;
use super::super::settings::{Grid, Settings, Steps};
use super::Integrator;
use crate::parameters::nominal;

/// A joint of 2 kg·m² without weight.
fn mass() -> Machine<'static> {
    let robot = &puma_shoulder::ROBOT;
    let mut theta = vec![0.0; robot.model().parameters.len()];
    let place = robot
        .model()
        .parameters
        .iter()
        .position(|p| p.name == "Lzz_2");
    theta[place.expect("an inertia")] = 2.0;
    Machine::of(robot, &theta)
        .expect("a machine")
        .with_friction(&[FrictionLaw::Coulomb])
}

fn pendulum() -> Machine<'static> {
    let robot = &double_pendulum::ROBOT;
    Machine::of(robot, &nominal(robot.model())).expect("a machine")
}

const GRID: Grid = Grid {
    start: 0.5,
    rate: 10.0,
    samples: 6,
};

/// Torque `8 t³`: the method of fifth order has it exactly, and so has that of fourth; of `10 t⁴` only the former.
#[test]
fn a_step_is_of_fifth_order_and_its_error_of_fourth() {
    let machine = mass();
    for power in [3, 4] {
        let size = 2.0 * (f64::from(power) + 1.0);
        let push = Function(move |t: f64, out: &mut [f64]| out[0] = size * t.powi(power));
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let mut integrator = Integrator::new(
            &mut equations,
            vec![0.3, 0.7, 0.0, 0.0],
            0.5,
            Settings::default(),
        );
        integrator.at_rest();
        integrator.decide().expect("an inertia");
        assert_eq!(integrator.equations.modes, [1]);
        integrator.first_stage().expect("a stage");
        let h = 0.4;
        let error = integrator.stages(h).expect("stages");
        let (t, p) = (0.5 + h, power + 1);
        let velocity = 0.7 + t.powi(p) - 0.5f64.powi(p);
        assert!(
            (integrator.next[1] - velocity).abs() < 1e-13,
            "{:?}",
            integrator.next
        );
        let integral = |t: f64| t.powi(p + 1) / f64::from(p + 1);
        let position = 0.3 + (0.7 - 0.5f64.powi(p)) * h + integral(t) - integral(0.5);
        assert!(
            (integrator.next[0] - position).abs() < 1e-4,
            "{:?}",
            integrator.next
        );
        // The largest share of what is allowed, 1e-10 and 1e-9 of the larger end.
        let share = |i: usize, x: f64| {
            let error: f64 = super::E
                .iter()
                .zip(&integrator.k)
                .map(|(e, k)| h * e * k[i])
                .sum();
            error.abs() / (1e-10 + 1e-9 * x)
        };
        let wanted = share(0, integrator.next[0].abs()).max(share(1, integrator.next[1].abs()));
        assert!(
            (error - wanted).abs() < 1e-9 * (1.0 + wanted),
            "{error} {wanted}"
        );
        if power == 3 {
            assert!(share(1, 1.0) < 1e-3, "nothing is left of a cubic");
        } else {
            assert!(share(1, 1.0) > 1.0);
        }
    }
}

/// From -0.3 towards 0 the beginning is the larger end, whatever its sign.
#[test]
fn errors_are_held_against_the_larger_end_of_a_step() {
    let machine = mass();
    let push = Function(|t: f64, out: &mut [f64]| out[0] = 10.0 * t.powi(4));
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let start = vec![-0.3, 0.7, 0.0, 0.0];
    let settings = Settings {
        relative: 1e-3,
        absolute: 1e-10,
        ..Settings::default()
    };
    let mut integrator = Integrator::new(&mut equations, start.clone(), 0.5, settings);
    integrator.at_rest();
    integrator.decide().expect("an inertia");
    integrator.first_stage().expect("a stage");
    let h = 0.4;
    let error = integrator.stages(h).expect("stages");
    let next = [integrator.next[0].abs(), integrator.next[1].abs()];
    assert!(next[0] < 0.2 && next[1] > 0.7, "{next:?}");
    let share = |i: usize| {
        let pairs = super::E.iter().zip(&integrator.k);
        let error: f64 = pairs.map(|(e, k)| h * e * k[i]).sum();
        error.abs() / (1e-10 + 1e-3 * start[i].abs().max(next[i]))
    };
    let wanted = share(0).max(share(1));
    assert_eq!(wanted, share(0));
    assert!((error / wanted - 1.0).abs() < 1e-9, "{error} {wanted}");
}

/// Between the ends of a step lies the polynomial of fourth order that it has made.
#[test]
fn a_quartic_is_met_between_the_ends_of_a_step() {
    let (t, h) = (0.5f64, 0.4);
    let k: Vec<Vec<f64>> = super::C
        .iter()
        .map(|c| vec![9.0, 4.0 * (t + c * h).powi(3)])
        .collect();
    for share in [0.0, 0.2, 0.5, 0.85, 1.0] {
        let found = between(share, h, [t.powi(4), (t + h).powi(4)], &k, 1);
        assert!(
            (found - (t + share * h).powi(4)).abs() < 1e-13,
            "{share}: {found}"
        );
    }
}

/// Where a stretch begins columns have their derivatives at once.
#[test]
fn the_first_stage_has_the_derivatives_of_columns() {
    let machine = pendulum();
    let directions = [Direction::Standard(robot_inertia())];
    let push = Function(|_, out: &mut [f64]| out.copy_from_slice(&[3.0, -1.0]));
    let mut equations = Equations::new(&machine, &push, &directions, 2);
    let layout = equations.layout;
    let mut x: Vec<f64> = (0..layout.length()).map(|k| 0.3 + 0.1 * k as f64).collect();
    x[4..6].fill(0.0);
    let mut wanted = vec![0.0; x.len()];
    equations
        .derivative(0.5, &x, &mut wanted, true)
        .expect("a derivative");
    let mut integrator = Integrator::new(&mut equations, x, 0.5, Settings::default());
    integrator.first_stage().expect("a stage");
    assert_eq!(integrator.k[0], wanted);
    assert!(
        layout
            .column(0)
            .chain(layout.column(1))
            .all(|k| wanted[k] != 0.0),
        "{wanted:?}"
    );
}

fn robot_inertia() -> usize {
    let parameters = double_pendulum::ROBOT.model().parameters.iter();
    let mut places = parameters
        .enumerate()
        .filter(|(_, p)| p.name == "Lyy_lower");
    places.next().map(|(k, _)| k).expect("an inertia")
}

#[test]
fn the_first_step_suits_the_fastest_change() {
    let machine = mass();
    let push = Function(|_, out: &mut [f64]| out[0] = 6.0);
    let step = |settings: Settings, end: f64, torque_less: bool| {
        let still = Function(|_, out: &mut [f64]| out[0] = 0.0);
        let input: &dyn Input = if torque_less { &still } else { &push };
        let mut equations = Equations::new(&machine, input, &[], 0);
        let x = if torque_less {
            vec![0.0; 4]
        } else {
            vec![0.3, 0.7, 0.0, 0.0]
        };
        let mut integrator = Integrator::new(&mut equations, x, 0.5, settings);
        integrator.first_stage().expect("a stage");
        integrator.equations.modes = vec![1];
        integrator.first_stage().expect("a stage");
        integrator.first_step(end)
    };
    let given = Settings::default();
    let scale = |x: f64| 1e-10 + 1e-9 * x + 1e-4 * x + 1e-6;
    let wanted = 0.1 / (0.7 / scale(0.3)).max(3.0 / scale(0.7));
    let found = step(given, 9.0, false);
    assert!((found - wanted).abs() < 1e-12 * wanted, "{found} {wanted}");
    assert_eq!(step(given, 9.0, true), 1e-3, "nothing changes");
    let longest = Settings {
        longest: 1e-7,
        ..given
    };
    assert_eq!(step(longest, 9.0, false), 1e-7);
    let end = 0.5 + 1e-7;
    assert_eq!(step(given, end, false), end - 0.5);
    assert_eq!(step(given, 0.5, false), 1e-9);
    let fixed = Settings {
        steps: Steps::Fixed(0.02),
        ..given
    };
    assert_eq!(step(fixed, 0.5, false), 0.02);
}

#[test]
fn every_moment_of_a_grid_is_shown_and_steps_are_counted() {
    let machine = mass();
    let push = Function(|_, out: &mut [f64]| out[0] = 6.0);
    let run = |settings: Settings, samples: usize| {
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let mut integrator =
            Integrator::new(&mut equations, vec![0.3, 0.7, 0.0, 0.0], 0.5, settings);
        let mut shown = Vec::new();
        let grid = Grid { samples, ..GRID };
        let result = integrator.run(&grid, &mut |k, time, x| {
            shown.push((k, time, x[..2].to_vec()))
        });
        (result, shown, integrator.count, integrator.time)
    };
    let fixed = Settings {
        steps: Steps::Fixed(0.03),
        ..Settings::default()
    };
    for settings in [Settings::default(), fixed] {
        let (result, shown, count, time) = run(settings, 6);
        assert_eq!((result, shown.len(), time), (Ok(()), 6, 1.0));
        for (place, (k, time, x)) in shown.iter().enumerate() {
            assert_eq!((*k, *time), (place, GRID.at(place)));
            let t = 0.1 * place as f64;
            // 3 rad/s².
            let wanted = [0.3 + 0.7 * t + 1.5 * t * t, 0.7 + 3.0 * t];
            assert!(
                x.iter().zip(wanted).all(|(x, w)| (x - w).abs() < 1e-9),
                "{x:?} {wanted:?}"
            );
        }
        assert!(count.steps > 0 && count.rejected == 0);
    }
    // 0.5 s in steps of 0.03 s: fifteen, and what is left, 0.05 s, in two halves.
    assert_eq!(run(fixed, 6).2.steps, 17);
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let start = vec![0.3, 0.7, 0.0, 0.0];
    let mut integrator = Integrator::new(&mut equations, start, 0.5, fixed);
    integrator.run(&GRID, &mut |_, _, _| {}).expect("a motion");
    // Six a step, one to decide what sticks, and one where each of two stretches begins.
    assert_eq!(equations.evaluations, 6 * 17 + 3);
    assert_eq!(run(fixed, 1).1.len(), 1);
    assert_eq!(run(fixed, 0).1.len(), 0);
    let few = Settings { most: 4, ..fixed };
    let (result, shown, ..) = run(few, 6);
    assert_eq!(result, Err(Fault::TooManySteps { steps: 4 }));
    // Of 0.12 s there are two moments.
    assert_eq!(shown.len(), 2);
}

/// A torque that is not smooth at 0.51 s.
struct Broken;

impl Input for Broken {
    fn at(&self, _: f64, _: f64, _: (&[f64], &[f64]), out: &mut [f64]) {
        out[0] = 6.0;
    }

    fn next_break(&self, after: f64) -> f64 {
        match after < 0.51 {
            true => 0.51,
            false => f64::INFINITY,
        }
    }
}

/// One of 0.01 s to where the torque breaks, fifteen of 0.03 s in the 0.49 s that are left, and 0.04 s in two halves.
#[test]
fn a_step_that_a_break_made_short_makes_the_next_no_shorter() {
    let machine = mass();
    let mut equations = Equations::new(&machine, &Broken, &[], 0);
    let settings = Settings {
        steps: Steps::Fixed(0.03),
        ..Settings::default()
    };
    let start = vec![0.3, 0.7, 0.0, 0.0];
    let mut integrator = Integrator::new(&mut equations, start, 0.5, settings);
    integrator.run(&GRID, &mut |_, _, _| {}).expect("a motion");
    assert_eq!((integrator.count.steps, integrator.time), (18, 1.0));
}

/// Numbers near 1e9 are 1.2e-7 apart.
#[test]
fn steps_that_do_not_move_time_end_a_motion() {
    let machine = mass();
    let push = Function(|_, out: &mut [f64]| out.fill(6.0));
    for (step, is_made) in [(1e-8, false), (0.03, true)] {
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let settings = Settings {
            steps: Steps::Fixed(step),
            most: 100,
            ..Settings::default()
        };
        let late = Grid { start: 1e9, ..GRID };
        let start = vec![0.3, 0.7, 0.0, 0.0];
        let mut integrator = Integrator::new(&mut equations, start, 1e9, settings);
        let result = integrator.run(&late, &mut |_, _, _| {});
        let fails = matches!(result, Err(Fault::StepCollapse { .. }));
        assert_eq!([result.is_ok(), fails], [is_made, !is_made], "{result:?}");
    }
}

#[test]
fn a_motion_that_cannot_go_on_names_its_joint() {
    let machine = pendulum();
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let x = vec![0.0; 6];
    let mut integrator = Integrator::new(&mut equations, x, 0.5, Settings::default());
    integrator.first_stage().expect("a stage");
    let diverges = |joint: &str| {
        Err(Fault::Diverges {
            joint: joint.to_owned(),
        })
    };
    assert_eq!(integrator.check(), Ok(()));
    for (place, joint) in ["shoulder", "elbow", "shoulder", "elbow"]
        .into_iter()
        .enumerate()
    {
        for far in [1.01e6, -1.01e6, f64::NAN] {
            integrator.x.fill(0.0);
            integrator.x[place] = far;
            assert_eq!(integrator.check(), diverges(joint));
        }
        integrator.x[place] = -0.99e6;
        assert_eq!(integrator.check(), Ok(()));
    }
    integrator.x.fill(0.0);
    integrator.x[4] = 1e9;
    assert_eq!(integrator.check(), Ok(()), "work may be large");
    // An inertia that is all but gone is the cause, of the first joint that has none left.
    integrator.equations.factor = vec![1.0, 0.0, 3.0, 2.9e-3];
    let gone = integrator.cause(Fault::TooManySteps { steps: 1 });
    assert_eq!(
        gone,
        Fault::Singular {
            joint: "elbow".to_owned()
        }
    );
    integrator.equations.factor[3] = 3.1e-3;
    let other = integrator.cause(Fault::TooManySteps { steps: 1 });
    assert_eq!(other, Fault::TooManySteps { steps: 1 });
    // The largest error of a step, of a velocity or a position.
    for (place, joint) in ["shoulder", "elbow", "shoulder", "elbow"]
        .into_iter()
        .enumerate()
    {
        for k in &mut integrator.k {
            k.fill(0.0);
        }
        integrator.k[2][place] = -5.0;
        integrator.k[3][(place + 1) % 4] = 0.01;
        assert_eq!(integrator.worst(0.1), joint);
        integrator.k[2][place] = f64::NAN;
        integrator.k[3][(place + 1) % 4] = 1e9;
        assert_eq!(integrator.worst(0.1), joint);
    }
    // Of errors without bound, whether they are numbers or not, the last.
    for k in &mut integrator.k {
        k.fill(0.0);
    }
    (integrator.k[2][0], integrator.k[2][1]) = (f64::NAN, f64::INFINITY);
    assert_eq!(integrator.worst(0.1), "elbow");
    integrator.time = 3.0;
    assert_eq!(integrator.shortest(), 3e-14);
    integrator.time = -1e-3;
    assert_eq!(integrator.shortest(), 1e-16);
}

#[test]
fn a_stretch_is_asked_for_by_its_middle_and_else_by_its_time() {
    let machine = mass();
    let sampled = Sampled {
        start: 0.5,
        rate: 4.0,
        columns: vec![vec![1.0, 2.0, 3.0]],
        hold: Hold::Last,
    };
    let mut equations = Equations::new(&machine, &sampled, &[], 0);
    let mut integrator = Integrator::new(&mut equations, vec![0.0; 4], 0.75, Settings::default());
    integrator.begin_stretch(&GRID);
    assert!((integrator.equations.within - 0.875).abs() < 1e-12);
    let push = Function(|_, out: &mut [f64]| out[0] = 6.0);
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let mut integrator = Integrator::new(&mut equations, vec![0.0; 4], 0.25, Settings::default());
    integrator.begin_stretch(&GRID);
    assert_eq!(integrator.equations.within, 0.5);
    integrator.time = 0.75;
    integrator.begin_stretch(&GRID);
    assert_eq!(integrator.equations.within, 0.75);
}

/// Joints that move are in their direction, what is locked or does not move is at rest.
#[test]
fn what_is_at_rest_is_found() {
    let mut machine = pendulum().with_friction(&[FrictionLaw::Coulomb]);
    machine.lock(0);
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    for (qd, resting, modes) in [
        ([0.3, -0.2], [false, false, true], [1, -1, 1]),
        ([0.0, 1e-10], [true, false, true], [-1, 1, -1]),
        ([-0.9e-11, 0.9e-11], [true, true, true], [-1, 1, -1]),
    ] {
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let x = vec![0.1, 0.2, qd[0], qd[1], 0.0, 0.0];
        let mut integrator = Integrator::new(&mut equations, x, 0.0, Settings::default());
        integrator.at_rest();
        assert_eq!(
            (&integrator.resting[..], &integrator.equations.modes[..]),
            (&resting[..], &modes[..])
        );
    }
}

/// A mass with 3 N·m of friction, thrown back: under 2 t it is at rest when t² + 3 t = 3, and breaks loose at 1.5 s; under 8 N·m it turns
/// after 1.5 / 5.5 s.
#[test]
fn changes_of_friction_are_told_when_they_happen() {
    let mut machine = mass();
    machine.set(Direction::Friction { site: 0, term: 0 }, 3.0);
    let run = |torque: &dyn Input| {
        let mut equations = Equations::new(&machine, torque, &[], 0);
        let mut integrator = Integrator::new(
            &mut equations,
            vec![0.0, -1.5, 0.0, 0.0],
            0.0,
            Settings::default(),
        );
        let grid = Grid {
            start: 0.0,
            rate: 4.0,
            samples: 9,
        };
        integrator.run(&grid, &mut |_, _, _| {}).expect("a motion");
        let events = integrator.events.iter();
        events
            .map(|e| (e.time, e.site.clone(), e.turn))
            .collect::<Vec<_>>()
    };
    let found = run(&Function(|t: f64, out: &mut [f64]| out[0] = 2.0 * t));
    let wanted = [
        (0.5 * (21f64.sqrt() - 3.0), Turn::Sticks),
        (1.5, Turn::Slips),
    ];
    assert_eq!(found.len(), 2, "{found:?}");
    for ((time, site, turn), (at, what)) in found.iter().zip(wanted) {
        assert!(
            (time - at).abs() < 1e-8 && site == "2" && *turn == what,
            "{found:?}"
        );
    }
    let found = run(&Function(|_, out: &mut [f64]| out[0] = 8.0));
    assert_eq!((found.len(), found[0].2), (1, Turn::Turns));
    assert!((found[0].0 - 1.5 / 5.5).abs() < 1e-8, "{found:?}");
}

/// Under 2 t friction of 3 N·m holds for 1.5 s: a step of 2 s sees that behind four fifths of it, and one of 1 s, made after it, not at all.
#[test]
fn a_shorter_step_is_judged_by_itself() {
    let mut machine = mass();
    machine.set(Direction::Friction { site: 0, term: 0 }, 3.0);
    let push = Function(|t: f64, out: &mut [f64]| out[0] = 2.0 * t);
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let mut integrator = Integrator::new(&mut equations, vec![0.0; 4], 0.0, Settings::default());
    integrator.at_rest();
    integrator.decide().expect("an inertia");
    assert_eq!(integrator.equations.modes, [0]);
    integrator.first_stage().expect("a stage");
    for (step, beyond) in [(2.0, 0.8), (1.0, f64::INFINITY)] {
        integrator.stages(step).expect("stages");
        assert_eq!(integrator.beyond, [beyond], "{step}");
    }
}

/// Two hundred changes within a millionth of a second are without end; afterwards they are counted anew.
#[test]
fn changes_without_end_are_told() {
    let machine = mass();
    let push = Function(|_, out: &mut [f64]| out[0] = 0.0);
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let mut integrator = Integrator::new(&mut equations, vec![0.0; 4], 1.0, Settings::default());
    for k in 0..200 {
        integrator.time = 1.0 + 0.9e-6 * f64::from(k) / 200.0;
        assert_eq!(integrator.count_changes(), Ok(()), "{k}");
    }
    let refused = Fault::Chatter {
        site: String::new(),
    };
    assert_eq!(integrator.count_changes(), Err(refused));
    integrator.time = 1.0 + 1.1e-6;
    assert_eq!(integrator.count_changes(), Ok(()));
    assert_eq!(integrator.recent, (integrator.time, 1));
}

/// A velocity of `(t - c)² - 0.04` would turn 0.2 s before `c` and again 0.2 s after it, both within one long step. At the first
/// friction of 1 N·m holds the 0.2 N·m that are left, until the input passes it at `c`; from there on the velocity is `(t - c)²`.
#[test]
fn a_place_sticks_that_would_have_turned_twice_within_a_step() {
    let mut machine = mass();
    machine.set(Direction::Friction { site: 0, term: 0 }, 1.0);
    for c in [1.0, 1.4, 1.8, 2.2, 2.6, 3.0, 3.4, 3.8] {
        let push = Function(move |t: f64, out: &mut [f64]| out[0] = 4.0 * (t - c) + 1.0);
        let start = Start {
            position: vec![0.0],
            velocity: vec![c * c - 0.04],
        };
        let grid = Grid {
            start: 0.0,
            rate: 0.5 / c,
            samples: 2,
        };
        // A quarter of a step is shorter than the 0.4 s between.
        let settings = Settings {
            longest: 1.5,
            ..Settings::default()
        };
        let motion = simulate(&machine, &push, &start, &grid, &settings).expect("a motion");
        assert!((motion.qd[1] - c * c).abs() < 1e-6, "{c}: {:?}", motion.qd);
        let events: Vec<(f64, Turn)> = motion.events.iter().map(|e| (e.time, e.turn)).collect();
        let [(stuck, Turn::Sticks), (slipped, Turn::Slips)] = events[..] else {
            panic!("{c}: {events:?}");
        };
        assert!((stuck - (c - 0.2)).abs() < 1e-6 && (slipped - c).abs() < 1e-6);
    }
}

/// Of three joints two have hardly any inertia left: the first of them is told. What stands above the diagonal is no part of the factor.
#[test]
fn the_first_joint_without_inertia_is_the_cause() {
    let robot = &abb_wrist::ROBOT;
    let machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let integrator = Integrator::new(&mut equations, vec![0.0; 8], 0.5, Settings::default());
    let singular = |joint: &str| Fault::Singular {
        joint: joint.to_owned(),
    };
    integrator.equations.factor = vec![1.0, 1e9, 1e9, 3.0, 1e-3, 1e9, 2.0, 1.0, 1e-3];
    let cause = integrator.cause(Fault::TooManySteps { steps: 1 });
    assert_eq!(cause, singular("q2"));
    integrator.equations.factor[4] = 1.0;
    let cause = integrator.cause(Fault::TooManySteps { steps: 1 });
    assert_eq!(cause, singular("q3"));
}

#[test]
fn changes_without_end_are_those_of_the_place_that_changed_last() {
    let machine = mass();
    let push = Function(|_, out: &mut [f64]| out[0] = 0.0);
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let mut integrator = Integrator::new(&mut equations, vec![0.0; 4], 1.0, Settings::default());
    for site in ["shoulder", "elbow"] {
        integrator.events.push(Event {
            time: 1.0,
            site: site.to_owned(),
            turn: Turn::Slips,
        });
    }
    integrator.recent = (1.0, 200);
    let refused = Fault::Chatter {
        site: "elbow".to_owned(),
    };
    assert_eq!(integrator.count_changes(), Err(refused));
}

/// The pendulum with 1 kg·m² of each link and a moment of mass of the lower one, all else 0.
fn links(moment: f64) -> Machine<'static> {
    let robot = &double_pendulum::ROBOT;
    let parameters = robot.model().parameters.iter();
    let theta: Vec<f64> = parameters
        .map(|parameter| match parameter.name {
            "Lyy_upper" | "Lyy_lower" => 1.0,
            "mx_lower" => moment,
            _ => 0.0,
        })
        .collect();
    Machine::of(robot, &theta).expect("a machine")
}

/// 5 kg·m at 0.4 m are more than inertias of 1 kg·m² allow where the elbow is straight, which is a fifth of the step away.
#[test]
fn a_step_of_a_given_length_ends_where_there_is_no_inertia() {
    let machine = links(5.0);
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let bent = std::f64::consts::FRAC_PI_2;
    let x = vec![0.3, bent, 0.0, -5.0 * bent, 0.0, 0.0];
    let settings = Settings {
        steps: Steps::Fixed(1.0),
        ..Settings::default()
    };
    let mut integrator = Integrator::new(&mut equations, x, 0.0, settings);
    integrator.first_stage().expect("an inertia");
    let found = integrator.step(1.0);
    assert!(matches!(found, Err(Fault::Indefinite { .. })), "{found:?}");
}

/// Torques of -3 and -2 N·m slow both joints down by 1 rad/s², as the shoulder has the inertia of both links and the elbow's acceleration.
#[test]
fn a_step_ends_where_the_first_of_several_places_turns() {
    let machine = links(0.0).with_friction(&[FrictionLaw::Coulomb]);
    let push = Function(|_, out: &mut [f64]| out.copy_from_slice(&[-3.0, -2.0]));
    for [shoulder, elbow] in [[0.5, 0.3], [0.3, 0.5]] {
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let x = vec![0.1, 0.2, shoulder, elbow, 0.0, 0.0];
        let mut integrator = Integrator::new(&mut equations, x, 0.0, Settings::default());
        integrator.at_rest();
        integrator.first_stage().expect("a stage");
        integrator.stages(0.8).expect("stages");
        let made = integrator.cut_at_event(0.8).expect("a step");
        assert!((made - 0.3).abs() < 1e-9, "{shoulder} {elbow}: {made}");
    }
}

/// A wrist of one ball of 1 kg·m², whose joints turn it about axes that are square to one another: a torque of -1 N·m slows the first down
/// by 1 rad/s², and the others stay.
#[test]
fn a_step_ends_where_one_of_three_joints_turns() {
    let robot = &abb_wrist::ROBOT;
    let parameters = robot.model().parameters.iter();
    let theta: Vec<f64> = parameters
        .map(|parameter| match parameter.name {
            "Lxx_c" | "Lyy_c" | "Lzz_c" => 1.0,
            _ => 0.0,
        })
        .collect();
    let machine = Machine::of(robot, &theta)
        .expect("a machine")
        .with_friction(&[FrictionLaw::Coulomb]);
    let push = Function(|_, out: &mut [f64]| out.copy_from_slice(&[-1.0, 0.0, 0.0]));
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let x = vec![
        0.1,
        std::f64::consts::FRAC_PI_2,
        0.2,
        0.3,
        0.0,
        0.0,
        0.0,
        0.0,
    ];
    let mut integrator = Integrator::new(&mut equations, x, 0.0, Settings::default());
    integrator.at_rest();
    integrator.first_stage().expect("a stage");
    integrator.stages(0.8).expect("stages");
    let made = integrator.cut_at_event(0.8).expect("a step");
    assert!((made - 0.3).abs() < 1e-9, "{made}");
}

/// Nothing moves or pulls, so both joints stick all the way; where each is said to be beyond its limit counts alone, of the first of them.
#[test]
fn a_step_ends_where_the_first_of_several_places_breaks_loose() {
    let machine = links(0.0).with_friction(&[FrictionLaw::Coulomb]);
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    for (beyond, expected) in [
        ([f64::INFINITY, 0.5], 0.4),
        ([0.5, f64::INFINITY], 0.4),
        ([0.5, 0.25], 0.2),
        ([0.25, 0.5], 0.2),
    ] {
        let mut equations = Equations::new(&machine, &push, &[], 0);
        let x = vec![0.1, 0.2, 0.0, 0.0, 0.0, 0.0];
        let mut integrator = Integrator::new(&mut equations, x, 0.0, Settings::default());
        integrator.first_stage().expect("a stage");
        integrator.stages(0.8).expect("stages");
        integrator.beyond[..2].copy_from_slice(&beyond);
        let made = integrator.cut_at_event(0.8).expect("a step");
        assert!((made - expected).abs() < 1e-9, "{beyond:?}: {made}");
    }
}

/// A torque of -2 N·m slows 2 kg·m² down by 1 rad/s², which polynomials have exactly: at rest after half of a step of 1 s, it is there
/// with the six evaluations of one step.
#[test]
fn a_step_to_where_a_place_turns_is_made_once_if_it_meets_it() {
    let machine = mass();
    let push = Function(|_, out: &mut [f64]| out[0] = -2.0);
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let x = vec![0.3, 0.5, 0.0, 0.0];
    let mut integrator = Integrator::new(&mut equations, x, 0.0, Settings::default());
    integrator.at_rest();
    integrator.first_stage().expect("a stage");
    integrator.stages(1.0).expect("stages");
    let before = integrator.equations.evaluations;
    let made = integrator.cut_at_event(1.0).expect("a step");
    assert!((made - 0.5).abs() < 1e-12, "{made}");
    assert_eq!(integrator.equations.evaluations - before, 6);
}

/// A torque that grows evenly is a billionth of both limits beyond that of 3 N·m shortly after 31/32 of a step of 1 s, just behind a
/// place that halving comes to: the step ends within 1e-10 of itself.
#[test]
fn a_step_ends_close_to_where_a_place_breaks_loose() {
    let mut machine = mass();
    machine.set(Direction::Friction { site: 0, term: 0 }, 3.0);
    let at = 31.0 / 32.0 + 2f64.powi(-40);
    let push = Function(move |t: f64, out: &mut [f64]| out[0] = 3.0 * (1.0 + 2e-9) * t / at);
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let mut integrator = Integrator::new(&mut equations, vec![0.0; 4], 0.0, Settings::default());
    integrator.at_rest();
    integrator.decide().expect("an inertia");
    integrator.first_stage().expect("a stage");
    integrator.stages(1.0).expect("stages");
    assert_eq!(integrator.beyond, [1.0]);
    let made = integrator.cut_at_event(1.0).expect("a step");
    assert!(made >= at && made - at <= 1e-10 * made, "{made} {at}");
}

/// Hardly any torque until 0.75 s, and 1000 N·m from then on. Each try of a step takes six evaluations, those among them that were not
/// accurate enough; one decides what sticks, and one stands where each of two stretches begins.
#[test]
fn tries_that_are_not_accurate_enough_are_counted() {
    let machine = mass();
    let push = Function(|t: f64, out: &mut [f64]| {
        out[0] = 500.0 * (1.0 + ((t - 0.75) / 1e-4).tanh());
    });
    let start = Start {
        position: vec![0.3],
        velocity: vec![0.7],
    };
    let motion = simulate(&machine, &push, &start, &GRID, &Settings::default());
    let motion = motion.expect("a motion");
    assert!(motion.stop.is_none() && motion.events.is_empty());
    // A quarter of a second at 500 rad/s².
    assert!((motion.qd[5] - 125.7).abs() < 1e-5, "{:?}", motion.qd);
    let count = motion.count;
    assert!(count.rejected > 0);
    assert_eq!(count.evaluations, 6 * (count.steps + count.rejected) + 3);
}

/// What the torque is after 0.6 s is not known: of a step of 0.4 s from 0.5 s on a fifth is made, and the next one is no longer, though
/// nothing changes; after a step that was made at once it is five times as long.
#[test]
fn a_step_after_one_that_failed_is_no_longer() {
    let machine = mass();
    let push = Function(|t: f64, out: &mut [f64]| out[0] = if t < 0.6 { 0.0 } else { f64::NAN });
    let mut equations = Equations::new(&machine, &push, &[], 0);
    let start = vec![0.3, 0.7, 0.0, 0.0];
    let mut integrator = Integrator::new(&mut equations, start, 0.5, Settings::default());
    integrator.at_rest();
    integrator.first_stage().expect("a stage");
    for (wanted, expected) in [(0.4, [0.08, 0.08]), (0.08, [0.08, 0.4])] {
        let (made, next) = integrator.step(wanted).expect("a step");
        for (found, expected) in [made, next].into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{wanted}: {made} {next}");
        }
    }
    assert_eq!(integrator.count.rejected, 1);
}
