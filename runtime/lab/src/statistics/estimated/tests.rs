//! The table of base parameters, field by field.

use nalgebra::DMatrix;

use super::{
    Correlation, Estimated, Quality, alone, correlations, covariance, effect, is_of_body, partner,
    percent, table,
};
use crate::estimate::{Method, estimate, weighted_least_squares};
use crate::regression::by_hand::{B, MODEL, drawn, near, observed};
use crate::regression::{Factor, Observation};

#[test]
fn percentages_have_no_sign() {
    assert_eq!(percent(-2.0, 0.5), Some(25.0));
    assert_eq!(percent(0.0, 0.5), None);
}

/// One parameter in two rows of unlike noise, that of the second correlated in time: by hand.
#[test]
fn covariance_is_that_of_weighted_rows() {
    let row = |column: f64, error: f64| {
        let mut factor = Factor::new(1);
        for k in 0..50 {
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            factor.push([(0, column)], 4.0 * column + sign * error);
        }
        factor
    };
    let columns = [1.0, 3.0];
    let factors = vec![row(columns[0], 0.1), row(columns[1], 0.7)];
    let observation = Observation::of(vec![factors]);
    let found = weighted_least_squares(&observation);
    let ratio = [1.0, 2.5];
    let each = |k: usize| 50.0 * found.weights[k] * columns[k].powi(2);
    let noise = |k: usize| each(k) * found.weights[k] * found.variance[k] * ratio[k];
    let expected = (noise(0) + noise(1)) / (each(0) + each(1)).powi(2);
    let variance = covariance(observation.factors(), &found, &ratio)[(0, 0)];
    assert!((variance / expected - 1.0).abs() < 1e-12);
    assert!(found.weights[0] > 10.0 * found.weights[1]);
}

#[test]
fn what_is_known_of_the_others_narrows_a_deviation() {
    // Two parameters correlated by 0.8 in unlike units, and one beside them.
    let covariance =
        DMatrix::from_row_slice(3, 3, &[4.0, 1.6e3, 0.0, 1.6e3, 1e6, 0.0, 0.0, 0.0, 9.0]);
    let expected = [2.0 * 0.6, 1e3 * 0.6, 3.0];
    let narrowed = alone(&covariance, &[true; 3]);
    for (narrowed, expected) in narrowed.iter().zip(expected) {
        assert!((narrowed.unwrap() / expected - 1.0).abs() < 1e-12);
    }
    assert_eq!(
        alone(&covariance, &[true, false, true]),
        [Some(2.0), None, Some(3.0)]
    );
    // What was given does not scatter, and has nothing to do with how others do.
    let given = DMatrix::from_row_slice(3, 3, &[4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0]);
    assert_eq!(alone(&given, &[true; 3]), [Some(2.0), None, Some(3.0)]);
}

#[test]
fn what_does_not_scatter_is_correlated_with_nothing() {
    let covariance = DMatrix::from_row_slice(3, 3, &[1.0, 0.5, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0]);
    let partners = [0, 1, 2].map(|j| partner(&covariance, &[true; 3], j));
    assert_eq!(partners, [Some((1, 0.5)), Some((0, 0.5)), None]);
}

#[test]
fn qualities_begin_where_they_are_said_to() {
    for (value, std, from_data, expected) in [
        (-2.0, Some(0.099), 1.0, Quality::Good),
        (-2.0, Some(0.1), 1.0, Quality::Fair),
        (2.0, Some(0.399), 1.0, Quality::Fair),
        (2.0, Some(0.4), 1.0, Quality::Poor),
        (-2.0, Some(0.999), 1.0, Quality::Poor),
        (-2.0, Some(1.0), 1.0, Quality::Zero),
        (2.0, Some(0.01), 0.5, Quality::Good),
        (2.0, Some(0.01), 0.49, Quality::Assumed),
        (2.0, None, 0.1, Quality::Undetermined),
    ] {
        assert_eq!(
            Quality::of(value, std, from_data),
            expected,
            "{value} {std:?}"
        );
    }
    let words = [
        (Quality::Good, "good"),
        (Quality::Fair, "fair"),
        (Quality::Poor, "poor"),
        (Quality::Zero, "not told from 0"),
        (Quality::Assumed, "assumed"),
        (Quality::Given, "given"),
        (Quality::LeftOut, "left out"),
        (Quality::Undetermined, "not excited"),
    ];
    for (quality, word) in words {
        assert_eq!(quality.word(), word);
        let p = Estimated {
            quality,
            ..Estimated::default()
        };
        let given = matches!(quality, Quality::Given | Quality::LeftOut);
        assert_eq!(p.is_given(), given);
    }
    assert_eq!(
        serde_json::to_string(&Quality::LeftOut).expect("a word"),
        "\"left_out\""
    );
}

#[test]
fn a_bias_is_measured_by_the_noise_beside_it() {
    let of = |std, bias| Estimated {
        std,
        bias,
        ..Estimated::default()
    };
    near(of(Some(0.5), Some(-0.3)).bias_in_deviations(), 0.75);
    assert_eq!(of(Some(0.5), None).bias_in_deviations(), 0.0);
    assert_eq!(of(None, Some(0.3)).bias_in_deviations(), 0.0);
    assert!(of(Some(0.3), Some(0.3)).bias_in_deviations() > 1e300);
    let mut p = of(Some(0.5), Some(0.1));
    p.leave_out();
    assert_eq!((p.quality, p.std), (Quality::LeftOut, Some(0.5)));
}

/// A covariance with deviations 0.02, 0.3, 0.5, 0.1, 2 and 1, of which some are correlated.
fn scattered() -> DMatrix<f64> {
    let sizes = [0.02, 0.3, 0.5, 0.1, 2.0, 1.0];
    let mut correlation = DMatrix::identity(B, B);
    for (i, j, r) in [(0, 1, 0.05), (0, 3, -0.95), (1, 2, 0.91), (4, 5, 0.2)] {
        (correlation[(i, j)], correlation[(j, i)]) = (r, r);
    }
    DMatrix::from_fn(B, B, |i, j| correlation[(i, j)] * sizes[i] * sizes[j])
}

#[test]
fn a_row_of_the_table_has_all_that_is_known_of_a_parameter() {
    let parts = drawn(2, 40, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.1);
    let observation = observed(&parts);
    let mut found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    found.beta = vec![1.0, -2.0, 3.0, 0.5, 0.7, 0.0];
    found.from_data[3] = 0.4;
    found.held[5] = true;
    let covariance = scattered();
    let all = table(&MODEL, observation.factors(), &found, &covariance);
    let effects = effect(observation.factors(), &found);
    let narrowed = alone(&covariance, &[true; B]);
    let row = |k: usize, std: Option<f64>, percent, quality, partner: Option<(&str, f64)>| {
        let base = &MODEL.base[k];
        let correlated = partner.map(|(name, r)| (name.to_owned(), r));
        Estimated {
            name: base.name.to_owned(),
            expression: base.expression.to_owned(),
            unit: base.unit.to_owned(),
            value: found.beta[k],
            std,
            percent,
            alone: narrowed[k],
            effect: effects[k],
            quality,
            correlated,
            from_data: found.from_data[k],
            ..Estimated::default()
        }
    };
    let expected = [
        row(
            0,
            Some(0.02),
            Some(2.0),
            Quality::Good,
            Some(("fc_m2", -0.95)),
        ),
        row(1, Some(0.3), Some(15.0), Quality::Fair, Some(("m_b", 0.91))),
        row(
            2,
            Some(0.5),
            Some(50.0 / 3.0),
            Quality::Fair,
            Some(("mx_a", 0.91)),
        ),
        row(
            3,
            Some(0.1),
            Some(20.0),
            Quality::Assumed,
            Some(("Lzz_a", -0.95)),
        ),
        row(
            4,
            Some(2.0),
            Some(2000.0 / 7.0),
            Quality::Zero,
            Some(("fo_j2", 0.2)),
        ),
        row(5, None, None, Quality::Given, Some(("fv_j1", 0.2))),
    ];
    for (found, expected) in all.iter().zip(&expected) {
        let numbers = |p: &Estimated| {
            let mut plain = p.clone();
            let numbers = [plain.std.take(), plain.percent.take()];
            let r = plain
                .correlated
                .take()
                .map(|(name, r)| (name, (1e9 * r).round()));
            (plain, numbers.map(|x| x.map(|x| (1e9 * x).round())), r)
        };
        assert_eq!(numbers(found), numbers(expected));
    }
    // Effects: β² |K|²/v over the equations of the rows in which it is.
    let expected: f64 = (0..2)
        .map(|row| {
            let lines = parts.iter().flat_map(|part| &part[row]);
            let squares: f64 = lines.map(|line| line[1] * line[1]).sum();
            4.0 * squares / found.variance[row]
        })
        .sum();
    near(effects[1], (expected / 160.0).sqrt());
    assert_eq!(effects[5], 0.0);
    // The closest pair first, and no pair twice.
    let pair = |first: &str, second: &str, r| Correlation {
        first: first.to_owned(),
        second: second.to_owned(),
        r,
    };
    let pairs = correlations(&MODEL, &found, &covariance);
    let rounded: Vec<Correlation> = pairs
        .into_iter()
        .map(|p| Correlation {
            r: (1e9 * p.r).round() / 1e9,
            ..p
        })
        .collect();
    assert_eq!(
        rounded,
        [pair("Lzz_a", "fc_m2", -0.95), pair("mx_a", "m_b", 0.91)]
    );
    let bodies: Vec<bool> = (0..B).map(|k| is_of_body(&MODEL, k)).collect();
    assert_eq!(bodies, [true, true, true, false, false, false]);
}

#[test]
fn what_is_not_determined_has_no_deviation_and_no_partner() {
    let mut parts = drawn(2, 40, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.1);
    for line in parts.iter_mut().flatten().flatten() {
        line[4] = 0.0;
    }
    let observation = observed(&parts);
    let found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let all = table(&MODEL, observation.factors(), &found, &scattered());
    assert_eq!(
        (all[4].std, all[4].percent, all[4].alone, &all[4].correlated),
        (None, None, None, &None)
    );
    assert_eq!(
        (all[4].quality, all[4].effect),
        (Quality::Undetermined, 0.0)
    );
    // The closest of the others stands in.
    assert_eq!(
        all[5].correlated.as_ref().map(|(_, r)| r.abs() < 1e-12),
        Some(true)
    );
    let mut close = scattered();
    (close[(4, 5)], close[(5, 4)]) = (2.0, 2.0);
    let pairs = correlations(&MODEL, &found, &close);
    assert!(
        pairs
            .iter()
            .all(|p| p.first != "fv_j1" && p.second != "fv_j1")
    );
    // Pairs behind one that is not determined are those of their own places.
    for line in parts.iter_mut().flatten().flatten() {
        line[0] = 0.0;
    }
    let found = estimate(&observed(&parts), &MODEL, &Method::Wls.into()).expect("an estimate");
    let pairs = correlations(&MODEL, &found, &close);
    let [pair] = &pairs[..] else {
        panic!("{}", pairs.len());
    };
    assert_eq!((pair.first.as_str(), pair.second.as_str()), ("mx_a", "m_b"));
    near(pair.r, 0.91);
}

/// By size, whatever their sign, and those of 0.9 on.
#[test]
fn the_closest_pairs_come_first() {
    let parts = drawn(2, 40, [1.0; B], 0.1);
    let found = estimate(&observed(&parts), &MODEL, &Method::Wls.into()).expect("an estimate");
    for sign in [1.0, -1.0] {
        let mut covariance = DMatrix::identity(B, B);
        for (i, j, r) in [
            (0, 1, -0.95 * sign),
            (2, 3, 0.97 * sign),
            (4, 5, -0.99 * sign),
            (0, 5, 0.89),
        ] {
            (covariance[(i, j)], covariance[(j, i)]) = (r, r);
        }
        let pairs = correlations(&MODEL, &found, &covariance);
        let name = |k: usize| MODEL.base[k].name.to_owned();
        let pair = |i, j, r| Correlation {
            first: name(i),
            second: name(j),
            r,
        };
        let expected = [
            pair(4, 5, -0.99 * sign),
            pair(2, 3, 0.97 * sign),
            pair(0, 1, -0.95 * sign),
        ];
        assert_eq!(pairs, expected);
    }
    // As large as that is large enough, and none is beyond 1, whatever rounding left.
    for (r, told) in [
        (0.9, Some(0.9)),
        (-0.9, Some(-0.9)),
        (0.89, None),
        (1.0 + 1e-9, Some(1.0)),
        (-1.0 - 1e-9, Some(-1.0)),
    ] {
        let mut covariance = DMatrix::identity(B, B);
        (covariance[(1, 4)], covariance[(4, 1)]) = (r, r);
        let pairs = correlations(&MODEL, &found, &covariance);
        let pairs: Vec<f64> = pairs.iter().map(|pair| pair.r).collect();
        assert_eq!(pairs, told.into_iter().collect::<Vec<_>>(), "{r}");
    }
}

/// Three times 2 in one equation with a deviation of 2; a row that is met exactly has no residuals to be measured by, and one without
/// the parameter has no part in it.
#[test]
fn an_effect_is_measured_in_deviations_of_the_rows_that_have_any() {
    let with = |column: f64, count: usize| {
        let mut factor = Factor::new(1);
        for k in 0..count {
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            factor.push([(0, column)], column + 0.1 * sign);
        }
        factor
    };
    let observation = Observation::of(vec![vec![with(1.0, 20)]]);
    let mut found = weighted_least_squares(&observation);
    (found.beta, found.variance) = (vec![2.0], vec![4.0, 0.0, 1.0]);
    let factors = [with(3.0, 1), with(5.0, 4), with(0.0, 8)];
    let effects = effect(&factors, &found);
    assert_eq!(effects.len(), 1);
    near(effects[0], 3.0);
}
