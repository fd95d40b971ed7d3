//! A length that motion determines is fitted with the base parameters: a pendulum whose link is not as long as its
//! file says.

use armwright_lab::estimate::Method;
use armwright_lab::identify::{Identification, identify};
use armwright_lab::interpret::{InterpretOptions, interpret};
use armwright_lab::recording::{Arrays, Recording};
use armwright_runtime::{PhysicalKind, Robot, include_robot};
use armwright_tests::Random;

include_robot!(fitted_length);

/// Upper and lower link: mass, centre along x and z, inertia about it along y.
const LINKS: [[f64; 4]; 2] = [[3.0, 0.21, 0.04, 0.06], [2.0, 0.16, -0.03, 0.035]];

/// The file's values of the same.
const NOMINAL: [[f64; 4]; 2] = [[3.0, 0.2, 0.03, 0.05], [2.0, 0.15, -0.02, 0.03]];

/// The base parameters of a pendulum with a length.
fn base(length: f64) -> Vec<f64> {
    base_of(LINKS, length)
}

fn base_of(links: [[f64; 4]; 2], length: f64) -> Vec<f64> {
    let [upper, lower] = links.map(|[m, x, z, j]| [m, m * x, m * z, j + m * (x * x + z * z)]);
    let value = |name: &str| match name {
        "mx_upper" => upper[1] + length * lower[0],
        "mz_upper" => upper[2],
        "Lyy_upper" => upper[3] + length * length * lower[0],
        "mx_lower" => lower[1],
        "mz_lower" => lower[2],
        "Lyy_lower" => lower[3],
        other => panic!("{other}"),
    };
    let model = fitted_length::ROBOT.model();
    model.base.iter().map(|base| value(base.name)).collect()
}

/// A recording of a pendulum with a length; noise of the torque in N·m.
fn recorded(beta: &[f64], length: f64, noise: f64) -> Recording {
    const RATE: f64 = 500.0;
    const WAVES: [[(f64, f64); 3]; 2] = [
        [(0.7, 1.3), (0.4, 3.1), (0.2, 5.3)],
        [(0.6, 1.7), (0.5, 2.9), (0.2, 6.1)],
    ];
    let robot = &fitted_length::ROBOT;
    let mut random = Random::new(3);
    let mut arrays = Arrays {
        rate: RATE,
        position: vec![Vec::new(); 2],
        torque: vec![Vec::new(); 2],
        ..Arrays::default()
    };
    for k in 0..10_000 {
        let time = f64::from(k) / RATE;
        let derivative = |order: i32| {
            WAVES.map(|waves| {
                let wave = |(a, w): &(f64, f64)| {
                    let phase = w * time + f64::from(order) * std::f64::consts::FRAC_PI_2;
                    a * w.powi(order) * phase.sin()
                };
                waves.iter().map(wave).sum::<f64>()
            })
        };
        let [q, qd, qdd] = [0, 1, 2].map(derivative);
        let mut regressor = vec![0.0; 2 * beta.len()];
        let made = robot.base_regressor_with(&[length], &q, &qd, &qdd, &mut regressor);
        assert_eq!(made, Ok(()));
        for (joint, row) in regressor.chunks(beta.len()).enumerate() {
            let exact: f64 = row.iter().zip(beta).map(|(y, b)| y * b).sum();
            let torque = exact + noise * random.between(-1.0, 1.0);
            arrays.position[joint].push(q[joint]);
            arrays.torque[joint].push(torque);
        }
    }
    Recording::from_arrays(robot.model(), arrays).expect("a recording")
}

fn identified(length: f64, noise: f64) -> Identification {
    identified_of(LINKS, length, noise)
}

fn identified_of(links: [[f64; 4]; 2], length: f64, noise: f64) -> Identification {
    let recording = recorded(&base_of(links, length), length, noise);
    identify(&fitted_length::ROBOT, recording, &Method::Wls.into()).expect("an identification")
}

#[test]
fn the_file_only_says_where_to_begin() {
    let model = fitted_length::ROBOT.model();
    let known = model.recovery.expect("a plan").known;
    let fitted = known
        .iter()
        .filter(|p| p.kind == PhysicalKind::FittedLength);
    assert_eq!(fitted.map(|p| p.name).collect::<Vec<_>>(), ["l_1"]);
    for length in [0.3, 0.4, 0.55] {
        let found = identified(length, 0.0).estimation;
        let fitted = &found.lengths[0];
        assert!((fitted.value - length).abs() < 1e-5, "{length}: {fitted:?}");
        assert_eq!(fitted.nominal, Some(0.4));
        let beta = found.base_estimate(model).beta;
        for ((base, value), expected) in model.base.iter().zip(beta).zip(base(length)) {
            assert!(
                (value - expected).abs() < 1e-4,
                "{}: {value} for {expected}",
                base.name
            );
        }
    }
}

#[test]
fn errors_are_as_large_as_said_and_reach_what_is_recovered() {
    let (robot, length) = (&fitted_length::ROBOT, 0.46);
    let found = identified(length, 0.5).estimation;
    let fitted = &found.lengths[0];
    assert!(fitted.std > 1e-6 && fitted.std < 1e-2, "{fitted:?}");
    assert!(
        (fitted.value - length).abs() < 4.0 * fitted.std,
        "{fitted:?}"
    );
    let estimate = found.base_estimate(robot.model());
    let options = InterpretOptions {
        bounded_bodies: 0,
        ..InterpretOptions::default()
    };
    let meaning = interpret(robot, &estimate, &[], options).expect("an interpretation");
    assert_eq!(meaning.failure, None);
    let [[_, tx_upper, ..], [_, tx_lower, ..]] = LINKS;
    let truth = [
        ("tx_upper", tx_upper),
        ("Jyy_upper", LINKS[0][3]),
        ("tx_lower", tx_lower),
    ];
    for (name, expected) in truth {
        let found = meaning
            .physical
            .iter()
            .find(|p| p.name == name)
            .expect(name);
        let std = found.std.expect("a deviation");
        assert!(
            (found.value - expected).abs() < 4.0 * std,
            "{found:?} for {expected}"
        );
    }
    // The upper centre follows from the length, whose deviation therefore reaches it.
    let without = |mut estimate: armwright_lab::identify::BaseEstimate| {
        for length in &mut estimate.lengths {
            length.covariance.fill(0.0);
            length.among.fill(0.0);
        }
        let meaning = interpret(robot, &estimate, &[], options).expect("an interpretation");
        meaning
            .physical
            .iter()
            .find(|p| p.name == "tx_upper")
            .and_then(|p| p.std)
    };
    let with = meaning
        .physical
        .iter()
        .find(|p| p.name == "tx_upper")
        .and_then(|p| p.std);
    assert_ne!(without(estimate), with);
}

#[test]
fn a_fitted_length_that_is_not_the_files_is_the_suspect() {
    let robot = &fitted_length::ROBOT;
    let options = InterpretOptions {
        bounded_bodies: 0,
        ..InterpretOptions::default()
    };
    let verified = |length: f64| {
        let estimation = identified_of(NOMINAL, length, 0.5).estimation;
        let estimate = estimation.base_estimate(robot.model());
        let meaning = interpret(robot, &estimate, &[], options).expect("an interpretation");
        meaning.verification.expect("nominal values")
    };
    let as_drawn = verified(0.4);
    assert!(!as_drawn.differs, "{as_drawn:?}");
    // Base parameters, and the length.
    assert_eq!(as_drawn.freedom, robot.model().base.len() + 1);
    let longer = verified(0.43);
    let suspects = &longer.suspects;
    assert!(longer.differs && suspects.explained, "{longer:?}");
    let names: Vec<&[String]> = suspects
        .sets
        .iter()
        .map(|set| &set.parameters[..])
        .collect();
    assert_eq!(names, [["l_1"]], "{suspects:?}");
    assert!(
        (suspects.sets[0].values[0] - 0.43).abs() < 0.003,
        "{suspects:?}"
    );
}

#[test]
fn without_a_fitted_length_recovery_is_refused() {
    let robot = &fitted_length::ROBOT;
    let mut estimate = identified(0.46, 0.0)
        .estimation
        .base_estimate(robot.model());
    estimate.lengths.clear();
    let options = InterpretOptions {
        bounded_bodies: 0,
        ..InterpretOptions::default()
    };
    let meaning = interpret(robot, &estimate, &[], options).expect("an interpretation");
    assert!(meaning.physical.is_empty());
    let refusal = meaning.failure.expect("a refusal");
    assert!(refusal.contains("determines l_1 by itself"), "{refusal}");
}

/// What is said of a fitted length is said of its own place in the covariance, here and among what recovery knows.
#[test]
fn a_fitted_length_has_one_deviation() {
    let robot = &fitted_length::ROBOT;
    let found = identified(0.43, 0.05).estimation;
    let length = &found.lengths[0];
    let covariance = &found.covariance;
    let mut names = covariance.parameters.iter();
    let place = names.position(|name| *name == length.name);
    let place = place.expect("the length is among the parameters");
    assert!((length.std - covariance.values[place][place].sqrt()).abs() < 1e-12 * length.std);
    let estimate = found.base_estimate(robot.model());
    let said = interpret(robot, &estimate, &[], InterpretOptions::default());
    let said = said.expect("a plan").known;
    let known = said.iter().find(|known| known.name == length.name);
    let known = known.expect("it is known").std;
    assert!((known - length.std).abs() < 1e-9 * length.std, "{known}");
}
