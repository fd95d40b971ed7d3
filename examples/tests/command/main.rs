//! The command line that every robot has, run as built.

mod answers;
mod describe;
mod faults;
mod motions;
mod program;
mod recovery;
