//! At which instants the signs of friction are certain.

use nalgebra::DMatrix;

use crate::regression::Signs;
use crate::thresholds::SLOW;
use crate::transmission::Drive;

/// For each velocity (as [`Signs`] counts them) and instant whether its sign is certain: faster than what is slow, and the same a while before
/// and after (`around`). Velocities are those of the joints (`n × instants`).
pub(super) fn certain(
    drive: &Drive,
    signs: &Signs,
    now: &DMatrix<f64>,
    around: &[DMatrix<f64>; 2],
) -> Vec<Vec<bool>> {
    let all = |joint: &DMatrix<f64>| {
        let motor = drive.to_motor_matrix() * joint;
        [joint.clone(), motor, signs.others() * joint]
    };
    let (now, around) = (all(now), around.each_ref().map(all));
    let mut certain = Vec::new();
    for side in 0..now.len() {
        for (v, row) in now[side].row_iter().enumerate() {
            let slow = SLOW * row.amax();
            let same = |k: usize| {
                let x = now[side][(v, k)];
                let mut neighbours = around.iter().map(|around| around[side][(v, k)]);
                x.abs() > slow && neighbours.all(|y| y * x > 0.0)
            };
            certain.push((0..row.ncols()).map(same).collect());
        }
    }
    certain
}

/// The instants at which every sign that enters a row is certain.
pub(super) fn kept(
    certain: &[Vec<bool>],
    signs: &Signs,
    row: usize,
    instants: usize,
) -> Vec<usize> {
    let all = 0..instants;
    all.filter(|&k| signs.of_row(row).iter().all(|&v| certain[v][k]))
        .collect()
}
