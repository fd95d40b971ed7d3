//! Friction that is held, along a motion.

use std::ops::Range;

use super::Motion;
use crate::held::HeldFriction;
use crate::transmission::Drive;
use armwright_runtime::Model;

impl Motion {
    /// Adds friction at samples to torques of joints, a column a joint. Samples that filters leave no velocity of have that of the
    /// nearest.
    pub(crate) fn add_friction(
        &self,
        friction: &HeldFriction,
        drive: &Drive,
        samples: Range<usize>,
        columns: &mut [Vec<f64>],
    ) {
        let (n, inside) = (columns.len(), self.interior());
        if friction.is_empty() || samples.is_empty() || inside.is_empty() {
            return;
        }
        let near = |sample: usize| sample.clamp(inside.start, inside.end - 1);
        let known = near(samples.start)..near(samples.end - 1) + 1;
        let states = self.states(known.clone());
        let temperatures = states.temperature.chunks_exact(n.max(1));
        let temperatures = temperatures.chain(std::iter::repeat(&[][..]));
        let mut torques = vec![0.0; known.len() * n];
        let each = states.each(n).zip(temperatures);
        for (([_, qd, _], warm), torque) in each.zip(torques.chunks_exact_mut(n.max(1))) {
            friction.torque(drive, qd, warm, torque);
        }
        for (joint, column) in columns.iter_mut().enumerate() {
            for (to, sample) in column.iter_mut().zip(samples.clone()) {
                *to += torques[(near(sample) - known.start) * n + joint];
            }
        }
    }
}

/// Parameters of friction, by name, that are what friction leaves that was taken from motions ([`HeldFriction::remainders`]).
pub(crate) fn remainders(motions: &[Motion], model: &Model) -> Vec<String> {
    let mut held = HeldFriction::default();
    motions.iter().for_each(|m| held.extend(m.held.clone()));
    held.remainders(model)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::remainders;
    use crate::held::{Curve, HeldFriction, HeldPlace};
    use crate::options::EquationSide;
    use crate::recording::UserColumn;
    use crate::regression::by_hand::{self, MODEL};
    use crate::transmission::Drive;

    /// Friction of the second joint by its temperature, and of the first motor, which turns twice as far as its joint: of a
    /// stretch anywhere, with the nearest velocity where there is none.
    #[test]
    fn friction_is_added_to_the_samples_of_a_stretch() {
        let mut recording = by_hand::recording(60);
        let warm = |from: u32| (0..60).map(|k| f64::from(from + k)).collect();
        recording.further.user = vec![UserColumn {
            name: "temperature".to_owned(),
            columns: vec![warm(20), warm(50)],
        }];
        let motion = by_hand::conditioned(recording, by_hand::processing(EquationSide::Joint));
        assert_eq!(motion.interior(), 3..57);
        let place = |index: usize, on_motor: bool, curve: Curve| HeldPlace {
            index,
            on_motor,
            is_zero: false,
            curve,
        };
        let by_warmth = Arc::new(|v: f64, warm: Option<f64>| 2.0 * v + warm.unwrap_or(-1e3));
        let of_motor = Arc::new(|v: f64, _: Option<f64>| 3.0 * v);
        let friction: HeldFriction = [place(1, false, by_warmth), place(0, true, of_motor)]
            .into_iter()
            .collect();
        let drive = Drive::of(&MODEL).expect("an inverse");
        for stretch in [0..10, 20..30, 50..60] {
            let mut columns = vec![vec![0.5; 10]; 2];
            motion.add_friction(&friction, &drive, stretch.clone(), &mut columns);
            for (k, sample) in stretch.enumerate() {
                let near = sample.clamp(3, 56);
                let qd = motion.states(near..near + 1).qd;
                by_hand::near(columns[0][k], 0.5 + 12.0 * qd[0]);
                by_hand::near(columns[1][k], 0.5 + 2.0 * qd[1] + 50.0 + near as f64);
            }
        }
    }

    /// Of the first joint in one motion, of the second motor in another; a joint of which no friction is held leaves all.
    #[test]
    fn remainders_are_those_of_every_motion() {
        let curve: Curve = Arc::new(|v: f64, _: Option<f64>| v);
        let place = |index: usize, on_motor: bool, is_zero: bool| HeldPlace {
            index,
            on_motor,
            is_zero,
            curve: Arc::clone(&curve),
        };
        let mut motions = vec![by_hand::motion(30); 3];
        motions[1].held = [place(0, false, false)].into_iter().collect();
        let last = [place(1, true, false), place(1, false, true)];
        motions[2].held = last.into_iter().collect();
        assert_eq!(remainders(&motions, &MODEL), ["fc_m2", "fv_j1"]);
        assert_eq!(remainders(&motions[..2], &MODEL), ["fv_j1"]);
        assert!(remainders(&motions[..1], &MODEL).is_empty());
    }

    /// Of no samples, and of a motion of which the filter leaves none.
    #[test]
    fn no_friction_is_added_where_there_is_nothing() {
        let mut motion = by_hand::motion(60);
        let place = HeldPlace {
            index: 0,
            on_motor: false,
            is_zero: false,
            curve: Arc::new(|v: f64, _: Option<f64>| v + 1.0),
        };
        let friction: HeldFriction = [place].into_iter().collect();
        let drive = Drive::of(&MODEL).expect("an inverse");
        let mut none: Vec<Vec<f64>> = vec![Vec::new(); 2];
        motion.add_friction(&friction, &drive, 0..0, &mut none);
        assert!(none.iter().all(Vec::is_empty), "{none:?}");
        motion.processing.trim = 30;
        assert!(motion.interior().is_empty());
        let mut columns = vec![vec![0.5; 10]; 2];
        motion.add_friction(&friction, &drive, 20..30, &mut columns);
        assert_eq!(columns, vec![vec![0.5; 10]; 2]);
    }
}
