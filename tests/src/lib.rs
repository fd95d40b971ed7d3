//! What no single crate can test: an independent oracle, reference data, and where both lie.
//!
//! Nothing here uses the generator or the runtime. The tests themselves are in `tests/tests`; they
//! find robots by listing `robots/*.yaml`, so a new robot file is covered without a new test.

mod agreement;
mod gold;
pub mod oracle;
mod place;
mod random;

pub use agreement::{assert_agree, disagreement};
pub use gold::{ArmCase, ArmGold, GoldError, GravityCase, WristCase, WristGold, WristMeta};
pub use place::{PlaceError, data, gold, robot_files};
pub use random::Random;
