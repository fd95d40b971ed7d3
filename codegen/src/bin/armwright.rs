//! The `armwright` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    armwright_codegen::command::main()
}
