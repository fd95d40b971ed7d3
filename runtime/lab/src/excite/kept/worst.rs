//! What a constraint comes to at worst, at the times of its grid and between them.

use std::collections::BTreeSet;

use super::super::nodes::Nodes;
use super::{Clearance, Kept, Measure, Worst};

/// Into so many parts an interval is divided in which the worst may be.
const PARTS: usize = 16;
/// What an excess may rise by between two times without a closer look.
const RISE: f64 = 1e-4;

impl Kept<'_> {
    /// What one of the numbers is called.
    pub(super) fn name(&self, k: usize) -> String {
        let name = match &self.measure {
            Measure::Within(_, names) => names.get(k).map(String::as_str),
            Measure::Clear(all) => all.get(k).map(Clearance::name),
        };
        name.unwrap_or_default().to_owned()
    }

    /// The largest excess at the times of the grid, Coulomb friction being all of it however slow a joint is.
    pub(in super::super) fn worst(&mut self, z: &[f64]) -> Worst {
        let all = self.excesses(z);
        self.largest(&all)
    }

    /// All excesses, time by time, Coulomb friction being all of it however slow a joint is.
    fn excesses(&mut self, z: &[f64]) -> Vec<f64> {
        let mut all = Vec::with_capacity(self.nodes.times.len() * self.count());
        let keep = |_, excess: f64| {
            all.push(excess);
            0.0
        };
        self.smooth = false;
        self.pass(z, keep, None);
        self.smooth = true;
        all
    }

    /// The largest of all excesses.
    fn largest(&self, all: &[f64]) -> Worst {
        let count = self.count();
        let start = (f64::NEG_INFINITY, 0);
        let places = all.iter().enumerate();
        let (excess, place) = places.fold(start, |worst, (place, excess)| {
            if *excess > worst.0 {
                (*excess, place)
            } else {
                worst
            }
        });
        Worst {
            name: self.name(place % count.max(1)),
            excess,
            time: self
                .nodes
                .times
                .get(place / count.max(1))
                .copied()
                .unwrap_or(0.0),
        }
    }

    /// The largest excess at the times of the grid and between them.
    ///
    /// A parabola through three times rises above the middle one by an eighth of its second difference at most. Where twice
    /// that makes an excess the worst, the intervals on either side are looked at more closely: a grid that is fine for five
    /// harmonics is coarse for forty.
    pub(in super::super) fn worst_between(&mut self, z: &[f64]) -> Worst {
        let all = self.excesses(z);
        let worst = self.largest(&all);
        let times = self.bent(&all, worst.excess + RISE);
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

    /// Times between those of the grid where one of all excesses may be larger than this.
    fn bent(&self, all: &[f64], largest: f64) -> Vec<f64> {
        let (count, last) = (self.count(), self.nodes.times.len().saturating_sub(1));
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
