//! The local optimum of a smooth function within linear limits: a primal-dual interior-point method with quasi-Newton
//! curvature.

use nalgebra::{DMatrix, DVector};

use super::bounds::Bounds;
use crate::numeric::{cholesky, product};

/// A function to make small.
pub(super) trait Objective {
    /// Its value; `None` where it has none.
    fn value(&mut self, z: &[f64]) -> Option<f64>;
    /// Its value and its gradient.
    fn slope(&mut self, z: &[f64], gradient: &mut [f64]) -> Option<f64>;
}

/// When to end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    /// Iterations at most.
    pub(super) iterations: usize,
    /// The weight of the barrier at first, and at the end.
    pub(super) barrier: [f64; 2],
    /// An iteration that promises less ends a stage.
    pub(super) progress: f64,
    /// A run that is not going to come below this is given up.
    pub(super) cutoff: f64,
}

/// Share of the way to a limit that a step goes at most.
const SHARE: f64 = 0.99;
/// What an accepted step has to gain of what its slope promises (Armijo).
const GAIN: f64 = 1e-4;
/// Halvings of a step before it is given up.
const HALVINGS: usize = 25;

/// The weight of the barrier below which a run shows what it comes to.
const HOPELESS: f64 = 0.004;

/// What a run ends with.
#[derive(Debug, Clone)]
pub(super) struct Optimum {
    pub(super) z: Vec<f64>,
    pub(super) value: f64,
    /// Values of the smooth figures on the way, if it went through some.
    pub(super) way: Vec<f64>,
}

/// The state of a run: a point inside, multipliers of its limits, curvature.
struct Run<'a> {
    bounds: &'a Bounds,
    z: DVector<f64>,
    value: f64,
    gradient: DVector<f64>,
    curvature: DMatrix<f64>,
    /// For each joint multipliers of lower and of upper limits.
    multipliers: Vec<[DVector<f64>; 2]>,
    is_fresh: bool,
}

/// From a point strictly inside the limits to a local optimum. `None` if the function has no value there. `stop` is
/// asked once an iteration.
pub(super) fn minimise(
    objective: &mut dyn Objective,
    bounds: &Bounds,
    start: &[f64],
    settings: Settings,
    stop: &dyn Fn() -> bool,
) -> Option<Optimum> {
    let size = start.len();
    let mut gradient = vec![0.0; size];
    let value = objective.slope(start, &mut gradient)?;
    let mut run = Run {
        bounds,
        z: DVector::from_column_slice(start),
        value,
        gradient: DVector::from_vec(gradient),
        curvature: DMatrix::identity(size, size),
        multipliers: Vec::new(),
        is_fresh: true,
    };
    let [mut barrier, last] = settings.barrier;
    run.begin(barrier);
    let mut iterations = 0;
    let mut within = 0;
    while iterations < settings.iterations && !stop() {
        iterations += 1;
        within += 1;
        let gained = run.step(objective, barrier);
        let small =
            gained.is_none_or(|gain| gain < (0.5 * barrier * size as f64).max(settings.progress));
        if small || within >= 60 {
            if barrier <= last {
                if gained.is_none() && !run.is_fresh {
                    run.forget();
                    continue;
                }
                if gained.is_none_or(|gain| gain < settings.progress) {
                    break;
                }
            } else {
                // What the barrier still costs is a few times its weight for each free number.
                if barrier < HOPELESS && run.value - 8.0 * barrier * size as f64 > settings.cutoff {
                    return None;
                }
                barrier = (barrier * 0.2).max(last);
                within = 0;
            }
        }
    }
    Some(Optimum {
        z: run.z.iter().copied().collect(),
        value: run.value,
        way: Vec::new(),
    })
}

impl Run<'_> {
    /// Distances to the lower and upper limits of a joint.
    fn room(&self, joint: usize, z: &DVector<f64>) -> [DVector<f64>; 2] {
        let joint = &self.bounds.0[joint];
        let at = product(&joint.rows, &z.as_slice()[joint.first..]);
        [&at - &joint.low, &joint.high - &at]
    }

    fn begin(&mut self, barrier: f64) {
        let joints = 0..self.bounds.0.len();
        let joints = joints.map(|j| {
            self.room(j, &self.z)
                .map(|room| room.map(|room| barrier / room.max(1e-12)))
        });
        self.multipliers = joints.collect();
    }

    /// The curvature is not trusted any more.
    fn forget(&mut self) {
        let size = self.z.len();
        self.curvature = DMatrix::identity(size, size);
        self.is_fresh = true;
    }

    /// Value with the barrier.
    fn merit(&self, value: f64, z: &DVector<f64>, barrier: f64) -> f64 {
        let joints = 0..self.bounds.0.len();
        let logs = joints.map(|j| -> f64 {
            let rooms = self.room(j, z);
            rooms
                .iter()
                .map(|room| sum_of_logarithms(room.as_slice()))
                .sum()
        });
        value - barrier * logs.sum::<f64>()
    }

    /// One iteration; gives by how much the merit fell, `None` if no step was found.
    fn step(&mut self, objective: &mut dyn Objective, barrier: f64) -> Option<f64> {
        let joints = self.bounds.0.len();
        let mut matrix = self.curvature.clone();
        let mut right = -&self.gradient;
        let rooms: Vec<_> = (0..joints).map(|j| self.room(j, &self.z)).collect();
        for (j, bounds) in self.bounds.0.iter().enumerate() {
            let free = bounds.rows.ncols();
            if free == 0 {
                continue;
            }
            let ([low, high], [of_low, of_high]) = (&rooms[j], &self.multipliers[j]);
            let weights = of_low.component_div(low) + of_high.component_div(high);
            let mut weighted = bounds.rows.clone();
            for (mut row, weight) in weighted.row_iter_mut().zip(weights.iter()) {
                row *= *weight;
            }
            let mut part = matrix.view_mut((bounds.first, bounds.first), (free, free));
            part += bounds.rows.tr_mul(&weighted);
            let force = low.zip_map(high, |low, high| barrier / low - barrier / high);
            let mut part = right.rows_mut(bounds.first, free);
            part += bounds.rows.tr_mul(&force);
        }
        let barrier_slope = -&right;
        let step = loop {
            match cholesky(matrix.clone()) {
                Some(factor) => break factor.solve(&right),
                None => {
                    let more = 1e-8 * matrix.diagonal().max().max(1.0);
                    for k in 0..matrix.nrows() {
                        matrix[(k, k)] += more;
                    }
                    if !more.is_finite() {
                        return None;
                    }
                }
            }
        };
        let promised = barrier_slope.dot(&step);
        if promised.is_nan() || promised >= 0.0 {
            return None;
        }
        let most = (1.0 / SHARE).max(1.0);
        let mut length =
            (SHARE * self.bounds.reach(self.z.as_slice(), step.as_slice(), most)).min(1.0);
        let before = self.merit(self.value, &self.z, barrier);
        let mut gradient = vec![0.0; self.z.len()];
        let mut found = None;
        for trial in 0..HALVINGS {
            let z = &self.z + &step * length;
            // A first try mostly holds, so its gradient is asked for at once.
            let value = match trial {
                0 => objective.slope(z.as_slice(), &mut gradient),
                _ => objective.value(z.as_slice()),
            };
            let gain = value.map(|value| before - self.merit(value, &z, barrier));
            if let (Some(value), Some(gain)) = (value, gain)
                && gain >= -GAIN * length * promised
            {
                if trial > 0 {
                    objective.slope(z.as_slice(), &mut gradient)?;
                }
                found = Some((z, value, gain));
                break;
            }
            length *= 0.5;
        }
        let (z, value, gain) = found?;
        self.update_multipliers(&rooms, &step, barrier);
        let gradient = DVector::from_vec(gradient);
        self.learn(&z - &self.z, &gradient - &self.gradient);
        (self.z, self.value, self.gradient) = (z, value, gradient);
        Some(gain)
    }

    fn update_multipliers(
        &mut self,
        rooms: &[[DVector<f64>; 2]],
        step: &DVector<f64>,
        barrier: f64,
    ) {
        let mut most = 1.0f64;
        let mut changes = Vec::with_capacity(rooms.len());
        for (j, bounds) in self.bounds.0.iter().enumerate() {
            let moved = product(&bounds.rows, &step.as_slice()[bounds.first..]);
            let change: [DVector<f64>; 2] = std::array::from_fn(|side| {
                let (room, multiplier) = (&rooms[j][side], &self.multipliers[j][side]);
                let sign = if side == 0 { 1.0 } else { -1.0 };
                DVector::from_fn(room.len(), |k, _| {
                    (barrier - sign * multiplier[k] * moved[k]) / room[k] - multiplier[k]
                })
            });
            for (change, multiplier) in change.iter().zip(&self.multipliers[j]) {
                for (change, multiplier) in change.iter().zip(multiplier.iter()) {
                    if *change < 0.0 {
                        most = most.min(-SHARE * multiplier / change);
                    }
                }
            }
            changes.push(change);
        }
        for (own, change) in self.multipliers.iter_mut().zip(changes) {
            for (own, change) in own.iter_mut().zip(change) {
                *own += change * most;
            }
        }
        // Not further from those of the central path than it needs (Wächter and Biegler 2006, equation 16).
        for j in 0..self.multipliers.len() {
            let now = self.room(j, &self.z);
            for (own, room) in self.multipliers[j].iter_mut().zip(&now) {
                for (own, room) in own.iter_mut().zip(room.iter()) {
                    let central = barrier / room.max(1e-14);
                    *own = own.clamp(central * 1e-4, central * 1e4);
                }
            }
        }
    }

    /// The damped update of Broyden, Fletcher, Goldfarb and Shanno (Powell 1978): the curvature stays positive.
    fn learn(&mut self, step: DVector<f64>, change: DVector<f64>) {
        let own = product(&self.curvature, step.as_slice());
        let (bend, along) = (step.dot(&own), step.dot(&change));
        if bend.is_nan() || bend <= 1e-300 {
            return;
        }
        if self.is_fresh && along > 0.0 {
            let scale = change.dot(&change) / along;
            let size = self.z.len();
            self.curvature = DMatrix::identity(size, size) * scale.clamp(1e-6, 1e6);
            self.is_fresh = false;
            return self.learn(step, change);
        }
        let share = match along >= 0.2 * bend {
            true => 1.0,
            false => 0.8 * bend / (bend - along),
        };
        let change = change * share + &own * (1.0 - share);
        let along = step.dot(&change);
        self.curvature += &change * change.transpose() / along - &own * own.transpose() / bend;
        self.is_fresh = false;
    }
}

/// Of products of eight each, a logarithm costs as much as many of them; not a number where one is negative.
fn sum_of_logarithms(rooms: &[f64]) -> f64 {
    let of = |eight: &[f64]| match eight.iter().any(|x| *x <= 0.0) {
        true => f64::NAN,
        false => eight.iter().product::<f64>().ln(),
    };
    rooms.chunks(8).map(of).sum()
}

#[cfg(test)]
mod tests;
