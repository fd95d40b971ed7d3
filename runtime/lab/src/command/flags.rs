//! The options by which a remedy can be followed on the command line.

use crate::judge::Means;

/// The command line's own ways.
pub(super) struct Flags;

impl Means for Flags {
    fn several_recordings(&self) -> &str {
        "--recording, repeated"
    }
    fn more_prior_weight(&self) -> &str {
        "--prior-weight"
    }
    fn prior(&self) -> &str {
        "--method prior"
    }
    fn ridge(&self) -> &str {
        "--method ridge"
    }
    fn hold_out(&self) -> &str {
        "--hold-out 0.25"
    }
    fn validate(&self) -> &str {
        "--validate FILE"
    }
}
