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

/// Torques and speeds of motors, of those of joints; those of a motor are empty where a joint's is left out of which it is made.
pub(super) fn of_motors(drive: &Drive, series: &Series) -> Series {
    let n = series.measured.len();
    let mut motors = Series::new(&series.name, n, series.rate);
    motors.time.clone_from(&series.time);
    motors.speed.clone_from(&series.speed);
    drive.columns_to_motor(&mut motors.speed);
    motors.friction = vec![Vec::new(); n];
    let samples = 0..series.time.len();
    for motor in 0..n {
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
    }
}
