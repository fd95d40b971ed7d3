//! Bodies that cannot exist: a mass or a moment of inertia below zero, or a moment of inertia
//! larger than the other two together.

use std::fmt;

use nalgebra::{Matrix3, SymmetricEigen};

use super::known::KnownValue;
use super::numbers::Recovered;
use crate::parameters::{Identity, find};
use crate::thresholds::CERTAIN;
use armwright_runtime::{Axis, Inertial, Model, ParameterKind, PhysicalKind};

/// A share of the size of the terms that rounding explains.
const ROUNDING: f64 = 1e-9;

/// A value with its standard deviation.
type Value = (f64, f64);

/// What is known of a body's mass and inertia, in the order of its ten components.
type Body = [Option<Value>; 10];

/// Which bodies cannot exist and by which parameters; none if all can.
pub(super) fn impossible(
    model: &Model,
    recovered: &[Recovered],
    known: &[KnownValue],
) -> Option<ImpossibleBodies> {
    let mut bodies = vec![[None; 10]; model.bodies.len()];
    for known in known {
        let (body, component) = match find(model, &known.name) {
            Some(Identity::Physical(body, component)) => (body, component),
            Some(Identity::Standard(place)) => match model.parameters[place].kind {
                ParameterKind::Inertial {
                    body,
                    component: Inertial::Mass,
                } => (body, Inertial::Mass),
                _ => continue,
            },
            None => continue,
        };
        bodies[body][component.at()] = Some((known.value, known.std));
    }
    for one in recovered {
        if let PhysicalKind::Body { body, component } = one.kind {
            bodies[body][component.at()] = one.std.map(|std| (one.value, std));
        }
    }
    let bodies = model.bodies.iter().zip(&bodies);
    let found = bodies.filter_map(|(body, values)| {
        let faults = faults(body, values);
        (!faults.is_empty()).then(|| format!("no body has {} (body {body})", faults.join(", ")))
    });
    let found: Vec<String> = found.collect();
    (!found.is_empty()).then_some(ImpossibleBodies(found))
}

/// Bodies that cannot exist, each with the parameters that say so.
#[derive(Debug, Clone, PartialEq)]
pub struct ImpossibleBodies(pub Vec<String>);

impl fmt::Display for ImpossibleBodies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bodies = self.0.join("; ");
        write!(f, "{bodies}: a known value is wrong, or the recording")
    }
}

/// Four significant digits.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.3e}").parse().unwrap_or(value)
}

/// What is impossible of one body. Axes of the body come first, because they have names; principal
/// axes only where those show nothing.
fn faults(body: &str, values: &Body) -> Vec<String> {
    let mut found = Vec::new();
    let value = |component: Inertial| values[component.at()];
    let name = |component: Inertial| format!("{}_{body}", component.physical());
    for component in Inertial::ALL.into_iter().filter(|c| c.is_positive()) {
        if let Some(one) = value(component)
            && negative(&[(1.0, one)])
        {
            found.push(format!("{} = {}", name(component), rounded(one.0)));
        }
    }
    let diagonal = Axis::ALL.map(|axis| {
        let component = Inertial::Inertia(axis, axis);
        value(component).map(|value| (name(component), value))
    });
    if let ([Some(x), Some(y), Some(z)], true) = (&diagonal, found.is_empty()) {
        for (large, one, other) in [(x, y, z), (y, z, x), (z, x, y)] {
            if negative(&[(1.0, one.1), (1.0, other.1), (-1.0, large.1)]) {
                found.push(format!(
                    "{} = {} above {} + {} = {}",
                    large.0,
                    rounded(large.1.0),
                    one.0,
                    other.0,
                    rounded(one.1.0 + other.1.0)
                ));
            }
        }
    }
    if found.is_empty() {
        found.extend(principal(body, values));
    }
    found
}

/// The same of the principal moments, where the whole inertia is there.
fn principal(body: &str, values: &Body) -> Option<String> {
    let mut inertia = Matrix3::zeros();
    let mut deviation = Matrix3::zeros();
    for a in Axis::ALL {
        for b in Axis::ALL {
            let place = (a.at(), b.at());
            (inertia[place], deviation[place]) = values[Inertial::inertia(a, b).at()]?;
        }
    }
    if inertia.iter().any(|x: &f64| !x.is_finite()) {
        return None;
    }
    let eigen = SymmetricEigen::new(inertia);
    let largest = eigen.eigenvalues.imax();
    // What the other two have over the largest, `sum W ∘ J` with W = 1 - 2 v vᵀ.
    let axis = eigen.eigenvectors.column(largest);
    let weights = Matrix3::identity() - 2.0 * axis * axis.transpose();
    let entries = weights.iter().zip(inertia.iter().zip(deviation.iter()));
    let terms: Vec<(f64, Value)> = entries.map(|(w, (x, std))| (*w, (*x, *std))).collect();
    negative(&terms).then(|| {
        let moments = eigen.eigenvalues;
        format!(
            "the principal moments {}, {} and {} of Jxx_{body} to Jzz_{body}, of which \
             one is larger than the others together",
            rounded(moments[0]),
            rounded(moments[1]),
            rounded(moments[2])
        )
    })
}

/// Whether a sum of weighted values lies below zero by more than chance and rounding explain. The
/// deviation of the sum is at most the sum of deviations, however the values err together.
fn negative(terms: &[(f64, Value)]) -> bool {
    let sum: f64 = terms.iter().map(|(w, (x, _))| w * x).sum();
    let size: f64 = terms.iter().map(|(w, (x, _))| (w * x).abs()).sum();
    let std: f64 = terms.iter().map(|(w, (_, std))| w.abs() * std).sum();
    // A single exact value below zero has no rounding to excuse it.
    let rounding = if terms.len() > 1 {
        ROUNDING * size
    } else {
        0.0
    };
    sum < -CERTAIN * std - rounding
}

#[cfg(test)]
mod tests {
    use super::{Recovered, faults, impossible, negative, rounded};
    use crate::interpret::KnownValue;
    use armwright_robots::double_pendulum;
    use armwright_runtime::{Axis, Inertial, PhysicalKind, Robot};

    fn of(values: [f64; 6], std: f64) -> String {
        let mut body = [None; 10];
        for (known, value) in body[4..].iter_mut().zip(values) {
            *known = Some((value, std));
        }
        faults("a", &body).join(", ")
    }

    #[test]
    fn inertias_of_no_body_are_named() {
        assert!(of([1.0, 0.0, 0.0, 1.0, 0.0, 2.0], 0.0).is_empty());
        for (values, said) in [
            (
                [2.5, 0.0, 0.0, 1.0, 0.0, 1.0],
                "Jxx_a = 2.5 above Jyy_a + Jzz_a = 2",
            ),
            (
                [1.0, 0.0, 0.0, 2.5, 0.0, 1.0],
                "Jyy_a = 2.5 above Jzz_a + Jxx_a = 2",
            ),
            (
                [1.0, 0.0, 0.0, 1.0, 0.0, 2.5],
                "Jzz_a = 2.5 above Jxx_a + Jyy_a = 2",
            ),
        ] {
            assert_eq!(of(values, 0.0), said);
        }
        // Within the deviations.
        assert!(of([1.0, 0.0, 0.0, 1.0, 0.0, 2.5], 0.1).is_empty());
        // Only the principal moments show it: 0.1, 1 and 1.9, that is 1.9 > 1.1.
        assert!(of([1.0, 0.9, 0.0, 1.0, 0.0, 1.0], 0.0).contains("principal"));
        assert!(of([-0.1, 0.0, 0.0, 1.0, 0.0, 1.0], 0.01).contains("Jxx_a"));
    }

    /// An inertia has principal moments where all of its numbers are finite.
    #[test]
    fn products_of_inertia_that_are_no_numbers_say_nothing() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for place in [1, 2, 4] {
                let mut inertia = [1.0, 0.0, 0.0, 1.0, 0.0, 1.0];
                inertia[place] = value;
                assert_eq!(of(inertia, 0.0), "");
            }
        }
    }

    #[test]
    fn numbers_have_four_digits() {
        assert_eq!(rounded(-1234.567), -1235.0);
        assert_eq!(rounded(0.000_123_456), 0.000_123_5);
    }

    /// Three deviations of all terms together; a share of 1e-9 of their sizes where several make a sum.
    #[test]
    fn a_sum_is_negative_beyond_chance_and_rounding() {
        let of = |terms: &[(f64, (f64, f64))]| negative(terms);
        assert!(of(&[(1.0, (-0.31, 0.1))]) && !of(&[(1.0, (-0.29, 0.1))]));
        assert!(of(&[(1.0, (-1e-12, 0.0))]) && !of(&[(1.0, (0.0, 0.0))]));
        // 2 · 0.5 - 3 · 0.6 = -0.8 against 3 (2 · 0.1 + 3 · 0.02) and 3 (2 · 0.1 + 3 · 0.03).
        assert!(of(&[(2.0, (0.5, 0.1)), (-3.0, (0.6, 0.02))]));
        assert!(!of(&[(2.0, (0.5, 0.1)), (-3.0, (0.6, 0.03))]));
        // Sizes of 2 are 2e-9 off by rounding.
        assert!(of(&[(1.0, (1.0, 0.0)), (-1.0, (1.0 + 3e-9, 0.0))]));
        assert!(!of(&[(1.0, (1.0, 0.0)), (-1.0, (1.0 + 1e-9, 0.0))]));
    }

    /// Moments of 0.1, 1 and 1.9 about axes between x and y; the sentences as a whole.
    #[test]
    fn principal_moments_are_named_where_axes_show_nothing() {
        let said = of([1.0, 0.9, 0.0, 1.0, 0.0, 1.0], 0.0);
        let words = said
            .strip_prefix("the principal moments ")
            .expect("moments");
        let (moments, end) = words.split_once(" of Jxx_a").expect("the body");
        assert_eq!(
            end,
            " to Jzz_a, of which one is larger than the others together"
        );
        let moments = moments.replace(" and ", ", ");
        let mut moments: Vec<&str> = moments.split(", ").collect();
        moments.sort_unstable();
        assert_eq!(moments, ["0.1", "1", "1.9"]);
        // 0.8 beyond three deviations of three elements.
        assert!(of([1.0, 0.9, 0.0, 1.0, 0.0, 1.0], 0.05).contains("principal"));
        assert!(of([1.0, 0.9, 0.0, 1.0, 0.0, 1.0], 0.1).is_empty());
        // A body that can be: 0.55, 1.45 and 1.2.
        assert!(of([1.0, 0.45, 0.0, 1.0, 0.0, 1.2], 0.0).is_empty());
        // In every plane.
        assert!(of([1.0, 0.0, 0.9, 1.0, 0.0, 1.0], 0.0).contains("principal"));
        assert!(of([1.0, 0.0, 0.0, 1.0, 0.9, 1.0], 0.0).contains("principal"));
        // Each moment below zero by itself, and both.
        assert_eq!(
            of([-0.1, 0.0, 0.0, 1.0, 0.0, -2.0], 0.0),
            "Jxx_a = -0.1, Jzz_a = -2"
        );
        assert_eq!(of([2.5, 0.0, 0.0, -1.0, 0.0, 1.0], 0.0), "Jyy_a = -1");
    }

    #[test]
    fn bodies_are_made_of_what_is_known_and_recovered() {
        let model = double_pendulum::ROBOT.model();
        let known = |name: &str, value: f64| KnownValue {
            name: name.to_owned(),
            value,
            std: 0.0,
        };
        let recovered = |component: Inertial, value: f64, std: Option<f64>| Recovered {
            name: String::new(),
            kind: PhysicalKind::Body { body: 1, component },
            latex: String::new(),
            unit: String::new(),
            value,
            std,
            nominal: None,
            deviations: None,
            differs: false,
            truth: None,
        };
        let said = |all: &[Recovered], given: &[KnownValue]| {
            impossible(model, all, given).map(|bodies| bodies.to_string())
        };
        let inertia = |axis: Axis| Inertial::Inertia(axis, axis);
        let both = said(
            &[recovered(inertia(Axis::Y), -0.2, Some(0.0))],
            &[
                known("m_upper", -3.0),
                known("mx_upper", -9.0),
                known("nothing", -1.0),
            ],
        );
        assert_eq!(
            both.as_deref(),
            Some(
                "no body has m_upper = -3 (body upper); no body has Jyy_lower = -0.2 (body lower): a known value is wrong, \
                 or the recording"
            )
        );
        // A first moment or an inertia about the origin is none of these; one without a deviation says nothing.
        assert_eq!(
            said(
                &[recovered(inertia(Axis::Y), -0.2, None)],
                &[known("Lxx_lower", -1.0)]
            ),
            None
        );
        // Below 0 by two deviations, given or recovered, is by chance.
        let doubtful = KnownValue {
            std: 1.5,
            ..known("m_upper", -3.0)
        };
        assert_eq!(said(&[], &[doubtful]), None);
        let doubtful = recovered(inertia(Axis::Y), -0.2, Some(0.1));
        assert_eq!(said(&[doubtful], &[]), None);
        // Known and recovered ones together.
        let sum = said(
            &[
                recovered(inertia(Axis::X), 1.0, Some(0.0)),
                recovered(inertia(Axis::Z), 1.0, Some(0.0)),
            ],
            &[known("Jyy_lower", 2.5)],
        );
        assert_eq!(
            sum.as_deref(),
            Some(
                "no body has Jyy_lower = 2.5 above Jzz_lower + Jxx_lower = 2 (body lower): a known value is wrong, or the \
                 recording"
            )
        );
    }
}
