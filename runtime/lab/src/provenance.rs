//! Where a result comes from: files with their hashes, versions, the command.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::recording::Recording;

/// The number of the layout of `identification.json`; a key that changes its meaning raises it.
pub const SCHEMA: u32 = 1;

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;

/// Where a result comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The number of the layout of the file that holds this: [`SCHEMA`].
    pub schema: u32,
    /// The version of the laboratory.
    pub version: String,
    /// The command line, word by word; empty where a program made the result.
    pub command: Vec<String>,
    /// The files of all recordings, descriptions included.
    pub files: Vec<SourceFile>,
}

/// A file that a result rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its path, as it was named.
    pub path: String,
    /// SHA-256 of its bytes in hexadecimal digits, as `sha256sum` prints it; none if it could not be read again.
    pub sha256: Option<String>,
    /// When it was last written, UTC, `2026-11-22T06:54:00Z`.
    pub modified: Option<String>,
}

impl Provenance {
    /// The provenance of what is made of recordings by a command.
    #[must_use]
    pub fn of<'r>(
        recordings: impl IntoIterator<Item = &'r Recording>,
        command: Vec<String>,
    ) -> Self {
        let mut files: Vec<PathBuf> = Vec::new();
        for file in recordings
            .into_iter()
            .flat_map(|recording| &recording.files)
        {
            if !files.contains(file) {
                files.push(file.clone());
            }
        }
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            files: files.iter().map(|file| SourceFile::of(file)).collect(),
        }
    }

    /// Whether two results rest on the same bytes.
    #[must_use]
    pub fn has_same_files(&self, other: &Self) -> bool {
        let hashes = |of: &Self| -> Vec<Option<String>> {
            of.files.iter().map(|file| file.sha256.clone()).collect()
        };
        hashes(self) == hashes(other)
    }
}

impl SourceFile {
    fn of(path: &Path) -> Self {
        let hash = || -> std::io::Result<String> {
            let (mut file, mut hasher) = (File::open(path)?, Sha256::new());
            let mut block = vec![0; BLOCK];
            loop {
                match file.read(&mut block)? {
                    0 => break,
                    read => hasher.update(&block[..read]),
                }
            }
            let bytes = hasher.finalize();
            Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
        };
        let modified = std::fs::metadata(path)
            .and_then(|data| data.modified())
            .ok();
        Self {
            path: path.display().to_string(),
            sha256: hash().ok(),
            modified: modified.map(|time| humantime::format_rfc3339_seconds(time).to_string()),
        }
    }
}
