//! What the starts of a search came to: the best optima, all different.

use super::criterion::Criterion;
use super::information::Information;
use super::optimiser::Optimum;

/// How many are kept.
const POOL: usize = 6;
/// Optima whose figures differ by less are taken for one.
const SAME: f64 = 2e-3;

/// What starts came to, in their order.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The best optima, the best first, all different.
    pub(super) pool: Vec<(f64, usize, Vec<f64>)>,
    pub(super) optima: Vec<(usize, f64)>,
    pub(super) start: Option<f64>,
    shown: Option<(usize, f64)>,
}

impl Found {
    pub(super) fn add(&mut self, k: usize, (start, optimum): (Option<f64>, Option<Optimum>)) {
        if k == 0 {
            self.start = start;
        }
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
        self.pool.insert(place, (own.0, own.1, optimum.z));
        self.pool.truncate(POOL);
    }

    /// The best, and what a new one has to be better than.
    pub(super) fn kept(&self) -> (Vec<Vec<f64>>, f64) {
        let pool = self.pool.iter().map(|(_, _, z)| z.clone()).collect();
        let worst = self.pool.get(POOL - 1).map(|(value, ..)| *value);
        (pool, worst.unwrap_or(f64::INFINITY))
    }

    /// The figure of the best, computed once.
    pub(super) fn figure(
        &mut self,
        criterion: &Criterion,
        objective: &mut Information<'_>,
    ) -> Option<f64> {
        let (_, k, z) = self.pool.first()?;
        if self.shown.is_none_or(|(shown, _)| shown != *k) {
            self.shown = Some((*k, criterion.figure(&objective.matrix(z))?));
        }
        self.shown.map(|(_, figure)| figure)
    }
}
