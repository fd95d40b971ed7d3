//! From a checked description to the mechanism: fixed bodies merged, everything by index.

use crate::algebra::{Atom, Poly, Rational};
use crate::description::{self, Description, DriveTerms};
use crate::diagnostic::{Diagnostics, Fault, Spanned};

use super::body::{Body, Joint, JointKind, Limits, Pose};
use super::names::{self, Names, in_order};
use super::nominal::{self, Standard};
use super::parameter::{DRIVE_SYMBOLS, INERTIAL_SYMBOLS, Parameter, ParameterKind, Site};
use super::placement::{Placed, place};
use super::{Mechanism, Motor, Symbol, check, measure, shortening};

/// The mechanism of a description without mistakes; `None` if a placement is missing.
pub(super) fn assemble(
    description: &Description,
    names: &Names,
    diagnostics: &mut Diagnostics,
) -> Option<Mechanism> {
    let symbols = symbols(description);
    let tree = Tree::new(description, &symbols, diagnostics)?;
    let drives = description.drives.as_ref();
    let motors = drives.and_then(|drives| drives.motors.as_ref());
    let motors: &[description::Motor] = motors.map_or(&[], |motors| &motors.value);
    let transmission = drives.and_then(|drives| drives.transmission.as_ref());
    // A robot without a title goes by its name.
    let name = &description.name.value;
    let title = if description.title.is_empty() {
        name
    } else {
        &description.title
    };
    Some(Mechanism {
        name: description.name.value.clone(),
        title: title.clone(),
        source: description.source.clone(),
        gravity: description.gravity.clone(),
        parameters: tree.parameters(motors),
        bodies: tree.moving,
        motors: motors.iter().map(motor).collect(),
        transmission: transmission.map(|given| check::rows(&given.value)),
        side: measure::side(description),
        measure: measure::measure(description, None),
        preference: names.preference(description),
        squares: names.squares(description, None),
        budget: description.equations.budget,
        recovery: names::recovery(description),
        symbols,
    })
}

fn motor(motor: &description::Motor) -> Motor {
    Motor {
        name: motor.name.value.clone(),
        torque_constant: motor.torque_constant.clone(),
    }
}

fn symbols(description: &Description) -> Vec<Symbol> {
    let symbolic = description
        .constants
        .iter()
        .filter(|constant| constant.symbol.is_some());
    let symbol = |constant: &description::Constant| Symbol {
        name: constant.name.value.clone(),
        unit: constant.unit.clone(),
        value: constant.value.plain.as_constant().unwrap_or(Rational::ZERO),
    };
    symbolic.map(symbol).collect()
}

/// A symbol's value in place of the symbol.
fn number(poly: &Poly, symbols: &[Symbol]) -> Rational {
    let value = |atom| match atom {
        Atom::Symbol(index) => {
            let symbol = symbols.get(usize::from(index));
            symbol.map_or_else(Poly::zero, |symbol| Poly::constant(symbol.value.clone()))
        }
        other => Poly::atom(other),
    };
    poly.substitute(value)
        .as_constant()
        .unwrap_or(Rational::ZERO)
}

/// Where a body of the file ended up.
struct Carrier {
    /// The moving body that it is part of; `None` for the base.
    body: Option<usize>,
    /// Its frame in that body's frame.
    pose: Pose,
}

/// The moving bodies of a robot, fixed ones merged into them.
struct Tree<'a> {
    moving: Vec<Body>,
    drives: Vec<&'a DriveTerms>,
    nominal: Vec<Option<Standard>>,
}

impl<'a> Tree<'a> {
    fn new(
        description: &'a Description,
        symbols: &[Symbol],
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let mut tree = Self {
            moving: Vec::new(),
            drives: Vec::new(),
            nominal: Vec::new(),
        };
        let mut carriers: Vec<Carrier> = Vec::new();
        for body in &description.bodies {
            let Placed {
                before,
                axis,
                after,
            } = place(body.joint.placement.as_ref()?);
            let carrier = body.parent.and_then(|parent| carriers.get(parent));
            let before =
                carrier.map_or_else(|| before.clone(), |carrier| carrier.pose.then(&before));
            let parent = carrier.and_then(|carrier| carrier.body);
            let Some(kind) = kind(body.joint.kind) else {
                let pose = shortening::pose(before.then(&after));
                tree.merge(body, parent, &pose, symbols, diagnostics);
                carriers.push(Carrier { body: parent, pose });
                continue;
            };
            carriers.push(Carrier {
                body: Some(tree.moving.len()),
                pose: Pose::identity(),
            });
            let name = body.joint.name.value.clone();
            let joint = Joint {
                name,
                kind,
                axis,
                limits: limits(&body.joint.limits),
            };
            tree.drives.push(&body.joint.drive);
            tree.nominal
                .push(body.inertia.as_ref().map(nominal::standard));
            tree.moving.push(Body {
                name: body.name.value.clone(),
                parent,
                joint,
                before,
                after,
            });
        }
        Some(tree)
    }

    /// Adds a fixed body's nominal inertia to the body that it is part of.
    fn merge(
        &mut self,
        body: &description::Body,
        parent: Option<usize>,
        pose: &Pose,
        symbols: &[Symbol],
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
            .map(|length| number(length, symbols));
        let moved = nominal::moved(&nominal::standard(inertia), &pose.rotation, &shift);
        if let Some(sum) = &mut self.nominal[parent] {
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
    fn parameters(&self, motors: &[description::Motor]) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        for (body, (moving, nominal)) in self.moving.iter().zip(&self.nominal).enumerate() {
            for (component, symbol) in INERTIAL_SYMBOLS.iter().enumerate() {
                let kind = ParameterKind::Inertial { body, component };
                parameters.push(Parameter {
                    name: format!("{symbol}_{}", moving.name),
                    unit: kind.unit(false),
                    kind,
                    nominal: nominal.as_ref().map(|nominal| nominal[component].clone()),
                });
            }
        }
        for (i, (body, terms)) in self.moving.iter().zip(&self.drives).enumerate() {
            let slides = body.joint.kind == JointKind::Prismatic;
            drive(
                &mut parameters,
                &body.joint.name,
                terms,
                Site::Joint(i),
                slides,
            );
        }
        for (k, motor) in motors.iter().enumerate() {
            drive(
                &mut parameters,
                &motor.name.value,
                &motor.drive,
                Site::Motor(k),
                false,
            );
        }
        parameters
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
