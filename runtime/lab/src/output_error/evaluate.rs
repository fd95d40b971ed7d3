//! Residuals of all intervals, side by side, with their derivatives.

use std::sync::atomic::{AtomicUsize, Ordering};

use nalgebra::{DMatrix, DVector};

use super::blocks::{Block, Link};
use super::free::Free;
use super::stretch::Stretch;
use crate::simulation::{
    Direction, Machine, Marched, Sampled, Settings, SimulationError, Start, Stop, march,
};

/// What is to be fitted.
#[derive(Clone)]
pub(super) struct Task<'a> {
    pub machine: &'a Machine<'a>,
    pub free: &'a [Free],
    /// What drives each experiment.
    pub inputs: &'a [Sampled],
    pub stretches: Vec<Stretch>,
    pub settings: Settings,
    /// Whether states at beginnings are free.
    pub has_states: bool,
    /// What positions of each joint are divided by: weights, 1/rad or 1/m.
    pub weights: Vec<f64>,
    /// How much more than a measured position it counts that an interval ends where the next begins; none where intervals are apart.
    pub continuity: Option<f64>,
}

/// Parameters and states at the beginnings of intervals.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    pub parameters: Vec<f64>,
    pub states: Vec<Start>,
}

/// Why there are no residuals.
#[derive(Debug)]
pub(super) enum NoResiduals {
    Setup(SimulationError),
    /// The motion of an interval ends early.
    Stop(usize, Stop),
}

/// Takes the end of an interval.
pub(super) type Ended<'a> = dyn FnMut(&Marched<'_>) + 'a;

/// Takes a residual: joint, sample, simulated less measured, derivatives.
pub(super) type Added<'a> = dyn FnMut(usize, usize, f64, &[f64]) + 'a;

impl Task<'_> {
    /// The machine with the parameters of a point.
    pub(super) fn machine_at(&self, point: &Point) -> Machine<'_> {
        let mut machine = self.machine.clone();
        for (free, value) in self.free.iter().zip(&point.parameters) {
            free.set(&mut machine, *value);
        }
        machine
    }

    /// How many numbers of a state are free.
    pub(super) fn states(&self) -> usize {
        if self.has_states {
            2 * self.machine.joints()
        } else {
            0
        }
    }

    /// Whether an interval has to end where the next begins.
    pub(super) fn joins(&self, interval: usize) -> bool {
        let pair = self.stretches.get(interval..interval + 2);
        let follows = |pair: &[Stretch]| {
            let end = pair[0].grid.at(pair[0].grid.samples.saturating_sub(1));
            pair[0].experiment == pair[1].experiment
                && (pair[1].grid.start - end).abs() < 0.5 / pair[0].grid.rate
        };
        self.continuity.is_some() && self.has_states && pair.is_some_and(follows)
    }

    /// How many states at beginnings no interval before determines.
    pub(super) fn beginnings(&self) -> usize {
        let all = self.stretches.len();
        all - (0..all).filter(|k| self.joins(*k)).count()
    }

    /// Weights of positions and velocities where an interval joins the next: an error of a velocity counts as what becomes of it in
    /// half an interval.
    fn link_weights(&self, interval: usize) -> DVector<f64> {
        let n = self.machine.joints();
        let grid = &self.stretches[interval].grid;
        let half = 0.5 * grid.samples.saturating_sub(1) as f64 / grid.rate;
        let ratio = self.continuity.unwrap_or(0.0);
        DVector::from_fn(2 * n, |i, _| match self.machine.is_locked(i % n) {
            true => 0.0,
            false => ratio * self.weights[i % n] * if i < n { 1.0 } else { half },
        })
    }

    /// What an interval's end has to do with the beginning of the next.
    fn link(&self, point: &Point, interval: usize, here: &Marched<'_>) -> Link {
        let (n, p) = (self.machine.joints(), self.free.len());
        let next = &point.states[interval + 1];
        let ends = here.position().iter().chain(here.velocity());
        let begins = next.position.iter().chain(&next.velocity);
        let gap: Vec<f64> = ends.zip(begins).map(|(a, b)| a - b).collect();
        let weights = self.link_weights(interval);
        let (columns, states) = match here.columns() {
            0 => (0, 0),
            _ => (p, 2 * n),
        };
        let by = |from: usize, count: usize| {
            DMatrix::from_fn(2 * n, count, |i, k| weights[i] * here.column(from + k)[i])
        };
        Link {
            gap: DVector::from_vec(gap).component_mul(&weights),
            by_parameters: by(0, columns),
            by_state: by(p, states),
            weights,
        }
    }

    /// What all intervals say at a point; without derivatives only their costs.
    pub(super) fn evaluate(
        &self,
        point: &Point,
        with_derivatives: bool,
    ) -> Result<Vec<Block>, NoResiduals> {
        self.evaluated(point, with_derivatives, &self.settings)
    }

    /// The costs of a point that a step would lead to; there are none where an interval takes more than `most` steps of integration.
    pub(super) fn attempt(&self, point: &Point, most: usize) -> Result<Vec<Block>, NoResiduals> {
        let settings = Settings {
            most: most.min(self.settings.most),
            ..self.settings
        };
        self.evaluated(point, false, &settings)
    }

    fn evaluated(
        &self,
        point: &Point,
        with_derivatives: bool,
        settings: &Settings,
    ) -> Result<Vec<Block>, NoResiduals> {
        self.each(|k| {
            let n = self.machine.joints();
            let counts = match with_derivatives {
                true => [self.free.len(), self.states()],
                false => [0, 0],
            };
            let mut block = Block::new(counts[0], counts[1], n);
            let mut add = |joint: usize, _: usize, residual: f64, row: &[f64]| {
                block.add(joint, residual, self.weights[joint], row);
            };
            let mut link = None;
            let mut end = |here: &Marched<'_>| {
                link = self.joins(k).then(|| self.link(point, k, here));
            };
            let asked = (k, with_derivatives, settings);
            let evaluations = self.residuals_by(point, asked, &mut add, &mut end)?;
            block.close();
            block.apart = link
                .as_ref()
                .map_or(0.0, |link| 0.5 * link.gap.norm_squared());
            block.link = link;
            block.evaluations = evaluations;
            Ok(block)
        })
    }

    /// Does something for every interval, side by side on all cores.
    pub(super) fn each<T: Send>(
        &self,
        work: impl Fn(usize) -> Result<T, NoResiduals> + Sync,
    ) -> Result<Vec<T>, NoResiduals> {
        let count = self.stretches.len();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let next = AtomicUsize::new(0);
        let own = || {
            let mut found = Vec::new();
            loop {
                let k = next.fetch_add(1, Ordering::Relaxed);
                if k >= count {
                    return found;
                }
                found.push((k, work(k)));
            }
        };
        let mut all: Vec<(usize, Result<T, NoResiduals>)> = match cores.min(count) {
            0 | 1 => own(),
            threads => std::thread::scope(|scope| {
                let running: Vec<_> = (0..threads).map(|_| scope.spawn(own)).collect();
                running
                    .into_iter()
                    .flat_map(|thread| match thread.join() {
                        Ok(found) => found,
                        Err(panic) => std::panic::resume_unwind(panic),
                    })
                    .collect()
            }),
        };
        all.sort_by_key(|(k, _)| *k);
        all.into_iter().map(|(_, result)| result).collect()
    }

    /// Residuals of an interval, joint by joint and sample by sample: `add(joint, sample, simulated less measured, derivatives)`, then
    /// its end. A sample that the next interval begins with is that one's, where they join.
    pub(super) fn residuals(
        &self,
        point: &Point,
        interval: usize,
        with_derivatives: bool,
        add: &mut Added<'_>,
        end: &mut Ended<'_>,
    ) -> Result<usize, NoResiduals> {
        let asked = (interval, with_derivatives, &self.settings);
        self.residuals_by(point, asked, add, end)
    }

    fn residuals_by(
        &self,
        point: &Point,
        (interval, with_derivatives, settings): (usize, bool, &Settings),
        add: &mut Added<'_>,
        end: &mut Ended<'_>,
    ) -> Result<usize, NoResiduals> {
        let machine = self.machine_at(point);
        let n = machine.joints();
        let stretch = &self.stretches[interval];
        let directions: Vec<Direction> = match with_derivatives {
            true => self.free.iter().map(|free| free.direction).collect(),
            false => Vec::new(),
        };
        let held: Vec<bool> = (0..n).map(|i| machine.is_locked(i)).collect();
        let joins = self.joins(interval);
        let mut row = Vec::new();
        let mut show = |k: usize, here: &Marched<'_>| {
            let is_last = k + 1 == stretch.grid.samples;
            if is_last {
                end(here);
            }
            if !stretch.is_measured[k] || (is_last && joins) {
                return;
            }
            for i in (0..n).filter(|i| !held[*i]) {
                let residual = here.position()[i] - stretch.position[k * n + i];
                row.clear();
                row.extend((0..here.columns()).map(|column| here.column(column)[i]));
                add(i, k, residual, &row);
            }
        };
        let (count, stop) = march(
            &machine,
            &self.inputs[stretch.experiment],
            &point.states[interval],
            &stretch.grid,
            settings,
            &directions,
            with_derivatives && self.has_states,
            &mut show,
        )
        .map_err(NoResiduals::Setup)?;
        match stop {
            Some(stop) => Err(NoResiduals::Stop(interval, stop.later(stretch.begun))),
            None => Ok(count.evaluations),
        }
    }
}

#[cfg(test)]
mod tests;
