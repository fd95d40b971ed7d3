//! From a path on the command line to a derivation.

use std::path::{Path, PathBuf};

use super::failure::Failure;
use crate::derivation::Derivation;
use crate::description::Description;
use crate::diagnostic::Diagnostics;
use crate::format;
use crate::mechanism::{self, Mechanism};
use crate::pipeline::{GenerateError, Generated};

/// A robot file, read and checked.
pub(super) struct RobotFile {
    pub description: Description,
    pub mechanism: Mechanism,
    pub warnings: Diagnostics,
}

/// Reads and checks a robot file; nothing is derived yet.
pub(super) fn read(path: &Path) -> Result<RobotFile, Failure> {
    if path.is_dir() {
        let inside = robot_files(path).into_iter().take(3).collect();
        return Err(Failure::Folder {
            path: path.to_owned(),
            inside,
        });
    }
    if !path.exists() {
        return Err(Failure::Missing {
            path: path.to_owned(),
            nearest: nearest(path),
        });
    }
    let (description, mut warnings) = format::read_file(path).map_err(Failure::Faulty)?;
    let (mechanism, more) = mechanism::build(&description).map_err(Failure::Faulty)?;
    warnings.append(more);
    warnings.sort();
    Ok(RobotFile {
        description,
        mechanism,
        warnings,
    })
}

/// A robot file with all that follows from it.
pub(super) struct Derived {
    pub derivation: Derivation,
    pub warnings: Diagnostics,
}

/// Reads a robot file and derives its equations.
pub(super) fn derive(path: &Path) -> Result<Derived, Failure> {
    let file = read(path)?;
    Ok(Derived {
        derivation: crate::pipeline::derivation(file.mechanism)?,
        warnings: file.warnings,
    })
}

/// Reads a robot file and generates its module. The code names the file without its folder, so
/// that it is the same wherever the file is.
pub(super) fn generate(path: &Path) -> Result<Generated, Failure> {
    let file = read(path)?;
    let name = path
        .file_name()
        .map_or_else(|| "robot.yaml".into(), |n| n.to_string_lossy());
    let generated = crate::pipeline::generate(&name, &file.description.file.text);
    let mut generated = generated.map_err(|error| match error {
        GenerateError::Faulty(diagnostics) => Failure::Faulty(diagnostics),
        GenerateError::Underived(underived) => Failure::Underived(underived),
        GenerateError::Syntax(syntax) => Failure::Syntax(syntax),
    })?;
    // The same warnings, with the path as the user gave it.
    generated.warnings = file.warnings;
    Ok(generated)
}

/// Writes a file, and says so; or gives the text if there is no file to write.
pub(super) fn write(path: &Path, content: &str) -> Result<(), Failure> {
    std::fs::write(path, content).map_err(|reason| Failure::Write {
        path: path.to_owned(),
        reason,
    })
}

/// Warnings as text; empty if there are none.
pub(super) fn remarks(warnings: &Diagnostics, colour: bool) -> String {
    if warnings.is_empty() {
        String::new()
    } else {
        warnings.render(colour)
    }
}

/// Robot files in a folder, in order.
fn robot_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "yaml" || e == "yml"))
        .collect();
    files.sort();
    files
}

/// Robot files that the user may have meant: in the same folder or in `robots/`, same beginning.
fn nearest(path: &Path) -> Vec<PathBuf> {
    let stem = |p: &Path| p.file_stem().map(|s| s.to_string_lossy().to_lowercase());
    let Some(wanted) = stem(path) else {
        return Vec::new();
    };
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut candidates = robot_files(&folder);
    candidates.extend(robot_files(Path::new("robots")));
    candidates.dedup();
    let names: Vec<String> = candidates.iter().filter_map(|p| stem(p)).collect();
    let close = crate::diagnostic::nearest(&wanted, names.iter().map(String::as_str));
    let mut found: Vec<PathBuf> = candidates
        .into_iter()
        .filter(|candidate| close.is_some() && stem(candidate).as_deref() == close.as_deref())
        .map(|p| p.strip_prefix("./").map(Path::to_owned).unwrap_or(p))
        .collect();
    found.sort();
    found.dedup();
    found
}
