//! Starts of a search, and the local optimum from each.

use super::augmented::Augmented;
use super::bounds::{Bounds, JointBounds};
use super::drawn::{drawn_in, worst_of};
use super::found::Known;
use super::kept::Worst;
use super::optimiser::{Optimum, Settings, minimise};
use super::plan::Plan;
use super::space::Space;
use crate::random::Random;
use armwright_runtime::Model;

/// How many random starts there are before the best are changed.
const RANDOM: usize = 16;
/// One in so many of the later starts is random again, so that one wide optimum does not take all of them.
const ANEW: usize = 4;
/// Share of the later starts in which all joints of one of the best are changed a little, rather than a few wholly.
const KICKS: f64 = 0.4;
/// Rounds of multipliers at most, and what an excess of constraints costs when optima are compared.
pub(super) const ROUNDS: usize = 8;
const HEAVY: f64 = 1e3;
/// Smooth figures in place of one with corners, one after the other.
const SHARPNESS: [f64; 4] = [2.0, 6.0, 20.0, 80.0];

/// How a start goes on.
#[derive(Clone, Copy)]
pub(super) struct Course<'a> {
    pub(super) settings: Settings,
    /// Smooth figures, one after the other.
    pub(super) sharpness: &'a [f64],
    /// What is worse than this after one of them is given up.
    pub(super) way: &'a [f64],
}

/// What all starts have in common.
pub(super) struct Search<'a> {
    pub(super) model: &'a Model,
    pub(super) plan: &'a Plan,
    pub(super) space: &'a Space,
    pub(super) bounds: &'a Bounds,
    /// A motion well inside the limits.
    pub(super) centre: &'a [f64],
}

impl Search<'_> {
    /// A random motion within the limits, or one of the best with some joints changed.
    pub(super) fn start(&self, k: usize, pool: &[Vec<f64>], seed: u64) -> Vec<f64> {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(k as u64));
        if let (0, Some(first)) = (k, &self.plan.first) {
            return self.inside(self.bounds, &self.space.nearest(first), 0.98);
        }
        if k < RANDOM || pool.is_empty() || k.is_multiple_of(ANEW) {
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
    pub(super) fn inside(&self, bounds: &Bounds, z: &[f64], share: f64) -> Vec<f64> {
        let way: Vec<f64> = z.iter().zip(self.centre).map(|(z, c)| z - c).collect();
        let reach = (share * bounds.reach(self.centre, &way, 1.0 / share)).min(1.0);
        let moved = self.centre.iter().zip(way);
        moved.map(|(c, way)| c + reach * way).collect()
    }

    /// The figure of a start that keeps everything, and the local optimum from the start itself.
    pub(super) fn from(
        &self,
        k: usize,
        known: &Known,
        seed: u64,
        objective: &mut Augmented<'_>,
        stop: &dyn Fn() -> bool,
    ) -> (Option<f64>, Option<Optimum>) {
        let start = self.start(k, &known.pool, seed);
        let figure = self.within(&start, objective);
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

    /// The figure of a motion that is drawn towards the centre as far as what is kept besides limits asks; none where the centre does not
    /// keep it either.
    fn within(&self, start: &[f64], objective: &mut Augmented<'_>) -> Option<f64> {
        let exceeds = |worst: &Worst| worst.excess > 0.0;
        let kept = &mut objective.kept;
        let (z, worst) = match worst_of(kept, start).filter(exceeds) {
            Some(worst) => drawn_in(start.to_vec(), self.centre, worst, kept),
            None => (start.to_vec(), None),
        };
        match worst.as_ref().is_some_and(exceeds) {
            true => None,
            false => self
                .plan
                .criterion
                .figure(&objective.information.matrix(&z)),
        }
    }

    /// The local optimum, with multipliers of what is kept besides limits; what exceeds that counts heavily.
    pub(super) fn optimise(
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
}

#[cfg(test)]
mod tests;
