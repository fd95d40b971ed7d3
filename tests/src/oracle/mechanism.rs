//! A robot as the oracle sees it: links in world order, a transmission, parameters.

use std::collections::HashMap;
use std::path::Path;

use nalgebra::{DMatrix, Vector3};

use super::expression::ExpressionError;
use super::file::{Base, JointKind, OneOrMore, Quantity, RobotFile};
use super::joint::{Joint, joints};
use super::measured::Measurement;
use super::motion::BaseMotion;
use super::newton_euler::Masses;
use super::parameter::{DriveTerm, INERTIAL, Parameter, ParameterKind, Site};
use super::pose::Pose;
use super::reading::{constants, drive_terms, joint_terms, link, stated, transmission, vector};
use super::springs::{Spring, springs};
use super::torques::Torque;

/// A robot file that the oracle cannot read.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// The file cannot be opened.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// It is not a robot file, or uses keys that the oracle does not know.
    #[error(transparent)]
    Yaml(#[from] serde_yaml::Error),
    /// A number does not evaluate.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// A body hangs on a body that does not come before it.
    #[error("body `{body}`: there is no body `{parent}` before it")]
    Parent {
        /// The body.
        body: String,
        /// The name of its parent.
        parent: String,
    },
    /// `measure` has a word or a name that the oracle does not know.
    #[error("nothing is measured at `{0}`")]
    Measure(String),
    /// A spring is fixed to a body that is not there.
    #[error("there is no body `{0}` for a spring")]
    Spring(String),
    /// A joint depends on a joint that is not there, or is not free itself.
    #[error("`{0}` is no joint that others can depend on")]
    Coordinate(String),
    /// The transmission has not as many rows and columns as there are coordinates.
    #[error("the transmission is not {0} by {0}")]
    Transmission(usize),
}

/// A tree of links that `n` coordinates move, and its drives.
///
/// Its rows of torque are one a coordinate. If the base is moved, six come before them: force and
/// moment on the base, in its axes and about its origin; and the base is a body that no joint moves.
#[derive(Debug, Clone)]
pub struct Mechanism {
    pub(super) name: String,
    pub(super) gravity: Vector3<f64>,
    pub(super) links: Vec<Link>,
    /// Joints that are not fixed.
    pub(super) joints: Vec<Joint>,
    /// Names of the joints that are free: their positions are the coordinates.
    pub(super) coordinates: Vec<String>,
    /// How the base moves, unless it is fixed.
    pub(super) base: Option<BaseMotion>,
    /// `q_motor = G q`.
    pub(super) transmission: DMatrix<f64>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) springs: Vec<Spring>,
    pub(super) torques: Vec<Torque>,
    pub(super) measured: Vec<Measurement>,
}

/// A body and the joint that carries it.
#[derive(Debug, Clone)]
pub(super) struct Link {
    pub name: String,
    /// Index of the parent link; none for the base.
    pub parent: Option<usize>,
    /// The joint's frame in the parent's frame.
    pub before: Pose,
    /// The joint's axis in its own frame.
    pub axis: Vector3<f64>,
    /// How the joint moves, and its index among those that are not fixed.
    pub movement: Movement,
    /// The body's frame in the frame that moves with the joint.
    pub after: Pose,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Movement {
    Fixed,
    Turn(usize),
    Slide(usize),
}

impl Movement {
    pub(super) fn joint(self) -> Option<usize> {
        match self {
            Self::Fixed => None,
            Self::Turn(i) | Self::Slide(i) => Some(i),
        }
    }
}

impl Mechanism {
    /// Reads a robot file.
    ///
    /// # Errors
    /// [`OracleError`] says what the oracle cannot read.
    pub fn read(path: &Path) -> Result<Self, OracleError> {
        Self::parse(&std::fs::read_to_string(path)?)
    }

    /// Reads the text of a robot file.
    ///
    /// # Errors
    /// [`OracleError`] says what the oracle cannot read.
    pub fn parse(text: &str) -> Result<Self, OracleError> {
        let mut file: RobotFile = serde_yaml::from_str(text)?;
        let constants = constants(&file)?;
        let number = |quantity: &Quantity| quantity.value(&constants);
        let mut links: Vec<Link> = Vec::with_capacity(file.bodies.len());
        let mut moving = 0;
        for body in &file.bodies {
            links.push(link(body, &links, moving, &constants)?);
            moving += usize::from(body.joint.kind != JointKind::Fixed);
        }
        let (joints, coordinates) = joints(&file, &constants)?;
        file.drives.add_passive(&coordinates);
        let springs = springs(&file, &links, &constants)?;
        let mut robot = Self {
            name: file.robot.clone(),
            gravity: vector(&file.gravity, &constants)?,
            transmission: transmission(&file.drives.transmission, &coordinates, number)?,
            links,
            joints,
            coordinates,
            base: (file.base == Base::Floating).then(BaseMotion::default),
            parameters: Vec::new(),
            springs,
            torques: Vec::new(),
            measured: Vec::new(),
        };
        robot.torques = robot.torques_of(&file, &constants)?;
        robot.parameters = robot.list_parameters(&file, &constants)?;
        let motors: Vec<String> = file.drives.motors.iter().map(|m| m.name.clone()).collect();
        let quantities = file.measure.map_or_else(Vec::new, OneOrMore::list);
        robot.measured = robot.measurements(quantities, &motors)?;
        Ok(robot)
    }

    /// The robot's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of coordinates.
    #[must_use]
    pub fn dof(&self) -> usize {
        self.coordinates.len()
    }

    /// Names of the joints that are free: their positions are the coordinates.
    #[must_use]
    pub fn joints(&self) -> &[String] {
        &self.coordinates
    }

    /// The number of rows of torque that a moved base has: 6, or none if it is fixed.
    #[must_use]
    pub fn base_rows(&self) -> usize {
        if self.base.is_some() { 6 } else { 0 }
    }

    /// The number of rows of torque: those of the base, and one a coordinate.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.base_rows() + self.dof()
    }

    /// The standard parameters, in the order of the parameter vector.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How the base is moved; `None` if it is fixed.
    #[must_use]
    pub fn base(&self) -> Option<BaseMotion> {
        self.base
    }

    /// Gravity in the base's axes, m/s².
    #[must_use]
    pub fn gravity(&self) -> Vector3<f64> {
        self.gravity
    }

    /// The same robot under another gravity, m/s², in the base's axes.
    #[must_use]
    pub fn with_gravity(mut self, gravity: [f64; 3]) -> Self {
        self.gravity = gravity.into();
        self
    }

    /// The same robot with its base moved as given.
    #[must_use]
    pub fn with_base(mut self, motion: BaseMotion) -> Self {
        self.base = Some(motion);
        self
    }

    /// The same robot with the joint of the named body at another place in its parent's frame.
    #[must_use]
    pub fn with_position(mut self, body: &str, position: [f64; 3]) -> Self {
        for link in self.links.iter_mut().filter(|link| link.name == body) {
            link.before.position = position.into();
        }
        self
    }

    fn list_parameters(
        &self,
        file: &RobotFile,
        constants: &HashMap<String, f64>,
    ) -> Result<Vec<Parameter>, OracleError> {
        let mut list = Vec::new();
        let mut add = |body: Option<usize>, owner: &str, nominal: Option<[f64; 10]>| {
            for (component, symbol) in INERTIAL.iter().enumerate() {
                list.push(Parameter {
                    name: format!("{symbol}_{owner}"),
                    kind: ParameterKind::Inertial { body, component },
                    nominal: nominal.map(|values| values[component]),
                });
            }
        };
        if self.base.is_some() {
            let parts = self.fixed_to(None, file, constants)?;
            add(None, "base", (!parts.is_empty()).then(|| sum(&parts)));
        }
        for (at, link) in self.links.iter().enumerate() {
            let body = link.movement.joint();
            if body.is_some() {
                add(body, &link.name, self.nominal(at, file, constants)?);
            }
        }
        let moving = file.bodies.iter().map(|body| &body.joint);
        for (i, joint) in moving
            .filter(|joint| joint.kind != JointKind::Fixed)
            .enumerate()
        {
            for (symbol, term) in joint_terms(joint) {
                let nominal = |key: &str| {
                    let nominal = joint.nominal.get(key);
                    nominal.map(|value| value.value(constants)).transpose()
                };
                let nominal = match (term, nominal("stiffness")?, nominal("rest")?) {
                    (DriveTerm::Preload, Some(stiffness), Some(rest)) => {
                        Some(stiffness * (self.joints[i].offset - rest))
                    }
                    (DriveTerm::Preload, ..) => None,
                    _ => nominal(key(term, "armature"))?,
                };
                list.push(Parameter {
                    name: format!("{symbol}_{}", joint.name),
                    kind: ParameterKind::Drive(term, Site::Joint(i)),
                    nominal,
                });
            }
        }
        for (k, motor) in file.drives.motors.iter().enumerate() {
            for (symbol, term) in drive_terms(motor.rotor_inertia, &motor.friction) {
                let nominal = motor.nominal.get(key(term, "rotor_inertia"));
                let nominal = nominal.map(|value| value.value(constants));
                list.push(Parameter {
                    name: format!("{symbol}_{}", motor.name),
                    kind: ParameterKind::Drive(term, Site::Motor(k)),
                    nominal: nominal.transpose()?,
                });
            }
        }
        list.extend(super::springs::parameters(file, constants)?);
        list.extend(super::torques::parameters(file, constants)?);
        Ok(list)
    }

    /// A moving body's nominal parameters, with those of the bodies fixed to it.
    fn nominal(
        &self,
        at: usize,
        file: &RobotFile,
        constants: &HashMap<String, f64>,
    ) -> Result<Option<[f64; 10]>, OracleError> {
        let Some(own) = stated(&file.bodies[at], constants)? else {
            return Ok(None);
        };
        let parts = self.fixed_to(Some(at), file, constants)?;
        Ok(Some(sum(&[vec![own], parts].concat())))
    }

    /// The nominal parameters of the bodies that are fixed to a body, or to the base, in its frame.
    fn fixed_to(
        &self,
        at: Option<usize>,
        file: &RobotFile,
        constants: &HashMap<String, f64>,
    ) -> Result<Vec<[f64; 10]>, OracleError> {
        let mut parts = Vec::new();
        for (child, link) in self.links.iter().enumerate() {
            if link.movement != Movement::Fixed || link.parent != at {
                continue;
            }
            let part = match self.nominal(child, file, constants)? {
                Some(part) => vec![part],
                // A frame without a mass of its own may carry one.
                None => self.fixed_to(Some(child), file, constants)?,
            };
            let pose = link.before.then(&link.after);
            let moved = |part: &[f64; 10]| Masses::from_standard(part).moved(&pose).standard();
            parts.extend(part.iter().map(moved));
        }
        Ok(parts)
    }
}

/// The sum of standard parameters in one frame.
fn sum(parts: &[[f64; 10]]) -> [f64; 10] {
    let add = |total: [f64; 10], part: &[f64; 10]| std::array::from_fn(|k| total[k] + part[k]);
    parts.iter().fold([0.0; 10], add)
}

/// What a drive's nominal value is called; its inertia is an armature or a rotor's.
fn key(term: DriveTerm, inertia: &'static str) -> &'static str {
    match term {
        DriveTerm::Inertia => inertia,
        DriveTerm::Coulomb => "coulomb",
        DriveTerm::CoulombPositive => "coulomb_positive",
        DriveTerm::CoulombNegative => "coulomb_negative",
        DriveTerm::Viscous => "viscous",
        DriveTerm::ViscousPositive => "viscous_positive",
        DriveTerm::ViscousNegative => "viscous_negative",
        DriveTerm::Quadratic => "quadratic",
        DriveTerm::Offset => "offset",
        DriveTerm::Stiffness => "stiffness",
        DriveTerm::Preload => "rest",
    }
}
