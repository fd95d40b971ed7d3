//! Combinations of the columns of recordings that are as noisy as each is.

use armwright_runtime::Side;
use nalgebra::{DMatrix, DVector};

use super::Basis;
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::by_hand::{B, ROBOT, moved, processing};
use crate::regression::{Equations, Sample};
use crate::together::{Carried, Factors, Fit, Offsets, Plan};

const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

/// `Σ w q qᵀ` of each recording is the identity, however its rows weigh.
#[test]
fn combinations_are_orthonormal_over_the_weighted_rows() {
    let mut random = Random::new(11);
    let mut one = |name: &str, time: f64, noise: [f64; 2]| {
        let processing = processing(EquationSide::Joint);
        moved(name, (time, 90), processing, &mut |_, rows| {
            [0, 1].map(|row| {
                let predicted: f64 = rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum();
                predicted + noise[row] * random.normal()
            })
        })
    };
    let motions = [
        one("first", 0.0, [0.02, 0.3]),
        one("second", 1.3, [0.1, 0.05]),
    ];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let factors = Factors::of(&equations, &motions, None).expect("factors");
    let plan = Plan {
        base: B,
        rows: 2,
        load: Carried::Nothing,
        loaded: vec![false; 2],
        gains: false,
        offsets: Offsets::None,
    };
    let fit = Fit::of(&factors, &plan, DVector::zeros(B), None).expect("a fit");
    for (recording, motion) in motions.iter().enumerate() {
        let basis = Basis::of(&factors, &plan, &fit, recording);
        assert!(basis.size + 1 >= B, "{}", basis.size);
        let mut squares = DMatrix::zeros(basis.size, basis.size);
        let mut take = |sample: &Sample<'_>| {
            for row in 0..2 {
                let columns = basis.columns(sample, row);
                squares += &columns * columns.transpose() * fit.weight(recording, row);
            }
        };
        let columns = factors.columns();
        let passed = equations.pass(motion, &columns, &mut take, &mut |_| {});
        passed.expect("a pass");
        let off = (squares - DMatrix::identity(basis.size, basis.size)).amax();
        assert!(off < 1e-8, "{recording}: {off}");
    }
}
