//! The command line.
use std::process::ExitCode;
use crate::Robot;
/// One.
pub fn main_one(_robot: &'static dyn Robot) -> ExitCode { ExitCode::SUCCESS }
/// All.
pub fn main_all(_robots: &[&'static dyn Robot]) -> ExitCode { ExitCode::SUCCESS }
