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

#[cfg(test)]
mod tests {
    use armwright_runtime::{Model, ParameterKind, Side, Site};
    use nalgebra::DMatrix;

    use super::{certain, kept};
    use crate::regression::Signs;
    use crate::regression::by_hand::{MODEL, PARAMETERS};
    use crate::transmission::Drive;

    /// Motors turn by `2 q1` and `3 q1 + 5 q2`, the joint of the second body by half of `q1` less twice `q2`: its friction enters both
    /// rows, that of the second motor the second one.
    #[test]
    fn signs_are_certain_of_joints_of_motors_and_of_joints_that_move_with_others() {
        let mut parameters = PARAMETERS;
        parameters[4].kind = ParameterKind::Coulomb(Site::Joint(1));
        parameters[6].kind = ParameterKind::Coulomb(Site::Motor(1));
        let model = Model {
            motions: &[&[(0, 1.0)], &[(0, 0.5), (1, -2.0)]],
            parameters: parameters.to_vec().leak(),
            ..MODEL
        };
        let drive = Drive::of(&model).expect("a transmission");
        let signs = Signs::of_torques(&model, Side::Joint, &[0, 1]);
        let now = DMatrix::from_row_slice(
            2,
            5,
            &[1.0, 1.0, 4.0, -1.0, 1.25, 1.0, 0.25, 1.0, 1.0, -0.75],
        );
        // The first joint turns round behind the fourth instant.
        let mut after = now.clone();
        after[(0, 3)] = 1.0;
        let found = certain(&drive, &signs, &now, &[now.clone(), after]);
        assert_eq!(
            found,
            [
                [true, true, true, false, true],
                [true; 5],
                [true, true, true, false, true],
                // 8, 4.25, 17, 2 and nothing.
                [true, true, true, true, false],
                // -1.5, nothing, nothing, -2.5 and 2.125.
                [true, false, false, true, true],
            ]
        );
        assert_eq!(kept(&found, &signs, 0, 5), [0, 3, 4]);
        assert_eq!(kept(&found, &signs, 1, 5), [0, 3]);
    }
}
