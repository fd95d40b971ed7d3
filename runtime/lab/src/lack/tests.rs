//! Names of places, highest speeds, and how noise scatters columns.

use nalgebra::{DMatrix, DVector};

use super::candidates::Place;
use super::seen::tests::{seen, whole};
use super::{fastest, named, scatter};
use crate::motion::Motion;
use crate::options::{Cutoff, ProcessingOptions};
use crate::recording::{Arrays, Recording};
use crate::regression::Equations;
use crate::statistics::Noise;
use armwright_robots::{abb_wrist, scara};
use armwright_runtime::{Robot, Side};

#[test]
fn places_have_names_and_what_slides_has_forces() {
    let of = |robot: &dyn Robot, place| {
        let (name, force) = named(robot.model(), place);
        (name.unwrap_or_else(|| "all".to_owned()), force)
    };
    let said = |name: &str, force| (name.to_owned(), force);
    assert_eq!(of(&abb_wrist::ROBOT, Place::Motor(1)), said("m2", false));
    assert_eq!(of(&abb_wrist::ROBOT, Place::Joint(1)), said("q2", false));
    assert_eq!(of(&abb_wrist::ROBOT, Place::All), said("all", false));
    let model = scara::ROBOT.model();
    let third = model.joints[2].name;
    assert_eq!(of(&scara::ROBOT, Place::Joint(2)), said(third, true));
    assert_eq!(
        of(&scara::ROBOT, Place::Joint(1)),
        said(model.joints[1].name, false)
    );
}

/// Motors of the wrist turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.
#[test]
fn highest_speeds_are_those_of_joints_and_then_of_motors() {
    let motion = |size: f64| -> Motion {
        let column = |f: f64| {
            (0..300)
                .map(|k| size * (f * 0.005 * f64::from(k)).sin())
                .collect()
        };
        let position: Vec<Vec<f64>> = [3.0, 4.1, 2.3].map(column).into();
        let arrays = Arrays::new(200.0, position.clone(), position);
        let options = ProcessingOptions {
            cutoff: Some(Cutoff::Hertz(40.0)),
            trim: Some(10),
            ..ProcessingOptions::default()
        };
        let recording =
            Recording::from_arrays(abb_wrist::ROBOT.model(), arrays).expect("a recording");
        Motion::of(recording, &options, abb_wrist::ROBOT.model()).expect("a motion")
    };
    let motions = [motion(0.3), motion(0.5)];
    let equations = Equations::of(&abb_wrist::ROBOT, Side::Joint).expect("equations");
    let mut top = [0.0f64; 6];
    for motion in &motions {
        for k in motion.interior() {
            let [a, b, c] = motion.states(k..k + 1).qd[..] else {
                panic!("three joints")
            };
            let all = [
                a,
                b,
                c,
                -60.0 * a,
                10.0 * a + 50.0 * b,
                -8.0 * a + 12.0 * b + 45.0 * c,
            ];
            top.iter_mut()
                .zip(all)
                .for_each(|(top, v)| *top = top.max(v.abs()));
        }
    }
    for (found, expected) in fastest(&equations, &motions).iter().zip(top) {
        assert!(
            (found / expected - 1.0).abs() < 1e-9,
            "{found} for {expected}"
        );
    }
}

/// White noise that is independent from row to row: `Σ w² σ² x xᵀ`.
#[test]
fn noise_scatters_directions_by_weights_squared() {
    let seen = seen(&[6, 5], &|random, _, _| random.normal());
    let weights = [4.0, 0.5];
    for (noisy, variance) in [(0, [9.0, 0.0]), (1, [0.0, 9.0])] {
        // A row of which nothing is left makes all of it white.
        let records = seen.records(&[], &DVector::zeros(7));
        let noise = Noise::beside(records, &variance, &[]);
        let mut expected = DMatrix::zeros(2, 2);
        for (stretch, samples) in [6, 5].into_iter().enumerate() {
            for t in 0..samples {
                let x = whole(&seen, noisy, stretch, t).rows(0, 2).into_owned();
                expected += &x * x.transpose() * (9.0 * weights[noisy] * weights[noisy]);
            }
        }
        assert!(
            (scatter(&seen, &weights, &noise) - expected).amax() < 1e-9,
            "{noise:?}"
        );
    }
}
