//! Where a result comes from: files with their hashes, versions, the command.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

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
        Self::of_files(&files(recordings), command)
    }

    /// The same, made by a thread of its own while something else is done.
    pub fn beside<'r>(
        recordings: impl IntoIterator<Item = &'r Recording>,
        command: Vec<String>,
    ) -> JoinHandle<Self> {
        let files = files(recordings);
        thread::spawn(move || Self::of_files(&files, command))
    }

    fn of_files(files: &[PathBuf], command: Vec<String>) -> Self {
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            files: files.iter().map(|file| SourceFile::of(file)).collect(),
        }
    }

    /// Whether two results rest on the same bytes, as far as that is known: not where one could not be read.
    #[must_use]
    pub fn has_same_files(&self, other: &Self) -> bool {
        let hashes = |of: &Self| -> Option<Vec<String>> {
            of.files.iter().map(|file| file.sha256.clone()).collect()
        };
        hashes(self).is_some_and(|own| Some(own) == hashes(other))
    }
}

/// The files of recordings, each once.
fn files<'r>(recordings: impl IntoIterator<Item = &'r Recording>) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for file in recordings
        .into_iter()
        .flat_map(|recording| &recording.files)
    {
        if !files.contains(file) {
            files.push(file.clone());
        }
    }
    files
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

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::path::PathBuf;
    use std::time::{Duration, UNIX_EPOCH};

    use super::{Provenance, SCHEMA, SourceFile};
    use crate::recording::Recording;
    use crate::regression::by_hand;

    /// SHA-256 of `abc`, as FIPS 180-4 has it.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn of(files: &[&PathBuf]) -> Recording {
        let mut recording = by_hand::recording(20);
        recording.files = files.iter().map(|path| (*path).clone()).collect();
        recording
    }

    #[test]
    fn files_have_their_hashes_and_times_each_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, other, none] =
            ["one.csv", "other.csv", "none.csv"].map(|n| folder.path().join(n));
        fs::write(&one, "abc").expect("written");
        // More than is read at a time.
        fs::write(&other, "a".repeat(1_000_000)).expect("written");
        for (path, seconds) in [(&one, 1_000_000_000), (&other, 951_782_400)] {
            let file = File::options().write(true).open(path).expect("the file");
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            file.set_modified(time).expect("a time");
        }
        let recordings = [of(&[&one, &other]), of(&[&other, &none])];
        let command = vec!["arm".to_owned(), "identify".to_owned()];
        let found = Provenance::of(&recordings, command.clone());
        let file = |path: &PathBuf, sha256: Option<&str>, modified: Option<&str>| SourceFile {
            path: path.display().to_string(),
            sha256: sha256.map(str::to_owned),
            modified: modified.map(str::to_owned),
        };
        // SHA-256 of a million letters `a` is the third example of FIPS 180-2.
        let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        let expected = Provenance {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            files: vec![
                file(&one, Some(ABC), Some("2001-09-09T01:46:40Z")),
                file(&other, Some(million), Some("2000-02-29T00:00:00Z")),
                file(&none, None, None),
            ],
        };
        assert_eq!(found, expected);
        assert_eq!(SCHEMA, 1);
    }

    #[test]
    fn results_rest_on_the_same_bytes_wherever_these_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ["a", "copy", "b"].map(|name| folder.path().join(name));
        for (path, text) in paths.iter().zip(["abc", "abc", "abd"]) {
            fs::write(path, text).expect("written");
        }
        let [a, copy, b] = paths.each_ref().map(|path| {
            let mut found = Provenance::of([&of(&[path])], Vec::new());
            found.version = path.display().to_string();
            found
        });
        assert!(a.has_same_files(&copy));
        assert!(!a.has_same_files(&b));
        let both = Provenance::of([&of(&[&paths[0], &paths[2]])], Vec::new());
        assert!(!a.has_same_files(&both));
        // Of what could not be read nothing is known.
        let gone = Provenance::of([&of(&[&folder.path().join("gone")])], Vec::new());
        assert!(!gone.has_same_files(&gone.clone()));
    }
}
