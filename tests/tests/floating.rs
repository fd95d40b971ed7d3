//! Robots whose base moves, as generated code: against the oracle, against Pinocchio, and their base parameters
//! against all torques.

use std::path::Path;

use armwright_lab::recording::Contact;
use armwright_lab::regression::contact_rows;
use armwright_runtime::{BaseMotion, EvaluationError, Inputs, Quantity, Robot, forward_dynamics};
use armwright_tests::floating::floating;
use armwright_tests::oracle::Mechanism;
use armwright_tests::{Pair, Random, assert_agree, revealed, row_major};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use serde_json::Value;

const STATES: usize = 20;
const TOLERANCE: f64 = 1e-12;

fn robots() -> Vec<Pair> {
    let robots = floating().into_iter().map(|(robot, file)| {
        let oracle = Mechanism::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
        Pair {
            robot,
            oracle: oracle.expect("the oracle reads it"),
        }
    });
    robots.collect()
}

fn evaluated(robot: &dyn Robot, quantity: Quantity, inputs: &Inputs<'_>) -> Vec<f64> {
    let mut out = vec![f64::NAN; quantity.length(robot.model())];
    let answer = robot.evaluate(quantity, inputs, &mut out);
    answer.unwrap_or_else(|error| panic!("{quantity:?}: {error}"));
    out
}

/// The motion of the oracle's base, its gravity as it is.
fn of_oracle(oracle: &Mechanism) -> [f64; BaseMotion::INPUTS] {
    let base = oracle.base().expect("a base that is moved");
    let motion = BaseMotion {
        angular_velocity: base.spin.into(),
        velocity: base.velocity.into(),
        angular_acceleration: base.spin_rate.into(),
        acceleration: base.acceleration.into(),
        ..BaseMotion::default()
    };
    motion.inputs(oracle.gravity().into())
}

#[test]
fn every_function_is_the_oracles() {
    for Pair { robot, oracle } in robots() {
        let mut random = Random::new(21);
        for _ in 0..STATES {
            let theta = random.physical_theta(&oracle);
            let [q, qd, qdd] = [3.0, 3.0, 8.0].map(|range| random.vector(oracle.dof(), range));
            let moved = random.moved(&oracle);
            let base = &of_oracle(&moved);
            let (theta, q, qd, qdd) = (&theta[..], &q[..], &qd[..], &qdd[..]);
            let inputs = Inputs {
                theta,
                q,
                qd,
                qdd,
                base,
                ..Inputs::default()
            };
            let torque = moved.torque(theta, q, qd, qdd);
            for (quantity, expected) in [
                (
                    Quantity::TorqueRegressor,
                    row_major(&moved.regressor(q, qd, qdd)),
                ),
                (
                    Quantity::MeasuredRegressor,
                    row_major(&moved.measured_regressor(q, qd, qdd)),
                ),
                (Quantity::EnergyRegressor, moved.energy_regressor(q, qd)),
                (Quantity::InverseDynamics, torque.clone()),
                (Quantity::ClosedFormTorque, torque.clone()),
                (Quantity::InertiaMatrix, row_major(&moved.inertia(theta, q))),
                (Quantity::CoriolisTorques, moved.coriolis(theta, q, qd)),
                (Quantity::GravityTorques, moved.gravity_torque(theta, q)),
            ] {
                let what = format!("{} of {}", quantity.function(), oracle.name());
                assert_agree(
                    &what,
                    &evaluated(robot, quantity, &inputs),
                    &expected,
                    TOLERANCE,
                );
            }
            let regressor = evaluated(robot, Quantity::BaseRegressor, &inputs);
            let beta = evaluated(robot, Quantity::BaseParameters, &inputs);
            let rows = regressor.chunks_exact(beta.len());
            let product = rows.map(|row| row.iter().zip(&beta).map(|(y, b)| y * b).sum());
            let product: Vec<f64> = product.collect();
            assert_agree("Y_b beta", &product, &torque, 1e-11);
        }
    }
}

/// Force and moment on the base and torques cause accelerations whose inverse dynamics they are; those among the inputs say
/// nothing, neither of joints nor of the base.
#[test]
fn forward_dynamics_undoes_inverse_dynamics() {
    for Pair { robot, oracle } in robots() {
        let mut random = Random::new(8);
        let (n, rows) = (oracle.dof(), robot.model().rows());
        for _ in 0..STATES {
            let theta = random.physical_theta(&oracle);
            let [q, qd, given] = [3.0, 3.0, 8.0].map(|range| random.vector(n, range));
            let tau = random.vector(rows, 50.0);
            let moved = random.moved(&oracle);
            let base = of_oracle(&moved);
            let mut inputs = Inputs {
                theta: &theta,
                q: &q,
                qd: &qd,
                qdd: &given,
                base: &base,
                ..Inputs::default()
            };
            let mut work = vec![f64::NAN; rows * rows + rows];
            let mut found = vec![f64::NAN; rows];
            forward_dynamics(robot, &inputs, &tau, &mut work, &mut found)
                .unwrap_or_else(|error| panic!("{}: {error}", oracle.name()));
            let caused = BaseMotion {
                angular_velocity: moved.base().expect("a base").spin.into(),
                velocity: moved.base().expect("a base").velocity.into(),
                acceleration: [found[0], found[1], found[2]],
                angular_acceleration: [found[3], found[4], found[5]],
                ..BaseMotion::default()
            };
            let base = caused.inputs(moved.gravity().into());
            (inputs.base, inputs.qdd) = (&base, &found[6..]);
            let needed = evaluated(robot, Quantity::InverseDynamics, &inputs);
            let scale = found.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
            for (needed, tau) in needed.iter().zip(&tau) {
                assert!((needed - tau).abs() < 1e-9 * scale, "{}", oracle.name());
            }
        }
    }
}

#[test]
fn base_parameters_are_as_many_as_random_motion_reveals() {
    for Pair { robot, oracle } in robots() {
        assert_eq!(
            robot.model().base.len(),
            revealed(&oracle, 5),
            "{}",
            oracle.name()
        );
    }
}

#[test]
fn what_is_fixed_to_the_base_is_part_of_it() {
    for Pair { robot, oracle } in robots() {
        let model = robot.model();
        let names: Vec<&str> = model.parameters.iter().map(|p| p.name).collect();
        let expected: Vec<&str> = oracle
            .parameters()
            .iter()
            .map(|p| p.name.as_str())
            .collect();
        assert_eq!(names, expected);
        assert_eq!((names[0], names[9]), ("m_base", "Lzz_base"));
        for (found, expected) in model.parameters.iter().zip(oracle.parameters()) {
            let (found, expected) = (found.nominal.as_slice(), expected.nominal.as_slice());
            assert_agree("nominal", found, expected, TOLERANCE);
        }
    }
}

/// A list of numbers of the figures.
fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list").iter();
    list.map(|x| x.as_f64().expect("a number")).collect()
}

fn array<const N: usize>(value: &Value) -> [f64; N] {
    numbers(value).try_into().expect("so many numbers")
}

/// The figures of `tests/peers/solo12.py`.
#[test]
fn solo12_is_pinocchios() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/solo12.json");
    let figures = std::fs::read_to_string(file).expect("figures");
    let figures: Value = serde_json::from_str(&figures).expect("JSON");
    let robot = &armwright_robots::solo12::ROBOT;
    let model = robot.model();
    let nominal = model
        .parameters
        .iter()
        .map(|p| p.nominal.expect("a nominal value"));
    let nominal: Vec<f64> = nominal.collect();
    assert_agree("nominal", &nominal, &numbers(&figures["nominal"]), 1e-15);
    for state in figures["states"].as_array().expect("states") {
        let motion = BaseMotion {
            orientation: array(&state["orientation"]),
            angular_velocity: array(&state["angular_velocity"]),
            velocity: array(&state["velocity"]),
            angular_acceleration: array(&state["angular_acceleration"]),
            acceleration: array(&state["acceleration"]),
        };
        let [theta, q, qd, qdd] = ["theta", "q", "qd", "qdd"].map(|key| numbers(&state[key]));
        let inputs = Inputs {
            theta: &theta,
            q: &q,
            qd: &qd,
            qdd: &qdd,
            base: &motion.inputs(model.gravity),
            ..Inputs::default()
        };
        for (quantity, key) in [
            (Quantity::InverseDynamics, "torque"),
            (Quantity::GravityTorques, "gravity"),
            (Quantity::CoriolisTorques, "coriolis"),
        ] {
            let found = evaluated(robot, quantity, &inputs);
            assert_agree(key, &found, &numbers(&state[key]), 1e-12);
        }
        let of_nominal = Inputs {
            theta: &nominal,
            ..inputs
        };
        let found = evaluated(robot, Quantity::InertiaMatrix, &of_nominal);
        assert_agree("inertia", &found, &numbers(&state["inertia"]), 1e-12);
        // A wrench on each leg, in its own axes and in those of the base; the base and three bodies a leg.
        for contact in state["contacts"].as_array().expect("contacts") {
            let [fx, fy, fz, tx, ty, tz] = array(&contact["wrench"]);
            for (key, own_axes) in [("own", true), ("of_base", false)] {
                let leg = contact["leg"].as_u64().expect("a leg") as usize;
                let place = Contact {
                    body: 3 * leg + 3,
                    at: array(&contact["at"]),
                    own_axes,
                    ..Contact::default()
                };
                let wrench = [[fx, fy, fz], [tx, ty, tz]];
                let found = contact_rows(robot, &inputs, &place, wrench).expect("rows");
                assert_agree(key, &found, &numbers(&contact[key]), 1e-11);
            }
        }
    }
}

#[test]
fn gravity_is_turned_into_the_axes_of_the_base() {
    let mut random = Random::new(4);
    for _ in 0..STATES {
        let [w, x, y, z] = array(&random.vector(4, 2.0).into());
        let gravity = Vector3::from_vec(random.vector(3, 9.81));
        let motion = BaseMotion {
            orientation: [w, x, y, z],
            ..BaseMotion::default()
        };
        let inputs = motion.inputs(gravity.into());
        let turn = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
        let expected = turn.inverse() * gravity;
        assert_agree("gravity", &inputs[12..], expected.as_slice(), TOLERANCE);
        assert!(inputs[..12].iter().all(|x| *x == 0.0));
    }
}

/// A function is not evaluated as if the base were at rest.
#[test]
fn functions_ask_for_the_motion_of_the_base() {
    for Pair { robot, oracle } in robots() {
        let (n, p) = (oracle.dof(), oracle.parameters().len());
        let (theta, still) = (vec![0.1; p], vec![0.0; n]);
        let mut out = vec![0.0; 6 + n];
        let answer = robot.gravity_torques(&theta, &still, &mut out);
        assert!(
            matches!(answer, Err(EvaluationError::Shape(_))),
            "{answer:?}"
        );
        assert_eq!(robot.model().rows(), 6 + n);
        assert!(robot.model().base_moves());
    }
}
