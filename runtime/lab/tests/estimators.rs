//! Each estimator against the formula that defines it, and against what it must be in its limits.

use crate::specimen::ROBOT;
use armwright_lab::estimate::{
    Damped, Estimate, EstimateError, Estimator, Method, PriorScale, RidgeWeights, estimate,
};
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::random::Random;
use armwright_lab::regression::{Factor, Observation};
use armwright_runtime::{Model, Robot};
use nalgebra::{DMatrix, DVector};

/// Observations of the specimen at random states, their rows and torques beside them.
struct Experiment {
    observation: Observation,
    /// Rows of the base regressor, joint after joint for each state.
    rows: DMatrix<f64>,
    torque: DVector<f64>,
}

fn model() -> &'static Model {
    ROBOT.model()
}

fn truth() -> DVector<f64> {
    base_matrix(model()) * DVector::from_vec(nominal(model()))
}

/// `moving` says which joint moves; one that does not stays where it is.
fn experiment(states: usize, noise: f64, moving: [bool; 2], seed: u64) -> Experiment {
    let (n, b) = (2, model().base.len());
    let mut random = Random::new(seed);
    let mut parts = vec![vec![Factor::new(b); n]; 5];
    let (mut rows, mut torque) = (Vec::new(), Vec::new());
    for k in 0..states {
        let mut state = [[0.3; 2], [0.0; 2], [0.0; 2]];
        for quantity in &mut state {
            for (x, moves) in quantity.iter_mut().zip(moving) {
                *x = if moves { 2.0 * random.normal() } else { *x };
            }
        }
        let mut regressor = vec![0.0; n * b];
        let [q, qd, qdd] = &state;
        ROBOT
            .base_regressor(q, qd, qdd, &mut regressor)
            .expect("slices of the robot's own sizes");
        for (i, row) in regressor.chunks_exact(b).enumerate() {
            let row = DVector::from_row_slice(row);
            let tau = row.dot(&truth()) + noise * random.normal();
            let part = (5 * k) / states;
            parts[part][i].push(row.iter().copied().enumerate(), tau);
            rows.push(row.transpose());
            torque.push(tau);
        }
    }
    Experiment {
        observation: Observation::of(parts),
        rows: DMatrix::from_rows(&rows),
        torque: DVector::from_vec(torque),
    }
}

fn estimated(experiment: &Experiment, estimator: &Estimator) -> Estimate {
    estimate(&experiment.observation, model(), estimator).expect("an estimate")
}

fn ridge(damping: f64, damped: Damped) -> Estimator {
    Estimator {
        damping: Some(damping),
        damped,
        ridge_weights: RidgeWeights::Equal,
        ..Method::Ridge.into()
    }
}

fn prior(weight: f64, scale: PriorScale) -> Estimator {
    Estimator {
        prior_weight: Some(weight),
        prior_scale: scale,
        ..Method::Prior.into()
    }
}

fn close(what: &str, actual: &[f64], expected: &[f64], tolerance: f64) {
    let scale = expected.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    assert_eq!(actual.len(), expected.len());
    for (k, (a, b)) in actual.iter().zip(expected).enumerate() {
        assert!(
            (a - b).abs() <= tolerance * scale,
            "{what}, {k}: {a} for {b}"
        );
    }
}

#[test]
fn ridge_is_equation_9_of_all_standard_parameters() {
    let experiment = experiment(200, 0.5, [true, true], 1);
    let regressor = &experiment.rows * base_matrix(model());
    let p = model().parameters.len();
    let damped = regressor.transpose() * &regressor + 3.0 * DMatrix::<f64>::identity(p, p);
    let moments = regressor.transpose() * &experiment.torque;
    let formula = damped
        .cholesky()
        .expect("positive definite")
        .solve(&moments);
    let found = estimated(&experiment, &ridge(3.0, Damped::Standard));
    let standard = found.standard.as_ref().expect("standard parameters");
    close("theta", standard, formula.as_slice(), 1e-9);
    let base = base_matrix(model()) * formula;
    close("beta", &found.beta, base.as_slice(), 1e-9);
    assert!(found.biased && found.from_data.iter().all(|share| *share < 1.0));
}

#[test]
fn ridge_of_base_parameters_is_the_same_formula_of_those() {
    let experiment = experiment(200, 0.5, [true, true], 1);
    let (k, b) = (&experiment.rows, model().base.len());
    let damped = k.transpose() * k + 7.0 * DMatrix::<f64>::identity(b, b);
    let moments = k.transpose() * &experiment.torque;
    let formula = damped
        .cholesky()
        .expect("positive definite")
        .solve(&moments);
    let found = estimated(&experiment, &ridge(7.0, Damped::Base));
    close("beta", &found.beta, formula.as_slice(), 1e-9);
    assert!(found.standard.is_none());
}

#[test]
fn a_prior_in_si_units_is_equation_106() {
    let experiment = experiment(60, 0.5, [true, true], 2);
    let regressor = &experiment.rows * base_matrix(model());
    let (rows, p) = regressor.shape();
    let alpha = 0.9;
    let mut stacked = DMatrix::zeros(rows + p, p);
    stacked.rows_mut(0, rows).copy_from(&(alpha * &regressor));
    stacked
        .rows_mut(rows, p)
        .copy_from(&((1.0 - alpha) * DMatrix::<f64>::identity(p, p)));
    let theta = DVector::from_vec(nominal(model()));
    // Nominal values that are off, as CAD is.
    let guess = theta.map(|x| 1.2 * x + 0.01);
    let mut right = DVector::zeros(rows + p);
    right
        .rows_mut(0, rows)
        .copy_from(&(alpha * &experiment.torque));
    right.rows_mut(rows, p).copy_from(&((1.0 - alpha) * &guess));
    let formula = (stacked.transpose() * &stacked)
        .cholesky()
        .expect("positive definite")
        .solve(&(stacked.transpose() * right));
    let estimator = Estimator {
        nominal: Some(guess.iter().map(|x| Some(*x)).collect()),
        ..prior(1.0 - alpha, PriorScale::Si)
    };
    let found = estimated(&experiment, &estimator);
    let standard = found.standard.as_ref().expect("standard parameters");
    close("theta", standard, formula.as_slice(), 1e-9);
}

/// A prior counts in the sizes of bodies: mass, mass times radius of gyration, mass times its square.
#[test]
fn a_prior_by_size_is_equation_106_in_units_of_the_bodies() {
    let experiment = experiment(60, 0.5, [true, true], 2);
    let regressor = &experiment.rows * base_matrix(model());
    let guess = DVector::from_vec(nominal(model())).map(|x| 1.2 * x + 0.01);
    let estimator = Estimator {
        nominal: Some(guess.iter().map(|x| Some(*x)).collect()),
        ..prior(0.3, PriorScale::Size)
    };
    let found = estimated(&experiment, &estimator);
    let size = |k: usize| {
        if k >= 20 {
            return guess[k].abs();
        }
        let body = guess.rows(10 * (k / 10), 10);
        let radius = ((body[4] + body[7] + body[9]) / (2.0 * body[0])).sqrt();
        body[0] * radius.powi([0, 1, 1, 1, 2, 2, 2, 2, 2, 2][k % 10])
    };
    let mu = 0.3 / 0.7;
    let pull = DVector::from_fn(guess.len(), |k, _| (mu / size(k)).powi(2));
    let weights = DVector::from_fn(experiment.torque.len(), |row, _| found.weights[row % 2]);
    let weighed = DMatrix::from_diagonal(&weights) * &regressor;
    let normal = weighed.transpose() * &regressor + DMatrix::from_diagonal(&pull);
    let right = weighed.transpose() * &experiment.torque + pull.component_mul(&guess);
    let formula = normal.cholesky().expect("positive definite").solve(&right);
    let standard = found.standard.as_ref().expect("standard parameters");
    close("theta", standard, formula.as_slice(), 1e-8);
}

#[test]
fn light_hands_leave_least_squares_as_it_is() {
    let experiment = experiment(300, 0.2, [true, true], 3);
    let ols = estimated(&experiment, &Method::Ols.into());
    let wls = estimated(&experiment, &Method::Wls.into());
    let light = estimated(&experiment, &ridge(1e-9, Damped::Standard));
    close("ridge", &light.beta, &ols.beta, 1e-8);
    let light = estimated(&experiment, &prior(1e-9, PriorScale::Size));
    close("prior", &light.beta, &wls.beta, 1e-8);
    let all = Estimator {
        keep_above: Some(1e-8),
        ..Method::Tsvd.into()
    };
    let all = estimated(&experiment, &all);
    close("truncated", &all.beta, &wls.beta, 1e-12);
    assert!(!all.biased);
}

#[test]
fn a_heavy_prior_is_the_nominal_robot_but_for_what_has_no_nominal_value() {
    let experiment = experiment(300, 0.2, [true, true], 4);
    let mut known: Vec<Option<f64>> = nominal(model()).iter().map(|x| Some(1.5 * x)).collect();
    // The offsets are not known beforehand.
    for free in [26, 27] {
        known[free] = None;
    }
    let guess = DVector::from_iterator(known.len(), known.iter().map(|x| x.unwrap_or(0.0)));
    let estimator = Estimator {
        nominal: Some(known),
        ..prior(1.0 - 1e-9, PriorScale::Size)
    };
    let found = estimated(&experiment, &estimator);
    let held = base_matrix(model()) * guess;
    let offsets: Vec<usize> = (0..held.len())
        .filter(|&j| model().base[j].representative >= 26)
        .collect();
    assert_eq!(offsets.len(), 2);
    for j in 0..held.len() {
        if offsets.contains(&j) {
            assert!(
                (found.from_data[j] - 1.0).abs() < 1e-6,
                "{}",
                found.from_data[j]
            );
        } else {
            assert!((found.beta[j] - held[j]).abs() < 1e-6 * held[j].abs().max(1e-3));
            assert!(found.from_data[j] < 1e-6);
        }
    }
}

#[test]
fn a_prior_fills_in_what_the_motion_does_not_show() {
    let held = experiment(300, 1e-3, [true, false], 5);
    let wls = estimated(&held, &Method::Wls.into());
    assert!(wls.spectrum.rank < model().base.len());
    let off = |beta: &[f64]| (DVector::from_column_slice(beta) - truth()).norm();
    assert!(off(&wls.beta) > 0.05, "{}", off(&wls.beta));
    let found = estimated(&held, &prior(0.5, PriorScale::Size));

    assert!(off(&found.beta) < 1e-3, "{}", off(&found.beta));
}

/// However small the singular values that are asked for, what no motion excites is not kept.
#[test]
fn truncation_never_keeps_more_than_the_motion_excites() {
    let held = experiment(300, 1e-3, [true, false], 5);
    let wls = estimated(&held, &Method::Wls.into());
    let everything = Estimator {
        keep_above: Some(1e-300),
        ..Method::Tsvd.into()
    };
    let found = estimated(&held, &everything);
    let mut settings = found.settings.iter();
    let kept = settings.find(|setting| setting.name == "directions kept");
    assert_eq!(kept.map(|kept| kept.value), Some(wls.spectrum.rank as f64));
    close("truncated", &found.beta, &wls.beta, 1e-12);
    // What the motion leaves open is drawn to zero even so; where it leaves nothing open, nothing is.
    assert!(found.biased);
    let moving = experiment(300, 1e-3, [true, true], 5);
    assert!(!estimated(&moving, &everything).biased);
}

#[test]
fn what_is_left_open_is_chosen_and_said() {
    let poor = experiment(30, 20.0, [true, true], 6);
    let error = |estimate: &Estimate| {
        let k = &poor.rows;
        (k * DVector::from_column_slice(&estimate.beta) - k * truth()).norm()
    };
    let ols = error(&estimated(&poor, &Method::Ols.into()));
    for method in [Method::Ridge, Method::Tsvd, Method::Prior] {
        let found = estimated(&poor, &method.into());
        assert!(found.settings[0].rule.contains("cross-validation"));
        assert!(
            error(&found) < 1.02 * ols,
            "{method:?}: {} for {ols}",
            error(&found)
        );
    }
    // The prior is the truth here, and cross-validation finds that out.
    let found = estimated(&poor, &Method::Prior.into());
    assert!(error(&found) < 0.5 * ols, "{} for {ols}", error(&found));
}

#[test]
fn settings_out_of_range_are_refused() {
    let experiment = experiment(60, 0.5, [true, true], 2);
    let wrong = [
        ridge(-1.0, Damped::Standard),
        ridge(f64::NAN, Damped::Base),
        prior(0.0, PriorScale::Si),
        prior(1.0, PriorScale::Size),
        Estimator {
            keep_above: Some(1.0),
            ..Method::Tsvd.into()
        },
        Estimator {
            nominal: Some(vec![None; 28]),
            ..Method::Prior.into()
        },
        Estimator {
            method: Method::Wls,
            ..ridge(1.0, Damped::Standard)
        },
        Estimator {
            method: Method::Ridge,
            ..prior(0.5, PriorScale::Size)
        },
    ];
    for estimator in wrong {
        let refused = estimate(&experiment.observation, model(), &estimator);
        assert!(refused.is_err(), "{estimator:?}");
    }
}

#[test]
fn observations_of_parts_merge_to_that_of_the_whole() {
    let whole = experiment(400, 0.3, [true, true], 7);
    let b = model().base.len();
    let observe = |from: usize, to: usize| {
        let mut parts = vec![vec![Factor::new(b); 2]; 5];
        for k in from..to {
            let part = parts.len() * (k - from) / (to - from);
            let row = whole.rows.row(k);
            parts[part][k % 2].push(row.iter().copied().enumerate(), whole.torque[k]);
        }
        Observation::of(parts)
    };
    let halves = [observe(0, 250), observe(250, 800)];
    let merged = Observation::of(halves.map(|half| half.factors().to_vec()).to_vec());
    assert_eq!(merged.equations(), 800);
    let (one, two) = (
        estimated(&whole, &Method::Ols.into()),
        estimate(&merged, model(), &Method::Ols.into()).expect("an estimate"),
    );
    close("beta", &two.beta, &one.beta, 1e-12);
    close("variance", &two.variance, &one.variance, 1e-12);
}

/// Deviations of biased estimators are how noise scatters them: of many experiments that differ
/// only in noise.
#[test]
fn deviations_are_the_scatter_of_the_estimate() {
    let estimators: [Estimator; 3] = [
        Method::Ols.into(),
        ridge(30.0, Damped::Standard),
        prior(0.8, PriorScale::Si),
    ];
    let clean = experiment(80, 0.0, [true, true], 8);
    let b = model().base.len();
    let mut random = Random::new(9);
    let (noise, runs) = (0.4, 400);
    let mut sums = vec![(DVector::zeros(b), DVector::zeros(b), DVector::zeros(b)); 3];
    for _ in 0..runs {
        let mut factors = vec![Factor::new(b); 2];
        for (k, row) in clean.rows.row_iter().enumerate() {
            let tau = clean.torque[k] + noise * random.normal();
            factors[k % 2].push(row.iter().copied().enumerate(), tau);
        }
        let observation = Observation::of(vec![factors]);
        for (sum, estimator) in sums.iter_mut().zip(&estimators) {
            let found = estimate(&observation, model(), estimator).expect("an estimate");
            let ones = vec![1.0; 2];
            let covariance =
                armwright_lab::statistics::covariance(observation.factors(), &found, &ones);
            let beta = DVector::from_column_slice(&found.beta);
            sum.0 += &beta;
            sum.1 += beta.component_mul(&beta);
            sum.2 += covariance.diagonal();
        }
    }
    for ((mean, square, claimed), estimator) in sums.iter().zip(&estimators) {
        for j in 0..b {
            let n = f64::from(runs);
            let scatter = (square[j] / n - (mean[j] / n).powi(2)).sqrt();
            let ratio = (claimed[j] / n).sqrt() / scatter;
            // Torques of both joints have the same noise; where a biased estimator leaves a
            // residual of its own, the deviations are wider.
            assert!((0.85..1.5).contains(&ratio), "{estimator:?} {j}: {ratio}");
        }
    }
}

/// A setting: its name, the estimators that have it, where its range ends, and how it is set.
type Setting = (
    &'static str,
    &'static [Method],
    [f64; 2],
    fn(&mut Estimator, f64),
);

/// Those with estimates over time.
const HISTORY: &[Method] = &[Method::Recursive, Method::Energy, Method::Momentum];

const SETTINGS: [Setting; 9] = [
    ("damping", &[Method::Ridge], [0.0, f64::INFINITY], |e, x| {
        e.damping = Some(x);
    }),
    (
        "keep-singular-above",
        &[Method::Tsvd],
        [0.0, 1.0],
        |e, x| {
            e.keep_above = Some(x);
        },
    ),
    (
        "prior-weight",
        &[Method::Prior, Method::Consistent],
        [0.0, 1.0],
        |e, x| e.prior_weight = Some(x),
    ),
    ("forgetting", HISTORY, [0.0, 1.0], |e, x| {
        e.forgetting = Some(x);
    }),
    ("memory", HISTORY, [0.0, f64::INFINITY], |e, x| {
        e.memory = Some(x)
    }),
    (
        "essential-ratio",
        &[Method::Essential],
        [1.0, f64::INFINITY],
        |e, x| e.essential_ratio = Some(x),
    ),
    (
        "essential-level",
        &[Method::Essential],
        [0.0, 1.0],
        |e, x| e.essential_level = Some(x),
    ),
    (
        "interval",
        &[Method::Energy, Method::Momentum, Method::OutputError],
        [0.0, f64::INFINITY],
        |e, x| e.interval = Some(x),
    ),
    (
        "reference-cutoff",
        &[Method::Iv, Method::Didim],
        [0.0, f64::INFINITY],
        |e, x| e.reference_cutoff = Some(x),
    ),
];

/// Every estimator with every setting: one of another estimator is refused, and so is what is not inside of its
/// range, each by its name; what is inside is no fault of the setting.
#[test]
fn every_setting_is_of_its_estimators_and_in_its_range() {
    let experiment = experiment(60, 0.1, [true, true], 9);
    for (name, owners, [low, high], set) in SETTINGS {
        for method in Method::all() {
            let with = |value: f64| {
                let mut estimator = Estimator::from(method);
                set(&mut estimator, value);
                estimate(&experiment.observation, model(), &estimator)
            };
            let inside = if high.is_finite() { 0.5 } else { low + 0.5 };
            let what = format!("{name} of {method:?}");
            if !owners.contains(&method) {
                let refused = with(inside);
                assert!(
                    matches!(&refused, Err(EstimateError::NotIts { name: told, .. }) if *told == name),
                    "{what}: {refused:?}"
                );
                continue;
            }
            for value in [low, low - 0.5, high, high + 0.5, f64::NAN] {
                let refused = with(value);
                let told = matches!(
                    &refused, Err(EstimateError::Setting { name: told, .. }) if *told == name
                );
                assert!(told, "{what} = {value}: {refused:?}");
            }
            let found = with(inside);
            assert!(
                !matches!(
                    found,
                    Err(EstimateError::NotIts { .. } | EstimateError::Setting { .. })
                ),
                "{what} = {inside}: {found:?}"
            );
        }
    }
}
