//! `excite`: a motion that shows the parameters, and what it will tell of each; or the judgement of one that exists.

mod efforts;
mod file;
mod plan;
mod settings;
mod slopes;

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::json;

use super::error::CommandError;
use super::folder::{default_folder, make_folder};
use super::interrupt::interrupted;
use super::progress::Progress;
use super::settings::Format;
use super::terminal::say;
use super::texts;
use crate::excite::{
    Designed, Effort, Limits, Plan, Planned, Reading, Screening, coefficients, design,
    ends_at_sample, joint_trajectory, screen_read, write_table,
};
use crate::experiment::{MOST, SimulationError};
use crate::output::Outputs;
use crate::report::excitation_page;
use armwright_runtime::Robot;
use efforts::unlimited;
use file::{existing, screened};
pub(super) use settings::Excite;

/// The longest search, s: each start is remembered, and a search that never ends takes all memory.
const DAY: f64 = 86_400.0;

pub(super) fn run(robot: &dyn Robot, arguments: &Excite) -> Result<(), CommandError> {
    let model = robot.model();
    let limits = arguments.limits(model)?;
    let is_size = |value: &f64| value.is_finite() && *value > 0.0;
    for (option, values) in [
        ("--noise", &arguments.noise),
        ("--torque", &arguments.torque),
        ("--motor-velocity", &arguments.motor_velocity),
        ("--motor-acceleration", &arguments.motor_acceleration),
    ] {
        if let Some(&value) = values.iter().find(|value| !is_size(value)) {
            return Err(CommandError::NotPositive { option, value });
        }
    }
    let torques = arguments.torques_read(model)?;
    if let Some(path) = &arguments.screen {
        let (mut planned, differences) = screened(path, model, arguments)?;
        planned.noise = arguments.noise_read(model)?;
        let beside = existing(model, arguments)?;
        let mut found = screen_read(robot, &planned, &reading(&beside, &torques), &limits)?;
        found.warnings.extend(differences.map(str::to_owned));
        let mut files = Vec::new();
        if let Some(folder) = &arguments.out {
            make_folder(folder)?;
            let page = excitation_page(model, &found, &planned, &limits, None)?;
            let text = serde_json::to_string_pretty(&document(&found, None, &limits))?;
            let mut outputs = Outputs::default();
            for (name, text) in [("excitation.json", text), ("excitation.html", page)] {
                files.push(folder.join(name));
                outputs.add(&folder.join(name), |file| file.write_all(text.as_bytes()))?;
            }
            outputs.commit()?;
        }
        return show(&found, None, &limits, &files, arguments.format);
    }
    for (option, value) in [
        ("--duration", arguments.duration),
        ("--seconds", arguments.seconds),
        ("--rate", arguments.rate),
    ] {
        if !(value.is_finite() && value > 0.0) {
            return Err(CommandError::NotPositive { option, value });
        }
    }
    if arguments.seconds > DAY {
        return Err(CommandError::TooLong {
            option: "--seconds",
            value: arguments.seconds,
            most: DAY,
        });
    }
    let (duration, rate) = (arguments.duration, arguments.rate);
    if duration * rate > MOST {
        return Err(SimulationError::Extent { duration, rate }.into());
    }
    if !ends_at_sample(duration, rate) {
        return Err(CommandError::BetweenSamples {
            duration,
            rate,
            nearest: (duration * rate).round().max(1.0) / rate,
        });
    }
    let beside = existing(model, arguments)?;
    let plan = arguments.plan(robot, &limits, &beside)?;
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(model).join("excite"));
    make_folder(&folder)?;
    let found = search(robot, &plan, arguments)?;
    let motion = &found.motion;
    let planned = Planned::of(
        motion,
        arguments.rate,
        arguments.noise_read(model)?,
        arguments.without_friction,
    );
    let mut screened = screen_read(robot, &planned, &reading(&beside, &torques), &limits)?;
    if arguments.keep_torques && arguments.torque.is_empty() {
        screened.warnings.extend(unlimited(model));
    }
    let files = [
        "motion.csv",
        "motion.yaml",
        "joint_trajectory.json",
        "excitation.json",
        "excitation.html",
    ];
    let files = files.map(|name| folder.join(name));
    let mut outputs = Outputs::default();
    outputs.add(&files[0], |file| {
        write_table(motion, model, arguments.rate, file)
    })?;
    outputs.add(&files[1], |file| {
        file.write_all(coefficients(motion, model).as_bytes())
    })?;
    let text = serde_json::to_string(&joint_trajectory(motion, model, arguments.rate))?;
    outputs.add(&files[2], |file| file.write_all(text.as_bytes()))?;
    let text = serde_json::to_string_pretty(&document(&screened, Some((&found, &plan)), &limits))?;
    outputs.add(&files[3], |file| file.write_all(text.as_bytes()))?;
    let made_good = Some((&found, plan.criterion.word()));
    let page = excitation_page(model, &screened, &planned, &limits, made_good)?;
    outputs.add(&files[4], |file| file.write_all(page.as_bytes()))?;
    outputs.commit()?;
    show(
        &screened,
        Some((&found, &plan)),
        &limits,
        &files,
        arguments.format,
    )
}

/// As `identify` reads recordings.
fn reading<'a>(beside: &'a [Planned], torques: &'a [bool]) -> Reading<'a> {
    Reading {
        beside,
        identified: true,
        torques,
    }
}

/// The search, with the best figure so far on the terminal.
fn search(robot: &dyn Robot, plan: &Plan, arguments: &Excite) -> Result<Designed, CommandError> {
    let progress = std::sync::Mutex::new(Progress::new("searching"));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let effort = Effort {
        starts: arguments.starts.unwrap_or(usize::MAX),
        budget: arguments
            .starts
            .is_none()
            .then(|| Duration::from_secs_f64(arguments.seconds)),
        threads: arguments.threads.unwrap_or(cores),
        seed: arguments.seed,
    };
    let word = plan.criterion.word();
    let hear = |searched: crate::excite::Searched| {
        if let Ok(mut progress) = progress.lock() {
            let best = searched
                .best
                .map_or(String::new(), |best| format!(" {best:.4}"));
            progress.show(&format!("{word}{best}"), searched.share);
        }
    };
    let pressed = interrupted();
    let stop = || pressed.load(Ordering::Relaxed);
    Ok(design(robot, plan, &effort, &stop, &hear)?)
}

/// The figures with what a search made good, if there was one.
fn document(
    found: &Screening,
    designed: Option<(&Designed, &Plan)>,
    limits: &Limits,
) -> serde_json::Value {
    let mut value = json!(found);
    let defaults: Vec<String> = limits
        .defaults
        .iter()
        .map(|(joint, what)| format!("{what} of {joint}"))
        .collect();
    value["defaults"] = json!(defaults);
    value["complete"] = json!(found.is_complete());
    if let Some((designed, plan)) = designed {
        value["design"] = json!({
            "criterion": plan.criterion.word(),
            "figure": designed.figure,
            "samples": designed.samples,
            "first_random_motion": designed.start,
            "starts": designed.starts,
            "basis": plan.basis.word(),
        });
    }
    value
}

fn show(
    found: &Screening,
    designed: Option<(&Designed, &Plan)>,
    limits: &Limits,
    files: &[PathBuf],
    format: Format,
) -> Result<(), CommandError> {
    let value = document(found, designed, limits);
    match format {
        Format::Json => say(&format!("{value:#}\n")),
        Format::Text => {
            let files: Vec<String> = files
                .iter()
                .map(|file| file.display().to_string())
                .collect();
            say(&texts::excited(&value, &files)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
