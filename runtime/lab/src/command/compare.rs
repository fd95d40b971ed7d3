//! `compare`: what changed between two results.

use minijinja::context;
use minijinja::value::Serde;

use super::arguments::Compare;
use super::error::CommandError;
use super::settings::Format;
use super::terminal::say;
use super::texts;
use crate::compare::compare;
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
    match arguments.format {
        Format::Json => say(&(serde_json::to_string_pretty(&found)? + "\n")),
        Format::Text => {
            let files =
                [&arguments.first, &arguments.second].map(|path| path.display().to_string());
            say(&texts::fill(
                "compare",
                context! { found => Serde(&found), files, all => arguments.all },
            )?);
        }
    }
    Ok(())
}
