//! Why a command could not answer, with what to do about it.

use std::path::PathBuf;

use super::answer::Answer;
use crate::diagnostic::Diagnostics;
use crate::identifiability::Unproved;
use crate::pipeline::Underived;

/// What went wrong.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Mistakes in a robot file, each with its place.
    #[error("{0}")]
    Faulty(Diagnostics),
    /// The file does not exist.
    #[error("there is no file `{}`{}", path.display(), suggestion(nearest))]
    Missing {
        /// The file that was asked for.
        path: PathBuf,
        /// Robot files with a similar name.
        nearest: Vec<PathBuf>,
    },
    /// The path is a folder.
    #[error("`{}` is a folder: name a robot file in it{}", path.display(), suggestion(inside))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Robot files in it.
        inside: Vec<PathBuf>,
    },
    /// A file cannot be written.
    #[error("cannot write `{}`: {reason}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        reason: std::io::Error,
    },
    /// A file is there already.
    #[error("`{}` exists: name another file with `-o`, or overwrite it with `--force`", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The robot is described without mistake, but cannot be derived.
    #[error(transparent)]
    Underived(#[from] Underived),
    /// The rank could not be proved.
    #[error(transparent)]
    Unproved(#[from] Unproved),
    /// The code is not Rust: a fault of the generator.
    #[error("the generated code does not parse ({0}); please report this robot file")]
    Syntax(syn::Error),
    /// The robot has no such thing.
    #[error("the {stage} of this robot has no `{name}`{}", one_of(known))]
    NoElement {
        /// The stage that was asked.
        stage: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The closed form is too long to have elements.
    #[error("{0}")]
    OverBudget(crate::dynamics::OverBudget),
    /// Not something that can be known.
    #[error(
        "the robot has no physical parameter, drive parameter or symbolic constant `{name}`{}",
        meant(nearest.as_deref(), standard.as_deref())
    )]
    NoQuantity {
        /// What was named as known.
        name: String,
        /// The nearest name.
        nearest: Option<String>,
        /// What to name instead, where it is a standard parameter.
        standard: Option<String>,
    },
    /// No such code.
    #[error("there is no code `{code}`{}", one_of(near))]
    NoCode {
        /// What was asked for.
        code: String,
        /// Codes like it.
        near: Vec<String>,
    },
    /// The name of a new robot is no name.
    #[error("`{name}` cannot name a robot: {rule}")]
    BadName {
        /// The name.
        name: String,
        /// What would be right.
        rule: &'static str,
    },
    /// Cargo cannot be started.
    #[error(
        "cannot start `{program}`: {reason}\n  compiling a robot needs a Rust toolchain: \
         https://rustup.rs (and `cargo` on the search path)"
    )]
    NoCargo {
        /// What was to be run.
        program: String,
        /// The operating system's reason.
        reason: std::io::Error,
    },
    /// Cargo failed.
    #[error("cargo could not compile the robot in `{}`:\n\n{output}{advice}", folder.display())]
    Cargo {
        /// The project that was written for the robot.
        folder: PathBuf,
        /// What cargo said.
        output: String,
        /// What to do about it.
        advice: &'static str,
    },
}

impl Failure {
    /// The answer that explains it.
    pub(super) fn answer(&self, colour: bool) -> Answer {
        let code = match self {
            Self::NoCode { .. } | Self::BadName { .. } => 2,
            _ => 1,
        };
        let remarks = match self {
            Self::Faulty(diagnostics) => diagnostics.render(colour),
            other => format!("error: {other}\n"),
        };
        Answer {
            output: String::new(),
            remarks,
            code,
        }
    }
}

fn suggestion(paths: &[PathBuf]) -> String {
    match paths {
        [] => String::new(),
        paths => {
            let paths: Vec<String> = paths.iter().map(|p| format!("`{}`", p.display())).collect();
            format!("\n  did you mean {}?", paths.join(" or "))
        }
    }
}

fn meant(nearest: Option<&str>, standard: Option<&str>) -> String {
    match (standard, nearest) {
        (Some(physical), _) => format!(
            "\n  it is a standard parameter; what is known beforehand is physical: {physical}"
        ),
        (None, Some(name)) => format!("\n  did you mean `{name}`?"),
        (None, None) => String::new(),
    }
}

fn one_of(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!("\n  there are: {}", names.join(", ")),
    }
}
