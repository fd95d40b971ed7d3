//! The columns of terms that the model does not have, along a motion.

use std::cell::LazyCell;

use super::candidates::{Candidate, Place, is_zero};
use super::local::{Local, Made, Runs};
use super::term::Term;
use crate::motion::{Motion, States};
use crate::regression::{BaseColumns, Columns};
use crate::signal::{curvature, slope};
use crate::statistics::is_of_body;
use crate::transmission::Drive;
use armwright_runtime::{EvaluationError, Model, Side};

/// Neighbours on both sides that derivatives of torque are made of.
const NEIGHBOURS: usize = 5;
/// By how much positions are moved for the effect of compliance, rad or m.
const STEP: f64 = 1e-6;

/// Columns of the base parameters and then of candidates along one motion, on the joint side.
pub(super) struct LackColumns<'a> {
    pub(super) base: BaseColumns<'a>,
    pub(super) drive: &'a Drive,
    /// For each row the joint whose torque it is; none of what else is measured.
    pub(super) driven: &'a [Option<usize>],
    pub(super) motion: &'a Motion,
    pub(super) candidates: &'a [Candidate],
    pub(super) torques: &'a Torques,
    /// The time from which terms that change with time count, s.
    pub(super) origin: f64,
}

/// Estimated base parameters of which torques are predicted.
pub(super) struct Torques {
    /// Those of bodies alone (`b`).
    load: Vec<f64>,
    /// Those of all torques that do not jump (`b`).
    smooth: Vec<f64>,
}

impl Torques {
    pub(super) fn of(model: &Model, beta: &[f64]) -> Self {
        let jumps = |j: usize| {
            let kind = model.parameters[model.base[j].representative].kind;
            kind.jump().is_some()
        };
        let only = |wanted: &dyn Fn(usize) -> bool| {
            let values = beta.iter().enumerate();
            values
                .map(|(j, x)| if wanted(j) { *x } else { 0.0 })
                .collect()
        };
        Self {
            load: only(&|j| is_of_body(model, j)),
            smooth: only(&|j| !jumps(j)),
        }
    }
}

/// Elements of the base regressor that are not always zero, each as a run over states.
struct Regressor<'a> {
    base: BaseColumns<'a>,
    rows: usize,
    /// Where they stand in the matrix of a state (`rows × b`).
    places: Vec<usize>,
}

impl<'a> Regressor<'a> {
    fn of(rows: usize, base: BaseColumns<'a>) -> Self {
        let b = base.count();
        let all = (0..rows * b).filter(|at| !base.is_zero(Side::Joint, at / b, at % b));
        Self {
            base,
            rows,
            places: all.collect(),
        }
    }

    fn at(&self, states: &States, count: usize) -> Result<Vec<f64>, EvaluationError> {
        let mut runs = vec![0.0; self.places.len() * count];
        let size = [count, self.rows];
        self.base
            .runs(states, size, &self.places, count, &mut runs)?;
        Ok(runs)
    }

    /// What base parameters make of the rows, a run each.
    fn torques(&self, runs: &[f64], beta: &[f64]) -> Runs {
        let count = runs.len() / self.places.len().max(1);
        let mut torques = vec![vec![0.0; count]; self.rows];
        for (place, run) in self.places.iter().zip(runs.chunks_exact(count.max(1))) {
            let (row, value) = (place / beta.len(), beta[place % beta.len()]);
            if value != 0.0 {
                let torque = torques[row].iter_mut().zip(run);
                torque.for_each(|(sum, y)| *sum += y * value);
            }
        }
        torques
    }
}

/// A derivative in the middle of a stretch; 0 at its ends.
fn inside(of: fn(&[f64], usize, f64) -> f64, column: &[f64], k: usize, rate: f64) -> f64 {
    match k > 0 && k + 1 < column.len() {
        true => of(column, k, rate),
        false => 0.0,
    }
}

impl LackColumns<'_> {
    /// What a joint that gives changes of all joints' torques (`smooth`), a unit of compliance: a run a joint.
    fn compliance(
        &self,
        joint: usize,
        states: &States,
        moved: [&[f64]; 3],
        smooth: &Runs,
    ) -> Result<Runs, EvaluationError> {
        let n = smooth.len();
        let mut states = states.clone();
        let mut steps = Vec::with_capacity(moved[0].len());
        for k in 0..moved[0].len() {
            let size = moved.iter().map(|run| run[k].abs()).sum::<f64>();
            let step = STEP / size.max(f64::MIN_POSITIVE);
            let of_state = [&mut states.q, &mut states.qd, &mut states.qdd];
            for (values, run) in of_state.into_iter().zip(moved) {
                values[k * n + joint] += step * run[k];
            }
            steps.push(step);
        }
        let mut change = self.base.torques(&states, &self.torques.smooth)?;
        for (change, before) in change.iter_mut().zip(smooth) {
            let both = change.iter_mut().zip(before).zip(&steps);
            both.for_each(|((x, before), step)| *x = (*x - before) / step);
        }
        Ok(change)
    }
}

impl Columns for LackColumns<'_> {
    fn count(&self) -> usize {
        let further = self.candidates.last().map_or(0, |last| last.columns().end);
        self.base.count() + further
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let rows = self.driven.len();
        let joints = self.drive.to_motor_matrix().nrows();
        let (count, size) = (states.count(joints), rows * self.count());
        let places: Vec<usize> = (0..size).collect();
        let mut runs = vec![0.0; count * size];
        self.runs(states, [count, rows], &places, count, &mut runs)?;
        for (place, run) in runs.chunks_exact(count.max(1)).enumerate() {
            let to = out.iter_mut().skip(place).step_by(size);
            to.zip(run).for_each(|(to, x)| *to = *x);
        }
        Ok(())
    }

    fn runs(
        &self,
        states: &States,
        [count, rows]: [usize; 2],
        places: &[usize],
        stride: usize,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let (b, width, rate) = (self.base.count(), self.count(), self.motion.rate);
        let n = self.drive.to_motor_matrix().nrows();
        let row_of = |joint: usize| self.driven.iter().position(|row| *row == Some(joint));
        // The states and those beside them, of which derivatives are made.
        let first = states.first.saturating_sub(NEIGHBOURS).max(1);
        let last = (states.first + count + NEIGHBOURS).min(self.motion.samples() - 1);
        let inner = states.first - first..states.first - first + count;
        let regressor = Regressor::of(rows, self.base);
        let around = regressor.at(&self.motion.states(first..last), last - first)?;
        let load = regressor.torques(&around, &self.torques.load);
        let smooth = regressor.torques(&around, &self.torques.smooth);
        let derived = |of: fn(&[f64], usize, f64) -> f64, run: &Vec<f64>| -> Vec<f64> {
            inner.clone().map(|k| inside(of, run, k, rate)).collect()
        };
        let cut =
            |runs: &Runs| -> Runs { runs.iter().map(|run| run[inner.clone()].to_vec()).collect() };
        let of_states = |values: &[f64]| -> Runs {
            let run = |i: usize| values.iter().skip(i).step_by(n).copied().collect();
            (0..n).map(run).collect()
        };
        let changing: Runs = smooth.iter().map(|run| derived(slope, run)).collect();
        let of_joints = |runs: &Runs| -> Runs {
            let of = |joint| row_of(joint).map_or(vec![0.0; count], |row| runs[row].clone());
            (0..n).map(of).collect()
        };
        let joints = Local {
            position: of_states(&states.q),
            speed: of_states(&states.qd),
            load: of_joints(&cut(&load)),
            rate: of_joints(&changing),
        };
        let motors = LazyCell::new(|| joints.of_motors(self.drive));
        let smooth = cut(&smooth);
        let time = (0..count).map(|k| self.motion.time(states.first + k) - self.origin);
        let time: Vec<f64> = time.collect();

        // Where each element goes, if it is asked for.
        let mut wanted = vec![None; rows * width];
        for (k, place) in places.iter().enumerate() {
            wanted[*place] = Some(k * stride);
        }
        let mut put = |row: usize, column: usize, run: &[f64], factor: f64| {
            if let Some(at) = wanted[row * width + column].take() {
                let to = out[at..at + count].iter_mut();
                to.zip(run).for_each(|(to, x)| *to = factor * x);
            }
        };
        let length = last - first;
        for (place, run) in regressor.places.iter().zip(around.chunks_exact(length)) {
            put(place / b, place % b, &run[inner.clone()], 1.0);
        }
        let mut made = Made::default();
        // Backwards, so that friction near standstill comes from the highest speed on.
        for candidate in self.candidates.iter().rev() {
            let (term, columns) = (candidate.term, candidate.columns());
            let columns = b + columns.start..b + columns.end;
            match candidate.place {
                Place::All => {
                    (0..rows).for_each(|i| put(i, columns.start, &changing[i], 1.0));
                }
                Place::Joint(j) if term == Term::Compliance => {
                    let [first, second] = [slope, curvature].map(|of| derived(of, &load[j]));
                    let moved = [&joints.load[j][..], &first, &second];
                    let change = self.compliance(j, states, moved, &smooth)?;
                    (0..rows).for_each(|i| put(i, columns.start, &change[i], 1.0));
                }
                Place::Joint(j) => {
                    let runs = joints.columns(term, j, &time, &mut made);
                    for (column, run) in columns.zip(runs) {
                        if let Some(row) = row_of(j) {
                            put(row, column, run, 1.0);
                        }
                    }
                }
                Place::Motor(m) => {
                    let runs = motors.columns(term, m, &time, &mut made);
                    for (column, run) in columns.zip(runs) {
                        for i in 0..n {
                            match (self.drive.ratio(m, i), row_of(i)) {
                                (0.0, _) | (_, None) => {}
                                (ratio, Some(row)) => put(row, column, run, ratio),
                            }
                        }
                    }
                }
            }
        }
        // What nothing was put into is 0.
        for at in wanted.into_iter().flatten() {
            out[at..at + count].fill(0.0);
        }
        Ok(())
    }

    fn alike(&self) -> Vec<usize> {
        let (b, width) = (self.base.count(), self.count());
        let of_base = self.base.alike();
        let rows = of_base.len() / b.max(1);
        let whole = |place: usize| place / b * width + place % b;
        let place = |place: usize| match place % width {
            column if column < b => whole(of_base[place / width * b + column]),
            _ => place,
        };
        (0..rows * width).map(place).collect()
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        let Some(column) = column.checked_sub(self.base.count()) else {
            return self.base.is_zero(side, row, column);
        };
        let mut all = self.candidates.iter();
        let of_column = all.find(|candidate| candidate.columns().contains(&column));
        let driven = match side {
            Side::Joint => self.driven[row],
            Side::Motor => Some(row),
        };
        of_column.is_none_or(|candidate| is_zero(candidate, self.drive, side, driven))
    }
}

#[cfg(test)]
mod tests;
