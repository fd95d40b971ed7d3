//! What is known of deviations goes to the table, and terms that a model lacks make them as wide as they have to be.

use nalgebra::DMatrix;

use super::super::estimated::{Estimated, Quality};
use super::super::noise::Noise;
use super::Deviations;
use crate::distribution::MANY;

/// Of three parameters with variances of 1, 4 and 9, the last one given.
fn deviations() -> Deviations {
    Deviations {
        covariance: DMatrix::from_row_slice(3, 3, &[1.0, 0.5, 0.0, 0.5, 4.0, 0.0, 0.0, 0.0, 0.0]),
        freedom: vec![MANY, MANY, MANY],
        bias: vec![0.0; 3],
        shift: vec![0.0; 3],
        right: DMatrix::identity(3, 3),
        standard: Vec::new(),
        noise: Noise {
            rows: Vec::new(),
            across: DMatrix::zeros(0, 0),
        },
        only_noise: 0,
        hidden: vec![false; 3],
        held: vec![false, false, true],
    }
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found} for {expected}");
}

#[test]
fn a_table_is_completed() {
    let mut known = deviations();
    known.hidden[1] = true;
    known.freedom[0] = 7.0;
    known.bias = vec![0.25, 0.5, 0.0];
    known.shift = vec![-0.5, 0.75, 0.0];
    let p = |std: Option<f64>| Estimated {
        std,
        percent: Some(10.0),
        alone: Some(0.1),
        correlated: Some(("x".to_owned(), 0.5)),
        quality: Quality::Good,
        ..Estimated::default()
    };
    let mut table = [p(Some(1.0)), p(Some(2.0)), p(None)];
    known.complete(&mut table);
    assert_eq!(table[0].freedom, Some(7.0));
    assert_eq!((table[0].bias, table[0].lacking), (Some(0.25), Some(-0.5)));
    assert_eq!(table[0].quality, Quality::Good);
    // What only errors of positions excited is not excited.
    assert_eq!(
        (table[1].std, table[1].percent, table[1].alone),
        (None, None, None)
    );
    assert_eq!(
        (table[1].quality, &table[1].correlated),
        (Quality::Undetermined, &None)
    );
    assert_eq!(
        (table[1].freedom, table[1].bias, table[1].lacking),
        (None, None, None)
    );
    assert_eq!((table[2].freedom, table[2].bias), (None, None));
    let mut quiet = [p(Some(1.0)), p(Some(2.0)), p(None)];
    deviations().complete(&mut quiet);
    assert_eq!((quiet[0].bias, quiet[0].lacking), (None, None));
    assert_eq!(quiet[1].std, Some(2.0));
}

/// The interval of 95 % about 0 of a normal distribution about 1 or 3 of its deviations, in intervals about itself (SciPy's normal
/// distribution): 1.350099 and 2.369867.
#[test]
fn a_shift_widens_a_deviation_until_the_interval_holds() {
    let noise = DMatrix::from_row_slice(3, 3, &[1.0, 0.5, 0.0, 0.5, 4.0, 0.0, 0.0, 0.0, 9.0]);
    let mut found = deviations();
    found.lacking(&noise, &[1.0, -6.0, 2.0]);
    let std = |k: usize| found.covariance[(k, k)].sqrt();
    near(std(0), 1.350_099_068);
    near(std(1), 2.0 * 2.369_866_826);
    // They are moved together: what is not noise has the signs of the shifts.
    let systematic = |k: usize, noise: f64| (found.covariance[(k, k)] - noise).sqrt();
    near(
        found.covariance[(0, 1)],
        0.5 - systematic(0, 1.0) * systematic(1, 4.0),
    );
    assert_eq!(found.shift, [1.0, -6.0, 0.0]);
    // What was given has none.
    assert!(found.covariance.row(2).iter().all(|x| *x == 0.0));
    // None becomes narrower.
    let mut wide = deviations();
    wide.covariance[(0, 0)] = 100.0;
    wide.lacking(&noise, &[1.0, 0.0, 0.0]);
    near(wide.covariance[(0, 0)], 100.0);
    near(wide.covariance[(1, 1)], 4.0);
}

#[test]
fn a_scatter_takes_the_place_of_the_linear_one_and_is_as_much_wider() {
    let mut found = deviations();
    // The linear one of a gain of 1/2 is 1/4: what there is, 1 and 4, is 2 and 4 times as wide.
    let gain = DMatrix::identity(3, 3) * 0.5;
    let scatter = DMatrix::from_row_slice(3, 3, &[0.5, 0.1, 0.0, 0.1, 0.2, 0.0, 0.0, 0.0, 0.3]);
    found.scattered(&scatter, &gain);
    near(found.covariance[(0, 0)], 2.0);
    near(found.covariance[(0, 1)], 0.1 * 2.0 * 4.0);
    // None is less than it was.
    near(found.covariance[(1, 1)], 4.0);
    assert_eq!(found.covariance[(2, 2)], 0.0);
    let mut more = deviations();
    more.add(&DMatrix::from_element(3, 3, 0.25));
    near(more.covariance[(0, 0)], 1.25);
    near(more.covariance[(0, 1)], 0.75);
    assert_eq!(more.covariance[(2, 2)], 0.0);
}
