//! What the laboratory makes of the wrist's base parameters: physical parameters with honest
//! deviations, bounds for the rest, and answers where the plan ends.

use armwright_lab::identify::BaseEstimate;
use armwright_lab::interpret::{
    InterpretOptions, Interpretation, InterpretationError, KnownValue, interpret,
};
use armwright_lab::parameters::nominal;
use armwright_lab::random::Random;
use armwright_robots::abb_wrist::ROBOT;
use armwright_runtime::Robot;

/// Base parameters of the file's values, each known to a tenth of a percent.
fn foundation() -> BaseEstimate {
    let mut beta = vec![0.0; ROBOT.model().base.len()];
    ROBOT
        .base_parameters(&nominal(ROBOT.model()), &mut beta)
        .expect("as many as the robot has");
    let mut foundation = BaseEstimate::exact(beta);
    for k in 0..foundation.beta.len() {
        foundation.covariance[k][k] = (1e-3 * foundation.beta[k].abs().max(1e-4)).powi(2);
    }
    foundation
}

fn asked(foundation: &BaseEstimate, known: &[KnownValue], bodies: usize) -> Interpretation {
    let manner = InterpretOptions {
        bounded_bodies: bodies,
        ..InterpretOptions::default()
    };
    interpret(&ROBOT, foundation, known, manner).expect("the wrist's own values")
}

fn known(name: &str, value: f64, std: f64) -> KnownValue {
    KnownValue {
        name: name.to_owned(),
        value,
        std,
    }
}

#[test]
fn physical_parameters_come_back_beside_their_nominal_values() {
    let found = asked(&foundation(), &[], 0);
    assert_eq!(found.failure, None);
    let plan = ROBOT
        .model()
        .recovery
        .expect("the file names what is known");
    assert_eq!(found.physical.len(), plan.recovered.len());
    for p in &found.physical {
        let nominal = p.nominal.expect("the file has all values");
        let scale = nominal.abs().max(1e-6);
        assert!((p.value - nominal).abs() < 1e-9 * scale, "{p:?}");
        assert!(p.std.is_some_and(|std| std > 0.0) && !p.differs, "{p:?}");
    }
    assert!(!found.verification.expect("nominal values").differs);
}

#[test]
fn deviations_are_those_of_repeated_experiments() {
    let exact = foundation();
    let predicted = asked(&exact, &[], 0);
    let mut random = Random::new(31);
    let runs = 400;
    let mut squares = vec![0.0; predicted.physical.len()];
    for _ in 0..runs {
        let mut noisy = exact.clone();
        for k in 0..noisy.beta.len() {
            noisy.beta[k] += exact.covariance[k][k].sqrt() * random.normal();
        }
        let found = asked(&noisy, &[], 0);
        for (sum, p) in squares.iter_mut().zip(&found.physical) {
            *sum += p
                .deviations
                .expect("a nominal value and a deviation")
                .powi(2);
        }
    }
    for (sum, p) in squares.iter().zip(&predicted.physical) {
        // Chi-square over its 400 degrees of freedom: 1 ± 0.071, so four of those deviations.
        let ratio = sum / f64::from(runs);
        assert!((0.72..1.28).contains(&ratio), "{}: {ratio}", p.name);
    }
}

#[test]
fn known_values_take_the_place_of_the_files_and_carry_their_deviations() {
    let usual = asked(&foundation(), &[], 0);
    let heavier = asked(&foundation(), &[known("m_c", 6.6, 0.1)], 0);
    let value = |found: &Interpretation, name: &str| {
        let mut all = found.physical.iter();
        let p = all.find(|p| p.name == name).expect("recovered");
        (p.value, p.std.expect("a deviation"))
    };
    let (before, std_before) = value(&usual, "ty_c");
    let (after, std_after) = value(&heavier, "ty_c");
    // m_c ty_c is what the motion shows.
    assert!((after - before * 6.0 / 6.6).abs() < 1e-9);
    assert!(
        std_after > 2.0 * std_before && (std_after - after * 0.1 / 6.6).abs() < 0.2 * std_after
    );
    let error = interpret(
        &ROBOT,
        &foundation(),
        &[known("m_d", 1.0, 0.0)],
        InterpretOptions::default(),
    );
    assert!(
        matches!(error, Err(InterpretationError::Unknown { .. })),
        "{error:?}"
    );
    // There is one, but it is in no base parameter.
    let error = interpret(
        &ROBOT,
        &foundation(),
        &[known("l_a1", 0.7, 0.0)],
        InterpretOptions::default(),
    );
    assert!(
        matches!(&error, Err(InterpretationError::Invisible { name, .. }) if name == "l_a1"),
        "{error:?}"
    );
    let error = interpret(
        &ROBOT,
        &foundation(),
        &[known("m_c", f64::NAN, 0.0)],
        InterpretOptions::default(),
    );
    assert!(
        matches!(error, Err(InterpretationError::NotFinite(_))),
        "{error:?}"
    );
}

#[test]
fn what_was_not_excited_has_no_deviation() {
    let mut foundation = foundation();
    let base = ROBOT.model().base;
    let lost = base
        .iter()
        .position(|b| b.name == "my_c")
        .expect("a base parameter");
    foundation.determined[lost] = false;
    let found = asked(&foundation, &[], 0);
    let std = |name: &str| {
        let mut all = found.physical.iter();
        all.find(|p| p.name == name).expect("recovered").std
    };
    assert_eq!(std("ty_c"), None);
    assert!(std("tz_c").is_some());
}

#[test]
fn a_mass_that_cannot_be_divided_by_ends_the_plan_with_a_reason() {
    let found = asked(&foundation(), &[known("m_c", 0.01, 0.02)], 0);
    let failure = found
        .failure
        .expect("a divisor within its deviations of zero");
    assert!(failure.contains("m_c"), "{failure}");
    assert!(found.physical.iter().all(|p| p.value.is_finite()));
    assert!(found.physical.iter().all(|p| p.name != "ty_c"));
}

#[test]
fn what_stays_open_is_bounded() {
    let found = asked(&foundation(), &[], usize::MAX);
    let bounds = found.bounds.expect("bounds were asked for");
    assert!(bounds.consistent, "{bounds:?}");
    let names: Vec<&str> = bounds.parameters.iter().map(|p| p.name.as_str()).collect();
    // Body a turns about x alone: its inertia about y is invisible, and bounded from below only.
    assert!(
        names.contains(&"Jyy_a") && names.contains(&"tx_a"),
        "{names:?}"
    );
    assert!(
        !names.contains(&"ty_c") && !names.contains(&"m_a"),
        "{names:?}"
    );
    for interval in &bounds.parameters {
        let nominal = interval.nominal.expect("the file has all values");
        assert!(
            interval.low.is_none_or(|low| low <= nominal + 1e-6),
            "{interval:?}"
        );
        assert!(
            interval.high.is_none_or(|high| high >= nominal - 1e-6),
            "{interval:?}"
        );
    }
}

fn said(found: &Interpretation, words: &[&str]) -> bool {
    let mut said = found.caveats.iter().map(ToString::to_string);
    said.any(|caveat| words.iter().all(|word| caveat.contains(word)))
}

#[test]
fn a_biased_estimate_is_neither_compared_nor_bounded() {
    let mut foundation = foundation();
    foundation.biased = true;
    // Far from the drawings by its deviations, as ridge is.
    for beta in &mut foundation.beta {
        *beta *= 1.1;
    }
    let found = asked(&foundation, &[], usize::MAX);
    assert!(found.verification.is_none() && found.bounds.is_none());
    assert!(found.physical.iter().all(|p| !p.differs));
    assert!(found.spare.iter().all(|s| !s.differs));
    assert!(
        said(&found, &["no comparison with nominal values"]),
        "{found:?}"
    );
}

#[test]
fn a_body_that_cannot_exist_is_named() {
    let found = asked(&foundation(), &[], 0);
    assert!(!said(&found, &["no body has"]), "{:?}", found.caveats);
    let found = asked(&foundation(), &[known("m_c", 0.01, 0.0)], 0);
    assert!(
        said(&found, &["no body has Jxx_c = -"]),
        "{:?}",
        found.caveats
    );
    let verification = found.verification.expect("nominal values");
    assert!(verification.differs && verification.conclusion.contains("Jxx_c = -"));
}

#[test]
fn known_values_that_the_plan_does_not_start_from_are_noted() {
    let twice = [known("m_c", 6.0, 0.0), known("m_c", 7.0, 0.0)];
    let error = interpret(&ROBOT, &foundation(), &twice, InterpretOptions::default());
    assert_eq!(error, Err(InterpretationError::Twice("m_c".to_owned())));
    let given = [known("ty_c", 0.5, 0.0), known("Jyy_a", 1.0, 0.0)];
    let found = asked(&foundation(), &given, 0);
    assert!(
        said(&found, &["ty_c = 0.5", "recovers", "differs by"]),
        "{:?}",
        found.caveats
    );
    assert!(
        said(&found, &["Jyy_a = 1", "does not use it"]),
        "{:?}",
        found.caveats
    );
    let found = asked(&foundation(), &[known("m_c", 6.0, 0.1)], usize::MAX);
    assert!(said(&found, &["deviation of m_c"]), "{:?}", found.caveats);
}

/// A mass below zero contradicts as far as it is known.
#[test]
fn a_known_value_contradicts_beyond_its_deviation() {
    let says = |std: f64| {
        let found = asked(&foundation(), &[known("m_a", -0.1, std)], 0);
        let conclusion = found.verification.expect("nominal values").conclusion;
        conclusion.contains("no body has m_a = -0.1")
    };
    assert!(says(0.01));
    assert!(!says(0.1));
}

/// Who divides by a mass that may be zero for all that is known learns nothing: three deviations have to lie between.
#[test]
fn a_divisor_has_to_be_told_from_zero() {
    let failure = |mass: f64| asked(&foundation(), &[known("m_a", mass, 1.0)], 0).failure;
    let refused = failure(2.5).expect("a divisor in doubt");
    assert!(refused.contains("m_a"), "{refused}");
    assert_eq!(failure(3.5), None);
}
