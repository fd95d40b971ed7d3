//! What no motion keeps.

use super::{Kept, Worst};

/// Excesses that differ by less are the same.
const SAME: f64 = 1e-9;

impl Kept<'_> {
    /// What each of some motions exceeds at all times, and by as much where it does so least: shapes that touch in some part that joints
    /// do not move against each other, or at a place where all motions begin.
    pub(in super::super) fn exceeded_always(&mut self, motions: &[Vec<f64>]) -> Option<Worst> {
        let count = self.count();
        let mut spans = vec![[f64::INFINITY, f64::NEG_INFINITY]; count];
        for z in motions {
            let mut least = vec![f64::INFINITY; count];
            let hear = |place: usize, excess: f64| {
                least[place % count] = least[place % count].min(excess);
                0.0
            };
            self.pass(z, hear, None);
            for (span, least) in spans.iter_mut().zip(least) {
                *span = [span[0].min(least), span[1].max(least)];
            }
        }
        let same = |[low, high]: &[f64; 2]| *low > SAME && high - low < SAME;
        let (place, [excess, _]) = spans.iter().enumerate().find(|(_, span)| same(span))?;
        Some(Worst {
            name: self.name(place),
            excess: *excess,
            time: 0.0,
        })
    }
}
