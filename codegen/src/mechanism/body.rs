//! A body that moves, the joint that moves it, and where both are.

use crate::algebra::{BodyIndex, CoordinateIndex, Poly, Rational};

use super::turns::Turns;

/// A moving body and the joint that moves it.
///
/// The pose of its frame in the parent's frame is `before * motion(q) * after`, where the motion
/// turns about or slides along [`Joint::axis`]. `after` is the identity except with standard
/// Denavit–Hartenberg rows, whose body frame sits at the distal end.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Index of the body that carries it; `None` for the base. Always less than its own index.
    pub parent: Option<BodyIndex>,
    /// The joint that moves it.
    pub joint: Joint,
    /// The joint's frame in the parent's frame (fixed bodies in between folded in).
    pub before: Pose,
    /// The body's frame in the joint's frame after the motion.
    pub after: Pose,
}

/// A fixed displacement: a point `p` of the inner frame is `rotation p + translation` outside.
#[derive(Debug, Clone, PartialEq)]
pub struct Pose {
    /// Exactly orthogonal, determinant 1; row-major.
    pub rotation: [[Rational; 3]; 3],
    /// m; polynomials in the symbolic constants only.
    pub translation: [Poly; 3],
    /// The rotation as the file gives it.
    pub(super) turns: Turns,
}

/// A joint that moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// Exactly a unit vector, in the joint's frame.
    pub axis: [Rational; 3],
    /// How far it has moved, for given coordinates.
    pub motion: Motion,
    /// What it may do.
    pub limits: super::Limits,
}

/// The position of a joint as a linear form of the coordinates, what is constant in it aside: that
/// is part of the pose before the motion.
///
/// A joint that is free has one term with the factor 1; one that another joint drives, as in a
/// parallelogram, has the coordinates of those that drive it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Motion {
    /// Coordinates in ascending order, with factors that are not zero.
    pub terms: Vec<(CoordinateIndex, Rational)>,
    /// The position where all coordinates are zero, rad or m, that limits count from; of an angle a decimal that no equation
    /// depends on.
    pub offset: Rational,
}

impl Motion {
    /// A joint with a coordinate of its own.
    #[must_use]
    pub fn free(coordinate: CoordinateIndex) -> Self {
        Self {
            terms: vec![(coordinate, Rational::ONE)],
            offset: Rational::ZERO,
        }
    }

    /// The coordinate that is the joint's position, if it is one.
    #[must_use]
    pub fn coordinate(&self) -> Option<CoordinateIndex> {
        match self.terms.as_slice() {
            [(coordinate, factor)] if factor.is_one() => Some(*coordinate),
            _ => None,
        }
    }

    /// The factor of a coordinate.
    #[must_use]
    pub fn factor(&self, coordinate: CoordinateIndex) -> Rational {
        let mut terms = self.terms.iter();
        let found = terms.find(|(other, _)| *other == coordinate);
        found.map_or(Rational::ZERO, |(_, factor)| factor.clone())
    }
}

/// How a joint moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JointKind {
    /// Turns between limits.
    Revolute,
    /// Turns without end.
    Continuous,
    /// Slides.
    Prismatic,
}
