//! Parameters of a robot: nominal values, names, standard and physical ones; files of them.

mod file;

pub use file::{ParameterError, read, read_known};

use nalgebra::DMatrix;

use armwright_runtime::{Inertial, Model, ParameterKind};

/// Nominal values of the robot file; 0 where it has none.
#[must_use]
pub fn nominal(model: &Model) -> Vec<f64> {
    model
        .parameters
        .iter()
        .map(|parameter| parameter.nominal.unwrap_or(0.0))
        .collect()
}

/// A base parameter (index into [`Model::base`]) of the nominal values; none if one of them is
/// missing.
pub(crate) fn nominal_base(model: &Model, base: usize) -> Option<f64> {
    let terms = model.base[base].terms.iter();
    terms
        .map(|term| Some(term.coefficient * model.parameters[term.parameter].nominal?))
        .sum()
}

/// Whether no robot has a base parameter (index into [`Model::base`]) below zero: whether it is a sum, with
/// positive factors, of what cannot be negative (masses, moments of inertia, friction).
pub(crate) fn never_negative(model: &Model, base: usize) -> bool {
    model.base[base].terms.iter().all(|term| {
        term.coefficient > 0.0 && model.parameters[term.parameter].kind.is_never_negative()
    })
}

/// Base parameters as combinations of standard parameters: the matrix `P` (`b × p`) of
/// `beta = P theta`, with which a regressor of standard parameters is `Y = Y_b P`.
#[must_use]
pub fn base_matrix(model: &Model) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(model.base.len(), model.parameters.len());
    for (row, base) in model.base.iter().enumerate() {
        for term in base.terms {
            matrix[(row, term.parameter)] = term.coefficient;
        }
    }
    matrix
}

/// Names of parameters without a nominal value.
pub fn without_nominal(model: &Model) -> impl Iterator<Item = &str> {
    let parameters = model.parameters.iter();
    let missing = parameters.filter(|parameter| parameter.nominal.is_none());
    missing.map(|parameter| parameter.name)
}

/// What a name that a user typed stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Identity {
    /// The standard parameter in this place; a mass is one.
    Standard(usize),
    /// A physical parameter of a body, other than its mass.
    Physical(usize, Inertial),
}

/// The parameter of a name, standard or physical.
pub(crate) fn find(model: &Model, name: &str) -> Option<Identity> {
    match model.parameters.iter().position(|p| p.name == name) {
        Some(place) => Some(Identity::Standard(place)),
        None => physical_names(model)
            .find(|(known, ..)| known == name)
            .map(|(_, body, component)| Identity::Physical(body, component)),
    }
}

/// The names of all physical parameters of bodies, with what they stand for.
pub(crate) fn physical_names(model: &Model) -> impl Iterator<Item = (String, usize, Inertial)> {
    let bodies = model.bodies.iter().enumerate();
    bodies.flat_map(|(index, body)| {
        let name = move |c: Inertial| (format!("{}_{body}", c.physical()), index, c);
        Inertial::ALL.into_iter().map(name)
    })
}

/// Bodies by name, with the places of their ten parameters in the parameter vector.
pub(crate) fn bodies(model: &Model) -> Vec<(&str, [Option<usize>; 10])> {
    let mut bodies: Vec<_> = model
        .bodies
        .iter()
        .map(|name| (*name, [None; 10]))
        .collect();
    for (place, parameter) in model.parameters.iter().enumerate() {
        if let ParameterKind::Inertial { body, component } = parameter.kind
            && let Some((_, places)) = bodies.get_mut(body)
        {
            places[component.at()] = Some(place);
        }
    }
    bodies
}

/// Whether a base parameter (index into [`Model::base`]) is of friction, or an offset.
pub(crate) fn is_friction(model: &Model, base: usize) -> bool {
    let kind = model.parameters[model.base[base].representative].kind;
    kind.friction().is_some()
}

/// Standard parameters of a body from its physical ones: first moments `m t`, and the inertia
/// about the origin `L = J + m (|t|² 1 - t tᵀ)`.
#[must_use]
pub fn standard(physical: [f64; 10]) -> [f64; 10] {
    let [m, x, y, z, jxx, jxy, jxz, jyy, jyz, jzz] = physical;
    [
        m,
        m * x,
        m * y,
        m * z,
        jxx + m * (y * y + z * z),
        jxy - m * x * y,
        jxz - m * x * z,
        jyy + m * (x * x + z * z),
        jyz - m * y * z,
        jzz + m * (x * x + y * y),
    ]
}

/// Physical parameters of a body from its standard ones; none for a body without mass.
#[must_use]
pub fn physical(standard: [f64; 10]) -> Option<[f64; 10]> {
    let [m, mx, my, mz, lxx, lxy, lxz, lyy, lyz, lzz] = standard;
    let [x, y, z] = [mx / m, my / m, mz / m];
    let physical = [
        m,
        x,
        y,
        z,
        lxx - m * (y * y + z * z),
        lxy + m * x * y,
        lxz + m * x * z,
        lyy - m * (x * x + z * z),
        lyz + m * y * z,
        lzz - m * (x * x + y * y),
    ];
    (m > 0.0 && physical.iter().all(|value| value.is_finite())).then_some(physical)
}

/// Nominal physical parameters of a body with parameters at `places`, where the file has them all.
pub(crate) fn nominal_physical(model: &Model, places: &[Option<usize>; 10]) -> Option<[f64; 10]> {
    let mut standard = [0.0; 10];
    for (value, place) in standard.iter_mut().zip(places) {
        *value = model.parameters.get((*place)?)?.nominal?;
    }
    physical(standard)
}
