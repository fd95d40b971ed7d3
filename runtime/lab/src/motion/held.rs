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
