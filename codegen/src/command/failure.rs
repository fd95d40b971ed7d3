//! Why a command could not answer, with what to do about it.

use std::fmt::{Display, Formatter};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::answer::Answer;
use crate::identifiability::Unproved;
use crate::pipeline::GenerateError;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The robot file is faulty, or gives no code.
    #[error(transparent)]
    Ungenerated(#[from] GenerateError),
    /// The rank could not be proved.
    #[error(transparent)]
    Unproved(#[from] Unproved),
    /// The robot has no URDF.
    #[error(transparent)]
    Unexported(#[from] crate::urdf::ExportError),
    /// The closed form has no such element, or there is none.
    #[error(transparent)]
    NoClosedForm(#[from] crate::dynamics::NoClosedForm),
    /// There is nothing of that name.
    #[error("{0}{1}")]
    Unknown(Missing, Hint),
    /// A file cannot be written.
    #[error("cannot write `{}`: {}", _0.display(), unwritable(_1))]
    Write(PathBuf, std::io::Error),
    /// The file to write is one that was read.
    #[error("`{}` is the file that is read: name another file for what is written", _0.display())]
    Read(PathBuf),
    /// A file of parameters is something else.
    #[error(
        "`{}` {_1}: a file of parameters is a map from names to numbers, `m_a: 4.0`, such as the parameters.yaml of \
         `identify --method consistent`",
        _0.display()
    )]
    NoParameters(PathBuf, &'static str),
    /// A file is there that this command did not write.
    #[error("`{}` is there and was not written by this command: name another folder", _0.display())]
    Foreign(PathBuf),
    /// A file is there already.
    #[error("`{}` exists: name another file with `-o`, or overwrite it with `--force`", _0.display())]
    Exists(PathBuf),
    /// The name of a new robot is no name.
    #[error(
        "`{0}` cannot name a robot: it becomes a Rust module, so lower-case letters, digits and \
         underscores, a letter first, and no word of Rust; for instance `my_arm`"
    )]
    BadName(String),
    /// The robot has no library for C.
    #[error(
        "{robot} has no library for programs in C, because {why}; `armwright generate` without `--c` gives its Rust module"
    )]
    NoLibrary {
        /// The robot.
        robot: String,
        /// Why.
        why: &'static str,
    },
    /// There is nothing for a function to compute, or no way to call it.
    #[error("{owner} has no function `{function}`: {why}")]
    NoFunction {
        /// What has it not: the robot, or its library for C.
        owner: String,
        /// The function.
        function: &'static str,
        /// Why.
        why: String,
    },
    /// Cargo cannot be started.
    #[error(
        "cannot start `{0}`: {1}\n  compiling a robot needs a Rust toolchain: \
         https://rustup.rs (and `cargo` on the search path)"
    )]
    NoCargo(String, std::io::Error),
    /// Cargo failed in a folder: what it said, and what to do about it.
    #[error("cargo could not compile the robot in `{}`:\n\n{_1}{_2}", _0.display())]
    Cargo(PathBuf, String, &'static str),
}

/// What was named and is not there.
#[derive(Debug, thiserror::Error)]
pub(super) enum Missing {
    /// A file.
    #[error("there is no file `{}`", _0.display())]
    File(PathBuf),
    /// A file, where there is a folder.
    #[error("`{}` is a folder: name a robot file in it", _0.display())]
    FileIn(PathBuf),
    /// Something of a stage.
    #[error("`show {0}` of this robot has no `{1}`")]
    Element(&'static str, String),
    /// Something that can be known beforehand.
    #[error("the robot has no physical parameter, drive parameter or symbolic constant `{0}`")]
    Quantity(String),
    /// The code of a diagnostic.
    #[error("there is no code `{0}`")]
    Code(String),
}

/// What may have been meant.
#[derive(Debug)]
pub(super) enum Hint {
    /// Names like the one that was given.
    Meant(Vec<String>),
    /// All names.
    OneOf(Vec<String>),
    /// Physical parameters, for the standard one that was given.
    Physical(String),
    /// A name, for that name with a value.
    WithoutValue(String),
}

/// Why a file cannot be written, with what to do.
fn unwritable(reason: &std::io::Error) -> String {
    let said = match reason.kind() {
        ErrorKind::NotFound => "the folder that it belongs into is not there; make it first",
        ErrorKind::IsADirectory => "it is a folder; name a file in it",
        ErrorKind::NotADirectory => "what should be a folder is a file; name another place",
        ErrorKind::PermissionDenied => "its permissions forbid it; name another place",
        _ => return reason.to_string(),
    };
    said.to_owned()
}

impl Hint {
    /// Files that may have been meant.
    pub(super) fn files(paths: &[PathBuf]) -> Self {
        let shown = |path: &PathBuf| path.display().to_string();
        Self::Meant(paths.iter().map(shown).collect())
    }
}

impl Display for Hint {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Meant(names) | Self::OneOf(names) if names.is_empty() => Ok(()),
            Self::Meant(names) => write!(f, "\n  did you mean `{}`?", names.join("` or `")),
            Self::OneOf(names) => write!(f, "\n  there are: {}", names.join(", ")),
            Self::Physical(names) => write!(
                f,
                "\n  it is a standard parameter; what is known beforehand is physical: {names}"
            ),
            Self::WithoutValue(name) => write!(
                f,
                "\n  formulas are for any value: name `{name}` alone; values belong to `recover` of the robot's own command"
            ),
        }
    }
}

impl Failure {
    /// A file that cannot be written, from the operating system's reason.
    pub(super) fn unwritten(path: &Path) -> impl Fn(std::io::Error) -> Self {
        move |reason| Self::Write(path.to_owned(), reason)
    }

    /// The answer that explains it.
    pub(super) fn answer(&self, colour: bool) -> Answer {
        let code = match self {
            Self::Unknown(Missing::Code(_), _) | Self::BadName(_) => 2,
            _ => 1,
        };
        let remarks = match self {
            Self::Ungenerated(GenerateError::Faulty(diagnostics)) => diagnostics.render(colour),
            other => format!("error: {other}\n"),
        };
        Answer::new(String::new(), remarks, code)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};
    use std::path::Path;

    use super::{Failure, Hint, Missing};

    /// What can be done about it, and the operating system's own words where that is not known.
    #[test]
    fn what_cannot_be_written_is_said_with_what_to_do() {
        for (kind, said) in [
            (ErrorKind::PermissionDenied, "its permissions forbid it"),
            (
                ErrorKind::NotADirectory,
                "what should be a folder is a file",
            ),
        ] {
            let failure = Failure::unwritten(Path::new("a/b.rs"))(Error::from(kind));
            assert_eq!(
                failure.to_string(),
                format!("cannot write `a/b.rs`: {said}; name another place")
            );
            assert_eq!(failure.answer(false).code, 1);
        }
        let failure = Failure::unwritten(Path::new("b.rs"))(Error::other("no room"));
        assert_eq!(failure.to_string(), "cannot write `b.rs`: no room");
    }

    /// Wrong usage is another exit code than a fault in the input.
    #[test]
    fn names_that_are_none_are_wrong_usage() {
        let missing = |missing| Failure::Unknown(missing, Hint::Meant(Vec::new()));
        for (failure, code) in [
            (missing(Missing::Code("AW9".to_owned())), 2),
            (Failure::BadName("fn".to_owned()), 2),
            (missing(Missing::Quantity("m".to_owned())), 1),
            (missing(Missing::Element("emit", "m".to_owned())), 1),
        ] {
            let answer = failure.answer(false);
            assert_eq!(answer.code, code, "{answer:?}");
            assert!(answer.remarks.starts_with("error: ") && answer.output.is_empty());
        }
    }
}
