//! A few hundred instants of motions of a base that moves, at which the equations are formed as faults would have them.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};

use super::super::certain::{certain, kept};
use super::super::fit::{Row, Rule, Unexplained, fitted};
use super::super::smooth::Smooth;
use super::change::BaseChange;
use crate::motion::{Motion, States, remainders};
use crate::parameters::never_negative;
use crate::recording::{BaseMotion, Contact};
use crate::regression::{Columns, Equations, RegressionError, unit_wrenches};
use armwright_runtime::{Inputs, Side};

/// Instants over all motions, of each at least, and products of columns that may be formed for each try.
const INSTANTS: usize = 480;
const EACH: usize = 12;
const PRODUCTS: usize = 100_000_000;

/// What was measured at an instant.
struct Instant {
    motion: usize,
    sample: usize,
    /// Rows as they were measured, contacts among them.
    measured: Vec<f64>,
    /// Of each contact its wrench, and what each component of one is in the rows.
    wrenches: Vec<([f64; 6], [Vec<f64>; 6])>,
}

/// Instants of motions.
pub(super) struct Probe<'a> {
    equations: &'a Equations<'a>,
    motions: &'a [Motion],
    instants: Vec<Instant>,
    states: States,
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
    /// Of motions; none if they are too short.
    pub(super) fn of(
        equations: &'a Equations<'a>,
        motions: &'a [Motion],
    ) -> Result<Option<Self>, RegressionError> {
        let model = equations.robot().model();
        let (rows, b) = (equations.rows(), model.base.len());
        let most = (PRODUCTS / (rows * b * b).max(1)).clamp(INSTANTS / 4, INSTANTS);
        let each = (most / motions.len().max(1)).max(EACH);
        let mut instants = Vec::new();
        let (mut states, mut around) = (States::default(), [Vec::new(), Vec::new()]);
        for (which, motion) in motions.iter().enumerate() {
            let window = (0.5 * motion.rate / motion.processing.cutoff) as usize + 1;
            let inside = motion.interior();
            let (first, last) = (inside.start + window, inside.end.saturating_sub(window));
            // Noise lasts as long as the filter remembers.
            let apart = 2.0 * motion.processing.cutoff * inside.len() as f64 / motion.rate;
            let count = each.min(apart as usize).min(last.saturating_sub(first));
            let places = (0..count).map(|k| first + (2 * k + 1) * (last - first) / (2 * count));
            let places: Vec<(usize, usize)> = places.map(|at| (which, at)).collect();
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
        if instants.len() * rows < 2 * b {
            return Ok(None);
        }
        let speeds = |x: &[f64]| DMatrix::from_column_slice(equations.joints(), instants.len(), x);
        let (signs, around) = (equations.signs(), around.map(|x| speeds(&x)));
        let certain = certain(equations.drive(), signs, &speeds(&states.qd), &around);
        let left = remainders(motions, model);
        let is_left = |k: usize| left.iter().any(|p| p == model.base[k].name);
        Ok(Some(Self {
            kept: (0..rows)
                .map(|row| kept(&certain, signs, row, instants.len()))
                .collect(),
            equations,
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
        let contacts = self.motions.iter().find_map(Motion::contacts);
        contacts.map_or(&[], |contacts| &contacts.places)
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
        States {
            base: base.collect(),
            ..self.states.clone()
        }
    }

    /// The columns of the base parameters with a fault undone: a run of instants for each element (`rows × b`), of those that are
    /// always zero none.
    fn columns(&self, change: &BaseChange) -> Result<Vec<Vec<f64>>, RegressionError> {
        let (n, b) = (self.equations.rows(), self.positive.len());
        let (count, columns) = (self.instants.len(), self.equations.base_columns());
        let all = 0..n * b;
        let places = all.filter(|at| !columns.is_zero(Side::Joint, at / b, at % b));
        let places: Vec<usize> = places.collect();
        let mut runs = vec![0.0; places.len() * count];
        let size = [count, n];
        columns.runs(&self.states(change), size, &places, count, &mut runs)?;
        let mut found = vec![Vec::new(); n * b];
        let each = places.iter().zip(runs.chunks_exact(count));
        each.for_each(|(place, run)| found[*place] = run.to_vec());
        Ok(found)
    }

    /// What was measured of the rows with a fault undone (`rows`).
    fn measured(&self, at: &Instant, change: &BaseChange) -> Vec<f64> {
        let mut measured = at.measured.clone();
        for ((wrench, rows), (factor, constant)) in at.wrenches.iter().zip(&change.wrenches) {
            for (component, rows) in rows.iter().enumerate() {
                let by = (factor - 1.0) * wrench[component] + constant[component];
                measured
                    .iter_mut()
                    .zip(rows)
                    .for_each(|(y, x)| *y += by * x);
            }
        }
        measured
    }

    /// What is left once a fault is undone; `beside` has further columns (a run of `instants × rows` each), fitted as well.
    pub(super) fn left(
        &self,
        change: &BaseChange,
        beside: &[Vec<f64>],
    ) -> Result<Left, RegressionError> {
        let (n, b) = (self.equations.rows(), self.positive.len());
        let columns = self.columns(change)?;
        let width = b + beside.len();
        let row = |(row, kept): (usize, &Vec<usize>)| {
            let element = |k: usize, j: usize| match j.checked_sub(b) {
                None => columns[row * b + j].get(kept[k]).copied().unwrap_or(0.0),
                Some(further) => beside[further][kept[k] * n + row],
            };
            let matrix = DMatrix::from_fn(kept.len(), width, element);
            let enters = |j: &usize| *j >= b || !columns[row * b + j].is_empty();
            let entering: Vec<usize> = (0..width).filter(enters).collect();
            Row::sparse(kept.clone(), matrix, &entering)
        };
        let rows: Vec<Row> = self.kept.iter().enumerate().map(row).collect();
        let measured = self.instants.iter().map(|at| self.measured(at, change));
        let measured: Vec<Vec<f64>> = measured.collect();
        let of_row = |row: usize| measured.iter().map(|at| at[row]).collect();
        let torque: Vec<Vec<f64>> = (0..n).map(of_row).collect();
        let mut positive = self.positive.clone();
        positive.resize(width, false);
        let rule = Rule {
            free: &vec![true; width],
            positive: &positive,
            start: &DVector::zeros(width),
        };
        let (rows, beta) = fitted(&rows, &torque, &rule);
        Ok(Left { rows, beta })
    }

    /// By how much parameters predict more than was measured with a fault undone (`instants × rows`).
    pub(super) fn surplus(
        &self,
        change: &BaseChange,
        beta: &DVector<f64>,
    ) -> Result<Vec<f64>, RegressionError> {
        let columns = self.equations.base_columns();
        let predicted = columns.torques(&self.states(change), beta.as_slice())?;
        let each = self.instants.iter().enumerate().flat_map(|(k, at)| {
            let measured = self.measured(at, change).into_iter();
            let pairs = measured.zip(&predicted);
            pairs.map(|(y, run)| run[k] - y).collect::<Vec<f64>>()
        });
        Ok(each.collect())
    }
}

/// What was measured at instants of a motion, filtered as positions were.
fn measured(
    equations: &Equations<'_>,
    motion: &Motion,
    places: &[(usize, usize)],
) -> Result<Vec<Instant>, RegressionError> {
    let (robot, inside) = (equations.robot(), motion.interior());
    let n = robot.model().joints.len();
    let rows = equations.rows();
    // Contacts are in the rows where samples count.
    let near = |k: usize| k.clamp(inside.start, inside.end - 1);
    let of = |column: &[f64], stretch: Range<usize>| -> Vec<f64> {
        stretch.map(|k| column[near(k)]).collect()
    };
    let read = |stretch: Range<usize>| -> Vec<Vec<f64>> {
        let rows = 0..rows;
        rows.map(|row| of(motion.row_of(row), stretch.clone()))
            .collect()
    };
    let smooth = Smooth::read(motion, rows, places, &read)?;
    let contacts = motion.contacts();
    let columns = contacts.map_or(&[][..], |contacts| &contacts.wrenches);
    let read = |stretch: Range<usize>| -> Vec<Vec<f64>> {
        let columns = columns.iter();
        columns.map(|column| of(column, stretch.clone())).collect()
    };
    let wrenches = Smooth::read(motion, columns.len(), places, &read)?;
    let instant = |&(which, sample): &(usize, usize)| {
        let states = motion.states(sample..sample + 1);
        let [q, qd, qdd] = [&states.q, &states.qd, &states.qdd].map(|x| &x[..n]);
        let inputs = Inputs {
            q,
            qd,
            qdd,
            base: states.base_at(0),
            ..Inputs::default()
        };
        let all: Vec<f64> = wrenches.at(sample).collect();
        let each = contacts.map_or(&[][..], |contacts| &contacts.places);
        let each = each.iter().zip(all.chunks_exact(6)).map(|(contact, own)| {
            let rows = unit_wrenches(robot, &inputs, contact)?;
            Ok((std::array::from_fn(|k| own[k]), rows))
        });
        Ok(Instant {
            motion: which,
            sample,
            measured: smooth.at(sample).collect(),
            wrenches: each.collect::<Result<_, RegressionError>>()?,
        })
    };
    places.iter().map(instant).collect()
}

#[cfg(test)]
mod tests {
    use armwright_robots::solo12::ROBOT;

    use super::super::tests::motion;
    use super::measured;
    use crate::regression::Equations;

    /// Filters reach beyond the samples that count, and find there what the first and the last of them have.
    #[test]
    fn samples_that_do_not_count_are_not_read() {
        let equations = Equations::of_measured(&ROBOT).expect("equations");
        let found = |of_wrenches: f64| {
            let [motion] = motion(|recording| {
                let contacts = recording.contacts.as_mut().expect("what holds it");
                for column in &mut contacts.wrenches {
                    let last = column.len() - 20;
                    column[..20].fill(of_wrenches);
                    column[last..].fill(of_wrenches);
                }
            });
            let inside = motion.interior();
            let places = [(0, inside.start), (0, inside.end - 1)];
            let found = measured(&equations, &motion, &places).expect("what was measured");
            let each = found.into_iter().map(|at| {
                let wrenches = at.wrenches.into_iter().map(|(wrench, _)| wrench);
                (at.measured, wrenches.collect::<Vec<_>>())
            });
            each.collect::<Vec<_>>()
        };
        assert_eq!(found(1e3), found(0.0));
    }
}
