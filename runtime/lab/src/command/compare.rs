//! `compare`: what changed between two results.

use std::path::Path;

use minijinja::context;
use minijinja::value::Serde;
use serde::{Deserialize, Serialize};

use super::arguments::Compare;
use super::error::CommandError;
use super::settings::Format;
use super::terminal::say;
use super::texts;
use crate::compare::{Comparison, compare};
use crate::identify::Estimation;
use crate::part::Part;
use armwright_runtime::Robot;

pub(super) fn run(robot: &dyn Robot, arguments: &Compare) -> Result<(), CommandError> {
    let level = arguments.level;
    if !(level > 0.0 && level < 1.0) {
        return Err(CommandError::Level(level));
    }
    let first = Estimation::read(&arguments.first, robot)?;
    let second = Estimation::read(&arguments.second, robot)?;
    // Without the torques that either left out, both say the same base parameters.
    let left_out = first.left_out.iter().chain(&second.left_out);
    let left_out = left_out.map(|torque| torque.find(robot.model()));
    let left_out = left_out.collect::<Result<Vec<_>, _>>()?;
    let found = match (first.left_out.is_empty(), left_out.is_empty()) {
        (_, true) => compare(robot.model(), &first, &second, level)?,
        (whole, false) => {
            let side = if whole { &second } else { &first }.side();
            let part = Part::without(robot, side, &left_out)?;
            let [first, second] = [first.within(robot, &part)?, second.within(robot, &part)?];
            compare(part.model(), &first, &second, level)?
        }
    };
    let files = [("first", &arguments.first), ("second", &arguments.second)];
    let warnings: Vec<String> = files
        .iter()
        .filter_map(|(which, path)| Some(doubt(which, &graded(path)?)))
        .collect();
    match arguments.format {
        Format::Json => {
            let told = Told {
                comparison: &found,
                warnings,
            };
            say(&(serde_json::to_string_pretty(&told)? + "\n"));
        }
        Format::Text => {
            let files = files.map(|(_, path)| path.display().to_string());
            say(&texts::fill(
                "compare",
                context! { found => Serde(&found), files, all => arguments.all, warnings },
            )?);
        }
    }
    Ok(())
}

/// What programs are told.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    comparison: &'a Comparison,
    /// What is to be said of the results themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

/// The verdict that a result has.
#[derive(Deserialize)]
struct Graded {
    verdict: Worth,
}

#[derive(Deserialize)]
struct Worth {
    grade: String,
    word: String,
    headline: String,
}

/// The verdict of a file of results that is not sound; none of other files, which have no verdict.
fn graded(path: &Path) -> Option<Worth> {
    let text = std::fs::read_to_string(path).ok()?;
    let Graded { verdict } = serde_json::from_str(&text).ok()?;
    (verdict.grade != "sound").then_some(verdict)
}

fn doubt(which: &str, Worth { word, headline, .. }: &Worth) -> String {
    format!(
        "Of the {which} result its report says: {word}. {headline} Differences, or that there are none, may come from that."
    )
}
