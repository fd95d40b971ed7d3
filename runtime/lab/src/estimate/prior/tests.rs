//! Sizes of departures, and estimates that are drawn to nominal values.

use super::{body_sizes, nominal_of, sizes, solve};
use crate::estimate::{EstimateError, Estimator, Method, PriorScale, Setting};
use crate::parameters::base_matrix;
use crate::regression::Observation;
use crate::regression::by_hand::{B, MODEL, drawn, near, observed, stacked};
use nalgebra::{DMatrix, DVector};

const NOMINAL: [Option<f64>; 7] = [
    Some(4.0),
    Some(-0.8),
    Some(0.5),
    Some(3.0),
    Some(-0.2),
    Some(0.0),
    None,
];

#[test]
fn a_departure_is_one_unit_or_as_large_as_the_body() {
    let si = sizes(&MODEL, &NOMINAL, PriorScale::Si);
    assert_eq!(si[..6], [Some(1.0); 6]);
    assert_eq!(si[6], None);
    // r² = 0.5/(2 · 4): a quarter of a metre. The other body has no extent, and takes what the first has.
    let size = sizes(&MODEL, &NOMINAL, PriorScale::Size);
    let expected = [
        Some(4.0),
        Some(1.0),
        Some(0.25),
        Some(4.0),
        Some(0.2),
        None,
        None,
    ];
    assert_eq!(size, expected);
}

#[test]
fn a_body_is_as_large_as_its_radius_or_lever() {
    let with = |values: [f64; 4]| {
        let mut nominal = NOMINAL;
        nominal[..4].copy_from_slice(&values.map(Some));
        body_sizes(&MODEL, &nominal)
    };
    assert_eq!(with([4.0, -0.8, 0.5, 3.0]), [(4.0, 0.25), (4.0, 0.25)]);
    let [(mass, lever), _] = with([4.0, -0.8, 0.0, 3.0])[..] else {
        panic!("two bodies");
    };
    assert_eq!(mass, 4.0);
    near(lever, 0.2);
    assert_eq!(with([0.0, -0.8, 0.5, 3.0]), [(1.0, 1.0); 2]);
    let robot = &armwright_robots::double_pendulum::ROBOT;
    let model = armwright_runtime::Robot::model(robot);
    let nominal: Vec<Option<f64>> = model.parameters.iter().map(|p| p.nominal).collect();
    let found = body_sizes(model, &nominal);
    // Steiner by hand: the trace of the tensor about the origin is that about the centre and 2 m |t|².
    let radius = |m: f64, t: [f64; 3], trace: f64| {
        let square: f64 = t.iter().map(|x| x * x).sum();
        ((trace + 2.0 * m * square) / (2.0 * m)).sqrt()
    };
    for (found, expected) in found.iter().zip([
        (3.2, radius(3.2, [0.17, 0.01, -0.02], 0.108)),
        (1.8, radius(1.8, [0.14, 0.0, 0.015], 0.044)),
    ]) {
        near(found.0, expected.0);
        near(found.1, expected.1);
    }
    // Of three bodies two of which are known, the third is their mean.
    let three = armwright_runtime::Model {
        bodies: &["upper", "lower", "tool"],
        ..*model
    };
    let all = body_sizes(&three, &nominal);
    assert_eq!(all[..2], found);
    near(all[2].0, f64::midpoint(found[0].0, found[1].0));
    near(all[2].1, f64::midpoint(found[0].1, found[1].1));
    // Without extent a body is as large as its lever: one by 2, 3 and 6 m has 7.
    let lever = |name: &str| match name {
        "m_upper" => 2.0,
        "mx_upper" => 4.0,
        "my_upper" => 6.0,
        "mz_upper" => 12.0,
        _ => 0.0,
    };
    let levers = model.parameters.iter().map(|p| Some(lever(p.name)));
    let levers: Vec<Option<f64>> = levers.collect();
    let (mass, length) = body_sizes(model, &levers)[0];
    assert_eq!(mass, 2.0);
    near(length, 7.0);
    // And of two the other.
    let mut lighter = nominal.clone();
    for (parameter, value) in model.parameters.iter().zip(&mut lighter) {
        if parameter.name == "m_lower" {
            *value = Some(-1.0);
        }
    }
    assert_eq!(body_sizes(model, &lighter)[1], found[0]);
}

#[test]
fn nominal_values_are_those_given_or_the_files() {
    let plain = Estimator::from(Method::Prior);
    let of_file: Vec<Option<f64>> = MODEL.parameters.iter().map(|p| p.nominal).collect();
    assert_eq!(nominal_of(&MODEL, &plain), of_file);
    let given = Estimator {
        nominal: Some(NOMINAL.to_vec()),
        ..plain
    };
    assert_eq!(nominal_of(&MODEL, &given), NOMINAL);
    // Nothing is known of what held friction leaves.
    let held = Estimator {
        remainders: vec!["fc_m2".to_owned()],
        ..given
    };
    let mut expected = NOMINAL;
    expected[4] = None;
    assert_eq!(nominal_of(&MODEL, &held), expected);
}

fn solved(observation: &Observation, estimator: &Estimator) -> Result<Setting, EstimateError> {
    let weights = [1.0, 0.1];
    let triangle = observation.weighted(&weights);
    let found = solve(observation, &weights, &triangle, &MODEL, estimator)?;
    assert!(found.biased && found.standard.is_some());
    // Where it would be without data: base parameters of the nominal values.
    let centre = [1.5, 1.2, 3.0, 0.2, 0.7, 0.0];
    for (found, expected) in found.centre.iter().zip(centre) {
        near(*found, expected);
    }
    Ok(found.settings[0].clone())
}

/// Rows of departures are multiplied by the weight, those of torques by the rest of one: least squares of all seven standard
/// parameters at once, of which the offset is free.
#[test]
fn departures_weigh_as_much_as_is_asked_beside_torques() {
    let parts = drawn(3, 12, [2.0, 0.5, 4.0, 0.5, 0.1, 0.4], 2.0);
    let weights = [1.0, 0.1];
    let observation = observed(&parts);
    let triangle = observation.weighted(&weights);
    let (base, right) = stacked(&parts, weights);
    let map = base_matrix(&MODEL);
    let columns = base * &map;
    let centre = DVector::from_row_slice(&[4.0, -0.8, 0.5, 3.0, 0.2, 0.7, 0.0]);
    let of_body = [4.0, 1.0, 0.25, 4.0, 0.2, 0.7];
    for (prior_scale, sizes) in [(PriorScale::Si, [1.0; 6]), (PriorScale::Size, of_body)] {
        for weight in [0.1, 0.5, 0.9] {
            let estimator = Estimator {
                prior_weight: Some(weight),
                prior_scale,
                ..Method::Prior.into()
            };
            let found = solve(&observation, &weights, &triangle, &MODEL, &estimator);
            let found = found.expect("a prior");
            let share = (1.0 - weight) * (1.0 - weight);
            let news = &triangle.z - &triangle.r * &found.centre;
            let beta = &found.centre + &found.gain * &news;
            let departures = sizes.map(|size: f64| (weight / size).powi(2));
            let departures = departures.into_iter().chain([0.0]);
            let departures = DMatrix::from_diagonal(&DVector::from_iterator(7, departures));
            let squares = columns.tr_mul(&columns) * share + &departures;
            let along = columns.tr_mul(&right) * share + departures * &centre;
            let theta = squares.lu().solve(&along).expect("regular");
            let off = (&map * &theta - beta).amax();
            assert!(off < 1e-8, "{prior_scale:?} {weight}: {off}");
            let (centre, gain) = found.standard.expect("standard parameters");
            let off = (centre + gain * news - theta).amax();
            assert!(off < 1e-8, "{prior_scale:?} {weight}: {off}");
        }
    }
}

#[test]
fn the_weight_of_a_prior_is_chosen_and_said() {
    let parts = drawn(3, 12, [1.5, 1.2, 3.0, 0.2, 0.7, 0.4], 2.0);
    let chosen = solved(&observed(&parts), &Method::Prior.into()).expect("a prior");
    assert_eq!(chosen.name, "prior-weight");
    assert!(chosen.rule.starts_with("cross-validation: "));
    // The truth is nominal: the heaviest weight is best, ten times the largest singular value.
    let triangle = observed(&parts).weighted(&[1.0, 0.1]);
    let ratio = chosen.value / (1.0 - chosen.value);
    assert!(ratio > 0.1 * triangle.r.norm(), "{ratio}");
    // Half of the nominal values, nearly without noise: a light one is.
    let halves = drawn(3, 12, [0.75, 0.6, 1.5, 0.1, 0.35, 0.4], 0.01);
    let light = solved(&observed(&halves), &Method::Prior.into()).expect("a prior");
    let ratio = light.value / (1.0 - light.value);
    assert!(ratio < 0.1 * triangle.r.norm(), "{ratio}");
    let one = solved(&observed(&parts[..1]), &Method::Prior.into()).expect("a prior");
    assert_eq!(
        (one.value, one.rule.as_str()),
        (0.5, "as much weight as the recordings have")
    );
    let asked = Estimator {
        prior_weight: Some(0.25),
        ..Method::Prior.into()
    };
    let asked = solved(&observed(&parts), &asked).expect("a prior");
    assert_eq!((asked.value, asked.rule.as_str()), (0.25, "as asked"));
    let nothing = Estimator {
        nominal: Some(vec![Some(0.0), None, None, None, None, None, None]),
        ..Method::Prior.into()
    };
    let refused = solved(&observed(&drawn(1, 12, [1.0; B], 0.1)), &nothing);
    assert_eq!(
        refused.err().map(|error| error.to_string()).as_deref(),
        Some(
            "by_hand has no nominal values to start from: add `physical:` (or `standard:`) to the bodies of its file"
        )
    );
}
