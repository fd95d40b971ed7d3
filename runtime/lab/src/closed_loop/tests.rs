//! Controllers and motions by hand, and every message as a whole.

use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{Inputs, Model, Quantity, Robot, ShapeError, Side, Torque};
use nalgebra::{DMatrix, DVector};

use super::*;
use crate::motion::States;
use crate::parameters::{base_matrix, nominal};
use crate::part::Part;
use crate::regression::by_hand::{B, ByHand, MODEL, ROBOT as HAND};
use crate::simulation::Input;

/// Two joints at 4 Hz: three samples.
fn states() -> States {
    States {
        q: vec![0.1, -0.2, 0.4, 0.3, 0.2, 0.9],
        qd: vec![1.0, 0.5, -0.6, 0.8, 0.3, -0.4],
        qdd: vec![2.0, -1.0, 4.0, 3.0, -2.0, 1.0],
        ..States::default()
    }
}

fn beta() -> Vec<f64> {
    let theta = DVector::from_vec(nominal(ROBOT.model()));
    (base_matrix(ROBOT.model()) * theta).as_slice().to_vec()
}

/// The cubic with values and slopes of both ends; accelerations on a line; held beyond the ends.
#[test]
fn a_reference_is_cubic_between_its_samples() {
    let reference = Reference::of(states(), 2, 4.0);
    assert_eq!(reference.samples(), 3);
    assert_eq!(reference.start(), (&[0.1, -0.2][..], &[1.0, 0.5][..]));
    assert_eq!(reference.at(0, 0.25), [0.4, -0.6, 4.0]);
    for time in [0.5, 7.0] {
        let at = reference.at(1, time);
        let wanted = [0.9, -0.4, 1.0];
        assert!(
            at.iter().zip(wanted).all(|(x, w)| (x - w).abs() < 1e-14),
            "{at:?}"
        );
    }
    assert_eq!(reference.at(1, -1.0), [-0.2, 0.5, -1.0]);
    // In the middle (x0 + x1) / 2 + h (v0 - v1) / 8.
    let middle = |x: [f64; 2], v: [f64; 2]| (x[0] + x[1]) / 2.0 + 0.25 * (v[0] - v[1]) / 8.0;
    let wanted = [
        middle([0.3, 0.9], [0.8, -0.4]),
        middle([0.8, -0.4], [3.0, 1.0]),
        2.0,
    ];
    for (found, wanted) in reference.at(1, 0.375).into_iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-14, "{found} {wanted}");
    }
    // A quarter of the way: Hermite's functions 27/32, 5/32, 9/64 and -3/64.
    let wanted =
        0.1 * 27.0 / 32.0 + 0.4 * 5.0 / 32.0 + 0.25 * (1.0 * 9.0 / 64.0 + 0.6 * 3.0 / 64.0);
    assert!((reference.at(0, 0.0625)[0] - wanted).abs() < 1e-14);
    let none = Reference::of(States::default(), 2, 4.0);
    assert_eq!((none.samples(), none.at(1, 0.3)), (0, [0.0; 3]));
    assert_eq!(none.start(), (&[][..], &[][..]));
    // Where it begins is known without accelerations.
    let bare = States {
        q: vec![0.5, 0.25],
        qd: vec![-1.0, 2.0],
        ..States::default()
    };
    let bare = Reference::of(bare, 2, 4.0);
    assert_eq!(bare.start(), (&[0.5, 0.25][..], &[-1.0, 2.0][..]));
}

#[test]
fn controllers_say_the_torques_of_their_laws() {
    let here = Dynamics {
        inertia: DMatrix::from_row_slice(2, 2, &[3.0, 0.5, 0.5, 1.0]),
        bias: DVector::from_vec(vec![2.0, -4.0]),
    };
    let (q, qd) = (
        DVector::from_vec(vec![0.3, 0.1]),
        DVector::from_vec(vec![-0.2, 0.4]),
    );
    let reference = Reference::of(states(), 2, 4.0);
    let follows = ComputedTorque {
        reference: &reference,
        bandwidth: 10.0,
    };
    // 4 + 20 (-0.6 + 0.2) + 100 (0.4 - 0.3) and 3 + 20 (0.8 - 0.4) + 100 (0.3 - 0.1).
    let wanted = [6.0, 31.0];
    let torque = follows.torque(0.25, &q, &qd, &here);
    let expected = [
        3.0 * wanted[0] + 0.5 * wanted[1] + 2.0,
        0.5 * wanted[0] + wanted[1] - 4.0,
    ];
    for (found, expected) in torque.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-11, "{found} {expected}");
    }
    assert_eq!(follows.fastest(&here), 10.0);
    let springs = Springs {
        to: vec![1.0, -0.5],
        stiffness: vec![40.0, 30.0],
        damping: vec![2.0, 5.0],
    };
    let torque = springs.torque(9.0, &q, &qd, &here);
    for (found, expected) in torque.iter().zip([40.0 * 0.7 + 0.4, 30.0 * -0.6 - 2.0]) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
    // Of the lightest motion, 2 - √1.25: damping 5 and stiffness 40.
    let lightest = 2.0 - 1.25f64.sqrt();
    assert!((springs.fastest(&here) - (40.0 / lightest).sqrt().max(5.0 / lightest)).abs() < 1e-9);
    let stiff = Springs {
        stiffness: vec![40.0, -900.0],
        ..springs
    };
    assert!((stiff.fastest(&here) - (900.0 / lightest).sqrt()).abs() < 1e-9);
    let flat = Dynamics {
        inertia: DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 0.5]),
        ..here
    };
    assert_eq!(stiff.fastest(&flat), 0.0);
}

/// Torques along a reference that begins at 5 s, by a controller's own parameters without friction.
#[test]
fn a_follower_says_the_torques_of_its_law() {
    let theta = nominal(ROBOT.model());
    let follower = |law: Law| {
        let reference = Reference::of(states(), 2, 4.0);
        Follower::new(&ROBOT, &theta, reference, 5.0, (law, 10.0)).expect("a follower")
    };
    let (q, qd) = ([0.3, 0.1], [-0.2, 0.4]);
    let mut out = [0.0; 2];
    let own = follower(Law::Proportional);
    assert_eq!(own.wanted(1, 5.25), [0.3, 0.8, 3.0]);
    assert!(own.knows_the_state() && own.next_break(0.0) == f64::INFINITY);
    own.at(5.25, 9.0, (&q, &qd), &mut out);
    // Inertia where the reference begins; 2 and 28 rad/s² of feedback.
    let mut inertia = [0.0; 4];
    let inputs = Inputs {
        theta: &theta,
        q: &[0.1, -0.2],
        ..Inputs::default()
    };
    ROBOT
        .evaluate(Quantity::InertiaMatrix, &inputs, &mut inertia)
        .expect("an inertia");
    for (found, wanted) in out.iter().zip([inertia[0] * 2.0, inertia[3] * 28.0]) {
        assert!((found - wanted).abs() < 1e-11, "{found} {wanted}");
    }
    follower(Law::ComputedTorque).at(5.25, 9.0, (&q, &qd), &mut out);
    let mut wanted = [0.0; 2];
    ROBOT
        .inverse_dynamics(&theta, &q, &qd, &[6.0, 31.0], &mut wanted)
        .expect("torques");
    for (found, wanted) in out.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-11, "{found} {wanted}");
    }
    // Friction is left to the feedback.
    let wrist = &armwright_robots::abb_wrist::ROBOT;
    let theta = nominal(wrist.model());
    let three = States {
        q: vec![0.1; 3],
        qd: vec![0.2; 3],
        qdd: vec![0.3; 3],
        ..States::default()
    };
    let reference = Reference::of(three, 3, 4.0);
    let own = Follower::new(wrist, &theta, reference, 0.0, (Law::ComputedTorque, 0.0))
        .expect("a follower");
    let mut out = [0.0; 3];
    own.at(0.0, 0.0, (&[0.1; 3], &[0.2; 3]), &mut out);
    let without: Vec<f64> = theta
        .iter()
        .zip(wrist.model().parameters)
        .map(|(value, p)| if p.name.starts_with('f') { 0.0 } else { *value })
        .collect();
    let mut wanted = [0.0; 3];
    wrist
        .inverse_dynamics(&without, &[0.1; 3], &[0.2; 3], &[0.3; 3], &mut wanted)
        .expect("torques");
    for (found, wanted) in out.iter().zip(wanted) {
        assert!((found - wanted).abs() < 1e-10, "{found} {wanted}");
    }
}

/// The robot has no torques for three joints.
#[test]
fn torques_that_a_follower_does_not_know_are_no_numbers() {
    let theta = nominal(ROBOT.model());
    let reference = Reference::of(states(), 2, 4.0);
    let law = (Law::ComputedTorque, 10.0);
    let follower = Follower::new(&ROBOT, &theta, reference, 5.0, law).expect("a follower");
    let mut out = [0.5; 3];
    follower.at(5.25, 9.0, (&[0.3, 0.1], &[-0.2, 0.4]), &mut out);
    assert!(out.iter().all(|torque| torque.is_nan()), "{out:?}");
}

/// Joint by joint; the parabola through three samples at the ends, a line through two.
#[test]
fn states_follow_from_positions() {
    let found = states_along(&[vec![1.0, 3.0, 2.0, 6.0], vec![0.5, -0.5, 1.5, 2.5]], 10.0);
    let slopes = |q: [f64; 4]| {
        [
            10.0 * (2.0 * q[1] - 1.5 * q[0] - 0.5 * q[2]),
            5.0 * (q[2] - q[0]),
            5.0 * (q[3] - q[1]),
            10.0 * (1.5 * q[3] - 2.0 * q[2] + 0.5 * q[1]),
        ]
    };
    let one = slopes([1.0, 3.0, 2.0, 6.0]);
    let two = slopes([0.5, -0.5, 1.5, 2.5]);
    assert_eq!(found.q, [1.0, 0.5, 3.0, -0.5, 2.0, 1.5, 6.0, 2.5]);
    let (bent, other) = (slopes(one), slopes(two));
    for k in 0..4 {
        assert_eq!([found.qd[2 * k], found.qd[2 * k + 1]], [one[k], two[k]]);
        assert!(
            (found.qdd[2 * k] - bent[k]).abs() < 1e-9
                && (found.qdd[2 * k + 1] - other[k]).abs() < 1e-9
        );
    }
    let short = states_along(&[vec![1.0, 4.0]], 10.0);
    assert_eq!((short.qd, short.qdd), (vec![30.0; 2], vec![0.0; 2]));
    assert_eq!(states_along(&[vec![1.0]], 10.0).qd, [0.0]);
    assert!(states_along(&[], 10.0).q.is_empty());
    // A state is one of all joints: there are no more than the shortest column has.
    let uneven = states_along(&[vec![0.0, 0.1, 0.4, 0.9], vec![1.0; 3]], 10.0);
    assert_eq!(uneven.q, [0.0, 1.0, 0.1, 1.0, 0.4, 1.0]);
    assert_eq!((uneven.qd.len(), uneven.qdd.len()), (6, 6));
}

/// A plant under a torque that changes with time, whose inertia and bias do not.
#[test]
fn a_sample_is_as_many_steps_of_runge_and_kutta_as_the_controller_asks_for() {
    struct Given(f64);
    impl Controller for Given {
        fn torque(
            &self,
            time: f64,
            q: &DVector<f64>,
            qd: &DVector<f64>,
            here: &Dynamics,
        ) -> DVector<f64> {
            // Accelerations a function of time and state: q̈ = 3 cos 2t - q - q̇ / 2 of the first, 2 t of the second.
            let wanted = DVector::from_vec(vec![
                3.0 * (2.0 * time).cos() - q[0] - 0.5 * qd[0],
                2.0 * time,
            ]);
            &here.inertia * wanted + &here.bias
        }
        fn fastest(&self, _: &Dynamics) -> f64 {
            self.0
        }
    }
    let plant = Plant::of(&ROBOT, &beta()).expect("a plant");
    for (fastest, steps) in [(0.0, 1usize), (2.0, 1), (2.1, 2), (9.9, 5)] {
        let start = (&[0.3, -0.4][..], &[0.5, 0.7][..]);
        let found = run(&plant, &Given(fastest), start, 10.0, 5).expect("a motion");
        let law = |t: f64, q: f64, v: f64| 3.0 * (2.0 * t).cos() - q - 0.5 * v;
        let (mut q, mut v) = (0.3, 0.5);
        let h = 0.1 / steps as f64;
        for k in 0..5 {
            let t = 0.1 * k as f64;
            assert!(
                (found.q[2 * k] - q).abs() < 1e-12 && (found.qd[2 * k] - v).abs() < 1e-12,
                "{fastest} {k}"
            );
            assert!((found.qdd[2 * k] - law(t, q, v)).abs() < 1e-9);
            // 2 t: cubics are exact.
            assert!((found.q[2 * k + 1] - (-0.4 + 0.7 * t + t.powi(3) / 3.0)).abs() < 1e-12);
            assert!((found.qd[2 * k + 1] - (0.7 + t * t)).abs() < 1e-12);
            for step in 0..steps {
                let t = t + h * step as f64;
                let a1 = law(t, q, v);
                let (v2, a2) = (
                    v + h / 2.0 * a1,
                    law(t + h / 2.0, q + h / 2.0 * v, v + h / 2.0 * a1),
                );
                let (v3, a3) = (
                    v + h / 2.0 * a2,
                    law(t + h / 2.0, q + h / 2.0 * v2, v + h / 2.0 * a2),
                );
                let (v4, a4) = (v + h * a3, law(t + h, q + h * v3, v + h * a3));
                q += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
                v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
            }
        }
    }
    let start = (&[0.3, -0.4][..], &[0.5, 0.7][..]);
    // 64 steps a sample are the most: 0.2 · 64 · 10 rad/s.
    assert!(run(&plant, &Given(127.9), start, 10.0, 1).is_ok());
    let refused = run(&plant, &Given(128.1), start, 10.0, 1).expect_err("too fast");
    assert_eq!(
        refused,
        ClosedLoopError::TooFast {
            fastest: 128.1,
            rate: 10.0
        }
    );
    // The elbow is thrown: 10⁶ rad/s are passed in its second sample.
    struct Thrown;
    impl Controller for Thrown {
        fn torque(
            &self,
            time: f64,
            _: &DVector<f64>,
            _: &DVector<f64>,
            here: &Dynamics,
        ) -> DVector<f64> {
            let wanted = if time < 0.1 { 0.0 } else { 2e7 };
            &here.inertia * DVector::from_vec(vec![0.0, wanted]) + &here.bias
        }
        fn fastest(&self, _: &Dynamics) -> f64 {
            1.0
        }
    }
    let refused = run(&plant, &Thrown, (&[0.0; 2], &[0.0; 2]), 10.0, 5).expect_err("it runs away");
    match refused {
        ClosedLoopError::Diverges { joint, time } => {
            assert_eq!(joint, "elbow");
            assert!((time - 0.1).abs() < 1e-12, "{time}");
        }
        other => panic!("{other}"),
    }
    // What is beyond 10⁶ rad is away however slowly it moves.
    let refused = run(&plant, &Given(1.0), (&[0.0, 2e6], &[0.0; 2]), 10.0, 2);
    assert_eq!(
        refused.expect_err("it is away"),
        ClosedLoopError::Diverges {
            joint: "elbow".to_owned(),
            time: 0.0
        }
    );
}

/// Inertia and bias of a plant are those of the robot with these base parameters.
#[test]
fn a_plant_is_the_robot_with_its_base_parameters() {
    let theta = nominal(ROBOT.model());
    let plant = Plant::of(&ROBOT, &beta()).expect("a plant");
    let (q, qd) = ([0.3, -0.8], [1.1, 0.6]);
    let found = plant.at(&q, &qd).expect("dynamics");
    let (mut inertia, mut bias) = ([0.0; 4], [0.0; 2]);
    let inputs = Inputs {
        theta: &theta,
        q: &q,
        qd: &qd,
        qdd: &[0.0; 2],
        ..Inputs::default()
    };
    ROBOT
        .evaluate(Quantity::InertiaMatrix, &inputs, &mut inertia)
        .expect("an inertia");
    ROBOT
        .evaluate(Quantity::InverseDynamics, &inputs, &mut bias)
        .expect("torques");
    let solo = &armwright_robots::solo12::ROBOT;
    let robot = || "solo12".to_owned();
    let refused = Plant::of(solo, &[]).err().expect("its base moves");
    assert_eq!(refused, ClosedLoopError::BaseMoves { robot: robot() });
    let reference = Reference::of(States::default(), 12, 4.0);
    let refused = Follower::new(solo, &[], reference, 0.0, (Law::Proportional, 1.0));
    let refused = refused.err().expect("its base moves");
    assert_eq!(refused, ClosedLoopError::BaseMoves { robot: robot() });
    assert!((found.inertia - DMatrix::from_row_slice(2, 2, &inertia)).amax() < 1e-10);
    assert!((found.bias - DVector::from_column_slice(&bias)).amax() < 1e-10);
}

#[test]
fn every_reason_says_what_it_is() {
    let (joint, robot) = (|| "elbow".to_owned(), || "arm".to_owned());
    for (error, text) in [
        (
            ClosedLoopError::Evaluation(
                ShapeError {
                    expected: 4,
                    actual: 3,
                }
                .into(),
            ),
            "the robot's functions cannot be evaluated: expected 4 numbers, got 3",
        ),
        (
            ClosedLoopError::BaseMoves { robot: robot() },
            "the base of arm moves, and what moves it is not known to a simulation",
        ),
        (
            ClosedLoopError::NotOfTorques { robot: robot() },
            "these base parameters are not those of all joint torques of arm, so that they do not say how it moves",
        ),
        (
            ClosedLoopError::Singular {
                joint: joint(),
                time: 1.5,
            },
            "with these parameters the inertia matrix is singular at 1.500 s: joint elbow moves without inertia",
        ),
        (
            ClosedLoopError::Indefinite {
                joint: joint(),
                time: 0.25,
            },
            "with these parameters the inertia matrix is not positive at 0.250 s: joint elbow would run against what drives it",
        ),
        (
            ClosedLoopError::TooFast {
                fastest: 5123.4,
                rate: 100.0,
            },
            "under this controller the robot answers at 5123 rad/s, which no steps at 100 samples a second resolve: ask for \
             more samples, or for softer springs and less damping",
        ),
        (
            ClosedLoopError::Diverges {
                joint: joint(),
                time: 2.0,
            },
            "the simulated motion of joint elbow runs away at 2.000 s",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}

/// A plant is moved by torques: those of all drives, of which the base parameters are.
#[test]
fn a_robot_that_torques_do_not_tell_is_no_plant() {
    let other = ByHand(Box::leak(Box::new(Model {
        base_of_torque: false,
        ..MODEL
    })));
    let part = Part::without(&HAND, Side::Joint, &[Torque::joint(1)]).expect("a part");
    for robot in [&other as &dyn Robot, &part] {
        let refused = Plant::of(robot, &[0.0; B]).err();
        let robot = robot.model().name.to_owned();
        assert_eq!(refused, Some(ClosedLoopError::NotOfTorques { robot }));
    }
    assert!(Plant::of(&HAND, &[0.0; B]).is_ok());
}

#[test]
fn numbers_are_as_many_as_the_robot_has() {
    let told = |found: Option<ClosedLoopError>, text: &str| {
        let found = found.map(|error| error.to_string());
        assert_eq!(found.as_deref(), Some(text));
    };
    for (count, text) in [
        (1, "base parameters: 1 where 6 are wanted"),
        (40, "base parameters: 40 where 6 are wanted"),
    ] {
        told(Plant::of(&HAND, &vec![0.1; count]).err(), text);
    }
    let plant = Plant::of(&ROBOT, &beta()).expect("a plant");
    let held = |to: usize, stiffness: usize, damping: usize| {
        let springs = Springs {
            to: vec![0.1; to],
            stiffness: vec![40.0; stiffness],
            damping: vec![4.0; damping],
        };
        run(&plant, &springs, (&[0.0; 2], &[0.0; 2]), 500.0, 1).err()
    };
    assert_eq!(held(2, 2, 2), None);
    told(held(1, 2, 2), "places of springs: 1 where 2 are wanted");
    told(
        held(2, 3, 2),
        "stiffnesses of springs: 3 where 2 are wanted",
    );
    told(held(2, 2, 1), "dampings of springs: 1 where 2 are wanted");
}

/// Dampers of 4000 N·m·s/rad over the smaller eigenvalue of the inertia at the positions, not at the velocities, of the beginning.
#[test]
fn the_fastest_answer_is_that_where_a_motion_begins() {
    let plant = Plant::of(&ROBOT, &beta()).expect("a plant");
    let springs = Springs {
        to: vec![0.0; 2],
        stiffness: vec![0.0; 2],
        damping: vec![4000.0; 2],
    };
    let (q, qd) = ([0.3, -1.2], [0.0, 2.0]);
    let theta = nominal(ROBOT.model());
    let mut inertia = [0.0; 4];
    let inputs = Inputs {
        theta: &theta,
        q: &q,
        ..Inputs::default()
    };
    ROBOT
        .evaluate(Quantity::InertiaMatrix, &inputs, &mut inertia)
        .expect("an inertia");
    let [a, b, _, c] = inertia;
    let lightest = 0.5 * (a + c) - (0.25 * (a - c).powi(2) + b * b).sqrt();
    match run(&plant, &springs, (&q, &qd), 500.0, 1) {
        Err(ClosedLoopError::TooFast { fastest, rate }) => {
            let share = fastest * lightest / 4000.0;
            assert!((share - 1.0).abs() < 1e-9, "{fastest} {lightest}");
            assert_eq!(rate, 500.0);
        }
        other => panic!("{other:?}"),
    }
}

/// Inertias of 1 kg·m² allow 5 kg·m at 0.4 m while the elbow is bent by more than 60°. Without acceleration it comes from 90° to these
/// after 1/3 s; steps look 5 ms apart.
#[test]
fn an_inertia_that_no_robot_has_is_told_when_it_is_met() {
    struct Coasts;
    impl Controller for Coasts {
        fn torque(
            &self,
            _: f64,
            _: &DVector<f64>,
            _: &DVector<f64>,
            here: &Dynamics,
        ) -> DVector<f64> {
            here.bias.clone()
        }
        fn fastest(&self, _: &Dynamics) -> f64 {
            0.0
        }
    }
    let parameters = ROBOT.model().parameters.iter();
    let theta: Vec<f64> = parameters
        .map(|parameter| match parameter.name {
            "Lyy_upper" | "Lyy_lower" => 1.0,
            "mx_lower" => 5.0,
            _ => 0.0,
        })
        .collect();
    let beta = base_matrix(ROBOT.model()) * DVector::from_vec(theta);
    let plant = Plant::of(&ROBOT, beta.as_slice()).expect("a plant");
    let right = std::f64::consts::FRAC_PI_2;
    let (q, qd) = ([0.3, right], [0.0, -right]);
    match run(&plant, &Coasts, (&q, &qd), 100.0, 100) {
        Err(ClosedLoopError::Indefinite { joint, time }) => {
            assert_eq!(joint, "elbow");
            assert!((time - 0.335).abs() < 1e-12, "{time}");
        }
        other => panic!("{other:?}"),
    }
}
