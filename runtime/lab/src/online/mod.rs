//! What a controller would have identified while it moved: a recording replayed as if live.
//!
//! [`replay`] takes a recording sample by sample through what a control loop has (`armwright_runtime::online`): causal filters, a watch for bad
//! samples, a sliding window with its gate, and recursive least squares. Nothing looks ahead but the scales of noise and prior
//! where none are given, what reading mends, and what is known of sensors by the whole recording: that they are dead, and where a position froze.
//! Rows that were not measured weigh nothing, nor do those in which a joint hardly moves, where its friction has no certain sign.

mod certain;
mod filters;
mod held;
mod lasting;
mod noticed;
mod options;
mod replay;
mod result;
mod scales;
mod watched;

pub use options::{ReplayError, ReplayOptions, Window};
pub use replay::replay;
pub use result::{JointError, Moment, Noticed, Replay, Tracked, When};
