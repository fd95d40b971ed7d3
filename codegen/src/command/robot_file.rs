//! From a path on the command line to a derivation.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::answer::Reply;
use super::failure::{Failure, Hint, Missing};
use crate::derivation::Derivation;
use crate::description::Description;
use crate::diagnostic::Diagnostics;
use crate::emit::Quantity;
use crate::format;
use crate::mechanism::{self, Mechanism};
use crate::pipeline::{self, GenerateError, Generated};

/// A robot file, read and checked.
pub(super) struct RobotFile {
    pub description: Description,
    pub mechanism: Mechanism,
    pub warnings: Diagnostics,
}

/// Reads and checks a robot file; nothing is derived yet.
pub(super) fn read(path: &Path) -> Result<RobotFile, Failure> {
    if path.is_dir() {
        let inside: Vec<PathBuf> = robot_files(path).into_iter().take(3).collect();
        let missing = Missing::FileIn(path.to_owned());
        return Err(Failure::Unknown(missing, Hint::files(&inside)));
    }
    if !path.exists() {
        let missing = Missing::File(path.to_owned());
        return Err(Failure::Unknown(missing, Hint::files(&nearest(path))));
    }
    let (description, mut warnings) = format::read_file(path).map_err(GenerateError::Faulty)?;
    let (mechanism, more) = mechanism::build(&description).map_err(GenerateError::Faulty)?;
    warnings.append(more);
    warnings.sort();
    Ok(RobotFile {
        description,
        mechanism,
        warnings,
    })
}

/// Reads a robot file and derives its equations.
pub(super) fn derive(path: &Path) -> Result<(Derivation, Diagnostics), Failure> {
    let file = read(path)?;
    Ok((pipeline::derivation(file.mechanism)?, file.warnings))
}

/// Reads a robot file and generates its module with the functions of some quantities. The code names the file without its folder, so
/// that it is the same wherever the file is.
pub(super) fn generate(path: &Path, quantities: &[Quantity]) -> Result<Generated, Failure> {
    let file = read(path)?;
    let name = path
        .file_name()
        .map_or_else(|| "robot.yaml".into(), |n| n.to_string_lossy());
    let derivation = pipeline::derivation(file.mechanism)?;
    let text = &file.description.file.text;
    Ok(pipeline::module(
        derivation,
        quantities,
        &name,
        text,
        file.warnings,
    )?)
}

/// Writes a file.
pub(super) fn write(path: &Path, content: &str) -> Result<(), Failure> {
    std::fs::write(path, content).map_err(Failure::unwritten(path))
}

/// A text for the terminal, or for a file if one is named.
pub(super) fn written(text: String, file: Option<&Path>) -> Result<Reply, Failure> {
    let Some(file) = file else {
        return Ok(Reply::text(text));
    };
    write(file, &text)?;
    let lines = text.lines().count();
    Ok(Reply::remark(format!(
        "wrote {} ({lines} lines)\n",
        file.display()
    )))
}

/// Robot files in a folder, in order.
fn robot_files(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths
        .filter(|p| p.extension().is_some_and(|e| e == "yaml" || e == "yml"))
        .collect()
}

/// Robot files that the user may have meant: in the same folder or in `robots/`, like name.
fn nearest(path: &Path) -> Vec<PathBuf> {
    let stem = |p: &Path| Some(p.file_stem()?.to_string_lossy().to_lowercase());
    let mut candidates = robot_files(Path::new("robots"));
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => candidates.extend(robot_files(folder)),
        _ => candidates.extend(robot_files(Path::new("."))),
    }
    let names: Vec<String> = candidates.iter().filter_map(|p| stem(p)).collect();
    let close = stem(path)
        .and_then(|wanted| crate::diagnostic::nearest(&wanted, names.iter().map(String::as_str)));
    let meant = candidates
        .iter()
        .filter(|p| close.is_some() && stem(p).as_deref() == close);
    let plain = |p: &PathBuf| p.strip_prefix("./").unwrap_or(p).to_owned();
    let meant: BTreeSet<PathBuf> = meant.map(plain).collect();
    meant.into_iter().collect()
}
