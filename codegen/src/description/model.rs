//! What the user wrote, key by key, each value with its place. No mechanics yet.

use std::sync::Arc;

use crate::algebra::{ConstantIndex, Poly, Rational};
use crate::diagnostic::{Source, Spanned};

use super::joint::{DriveTerms, Joint, JointKind};
use super::torque::Torque;
use super::value::{Angle, Value};

/// A robot file, read.
///
/// Every value is exact. References between names are checked; whether the robot makes mechanical
/// sense is for the next stage to say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Description {
    /// The file.
    pub file: Arc<Source>,
    /// The robot's name.
    pub name: Spanned<String>,
    /// A line for people; empty if the file has none.
    pub title: String,
    /// Where the numbers come from; empty if the file has it not.
    pub source: String,
    /// Free-fall acceleration in the base frame, m/s².
    pub gravity: Spanned<Gravity>,
    /// Whether the base moves.
    pub base: Spanned<Base>,
    /// Named constants.
    pub constants: Vec<Constant>,
    /// Bodies, fixed ones included, parents before children.
    pub bodies: Vec<Body>,
    /// Transmission and motors.
    pub drives: Option<Drives>,
    /// Coil springs between bodies.
    pub springs: Vec<Spring>,
    /// Torques of the user's own.
    pub torques: Vec<Torque>,
    /// What is measured; the torque of every drive if it is empty.
    pub measure: Vec<Spanned<Quantity>>,
    /// What is known before identification.
    pub recovery: Recovery,
    /// Which standard parameters should vanish or stay.
    pub base_parameters: Representatives,
    /// How equations are printed.
    pub equations: Equations,
}

/// Whether the base moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Base {
    /// It is at rest.
    #[default]
    Fixed,
    /// It moves, as a body of its own.
    Floating,
}

/// Gravity as the file says it, m/s².
#[derive(Debug, Clone, PartialEq)]
pub enum Gravity {
    /// A vector.
    Vector([Rational; 3]),
    /// How strong it is and where it points.
    Pull {
        /// How strong it is, zero or more.
        magnitude: Rational,
        /// Where it points.
        direction: Direction,
    },
}

/// Where gravity points.
#[derive(Debug, Clone, PartialEq)]
pub enum Direction {
    /// Along a vector in the base frame, of any length but zero.
    Along([Rational; 3]),
    /// Down, for a base that is turned out of upright by roll, pitch and yaw.
    Tilted([Angle; 3]),
}

impl Default for Gravity {
    fn default() -> Self {
        Self::Vector(Default::default())
    }
}

impl Default for Direction {
    fn default() -> Self {
        Self::Along([Rational::ZERO, Rational::ZERO, Rational::from(-1)])
    }
}

impl Description {
    /// The bodies whose joints move, in order.
    pub fn moving(&self) -> impl Iterator<Item = &Body> + Clone {
        let moves = |body: &&Body| body.joint.kind != JointKind::Fixed;
        self.bodies.iter().filter(moves)
    }

    /// The bodies whose joints move by themselves, in order: those of the coordinates.
    pub fn free(&self) -> impl Iterator<Item = &Body> + Clone {
        self.bodies.iter().filter(|body| body.joint.is_free())
    }

    /// The motors, if they are listed.
    #[must_use]
    pub fn motors(&self) -> &[Motor] {
        let drives = self.drives.as_ref();
        let motors = drives.and_then(|drives| drives.motors.as_ref());
        motors.map_or(&[], |motors| &motors.value)
    }

    /// The constants that stay symbols, in order.
    pub fn symbols(&self) -> impl Iterator<Item = &Constant> {
        let constants = self.constants.iter();
        constants.filter(|constant| constant.symbol.is_some())
    }
}

/// A named constant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Constant {
    /// Its name.
    pub name: Spanned<String>,
    /// Its unit; empty if the file has it not.
    pub unit: String,
    /// Its value; a number if it is symbolic.
    pub value: Value,
    /// Its index among the symbols, if it stays a symbol.
    pub symbol: Option<ConstantIndex>,
}

/// A body and the joint that carries it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Body {
    /// Its name.
    pub name: Spanned<String>,
    /// Index of the body that carries it; `None` for the base.
    pub parent: Option<usize>,
    /// Its joint.
    pub joint: Joint,
    /// Nominal inertial parameters.
    pub inertia: Option<Inertia>,
}

/// Nominal inertial parameters of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inertia {
    /// About the centre of mass.
    Physical(Physical),
    /// `m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz` about the origin of the body's frame.
    Standard(Spanned<[Rational; 10]>),
}

/// Mass, its centre, and inertia about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Physical {
    /// kg.
    pub mass: Spanned<Rational>,
    /// Centre of mass in the body's frame, m.
    pub com: [Rational; 3],
    /// `Jxx, Jxy, Jxz, Jyy, Jyz, Jzz` about the centre of mass, kg·m².
    pub inertia: Spanned<[Rational; 6]>,
}

/// Transmission and motors.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drives {
    /// Where positions and torques are measured.
    pub side: Option<Side>,
    /// `q_motor = G q_joint`.
    pub transmission: Option<Spanned<Transmission>>,
    /// Joints without a motor, by name.
    pub passive: Vec<Spanned<String>>,
    /// Motors, if they are listed.
    pub motors: Option<Spanned<Vec<Motor>>>,
}

/// A side of the transmission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// The joints' own coordinates.
    #[default]
    Joint,
    /// The motors' coordinates, `G q`.
    Motor,
}

/// A transmission as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transmission {
    /// The diagonal.
    Diagonal(Vec<Rational>),
    /// All rows, each with its place.
    Full(Vec<Spanned<Vec<Rational>>>),
    /// For each joint the row of the motor in its place: ratios of joints by name.
    ByJoint(Vec<(Spanned<String>, Ratios)>),
}

/// A row of a transmission by the names of joints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ratios {
    /// That of the row's own joint.
    Own(Rational),
    /// Those of several joints.
    Of(Vec<(Spanned<String>, Rational)>),
}

/// No ratios.
impl Default for Ratios {
    fn default() -> Self {
        Self::Of(Vec::new())
    }
}

/// No numbers.
impl Default for Transmission {
    fn default() -> Self {
        Self::Diagonal(Vec::new())
    }
}

/// A motor.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Motor {
    /// Its name.
    pub name: Spanned<String>,
    /// Rotor inertia and friction.
    pub drive: DriveTerms,
    /// N·m/A.
    pub torque_constant: Option<Rational>,
    /// Whether it stands for a joint without a motor; no key says so.
    pub is_passive: bool,
}

/// A coil spring between two points.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Spring {
    /// Its name.
    pub name: Spanned<String>,
    /// One end.
    pub from: Spanned<End>,
    /// The other end.
    pub to: Spanned<End>,
    /// Nominal values.
    pub nominal: SpringNominal,
}

/// A point of a body.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct End {
    /// The body's name, or `base`.
    pub body: Spanned<String>,
    /// The point in the body's frame, m.
    pub at: [Poly; 3],
}

/// Nominal values of a spring.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SpringNominal {
    /// N/m.
    pub stiffness: Option<Spanned<Rational>>,
    /// Where it has no force, m.
    pub length: Option<Spanned<Rational>>,
}

/// A measured quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quantity {
    /// The torque of every drive.
    Torque,
    /// The torque of some joints or motors, by name.
    TorqueOf(Vec<Spanned<String>>),
    /// Force and torque between bodies, by name, and what carries them.
    Wrench(Vec<Spanned<String>>),
    /// The balance of energy.
    Energy,
}

/// What is known before identification, and what knowing costs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovery {
    /// Names of physical parameters and symbolic constants.
    pub known: Vec<Spanned<String>>,
    /// Costs by kind: `mass`, `length`, `centre`, `inertia`, `drive`.
    pub cost: Vec<(Spanned<String>, Rational)>,
}

/// Names of standard parameters that should vanish from, or represent, their groups.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Representatives {
    /// To be set to zero.
    pub drop: Vec<Spanned<String>>,
    /// To stay.
    pub keep: Vec<Spanned<String>>,
}

/// How equations are printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Equations {
    /// Element, joint, and `true` for `sin²`, `false` for `cos²`.
    pub squares: Vec<(Spanned<String>, Spanned<String>, bool)>,
    /// The most terms of a closed form.
    pub budget: Option<usize>,
}
