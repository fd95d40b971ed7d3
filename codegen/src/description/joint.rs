//! A joint of a robot file: how it moves, where it is, what it may do, what drives it.

use super::value::Angle;
use crate::algebra::{Poly, Rational};
use crate::diagnostic::Spanned;

/// A joint.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Joint {
    /// Its name; a fixed joint may have none.
    pub name: Spanned<String>,
    /// How it moves.
    pub kind: JointKind,
    /// Where it is; `None` if that could not be read.
    pub placement: Option<Placement>,
    /// Where the file says that.
    pub place: Spanned<()>,
    /// Its limits.
    pub limits: Limits,
    /// An inertia and friction on its own coordinate.
    pub drive: DriveTerms,
    /// How it moves with others.
    pub coordinate: Option<Spanned<Coordinate>>,
    /// Where it is held, rad or (without pi) m.
    pub locked: Option<Spanned<Angle>>,
}

impl Joint {
    /// Whether it moves, and by itself.
    #[must_use]
    pub fn is_free(&self) -> bool {
        let is_bound = self.coordinate.is_some() || self.locked.is_some();
        self.kind != JointKind::Fixed && !is_bound
    }
}

/// The position of a joint that moves with others: a sum of theirs, and an offset.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Coordinate {
    /// Names of joints, with factors: numbers, or m/rad and rad/m between one that slides and one that
    /// turns.
    pub terms: Vec<(Spanned<String>, Rational)>,
    /// Its position where theirs are zero, rad or (without pi) m.
    pub offset: Angle,
}

/// How a joint moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum JointKind {
    /// Turns between limits.
    #[default]
    Revolute,
    /// Turns without end.
    Continuous,
    /// Slides.
    Prismatic,
    /// Does not move.
    Fixed,
}

/// Where a joint is, relative to the parent body's frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Placement {
    /// A pose at zero position, and an axis in the joint's frame.
    Origin {
        /// The origin, m.
        xyz: [Poly; 3],
        /// Roll, pitch and yaw about fixed axes: `Rz(yaw) Ry(pitch) Rx(roll)`.
        rpy: [Angle; 3],
        /// The axis as written; `None` for fixed joints.
        axis: Option<Spanned<[Rational; 3]>>,
    },
    /// A Denavit–Hartenberg row.
    DenavitHartenberg(DenavitHartenberg),
}

/// A Denavit–Hartenberg row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DenavitHartenberg {
    /// Whose order of the four displacements.
    pub convention: Convention,
    /// Twist about x.
    pub alpha: Angle,
    /// Displacement along x, m.
    pub a: Poly,
    /// Displacement along z, m; added to the position of a prismatic joint.
    pub d: Poly,
    /// Turn about z; added to the position of a revolute joint.
    pub theta: Angle,
}

/// The order of the four displacements of a Denavit–Hartenberg row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Convention {
    /// `Rz(theta + q) Tz(d) Tx(a) Rx(alpha)`; the body's frame at the distal end.
    #[default]
    Standard,
    /// `Rx(alpha) Tx(a) Rz(theta + q) Tz(d)` (Craig; Khalil); the body's frame at the joint.
    Modified,
}

/// Limits of a joint; rad and N·m, or m and N.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits {
    /// Lowest and highest position.
    pub position: Option<Spanned<[Rational; 2]>>,
    /// Highest speed.
    pub velocity: Option<Rational>,
    /// Highest acceleration.
    pub acceleration: Option<Rational>,
    /// Highest torque or force.
    pub effort: Option<Rational>,
}

/// Inertia and friction of one drive, at a joint or at a motor, and a spring.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DriveTerms {
    /// Whether there is a rotor inertia or an armature, and its nominal value.
    pub inertia: Term,
    /// Coulomb friction.
    pub coulomb: Term,
    /// Coulomb friction of motion in positive direction.
    pub coulomb_positive: Term,
    /// Coulomb friction of motion in negative direction.
    pub coulomb_negative: Term,
    /// Viscous friction.
    pub viscous: Term,
    /// Viscous friction of motion in positive direction.
    pub viscous_positive: Term,
    /// Viscous friction of motion in negative direction.
    pub viscous_negative: Term,
    /// Friction by the square of the speed.
    pub quadratic: Term,
    /// A constant torque.
    pub offset: Term,
    /// The stiffness of a spring; joints only.
    pub stiffness: Term,
    /// Where the spring is at rest, wanted with the stiffness.
    pub rest: Term,
}

/// One term of a drive.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Term {
    /// Whether the robot has it, and where the file says so.
    pub wanted: Spanned<bool>,
    /// Its nominal value.
    pub nominal: Option<Spanned<Rational>>,
}
