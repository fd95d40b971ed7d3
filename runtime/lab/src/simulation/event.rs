//! What happens to friction on the way: a place sticks, breaks loose, or turns.

use serde::Serialize;

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// It comes to rest and stays there.
    Sticks,
    /// It leaves rest.
    Slips,
    /// It goes on in the other direction.
    Turns,
}

/// A change of friction.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Event {
    /// When, s.
    pub time: f64,
    /// The joint or motor.
    pub site: String,
    /// What happens.
    pub turn: Turn,
}
