//! A few hundred instants of motions of a base that moves, at which the equations are formed as faults would have them.

use std::borrow::Cow;

use nalgebra::{DMatrix, DVector};

use super::super::base_fault::Frame;
use super::super::certain::{certain, kept};
use super::super::change::Change;
use super::super::fit::{Fitted, Row, Rule, Unexplained, fit};
use super::change::BaseChange;
use super::instant::{Instant, Shown, add_wrench, frame, measured};
use crate::motion::{Motion, States, remainders};
use crate::parameters::never_negative;
use crate::recording::{BaseMotion, Contact};
use crate::regression::{Columns, Equations, Levers, RegressionError};
use armwright_runtime::Side;

/// Instants over all motions, of each at least, and products of columns that may be formed for each try.
const INSTANTS: usize = 480;
const EACH: usize = 12;
const PRODUCTS: usize = 100_000_000;

/// How many times fewer tell which of several faults is tried, and how many equations each parameter has then at least.
const FEWER: usize = 4;
const OVER: usize = 8;

/// How many instants there are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Detail {
    All,
    /// A part of them, or each with another after it, later than noise lasts.
    Few,
    Pairs,
}

/// Instants of motions.
pub(super) struct Probe<'a> {
    equations: &'a Equations<'a>,
    motions: &'a [Motion],
    instants: Vec<Instant>,
    levers: Levers<'a>,
    states: States,
    /// Velocities of the joints a while before and after (`n × instants`).
    around: [DMatrix<f64>; 2],
    /// For each row the joint whose torque it is.
    driven: Vec<Option<usize>>,
    /// For each row the instants at which the signs of friction are certain.
    kept: Vec<Vec<usize>>,
    /// Base parameters that are never negative (`b`).
    positive: Vec<bool>,
}

/// What is left of the rows under a change.
#[derive(Clone)]
pub(super) struct Left {
    /// With parameters that a robot can have.
    pub(super) rows: Unexplained,
    /// These parameters, and the steps that were fitted beside them.
    pub(super) beta: DVector<f64>,
}

impl<'a> Probe<'a> {
    /// Of motions; none if they are too short for so many parameters.
    pub(super) fn of(
        equations: &'a Equations<'a>,
        motions: &'a [Motion],
        detail: Detail,
    ) -> Result<Option<Self>, RegressionError> {
        let model = equations.robot().model();
        let (rows, b) = (equations.rows(), model.base.len());
        let most = (PRODUCTS / (rows * b * b).max(1)).clamp(INSTANTS / 4, INSTANTS);
        let (most, over) = match detail {
            Detail::All => (most, 2),
            Detail::Few => (most / FEWER, OVER),
            Detail::Pairs => (most / 2, 2),
        };
        let each = (most / motions.len().max(1)).max(EACH);
        let mut instants = Vec::new();
        let (mut states, mut around) = (States::default(), [Vec::new(), Vec::new()]);
        for (which, motion) in motions.iter().enumerate() {
            let window = (0.5 * motion.rate / motion.processing.cutoff) as usize + 1;
            let later = (detail == Detail::Pairs).then_some(window);
            let margin = window + later.unwrap_or(0);
            let inside = motion.interior();
            let (first, last) = (inside.start + window, inside.end.saturating_sub(margin));
            // Noise lasts as long as the filter remembers.
            let apart = 2.0 * motion.processing.cutoff * inside.len() as f64 / motion.rate;
            let count = each.min(apart as usize).min(last.saturating_sub(first));
            let places = (0..count).map(|k| first + (2 * k + 1) * (last - first) / (2 * count));
            let places = places.flat_map(|at| [Some(at), later.map(|by| at + by)]);
            let places: Vec<(usize, usize)> = places.flatten().map(|at| (which, at)).collect();
            for &(_, at) in &places {
                let now = motion.states(at..at + 1);
                states.q.extend(now.q);
                states.qd.extend(now.qd);
                states.qdd.extend(now.qdd);
                states.temperature.extend(now.temperature);
                let beside = [at - window, at + window];
                let both = around.iter_mut().zip(beside);
                both.for_each(|(to, at)| to.extend(motion.states(at..at + 1).qd));
            }
            instants.extend(measured(equations, motion, &places)?);
        }
        if instants.len() * rows < over * b {
            return Ok(None);
        }
        let around = around.map(|x| of_joints(equations, &x));
        let left = remainders(motions, model);
        let is_left = |k: usize| left.iter().any(|p| p == model.base[k].name);
        Ok(Some(Self {
            kept: certain_instants(equations, &of_joints(equations, &states.qd), &around),
            driven: equations.driven(),
            around,
            equations,
            levers: Levers::of(equations.robot(), places(motions)),
            motions,
            instants,
            states,
            positive: (0..b)
                .map(|k| never_negative(model, k) && !is_left(k))
                .collect(),
        }))
    }

    pub(super) fn equations(&self) -> &'a Equations<'a> {
        self.equations
    }

    /// How the IMU is said to be mounted.
    pub(super) fn imu(&self) -> BaseMotion {
        let imu = self.motions.iter().find_map(Motion::imu);
        imu.cloned().unwrap_or_default()
    }

    /// The bodies that are touched, and the points where.
    pub(super) fn contacts(&self) -> &[Contact] {
        places(self.motions)
    }

    /// Of each contact how many numbers its sensor shows: three of force, where it shows no moment.
    pub(super) fn components(&self) -> Vec<usize> {
        let of_contact = |contact: usize| {
            let moments = 6 * contact + 3..6 * contact + 6;
            let contacts = self.motions.iter().filter_map(Motion::contacts);
            let moments = contacts.filter_map(|all| all.wrenches.get(moments.clone()));
            match moments.flatten().flatten().any(|x| *x != 0.0) {
                true => 6,
                false => 3,
            }
        };
        (0..self.contacts().len()).map(of_contact).collect()
    }

    /// Of each contact whose axes its sensor is said to have.
    pub(super) fn frames(&self) -> Vec<Frame> {
        self.contacts().iter().map(frame).collect()
    }

    /// Whether it is known how the base is turned in the world.
    pub(super) fn is_oriented(&self) -> bool {
        self.instants.iter().all(|at| at.turn.is_some())
    }

    /// The highest sampling rate, Hz.
    pub(super) fn rate(&self) -> f64 {
        self.motions.iter().map(|m| m.rate).fold(0.0, f64::max)
    }

    /// How many times the logarithm of what is left of a row is twice that of its likelihood.
    pub(super) fn counts(&self) -> Vec<f64> {
        self.kept.iter().map(|kept| kept.len() as f64).collect()
    }

    /// States with a fault undone.
    fn states(&self, change: &BaseChange) -> States {
        let base = self.instants.iter();
        let base = base.flat_map(|at| self.motions[at.motion].base_undone(at.sample, &change.imu));
        let mut states = States {
            base: base.collect(),
            ..self.states.clone()
        };
        if !change.joints.keeps_columns() {
            let by = &change.joints;
            let turned = |x: &[f64]| &by.position * of_joints(self.equations, x);
            let mut q = turned(&states.q);
            q.column_iter_mut().for_each(|mut q| q += &by.offset);
            states.q = q.as_slice().to_vec();
            states.qd = turned(&states.qd).as_slice().to_vec();
            states.qdd = turned(&states.qdd).as_slice().to_vec();
        }
        states
    }

    /// For each row the instants at which the signs of friction are certain, with a fault undone.
    fn kept(&self, change: &BaseChange, states: &States) -> Cow<'_, [Vec<usize>]> {
        if change.joints.keeps_columns() {
            return Cow::Borrowed(&self.kept);
        }
        let around = self.around.each_ref().map(|x| &change.joints.position * x);
        let now = of_joints(self.equations, &states.qd);
        Cow::Owned(certain_instants(self.equations, &now, &around))
    }

    /// The columns of the base parameters with a fault undone: a run of instants for each element (`rows × b`), of those that are
    /// always zero none.
    fn columns(&self, states: &States) -> Result<Vec<Vec<f64>>, RegressionError> {
        let (n, b) = (self.equations.rows(), self.positive.len());
        let (count, columns) = (self.instants.len(), self.equations.base_columns());
        let all = 0..n * b;
        let places = all.filter(|at| !columns.is_zero(Side::Joint, at / b, at % b));
        let places: Vec<usize> = places.collect();
        let mut runs = vec![0.0; places.len() * count];
        let size = [count, n];
        columns.runs(states, size, &places, count, &mut runs)?;
        let mut found = vec![Vec::new(); n * b];
        let each = places.iter().zip(runs.chunks_exact(count));
        each.for_each(|(place, run)| found[*place] = run.to_vec());
        Ok(found)
    }

    /// What was measured of the rows at each instant with a fault undone (`rows`); the states are those with it undone.
    fn measured(
        &self,
        change: &BaseChange,
        states: &States,
    ) -> Result<Vec<Vec<f64>>, RegressionError> {
        let moved = !change.joints.keeps_columns();
        let of_instant = |(k, at): (usize, &Instant)| {
            let mut measured = self.of_torques(at, &change.joints);
            let (reach, bodies) = match moved {
                true => (
                    Cow::Owned(self.levers.units(states, k)?),
                    Cow::Owned(self.levers.turns(states, k)?),
                ),
                false => (Cow::Borrowed(&at.reach), Cow::Borrowed(&at.bodies)),
            };
            let touched = self.contacts().iter().zip(&at.wrenches).zip(&*bodies);
            let shown = touched.map(|((contact, wrench), body)| Shown {
                contact,
                wrench,
                body,
                turn: at.turn,
            });
            let changes = change.wrenches.iter().zip(&change.frames);
            for ((shown, reach), (by, axes)) in shown.zip(&*reach).zip(changes) {
                let wrench = shown.undone(by, *axes);
                add_wrench(&mut measured, reach, |k| wrench[k]);
            }
            Ok(measured)
        };
        self.instants.iter().enumerate().map(of_instant).collect()
    }

    /// What was measured of the rows but for contacts, with a fault of joints undone.
    fn of_torques(&self, at: &Instant, change: &Change) -> Vec<f64> {
        let mut torque = DVector::zeros(self.equations.joints());
        let of_joint = |(row, joint): (usize, &Option<usize>)| Some((row, (*joint)?));
        let pairs = || self.driven.iter().enumerate().filter_map(of_joint);
        pairs().for_each(|(row, joint)| torque[joint] = at.measured[row]);
        let torque = &change.torque * torque + &change.constant;
        let mut measured = at.measured.clone();
        pairs().for_each(|(row, joint)| measured[row] = torque[joint]);
        measured
    }

    /// What is left once a fault is undone; `beside` has further columns (a run of `instants × rows` each), fitted as well.
    pub(super) fn left(
        &self,
        change: &BaseChange,
        beside: &[Vec<f64>],
    ) -> Result<Left, RegressionError> {
        let (n, b) = (self.equations.rows(), self.positive.len());
        let states = self.states(change);
        let columns = &self.columns(&states)?;
        let all_kept = self.kept(change, &states);
        let width = b + beside.len();
        let row = |(row, kept): (usize, &Vec<usize>)| {
            let enters = |j: &usize| *j >= b || !columns[row * b + j].is_empty();
            let entering: Vec<usize> = (0..width).filter(enters).collect();
            let own = entering.iter().flat_map(|&j| {
                let element = move |&k: &usize| match j.checked_sub(b) {
                    None => columns[row * b + j][k],
                    Some(further) => beside[further][k * n + row],
                };
                kept.iter().map(element)
            });
            let matrix = DMatrix::from_iterator(kept.len(), entering.len(), own);
            let known = DVector::zeros(kept.len());
            Row::sparse(kept.clone(), matrix, entering, known)
        };
        let rows: Vec<Row> = all_kept.iter().enumerate().map(row).collect();
        let measured = self.measured(change, &states)?;
        let of_row = |row: usize| measured.iter().map(|at| at[row]).collect();
        let torque: Vec<Vec<f64>> = (0..n).map(of_row).collect();
        let mut positive = self.positive.clone();
        positive.resize(width, false);
        let rule = Rule {
            free: &vec![true; width],
            positive: &positive,
            start: &DVector::zeros(width),
        };
        let Fitted { left, beta, .. } = fit(&rows, &torque, &rule);
        Ok(Left { rows: left, beta })
    }

    /// By how much parameters predict more than was measured with a fault undone (`instants × rows`).
    pub(super) fn surplus(
        &self,
        change: &BaseChange,
        beta: &DVector<f64>,
    ) -> Result<Vec<f64>, RegressionError> {
        let columns = self.equations.base_columns();
        let states = self.states(change);
        let predicted = columns.torques(&states, beta.as_slice())?;
        let measured = self.measured(change, &states)?;
        let each = measured.into_iter().enumerate().flat_map(|(k, measured)| {
            let pairs = measured.into_iter().zip(&predicted);
            pairs.map(|(y, run)| run[k] - y).collect::<Vec<f64>>()
        });
        Ok(each.collect())
    }
}

/// Where bodies are touched in motions.
fn places(motions: &[Motion]) -> &[Contact] {
    let contacts = motions.iter().find_map(Motion::contacts);
    contacts.map_or(&[], |contacts| &contacts.places)
}

/// A number for each joint and instant (`n × instants`).
fn of_joints(equations: &Equations<'_>, values: &[f64]) -> DMatrix<f64> {
    let n = equations.joints();
    DMatrix::from_column_slice(n, values.len() / n.max(1), values)
}

/// For each row the instants at which the signs of friction are certain, at velocities of the joints (`n × instants`).
fn certain_instants(
    equations: &Equations<'_>,
    now: &DMatrix<f64>,
    around: &[DMatrix<f64>; 2],
) -> Vec<Vec<usize>> {
    let signs = equations.signs();
    let certain = certain(equations.drive(), signs, now, around);
    let rows = 0..equations.rows();
    rows.map(|row| kept(&certain, signs, row, now.ncols()))
        .collect()
}

#[cfg(test)]
mod tests;
