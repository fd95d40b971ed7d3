//! A step of a run over three numbers, each by itself, against its formulas.

use nalgebra::{DMatrix, DVector};

use super::Run;
use crate::cone::quadratic::Quadratic;

const SIZE: [f64; 3] = [1.0, 2.0, 0.5];
const RIGHT: [f64; 3] = [1.0, -1.0, 0.3];
const X: [f64; 3] = [0.5, 0.4, 0.9];
const Z: [f64; 3] = [0.3, 2.0, 0.2];
const SCALE: f64 = 2.0;

/// Towards `x z = mu` of each number: what `x` and `z` move by.
fn direction(mu: f64, second: [f64; 3]) -> [[f64; 3]; 2] {
    let curvature = |k: usize| 2.0 * SIZE[k] * SIZE[k] / SCALE;
    let gradient = |k: usize| 2.0 * SIZE[k] * (SIZE[k] * X[k] - RIGHT[k]) / SCALE;
    let dx =
        [0, 1, 2].map(|k| (mu / X[k] - second[k] - gradient(k)) / (curvature(k) + Z[k] / X[k]));
    [
        dx,
        [0, 1, 2].map(|k| curvature(k) * dx[k] + gradient(k) - Z[k]),
    ]
}

/// How far both stay above 0.
fn length([dx, dz]: &[[f64; 3]; 2]) -> f64 {
    let points = X.iter().chain(&Z).zip(dx.iter().chain(dz));
    let ends = points
        .filter(|(_, way)| **way < 0.0)
        .map(|(x, way)| -x / way);
    ends.fold(f64::INFINITY, f64::min)
}

/// Mehrotra's predictor and corrector: the target is the mean of all products, times the cube of what a step towards 0 leaves.
#[test]
fn a_step_leads_to_a_share_of_the_mean_product() {
    let program = Quadratic {
        blocks: 0,
        scalars: 3,
        free: 0,
        matrix: DMatrix::from_diagonal(&DVector::from_row_slice(&SIZE)),
        right: DVector::from_row_slice(&RIGHT),
        linear: DVector::zeros(3),
        logarithms: vec![0.0; 3],
        equations: Vec::new(),
    };
    let point = |values: &[f64; 3]| DVector::from_row_slice(values);
    let mut run = Run::at(
        &program,
        (SCALE, 1e-12),
        point(&X),
        point(&Z),
        DVector::zeros(0),
    );
    let predicted = direction(0.0, [0.0; 3]);
    let ahead = length(&predicted).min(1.0);
    let mean = (0..3).map(|k| X[k] * Z[k]).sum::<f64>() / 3.0;
    let second = [0, 1, 2].map(|k| predicted[0][k] * predicted[1][k] / X[k]);
    let found = direction((1.0 - ahead).powi(3) * mean, second);
    let reach = length(&found);
    assert!(ahead < 0.9 && reach > 0.3, "{ahead} {reach}");
    let step = ((0.9 + 0.09 * ahead) * reach).min(1.0);
    assert!(run.advance());
    for k in 0..3 {
        let expected = [X[k] + step * found[0][k], Z[k] + step * found[1][k]];
        let off = [run.x[k] - expected[0], run.z[k] - expected[1]];
        assert!(off.iter().all(|off| off.abs() < 1e-7), "{k}: {off:?}");
    }
}
