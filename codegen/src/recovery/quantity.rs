//! What may be unknown: physical parameters of bodies, lengths that are symbols, drive parameters.

use super::physical::physical_symbol;
use crate::algebra::{Atom, BodyIndex, ConstantIndex, ParameterIndex, Rational, Symbol};
use crate::mechanism::{Inertial, Mechanism, ParameterKind, RigidBody};

/// A physical quantity that the base parameters may depend on.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// `m_a`, `tx_a`, `Jxx_a`, the constant's name, `Ia_m1`.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// What it is.
    pub kind: QuantityKind,
    /// The variable that stands for it.
    pub atom: Atom,
    /// Its value in the file: from `physical`, `standard` or `constants`.
    pub nominal: Option<Rational>,
    /// What it costs to know it.
    pub cost: Rational,
}

/// What a physical quantity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantityKind {
    /// One of the ten of a body.
    Body {
        /// The body.
        body: BodyIndex,
        /// Which of them.
        component: Inertial,
    },
    /// A symbolic constant.
    Length(ConstantIndex),
    /// A parameter of a drive.
    Drive(ParameterIndex),
}

impl Quantity {
    /// Whether physics wants it to be positive: a mass, a moment of inertia, an inertia of a drive.
    #[must_use]
    pub fn is_positive(&self, mechanism: &Mechanism) -> bool {
        match self.kind {
            QuantityKind::Body { component, .. } => component.is_positive(),
            QuantityKind::Length(_) => false,
            QuantityKind::Drive(k) => mechanism.parameters[k].kind.is_never_negative(),
        }
    }

    /// Whether it is the mass of a body.
    #[must_use]
    pub fn is_mass(&self) -> bool {
        matches!(
            self.kind,
            QuantityKind::Body {
                component: Inertial::Mass,
                ..
            }
        )
    }
}

/// Every quantity of a mechanism: bodies in their order, then lengths, then drives.
#[must_use]
pub(super) fn quantities(mechanism: &Mechanism) -> Vec<Quantity> {
    let parameters = mechanism.parameters.places();
    let (bodies, drives): (Vec<Quantity>, Vec<Quantity>) = parameters
        .map(|k| of_parameter(mechanism, k))
        .partition(|quantity| matches!(quantity.kind, QuantityKind::Body { .. }));
    let lengths = mechanism
        .constants
        .enumerate()
        .map(|(i, constant)| Quantity {
            name: constant.name.clone(),
            unit: constant.unit.clone(),
            kind: QuantityKind::Length(i),
            atom: Atom::Symbol(Symbol::Constant(i)),
            nominal: Some(constant.value.clone()),
            cost: mechanism.recovery.costs.length.clone(),
        });
    bodies.into_iter().chain(lengths).chain(drives).collect()
}

/// The quantity in the place of a standard parameter.
fn of_parameter(mechanism: &Mechanism, index: ParameterIndex) -> Quantity {
    let parameter = &mechanism.parameters[index];
    let costs = &mechanism.recovery.costs;
    let (kind, unit, cost, nominal) = match parameter.kind {
        ParameterKind::Inertial { body, component } => {
            let (unit, cost) = match component {
                Inertial::Moment(_) => ("m", &costs.centre),
                Inertial::Mass => (parameter.unit, &costs.mass),
                Inertial::Inertia(..) => (parameter.unit, &costs.inertia),
            };
            let kind = QuantityKind::Body { body, component };
            (kind, unit, cost, nominal(mechanism, body, component))
        }
        _ => {
            let nominal = parameter.nominal.clone();
            (
                QuantityKind::Drive(index),
                parameter.unit,
                &costs.drive,
                nominal,
            )
        }
    };
    Quantity {
        name: parameter.physical.clone(),
        unit: unit.to_owned(),
        kind,
        atom: physical_symbol(mechanism, index),
        nominal,
        cost: cost.clone(),
    }
}

/// The physical value behind the nominal standard parameters of a body. A body without mass has no
/// centre.
fn nominal(mechanism: &Mechanism, body: BodyIndex, component: Inertial) -> Option<Rational> {
    let standard = |component| {
        let index = mechanism.inertial(body, component)?;
        mechanism.parameters[index].nominal.clone()
    };
    standard(component)?;
    let body = RigidBody::from(Inertial::ALL.map(|c| standard(c).unwrap_or_default()));
    let centre = body.centre();
    match (component, centre) {
        (Inertial::Moment(axis), centre) => Some(centre?[axis.at()].clone()),
        (_, Some(centre)) => Some(
            body.displaced(&centre.map(|x| -x))
                .component(component)
                .clone(),
        ),
        _ => Some(body.component(component).clone()),
    }
}
