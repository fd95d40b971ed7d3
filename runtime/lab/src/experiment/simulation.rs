//! An experiment on a robot whose parameters are known, recorded as a real one would be.

use std::path::PathBuf;

use thiserror::Error;

use super::held_base::{COORDINATES, HeldBase, base_motion};
use super::{Random, Sensors, Trajectory};
use crate::output::OutputError;
use crate::recording::{Arrays, Recording, RecordingError};
use crate::rows::{Row, measures_rows};
use crate::transmission::Drive;
use armwright_runtime::{EvaluationError, Inputs, JointKind, Model, Quantity, Robot, Side};

/// A simulated recording, as measured on the robot's own side of the transmission.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulated<'a> {
    pub(super) model: &'a Model,
    /// Samples a second, Hz.
    pub rate: f64,
    /// Time of the first sample, s.
    pub start: f64,
    /// Positions on the measured side, a column a joint or motor.
    pub position: Vec<Vec<f64>>,
    /// Torques on the measured side.
    pub torque: Vec<Vec<f64>>,
    /// What the robot file says is measured in place of torques, a column a row of [`Model::measured`]; none where
    /// torques are.
    pub measured: Vec<Vec<f64>>,
    /// What is measured of a base that moves.
    pub base: Option<HeldBase>,
}

/// Why a simulation failed.
#[derive(Debug, Error)]
pub enum SimulationError {
    /// The robot's functions do not fit its description.
    #[error("the robot's functions do not fit its description: {0}")]
    Evaluation(#[from] EvaluationError),
    /// The transmission cannot be inverted.
    #[error("the transmission of {0} is singular")]
    Transmission(String),
    /// A rate or duration that makes no recording.
    #[error(
        "{duration} s at {rate} Hz make no recording: choose at least 100 samples, at most 1e8"
    )]
    Extent {
        /// Duration, s.
        duration: f64,
        /// Samples a second, Hz.
        rate: f64,
    },
    /// A trajectory of fewer joints than the robot has.
    #[error(
        "the trajectory is of too few joints: {found} where the robot has {wanted}, six of a base that moves among them"
    )]
    Coordinates {
        /// How many the trajectory has.
        found: usize,
        /// How many the robot has.
        wanted: usize,
    },
    /// What was measured makes no recording.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A recording is there that was not simulated.
    #[error("{} is there and was not simulated: choose another folder", .0.display())]
    Foreign(PathBuf),
    /// A file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// The most samples of a recording.
pub(crate) const MOST: f64 = 1e8;

/// Moves a robot with parameters `theta` along a trajectory and measures it, `rate` times a
/// second, on the side of the transmission where its drives are measured; where its base parameters are those of what
/// else its file says is measured, that is measured, too. A base that moves is held by a sensor of force and torque.
///
/// # Errors
/// [`SimulationError`].
pub fn simulate<'a>(
    robot: &'a dyn Robot,
    theta: &[f64],
    trajectory: &dyn Trajectory,
    rate: f64,
    sensors: &Sensors,
    random: &mut Random,
) -> Result<Simulated<'a>, SimulationError> {
    let model = robot.model();
    let n = model.joints.len();
    let drive = Drive::of(model);
    let drive = drive.ok_or_else(|| SimulationError::Transmission(model.name.to_owned()))?;
    let wanted = n + if model.base_moves() { COORDINATES } else { 0 };
    if let Some(found) = trajectory.count().filter(|found| *found < wanted) {
        return Err(SimulationError::Coordinates { found, wanted });
    }
    let duration = trajectory.duration();
    let samples = duration * rate;
    if !(99.5..=MOST).contains(&samples) {
        return Err(SimulationError::Extent { duration, rate });
    }
    let samples = samples.round() as usize;
    let rows = match measures_rows(robot) {
        true => model.measured.len(),
        false => 0,
    };
    let columns = |count: usize| vec![Vec::with_capacity(samples); count];
    let mut found = Simulated {
        model,
        rate,
        start: 0.0,
        position: columns(n),
        torque: columns(n),
        measured: columns(rows),
        base: model.base_moves().then(HeldBase::new),
    };
    let mut regressor = vec![0.0; rows * model.base.len()];
    let mut beta = vec![0.0; model.base.len()];
    if rows > 0 {
        robot.base_parameters(theta, &mut beta)?;
    }
    let mut state = [vec![0.0; n], vec![0.0; n], vec![0.0; n]];
    let (mut tau, mut at_motors) = (vec![0.0; model.rows()], vec![0.0; n]);
    for k in 0..samples {
        let time = k as f64 / rate;
        for joint in 0..n {
            let at = trajectory.at(joint, time);
            for (column, x) in state.iter_mut().zip(at) {
                column[joint] = x;
            }
        }
        let [q, qd, qdd] = &state;
        let base = found.base.as_ref();
        let base = base.map(|_| base_motion(trajectory, n, time).inputs(model.gravity));
        let inputs = Inputs {
            theta,
            q,
            qd,
            qdd,
            base: base.as_ref().map_or(&[], |base| base),
            ..Inputs::default()
        };
        robot.evaluate(Quantity::InverseDynamics, &inputs, &mut tau)?;
        if rows > 0 {
            robot.evaluate(Quantity::MeasuredBaseRegressor, &inputs, &mut regressor)?;
            let values = regressor.chunks_exact(beta.len().max(1));
            let values = values.map(|row| row.iter().zip(&beta).map(|(y, b)| y * b).sum());
            record(&mut found.measured, &values.collect::<Vec<f64>>());
        }
        let (wrench, tau) = tau.split_at(model.rows() - n);
        if let (Some(held), Some(base)) = (&mut found.base, &base) {
            held.record(base, wrench);
        }
        match model.side {
            Side::Joint => {
                record(&mut found.position, q);
                record(&mut found.torque, tau);
            }
            Side::Motor => {
                drive.to_motor(q, &mut at_motors);
                record(&mut found.position, &at_motors);
                drive.torque_to_motor(tau, &mut at_motors);
                record(&mut found.torque, &at_motors);
            }
        }
    }
    found.measure(sensors, random);
    Ok(found)
}

fn record(columns: &mut [Vec<f64>], values: &[f64]) {
    for (column, x) in columns.iter_mut().zip(values) {
        column.push(*x);
    }
}

impl Simulated<'_> {
    /// How many samples there are.
    #[must_use]
    pub fn samples(&self) -> usize {
        let base = self.base.as_ref().map(|held| &held.motion.columns[0]);
        self.position.first().or(base).map_or(0, Vec::len)
    }

    /// What sensors make of what is true. An IMU's readings are true: its noise is not among them.
    pub(super) fn measure(&mut self, sensors: &Sensors, random: &mut Random) {
        for (i, column) in self.position.iter_mut().enumerate() {
            let joint = &self.model.joints[i];
            let revolute = joint.kind != JointKind::Prismatic || self.model.side == Side::Motor;
            sensors.read_position(revolute, column, random);
        }
        let wrenches = self
            .base
            .iter_mut()
            .flat_map(|held| &mut held.contacts.wrenches);
        let read = self.torque.iter_mut().chain(&mut self.measured);
        for column in read.chain(wrenches) {
            sensors.read_torque(column, random);
        }
    }

    /// The recording that reading the written files would give.
    ///
    /// # Errors
    /// [`SimulationError::Recording`].
    pub fn recording(&self) -> Result<Recording, SimulationError> {
        let (mut torque, mut measured) = (self.torque.clone(), self.measured.clone());
        if let Some(held) = &self.base {
            let still = vec![0.0; held.motion.columns[0].len()];
            match measured.is_empty() {
                true => {
                    if let (Side::Motor, Some(drive)) = (self.model.side, Drive::of(self.model)) {
                        drive.torque_columns_to_joint(&mut torque);
                    }
                    measured = vec![still; COORDINATES];
                    measured.append(&mut torque);
                }
                false => {
                    let rows = Row::measured(self.model).into_iter().zip(&mut measured);
                    let rows = rows.filter(|(row, _)| row.is_of_base(self.model));
                    rows.for_each(|(_, column)| column.clone_from(&still));
                }
            }
        }
        if !measured.is_empty() {
            torque.clear();
        }
        let arrays = Arrays {
            name: "simulation".to_owned(),
            side: self.model.side,
            measured,
            base: self.base.as_ref().map(|held| held.motion.clone()),
            contacts: self.base.as_ref().map(|held| held.contacts.clone()),
            ..Arrays::new(self.rate, self.position.clone(), torque)
        };
        let recording = Recording::from_arrays(self.model, arrays)?;
        Ok(Recording {
            start: self.start,
            ..recording
        })
    }
}
