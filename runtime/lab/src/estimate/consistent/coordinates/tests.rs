//! Standard parameters as variables, and what is known of bodies as equations that hold of them.

use armwright_robots::{double_pendulum, tx40};
use armwright_runtime::{Model, ParameterKind, Robot};
use nalgebra::{DVector, Matrix4};

use super::{Condition, Conditions, Coordinates, Hold, PAIRS};
use crate::cone::block::vector;
use crate::parameters::nominal;
use crate::pseudo_inertia::variable;

fn model() -> &'static Model {
    double_pendulum::ROBOT.model()
}

/// Other values than those of the file: heavier, the second body by more.
fn given() -> Vec<Option<f64>> {
    let heavier = |(k, value): (usize, f64)| match model().parameters[k].kind {
        ParameterKind::Inertial { body, .. } => Some(value * [3.0, 7.0][body]),
        _ => None,
    };
    nominal(model())
        .into_iter()
        .enumerate()
        .map(heavier)
        .collect()
}

/// What would explain all torques, of each parameter another value.
fn full() -> Vec<f64> {
    (0..model().parameters.len())
        .map(|k| 0.5 + k as f64)
        .collect()
}

fn coordinates(nominal: &[Option<f64>], known: &[(usize, Conditions)]) -> Coordinates {
    let beta = vec![1.0; model().base.len()];
    Coordinates::of(model(), nominal, &beta, &full(), known, &[])
}

/// In units of the values that were given, not of those of the file, a body's mass is 1.
#[test]
fn units_are_of_the_nominal_values_that_were_given() {
    let mut given = given();
    let found = coordinates(&given, &[]);
    let point = found.point(&given);
    assert_eq!((found.bodies, found.blocks), (2, 2));
    for body in 0..2 {
        assert!(
            (point[variable(body, (3, 3))] - 1.0).abs() < 1e-12,
            "{point}"
        );
    }
    // Parameters are those that the variables were made from.
    let theta = &found.map * &point;
    for (k, value) in given.iter().enumerate() {
        assert!((theta[k] - value.unwrap_or(0.0)).abs() < 1e-12, "{k}");
    }
    // Of a body that lacks a value nothing is known.
    let place = (0..given.len()).find(|k| {
        let kind = model().parameters[*k].kind;
        matches!(kind, ParameterKind::Inertial { body: 1, .. })
    });
    given[place.expect("a body")] = None;
    let open = coordinates(&given, &[]).point(&given);
    assert!(open.rows(PAIRS.len(), PAIRS.len()).amax() == 0.0);
    assert!(open.rows(0, PAIRS.len()).amax() > 0.0);
}

/// A drive's parameter is in units of its nominal value; without one, in those of what would explain all torques.
#[test]
fn a_drive_is_measured_by_its_nominal_value() {
    let model = tx40::ROBOT.model();
    let p = model.parameters.len();
    let drives: Vec<usize> = (0..p)
        .filter(|k| !matches!(model.parameters[*k].kind, ParameterKind::Inertial { .. }))
        .collect();
    assert!(drives.len() > 2);
    // Of the first drive parameter -2 is known, of the second 0 and of the others nothing.
    let mut given = vec![None; p];
    (given[drives[0]], given[drives[1]]) = (Some(-2.0), Some(0.0));
    let full: Vec<f64> = (0..p).map(|k| 0.5 + k as f64).collect();
    let found = Coordinates::of(model, &given, &vec![1.0; model.base.len()], &full, &[], &[]);
    let point = found.point(&given);
    let (parameters, mut places): (Vec<usize>, Vec<usize>) = found.drives.iter().copied().unzip();
    assert_eq!(parameters, drives);
    for (k, &(parameter, variable)) in found.drives.iter().enumerate() {
        let unit = if k == 0 { 2.0 } else { full[parameter] };
        assert_eq!(found.map[(parameter, variable)], unit);
        assert_eq!(point[variable], if k == 0 { -1.0 } else { 0.0 });
    }
    // Every variable is of one place: blocks, scalars, then free numbers.
    places.sort_unstable();
    let first = PAIRS.len() * found.blocks;
    assert_eq!(places, (first..first + drives.len()).collect::<Vec<_>>());
    assert_eq!(found.scalars + found.free, drives.len());
}

fn condition(name: &str, coefficients: [f64; 10], least: f64, is_exact: bool) -> Condition {
    Condition {
        name: name.to_owned(),
        coefficients,
        least,
        is_exact,
    }
}

/// The ten parameters of a body, in their usual order.
fn of_body(theta: &[f64], body: usize) -> [f64; 10] {
    let mut found = [0.0; 10];
    for (parameter, value) in model().parameters.iter().zip(theta) {
        if let ParameterKind::Inertial {
            body: of,
            component,
        } = parameter.kind
            && of == body
        {
            found[component.at()] = *value;
        }
    }
    found
}

fn sum(coefficients: &[f64; 10], values: &[f64; 10]) -> f64 {
    coefficients.iter().zip(values).map(|(a, x)| a * x).sum()
}

/// At any parameters each equation says how far these are from what is known.
#[test]
fn equations_hold_where_conditions_do() {
    let ramp = |by: f64| std::array::from_fn(|k| 1.0 + by * k as f64);
    let cone = |by: f64| [ramp(by), ramp(-by), ramp(0.5 * by)];
    let known = [
        (
            1,
            Conditions {
                linear: vec![
                    condition("mass", ramp(0.3), 0.4, false),
                    condition("nothing", [0.0; 10], 0.1, false),
                    condition("symmetry", ramp(-0.2), -0.7, true),
                ],
                cones: vec![cone(0.1)],
                sizes: [1.0, 1.0],
            },
        ),
        (
            0,
            Conditions {
                linear: vec![condition("place of its mass", ramp(0.7), 0.9, false)],
                cones: vec![cone(0.2), cone(-0.4)],
                sizes: [1.0, 1.0],
            },
        ),
    ];
    let given = given();
    let found = coordinates(&given, &known);
    let plain = coordinates(&given, &[]);
    assert_eq!((found.bodies, found.blocks), (2, 5));
    assert_eq!((found.scalars, found.free), (plain.scalars + 3, plain.free));
    let first = PAIRS.len() * 5 + plain.scalars;
    let limits = [
        (1, "mass", Hold::Sum(first)),
        (1, "symmetry", Hold::Exact),
        (1, "centre of mass", Hold::Cone(2)),
        (0, "place of its mass", Hold::Sum(first + 1)),
        (0, "centre of mass", Hold::Cone(3)),
        (0, "centre of mass", Hold::Cone(4)),
    ];
    let limits = limits.map(|(body, name, hold)| (body, name.to_owned(), hold));
    assert_eq!(found.limits, limits);
    let theta: Vec<f64> = given
        .iter()
        .map(|value| 1.1 * value.unwrap_or(0.2))
        .collect();
    let all: Vec<Option<f64>> = theta.iter().copied().map(Some).collect();
    let mut x = found.point(&all);
    let value = |x: &DVector<f64>, k: usize| -> f64 {
        let terms = found.equations[k].terms.iter();
        terms.map(|(variable, factor)| factor * x[*variable]).sum()
    };
    // One inexact, one exact, ten of a cone; one inexact, twenty of two cones.
    assert_eq!(found.equations.len(), 12 + 21);
    for (at, body, linear, scalar) in [
        (0, 1, &known[0].1.linear[0], Some(first)),
        (1, 1, &known[0].1.linear[2], None),
        (12, 0, &known[1].1.linear[0], Some(first + 1)),
    ] {
        let equation = &found.equations[at];
        let size = linear.least / equation.right;
        let expected = sum(&linear.coefficients, &of_body(&theta, body)) / size;
        assert!((value(&x, at) / expected - 1.0).abs() < 1e-9, "{at}");
        let own = equation.terms.iter().filter(|(k, _)| Some(*k) != scalar);
        let norm: f64 = own.map(|(_, factor)| factor * factor).sum();
        assert!((norm - 1.0).abs() < 1e-12 && size > 0.0);
        // What the sum is more than it has to be.
        if let Some(scalar) = scalar {
            x[scalar] = expected - equation.right;
            assert!((value(&x, at) - equation.right).abs() < 1e-12);
        }
    }
    let cones = [
        (1, known[0].1.cones[0]),
        (0, known[1].1.cones[0]),
        (0, known[1].1.cones[1]),
    ];
    for (k, (body, cone)) in cones.into_iter().enumerate() {
        let values = of_body(&theta, body);
        let mass = x[variable(body, (3, 3))];
        let mut block = Matrix4::from_diagonal_element(mass);
        for (i, sums) in cone.iter().enumerate() {
            let side = sum(sums, &values) * mass / values[0];
            (block[(i, 3)], block[(3, i)]) = (side, side);
        }
        let at = PAIRS.len() * (2 + k);
        x.rows_mut(at, PAIRS.len()).copy_from(&vector(&block));
    }
    for k in (2..12).chain(13..33) {
        let equation = &found.equations[k];
        assert!((value(&x, k) - equation.right).abs() < 1e-9, "{k}");
    }
    let mut touched: Vec<usize> = (2..12)
        .chain(13..33)
        .map(|k| found.equations[k].terms[0].0)
        .collect();
    touched.sort_unstable();
    assert_eq!(touched, (20..50).collect::<Vec<_>>());
}

/// Of a friction that may have any sign the variable is behind the cone, where there is one more, and in the cone one less.
#[test]
fn what_is_free_has_a_variable_behind_the_cone() {
    let model = tx40::ROBOT.model();
    let p = model.parameters.len();
    let (given, full) = (vec![None; p], vec![1.0; p]);
    let beta = vec![1.0; model.base.len()];
    let of = |free: &[String]| Coordinates::of(model, &given, &beta, &full, &[], free);
    let place = (0..p).find(|k| {
        let kind = model.parameters[*k].kind;
        kind.is_never_negative() && !matches!(kind, ParameterKind::Inertial { .. })
    });
    let place = place.expect("a drive");
    let (plain, found) = (of(&[]), of(&[model.parameters[place].name.to_owned()]));
    assert_eq!(
        (found.scalars + 1, found.free),
        (plain.scalars, plain.free + 1)
    );
    for (of, is_free) in [(&plain, false), (&found, true)] {
        let mut drives = of.drives.iter();
        let (_, variable) = drives.find(|drive| drive.0 == place).expect("a variable");
        let conic = PAIRS.len() * of.blocks + of.scalars;
        assert_eq!(*variable >= conic, is_free);
    }
}
