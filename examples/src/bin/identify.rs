//! One command for every robot of `robots/`: `cargo run --release --bin identify -- tx40 info`.

use std::process::ExitCode;

fn main() -> ExitCode {
    armwright_lab::main_all(armwright_robots::ALL)
}
