//! The generator as a library and as a command, a module a theme: one program, so that they link once and share the
//! processors.
//!
//! `cargo test -p armwright-codegen --test generator urdf::` runs one of them.

mod algebra;
mod alone;
mod angles;
mod any_text;
#[cfg(feature = "cli")]
mod closed_form;
#[cfg(feature = "cli")]
mod command;
mod dependent;
mod dynamics;
#[cfg(feature = "cli")]
mod equations;
mod expressions;
mod file_limits;
mod floating;
mod frames;
mod generated_code;
mod generated_model;
mod generated_names;
mod hostile;
mod identifiability;
mod messages;
mod passive;
#[cfg(feature = "cli")]
mod printed_beginning;
#[cfg(feature = "cli")]
mod printed_chapters;
#[cfg(feature = "cli")]
mod printed_latex;
#[cfg(feature = "cli")]
mod printed_reasons;
#[cfg(feature = "cli")]
mod recovery;
mod robot_file;
mod robots;
mod springs;
mod torques;
mod urdf;
