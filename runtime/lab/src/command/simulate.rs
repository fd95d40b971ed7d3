//! `simulate`: a recording of a robot whose parameters are known.

use std::path::Path;

use serde_json::{Value, json};

use super::arguments::Simulate;
use super::driven::{TOLERANCE, Wanted};
use super::error::CommandError;
use super::folder::{ends_in, make_folder, spare};
use super::machine::{MachineArguments, read_base};
use super::progress::Progress;
use super::settings::Format;
use super::terminal::{paint, say};
use crate::experiment::{
    Quintic, Trajectory, best_designed, configurations, simulate, small_motion,
};
use crate::random::Random;
use crate::recording::{CsvFile, RecordingError};
use crate::rows::{self, Row, measures_rows};
use crate::simulation::{Hold, smallest};
use crate::suggestion::suggestion;
use crate::transmission::unfollowed;
use armwright_runtime::{Model, Robot};

/// Samples from point to point: a motion that rests at every other sample or so is none.
const FEWEST: f64 = 10.0;

pub(super) fn run(robot: &dyn Robot, arguments: &Simulate) -> Result<(), CommandError> {
    let model = robot.model();
    let experiment = &arguments.experiment;
    experiment.check()?;
    for name in ["recording.csv", "recording.yaml", "simulation.json"] {
        let files = arguments.driven.files().chain(&arguments.points);
        let read = files.chain(&arguments.machine.parameters);
        spare(read, &arguments.out.join(name))?;
    }
    if let Some(driven) = arguments.driven.file() {
        make_folder(&arguments.out)?;
        let wanted = Wanted {
            seed: arguments.seed,
            out: &arguments.out,
            format: arguments.format,
        };
        let (own, numbers) = (&arguments.driven, &arguments.machine);
        return super::driven::run(robot, own, numbers, experiment, driven, &wanted);
    }
    if let Some(option) = needs_drive(arguments) {
        return Err(CommandError::Undriven(option));
    }
    let theta = standard(robot, &arguments.machine)?;
    make_folder(&arguments.out)?;
    let mut random = Random::new(arguments.seed);
    let mut progress = Progress::new("designing the motion");
    if let Some(count) = arguments.configurations {
        let said = configurations_apart(robot, &theta, arguments, count, &mut progress)?;
        drop(progress);
        say(&said);
        return Ok(());
    }
    let trajectory: Box<dyn Trajectory> = match &arguments.points {
        Some(path) => {
            let motion = points(path, model)?;
            let least = FEWEST / experiment.rate;
            match motion.step() {
                gap if gap < least => {
                    let path = path.clone();
                    return Err(CommandError::DensePoints { path, gap, least });
                }
                _ => Box::new(motion),
            }
        }
        None => Box::new(best_designed(robot, experiment.seconds(), &mut random)?),
    };
    let sensors = experiment.sensors();
    progress.begin("simulating");
    let simulated = simulate(
        robot,
        &theta,
        &*trajectory,
        experiment.rate,
        &sensors,
        &mut random,
    )?;
    progress.begin("writing");
    let description = simulated.write(&arguments.out)?;
    drop(progress);
    let samples = simulated.samples();
    let rate = experiment.rate;
    let text = match arguments.format {
        Format::Text => {
            let said = format!(
                "{samples} samples at {rate} Hz: {}\n",
                description.display()
            );
            paint("bold", &said) + &note(model)
        }
        Format::Json => {
            let mut value = json!({
                "robot": model.name,
                "recording": description.display().to_string(),
                "samples": samples,
                "rate": rate,
                "seed": arguments.seed,
            });
            noted(&mut value, model);
            format!("{value:#}\n")
        }
    };
    say(&text);
    Ok(())
}

/// Standard parameters (`p`) along a motion that is given: what is measured follows from base parameters of that, whatever these say
/// of torques.
fn standard(robot: &dyn Robot, machine: &MachineArguments) -> Result<Vec<f64>, CommandError> {
    let model = robot.model();
    match &machine.parameters {
        Some(path) if is_of_rows(robot) && ends_in(path, &["json", "csv"]) => {
            Ok(smallest(model, &read_base(path, robot)?)?)
        }
        _ => machine.standard(robot),
    }
}

/// Whether all that a recording has of torques and wrenches is among the rows of the equations: what holds a base that moves need not
/// be.
fn is_of_rows(robot: &dyn Robot) -> bool {
    let model = robot.model();
    let mut held = Row::measured(model);
    held.retain(|row| row.is_of_base(model));
    measures_rows(robot) && (!model.base_moves() || held.len() == rows::BASE.len())
}

/// Why no robot makes the motion, a line.
fn note(model: &Model) -> String {
    unfollowed(model).map_or(String::new(), |why| format!("note: {why}\n"))
}

/// The same, for programs.
fn noted(value: &mut Value, model: &Model) {
    if let Some(why) = unfollowed(model) {
        value["note"] = why.into();
    }
}

/// The first option that only a motion has that something drives.
fn needs_drive(arguments: &Simulate) -> Option<&'static str> {
    let (machine, driven) = (&arguments.machine, &arguments.driven);
    let given = [
        ("--friction", !machine.friction.is_empty()),
        ("--set", !machine.set.is_empty()),
        ("--locked", !machine.locked.is_empty()),
        ("--only-joint", machine.only_joint.is_some()),
        ("--static-ratio", machine.static_ratio != 1.0),
        ("--hold", machine.hold != Hold::Last),
        ("--position", !driven.position.is_empty()),
        ("--velocity", !driven.velocity.is_empty()),
        ("--step", driven.step.is_some()),
        ("--tolerance", driven.tolerance != TOLERANCE),
    ];
    let mut given = given.into_iter();
    given.find_map(|(option, given)| given.then_some(option))
}

/// A recording of a small motion about each of several configurations, in a folder each.
fn configurations_apart(
    robot: &dyn Robot,
    theta: &[f64],
    arguments: &Simulate,
    count: usize,
    progress: &mut Progress,
) -> Result<String, CommandError> {
    let model = robot.model();
    if !(2..=999).contains(&count) {
        return Err(CommandError::Configurations(count));
    }
    if !(arguments.swing > 0.0 && arguments.swing.is_finite()) {
        return Err(CommandError::NotPositive {
            option: "--swing",
            value: arguments.swing,
        });
    }
    let experiment = &arguments.experiment;
    let mut random = Random::new(arguments.seed);
    let mut written = Vec::new();
    for (k, q) in configurations(robot, count, &mut random)?
        .iter()
        .enumerate()
    {
        progress.begin(&format!("configuration {} of {count}", k + 1));
        let motion = small_motion(model, q, arguments.swing, experiment.seconds(), &mut random);
        let sensors = experiment.sensors();
        let rate = experiment.rate;
        let simulated = simulate(robot, theta, &motion, rate, &sensors, &mut random)?;
        let folder = arguments.out.join(format!("configuration_{:03}", k + 1));
        written.push(simulated.write(&folder)?);
    }
    let recordings: Vec<String> = written.iter().map(|p| p.display().to_string()).collect();
    Ok(match arguments.format {
        Format::Text => recordings.join("\n") + "\n" + &note(model),
        Format::Json => {
            let mut value = json!({
                "robot": model.name,
                "recordings": recordings,
                "rate": experiment.rate,
                "seed": arguments.seed,
            });
            noted(&mut value, model);
            format!("{value:#}\n")
        }
    })
}

/// The coordinates of a base that moves, as columns of points are called.
const BASE: [&str; 6] = [
    "base_x",
    "base_y",
    "base_z",
    "base_roll",
    "base_pitch",
    "base_yaw",
];

fn points(path: &Path, model: &Model) -> Result<Quintic, CommandError> {
    let table = CsvFile::open(path)?;
    let names = model.joints.iter().map(|joint| format!("q_{}", joint.name));
    let of_base = BASE.into_iter().filter(|_| model.base_moves());
    let (mut places, mut still) = (Vec::new(), Vec::new());
    let all = std::iter::once("t".to_owned()).chain(names);
    let all = all.chain(of_base.map(str::to_owned));
    for column in all {
        let place = table.position(&column)?;
        // What is not said of a base stays where it is.
        still.push(place.is_none() && BASE.contains(&column.as_str()));
        if still.last() == Some(&true) {
            continue;
        }
        let place = place.ok_or_else(|| RecordingError::NoColumn {
            files: path.display().to_string(),
            suggestion: suggestion(&column, table.header()),
            column,
            quantity: "points of a motion".to_owned(),
        })?;
        places.push(place);
    }
    let mut columns = table.columns(&places)?.into_iter();
    let times = columns.next().unwrap_or_default();
    let columns = still.iter().skip(1).map(|still| match still {
        true => vec![0.0; times.len()],
        false => columns.next().unwrap_or_default(),
    });
    let columns: Vec<Vec<f64>> = columns.collect();
    let points = (0..times.len()).map(|k| columns.iter().map(|column| column[k]).collect());
    let points = points.collect();
    Ok(Quintic::through(times, points)?)
}

#[cfg(test)]
mod tests;
