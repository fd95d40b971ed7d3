//! Where the tests find robot files, reference data and recordings.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder of the project that the tests need and cannot read.
#[derive(Debug, thiserror::Error)]
#[error("cannot list `{}`: {source}", folder.display())]
pub struct PlaceError {
    /// The folder.
    pub folder: PathBuf,
    /// Why.
    pub source: std::io::Error,
}

/// The robot files of the project, sorted by name.
///
/// # Errors
/// [`PlaceError`] if the folder cannot be listed.
pub fn robot_files() -> Result<Vec<PathBuf>, PlaceError> {
    yaml_files("robots")
}

/// The YAML files of a folder of the project, sorted by name.
///
/// # Errors
/// [`PlaceError`] if the folder cannot be listed.
pub fn yaml_files(folder: &str) -> Result<Vec<PathBuf>, PlaceError> {
    let folder = root().join(folder);
    let entries = std::fs::read_dir(&folder).map_err(|source| PlaceError {
        folder: folder.clone(),
        source,
    })?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "yaml")
        })
        .collect();
    files.sort();
    Ok(files)
}

/// A file of reference values (`ARMWRIGHT_GOLD`, default `../shared/gold` beside the project). A test that
/// asks for one is ignored where there are none, `#[cfg_attr(no_gold, ignore = "...")]` (`build.rs`).
///
/// # Panics
/// If it is not there.
#[must_use]
pub fn gold(name: &str) -> PathBuf {
    place("ARMWRIGHT_GOLD", "gold", name)
}

/// A file or folder of measured data (`ARMWRIGHT_DATA`, default `../shared/data` beside the project); likewise
/// `no_data`.
///
/// # Panics
/// If it is not there.
#[must_use]
pub fn data(name: &str) -> PathBuf {
    place("ARMWRIGHT_DATA", "data", name)
}

/// The project's descriptions of a recording (`examples/<example>`) and the raw files (`data`) in one folder
/// of the caller's own, as a user would lay them out; it is removed when it goes out of scope.
///
/// # Panics
/// If a file cannot be copied.
#[must_use]
pub fn laid_out(example: &str, data: &Path) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for source in [&root().join("examples").join(example), data] {
        for file in std::fs::read_dir(source).expect("a folder") {
            let path = file.expect("a file").path();
            let name = path.file_name().expect("a file has a name");
            std::fs::copy(&path, folder.path().join(name)).expect("a copy");
        }
    }
    folder
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn place(variable: &str, folder: &str, name: &str) -> PathBuf {
    let place = match std::env::var_os(variable) {
        // Relative to the project's root, wherever the test runs.
        Some(value) => root().join(value),
        None => root().join("../shared").join(folder),
    };
    let path = place.join(name);
    let missing = path.display();
    assert!(
        path.exists(),
        "`{missing}` is not there ({variable} names its folder)"
    );
    path
}
