//! The command line that every robot has, run as built.

mod answers;
mod describe;
mod faults;
mod program;
mod recovery;
