//! A checked robot: exact frames, axes, transmission and the vector of parameters.
//!
//! [`build`] takes what the user wrote and gives a [`Mechanism`], about which nothing is left to
//! check: parents come before children, axes are exactly unit vectors, rotations are exactly
//! orthogonal, the transmission is invertible, every name is unique. Later stages know nothing of
//! the robot's file.

mod base;
mod body;
mod build;
mod check;
mod coordinates;
mod dependence;
mod exact;
mod exponential;
mod formula;
mod free;
mod gravity;
mod inertial;
mod limits;
mod measure;
mod names;
mod nominal;
mod nudge;
mod parameter;
mod passive;
mod placement;
mod plausibility;
mod preference;
mod rigid;
mod rotation;
mod shortening;
mod spring;
mod torque;
mod turns;
mod two_turns;
#[cfg(feature = "cli")]
mod values;

use std::path::Path;
use std::sync::Arc;

pub use base::Base;
pub use body::{Body, Joint, JointKind, Motion, Pose};
#[cfg(feature = "cli")]
pub(crate) use dependence::has_common_part;
pub use dependence::{Dependence, DependenceError};
pub use exact::{common, velocity};
pub use exponential::EXPONENTIALS;
pub use formula::{Formula, Kink, Linear, Position, linear, number};
pub use inertial::{Axis, Inertial};
pub use measure::{Measure, Quantity, Row};
pub(crate) use names::motor_in_equations;
#[cfg(feature = "cli")]
pub(crate) use nominal::impossible;
pub use parameter::{Effect, Parameter, ParameterKind, Site};
pub use preference::{Costs, Element, Preference, Recovery, Square, SquareChoice};
pub use rigid::RigidBody;
pub use rotation::cosine_sine;
pub use spring::{End, Spring};
pub use torque::Torque;

pub use crate::description::{Limits, Side};

use crate::algebra::{
    Atom, BodyIndex, ConstantIndex, CoordinateIndex, Indexed, JointIndex, MotorIndex,
    ParameterIndex, Place, Poly, Ratio, Rational, SpringIndex, Symbol, TorqueIndex,
};
use crate::description::Description;
use crate::diagnostic::{Diagnostics, Source};
use crate::format;
use names::Names;

/// A robot, checked and exact.
///
/// `n` is the number of coordinates, and of motors where there are any.
#[derive(Debug, Clone, PartialEq)]
pub struct Mechanism {
    /// The robot's name: the Rust module's.
    pub name: String,
    /// A line for people.
    pub title: String,
    /// Where the numbers come from.
    pub source: String,
    /// Free-fall acceleration in the base frame, m/s²; of a base that moves, in the frame of the world.
    pub gravity: [Rational; 3],
    /// Symbolic constants.
    pub constants: Indexed<ConstantIndex, Constant>,
    /// Generalised coordinates (`n`).
    pub coordinates: Indexed<CoordinateIndex, Coordinate>,
    /// How the base moves.
    pub base: Base,
    /// Moving bodies in the file's order, each with the joint that moves it.
    pub bodies: Indexed<BodyIndex, Body>,
    /// Motors in the order of the rows of the transmission (`n`, or none).
    pub motors: Indexed<MotorIndex, Motor>,
    /// `q_motor = G q` (`n × n`, invertible); `None` stands for the identity.
    pub transmission: Option<Vec<Vec<Rational>>>,
    /// Coil springs between bodies.
    pub springs: Indexed<SpringIndex, Spring>,
    /// Torques of the user's own.
    pub torques: Indexed<TorqueIndex, Torque>,
    /// What the signs in their functions are of.
    pub kinks: Vec<Kink>,
    /// Where positions and torques are measured unless a recording says otherwise.
    pub side: Side,
    /// What is measured: the rows of the regressor from which parameters follow.
    pub measure: Measure,
    /// Standard parameters: 10 of each body, then armature, Coulomb, viscous and other friction and offset
    /// of each joint (those that the file asks for), then rotor inertia and the same of each motor, then springs,
    /// then torques of the user's own.
    pub parameters: Indexed<ParameterIndex, Parameter>,
    /// Which parameters should be set to zero, and which should represent their group.
    pub preference: Preference,
    /// Which squares (sine or cosine) each element of the closed form is printed with.
    pub squares: Vec<SquareChoice>,
    /// The most terms that a closed form may have.
    pub budget: Option<usize>,
    /// What is known before identification, and what knowing costs.
    pub recovery: Recovery,
}

/// A generalised coordinate: the position of a joint that is free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coordinate {
    /// The joint.
    pub joint: JointIndex,
    /// The part of it that turning joints turn by whole multiples of: the sines and cosines of the
    /// equations are those of this part of the coordinate. 1 unless a joint depends on a fraction.
    pub turn: Rational,
}

impl Coordinate {
    /// That of a joint which turns by all of it.
    fn of(joint: JointIndex) -> Self {
        let turn = Rational::ONE;
        Self { joint, turn }
    }
}

/// A constant that stays a symbol in equations and groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Constant {
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
    /// Whether it is none: a joint without a motor, whose torque is zero.
    pub is_passive: bool,
}

impl Mechanism {
    /// How many rows of torque the base has: those of its wrench, if it is moved.
    #[must_use]
    pub fn base_rows(&self) -> usize {
        match self.base {
            Base::Rest => 0,
            Base::Input => 6,
        }
    }

    /// How many rows of torque there are: the base's, and one a coordinate.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.base_rows() + self.coordinates.len()
    }

    /// The bodies whose joints have no coordinate of their own: they move with others, or are held. A base
    /// that moves is none of them.
    pub fn bound(&self) -> impl Iterator<Item = &Body> {
        let has_own = |body: BodyIndex| self.coordinates.iter().any(|c| c.joint == body.joint());
        let bodies = self
            .bodies
            .enumerate()
            .skip(usize::from(self.base == Base::Input));
        let bodies = bodies.filter(move |(k, _)| !has_own(*k));
        bodies.map(|(_, body)| body)
    }

    /// The row of torque of a coordinate.
    #[must_use]
    pub fn row(&self, coordinate: CoordinateIndex) -> usize {
        self.base_rows() + coordinate.at()
    }

    /// The coordinate of a row of torque; `None` for a row of the base.
    #[must_use]
    pub fn coordinate_of(&self, row: usize) -> Option<CoordinateIndex> {
        row.checked_sub(self.base_rows()).and_then(Place::new)
    }

    /// The joint at a place.
    #[must_use]
    pub fn joint(&self, joint: JointIndex) -> &Joint {
        &self.bodies[joint.body()].joint
    }

    /// The joint whose position a coordinate is.
    #[must_use]
    pub fn coordinate(&self, coordinate: CoordinateIndex) -> &Joint {
        self.joint(self.coordinates[coordinate].joint)
    }

    /// The partial derivative of a function of the position by a coordinate.
    #[must_use]
    pub fn derivative(&self, function: &Poly, coordinate: CoordinateIndex) -> Poly {
        function.derivative(coordinate, &self.coordinates[coordinate].turn)
    }

    /// A polynomial in constants at the file's values of them.
    #[must_use]
    pub fn at_values(&self, poly: &Poly) -> Rational {
        at_values(&self.constants, poly)
    }

    /// A quotient of polynomials in constants at the file's values of them.
    #[must_use]
    pub fn ratio_at_values(&self, ratio: &Ratio) -> Rational {
        let [numerator, denominator] =
            [&ratio.numerator, &ratio.denominator].map(|p| self.at_values(p));
        (&numerator / &denominator).unwrap_or(Rational::ZERO)
    }

    /// The joints in whose frames a rotation is approximated; none if a turn is next to nothing, or to
    /// what is exact: then so may be anything.
    #[must_use]
    pub fn approximated(&self) -> Vec<&str> {
        let turns = |body: &Body| [&body.before, &body.after].map(|pose| pose.turns.clone());
        if self
            .bodies
            .iter()
            .flat_map(turns)
            .any(|turns| turns.is_small())
        {
            return Vec::new();
        }
        let inexact = |body: &&Body| turns(body).iter().any(|turns| !turns.is_exact());
        let bodies = self.bodies.iter().filter(inexact);
        bodies.map(|body| body.joint.name.as_str()).collect()
    }

    /// The standard parameter of a body.
    #[must_use]
    pub fn inertial(&self, body: BodyIndex, component: Inertial) -> Option<ParameterIndex> {
        let wanted = ParameterKind::Inertial { body, component };
        self.parameters
            .position(|parameter| parameter.kind == wanted)
    }
}

/// A polynomial in constants at their values.
fn at_values(constants: &Indexed<ConstantIndex, Constant>, poly: &Poly) -> Rational {
    let value = |atom| match atom {
        Atom::Symbol(Symbol::Constant(i)) => Some(&constants[i].value),
        _ => None,
    };
    poly.at(value).unwrap_or_default()
}

/// The mechanism of a description, with warnings of its own (those of reading are not repeated).
///
/// # Errors
/// Everything that does not make mechanical sense.
pub fn build(description: &Description) -> Result<(Mechanism, Diagnostics), Diagnostics> {
    attempt(description, Diagnostics::new(description.file.clone()))
}

/// Reads a robot's file from its text and builds its mechanism; `name` is how diagnostics call the
/// file. All mistakes of both stages are collected, and all warnings.
///
/// ```
/// let text = "
/// robot: pendulum
/// gravity: [0, 0, -9.81]
/// bodies:
///   - name: rod
///     parent: base
///     joint: {name: q1, type: revolute, axis: [0, 1, 0]}
/// ";
/// let (pendulum, warnings) = armwright_codegen::mechanism::load("pendulum.yaml", text)?;
/// assert_eq!(pendulum.bodies.len(), 1);
/// assert_eq!(pendulum.parameters.len(), 10);
/// assert!(warnings.is_empty());
/// # Ok::<(), armwright_codegen::diagnostic::Diagnostics>(())
/// ```
///
/// # Errors
/// Everything that is wrong with the file.
pub fn load(name: &str, text: &str) -> Result<(Mechanism, Diagnostics), Diagnostics> {
    load_source(format::source(name, text))
}

/// As [`load`], from bytes that may not be text at all.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn load_bytes(name: &str, bytes: &[u8]) -> Result<(Mechanism, Diagnostics), Diagnostics> {
    load_source(format::decode(name, bytes)?)
}

/// As [`load`], from a file on disk.
///
/// # Errors
/// Everything that is wrong with the file, or the reason why it cannot be read.
pub fn load_file(path: &Path) -> Result<(Mechanism, Diagnostics), Diagnostics> {
    load_source(format::open(path)?)
}

fn load_source(source: Arc<Source>) -> Result<(Mechanism, Diagnostics), Diagnostics> {
    let (description, diagnostics) = format::attempt(source);
    match description {
        // With mistakes in it too: so the user sees those of this stage as well.
        Some(description) => attempt(&description, diagnostics),
        None => diagnostics.conclude(None),
    }
}

fn attempt(
    description: &Description,
    mut diagnostics: Diagnostics,
) -> Result<(Mechanism, Diagnostics), Diagnostics> {
    check::check(description, &mut diagnostics);
    let description = &*base::as_body(description);
    let description = &*passive::as_motors(description);
    let names = Names::of(description);
    let resolved = names.resolve(&mut diagnostics);
    let dependences = coordinates::dependences(description, &mut diagnostics);
    let mechanism = match resolved {
        Some(resolved) if !diagnostics.has_errors() => {
            build::assemble(description, names, resolved, &dependences, &mut diagnostics)
        }
        _ => None,
    };
    diagnostics.conclude(mechanism)
}
