//! Whose speed friction is a curve of: that of a joint, or of a motor that turns with several joints.

use crate::regression::Series;
use crate::transmission::Drive;
use armwright_runtime::{Model, ParameterKind, Site};

/// Whether friction is a curve of its own speed, for each joint and for each motor.
pub(super) struct Curves {
    pub(super) of_joints: Vec<bool>,
    pub(super) of_motors: Vec<bool>,
}

impl Curves {
    /// Whether the friction of a motor is a curve of its speed, and enters that of a joint which is none of the joint's.
    pub(super) fn stands_for_joints(&self, drive: &Drive, motor: usize) -> bool {
        let joints = self.of_joints.iter().enumerate();
        let mut others = joints.filter(|(_, is_curve)| !**is_curve);
        self.of_motors[motor] && others.any(|(joint, _)| drive.ratio(motor, joint) != 0.0)
    }

    pub(super) fn of(model: &Model, drive: &Drive) -> Self {
        let n = model.joints.len();
        let sites = model.parameters.iter().filter_map(|p| match p.kind {
            // What is constant is so at any speed.
            ParameterKind::Offset(_) => None,
            kind => kind.friction(),
        });
        let sites: Vec<Site> = sites.collect();
        let joints = sites.iter().map(|site| joints_of(model, drive, *site));
        let joints: Vec<Vec<f64>> = joints.collect();
        let motors = sites.iter().zip(&joints);
        let motors = motors.map(|(site, joints)| motors_of(drive, *site, joints));
        let motors: Vec<Vec<f64>> = motors.collect();
        Self {
            of_joints: (0..n).map(|k| is_curve(&joints, k)).collect(),
            of_motors: (0..n).map(|k| is_curve(&motors, k)).collect(),
        }
    }
}

/// Whether all friction that is in the torque of a place depends on the speed of that place alone.
fn is_curve(sites: &[Vec<f64>], place: usize) -> bool {
    let acting = |speeds: &&Vec<f64>| speeds[place] != 0.0;
    let alone = |speeds: &Vec<f64>| speeds.iter().filter(|share| **share != 0.0).count() == 1;
    sites.iter().filter(acting).all(alone)
}

/// How much the speed of where friction acts has of each joint's; its torque has the same shares in those of the joints.
fn joints_of(model: &Model, drive: &Drive, site: Site) -> Vec<f64> {
    let mut shares = vec![0.0; model.joints.len()];
    for (joint, share) in shares.iter_mut().enumerate() {
        *share = match site {
            Site::Motor(motor) => drive.ratio(motor, joint),
            Site::Joint(body) => {
                let own = model.motion(body).filter(|(k, _)| *k == joint);
                own.map(|(_, factor)| factor).sum()
            }
        };
    }
    shares
}

/// The same of motors.
fn motors_of(drive: &Drive, site: Site, joints: &[f64]) -> Vec<f64> {
    let share = |motor: usize| -> f64 {
        let shares = joints.iter().enumerate();
        match site {
            Site::Motor(own) => f64::from(own == motor),
            Site::Joint(_) => shares.map(|(k, x)| x * drive.motor_share(motor, k)).sum(),
        }
    };
    (0..joints.len()).map(share).collect()
}

/// Torques and speeds of motors, of those of joints; those of a motor are empty where a joint's is left out of which it is made,
/// unless it has a row by itself.
pub(super) fn of_motors(drive: &Drive, series: &Series) -> Series {
    let n = series.measured.len() - series.motors.len();
    let mut motors = Series::new(&series.name, n, series.rate);
    motors.time.clone_from(&series.time);
    motors.speed.clone_from(&series.speed);
    drive.columns_to_motor(&mut motors.speed);
    motors.friction = vec![Vec::new(); n];
    let samples = 0..series.time.len();
    for motor in 0..n {
        if let Some(row) = series.row_of_motor(motor) {
            motors.measured[motor].clone_from(&series.measured[row]);
            motors.predicted[motor].clone_from(&series.predicted[row]);
            motors.friction[motor].clone_from(&series.friction[row]);
            motors.kept[motor].clone_from(&series.kept[row]);
            continue;
        }
        let shares = (0..n).map(|joint| (joint, drive.motor_share(motor, joint)));
        let shares: Vec<(usize, f64)> = shares.filter(|(_, share)| *share != 0.0).collect();
        let is_there = |joint: usize| {
            let friction = series.friction.get(joint);
            friction.is_some_and(|friction| !friction.is_empty())
        };
        if !shares.iter().all(|(joint, _)| is_there(*joint)) {
            continue;
        }
        let sums = |columns: &[Vec<f64>]| -> Vec<f64> {
            let sum = |k: usize| -> f64 {
                let parts = shares.iter().map(|(joint, x)| x * columns[*joint][k]);
                parts.sum()
            };
            samples.clone().map(sum).collect()
        };
        let counts = |k: usize| shares.iter().all(|(joint, _)| series.kept[*joint][k]);
        motors.measured[motor] = sums(&series.measured);
        motors.predicted[motor] = sums(&series.predicted);
        motors.friction[motor] = sums(&series.friction);
        motors.kept[motor] = samples.clone().map(counts).collect();
    }
    motors
}

#[cfg(test)]
mod tests {
    use super::{Curves, of_motors};
    use crate::regression::Series;
    use crate::regression::by_hand::{MODEL, PARAMETERS, near};
    use crate::transmission::Drive;
    use armwright_runtime::{Model, Parameter, ParameterKind, Site};

    /// Whether friction at these sites is drawn by joints and by motors, of a robot whose second motor turns with both joints.
    fn drawn(kinds: &[ParameterKind], transmission: &'static [f64]) -> [Vec<bool>; 2] {
        let parameter = |kind: &ParameterKind| Parameter {
            kind: *kind,
            ..PARAMETERS[4]
        };
        let parameters: Vec<Parameter> = kinds.iter().map(parameter).collect();
        let model = Model {
            parameters: parameters.leak(),
            transmission,
            ..MODEL
        };
        let drive = Drive::of(&model).expect("an inverse");
        let found = Curves::of(&model, &drive);
        [found.of_joints, found.of_motors]
    }

    #[test]
    fn friction_is_a_curve_of_the_speed_of_what_turns_by_itself() {
        use ParameterKind::{Coulomb, Offset, Viscous};
        let [joint, motor] = [Site::Joint, Site::Motor];
        let (yes, no) = (vec![true; 2], vec![false; 2]);
        const COUPLED: &[f64] = &[2.0, 0.0, 3.0, 5.0];
        assert_eq!(drawn(&[], COUPLED), [yes.clone(), yes.clone()]);
        // The first motor turns with its joint alone.
        let first = drawn(&[Viscous(motor(0))], COUPLED);
        assert_eq!(first, [yes.clone(), yes.clone()]);
        let second = drawn(&[Coulomb(motor(1))], COUPLED);
        assert_eq!(second, [no.clone(), yes.clone()]);
        // The torque of the second joint is in that of both motors.
        let sliding = drawn(&[Coulomb(joint(1))], COUPLED);
        assert_eq!(sliding, [yes.clone(), no.clone()]);
        assert_eq!(
            drawn(&[Coulomb(joint(1)), Coulomb(motor(1))], COUPLED),
            [no.clone(), no]
        );
        let constant = drawn(&[Offset(motor(1)), Offset(joint(1))], COUPLED);
        assert_eq!(constant, [yes.clone(), yes.clone()]);
        let own = drawn(
            &[Coulomb(motor(1)), Viscous(joint(1))],
            &[2.0, 0.0, 0.0, 5.0],
        );
        assert_eq!(own, [yes.clone(), yes]);
    }

    /// The first motor turns with the first joint, the second one with both.
    #[test]
    fn motors_stand_for_joints_that_they_turn_with() {
        let drive = Drive::of(&MODEL).expect("an inverse");
        let of = |of_joints: [bool; 2], of_motors: [bool; 2]| {
            let curves = Curves {
                of_joints: of_joints.to_vec(),
                of_motors: of_motors.to_vec(),
            };
            [0, 1].map(|motor| curves.stands_for_joints(&drive, motor))
        };
        assert_eq!(of([false; 2], [true; 2]), [true; 2]);
        assert_eq!(of([false; 2], [false, true]), [false, true]);
        // The first motor turns with the first joint alone.
        assert_eq!(of([true, false], [true; 2]), [false, true]);
        assert_eq!(of([true; 2], [true; 2]), [false; 2]);
    }

    /// Torques by `[[0.5, -0.3], [0, 0.2]]`, speeds by `[[2, 0], [3, 5]]`.
    #[test]
    fn torques_and_speeds_of_motors_follow_from_those_of_joints() {
        let drive = Drive::of(&MODEL).expect("an inverse");
        let mut series = Series::new("swing", 2, 50.0);
        series.push(0.1, &[4.0, 10.0], &[2.0, 5.0], [true, true].into_iter());
        series.describe(&[0.0; 2], &[0.5, -1.0], &[1.0, 20.0]);
        series.push(0.2, &[8.0, 20.0], &[6.0, 10.0], [false, true].into_iter());
        series.describe(&[0.0; 2], &[1.0, 2.0], &[3.0, 30.0]);
        let found = of_motors(&drive, &series);
        let all = |columns: &[Vec<f64>], expected: [f64; 4]| {
            let found = columns.concat();
            assert_eq!(found.len(), 4);
            found.iter().zip(expected).for_each(|(x, y)| near(*x, y));
        };
        all(&found.measured, [-1.0, -2.0, 2.0, 4.0]);
        all(&found.predicted, [-0.5, 0.0, 1.0, 2.0]);
        all(&found.friction, [-5.5, -7.5, 4.0, 6.0]);
        all(&found.speed, [1.0, 2.0, -3.5, 13.0]);
        assert_eq!(found.kept, [[true, false], [true, true]]);
        // Without the first joint there is the second motor alone.
        (series.measured[0], series.predicted[0], series.kept[0]) = Default::default();
        series.friction[0].clear();
        let found = of_motors(&drive, &series);
        assert!(found.friction[0].is_empty());
        assert_eq!(found.kept, [vec![], vec![true, true]]);
        series.motors.push(0);
        series.measured.push(vec![1.5, 2.5]);
        series.predicted.push(vec![1.0, 2.0]);
        series.friction.push(vec![0.25, 0.5]);
        series.kept.push(vec![true, false]);
        let found = of_motors(&drive, &series);
        all(&found.measured, [1.5, 2.5, 2.0, 4.0]);
        all(&found.predicted, [1.0, 2.0, 1.0, 2.0]);
        all(&found.friction, [0.25, 0.5, 4.0, 6.0]);
        assert_eq!(found.kept, [[true, false], [true, true]]);
    }
}
