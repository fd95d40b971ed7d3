//! `armwright generate --c`: a robot file to a library for programs in C, with its header.

use std::path::Path;

use super::compile::{dependency, lock};
use super::failure::Failure;
use super::only;
use super::session::Session;
use crate::build_script::write_if_changed;
use crate::emit::{Library, Quantity};
use crate::mechanism::Base;

/// The first line of a manifest, by which a library is known.
const WRITTEN: &str = "# Written by `armwright generate --c`.\n";

/// Writes the library of the robot of a file into a folder.
pub(super) fn library(
    file: &Path,
    folder: &Path,
    only: Option<&[Quantity]>,
    (single, window): (bool, u16),
    session: &mut Session<'_>,
) -> Result<String, Failure> {
    // What learns takes the rows of the base regressor; C has nothing of a closed form's elements.
    let mut wanted = only.map_or_else(Quantity::usual, <[_]>::to_vec);
    wanted.retain(|quantity| *quantity != Quantity::ElementBases);
    if !wanted.contains(&Quantity::BaseRegressor) {
        wanted.push(Quantity::BaseRegressor);
    }
    let generated = session.generate(file, &wanted)?;
    let derivation = &generated.derivation;
    let robot = &derivation.mechanism.name;
    // What learns and what commands takes the base parameters for those of the torques.
    let why = match (derivation.mechanism.base, &derivation.torque_base) {
        (Base::Input, _) => {
            "its base moves: its functions take that motion besides, which these do not"
        }
        (_, Some(_)) => {
            "what it measures (`measure`) reveals other base parameters than its torques have, which these \
             functions compute; a file without `measure` has them"
        }
        _ => "",
    };
    if !why.is_empty() {
        let robot = robot.clone();
        return Err(Failure::NoLibrary { robot, why });
    }
    let asked = only.unwrap_or_default();
    let notes = only::notes(derivation, asked)?;
    if asked.contains(&Quantity::ElementBases) {
        return Err(Failure::NoFunction {
            owner: format!("the library of {robot} for programs in C"),
            function: Quantity::ElementBases.entry().function,
            why: "C has nothing of a closed form's elements; `armwright generate` without `--c` gives its Rust module, \
                  which has it"
                .to_owned(),
        });
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let library = Library {
        single,
        window: usize::from(window),
        file: &name,
    };
    let manifest = format!(
        "{WRITTEN}\
         [package]\nname = \"{robot}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [lib]\ncrate-type = [\"staticlib\"]\n\n\
         [dependencies]\narmwright-runtime = {}\n\n\
         # Without an operating system there is nothing to unwind with.\n\
         [profile.dev]\npanic = \"abort\"\n[profile.release]\npanic = \"abort\"\ncodegen-units = 1\nlto = true\n\n\
         # A workspace of its own, wherever the folder is.\n[workspace]\n",
        dependency("runtime")
    );
    let files = [
        ("Cargo.toml".to_owned(), Some(manifest)),
        ("Cargo.lock".to_owned(), lock()),
        (
            "src/lib.rs".to_owned(),
            Some(library.code(derivation, &wanted)),
        ),
        ("src/robot.rs".to_owned(), Some(generated.code.clone())),
        (
            format!("{robot}.h"),
            Some(library.header(derivation, &wanted)),
        ),
    ];
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml"));
    if !manifest.is_ok_and(|text| text.starts_with(WRITTEN)) {
        let mut foreign = files.iter().map(|(path, _)| folder.join(path));
        if let Some(path) = foreign.find(|path| path.exists()) {
            return Err(Failure::Foreign(path));
        }
    }
    let source = folder.join("src");
    std::fs::create_dir_all(&source).map_err(Failure::unwritten(&source))?;
    for (path, content) in &files {
        let path = folder.join(path);
        if let Some(content) = content {
            write_if_changed(&path, content).map_err(Failure::unwritten(&path))?;
        }
    }
    session.remark = format!(
        "{notes}wrote {0} and its library: `cargo build --release` in {1} makes target/release/lib{robot}.a\n",
        folder.join(format!("{robot}.h")).display(),
        folder.display(),
    );
    Ok(String::new())
}
