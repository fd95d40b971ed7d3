//! Which rows have friction of a sign that is certain.

use armwright_runtime::online::MotionFilter;
use armwright_runtime::{Robot, Side};

use crate::recording::Recording;
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
    pub(super) fn of<const N: usize>(robot: &dyn Robot, pieces: &[Recording], time: f64) -> Self {
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
        for piece in pieces {
            let mut filter = MotionFilter::<f64, N>::new(time, piece.rate.recip());
            for k in 0..piece.samples() {
                let position = std::array::from_fn(|i| piece.position.get(i).map_or(0.0, |q| q[k]));
                found.at(&filter.update(&position).qd[..n]);
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
