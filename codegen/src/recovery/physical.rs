//! From standard to physical parameters: centres of mass, and inertia about them.
//!
//! `h = m t` and `L = J + m (|t|² 1 - t tᵀ)` (Steiner). Standard parameters make torque linear;
//! physical ones are what people measure and what the ABB paper's coefficients are written in.

use crate::algebra::{Atom, Poly};
use crate::mechanism::{Mechanism, ParameterKind};

/// Symbols of the ten physical parameters of a body, in the order of the standard ones.
pub const PHYSICAL: [&str; 10] = [
    "m", "tx", "ty", "tz", "Jxx", "Jxy", "Jxz", "Jyy", "Jyz", "Jzz",
];

/// The elements of a symmetric tensor in the order of the parameters: `xx, xy, xz, yy, yz, zz`.
pub(super) const ELEMENTS: [(usize, usize); 6] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];

/// The symbol of the physical parameter that stands in the place of a standard one; symbols of
/// geometry come first, then those of standard parameters. A mass is the same in both.
#[must_use]
pub fn physical_symbol(mechanism: &Mechanism, parameter: usize) -> Atom {
    let first = mechanism.symbols.len();
    let index = match mechanism.parameters[parameter].kind {
        ParameterKind::Inertial { component, .. } if component > 0 => {
            first + mechanism.parameters.len() + parameter
        }
        _ => first + parameter,
    };
    Atom::Symbol(u16::try_from(index).unwrap_or(u16::MAX))
}

/// A polynomial in standard parameters, written in physical ones.
#[must_use]
pub fn in_physical(mechanism: &Mechanism, poly: &Poly) -> Poly {
    let symbols = mechanism.symbols.len();
    poly.substitute(|atom| match atom {
        Atom::Symbol(i) if usize::from(i) >= symbols => value(mechanism, usize::from(i) - symbols),
        other => Poly::atom(other),
    })
}

/// A standard parameter in terms of physical ones.
fn value(mechanism: &Mechanism, parameter: usize) -> Poly {
    let symbol = |index| Poly::atom(physical_symbol(mechanism, index));
    let Some(parameter_of_body) = mechanism.parameters.get(parameter) else {
        return Poly::atom(Atom::Symbol(
            u16::try_from(mechanism.symbols.len() + parameter).unwrap_or(u16::MAX),
        ));
    };
    let ParameterKind::Inertial { component, .. } = parameter_of_body.kind else {
        return symbol(parameter);
    };
    let mass = parameter - component;
    let centre = |axis: usize| symbol(mass + 1 + axis);
    match component {
        0 => symbol(parameter),
        1..=3 => &symbol(mass) * &symbol(parameter),
        _ => {
            let (i, j) = ELEMENTS[component - 4];
            let mut steiner = -&(&centre(i) * &centre(j));
            if i == j {
                for axis in 0..3 {
                    steiner = &steiner + &(&centre(axis) * &centre(axis));
                }
            }
            &symbol(parameter) + &(&symbol(mass) * &steiner)
        }
    }
}
