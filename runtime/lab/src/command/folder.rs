//! Folders and files as the command names them.

use std::path::{Path, PathBuf};

use super::error::CommandError;
use armwright_runtime::Model;

/// `armwright-out/<robot>`.
pub(super) fn default_folder(model: &Model) -> PathBuf {
    Path::new("armwright-out").join(model.name)
}

/// Makes the folder for results, before anything that takes long is done in vain.
pub(super) fn make_folder(folder: &Path) -> Result<(), CommandError> {
    std::fs::create_dir_all(folder).map_err(|source| CommandError::Folder {
        path: folder.to_owned(),
        source,
    })
}

/// What is said while a file is read.
pub(super) fn reading(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    format!("reading {}", name.to_string_lossy())
}
