//! How far estimates are off in a world of which they are the truth.

use nalgebra::{DMatrix, DVector, Matrix4};

use super::{Scatter, Told, draw, root, scatter};
use crate::cone::block::{PAIRS, vector};
use crate::cone::central_path::minimise;
use crate::distribution::student_widening;
use crate::estimate::consistent::coordinates::Coordinates;
use crate::estimate::consistent::prior::Prior;
use crate::estimate::consistent::{Fit, closely, solve};
use crate::estimate::{
    Estimate, Estimator, Method, Parametrisation, PriorMetric, Realised, Setting, estimate,
};
use crate::regression::by_hand::{B, MODEL, drawn, observed};
use crate::regression::{Factor, Observation, Triangle};
use armwright_runtime::{
    BaseParameter, Class, Inertial, Model, Parameter, ParameterKind, Site, Term,
};

/// The pseudo-inertia of a ball whose mass and radius of gyration are 1.
fn ball() -> Matrix4<f64> {
    let third = 1.0 / 3.0;
    Matrix4::from_diagonal(&[third, third, third, 1.0].into())
}

/// The departure by 1 of a variable of the ball.
fn unit(variable: usize) -> f64 {
    let (i, j) = PAIRS[variable];
    (ball()[(i, i)] * ball()[(j, j)]).sqrt()
}

/// A ball whose mass and radius of gyration are 1 and so many drives of a nominal value of 2, the last of which is not known.
fn fit_of_ball(drives: usize, metric: PriorMetric) -> Fit {
    let n = PAIRS.len() + drives;
    let place = |k: usize| (PAIRS.len() + k, 2.0, 2.0, k + 1 < drives);
    Fit {
        coordinates: Coordinates {
            bodies: 1,
            blocks: 1,
            scalars: drives,
            free: 0,
            map: DMatrix::identity(n, n),
            drives: Vec::new(),
            equations: Vec::new(),
            limits: Vec::new(),
        },
        prior: Prior {
            bodies: vec![(ball(), true)],
            drives: (0..drives).map(place).collect(),
            euclidean: None,
            metric,
        },
        base: DMatrix::identity(n, n),
        columns: DMatrix::identity(n, n),
    }
}

/// Each departure has a row `mu` (of the body, in units of its own) or `mu / 2` (of a drive). Where the recordings have a row of the same size for each
/// variable, of `s` times as much, `s² / (1 + s²)` of each departure is told by them.
#[test]
fn nominal_values_are_off_as_far_as_recordings_tell() {
    let mu = 3.0;
    let departures = |fit: &Fit, share: f64| {
        let n = fit.columns.ncols();
        let size = |k: usize| match PAIRS.get(k) {
            Some(_) => mu / unit(k),
            None => mu / 2.0,
        };
        let sizes = DVector::from_fn(n, |k, _| share * size(k));
        let triangle = Triangle {
            r: DMatrix::from_diagonal(&sizes),
            z: DVector::from_fn(n, |k, _| k as f64),
        };
        let mut truth = DVector::from_element(n, 2.0 * 1.3);
        let body = vector(&ball());
        for k in 0..PAIRS.len() {
            truth[k] = body[k] + 0.2 * unit(k);
        }
        fit.departures(&triangle, &truth, mu)
    };
    let near = |found: [f64; 2], expected: [f64; 2]| {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 1e-5, "{found} {expected}");
        }
    };
    let squares = 10.0 * 0.2f64.powi(2);
    for metric in [PriorMetric::Pullback, PriorMetric::Entropic] {
        let fit = fit_of_ball(7, metric);
        // A half is told: of ten numbers of the body five, of six drives three. The quantiles of Student are those of tables.
        let normal = 1.959_964;
        let body = 2.570_582 / normal * (squares / 5.0).sqrt();
        let drives = 3.182_446 / normal * (6.0 * 0.3f64.powi(2) / 3.0).sqrt();
        near(departures(&fit, 1.0), [body, drives]);
        // A fifth is told: of ten numbers two, of six drives too little.
        let body = 4.302_653 / normal * (squares / 2.0).sqrt();
        near(departures(&fit, 0.500_000_1), [body, 1.0 / mu]);
        near(departures(&fit, 0.499), [1.0 / mu; 2]);
        // Nothing is told, and all.
        near(departures(&fit, 0.0), [1.0 / mu; 2]);
        let [body, drives] = departures(&fit, 1e4);
        near(
            [body, drives],
            [student_widening(10.0) * 0.2, student_widening(6.0) * 0.3],
        );
    }
}

/// Nominal values of a ball of 2 kg and four drives: its pseudo-inertia is 2 and three times 0.01 on the diagonal.
const NOMINAL: [f64; 14] = [
    2.0, 0.0, 0.0, 0.0, 0.02, 0.0, 0.0, 0.02, 0.0, 0.02, 0.5, 3.0, 0.2, 1.0,
];

/// A body and four drives, each parameter of which the torques show by itself.
fn ball_and_drives() -> Model {
    let kind = |k: usize| match k {
        0..10 => ParameterKind::Inertial {
            body: 0,
            component: Inertial::ALL[k],
        },
        10 | 11 => ParameterKind::Coulomb(Site::Joint(k - 10)),
        _ => ParameterKind::Viscous(Site::Joint(k - 12)),
    };
    let parameter = |k: usize| Parameter {
        name: "p",
        unit: "",
        kind: kind(k),
        class: Class::Identifiable,
        nominal: Some(NOMINAL[k]),
    };
    let alone = |parameter: usize| {
        let coefficient = 1.0;
        vec![Term {
            parameter,
            coefficient,
        }]
    };
    let base = |k: usize| BaseParameter {
        name: "p",
        expression: "p",
        latex: "",
        unit: "",
        representative: k,
        terms: alone(k).leak(),
    };
    Model {
        bodies: &["ball"],
        parameters: (0..NOMINAL.len()).map(parameter).collect::<Vec<_>>().leak(),
        base: (0..NOMINAL.len()).map(base).collect::<Vec<_>>().leak(),
        ..MODEL
    }
}

/// By what each departure from nominal values of the ball and the drives is made of their parameters, in units of the prior: an element
/// of the pseudo-inertia over the root of those of its diagonal, times the root of 2 beside the diagonal; a share of a
/// nominal value.
fn departures_of_parameters() -> Vec<Vec<(usize, f64)>> {
    let (half, beside) = (0.5 / 0.01, 2f64.sqrt() / 0.01);
    let moment = 2f64.sqrt() / 0.02f64.sqrt();
    let mut all = vec![
        vec![(0, 0.5)],
        vec![(1, moment)],
        vec![(2, moment)],
        vec![(3, moment)],
        vec![(4, -half), (7, half), (9, half)],
        vec![(4, half), (7, -half), (9, half)],
        vec![(4, half), (7, half), (9, -half)],
        vec![(5, beside)],
        vec![(6, beside)],
        vec![(8, beside)],
    ];
    all.extend((10..14).map(|k| vec![(k, 1.0 / NOMINAL[k])]));
    all
}

/// Recordings that tell so much of each departure, of bodies and of drives, and a fit to them that is off nominal values by such
/// shares of them: with a prior of weight `mu²`.
fn fit_to_told(
    model: &Model,
    [bodies, drives]: [f64; 2],
    off: [f64; 2],
    mu: f64,
) -> (Observation, Estimate) {
    let group = |k: usize| usize::from(k >= 10);
    let fitted = (0..14).map(|k| NOMINAL[k] * (1.0 + off[group(k)]));
    let fitted: Vec<f64> = fitted.collect();
    let mut factor = Factor::new(14);
    for (k, departure) in departures_of_parameters().into_iter().enumerate() {
        let told = [bodies, drives][group(k)];
        let size = mu * (told / (1.0 - told)).sqrt();
        let row = departure.into_iter().map(|(column, x)| (column, size * x));
        let row: Vec<(usize, f64)> = row.collect();
        let torque = row.iter().map(|(column, x)| x * fitted[*column]).sum();
        factor.push(row, torque);
    }
    let observation = Observation::of(vec![vec![factor]]);
    let mut fit = estimate(&observation, model, &Method::Ols.into()).expect("an estimate");
    fit.standard = Some(fitted);
    fit.realised = Some(Realised::default());
    fit.settings = vec![Setting {
        name: "prior-weight",
        value: mu / (1.0 + mu),
        rule: String::new(),
    }];
    (observation, fit)
}

/// How far draws are off, before recordings limit it.
fn drawn_about(
    observation: &Observation,
    model: &Model,
    estimator: &Estimator,
    fit: &Estimate,
    covariance: &DMatrix<f64>,
) -> Option<Scatter> {
    let triangle = observation.weighted(&fit.weights);
    let least = &fit.spectrum.inverse * &triangle.z;
    draw((&triangle, &least), model, estimator, fit, covariance)
}

/// Of a departure of which a share `a` is told, a draw has the rest `1 - a` of how far its nominal value was drawn off, and of
/// noise of `s` the root of `a (1 - a)` times `s / mu`: the minimum of `mu² (x - off)² + mu² a / (1 - a) (x - noise)²`. Nominal values are off by the
/// root of the sum of squares over how many of the departures are told, times Student's widening; by `1 / mu` where nothing is.
#[test]
fn bodies_and_drives_scatter_as_far_as_each_are_off() {
    let (model, mu) = (ball_and_drives(), 20.0);
    let estimator = Estimator::from(Method::Consistent);
    for (told, off, noise) in [
        ([0.0, 0.8], [0.1, 0.3], 0.0),
        ([0.8, 0.0], [0.3, 0.1], 0.0),
        ([0.5, 0.8], [0.05, -0.3], 0.1 * mu),
    ] {
        let (observation, fit) = fit_to_told(&model, told, off, mu);
        let covariance = DMatrix::identity(14, 14) * (noise * noise);
        let found = drawn_about(&observation, &model, &estimator, &fit, &covariance);
        let found = found.expect("draws");
        let expected = [0, 1].map(|group| {
            // A ball of other size is off in the four elements of the diagonal.
            let (a, count) = (told[group], [10.0, 4.0][group]);
            let squares = 4.0 * off[group] * off[group];
            let drawn = match a > 0.0 {
                true => student_widening(count * a) * (squares / (count * a)).sqrt(),
                false => 1.0 / mu,
            };
            let of_noise = a * (1.0 - a) * (noise / mu).powi(2);
            (((1.0 - a) * drawn).powi(2) + of_noise).sqrt()
        });
        // What one departure by 1 is in each parameter.
        let beside = 0.5f64.sqrt();
        let (moment, inertia) = (0.02f64.sqrt() * beside, 0.01 * 2f64.sqrt());
        let product = 0.01 * beside;
        let mut units = vec![2.0, moment, moment, moment, inertia, product, product];
        units.extend([inertia, product, inertia]);
        units.extend(&NOMINAL[10..]);
        let shares = |range: std::ops::Range<usize>, expected: f64| {
            let count = range.len() as f64;
            let share = |k: usize| {
                let std = found.standard[k].expect("no guess");
                assert!((std * std / found.base[(k, k)] - 1.0).abs() < 1e-9);
                (std / units[k] / expected).powi(2)
            };
            (range.map(share).sum::<f64>() / count).sqrt()
        };
        // The root of the mean of 1000 squares, and of 400.
        let [bodies, drives] = [shares(0..10, expected[0]), shares(10..14, expected[1])];
        assert!((bodies - 1.0).abs() < 0.1, "{told:?} {off:?}: {bodies}");
        assert!((drives - 1.0).abs() < 0.15, "{told:?} {off:?}: {drives}");
    }
    let (observation, mut fit) = fit_to_told(&model, [0.5; 2], [0.1; 2], mu);
    let none = DMatrix::zeros(14, 14);
    fit.realised = None;
    assert!(scatter(&observation, &model, &estimator, &fit, &none).is_none());
}

/// Nobody knows the ball, but torques show each of its parameters, if not the last moment by itself; what is known of a drive
/// is no guess.
#[test]
fn what_torques_show_of_a_body_without_nominal_values_has_a_deviation() {
    let ball = ball_and_drives();
    let parameter = |(k, own): (usize, &Parameter)| Parameter {
        nominal: own.nominal.filter(|_| k >= 10),
        class: match k {
            3 | 12 => Class::Combined,
            _ => own.class,
        },
        ..*own
    };
    let parameters: Vec<Parameter> = ball.parameters.iter().enumerate().map(parameter).collect();
    let model = Model {
        parameters: parameters.leak(),
        ..ball
    };
    let (observation, fit) = fit_to_told(&model, [0.9; 2], [0.0; 2], 20.0);
    let estimator = Estimator::from(Method::Consistent);
    let covariance = DMatrix::identity(14, 14);
    let found = scatter(&observation, &model, &estimator, &fit, &covariance);
    let found = found.expect("draws");
    for (k, std) in found.standard.iter().enumerate() {
        assert_eq!(std.is_some(), k != 3, "{k}");
        assert!(std.is_none_or(|std| std > 0.0), "{k}: {std:?}");
    }
}

/// The estimate is 0.3 from least squares, which noise scatters by 0.1: draws that are off by more are of a world that is not this one. Where
/// they have no answer, that is what is left; nothing is said of standard parameters.
#[test]
fn no_parameter_is_off_by_more_than_recordings_say() {
    let model = ball_and_drives();
    let (observation, mut fit) = fit_to_told(&model, [0.9, 0.9], [0.0; 2], 20.0);
    let inverse = &fit.spectrum.inverse;
    let half = inverse.clone().try_inverse().expect("recordings") * 0.1;
    let covariance = &half * half.transpose();
    let least = DVector::from_column_slice(&fit.beta);
    fit.beta[0] += 0.3;
    let told = Told::of(&fit, &least, &covariance);
    let base = DMatrix::from_fn(14, 14, |i, k| match i == k {
        true => [4.0, 0.0025][usize::from(i > 1)],
        false => 0.001,
    });
    let standard = base.diagonal().map(|x: f64| Some(x.sqrt()));
    let standard = standard.as_slice().to_vec();
    let correlation = |of: &DMatrix<f64>| of[(0, 1)] / (of[(0, 0)] * of[(1, 1)]).sqrt();
    let before = correlation(&base);
    let found = told.limit(Scatter { base, standard }, &model);
    let expected = |k: usize| [0.1, 0.01, 0.0025][k.min(2)];
    for k in 0..14 {
        let (square, std) = (found.base[(k, k)], found.standard[k].expect("a deviation"));
        assert!((square / expected(k) - 1.0).abs() < 1e-6, "{k}: {square}");
        assert!((std * std / expected(k) - 1.0).abs() < 1e-6, "{k}: {std}");
    }
    assert!((correlation(&found.base) / before - 1.0).abs() < 1e-9);
    fit.settings.clear();
    let estimator = Method::Consistent.into();
    let found = scatter(&observation, &model, &estimator, &fit, &covariance);
    let found = found.expect("what recordings say");
    for k in 0..14 {
        let expected = [0.1, 0.01][k.min(1)];
        assert!((found.base[(k, k)] / expected - 1.0).abs() < 1e-6, "{k}");
    }
    assert_eq!(found.standard, vec![None; 14]);
}

/// A second body that cannot exist has to be far from its nominal values; the first is off as far as recordings find it.
#[test]
fn a_body_that_cannot_exist_does_not_say_how_far_others_are_off() {
    let (mu, drives) = (3.0, 6);
    let alone = fit_of_ball(drives, PriorMetric::Pullback);
    let mut both = fit_of_ball(drives, PriorMetric::Pullback);
    let impossible = Matrix4::from_diagonal(&[1.0, 1.0, -0.5, 1.0].into());
    let n = 2 * PAIRS.len() + drives;
    both.prior.bodies.push((impossible, true));
    for drive in &mut both.prior.drives {
        drive.0 += PAIRS.len();
    }
    (both.coordinates.bodies, both.coordinates.blocks) = (2, 2);
    (both.base, both.columns) = (DMatrix::identity(n, n), DMatrix::identity(n, n));
    both.coordinates.map = DMatrix::identity(n, n);
    let departures = |fit: &Fit| {
        let n = fit.columns.ncols();
        let triangle = Triangle {
            r: DMatrix::identity(n, n) * mu,
            z: DVector::zeros(n),
        };
        let mut truth = DVector::from_element(n, 2.6);
        for block in 0..fit.coordinates.bodies {
            let body = vector(&Matrix4::identity()).add_scalar(0.2);
            truth
                .rows_mut(PAIRS.len() * block, PAIRS.len())
                .copy_from(&body);
        }
        fit.departures(&triangle, &truth, mu)
    };
    let (alone, both) = (departures(&alone), departures(&both));
    for (alone, both) in alone.iter().zip(both) {
        assert!((alone / both - 1.0).abs() < 1e-9, "{alone} {both}");
    }
}

/// The objective is of how impossible the nominal body is, of which a millionth is many deviations.
#[test]
fn a_body_that_cannot_exist_leaves_a_fit_as_exact_as_noise_asks_for() {
    let (mu, drives) = (1000.0, 6);
    let mut fit = fit_of_ball(drives, PriorMetric::Pullback);
    fit.prior.bodies[0].0 = Matrix4::from_diagonal(&[0.6, 0.5, -0.1, 1.0].into());
    let n = fit.columns.ncols();
    let triangle = Triangle {
        r: DMatrix::from_fn(n, n, |i, k| mu * (0.3 * (i * n + 2 * k) as f64).sin()),
        z: DVector::from_fn(n, |k, _| mu * (k as f64).cos()),
    };
    let program = fit.prior.program(fit.data(&triangle), mu, &fit.coordinates);
    let exact = minimise(&program).expect("a fit");
    let found = closely(&program).expect("a fit");
    let off = (&program.matrix * (found.variables - exact.variables)).norm();
    assert!(exact.value > 1e9 && off < 0.1, "{} {off}", exact.value);
}

#[test]
fn a_root_of_a_covariance_is_one_of_a_singular_one_too() {
    let half = DMatrix::from_row_slice(3, 2, &[2.0, 0.0, -1.0, 3.0, 0.5, 1.0]);
    let covariance = &half * half.transpose();
    let found = root(&covariance);
    assert!((&found * found.transpose() - covariance).amax() < 1e-12);
}

#[test]
fn a_weight_that_was_chosen_is_not_chosen_again() {
    let observation = observed(&drawn(2, 20, [1.0; B], 0.1));
    let mut fit = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
    let setting = |name, value| Setting {
        name,
        value,
        rule: String::new(),
    };
    fit.settings = vec![setting("rounds", 4.0), setting("prior-weight", 0.3)];
    let open = Estimator::from(Method::Consistent);
    // Of an estimate that is linear in the torques there is nothing to settle.
    assert_eq!(open.settled(&fit), open);
    fit.realised = Some(Realised::default());
    assert_eq!(open.settled(&fit).prior_weight, Some(0.3));
    let asked = Estimator {
        prior_weight: Some(0.7),
        ..open
    };
    assert_eq!(asked.settled(&fit), asked);
}

/// Torques ask for a viscous friction far below 0, where the fit has none. In the world of the estimate there is none, and noise
/// puts half of all fits above it: their mean square is half of what it were without the boundary.
#[test]
fn what_a_boundary_holds_scatters_to_its_other_side() {
    let observation = observed(&drawn(2, 40, [3.0, 2.0, 3.0, 0.5, -5.0, -1.0], 0.3));
    let estimator = Method::Consistent.into();
    let found = estimate(&observation, &MODEL, &estimator).expect("an estimate");
    let standard = found.standard.as_ref().expect("standard parameters");
    assert!(standard[5].abs() < 1e-3, "{standard:?}");
    let covariance = DMatrix::identity(B, B) * 0.09;
    let scattered = scatter(&observation, &MODEL, &estimator, &found, &covariance);
    let scattered = scattered.expect("draws");
    let free = 0.3 * found.spectrum.inverse.row(4).norm();
    let share = scattered.standard[5].expect("a deviation") / free;
    assert!((share - 0.5_f64.sqrt()).abs() < 0.15, "{share}");
}

/// `mu² x² + mu² a / (1 - a) (x - off)²` is least at `a off`, by `mu² a off²`: in four elements of a ball of another size, and in four
/// drives. A divergence is 0 at the nominal values.
#[test]
fn the_objective_is_what_residuals_and_departures_cost() {
    let (model, mu) = (ball_and_drives(), 2.0);
    let told = [0.5, 0.8];
    for (prior_metric, parametrisation, off) in [
        (PriorMetric::Pullback, Parametrisation::Conic, [0.05, -0.3]),
        (
            PriorMetric::Pullback,
            Parametrisation::LogCholesky,
            [0.05, -0.3],
        ),
        (PriorMetric::Entropic, Parametrisation::Conic, [0.0, -0.3]),
    ] {
        let (observation, fit) = fit_to_told(&model, told, off, mu);
        let triangle = observation.weighted(&[1.0]);
        let estimator = Estimator {
            prior_weight: Some(mu / (1.0 + mu)),
            prior_metric,
            parametrisation,
            ..Method::Consistent.into()
        };
        let least = DVector::from_column_slice(&fit.beta);
        let found = solve(&observation, &[1.0], &triangle, &model, &estimator, &least);
        let Realised { objective, gap, .. } = found.expect("a fit").realised;
        let squares = told.iter().zip(off).map(|(a, off)| a * off * off);
        let expected = 4.0 * mu * mu * squares.sum::<f64>();
        assert!(
            (objective / expected - 1.0).abs() < 1e-6 && gap.abs() < 1e-6,
            "{prior_metric:?} {parametrisation:?}: {objective} {gap} {expected}"
        );
    }
}
