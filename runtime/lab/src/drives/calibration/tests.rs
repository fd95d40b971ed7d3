//! Lines through pairs by hand.

use std::f64::consts::PI;

use super::{CalibrationError, calibrate};

fn near(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() < 1e-9 * expected.abs().max(1.0),
        "{found} for {expected}"
    );
}

/// `7 + 3 i` at currents of 0.5, 1.5, 2.5 and 3.5 with a square of 0.2 and a cube across it of 0.01: what the line leaves has the
/// squares 4 · 0.04 + 20 · 0.0001.
#[test]
fn a_line_has_the_deviations_of_its_residual() {
    let currents = [0.5, 1.5, 2.5, 3.5];
    let (square, cube) = ([1.0, -1.0, -1.0, 1.0], [-1.0, 3.0, -3.0, 1.0]);
    let torques = [0, 1, 2, 3].map(|k| 7.0 + 3.0 * currents[k] + 0.2 * square[k] + 0.01 * cube[k]);
    let found = calibrate(&currents, &torques).expect("a line");
    let residual = (0.162f64 / 2.0).sqrt();
    // Student's t of two degrees of freedom holds 95 % within 4.302653, a normal distribution within 1.959964.
    let wider = 4.302_652_729_9 / 1.959_963_984_5;
    assert_eq!(found.samples, 4);
    near(found.constant, 3.0);
    near(found.offset, 7.0);
    near(found.residual, residual);
    let close = |found: f64, expected: f64| {
        assert!(
            (found / expected - 1.0).abs() < 1e-6,
            "{found} for {expected}"
        )
    };
    close(found.constant_std, wider * residual / 5f64.sqrt());
    // The mean current is 2.
    close(
        found.offset_std,
        wider * residual * (0.25 + 4.0 / 5.0f64).sqrt(),
    );
    close(found.correlation, (1.0 - 0.162 / (45.0 + 0.162f64)).sqrt());
    // Of one degree of freedom: 0.2 of a deviation √(0.002 / 4).
    let t = 0.2 * (4.0f64 / 0.002).sqrt();
    close(
        found.curved.expect("a probability"),
        1.0 - 2.0 / PI * t.atan(),
    );
    // Three pairs leave nothing to tell a curve by.
    let three = calibrate(&currents[..3], &[8.0, 11.01, 14.0]).expect("a line");
    assert_eq!((three.curved, three.samples), (None, 3));
    // Currents of two values have no curve either.
    let two = calibrate(&[1.0, 1.0, 2.0, 2.0, 2.0], &[3.0, 3.1, 6.0, 6.1, 6.05]).expect("a line");
    assert_eq!(two.curved, None);
}

#[test]
fn pairs_that_are_no_calibration_are_explained() {
    let refused = |currents: &[f64], torques: &[f64]| {
        calibrate(currents, torques)
            .expect_err("a refusal")
            .to_string()
    };
    assert_eq!(
        refused(&[1.0; 4], &[1.0; 3]),
        "there are 4 currents and 3 torques: a torque belongs to each current"
    );
    assert_eq!(
        refused(&[1.0, f64::NAN], &[1.0, 2.0]),
        "pair 2 is not of finite numbers"
    );
    assert_eq!(
        refused(&[1.0, 2.0], &[f64::INFINITY, 2.0]),
        "pair 1 is not of finite numbers"
    );
    assert_eq!(
        refused(&[1.0, 2.0], &[1.0, 2.0]),
        "2 pairs: a line through them leaves nothing to tell how good it is; measure at three currents or more"
    );
    assert_eq!(
        refused(&[-2.5, -2.5, -2.5 - 1e-10], &[1.0, 2.0, 3.0]),
        "the current is -2.5 A in all pairs: measure at several currents"
    );
    // A correlation of 0.5 of three pairs: chance gives it in two of three cases.
    let CalibrationError::Unrelated {
        correlation,
        probability,
    } = calibrate(&[-1.0, 0.0, 1.0], &[-1.0, 1.0, 0.0]).expect_err("no relation")
    else {
        panic!("no relation")
    };
    near(correlation, 0.5);
    near(probability, 2.0 / 3.0);
    assert_eq!(
        refused(&[-1.0, 0.0, 1.0], &[-1.0, 1.0, 0.0]),
        "torque does not follow current: their correlation is 0.500, which chance gives with probability 0.67"
    );
    assert_eq!(
        refused(&[-1.0, 0.0, 1.0], &[2.0; 3]),
        "torque does not follow current: their correlation is 0.000, which chance gives with probability 1.00"
    );
}

/// Currents 2⁻¹⁵ A apart from one another, of 8 A.
#[test]
fn currents_that_differ_by_more_than_rounding_calibrate() {
    let step = 0.5f64.powi(15);
    let currents = [8.0, 8.0 + step, 8.0 + 2.0 * step];
    let found = calibrate(&currents, &[1.0, 3.0, 5.0]).expect("a line");
    near(found.constant, 65_536.0);
}
