//! The robot's own command: `cargo run --release --features lab --bin scara -- demo`.

use std::process::ExitCode;

armwright_runtime::include_robot!(scara);

fn main() -> ExitCode {
    armwright_lab::main_one(&scara::ROBOT)
}
