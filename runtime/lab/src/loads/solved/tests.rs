//! What is known of an arm as equations.

use nalgebra::{DMatrix, DVector};

use super::known_arm;
use crate::identify::BaseEstimate;
use crate::together::{Carried, Offsets, Plan};
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;

fn plan() -> Plan {
    Plan {
        base: ROBOT.model().base.len(),
        rows: 2,
        load: Carried::Unknown,
        loaded: vec![false, true],
        gains: false,
        offsets: Offsets::Each,
    }
}

/// Base parameters with deviations of 0.1, 0.2 and so on, neighbours of which are correlated.
fn arm() -> BaseEstimate {
    let b = ROBOT.model().base.len();
    let std = |k: usize| 0.1 * (k + 1) as f64;
    let covariance = |i: usize, j: usize| match i.abs_diff(j) {
        0 => std(i) * std(i),
        1 => 0.4 * std(i) * std(j),
        _ => 0.0,
    };
    BaseEstimate {
        covariance: (0..b)
            .map(|i| (0..b).map(|j| covariance(i, j)).collect())
            .collect(),
        ..BaseEstimate::exact((0..b).map(|k| 2.0 - 0.7 * k as f64).collect())
    }
}

/// `|matrix x - right|²` is the distance from what is known in deviations.
fn distance(arm: &BaseEstimate, x: &DVector<f64>) -> f64 {
    let prior = known_arm(ROBOT.model(), arm, &plan()).expect("equations");
    (&prior.matrix * x - &prior.right).norm_squared()
}

#[test]
fn base_parameters_of_an_arm_weigh_by_their_covariance() {
    let (mut arm, b) = (arm(), ROBOT.model().base.len());
    let unknowns = plan().unknowns();
    assert_eq!(unknowns, b + 10 + 4);
    let mut x = DVector::from_fn(unknowns, |k, _| 0.3 * k as f64 - 1.0);
    let expected = |arm: &BaseEstimate, x: &DVector<f64>| {
        let told: Vec<usize> = (0..b).filter(|k| arm.determined[*k]).collect();
        let covariance = DMatrix::from_fn(told.len(), told.len(), |i, j| {
            arm.covariance[told[i]][told[j]]
        });
        let off = DVector::from_fn(told.len(), |i, _| x[told[i]] - arm.beta[told[i]]);
        off.dot(&(covariance.try_inverse().expect("an inverse") * &off))
    };
    let near = |found: f64, expected: f64| {
        assert!(
            (found / expected - 1.0).abs() < 1e-9,
            "{found} for {expected}"
        )
    };
    near(distance(&arm, &x), expected(&arm, &x));
    // What the recordings left open is left open; loads and offsets are no part of the arm.
    arm.determined[2] = false;
    near(distance(&arm, &x), expected(&arm, &x));
    let before = distance(&arm, &x);
    (x[2], x[b], x[unknowns - 1]) = (99.0, -99.0, 77.0);
    near(distance(&arm, &x), before);
    // A value that holds exactly is held to a billionth of the largest parameter.
    let mut exact = BaseEstimate::exact(vec![0.0; b]);
    exact.beta[1] = -4.0;
    let mut at = DVector::zeros(unknowns);
    at[1] = -4.0 + 8e-9;
    near(distance(&exact, &at), 4.0);
    let nothing = BaseEstimate::exact(vec![0.0; b]);
    let mut at = DVector::zeros(unknowns);
    at[0] = 3e-15;
    near(distance(&nothing, &at), 9.0);
}

#[test]
fn an_arm_that_says_nothing_of_this_one_is_refused() {
    let refused = |change: &dyn Fn(&mut BaseEstimate)| {
        let mut arm = arm();
        change(&mut arm);
        let found = known_arm(ROBOT.model(), &arm, &plan());
        found.map(|_| ()).expect_err("a refusal").to_string()
    };
    let b = ROBOT.model().base.len();
    let said = refused(&|arm| arm.beta.push(1.0));
    assert!(
        said.ends_with(&format!("it has {} base parameters, not {b}", b + 1)),
        "{said}"
    );
    let said = refused(&|arm| arm.biased = true);
    assert!(
        said.ends_with(
            "it is a biased estimate, whose deviations do not say how far it is from the truth; identify the arm by least squares \
             (ols, wls)"
        ),
        "{said}"
    );
    for change in [
        |arm: &mut BaseEstimate| arm.beta[1] = f64::NAN,
        |arm: &mut BaseEstimate| arm.covariance[0][1] = f64::INFINITY,
    ] {
        let said = refused(&change);
        assert!(
            said.ends_with("it has values that are no finite numbers"),
            "{said}"
        );
    }
}
