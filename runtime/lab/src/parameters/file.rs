//! Parameters by name: a YAML map of standard or physical parameters, as a parameter vector.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};

use super::{Identity, bodies, find, standard};
use crate::suggestion::suggestion;
use crate::unread::Unreadable;
use armwright_runtime::{Inertial, Model, ParameterKind};

/// A fault of a parameters file.
#[derive(Debug, thiserror::Error)]
pub enum ParameterError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
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
    let text = std::fs::read_to_string(path).map_err(Unreadable::of(path))?;
    let refused = |what: String| ParameterError::NotAMap {
        path: path.to_owned(),
        what,
    };
    let found: Named = serde_yaml::from_str(&text).map_err(|error| refused(error.to_string()))?;
    // Who means that all are 0 writes `{}`.
    match found.0.is_empty() && !text.contains('{') {
        true => Err(refused("nothing is in it".to_owned())),
        false => Ok(found),
    }
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

#[cfg(test)]
mod tests {
    use super::{ParameterError, read, read_known};
    use crate::regression::by_hand::MODEL;

    /// What is read of a text, or why not, without the folder.
    fn of<T>(
        text: &str,
        read: fn(&std::path::Path, &armwright_runtime::Model) -> Result<T, ParameterError>,
    ) -> Result<T, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("values.yaml");
        std::fs::write(&path, text).expect("a temporary file");
        let shown = path.display().to_string();
        read(&path, &MODEL).map_err(|error| error.to_string().replace(&shown, "values.yaml"))
    }

    #[test]
    fn values_stand_where_their_names_do() {
        assert_eq!(
            of("mx_a: -2\nfo_j2: 0.5\nm_b: 7\n", read),
            Ok(vec![0.0, -2.0, 0.0, 7.0, 0.0, 0.0, 0.5])
        );
        // m t, and J + m (x² + y²).
        assert_eq!(
            of("m_a: 2\ntx_a: 0.5\nty_a: 3\nJzz_a: 0.25\n", read),
            Ok(vec![2.0, 1.0, 18.75, 0.0, 0.0, 0.0, 0.0])
        );
    }

    /// The first body is said nothing of: `m x`, and `m x²` about the other axes, of the second alone.
    #[test]
    fn each_body_has_the_inertia_that_is_its_own() {
        let robot = &armwright_robots::double_pendulum::ROBOT;
        let model = armwright_runtime::Robot::model(robot);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("values.yaml");
        std::fs::write(&path, "m_lower: 2\ntx_lower: 0.5\n").expect("a temporary file");
        let found = read(&path, model).expect("values");
        for (parameter, value) in model.parameters.iter().zip(&found) {
            let expected = match parameter.name {
                "m_lower" => 2.0,
                "mx_lower" => 1.0,
                "Lyy_lower" | "Lzz_lower" => 0.5,
                _ => 0.0,
            };
            assert_eq!(*value, expected, "{}", parameter.name);
        }
        assert!(found.contains(&1.0));
    }

    /// A file that was not written to its end, or not at all, is no robot without mass.
    #[test]
    fn a_file_with_nothing_in_it_is_refused() {
        for text in ["", "# m_a: 4.0\n"] {
            let refused = of(text, read).expect_err("nothing");
            assert!(
                refused.starts_with("values.yaml: nothing is in it; a parameters file maps"),
                "{refused}"
            );
        }
        assert_eq!(of("{}\n", read), Ok(vec![0.0; 7]));
    }

    #[test]
    fn of_a_body_of_which_something_is_said_the_rest_is_zero() {
        let found = of("mx_a: -2\nfv_j1: 0.5\n", read_known);
        let a = [Some(0.0), Some(-2.0), Some(0.0)];
        let drives = [None, None, Some(0.5), None];
        assert_eq!(found, Ok([&a[..], &drives[..]].concat()));
        let physical = of("tx_b: 0.1\n", read_known);
        let b = [None, None, None, Some(0.0), None, None, None];
        assert_eq!(physical, Ok(b.to_vec()));
    }

    #[test]
    fn faults_are_told_with_what_would_be_right() {
        for (text, expected) in [
            (
                "mx_aa: 1\n",
                "values.yaml: by_hand has no parameter `mx_aa`; did you mean mx_a, m_a?",
            ),
            ("m_a: .inf\n", "values.yaml: `m_a` is not a finite number"),
            (
                "Lzz_a: 1\nJxy_a: 2\ntz_a: 1\n",
                "values.yaml: body a has both standard (Lzz_a) and physical (tz_a) parameters: give one kind, because \
                 first moments and inertias follow from the other",
            ),
        ] {
            assert_eq!(of(text, read), Err(expected.to_owned()));
        }
        // Of either kind one is enough, the first behind the mass too.
        for (standard, physical) in [("mx_a", "tx_a"), ("Lzz_a", "tx_a"), ("mx_a", "Jzz_a")] {
            let mixed = of(&format!("{standard}: 1\n{physical}: 2\n"), read);
            let mixed = mixed.expect_err("two kinds");
            let told = format!(
                "body a has both standard ({standard}) and physical ({physical}) parameters"
            );
            assert!(mixed.contains(&told), "{mixed}");
        }
        let twice = of("m_a: 1\nm_a: 2\n", read).expect_err("a name that stands twice");
        assert!(
            twice.starts_with("values.yaml: `m_a` stands twice")
                && twice.ends_with("; a parameters file maps names to numbers, `m_a: 4.0`"),
            "{twice}"
        );
        let list = of("[1, 2]\n", read).expect_err("a list");
        assert!(
            list.contains("expected a map from parameter names to numbers"),
            "{list}"
        );
        let missing = read(std::path::Path::new("no such file"), &MODEL);
        let missing = missing.expect_err("no file").to_string();
        assert!(
            missing.starts_with("cannot read no such file: "),
            "{missing}"
        );
    }
}
