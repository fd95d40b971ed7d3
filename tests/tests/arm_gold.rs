//! The direct drive arm's generated code against values that computer algebra derived elsewhere.

use armwright_runtime::Class;
use armwright_tests::{ArmGold, Pair, assert_agree, gold, rank, zoo};
use nalgebra::{DMatrix, DVector};

const SYMBOLS: [&str; 10] = [
    "m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz",
];

fn reference() -> (Pair, ArmGold) {
    let path = gold("mit_ddarm.json");
    let arm = zoo()
        .into_iter()
        .find(|pair| pair.name() == "mit_ddarm")
        .expect("mit_ddarm");
    (
        arm,
        ArmGold::read(&path).expect("the arm's reference values read"),
    )
}

/// The reference's names of the 30 parameters, in order.
fn names() -> Vec<String> {
    (1..=3)
        .flat_map(|body| SYMBOLS.map(|symbol| format!("{symbol}{body}")))
        .collect()
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn nominal_values_are_those_of_table_1() {
    let (arm, reference) = reference();
    for (name, parameter) in names().iter().zip(arm.robot.model().parameters) {
        assert_eq!(parameter.nominal, Some(reference.table1[name]), "{name}");
    }
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn torque_and_regressor() {
    let (arm, reference) = reference();
    let theta: Vec<f64> = names().iter().map(|name| reference.table1[name]).collect();
    for case in &reference.cases {
        let tau = arm.filled(3, |robot, out| {
            robot.inverse_dynamics(&theta, &case.q, &case.qd, &case.qdd, out)
        });
        assert_agree("torque", &tau, &case.tau_table1, 1e-12);
        let regressor = arm.filled(90, |robot, out| {
            robot.torque_regressor(&case.q, &case.qd, &case.qdd, out)
        });
        assert_agree("regressor", &regressor, &case.regressor.concat(), 1e-12);
    }
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn base_parameters_are_those_of_table_3() {
    let (arm, reference) = reference();
    let combinations = DMatrix::from_fn(reference.base_rows.len(), 30, |row, column| {
        reference.base_rows[row]
            .get(&names()[column])
            .copied()
            .unwrap_or(0.0)
    });
    assert_eq!(combinations.nrows(), 15);
    assert_eq!(rank(combinations.clone()), 15);
    // Representatives and dropped parameters are the memo's: the same rows, up to sign and order.
    let grouping = arm.base_matrix();
    assert_eq!(grouping.nrows(), 15);
    for row in combinations.row_iter() {
        let same = |own: &DMatrix<f64>| {
            own.row_iter()
                .any(|other| (other - row).amax() < 1e-12 || (other + row).amax() < 1e-12)
        };
        assert!(same(&grouping), "no base parameter is {row}");
    }
    let theta = DVector::from_iterator(30, names().iter().map(|name| reference.table1[name]));
    let beta = arm.filled(15, |robot, out| {
        robot.base_parameters(theta.as_slice(), out)
    });
    let values = arm.in_base_parameters(&combinations) * DVector::from_vec(beta);
    let expected: Vec<f64> = reference
        .base_names
        .iter()
        .map(|name| reference.base_values_table1[name])
        .collect();
    assert_agree("values for Table 1", values.as_slice(), &expected, 1e-12);
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn classes_are_those_of_the_memo() {
    let (arm, _) = reference();
    let classes = arm
        .robot
        .model()
        .parameters
        .iter()
        .map(|parameter| parameter.class);
    let count = |class| classes.clone().filter(|other| *other == class).count();
    // Section 4: nine identifiable by themselves, eleven not at all, ten in combination.
    let counts = [Class::Identifiable, Class::Invisible, Class::Combined].map(count);
    assert_eq!(counts, [9, 11, 10]);
}
