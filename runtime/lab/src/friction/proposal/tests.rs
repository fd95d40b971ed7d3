//! What is said of a joint or a motor, every field of it.

use nalgebra::{DMatrix, DVector};
use serde_json::{json, to_value};

use super::super::fitting::Fitted;
use super::super::law::{Extra, Law, Shape};
use super::super::place::Place;
use super::super::refine::Refined;
use super::super::select::Candidate;
use super::super::warmth::Warmth;
use super::{PlaceFriction, Told};
use crate::estimate::weighted_least_squares;
use crate::regression::{Factor, Observation};

/// The second motor, of which the file has Coulomb and viscous friction, and how warm it was.
fn motor() -> Place {
    Place {
        index: 1,
        on_motor: true,
        name: "m2".to_owned(),
        slides: false,
        own: Vec::new(),
        terms: vec!["coulomb", "viscous"],
        law: Law::of(Shape::CoulombViscous),
        warmth: Some(Warmth {
            reference: 31.26,
            range: [-3.0, 4.0],
        }),
    }
}

/// The law of the file, two that are better and hardly differ, and one that cannot be.
fn told(proposed: Option<usize>) -> Told {
    let candidate = |shape, losses: [f64; 2], [bic, aic]: [f64; 2]| Candidate {
        fitted: Fitted::new(Law::of(shape), Vec::new()),
        losses: losses.to_vec(),
        bic,
        aic,
        refused: None,
    };
    let mut tried = vec![
        candidate(Shape::CoulombViscous, [16.0, 20.0], [30.0, 25.0]),
        candidate(Shape::Stribeck, [1.0, 3.0], [10.0, 12.0]),
        candidate(Shape::Tustin, [2.0, 7.0], [13.0, 14.0]),
        candidate(Shape::Power, [10.0, 15.0], [5.0, 8.0]),
    ];
    tried[3].refused = Some("it is not so");
    Told {
        tried,
        asked: false,
        proposed,
        file: 0,
        variance: 2.0,
        effective: 40.0,
    }
}

/// Two base parameters, a place with one unknown and then one with those of a law.
fn refined(law: Law, linear: &[f64], theta: &[f64], variances: &[f64]) -> Refined {
    let mut factor = Factor::new(1);
    for x in [1.0, 2.0] {
        factor.push([(0, x)], 3.0 * x + 0.5);
    }
    let count = linear.len() + theta.len();
    let all = [&[99.0; 3][..], variances].concat();
    Refined {
        laws: vec![
            (Law::of(Shape::Viscous), vec![77.0], Vec::new()),
            (law, linear.to_vec(), theta.to_vec()),
        ],
        estimate: weighted_least_squares(&Observation::of(vec![vec![factor]])),
        starts: vec![2, 3, 3 + count],
        ratio: vec![1.0; 2],
        covariance: DMatrix::from_diagonal(&DVector::from_vec(all)),
        settled: true,
    }
}

#[test]
fn a_law_that_is_proposed_is_said_with_all_that_goes_with_it() {
    let law = Law::of(Shape::Stribeck).with(Extra::Temperature);
    let variances = [4.0, 0.25, 0.0625, -1e-20, 16.0];
    let refined = refined(law, &[3.0, 2.0, 1.5, 0.5], &[0.75], &variances);
    let speeds = Ok([0.125, 2.5]);
    let found = PlaceFriction::of(&motor(), 1, 77, &speeds, Some(told(Some(1))), &refined);
    let parameter = |name: &str, value: f64, std: f64, unit: &str| json!({"name": name, "value": value, "std": std, "unit": unit});
    let tried = |law: &str, parameters: usize, held_out: f64, [bic, aic]: [f64; 2]| {
        json!({
            "law": law, "parameters": parameters, "held_out": held_out, "delta_bic": bic, "delta_aic": aic,
        })
    };
    let mut refused = tried("power", 2, 5.0, [-5.0, -4.0]);
    refused["refused"] = json!("it is not so");
    let expected = json!({
        "name": "m2",
        "on_motor": true,
        "law": "stribeck+temperature",
        "shape": "stribeck",
        "formula": "(coulomb + stribeck exp(-(v/speed)²)) sign(v) + viscous v + temperature (T - 31.3) v",
        // The deviation of a logarithm is one of the value's share.
        "parameters": [
            parameter("coulomb", 3.0, 2.0, "N·m"),
            parameter("viscous", 2.0, 0.5, "N·m·s/rad"),
            parameter("stribeck", 1.5, 0.25, "N·m"),
            parameter("temperature", 0.5, 0.0, "N·m·s/rad/degree"),
            parameter("speed", 0.75, 3.0, "rad/s"),
        ],
        "reference_temperature": 31.26,
        "alternatives": ["tustin"],
        "law_of_file": "coulomb+viscous",
        "speeds": [0.125, 2.5],
        "samples": 77,
        "effective_samples": 40.0,
        // √(2 · 18), √(2 · 2).
        "held_out": [6.0, 2.0],
        "unit": "N·m",
        "tried": [
            refused,
            tried("stribeck", 4, 2.0, [0.0, 0.0]),
            tried("tustin", 4, 3.0, [3.0, 2.0]),
            tried("coulomb+viscous", 2, 6.0, [20.0, 13.0]),
        ],
    });
    assert_eq!(to_value(&found).expect("JSON"), expected);
}

#[test]
fn what_slides_has_forces_and_a_new_law_is_written_for_the_file() {
    let place = Place {
        on_motor: false,
        name: "rail".to_owned(),
        slides: true,
        ..motor()
    };
    let of = |law: Law, linear: &[f64], theta: &[f64]| {
        let refined = refined(law, linear, theta, &[1.0, 4.0, 9.0]);
        let speeds = Ok([0.125, 2.5]);
        PlaceFriction::of(&place, 1, 77, &speeds, Some(told(Some(2))), &refined)
    };
    let found = of(Law::of(Shape::Tanh), &[3.0, 2.0], &[0.5]);
    assert_eq!((found.unit, found.on_motor), ("N", false));
    let units: Vec<&str> = found.parameters.iter().map(|p| p.unit).collect();
    assert_eq!(units, ["N", "N·s/m", "m/s"]);
    let stds: Vec<f64> = found.parameters.iter().map(|p| p.std).collect();
    assert_eq!(stds, [1.0, 2.0, 1.5]);
    assert_eq!(
        found.lines,
        [
            "joint rail: friction: [viscous]",
            "torques: - {name: ft_rail, joint: rail, expression: \"tanh(velocity(rail)/0.5)\"}"
        ]
    );
    // Its friction does not change with the temperature that was recorded.
    assert_eq!(found.reference_temperature, None);
    assert_eq!(found.formula, "coulomb tanh(v/speed) + viscous v");
    assert_eq!(found.held_out, Some([6.0, 3.0]));
    assert_eq!(found.alternatives, ["stribeck"]);
    // What the file has need not be written again.
    let same = of(Law::of(Shape::CoulombViscous), &[3.0, 2.0], &[]);
    assert_eq!(
        (same.lines, same.law.as_str()),
        (Vec::new(), "coulomb+viscous")
    );
    // But where it has friction by the square of the speed alone, what is beside that is new.
    let place = Place {
        terms: vec!["quadratic"],
        law: Law::of(Shape::Quadratic),
        ..motor()
    };
    let refined = refined(
        Law::of(Shape::Quadratic),
        &[3.0, 2.0, 1.0],
        &[],
        &[1.0, 4.0, 9.0],
    );
    let whole = PlaceFriction::of(
        &place,
        1,
        77,
        &Ok([0.125, 2.5]),
        Some(told(Some(2))),
        &refined,
    );
    assert_eq!(
        whole.lines,
        ["motor m2: friction: [coulomb, viscous, quadratic]"]
    );
}

#[test]
fn where_nothing_is_told_the_file_stands_and_the_reason_is_said() {
    let refined = refined(Law::of(Shape::None), &[], &[], &[]);
    let of = |speeds: Result<[f64; 2], String>, told: Option<Told>| {
        to_value(PlaceFriction::of(&motor(), 1, 77, &speeds, told, &refined)).expect("JSON")
    };
    let mut bare = json!({
        "name": "m2",
        "on_motor": true,
        "law": "coulomb+viscous",
        "formula": "coulomb sign(v) + viscous v",
        "parameters": [],
        "reason": "it hardly moves",
        "law_of_file": "coulomb+viscous",
        "speeds": null,
        "samples": 77,
        "effective_samples": 0.0,
        "held_out": null,
        "unit": "N·m",
        "tried": [],
    });
    assert_eq!(of(Err("it hardly moves".to_owned()), None), bare);
    // Laws were tried, and none of them stands against that of the file, which is refused itself.
    let mut refused = told(None);
    refused.tried[0].refused = Some("low speeds were not seen");
    let none = of(Ok([0.125, 2.5]), Some(refused));
    bare["reason"] = json!(
        "no law is clearly better than that of the robot file (coulomb+viscous), which is refused: low speeds were not seen"
    );
    bare["speeds"] = json!([0.125, 2.5]);
    bare["effective_samples"] = json!(40.0);
    bare["tried"] = none["tried"].clone();
    assert_eq!(none, bare);
    let deltas: Vec<&serde_json::Value> = (0..4).map(|k| &none["tried"][k]["delta_bic"]).collect();
    assert_eq!(
        deltas,
        [&json!(-25.0), &json!(-20.0), &json!(-17.0), &json!(0.0)]
    );
    // None of which anything is known to be wrong.
    let said = of(Ok([0.125, 2.5]), Some(told(None)));
    assert_eq!(
        said["reason"],
        "no law is clearly better than that of the robot file (coulomb+viscous), which is refused: no residual is finite"
    );
    // Of a law that was asked for its own fault is the reason, whatever it predicts.
    let mut asked = told(None);
    asked.tried.swap(0, 3);
    (asked.asked, asked.file) = (true, 3);
    let said = of(Ok([0.125, 2.5]), Some(asked));
    assert_eq!(
        said["reason"],
        "the law that was asked for (power) is refused: it is not so"
    );
    // The law of the file need not be the first that was tried.
    let mut moved = told(None);
    moved.tried.swap(0, 3);
    moved.tried[3].refused = Some("low speeds were not seen");
    moved.file = 3;
    let said = of(Ok([0.125, 2.5]), Some(moved));
    assert_eq!(said["reason"], bare["reason"]);
    // One criterion orders them, whatever the other says.
    let mut apart = told(None);
    let all = apart.tried.iter_mut();
    all.for_each(|candidate| candidate.aic = -1000.0);
    let said = of(Ok([0.125, 2.5]), Some(apart));
    let laws: Vec<&serde_json::Value> = (0..4).map(|k| &said["tried"][k]["law"]).collect();
    assert_eq!(laws, ["power", "stribeck", "tustin", "coulomb+viscous"]);
}
