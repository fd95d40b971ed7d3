//! Causes in sentences.

use serde_json::{json, to_value};

use super::{Cause, Evidence, Lift, r2};
use crate::diagnose::change::Fault;
use crate::diagnose::quantity::Quantity;
use crate::options::EquationSide;

fn cause(evidence: Evidence, lifts: &[(&str, f64, f64)]) -> Cause {
    let lift = |&(name, before, after): &(&str, f64, f64)| Lift {
        name: name.to_owned(),
        before,
        after,
    };
    Cause {
        fault: Fault::Sign {
            quantity: Quantity::Torque,
            of: vec!["2".to_owned()],
        },
        evidence,
        rows: EquationSide::Joint,
        lifts: lifts.iter().map(lift).collect(),
        shared: false,
    }
}

/// The row of which most is explained: 0.5 left become 0.02, not 0.9 that become 0.3.
const LIFTS: [(&str, f64, f64); 3] = [("a", 0.1, 0.7), ("b", 0.5, 0.98), ("c", 0.999, 0.999)];

#[test]
fn the_row_that_gains_most_is_named() {
    let said = |evidence| cause(evidence, &LIFTS).to_string();
    assert_eq!(
        said(Evidence::Fit),
        "The sign of torque 2 alone lifts R² of joint b from 0.50 to 0.98."
    );
    assert_eq!(
        said(Evidence::Possible),
        "The sign of torque 2 alone lifts R² of joint b, with parameters that a robot can have, from 0.50 to 0.98."
    );
    assert_eq!(
        said(Evidence::Nominal),
        "The sign of torque 2 alone lifts R² of joint b, by the nominal values of the robot file, from 0.50 to 0.98."
    );
    assert_eq!(
        said(Evidence::Limits),
        "The sign of torque 2 alone brings all joints within their limits, and lifts R² of joint b from 0.50 to 0.98."
    );
    let motor = Cause {
        rows: EquationSide::Motor,
        ..cause(Evidence::Fit, &[("m1", -3.5, 0.999_95)])
    };
    assert_eq!(
        motor.to_string(),
        "The sign of torque 2 alone lifts R² of motor m1 from −3.50 to 0.9999."
    );
    // The wrench on a base is of no joint.
    let base = cause(Evidence::Fit, &[("tx_base", 0.2, 0.9)]).to_string();
    assert_eq!(
        base,
        "The sign of torque 2 alone lifts R² of row tx_base from 0.20 to 0.90."
    );
    // Where nothing is left before and after, none gains.
    let none = cause(Evidence::Fit, &[("a", 0.7, 0.6)]);
    assert_eq!(none.to_string(), "The sign of torque 2 alone explains it.");
    assert_eq!(cause(Evidence::Fit, &[]).to_string(), none.to_string());
    let same = cause(Evidence::Fit, &[("a", 0.7, 0.7), ("b", 0.5, 0.5)]);
    assert_eq!(same.to_string(), none.to_string());
    // Less than a ten-millionth is nothing.
    let exact = cause(Evidence::Fit, &[("a", 1.0 - 1e-9, 1.0), ("b", 0.5, 0.6)]);
    assert_eq!(exact.most().map(|lift| lift.name.as_str()), Some("b"));
}

#[test]
fn sizes_of_torques_are_said_with_their_evidence() {
    let size = |evidence, low, high| {
        let cause = Cause {
            fault: Fault::Size { low, high },
            ..cause(evidence, &[])
        };
        cause.to_string()
    };
    let small = "The size of all torques (too small by a factor of 20 to 900)";
    let large = "The size of all torques (too large by a factor of 20 to 50)";
    assert_eq!(
        size(Evidence::Limits, 20.0, 900.0),
        format!("{small}: no torque reaches a hundredth of what its joint can take.")
    );
    assert_eq!(
        size(Evidence::Limits, 0.021, 0.048),
        format!("{large}: all are beyond what their joints can take.")
    );
    assert_eq!(
        size(Evidence::Size, 20.0, 900.0),
        format!("{small}: no robot that reaches so far is so light.")
    );
    assert_eq!(
        size(Evidence::Density, 0.021, 0.048),
        format!("{large}: no matter is so dense.")
    );
    for evidence in [Evidence::Nominal, Evidence::Fit] {
        assert_eq!(
            size(evidence, 20.0, 900.0),
            format!("{small}: nominal values of the robot file make others.")
        );
    }
}

#[test]
fn two_r_squared_have_as_many_digits_as_tell_one_from_the_other() {
    let said = |before, after| cause(Evidence::Fit, &[("a", before, after)]).to_string();
    let lifts = "The sign of torque 2 alone lifts R² of joint a";
    for (before, after, figures) in [
        (0.5, 0.98, " from 0.50 to 0.98."),
        (0.501, 0.504, " from 0.501 to 0.504."),
        (0.999_92, 0.999_98, " from 0.99992 to 0.99998."),
        (0.999_92, 1.0, " from 0.99992 to 0.99999."),
        (0.5, 0.500_000_01, "."),
    ] {
        assert_eq!(said(before, after), format!("{lifts}{figures}"));
    }
}

#[test]
fn r_squared_has_as_many_digits_as_tell_it_from_one() {
    for (value, text) in [
        (1.0, "0.9999"),
        (0.999_91, "0.9999"),
        (0.999_89, "0.9999"),
        (0.991, "0.9910"),
        (0.9899, "0.99"),
        (0.5, "0.50"),
        (-0.25, "−0.25"),
        (-98.0, "−98.00"),
        (-99.5, "−100"),
        (-1234.0, "−1234"),
    ] {
        assert_eq!(r2(value, 2), text, "{value}");
    }
}

#[test]
fn a_cause_is_written_with_its_sentence() {
    let mut cause = cause(Evidence::Possible, &[("b", 0.5, 0.75)]);
    cause.shared = true;
    let expected = json!({
        "sentence": "The sign of torque 2 alone lifts R² of joint b, with parameters that a robot can have, from 0.50 to 0.75.",
        "fault": "sign",
        "quantity": "torque",
        "of": ["2"],
        "evidence": "possible",
        "rows": "joint",
        "lifts": [{"name": "b", "before": 0.5, "after": 0.75}],
        "shared": true,
    });
    assert_eq!(to_value(cause).expect("JSON"), expected);
}
