//! Parts of a simulation by hand: drives, machines, settings, columns side by side, a motion's energy; every message as a whole.

use armwright_robots::{abb_wrist, double_pendulum, puma_shoulder, scara};
use armwright_runtime::{Model, Robot, Side, Torque};
use nalgebra::{DMatrix, DVector};

use super::layout::Layout;
use super::side_by_side::SideBySide;
use super::*;
use crate::output_error::by_hand::Described;
use crate::parameters::{base_matrix, nominal};
use crate::part::Part;

const DRIVE: Electric = Electric {
    resistance: 1.5,
    inductance: 0.02,
    torque_constant: 0.7,
    back_emf: 0.6,
    gear: -2.0,
};

fn pendulum() -> Machine<'static> {
    let robot = &double_pendulum::ROBOT;
    Machine::of(robot, &nominal(robot.model())).expect("a machine")
}

#[test]
fn a_winding_has_its_numbers_by_name() {
    let all = ElectricPart::ALL.map(|part| (part.symbol(), part.unit(), DRIVE.part(part)));
    let wanted = [
        ("R", "Ω", 1.5),
        ("L", "H", 0.02),
        ("kt", "N·m/A", 0.7),
        ("ke", "V·s/rad", 0.6),
    ];
    assert_eq!(all, wanted);
    let mut drive = DRIVE;
    for (k, part) in ElectricPart::ALL.into_iter().enumerate() {
        *drive.part_mut(part) = 1.0 + k as f64;
    }
    let Electric {
        resistance,
        inductance,
        torque_constant,
        back_emf,
        gear,
    } = drive;
    assert_eq!(
        [resistance, inductance, torque_constant, back_emf, gear],
        [1.0, 2.0, 3.0, 4.0, -2.0]
    );
    // 12 - 0.6 · -2 · 5.
    assert_eq!(DRIVE.remaining(12.0, 5.0), 18.0);
    let plain = Electric::default();
    assert_eq!(
        (plain.resistance, plain.inductance, plain.torque_constant),
        (1.0, 0.0, 1.0)
    );
    assert_eq!((plain.back_emf, plain.gear), (0.0, 1.0));
    let refused = |change: fn(&mut Electric, f64), value: f64| {
        let mut drive = DRIVE;
        change(&mut drive, value);
        drive.check("m1").map_err(|error| error.to_string())
    };
    type Change = fn(&mut Electric, f64);
    /// How it is set, values that are taken and others that are not, its name, and what it has to be.
    type Refused<'a> = (Change, &'a [f64], &'a [f64], &'a str, &'a str);
    let changes: [Refused<'_>; 3] = [
        (
            |d, x| d.resistance = x,
            &[1e-9],
            &[0.0, -1.0, f64::INFINITY],
            "the resistance",
            "above 0",
        ),
        (
            |d, x| d.inductance = x,
            &[0.0],
            &[-1e-9, f64::INFINITY],
            "the inductance",
            "0 or above",
        ),
        (
            |d, x| d.gear = x,
            &[-3.0],
            &[0.0, f64::NAN],
            "the gear",
            "a number other than 0",
        ),
    ];
    for (change, good, bad, what, wanted) in changes {
        for value in good {
            assert_eq!(refused(change, *value), Ok(()));
        }
        for value in bad {
            let text = format!("{what} of m1 is {value}: it has to be {wanted}");
            assert_eq!(refused(change, *value), Err(text));
        }
    }
}

#[test]
fn a_machine_has_numbers_that_are_read_and_changed() {
    let robot = &abb_wrist::ROBOT;
    let model = robot.model();
    let theta = nominal(model);
    let mut machine = Machine::of(robot, &theta).expect("a machine");
    for (k, parameter) in model.parameters.iter().enumerate() {
        let direction = Direction::Standard(k);
        assert_eq!(machine.value(direction), theta[k], "{}", parameter.name);
        machine.set(direction, 1.0 + k as f64);
        assert_eq!(machine.value(direction), 1.0 + k as f64);
        let is_friction = parameter.name.starts_with('f');
        let is_term = matches!(machine.resolved(direction), Direction::Friction { .. });
        assert_eq!(is_term, is_friction);
        if is_friction {
            assert_eq!(machine.value(machine.resolved(direction)), 1.0 + k as f64);
        }
    }
    let part = ElectricPart::Inductance;
    let winding = Direction::Electric { motor: 1, part };
    assert_eq!(machine.value(winding), 0.0);
    machine.set(winding, 3.0);
    let mut drives = [DRIVE; 3];
    drives[1].inductance = 0.5;
    let mut machine = machine.with_drives(&drives).expect("drives");
    assert_eq!(machine.value(winding), 0.5);
    machine.set(winding, 0.25);
    assert_eq!(
        (
            machine.drives()[1].inductance,
            machine.drives()[0].inductance
        ),
        (0.25, 0.02)
    );
    assert!(machine.has_inductance());
    let none = Electric {
        inductance: 0.0,
        ..DRIVE
    };
    assert!(
        !pendulum()
            .with_drives(&[none; 2])
            .expect("drives")
            .has_inductance()
    );
    assert_eq!(
        [0, 1, 2, 3].map(|k| machine.drive_name(k)),
        ["m1", "m2", "m3", ""]
    );
    assert_eq!(
        [0, 1, 2].map(|k| pendulum().drive_name(k)),
        ["shoulder", "elbow", ""]
    );
    assert_eq!(machine.form(1), [10.0, 50.0, 0.0]);
    let nowhere = Direction::Friction { site: 9, term: 0 };
    machine.set(nowhere, 1.0);
    assert_eq!(machine.value(nowhere), 0.0);
    assert_eq!(machine.value(Direction::Standard(999)), 0.0);
    // Friction at joints takes the place of that of the file.
    let laws = [FrictionLaw::Viscous, FrictionLaw::TanhSpeed];
    machine.lock(1);
    let other = machine.with_friction(&laws);
    let sites = other.friction();
    assert_eq!(
        sites.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(),
        ["q2", "q1", "q2", "q3"]
    );
    assert_eq!(
        sites.iter().map(|s| s.is_locked).collect::<Vec<_>>(),
        [true, false, false, false]
    );
    let terms = |name: &str| {
        let term = |law: FrictionLaw, value: f64| FrictionTerm {
            law,
            value,
            name: format!("{}_{name}", law.symbol()),
        };
        vec![term(laws[0], 0.0), term(laws[1], 0.1)]
    };
    assert_eq!(
        (&sites[3].terms, &sites[3].form[..]),
        (&terms("q3"), &[0.0, 0.0, 1.0][..])
    );
    let friction = model
        .parameters
        .iter()
        .position(|p| p.name == "fc_m1")
        .expect("friction");
    assert_eq!(
        other.resolved(Direction::Standard(friction)),
        Direction::Standard(friction)
    );
}

#[test]
fn joints_are_locked_by_name() {
    let machine =
        Machine::of(&abb_wrist::ROBOT, &nominal(abb_wrist::ROBOT.model())).expect("a machine");
    let one = machine.clone().moving_only("q2").expect("a joint");
    assert_eq!([0, 1, 2].map(|i| one.is_locked(i)), [true, false, true]);
    assert!(!one.is_locked(3), "there are three joints");
    assert_eq!([0, 1, 2].map(|i| machine.is_locked(i)), [false; 3]);
    assert_eq!((machine.joint("q3"), machine.joints()), (Ok(2), 3));
    let refused = machine.joint("q4").expect_err("no such joint").to_string();
    assert_eq!(
        refused,
        "there is no joint q4 in abb_wrist; its joints are q1, q2, q3"
    );
    let ratio = |ratio: f64| {
        machine
            .clone()
            .with_static_ratio(ratio)
            .map(|m| m.static_ratio)
    };
    assert_eq!((ratio(1.0), ratio(1.4)), (Ok(1.0), Ok(1.4)));
    assert!(ratio(f64::NAN).is_err() && ratio(f64::INFINITY).is_err());
    assert_eq!(
        ratio(0.5).expect_err("too small").to_string(),
        "static friction over that in motion is 0.5: it has to be 1 or more"
    );
    let count = machine
        .clone()
        .with_drives(&[DRIVE; 2])
        .err()
        .expect("too few");
    assert_eq!(count.to_string(), "drives: 2 where 3 are wanted");
    let count = Machine::of(&abb_wrist::ROBOT, &[1.0; 5])
        .err()
        .expect("too few");
    let p = abb_wrist::ROBOT.model().parameters.len();
    assert_eq!(
        count.to_string(),
        format!("parameters: 5 where {p} are wanted")
    );
    let mut bad = [DRIVE; 3];
    bad[1].gear = 0.0;
    let refused = machine.clone().with_drives(&bad).err().expect("no gear");
    assert_eq!(
        refused.to_string(),
        "the gear of m2 is 0: it has to be a number other than 0"
    );
    for (what, change) in [
        (
            "torque constant",
            (|drive| drive.torque_constant = f64::NAN) as fn(&mut Electric),
        ),
        ("back EMF", |drive| drive.back_emf = f64::NAN),
    ] {
        let mut bad = [DRIVE; 3];
        change(&mut bad[2]);
        let refused = machine.clone().with_drives(&bad).err().expect("no number");
        assert_eq!(
            refused.to_string(),
            format!("the {what} of m3 is NaN: it has to be a number")
        );
    }
}

/// Standard parameters with given base parameters: they lead back, and none smaller does.
#[test]
fn base_parameters_make_the_smallest_standard_parameters() {
    let robot = &double_pendulum::ROBOT;
    let beta = [0.3, -0.2, 1.5, 0.1, 0.4, 0.9];
    let machine = Machine::with_base(robot, &beta).expect("a machine");
    let theta = DVector::from_column_slice(&machine.theta);
    let matrix = base_matrix(robot.model());
    assert!((&matrix * &theta - DVector::from_column_slice(&beta)).amax() < 1e-12);
    let inverse = matrix.pseudo_inverse(1e-12).expect("a matrix");
    assert!((inverse * DVector::from_column_slice(&beta) - theta).amax() < 1e-10);
    let refused = Machine::with_base(robot, &beta[..5])
        .err()
        .expect("too few");
    assert_eq!(refused.to_string(), "base parameters: 5 where 6 are wanted");
}

#[test]
fn settings_have_to_be_above_zero() {
    let given = Settings::default();
    assert_eq!(
        (given.relative, given.absolute, given.most),
        (1e-9, 1e-10, 50_000_000)
    );
    assert_eq!(
        (given.steps, given.longest),
        (Steps::Adaptive, f64::INFINITY)
    );
    assert_eq!(given.check(), Ok(()));
    type Change = fn(&mut Settings, f64);
    let changes: [(Change, &str); 4] = [
        (|s, x| s.relative = x, "the relative tolerance"),
        (|s, x| s.absolute = x, "the absolute tolerance"),
        (|s, x| s.longest = x, "the longest step"),
        (|s, x| s.steps = Steps::Fixed(x), "the step"),
    ];
    for (change, what) in changes {
        for value in [0.0, -0.5, f64::NAN] {
            let mut settings = given;
            change(&mut settings, value);
            let refused = settings.check().expect_err(what).to_string();
            assert_eq!(refused, format!("{what} is {value}: it has to be above 0"));
        }
        let mut settings = given;
        change(&mut settings, 1e-12);
        assert_eq!(settings.check(), Ok(()));
    }
    let grid = Grid {
        start: 2.0,
        rate: 4.0,
        samples: 3,
    };
    assert_eq!([0, 1, 3].map(|k| grid.at(k)), [2.0, 2.25, 2.75]);
}

#[test]
fn parts_of_a_state_stand_one_after_the_other() {
    let layout = Layout {
        n: 3,
        m: 2,
        columns: 4,
    };
    assert_eq!(
        (layout.width(), layout.base(), layout.length()),
        (8, 10, 42)
    );
    assert_eq!([0, 3].map(|k| layout.column(k)), [10..18, 34..42]);
}

/// Three columns of a state of two joints and a current: `M⁻¹` of slopes times columns and forces, what is held projected out.
#[test]
fn columns_side_by_side_are_columns_one_by_one() {
    let layout = Layout {
        n: 2,
        m: 1,
        columns: 3,
    };
    let x: Vec<f64> = (0..layout.length())
        .map(|k| (0.7 * k as f64).sin())
        .collect();
    let slopes = DMatrix::from_fn(2, 4, |i, k| {
        if (i, k) == (1, 2) {
            0.0
        } else {
            1.0 + i as f64 - 0.3 * k as f64
        }
    });
    let l = DMatrix::from_row_slice(2, 2, &[2.0, 0.0, -0.5, 1.5]);
    let forces = [[0.4, -1.0], [2.0, 0.3], [-0.7, 0.9]];
    let direction = DVector::from_vec(vec![0.6, -0.8]);
    let mut side = SideBySide::default();
    // Twice: nothing of the first pass is left.
    for held in [vec![0.6, -0.8], Vec::new()] {
        let row_major: Vec<f64> = slopes.transpose().as_slice().to_vec();
        side.gather(&x, layout);
        side.multiply(&row_major);
        for (k, force) in forces.iter().enumerate() {
            side.add(k, force);
        }
        side.project(&[2.0, 9.0, -0.5, 1.5], &held);
        let mut dx = vec![5.0; layout.length()];
        side.scatter(&mut dx, layout);
        for (k, force) in forces.iter().enumerate() {
            let column = DVector::from_column_slice(&x[layout.column(k)][..4]);
            let force = &slopes * column + DVector::from_column_slice(force);
            let mut half = l.clone().try_inverse().expect("regular") * force;
            if !held.is_empty() {
                half -= &direction * direction.dot(&half);
            }
            let wanted = l.transpose().try_inverse().expect("regular") * half;
            let found = &dx[layout.column(k)];
            assert!((found[2] - wanted[0]).abs() < 1e-13 && (found[3] - wanted[1]).abs() < 1e-13);
            assert_eq!([found[0], found[1], found[4]], [5.0; 3]);
        }
        assert_eq!(dx[..layout.base()], [5.0; 7]);
    }
    let mut none = SideBySide::default();
    let empty = Layout {
        columns: 0,
        ..layout
    };
    none.gather(&x, empty);
    none.multiply(&[1.0; 8]);
    none.project(&[1.0; 4], &[]);
    none.scatter(&mut [], empty);
}

#[test]
fn samples_hold_beyond_their_ends_and_each_joint_has_its_own() {
    let mut input = Sampled {
        start: 1.0,
        rate: 4.0,
        columns: vec![vec![1.0, 3.0, 2.0], vec![-5.0, -6.0]],
        hold: Hold::Linear,
    };
    let at = |input: &Sampled, time: f64, within: f64| {
        let mut out = [9.0; 2];
        input.at(time, within, (&[], &[]), &mut out);
        out
    };
    assert_eq!(at(&input, 1.125, 1.2), [2.0, -5.5]);
    assert_eq!(at(&input, 1.3125, 1.3), [2.75, -6.0]);
    assert_eq!(at(&input, 0.5, 0.5), [1.0, -5.0]);
    assert_eq!(at(&input, 7.0, 7.0), [2.0, -6.0]);
    input.hold = Hold::Last;
    assert_eq!(at(&input, 1.125, 1.2), [1.0, -5.0]);
    assert_eq!(at(&input, 1.5, 1.55), [2.0, -6.0]);
    // Next breaks are at samples, the first where they begin.
    for (after, next) in [
        (-3.0, 1.0),
        (0.99, 1.0),
        (1.0, 1.25),
        (1.2499, 1.25),
        (1.25, 1.5),
        (9.1, 9.25),
    ] {
        assert!(
            (input.next_break(after) - next).abs() < 1e-12,
            "{after}: {}",
            input.next_break(after)
        );
    }
    assert!(!input.knows_the_state());
    let smooth = Function(|t: f64, out: &mut [f64]| out[0] = 2.0 * t);
    assert_eq!(
        (smooth.next_break(3.0), smooth.knows_the_state()),
        (f64::INFINITY, false)
    );
    let mut out = [0.0; 2];
    smooth.at(1.5, 9.0, (&[], &[]), &mut out);
    assert_eq!(out[0], 3.0);
    let law = Feedback(|t: f64, q: &[f64], qd: &[f64], out: &mut [f64]| out[0] = t - q[0] * qd[1]);
    law.at(1.5, 9.0, (&[2.0, 7.0], &[7.0, 0.25]), &mut out);
    assert_eq!((out[0], law.knows_the_state()), (1.0, true));
}

/// A stretch of 50 ms has eleven steps of 4 ms and two halves of what is left, the next one as well: 13 a stretch.
#[test]
fn steps_of_one_length_have_it_after_the_end_of_a_stretch_as_well() {
    let driven = Sampled {
        start: 0.0,
        rate: 20.0,
        columns: vec![vec![0.5; 20]; 2],
        hold: Hold::Last,
    };
    let start = Start {
        position: vec![0.25, -0.5],
        velocity: vec![0.0; 2],
    };
    let grid = Grid {
        start: 0.0,
        rate: 20.0,
        samples: 19,
    };
    let settings = Settings {
        steps: Steps::Fixed(0.004),
        ..Settings::default()
    };
    let motion = simulate(&pendulum(), &driven, &start, &grid, &settings).expect("a motion");
    assert_eq!(motion.count.steps, 18 * 13);
}

/// A thousand million steps a second are more than are made: nobody waits for that.
#[test]
fn more_steps_than_are_made_are_refused_at_once() {
    let start = Start::at_rest(&[0.25, -0.5]);
    let free = Function(|_, tau: &mut [f64]| tau.fill(0.0));
    let grid = Grid {
        start: 0.0,
        rate: 10.0,
        samples: 11,
    };
    let of = |step: f64, most: usize| {
        let settings = Settings {
            steps: Steps::Fixed(step),
            most,
            ..Settings::default()
        };
        let error = simulate(&pendulum(), &free, &start, &grid, &settings).err();
        error.map(|error| error.to_string())
    };
    let said = "steps of 1e-9 s are 1.0e9 in 1 s, and at most 5.0e7 are made: take longer ones, or a shorter motion";
    assert_eq!(of(1e-9, Settings::default().most).as_deref(), Some(said));
    assert_eq!(of(0.01, 100), None);
    assert!(of(0.01, 99).is_some());
}

/// 5 N·m on 2 kg·m² with 3 N·m of friction: 1 rad/s², after 2 s 4 J of 10 J, 6 J lost.
#[test]
fn a_mass_gains_what_work_leaves_after_friction() {
    let robot = &puma_shoulder::ROBOT;
    let mut theta = vec![0.0; robot.model().parameters.len()];
    let place = |name: &str| {
        robot
            .model()
            .parameters
            .iter()
            .position(|p| p.name == name)
            .expect("a parameter")
    };
    theta[place("Lzz_2")] = 2.0;
    let machine = Machine::of(robot, &theta)
        .expect("a machine")
        .with_friction(&[FrictionLaw::Coulomb]);
    let mut machine = machine.with_drives(&[Electric {
        resistance: 2.0,
        inductance: 0.0,
        torque_constant: 0.5,
        back_emf: 0.0,
        gear: 4.0,
    }]);
    let machine = machine.as_mut().expect("a drive");
    machine.set(Direction::Friction { site: 0, term: 0 }, 3.0);
    // 5 V make 2.5 A and 1.25 N·m, which the gear makes 5.
    let volts = Function(|_, out: &mut [f64]| out[0] = 5.0);
    let start = Start {
        position: vec![0.0],
        velocity: vec![0.0],
    };
    let grid = Grid {
        start: 3.0,
        rate: 2.0,
        samples: 5,
    };
    let motion = simulate(machine, &volts, &start, &grid, &Settings::default()).expect("a motion");
    for k in 0..5 {
        let t = 0.5 * k as f64;
        assert!((motion.q[k] - 0.5 * t * t).abs() < 1e-9 && (motion.qd[k] - t).abs() < 1e-9);
    }
    assert_eq!(
        (&motion.input, &motion.torque),
        (&vec![5.0; 5], &vec![5.0; 5])
    );
    assert_eq!(
        (&motion.current, motion.grid, motion.samples(1)),
        (&vec![2.5; 5], grid, 5)
    );
    let Balance {
        gained,
        work,
        friction,
        scale,
        error,
    } = motion.balance;
    for (found, wanted) in [
        (gained, 4.0),
        (work, 10.0),
        (friction, 6.0),
        (scale, 10.0),
        (error, 0.0),
    ] {
        assert!((found - wanted).abs() < 1e-8, "{:?}", motion.balance);
    }
    assert!(motion.events.is_empty() && motion.stop.is_none());
    assert!(motion.count.evaluations >= 6 * motion.count.steps);
    // 1 V is not enough: nothing moves.
    let weak = Function(|_, out: &mut [f64]| out[0] = 1.0);
    let motion = simulate(machine, &weak, &start, &grid, &Settings::default()).expect("a motion");
    assert_eq!(
        (motion.q, motion.balance),
        (vec![0.0; 5], Balance::default())
    );
    let columns = Motion::columns(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2);
    assert_eq!(columns, [[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]);
}

#[test]
fn what_makes_no_motion_is_refused() {
    let machine = pendulum();
    let push = Function(|_, out: &mut [f64]| out.fill(0.0));
    let given = Start::at_rest(&[0.1, 0.2]);
    assert_eq!(given.velocity, [0.0; 2]);
    let refused = |start: &Start, rate: f64, settings: &Settings| {
        let grid = Grid {
            start: 0.0,
            rate,
            samples: 3,
        };
        simulate(&machine, &push, start, &grid, settings)
            .err()
            .map(|error| error.to_string())
    };
    let settings = Settings::default();
    let told = |found: Option<String>, text: &str| assert_eq!(found.as_deref(), Some(text));
    told(
        refused(&Start::at_rest(&[0.1]), 9.0, &settings),
        "positions at the beginning: 1 where 2 are wanted",
    );
    let mut odd = given.clone();
    odd.velocity.push(0.0);
    told(
        refused(&odd, 9.0, &settings),
        "velocities at the beginning: 3 where 2 are wanted",
    );
    told(
        refused(&given, 0.0, &settings),
        "the rate is 0: it has to be above 0",
    );
    told(
        refused(&given, f64::INFINITY, &settings),
        "the rate is inf: it has to be finite",
    );
    let late = Grid {
        start: f64::NAN,
        rate: 9.0,
        samples: 3,
    };
    let never = simulate(&machine, &push, &given, &late, &settings).map(|_| ());
    told(
        never.err().map(|error| error.to_string()),
        "the time of the beginning is NaN: it has to be finite",
    );
    let one = Sampled {
        start: 0.0,
        rate: 9.0,
        columns: vec![vec![5.0]],
        hold: Hold::Last,
    };
    let grid = Grid { start: 0.0, ..late };
    let lacking = simulate(&machine, &one, &given, &grid, &settings).map(|_| ());
    told(
        lacking.err().map(|error| error.to_string()),
        "columns of samples: 1 where 2 are wanted",
    );
    let mut odd = given.clone();
    odd.velocity[1] = f64::INFINITY;
    let text = "a number of the state at the beginning is inf: it has to be finite";
    told(refused(&odd, 9.0, &settings), text);
    let text = "a number of the state at the beginning is NaN: it has to be finite";
    let mut odd = given.clone();
    odd.velocity[0] = f64::NAN;
    told(refused(&odd, 9.0, &settings), text);
    let mut odd = given.clone();
    odd.position[1] = f64::NAN;
    told(refused(&odd, 9.0, &settings), text);
    let none = Settings {
        absolute: 0.0,
        ..settings
    };
    told(
        refused(&given, 9.0, &none),
        "the absolute tolerance is 0: it has to be above 0",
    );
    assert_eq!(refused(&given, 9.0, &settings), None);
    // A joint that is locked does not move, whatever velocity it is given.
    let mut locked = machine.clone();
    locked.lock(1);
    let moving = Start {
        position: vec![0.1, 0.2],
        velocity: vec![0.3, 0.4],
    };
    let grid = Grid {
        start: 0.0,
        rate: 9.0,
        samples: 2,
    };
    let motion = simulate(&locked, &push, &moving, &grid, &settings).expect("a motion");
    assert_eq!((motion.qd[0], motion.qd[1], motion.q[3]), (0.3, 0.0, 0.2));
    let law = Feedback(|_, _: &[f64], _: &[f64], out: &mut [f64]| out.fill(0.0));
    let refused = march(
        &machine,
        &law,
        &given,
        &grid,
        &settings,
        &[],
        false,
        &mut |_, _| {},
    );
    assert_eq!(
        refused.expect_err("a controller").to_string(),
        "what drives the robot knows its state: derivatives of a motion are those under torques or voltages through time"
    );
    let refused = march(
        &machine,
        &push,
        &given,
        &grid,
        &none,
        &[],
        false,
        &mut |_, _| {},
    );
    assert_eq!(
        refused.expect_err("no tolerance").to_string(),
        "the absolute tolerance is 0: it has to be above 0"
    );
}

/// Columns of a march in the order that was asked for, positions and velocities of each; the transition begins as the identity.
#[test]
fn a_march_shows_states_and_columns() {
    let machine = pendulum();
    let push = Function(|_, out: &mut [f64]| out.copy_from_slice(&[1.0, -0.5]));
    let start = Start {
        position: vec![0.1, 0.2],
        velocity: vec![0.3, 0.4],
    };
    let grid = Grid {
        start: 1.0,
        rate: 100.0,
        samples: 3,
    };
    for (with_state, columns) in [(true, 6), (false, 2)] {
        let mut shown = 0;
        let directions = [Direction::Standard(1), Direction::Standard(7)];
        let mut show = |k: usize, here: &Marched<'_>| {
            assert_eq!((k, here.columns()), (shown, columns));
            shown += 1;
            assert_eq!(here.transition().is_some(), with_state);
            if k == 0 {
                assert_eq!(
                    (here.position(), here.velocity()),
                    (&[0.1, 0.2][..], &[0.3, 0.4][..])
                );
                assert_eq!(
                    (here.column(0), here.column(1)),
                    (&[0.0; 4][..], &[0.0; 4][..])
                );
                let wanted = with_state.then(|| DMatrix::identity(4, 4));
                assert_eq!(here.transition(), wanted);
            } else if let Some(transition) = here.transition() {
                // After 10 ms a velocity has become a way.
                let t = 0.01 * k as f64;
                assert!(
                    (transition[(0, 2)] - t).abs() < 2e-4 && (transition[(1, 3)] - t).abs() < 2e-4
                );
                assert!(
                    (transition[(3, 3)] - 1.0).abs() < 0.05
                        && here.column(5)[3] == transition[(3, 3)]
                );
            }
        };
        let settings = Settings::default();
        let found = march(
            &machine,
            &push,
            &start,
            &grid,
            &settings,
            &directions,
            with_state,
            &mut show,
        );
        let (count, stop) = found.expect("a march");
        assert!(stop.is_none() && count.steps > 0 && count.evaluations > count.steps);
        assert_eq!(shown, 3);
    }
}

/// Friction at a joint that is locked does nothing more, however large it is and in whatever order both are said.
#[test]
fn friction_of_a_locked_joint_changes_nothing() {
    let push =
        Function(|t: f64, out: &mut [f64]| out.copy_from_slice(&[2.0, 3.0 * (5.0 * t).sin()]));
    let grid = Grid {
        start: 0.0,
        rate: 50.0,
        samples: 40,
    };
    let moved = |position: [f64; 2], friction: f64, is_locked_first: bool| {
        let mut machine = pendulum();
        if is_locked_first {
            machine.lock(0);
        }
        let mut machine = machine.with_friction(&[FrictionLaw::Coulomb]);
        if !is_locked_first {
            machine.lock(0);
        }
        for site in 0..machine.friction().len() {
            let value = match machine.friction()[site].form[1] != 0.0 {
                true => 0.25,
                false => friction,
            };
            machine.set(Direction::Friction { site, term: 0 }, value);
        }
        let start = Start::at_rest(&position);
        let found = simulate(&machine, &push, &start, &grid, &Settings::default());
        let found = found.expect("a motion");
        assert!(found.stop.is_none(), "{:?}", found.stop);
        found.q
    };
    for position in [[0.1, 0.2], [0.7, -0.4], [-1.3, 1.1]] {
        let plain = moved(position, 0.0, false);
        assert!((plain[79] - position[1]).abs() > 0.05, "{plain:?}");
        for (friction, is_locked_first) in [(5.0, true), (5.0, false), (0.0, true)] {
            let found = moved(position, friction, is_locked_first);
            let off = found.iter().zip(&plain).map(|(x, y)| (x - y).abs());
            let off = off.fold(0.0, f64::max);
            assert!(
                off < 1e-6,
                "{position:?} {friction} {is_locked_first}: {off}"
            );
        }
    }
}

/// What is given for its velocity counts as 0.
#[test]
fn a_locked_joint_has_no_velocity_to_begin_with() {
    let mut machine = pendulum();
    machine.lock(0);
    let push = Function(|_, out: &mut [f64]| out.copy_from_slice(&[1.0, -0.5]));
    let start = Start {
        position: vec![0.1, 0.2],
        velocity: vec![0.3, 0.4],
    };
    let grid = Grid {
        start: 0.0,
        rate: 100.0,
        samples: 3,
    };
    let mut show = |k: usize, here: &Marched<'_>| {
        let transition = here.transition().expect("a transition");
        assert!(transition.column(2).amax() < 1e-14, "{k}");
        assert!((transition[(3, 3)] - 1.0).abs() < 0.05);
        // It stays where it is, to rounding.
        let moved = (here.position()[0] - 0.1)
            .abs()
            .max(here.velocity()[0].abs());
        assert!(moved < 1e-14, "{k}: {moved}");
    };
    let settings = Settings::default();
    let found = march(
        &machine,
        &push,
        &start,
        &grid,
        &settings,
        &[],
        true,
        &mut show,
    );
    assert!(found.expect("a march").1.is_none());
}

#[test]
fn every_reason_says_what_it_is() {
    let joint = || "elbow".to_owned();
    let faults = [
        (
            Fault::Singular { joint: joint() },
            "the inertia matrix is singular: joint elbow moves without inertia",
        ),
        (
            Fault::Indefinite { joint: joint() },
            "the inertia matrix is not positive: joint elbow would run against what drives it",
        ),
        (Fault::Diverges { joint: joint() }, "joint elbow runs away"),
        (
            Fault::StepCollapse {
                joint: joint(),
                step: 1.25e-15,
            },
            "steps of 1.2e-15 s do not meet the tolerance at joint elbow: what drives it changes too fast there",
        ),
        (
            Fault::Load {
                site: joint(),
                share: 1.5,
            },
            "friction at rest at elbow is 1.5 times its load: it has to be below 1, or no load moves it",
        ),
        (
            Fault::Chatter { site: joint() },
            "friction at elbow sticks and slips without end",
        ),
        (
            Fault::TooManySteps { steps: 7 },
            "7 steps do not reach the end: allow more of them, or ask for less accuracy",
        ),
    ];
    for (fault, text) in faults {
        assert_eq!(fault.to_string(), text);
    }
    let stop = Stop {
        time: 1.25,
        position: vec![0.5, -1.0],
        velocity: vec![2.0],
        fault: Fault::Diverges { joint: joint() },
    };
    assert_eq!(
        stop.to_string(),
        "at 1.250000 s joint elbow runs away (positions [0.5, -1.0], velocities [2.0])"
    );
    let robot = || "arm".to_owned();
    for (error, text) in [
        (
            SimulationError::BaseMoves(robot()),
            "the base of arm moves, and what moves it is not known to a simulation",
        ),
        (
            SimulationError::Part(robot()),
            "torques of arm are left out: a simulation needs those of all joints",
        ),
        (
            SimulationError::Rows(robot()),
            "base parameters of arm are those of what its file says is measured, and do not say which torques move it: give \
             standard parameters by name",
        ),
        (
            SimulationError::Transmission(robot()),
            "the transmission of arm is singular",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn events_are_written_in_small_letters() {
    let event = |turn: Turn| Event {
        time: 1.5,
        site: "m1".to_owned(),
        turn,
    };
    for (turn, word) in [
        (Turn::Sticks, "sticks"),
        (Turn::Slips, "slips"),
        (Turn::Turns, "turns"),
    ] {
        let text = serde_json::to_string(&event(turn)).expect("text");
        assert_eq!(
            text,
            format!("{{\"time\":1.5,\"site\":\"m1\",\"turn\":\"{word}\"}}")
        );
    }
}

#[test]
fn what_torques_do_not_tell_is_no_machine() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let part = Part::without(robot, Side::Joint, &[Torque::joint(1)]).expect("a part");
    let refused = Machine::of(&part, &nominal(model)).err();
    let name = part.model().name.to_owned();
    assert_eq!(refused, Some(SimulationError::Part(name)));
    let other = Model {
        base_of_torque: false,
        ..*model
    };
    let refused = super::machine::standard(&other, &[0.0; 6]).err();
    let name = "double_pendulum".to_owned();
    assert_eq!(refused, Some(SimulationError::Rows(name)));
    assert!(super::machine::smallest(&other, &[0.0; 6]).is_ok());
}

/// The third joint of the arm slides.
#[test]
fn what_is_locked_slides_where_its_joint_does() {
    let robot = &scara::ROBOT;
    let mut machine = Machine::of(robot, &nominal(robot.model())).expect("a machine");
    (0..4).for_each(|joint| machine.lock(joint));
    let locked = machine.friction().iter().filter(|site| site.is_locked);
    let slides: Vec<bool> = locked.map(|site| site.slides).collect();
    assert_eq!(slides, [false, false, true, false]);
    // As its friction does, which is a force.
    let machine = machine.with_friction(&[FrictionLaw::Viscous]);
    let own = machine.friction().iter().filter(|site| !site.is_locked);
    let slides: Vec<bool> = own.map(|site| site.slides).collect();
    assert_eq!(slides, [false, false, true, false]);
}

/// 4 t V are 6 V at 1.5 s, where the motion begins: over 2 Ω 3 A, which are 1.5 A less an ohm. With 0.5 N·m/A and 4 turns on 2 kg·m² that
/// is 1.5 rad/s² less; nothing of it changes within a millisecond, as the winding is where the voltage keeps it.
#[test]
fn currents_at_the_beginning_change_with_the_voltage_of_that_time() {
    let robot = &puma_shoulder::ROBOT;
    let parameters = robot.model().parameters.iter();
    let theta: Vec<f64> = parameters
        .map(|p| if p.name == "Lzz_2" { 2.0 } else { 0.0 })
        .collect();
    let drive = Electric {
        resistance: 2.0,
        inductance: 0.5,
        torque_constant: 0.5,
        back_emf: 0.0,
        gear: 4.0,
    };
    let machine = Machine::of(robot, &theta).expect("a machine");
    let machine = machine.with_friction(&[]).with_drives(&[drive]);
    let machine = machine.expect("a drive");
    let volts = Function(|t: f64, out: &mut [f64]| out[0] = 4.0 * t);
    let grid = Grid {
        start: 1.5,
        rate: 1000.0,
        samples: 2,
    };
    let resistance = Direction::Electric {
        motor: 0,
        part: ElectricPart::Resistance,
    };
    let mut change = 0.0;
    let found = march(
        &machine,
        &volts,
        &Start::at_rest(&[0.0]),
        &grid,
        &Settings::default(),
        &[resistance],
        false,
        &mut |_, here| change = here.column(0)[1],
    );
    assert!(found.expect("a march").1.is_none());
    assert!((change + 1.5e-3).abs() < 1e-6, "{change}");
}

/// Both motors turn as the first joint does.
#[test]
fn a_transmission_without_inverse_makes_no_machine() {
    let model = *double_pendulum::ROBOT.model();
    let robot = Described(Model {
        transmission: &[1.0, 0.0, 1.0, 0.0],
        ..model
    });
    let refused = Machine::of(&robot, &nominal(&model)).err();
    let expected = SimulationError::Transmission("double_pendulum".to_owned());
    assert_eq!(refused, Some(expected));
}
