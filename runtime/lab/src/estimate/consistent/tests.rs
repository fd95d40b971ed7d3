//! What a consistent fit costs, what it is drawn by, and why there may be none.

use nalgebra::{DMatrix, DVector, Matrix4};

use super::coordinates::Hold;
use super::{Coordinates, Fit, Prior, Realised, solve};
use crate::bodies::{Bodies, Body};
use crate::cone::block::{PAIRS, vector};
use crate::estimate::{
    Estimate, EstimateError, Estimator, Method, Parametrisation, PriorMetric, estimate,
};
use crate::regression::by_hand::{B, MODEL, P, drawn, near, observed, stacked};
use crate::regression::{Observation, Triangle};

fn known(mass: [Option<f64>; 2]) -> Bodies {
    let body = Body {
        mass,
        ..Body::default()
    };
    Bodies {
        of: vec![("b".to_owned(), body)],
    }
}

fn with(weight: Option<f64>, bodies: Bodies) -> Estimator {
    Estimator {
        prior_weight: weight,
        bodies,
        ..Method::Consistent.into()
    }
}

fn found(observation: &Observation, estimator: &Estimator) -> Result<Estimate, EstimateError> {
    estimate(observation, &MODEL, estimator)
}

#[test]
fn the_weight_of_a_consistent_prior_is_said_with_its_rule() {
    // The truth is nominal.
    let parts = drawn(3, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 2.0);
    let chosen = |parts: &[[Vec<Vec<f64>>; 2]], estimator: &Estimator| {
        let found = found(&observed(parts), estimator).expect("an estimate");
        assert!(found.biased && found.standard.is_some());
        let mut settings = found.settings.into_iter();
        let weight = settings.find(|setting| setting.name == "prior-weight");
        weight.map(|weight| (weight.value, weight.rule))
    };
    let plain = with(None, Bodies::default());
    let (value, rule) = chosen(&parts, &plain).expect("a weight");
    assert!(rule.starts_with("cross-validation: "), "{rule}");
    // Two candidates a decade, from two below one deviation to four above.
    let place = 2.0 * (value / (1.0 - value)).log10();
    near(place, place.round());
    assert!((0.0..8.5).contains(&place), "{place}");
    // Half decades are among them.
    let away = [
        (1.1, 0.2),
        (1.1, 1.0),
        (1.2, 0.2),
        (1.2, 1.0),
        (1.4, 0.5),
        (1.4, 2.0),
    ];
    let places = away.map(|(times, noise)| {
        let truth = [1.5, 1.2, 3.0, 0.2, 0.7, 0.4].map(|value| times * value);
        let (value, _) = chosen(&drawn(3, 12, truth, noise), &plain).expect("a weight");
        (2.0 * (value / (1.0 - value)).log10()).round() as i32
    });
    assert!(places.iter().any(|place| place % 2 != 0), "{places:?}");
    let own = "a departure by a body's own size counts one deviation";
    assert_eq!(chosen(&parts[..1], &plain), Some((0.5, own.to_owned())));
    let asked = with(Some(0.25), Bodies::default());
    assert_eq!(chosen(&parts, &asked), Some((0.25, "as asked".to_owned())));
    let nothing = Estimator {
        nominal: Some(vec![None; MODEL.parameters.len()]),
        ..plain
    };
    let open = "no nominal values: it decides only what torques do not";
    assert_eq!(chosen(&parts, &nothing), Some((0.5, open.to_owned())));
}

/// Torques of a friction below 0, which no drive has, and of an offset below 0, which any drive may have.
#[test]
fn what_consistency_costs_is_told_beside_what_it_holds() {
    let parts = drawn(3, 20, [1.5, 1.2, 3.0, -0.5, 0.7, -1.0], 0.1);
    let observation = observed(&parts);
    let least = found(&observation, &Method::Wls.into()).expect("an estimate");
    let fitted = found(&observation, &with(Some(0.5), Bodies::default()));
    let fitted = fitted.expect("an estimate");
    let realised = fitted.realised.clone().expect("what it costs");
    assert_eq!(realised.at_zero, ["fc_m2"]);
    assert!(fitted.beta[3].abs() < 1e-4 && fitted.beta[5] < -0.9);
    assert!(realised.limited.is_empty());
    let (matrix, torque) = stacked(&parts, [fitted.weights[0], fitted.weights[1]]);
    let norm = |beta: &[f64]| {
        let beta = nalgebra::DVector::from_column_slice(beta);
        (&matrix * beta - &torque).norm()
    };
    let ratio = norm(&fitted.beta) / norm(&least.beta);
    assert!(ratio > 1.5);
    assert!(
        (realised.residual_ratio / ratio - 1.0).abs() < 1e-6,
        "{realised:?} {ratio}"
    );
    // A body that may not be so heavy lies where it may be, which is said once.
    for mass in [
        [None, Some(2.0)],
        [Some(3.5), None],
        [Some(2.0), Some(2.0 + 1e-7)],
        [Some(2.0), Some(2.0)],
    ] {
        let held = found(&observation, &with(Some(0.5), known(mass))).expect("an estimate");
        let limit = mass[1].or(mass[0]).expect("a limit");
        assert!((held.beta[2] - limit).abs() < 1e-3, "{}", held.beta[2]);
        let realised = held.realised.expect("what it costs");
        assert_eq!(realised.limited, ["b (mass)"]);
    }
    let wide = known([Some(1.0), Some(5.0)]);
    let held = found(&observation, &with(Some(0.5), wide)).expect("an estimate");
    assert!(held.realised.is_some_and(|r| r.limited.is_empty()));
    for k in 0..B {
        assert!((held.beta[k] - fitted.beta[k]).abs() < 1e-4, "{k}");
    }
}

/// A mass of 2 kg is not that of 3 kg that moves; without it the residual is noise. A friction below 0 leaves as much beside the
/// mass that is right as beside none.
#[test]
fn what_is_known_is_contradicted_where_the_residual_is_small_without_it() {
    for (friction, mass, asked, contradicted) in [
        (0.2, 2.0, true, true),
        (0.2, 3.0, false, false),
        (-0.5, 3.0, true, false),
    ] {
        let parts = drawn(3, 20, [1.5, 1.2, 3.0, friction, 0.7, -1.0], 0.1);
        let estimator = with(Some(0.5), known([Some(mass); 2]));
        let held = found(&observed(&parts), &estimator).expect("an estimate");
        let realised = held.realised.expect("what it costs");
        assert_eq!(realised.limited, ["b (mass)"], "{friction} {mass}");
        let told = (
            realised.unlimited_ratio.is_some(),
            realised.is_contradicted(),
        );
        assert_eq!(told, (asked, contradicted), "{realised:?}");
        let plain = with(Some(0.5), Bodies::default());
        let plain = found(&observed(&parts), &plain).expect("an estimate");
        let without = plain.realised.map(|realised| realised.residual_ratio);
        assert_eq!(realised.unlimited_ratio, without.filter(|_| asked));
    }
}

/// Torques in millionths of a newton metre, with as much noise: an offset of which nothing is known is what they say it is.
#[test]
fn what_has_no_nominal_value_is_as_large_as_torques_say() {
    let truth = [1.5e6, 1.2e6, 3e6, 0.2e6, 0.7e6, -1e6];
    let estimator = Estimator {
        nominal: Some(vec![None; MODEL.parameters.len()]),
        ..with(Some(0.5), Bodies::default())
    };
    let held = found(&observed(&drawn(3, 20, truth, 1e5)), &estimator);
    let offset = held.expect("an estimate").beta[5];
    assert!((offset / truth[5] - 1.0).abs() < 0.1, "{offset}");
}

#[test]
fn equations_that_are_no_numbers_have_no_consistent_fit() {
    let observation = observed(&drawn(2, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 0.1));
    let (weights, least) = ([1.0, 1.0], DVector::zeros(B));
    let estimator = with(Some(0.5), Bodies::default());
    let refused = |triangle: &Triangle| {
        let found = solve(&observation, &weights, triangle, &MODEL, &estimator, &least);
        found.err().map(|error| error.to_string())
    };
    let said = "no physically consistent fit: the equations have a number that is not finite";
    for wrong in [f64::NAN, f64::INFINITY] {
        let mut triangle = observation.weighted(&weights);
        triangle.z[1] = wrong;
        assert_eq!(refused(&triangle).as_deref(), Some(said));
        let mut triangle = observation.weighted(&weights);
        triangle.r[(0, 1)] = wrong;
        assert_eq!(refused(&triangle).as_deref(), Some(said));
    }
}

#[test]
fn what_has_no_consistent_fit_says_why() {
    let mut parts = drawn(2, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 0.1);
    let factors = Estimator {
        parametrisation: Parametrisation::LogCholesky,
        ..with(Some(0.5), known([None, Some(2.0)]))
    };
    let said = |parts: &[[Vec<Vec<f64>>; 2]], estimator: &Estimator| {
        let refused = found(&observed(parts), estimator).err();
        refused.map(|error| error.to_string())
    };
    assert_eq!(
        said(&parts, &factors).as_deref(),
        Some(
            "no physically consistent fit: what is known of bodies is a condition, of which log-Cholesky factors have \
             none: take the parametrisation `conic`"
        )
    );
    let lines = parts.iter_mut().flatten().flatten();
    lines.for_each(|line| line[B] = 0.0);
    assert_eq!(
        said(&parts, &with(None, Bodies::default())).as_deref(),
        Some("no physically consistent fit: all torques are 0, or none of them counts")
    );
}

/// No line has the offset, of which nothing is known either.
#[test]
fn what_is_neither_shown_nor_known_is_nothing() {
    let mut parts = drawn(2, 20, [1.5, 1.2, 3.0, 0.2, 0.7, 0.0], 0.1);
    let lines = parts.iter_mut().flatten().flatten();
    lines.for_each(|line| line[5] = 0.0);
    let held = found(&observed(&parts), &with(Some(0.5), Bodies::default()));
    let beta = held.expect("an estimate").beta;
    assert!(beta[5].abs() < 1e-6, "{beta:?}");
    assert!((beta[2] - 3.0).abs() < 0.05, "{beta:?}");
}

/// A nominal value of 0 says nothing of how far the friction may be from it.
#[test]
fn a_nominal_value_of_zero_draws_nothing_to_it() {
    let parts = drawn(2, 20, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 0.1);
    let nominal = MODEL.parameters.iter();
    let nominal = nominal.map(|own| match own.name {
        "fv_j1" => Some(0.0),
        _ => own.nominal,
    });
    let estimator = Estimator {
        nominal: Some(nominal.collect()),
        ..with(Some(0.9), Bodies::default())
    };
    let beta = found(&observed(&parts), &estimator).expect("an estimate");
    let beta = beta.beta;
    assert!((beta[4] - 0.7).abs() < 0.01, "{beta:?}");
}

/// The first of two bodies is a sheet, and nothing is known of the second; of the drives one is at zero, and one below, where it may be.
/// A symmetry and a centre on the surface of its ellipsoid hold, and neither a mass that may be less nor a centre inside.
#[test]
fn bodies_and_drives_are_named_by_numbers_of_their_own() {
    let round = Matrix4::identity();
    let sheet = Matrix4::from_diagonal(&[1.0, 1.0, 0.0, 1.0].into());
    let cone = |x: f64, y: f64| {
        let mut cone = Matrix4::<f64>::identity();
        for (k, side) in [x, y].into_iter().enumerate() {
            (cone[(k, 3)], cone[(3, k)]) = (side, side);
        }
        cone
    };
    let n = 4 * PAIRS.len() + 4;
    let limit = |body: usize, name: &str, hold: Hold| (body, name.to_owned(), hold);
    let fit = Fit {
        coordinates: Coordinates {
            bodies: 2,
            blocks: 4,
            scalars: 3,
            free: 1,
            map: DMatrix::zeros(P, n),
            drives: vec![(4, n - 4), (5, n - 3), (6, n - 1)],
            equations: Vec::new(),
            limits: vec![
                limit(1, "mass", Hold::Sum(n - 2)),
                limit(0, "symmetry", Hold::Exact),
                limit(0, "symmetry", Hold::Exact),
                limit(0, "centre of mass", Hold::Cone(2)),
                limit(1, "centre of mass", Hold::Cone(3)),
            ],
        },
        prior: Prior {
            bodies: vec![(round, true), (round, false)],
            drives: Vec::new(),
            euclidean: None,
            metric: PriorMetric::Pullback,
        },
        base: DMatrix::zeros(B, P),
        columns: DMatrix::zeros(B, n),
    };
    let bodies = [sheet, round, cone(0.3, 0.4), cone(0.6, 0.8)];
    let mut variables: Vec<f64> = bodies
        .iter()
        .flat_map(|body| vector(body).as_slice().to_vec())
        .collect();
    variables.extend([0.0, 1.0, 2.0, -3.0]);
    let optimum = (&DVector::from_vec(variables), 7.0, 0.25);
    let observation = observed(&drawn(2, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 0.1));
    let least = DVector::zeros(B);
    let found = Realised::of(
        &MODEL,
        &fit,
        optimum,
        &observation,
        &[1.0; 2],
        &least,
        &least,
    );
    let expected = Realised {
        residual_ratio: 1.0,
        objective: 7.0,
        gap: 0.25,
        on_boundary: vec!["a".to_owned()],
        at_zero: vec!["fc_m2".to_owned()],
        limited: vec!["a (symmetry)".to_owned(), "b (centre of mass)".to_owned()],
        unlimited_ratio: None,
        without_nominal: vec!["b".to_owned()],
    };
    assert_eq!(found, expected);
}
