//! Faults in words, and what leaves columns as they are.

use nalgebra::{DMatrix, DVector};

use super::{Change, Fault, Quantity};
use crate::diagnose::said::times;
use crate::diagnose::units::Unit;
use crate::digits::{exact, short};
use crate::options::EquationSide;
use crate::regression::by_hand::MODEL;
use crate::transmission::Drive;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn faults_are_said_in_words() {
    let sign = |quantity, of: &[&str]| Fault::Sign {
        quantity,
        of: names(of),
    };
    let swapped = |quantity| Fault::Swapped {
        quantity,
        of: ["1".to_owned(), "4".to_owned()],
    };
    let factor = |quantity, of: &[&str], factor| Fault::Factor {
        quantity,
        of: names(of),
        factor,
    };
    let offset = |degrees| Fault::Offset {
        of: "2".to_owned(),
        degrees,
        first: false,
    };
    let bias = |torque: f64, unit: &'static str| Fault::Bias {
        of: "m2".to_owned(),
        torque,
        unit,
        joints: vec![10.0 * torque, 50.0 * torque],
    };
    for (fault, said) in [
        (sign(Quantity::Torque, &["2"]), "the sign of torque 2"),
        (sign(Quantity::Torque, &[]), "the sign of all torques"),
        (
            sign(Quantity::Position, &["2", "3"]),
            "the sign of positions 2 and 3",
        ),
        (
            sign(Quantity::Both, &["1", "2", "3"]),
            "the sign of positions and torques 1, 2 and 3",
        ),
        (
            sign(Quantity::Both, &["1"]),
            "the sign of position and torque 1",
        ),
        (swapped(Quantity::Torque), "an exchange of torques 1 and 4"),
        (
            swapped(Quantity::Position),
            "an exchange of positions 1 and 4",
        ),
        (
            swapped(Quantity::Both),
            "an exchange of positions and torques 1 and 4",
        ),
        (
            Fault::EncoderReset {
                of: "2".to_owned(),
                recording: "run.csv".to_owned(),
                time: 6.72,
                by: -0.6024,
                unit: "rad",
            },
            "another zero of position 2, by 0.602 rad, from 6.720 s of run.csv on",
        ),
        (offset(90.0), "an offset of +90° of position 2"),
        (offset(-90.0), "an offset of -90° of position 2"),
        (offset(29.98), "an offset of +30° of position 2"),
        (offset(-12.48), "an offset of -12.5° of position 2"),
        (
            Fault::Offset {
                of: "1".to_owned(),
                degrees: 30.0,
                first: true,
            },
            "an offset of +30° of position 1, or gravity turned by that about its axis",
        ),
        (
            factor(Quantity::Position, &[], 1f64.to_radians()),
            "a factor of 0.0175 on all positions (degrees taken for radians)",
        ),
        (
            factor(Quantity::Position, &["2"], 1f64.to_degrees()),
            "a factor of 57.3 on position 2 (radians taken for degrees)",
        ),
        (
            factor(Quantity::Torque, &["2"], 2.5),
            "a factor of 2.50 on torque 2",
        ),
        (
            factor(Quantity::Torque, &["1", "2"], 1e3),
            "a factor of 1000 on torques 1 and 2 (units taken for thousandths)",
        ),
        (
            factor(Quantity::Both, &["1", "2"], -1e3),
            "a factor of −1000 on positions and torques 1 and 2",
        ),
        // What is to be added takes out what is there.
        (bias(1.5, "N·m"), "a constant of −1.50 N·m in torque m2"),
        (bias(-0.25, "N"), "a constant of 0.250 N in torque m2"),
        (
            Fault::Together {
                faults: vec![
                    sign(Quantity::Position, &["2"]),
                    bias(-0.25, "N"),
                    Fault::Gravity { factor: -1.0 },
                ],
            },
            "the sign of position 2, a constant of 0.250 N in torque m2, and the direction of gravity",
        ),
        (
            Fault::Side {
                quantity: Quantity::Torque,
                side: EquationSide::Joint,
            },
            "the side of all torques (those of joints taken for those of motors)",
        ),
        (
            Fault::Side {
                quantity: Quantity::Both,
                side: EquationSide::Motor,
            },
            "the side of all positions and torques (those of motors taken for those of joints)",
        ),
        (
            Fault::Ratio {
                of: "m2".to_owned(),
                factor: 0.8,
            },
            "a factor of 0.800 on the gear ratio of m2",
        ),
        (
            Fault::Coupling {
                motor: "m6".to_owned(),
                joint: "5".to_owned(),
                ratio: 32.0,
                instead: -32.0,
            },
            "the sign of the ratio by which motor m6 turns with joint 5 (−32 taken for 32)",
        ),
        (
            Fault::Size {
                low: 4.7,
                high: f64::INFINITY,
            },
            "the size of all torques (too small by a factor of 4 or more)",
        ),
        (
            Fault::Size {
                low: 1.0,
                high: 30.0,
            },
            "the size of all torques (too small by a factor of 1 to 30)",
        ),
        (
            Fault::Size {
                low: 4.7e-5,
                high: 0.008,
            },
            "the size of all torques (too large by a factor of 100 to 30000)",
        ),
        (
            Fault::Size {
                low: 0.0,
                high: 0.04,
            },
            "the size of all torques (too large by a factor of 20 or more)",
        ),
        (
            Fault::Lag { seconds: 0.012 },
            "a lag of all torques of 12.0 ms behind positions",
        ),
        (
            Fault::Lag { seconds: -0.005 },
            "a lag of all positions of 5.00 ms behind torques",
        ),
        (
            Fault::SampleHold {
                samples: 20,
                seconds: 0.0475,
            },
            "a hold of all torques (each value lasts 20 samples, in the mean a lag of 47.5 ms)",
        ),
        (
            Fault::Time { factor: 1e-3 },
            "the unit of time (a factor of 0.00100)",
        ),
        (
            Fault::Gravity { factor: 0.0 },
            "gravity (as if there were none)",
        ),
        (Fault::Gravity { factor: -1.0 }, "the direction of gravity"),
        (
            Fault::Twist { of: "3".to_owned() },
            "the sign of the twist (α) before joint 3, or of positions and torques from there on",
        ),
    ] {
        assert_eq!(fault.to_string(), said);
    }
}

#[test]
fn factors_that_are_units_have_names() {
    use std::f64::consts::TAU;
    let named = |quantity, factor| Unit::of(quantity, factor).map(|unit| unit.taken);
    let position = |factor| named(Quantity::Position, factor);
    assert_eq!(position(TAU), Some("turns taken for radians"));
    assert_eq!(position(1e-3), Some("thousandths taken for units"));
    assert_eq!(position(1e3), Some("units taken for thousandths"));
    // To a thousandth; of torques, which are estimated, to a tenth.
    assert_eq!(
        [0.9991, 1.0009].map(|x| position(x * TAU).is_some()),
        [true; 2]
    );
    assert_eq!(
        [0.9989, 1.0011].map(|x| position(x * TAU).is_some()),
        [false; 2]
    );
    let torque = |factor| named(Quantity::Torque, factor);
    assert_eq!(torque(0.92e-3), Some("thousandths taken for units"));
    assert_eq!(torque(1.08e3), Some("units taken for thousandths"));
    let others = [0.88e3, 1.12e-3, TAU, 1f64.to_degrees()];
    assert_eq!(others.map(torque), [None; 4]);
    assert_eq!(
        [1e3, 1e-3, TAU].map(|x| named(Quantity::Both, x)),
        [None; 3]
    );
}

#[test]
fn numbers_have_three_digits_or_one_rounded_outwards() {
    for (value, text) in [
        (1.0, "1.00"),
        (-12.34, "−12.3"),
        (123.4, "123"),
        (98_765.0, "98765"),
        (0.012_345, "0.0123"),
        (1e-9, "1.00·10⁻⁹"),
        (-2.345e57, "−2.34·10⁵⁷"),
    ] {
        assert_eq!(short(value), text);
    }
    for (value, text) in [
        (0.001, "0.001"),
        (50.0, "50"),
        (0.0, "0"),
        (314.159_27, "314.16"),
        (-0.017_453_29, "−0.017453"),
        (123_456.0, "123456"),
        (1.25e-7, "1.2500·10⁻⁷"),
    ] {
        assert_eq!(exact(value), text);
    }
    assert_eq!(times(21.0, 890.0), "by a factor of 20 to 900");
    assert_eq!(times(0.47, 3.1), "by a factor of 0.4 to 4");
    assert_eq!(times(99.0, 101.0), "by a factor of 90 to 200");
    assert_eq!(times(99.0, f64::INFINITY), "by a factor of 90 or more");
    assert_eq!(times(2.1e299, 3.4e302), "by a factor of 2·10²⁹⁹ to 4·10³⁰²");
}

#[test]
fn only_torques_and_lags_leave_columns_as_they_are() {
    let with = |change: fn(&mut Change)| {
        let mut some = Change::none(3);
        change(&mut some);
        some.keeps_columns()
    };
    assert!(with(|_| {}) && with(|c| c.lag = 0.1) && with(|c| c.torque[(0, 1)] = 2.0));
    assert!(!with(|c| c.position[(1, 1)] = -1.0) && !with(|c| c.offset[2] = 0.5));
    assert!(!with(|c| c.speed = 2.0) && !with(|c| c.gravity = 0.0));
    assert!(!with(|c| c.drive = Drive::of(&MODEL)));
    let none = Change::none(2);
    assert_eq!(
        (none.lag, none.speed, none.gravity, none.offset.len()),
        (0.0, 1.0, 1.0, 2)
    );
    assert!(none.position.is_identity(0.0) && none.torque.is_identity(0.0));
}

/// What is undone later acts on what was undone before: columns that are mixed, and exchanged then.
#[test]
fn a_later_change_is_of_what_an_earlier_one_made() {
    let mut change = Change::none(2);
    change.position[(0, 1)] = 2.0;
    change.offset = DVector::from_row_slice(&[1.0, 2.0]);
    change.torque[(1, 0)] = 3.0;
    change.constant = DVector::from_row_slice(&[4.0, 5.0]);
    let mut next = Change::none(2);
    next.position.swap_rows(0, 1);
    next.offset = DVector::from_row_slice(&[10.0, 20.0]);
    next.torque.swap_rows(0, 1);
    next.constant = DVector::from_row_slice(&[30.0, 40.0]);
    change.then(&next);
    let square = |of: [f64; 4]| DMatrix::from_row_slice(2, 2, &of);
    assert_eq!(change.position, square([0.0, 1.0, 1.0, 2.0]));
    assert_eq!(change.torque, square([3.0, 1.0, 1.0, 0.0]));
    assert_eq!(change.offset.as_slice(), [12.0, 21.0]);
    assert_eq!(change.constant.as_slice(), [35.0, 44.0]);
}
