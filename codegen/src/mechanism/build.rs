//! From a checked description to the mechanism: fixed bodies merged, everything by index.

use crate::algebra::{
    BodyIndex, ConstantIndex, CoordinateIndex, Indexed, Overflow, Rational, SpringIndex,
};
use crate::description::{self, Description, SpringNominal};
use crate::diagnostic::{Diagnostics, Fault};

use super::body::{Body, Joint, JointKind, Motion, Pose};
use super::dependence::{Dependence, DependenceError, MOST_TURNS};
use super::free::free_joints;
use super::gravity::free_fall;
use super::names::{self, Names, Resolved};
use super::parameter::{Parameter, ParameterKind};
use super::placement::{Placed, place};
use super::spring::{self, Carrier, Spring};
use super::{
    Base, Constant, Coordinate, Inertial, Mechanism, Motor, RigidBody, at_values, check, measure,
    nominal, shortening, torque,
};

/// The mechanism of a description without mistakes; `None` if a placement is missing.
pub(super) fn assemble(
    description: &Description,
    names: Names<'_>,
    resolved: Resolved,
    dependences: &[Dependence],
    diagnostics: &mut Diagnostics,
) -> Option<Mechanism> {
    let placed = |body: &description::Body| body.joint.placement.is_some();
    if !description.bodies.iter().all(placed) {
        return None;
    }
    let mechanism = attempt(description, names, resolved, diagnostics);
    let mechanism = mechanism.map_err(DependenceError::from);
    let mechanism = match dependences {
        [] => mechanism,
        some => mechanism.and_then(|mechanism| mechanism.with_dependent(some)),
    };
    let report = |error: &DependenceError| match error {
        DependenceError::Overflow(overflow) => {
            let fault = Fault::too_many(overflow.what, overflow.most + 1, overflow.most);
            diagnostics.add(fault, description.name.span);
        }
        DependenceError::TooFine { coordinate } => {
            // The one with the finest factor, or the largest of those.
            let size = |factor: &Rational| {
                let (above, below) = factor.small().unwrap_or((i64::MAX, i64::MAX));
                (below, above.saturating_abs())
            };
            let of = |given: &description::Coordinate| {
                let terms = given.terms.iter();
                let own = terms.filter(|(joint, _)| joint.value == *coordinate);
                own.map(|(_, factor)| size(factor)).max()
            };
            let bodies = description.bodies.iter();
            let given = bodies.filter_map(|body| body.joint.coordinate.as_ref());
            let given = given.max_by_key(|given| of(&given.value));
            let span = given.map_or(description.name.span, |given| given.span);
            diagnostics.add(Fault::too_fine(coordinate, MOST_TURNS), span);
        }
    };
    let mut mechanism = mechanism.inspect_err(report).ok()?;
    for (fault, span) in mechanism.unreachable_limits() {
        diagnostics.add(fault, span);
    }
    torque::add_torques(&mut mechanism, description, dependences, diagnostics);
    Some(mechanism)
}

fn attempt(
    description: &Description,
    names: Names<'_>,
    resolved: Resolved,
    diagnostics: &mut Diagnostics,
) -> Result<Mechanism, Overflow> {
    let constants = constants(description)?;
    let tree = Tree::new(description, &constants, diagnostics)?;
    let nominal = |parameter: Parameter| Parameter {
        nominal: match parameter.kind {
            ParameterKind::Inertial { body, component } => {
                let nominal = tree.nominal[body].as_ref();
                nominal.map(|nominal| nominal.component(component).clone())
            }
            _ => parameter.nominal,
        },
        ..parameter
    };
    let parameters = names.parameters.into_iter().map(|(p, _)| nominal(p));
    let drives = description.drives.as_ref();
    let transmission = drives.and_then(|drives| drives.transmission.as_ref());
    let springs = springs(description, &tree, &resolved.measure, diagnostics)?;
    let name = &description.name.value;
    Ok(Mechanism {
        name: name.clone(),
        // A robot without a title goes by its name.
        title: match description.title.as_str() {
            "" => name.clone(),
            title => title.to_owned(),
        },
        source: description.source.clone(),
        gravity: free_fall(&description.gravity.value),
        parameters: Indexed::collected(parameters)?,
        coordinates: tree.coordinates,
        base: Base::from(description.base.value),
        bodies: tree.moving,
        motors: Indexed::collected(description.motors().iter().map(motor))?,
        transmission: transmission
            .map(|given| check::rows(&given.value, &free_joints(description))),
        springs,
        torques: Indexed::default(),
        kinks: Vec::new(),
        side: measure::side(description),
        measure: resolved.measure,
        preference: resolved.preference,
        squares: resolved.squares,
        budget: description.equations.budget,
        recovery: names::recovery(description),
        constants,
    })
}

/// The springs; there are none beside a sensor of force and torque.
fn springs(
    description: &Description,
    tree: &Tree,
    measure: &measure::Measure,
    diagnostics: &mut Diagnostics,
) -> Result<Indexed<SpringIndex, Spring>, Overflow> {
    if measure.sensors().next().is_some() {
        for spring in &description.springs {
            let fault = Fault::spring_and_wrench(&spring.name.value);
            diagnostics.add(fault, spring.name.span);
        }
    }
    for spring in &description.springs {
        let SpringNominal { stiffness, length } = &spring.nominal;
        for (what, value) in [("stiffness", stiffness), ("length", length)] {
            if let Some(value) = value.as_ref().filter(|value| value.value.is_negative()) {
                diagnostics.add(
                    Fault::negative(&format!("nominal value of `{what}`")),
                    value.span,
                );
            }
        }
    }
    let carriers = &tree.carriers;
    let springs = spring::springs(description, carriers, &tree.moving, diagnostics);
    Indexed::collected(springs)
}

fn motor(motor: &description::Motor) -> Motor {
    Motor {
        name: motor.name.value.clone(),
        torque_constant: motor.torque_constant.clone(),
        is_passive: motor.is_passive,
    }
}

fn constants(description: &Description) -> Result<Indexed<ConstantIndex, Constant>, Overflow> {
    let constant = |constant: &description::Constant| Constant {
        name: constant.name.value.clone(),
        unit: constant.unit.clone(),
        value: constant.value.plain.as_constant().unwrap_or(Rational::ZERO),
    };
    Indexed::collected(description.symbols().map(constant))
}

/// The moving bodies of a robot, fixed ones merged into them.
struct Tree {
    moving: Indexed<BodyIndex, Body>,
    coordinates: Indexed<CoordinateIndex, Coordinate>,
    nominal: Indexed<BodyIndex, Option<RigidBody<Rational>>>,
    /// Where each body of the file ended up.
    carriers: Vec<Carrier>,
}

impl Tree {
    fn new(
        description: &Description,
        constants: &Indexed<ConstantIndex, Constant>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Overflow> {
        let mut tree = Self {
            moving: Indexed::default(),
            coordinates: Indexed::default(),
            nominal: Indexed::default(),
            carriers: Vec::new(),
        };
        for body in &description.bodies {
            let Some(placement) = &body.joint.placement else {
                continue;
            };
            let Placed {
                before,
                axis,
                after,
            } = place(placement);
            let carrier = body.parent.and_then(|parent| tree.carriers.get(parent));
            let before = match carrier {
                Some((_, pose)) => pose.then(&before),
                None => before,
            };
            let parent = carrier.and_then(|(body, _)| *body);
            let Some(kind) = kind(body.joint.kind) else {
                let pose = shortening::pose(before.then(&after));
                tree.merge(body, parent, &pose, constants, diagnostics);
                tree.carriers.push((parent, pose));
                continue;
            };
            let before = match parent {
                Some(parent) => before.inside(&tree.moving[parent].after),
                None => before,
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
                    limits: body.joint.limits.clone(),
                },
                before,
                after,
            })?;
            tree.coordinates.push(Coordinate::of(moved.joint()))?;
            tree.nominal
                .push(body.inertia.as_ref().map(nominal::standard))?;
            tree.carriers.push((Some(moved), Pose::identity()));
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
        let (name, span) = (&body.name.value, body.name.span);
        let Some(parent) = parent else {
            diagnostics.add(Fault::lumped_into_base(name), span);
            return;
        };
        let translation = pose.translation.each_ref();
        let shift = translation.map(|length| at_values(constants, length));
        if let Some(sum) = &mut self.nominal[parent] {
            let moved = nominal::standard(inertia).moved_beside(&pose.rotation, &shift, sum);
            let number = |c| shortening::number(moved.component(c));
            *sum = RigidBody::from(Inertial::ALL.map(number));
        } else {
            let carrier = &self.moving[parent].name;
            let why = format!("it is fixed to `{carrier}`, which has no nominal values");
            diagnostics.add(Fault::nominal_lost(name, &why), span);
        }
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
