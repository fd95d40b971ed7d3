//! From standard to physical parameters: centres of mass, and inertia about them.
//!
//! `h = m t` and `L = J + m (|t|² 1 - t tᵀ)` (Steiner). Standard parameters make torque linear;
//! physical ones are what people measure and what the ABB paper's coefficients are written in.

use std::collections::BTreeMap;

use crate::algebra::{Atom, ParameterIndex, Poly, Symbol};
use crate::mechanism::{Axis, Inertial, Mechanism, ParameterKind, RigidBody};

/// The symbol of the physical parameter that stands in the place of a standard one. A mass and a
/// parameter of a drive are the same in both.
#[must_use]
pub fn physical_symbol(mechanism: &Mechanism, parameter: ParameterIndex) -> Atom {
    Atom::Symbol(match mechanism.parameters[parameter].kind {
        ParameterKind::Inertial { component, .. } if component != Inertial::Mass => {
            Symbol::Physical(parameter)
        }
        _ => Symbol::Standard(parameter),
    })
}

/// A polynomial in standard parameters, written in physical ones.
#[must_use]
pub fn in_physical(mechanism: &Mechanism, poly: &Poly) -> Poly {
    let value = |atom| match atom {
        Atom::Symbol(Symbol::Standard(parameter)) => value(mechanism, parameter),
        other => Poly::atom(other),
    };
    let values = poly.atoms().into_iter().map(|atom| (atom, value(atom)));
    let values: BTreeMap<Atom, Poly> = values.collect();
    poly.substitute(|atom| values[&atom].clone())
}

/// A standard parameter in terms of physical ones.
fn value(mechanism: &Mechanism, parameter: ParameterIndex) -> Poly {
    let ParameterKind::Inertial { body, component } = mechanism.parameters[parameter].kind else {
        return Poly::atom(physical_symbol(mechanism, parameter));
    };
    let symbol = |component| {
        let parameter = mechanism.inertial(body, component);
        parameter.map_or_else(Poly::zero, |parameter| {
            Poly::atom(physical_symbol(mechanism, parameter))
        })
    };
    let centred = RigidBody::from(Inertial::ALL.map(|component| match component {
        Inertial::Moment(_) => Poly::zero(),
        _ => symbol(component),
    }));
    let centre = Axis::ALL.map(|axis| symbol(Inertial::Moment(axis)));
    centred.shifted(&centre).component(component).clone()
}
