//! Words on what is wrong with an IMU and with what acts from outside, and the keys that undo it.

use super::{BaseFault, Frame, Sensor};
use crate::recording::STANDARD_GRAVITY;

#[track_caller]
fn check(fault: &BaseFault, said: &str, undone: &str) {
    assert_eq!(
        (fault.to_string().as_str(), fault.undone().as_str()),
        (said, undone)
    );
}

#[test]
fn axes_are_turned_where_that_undoes_it_and_exchanged_where_not() {
    let axes = |of, axes, rpy| BaseFault::Axes { of, axes, rpy };
    check(
        &axes(Sensor::Imu, [2, -1, 3], Some([0.0, -0.02, 89.97])),
        "which axes the IMU has (x, y and z are its y, −x, z)",
        "write how the IMU is turned (`base: {rpy: [0deg, 0deg, 90deg]}`)",
    );
    check(
        &axes(Sensor::Gyroscope, [1, -2, 3], None),
        "which axes the gyroscope has (x, y and z are its x, −y, z)",
        "turn the sign of y in `angular_velocity` (`sign`, and what `offset` adds)",
    );
    check(
        &axes(Sensor::Accelerometer, [3, 1, -2], None),
        "which axes the accelerometer has (x, y and z are its z, x, −y)",
        "take the columns of z, x, y for x, y and z, each with what is said of it, and then turn the sign of z in `acceleration` \
         (`sign`, and what `offset` adds)",
    );
    check(
        &axes(Sensor::Gyroscope, [2, 1, 3], None),
        "which axes the gyroscope has (x, y and z are its y, x, z)",
        "take the columns of y, x, z for x, y and z, each with what is said of it, in `angular_velocity`",
    );
    for (reversed, names) in [([-1, 2, -3], "x and z"), ([-1, -2, -3], "x, y and z")] {
        assert_eq!(
            axes(Sensor::Imu, reversed, None).undone(),
            format!(
                "turn the sign of {names} in `angular_velocity` and `acceleration` (`sign`, and what `offset` adds)"
            )
        );
    }
    check(
        &BaseFault::Turn {
            rpy: [-10.0, 0.04, -3.25],
        },
        "how the IMU is turned (roll, pitch and yaw [-10deg, 0deg, -3.2deg])",
        "write how the IMU is turned (`base: {rpy: [-10deg, 0deg, -3.2deg]}`)",
    );
}

#[test]
fn axes_that_are_others_than_said_are_told_with_whose_they_are() {
    check(
        &BaseFault::OfWorld {
            of: Sensor::Gyroscope,
        },
        "the axes of the gyroscope (they are those of the world)",
        "turn `angular_velocity` from the axes of the world into those of the base by `orientation` before they are read (without `rpy`)",
    );
    let wrenches = |bodies: &[&str], axes| BaseFault::WrenchAxes {
        bodies: bodies.iter().map(|body| (*body).to_owned()).collect(),
        axes,
    };
    check(
        &wrenches(&["FL", "FR", "HL"], Frame::World),
        "the axes of what acts on FL, FR and HL from outside (they are those of the world)",
        "write `axes: world` at the contacts of FL, FR and HL",
    );
    check(
        &wrenches(&["FL", "FR"], Frame::Body),
        "the axes of what acts on FL and FR from outside (they are those of the bodies)",
        "write `axes: body` at the contacts of FL and FR",
    );
    check(
        &wrenches(&["FL"], Frame::Body),
        "the axes of what acts on FL from outside (they are those of the body)",
        "write `axes: body` at the contact of FL",
    );
    check(
        &wrenches(&["FL"], Frame::Base),
        "the axes of what acts on FL from outside (they are those of the base)",
        "write `axes: base` at the contact of FL",
    );
}

/// Places have millimetres; constants three digits of the largest in words, and a digit more where they are written down.
#[test]
fn numbers_have_the_digits_that_are_known() {
    check(
        &BaseFault::Place {
            at: [0.012_34, -0.2, -0.000_4],
        },
        "the place of the accelerometer (it is at [0.012, −0.200, 0.000] m)",
        "write where the accelerometer is (`base: {at: [0.012, -0.200, 0.000]}`)",
    );
    let bias = |of, offset| BaseFault::Bias { of, offset };
    check(
        &bias(Sensor::Gyroscope, [0.012_345_6, -0.001, 0.0]),
        "a constant of [−0.0123, 0.0010, 0.0000] rad/s in the gyroscope",
        "add [0.01235, -0.00100, 0.00000] to `angular_velocity` (`offset`)",
    );
    check(
        &bias(Sensor::Accelerometer, [-1.234_56, 0.2, 0.3]),
        "a constant of [1.23, −0.20, −0.30] m/s² in the accelerometer",
        "add [-1.235, 0.200, 0.300] to `acceleration` (`offset`)",
    );
    // Moments that are none have as many digits as there are.
    check(
        &BaseFault::WrenchBias {
            body: "foot".to_owned(),
            offset: vec![12.5, 0.0, 0.0, 0.0, 0.0, 0.0],
        },
        "a constant of [−12.5, 0.0, 0.0] N and [0.000000, 0.000000, 0.000000] N·m in what acts on foot from outside",
        "add [12.50, 0.00, 0.00, 0.0000000, 0.0000000, 0.0000000] to the contact of foot (`offset`)",
    );
    check(
        &BaseFault::WrenchBias {
            body: "foot".to_owned(),
            offset: vec![123.46, -1.0, 0.0, 0.25, -0.125, 0.0],
        },
        "a constant of [−123, 1, 0] N and [−0.250, 0.125, 0.000] N·m in what acts on foot from outside",
        "add [123.5, -1.0, 0.0, 0.2500, -0.1250, 0.0000] to the contact of foot (`offset`)",
    );
    // A sensor of force alone.
    check(
        &BaseFault::WrenchBias {
            body: "foot".to_owned(),
            offset: vec![-4.0, 3.0, -2.0],
        },
        "a constant of [4.00, −3.00, 2.00] N in what acts on foot from outside",
        "add [-4.000, 3.000, -2.000] to the forces of the contact of foot (`offset`)",
    );
}

/// Within 2 % of another unit a factor is that unit.
#[test]
fn factors_that_are_those_of_units_are_named_so() {
    let degree = 1f64.to_radians();
    let undone = |of, factor| BaseFault::Factor { of, factor }.undone();
    let unit = |key: &str, unit: &str| format!("name the unit of `{key}` (`unit: {unit}`)");
    for off in [0.985, 1.0, 1.015] {
        assert_eq!(
            undone(Sensor::Gyroscope, off * degree),
            unit("angular_velocity", "deg/s")
        );
        assert_eq!(
            undone(Sensor::Gyroscope, off / degree),
            unit("angular_velocity", "rad/s")
        );
        assert_eq!(
            undone(Sensor::Accelerometer, off * STANDARD_GRAVITY),
            unit("acceleration", "g")
        );
        assert_eq!(
            undone(Sensor::Accelerometer, off / STANDARD_GRAVITY),
            unit("acceleration", "m/s²")
        );
    }
    for (of, factor) in [
        (Sensor::Gyroscope, STANDARD_GRAVITY),
        (Sensor::Accelerometer, degree),
        (Sensor::Imu, degree),
        (Sensor::Gyroscope, 1.03 * degree),
        (Sensor::Accelerometer, 0.97 * STANDARD_GRAVITY),
    ] {
        let said = undone(of, factor);
        assert!(
            said.starts_with("multiply `") && said.ends_with(" (`scale`, and what `offset` adds)"),
            "{said}"
        );
    }
    check(
        &BaseFault::Factor {
            of: Sensor::Imu,
            factor: 0.5,
        },
        "a factor of 0.500 on the IMU",
        "multiply `angular_velocity` and `acceleration` by 0.5 (`scale`, and what `offset` adds)",
    );
}

#[test]
fn a_lag_is_that_of_the_imu_or_of_the_others() {
    let lag = |seconds, delay| BaseFault::Lag { seconds, delay };
    check(
        &lag(0.012, 0.012_34),
        "a lag of the IMU of 12.0 ms behind positions and torques",
        "write by how many seconds the IMU comes later (`base: {delay: 0.0123}`)",
    );
    check(
        &lag(-0.005, 0.002),
        "a lag of positions and torques of 5.00 ms behind the IMU",
        "write by how many seconds the IMU comes later (`base: {delay: 0.0020}`)",
    );
}

/// Of what no row shows it is said what the accelerometer does.
#[test]
fn what_no_row_shows_is_shown_by_the_accelerometer() {
    let (shown, gravity) = (0.04, 9.806_65);
    let free = BaseFault::Free { shown, gravity };
    let twice = BaseFault::Twice {
        shown: 19.61,
        gravity,
    };
    let unheld = BaseFault::Unheld { shown: 9.84 };
    assert_eq!(
        free.shown().as_deref(),
        Some("the accelerometer shows 0.0 m/s² mostly, where free fall is 9.81")
    );
    assert_eq!(
        twice.shown().as_deref(),
        Some("the accelerometer shows 19.6 m/s² mostly, where free fall is 9.81")
    );
    let said = unheld.shown().expect("words");
    assert!(
        said.contains("no contact is described") && said.contains(" 9.8 m/s² mostly"),
        "{said}"
    );
    check(
        &free,
        "accelerations without gravity",
        "say that gravity is not in accelerations (`base: {gravity: removed}`, with `orientation`), or record them as the \
         accelerometer shows them",
    );
    check(
        &twice,
        "accelerations with gravity twice",
        "say that gravity is in accelerations (`base: {gravity: included}`), or look at their unit",
    );
    check(
        &unheld,
        "nothing that holds the robot",
        "give what holds it (`contacts`); without sensors of that write into the robot file which rows are measured \
         (`measure: [torque]`), if what holds it is the base",
    );
    let sign = BaseFault::WrenchSign {
        body: "foot".to_owned(),
    };
    check(
        &sign,
        "the sign of what acts on foot from outside",
        "turn the sign of the contact of foot (`sign`, and what `offset` adds)",
    );
    assert_eq!(sign.shown(), None);
}
