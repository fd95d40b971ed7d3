//! An experiment on a robot whose parameters are known, recorded as a real one would be.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Random, Sensors, Trajectory};
use crate::output::{OutputError, Outputs};
use crate::recording::{Arrays, Recording, RecordingError};
use crate::rows::measures_rows;
use crate::transmission::Drive;
use armwright_runtime::{EvaluationError, JointKind, Model, Robot, Side};

/// A simulated recording, as measured on the robot's own side of the transmission.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulated<'a> {
    model: &'a Model,
    /// Samples a second, Hz.
    pub rate: f64,
    /// Positions on the measured side, a column a joint or motor.
    pub position: Vec<Vec<f64>>,
    /// Torques on the measured side.
    pub torque: Vec<Vec<f64>>,
    /// What the robot file says is measured in place of torques, a column a row of [`Model::measured`]; none where
    /// torques are.
    pub measured: Vec<Vec<f64>>,
}

/// Why a simulation failed.
#[derive(Debug, Error)]
pub enum SimulationError {
    /// The robot's functions do not fit its description.
    #[error("the robot's functions do not fit its description: {0}")]
    Evaluation(#[from] EvaluationError),
    /// The base moves.
    #[error("{0} has a base that moves, and only motions of joints are simulated")]
    BaseMoves(String),
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
    /// What was measured makes no recording.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// A file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
}

/// Moves a robot with parameters `theta` along a trajectory and measures it, `rate` times a
/// second, on the side of the transmission where its drives are measured; where its base parameters are those of what
/// else its file says is measured, that is measured, too.
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
    if model.base_moves() {
        return Err(SimulationError::BaseMoves(model.name.to_owned()));
    }
    let n = model.joints.len();
    let drive = Drive::of(model);
    let drive = drive.ok_or_else(|| SimulationError::Transmission(model.name.to_owned()))?;
    let duration = trajectory.duration();
    let samples = duration * rate;
    if !(99.5..=1e8).contains(&samples) {
        return Err(SimulationError::Extent { duration, rate });
    }
    let samples = samples.round() as usize;
    let (mut position, mut torque) = (
        vec![Vec::with_capacity(samples); n],
        vec![Vec::with_capacity(samples); n],
    );
    let rows = match measures_rows(robot) {
        true => model.measured.len(),
        false => 0,
    };
    let mut measured_rows = vec![Vec::with_capacity(samples); rows];
    let mut regressor = vec![0.0; rows * model.base.len()];
    let mut beta = vec![0.0; model.base.len()];
    if rows > 0 {
        robot.base_parameters(theta, &mut beta)?;
    }
    let mut state = [vec![0.0; n], vec![0.0; n], vec![0.0; n]];
    let (mut tau, mut measured) = (vec![0.0; n], vec![0.0; n]);
    for k in 0..samples {
        let time = k as f64 / rate;
        for joint in 0..n {
            let at = trajectory.at(joint, time);
            for (column, x) in state.iter_mut().zip(at) {
                column[joint] = x;
            }
        }
        robot.inverse_dynamics(theta, &state[0], &state[1], &state[2], &mut tau)?;
        if rows > 0 {
            let [q, qd, qdd] = &state;
            robot.measured_base_regressor(q, qd, qdd, &mut regressor)?;
            let values = regressor.chunks_exact(beta.len().max(1));
            let values = values.map(|row| row.iter().zip(&beta).map(|(y, b)| y * b).sum());
            record(&mut measured_rows, &values.collect::<Vec<f64>>());
        }
        match model.side {
            Side::Joint => {
                record(&mut position, &state[0]);
                record(&mut torque, &tau);
            }
            Side::Motor => {
                drive.to_motor(&state[0], &mut measured);
                record(&mut position, &measured);
                drive.torque_to_motor(&tau, &mut measured);
                record(&mut torque, &measured);
            }
        }
    }
    for (i, column) in position.iter_mut().enumerate() {
        let revolute = model.joints[i].kind != JointKind::Prismatic || model.side == Side::Motor;
        sensors.read_position(revolute, column, random);
    }
    for column in torque.iter_mut().chain(&mut measured_rows) {
        sensors.read_torque(column, random);
    }
    Ok(Simulated {
        model,
        rate,
        position,
        torque,
        measured: measured_rows,
    })
}

fn record(columns: &mut [Vec<f64>], values: &[f64]) {
    for (column, x) in columns.iter_mut().zip(values) {
        column.push(*x);
    }
}

impl Simulated<'_> {
    /// The recording that reading the written files would give.
    ///
    /// # Errors
    /// [`SimulationError::Recording`].
    pub fn recording(&self) -> Result<Recording, SimulationError> {
        let torque = match self.measured.is_empty() {
            true => self.torque.clone(),
            false => Vec::new(),
        };
        let arrays = Arrays {
            name: "simulation".to_owned(),
            side: self.model.side,
            measured: self.measured.clone(),
            ..Arrays::new(self.rate, self.position.clone(), torque)
        };
        Ok(Recording::from_arrays(self.model, arrays)?)
    }

    /// Writes `recording.csv` and `recording.yaml` into a folder, and says where the latter is.
    ///
    /// # Errors
    /// [`SimulationError::Output`].
    pub fn write(&self, folder: &Path) -> Result<PathBuf, SimulationError> {
        let names: Vec<&str> = match self.model.side {
            Side::Motor if self.model.motors.len() == self.model.joints.len() => {
                self.model.motors.iter().map(|motor| motor.name).collect()
            }
            _ => self.model.joints.iter().map(|joint| joint.name).collect(),
        };
        let columns = |prefix: &str| -> Vec<String> {
            names
                .iter()
                .map(|name| format!("{prefix}_{name}"))
                .collect()
        };
        let of_rows = !self.measured.is_empty();
        let rows = self.model.measured.iter().map(|row| row.name.to_owned());
        let (q, measured) = match of_rows {
            true => (columns("q"), rows.collect()),
            false => (columns("q"), columns("tau")),
        };
        let side = match self.model.side {
            Side::Joint => "joint",
            Side::Motor => "motor",
        };
        let listed = measured.join(", ");
        let measured_as = match of_rows {
            true => format!("measured: {{columns: [{listed}]}}"),
            false => format!("torque: {{columns: [{listed}], unit: N·m, side: {side}}}"),
        };
        let description = format!(
            "# A simulated recording of {}.\nrecording:\n  file: recording.csv\n  \
             time: {{column: t, unit: s}}\n  position: {{columns: [{}], unit: rad, side: {side}}}\n  {measured_as}\n",
            self.model.name,
            q.join(", "),
        );
        std::fs::create_dir_all(folder).map_err(|source| OutputError {
            path: folder.to_owned(),
            source,
        })?;
        let header = format!("t,{},{}", q.join(","), measured.join(","));
        let path = folder.join("recording.yaml");
        let mut outputs = Outputs::default();
        outputs.add(&folder.join("recording.csv"), |file| {
            self.write_table(file, &header)
        })?;
        outputs.add(&path, |file| file.write_all(description.as_bytes()))?;
        outputs.commit()?;
        Ok(path)
    }

    /// A row a sample, as it goes: the text of a long recording is larger than its numbers.
    fn write_table(&self, file: &mut dyn Write, header: &str) -> io::Result<()> {
        writeln!(file, "{header}")?;
        for k in 0..self.position.first().map_or(0, Vec::len) {
            write!(file, "{:?}", k as f64 / self.rate)?;
            let measured = match self.measured.is_empty() {
                true => &self.torque,
                false => &self.measured,
            };
            for column in self.position.iter().chain(measured) {
                write!(file, ",{:?}", column[k])?;
            }
            writeln!(file)?;
        }
        Ok(())
    }
}
