//! From paths on the command line to derivations, and what is said beside the output.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::failure::{Failure, Hint, Missing};
use crate::derivation::Derivation;
use crate::description::Description;
use crate::diagnostic::{self, Diagnostics};
use crate::emit::Quantity;
use crate::format;
use crate::mechanism::{self, Mechanism};
use crate::pipeline::{self, GenerateError, Generated};

/// What takes longer is said.
const PATIENCE: Duration = Duration::from_secs(2);

/// One command at work: it collects what robot files are warned of.
pub(super) struct Session<'p> {
    /// Is told what takes time.
    pub(super) progress: &'p mut (dyn FnMut(&str) + Send),
    /// What the user is told beside the output.
    pub(super) remark: String,
    /// The exit code of an answer.
    pub(super) code: u8,
    /// What is read, which nothing may replace.
    read: Vec<PathBuf>,
    warnings: Vec<Diagnostics>,
}

impl<'p> Session<'p> {
    pub(super) fn new(progress: &'p mut (dyn FnMut(&str) + Send)) -> Self {
        let (remark, code, read, warnings) = Default::default();
        Self {
            progress,
            remark,
            code,
            read,
            warnings,
        }
    }

    /// Warnings, coloured if asked, and the remark.
    pub(super) fn remarks(&self, colour: bool) -> String {
        let warnings = self.warnings.iter().map(|all| all.render(colour));
        warnings.collect::<String>() + &self.remark
    }

    /// Remembers a file that is read.
    pub(super) fn reads(&mut self, path: &Path) {
        self.read.extend(path.canonicalize());
    }

    /// Refuses to write to a file that was read, by whatever path.
    pub(super) fn spares(&self, file: &Path) -> Result<(), Failure> {
        match self.read.iter().any(|read| is_same(read, file)) {
            true => Err(Failure::Read(file.to_owned())),
            false => Ok(()),
        }
    }

    /// Reads and checks a robot file; nothing is derived yet.
    pub(super) fn read(&mut self, path: &Path) -> Result<(Description, Mechanism), Failure> {
        if path.is_dir() {
            let inside: Vec<PathBuf> = robot_files(path).into_iter().take(3).collect();
            let missing = Missing::FileIn(path.to_owned());
            return Err(Failure::Unknown(missing, Hint::files(&inside)));
        }
        if !path.exists() {
            let missing = Missing::File(path.to_owned());
            return Err(Failure::Unknown(missing, Hint::files(&nearest(path))));
        }
        self.reads(path);
        let (description, mut warnings) = format::read_file(path).map_err(GenerateError::Faulty)?;
        let (mechanism, more) = mechanism::build(&description).map_err(GenerateError::Faulty)?;
        warnings.append(more);
        warnings.sort();
        self.warnings.push(warnings);
        Ok((description, mechanism))
    }

    /// Reads a robot file and derives its equations.
    pub(super) fn derive(&mut self, path: &Path) -> Result<Derivation, Failure> {
        let (description, mechanism) = self.read(path)?;
        Ok(pipeline::described(&description, mechanism)?)
    }

    /// Reads a robot file and generates its module with the functions of some quantities. The code
    /// names the file without its folder, so that it is the same wherever the file is.
    pub(super) fn generate(
        &mut self,
        path: &Path,
        quantities: &[Quantity],
    ) -> Result<Generated, Failure> {
        let (description, mechanism) = self.read(path)?;
        let name = path.file_name().unwrap_or("robot.yaml".as_ref());
        let derivation = pipeline::described(&description, mechanism)?;
        let warnings = self.warnings.last().cloned();
        let warnings = warnings.unwrap_or_else(|| Diagnostics::new(description.file.clone()));
        let (name, text) = (name.to_string_lossy(), &description.file.text);
        let module = pipeline::module(derivation, quantities, &name, text, warnings);
        Ok(module?)
    }

    /// Works, and says what is done where that takes longer than one waits.
    pub(super) fn patiently<T>(&mut self, doing: &str, work: impl FnOnce() -> T) -> T {
        said_after(PATIENCE, self.progress, doing, work)
    }

    /// A text for the terminal; nothing if it goes into a file.
    pub(super) fn written(&mut self, text: String, file: Option<&Path>) -> Result<String, Failure> {
        let Some(file) = file else {
            return Ok(text);
        };
        let (shown, lines) = (file.display(), text.lines().count());
        self.write(file, &text, format!("wrote {shown} ({lines} lines)\n"))
    }

    /// Writes a file and says so; nothing is left for the terminal.
    pub(super) fn write(
        &mut self,
        file: &Path,
        text: &str,
        remark: String,
    ) -> Result<String, Failure> {
        self.spares(file)?;
        std::fs::write(file, text).map_err(Failure::unwritten(file))?;
        self.remark = remark;
        Ok(String::new())
    }
}

/// Works, and says what is done unless the work has ended within such a time.
fn said_after<T>(
    patience: Duration,
    progress: &mut (dyn FnMut(&str) + Send),
    doing: &str,
    work: impl FnOnce() -> T,
) -> T {
    let (end, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            if ended.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                progress(doing);
            }
        });
        let found = work();
        drop(end);
        found
    })
}

/// Whether two paths lead to one file, by links of either kind.
fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |path: &Path| path.metadata().ok().map(|file| (file.dev(), file.ino()));
        place(one).is_some_and(|one| place(other) == Some(one))
    }
    #[cfg(not(unix))]
    {
        let place = |path: &Path| path.canonicalize().ok();
        place(one).is_some_and(|one| place(other) == Some(one))
    }
}

/// Robot files in a folder, in order.
fn robot_files(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_yaml = |p: &PathBuf| p.extension().is_some_and(|e| e == "yaml" || e == "yml");
    paths.filter(is_yaml).collect()
}

/// Robot files that the user may have meant: in the same folder or in `robots/`, like name.
fn nearest(path: &Path) -> Vec<PathBuf> {
    let stem = |p: &Path| Some(p.file_stem()?.to_string_lossy().to_lowercase());
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut candidates = robot_files(Path::new("robots"));
    candidates.extend(robot_files(folder.unwrap_or(Path::new("."))));
    let names: Vec<String> = candidates.iter().filter_map(|p| stem(p)).collect();
    let wanted = stem(path).unwrap_or_default();
    let Some(close) = diagnostic::nearest(&wanted, names.iter().map(String::as_str)) else {
        return Vec::new();
    };
    let meant = candidates
        .iter()
        .filter(|p| stem(p).as_deref() == Some(close));
    let plain = |p: &PathBuf| p.strip_prefix("./").unwrap_or(p).to_owned();
    let meant: BTreeSet<PathBuf> = meant.map(plain).collect();
    meant.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::said_after;

    /// Of two works one lasts until it is said what is done, the other does not wait for it.
    #[test]
    fn what_takes_time_is_said_and_nothing_else() {
        const LONG: Duration = Duration::from_secs(60);
        let (say, said) = mpsc::channel();
        let mut progress = |line: &str| {
            let _ = say.send(line.to_owned());
        };
        let slow = || said.recv_timeout(LONG);
        let line = said_after(Duration::ZERO, &mut progress, "searching ...", slow);
        assert_eq!(line.as_deref(), Ok("searching ..."));
        assert_eq!(said_after(LONG, &mut progress, "searching ...", || 7), 7);
        assert!(said.try_recv().is_err());
    }
}
