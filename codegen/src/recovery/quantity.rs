//! What may be unknown: physical parameters of bodies, lengths that are symbols, drive parameters.

use super::physical::physical_symbol;
use crate::algebra::{Atom, BodyIndex, ConstantIndex, ParameterIndex, Rational, Symbol};
use crate::mechanism::{Axis, Inertial, Mechanism, ParameterKind};

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
            QuantityKind::Drive(k) => !matches!(
                mechanism.parameters[k].kind,
                ParameterKind::Offset(_) | ParameterKind::Inertial { .. }
            ),
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
    let atom = physical_symbol(mechanism, index);
    let ParameterKind::Inertial { body, component } = parameter.kind else {
        return Quantity {
            name: parameter.name.clone(),
            unit: parameter.unit.to_owned(),
            kind: QuantityKind::Drive(index),
            atom,
            nominal: parameter.nominal.clone(),
            cost: costs.drive.clone(),
        };
    };
    let (unit, cost) = match component {
        Inertial::Mass => ("kg", &costs.mass),
        Inertial::Moment(_) => ("m", &costs.centre),
        Inertial::Inertia(..) => ("kg·m²", &costs.inertia),
    };
    Quantity {
        name: format!("{}_{}", component.physical(), mechanism.bodies[body].name),
        unit: unit.to_owned(),
        kind: QuantityKind::Body { body, component },
        atom,
        nominal: nominal(mechanism, body, component),
        cost: cost.clone(),
    }
}

/// The physical value behind the nominal standard parameters of a body: `t = h/m`,
/// `J = L - m (|t|² 1 - t tᵀ)`. A body without mass has no centre.
fn nominal(mechanism: &Mechanism, body: BodyIndex, component: Inertial) -> Option<Rational> {
    let standard = |component| {
        let index = mechanism.inertial(body, component)?;
        mechanism.parameters[index].nominal.clone()
    };
    let (own, mass) = (standard(component)?, standard(Inertial::Mass)?);
    match component {
        Inertial::Mass => Some(mass),
        Inertial::Moment(_) => &own / &mass,
        Inertial::Inertia(..) if mass.is_zero() => Some(own),
        Inertial::Inertia(i, j) => {
            let moment = |axis| standard(Inertial::Moment(axis));
            let mut steiner = -(&moment(i)? * &moment(j)?);
            if i == j {
                for axis in Axis::ALL {
                    steiner = &steiner + &(&moment(axis)? * &moment(axis)?);
                }
            }
            Some(&own - &(&steiner / &mass)?)
        }
    }
}
