//! From standard to physical parameters: centres of mass, and inertia about them.
//!
//! `h = m t` and `L = J + m (|t|² 1 - t tᵀ)` (Steiner). Standard parameters make torque linear;
//! physical ones are what people measure and what the ABB paper's coefficients are written in.

use crate::algebra::{Atom, BodyIndex, ParameterIndex, Poly, Symbol};
use crate::mechanism::{Axis, Inertial, Mechanism, ParameterKind};

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
    poly.substitute(|atom| match atom {
        Atom::Symbol(Symbol::Standard(parameter)) => value(mechanism, parameter),
        other => Poly::atom(other),
    })
}

/// A standard parameter in terms of physical ones.
fn value(mechanism: &Mechanism, parameter: ParameterIndex) -> Poly {
    let own = Poly::atom(physical_symbol(mechanism, parameter));
    let ParameterKind::Inertial { body, component } = mechanism.parameters[parameter].kind else {
        return own;
    };
    let of_body = |component| of_body(mechanism, body, component);
    let centre = |axis| of_body(Inertial::Moment(axis));
    match component {
        Inertial::Mass => own,
        Inertial::Moment(_) => &of_body(Inertial::Mass) * &own,
        Inertial::Inertia(i, j) => {
            let mut steiner = -&(&centre(i) * &centre(j));
            if i == j {
                for axis in Axis::ALL {
                    steiner = &steiner + &(&centre(axis) * &centre(axis));
                }
            }
            &own + &(&of_body(Inertial::Mass) * &steiner)
        }
    }
}

/// A physical parameter of a body; zero if it has no such parameter.
fn of_body(mechanism: &Mechanism, body: BodyIndex, component: Inertial) -> Poly {
    mechanism
        .inertial(body, component)
        .map_or_else(Poly::zero, |parameter| {
            Poly::atom(physical_symbol(mechanism, parameter))
        })
}
