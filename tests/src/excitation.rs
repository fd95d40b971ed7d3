//! How many parameter combinations random motion reveals, by numeric rank.

use nalgebra::DMatrix;

use crate::Random;
use crate::oracle::Mechanism;

/// The rank of the oracle's regressor, stacked over random states.
#[must_use]
pub fn revealed(robot: &Mechanism, seed: u64) -> usize {
    let (n, p) = (robot.dof(), robot.parameters().len());
    let mut random = Random::new(seed);
    let states = 12 * p / n + 20;
    let mut stacked = DMatrix::zeros(n * states, p);
    for state in 0..states {
        let [q, qd, qdd] = [3.0, 3.0, 8.0].map(|range| random.vector(n, range));
        stacked
            .rows_mut(state * n, n)
            .copy_from(&robot.regressor(&q, &qd, &qdd));
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
