//! A step of a run over three numbers, each by itself, against its formulas.

use nalgebra::{DMatrix, DVector};

use super::Run;
use crate::cone::quadratic::Quadratic;

const SIZE: [f64; 3] = [1.0, 2.0, 0.5];
const SCALE: f64 = 2.0;

/// Where a step begins, and what the quadratic is of.
struct Begun {
    right: [f64; 3],
    x: [f64; 3],
    z: [f64; 3],
}

impl Begun {
    /// Towards `x z = mu` of each number: what `x` and `z` move by.
    fn direction(&self, mu: f64, second: [f64; 3]) -> [[f64; 3]; 2] {
        let Self { right, x, z } = self;
        let curvature = |k: usize| 2.0 * SIZE[k] * SIZE[k] / SCALE;
        let gradient = |k: usize| 2.0 * SIZE[k] * (SIZE[k] * x[k] - right[k]) / SCALE;
        let dx =
            [0, 1, 2].map(|k| (mu / x[k] - second[k] - gradient(k)) / (curvature(k) + z[k] / x[k]));
        [
            dx,
            [0, 1, 2].map(|k| curvature(k) * dx[k] + gradient(k) - z[k]),
        ]
    }

    /// How far both stay above 0.
    fn length(&self, [dx, dz]: &[[f64; 3]; 2]) -> f64 {
        let points = self.x.iter().chain(&self.z).zip(dx.iter().chain(dz));
        let ends = points
            .filter(|(_, way)| **way < 0.0)
            .map(|(x, way)| -x / way);
        ends.fold(f64::INFINITY, f64::min)
    }

    fn mean(&self) -> f64 {
        (0..3).map(|k| self.x[k] * self.z[k]).sum::<f64>() / 3.0
    }

    /// The predictor, and how much of it can be gone.
    fn ahead(&self) -> ([[f64; 3]; 2], f64) {
        let predicted = self.direction(0.0, [0.0; 3]);
        let ahead = self.length(&predicted).min(1.0);
        (predicted, ahead)
    }

    /// The corrector, which leads to a share of the mean product.
    fn corrected(&self, share: f64) -> [[f64; 3]; 2] {
        let (predicted, _) = self.ahead();
        let second = [0, 1, 2].map(|k| predicted[0][k] * predicted[1][k] / self.x[k]);
        self.direction(share * self.mean(), second)
    }

    /// A step is so much of a direction as leaves both above 0.
    #[track_caller]
    fn goes(&self, way: &[[f64; 3]; 2], tolerance: f64) {
        let program = Quadratic {
            blocks: 0,
            scalars: 3,
            free: 0,
            matrix: DMatrix::from_diagonal(&DVector::from_row_slice(&SIZE)),
            right: DVector::from_row_slice(&self.right),
            linear: DVector::zeros(3),
            logarithms: vec![0.0; 3],
            equations: Vec::new(),
        };
        let point = |values: &[f64; 3]| DVector::from_row_slice(values);
        let mut run = Run::at(
            &program,
            (SCALE, 1e-12),
            point(&self.x),
            point(&self.z),
            DVector::zeros(0),
        );
        let step = ((0.9 + 0.09 * self.ahead().1) * self.length(way)).min(1.0);
        assert!(run.advance());
        for (k, (x, z)) in way[0].iter().zip(&way[1]).enumerate() {
            let moved = [run.x[k] - self.x[k], run.z[k] - self.z[k]];
            let off = [moved[0] - step * x, moved[1] - step * z];
            assert!(off.iter().all(|off| off.abs() < tolerance), "{k}: {off:?}");
        }
    }
}

/// Mehrotra's predictor and corrector: the target is the mean of all products, times the cube of what a step towards 0 leaves.
#[test]
fn a_step_leads_to_a_share_of_the_mean_product() {
    let begun = Begun {
        right: [1.0, -1.0, 0.3],
        x: [0.5, 0.4, 0.9],
        z: [0.3, 2.0, 0.2],
    };
    let (_, ahead) = begun.ahead();
    let found = begun.corrected((1.0 - ahead).powi(3));
    let reach = begun.length(&found);
    assert!(ahead < 0.9 && reach > 0.3, "{ahead} {reach}");
    begun.goes(&found, 1e-7);
}

/// A corrector of which less than three tenths can be gone is left: the step leads to seven tenths of the mean product.
#[test]
fn a_short_step_leads_back_towards_the_path() {
    let begun = Begun {
        right: [10.0, 3.0, 3.0],
        x: [0.2, 0.01, 0.01],
        z: [20.0, 4.0, 0.4],
    };
    let (_, ahead) = begun.ahead();
    let left = begun.length(&begun.corrected((1.0 - ahead).powi(3)));
    assert!(left < 0.29, "{left}");
    begun.goes(&begun.direction(0.7 * begun.mean(), [0.0; 3]), 1e-9);
}

/// The quadratic is least where the step begins, so that all of the predictor can be gone: the target is not 0 for that.
#[test]
fn a_whole_step_leads_to_a_hundred_millionth_of_the_mean_product() {
    let begun = Begun {
        right: [1e4, 4e4, 2e4],
        x: [1e4, 2e4, 4e4],
        z: [2e4, 1e4, 5e3],
    };
    assert_eq!(begun.ahead().1, 1.0);
    // 2 of 2e8: moves of x are some 1e-4.
    begun.goes(&begun.corrected(1e-8), 1e-9);
}
