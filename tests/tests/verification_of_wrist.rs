//! A wrist that differs from its drawings: the differences are flagged, and the guilty named.

use armwright_lab::identify::BaseEstimate;
use armwright_lab::interpret::{InterpretOptions, Verification, interpret};
use armwright_lab::parameters::{nominal, physical, standard};
use armwright_lab::random::Random;
use armwright_robots::abb_wrist::ROBOT;
use armwright_runtime::{Inertial, ParameterKind, Robot};

/// Nominal physical parameters of a body of the wrist.
fn physical_of(body: usize) -> [f64; 10] {
    let theta = nominal(ROBOT.model());
    let standard = std::array::from_fn(|k| {
        let component = Inertial::ALL[k];
        let wanted = ParameterKind::Inertial { body, component };
        let mut all = ROBOT.model().parameters.iter();
        theta[all.position(|p| p.kind == wanted).expect("ten a body")]
    });
    physical(standard).expect("a body with mass")
}

/// Standard parameters of the wrist with one physical parameter of a body at another value.
fn altered(body: usize, component: usize, value: f64) -> Vec<f64> {
    let mut theta = nominal(ROBOT.model());
    let mut ten = [0.0; 10];
    let place = |k: usize| {
        let component = Inertial::ALL[k];
        let wanted = ParameterKind::Inertial { body, component };
        let mut all = ROBOT.model().parameters.iter();
        all.position(|p| p.kind == wanted).expect("ten a body")
    };
    for (k, value) in ten.iter_mut().enumerate() {
        *value = theta[place(k)];
    }
    let mut changed = physical(ten).expect("a body with mass");
    changed[component] = value;
    for (k, value) in standard(changed).into_iter().enumerate() {
        theta[place(k)] = value;
    }
    theta
}

/// Base parameters of the wrist as an experiment finds them: each to half a percent of its size
/// or of the typical size, errors drawn.
fn identified(theta: &[f64], random: &mut Random) -> BaseEstimate {
    let mut beta = vec![0.0; ROBOT.model().base.len()];
    ROBOT
        .base_parameters(theta, &mut beta)
        .expect("as many as the robot has");
    let mut foundation = BaseEstimate::exact(beta);
    for k in 0..foundation.beta.len() {
        let std = 0.005 * foundation.beta[k].abs() + 1e-7;
        foundation.covariance[k][k] = std * std;
        foundation.beta[k] += std * random.normal();
    }
    foundation
}

fn verified(theta: &[f64], seed: u64) -> Verification {
    let foundation = identified(theta, &mut Random::new(seed));
    let manner = InterpretOptions {
        bounded_bodies: 0,
        ..InterpretOptions::default()
    };
    let found = interpret(&ROBOT, &foundation, &[], manner).expect("the wrist's own");
    found.verification.expect("the file has nominal values")
}

/// A drive's parameter is a base parameter by itself. It takes up its own difference and one degree of freedom: what is
/// left are the squares of the others, so many that their tail has a closed form.
#[test]
fn a_suspect_is_judged_by_what_it_leaves() {
    let model = ROBOT.model();
    let mut estimate = identified(&nominal(model), &mut Random::new(1));
    let is_friction = |k: &usize| {
        let base = &model.base[*k];
        let kind = model.parameters[base.representative].kind;
        base.terms.len() == 1 && matches!(kind, ParameterKind::Coulomb(_))
    };
    let guilty = (0..model.base.len()).find(is_friction).expect("friction");
    let mut drawn = vec![0.0; model.base.len()];
    ROBOT
        .base_parameters(&nominal(model), &mut drawn)
        .expect("as many as the robot has");
    for (k, value) in drawn.into_iter().enumerate() {
        let deviations = match (k == guilty, k % 2) {
            (true, _) => 30.0,
            (false, 0) => 0.9,
            (false, _) => -0.9,
        };
        estimate.beta[k] = value + deviations * estimate.covariance[k][k].sqrt();
    }
    let manner = InterpretOptions {
        bounded_bodies: 0,
        ..InterpretOptions::default()
    };
    let found = interpret(&ROBOT, &estimate, &[], manner).expect("the wrist's own");
    let found = found.verification.expect("the file has nominal values");
    let name = model.base[guilty].name;
    let set = found
        .suspects
        .sets
        .iter()
        .find(|set| set.parameters == [name]);
    let others = found.freedom - 1;
    assert_eq!(others % 2, 0);
    let half = 0.9 * 0.9 * others as f64 / 2.0;
    let (mut term, mut sum) = (1.0, 0.0);
    for k in 1..=others / 2 {
        sum += term;
        term *= half / k as f64;
    }
    let expected = (-half).exp() * sum;
    let p_value = set.expect("the guilty is named").p_value;
    assert!(
        (p_value - expected).abs() < 1e-4,
        "{p_value} for {expected}"
    );
}

#[test]
fn a_wrist_as_drawn_is_rarely_suspected() {
    let theta = nominal(ROBOT.model());
    let runs = 300;
    let flagged = (0..runs).filter(|seed| verified(&theta, *seed).base.iter().any(|c| c.differs));
    // One in a hundred by design: 3 expected, 9 are improbable (Poisson, 0.4 %).
    let count = flagged.count();
    assert!(count <= 9, "{count} of {runs}");
}

#[test]
fn anything_is_flagged_as_rarely_as_the_level_says() {
    let theta = nominal(ROBOT.model());
    let manner = InterpretOptions {
        level: 0.1,
        bounded_bodies: 0,
        ..InterpretOptions::default()
    };
    let runs = 1000;
    let flagged = (0..runs).filter(|seed| {
        let foundation = identified(&theta, &mut Random::new(*seed));
        let found = interpret(&ROBOT, &foundation, &[], manner).expect("the wrist's own");
        let found = found.verification.expect("the file has nominal values");
        let marked = |c: &armwright_lab::interpret::Compared| c.differs;
        found.differs || found.base.iter().chain(&found.coefficients).any(marked)
    });
    let count = flagged.count();
    // 100 expected at most, with a deviation of 9.5; three of those above.
    assert!(count <= 128, "{count} of {runs}");
}

#[test]
fn one_wrong_parameter_is_named() {
    // Body c: mass, centre along y, inertia about x.
    for (component, value, name) in [(0, 6.6, "m_c"), (2, 0.046, "ty_c"), (4, 0.09, "Jxx_c")] {
        let found = verified(&altered(2, component, value), 7);
        println!("{}", found.conclusion);
        assert!(found.differs && found.p_value < 1e-6);
        assert!(found.base.iter().any(|c| c.differs));
        assert!(found.suspects.explained, "{name}: {:?}", found.suspects);
        let named = found.suspects.sets.iter().find(|s| s.parameters == [name]);
        let named = named.unwrap_or_else(|| panic!("{name} among {:?}", found.suspects));
        // What it would have to be is what it is.
        assert!(
            (named.values[0] / value - 1.0).abs() < 0.05,
            "{name}: {named:?}"
        );
        // A handful of suspects, not the whole wrist.
        assert!(found.suspects.sets.len() <= 4, "{:?}", found.suspects);
    }
}

#[test]
fn a_wrong_length_is_among_the_suspects() {
    let nominal_theta = nominal(ROBOT.model());
    let names: Vec<&str> = ROBOT.lengths().iter().map(|length| length.name).collect();
    assert_eq!(names, ["l_b1"]);
    let mut beta = vec![0.0; ROBOT.model().base.len()];
    for length in [0.06, 0.085, 0.1, 0.135] {
        ROBOT
            .base_parameters_at(&nominal_theta, &[length], &mut beta)
            .expect("a length");
        // Body c rolls about the length: further out is the same as its centre further along it.
        let centre = physical_of(2)[1];
        let twin = altered(2, 1, centre + length - 0.085);
        let mut expected = beta.clone();
        ROBOT
            .base_parameters(&twin, &mut expected)
            .expect("as many as the robot has");
        for (value, expected) in beta.iter().zip(&expected) {
            assert!((value - expected).abs() < 1e-12, "{length}: {beta:?}");
        }
    }
    let found = verified(&altered(2, 1, physical_of(2)[1] + 0.02), 7);
    let sets = found.suspects.sets.iter();
    let named = sets
        .filter(|set| set.parameters == ["l_b1"])
        .collect::<Vec<_>>();
    let [named] = named[..] else {
        panic!("{:?}", found.suspects)
    };
    assert!((named.values[0] - 0.105).abs() < 0.002, "{named:?}");
    assert!((named.nominal[0] - 0.085).abs() < 1e-15);
    assert!(found.conclusion.contains("l_b1"), "{}", found.conclusion);
}

#[test]
fn coefficients_are_flagged_by_the_names_of_the_paper() {
    let found = verified(&altered(2, 2, 0.046), 3);
    // PG_2 = -9.81 m_c ty_c; PG_5 has nothing of body c.
    let coefficient = |name: &str| {
        let mut all = found.coefficients.iter();
        all.find(|c| c.name == name).expect("a coefficient")
    };
    assert!(coefficient("PG_2").differs && !coefficient("PG_5").differs);
    assert!(found.conclusion.contains("PG_2"), "{}", found.conclusion);
    assert!(found.conclusion.contains("ty_c"), "{}", found.conclusion);
}

/// Half of the level is that of single values: what is less likely together than the whole of it, but not than the
/// other half, is no difference.
#[test]
fn all_together_are_judged_at_half_of_the_level() {
    let model = ROBOT.model();
    let mut estimate = identified(&nominal(model), &mut Random::new(1));
    let mut drawn = vec![0.0; model.base.len()];
    ROBOT
        .base_parameters(&nominal(model), &mut drawn)
        .expect("as many as the robot has");
    let manner = || InterpretOptions {
        bounded_bodies: 0,
        ..InterpretOptions::default()
    };
    let mut off = |size: f64| {
        for (k, value) in drawn.iter().enumerate() {
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            estimate.beta[k] = value + sign * size * estimate.covariance[k][k].sqrt();
        }
        let found = interpret(&ROBOT, &estimate, &[], manner()).expect("the wrist's own");
        found.verification.expect("the file has nominal values")
    };
    let level = InterpretOptions::default().level;
    let mut sizes = (100..200).map(|k| off(0.01 * f64::from(k)));
    let found = sizes
        .find(|found| found.p_value < 0.95 * level)
        .expect("rare");
    assert!(found.p_value > 0.6 * level, "{}", found.p_value);
    assert!(!found.differs, "{}", found.conclusion);
    let found = off(2.0);
    assert!(
        found.p_value < 0.5 * level && found.differs,
        "{}",
        found.p_value
    );
}
