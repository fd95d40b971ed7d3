//! What generated functions are given.

use super::{Atom, CoordinateIndex, ParameterIndex};

/// What generated functions are given: the leaves of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Input {
    /// Position, sine or cosine of a coordinate, or a geometric symbol.
    Atom(Atom),
    /// A coordinate's velocity.
    Velocity(CoordinateIndex),
    /// A coordinate's acceleration.
    Acceleration(CoordinateIndex),
    /// A standard parameter.
    Parameter(ParameterIndex),
    /// How a base that is moved moves: a vector in its axes, and which component.
    Base(BaseInput, u8),
}

/// A vector that says how a base that is moved moves, in its own axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BaseInput {
    /// Angular velocity, rad/s.
    AngularVelocity,
    /// Velocity of the base's origin, m/s.
    Velocity,
    /// Angular acceleration, rad/s².
    AngularAcceleration,
    /// The derivative of the origin's velocity, gravity not subtracted, m/s².
    Acceleration,
    /// Free-fall acceleration, m/s².
    Gravity,
}

impl BaseInput {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::AngularVelocity,
        Self::Velocity,
        Self::AngularAcceleration,
        Self::Acceleration,
        Self::Gravity,
    ];
}
