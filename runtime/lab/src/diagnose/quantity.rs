//! What was measured, of which something may be wrong.

use serde::Serialize;

/// What was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// Positions.
    Position,
    /// Torques.
    Torque,
    /// Positions and torques.
    Both,
}
