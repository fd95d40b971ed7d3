//! What the starts of a search came to: the best optima, all different.

use super::criterion::Criterion;
use super::information::Information;
use super::optimiser::Optimum;

/// How many are kept.
const POOL: usize = 24;
/// Optima whose figures differ by less are taken for one.
const SAME: f64 = 2e-3;

/// What a generation of starts knows of those before.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// The best motions, the best first.
    pub(super) pool: Vec<Vec<f64>>,
    /// The value of the last of these; infinite while there are few.
    pub(super) cutoff: f64,
    /// The worst of their values on the way, smooth figure by smooth figure; nothing while there are few.
    pub(super) way: Vec<f64>,
}

/// What starts came to, in their order.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The best optima, the best first, all different.
    pub(super) pool: Vec<(f64, usize, Optimum)>,
    pub(super) optima: Vec<(usize, f64)>,
    /// Starts that ended, those that were given up among them.
    pub(super) starts: usize,
    pub(super) start: Option<f64>,
    shown: Option<(usize, f64)>,
}

impl Found {
    pub(super) fn add(&mut self, k: usize, (start, optimum): (Option<f64>, Option<Optimum>)) {
        if k == 0 {
            self.start = start;
        }
        self.starts += 1;
        let Some(optimum) = optimum else {
            return;
        };
        self.optima.push((k, optimum.value));
        let own = (optimum.value, k);
        match self
            .pool
            .iter()
            .position(|(value, ..)| (value - own.0).abs() < SAME)
        {
            // Of equal ones the better, and of these the earlier, however threads came in.
            Some(same) if (self.pool[same].0, self.pool[same].1) <= own => return,
            Some(same) => drop(self.pool.remove(same)),
            None => {}
        }
        let place = self
            .pool
            .partition_point(|(value, at, _)| (*value, *at) < own);
        self.pool.insert(place, (own.0, own.1, optimum));
        self.pool.truncate(POOL);
    }

    /// The best, and what a new one has to be better than.
    pub(super) fn kept(&self) -> Known {
        let worst = self.pool.get(POOL - 1).map(|(value, ..)| *value);
        let stages = match worst {
            Some(_) => self.pool[0].2.way.len(),
            None => 0,
        };
        let worst_of = |stage: usize| {
            let all = self
                .pool
                .iter()
                .filter_map(|(.., found)| found.way.get(stage));
            all.copied().fold(f64::NEG_INFINITY, f64::max)
        };
        Known {
            pool: self
                .pool
                .iter()
                .map(|(.., found)| found.z.clone())
                .collect(),
            cutoff: worst.unwrap_or(f64::INFINITY),
            way: (0..stages).map(worst_of).collect(),
        }
    }

    /// The figure of the best, computed once.
    pub(super) fn figure(
        &mut self,
        criterion: &Criterion,
        objective: &mut Information<'_>,
    ) -> Option<f64> {
        let (_, k, found) = self.pool.first()?;
        if self.shown.is_none_or(|(shown, _)| shown != *k) {
            self.shown = Some((*k, criterion.figure(&objective.matrix(&found.z))?));
        }
        self.shown.map(|(_, figure)| figure)
    }
}
