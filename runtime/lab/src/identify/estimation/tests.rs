//! An estimation as it is made, and the numbers that are read from it.

use nalgebra::DMatrix;

use super::{Covariance, Estimation, FittedLength, LengthEstimate};
use crate::distribution::MANY;
use crate::estimate::{Method, estimate};
use crate::regression::by_hand::{B, MODEL, P, drawn, observed};
use crate::statistics::{Estimated, Quality};

fn matrix() -> DMatrix<f64> {
    DMatrix::from_fn(B, B, |i, j| (10 * i + j) as f64 + 1.0)
}

fn p(name: &str, value: f64, std: Option<f64>) -> Estimated {
    Estimated {
        name: name.to_owned(),
        value,
        std,
        ..Estimated::default()
    }
}

#[test]
fn bodies_and_drives_are_apart_and_nothing_is_lost() {
    let observation = observed(&drawn(2, 30, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.1));
    let fit = estimate(&observation, &MODEL, &Method::Ridge.into()).expect("an estimate");
    let (standard, settings) = (fit.standard.clone(), fit.settings.clone());
    let table: Vec<Estimated> = MODEL.base.iter().map(|b| p(b.name, 1.0, None)).collect();
    let mut found = Estimation::of(&MODEL, Method::Ridge, fit, table.clone(), &matrix());
    assert_eq!(
        (found.robot.as_str(), found.method),
        ("by_hand", Method::Ridge)
    );
    assert!(found.biased && found.realised.is_none() && found.processing.is_none());
    assert_eq!(found.settings, settings);
    assert_eq!(
        (&found.base[..], &found.drive[..]),
        (&table[..3], &table[3..])
    );
    assert_eq!(found.parameters().count(), B);
    assert_eq!(found.parameter("fv_j1"), Some(&table[4]));
    assert_eq!(found.parameter("fv_j2"), None);
    found.parameters_mut().for_each(|p| p.value += 1.0);
    assert_eq!(found.parameter("fo_j2").map(|p| p.value), Some(2.0));
    let names = MODEL.base.iter().map(|b| b.name.to_owned());
    assert_eq!(found.covariance.parameters, names.collect::<Vec<_>>());
    assert_eq!(
        found.covariance.values[2],
        [21.0, 22.0, 23.0, 24.0, 25.0, 26.0]
    );
    let values = standard.expect("standard parameters");
    assert_eq!(found.standard.len(), P);
    found.scattered(&[None, Some(0.5)]);
    for (k, (value, parameter)) in found.standard.iter().zip(MODEL.parameters).enumerate() {
        assert_eq!(
            (value.name.as_str(), value.value),
            (parameter.name, values[k])
        );
        assert_eq!(
            (value.nominal, value.class),
            (parameter.nominal, parameter.class)
        );
        assert_eq!(value.std, (k == 1).then_some(0.5));
    }
    let written = serde_json::to_value(&found.standard[5]).expect("values");
    assert_eq!(written["class"], "identifiable");
}

#[test]
fn numbers_are_in_the_models_order() {
    let known = |quality, freedom, p: Estimated| Estimated {
        quality,
        freedom,
        ..p
    };
    let length = |name: &str, value| FittedLength {
        name: name.to_owned(),
        value,
        std: 0.1,
        nominal: None,
    };
    let names = ["fo_j2", "l_2", "mx_a", "Lzz_a", "l_1"];
    let mut found = Estimation {
        base: vec![p("mx_a", 2.0, Some(0.5)), p("Lzz_a", 1.0, None)],
        drive: vec![
            known(Quality::Good, Some(7.0), p("fo_j2", 6.0, Some(0.3))),
            known(Quality::Given, None, p("fv_j1", 5.0, None)),
        ],
        biased: true,
        lengths: vec![length("l_1", 0.4), length("l_2", 0.6)],
        covariance: Covariance {
            parameters: names.map(str::to_owned).to_vec(),
            values: (0..5)
                .map(|i| (0..5).map(|j| f64::from(10 * i + j)).collect())
                .collect(),
        },
        ..Estimation::default()
    };
    let estimate = found.base_estimate(&MODEL);
    assert_eq!(estimate.beta, [1.0, 2.0, 0.0, 0.0, 5.0, 6.0]);
    assert_eq!(estimate.determined, [false, true, false, false, true, true]);
    assert_eq!(estimate.freedom, [MANY, MANY, MANY, MANY, MANY, 7.0]);
    assert!(estimate.biased && !estimate.independent);
    // What held friction left is no friction of a joint.
    let left = Estimation {
        remainders: vec!["fv_j1".to_owned()],
        ..found.clone()
    };
    let determined = left.base_estimate(&MODEL).determined;
    assert_eq!(determined, [false, true, false, false, false, true]);
    // In the file Lzz_a is the fourth, mx_a the third and fo_j2 the first.
    assert_eq!(estimate.covariance[0], [33.0, 32.0, 0.0, 0.0, 0.0, 30.0]);
    assert_eq!(estimate.covariance[5], [3.0, 2.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(
        estimate.lengths,
        [
            LengthEstimate {
                name: "l_1".to_owned(),
                value: 0.4,
                covariance: vec![43.0, 42.0, 0.0, 0.0, 0.0, 40.0],
                among: vec![44.0, 41.0],
            },
            LengthEstimate {
                name: "l_2".to_owned(),
                value: 0.6,
                covariance: vec![13.0, 12.0, 0.0, 0.0, 0.0, 10.0],
                among: vec![14.0, 11.0],
            },
        ]
    );
    // Without a covariance deviations are independent.
    (found.covariance, found.lengths) = Default::default();
    let plain = found.base_estimate(&MODEL);
    assert!(plain.independent);
    assert_eq!(plain.covariance[1], [0.0, 0.25, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(plain.covariance[0], [0.0; B]);
    found.parameters_mut().for_each(|p| p.std = Some(0.0));
    assert!(!found.base_estimate(&MODEL).independent);
}
