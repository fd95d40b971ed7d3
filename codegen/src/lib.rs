//! From a YAML description of a robot to Rust functions and to equations.
//!
#![doc = include_str!("../tour.md")]

pub mod algebra;
mod build_script;
#[cfg(feature = "cli")]
pub mod command;
pub mod derivation;
pub mod description;
pub mod diagnostic;
pub mod document;
pub mod dynamics;
pub mod emit;
pub mod format;
pub mod identifiability;
pub mod mechanism;
pub mod pipeline;
pub mod recovery;
#[cfg(feature = "cli")]
pub mod urdf;

pub use build_script::{RobotBuild, robot};
pub use derivation::Derivation;
pub use emit::Quantity;
pub use pipeline::{GenerateError, Generated, derive, generate, generate_only};
