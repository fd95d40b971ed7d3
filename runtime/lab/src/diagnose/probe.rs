//! A few hundred instants of a motion, at which the equations are formed as faults would have them.

use nalgebra::{DMatrix, DVector};

use super::certain::{certain, kept};
use super::change::Change;
use super::fit::Row;
use super::sides::{Sides, of_motions};
use super::smooth::Smooth;
use crate::held::HeldFriction;
use crate::motion::{Motion, States, remainders};
use crate::parameters::{is_friction, never_negative, nominal_base};
use crate::regression::{Equations, RegressionError, Signs};
use crate::statistics::is_of_body;
use crate::thresholds::{BEYOND_RANGE, STILL};
use crate::transmission::Drive;
use armwright_runtime::{Model, ParameterKind, Side, Site};

/// Instants over all motions, and of each at least.
const INSTANTS: usize = 480;
const EACH: usize = 12;
/// The share of accelerations that does not last a period of the cut-off, from which on they are noise.
const NOISE: f64 = 0.5;

/// Instants of motions.
pub(super) struct Probe<'a> {
    equations: &'a Equations<'a>,
    /// Which motion and which of its samples each instant is.
    instants: Vec<(usize, usize)>,
    /// Positions, velocities and accelerations (`n × instants` each).
    states: [DMatrix<f64>; 3],
    /// Velocities shortly before and after.
    around: [DMatrix<f64>; 2],
    /// Temperatures of the joints at each instant; none where these were not recorded.
    temperatures: Vec<Vec<f64>>,
    /// Joint torques of each motion near its instants as they were measured, filtered as positions were.
    torque: Vec<Smooth>,
    /// Friction of each motion that is held.
    held: Vec<HeldFriction>,
    rates: Vec<f64>,
    signs: Signs,
    /// On which side positions and torques were measured.
    pub(super) sides: Sides,
    /// Whether accelerations of some joint that moves are noise: most of them does not last a period of the filter's cut-off. Of a
    /// joint that stands still they always are, which says nothing where others move.
    pub(super) is_noisy: bool,
    /// Base parameters that are never negative (`b`); what held friction leaves may be.
    pub(super) positive: Vec<bool>,
    /// Base parameters of friction (`b`).
    pub(super) friction: Vec<bool>,
    /// Nominal values of all others, where the robot file has them (`b`, 0 for friction).
    pub(super) nominal: Option<DVector<f64>>,
}

impl<'a> Probe<'a> {
    /// Of motions; none if they are too short.
    pub(super) fn of(
        equations: &'a Equations<'a>,
        motions: &[Motion],
    ) -> Result<Option<Self>, RegressionError> {
        let model = equations.robot().model();
        let n = model.joints.len();
        let each = (INSTANTS / motions.len().max(1)).max(EACH);
        let (mut instants, mut torque, mut temperatures) = (Vec::new(), Vec::new(), Vec::new());
        let mut columns: [Vec<f64>; 5] = Default::default();
        let (mut sizes, mut noise) = (vec![0.0; n], vec![0.0; n]);
        for (which, motion) in motions.iter().enumerate() {
            let window = (0.5 * motion.rate / motion.processing.cutoff) as usize + 1;
            let inside = motion.interior();
            let (first, last) = (inside.start + window, inside.end.saturating_sub(window));
            let count = each.min(last.saturating_sub(first));
            for k in 0..count {
                let at = first + (2 * k + 1) * (last - first) / (2 * count);
                let now = motion.states(at..at + 1);
                let velocity = |at: usize| motion.states(at..at + 1).qd;
                let (before, after) = (velocity(at - window), velocity(at + window));
                let span = 2.0 * window as f64 / motion.rate;
                for i in 0..n {
                    sizes[i] += now.qdd[i].powi(2);
                    noise[i] += (now.qdd[i] - (after[i] - before[i]) / span).powi(2);
                }
                for (column, x) in columns
                    .iter_mut()
                    .zip([now.q, now.qd, now.qdd, before, after])
                {
                    column.extend(x);
                }
                instants.push((which, at));
                temperatures.push(now.temperature);
            }
            torque.push(Smooth::of(
                motion,
                equations.drive(),
                &instants[instants.len() - count..],
            )?);
        }
        if instants.len() * n < 2 * model.base.len() {
            return Ok(None);
        }
        let [q, qd, qdd, before, after] =
            columns.map(|column| DMatrix::from_vec(n, instants.len(), column));
        let moves: Vec<bool> = q.row_iter().map(|q| q.max() - q.min() > STILL).collect();
        let is_noise =
            |k: usize| noise[k] > NOISE * sizes[k] && (moves[k] || !moves.contains(&true));
        let base = 0..model.base.len();
        let remainders = remainders(motions, model);
        let is_left = |k: usize| remainders.iter().any(|p| p == model.base[k].name);
        let friction: Vec<bool> = base.clone().map(|k| is_friction(model, k)).collect();
        let nominal: Option<Vec<f64>> = base
            .clone()
            .map(|k| match friction[k] {
                true => Some(0.0),
                false => nominal_base(model, k),
            })
            .collect();
        Ok(Some(Self {
            equations,
            instants,
            states: [q, qd, qdd],
            around: [before, after],
            temperatures,
            torque,
            held: motions.iter().map(|motion| motion.held.clone()).collect(),
            rates: motions.iter().map(|motion| motion.rate).collect(),
            signs: Signs::of_torques(model, equations.side(), equations.places()),
            sides: of_motions(motions),
            is_noisy: (0..n).any(is_noise),
            positive: base
                .map(|k| never_negative(model, k) && !is_left(k))
                .collect(),
            friction,
            nominal: nominal.map(DVector::from_vec),
        }))
    }

    /// With base parameters (`b`) in the place of nominal values, friction among them.
    pub(super) fn holding(mut self, beta: &[f64]) -> Self {
        self.nominal = Some(DVector::from_column_slice(beta));
        self.friction.fill(false);
        self
    }

    pub(super) fn equations(&self) -> &'a Equations<'a> {
        self.equations
    }

    /// The highest sampling rate, Hz.
    pub(super) fn rate(&self) -> f64 {
        self.rates.iter().copied().fold(0.0, f64::max)
    }

    /// Positions of the joints as they were recorded (`n × instants`).
    pub(super) fn positions(&self) -> &DMatrix<f64> {
        &self.states[0]
    }

    /// The equations with a fault undone.
    pub(super) fn rows(&self, change: &Change) -> Result<Vec<Row>, RegressionError> {
        let width = self.equations.robot().model().base.len();
        Ok(self.rows_of(change, &self.columns(change)?, width))
    }

    /// What multiplies base parameters with a fault undone (`instants × rows × b`).
    pub(super) fn columns(&self, change: &Change) -> Result<Vec<f64>, RegressionError> {
        let model = self.equations.robot().model();
        let b = model.base.len();
        let [mut q, mut qd, mut qdd] = self.states.clone().map(|x| &change.position * x);
        q.column_iter_mut().for_each(|mut q| q += &change.offset);
        qd *= change.speed;
        qdd *= change.speed * change.speed;
        let base = self.equations.base_columns();
        let plain = |x: &DMatrix<f64>| x.as_slice().to_vec();
        let states = States {
            q: plain(&q),
            qd: plain(&qd),
            qdd: plain(&qdd),
            ..States::default()
        };
        let mut columns = self.equations.at(&base, &states)?;
        if let Some(drive) = &change.drive {
            self.couple(drive, [&q, &qd, &qdd], &mut columns)?;
        }
        if change.gravity != 1.0 {
            let still = States {
                qd: vec![0.0; states.qd.len()],
                qdd: vec![0.0; states.qdd.len()],
                ..states
            };
            let weight = self.equations.at(&base, &still)?;
            let inertial: Vec<bool> = (0..b).map(|k| is_of_body(model, k)).collect();
            for (k, (x, weight)) in columns.iter_mut().zip(weight).enumerate() {
                if inertial[k % b] {
                    *x += (change.gravity - 1.0) * weight;
                }
            }
        }
        Ok(columns)
    }

    /// Makes columns at some states those of another transmission than the robot file's: motors turn by it, and torques go through it.
    fn couple(
        &self,
        drive: &Drive,
        states: [&DMatrix<f64>; 3],
        columns: &mut [f64],
    ) -> Result<(), RegressionError> {
        let (model, own) = (self.equations.robot().model(), self.equations.drive());
        let (n, b) = (model.joints.len(), model.base.len());
        // Where the motors of the file turn as those of the other transmission do.
        let turned = own.torque_rows(Side::Motor).transpose() * drive.to_motor_matrix();
        let [q, qd, qdd] = states.map(|x| (&turned * x).as_slice().to_vec());
        let states = States {
            q,
            qd,
            qdd,
            ..States::default()
        };
        let of_motors = self.equations.at(&self.equations.base_columns(), &states)?;
        // What leads from rows of the file to those of the other transmission, of what acts at joints and at motors.
        let same = DMatrix::identity(n, n);
        let [joints, motors] = match self.equations.side() {
            Side::Joint => {
                let motors = drive.to_motor_matrix().transpose() * own.torque_rows(Side::Motor);
                [same, motors]
            }
            Side::Motor => {
                let joints = drive.torque_rows(Side::Motor) * own.to_motor_matrix().transpose();
                [joints, same]
            }
        };
        let is_of_motor: Vec<bool> = (0..b).map(|k| is_of_motor(model, k)).collect();
        let size = (n * b).max(1);
        let instants = columns.chunks_exact_mut(size);
        for (columns, of_motors) in instants.zip(of_motors.chunks_exact(size)) {
            let joints = &joints * DMatrix::from_row_slice(n, b, columns);
            let motors = &motors * DMatrix::from_row_slice(n, b, of_motors);
            for (at, x) in columns.iter_mut().enumerate() {
                let (row, k) = (at / b, at % b);
                let [joint, motor] = [joints[(row, k)], motors[(row, k)]];
                *x = if is_of_motor[k] { motor } else { joint };
            }
        }
        Ok(())
    }

    /// The robot's transmission with a fault undone.
    fn drive<'b>(&'b self, change: &'b Change) -> &'b Drive {
        let own = self.equations.drive();
        change.drive.as_ref().unwrap_or(own)
    }

    /// The equations whose columns are known (`instants × rows × width`), with a fault undone.
    pub(super) fn rows_of(&self, change: &Change, columns: &[f64], width: usize) -> Vec<Row> {
        let n = self.equations.rows();
        let mut qd = &change.position * &self.states[1];
        qd *= change.speed;
        let around = self.around.each_ref().map(|x| &change.position * x);
        let drive = self.drive(change);
        let certain = certain(drive, &self.signs, &qd, &around);
        let known = self.known(drive, &qd);
        let row = |row: usize| {
            let kept = kept(&certain, &self.signs, row, self.instants.len());
            let matrix = DMatrix::from_fn(kept.len(), width, |k, j| {
                columns[(kept[k] * n + row) * width + j]
            });
            let known = kept.iter().map(|&k| known[(row, k)]);
            let known = DVector::from_iterator(kept.len(), known);
            Row::new(kept, &matrix, known)
        };
        (0..n).map(row).collect()
    }

    /// Friction that is held, at velocities of the joints (`n × instants`): a row of the equations each.
    fn known(&self, drive: &Drive, qd: &DMatrix<f64>) -> DMatrix<f64> {
        let mut torque = DMatrix::zeros(qd.nrows(), qd.ncols());
        for (k, (&(motion, _), warm)) in self.instants.iter().zip(&self.temperatures).enumerate() {
            let mut torque = torque.column_mut(k);
            let qd = qd.column(k);
            self.held[motion].torque(drive, qd.as_slice(), warm, torque.as_mut_slice());
        }
        let rows = drive.torque_rows(self.equations.side());
        rows.select_rows(self.equations.places()) * torque
    }

    /// How many joints lie far beyond their limits with a fault undone.
    pub(super) fn outside(&self, change: &Change) -> usize {
        let mut q = &change.position * &self.states[0];
        q.column_iter_mut().for_each(|mut q| q += &change.offset);
        let joints = self.equations.robot().model().joints.iter();
        let outside = joints.zip(q.row_iter()).filter(|(joint, q)| {
            joint.position.is_some_and(|[low, high]| {
                let slack = BEYOND_RANGE * (high - low);
                q.min() < low - slack || q.max() > high + slack
            })
        });
        outside.count()
    }

    /// Torques of the rows with a fault undone (a column a row, an element an instant).
    pub(super) fn torque(&self, change: &Change) -> Vec<Vec<f64>> {
        let n = self.equations.joints();
        let side = self.drive(change).torque_rows(self.equations.side());
        let side = side.select_rows(self.equations.places());
        let (rows, constant) = (&side * &change.torque, &side * &change.constant);
        let mut torque = vec![Vec::with_capacity(self.instants.len()); self.equations.rows()];
        for &(motion, sample) in &self.instants {
            let later = sample as f64 + (change.lag * self.rates[motion]).round();
            let joint = self.torque[motion].at(later.max(0.0) as usize);
            let joint = DVector::from_iterator(n, joint);
            for (out, x) in torque.iter_mut().zip((&rows * joint + &constant).iter()) {
                out.push(*x);
            }
        }
        torque
    }
}

/// Whether a base parameter (index into [`Model::base`]) acts behind the transmission: its representative is of a motor.
fn is_of_motor(model: &Model, base: usize) -> bool {
    let kind = model.parameters[model.base[base].representative].kind;
    let site = match kind {
        ParameterKind::Inertia(site) => Some(site),
        _ => kind.friction(),
    };
    matches!(site, Some(Site::Motor(_)))
}

#[cfg(test)]
pub(super) mod tests;
