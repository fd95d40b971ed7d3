//! How warm places were: what viscous friction by temperature is told from.

use crate::motion::Motion;

/// The temperature about which friction changes is a multiple of this.
const GRAIN: f64 = 0.1;

/// The temperatures of a place, in the unit of the recordings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Warmth {
    /// That about which friction changes.
    pub(super) reference: f64,
    /// The lowest and the highest, above the reference.
    pub(super) range: [f64; 2],
}

/// How warm a joint was, where motions have it and temperatures changed; `held_out` have to have it as well.
pub(super) fn warmth(joint: usize, motions: &[Motion], held_out: &[Motion]) -> Option<Warmth> {
    let known = held_out.iter().all(|m| m.temperature(joint).is_some());
    let (mut sum, mut count) = (0.0, 0.0);
    let mut range = [f64::INFINITY, f64::NEG_INFINITY];
    for motion in motions {
        for value in &motion.temperature(joint)?[motion.interior()] {
            sum += value;
            count += 1.0;
            range = [range[0].min(*value), range[1].max(*value)];
        }
    }
    let reference = (sum / count / GRAIN).round() * GRAIN;
    (known && range[0] < range[1]).then(|| Warmth {
        reference,
        range: range.map(|x| x - reference),
    })
}
