//! From the text of a robot file to the numbers of a mechanism.

use std::collections::HashMap;

use nalgebra::{DMatrix, Vector3};

use super::expression::ExpressionError;
use super::file::{
    Body, Constant, Convention, FrictionTerm, Joint, JointKind, Quantity, RobotFile, Row,
    Transmission,
};
use super::mechanism::{Link, Movement, OracleError};
use super::newton_euler::Masses;
use super::parameter::DriveTerm;
use super::pose::Pose;

pub(super) fn constants(file: &RobotFile) -> Result<HashMap<String, f64>, OracleError> {
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

pub(super) fn vector(
    xyz: &[Quantity; 3],
    constants: &HashMap<String, f64>,
) -> Result<Vector3<f64>, ExpressionError> {
    Ok(Vector3::new(
        xyz[0].value(constants)?,
        xyz[1].value(constants)?,
        xyz[2].value(constants)?,
    ))
}

pub(super) fn link(
    body: &Body,
    links: &[Link],
    joint: usize,
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
        JointKind::Revolute | JointKind::Continuous => Movement::Turn(joint),
        JointKind::Prismatic => Movement::Slide(joint),
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
pub(super) fn geometry(
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

/// The matrix from coordinates, by their names, to motors.
pub(super) fn transmission(
    given: &Transmission,
    names: &[String],
    number: impl Fn(&Quantity) -> Result<f64, ExpressionError>,
) -> Result<DMatrix<f64>, OracleError> {
    let dof = names.len();
    let mut matrix = DMatrix::identity(dof, dof);
    let shape = || OracleError::Transmission(dof);
    let place = |name: &String| {
        names
            .iter()
            .position(|known| known == name)
            .ok_or_else(shape)
    };
    let rows: Vec<(usize, &Row)> = match given {
        Transmission::Listed(rows) => rows.iter().enumerate().collect(),
        Transmission::Named(rows) => {
            let placed = rows.iter().map(|(name, row)| Ok((place(name)?, row)));
            placed.collect::<Result<_, OracleError>>()?
        }
    };
    if rows.is_empty() {
        return Ok(matrix);
    }
    if rows.len() != dof {
        return Err(shape());
    }
    for (k, row) in rows {
        match row {
            Row::Diagonal(value) => matrix[(k, k)] = number(value)?,
            Row::Full(values) if values.len() == dof => {
                for (i, value) in values.iter().enumerate() {
                    matrix[(k, i)] = number(value)?;
                }
            }
            Row::Full(_) => return Err(shape()),
            Row::Named(values) => {
                matrix[(k, k)] = 0.0;
                for (name, value) in values {
                    matrix[(k, place(name)?)] = number(value)?;
                }
            }
        }
    }
    Ok(matrix)
}

pub(super) fn drive_terms(
    inertia: bool,
    friction: &[FrictionTerm],
) -> Vec<(&'static str, DriveTerm)> {
    let inertia = inertia.then_some(("Ia", DriveTerm::Inertia));
    let friction = friction.iter().map(|term| match term {
        FrictionTerm::Coulomb => ("fc", DriveTerm::Coulomb),
        FrictionTerm::CoulombPositive => ("fcp", DriveTerm::CoulombPositive),
        FrictionTerm::CoulombNegative => ("fcn", DriveTerm::CoulombNegative),
        FrictionTerm::Viscous => ("fv", DriveTerm::Viscous),
        FrictionTerm::ViscousPositive => ("fvp", DriveTerm::ViscousPositive),
        FrictionTerm::ViscousNegative => ("fvn", DriveTerm::ViscousNegative),
        FrictionTerm::Quadratic => ("fq", DriveTerm::Quadratic),
        FrictionTerm::Offset => ("fo", DriveTerm::Offset),
    });
    inertia.into_iter().chain(friction).collect()
}

/// Those of a joint, a spring among them.
pub(super) fn joint_terms(joint: &Joint) -> Vec<(&'static str, DriveTerm)> {
    let spring = [("k", DriveTerm::Stiffness), ("k0", DriveTerm::Preload)];
    let mut terms = drive_terms(joint.armature, &joint.friction);
    terms.extend(spring.into_iter().filter(|_| joint.spring));
    terms
}

/// The standard parameters that the file states for a body.
pub(super) fn stated(
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
