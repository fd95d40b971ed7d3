//! What no single crate can test: an independent oracle, reference data, and where both lie.
//!
//! The oracle uses neither the generator nor the runtime. The tests themselves are in `tests/tests`; they
//! find robots by listing `robots/*.yaml`, so a new robot file is covered without a new test.

// Generated robots are for `tests/tests`: the unit tests of this crate do without, and are compiled in a moment.
mod agreement;
mod beyond;
#[cfg(not(test))]
pub mod by_hand;
pub mod determined;
#[cfg(not(test))]
pub mod driven;
mod excitation;
#[cfg(not(test))]
pub mod floating;
mod gold;
mod graph_value;
mod imports;
mod invention;
pub mod lagrange;
pub mod oracle;
pub mod paper;
mod place;
mod published;
mod random;
mod rewriting;
#[cfg(not(test))]
pub mod sensed;
mod sensing;
mod sprung;
mod urged;
mod variant;
#[cfg(not(test))]
mod zoo;

pub use agreement::{assert_agree, disagreement};
pub use beyond::built;
pub use excitation::{rank, revealed};
pub use gold::{ArmCase, ArmGold, GoldError, GravityCase, WristCase, WristGold, WristMeta};
pub use graph_value::Leaves;
pub use imports::{Imports, Uses, circle};
pub use invention::{Invention, Keys, for_each_invention, inventions};
pub use place::{PlaceError, data, gold, laid_out, robot_files, yaml_files};
pub use published::{Published, PublishedError, published_matrix};
pub use random::{Random, run_seed};
pub use rewriting::{Freed, freed, on_six_joints};
pub use sensing::sensing;
pub use sprung::sprung;
pub use urged::urged;
pub use variant::{Variant, known_counts};
#[cfg(not(test))]
pub use zoo::{Pair, State, row_major, standing, zoo};
