//! The command line that every robot has, run as built.

mod answers;
mod faults;
mod program;
mod recovery;
