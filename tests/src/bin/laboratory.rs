//! The command `identify ROBOT ...` of every robot of `robots/`, and of the tests' own.

use std::process::ExitCode;

use armwright_tests::{
    by_hand::BY_HAND, driven::DRIVEN, floating::FLOATING, floating::jumping::JUMPING,
    sensed::SENSED,
};

fn main() -> ExitCode {
    let own = SENSED
        .iter()
        .chain(DRIVEN)
        .chain(BY_HAND)
        .chain(FLOATING)
        .chain(JUMPING);
    let own = own.map(|(robot, _)| *robot);
    let all: Vec<_> = armwright_robots::ALL.iter().copied().chain(own).collect();
    armwright_lab::main_all(&all)
}
