//! A robot as the oracle sees it: links in world order, a transmission, parameters.

use std::collections::HashMap;
use std::path::Path;

use nalgebra::{DMatrix, Vector3};

use super::expression::ExpressionError;
use super::file::{
    Body, Constant, Convention, FrictionTerm, Joint, JointKind, Quantity, RobotFile, Row,
};
use super::newton_euler::Masses;
use super::parameter::{DriveTerm, INERTIAL, Parameter, ParameterKind, Site};
use super::pose::Pose;

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
    /// The transmission has not as many rows and columns as there are joints.
    #[error("the transmission is not {0} by {0}")]
    Transmission(usize),
}

/// A tree of links with `n` moving joints, and its drives.
#[derive(Debug, Clone)]
pub struct Mechanism {
    pub(super) name: String,
    pub(super) gravity: Vector3<f64>,
    pub(super) links: Vec<Link>,
    pub(super) joints: Vec<String>,
    /// `q_motor = G q_joint`.
    pub(super) transmission: DMatrix<f64>,
    pub(super) parameters: Vec<Parameter>,
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
    /// How the joint moves, and the index of its coordinate.
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
    pub(super) fn coordinate(self) -> Option<usize> {
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
        let file: RobotFile = serde_yaml::from_str(text)?;
        let constants = constants(&file)?;
        let number = |quantity: &Quantity| quantity.value(&constants);
        let mut links: Vec<Link> = Vec::with_capacity(file.bodies.len());
        let mut joints = Vec::new();
        for body in &file.bodies {
            links.push(link(body, &links, joints.len(), &constants)?);
            if body.joint.kind != JointKind::Fixed {
                joints.push(body.joint.name.clone());
            }
        }
        let mut robot = Self {
            name: file.robot.clone(),
            gravity: vector(&file.gravity, &constants)?,
            transmission: transmission(&file.drives.transmission, joints.len(), number)?,
            links,
            joints,
            parameters: Vec::new(),
        };
        robot.parameters = robot.list_parameters(&file, &constants)?;
        Ok(robot)
    }

    /// The robot's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of moving joints.
    #[must_use]
    pub fn dof(&self) -> usize {
        self.joints.len()
    }

    /// Names of the moving joints.
    #[must_use]
    pub fn joints(&self) -> &[String] {
        &self.joints
    }

    /// The standard parameters, in the order of the parameter vector.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The same robot under another gravity, m/s².
    #[must_use]
    pub fn with_gravity(mut self, gravity: [f64; 3]) -> Self {
        self.gravity = gravity.into();
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
        for (at, link) in self.links.iter().enumerate() {
            let Some(body) = link.movement.coordinate() else {
                continue;
            };
            let nominal = self.nominal(at, file, constants)?;
            for (component, symbol) in INERTIAL.iter().enumerate() {
                list.push(Parameter {
                    name: format!("{symbol}_{}", link.name),
                    kind: ParameterKind::Inertial { body, component },
                    nominal: nominal.map(|values| values[component]),
                });
            }
        }
        let moving = file.bodies.iter().map(|body| &body.joint);
        for (i, joint) in moving
            .filter(|joint| joint.kind != JointKind::Fixed)
            .enumerate()
        {
            for (symbol, term) in drive_terms(joint.armature, &joint.friction) {
                let kind = ParameterKind::Drive(term, Site::Joint(i));
                let name = format!("{symbol}_{}", joint.name);
                list.push(Parameter {
                    name,
                    kind,
                    nominal: None,
                });
            }
        }
        for (k, motor) in file.drives.motors.iter().enumerate() {
            for (symbol, term) in drive_terms(motor.rotor_inertia, &motor.friction) {
                let key = match term {
                    DriveTerm::Inertia => "rotor_inertia",
                    DriveTerm::Coulomb => "coulomb",
                    DriveTerm::Viscous => "viscous",
                    DriveTerm::Offset => "offset",
                };
                let nominal = motor.nominal.get(key).map(|value| value.value(constants));
                list.push(Parameter {
                    name: format!("{symbol}_{}", motor.name),
                    kind: ParameterKind::Drive(term, Site::Motor(k)),
                    nominal: nominal.transpose()?,
                });
            }
        }
        Ok(list)
    }

    /// A moving body's nominal parameters, with those of the bodies fixed to it.
    fn nominal(
        &self,
        at: usize,
        file: &RobotFile,
        constants: &HashMap<String, f64>,
    ) -> Result<Option<[f64; 10]>, OracleError> {
        let Some(mut total) = stated(&file.bodies[at], constants)? else {
            return Ok(None);
        };
        for (child, link) in self.links.iter().enumerate() {
            if link.movement == Movement::Fixed
                && link.parent == Some(at)
                && let Some(part) = self.nominal(child, file, constants)?
            {
                let pose = link.before.then(&link.after);
                let moved = Masses::from_standard(&part).moved(&pose).standard();
                total = std::array::from_fn(|k| total[k] + moved[k]);
            }
        }
        Ok(Some(total))
    }
}

fn constants(file: &RobotFile) -> Result<HashMap<String, f64>, OracleError> {
    // Constants may use each other in any order: go on while something new can be evaluated.
    let mut known = HashMap::new();
    loop {
        let before = known.len();
        let mut failure = None;
        for (name, constant) in &file.constants {
            let (Constant::Plain(quantity) | Constant::Full { value: quantity }) = constant;
            match quantity.value(&known) {
                Ok(value) => drop(known.insert(name.clone(), value)),
                Err(error) => failure = Some(error),
            }
        }
        match failure {
            None => return Ok(known),
            Some(error) if known.len() == before => return Err(error.into()),
            Some(_) => {}
        }
    }
}

fn vector(
    xyz: &[Quantity; 3],
    constants: &HashMap<String, f64>,
) -> Result<Vector3<f64>, ExpressionError> {
    Ok(Vector3::new(
        xyz[0].value(constants)?,
        xyz[1].value(constants)?,
        xyz[2].value(constants)?,
    ))
}

fn link(
    body: &Body,
    links: &[Link],
    coordinate: usize,
    constants: &HashMap<String, f64>,
) -> Result<Link, OracleError> {
    let missing = || OracleError::Parent {
        body: body.name.clone(),
        parent: body.parent.clone(),
    };
    let parent = match body.parent.as_str() {
        "base" => None,
        name => Some(
            links
                .iter()
                .position(|link| link.name == name)
                .ok_or_else(missing)?,
        ),
    };
    let movement = match body.joint.kind {
        JointKind::Fixed => Movement::Fixed,
        JointKind::Revolute | JointKind::Continuous => Movement::Turn(coordinate),
        JointKind::Prismatic => Movement::Slide(coordinate),
    };
    let (before, axis, after) = geometry(&body.joint, constants)?;
    Ok(Link {
        name: body.name.clone(),
        parent,
        before,
        axis,
        movement,
        after,
    })
}

/// The joint's frame in the parent, its axis, and the body's frame in the moved joint's frame.
fn geometry(
    joint: &Joint,
    constants: &HashMap<String, f64>,
) -> Result<(Pose, Vector3<f64>, Pose), ExpressionError> {
    if let Some(row) = &joint.dh {
        let (x, z) = (Vector3::x(), Vector3::z());
        let alpha = Pose::turn(x, row.alpha.value(constants)?);
        let a = Pose::shift(x * row.a.value(constants)?);
        let theta = Pose::turn(z, row.theta.value(constants)?);
        let d = Pose::shift(z * row.d.value(constants)?);
        let (across, along) = (alpha.then(&a), theta.then(&d));
        return Ok(match row.convention {
            Convention::Modified => (across.then(&along), z, Pose::identity()),
            Convention::Standard => (along, z, a.then(&alpha)),
        });
    }
    let position = joint
        .origin
        .xyz
        .as_ref()
        .map(|xyz| vector(xyz, constants))
        .transpose()?;
    let rpy = joint
        .origin
        .rpy
        .as_ref()
        .map(|rpy| vector(rpy, constants))
        .transpose()?;
    let axis = joint
        .axis
        .as_ref()
        .map(|axis| vector(axis, constants))
        .transpose()?;
    let before = Pose::shift(position.unwrap_or_default())
        .then(&Pose::roll_pitch_yaw(rpy.unwrap_or_default().into()));
    Ok((before, axis.unwrap_or_else(Vector3::z), Pose::identity()))
}

fn transmission(
    rows: &[Row],
    dof: usize,
    number: impl Fn(&Quantity) -> Result<f64, ExpressionError>,
) -> Result<DMatrix<f64>, OracleError> {
    let mut matrix = DMatrix::identity(dof, dof);
    if rows.is_empty() {
        return Ok(matrix);
    }
    let shape = || OracleError::Transmission(dof);
    if rows.len() != dof {
        return Err(shape());
    }
    for (k, row) in rows.iter().enumerate() {
        match row {
            Row::Diagonal(value) => matrix[(k, k)] = number(value)?,
            Row::Full(values) if values.len() == dof => {
                for (i, value) in values.iter().enumerate() {
                    matrix[(k, i)] = number(value)?;
                }
            }
            Row::Full(_) => return Err(shape()),
        }
    }
    Ok(matrix)
}

fn drive_terms(inertia: bool, friction: &[FrictionTerm]) -> Vec<(&'static str, DriveTerm)> {
    let inertia = inertia.then_some(("Ia", DriveTerm::Inertia));
    let friction = friction.iter().map(|term| match term {
        FrictionTerm::Coulomb => ("fc", DriveTerm::Coulomb),
        FrictionTerm::Viscous => ("fv", DriveTerm::Viscous),
        FrictionTerm::Offset => ("fo", DriveTerm::Offset),
    });
    inertia.into_iter().chain(friction).collect()
}

/// The standard parameters that the file states for a body.
fn stated(
    body: &Body,
    constants: &HashMap<String, f64>,
) -> Result<Option<[f64; 10]>, ExpressionError> {
    let number = |quantity: &Quantity| quantity.value(constants);
    if let Some(standard) = &body.standard {
        let mut values = [0.0; 10];
        for (value, quantity) in values.iter_mut().zip(standard) {
            *value = number(quantity)?;
        }
        return Ok(Some(values));
    }
    let Some(physical) = &body.physical else {
        return Ok(None);
    };
    let i = &physical.inertia;
    let masses = Masses::new(
        number(&physical.mass)?,
        vector(&physical.com, constants)?,
        [
            number(&i.xx)?,
            number(&i.xy)?,
            number(&i.xz)?,
            number(&i.yy)?,
            number(&i.yz)?,
            number(&i.zz)?,
        ],
    );
    Ok(Some(masses.standard()))
}
