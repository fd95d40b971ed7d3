//! `simulate`: a recording of a robot whose parameters are known.

use std::path::Path;

use super::arguments::Simulate;
use super::error::CommandError;
use super::terminal::{Style, say};
use crate::lab::experiment::{Quintic, Random, Trajectory, best_designed, simulate};
use crate::lab::nearest::suggestion;
use crate::lab::parameters;
use crate::lab::recording::{RecordingError, Table};
use crate::{Model, Robot};

pub(super) fn run(robot: &'static dyn Robot, arguments: &Simulate) -> Result<(), CommandError> {
    let model = robot.model();
    let theta = match &arguments.parameters {
        Some(path) => parameters::read(path, model)?,
        None => nominal(model)?,
    };
    let mut random = Random::new(arguments.seed);
    let experiment = &arguments.experiment;
    let trajectory: Box<dyn Trajectory> = match &arguments.points {
        Some(path) => Box::new(points(path, model)?),
        None => Box::new(best_designed(robot, experiment.duration, &mut random)?),
    };
    let sensors = experiment.sensors();
    let simulated = simulate(
        robot,
        &theta,
        &*trajectory,
        experiment.rate,
        &sensors,
        &mut random,
    )?;
    let description = simulated.write(&arguments.out)?;
    let samples = simulated.position.first().map_or(0, Vec::len);
    let said = format!(
        "{samples} samples at {} Hz: {}\n",
        experiment.rate,
        description.display()
    );
    say(&Style::of_stdout().bold(&said));
    Ok(())
}

/// Nominal values, provided that at least one body has a mass.
pub(super) fn nominal(model: &'static Model) -> Result<Vec<f64>, CommandError> {
    let theta = parameters::nominal(model);
    if theta.iter().all(|value| *value == 0.0) {
        return Err(CommandError::NoNominal { robot: model.name });
    }
    Ok(theta)
}

fn points(path: &Path, model: &Model) -> Result<Quintic, CommandError> {
    let table = Table::open(path)?;
    let names = model.joints.iter().map(|joint| format!("q_{}", joint.name));
    let mut places = Vec::new();
    for column in std::iter::once("t".to_owned()).chain(names) {
        let place = table
            .position(&column)?
            .ok_or_else(|| RecordingError::NoColumn {
                files: path.display().to_string(),
                suggestion: suggestion(&column, table.header()),
                column,
                quantity: "points of a motion",
            })?;
        places.push(place);
    }
    let mut columns = table.columns(&places)?;
    let times = columns.remove(0);
    let points = (0..times.len()).map(|k| columns.iter().map(|column| column[k]).collect());
    let points = points.collect();
    Ok(Quintic::through(times, points)?)
}
