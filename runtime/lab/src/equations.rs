//! The identification model of a recording: rows of the observation matrix, decimated, and which
//! of them count.

use thiserror::Error;

use super::estimate::Observation;
use super::factor::Factor;
use super::motion::Motion;
use super::residuals::Series;
use super::signal::{Decimation, FilterError};
use super::transmission::Drive;
use super::whiteness::NOISE_LAGS;
use armwright_runtime::{EvaluationError, Model, ParameterKind, Pattern, Robot, Side, Site};

/// Into how many consecutive parts a motion is observed, for cross-validation to leave one out.
const PARTS: usize = 5;

/// Why equations cannot be made of a motion.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum EquationError {
    /// A filter is impossible or the recording too short for it.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// The robot's code cannot be asked that, or does not fit its own description.
    #[error("the robot's functions cannot be evaluated: {0}")]
    Evaluation(#[from] EvaluationError),
    /// The transmission cannot be inverted.
    #[error("the transmission of {0} is singular")]
    Transmission(&'static str),
    /// The base parameters are not those of the joint torques.
    #[error(
        "the base parameters of {robot} are those of what its file says is measured ({measured}), \
         and recordings hold joint torques, which do not identify them; give the file `measure: \
         [torque]` to identify from torque, or take the rows of a fit of your own from `evaluate \
         --quantity measured-base-regressor`"
    )]
    Measured {
        /// The robot.
        robot: &'static str,
        /// What is measured.
        measured: String,
    },
    /// The robot's equations gave something that is not a number.
    #[error("the equations are not finite at {time:.4} s of {recording}")]
    NotFinite {
        /// The recording's name.
        recording: String,
        /// The sample's time, s.
        time: f64,
    },
}

/// How the equations of one robot are formed on one side of its transmission.
pub struct Equations {
    robot: &'static dyn Robot,
    model: &'static Model,
    drive: Drive,
    side: Side,
    /// How joint-side torques, and rows of the regressor, become those of `side`: for each row the
    /// joints that it is made of, and how much of each.
    shares: Vec<Vec<(usize, f64)>>,
    /// (row, column) of the elements of the observation matrix that are not always 0.
    pattern: Vec<(usize, usize)>,
    /// For each row the velocities (joints, then motors) whose signs enter it.
    signs: Vec<Vec<usize>>,
}

/// Adds a sample's own numbers to a row.
type Make<'a> = dyn FnMut(&mut Workspace, &mut Vec<f64>) -> Result<(), EquationError> + 'a;

/// Numbers reused from sample to sample.
struct Workspace {
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    torque: Vec<f64>,
    speed: Vec<f64>,
    regressor: Vec<f64>,
    /// The regressor's rows on the joint side, where the equations are the motors'.
    joint: Vec<f64>,
}

impl Equations {
    /// The equations of a robot on one side.
    ///
    /// # Errors
    /// [`EquationError::Transmission`], [`EquationError::Measured`], and [`EquationError::Evaluation`] if the robot contradicts
    /// its own description.
    pub fn of(robot: &'static dyn Robot, side: Side) -> Result<Self, EquationError> {
        let model = robot.model();
        if !model.base_of_torque {
            let names = model.measured.iter().map(|row| row.name);
            return Err(EquationError::Measured {
                robot: model.name,
                measured: names.collect::<Vec<_>>().join(", "),
            });
        }
        let drive = Drive::of(model).ok_or(EquationError::Transmission(model.name))?;
        let rows = drive.torque_rows(side);
        let shares = rows.row_iter().map(|row| {
            let shares = row.iter().copied().enumerate();
            shares.filter(|(_, share)| *share != 0.0).collect()
        });
        let zeros = match side {
            Side::Joint => model.sparsity.joint,
            Side::Motor => model.sparsity.motor,
        };
        Ok(Self {
            robot,
            model,
            shares: shares.collect(),
            drive,
            side,
            pattern: pattern(model, zeros),
            signs: signs(model, zeros),
        })
    }

    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &'static dyn Robot {
        self.robot
    }

    /// The side on which rows are torques.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// What motions say of the parameters: a triangular factor for each row of the equations, each
    /// motion in consecutive parts.
    ///
    /// The columns of the observation matrix are computed at the raw rate, decimated together
    /// with the torque, and dropped where a sign that enters them is not certain. `progress` is
    /// told the share that is done.
    ///
    /// # Errors
    /// [`EquationError`].
    pub fn observe(
        &self,
        motions: &[Motion],
        progress: &mut dyn FnMut(f64),
    ) -> Result<Observation, EquationError> {
        let n = self.model.joints.len();
        let mut parts = vec![vec![Factor::new(self.model.base.len()); n]; PARTS];
        let mut starts: Vec<usize> = (0..=n)
            .map(|i| self.pattern.partition_point(|(row, _)| *row < i))
            .collect();
        starts.push(self.pattern.len());
        let width = self.pattern.len();
        for (k, motion) in motions.iter().enumerate() {
            let mut regress = |work: &mut Workspace, out: &mut Vec<f64>| {
                self.regressor(work)?;
                out.extend(
                    self.pattern
                        .iter()
                        .map(|&(i, j)| work.regressor[i * self.base() + j]),
                );
                Ok(())
            };
            let rows = decimated_rows(&motion.processing.decimate, motion.interior().len());
            let mut take = |at: usize, row: &[f64]| {
                let part = (at * PARTS / rows.max(1)).min(PARTS - 1);
                let (elements, rest) = row.split_at(width);
                let (torque, speeds) = rest.split_at(n);
                for (i, factor) in parts[part].iter_mut().enumerate() {
                    if self.counts(motion, i, speeds) {
                        let mine = starts[i]..starts[i + 1];
                        let columns = self.pattern[mine.clone()].iter().map(|(_, column)| *column);
                        factor.push(columns.zip(elements[mine].iter().copied()), torque[i]);
                    }
                }
            };
            let mut share = |done: f64| progress((real(k) + done) / real(motions.len()));
            self.stream(motion, width, &mut regress, &mut take, &mut share)?;
        }
        Ok(Observation::of(parts))
    }

    /// Measured torques and those that base parameters `beta` predict, decimated alike.
    ///
    /// # Errors
    /// [`EquationError`].
    pub fn predict(
        &self,
        motion: &Motion,
        beta: &[f64],
        progress: &mut dyn FnMut(f64),
    ) -> Result<Series, EquationError> {
        let (n, base) = (self.model.joints.len(), self.base());
        let every = motion.processing.decimation();
        let first = motion.interior().start;
        let mut series = Series::new(&motion.name, n, motion.rate / real(every));
        series.noise = Decimation::autocorrelation(&motion.processing.decimate, NOISE_LAGS)?;
        let mut regress = |work: &mut Workspace, out: &mut Vec<f64>| {
            self.regressor(work)?;
            let product = |row: &[f64]| -> f64 { row.iter().zip(beta).map(|(y, b)| y * b).sum() };
            out.extend(work.regressor.chunks_exact(base.max(1)).map(product));
            Ok(())
        };
        let mut take = |k: usize, row: &[f64]| {
            let (predicted, rest) = row.split_at(n);
            let (measured, speeds) = rest.split_at(n);
            let kept = (0..n).map(|i| self.counts(motion, i, speeds));
            series.push(motion.time(first + k * every), measured, predicted, kept);
        };
        self.stream(motion, n, &mut regress, &mut take, progress)?;
        Ok(series)
    }

    /// Turns torques on the equations' side into joint torques.
    pub fn to_joint(&self, torque: &[f64], joint: &mut [f64]) {
        match self.side {
            Side::Joint => joint.copy_from_slice(torque),
            Side::Motor => self.drive.torque_to_joint(torque, joint),
        }
    }

    /// The rows of the equations that enter the torque of a joint.
    #[must_use]
    pub fn rows_of_joint(&self, joint: usize) -> Vec<usize> {
        match self.side {
            Side::Joint => vec![joint],
            Side::Motor => {
                let n = self.model.joints.len();
                (0..n)
                    .filter(|&k| self.drive.ratio(k, joint) != 0.0)
                    .collect()
            }
        }
    }

    fn base(&self) -> usize {
        self.model.base.len()
    }

    /// Runs through a motion: `make` gives `width` numbers a sample, to which the torques (on the
    /// equations' side) and the speeds of joints and motors are added; `take` gets the decimated
    /// rows, numbered.
    fn stream(
        &self,
        motion: &Motion,
        width: usize,
        make: &mut Make<'_>,
        take: &mut dyn FnMut(usize, &[f64]),
        progress: &mut dyn FnMut(f64),
    ) -> Result<(), EquationError> {
        let n = self.model.joints.len();
        let mut work = self.workspace();
        let mut decimation = Decimation::new(&motion.processing.decimate, width + 3 * n)?;
        let mut row = Vec::with_capacity(width + 3 * n);
        let mut joint_torque = vec![0.0; n];
        let mut count = 0;
        let interior = motion.interior();
        let (first, samples) = (interior.start, interior.len());
        let settled = settled_rows(&motion.processing.decimate, samples);
        let mut numbered = |row: &[f64]| {
            if settled.contains(&count) {
                take(count, row);
            }
            count += 1;
        };
        for k in interior {
            motion.state(k, &mut work.q, &mut work.qd, &mut work.qdd);
            motion.torque(k, &mut joint_torque);
            match self.side {
                Side::Joint => work.torque.copy_from_slice(&joint_torque),
                Side::Motor => self.drive.torque_to_motor(&joint_torque, &mut work.torque),
            }
            work.speed[..n].copy_from_slice(&work.qd);
            self.drive.to_motor(&work.qd, &mut work.speed[n..]);
            row.clear();
            make(&mut work, &mut row)?;
            row.extend_from_slice(&work.torque);
            row.extend_from_slice(&work.speed);
            if !row.iter().all(|x| x.is_finite()) {
                let (recording, time) = (motion.name.clone(), motion.time(k));
                return Err(EquationError::NotFinite { recording, time });
            }
            decimation.push(&row, &mut numbered);
            if (k - first).is_multiple_of(4096) {
                progress(real(k - first) / real(samples));
            }
        }
        decimation.finish(&mut numbered)?;
        Ok(())
    }

    fn workspace(&self) -> Workspace {
        let n = self.model.joints.len();
        Workspace {
            q: vec![0.0; n],
            qd: vec![0.0; n],
            qdd: vec![0.0; n],
            torque: vec![0.0; n],
            speed: vec![0.0; 2 * n],
            regressor: vec![0.0; n * self.base()],
            joint: vec![0.0; n * self.base()],
        }
    }

    /// The base regressor at a state (`n × b`, row-major), rows on the equations' side.
    ///
    /// # Errors
    /// [`EquationError::Evaluation`] if a slice has another length than the robot asks for.
    pub(super) fn regressor_at(&self, state: &[Vec<f64>; 3]) -> Result<Vec<f64>, EquationError> {
        let mut work = self.workspace();
        let [q, qd, qdd] = state;
        (work.q, work.qd, work.qdd) = (q.clone(), qd.clone(), qdd.clone());
        self.regressor(&mut work)?;
        Ok(work.regressor)
    }

    /// The base regressor at the workspace's state, rows on the equations' side.
    fn regressor(&self, work: &mut Workspace) -> Result<(), EquationError> {
        let joint = match self.side {
            Side::Joint => &mut work.regressor,
            Side::Motor => &mut work.joint,
        };
        self.robot
            .base_regressor(&work.q, &work.qd, &work.qdd, joint)?;
        if self.side == Side::Motor {
            let base = self.base().max(1);
            for (row, shares) in work.regressor.chunks_exact_mut(base).zip(&self.shares) {
                row.fill(0.0);
                for (i, share) in shares {
                    let joint = &work.joint[i * base..(i + 1) * base];
                    row.iter_mut().zip(joint).for_each(|(y, x)| *y += share * x);
                }
            }
        }
        Ok(())
    }

    /// Whether a row counts: whether every velocity whose sign enters it is fast enough.
    fn counts(&self, motion: &Motion, row: usize, speeds: &[f64]) -> bool {
        let processing = &motion.processing;
        let n = self.model.joints.len();
        let slow = |&k: &usize| {
            let threshold = match k.checked_sub(n) {
                None => processing.velocity_threshold.get(k),
                Some(motor) => processing.motor_velocity_threshold.get(motor),
            };
            speeds[k].abs() < threshold.copied().unwrap_or(0.0)
        };
        !self.signs[row].iter().any(slow)
    }
}

/// (row, column) of the elements of the base regressor that do not vanish always.
fn pattern(model: &Model, zeros: Pattern) -> Vec<(usize, usize)> {
    let rows = 0..model.joints.len();
    let all = rows.flat_map(|row| (0..model.base.len()).map(move |column| (row, column)));
    all.filter(|&(row, column)| !zeros.is_zero(row, model.base[column].representative))
        .collect()
}

/// For each row the velocities whose signs enter it: those of its columns of Coulomb friction.
fn signs(model: &Model, zeros: Pattern) -> Vec<Vec<usize>> {
    let n = model.joints.len();
    let in_row = |row: usize| {
        let parameters = model.parameters.iter().enumerate();
        parameters.filter_map(move |(column, parameter)| match parameter.kind {
            _ if zeros.is_zero(row, column) => None,
            ParameterKind::Coulomb(Site::Joint(i)) => Some(i),
            ParameterKind::Coulomb(Site::Motor(k)) => Some(n + k),
            _ => None,
        })
    };
    (0..n).map(|row| in_row(row).collect()).collect()
}

/// Which decimated rows are used: not the first two nor the last two. The anti-alias filter sees
/// beyond an end only a reflection about the last sample, so a row there is hardly averaged and
/// carries the noise of a single raw sample.
fn settled_rows(factors: &[usize], samples: usize) -> std::ops::Range<usize> {
    let rows = decimated_rows(factors, samples);
    let edge = if rows < samples { 2 } else { 0 };
    edge..rows.saturating_sub(edge)
}

/// How many rows decimation leaves of so many samples.
fn decimated_rows(factors: &[usize], samples: usize) -> usize {
    let thinned = |rows: usize, factor: &usize| rows.div_ceil((*factor).max(1));
    factors.iter().fold(samples, thinned)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of samples are far below 2^53"
)]
fn real(count: usize) -> f64 {
    count as f64
}
