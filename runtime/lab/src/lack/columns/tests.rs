//! Columns of missing terms along a motion of the wrist, whose motors turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 +
//! 45 q3`.

use nalgebra::{Matrix3, Vector3};

use super::{LackColumns, Regressor, Torques, inside};
use crate::lack::candidates::{Candidate, Place};
use crate::lack::term::Term;
use crate::motion::Motion;
use crate::options::{Cutoff, ProcessingOptions};
use crate::recording::{Arrays, Recording};
use crate::regression::{BaseColumns, Columns};
use crate::signal::slope;
use crate::transmission::Drive;
use armwright_robots::abb_wrist::ROBOT;
use armwright_runtime::{Robot, Side};

const ORIGIN: f64 = 0.75;

fn motion() -> Motion {
    let column = |of: &dyn Fn(f64) -> f64| (0..240).map(|k| of(0.005 * f64::from(k))).collect();
    let position = vec![
        column(&|t| 0.3 + 0.5 * (3.0 * t).sin()),
        column(&|t| 0.4 * (2.2 * t + 0.4).cos()),
        column(&|t| -0.2 + 0.6 * (2.7 * t + 1.0).sin()),
    ];
    let arrays = Arrays::new(200.0, position.clone(), position);
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(40.0)),
        trim: Some(10),
        ..ProcessingOptions::default()
    };
    let recording = Recording::from_arrays(ROBOT.model(), arrays).expect("a recording");
    Motion::of(recording, &options, ROBOT.model()).expect("a motion")
}

/// Terms of the second joint, of the last motor, of all, and the first joint giving.
fn candidates() -> Vec<Candidate> {
    let (joint, motor) = (Place::Joint(1), Place::Motor(2));
    let all = [
        (Term::Coulomb, joint),
        (Term::Spring, joint),
        (Term::Warming, motor),
        (Term::Load, motor),
        (Term::Stribeck { speed: 20.0 }, motor),
        (Term::Stribeck { speed: 40.0 }, motor),
        (Term::Delay, motor),
        (Term::Delay, joint),
        (Term::Periodic { times: 2 }, joint),
        (Term::Compliance, Place::Joint(0)),
        (Term::Delay, Place::All),
    ];
    let mut column = 0;
    all.map(|(term, place)| {
        let candidate = Candidate {
            term,
            place,
            column,
        };
        column += term.width();
        candidate
    })
    .to_vec()
}

/// Base parameters: their names say what they are.
fn beta() -> Vec<f64> {
    (0..ROBOT.model().base.len())
        .map(|k| 0.4 - 0.07 * k as f64)
        .collect()
}

fn only(wanted: &dyn Fn(&str) -> bool) -> Vec<f64> {
    let names = ROBOT.model().base.iter().map(|base| base.name);
    names
        .zip(beta())
        .map(|(name, x)| if wanted(name) { x } else { 0.0 })
        .collect()
}

#[test]
fn torques_of_bodies_and_those_that_do_not_jump_are_told_apart() {
    let found = Torques::of(ROBOT.model(), &beta());
    assert_eq!(found.smooth, only(&|name| !name.starts_with("fc_")));
    // Rotors are no bodies.
    let is_of_motor = |name: &str| ["_m1", "_m2", "_m3"].iter().any(|end| name.ends_with(end));
    assert_eq!(found.load, only(&|name| !is_of_motor(name)));
}

fn torque(state: [Vector3<f64>; 3], beta: &[f64]) -> Vector3<f64> {
    let b = beta.len();
    let mut y = vec![0.0; 3 * b];
    let [q, qd, qdd] = &state;
    ROBOT
        .base_regressor(q.as_slice(), qd.as_slice(), qdd.as_slice(), &mut y)
        .expect("a regressor");
    Vector3::from_fn(|i, _| (0..b).map(|k| y[i * b + k] * beta[k]).sum())
}

#[test]
fn columns_are_those_of_the_terms_in_the_rows_that_they_enter() {
    let (motion, candidates, b) = (motion(), candidates(), beta().len());
    let drive = Drive::of(ROBOT.model()).expect("a transmission");
    let torques = Torques::of(ROBOT.model(), &beta());
    let columns = LackColumns {
        base: BaseColumns::of_torques(&ROBOT),
        drive: &drive,
        driven: &[Some(0), Some(1), Some(2)],
        motion: &motion,
        candidates: &candidates,
        torques: &torques,
        origin: ORIGIN,
    };
    let width = b + 14;
    assert_eq!(columns.count(), width);
    // Base columns are alike as they are without candidates, which are like none.
    let (of_base, alike) = (columns.base.alike(), columns.alike());
    assert_eq!((of_base.len(), alike.len()), (3 * b, 3 * width));
    assert!((0..3 * b).any(|place| place / b > 0 && of_base[place] != place));
    for (place, first) in alike.iter().enumerate() {
        let (row, column) = (place / width, place % width);
        let expected = match column < b {
            true => [of_base[row * b + column] / b, of_base[row * b + column] % b],
            false => [row, column],
        };
        assert_eq!([first / width, first % width], expected, "{place}");
    }
    let g = Matrix3::new(-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0);
    let shares = g.transpose().try_inverse().expect("an inverse");
    let state = |k: usize| -> [Vector3<f64>; 3] {
        let states = motion.states(k..k + 1);
        [&states.q, &states.qd, &states.qdd].map(|x| Vector3::from_column_slice(x))
    };
    // Derivatives along the motion: of neighbours, as exact as five at each side make them.
    let rate = |k: usize, of: &dyn Fn(usize) -> Vector3<f64>| -> Vector3<f64> {
        let near: Vec<Vector3<f64>> = (k - 5..=k + 5).map(of).collect();
        Vector3::from_fn(|i, _| {
            let run: Vec<f64> = near.iter().map(|x| x[i]).collect();
            slope(&run, 5, 200.0)
        })
    };
    let samples = 60..63;
    let states = motion.states(samples.clone());
    let mut out = vec![99.0; 3 * 3 * width];
    columns.evaluate(&states, &mut out).expect("columns");
    for (matrix, k) in out.chunks_exact(3 * width).zip(samples.clone()) {
        let [q, qd, qdd] = state(k);
        let load = |k: usize| torque(state(k), &torques.load);
        let smooth = |k: usize| torque(state(k), &torques.smooth);
        let (v, s) = ((g * qd)[2], (g * qd)[2].signum());
        let (rates, t) = (rate(k, &smooth), 0.005 * k as f64 - ORIGIN);
        let of_motors = shares * rates;
        let joint = |value: f64| [0.0, value, 0.0];
        let motor = |value: f64| [-8.0 * value, 12.0 * value, 45.0 * value];
        // What the first joint gives moves its position by its load, and derivatives by those of the load.
        let moved = [
            load(k)[0],
            rate(k, &load)[0],
            rate(k, &|k| rate(k, &load))[0],
        ];
        let at = |by: f64| {
            let unit = Vector3::new(by, 0.0, 0.0);
            torque(
                [
                    q + unit * moved[0],
                    qd + unit * moved[1],
                    qdd + unit * moved[2],
                ],
                &torques.smooth,
            )
        };
        let gives = (at(1e-5) - at(-1e-5)) / 2e-5;
        let expected = [
            joint(qd[1].signum()),
            joint(q[1]),
            joint(1.0),
            motor(t * s),
            motor(t * v),
            motor((shares * load(k))[2].abs() * s),
            motor(s * (-(v / 20.0).powi(2)).exp()),
            motor(s * (-(v / 40.0).powi(2)).exp()),
            motor(of_motors[2]),
            joint(rates[1]),
            joint((2.0 * q[1]).sin()),
            joint((2.0 * q[1]).cos()),
            [gives[0], gives[1], gives[2]],
            [rates[0], rates[1], rates[2]],
        ];
        let mut y = vec![0.0; 3 * b];
        ROBOT
            .base_regressor(q.as_slice(), qd.as_slice(), qdd.as_slice(), &mut y)
            .expect("a regressor");
        for row in 0..3 {
            for column in 0..b {
                assert!((matrix[row * width + column] - y[row * b + column]).abs() < 1e-12);
            }
            for (column, values) in expected.iter().enumerate() {
                let found = matrix[row * width + b + column];
                let off = (found - values[row]).abs();
                assert!(
                    off < 2e-3 * values[row].abs().max(1e-3),
                    "{column} of {row} at {k}: {found} for {}",
                    values[row]
                );
                let is_zero = columns.is_zero(Side::Joint, row, b + column);
                assert!(!is_zero || found == 0.0);
            }
        }
    }
    // Some elements alone, further apart than the states.
    let places = [2 * width + b + 7, b + 3, width + 1, width + b];
    let mut some = vec![99.0; 4 * 5];
    columns
        .runs(&states, [3, 3], &places, 5, &mut some)
        .expect("columns");
    for (k, place) in places.iter().enumerate() {
        for state in 0..3 {
            assert_eq!(
                some[5 * k + state],
                out[state * 3 * width + place],
                "{place}"
            );
        }
    }
    // Elements that are said to be alike are.
    let alike = columns.alike();
    assert_eq!(alike.len(), 3 * width);
    for (place, first) in alike.iter().enumerate() {
        assert!(*first <= place && (place % width < b || *first == place));
        assert!(
            out.chunks_exact(3 * width)
                .all(|matrix| (matrix[*first] - matrix[place]).abs() < 1e-12)
        );
    }
    // Torques of motors have terms of the motor itself, or of joints whose torques go through it.
    for column in 0..14 {
        let enters = |row: &usize| !columns.is_zero(Side::Motor, *row, b + column);
        let rows: Vec<usize> = (0..3).filter(enters).collect();
        let expected: &[usize] = match column {
            3..=8 => &[2],
            12 | 13 => &[0, 1, 2],
            _ => &[0, 1],
        };
        assert_eq!(rows, expected, "{column}");
    }
    // Near the beginning derivatives have fewer neighbours, and still are there.
    let mut first = vec![0.0; 3 * width];
    columns
        .evaluate(&motion.states(2..3), &mut first)
        .expect("columns");
    let q = motion.states(2..3).q;
    assert_eq!(first[width + b + 1], q[1]);
    assert!(first.iter().all(|x| x.is_finite()));
}

#[test]
fn at_the_ends_of_a_stretch_nothing_is_derived() {
    let run = [1.0, 4.0, 9.0];
    let at = |k| inside(slope, &run, k, 10.0);
    assert_eq!([0, 1, 2].map(at), [0.0, 40.0, 0.0]);
}

/// As one joint has that turns a rotor and no more.
#[test]
fn a_single_element_makes_torques_of_its_whole_run() {
    let regressor = Regressor {
        base: BaseColumns::of_torques(&ROBOT),
        rows: 1,
        places: vec![0],
    };
    let torques = regressor.torques(&[1.0, -2.0, 4.0], &[0.5]);
    assert_eq!(torques, [vec![0.5, -1.0, 2.0]]);
}
