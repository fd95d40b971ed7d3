//! What a constraint comes to between the times of its grid.

use std::collections::BTreeSet;

use super::super::nodes::Nodes;
use super::{Kept, Worst};

/// Into so many parts an interval is divided in which the worst may be.
const PARTS: usize = 16;
/// What an excess may rise by between two times without a closer look.
const RISE: f64 = 1e-4;

impl Kept<'_> {
    /// The largest excess at the times of the grid and between them.
    ///
    /// A parabola through three times rises above the middle one by an eighth of its second difference at most. Where twice
    /// that makes an excess the worst, the intervals on either side are looked at more closely: a grid that is fine for five
    /// harmonics is coarse for forty.
    pub(in super::super) fn worst_between(&mut self, z: &[f64]) -> Worst {
        let worst = self.worst(z);
        let times = self.bent(z, worst.excess + RISE);
        if times.is_empty() {
            return worst;
        }
        let finely = Nodes::of(self.space, times);
        let grid = std::mem::replace(&mut self.nodes, finely);
        let between = self.worst(z);
        self.nodes = grid;
        match between.excess > worst.excess {
            true => between,
            false => worst,
        }
    }

    /// Times between those of the grid where an excess may be larger than this.
    fn bent(&mut self, z: &[f64], largest: f64) -> Vec<f64> {
        let (count, last) = (self.count(), self.nodes.times.len().saturating_sub(1));
        let mut all = Vec::with_capacity((last + 1) * count);
        self.smooth = false;
        self.pass(
            z,
            |_, excess| {
                all.push(excess);
                0.0
            },
            None,
        );
        self.smooth = true;
        if last < 2 {
            return Vec::new();
        }
        let mut intervals = BTreeSet::new();
        for (place, excess) in all.iter().enumerate() {
            let (time, k) = (place / count, place % count);
            let middle = time.clamp(1, last - 1);
            let [before, at, after] = [middle - 1, middle, middle + 1].map(|t| all[t * count + k]);
            if excess + 0.25 * (before - 2.0 * at + after).abs() > largest {
                intervals.extend([time.saturating_sub(1), time.min(last - 1)]);
            }
        }
        let parts = |k: usize| {
            let (from, to) = (self.nodes.times[k], self.nodes.times[k + 1]);
            (1..PARTS).map(move |part| from + (to - from) * part as f64 / PARTS as f64)
        };
        intervals.into_iter().flat_map(parts).collect()
    }
}
