//! From a YAML description of a robot to Rust functions and to equations.

pub mod algebra;
mod build_script;
#[cfg(feature = "cli")]
pub mod command;
pub mod description;
pub mod diagnostic;
pub mod document;
pub mod dynamics;
pub mod emit;
pub mod identifiability;
pub mod mechanism;
pub mod pipeline;
pub mod recovery;

pub use build_script::{RobotBuild, robot};
pub use pipeline::{Derivation, GenerateError, Generated, derive, generate};
