//! How many parameter combinations random motion reveals, by numeric rank.

use nalgebra::DMatrix;

use crate::Random;
use crate::oracle::Mechanism;

/// The rank of the oracle's regressor of what is measured, stacked over random states.
#[must_use]
pub fn revealed(robot: &Mechanism, seed: u64) -> usize {
    let (n, p) = (robot.dof(), robot.parameters().len());
    let mut random = Random::new(seed);
    let mut state = || {
        // Some states far away: functions of a dependent joint's position may bend where its coordinate is there.
        let far = [1.0, 1.0, 1.0, 4.0][random.below(4)];
        let [q, mut qd, qdd] = [3.0 * far, 3.0, 8.0].map(|range| random.vector(n, range));
        // Some joints almost at rest: else the signs of coupled velocities hardly ever differ.
        for rate in &mut qd {
            *rate *= [1.0, 1.0, 0.01][random.below(3)];
        }
        random.moved(robot).measured_regressor(&q, &qd, &qdd)
    };
    let first = state();
    let rows = first.nrows();
    let states = 12 * p / rows + 20;
    let mut stacked = DMatrix::zeros(rows * states, p);
    stacked.rows_mut(0, rows).copy_from(&first);
    for k in 1..states {
        stacked.rows_mut(k * rows, rows).copy_from(&state());
    }
    // Scaled columns; what is nothing but rounding (a right angle in floats) is nothing.
    for mut column in stacked.column_iter_mut() {
        let norm = column.norm();
        column *= if norm > 1e-9 { 1.0 / norm } else { 0.0 };
    }
    rank(stacked)
}

/// The rank of a matrix whose columns are of like size, by QR with column pivoting.
#[must_use]
pub fn rank(matrix: DMatrix<f64>) -> usize {
    let triangle = matrix.col_piv_qr().r();
    let pivot = |k: usize| triangle[(k, k)].abs();
    let count = triangle.nrows().min(triangle.ncols());
    let largest = (0..count).map(pivot).fold(0.0, f64::max);
    (0..count).filter(|&k| pivot(k) > 1e-9 * largest).count()
}
