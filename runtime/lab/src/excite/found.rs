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

#[cfg(test)]
mod tests {
    use super::super::optimiser::Optimum;
    use super::{Found, POOL, SAME};

    fn optimum(z: f64, value: f64, way: &[f64]) -> (Option<f64>, Option<Optimum>) {
        let found = Optimum {
            z: vec![z],
            value,
            way: way.to_vec(),
        };
        (Some(100.0 + z), Some(found))
    }

    fn places(found: &Found) -> Vec<(f64, usize)> {
        found
            .pool
            .iter()
            .map(|(value, k, _)| (*value, *k))
            .collect()
    }

    #[test]
    fn the_best_come_first_and_of_equal_ones_the_better_stays() {
        let mut found = Found::default();
        found.add(1, optimum(0.1, 3.0, &[]));
        assert_eq!(found.start, None);
        found.add(0, optimum(0.2, 5.0, &[]));
        assert_eq!(found.start, Some(100.2));
        found.add(2, (Some(7.0), None));
        found.add(3, optimum(0.3, 4.0, &[]));
        assert_eq!((found.starts, found.start), (4, Some(100.2)));
        assert_eq!(places(&found), [(3.0, 1), (4.0, 3), (5.0, 0)]);
        // A little worse than one that is there is the same, a little better takes its place.
        found.add(4, optimum(0.4, 3.0 + 0.9 * SAME, &[]));
        assert_eq!(places(&found), [(3.0, 1), (4.0, 3), (5.0, 0)]);
        found.add(5, optimum(0.5, 3.0 - 0.9 * SAME, &[]));
        assert_eq!(places(&found), [(3.0 - 0.9 * SAME, 5), (4.0, 3), (5.0, 0)]);
        found.add(6, optimum(0.6, 4.0 + 1.1 * SAME, &[]));
        // Of equal figures the earlier start.
        found.add(8, optimum(0.8, 5.0, &[]));
        found.add(7, optimum(0.7, 4.0, &[]));
        let expected = [
            (3.0 - 0.9 * SAME, 5),
            (4.0, 3),
            (4.0 + 1.1 * SAME, 6),
            (5.0, 0),
        ];
        assert_eq!(places(&found), expected);
        assert_eq!(found.optima.len(), 8);
        assert_eq!(found.optima[..3], [(1, 3.0), (0, 5.0), (3, 4.0)]);
        let known = found.kept();
        assert_eq!(known.pool, [[0.5], [0.3], [0.6], [0.2]]);
        assert_eq!((known.cutoff, known.way), (f64::INFINITY, Vec::new()));
    }

    /// An optimum may be the same as two that are told apart.
    #[test]
    fn what_lies_between_two_is_one_with_the_better() {
        let mut found = Found::default();
        found.add(0, optimum(0.1, 3.0, &[]));
        found.add(1, optimum(0.2, 3.0 + 1.5 * SAME, &[]));
        let two = [(3.0, 0), (3.0 + 1.5 * SAME, 1)];
        assert_eq!(places(&found), two);
        found.add(2, optimum(0.3, 3.0 + 0.75 * SAME, &[]));
        assert_eq!(places(&found), two);
    }

    #[test]
    fn a_full_pool_says_what_has_to_be_beaten() {
        let mut found = Found::default();
        for k in 0..POOL + 3 {
            let value = k as f64;
            found.add(k, optimum(value, value, &[10.0 + value, 50.0 - value]));
        }
        assert_eq!(found.pool.len(), POOL);
        let known = found.kept();
        // The 24th best, and the worst of their ways.
        assert_eq!(known.cutoff, 23.0);
        assert_eq!(known.way, [33.0, 50.0]);
        assert_eq!(known.pool.len(), POOL);
    }
}
