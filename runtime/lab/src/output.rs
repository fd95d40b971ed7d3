//! Files that are there whole or not at all: written aside, then renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use thiserror::Error;

/// A file that cannot be written.
#[derive(Debug, Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct OutputError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Files that are written aside until all of them are whole; dropped before that, they leave nothing.
#[derive(Default)]
pub(crate) struct Outputs {
    /// Where each is for the time being, and where it belongs.
    aside: Vec<(PathBuf, PathBuf)>,
}

impl Outputs {
    /// Writes a file aside.
    pub(crate) fn add(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), OutputError> {
        self.write(path, write).map_err(|source| OutputError {
            path: path.to_owned(),
            source,
        })
    }

    fn write(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let old = fs::metadata(path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            // A device or a pipe cannot be replaced; what it gets, it keeps.
            let mut file = BufWriter::new(File::create(path)?);
            write(&mut file)?;
            return file.flush();
        }
        // Behind a link the file itself is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let aside = aside(&path);
        let file = File::create(&aside)?;
        self.aside.push((aside.clone(), path));
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        match old {
            Some(old) => fs::set_permissions(&aside, old.permissions()),
            None => Ok(()),
        }
    }

    /// Puts every file where it belongs.
    pub(crate) fn commit(mut self) -> Result<(), OutputError> {
        while let Some((aside, path)) = self.aside.first() {
            fs::rename(aside, path).map_err(|source| OutputError {
                path: path.clone(),
                source,
            })?;
            self.aside.remove(0);
        }
        Ok(())
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        for (aside, _) in &self.aside {
            // Nothing can be done about one that does not go.
            let _ = fs::remove_file(aside);
        }
    }
}

/// A place in the same folder that no other process and no other file of this one writes to.
fn aside(path: &Path) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}-{number}.new", std::process::id()));
    path.with_file_name(name)
}

/// Writes one file whole.
#[cfg(any(test, feature = "cli"))]
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), OutputError> {
    let mut outputs = Outputs::default();
    outputs.add(path, |file| file.write_all(text.as_bytes()))?;
    outputs.commit()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Error;

    use super::{Outputs, write_whole};

    #[test]
    fn a_file_that_fails_half_way_leaves_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        write_whole(&path, "old").unwrap();
        let mut outputs = Outputs::default();
        let failed = outputs.add(&path, |file| {
            file.write_all(b"new, but")?;
            Err(Error::other("the disk is full"))
        });
        let said = failed.unwrap_err().to_string();
        assert!(
            said.contains("report.html") && said.contains("full"),
            "{said}"
        );
        drop(outputs);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn several_files_appear_together() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        let mut outputs = Outputs::default();
        for path in &paths {
            outputs.add(path, |file| file.write_all(b"whole")).unwrap();
            assert!(!path.exists());
        }
        outputs.commit().unwrap();
        for path in &paths {
            assert_eq!(fs::read_to_string(path).unwrap(), "whole");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
