//! Every generated function of every robot against the oracle, at random states and parameters.

use armwright_robots::double_pendulum;
use armwright_runtime::{
    EvaluationError, ForwardError, Inputs, Robot, ShapeError, forward_dynamics,
};
use armwright_tests::{assert_agree, row_major, zoo};

const STATES: usize = 40;
const TOLERANCE: f64 = 1e-12;

#[test]
fn names_order_and_nominal_values() {
    for pair in zoo() {
        let model = pair.robot.model();
        let expected: Vec<&str> = pair
            .oracle
            .parameters()
            .iter()
            .map(|p| p.name.as_str())
            .collect();
        let actual: Vec<&str> = model.parameters.iter().map(|p| p.name).collect();
        assert_eq!(actual, expected, "{}", pair.name());
        let joints: Vec<&str> = model.joints.iter().map(|joint| joint.name).collect();
        assert_eq!(joints, pair.oracle.joints(), "{}", pair.name());
        for (actual, expected) in model.parameters.iter().zip(pair.oracle.parameters()) {
            let what = format!("nominal {} of {}", actual.name, pair.name());
            assert_eq!(
                actual.nominal.is_some(),
                expected.nominal.is_some(),
                "{what}"
            );
            let (actual, expected) = (actual.nominal.as_slice(), expected.nominal.as_slice());
            assert_agree(&what, actual, expected, TOLERANCE);
        }
    }
}

#[test]
fn torque_regressor() {
    for pair in zoo() {
        let (n, p) = (pair.oracle.dof(), pair.oracle.parameters().len());
        for s in pair.states(STATES, 1) {
            let actual = pair.filled(n * p, |robot, out| {
                robot.torque_regressor(&s.q, &s.qd, &s.qdd, out)
            });
            let expected = row_major(&pair.oracle.regressor(&s.q, &s.qd, &s.qdd));
            assert_agree(pair.name(), &actual, &expected, TOLERANCE);
        }
    }
}

#[test]
fn energy_regressor() {
    for pair in zoo() {
        let p = pair.oracle.parameters().len();
        for s in pair.states(STATES, 2) {
            let actual = pair.filled(p, |robot, out| robot.energy_regressor(&s.q, &s.qd, out));
            let expected = pair.oracle.energy_regressor(&s.q, &s.qd);
            assert_agree(pair.name(), &actual, &expected, TOLERANCE);
        }
    }
}

#[test]
fn torque_in_both_forms() {
    for pair in zoo() {
        let n = pair.oracle.dof();
        for s in pair.states(STATES, 3) {
            let expected = pair.oracle.torque(&s.theta, &s.q, &s.qd, &s.qdd);
            let factored = pair.filled(n, |robot, out| {
                robot.inverse_dynamics(&s.theta, &s.q, &s.qd, &s.qdd, out)
            });
            assert_agree(
                &format!("{}, factored", pair.name()),
                &factored,
                &expected,
                TOLERANCE,
            );
            let closed = pair.filled(n, |robot, out| {
                robot.closed_form_torque(&s.theta, &s.q, &s.qd, &s.qdd, out)
            });
            assert_agree(
                &format!("{}, closed", pair.name()),
                &closed,
                &expected,
                TOLERANCE,
            );
        }
    }
}

#[test]
fn inertia() {
    for pair in zoo() {
        let n = pair.oracle.dof();
        for s in pair.states(STATES, 4) {
            let actual = pair.filled(n * n, |robot, out| {
                robot.inertia_matrix(&s.theta, &s.q, out)
            });
            let expected = row_major(&pair.oracle.inertia(&s.theta, &s.q));
            assert_agree(pair.name(), &actual, &expected, TOLERANCE);
        }
    }
}

/// The oracle's torques of the accelerations that torques cause are those torques.
#[test]
fn forward_dynamics_undoes_inverse_dynamics() {
    for pair in zoo() {
        let n = pair.oracle.dof();
        for s in pair.states(STATES, 8) {
            // Accelerations among the inputs say nothing.
            let inputs = Inputs {
                theta: &s.theta,
                q: &s.q,
                qd: &s.qd,
                qdd: &s.qdd,
                ..Inputs::default()
            };
            let mut work = vec![f64::NAN; n * n + n];
            let tau: Vec<f64> = s.qdd.iter().map(|x| 20.0 * x).collect();
            let mut found = vec![f64::NAN; n];
            forward_dynamics(pair.robot, &inputs, &tau, &mut work, &mut found)
                .unwrap_or_else(|error| panic!("{}: {error}", pair.name()));
            let actual = pair.oracle.torque(&s.theta, &s.q, &s.qd, &found);
            let still = pair.oracle.torque(&s.theta, &s.q, &s.qd, &vec![0.0; n]);
            let scale = still
                .iter()
                .chain(&tau)
                .fold(0.0, |most: f64, x| most.max(x.abs()));
            for (actual, expected) in actual.iter().zip(&tau) {
                assert!((actual - expected).abs() < 1e-10 * scale, "{}", pair.name());
            }
        }
    }
}

#[test]
fn forward_dynamics_refuses_what_no_body_is_and_slices_of_another_size() {
    let robot = &double_pendulum::ROBOT;
    let forward = |theta: &[f64], tau: &[f64], room: usize, accelerations: usize| {
        let (mut work, mut out) = (vec![0.0; room], vec![0.0; accelerations]);
        let [q, qd] = [&[0.3, 0.4], &[1.0, 2.0]];
        let inputs = Inputs {
            theta,
            q,
            qd,
            ..Inputs::default()
        };
        forward_dynamics(robot, &inputs, tau, &mut work, &mut out)
    };
    let shape = |expected, actual| {
        let error = EvaluationError::Shape(ShapeError { expected, actual });
        Err(ForwardError::Evaluation(error))
    };
    let p = robot.model().parameters.len();
    let one = |at: usize, value: f64| {
        let named = |name: &str| robot.model().parameters.iter().position(|x| x.name == name);
        let mut theta = vec![0.0; p];
        for link in ["Lyy_upper", "Lyy_lower"] {
            theta[named(link).expect("a moment of inertia")] = 1.0;
        }
        theta[named(["Lyy_upper", "Lyy_lower"][at]).expect("a moment of inertia")] = value;
        theta
    };
    assert_eq!(forward(&one(0, 1.0), &[3.0, 4.0], 6, 2), Ok(()));
    assert_eq!(forward(&one(0, 1.0), &[3.0], 6, 2), shape(2, 1));
    assert_eq!(forward(&one(0, 1.0), &[3.0, 4.0], 5, 2), shape(6, 5));
    assert_eq!(forward(&one(0, 1.0), &[3.0, 4.0], 6, 3), shape(2, 3));
    assert_eq!(forward(&[1.0], &[3.0, 4.0], 6, 2), shape(p, 1));
    // Both joints move the second link; the first one alone moves the first.
    for (at, value) in [
        (0, -1.0),
        (1, -1.0),
        (1, 0.0),
        (0, f64::NAN),
        (0, f64::INFINITY),
    ] {
        let refused = forward(&one(at, value), &[3.0, 4.0], 6, 2);
        assert_eq!(
            refused,
            Err(ForwardError::NotPositive { row: at }),
            "{at} {value}"
        );
    }
    let error = ForwardError::NotPositive { row: 1 };
    assert_eq!(
        error.to_string(),
        "the inertia matrix is not positive definite at its row 2"
    );
}

#[test]
fn coriolis() {
    for pair in zoo() {
        let n = pair.oracle.dof();
        for s in pair.states(STATES, 5) {
            let actual = pair.filled(n, |robot, out| {
                robot.coriolis_torques(&s.theta, &s.q, &s.qd, out)
            });
            let expected = pair.oracle.coriolis(&s.theta, &s.q, &s.qd);
            assert_agree(pair.name(), &actual, &expected, TOLERANCE);
        }
    }
}

#[test]
fn gravity() {
    for pair in zoo() {
        let n = pair.oracle.dof();
        for s in pair.states(STATES, 6) {
            let actual = pair.filled(n, |robot, out| robot.gravity_torques(&s.theta, &s.q, out));
            let expected = pair.oracle.gravity_torque(&s.theta, &s.q);
            assert_agree(pair.name(), &actual, &expected, TOLERANCE);
        }
    }
}

#[test]
fn friction_at_rest_is_the_middle_of_what_it_can_be() {
    for pair in zoo() {
        let (n, p) = (pair.oracle.dof(), pair.oracle.parameters().len());
        let rest = vec![0.0; n];
        for s in pair.states(5, 7) {
            let actual = pair.filled(n * p, |robot, out| {
                robot.torque_regressor(&s.q, &rest, &s.qdd, out)
            });
            let expected = row_major(&pair.oracle.regressor(&s.q, &rest, &s.qdd));
            assert_agree(pair.name(), &actual, &expected, TOLERANCE);
        }
    }
}

#[test]
fn slices_of_the_wrong_length_are_refused() {
    for pair in zoo() {
        let n = pair.oracle.dof();
        let (short, right) = (vec![0.0; n - 1], vec![0.0; n]);
        let theta = vec![0.0; pair.oracle.parameters().len()];
        let mut out = vec![0.0; n];
        assert!(
            pair.robot
                .gravity_torques(&theta, &short, &mut out)
                .is_err()
        );
        assert!(
            pair.robot
                .gravity_torques(&short, &right, &mut out)
                .is_err()
        );
        assert!(
            pair.robot
                .coriolis_torques(&theta, &right, &short, &mut out)
                .is_err()
        );
        assert!(
            pair.robot
                .gravity_torques(&theta, &right, &mut out[..n - 1])
                .is_err()
        );
        assert!(pair.robot.gravity_torques(&theta, &right, &mut out).is_ok());
    }
}
