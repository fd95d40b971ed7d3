//! `friction`: which law of friction each joint has.

use std::path::Path;

use minijinja::context;
use minijinja::value::Serde;

use super::arguments::FrictionArguments;
use super::error::CommandError;
use super::folder::{default_folder, make_folder};
use super::progress::Progress;
use super::settings::Format;
use super::terminal::say;
use super::texts;
use crate::friction::{FrictionOptions, StaticMap, friction, static_map};
use crate::identify::part_of;
use crate::output::write_whole;
use crate::report::friction_page;
use armwright_runtime::Robot;

pub(super) fn run(robot: &dyn Robot, arguments: &FrictionArguments) -> Result<(), CommandError> {
    let model = robot.model();
    let mut progress = Progress::new("reading");
    let without = &arguments.processing.without_torque;
    let dataset = arguments.data.read(without, model, &mut progress)?;
    let dataset = arguments.data.held_out(dataset)?;
    let folder = arguments.out.clone();
    let folder = folder.unwrap_or_else(|| default_folder(model));
    make_folder(&folder)?;
    if arguments.static_map {
        let options = arguments.processing.options();
        let found = static_map(robot, dataset.training, &options)?;
        drop(progress);
        return show_map(&found, arguments.format, &folder.join("friction-map.csv"));
    }
    let options = FrictionOptions {
        processing: arguments.processing.options(),
        shape: arguments.law,
    };
    let part = part_of(robot, &dataset, &options.processing)?;
    let robot = part.as_ref().map_or(robot, |part| part as &dyn Robot);
    let mut show = |step: &'static str, share| progress.show(step, share);
    let found = friction(robot, dataset, &options, &mut show)?;
    drop(progress);
    let json = serde_json::to_string_pretty(&found)? + "\n";
    let page = friction_page(&found, model.title)?;
    let laws = found.yaml();
    let files = ["friction.json", "friction.html", "friction.yaml"].map(|name| folder.join(name));
    for (path, text) in files.iter().zip([&json, &page, &laws]) {
        write_whole(path, text)?;
    }
    let files = files.map(|path| path.display().to_string());
    match arguments.format {
        Format::Json => say(&json),
        Format::Text => say(&texts::fill(
            "friction",
            context! {
                found => Serde(&found),
                all => arguments.all,
                files,
            },
        )?),
    }
    Ok(())
}

/// Writes a static map and shows it.
fn show_map(found: &StaticMap, format: Format, path: &Path) -> Result<(), CommandError> {
    write_whole(path, &found.csv())?;
    match format {
        Format::Json => say(&(serde_json::to_string_pretty(found)? + "\n")),
        Format::Text => say(&texts::fill(
            "static_map",
            context! { found => Serde(found), file => path.display().to_string() },
        )?),
    }
    Ok(())
}
