//! What is known of deviations goes to the table, and terms that a model lacks make them as wide as they have to be.

use nalgebra::DMatrix;

use super::super::estimated::{Estimated, Quality};
use super::super::noise::Noise;
use super::Deviations;
use crate::distribution::{MANY, student_widening};
use crate::estimate::{Method, estimate};
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::Equations;
use crate::regression::by_hand::{
    B, MODEL, ROBOT, conditioned, moved, processing, recording, rows_at,
};
use armwright_runtime::Side;

/// Of three parameters with variances of 1, 4 and 9, the last one given.
fn deviations() -> Deviations {
    Deviations {
        covariance: DMatrix::from_row_slice(3, 3, &[1.0, 0.5, 0.0, 0.5, 4.0, 0.0, 0.0, 0.0, 0.0]),
        freedom: vec![MANY, MANY, MANY],
        uneven: vec![1.0; 3],
        bias: vec![0.0; 3],
        shift: vec![0.0; 3],
        told: None,
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
    assert!(found.covariance.column(2).iter().all(|x| *x == 0.0));
    // None becomes narrower.
    let mut wide = deviations();
    wide.covariance[(0, 0)] = 100.0;
    wide.lacking(&noise, &[1.0, 0.0, 0.0]);
    near(wide.covariance[(0, 0)], 100.0);
    near(wide.covariance[(1, 1)], 4.0);
}

/// Each parameter is as much wider as its own noise is little known, and biases go together.
#[test]
fn a_covariance_without_what_is_missing_is_widened_parameter_by_parameter() {
    let noise = DMatrix::from_row_slice(3, 3, &[1.0, 0.5, 0.0, 0.5, 4.0, -0.3, 0.0, -0.3, 9.0]);
    let mut found = deviations();
    found.held = vec![false; 3];
    found.freedom = vec![3.0, 8.0, MANY];
    found.bias = vec![0.25, -0.5, 2.0];
    found.lacking(&noise, &[0.0; 3]);
    let wider = [student_widening(3.0), student_widening(8.0), 1.0];
    for i in 0..3 {
        for j in 0..3 {
            let biased = [0.25, -0.5, 2.0][i] * [0.25, -0.5, 2.0][j];
            let expected = noise[(i, j)] * wider[i] * wider[j] + biased;
            near(found.covariance[(i, j)], expected);
        }
    }
}

/// Of two estimates whose noise goes together by a quarter, terms that are missing make errors that go together wholly: that says nothing of
/// what the motion tells apart.
#[test]
fn what_is_missing_tells_nothing_of_what_the_motion_tells_apart() {
    let mut found = deviations();
    let before = found.covariance.clone();
    found.lacking(&before, &[50.0, -90.0, 0.0]);
    assert!(
        found.covariance[(0, 1)].powi(2)
            > 0.9 * found.covariance[(0, 0)] * found.covariance[(1, 1)]
    );
    assert_eq!(found.told, Some(before));
    let named = |name: &str, std: Option<f64>| Estimated {
        name: name.to_owned(),
        std,
        ..Estimated::default()
    };
    let mut table = [
        named("a", Some(1.0)),
        named("b", Some(2.0)),
        named("c", None),
    ];
    found.complete(&mut table);
    assert_eq!(table[0].correlated, Some(("b".to_owned(), 0.25)));
    assert_eq!(table[1].correlated, Some(("a".to_owned(), 0.25)));
    assert_eq!(table[2].correlated, None);
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
    assert_eq!(more.covariance.row(2).amax(), 0.0);
    assert_eq!(more.covariance.column(2).amax(), 0.0);
}

/// None of those that were not given becomes less than it was, whichever it is: 1, 4 and 9.
#[test]
fn a_scatter_makes_no_deviation_smaller() {
    for place in 0..3 {
        let mut found = deviations();
        found.covariance[(2, 2)] = 9.0;
        found.held = vec![false; 3];
        let before = found.covariance.diagonal();
        // Linear ones that are as wide as those that there are, and a scatter of a tenth more, or of half.
        found.right = DMatrix::from_diagonal(&before);
        let scatter = DMatrix::from_fn(3, 3, |i, j| {
            let times = if i == place { 0.5 } else { 1.1 };
            if i == j { times * before[i] } else { 0.0 }
        });
        found.scattered(&scatter, &DMatrix::identity(3, 3));
        for k in 0..3 {
            let times = if k == place { 1.0 } else { 1.1 };
            near(found.covariance[(k, k)], times * before[k]);
        }
    }
}

/// How much wider a deviation is than noise of one size makes it that is well known.
fn wider(found: &Deviations, k: usize) -> f64 {
    student_widening(found.freedom[k]) * found.uneven[k].sqrt()
}

/// `G Σ_st Σ_ij x_i(s) γ_ij(s - t) x_j(t)ᵀ Gᵀ` of the weighted rows of two motions, which have no noise in common, made wider by
/// Student's quantiles, and where noise is larger.
#[test]
fn a_covariance_is_the_double_sum_over_all_samples() {
    let mut random = Random::new(33);
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let motions = [(0.0, 70), (1.1, 60)].map(|span| {
        let mut last = 0.0;
        moved(
            "swing",
            span,
            processing(EquationSide::Joint),
            &mut |_, rows| {
                last = 0.7 * last + 0.1 * random.normal();
                let noise = [last, 0.3 * random.normal() + last];
                [0, 1].map(|row| {
                    noise[row] + rows[row].iter().zip(beta).map(|(y, b)| y * b).sum::<f64>()
                })
            },
        )
    });
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let mut shares = Vec::new();
    let found = Deviations::of(&equations, &motions, &fit, &mut |share| shares.push(share));
    let found = found.expect("deviations");
    assert!(shares.is_sorted() && shares.last().is_some_and(|last| *last > 0.99));
    // (Kᵀ W K)⁻¹ and W K, row by row.
    let line = |motion: usize, at: usize, row: usize| {
        DMatrix::from_row_slice(1, B, &rows_at(&motions[motion], at)[row]) * fit.weights[row]
    };
    let places: Vec<(usize, usize, usize)> = (0..2)
        .flat_map(|m| {
            motions[m]
                .interior()
                .flat_map(move |at| [(m, at, 0), (m, at, 1)])
        })
        .collect();
    let lines: Vec<DMatrix<f64>> = places
        .iter()
        .map(|(m, at, row)| line(*m, *at, *row))
        .collect();
    let mut normal = DMatrix::zeros(B, B);
    for (line, (.., row)) in lines.iter().zip(&places) {
        normal += line.transpose() * line / fit.weights[*row];
    }
    let covariances = |i, j| found.noise.covariances(i, j, 80);
    let covariances = [
        [covariances(0, 0), covariances(0, 1)],
        [covariances(1, 0), covariances(1, 1)],
    ];
    let mut middle = DMatrix::zeros(B, B);
    for (one, (m, s, i)) in lines.iter().zip(&places) {
        for (other, (n, t, j)) in lines.iter().zip(&places) {
            if m == n {
                // Row j later by t - s, or row i by s - t.
                let gamma = match t >= s {
                    true => covariances[*i][*j][t - s],
                    false => covariances[*j][*i][s - t],
                };
                middle += one.transpose() * other * gamma;
            }
        }
    }
    let inverse = normal.try_inverse().expect("regular");
    let plain = &inverse * middle * &inverse;
    assert!(found.noise.across[(0, 1)] > 0.1 && found.noise.rows[0].order() > 0);
    for i in 0..B {
        assert!(found.freedom[i] < 300.0, "{}", found.freedom[i]);
        for j in 0..B {
            let wide = wider(&found, i) * wider(&found, j);
            let expected = plain[(i, j)] * wide + found.bias[i] * found.bias[j];
            let size = (found.covariance[(i, i)] * found.covariance[(j, j)]).sqrt();
            let off = (found.covariance[(i, j)] - expected).abs() / size;
            assert!(off < 1e-6, "{i} {j}: {off}");
        }
    }
    assert_eq!((found.shift, found.only_noise), (vec![0.0; B], 0));
}

/// Errors that are nearly half of what an acceleration varies by move the mass that it tells by more than noise does.
#[test]
fn a_covariance_holds_what_errors_of_the_motion_do() {
    let mut random = Random::new(7);
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let processing = processing(EquationSide::Joint);
    let clean = conditioned(recording(2000), processing.clone());
    let mut noisy = recording(2000);
    let mut torques = vec![vec![0.0; 2000]; 2];
    for at in clean.interior() {
        for (torque, line) in torques.iter_mut().zip(rows_at(&clean, at)) {
            let predicted: f64 = line.iter().zip(beta).map(|(y, b)| y * b).sum();
            torque[at] = predicted + 0.05 * random.normal();
        }
    }
    noisy.torque = Some(torques);
    let accelerations = noisy.acceleration.as_mut().expect("accelerations");
    let erring = &mut accelerations[1];
    erring.iter_mut().for_each(|x| *x += 0.8 * random.normal());
    let motions = [conditioned(noisy, processing)];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let found = Deviations::of(&equations, &motions, &fit, &mut |_| {}).expect("deviations");
    let scatter = &fit.gain * &found.right * fit.gain.transpose();
    assert!(found.bias[2].powi(2) > scatter[(2, 2)], "{:?}", found.bias);
    for i in 0..B {
        for j in 0..B {
            let wide = wider(&found, i) * wider(&found, j);
            let expected = scatter[(i, j)] * wide + found.bias[i] * found.bias[j];
            let size = (found.covariance[(i, i)] * found.covariance[(j, j)]).sqrt();
            let off = (found.covariance[(i, j)] - expected).abs() / size;
            assert!(off < 1e-6, "{i} {j}: {off}");
        }
    }
}

/// The first joint does not accelerate: nothing is said of its inertia, which scatters by nothing.
#[test]
fn what_is_not_excited_leaves_a_covariance_of_numbers() {
    let mut random = Random::new(7);
    let beta = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];
    let processing = processing(EquationSide::Joint);
    let mut still = recording(300);
    let accelerations = still.acceleration.as_mut().expect("accelerations");
    accelerations[0].fill(0.0);
    let clean = conditioned(still.clone(), processing.clone());
    let mut torques = vec![vec![0.0; 300]; 2];
    for at in clean.interior() {
        for (torque, line) in torques.iter_mut().zip(rows_at(&clean, at)) {
            let predicted: f64 = line.iter().zip(beta).map(|(y, b)| y * b).sum();
            torque[at] = predicted + 0.05 * random.normal();
        }
    }
    still.torque = Some(torques);
    let motions = [conditioned(still, processing)];
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations
        .observe(&motions, &mut |_| {})
        .expect("an observation");
    let fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    assert_eq!(fit.spectrum.rank, B - 1);
    let found = Deviations::of(&equations, &motions, &fit, &mut |_| {}).expect("deviations");
    assert!(found.covariance.iter().all(|x| x.is_finite()));
    for k in 0..B {
        let variance = found.covariance[(k, k)];
        assert_eq!(variance > 0.0, k > 0, "{k}: {variance}");
    }
}
