//! The `armwright` command.
fn main() {}
