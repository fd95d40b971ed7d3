//! Starts of a search, the local optimum from each, and the best of them on a fine grid.

use super::augmented::Augmented;
use super::bounds::{Bounds, JointBounds};
use super::error::ExciteError;
use super::found::{Found, Known};
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
/// Share of the later starts in which all joints of one of the best are changed a little, rather than a few wholly.
const KICKS: f64 = 0.4;
/// Rounds of multipliers at most, and what an excess of constraints costs when optima are compared.
const ROUNDS: usize = 8;
const HEAVY: f64 = 1e3;
/// Smooth figures in place of one with corners, one after the other.
const SHARPNESS: [f64; 4] = [2.0, 6.0, 20.0, 80.0];

/// The same for what is near its optimum already.
const SHARP: [f64; 3] = [80.0, 240.0, 800.0];

/// How a start goes on.
#[derive(Clone, Copy)]
struct Course<'a> {
    settings: Settings,
    /// Smooth figures, one after the other.
    sharpness: &'a [f64],
    /// What is worse than this after one of them is given up.
    way: &'a [f64],
}

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
        if random.uniform() < KICKS {
            let share = 0.1 + 0.4 * random.uniform();
            moving
                .iter()
                .for_each(|joint| self.kick(joint, &mut z, share, &mut random));
            return z;
        }
        let count = 1 + (random.uniform() * (moving.len() as f64 / 2.0)) as usize;
        for _ in 0..count {
            let joint = moving[(random.uniform() * moving.len() as f64) as usize % moving.len()];
            let share = if random.uniform() < 0.5 { 1.0 } else { 0.6 };
            self.draw(joint, &mut z, share, &mut random);
        }
        z
    }

    /// Moves a joint's numbers in a random direction: `share` of half the way to its limits.
    fn kick(&self, joint: &JointBounds, z: &mut [f64], share: f64, random: &mut Random) {
        let span = joint.first..joint.first + joint.rows.ncols();
        let mut direction = vec![0.0; z.len()];
        direction[span.clone()]
            .iter_mut()
            .for_each(|x| *x = random.normal());
        let reach = share * joint.reach(z, &direction, 0.5);
        span.for_each(|k| z[k] += reach * direction[k]);
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
        known: &Known,
        seed: u64,
        objective: &mut Augmented<'_>,
        stop: &dyn Fn() -> bool,
    ) -> (Option<f64>, Option<Optimum>) {
        let start = self.start(k, &known.pool, seed);
        let figure = self
            .plan
            .criterion
            .figure(&objective.information.matrix(&start));
        let settings = Settings {
            iterations: 250,
            barrier: [0.3, 1e-4],
            progress: 1e-4,
            cutoff: known.cutoff,
        };
        let course = Course {
            settings,
            sharpness: &SHARPNESS,
            way: &known.way,
        };
        let optimum = self.optimise(objective, self.bounds, &start, course, stop);
        (figure, optimum)
    }

    /// The local optimum, with multipliers of what is kept besides limits; what exceeds that counts heavily.
    fn optimise(
        &self,
        objective: &mut Augmented<'_>,
        bounds: &Bounds,
        start: &[f64],
        mut course: Course<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Optimum> {
        if objective.kept.is_empty() {
            return self.through_sharpness(objective, bounds, start, course, stop);
        }
        objective.begin();
        course.settings.cutoff = f64::INFINITY;
        course.way = &[];
        let (mut z, mut excess) = (start.to_vec(), f64::INFINITY);
        let mut found: Option<Optimum> = None;
        for _ in 0..ROUNDS {
            let optimum = self.through_sharpness(objective, bounds, &z, course, stop)?;
            z.clone_from(&optimum.z);
            excess = objective.learn(&z, excess);
            found = Some(optimum);
            // From here on the optimum is near.
            course.settings.barrier[0] = course.settings.barrier[0].min(1e-2);
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
        course: Course<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Optimum> {
        let mut settings = course.settings;
        if !self.plan.criterion.has_corners() {
            return minimise(objective, bounds, start, settings, stop);
        }
        let mut z = start.to_vec();
        let mut found = None;
        let mut way = Vec::new();
        let [first, last] = settings.barrier;
        // Of figures with corners the first ones are no measure of the last.
        settings.cutoff = f64::INFINITY;
        for (stage, sharpness) in course.sharpness.iter().enumerate() {
            objective.information.sharpness = *sharpness;
            settings.barrier = [first * 0.1 / sharpness, last.min(0.01 / sharpness) * 0.1];
            settings.progress = course.settings.progress.min(1e-5);
            let optimum = minimise(objective, bounds, &z, settings, stop)?;
            if course
                .way
                .get(stage)
                .is_some_and(|worst| optimum.value > *worst)
            {
                return None;
            }
            way.push(optimum.value);
            z.clone_from(&optimum.z);
            found = Some(optimum);
        }
        found.map(|found| Optimum { way, ..found })
    }

    /// The best motions once more, with limits on a fine grid, and then drawn in as far as a finer one asks; the best of
    /// them, of as many as there is time for.
    pub(super) fn finish(
        &self,
        found: Found,
        mut objective: Augmented<'_>,
        mut finely: Vec<Kept<'_>>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Designed, ExciteError> {
        let points = FINE.max(10 * self.plan.samples);
        let bounds = [points, 10 * points + 3]
            .map(|points| Bounds::of(self.space, &self.plan.limits, points));
        let margin = objective.margin;
        let only_limits = finely.is_empty();
        let (mut best, mut nearest): (Option<(Vec<f64>, f64)>, Option<Worst>) = (None, None);
        // What is kept besides limits is mostly exceeded between the times of a search: the first is finished in any case.
        let hurried = |place: usize| (place > 0 || only_limits) && stop();
        for (place, (.., optimum)) in found.pool.iter().enumerate() {
            if place > 0 && stop() {
                break;
            }
            objective.margin = margin;
            let (z, worst) =
                self.finished(&optimum.z, &bounds, &mut objective, &mut finely, &|| {
                    hurried(place)
                });
            if let Some(worst) = worst.filter(|worst| worst.excess > 0.0) {
                nearest = match nearest {
                    Some(nearest) if nearest.excess <= worst.excess => Some(nearest),
                    _ => Some(worst),
                };
                continue;
            }
            objective.information.smooth = false;
            let figure = self
                .plan
                .criterion
                .figure(&objective.information.matrix(&z));
            objective.information.smooth = true;
            if let Some(figure) = figure
                && best.as_ref().is_none_or(|(_, known)| {
                    (figure > *known) == self.plan.criterion.is_to_be_large()
                })
            {
                best = Some((z, figure));
            }
        }
        let mut optima = found.optima;
        optima.sort_unstable_by_key(|(k, _)| *k);
        match (best, nearest) {
            (Some((z, figure)), _) => Ok(Designed {
                motion: Motion {
                    basis: self.plan.basis.clone(),
                    coefficients: self.space.coefficients(&z),
                    duration: self.plan.basis.duration(),
                },
                figure,
                start: found.start,
                starts: found.starts,
                optima: optima.into_iter().map(|(_, value)| value).collect(),
            }),
            (None, Some(Worst { name, excess, time })) => Err(ExciteError::NotKept {
                what: name,
                nearest: format!(
                    "exceeded by {excess:.3} (a share of the limit, or dm) at {time:.3} s"
                ),
            }),
            (None, None) => Err(ExciteError::Singular(format!(
                "{} base parameters from {} samples",
                objective.information.columns().len(),
                self.plan.samples
            ))),
        }
    }

    /// A motion brought onto the limits of the first, fine grid, and inside those of the second; and the worst excess
    /// of what is kept besides.
    fn finished(
        &self,
        z: &[f64],
        [fine, finest]: &[Bounds; 2],
        objective: &mut Augmented<'_>,
        finely: &mut [Kept<'_>],
        stop: &dyn Fn() -> bool,
    ) -> (Vec<f64>, Option<Worst>) {
        let mut z = self.inside(fine, z, 0.9999);
        let mut worst = None;
        let settings = Settings {
            iterations: 200,
            barrier: [1e-4, 1e-6],
            progress: 1e-6,
            cutoff: f64::INFINITY,
        };
        let course = Course {
            settings,
            sharpness: &SHARP,
            way: &[],
        };
        for _ in 0..ROUNDS {
            if let Some(polished) = self.optimise(objective, fine, &z, course, stop) {
                z = polished.z;
            }
            // Between the points of the fine grid.
            z = self.inside(finest, &z, 1.0 - 2e-6);
            let all = finely.iter_mut().map(|kept| kept.worst(&z));
            worst = all.max_by(|a: &Worst, b: &Worst| a.excess.total_cmp(&b.excess));
            match worst.as_ref().map(|worst| worst.excess) {
                Some(excess) if excess > 0.0 => objective.margin += excess + 0.001,
                _ => break,
            }
        }
        (z, worst)
    }
}
