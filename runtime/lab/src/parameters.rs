//! Parameters by name: a YAML map of standard or physical parameters, as a parameter vector.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use nalgebra::DMatrix;
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};

use super::suggestion::suggestion;
use armwright_runtime::{Inertial, Model, ParameterKind};

/// A fault of a parameters file.
#[derive(Debug, thiserror::Error)]
pub enum ParameterError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not a map from names to numbers.
    #[error("{}: {what}; a parameters file maps names to numbers, `m_a: 4.0`", path.display())]
    NotAMap {
        /// The file.
        path: PathBuf,
        /// What the reader found.
        what: String,
    },
    /// A name that the robot does not have.
    #[error("{}: {robot} has no parameter `{name}`{suggestion}", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The robot.
        robot: String,
        /// The name.
        name: String,
        /// Names that it may have meant.
        suggestion: String,
    },
    /// A value that is not finite.
    #[error("{}: `{name}` is not a finite number", path.display())]
    NotFinite {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// Standard and physical parameters of one body.
    #[error(
        "{}: body {body} has both standard ({standard}) and physical ({physical}) parameters: give \
         one kind, because first moments and inertias follow from the other",
        path.display()
    )]
    Mixed {
        /// The file.
        path: PathBuf,
        /// The body.
        body: String,
        /// A standard parameter that was given.
        standard: String,
        /// A physical parameter that was given.
        physical: String,
    },
}

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

/// Reads a parameters file: standard parameters (`p`) in the model's order; 0 for names left out.
///
/// # Errors
/// [`ParameterError`].
pub fn read(path: &Path, model: &Model) -> Result<Vec<f64>, ParameterError> {
    vector(path, &named(path)?.0, model)
}

/// Reads a parameters file for what it says and no more (`p`): `None` for parameters of drives that
/// are left out, and for bodies of which nothing is said.
///
/// # Errors
/// [`ParameterError`].
pub fn read_known(path: &Path, model: &Model) -> Result<Vec<Option<f64>>, ParameterError> {
    let given = named(path)?.0;
    let theta = vector(path, &given, model)?;
    let bodies = bodies(model);
    let mut known = vec![false; theta.len()];
    for name in given.keys() {
        let body = match find(model, name) {
            Some(Identity::Standard(place)) => {
                known[place] = true;
                match model.parameters[place].kind {
                    ParameterKind::Inertial { body, .. } => Some(body),
                    _ => None,
                }
            }
            Some(Identity::Physical(body, _)) => Some(body),
            None => None,
        };
        // Of a body of which something is said, the rest is 0.
        let places = body.map(|body| bodies[body].1);
        for place in places.into_iter().flatten().flatten() {
            known[place] = true;
        }
    }
    let values = theta.into_iter().zip(known);
    Ok(values
        .map(|(value, known)| known.then_some(value))
        .collect())
}

fn named(path: &Path) -> Result<Named, ParameterError> {
    let text = std::fs::read_to_string(path).map_err(|source| ParameterError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    serde_yaml::from_str(&text).map_err(|error| ParameterError::NotAMap {
        path: path.to_owned(),
        what: error.to_string(),
    })
}

/// A map from names to numbers in which no name stands twice (YAML forbids it, readers of it
/// rarely mind).
struct Named(BTreeMap<String, f64>);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Once;
        impl<'de> Visitor<'de> for Once {
            type Value = Named;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map from parameter names to numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
                let mut named = BTreeMap::new();
                while let Some((name, value)) = map.next_entry::<String, f64>()? {
                    if named.contains_key(&name) {
                        return Err(A::Error::custom(format!("`{name}` stands twice")));
                    }
                    named.insert(name, value);
                }
                Ok(Named(named))
            }
        }
        deserializer.deserialize_map(Once)
    }
}

fn vector(
    path: &Path,
    given: &BTreeMap<String, f64>,
    model: &Model,
) -> Result<Vec<f64>, ParameterError> {
    if let Some((name, _)) = given.iter().find(|(_, value)| !value.is_finite()) {
        return Err(ParameterError::NotFinite {
            path: path.to_owned(),
            name: name.clone(),
        });
    }
    let mut theta = vec![0.0; model.parameters.len()];
    // For each body what is given of it, in the order of its ten components.
    let mut standards = vec![[None; 10]; model.bodies.len()];
    let mut physicals = vec![[None; 10]; model.bodies.len()];
    for (name, &value) in given {
        match find(model, name) {
            Some(Identity::Standard(place)) => {
                theta[place] = value;
                if let ParameterKind::Inertial { body, component } = model.parameters[place].kind {
                    standards[body][component.at()] = Some(value);
                }
            }
            Some(Identity::Physical(body, component)) => {
                physicals[body][component.at()] = Some(value);
            }
            None => {
                return Err(ParameterError::Unknown {
                    path: path.to_owned(),
                    robot: model.name.to_owned(),
                    name: name.clone(),
                    suggestion: suggestion(name, model.parameters.iter().map(|p| p.name)),
                });
            }
        }
    }
    let given_of = |all: &[Option<f64>; 10]| {
        let components = Inertial::ALL.into_iter().skip(1);
        components.into_iter().find(|c| all[c.at()].is_some())
    };
    let given = physicals.into_iter().zip(standards);
    for ((body, places), (mut physical, standards)) in bodies(model).into_iter().zip(given) {
        let Some(one) = given_of(&physical) else {
            continue;
        };
        if let Some(other) = given_of(&standards) {
            return Err(ParameterError::Mixed {
                path: path.to_owned(),
                body: body.to_owned(),
                standard: format!("{}_{body}", other.standard()),
                physical: format!("{}_{body}", one.physical()),
            });
        }
        physical[0] = standards[0];
        let written = physical.map(|value| value.unwrap_or(0.0));
        for (place, x) in places.into_iter().zip(standard(written)) {
            if let Some(place) = place {
                theta[place] = x;
            }
        }
    }
    Ok(theta)
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

#[cfg(test)]
mod tests {
    use super::{physical, standard};

    #[test]
    fn physical_parameters_come_back() {
        let put = [2.0, 0.1, -0.2, 0.3, 0.4, 0.01, -0.02, 0.5, 0.03, 0.6];
        let back = physical(standard(put)).unwrap();
        assert!(put.iter().zip(back).all(|(a, b)| (a - b).abs() < 1e-14));
        assert_eq!(physical([0.0; 10]), None);
    }

    #[test]
    fn inertia_moves_to_the_origin_by_steiner() {
        // A point mass of 2 kg at (1, 2, 3): its inertia is 2 (|t|² 1 - t tᵀ).
        let moved = standard([2.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(
            moved,
            [2.0, 2.0, 4.0, 6.0, 26.0, -4.0, -6.0, 20.0, -12.0, 10.0]
        );
    }
}
