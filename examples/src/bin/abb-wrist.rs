//! The command of the ABB wrist: `cargo run --release --bin abb-wrist -- demo`.

use std::process::ExitCode;

fn main() -> ExitCode {
    armwright_lab::main_one(&armwright_robots::abb_wrist::ROBOT)
}
