//! From a YAML description of a robot to Rust functions and to equations.

pub mod algebra;
pub mod description;
pub mod diagnostic;
pub mod mechanism;
