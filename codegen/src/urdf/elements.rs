//! What a URDF says of a robot's motion: links and joints.

use std::collections::BTreeMap;

use crate::algebra::Rational;
use crate::description::{Angle, JointKind};
use crate::diagnostic::{Span, Spanned};

/// A URDF.
pub(super) struct Urdf {
    pub(super) name: String,
    /// Where it begins.
    pub(super) place: Span,
    pub(super) links: Vec<Link>,
    pub(super) joints: Vec<Joint>,
    /// Motors.
    pub(super) transmissions: Vec<Transmission>,
    /// Elements that have no place in a robot file, and how many of each.
    pub(super) others: BTreeMap<String, usize>,
    /// What acts on the motion and is not taken over.
    pub(super) acting: Vec<String>,
    /// Angles that were rounded, as they stand in the file.
    pub(super) rounded: Vec<String>,
    /// The link and the joint that say no more than that the base moves.
    pub(super) world: Option<[String; 2]>,
}

/// A transmission as it stands in the file.
pub(super) struct Transmission {
    pub(super) name: String,
    pub(super) kind: TransmissionKind,
    /// What the ratios of all its ends are multiplied by: older files have one here.
    pub(super) whole: Rational,
    /// Joints by name, with their ratios.
    pub(super) joints: Vec<(String, Rational)>,
    /// Motors by name, with their ratios.
    pub(super) motors: Vec<(String, Rational)>,
}

/// Kinds of transmissions: those of `ros_control`, whose equations are known, and others.
pub(super) enum TransmissionKind {
    /// One motor for each joint.
    Simple,
    /// Two motors whose sum and difference turn two joints.
    Differential,
    /// Two motors, the second of which turns by both joints.
    FourBarLinkage,
    /// Another, by its name: one motor for a joint is taken as it is in a simple one.
    Other(String),
}

/// A link.
pub(super) struct Link {
    pub(super) name: Spanned<String>,
    pub(super) inertial: Option<Inertial>,
}

/// Mass and inertia about its centre.
#[derive(Default)]
pub(super) struct Inertial {
    pub(super) mass: Rational,
    pub(super) xyz: [Rational; 3],
    pub(super) rpy: [Angle; 3],
    /// `ixx, ixy, ixz, iyy, iyz, izz`.
    pub(super) tensor: [Rational; 6],
}

/// A joint.
#[derive(Default)]
pub(super) struct Joint {
    pub(super) name: Spanned<String>,
    pub(super) kind: JointKind,
    pub(super) parent: Spanned<String>,
    pub(super) child: Spanned<String>,
    pub(super) xyz: [Rational; 3],
    pub(super) rpy: [Angle; 3],
    pub(super) axis: [Rational; 3],
    /// Lower, upper, velocity, effort, acceleration.
    pub(super) limits: [Option<Rational>; 5],
    /// Where a controller begins to hold it back, as it stands in the file.
    pub(super) soft: [Option<String>; 2],
    pub(super) damping: Option<Rational>,
    pub(super) friction: Option<Rational>,
    /// How it follows another one.
    pub(super) mimic: Option<Mimic>,
}

/// How a joint follows another one: `multiplier` times its position, and an offset.
pub(super) struct Mimic {
    pub(super) joint: String,
    pub(super) multiplier: Rational,
    pub(super) offset: Angle,
    /// The offset as it stands in the file, rad or m.
    pub(super) written: Rational,
}
