//! The direct drive arm's experiment as its memo describes it: 600 points on three trajectories.

use std::f64::consts::PI;

use armwright_lab::estimate::{Estimate, Estimator, Method, estimate};
use armwright_lab::experiment::{Quintic, Trajectory};
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::regression::{Factor, Observation};
use armwright_runtime::{Class, Robot};
use armwright_tests::zoo;
use nalgebra::{DMatrix, DVector};

/// An, Atkeson and Hollerbach (1986), section 3: start and end in degrees, 1.3 s each.
const TRAJECTORIES: [[[f64; 3]; 2]; 3] = [
    [[330.0, 289.1, 230.0], [80.0, 39.1, -10.0]],
    [[330.0, 269.1, -30.0], [80.0, 19.1, 220.0]],
    [[80.0, 269.1, -30.0], [330.0, 19.1, 220.0]],
];
const SECONDS: f64 = 1.3;
/// Points on each, both ends among them.
const POINTS: u32 = 200;

fn arm() -> &'static dyn Robot {
    let pair = zoo().into_iter().find(|pair| pair.name() == "mit_ddarm");
    pair.expect("the arm is a robot").robot
}

/// The base regressor's rows, three a point (`1800 × 15`).
fn regressor() -> DMatrix<f64> {
    let (robot, n) = (arm(), 3);
    let b = robot.model().base.len();
    let mut rows = Vec::new();
    for ends in TRAJECTORIES {
        let points = ends.map(|point| point.map(|degrees| degrees * PI / 180.0).to_vec());
        let motion = Quintic::through(vec![0.0, SECONDS], points.to_vec()).expect("a motion");
        for k in 0..POINTS {
            let time = SECONDS * f64::from(k) / f64::from(POINTS - 1);
            let at: Vec<[f64; 3]> = (0..n).map(|joint| motion.at(joint, time)).collect();
            let [q, qd, qdd] =
                [0, 1, 2].map(|order| at.iter().map(|x| x[order]).collect::<Vec<_>>());
            let mut row = vec![0.0; n * b];
            robot
                .base_regressor(&q, &qd, &qdd, &mut row)
                .expect("slices of the robot's own sizes");
            rows.extend(row);
        }
    }
    DMatrix::from_row_slice(rows.len() / b, b, &rows)
}

/// Table 1's torques along the three trajectories, observed.
fn observation(regressor: &DMatrix<f64>) -> Observation {
    let torque = regressor * truth();
    let mut factors = vec![Factor::new(regressor.ncols()); 3];
    for (k, row) in regressor.row_iter().enumerate() {
        factors[k % 3].push(row.iter().copied().enumerate(), torque[k]);
    }
    Observation::of(vec![factors])
}

/// The combinations of Table 1's values.
fn truth() -> DVector<f64> {
    let model = arm().model();
    base_matrix(model) * DVector::from_vec(nominal(model))
}

fn estimated(observation: &Observation, estimator: &Estimator) -> Estimate {
    estimate(observation, arm().model(), estimator).expect("an estimate")
}

#[test]
fn fifteen_combinations_of_table_1_are_recovered() {
    let regressor = regressor();
    assert_eq!(regressor.shape(), (1800, 15));
    let observation = observation(&regressor);
    for method in [Method::Ols, Method::Wls] {
        let found = estimated(&observation, &method.into());
        assert_eq!(found.spectrum.rank, 15);
        for (value, truth) in found.beta.iter().zip(&truth()) {
            assert!(
                (value - truth).abs() < 1e-8,
                "{method:?}: {value} for {truth}"
            );
        }
    }
}

/// `d = 10.0 ≪ λ_min(KᵀK) = 3395.0`, as the memo prints it, of all thirty parameters together; the
/// trajectories as printed, both ends among the points, give 2932.
#[test]
fn the_smallest_eigenvalue_is_of_the_printed_size() {
    let k = regressor() * base_matrix(arm().model());
    let gram = k.transpose() * k;
    let mut values: Vec<f64> = gram.symmetric_eigenvalues().iter().copied().collect();
    values.sort_by(|a, b| b.total_cmp(a));
    assert_eq!(values.len(), 30);
    assert!((2900.0..3400.0).contains(&values[14]), "{}", values[14]);
    let rounding = 1e-12 * values[0];
    assert!(values[15..].iter().all(|value| value.abs() < rounding));
}

#[test]
fn ridge_agrees_with_reduced_least_squares_on_what_is_identifiable() {
    let (model, regressor) = (arm().model(), regressor());
    let observation = observation(&regressor);
    let reduced = estimated(&observation, &Method::Ols.into());
    let ridge = Estimator {
        damping: Some(10.0),
        ..Method::Ridge.into()
    };
    let ridge = estimated(&observation, &ridge);
    for (j, base) in model.base.iter().enumerate() {
        let (value, expected) = (ridge.beta[j], reduced.beta[j]);
        // A combination that is 0 in the table is held to the largest of its unit.
        let alike = (0..model.base.len()).filter(|&k| model.base[k].unit == base.unit);
        let largest = alike.map(|k| reduced.beta[k].abs()).fold(0.0, f64::max);
        let size = if expected.abs() > 1e-6 {
            expected.abs()
        } else {
            largest
        };
        assert!(
            (value - expected).abs() < 0.01 * size,
            "{}: {value} for {expected}",
            base.expression
        );
    }
    let torque = |beta: &[f64]| &regressor * DVector::from_column_slice(beta);
    let (one, other) = (torque(&ridge.beta), torque(&reduced.beta));
    assert!((one - &other).norm() < 0.01 * other.norm());
}

/// Table 2: of parameters that move no torque the estimate is 0; of combinations every part takes
/// its share, and the parts add up to the combination.
#[test]
fn ridge_resolves_combinations_as_table_2_does() {
    let model = arm().model();
    let ridge = Estimator {
        damping: Some(10.0),
        ..Method::Ridge.into()
    };
    let found = estimated(&observation(&regressor()), &ridge);
    let standard = found.standard.expect("all standard parameters");
    assert_eq!(standard.len(), 30);
    for (parameter, value) in model.parameters.iter().zip(&standard) {
        match parameter.class {
            Class::Invisible => assert_eq!(*value, 0.0, "{}", parameter.name),
            Class::Combined => assert!(value.abs() > 0.1, "{}: {value}", parameter.name),
            Class::Identifiable => {}
        }
    }
    let sums = base_matrix(model) * DVector::from_vec(standard);
    for (sum, beta) in sums.iter().zip(&found.beta) {
        assert!((sum - beta).abs() < 1e-9, "{sum} for {beta}");
    }
}
