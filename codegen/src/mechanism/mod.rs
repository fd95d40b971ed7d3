//! A checked robot: exact frames, axes, transmission and the vector of parameters.
//!
//! [`build`] takes what the user wrote and gives a [`Mechanism`], about which nothing is left to
//! check: parents come before children, axes are exactly unit vectors, rotations are exactly
//! orthogonal, the transmission is invertible, every name is unique. Later stages know nothing of
//! the robot's file.

mod body;
mod parameter;
mod preference;

pub use body::{Body, Joint, JointKind, Limits, Pose};
pub use parameter::{Parameter, ParameterKind, Site};
pub use preference::{Costs, Element, Preference, Recovery, Square, SquareChoice};

use crate::algebra::Rational;

/// A robot, checked and exact.
///
/// `n` is the number of moving bodies, of joints that move, and of motors where there are any.
#[derive(Debug, Clone, PartialEq)]
pub struct Mechanism {
    /// The robot's name: the Rust module's.
    pub name: String,
    /// A line for people.
    pub title: String,
    /// Where the numbers come from.
    pub source: String,
    /// Free-fall acceleration in the base frame, m/s².
    pub gravity: [Rational; 3],
    /// Symbolic constants; `Atom::Symbol(i)` refers to index `i`.
    pub symbols: Vec<Symbol>,
    /// Moving bodies in the file's order; body `i` is moved by coordinate `i` (`n`).
    pub bodies: Vec<Body>,
    /// Motors in the order of the rows of the transmission (`n`, or none).
    pub motors: Vec<Motor>,
    /// `q_motor = G q_joint` (`n × n`, invertible); `None` stands for the identity.
    pub transmission: Option<Vec<Vec<Rational>>>,
    /// Where positions and torques are measured unless a recording says otherwise.
    pub side: Side,
    /// Standard parameters: 10 of each body, then armature, Coulomb, viscous and offset of each
    /// joint (those that the file asks for), then rotor inertia and the same of each motor.
    pub parameters: Vec<Parameter>,
    /// Which parameters should be set to zero, and which should represent their group.
    pub preference: Preference,
    /// Which squares (sine or cosine) each element of the closed form is printed with.
    pub squares: Vec<SquareChoice>,
    /// The most terms that a closed form may have.
    pub budget: Option<usize>,
    /// What is known before identification, and what knowing costs.
    pub recovery: Recovery,
}

/// A constant that stays a symbol in equations and groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// Its unit, as in the file.
    pub unit: String,
    /// Its value.
    pub value: Rational,
}

/// A motor behind the transmission.
#[derive(Debug, Clone, PartialEq)]
pub struct Motor {
    /// Its name.
    pub name: String,
    /// Torque for each ampere, N·m/A.
    pub torque_constant: Option<Rational>,
}

/// A side of the transmission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The joints' own coordinates.
    Joint,
    /// The motors' coordinates, `G q`.
    Motor,
}
