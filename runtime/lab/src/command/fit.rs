//! `fit`: parameters with which simulated motions follow measured ones.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use minijinja::context;
use minijinja::value::Serde;
use serde_json::json;

use super::clock::{rate_of, steady_rate};
use super::data::DataArguments;
use super::error::CommandError;
use super::folder::{default_folder, ends_in, make_folder};
use super::machine::{MachineArguments, bound, read_drives};
use super::progress::Progress;
use super::settings::{Format, one_or_more};
use super::terminal::say;
use super::texts::{self, FLAGS_OF_MOTION};
use crate::diagnose::sensors_of_simulated;
use crate::judge::MotionJudgement;
use crate::output::write_whole;
use crate::output_error::{Experiment, Fit, FitOptions, InitialState, all_free, free};
use crate::recording::{CsvFile, Recording};
use crate::report::{AsRead, MotionVerdict, output_error_page};
use crate::simulation::{Machine, Sampled};
use armwright_runtime::{Model, Robot};
use search::{Search, Searched, fitted};
use windings::{contradictions, with_windings};

mod search;
mod windings;

#[derive(Debug, Args)]
pub(super) struct FitArguments {
    #[command(flatten)]
    pub(super) data: DataArguments,
    /// What drove the robot in place of torques: a CSV with columns t and v_<motor> (v_<joint> where there are no motors), V
    #[arg(long, value_name = "CSV")]
    pub(super) voltage: Option<PathBuf>,
    #[command(flatten)]
    pub(super) machine: MachineArguments,
    /// The parameters that are sought (all base parameters and all friction if left out)
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    pub(super) free: Vec<String>,
    /// Bounds of parameters; an end that is left out is what physics allows
    #[arg(long, value_name = "NAME=LOW:HIGH,..", value_delimiter = ',')]
    pub(super) bounds: Vec<String>,
    /// What is known of the states in which intervals begin
    #[arg(long, value_enum, default_value = "free")]
    pub(super) beginning: Beginning,
    /// Lengths of intervals, s, one fit after the other: short ones first where a motion depends too much on its
    /// beginning (whole recordings if left out, begun from half a second)
    #[arg(long, value_name = "S,..", value_delimiter = ',')]
    pub(super) interval: Vec<f64>,
    /// Join the last intervals, so that one motion goes through each recording (multiple shooting)
    #[arg(long)]
    pub(super) continuous: bool,
    /// The part of the recording from here, s (default: its beginning)
    #[arg(long, value_name = "S", default_value_t = f64::NEG_INFINITY, hide_default_value = true)]
    pub(super) from: f64,
    /// To here, s (default: its end)
    #[arg(long, value_name = "S", default_value_t = f64::INFINITY, hide_default_value = true)]
    pub(super) to: f64,
    /// From how many values to begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = one_or_more)]
    pub(super) starts: usize,
    /// By which share of themselves values are varied from the second start on
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    pub(super) spread: f64,
    /// Which random numbers
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Iterations at most
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(super) iterations: usize,
    /// The folder for results (default: armwright-out/<robot>)
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

/// What is known of the states in which intervals begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Beginning {
    /// Nothing: they are fitted
    Free,
    /// Position and velocity as measured
    Measured,
    /// Position as measured, at rest
    Rest,
}

pub(super) fn run(robot: &dyn Robot, arguments: &FitArguments) -> Result<(), CommandError> {
    let model = robot.model();
    if !(arguments.spread >= 0.0 && arguments.spread.is_finite()) {
        let (option, value) = ("--spread", arguments.spread);
        return Err(CommandError::Negative { option, value });
    }
    let mut progress = Progress::new("reading");
    let dataset = arguments.data.read(&[], model, &mut progress)?;
    let dataset = arguments.data.held_out(dataset)?;
    let machine = arguments
        .machine
        .machine(robot, arguments.voltage.is_some())?;
    let driven = driven(arguments, model)?;
    let hold = arguments.machine.hold;
    let whole = experiments_of(&dataset.training, driven.as_ref())?;
    covered(&whole, arguments, driven.as_ref())?;
    let (machine, estimated, mut notes) = match arguments.voltage.is_some() {
        true => {
            let set = &arguments.machine.set;
            with_windings(machine, set, &dataset.training, &whole, hold)?
        }
        false => (machine, Vec::new(), Vec::new()),
    };
    let experiments = experiments(&whole, arguments)?;
    let unseen = experiments_of(&dataset.validation, driven.as_ref())?;
    covered(&unseen, arguments, driven.as_ref())?;
    let mut free = match arguments.free.is_empty() {
        true => all_free(&machine),
        false => free(&machine, &arguments.free)?,
    };
    bound(&mut free, &arguments.bounds)?;
    let folder = arguments.out.clone();
    let folder = folder.unwrap_or_else(|| default_folder(model));
    make_folder(&folder)?;
    let options = FitOptions {
        windings: estimated,
        ..options(arguments)
    };
    let voltages = match arguments.voltage {
        Some(_) => None,
        None => voltages(&dataset.training, &machine),
    };
    let search = Search {
        machine: &machine,
        experiments: &experiments,
        unseen: &unseen,
        free: &free,
        voltages: voltages.as_deref(),
    };
    let (searched, shortened) = search.best(&options, &mut progress)?;
    drop(progress);
    let Searched {
        mut found,
        sensitivities,
        validation,
        ..
    } = searched;
    notes.extend(shortened);
    notes.extend(contradictions(
        &fitted(&machine, &free, &found),
        &dataset.training,
        &whole,
        hold,
    ));
    found.warnings.splice(0..0, notes);
    let recordings = [&dataset.training[..], &dataset.validation[..]];
    let sensors = sensors_of_simulated(&machine, recordings, [arguments.from, arguments.to]);
    let judgement = MotionJudgement::with_sensors(
        &found,
        &validation,
        &sensitivities,
        voltages.as_deref(),
        &sensors,
    );
    let verdict = MotionVerdict::of(&judgement, &FLAGS_OF_MOTION);
    let read = AsRead::of(&recordings.into_iter().flatten().collect::<Vec<_>>());
    let json = json!({
        "verdict": serde_json::to_value(&verdict)?,
        "fit": serde_json::to_value(&found)?,
        "sensitivity": serde_json::to_value(&sensitivities)?,
        "validation": serde_json::to_value(&validation)?,
        "repairs": serde_json::to_value(&read.repairs)?,
        "remarks": read.remarks,
    });
    let json = format!("{json:#}\n");
    let page = output_error_page(
        &found,
        &verdict,
        &sensitivities,
        &validation,
        &read,
        model.title,
    )?;
    let parameters = parameters(&found);
    let files = ["output-error.json", "output-error.html", "output-error.csv"];
    let files = files.map(|name| folder.join(name));
    for (path, text) in files.iter().zip([&json, &page, &parameters]) {
        write_whole(path, text)?;
    }
    let files = files.map(|path| path.display().to_string());
    match arguments.format {
        Format::Json => say(&json),
        Format::Text => say(&texts::fill(
            "fit",
            context! {
                verdict => Serde(&verdict),
                found => Serde(&found),
                sensitivities => Serde(&sensitivities),
                validation => Serde(&validation),
                repairs => Serde(&read.repairs),
                remarks => read.remarks,
                files,
            },
        )?),
    }
    Ok(())
}

fn options(arguments: &FitArguments) -> FitOptions {
    FitOptions {
        state: match arguments.beginning {
            Beginning::Free => InitialState::Free,
            Beginning::Measured => InitialState::Measured,
            Beginning::Rest => InitialState::AtRest,
        },
        intervals: arguments.interval.clone(),
        continuity: arguments.continuous,
        hold: arguments.machine.hold,
        iterations: arguments.iterations,
        starts: arguments.starts,
        spread: arguments.spread,
        seed: arguments.seed,
        ..FitOptions::default()
    }
}

/// What is fitted: recordings between two times, of those that have samples there.
fn experiments(
    all: &[Experiment],
    arguments: &FitArguments,
) -> Result<Vec<Experiment>, CommandError> {
    let (from, to) = (arguments.from, arguments.to);
    let has_part = |experiment: &&Experiment| {
        let is_time = !from.is_nan() && !to.is_nan();
        is_time && from.max(experiment.start) <= to.min(end(experiment)) + 0.5 / experiment.rate
    };
    let parts = all.iter().filter(has_part);
    let parts = parts.map(|part| part.between(from, to));
    // Half a sample behind the last one is rounded to nothing.
    let parts: Vec<Experiment> = parts.filter(|part| part.samples() > 0).collect();
    if parts.is_empty() {
        let known = all.iter().map(|own| {
            let [start, end] = [own.start, end(own)].map(rounded);
            format!("from {start} to {end} ({})", own.name)
        });
        let known = known.collect::<Vec<_>>().join(", ");
        return Err(CommandError::NoSamples { from, to, known });
    }
    Ok(parts)
}

/// Voltages of a file, on its own clock.
fn driven(arguments: &FitArguments, model: &Model) -> Result<Option<Sampled>, CommandError> {
    let Some(path) = &arguments.voltage else {
        return Ok(None);
    };
    let (times, columns) = read_drives(path, model, true)?;
    let mean = steady_rate(&times).unwrap_or(1.0);
    Ok(Some(Sampled {
        start: times[0],
        rate: rate_of(&times, mean, None),
        columns,
        hold: arguments.machine.hold,
    }))
}

/// Recordings, driven by voltages, or by torques of their own.
fn experiments_of(
    recordings: &[Recording],
    driven: Option<&Sampled>,
) -> Result<Vec<Experiment>, CommandError> {
    let of = |recording: &Recording| match driven {
        Some(voltages) => Ok(Experiment::driven_by(recording, voltages)),
        None => Experiment::of(recording),
    };
    Ok(recordings.iter().map(of).collect::<Result<_, _>>()?)
}

/// Refuses voltages that begin more than a step after what they drive, or end so before it.
fn covered(
    experiments: &[Experiment],
    arguments: &FitArguments,
    driven: Option<&Sampled>,
) -> Result<(), CommandError> {
    let (Some(path), Some(driven)) = (&arguments.voltage, driven) else {
        return Ok(());
    };
    let step = 1.0 / driven.rate;
    let steps = driven.columns.first().map_or(0, Vec::len).saturating_sub(1);
    let voltages = [driven.start, driven.start + steps as f64 * step];
    for experiment in experiments {
        let followed = [experiment.start, end(experiment)];
        let most = step + 0.5 / experiment.rate;
        if voltages[0] - followed[0] > most || followed[1] - voltages[1] > most {
            return Err(CommandError::Uncovered {
                path: path.clone(),
                voltages: voltages.map(rounded),
                name: experiment.name.clone(),
                followed: followed.map(rounded),
            });
        }
    }
    Ok(())
}

/// When the last sample is, s.
fn end(experiment: &Experiment) -> f64 {
    let last = experiment.samples().saturating_sub(1);
    experiment.start + last as f64 / experiment.rate
}

/// To microseconds.
fn rounded(time: f64) -> f64 {
    (time * 1e6).round() / 1e6
}

/// The first file of recordings that has voltages of all motors, which could drive the simulation.
fn voltages(recordings: &[Recording], machine: &Machine<'_>) -> Option<String> {
    let drives = 0..machine.joints();
    let columns = drives.map(|k| format!("v_{}", machine.drive_name(k)));
    let wanted: Vec<String> = columns.chain(["t".to_owned()]).collect();
    let mut files = recordings.iter().flat_map(|recording| &recording.files);
    let found = files.find(|path| {
        let table = ends_in(path, &["csv"]).then(|| CsvFile::open(path).ok());
        let table = table.flatten();
        table.is_some_and(|table| {
            wanted
                .iter()
                .all(|own| table.header().any(|name| name == own))
        })
    });
    found.map(|path| path.display().to_string())
}

/// Values and deviations as a table.
fn parameters(found: &Fit) -> String {
    let mut text = "name,value,std,unit\n".to_owned();
    for p in &found.parameters {
        let std = p.std.map_or_else(String::new, |std| format!("{std:e}"));
        let _ = writeln!(text, "{},{:e},{std},{}", p.name, p.value, p.unit);
    }
    text
}

#[cfg(test)]
mod tests;
