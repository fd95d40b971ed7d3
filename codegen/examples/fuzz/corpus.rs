//! Every robot file of the project, to start from.

use std::path::{Path, PathBuf};

/// Folders with robot files, seen from the project's root.
const FOLDERS: [&str; 4] = [
    "robots",
    "tests/bad",
    "tests/hostile",
    "examples/downstream",
];

/// The files' contents; good robots several times, since most changes make a file bad.
pub(crate) fn read() -> std::io::Result<Vec<Vec<u8>>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut corpus = Vec::new();
    for folder in FOLDERS {
        let mut files: Vec<PathBuf> = std::fs::read_dir(root.join(folder))?
            .map(|entry| Ok(entry?.path()))
            .collect::<std::io::Result<_>>()?;
        files.retain(|path| path.extension().is_some_and(|e| e == "yaml"));
        files.sort();
        let copies = if folder == "tests/bad" { 1 } else { 4 };
        for file in files {
            let content = std::fs::read(file)?;
            corpus.extend(std::iter::repeat_n(content, copies));
        }
    }
    Ok(corpus)
}
