//! Departures from nominal bodies and drives, in each metric.

use nalgebra::{DMatrix, DVector, Matrix4};

use super::{Coordinates, PAIRS, Prior, PriorMetric, ball, inverse_root, vector};
use crate::parameters::nominal as model_values;
use armwright_robots::double_pendulum;
use armwright_runtime::{Axis, Inertial, ParameterKind, Robot};

/// A body that there is.
pub(in super::super) fn nominal() -> Matrix4<f64> {
    Matrix4::new(
        0.5, 0.1, 0.0, 0.2, 0.1, 0.7, -0.1, 0.3, 0.0, -0.1, 0.4, 0.1, 0.2, 0.3, 0.1, 2.0,
    )
}

/// Two bodies, the second without nominal values, two scalars and a free number of which the second and the last are not
/// known.
pub(in super::super) fn prior(metric: PriorMetric) -> (Prior, Coordinates) {
    let n = 2 * PAIRS.len();
    let prior = Prior {
        bodies: vec![(nominal(), true), (ball(), false)],
        drives: vec![
            (n, 3.0, 3.0, true),
            (n + 1, 0.0, 1.0, false),
            (n + 2, -0.5, 0.5, true),
        ],
        euclidean: None,
        metric,
    };
    let coordinates = Coordinates {
        bodies: 2,
        blocks: 2,
        scalars: 2,
        free: 1,
        map: DMatrix::identity(n + 3, n + 3),
        drives: Vec::new(),
        equations: Vec::new(),
        limits: Vec::new(),
    };
    (prior, coordinates)
}

/// Variables of two bodies and three numbers.
pub(in super::super) fn variables(bodies: [&Matrix4<f64>; 2], numbers: [f64; 3]) -> DVector<f64> {
    let mut all: Vec<f64> = bodies
        .iter()
        .flat_map(|body| vector(body).as_slice().to_vec())
        .collect();
    all.extend(numbers);
    DVector::from_vec(all)
}

/// The objective of a program: squares, what is linear, and logarithms of determinants and scalars.
fn value(
    prior: &Prior,
    coordinates: &Coordinates,
    mu: f64,
    bodies: [&Matrix4<f64>; 2],
    numbers: [f64; 3],
) -> f64 {
    let n = 2 * PAIRS.len() + 3;
    let data = DMatrix::from_fn(2, n, |i, k| if i == 0 && k == n - 1 { 2.0 } else { 0.0 });
    let torque = DVector::from_row_slice(&[5.0, -1.0]);
    let program = prior.program((data, &torque), mu, coordinates);
    assert_eq!((program.blocks, program.scalars, program.free), (2, 2, 1));
    let x = variables(bodies, numbers);
    let squares = (&program.matrix * &x - &program.right).norm_squared();
    let logarithms = bodies.map(|body| body.determinant().ln());
    let barrier: f64 = logarithms
        .iter()
        .zip(&program.logarithms)
        .map(|(l, w)| l * w)
        .sum();
    assert_eq!(program.logarithms[2..], [0.0, 0.0]);
    // Torques say 2 x = 5, and 0 = -1.
    let of_data = (2.0 * numbers[2] - 5.0).powi(2) + 1.0;
    squares - of_data + program.linear.dot(&x) - barrier + prior.constant(mu)
}

#[test]
fn departures_are_measured_by_their_metric() {
    let mu = 1.7;
    let other = nominal() + Matrix4::from_diagonal(&[0.1, -0.2, 0.05, 0.3].into());
    let inverse = nominal().try_inverse().expect("a body");
    // Drives: by their nominal values, and next to nothing where nothing is known.
    let drives = |numbers: [f64; 3]| {
        let known = ((numbers[0] - 3.0) / 3.0).powi(2) + ((numbers[2] + 0.5) / 0.5).powi(2);
        mu * mu * known + 1e-6 * numbers[1].powi(2)
    };
    let divergence = |of: &Matrix4<f64>, from: &Matrix4<f64>| {
        let share = from.try_inverse().expect("a body") * of;
        share.trace() - share.determinant().ln() - 4.0
    };
    let apart = |metric: PriorMetric, numbers| {
        let (prior, coordinates) = prior(metric);
        let at = |body: &Matrix4<f64>| value(&prior, &coordinates, mu, [body, &other], numbers);
        at(&other) - at(&nominal())
    };
    let numbers = [2.4, 7.0, 0.1];
    let change = inverse * (other - nominal());
    let pullback = apart(PriorMetric::Pullback, numbers);
    assert!(
        (pullback - mu * mu * (change * change).trace()).abs() < 1e-9,
        "{pullback}"
    );
    let entropic = apart(PriorMetric::Entropic, numbers);
    assert!((entropic - 2.0 * mu * mu * divergence(&other, &nominal())).abs() < 1e-9);
    // At its nominal values a body costs nothing; one without is held inside by little.
    let (prior, coordinates) = prior(PriorMetric::Entropic);
    let whole = value(&prior, &coordinates, mu, [&nominal(), &other], numbers);
    assert!(
        (whole - drives(numbers) - 1e-2 * divergence(&other, &ball())).abs() < 1e-9,
        "{whole}"
    );
}

/// Of two bodies the second is known, and the first is as it is in both.
#[test]
fn a_body_behind_another_departs_by_its_own_numbers() {
    let mu = 1.7;
    let other = nominal() + Matrix4::from_diagonal(&[0.1, -0.2, 0.05, 0.3].into());
    let apart = |metric: PriorMetric| {
        let (mut prior, coordinates) = prior(metric);
        prior.bodies.reverse();
        let at = |body: &Matrix4<f64>| value(&prior, &coordinates, mu, [&other, body], [0.0; 3]);
        at(&other) - at(&nominal())
    };
    let share = nominal().try_inverse().expect("a body") * other;
    let change = share - Matrix4::identity();
    let pullback = apart(PriorMetric::Pullback) - mu * mu * (change * change).trace();
    assert!(pullback.abs() < 1e-9, "{pullback}");
    let divergence = share.trace() - share.determinant().ln() - 4.0;
    let entropic = apart(PriorMetric::Entropic) - 2.0 * mu * mu * divergence;
    assert!(entropic.abs() < 1e-9, "{entropic}");
}

#[test]
fn what_is_known_is_told_from_what_is_not() {
    let (mut known, _) = prior(PriorMetric::Pullback);
    assert_eq!(known.open(), [1]);
    assert!(known.is_known());
    assert_eq!(
        (known.entropic(true, 3.0), known.entropic(false, 3.0)),
        (None, Some(1e-2))
    );
    assert_eq!(
        prior(PriorMetric::Entropic).0.entropic(true, 3.0),
        Some(18.0)
    );
    known.bodies[0].1 = false;
    assert!(known.is_known() && known.open() == [0, 1]);
    known.drives.iter_mut().for_each(|drive| drive.3 = false);
    assert!(!known.is_known());
    // One body of two is enough.
    known.bodies[0].1 = true;
    assert!(known.is_known() && known.open() == [1]);
}

#[test]
fn a_direction_that_is_thin_counts_as_a_thousandth_of_the_mean() {
    let thin = Matrix4::from_diagonal(&[4.0, 1.0, 1e-9, -3.0].into());
    let found = inverse_root(&thin);
    // The mean is 2.000…/4, of which a thousandth is 5e-4.
    let least = 1e-3 * thin.trace() / 4.0;
    let expected = [0.5, 1.0, least.sqrt().recip(), least.sqrt().recip()];
    for (k, expected) in expected.into_iter().enumerate() {
        assert!((found[(k, k)] / expected - 1.0).abs() < 1e-12);
    }
    let root = inverse_root(&nominal());
    assert!((root * nominal() * root - Matrix4::identity()).amax() < 1e-12);
    assert!((ball().trace() - 2.0).abs() < 1e-15 && ball()[(3, 3)] == 1.0);
}

/// A body counts as known where all its values are, and where there is a mass: of one without, or below 0, its inertia says nothing.
#[test]
fn a_body_without_mass_is_not_known() {
    let model = double_pendulum::ROBOT.model();
    let beta = vec![1.0; model.base.len()];
    let mass = model.parameters.iter().position(|parameter| {
        let component = Inertial::Mass;
        parameter.kind == ParameterKind::Inertial { body: 1, component }
    });
    let mass = mass.expect("a body");
    let known = |value: Option<f64>| {
        let mut given: Vec<Option<f64>> = model_values(model).into_iter().map(Some).collect();
        given[mass] = value;
        let full = vec![1.0; given.len()];
        let coordinates = Coordinates::of(model, &given, &beta, &full, &[], &[]);
        let prior = Prior::of(model, &coordinates, &given, PriorMetric::Pullback);
        if !prior.bodies[1].1 {
            assert_eq!(prior.bodies[1].0, ball());
            assert_eq!(prior.open(), [1]);
        }
        [prior.bodies[0].1, prior.bodies[1].1]
    };
    assert_eq!(known(Some(1.8)), [true, true]);
    assert_eq!(known(Some(0.0)), [true, false]);
    assert_eq!(known(Some(-0.3)), [true, false]);
    assert_eq!(known(None), [true, false]);
}

/// By hand: the mass, the mass times the radius of gyration about the origin, and times its square. Of a body that lacks a value
/// nothing is drawn.
#[test]
fn each_parameter_of_a_known_body_departs_by_a_share_of_its_size() {
    let model = double_pendulum::ROBOT.model();
    let beta = vec![1.0; model.base.len()];
    let (values, mu) = (model_values(model), 1.7);
    let of = |body: usize, component: Inertial| {
        let kind = ParameterKind::Inertial { body, component };
        let place = model.parameters.iter().position(|p| p.kind == kind);
        place.expect("a parameter")
    };
    let size = |body: usize, component: Inertial| {
        let of_axis = |axis| values[of(body, Inertial::Inertia(axis, axis))];
        let trace: f64 = Axis::ALL.into_iter().map(of_axis).sum();
        let mass = values[of(body, Inertial::Mass)];
        let radius = (trace / (2.0 * mass)).sqrt();
        match component {
            Inertial::Mass => mass,
            Inertial::Moment(_) => mass * radius,
            Inertial::Inertia(..) => mass * radius * radius,
        }
    };
    for known in [2, 1] {
        let mut given: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
        if known == 1 {
            given[of(1, Inertial::Moment(Axis::Y))] = None;
        }
        let full = vec![1.0; given.len()];
        let coordinates = Coordinates::of(model, &given, &beta, &full, &[], &[]);
        let prior = Prior::of(model, &coordinates, &given, PriorMetric::Euclidean);
        let data = DMatrix::zeros(1, coordinates.map.ncols());
        let program = prior.program((data, &DVector::zeros(1)), mu, &coordinates);
        let cost = |theta: &[f64]| {
            let theta: Vec<Option<f64>> = theta.iter().copied().map(Some).collect();
            let x = coordinates.point(&theta);
            (&program.matrix * x - &program.right).norm_squared()
        };
        assert!(cost(&values) < 1e-18, "{}", cost(&values));
        let (mut moved, mut expected) = (values.clone(), 0.0);
        for body in 0..2 {
            for (k, component) in Inertial::ALL.into_iter().enumerate() {
                let share = 0.1 * (k as f64 - 4.0) + 0.03;
                moved[of(body, component)] += share * size(body, component);
                if body < known {
                    expected += (mu * share).powi(2);
                }
            }
        }
        let found = cost(&moved);
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    }
}
