//! Columns of friction beside those of bodies, along a motion.

use super::law::{Law, Local};
use super::place::Place;
use crate::motion::States;
use crate::regression::{BaseColumns, Columns, Equations};
use armwright_runtime::{EvaluationError, Side};

/// What multiplies unknowns of a place's friction.
pub(super) trait Terms: Sync {
    /// How many unknowns a place has.
    fn width(&self, place: usize) -> usize;

    /// What multiplies them (`width`).
    fn fill(&self, place: usize, local: &Local, out: &mut [f64]);
}

/// Base parameters, those of the places' own friction left out, then the unknowns of each place.
pub(super) struct FrictionColumns<'a, T> {
    pub(super) equations: &'a Equations<'a>,
    pub(super) places: &'a [Place],
    pub(super) terms: T,
    /// Base parameters of bodies, 0 for others (`b`), of which the load is made.
    pub(super) load: &'a [f64],
    base: BaseColumns<'a>,
}

impl<'a, T: Terms> FrictionColumns<'a, T> {
    pub(super) fn new(
        equations: &'a Equations<'a>,
        places: &'a [Place],
        load: &'a [f64],
        terms: T,
    ) -> Self {
        Self {
            base: equations.base_columns(),
            equations,
            places,
            terms,
            load,
        }
    }

    /// The first unknown of each place, and after the last the number of all.
    pub(super) fn starts(&self) -> Vec<usize> {
        let mut starts = vec![self.base.count()];
        for place in 0..self.places.len() {
            starts.push(starts[place] + self.terms.width(place));
        }
        starts
    }

    /// Whether a base parameter is friction of a place.
    fn is_dropped(&self, column: usize) -> bool {
        self.places.iter().any(|place| place.own.contains(&column))
    }
}

impl<T: Terms> Columns for FrictionColumns<'_, T> {
    fn count(&self) -> usize {
        *self.starts().last().unwrap_or(&0)
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let drive = self.equations.drive();
        let (n, b) = (self.equations.joints(), self.base.count());
        let starts = self.starts();
        let width = self.count();
        let mut regressor = vec![0.0; states.count(n) * n * b];
        self.base.evaluate(states, &mut regressor)?;
        let dropped: Vec<bool> = (0..b).map(|j| self.is_dropped(j)).collect();
        let (mut joint, mut speeds, mut loads) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        let mut values = vec![0.0; width];
        let matrices = out.chunks_exact_mut((n * width).max(1));
        let regressors = regressor.chunks_exact((n * b).max(1));
        let all = matrices.zip(regressors).zip(states.each(n)).enumerate();
        for (k, ((matrix, regressor), [_, qd, _])) in all {
            matrix.fill(0.0);
            let rows = regressor.chunks_exact(b.max(1)).enumerate();
            for (i, row) in rows {
                joint[i] = row.iter().zip(self.load).map(|(y, x)| y * x).sum();
                let own = matrix[i * width..i * width + b].iter_mut();
                for ((to, y), dropped) in own.zip(row).zip(&dropped) {
                    *to = if *dropped { 0.0 } else { *y };
                }
            }
            drive.to_motor(qd, &mut speeds);
            drive.torque_to_motor(&joint, &mut loads);
            for (p, place) in self.places.iter().enumerate() {
                let (velocity, load) = match place.on_motor {
                    true => (speeds[place.index], loads[place.index]),
                    false => (qd[place.index], joint[place.index]),
                };
                let warmth = match (place.warmth, states.temperature.get(k * n + place.index)) {
                    (Some(known), Some(now)) => now - known.reference,
                    _ => 0.0,
                };
                let local = Local {
                    velocity,
                    load,
                    warmth,
                };
                let mine = starts[p]..starts[p + 1];
                values[mine.clone()].fill(0.0);
                self.terms.fill(p, &local, &mut values[mine.clone()]);
                for i in 0..n {
                    let ratio = match place.on_motor {
                        true => drive.ratio(place.index, i),
                        false => f64::from(u8::from(place.index == i)),
                    };
                    if ratio != 0.0 {
                        let to = &mut matrix[i * width..(i + 1) * width][mine.clone()];
                        let from = &values[mine.clone()];
                        to.iter_mut().zip(from).for_each(|(to, x)| *to = ratio * x);
                    }
                }
            }
        }
        Ok(())
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        if column < self.base.count() {
            return self.is_dropped(column) || self.base.is_zero(side, row, column);
        }
        let starts = self.starts();
        let place = starts.partition_point(|start| *start <= column) - 1;
        self.places[place].is_zero(self.equations.drive(), side, row)
    }
}

/// Laws with parameters: a column for each, that of a nonlinear one being the derivative by its logarithm.
pub(super) struct Linearised<'a> {
    /// For each place its law, the linear parameters and the others.
    pub(super) laws: &'a [(Law, Vec<f64>, Vec<f64>)],
}

/// The step of differences by logarithms of parameters.
const STEP: f64 = 1e-4;

impl Terms for Linearised<'_> {
    fn width(&self, place: usize) -> usize {
        self.laws[place].0.parameters()
    }

    fn fill(&self, place: usize, local: &Local, out: &mut [f64]) {
        let (law, linear, theta) = &self.laws[place];
        let at = |theta: &[f64]| -> f64 {
            let values = law.values(theta, local);
            values.iter().zip(linear).map(|(x, c)| x * c).sum()
        };
        out[..linear.len()].copy_from_slice(&law.values(theta, local));
        for (k, out) in out[linear.len()..].iter_mut().enumerate() {
            let moved = |by: f64| {
                let mut theta = theta.clone();
                theta[k] *= by.exp();
                at(&theta)
            };
            *out = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
        }
    }
}

#[cfg(test)]
mod tests;
