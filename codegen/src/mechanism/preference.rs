//! What the user prefers to see: representatives of groups, squares in equations, knowns.

use crate::algebra::{CoordinateIndex, ParameterIndex, Rational};

/// Which standard parameters of a group are set to zero, and which represent it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preference {
    /// Indices of parameters to set to zero first, most wanted first.
    pub drop: Vec<ParameterIndex>,
    /// Indices of parameters to keep as representatives, most wanted first.
    pub keep: Vec<ParameterIndex>,
}

/// How squares of one coordinate are printed in one element of the closed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SquareChoice {
    /// The element.
    pub element: Element,
    /// The coordinate.
    pub coordinate: CoordinateIndex,
    /// The square that stays.
    pub square: Square,
}

/// An element of the closed form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// `g_i`.
    Gravity(CoordinateIndex),
    /// `M_ij` with `i ≤ j`.
    Inertia(CoordinateIndex, CoordinateIndex),
    /// `S_ijk` with `j ≤ k`.
    Coriolis(CoordinateIndex, CoordinateIndex, CoordinateIndex),
}

/// Which square stays under `s² + c² = 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Square {
    /// `sin²` stays; `cos²` is written `1 - sin²`.
    Sine,
    /// `cos²` stays; `sin²` is written `1 - cos²`.
    Cosine,
}

/// What is known of the physical parameters before identification, and what knowing costs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Recovery {
    /// Names of known physical parameters and symbolic constants, in the file's order.
    pub known: Vec<String>,
    /// What it costs to know one.
    pub costs: Costs,
}

/// The cost of knowing one physical parameter, by kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Costs {
    /// Of a body's mass.
    pub mass: Rational,
    /// Of a symbolic constant.
    pub length: Rational,
    /// Of one coordinate of a centre of mass.
    pub centre: Rational,
    /// Of one element of an inertia tensor.
    pub inertia: Rational,
    /// Of a rotor inertia, an armature or a friction coefficient.
    pub drive: Rational,
}

impl Default for Costs {
    /// Masses and lengths 1, centres 2, inertias 3 (as in the robot file's example), drives 3.
    fn default() -> Self {
        let [one, two, three] = [1, 2, 3].map(Rational::from);
        Self {
            mass: one.clone(),
            length: one,
            centre: two,
            inertia: three.clone(),
            drive: three,
        }
    }
}
