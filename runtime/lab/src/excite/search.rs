//! Starts of a search, the local optimum from each, and the best of them on a fine grid.

use super::augmented::Augmented;
use super::bounds::{Bounds, JointBounds};
use super::error::ExciteError;
use super::found::Found;
use super::kept::{Kept, Worst};
use super::motion::Motion;
use super::optimiser::{Optimum, Settings, minimise};
use super::plan::{Designed, Plan};
use super::space::Space;
use crate::random::Random;

/// Points of the grid of limits at the end, at least.
pub(super) const FINE: usize = 1000;
/// How many random starts there are before the best are changed.
const RANDOM: usize = 16;
/// Rounds of multipliers at most, and what an excess of constraints costs when optima are compared.
const ROUNDS: usize = 8;
const HEAVY: f64 = 1e3;
/// Smooth figures in place of one with corners, one after the other.
const SHARPNESS: [f64; 4] = [2.0, 6.0, 20.0, 80.0];

/// What all starts have in common.
pub(super) struct Search<'a> {
    pub(super) plan: &'a Plan,
    pub(super) space: &'a Space,
    pub(super) bounds: &'a Bounds,
    /// A motion well inside the limits.
    pub(super) centre: &'a [f64],
}

impl Search<'_> {
    /// A random motion within the limits, or one of the best with some joints changed.
    fn start(&self, k: usize, pool: &[Vec<f64>], seed: u64) -> Vec<f64> {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(k as u64));
        if let (0, Some(first)) = (k, &self.plan.first) {
            return self.inside(self.bounds, &self.space.nearest(first), 0.98);
        }
        if k < RANDOM || pool.is_empty() || k.is_multiple_of(16) {
            let mut z = self.centre.to_vec();
            self.bounds
                .0
                .iter()
                .for_each(|joint| self.draw(joint, &mut z, 1.0, &mut random));
            return z;
        }
        // The better, the more often.
        let place = (random.uniform().powi(2) * pool.len() as f64) as usize;
        let mut z = self.inside(self.bounds, &pool[place], 0.95);
        let moving: Vec<_> = self
            .bounds
            .0
            .iter()
            .filter(|joint| joint.rows.ncols() > 0)
            .collect();
        let count = 1 + (random.uniform() * (moving.len() as f64 / 2.0)) as usize;
        for _ in 0..count {
            let joint = moving[(random.uniform() * moving.len() as f64) as usize % moving.len()];
            let share = if random.uniform() < 0.5 { 1.0 } else { 0.6 };
            self.draw(joint, &mut z, share, &mut random);
        }
        z
    }

    /// Draws a joint's motion anew: of `share` 1 with nothing of the old one.
    fn draw(&self, joint: &JointBounds, z: &mut [f64], share: f64, random: &mut Random) {
        let span = joint.first..joint.first + joint.rows.ncols();
        for k in span.clone() {
            z[k] += share * (self.centre[k] - z[k]);
        }
        let mut direction = vec![0.0; z.len()];
        direction[span.clone()]
            .iter_mut()
            .for_each(|x| *x = random.normal());
        let reach = (0.3 + 0.65 * random.uniform()) * joint.reach(z, &direction, 10.0);
        span.for_each(|k| z[k] += reach * direction[k]);
    }

    /// A motion drawn towards the centre until it is inside: limits are convex.
    fn inside(&self, bounds: &Bounds, z: &[f64], share: f64) -> Vec<f64> {
        let way: Vec<f64> = z.iter().zip(self.centre).map(|(z, c)| z - c).collect();
        let reach = (share * bounds.reach(self.centre, &way, 1.0 / share)).min(1.0);
        let moved = self.centre.iter().zip(way);
        moved.map(|(c, way)| c + reach * way).collect()
    }

    /// The figure at a start, and the local optimum from there.
    pub(super) fn from(
        &self,
        k: usize,
        (pool, cutoff): (&[Vec<f64>], f64),
        seed: u64,
        objective: &mut Augmented<'_>,
        stop: &dyn Fn() -> bool,
    ) -> (Option<f64>, Option<Optimum>) {
        let start = self.start(k, pool, seed);
        let figure = self
            .plan
            .criterion
            .figure(&objective.information.matrix(&start));
        // Of figures with corners the first ones are no measure of the last.
        let cutoff = match self.plan.criterion.has_corners() {
            true => f64::INFINITY,
            false => cutoff,
        };
        let settings = Settings {
            iterations: 250,
            barrier: [0.3, 1e-4],
            progress: 1e-4,
            cutoff,
        };
        let optimum = self.optimise(objective, self.bounds, &start, settings, stop);
        (figure, optimum)
    }

    /// The local optimum, with multipliers of what is kept besides limits; what exceeds that counts heavily.
    fn optimise(
        &self,
        objective: &mut Augmented<'_>,
        bounds: &Bounds,
        start: &[f64],
        settings: Settings,
        stop: &dyn Fn() -> bool,
    ) -> Option<Optimum> {
        if objective.kept.is_empty() {
            return self.through_sharpness(objective, bounds, start, settings, stop);
        }
        objective.begin();
        let mut settings = Settings {
            cutoff: f64::INFINITY,
            ..settings
        };
        let (mut z, mut excess) = (start.to_vec(), f64::INFINITY);
        let mut found: Option<Optimum> = None;
        for _ in 0..ROUNDS {
            let optimum = self.through_sharpness(objective, bounds, &z, settings, stop)?;
            z.clone_from(&optimum.z);
            excess = objective.learn(&z, excess);
            found = Some(optimum);
            // From here on the optimum is near.
            settings.barrier[0] = settings.barrier[0].min(1e-2);
            if excess < 0.25 * objective.margin || stop() {
                break;
            }
        }
        let mut found = found?;
        let matrix = objective.information.matrix(&found.z);
        let sharpness = objective.information.sharpness;
        let over = (excess - objective.margin).max(0.0);
        found.value = self.plan.criterion.of(&matrix, sharpness)?.value + HEAVY * over;
        Some(found)
    }

    /// Through smooth figures, where the figure itself has corners.
    fn through_sharpness(
        &self,
        objective: &mut Augmented<'_>,
        bounds: &Bounds,
        start: &[f64],
        mut settings: Settings,
        stop: &dyn Fn() -> bool,
    ) -> Option<Optimum> {
        if !self.plan.criterion.has_corners() {
            return minimise(objective, bounds, start, settings, stop);
        }
        let mut z = start.to_vec();
        let mut found = None;
        let [first, last] = settings.barrier;
        for sharpness in SHARPNESS {
            objective.information.sharpness = sharpness;
            settings.barrier = [first * 0.1 / sharpness, last.min(0.01 / sharpness) * 0.1];
            settings.progress = 1e-5;
            let optimum = minimise(objective, bounds, &z, settings, stop)?;
            z.clone_from(&optimum.z);
            found = Some(optimum);
        }
        found
    }

    /// The best motion once more, with limits on a fine grid, and then drawn in as far as a finer one asks.
    pub(super) fn finish(
        &self,
        found: Found,
        mut objective: Augmented<'_>,
        mut finely: Vec<Kept<'_>>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Designed, ExciteError> {
        let Some((_, _, best)) = found.pool.first() else {
            return Err(ExciteError::Singular(format!(
                "{} base parameters from {} samples",
                objective.information.columns().len(),
                self.plan.samples
            )));
        };
        let points = FINE.max(10 * self.plan.samples);
        let fine = Bounds::of(self.space, &self.plan.limits, points);
        let finest = Bounds::of(self.space, &self.plan.limits, 10 * points + 3);
        let mut z = self.inside(&fine, best, 0.9999);
        let mut worst = None;
        for _ in 0..ROUNDS {
            let settings = Settings {
                iterations: 200,
                barrier: [1e-4, 1e-6],
                progress: 1e-6,
                cutoff: f64::INFINITY,
            };
            if let Some(polished) = self.optimise(&mut objective, &fine, &z, settings, stop) {
                z = polished.z;
            }
            // Between the points of the fine grid.
            z = self.inside(&finest, &z, 1.0 - 2e-6);
            let all = finely.iter_mut().map(|kept| kept.worst(&z));
            worst = all.max_by(|a: &Worst, b: &Worst| a.excess.total_cmp(&b.excess));
            match worst.as_ref().map(|worst| worst.excess) {
                Some(excess) if excess > 0.0 => objective.margin += excess + 0.001,
                _ => break,
            }
        }
        if let Some(Worst { name, excess, time }) = worst.filter(|worst| worst.excess > 0.0) {
            return Err(ExciteError::NotKept {
                what: name,
                nearest: format!(
                    "exceeded by {excess:.3} (a share of the limit, or dm) at {time:.3} s"
                ),
            });
        }
        objective.information.smooth = false;
        let figure = self
            .plan
            .criterion
            .figure(&objective.information.matrix(&z));
        let mut optima = found.optima;
        optima.sort_unstable_by_key(|(k, _)| *k);
        Ok(Designed {
            motion: Motion {
                basis: self.plan.basis.clone(),
                coefficients: self.space.coefficients(&z),
                duration: self.plan.basis.duration(),
            },
            figure: figure.ok_or_else(|| {
                ExciteError::Singular(
                    "the best motion loses parameters without smoothing".to_owned(),
                )
            })?,
            start: found.start,
            starts: optima.len(),
            optima: optima.into_iter().map(|(_, value)| value).collect(),
        })
    }
}
