//! Mechanisms that nobody would build: the generator's graphs against the oracle.
//!
//! A failure ends with the smallest robot file that still fails, to be saved and looked at.

use armwright_codegen::algebra::{Graph, Ref};
use armwright_codegen::dynamics::{
    energy_regressor, inertia_matrix, inverse_dynamics, measured_regressor, torque_regressor,
    wrench_regressor,
};
use armwright_codegen::mechanism::Mechanism;
use armwright_codegen::{Derivation, derive};
use armwright_tests::{
    Leaves, Random, assert_agree, inventions, oracle, revealed, row_major, run_seed, sensing,
};
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// A fixed rotation in the file is replaced by a rational one within 1e-15 of it.
const TOLERANCE: f64 = 1e-11;
const MECHANISMS: u32 = 60;

/// Runs a test on random robot files, each with a seed for states, the same in every run of one seed.
fn for_each_mechanism(test: impl Fn(&str, u64)) {
    let mut runner = TestRunner::new(Config {
        cases: MECHANISMS,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1 ^ run_seed()),
        ..Config::default()
    });
    let result = runner.run(&(inventions(), 0..1000u64), |(invention, seed)| {
        test(invention.text(), seed);
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

/// A robot file by both readers.
fn mechanism(text: &str) -> (Derivation, oracle::Mechanism) {
    let derived = derive("invention.yaml", text).unwrap_or_else(|error| panic!("{error}"));
    let oracle = oracle::Mechanism::parse(text).unwrap_or_else(|error| panic!("{error}"));
    (derived.0, oracle)
}

/// What the graph of `outputs` is worth at random states of each mechanism, against the oracle.
fn check(
    outputs: fn(&mut Graph, &Mechanism) -> Vec<Ref>,
    expected: fn(&oracle::Mechanism, &Leaves<'_>) -> Vec<f64>,
) {
    for_each_mechanism(|text, seed| {
        let (derivation, oracle) = mechanism(text);
        let mut graph = Graph::default();
        let outputs = outputs(&mut graph, &derivation.mechanism);
        let mut random = Random::new(seed);
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
                base: [[0.0; 3]; 5],
            };
            let actual = leaves.values(&graph, &outputs);
            assert_agree("outputs", &actual, &expected(&oracle, &leaves), TOLERANCE);
        }
    });
}

#[test]
fn torque_regressor_agrees() {
    check(
        |graph, mechanism| torque_regressor(graph, mechanism).concat(),
        |oracle, at| row_major(&oracle.regressor(at.q, at.qd, at.qdd)),
    );
}

#[test]
fn energy_regressor_agrees() {
    check(energy_regressor, |oracle, at| {
        oracle.energy_regressor(at.q, at.qd)
    });
}

#[test]
fn torque_agrees() {
    check(inverse_dynamics, |oracle, at| {
        oracle.torque(at.theta, at.q, at.qd, at.qdd)
    });
}

#[test]
fn inertia_agrees() {
    check(
        |graph, mechanism| inertia_matrix(graph, mechanism).concat(),
        |oracle, at| row_major(&oracle.inertia(at.theta, at.q)),
    );
}

#[test]
fn base_parameters_are_as_many_as_random_motion_reveals() {
    for_each_mechanism(|text, seed| {
        let (derivation, oracle) = mechanism(text);
        assert_eq!(derivation.base.base.len(), revealed(&oracle, seed));
    });
}

#[test]
fn measured_rows_agree() {
    for_each_mechanism(|text, seed| {
        let (derivation, oracle) = mechanism(&sensing(text, seed));
        let mechanism = &derivation.mechanism;
        let mut graph = Graph::default();
        let rows = measured_regressor(&mut graph, mechanism);
        assert_eq!(rows.len(), mechanism.measured_rows().len());
        let mut random = Random::new(seed);
        for _ in 0..3 {
            let [q, qd, qdd] = [3.0, 2.0, 5.0].map(|range| random.vector(oracle.dof(), range));
            let leaves = Leaves {
                mechanism,
                theta: &[],
                q: &q,
                qd: &qd,
                qdd: &qdd,
                base: [[0.0; 3]; 5],
            };
            let actual = leaves.values(&graph, &rows.concat());
            let expected = row_major(&oracle.measured_regressor(&q, &qd, &qdd));
            assert_agree("measured rows", &actual, &expected, TOLERANCE);
        }
    });
}

/// Newton and Euler about centres of mass against the columns of standard parameters.
#[test]
fn wrenches_are_what_bodies_need() {
    for_each_mechanism(|text, seed| {
        let (derivation, oracle) = mechanism(text);
        let mechanism = &derivation.mechanism;
        let mut random = Random::new(seed);
        let theta = random.physical_theta(&oracle);
        let [q, qd, qdd] = [3.0, 2.0, 5.0].map(|range| random.vector(oracle.dof(), range));
        for (sensor, body) in mechanism.bodies.enumerate() {
            let mut graph = Graph::default();
            let rows = wrench_regressor(&mut graph, mechanism, sensor);
            let leaves = Leaves {
                mechanism,
                theta: &theta,
                q: &q,
                qd: &qd,
                qdd: &qdd,
                base: [[0.0; 3]; 5],
            };
            let elements = leaves.values(&graph, &rows.concat());
            let rows = elements.chunks_exact(theta.len());
            let actual = rows.map(|row| row.iter().zip(&theta).map(|(y, t)| y * t).sum());
            let actual: Vec<f64> = actual.collect();
            let expected = oracle.sensor_wrench(&body.name, &theta, [&q, &qd, &qdd]);
            let expected = expected.expect("a body of this name");
            assert_agree(&body.name, &actual, &expected, TOLERANCE);
        }
    });
}

#[test]
fn base_parameters_of_measured_rows_are_as_many_as_random_motion_reveals() {
    for_each_mechanism(|text, seed| {
        let (derivation, oracle) = mechanism(&sensing(text, seed));
        assert_eq!(derivation.base.base.len(), revealed(&oracle, seed));
    });
}
