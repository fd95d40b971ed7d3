//! `describe`: the description of a recording that has none.

use std::path::{Path, PathBuf};

use super::arguments::Describe;
use super::error::CommandError;
use super::folder::ends_in;
use super::terminal::say;
use crate::output::Outputs;
use crate::recording::{draft, schema};
use armwright_runtime::Robot;

pub(super) fn run(robot: &dyn Robot, arguments: &Describe) -> Result<(), CommandError> {
    if arguments.schema {
        say(&schema());
        return Ok(());
    }
    let output = arguments.output.as_deref();
    let folder = output.and_then(Path::parent).unwrap_or(Path::new(""));
    if let Some(path) = output.filter(|path| path.exists()) {
        let (path, what) = (
            path.to_owned(),
            "it is there, and is not replaced: choose another name",
        );
        let what = what.to_owned();
        return Err(CommandError::File { path, what });
    }
    // Lines of a description have no columns to guess from.
    let is_description = |path: &&PathBuf| ends_in(path, &["yaml", "yml"]);
    if let Some(path) = arguments.files.iter().find(is_description) {
        let what =
            "it is no table, but a description as it looks: name the files that were recorded";
        let (path, what) = (path.clone(), what.to_owned());
        return Err(CommandError::File { path, what });
    }
    let draft = draft(&arguments.files, folder, robot.model())?;
    let Some(path) = output else {
        say(&draft.text);
        return Ok(());
    };
    let mut outputs = Outputs::default();
    outputs.add(path, |file| file.write_all(draft.text.as_bytes()))?;
    outputs.commit()?;
    let path = path.display();
    let guesses = match draft.guesses {
        1 => "1 guess, marked; check it".to_owned(),
        guesses => format!("{guesses} guesses, each marked; check them"),
    };
    let mut said = format!("{path}: {guesses}\n");
    for needed in &draft.needed {
        said += &format!("{path}: needed is {needed}\n");
    }
    say(&said);
    Ok(())
}
