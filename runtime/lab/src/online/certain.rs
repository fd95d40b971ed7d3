//! Which rows have friction of a sign that is certain.

use armwright_runtime::online::MotionFilter;
use armwright_runtime::{Robot, Side};

use super::watched::Watched;
use crate::regression::Signs;
use crate::thresholds::SLOW;
use crate::transmission::Drive;

/// The rows of joint torques whose friction has a sign that is certain: at rest it is anything up to that of a motion.
pub(super) struct CertainRows {
    signs: Signs,
    drive: Option<Drive>,
    /// The speeds from which a sign is certain, of joints and of motors.
    thresholds: [Vec<f64>; 2],
    /// Speeds of joints, then of motors.
    speeds: Vec<f64>,
}

impl CertainRows {
    /// A hundredth of the highest speeds of a recording, behind a filter with a `time` constant (s), are enough, as in `identify`.
    pub(super) fn of<const N: usize>(robot: &dyn Robot, pieces: &[Watched<'_>], time: f64) -> Self {
        let model = robot.model();
        let n = model.joints.len();
        let rows: Vec<usize> = (0..n).collect();
        let mut found = Self {
            signs: Signs::of_torques(model, Side::Joint, &rows),
            drive: Drive::of(model),
            thresholds: [vec![0.0; n], vec![0.0; n]],
            speeds: vec![0.0; 2 * n],
        };
        let mut highest = vec![0.0_f64; 2 * n];
        for watched in pieces {
            let piece = watched.recording;
            let mut filter = MotionFilter::<f64, N>::new(time, piece.rate.recip());
            for k in 0..piece.samples() {
                let position = std::array::from_fn(|i| piece.position.get(i).map_or(0.0, |q| q[k]));
                let velocity = filter.update(&position).qd;
                // The step with which a position that froze goes on is no speed.
                if watched.wrong(k).is_some() {
                    continue;
                }
                found.at(&velocity[..n]);
                let speeds = highest.iter_mut().zip(&found.speeds);
                speeds.for_each(|(highest, speed)| *highest = highest.max(speed.abs()));
            }
        }
        let (joints, motors) = highest.split_at(n);
        found.thresholds = [joints, motors].map(|all| all.iter().map(|x| SLOW * x).collect());
        found
    }

    /// Takes the velocities of the joints.
    pub(super) fn at(&mut self, velocities: &[f64]) {
        let (joints, motors) = self.speeds.split_at_mut(velocities.len());
        joints.copy_from_slice(velocities);
        if let Some(drive) = &self.drive {
            drive.to_motor(joints, motors);
        }
    }

    /// Whether a row has one at those.
    pub(super) fn has(&self, row: usize) -> bool {
        let [joints, motors] = &self.thresholds;
        self.signs.certain([joints, motors], row, &self.speeds)
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::Side;

    use super::super::watched::tests::{unwatched, wrong_from};
    use super::CertainRows;
    use crate::recording::Recording;
    use crate::regression::Signs;
    use crate::regression::by_hand::{MODEL, ROBOT, recording};
    use crate::thresholds::SLOW;
    use crate::transmission::Drive;

    /// Dry friction is the second motor's, which turns by `3 q1 + 5 q2` and acts on both joints.
    #[test]
    fn a_sign_is_certain_while_its_motor_turns() {
        let mut certain = CertainRows {
            signs: Signs::of_torques(&MODEL, Side::Joint, &[0, 1]),
            drive: Drive::of(&MODEL),
            thresholds: [vec![0.0; 2], vec![0.0, 1.0]],
            speeds: vec![0.0; 4],
        };
        for (velocities, motors, is_certain) in [
            ([1.0, -0.5], [2.0, 0.5], false),
            ([0.0, 0.1], [0.0, 0.5], false),
            ([1.0, -0.25], [2.0, 1.75], true),
            ([-0.5, 0.0], [-1.0, -1.5], true),
        ] {
            certain.at(&velocities);
            assert_eq!(certain.speeds, [velocities, motors].concat());
            assert_eq!(
                [0, 1].map(|row| certain.has(row)),
                [is_certain; 2],
                "{velocities:?}"
            );
        }
    }

    /// Joints that turn evenly, at 0.6 and -0.2: the second motor at 0.8, whatever the filter makes of the beginning.
    #[test]
    fn thresholds_are_shares_of_the_highest_speeds() {
        let mut even = recording(400);
        for (column, speed) in even.position.iter_mut().zip([0.6, -0.2]) {
            let places = column.iter_mut().zip(0..);
            places.for_each(|(x, k)| *x = speed * f64::from(k) / even.rate);
        }
        let of = |pieces: &[Recording]| -> [Vec<f64>; 2] {
            CertainRows::of::<2>(&ROBOT, &unwatched(pieces), 0.02).thresholds
        };
        let [joints, motors] = of(std::slice::from_ref(&even));
        let near = |found: f64, expected: f64| {
            assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}")
        };
        assert!((joints[0] / (0.6 * SLOW) - 1.0).abs() < 0.3, "{joints:?}");
        for (found, speed) in [joints[1], motors[0], motors[1]]
            .into_iter()
            .zip([0.2, 1.2, 0.8])
        {
            near(found / joints[0], speed / 0.6);
        }
        // Of two pieces the higher.
        let mut slower = even.clone();
        let all = slower.position.iter_mut().flatten();
        all.for_each(|x| *x *= 0.5);
        for pieces in [
            [even.clone(), even.clone()],
            [even.clone(), slower.clone()],
            [slower.clone(), even],
        ] {
            let [more, _] = of(&pieces);
            assert_eq!(more, joints);
        }
        // A step is no speed where what filters make of it is wrong.
        let mut jumps = slower.clone();
        jumps.position[0][200..].iter_mut().for_each(|x| *x += 1.0);
        let watched = [wrong_from(&slower, 200), wrong_from(&jumps, 200)];
        let [before, after] =
            watched.map(|piece| CertainRows::of::<2>(&ROBOT, &[piece], 0.02).thresholds);
        assert_eq!(after, before);
        assert!(of(&[jumps])[0][0] > 2.0 * before[0][0]);
    }
}
