//! Mechanisms that nobody would build: the generator's graphs against the oracle.

use armwright_codegen::algebra::{Graph, Ref};
use armwright_codegen::dynamics::{
    energy_regressor, inertia_matrix, inverse_dynamics, measured_regressor, torque_regressor,
    wrench_regressor,
};
use armwright_codegen::mechanism::Mechanism;
use armwright_codegen::{Derivation, derive};
use armwright_tests::{
    Leaves, Random, assert_agree, invention, oracle, revealed, row_major, sensing,
};

/// A fixed rotation in the file is replaced by a rational one within 1e-15 of it.
const TOLERANCE: f64 = 1e-11;
const MECHANISMS: u64 = 60;

/// A random mechanism by both readers.
fn mechanism(seed: u64) -> (Derivation, oracle::Mechanism) {
    let text = invention(seed);
    let derived = derive("invention.yaml", &text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let oracle = oracle::Mechanism::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    (derived.0, oracle)
}

/// What the graph of `outputs` is worth at a random state of the mechanism, and the state.
fn check(
    seed: u64,
    outputs: fn(&mut Graph, &Mechanism) -> Vec<Ref>,
    expected: fn(&oracle::Mechanism, &Leaves<'_>) -> Vec<f64>,
) {
    let (derivation, oracle) = mechanism(seed);
    let mut graph = Graph::default();
    let outputs = outputs(&mut graph, &derivation.mechanism);
    let mut random = Random::new(seed + 1000);
    for _ in 0..3 {
        let n = oracle.dof();
        let theta = random.physical_theta(&oracle);
        let [q, qd, qdd] = [3.0, 2.0, 5.0].map(|range| random.vector(n, range));
        let leaves = Leaves {
            mechanism: &derivation.mechanism,
            theta: &theta,
            q: &q,
            qd: &qd,
            qdd: &qdd,
        };
        let actual = leaves.values(&graph, &outputs);
        assert_agree(
            &invention(seed),
            &actual,
            &expected(&oracle, &leaves),
            TOLERANCE,
        );
    }
}

#[test]
fn torque_regressor_agrees() {
    for seed in 0..MECHANISMS {
        check(
            seed,
            |graph, mechanism| torque_regressor(graph, mechanism).concat(),
            |oracle, at| row_major(&oracle.regressor(at.q, at.qd, at.qdd)),
        );
    }
}

#[test]
fn energy_regressor_agrees() {
    for seed in 0..MECHANISMS {
        check(seed, energy_regressor, |oracle, at| {
            oracle.energy_regressor(at.q, at.qd)
        });
    }
}

#[test]
fn torque_agrees() {
    for seed in 0..MECHANISMS {
        check(seed, inverse_dynamics, |oracle, at| {
            oracle.torque(at.theta, at.q, at.qd, at.qdd)
        });
    }
}

#[test]
fn inertia_agrees() {
    for seed in 0..MECHANISMS {
        check(
            seed,
            |graph, mechanism| inertia_matrix(graph, mechanism).concat(),
            |oracle, at| row_major(&oracle.inertia(at.theta, at.q)),
        );
    }
}

#[test]
fn base_parameters_are_as_many_as_random_motion_reveals() {
    for seed in 0..MECHANISMS {
        let (derivation, oracle) = mechanism(seed);
        let count = derivation.base.base.len();
        assert_eq!(count, revealed(&oracle, seed), "{}", invention(seed));
    }
}

/// The same mechanism with random quantities measured.
fn sensed(seed: u64) -> (String, Derivation, oracle::Mechanism) {
    let text = sensing(&invention(seed), seed);
    let derived = derive("sensing.yaml", &text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let oracle = oracle::Mechanism::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    (text, derived.0, oracle)
}

#[test]
fn measured_rows_agree() {
    for seed in 0..MECHANISMS {
        let (text, derivation, oracle) = sensed(seed);
        let mechanism = &derivation.mechanism;
        let mut graph = Graph::default();
        let rows = measured_regressor(&mut graph, mechanism);
        assert_eq!(rows.len(), mechanism.measured_rows().len(), "{text}");
        let mut random = Random::new(seed + 2000);
        for _ in 0..3 {
            let [q, qd, qdd] = [3.0, 2.0, 5.0].map(|range| random.vector(oracle.dof(), range));
            let leaves = Leaves {
                mechanism,
                theta: &[],
                q: &q,
                qd: &qd,
                qdd: &qdd,
            };
            let actual = leaves.values(&graph, &rows.concat());
            let expected = row_major(&oracle.measured_regressor(&q, &qd, &qdd));
            assert_agree(&text, &actual, &expected, TOLERANCE);
        }
    }
}

/// Newton and Euler about centres of mass against the columns of standard parameters.
#[test]
fn wrenches_are_what_bodies_need() {
    for seed in 0..MECHANISMS {
        let (derivation, oracle) = mechanism(seed);
        let mechanism = &derivation.mechanism;
        let mut random = Random::new(seed + 3000);
        let theta = random.physical_theta(&oracle);
        let [q, qd, qdd] = [3.0, 2.0, 5.0].map(|range| random.vector(oracle.dof(), range));
        for (sensor, body) in mechanism.bodies.iter().enumerate() {
            let mut graph = Graph::default();
            let rows = wrench_regressor(&mut graph, mechanism, sensor);
            let leaves = Leaves {
                mechanism,
                theta: &theta,
                q: &q,
                qd: &qd,
                qdd: &qdd,
            };
            let elements = leaves.values(&graph, &rows.concat());
            let rows = elements.chunks_exact(theta.len());
            let actual = rows.map(|row| row.iter().zip(&theta).map(|(y, t)| y * t).sum());
            let actual: Vec<f64> = actual.collect();
            let expected = oracle.sensor_wrench(&body.name, &theta, [&q, &qd, &qdd]);
            let expected = expected.expect("a body of this name");
            assert_agree(&invention(seed), &actual, &expected, TOLERANCE);
        }
    }
}

#[test]
fn base_parameters_of_measured_rows_are_as_many_as_random_motion_reveals() {
    for seed in 0..MECHANISMS {
        let (text, derivation, oracle) = sensed(seed);
        assert_eq!(
            derivation.base.base.len(),
            revealed(&oracle, seed),
            "{text}"
        );
    }
}
