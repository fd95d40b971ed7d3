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
    let terms =
        terms.map(|term| Some(term.coefficient * model.parameters[term.parameter].nominal?));
    let terms: Option<Vec<f64>> = terms.collect();
    terms.map(sum)
}

/// Whether a base parameter (index into [`Model::base`]) is one of inertia: of a body, a rotor or an armature. What these multiply is
/// kinetic and potential energy, with accelerations; of friction, offsets, springs and torques of the file it is power.
pub(crate) fn has_inertia(model: &Model, base: usize) -> bool {
    let kind = model.parameters[model.base[base].representative].kind;
    matches!(
        kind,
        ParameterKind::Inertial { .. } | ParameterKind::Inertia(_)
    )
}

/// What is left of terms that cancel is rounding if it is less than this part of them.
const ROUNDING: f64 = 1e-14;

/// The sum of terms; 0 where they cancel but for rounding.
pub(crate) fn sum(terms: impl IntoIterator<Item = f64>) -> f64 {
    let add = |(sum, size): (f64, f64), term: f64| (sum + term, size + term.abs());
    let (sum, size) = terms.into_iter().fold((0.0, 0.0), add);
    // What is beyond all numbers is no rounding of itself.
    match sum.is_finite() && sum.abs() <= ROUNDING * size {
        true => 0.0,
        false => sum,
    }
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
        sum([jxx, m * (y * y + z * z)]),
        sum([jxy, -m * x * y]),
        sum([jxz, -m * x * z]),
        sum([jyy, m * (x * x + z * z)]),
        sum([jyz, -m * y * z]),
        sum([jzz, m * (x * x + y * y)]),
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
        sum([lxx, -m * (y * y + z * z)]),
        sum([lxy, m * x * y]),
        sum([lxz, m * x * z]),
        sum([lyy, -m * (x * x + z * z)]),
        sum([lyz, m * y * z]),
        sum([lzz, -m * (x * x + y * y)]),
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
    use armwright_runtime::{Axis, BaseParameter, Inertial, Model, Term};

    use super::*;
    use crate::regression::by_hand::{BASE, MODEL};

    #[test]
    fn nominal_values_are_those_of_the_file() {
        assert_eq!(nominal(&MODEL), [4.0, -0.8, 0.5, 3.0, 0.2, 0.7, 0.0]);
        assert_eq!(without_nominal(&MODEL).collect::<Vec<_>>(), ["fo_j2"]);
        let base: Vec<Option<f64>> = (0..6).map(|k| nominal_base(&MODEL, k)).collect();
        // 0.5 + 0.25 · 4 and -0.8 + 0.5 · 4.
        let expected = [Some(1.5), Some(1.2), Some(3.0), Some(0.2), Some(0.7), None];
        assert_eq!(base, expected);
    }

    #[test]
    fn base_parameters_are_combinations() {
        let matrix = base_matrix(&MODEL);
        assert_eq!((matrix.nrows(), matrix.ncols()), (6, 7));
        let row = |k: usize| matrix.row(k).iter().copied().collect::<Vec<f64>>();
        assert_eq!(row(0), [0.25, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(row(1), [0.5, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(row(5), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn sums_of_what_is_never_negative_are_not_either() {
        let of = |model: &Model| (0..6).map(|k| never_negative(model, k)).collect::<Vec<_>>();
        assert_eq!(of(&MODEL), [true, false, true, true, true, false]);
        let mut base = BASE;
        let less: &'static [Term] = Box::leak(Box::new([
            Term {
                parameter: 2,
                coefficient: 1.0,
            },
            Term {
                parameter: 0,
                coefficient: -0.25,
            },
        ]));
        base[0] = BaseParameter {
            terms: less,
            ..base[0]
        };
        let model = Model {
            base: Box::leak(Box::new(base)),
            ..MODEL
        };
        assert!(!never_negative(&model, 0));
        let friction: Vec<bool> = (0..6).map(|k| is_friction(&MODEL, k)).collect();
        assert_eq!(friction, [false, false, false, true, true, true]);
    }

    #[test]
    fn names_stand_for_standard_and_physical_parameters() {
        for (name, expected) in [
            ("mx_a", Some(Identity::Standard(1))),
            ("m_b", Some(Identity::Standard(3))),
            ("fo_j2", Some(Identity::Standard(6))),
            (
                "tx_b",
                Some(Identity::Physical(1, Inertial::Moment(Axis::X))),
            ),
            (
                "Jyz_a",
                Some(Identity::Physical(0, Inertial::Inertia(Axis::Y, Axis::Z))),
            ),
            ("mx_c", None),
        ] {
            assert_eq!(find(&MODEL, name), expected, "{name}");
        }
        let names: Vec<String> = physical_names(&MODEL).map(|(name, ..)| name).collect();
        assert_eq!(names.len(), 20);
        assert_eq!((names[3].as_str(), names[14].as_str()), ("tz_a", "Jxx_b"));
    }

    #[test]
    fn bodies_have_their_parameters_by_component() {
        let [mut a, mut b] = [[None; 10]; 2];
        (a[0], a[1], a[9], b[0]) = (Some(0), Some(1), Some(2), Some(3));
        assert_eq!(bodies(&MODEL), [("a", a), ("b", b)]);
        // Of a body with all ten.
        let robot = &armwright_robots::double_pendulum::ROBOT;
        let model = armwright_runtime::Robot::model(robot);
        let places = bodies(model)[1].1;
        let found = nominal_physical(model, &places).expect("all ten");
        // Those of its file: mass, centre, inertia.
        let expected = [1.8, 0.14, 0.0, 0.015, 0.003, 0.0, -0.0006, 0.021, 0.0, 0.02];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
        }
        assert_eq!(nominal_physical(&MODEL, &a), None);
    }

    /// `1.1 * 0.06 * 0.031` less itself by way of the first moments is 4.3e-19 in floats.
    #[test]
    fn what_rounding_leaves_of_terms_that_cancel_is_zero() {
        let own = [1.1, 0.06, -0.031, 0.013, 0.02, 0.0, 0.0, 0.03, 0.0, 0.025];
        let there = standard(own);
        let back = physical(there).expect("a body");
        assert_eq!([back[5], back[6], back[8]], [0.0; 3]);
        let [m, mx, my, ..] = there;
        let plain = there[5] + m * (mx / m) * (my / m);
        assert_ne!(plain, 0.0, "nothing is left over here");
        assert_eq!(sum([0.1, 0.2, -0.3]), 0.0);
        // Rounding is that of the largest, wherever it stands.
        assert_eq!(sum([1e3, 0.1, -1e3, -0.1]), 0.0);
        // However small, what is no rounding stays.
        assert_eq!(sum([1e-20]), 1e-20);
        assert!(sum([1.0, -1.0 + 1e-13]) > 0.9e-13);
        // Neither does what is beyond all numbers.
        assert_eq!(sum([f64::INFINITY, -1.0]), f64::INFINITY);
        assert_eq!(sum([1e308, 1e308]), f64::INFINITY);
        assert_eq!(sum([-1e308, -1e308, 1.0]), f64::NEG_INFINITY);
    }

    /// A number that is none makes none of the others a body's; neither does a mass that is not above 0.
    #[test]
    fn what_is_no_body_has_no_physical_parameters() {
        let body = standard([2.0, 0.1, 0.2, -0.3, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0]);
        assert!(physical(body).is_some());
        for place in 0..10 {
            for value in [f64::NAN, f64::INFINITY] {
                let mut broken = body;
                broken[place] = value;
                assert_eq!(physical(broken), None, "{place} {value}");
            }
        }
        for mass in [0.0, -2.0] {
            assert_eq!(
                physical([&[mass][..], &body[1..]].concat().try_into().expect("ten")),
                None
            );
        }
    }

    /// Two masses, of 1 kg at (1, 2, 3) and of 2 kg at (-1, 0, 1): sums over both.
    #[test]
    fn inertia_about_the_origin_is_that_of_points() {
        let points = [(1.0, [1.0, 2.0, 3.0]), (2.0, [-1.0, 0.0, 1.0])];
        let sum =
            |of: &dyn Fn([f64; 3]) -> f64| -> f64 { points.iter().map(|(m, p)| m * of(*p)).sum() };
        let about = |c: [f64; 3]| {
            let at = move |p: [f64; 3], k: usize| p[k] - c[k];
            let square = |i: usize, j: usize| sum(&|p| at(p, i).powi(2) + at(p, j).powi(2));
            let product = |i: usize, j: usize| -sum(&|p| at(p, i) * at(p, j));
            [
                square(1, 2),
                product(0, 1),
                product(0, 2),
                square(0, 2),
                product(1, 2),
                square(0, 1),
            ]
        };
        let mass = sum(&|_| 1.0);
        let moments = [0, 1, 2].map(|k| sum(&|p| p[k]));
        let centre = moments.map(|x| x / mass);
        let ten = |first: [f64; 3], tensor: [f64; 6]| {
            let mut all = [mass; 10];
            all[1..4].copy_from_slice(&first);
            all[4..].copy_from_slice(&tensor);
            all
        };
        let (own, origin) = (ten(centre, about(centre)), ten(moments, about([0.0; 3])));
        let near = |found: [f64; 10], expected: [f64; 10]| {
            let off = found.iter().zip(expected).map(|(x, y)| (x - y).abs());
            assert!(
                off.fold(0.0, f64::max) < 1e-12,
                "{found:?} for {expected:?}"
            );
        };
        near(standard(own), origin);
        near(physical(origin).expect("a body"), own);
        // A point has no inertia about itself.
        let point = [2.0, 1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let about = [2.0, 2.0, 4.0, 6.0, 26.0, -4.0, -6.0, 20.0, -12.0, 10.0];
        assert_eq!((standard(point), physical(about)), (about, Some(point)));
        assert_eq!(physical([0.0; 10]), None);
        let mut lighter = origin;
        lighter[0] = -1.0;
        assert_eq!(physical(lighter), None);
    }
}
