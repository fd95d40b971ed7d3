//! From a checked description to the mechanism: fixed bodies merged, everything by index.

use crate::algebra::{
    Atom, BodyIndex, ConstantIndex, CoordinateIndex, Indexed, MotorIndex, Overflow, ParameterIndex,
    Poly, Rational, Symbol,
};
use crate::description::{self, Description, DriveTerms};
use crate::diagnostic::{Diagnostics, Fault, Spanned};

use super::body::{Body, Joint, JointKind, Limits, Motion, Pose};
use super::inertial::Inertial;
use super::names::{self, Names, in_order};
use super::nominal::{self, Standard};
use super::parameter::{DRIVE_SYMBOLS, Parameter, ParameterKind, Site};
use super::placement::{Placed, place};
use super::{Base, Constant, Coordinate, Mechanism, Motor, check, measure, shortening};

/// The mechanism of a description without mistakes; `None` if a placement is missing.
pub(super) fn assemble(
    description: &Description,
    names: &Names,
    diagnostics: &mut Diagnostics,
) -> Option<Mechanism> {
    let placed = |body: &description::Body| body.joint.placement.is_some();
    if !description.bodies.iter().all(placed) {
        return None;
    }
    match attempt(description, names, diagnostics) {
        Ok(mechanism) => Some(mechanism),
        Err(Overflow { what, most }) => {
            let fault = Fault::TooMany {
                what,
                found: most + 1,
                limit: most,
            };
            diagnostics.add(&fault, description.name.span);
            None
        }
    }
}

fn attempt(
    description: &Description,
    names: &Names,
    diagnostics: &mut Diagnostics,
) -> Result<Mechanism, Overflow> {
    let constants = constants(description)?;
    let tree = Tree::new(description, &constants, diagnostics)?;
    let drives = description.drives.as_ref();
    let motors = drives.and_then(|drives| drives.motors.as_ref());
    let motors: &[description::Motor] = motors.map_or(&[], |motors| &motors.value);
    let motors = Indexed::collected(motors.iter())?;
    let transmission = drives.and_then(|drives| drives.transmission.as_ref());
    // A robot without a title goes by its name.
    let name = &description.name.value;
    let title = if description.title.is_empty() {
        name
    } else {
        &description.title
    };
    Ok(Mechanism {
        name: description.name.value.clone(),
        title: title.clone(),
        source: description.source.clone(),
        gravity: description.gravity.clone(),
        parameters: tree.parameters(&motors)?,
        coordinates: tree.coordinates,
        base: Base::Rest,
        bodies: tree.moving,
        motors: motors.map(|_, given| motor(given)),
        transmission: transmission.map(|given| check::rows(&given.value)),
        side: measure::side(description),
        measure: measure::measure(description, None),
        preference: names.preference(description),
        squares: names.squares(description, None),
        budget: description.equations.budget,
        recovery: names::recovery(description),
        constants,
    })
}

fn motor(motor: &description::Motor) -> Motor {
    Motor {
        name: motor.name.value.clone(),
        torque_constant: motor.torque_constant.clone(),
    }
}

fn constants(description: &Description) -> Result<Indexed<ConstantIndex, Constant>, Overflow> {
    let symbolic = description
        .constants
        .iter()
        .filter(|constant| constant.symbol.is_some());
    let constant = |constant: &description::Constant| Constant {
        name: constant.name.value.clone(),
        unit: constant.unit.clone(),
        value: constant.value.plain.as_constant().unwrap_or(Rational::ZERO),
    };
    Indexed::collected(symbolic.map(constant))
}

/// A symbol's value in place of the symbol.
fn number(poly: &Poly, constants: &Indexed<ConstantIndex, Constant>) -> Rational {
    let value = |atom| match atom {
        Atom::Symbol(Symbol::Constant(index)) => Poly::constant(constants[index].value.clone()),
        other => Poly::atom(other),
    };
    poly.substitute(value)
        .as_constant()
        .unwrap_or(Rational::ZERO)
}

/// Where a body of the file ended up.
struct Carrier {
    /// The moving body that it is part of; `None` for the base.
    body: Option<BodyIndex>,
    /// Its frame in that body's frame.
    pose: Pose,
}

/// The moving bodies of a robot, fixed ones merged into them.
struct Tree<'a> {
    moving: Indexed<BodyIndex, Body>,
    coordinates: Indexed<CoordinateIndex, Coordinate>,
    drives: Vec<&'a DriveTerms>,
    nominal: Vec<Option<Standard>>,
}

impl<'a> Tree<'a> {
    fn new(
        description: &'a Description,
        constants: &Indexed<ConstantIndex, Constant>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Overflow> {
        let mut tree = Self {
            moving: Indexed::default(),
            coordinates: Indexed::default(),
            drives: Vec::new(),
            nominal: Vec::new(),
        };
        let mut carriers: Vec<Carrier> = Vec::new();
        for body in &description.bodies {
            let Some(placement) = &body.joint.placement else {
                continue;
            };
            let Placed {
                before,
                axis,
                after,
            } = place(placement);
            let carrier = body.parent.and_then(|parent| carriers.get(parent));
            let before =
                carrier.map_or_else(|| before.clone(), |carrier| carrier.pose.then(&before));
            let parent = carrier.and_then(|carrier| carrier.body);
            let Some(kind) = kind(body.joint.kind) else {
                let pose = shortening::pose(before.then(&after));
                tree.merge(body, parent, &pose, constants, diagnostics);
                carriers.push(Carrier { body: parent, pose });
                continue;
            };
            let free = tree.coordinates.next_place()?;
            let moved = tree.moving.push(Body {
                name: body.name.value.clone(),
                parent,
                joint: Joint {
                    name: body.joint.name.value.clone(),
                    kind,
                    axis,
                    motion: Motion::free(free),
                    limits: limits(&body.joint.limits),
                },
                before,
                after,
            })?;
            tree.coordinates.push(Coordinate {
                joint: moved.joint(),
                turn: Rational::ONE,
            })?;
            tree.drives.push(&body.joint.drive);
            tree.nominal
                .push(body.inertia.as_ref().map(nominal::standard));
            carriers.push(Carrier {
                body: Some(moved),
                pose: Pose::identity(),
            });
        }
        Ok(tree)
    }

    /// Adds a fixed body's nominal inertia to the body that it is part of.
    fn merge(
        &mut self,
        body: &description::Body,
        parent: Option<BodyIndex>,
        pose: &Pose,
        constants: &Indexed<ConstantIndex, Constant>,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(inertia) = &body.inertia else { return };
        let Spanned { value: name, span } = body.name.clone();
        let Some(parent) = parent else {
            diagnostics.add(&Fault::LumpedIntoBase { name }, span);
            return;
        };
        let shift = pose
            .translation
            .each_ref()
            .map(|length| number(length, constants));
        let moved = nominal::moved(&nominal::standard(inertia), &pose.rotation, &shift);
        if let Some(sum) = &mut self.nominal[parent.at()] {
            sum.iter_mut()
                .zip(&moved)
                .for_each(|(x, y)| *x = shortening::number(&(&*x + y)));
        } else {
            let carrier = &self.moving[parent].name;
            let why = format!("it is fixed to `{carrier}`, which has no nominal values");
            diagnostics.add(&Fault::NominalLost { name, why }, span);
        }
    }

    /// The whole vector: inertial parameters, joints' drives, motors' drives.
    fn parameters(
        &self,
        motors: &Indexed<MotorIndex, &description::Motor>,
    ) -> Result<Indexed<ParameterIndex, Parameter>, Overflow> {
        let mut parameters = Vec::new();
        for ((body, moving), nominal) in self.moving.enumerate().zip(&self.nominal) {
            for component in Inertial::ALL {
                let kind = ParameterKind::Inertial { body, component };
                parameters.push(Parameter {
                    name: format!("{}_{}", component.standard(), moving.name),
                    unit: kind.unit(false),
                    kind,
                    nominal: nominal.as_ref().map(|ten| ten[component.at()].clone()),
                });
            }
        }
        for ((body, moving), terms) in self.moving.enumerate().zip(&self.drives) {
            let (joint, slides) = (&moving.joint, moving.joint.kind == JointKind::Prismatic);
            let site = Site::Joint(body.joint());
            drive(&mut parameters, &joint.name, terms, site, slides);
        }
        for (place, motor) in motors.enumerate() {
            let site = Site::Motor(place);
            drive(
                &mut parameters,
                &motor.name.value,
                &motor.drive,
                site,
                false,
            );
        }
        Indexed::collected(parameters)
    }
}

fn drive(list: &mut Vec<Parameter>, owner: &str, terms: &DriveTerms, site: Site, slides: bool) {
    for (index, (term, symbol)) in in_order(terms).into_iter().zip(DRIVE_SYMBOLS).enumerate() {
        if !term.wanted.value {
            continue;
        }
        let kind = ParameterKind::drive(index, site);
        list.push(Parameter {
            name: format!("{symbol}_{owner}"),
            unit: kind.unit(slides),
            kind,
            nominal: term.nominal.as_ref().map(|nominal| nominal.value.clone()),
        });
    }
}

fn kind(kind: description::JointKind) -> Option<JointKind> {
    match kind {
        description::JointKind::Revolute => Some(JointKind::Revolute),
        description::JointKind::Continuous => Some(JointKind::Continuous),
        description::JointKind::Prismatic => Some(JointKind::Prismatic),
        description::JointKind::Fixed => None,
    }
}

fn limits(limits: &description::Limits) -> Limits {
    Limits {
        position: limits
            .position
            .as_ref()
            .map(|position| position.value.clone()),
        velocity: limits.velocity.clone(),
        acceleration: limits.acceleration.clone(),
        effort: limits.effort.clone(),
    }
}
