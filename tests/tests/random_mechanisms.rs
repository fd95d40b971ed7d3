//! Mechanisms that nobody would build: the generator's graphs against the oracle.
//!
//! A failure ends with the smallest robot file that still fails, to be saved and looked at.

use armwright_codegen::algebra::{Algebra, Graph, Input, Rational, Ref};
use armwright_codegen::dynamics::{
    coriolis_torques, energy_regressor, gravity_torques, inertia_matrix, inverse_dynamics,
    measured_regressor, torque_regressor, wrench_regressor,
};
use armwright_codegen::identifiability::base_parameters;
use armwright_codegen::mechanism::{Mechanism, load};
use armwright_tests::{
    Keys, Leaves, Random, assert_agree, built, for_each_invention, inventions, oracle, revealed,
    row_major, sensing, sprung, urged,
};
use nalgebra::DMatrix;

/// A fixed rotation in the file is replaced by a rational one within 1e-15 of it.
const TOLERANCE: f64 = 1e-11;

/// Runs a test on sixty random robot files, or as many as `ARMWRIGHT_MECHANISMS` says.
fn for_each_file(test: impl Fn(&str, u64)) {
    for_each_invention(inventions(Keys::All), 60, |text, seed| {
        test(text, seed);
        true
    });
}

fn parsed(text: &str) -> oracle::Mechanism {
    oracle::Mechanism::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// What the graph of `outputs` is worth, against the oracle, at random states of each mechanism, its file changed
/// first.
fn check(
    change: fn(&str, u64) -> String,
    outputs: fn(&mut Graph, &Mechanism) -> Vec<Ref>,
    expected: fn(&oracle::Mechanism, &Leaves<'_>) -> Vec<f64>,
) {
    for_each_file(|text, seed| {
        let text = change(text, seed);
        let (mechanism, robot) = (built(&text), parsed(&text));
        let mut graph = Graph::default();
        let outputs = outputs(&mut graph, &mechanism);
        let mut random = Random::new(seed);
        for _ in 0..3 {
            let theta = random.physical_theta(&robot);
            let [q, qd, qdd] = [3.0, 2.0, 5.0].map(|range| random.vector(robot.dof(), range));
            let moved = random.moved(&robot);
            let leaves = Leaves {
                mechanism: &mechanism,
                theta: &theta,
                q: &q,
                qd: &qd,
                qdd: &qdd,
                base: base(&moved),
            };
            let actual = leaves.values(&graph, &outputs);
            assert_agree("outputs", &actual, &expected(&moved, &leaves), TOLERANCE);
        }
    });
}

/// How the base moves, in the generator's order.
fn base(robot: &oracle::Mechanism) -> [[f64; 3]; 5] {
    let motion = robot.base().unwrap_or_default();
    let vectors = [
        motion.spin,
        motion.velocity,
        motion.spin_rate,
        motion.acceleration,
        robot.gravity(),
    ];
    vectors.map(Into::into)
}

fn as_it_is(text: &str, _: u64) -> String {
    text.to_owned()
}

#[test]
fn torque_regressor_agrees() {
    check(
        as_it_is,
        |graph, mechanism| torque_regressor(graph, mechanism).concat(),
        |oracle, at| row_major(&oracle.regressor(at.q, at.qd, at.qdd)),
    );
}

#[test]
fn energy_regressor_agrees() {
    check(as_it_is, energy_regressor, |oracle, at| {
        oracle.energy_regressor(at.q, at.qd)
    });
}

#[test]
fn torque_agrees() {
    check(as_it_is, inverse_dynamics, |oracle, at| {
        oracle.torque(at.theta, at.q, at.qd, at.qdd)
    });
}

#[test]
fn gravity_agrees() {
    check(as_it_is, gravity_torques, |oracle, at| {
        oracle.gravity_torque(at.theta, at.q)
    });
}

#[test]
fn coriolis_agrees() {
    check(as_it_is, coriolis_torques, |oracle, at| {
        oracle.coriolis(at.theta, at.q, at.qd)
    });
}

#[test]
fn inertia_agrees() {
    check(
        as_it_is,
        |graph, mechanism| inertia_matrix(graph, mechanism).concat(),
        |oracle, at| row_major(&oracle.inertia(at.theta, at.q)),
    );
}

#[test]
fn measured_rows_agree() {
    check(
        sensing,
        |graph, mechanism| {
            let rows = measured_regressor(graph, mechanism);
            assert_eq!(rows.len(), mechanism.measured_rows().len());
            rows.concat()
        },
        |oracle, at| row_major(&oracle.measured_regressor(at.q, at.qd, at.qdd)),
    );
}

/// Newton and Euler about centres of mass against the columns of standard parameters.
#[test]
fn wrenches_are_what_bodies_need() {
    check(
        as_it_is,
        |graph, mechanism| {
            let sensors = mechanism.bodies.places();
            let rows = sensors.flat_map(|sensor| wrench_regressor(graph, mechanism, sensor));
            let rows: Vec<Vec<Ref>> = rows.collect();
            let products = rows
                .iter()
                .map(|row| times_parameters(graph, mechanism, row));
            products.collect()
        },
        |oracle, at| {
            let bodies = at.mechanism.bodies.iter();
            let wrenches = bodies.map(|body| {
                let wrench = oracle.sensor_wrench(&body.name, at.theta, [at.q, at.qd, at.qdd]);
                wrench.expect("a body of this name")
            });
            wrenches.flatten().collect()
        },
    );
}

/// A row times the parameters.
fn times_parameters(graph: &mut Graph, mechanism: &Mechanism, row: &[Ref]) -> Ref {
    let zero = graph.constant(&Rational::ZERO);
    let columns = mechanism.parameters.places().zip(row);
    columns.fold(zero, |sum, (parameter, element)| {
        let parameter = graph.input(Input::Parameter(parameter));
        let product = graph.mul(&parameter, element);
        graph.add(&sum, &product)
    })
}

/// They are as many as random motion reveals, and the regressor's columns are those of their representatives
/// times their coefficients.
fn base_parameters_carry_what_is_measured(change: fn(&str, u64) -> String) {
    for_each_file(|text, seed| carried(&change(text, seed), seed));
}

fn carried(text: &str, seed: u64) {
    let (mechanism, robot) = (built(text), parsed(text));
    let base = base_parameters(&mechanism).expect("base parameters").base;
    assert_eq!(base.len(), revealed(&robot, seed));
    let mut random = Random::new(seed);
    let [q, qd, qdd] = [3.0, 2.0, 5.0].map(|range| random.vector(robot.dof(), range));
    let regressor = random.moved(&robot).measured_regressor(&q, &qd, &qdd);
    let mut carried = DMatrix::zeros(regressor.nrows(), regressor.ncols());
    // Columns cannot agree better than the largest of what is added up was rounded.
    let mut largest: f64 = 1.0;
    for parameter in &base {
        let column = regressor.column(parameter.representative.at());
        carried.set_column(parameter.representative.at(), &column);
        for (place, ratio) in &parameter.others {
            // Rounded once: quotients of symbols at small angles cancel.
            let coefficient = mechanism.ratio_at_values(ratio).to_f64();
            largest = f64::max(largest, coefficient.abs() * column.amax());
            carried
                .column_mut(place.at())
                .axpy(coefficient, &column, 1.0);
        }
    }
    let [carried, regressor] = [carried, regressor].map(|matrix| row_major(&(matrix / largest)));
    assert_agree("columns", &carried, &regressor, TOLERANCE);
}

/// Runs a test on random robot files with coil springs whose lengths change and can be told apart.
fn for_each_sprung(test: impl Fn(&str, u64)) {
    for_each_with(sprung, test);
}

/// Runs a test on random robot files with torques of their own that can be told apart.
fn for_each_urged(test: impl Fn(&str, u64)) {
    for_each_with(urged, test);
}

/// Runs a test on random robot files with something added, where that can be decided.
fn for_each_with(add: fn(&str, u64) -> String, test: impl Fn(&str, u64)) {
    for_each_invention(inventions(Keys::All), 60, |text, seed| {
        let text = add(text, seed);
        let mechanism = load("invention.yaml", &text)
            .ok()
            .map(|(mechanism, _)| mechanism);
        let counts = mechanism.is_some_and(|mechanism| base_parameters(&mechanism).is_ok());
        if counts {
            test(&text, seed);
        }
        counts
    });
}

#[test]
fn springs_pull_and_store_as_the_oracle_says() {
    for_each_sprung(equal_the_oracle);
}

#[test]
fn torques_of_the_file_are_as_the_oracle_says() {
    for_each_urged(equal_the_oracle);
}

#[test]
fn base_parameters_carry_torques_of_the_file() {
    for_each_urged(carried);
}

#[test]
fn base_parameters_carry_torques_of_the_file_beside_springs() {
    for_each_with(|text, seed| urged(&sprung(text, seed), seed), carried);
}

#[test]
fn base_parameters_carry_torques_of_the_file_in_what_is_measured() {
    for_each_urged(|text, seed| carried(&sensing(text, seed), seed));
}

/// Torque, its regressor and energy, against the oracle.
fn equal_the_oracle(text: &str, seed: u64) {
    let (mechanism, robot) = (built(text), parsed(text));
    let mut graph = Graph::default();
    let torques = inverse_dynamics(&mut graph, &mechanism);
    let regressor = torque_regressor(&mut graph, &mechanism).concat();
    let energy = energy_regressor(&mut graph, &mechanism);
    let mut random = Random::new(seed);
    for _ in 0..3 {
        let theta = random.physical_theta(&robot);
        let [q, qd, qdd] = [3.0, 2.0, 5.0].map(|range| random.vector(robot.dof(), range));
        let moved = random.moved(&robot);
        let (theta, q, qd, qdd) = (&theta, &q, &qd, &qdd);
        let leaves = Leaves {
            mechanism: &mechanism,
            theta,
            q,
            qd,
            qdd,
            base: base(&moved),
        };
        let agree = |what, outputs, expected: Vec<f64>| {
            assert_agree(what, &leaves.values(&graph, outputs), &expected, TOLERANCE);
        };
        agree("torque", &torques, moved.torque(theta, q, qd, qdd));
        agree(
            "regressor",
            &regressor,
            row_major(&moved.regressor(q, qd, qdd)),
        );
        agree("energy", &energy, moved.energy_regressor(q, qd));
    }
}

#[test]
fn base_parameters_carry_springs() {
    for_each_sprung(carried);
}

#[test]
fn base_parameters_carry_springs_in_single_torques() {
    for_each_sprung(|text, seed| {
        let text = sensing(text, seed);
        if !text.contains("wrench") {
            carried(&text, seed);
        }
    });
}

#[test]
fn base_parameters_carry_every_torque() {
    base_parameters_carry_what_is_measured(as_it_is);
}

#[test]
fn base_parameters_carry_wrenches_and_single_torques() {
    base_parameters_carry_what_is_measured(sensing);
}
