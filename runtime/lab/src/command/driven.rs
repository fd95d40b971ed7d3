//! `simulate --torque` and `--voltage`: a motion under what drives the robot.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::error::CommandError;
use super::machine::{MachineArguments, drive_names, pairs, read_input, steady_rate};
use super::settings::{Experiment, Format};
use super::terminal::{paint, say};
use crate::experiment::record_motion;
use crate::output::write_whole;
use crate::random::Random;
use crate::simulation::{Grid, Machine, Motion, Sampled, Settings, Start, Steps, simulate};
use armwright_runtime::Robot;

/// What drives a robot that is simulated.
#[derive(Debug, Args)]
pub(super) struct DrivenArguments {
    /// Torques that drive the robot: a CSV with columns t and tau_<joint>, N·m or N, at a constant rate
    #[arg(long, value_name = "CSV", conflicts_with_all = ["voltage", "points", "configurations"])]
    pub(super) torque: Option<PathBuf>,
    /// Voltages that drive its motors: a CSV with columns t and v_<motor> (v_<joint> where there are no motors), V
    #[arg(long, value_name = "CSV", conflicts_with_all = ["points", "configurations"])]
    pub(super) voltage: Option<PathBuf>,
    /// Positions in which it begins, rad or m (0 if left out)
    #[arg(long, value_name = "JOINT=VALUE,..", value_delimiter = ',')]
    pub(super) position: Vec<String>,
    /// Velocities with which it begins, rad/s or m/s (0 if left out)
    #[arg(long, value_name = "JOINT=VALUE,..", value_delimiter = ',')]
    pub(super) velocity: Vec<String>,
    /// Steps of so many seconds in place of steps that adapt to the motion
    #[arg(long, value_name = "S")]
    pub(super) step: Option<f64>,
    /// How accurate a step is, as a share of positions and velocities
    #[arg(long, value_name = "SHARE", default_value_t = 1e-9)]
    pub(super) tolerance: f64,
}

impl DrivenArguments {
    /// The file with what drives the robot, if there is one, and whether it has voltages.
    pub(super) fn file(&self) -> Option<(&Path, bool)> {
        let torque = self.torque.as_deref().map(|path| (path, false));
        torque.or(self.voltage.as_deref().map(|path| (path, true)))
    }
}

/// What is left of a simulation, and how it is said.
pub(super) struct Wanted<'a> {
    /// Which random numbers sensors have.
    pub(super) seed: u64,
    /// The folder.
    pub(super) out: &'a Path,
    /// What to print.
    pub(super) format: Format,
}

/// Simulates the motion, and leaves a recording of it and what happened on the way.
pub(super) fn run(
    robot: &dyn Robot,
    driven: &DrivenArguments,
    numbers: &MachineArguments,
    experiment: &Experiment,
    (path, by_voltage): (&Path, bool),
    wanted: &Wanted<'_>,
) -> Result<(), CommandError> {
    let model = robot.model();
    let machine = numbers.machine(robot, by_voltage)?;
    let symbol = if by_voltage { "v" } else { "tau" };
    let (times, columns) = read_input(path, symbol, &drive_names(model, by_voltage))?;
    let rate = steady_rate(&times).unwrap_or(1.0);
    let begun = times.first().copied().unwrap_or(0.0);
    let input = Sampled {
        start: begun,
        rate,
        columns,
        hold: numbers.hold.into(),
    };
    let start = Start {
        position: state(&machine, "--position", &driven.position)?,
        velocity: state(&machine, "--velocity", &driven.velocity)?,
    };
    let seconds = (times.len() as f64 / rate).min(experiment.duration);
    let grid = Grid {
        start: begun,
        rate: experiment.rate,
        samples: (seconds * experiment.rate).round() as usize,
    };
    let settings = Settings {
        steps: driven.step.map_or(Steps::Adaptive, Steps::Fixed),
        relative: driven.tolerance,
        absolute: 0.1 * driven.tolerance,
        ..Settings::default()
    };
    let motion = simulate(&machine, &input, &start, &grid, &settings)?;
    let mut random = Random::new(wanted.seed);
    let recorded = record_motion(model, &motion, &experiment.sensors(), &mut random)?;
    let description = recorded.write(wanted.out)?;
    let figures = wanted.out.join("simulation.json");
    let report = report(robot, &motion, &description.display().to_string())?;
    write_whole(&figures, &format!("{report:#}\n"))?;
    say(&match wanted.format {
        Format::Json => format!("{report:#}\n"),
        Format::Text => text(&motion, model.joints.len(), &description, &figures),
    });
    match motion.stop {
        None => Ok(()),
        Some(stop) => Err(CommandError::Stopped {
            stop: Box::new(stop),
            path: description,
        }),
    }
}

/// A number of each joint, those that are named.
fn state(
    machine: &Machine<'_>,
    option: &'static str,
    texts: &[String],
) -> Result<Vec<f64>, CommandError> {
    let mut values = vec![0.0; machine.joints()];
    for (name, value) in pairs(option, texts)? {
        values[machine.joint(&name)?] = value;
    }
    Ok(values)
}

fn report(
    robot: &dyn Robot,
    motion: &Motion,
    recording: &str,
) -> Result<serde_json::Value, CommandError> {
    let n = robot.model().joints.len();
    Ok(json!({
        "robot": robot.model().name,
        "recording": recording,
        "samples": motion.samples(n),
        "rate": motion.grid.rate,
        "events": serde_json::to_value(&motion.events)?,
        "balance": serde_json::to_value(motion.balance)?,
        "evaluations": motion.count.evaluations,
        "steps": motion.count.steps,
        "rejected": motion.count.rejected,
        "stop": motion.stop.as_ref().map(|stop| json!({
            "time": stop.time,
            "position": stop.position,
            "velocity": stop.velocity,
            "reason": stop.fault.to_string(),
        })),
    }))
}

fn text(motion: &Motion, n: usize, description: &Path, figures: &Path) -> String {
    let said = format!(
        "{} samples at {} Hz: {}\n",
        motion.samples(n),
        motion.grid.rate,
        description.display()
    );
    let balance = &motion.balance;
    format!(
        "{}{} steps, {} evaluations, {} changes of friction; work {:.4} J, friction {:.4} J, energy gained {:.4} J (closes to \
         {:.1e}): {}\n",
        paint("bold", &said),
        motion.count.steps,
        motion.count.evaluations,
        motion.events.len(),
        balance.work,
        balance.friction,
        balance.gained,
        balance.error,
        figures.display()
    )
}
