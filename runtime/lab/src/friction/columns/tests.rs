//! Columns of friction of the wrist, whose motors turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.

use nalgebra::{DVector, Matrix3, Vector3};

use super::super::law::{Extra, Law, Shape};
use super::super::place::{Place, place};
use super::super::warmth::Warmth;
use super::{FrictionColumns, Linearised};
use crate::motion::States;
use crate::regression::{Columns, Equations};
use armwright_robots::abb_wrist::ROBOT;
use armwright_runtime::{Robot, Side};

type Laws = Vec<(Law, Vec<f64>, Vec<f64>)>;

/// The last motor, which warms up, the second joint, whose friction grows with its load, and the second motor with both.
fn places() -> (Vec<Place>, Laws) {
    let model = ROBOT.model();
    let mut places = vec![
        place(model, 2, true),
        place(model, 1, false),
        place(model, 1, true),
    ];
    places[0].warmth = Some(Warmth {
        reference: 30.0,
        range: [0.0; 2],
    });
    let warm = Law::of(Shape::Stribeck).with(Extra::Temperature);
    let laws = vec![
        (warm, vec![1.0, 2.0, 3.0, 0.5], vec![40.0]),
        (
            Law::of(Shape::Coulomb).with(Extra::Load),
            vec![5.0, 7.0],
            vec![],
        ),
        (
            Law::of(Shape::Viscous).with(Extra::Load),
            vec![11.0, 13.0],
            vec![],
        ),
    ];
    (places, laws)
}

#[test]
fn friction_stands_beside_bodies_in_the_rows_that_it_enters() {
    let g = Matrix3::new(-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let b = ROBOT.model().base.len();
    let load: Vec<f64> = (0..b).map(|k| 0.3 - 0.1 * k as f64).collect();
    let (places, laws) = places();
    let columns = FrictionColumns::new(&equations, &places, &load, Linearised { laws: &laws });
    assert_eq!(columns.starts(), [b, b + 5, b + 7, b + 9]);
    let width = b + 9;
    assert_eq!(columns.count(), width);
    let states = States {
        q: vec![0.3, -0.7, 1.1, 0.9, 0.4, -0.2],
        qd: vec![0.5, -0.25, 2.0, -1.0, 0.7, -0.3],
        qdd: vec![3.0, -4.0, 5.0, 1.0, 2.0, -3.0],
        temperature: vec![10.0, 20.0, 34.0, 10.0, 20.0, 27.0],
        ..States::default()
    };
    let mut out = vec![99.0; 2 * 3 * width];
    columns.evaluate(&states, &mut out).expect("columns");
    for (state, matrix) in out.chunks_exact(3 * width).enumerate() {
        let at = |values: &[f64]| Vector3::from_column_slice(&values[3 * state..3 * state + 3]);
        let (q, qd, qdd) = (at(&states.q), at(&states.qd), at(&states.qdd));
        let mut base = vec![0.0; 3 * b];
        let slices = [&q, &qd, &qdd].map(|x| x.as_slice());
        ROBOT
            .base_regressor(slices[0], slices[1], slices[2], &mut base)
            .expect("a regressor");
        let row = |i: usize| DVector::from_column_slice(&base[i * b..(i + 1) * b]);
        let torque = Vector3::from_fn(|i, _| row(i).dot(&DVector::from_column_slice(&load)));
        let speeds = g * qd;
        let loads = g.transpose().try_inverse().expect("an inverse") * torque;
        let warmth = at(&states.temperature)[2] - 30.0;
        let (v, s) = (speeds[2], speeds[2].signum());
        let near = s * (-(v / 40.0).powi(2)).exp();
        let all = [
            // The last is the derivative by the logarithm of the speed.
            vec![
                s,
                v,
                near,
                warmth * v,
                3.0 * near * 2.0 * (v / 40.0).powi(2),
            ],
            vec![qd[1].signum(), torque[1].abs() * qd[1].signum()],
            vec![speeds[1], loads[1].abs() * speeds[1].signum()],
        ];
        let ratios = [[g.m31, g.m32, g.m33], [0.0, 1.0, 0.0], [g.m21, g.m22, 0.0]];
        for i in 0..3 {
            for j in 0..b {
                let is_own =
                    ["fc_m2", "fv_m2", "fc_m3", "fv_m3"].contains(&ROBOT.model().base[j].name);
                let expected = if is_own { 0.0 } else { base[i * b + j] };
                assert_eq!(
                    matrix[i * width + j],
                    expected,
                    "base parameter {j} of row {i}"
                );
            }
            let mut column = b;
            for (values, ratios) in all.iter().zip(ratios) {
                for value in values {
                    let (found, expected) = (matrix[i * width + column], ratios[i] * value);
                    let off = (found - expected).abs();
                    assert!(
                        off < 1e-6 * expected.abs().max(1e-3),
                        "{column} of {i}: {found} for {expected}"
                    );
                    column += 1;
                }
            }
        }
    }
    // Where temperatures were not recorded nothing is warmer.
    let cold = States {
        temperature: Vec::new(),
        ..states
    };
    columns.evaluate(&cold, &mut out).expect("columns");
    assert!((0..3).all(|i| out[i * width + b + 3] == 0.0));
}

#[test]
fn what_never_enters_a_row_is_known() {
    let (places, laws) = places();
    let load = vec![0.0; ROBOT.model().base.len()];
    for side in [Side::Joint, Side::Motor] {
        let equations = Equations::of(&ROBOT, side).expect("equations");
        let columns = FrictionColumns::new(&equations, &places, &load, Linearised { laws: &laws });
        let b = load.len();
        let entering = |row: usize| -> Vec<usize> {
            let all = b..columns.count();
            all.filter(|k| !columns.is_zero(side, row, *k))
                .map(|k| k - b)
                .collect()
        };
        let rows = [0, 1, 2].map(entering);
        let expected: [Vec<usize>; 3] = match side {
            Side::Joint => [
                vec![0, 1, 2, 3, 4, 7, 8],
                (0..9).collect(),
                (0..5).collect(),
            ],
            Side::Motor => [vec![5, 6], vec![5, 6, 7, 8], (0..5).collect()],
        };
        assert_eq!(rows, expected, "{side:?}");
        for j in 0..b {
            let is_own = ["fc_m2", "fv_m2", "fc_m3", "fv_m3"].contains(&ROBOT.model().base[j].name);
            for row in 0..3 {
                let plain = equations.base_columns().is_zero(side, row, j);
                assert_eq!(
                    columns.is_zero(side, row, j),
                    is_own || plain,
                    "{j} of {row}"
                );
            }
        }
    }
}
