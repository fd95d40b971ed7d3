//! The wrist's generated code against values that computer algebra derived elsewhere.
//!
//! The reference cases have lengths of their own. The length `l_a1` has no effect; the generated
//! code keeps its `l_b1`, so body c is described about the generated origin instead: the same
//! matter, moved along x.

use std::collections::HashMap;

use armwright_tests::oracle::evaluate;
use armwright_tests::{Pair, WristCase, WristGold, assert_agree, gold, rank, zoo};
use nalgebra::{DMatrix, DVector};

/// `l_b1` of `robots/abb_wrist.yaml`, m.
const L_B1: f64 = 0.085;

fn reference() -> (Pair, WristGold) {
    let path = gold("abb_wrist.json");
    let wrist = zoo()
        .into_iter()
        .find(|pair| pair.name() == "abb_wrist")
        .expect("abb_wrist");
    (
        wrist,
        WristGold::read(&path).expect("the wrist's reference values read"),
    )
}

/// The wrist's parameters (`p`) as a matrix times a case's 30: body c about the generated origin,
/// drives that do nothing.
fn translation(pair: &Pair, case: &WristCase) -> DMatrix<f64> {
    moved(case.phys["bl1"] - L_B1, pair.oracle.parameters().len(), 30)
}

/// A case's 30 parameters as a matrix times the wrist's (`p`).
fn translation_inverse(pair: &Pair, case: &WristCase) -> DMatrix<f64> {
    moved(L_B1 - case.phys["bl1"], 30, pair.oracle.parameters().len())
}

/// Body c about an origin that is `-d` further along x.
fn moved(d: f64, rows: usize, columns: usize) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(rows, columns);
    for i in 0..30 {
        matrix[(i, i)] = 1.0;
    }
    let [m, x, y, z, _, xy, xz, yy, _, zz] = std::array::from_fn(|component| 20 + component);
    // h + m d; with r + d in place of r, L gains 2 (h·d) 1 - h dᵀ - d hᵀ + m (|d|² 1 - d dᵀ).
    matrix[(x, m)] = d;
    matrix[(xy, y)] = -d;
    matrix[(xz, z)] = -d;
    for diagonal in [yy, zz] {
        matrix[(diagonal, x)] = 2.0 * d;
        matrix[(diagonal, m)] = d * d;
    }
    matrix
}

fn theta(pair: &Pair, case: &WristCase) -> Vec<f64> {
    let translated = translation(pair, case) * DVector::from_column_slice(&case.std);
    translated.as_slice().to_vec()
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn torque_inertia_coriolis_and_gravity() {
    let (wrist, reference) = reference();
    for case in &reference.cases {
        let theta = theta(&wrist, case);
        let tau = wrist.filled(3, |robot, out| {
            robot.inverse_dynamics(&theta, &case.q, &case.qd, &case.qdd, out)
        });
        assert_agree("torque", &tau, &case.gravity_9p81.tau, 1e-12);
        let tau = wrist.filled(3, |robot, out| {
            robot.closed_form_torque(&theta, &case.q, &case.qd, &case.qdd, out)
        });
        assert_agree("closed form", &tau, &case.gravity_9p81.tau, 1e-12);
        let gravity = wrist.filled(3, |robot, out| robot.gravity_torques(&theta, &case.q, out));
        assert_agree("gravity", &gravity, &case.gravity_9p81.g, 1e-12);
        let inertia = wrist.filled(9, |robot, out| robot.inertia_matrix(&theta, &case.q, out));
        assert_agree("inertia", &inertia, case.inertia.as_flattened(), 1e-12);
        let coriolis = wrist.filled(3, |robot, out| {
            robot.coriolis_torques(&theta, &case.q, &case.qd, out)
        });
        assert_agree("Coriolis", &coriolis, &case.coriolis_torque(), 1e-12);
    }
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn regressor() {
    let (wrist, reference) = reference();
    let p = wrist.oracle.parameters().len();
    for case in &reference.cases {
        let full = wrist.filled(3 * p, |robot, out| {
            robot.torque_regressor(&case.q, &case.qd, &case.qdd, out)
        });
        let actual = DMatrix::from_row_slice(3, p, &full) * translation(&wrist, case);
        let rows = case.gravity_9p81.regressor.concat();
        let expected = DMatrix::from_row_slice(3, 30, &rows);
        assert_agree("regressor", actual.as_slice(), expected.as_slice(), 1e-12);
    }
}

#[test]
#[cfg_attr(
    no_gold,
    ignore = "no reference values: ARMWRIGHT_GOLD names their folder"
)]
fn base_parameters_span_the_17_combinations() {
    let (wrist, reference) = reference();
    for case in &reference.cases {
        let published = combinations(&reference, case);
        let translation = translation(&wrist, case);
        let generated = wrist.base_matrix() * &translation;
        assert_eq!(
            rank(generated.clone()),
            17,
            "combinations of bodies in the generated code"
        );
        assert_eq!(rank(published.clone()), 17, "combinations of the reference");
        // The reference's combinations are exactly expressed by the generated ones, so with equal
        // ranks neither says more than the other.
        let back = translation_inverse(&wrist, case);
        let change = wrist.in_base_parameters(&(&published * back));
        let again = &change * &generated;
        assert_agree("span", again.as_slice(), published.as_slice(), 1e-12);
        let theta = theta(&wrist, case);
        let base = wrist.robot.model().base.len();
        let beta = wrist.filled(base, |robot, out| robot.base_parameters(&theta, out));
        let values = change * DVector::from_vec(beta);
        assert_agree("values", values.as_slice(), &case.base17, 1e-9);
    }
}

/// The reference's combinations as a matrix (17 × 30).
fn combinations(reference: &WristGold, case: &WristCase) -> DMatrix<f64> {
    let names = &reference.meta.std_names;
    let expressions = &reference.meta.base17_expr;
    let mut matrix = DMatrix::zeros(expressions.len(), names.len());
    for (row, expression) in expressions.iter().enumerate() {
        let expression = expression.replace("bl1^2", "bl1*bl1");
        for (column, name) in names.iter().enumerate() {
            let mut values: HashMap<String, f64> =
                names.iter().map(|name| (name.clone(), 0.0)).collect();
            values.insert("bl1".to_owned(), case.phys["bl1"]);
            values.insert(name.clone(), 1.0);
            matrix[(row, column)] = evaluate(&expression, &values).expect("a sum of products");
        }
    }
    matrix
}
