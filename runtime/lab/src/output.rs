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

    #[test]
    fn what_cannot_be_written_is_told_with_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none").join("report.html");
        let error = write_whole(&path, "text").expect_err("there is no such folder");
        assert_eq!(error.path, path);
        let expected = format!("cannot write {}: {}", path.display(), error.source);
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_file_that_cannot_take_its_place_leaves_nothing_of_itself() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["a", "b"].map(|name| folder.path().join(name));
        let mut outputs = Outputs::default();
        for path in [&one, &other] {
            outputs.add(path, |file| file.write_all(b"whole")).unwrap();
        }
        // A folder that is not empty stands in the way of the second.
        fs::create_dir(&other).unwrap();
        fs::write(other.join("inside"), "kept").unwrap();
        let error = outputs.commit().expect_err("a folder is no file");
        assert_eq!(error.path.file_name(), other.file_name());
        assert_eq!(fs::read_to_string(&one).unwrap(), "whole");
        assert_eq!(fs::read_to_string(other.join("inside")).unwrap(), "kept");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn files_are_written_aside_in_their_own_folder_and_hidden() {
        let path = std::path::Path::new("results").join("report.html");
        let [one, other] = [super::aside(&path), super::aside(&path)];
        assert_ne!(one, other);
        for aside in [one, other] {
            assert_eq!(aside.parent(), path.parent());
            let name = aside.file_name().unwrap().to_string_lossy().into_owned();
            let start = format!(".report.html.{}-", std::process::id());
            assert!(name.starts_with(&start) && name.ends_with(".new"), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn rights_and_links_stay_as_they_were() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt;
        let null = std::path::Path::new("/dev/null");
        let mut outputs = Outputs::default();
        outputs
            .add(null, |file| file.write_all(b"nothing"))
            .unwrap();
        assert!(outputs.aside.is_empty());
        // What cannot be written is a fault there, too.
        let fault = outputs.add(null, |_| Err(std::io::Error::other("no more")));
        assert!(fault.is_err_and(|fault| fault.to_string().contains("/dev/null")));
        outputs.commit().unwrap();
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
    }
}
