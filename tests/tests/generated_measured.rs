//! Generated functions of robots that measure wrenches, single torques and energy, and what the
//! laboratory does with them.

use std::path::Path;

use armwright_lab::regression::{Equations, RegressionError};
use armwright_runtime::{Robot, Side};
use armwright_tests::sensed::SENSED;
use armwright_tests::{Random, assert_agree, oracle, row_major, zoo};

const TOLERANCE: f64 = 1e-12;

fn pairs() -> Vec<(&'static dyn Robot, oracle::Mechanism)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pairs = SENSED.iter().map(|&(robot, file)| {
        let oracle = oracle::Mechanism::read(&folder.join(file));
        (
            robot,
            oracle.unwrap_or_else(|error| panic!("{file}: {error}")),
        )
    });
    pairs.collect()
}

/// A random state and random parameters.
fn state(oracle: &oracle::Mechanism, random: &mut Random) -> ([Vec<f64>; 3], Vec<f64>) {
    let motion = [3.0, 3.0, 8.0].map(|range| random.vector(oracle.dof(), range));
    (motion, random.physical_theta(oracle))
}

#[test]
fn rows_are_named_as_columns_of_a_recording() {
    let names = |robot: &str| -> Vec<&str> {
        let found = SENSED.iter().find(|(known, _)| known.model().name == robot);
        let model = found.expect("a robot of this name").0.model();
        model.measured.iter().map(|row| row.name).collect()
    };
    assert_eq!(
        names("sensed_gantry"),
        [
            "power", "fx_hand", "fy_hand", "fz_hand", "tx_hand", "ty_hand", "tz_hand"
        ]
    );
    assert_eq!(names("sensed_wrist")[..3], ["tau_q3", "tau_m1", "fx_a"]);
    assert_eq!(names("sensed_wrist").len(), 14);
    for pair in zoo() {
        assert!(pair.robot.model().measured.is_empty());
        assert!(pair.robot.model().base_of_torque);
    }
}

#[test]
fn measured_regressor() {
    for (robot, oracle) in pairs() {
        let model = robot.model();
        let mut random = Random::new(11);
        for _ in 0..20 {
            let ([q, qd, qdd], _) = state(&oracle, &mut random);
            let mut actual = vec![f64::NAN; model.measured.len() * model.parameters.len()];
            robot
                .measured_regressor(&q, &qd, &qdd, &mut actual)
                .expect("its own sizes");
            let expected = row_major(&oracle.measured_regressor(&q, &qd, &qdd));
            assert_agree(model.name, &actual, &expected, TOLERANCE);
        }
    }
}

#[test]
fn measured_numbers_follow_from_base_parameters() {
    for (robot, oracle) in pairs() {
        let model = robot.model();
        let (p, b) = (model.parameters.len(), model.base.len());
        let mut random = Random::new(12);
        for _ in 0..20 {
            let ([q, qd, qdd], theta) = state(&oracle, &mut random);
            let mut regressor = vec![f64::NAN; model.measured.len() * b];
            let mut beta = vec![f64::NAN; b];
            robot
                .measured_base_regressor(&q, &qd, &qdd, &mut regressor)
                .and_then(|()| robot.base_parameters(&theta, &mut beta))
                .expect("its own sizes");
            let times = |rows: &[f64], x: &[f64]| -> Vec<f64> {
                let rows = rows.chunks_exact(x.len());
                rows.map(|row| row.iter().zip(x).map(|(y, x)| y * x).sum())
                    .collect()
            };
            let expected = row_major(&oracle.measured_regressor(&q, &qd, &qdd));
            assert_eq!(expected.len() % p, 0);
            let expected = times(&expected, &theta);
            assert_agree(model.name, &times(&regressor, &beta), &expected, TOLERANCE);
        }
    }
}

/// The closed form goes by base parameters of its own where those of the measured rows say less.
#[test]
fn torque_in_both_forms() {
    for (robot, oracle) in pairs() {
        let mut random = Random::new(13);
        for _ in 0..20 {
            let ([q, qd, qdd], theta) = state(&oracle, &mut random);
            let expected = oracle.torque(&theta, &q, &qd, &qdd);
            let mut torque = vec![f64::NAN; oracle.dof()];
            robot
                .closed_form_torque(&theta, &q, &qd, &qdd, &mut torque)
                .expect("its own sizes");
            assert_agree(robot.model().name, &torque, &expected, TOLERANCE);
            robot
                .inverse_dynamics(&theta, &q, &qd, &qdd, &mut torque)
                .expect("its own sizes");
            assert_agree(robot.model().name, &torque, &expected, TOLERANCE);
        }
    }
}

/// Identification from torque would fit parameters that torque does not decide.
#[test]
fn identification_from_torque_is_refused_with_a_reason() {
    for (robot, _) in pairs() {
        let model = robot.model();
        assert!(!model.base_of_torque, "{}", model.name);
        let equations = Equations::of(robot, Side::Joint);
        let refused = equations.and_then(|e| e.observe(&[], &mut |_| {})).err();
        assert!(
            matches!(refused, Some(RegressionError::Measured { .. })),
            "{}",
            model.name
        );
        let message = refused.map(|error| error.to_string()).unwrap_or_default();
        assert!(message.contains(model.measured[0].name), "{message}");
    }
}
