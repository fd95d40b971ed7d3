//! Levenberg and Marquardt's search, with bounds: from values to begin with to those of least cost.

use serde::Serialize;

use super::blocks::{Block, idle};
use super::evaluate::{NoResiduals, Point, Task};
use super::linear::{Step, step};

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// No step changes anything any more.
    Converged,
    /// As many iterations as allowed were made.
    Iterations,
    /// No step, however short, lowers the cost.
    Stuck,
}

/// An iteration: values and cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Iterate {
    /// Parameters, in the order in which they are free.
    pub values: Vec<f64>,
    /// The sum of squared differences of positions, rad² or m².
    pub cost: f64,
}

/// What a search found.
pub(super) struct Found {
    pub point: Point,
    pub blocks: Vec<Block>,
    /// Its own, behind those of searches that it goes on from.
    pub iterates: Vec<Iterate>,
    /// How many iterations it made itself.
    pub iterations: usize,
    pub ending: Ending,
    pub evaluations: usize,
    /// Motions on the way that ended early, the last with its reason.
    pub stops: usize,
    pub last_stop: Option<String>,
}

/// A relative change of the cost that is none.
const NOTHING: f64 = 1e-12;
/// A fall of the cost that is none beside noise, in variances of a residual: no parameter moves by a seventh of its deviation.
const QUIET: f64 = 1e-2;
/// The same of a search from whose result another one begins.
const ROUGH: f64 = 1.0;
/// A share of a parameter, and a change of a state (rad, rad/s), that is none.
const STILL: f64 = 1e-9;
/// Damping to begin with, near what another search has found, and at most.
const DAMPING: f64 = 1e-3;
const NEAR: f64 = 1e-7;
const MOST: f64 = 1e14;

/// Steps of integration that the motion of a trial may take, for each evaluation of the first one, of which there are so many at least:
/// what takes more has been made stiff by values that nobody means, and ends early.
const STEPS: usize = 20;
const FEWEST: usize = 1000;

/// How far a search goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Iterations at most.
    iterations: usize,
    /// A fall of the cost that is none, in variances of a residual.
    fall: f64,
    /// Damping to begin with.
    damping: f64,
}

impl Effort {
    /// From values that somebody gave.
    pub(super) fn far(iterations: usize, is_last: bool) -> Self {
        Self {
            iterations,
            fall: if is_last { QUIET } else { ROUGH },
            damping: DAMPING,
        }
    }

    /// From what another search has found.
    pub(super) fn near(iterations: usize, is_last: bool) -> Self {
        Self {
            damping: NEAR,
            ..Self::far(iterations, is_last)
        }
    }
}

/// Half the sum of squared weighted residuals, and of what intervals are apart.
pub(super) fn cost(blocks: &[Block]) -> f64 {
    blocks.iter().map(|block| block.cost + block.apart).sum()
}

fn iterate(point: &Point, blocks: &[Block]) -> Iterate {
    Iterate {
        values: point.parameters.clone(),
        cost: blocks.iter().flat_map(|block| &block.squares).sum(),
    }
}

/// Searches from a point.
pub(super) fn search(
    task: &Task<'_>,
    from: Point,
    effort: Effort,
    progress: &mut dyn FnMut(usize, f64),
) -> Result<Found, NoResiduals> {
    let mut point = from;
    clamp(task, &mut point);
    let mut blocks = task.evaluate(&point, true)?;
    // By the present one each trial could take many times the work of the one before.
    let most = most_steps(&blocks);
    let mut found = Found {
        iterates: vec![iterate(&point, &blocks)],
        iterations: 0,
        point: point.clone(),
        blocks: Vec::new(),
        ending: Ending::Iterations,
        evaluations: evaluations(&blocks),
        stops: 0,
        last_stop: None,
    };
    let (mut damping, mut growth) = (effort.damping, 2.0);
    let mut quiet = 0;
    'search: for iteration in 0..effort.iterations {
        progress(iteration, found.iterates.last().map_or(0.0, |i| i.cost));
        let now = cost(&blocks);
        let nothing = effort.fall * 2.0 * now / freedom(task, &blocks);
        let held = held(task, &point, &blocks);
        loop {
            if damping > MOST {
                found.ending = Ending::Stuck;
                break 'search;
            }
            let Some(step) = step(&blocks, damping, &held) else {
                damping *= growth;
                growth *= 2.0;
                continue;
            };
            if step.predicted <= NOTHING * now || now == 0.0 {
                found.ending = Ending::Converged;
                break 'search;
            }
            let next = moved(task, &point, &step);
            if is_still(&point, &next) {
                found.ending = Ending::Converged;
                break 'search;
            }
            let after = match task.attempt(&next, most) {
                Ok(after) => {
                    found.evaluations += evaluations(&after);
                    cost(&after)
                }
                Err(NoResiduals::Stop(_, stop)) => {
                    found.stops += 1;
                    found.last_stop = Some(stop.to_string());
                    f64::INFINITY
                }
                Err(other) => return Err(other),
            };
            let gain = (now - after) / step.predicted;
            if gain > 1e-4 {
                point = next;
                let is_quiet = step.predicted.max(now - after) <= nothing;
                quiet = if is_quiet { quiet + 1 } else { 0 };
                // Nielsen's rule.
                damping *= (1.0 - (2.0 * gain - 1.0).powi(3)).clamp(0.1, 1.0);
                damping = damping.max(1e-12);
                growth = 2.0;
                break;
            }
            // Rounding, the integration's own error, and what noise hides: nothing is left to gain.
            if step.predicted <= nothing {
                found.ending = Ending::Converged;
                break 'search;
            }
            if (after - now).abs() <= NOTHING.sqrt() * 1e-3 * now && step.predicted <= 1e-8 * now {
                found.ending = Ending::Converged;
                break 'search;
            }
            damping *= growth;
            growth *= 2.0;
        }
        blocks = task.evaluate(&point, true)?;
        found.evaluations += evaluations(&blocks);
        found.iterates.push(iterate(&point, &blocks));
        found.iterations += 1;
        if quiet == 2 {
            found.ending = Ending::Converged;
            break;
        }
    }
    found.point = point;
    found.blocks = blocks;
    Ok(found)
}

/// Steps of integration that an interval of a trial may take.
fn most_steps(blocks: &[Block]) -> usize {
    let most = blocks.iter().map(|block| block.evaluations).max();
    STEPS * most.unwrap_or(0).max(FEWEST)
}

/// Degrees of freedom that residuals have.
pub(super) fn freedom(task: &Task<'_>, blocks: &[Block]) -> f64 {
    let samples: usize = blocks.iter().flat_map(|block| &block.counts).sum();
    let unknowns = task.free.len() + task.states() * task.beginnings();
    samples.saturating_sub(unknowns).max(1) as f64
}

fn evaluations(blocks: &[Block]) -> usize {
    blocks.iter().map(|block| block.evaluations).sum()
}

/// Whether a step changes no digit that counts.
fn is_still(from: &Point, to: &Point) -> bool {
    let same = |a: &f64, b: &f64| (a - b).abs() <= STILL * (a.abs() + STILL);
    let states = from.states.iter().zip(&to.states);
    let mut states = states.flat_map(|(a, b)| {
        let velocities = a.velocity.iter().zip(&b.velocity);
        a.position.iter().zip(&b.position).chain(velocities)
    });
    let mut parameters = from.parameters.iter().zip(&to.parameters);
    parameters.all(|(a, b)| same(a, b)) && states.all(|(a, b)| (a - b).abs() <= STILL)
}

/// Parameters that do nothing, and those at a bound that would go beyond it.
fn held(task: &Task<'_>, point: &Point, blocks: &[Block]) -> Vec<bool> {
    let at = |k: usize| {
        let slope: f64 = blocks.iter().map(|block| block.g[k]).sum();
        let ([low, high], value) = (task.free[k].bounds, point.parameters[k]);
        (value <= low && slope > 0.0) || (value >= high && slope < 0.0)
    };
    let idle = idle(blocks, &point.parameters);
    (0..task.free.len()).map(|k| idle[k] || at(k)).collect()
}

fn clamp(task: &Task<'_>, point: &mut Point) {
    for (value, free) in point.parameters.iter_mut().zip(task.free) {
        if free.is_even {
            *value = value.abs();
        }
        *value = value.max(free.bounds[0]).min(free.bounds[1]);
    }
}

fn moved(task: &Task<'_>, point: &Point, step: &Step) -> Point {
    let mut next = point.clone();
    for (value, change) in next.parameters.iter_mut().zip(step.parameters.iter()) {
        *value += change;
    }
    clamp(task, &mut next);
    let n = task.machine.joints();
    for (state, change) in next.states.iter_mut().zip(&step.states) {
        for i in 0..change.len() / 2 {
            state.position[i] += change[i];
            state.velocity[i] += change[n + i];
        }
    }
    next
}

#[cfg(test)]
mod tests;
