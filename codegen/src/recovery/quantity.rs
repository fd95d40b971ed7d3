//! What may be unknown: physical parameters of bodies, lengths that are symbols, drive parameters.

use super::physical::{PHYSICAL, physical_symbol};
use crate::algebra::{Atom, Rational};
use crate::mechanism::{Mechanism, ParameterKind};

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
    /// One of the ten of a body: `m, tx, ty, tz, Jxx, Jxy, Jxz, Jyy, Jyz, Jzz`.
    Body {
        /// Index of the body.
        body: usize,
        /// 0 to 9, in the order above.
        component: usize,
    },
    /// The symbolic constant with this index.
    Length(usize),
    /// The drive parameter with this index among the standard parameters.
    Drive(usize),
}

impl Quantity {
    /// Whether physics wants it to be positive: a mass, a moment of inertia, an inertia of a drive.
    #[must_use]
    pub fn is_positive(&self, mechanism: &Mechanism) -> bool {
        match self.kind {
            QuantityKind::Body { component, .. } => matches!(component, 0 | 4 | 7 | 9),
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
        matches!(self.kind, QuantityKind::Body { component: 0, .. })
    }
}

/// Every quantity of a mechanism: bodies in their order, then lengths, then drives.
#[must_use]
pub(super) fn quantities(mechanism: &Mechanism) -> Vec<Quantity> {
    let bodies = (0..mechanism.parameters.len())
        .filter(|&k| is_inertial(mechanism, k))
        .map(|k| of_parameter(mechanism, k));
    let lengths = mechanism
        .symbols
        .iter()
        .enumerate()
        .map(|(i, symbol)| Quantity {
            name: symbol.name.clone(),
            unit: symbol.unit.clone(),
            kind: QuantityKind::Length(i),
            atom: Atom::Symbol(u16::try_from(i).unwrap_or(u16::MAX)),
            nominal: Some(symbol.value.clone()),
            cost: mechanism.recovery.costs.length.clone(),
        });
    let drives = (0..mechanism.parameters.len())
        .filter(|&k| !is_inertial(mechanism, k))
        .map(|k| of_parameter(mechanism, k));
    bodies.chain(lengths).chain(drives).collect()
}

fn is_inertial(mechanism: &Mechanism, parameter: usize) -> bool {
    matches!(
        mechanism.parameters[parameter].kind,
        ParameterKind::Inertial { .. }
    )
}

/// The quantity in the place of a standard parameter.
fn of_parameter(mechanism: &Mechanism, index: usize) -> Quantity {
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
        0 => ("kg", &costs.mass),
        1..=3 => ("m", &costs.centre),
        _ => ("kg·m²", &costs.inertia),
    };
    Quantity {
        name: format!(
            "{}_{}",
            PHYSICAL[component.min(9)],
            mechanism.bodies[body].name
        ),
        unit: unit.to_owned(),
        kind: QuantityKind::Body { body, component },
        atom,
        nominal: nominal(mechanism, index, component),
        cost: cost.clone(),
    }
}

/// The physical value behind the nominal standard parameters of a body: `t = h/m`,
/// `J = L - m (|t|² 1 - t tᵀ)`. A body without mass has no centre.
fn nominal(mechanism: &Mechanism, index: usize, component: usize) -> Option<Rational> {
    let standard = |component: usize| {
        let at = index - index_of(mechanism, index) + component;
        mechanism.parameters.get(at)?.nominal.clone()
    };
    let mass = standard(0)?;
    match component {
        0 => Some(mass),
        1..=3 => &standard(component)? / &mass,
        _ => {
            let about_origin = standard(component)?;
            if mass.is_zero() {
                return Some(about_origin);
            }
            let (i, j) = super::physical::ELEMENTS[component - 4];
            let h = [standard(1)?, standard(2)?, standard(3)?];
            let mut steiner = -(&h[i] * &h[j]);
            if i == j {
                for moment in &h {
                    steiner = &steiner + &(moment * moment);
                }
            }
            Some(&about_origin - &(&steiner / &mass)?)
        }
    }
}

/// The component of an inertial parameter: how far it is from its body's mass.
fn index_of(mechanism: &Mechanism, parameter: usize) -> usize {
    match mechanism.parameters[parameter].kind {
        ParameterKind::Inertial { component, .. } => component,
        _ => 0,
    }
}
