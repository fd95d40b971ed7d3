//! Columns of terms on runs that are written down.

use super::{Local, Made, mixed, sign};
use crate::lack::term::Term;
use crate::transmission::Drive;
use armwright_robots::abb_wrist;
use armwright_runtime::Robot;
use nalgebra::DMatrix;

/// Three places with three states each.
fn local() -> Local {
    let runs = |of: [[f64; 3]; 3]| of.map(|run| run.to_vec()).to_vec();
    Local {
        position: runs([[9.0; 3], [0.1, -0.4, 0.7], [8.0; 3]]),
        speed: runs([[7.0; 3], [0.5, -2.0, 0.0], [6.0; 3]]),
        load: runs([[5.0; 3], [-3.0, 4.0, 2.0], [4.0; 3]]),
        rate: runs([[3.0; 3], [11.0, -12.0, 13.0], [2.0; 3]]),
    }
}

#[test]
fn columns_are_what_terms_are_said_to_be() {
    let local = local();
    let time = [10.0, -20.0, 30.0];
    let e = f64::exp;
    for (term, expected) in [
        (Term::Coulomb, vec![[1.0, -1.0, 0.0]]),
        (Term::Viscous, vec![[0.5, -2.0, 0.0]]),
        (Term::Offset, vec![[1.0; 3]]),
        (
            Term::Stribeck { speed: 0.5 },
            vec![[e(-1.0), -e(-16.0), 0.0]],
        ),
        (Term::Quadratic, vec![[0.25, -4.0, 0.0]]),
        (Term::Directional, vec![[0.5, 2.0, 0.0]]),
        (Term::Load, vec![[3.0, -4.0, 0.0]]),
        (Term::Spring, vec![[0.1, -0.4, 0.7], [1.0; 3]]),
        (
            Term::Periodic { times: 2 },
            vec![
                [0.2f64, -0.8, 1.4].map(f64::sin),
                [0.2f64, -0.8, 1.4].map(f64::cos),
            ],
        ),
        (Term::Warming, vec![[10.0, 20.0, 0.0], [5.0, 40.0, 0.0]]),
        (Term::Drift, vec![time]),
        (Term::Delay, vec![[11.0, -12.0, 13.0]]),
        (Term::Compliance, vec![[0.0; 3]]),
    ] {
        let mut made = Made::default();
        let found = local.columns(term, 1, &time, &mut made);
        assert_eq!(found.len(), expected.len(), "{term:?}");
        for (found, expected) in found.iter().zip(&expected) {
            let pairs = found.iter().zip(expected);
            let off = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 1e-14 && found.len() == 3, "{term:?}: {found:?}");
        }
    }
    assert_eq!([-0.0, 0.0, -3.0, 2.0].map(sign), [0.0, 0.0, -1.0, 1.0]);
}

/// More states than sines are computed at once.
#[test]
fn long_runs_have_all_their_sines() {
    let mut local = local();
    let angles: Vec<f64> = (0..19).map(|k| 0.3 * f64::from(k) - 2.0).collect();
    local.position[2] = angles.clone();
    local.speed[2] = vec![1.0; 19];
    let mut made = Made::default();
    let found = local.columns(Term::Periodic { times: 3 }, 2, &[], &mut made);
    for (k, angle) in angles.iter().enumerate() {
        let off = [
            found[0][k] - (3.0 * angle).sin(),
            found[1][k] - (3.0 * angle).cos(),
        ];
        assert!(off.iter().all(|x| x.abs() < 1e-14), "{angle}");
    }
    assert_eq!([found[0].len(), found[1].len()], [19; 2]);
}

/// Of half the speed it is the fourth power; another place or another speed begins anew.
#[test]
fn exponentials_that_are_known_serve_again() {
    let mut made = Made::default();
    let v = [0.3, -0.7];
    let other = [0.2, 0.9];
    for (place, speed, v) in [
        (0, 0.8, &v),
        (0, 0.4, &v),
        (0, 0.2, &v),
        (1, 0.1, &other),
        (1, 0.2, &other),
        (1, 0.1, &other),
        (0, 0.05, &v),
    ] {
        made.fall(place, speed, v);
        let found = &made.falls;
        for (found, v) in found.iter().zip(v) {
            let expected = (-(v / speed) * (v / speed)).exp();
            assert!(
                (found - expected).abs() <= 1e-13 * expected,
                "{place} {speed}: {found} for {expected}"
            );
        }
        assert_eq!(found.len(), 2);
    }
}

/// Motors of the wrist turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.
#[test]
fn motors_have_what_the_transmission_makes() {
    let drive = Drive::of(abb_wrist::ROBOT.model()).expect("a transmission");
    let motors = local().of_motors(&drive);
    let g = nalgebra::Matrix3::new(-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0);
    let shares = g.transpose().try_inverse().expect("an inverse");
    let of = local();
    for (found, joints, matrix) in [
        (&motors.position, &of.position, &g),
        (&motors.speed, &of.speed, &g),
        (&motors.load, &of.load, &shares),
        (&motors.rate, &of.rate, &shares),
    ] {
        for k in 0..3 {
            let made = matrix * nalgebra::Vector3::from_fn(|i, _| joints[i][k]);
            let off = (0..3)
                .map(|i| (found[i][k] - made[i]).abs())
                .fold(0.0, f64::max);
            assert!(off < 1e-9, "{found:?}");
        }
    }
    let matrix = DMatrix::from_row_slice(2, 2, &[2.0, 0.0, 3.0, 5.0]);
    let runs = vec![vec![1.0, 10.0, 100.0], vec![7.0, 8.0, 9.0]];
    assert_eq!(
        mixed(&matrix, &runs),
        [vec![2.0, 20.0, 200.0], vec![38.0, 70.0, 345.0]]
    );
}
