//! The columns of terms that the model does not have, along a motion.

use std::ops::Range;

use super::candidates::{Candidate, Place, is_zero};
use super::term::Term;
use crate::motion::{Motion, States};
use crate::regression::Columns;
use crate::signal::{curvature, slope};
use crate::statistics::is_inertial;
use crate::transmission::Drive;
use armwright_runtime::{EvaluationError, Model, Robot, Side};

/// Neighbours on both sides that derivatives of torque are made of.
const NEIGHBOURS: usize = 5;
/// By how much positions are moved for the effect of compliance, rad or m.
const STEP: f64 = 1e-6;

/// Columns of candidates along one motion, on the joint side.
pub(super) struct LackColumns<'a> {
    pub(super) robot: &'a dyn Robot,
    pub(super) drive: &'a Drive,
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
            load: only(&|j| is_inertial(model, j)),
            smooth: only(&|j| !jumps(j)),
        }
    }
}

/// Torques of bodies alone, and of all that is smooth, at a stretch of samples (a column a joint).
struct Stretch {
    first: usize,
    load: Vec<Vec<f64>>,
    smooth: Vec<Vec<f64>>,
}

impl LackColumns<'_> {
    fn stretch(&self, samples: Range<usize>) -> Result<Stretch, EvaluationError> {
        let n = self.drive.to_motor_matrix().nrows();
        let b = self.torques.load.len();
        let first = samples.start.saturating_sub(NEIGHBOURS).max(1);
        let last = (samples.end + NEIGHBOURS).min(self.motion.samples() - 1);
        let mut found = Stretch {
            first,
            load: vec![Vec::new(); n],
            smooth: vec![Vec::new(); n],
        };
        let mut regressor = vec![0.0; n * b];
        let states = self.motion.states(first..last);
        for [q, qd, qdd] in states.each(n) {
            self.robot.base_regressor(q, qd, qdd, &mut regressor)?;
            for (i, row) in regressor.chunks_exact(b.max(1)).enumerate() {
                found.load[i].push(dot(row, &self.torques.load));
                found.smooth[i].push(dot(row, &self.torques.smooth));
            }
        }
        Ok(found)
    }

    /// What a joint that gives changes of all joints' torques, a unit of compliance (`n`).
    fn compliance(
        &self,
        joint: usize,
        state: [&[f64]; 3],
        moved: [f64; 3],
        before: &[f64],
        regressor: &mut [f64],
    ) -> Result<Vec<f64>, EvaluationError> {
        let b = self.torques.smooth.len();
        let size = moved
            .iter()
            .map(|x| x.abs())
            .sum::<f64>()
            .max(f64::MIN_POSITIVE);
        let step = STEP / size;
        let mut state = state.map(<[f64]>::to_vec);
        for (values, by) in state.iter_mut().zip(moved) {
            values[joint] += step * by;
        }
        self.robot
            .base_regressor(&state[0], &state[1], &state[2], regressor)?;
        let rows = regressor.chunks_exact(b.max(1)).zip(before);
        let change = rows.map(|(row, before)| (dot(row, &self.torques.smooth) - before) / step);
        Ok(change.collect())
    }
}

fn dot(row: &[f64], values: &[f64]) -> f64 {
    row.iter().zip(values).map(|(y, x)| y * x).sum()
}

fn sign(speed: f64) -> f64 {
    if speed == 0.0 { 0.0 } else { speed.signum() }
}

/// A derivative in the middle of a stretch; 0 at its ends.
fn inside(of: fn(&[f64], usize, f64) -> f64, column: &[f64], k: usize, rate: f64) -> f64 {
    match k > 0 && k + 1 < column.len() {
        true => of(column, k, rate),
        false => 0.0,
    }
}

/// What terms depend on, at a joint or a motor.
struct Local {
    position: f64,
    speed: f64,
    load: f64,
    rate: f64,
    time: f64,
}

impl Local {
    /// The elements of a term, one or two.
    fn values(&self, term: Term) -> [f64; 2] {
        let (v, direction) = (self.speed, sign(self.speed));
        let one = match term {
            Term::Coulomb => direction,
            Term::Viscous => v,
            Term::Offset => 1.0,
            Term::Stribeck { speed } => direction * (-(v / speed).powi(2)).exp(),
            Term::Quadratic => v * v.abs(),
            Term::Directional => v.abs(),
            Term::Load => self.load.abs() * direction,
            Term::Spring => return [self.position, 1.0],
            Term::Periodic { times } => {
                let (sine, cosine) = (f64::from(times) * self.position).sin_cos();
                return [sine, cosine];
            }
            Term::Warming => return [self.time * direction, self.time * v],
            Term::Drift => self.time,
            Term::Delay => self.rate,
            Term::Compliance => 0.0,
        };
        [one, 0.0]
    }
}

impl Columns for LackColumns<'_> {
    fn count(&self) -> usize {
        self.candidates.last().map_or(0, |last| last.columns().end)
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let n = self.drive.to_motor_matrix().nrows();
        let (width, rate) = (self.count(), self.motion.rate);
        let count = states.q.len() / n.max(1);
        let stretch = self.stretch(states.first..states.first + count)?;
        let mut regressor = vec![0.0; n * self.torques.smooth.len()];
        let motor = |joint: &[f64]| {
            let mut motor = vec![0.0; n];
            self.drive.to_motor(joint, &mut motor);
            motor
        };
        let torque_of_motor = |joint: &[f64]| {
            let mut motor = vec![0.0; n];
            self.drive.torque_to_motor(joint, &mut motor);
            motor
        };
        let matrices = out.chunks_exact_mut((n * width).max(1));
        for ((k, [q, qd, qdd]), matrix) in states.each(n).enumerate().zip(matrices) {
            matrix.fill(0.0);
            let at = states.first + k - stretch.first;
            let time = self.motion.time(states.first + k) - self.origin;
            let load: Vec<f64> = stretch.load.iter().map(|column| column[at]).collect();
            let smooth: Vec<f64> = stretch.smooth.iter().map(|column| column[at]).collect();
            let rates: Vec<f64> = stretch
                .smooth
                .iter()
                .map(|column| inside(slope, column, at, rate))
                .collect();
            let (speeds, places) = (motor(qd), motor(q));
            let (loads, motor_rates) = (torque_of_motor(&load), torque_of_motor(&rates));
            for candidate in self.candidates {
                let column = candidate.column;
                match candidate.place {
                    Place::All => (0..n).for_each(|i| matrix[i * width + column] = rates[i]),
                    Place::Joint(j) if candidate.term == Term::Compliance => {
                        let torque = &stretch.load[j];
                        let moved = [
                            load[j],
                            inside(slope, torque, at, rate),
                            inside(curvature, torque, at, rate),
                        ];
                        let change =
                            self.compliance(j, [q, qd, qdd], moved, &smooth, &mut regressor)?;
                        (0..n).for_each(|i| matrix[i * width + column] = change[i]);
                    }
                    Place::Joint(j) => {
                        let local = Local {
                            position: q[j],
                            speed: qd[j],
                            load: load[j],
                            rate: rates[j],
                            time,
                        };
                        let values = local.values(candidate.term);
                        candidate
                            .columns()
                            .zip(values)
                            .for_each(|(c, x)| matrix[j * width + c] = x);
                    }
                    Place::Motor(m) => {
                        let local = Local {
                            position: places[m],
                            speed: speeds[m],
                            load: loads[m],
                            rate: motor_rates[m],
                            time,
                        };
                        let values = local.values(candidate.term);
                        for i in 0..n {
                            let ratio = self.drive.ratio(m, i);
                            let each = candidate.columns().zip(values);
                            each.for_each(|(c, x)| matrix[i * width + c] = ratio * x);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
        let mut all = self.candidates.iter();
        let of_column = all.find(|candidate| candidate.columns().contains(&column));
        of_column.is_none_or(|candidate| is_zero(candidate, self.drive, side, row))
    }
}
