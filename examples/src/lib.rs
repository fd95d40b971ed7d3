//! Worked examples: a command for one robot, a command for all, and the description of a recording.
//!
//! - `abb-wrist` (`src/bin/abb-wrist.rs`): one robot's own command; `demo` is the place to start.
//! - `identify` (`src/bin/identify.rs`): every robot of `robots/` in one command.
//! - `tx40/recording.yaml`: how a public recording of a Stäubli TX40 is described, not rewritten.
//! - `valkyrie` (`src/bin/valkyrie.rs`, [`valkyrie`]): two machines offline and an arm inside its loop, after Kolathaya and others.
//! - `irp6` (`src/bin/irp6.rs`, [`irp6`]): differential and integral equations compared on the IRp-6.

pub mod irp6;
pub mod valkyrie;
