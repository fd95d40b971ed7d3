//! `simulate --torque` and `--voltage`: a motion under what drives the robot.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::clock::{rate_of, steady_rate};
use super::error::CommandError;
use super::machine::{
    MachineArguments, drive_names, pairs, read_drives, read_input, read_standard,
};
use super::settings::{Experiment, Format};
use super::terminal::{paint, say};
use crate::closed_loop::{Follower, Law, Reference, states_along};
use crate::experiment::{MOST, SimulationError, record_motion};
use crate::output::write_whole;
use crate::random::Random;
use crate::rows::position_unit;
use crate::simulation::{
    Direction, Grid, Input, Machine, Motion, Sampled, Settings, Start, Steps, simulate,
};
use crate::transmission::unfollowed;
use armwright_runtime::{Model, Robot};

/// How accurate a step is, unless it is asked for.
pub(super) const TOLERANCE: f64 = 1e-9;

/// The end of a reference is at a sample where it is nearer to it than this share of a step.
const NEAR: f64 = 1e-6;

/// What drives a robot that is simulated.
#[derive(Debug, Args)]
pub(super) struct DrivenArguments {
    /// Torques that drive the robot: a CSV with columns t and tau_<joint>, N·m or N, at a constant rate
    #[arg(long, value_name = "CSV", conflicts_with_all = ["voltage", "points", "configurations"])]
    pub(super) torque: Option<PathBuf>,
    /// Voltages that drive its motors: a CSV with columns t and v_<motor> (v_<joint> where there are no motors), V
    #[arg(long, value_name = "CSV", conflicts_with_all = ["points", "configurations"])]
    pub(super) voltage: Option<PathBuf>,
    /// Positions that a controller follows: a CSV with columns t and q_<joint> (joint side), at a constant rate
    #[arg(long, value_name = "CSV", conflicts_with_all = ["torque", "voltage", "points", "configurations"])]
    pub(super) follow: Option<PathBuf>,
    /// How the controller follows them
    #[arg(
        long,
        value_enum,
        default_value = "computed-torque",
        requires = "follow"
    )]
    pub(super) controller: Controller,
    /// How fast its errors decay, rad/s
    #[arg(
        long,
        value_name = "RAD/S",
        default_value_t = 20.0,
        requires = "follow"
    )]
    pub(super) bandwidth: f64,
    /// Parameters that the controller believes: a YAML map of names, 0 for those that it lacks, or an identification.json (those of the robot if left out)
    #[arg(long, value_name = "FILE", requires = "follow")]
    pub(super) believed: Option<PathBuf>,
    /// Positions in which it begins, rad or m (0, or where the reference begins, if left out)
    #[arg(long, value_name = "JOINT=VALUE,..", value_delimiter = ',')]
    pub(super) position: Vec<String>,
    /// Velocities with which it begins, rad/s or m/s (0, or those of the reference, if left out)
    #[arg(long, value_name = "JOINT=VALUE,..", value_delimiter = ',')]
    pub(super) velocity: Vec<String>,
    /// Steps of so many seconds in place of steps that adapt to the motion
    #[arg(long, value_name = "S")]
    pub(super) step: Option<f64>,
    /// How accurate a step is, as a share of positions and velocities
    #[arg(long, value_name = "SHARE", default_value_t = TOLERANCE)]
    pub(super) tolerance: f64,
}

impl DrivenArguments {
    /// The files that are read.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        let input = self.torque.iter().chain(&self.voltage).chain(&self.follow);
        input.chain(&self.believed)
    }

    /// The file with what drives the robot, if there is one, and what it has.
    pub(super) fn file(&self) -> Option<(&Path, Given)> {
        let all = [
            (&self.torque, Given::Torque),
            (&self.voltage, Given::Voltage),
            (&self.follow, Given::Reference),
        ];
        let mut all = all.into_iter();
        all.find_map(|(path, given)| Some((path.as_deref()?, given)))
    }
}

impl DrivenArguments {
    /// The controller, of a motion whose time begins with the reference.
    fn follower<'a>(
        &self,
        machine: &Machine<'a>,
        reference: Reference,
    ) -> Result<Follower<'a>, CommandError> {
        if !(self.bandwidth > 0.0 && self.bandwidth.is_finite()) {
            return Err(CommandError::NotPositive {
                option: "--bandwidth",
                value: self.bandwidth,
            });
        }
        let robot = machine.robot();
        let law = match self.controller {
            Controller::Pd => Law::Proportional,
            Controller::ComputedTorque => Law::ComputedTorque,
        };
        let theta = match &self.believed {
            Some(path) => read_standard(path, robot)?,
            None => (0..robot.model().parameters.len())
                .map(|k| machine.value(Direction::Standard(k)))
                .collect(),
        };
        let law = (law, self.bandwidth);
        Ok(Follower::new(robot, &theta, reference, 0.0, law)?)
    }
}

/// What a file has that drives a robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    Torque,
    Voltage,
    Reference,
}

/// How a controller follows a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Controller {
    /// A spring and a damper at each joint
    Pd,
    /// The torques of its model, friction left out, and what brings it back
    ComputedTorque,
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
    (path, given): (&Path, Given),
    wanted: &Wanted<'_>,
) -> Result<(), CommandError> {
    let model = robot.model();
    let by_voltage = given == Given::Voltage;
    let machine = numbers.machine(robot, by_voltage)?;
    let (times, columns) = match given {
        Given::Torque | Given::Voltage => read_drives(path, model, by_voltage)?,
        Given::Reference => match unfollowed(model) {
            Some(why) => return Err(CommandError::Unfollowed(why)),
            None => read_input(path, "q", &drive_names(model, false))?,
        },
    };
    let mean = steady_rate(&times).unwrap_or(1.0);
    let rate = rate_of(&times, mean, Some(experiment.rate));
    let begun = times.first().copied().unwrap_or(0.0);
    let (mut follower, mut jumps) = (None, Vec::new());
    let mut start = Start::at_rest(&vec![0.0; machine.joints()]);
    if given == Given::Reference {
        let reference = Reference::of(states_along(&columns, rate), machine.joints(), rate);
        let all = reference.jumps(model.joints, begun).into_iter();
        jumps.extend(all.map(|jump| jump.to_string()));
        let (q, qd) = reference.start();
        start.position.copy_from_slice(q);
        start.velocity.copy_from_slice(qd);
        follower = Some(driven.follower(&machine, reference)?);
    }
    // Time begins with the first row, and what is told of the motion goes by the clock of the file.
    let sampled = Sampled {
        start: 0.0,
        rate,
        columns,
        hold: numbers.hold,
    };
    let input: &dyn Input = match &follower {
        Some(follower) => follower,
        None => &sampled,
    };
    state(
        &machine,
        "--position",
        &driven.position,
        &mut start.position,
    )?;
    state(
        &machine,
        "--velocity",
        &driven.velocity,
        &mut start.velocity,
    )?;
    // What drives a robot acts for a while after its last sample; a reference ends with its own.
    let ends = given == Given::Reference;
    let all = times.len().saturating_sub(usize::from(ends)) as f64 / rate;
    let seconds = experiment.duration.map_or(all, |asked| asked.min(all));
    let (rate, samples) = (experiment.rate, seconds * experiment.rate);
    if samples > MOST {
        let duration = seconds;
        return Err(SimulationError::Extent { duration, rate }.into());
    }
    let grid = Grid {
        start: 0.0,
        rate,
        samples: match ends && experiment.duration.is_none_or(|asked| asked > all) {
            true => (samples + NEAR).floor() as usize + 1,
            false => samples.round() as usize,
        },
    };
    let settings = Settings {
        steps: driven.step.map_or(Steps::Adaptive, Steps::Fixed),
        relative: driven.tolerance,
        absolute: 0.1 * driven.tolerance,
        ..Settings::default()
    };
    let motion = simulate(&machine, input, &start, &grid, &settings)?;
    // Where it ends before its first sample, it was nowhere.
    let follower = follower.filter(|_| motion.samples(machine.joints()) > 0);
    let off = follower.map(|follower| tracking(&follower, &motion, machine.joints()));
    let motion = motion.later(begun);
    let mut random = Random::new(wanted.seed);
    let recorded = record_motion(model, &motion, &experiment.sensors(), &mut random)?;
    let description = recorded.write(wanted.out)?;
    let figures = wanted.out.join("simulation.json");
    let mut report = report(robot, &motion, &description.display().to_string())?;
    let samples = motion.samples(model.joints.len());
    let followed = off.as_ref().map(|off| followed(model, off));
    if let Some(off) = off {
        report["tracking"] = off.into();
    }
    if !jumps.is_empty() {
        report["notes"] = json!(jumps);
    }
    write_whole(&figures, &format!("{report:#}\n"))?;
    say(&match wanted.format {
        Format::Json => format!("{report:#}\n"),
        Format::Text => {
            let said = text(&motion, model.joints.len(), &description, &figures);
            let notes = jumps.iter().map(|jump| format!("note: {jump}\n"));
            said + &followed.unwrap_or_default() + &notes.collect::<String>()
        }
    });
    match motion.stop {
        None => Ok(()),
        Some(stop) if samples == 0 => Err(CommandError::StoppedAtOnce(Box::new(stop))),
        Some(stop) => Err(CommandError::Stopped {
            stop: Box::new(stop),
            path: description,
        }),
    }
}

/// Numbers of the joints that are named.
fn state(
    machine: &Machine<'_>,
    option: &'static str,
    texts: &[String],
    values: &mut [f64],
) -> Result<(), CommandError> {
    for (name, value) in pairs(option, "q1", texts)? {
        values[machine.joint(&name)?] = value;
    }
    Ok(())
}

/// The root mean square of the way to the reference, of each joint.
fn tracking(follower: &Follower<'_>, motion: &Motion, n: usize) -> Vec<f64> {
    let square = |i: usize| {
        let moments = motion.q.iter().skip(i).step_by(n).enumerate();
        let off = moments.map(|(k, q)| q - follower.wanted(i, motion.grid.at(k))[0]);
        let sum: f64 = off.map(|off| off * off).sum();
        (sum / motion.samples(n).max(1) as f64).sqrt()
    };
    (0..n).map(square).collect()
}

/// How far each joint was from what it followed.
fn followed(model: &Model, off: &[f64]) -> String {
    let joints = model.joints.iter().zip(off);
    let each: Vec<String> = joints
        .map(|(joint, off)| format!("{} {off:.2e} {}", joint.name, position_unit(joint)))
        .collect();
    format!("Root mean square off the reference: {}\n", each.join(", "))
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

#[cfg(test)]
mod tests;
