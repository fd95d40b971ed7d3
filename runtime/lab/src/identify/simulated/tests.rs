//! What is said of simulated motions, against sums over all samples.

use armwright_runtime::Side;
use nalgebra::{DMatrix, DVector};

use super::settled::Settled;
use super::{Compared, Followed, settle};
use crate::closed_loop::ClosedLoopError;
use crate::estimate::{Estimate, Estimator, Method, estimate};
use crate::identify::IdentificationError;
use crate::motion::Motion;
use crate::options::EquationSide;
use crate::random::Random;
use crate::regression::Equations;
use crate::regression::by_hand::{
    B, MODEL, ROBOT, conditioned, moved, near, processing, recording_from, rows_at,
};
use crate::statistics::{Deviations, Estimated};

const BETA: [f64; B] = [0.7, -0.2, 1.3, 0.4, -0.9, 2.0];

/// Two recordings of different length, from a time on each.
fn motions(begin: [f64; 2]) -> Vec<Motion> {
    let mut slow = processing(EquationSide::Joint);
    slow.motor_velocity_threshold = vec![0.0, 0.3];
    let one = |name: &str, time: f64, samples: u32| {
        moved(name, (time, samples), slow.clone(), &mut |at, rows| {
            [0, 1].map(|row| {
                let left = 0.1 * (1 + row) as f64 * (2.3 * at as f64 + time).sin();
                left + rows[row].iter().zip(BETA).map(|(y, b)| y * b).sum::<f64>()
            })
        })
    };
    vec![one("first", begin[0], 120), one("second", begin[1], 70)]
}

pub(super) fn estimated(motions: &[Motion]) -> Estimate {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let observation = equations.observe(motions, &mut |_| {}).expect("motions");
    estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate")
}

pub(super) fn settled(method: Method) -> Settled {
    let measured = motions([0.0, 1.7]);
    Settled {
        motions: motions([0.4, 2.2]),
        quiet: motions([0.1, 1.1]),
        plain: estimated(&measured),
        measured,
        method,
        rounds: 4,
        cutoffs: vec![3.5, 2.5],
        from_nominal: true,
        fault: Some(IdentificationError::Simulation {
            method: "output error",
            recording: "second".to_owned(),
            source: ClosedLoopError::BaseMoves {
                robot: "by_hand".to_owned(),
            },
        }),
    }
}

#[test]
fn the_band_is_said_with_its_rule() {
    let said = |method, asked| {
        let settings = settled(method).settings(asked);
        assert_eq!(settings.len(), 1);
        assert_eq!(
            (settings[0].name, settings[0].value),
            ("reference-cutoff", 3.5)
        );
        settings[0].rule.clone()
    };
    assert_eq!(said(Method::Iv, Some(3.5)), "Hz, as was asked");
    assert_eq!(said(Method::Didim, Some(3.5)), "Hz, as was asked");
    assert_eq!(
        said(Method::Iv, None),
        "Hz: where motions end and noise begins, at most half the cut-off of the position filter"
    );
    assert_eq!(
        said(Method::Didim, None),
        "Hz: where motions end and noise begins"
    );
    let found = settled(Method::Iv);
    assert_eq!(
        (found.motions(), found.quiet()),
        (&found.motions[..], &found.quiet[..])
    );
}

/// Noise of the positions of any recording scatters an estimate by instruments, and none whose columns are simulated alone.
#[test]
fn noise_of_positions_is_added_where_any_recording_has_it() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let mut found = settled(Method::Iv);
    found.motions = found.motions.iter().map(|m| m.beginning(50)).collect();
    let own = estimated(&found.motions);
    let beginning = [found.motions[0].beginning(24)];
    let deviations = Deviations::of(&equations, &beginning, &own, &mut |_| {});
    let deviations = deviations.expect("deviations");
    let mut random = Random::new(3);
    // What stands has no errors.
    let [still, noisy] = [0.0, 1e-3].map(|noise| {
        let mut one = recording_from(0.0, 50);
        let (velocity, acceleration) = (one.velocity.as_mut(), one.acceleration.as_mut());
        let columns = velocity.into_iter().chain(acceleration).flatten();
        columns.for_each(|column| column.fill(0.5));
        for q in one.position.iter_mut().flatten() {
            *q = 0.2 + noise * random.normal();
        }
        conditioned(one, processing(EquationSide::Joint))
    });
    assert!(noisy.errs() && !still.errs());
    let mut added = |method, measured: [&Motion; 2]| {
        found.method = method;
        found.measured = measured.map(Motion::clone).to_vec();
        let mut all = deviations.clone();
        let scattered = found.scatter(&equations, &own, &mut all);
        scattered.expect("errors");
        // Gravity alone has positions in its column.
        (all.covariance - &deviations.covariance)[(1, 1)]
    };
    assert_eq!(added(Method::Iv, [&still, &still]), 0.0);
    assert!(added(Method::Iv, [&still, &noisy]) > 0.0);
    assert!(added(Method::Iv, [&noisy, &still]) > 0.0);
    assert_eq!(added(Method::Didim, [&noisy, &noisy]), 0.0);
}

/// Over all samples within: 114 of the first recording and 64 of the second.
#[test]
fn simulated_positions_are_followed_over_all_recordings() {
    let found = settled(Method::Iv);
    let own = estimated(&found.motions);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let deviations =
        Deviations::of(&equations, &found.measured, &own, &mut |_| {}).expect("deviations");
    let table = vec![Estimated::default(); B];
    let told = found
        .compare(&equations, &own, &deviations, &table)
        .expect("a comparison");
    assert_eq!(told.least_squares, Vec::<Compared>::new());
    assert_eq!((told.rounds, told.from_nominal), (4, true));
    // Each recording has a band of its own.
    assert_eq!(told.reference_cutoff, [3.5, 2.5]);
    let fault = found.fault.as_ref().map(ToString::to_string);
    assert!(fault.is_some() && told.fault == fault, "{:?}", told.fault);
    let expected = [0, 1].map(|joint| {
        let (mut sum, mut count) = (0.0, 0.0);
        for (measured, simulated) in found.measured.iter().zip(&found.motions) {
            for at in measured.interior() {
                let q = |motion: &Motion| motion.states(at..at + 1).q[joint];
                sum += (q(measured) - q(simulated)).powi(2);
                count += 1.0;
            }
        }
        assert_eq!(count, 178.0);
        f64::sqrt(sum / count)
    });
    for (Followed { joint, rms }, (name, expected)) in told
        .followed
        .iter()
        .zip(["j1", "j2"].into_iter().zip(expected))
    {
        assert_eq!(joint, name);
        near(*rms, expected);
    }
    assert_eq!(told.followed.len(), 2);
}

/// Both estimates are linear in the noise of the same torques: the variance of their difference is a sum over all pairs of
/// samples, here without a basis and without recursions.
#[test]
fn estimates_differ_by_what_noise_does_to_their_difference() {
    let all_count = |motions: Vec<Motion>| -> Vec<Motion> {
        let each = motions.into_iter().map(|mut motion| {
            motion.processing.motor_velocity_threshold = vec![0.0; 2];
            motion
        });
        each.collect()
    };
    let mut found = settled(Method::Iv);
    found.measured = all_count(found.measured);
    found.motions = all_count(found.motions);
    found.plain = estimated(&found.measured);
    let own = estimated(&found.motions);
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let deviations =
        Deviations::of(&equations, &found.measured, &own, &mut |_| {}).expect("deviations");
    // What each estimate takes of the noise of each row.
    let gain = |motions: &[Motion], weights: &[f64]| {
        let mut squares = DMatrix::<f64>::zeros(B, B);
        let mut rows = Vec::new();
        for motion in motions {
            let of = motion
                .interior()
                .map(|k| rows_at(motion, k).map(|row| DVector::from_column_slice(&row)));
            let of: Vec<[DVector<f64>; 2]> = of.collect();
            for (row, weight) in of.iter().flat_map(|two| two.iter().zip(weights)) {
                squares += row * row.transpose() * *weight;
            }
            rows.push(of);
        }
        let inverse = squares.try_inverse().expect("a determined estimate");
        let of_sample =
            |two: &[DVector<f64>; 2]| [0, 1].map(|row| &inverse * &two[row] * weights[row]);
        let of_motion = |of: &Vec<_>| of.iter().map(of_sample).collect::<Vec<_>>();
        rows.iter().map(of_motion).collect::<Vec<_>>()
    };
    let simulated = gain(&found.motions, &own.weights);
    let plain = gain(&found.measured, &found.plain.weights);
    let noise = &deviations.noise;
    let covariance = |i: usize, j: usize, lag: usize| {
        let (one, other) = (noise.rows[i].impulse(), noise.rows[j].impulse());
        let later = other.get(lag..).unwrap_or_default();
        let products: f64 = one.iter().zip(later).map(|(a, b)| a * b).sum();
        let size = (noise.rows[i].innovation() * noise.rows[j].innovation()).sqrt();
        noise.across[(i, j)] * size * products
    };
    let mut variance = DVector::<f64>::zeros(B);
    for (simulated, plain) in simulated.iter().zip(&plain) {
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let lags: Vec<f64> = (0..simulated.len())
                .map(|lag| covariance(i, j, lag))
                .collect();
            for s in 0..simulated.len() {
                for t in s..simulated.len() {
                    let one = &simulated[s][i] - &plain[s][i];
                    let other = &simulated[t][j] - &plain[t][j];
                    // Row j later than row i, and, but at the same time, the other way round.
                    let twice = if s == t { 1.0 } else { 2.0 };
                    variance += one.component_mul(&other) * (twice * lags[t - s]);
                }
            }
        }
    }
    let table = |std: f64| {
        vec![
            Estimated {
                std: Some(std),
                ..Estimated::default()
            };
            B
        ]
    };
    let told = |std| {
        let told = found.compare(&equations, &own, &deviations, &table(std));
        told.expect("a comparison").least_squares
    };
    let precise = told(1e-9);
    assert_eq!(precise.len(), B);
    for (k, one) in precise.iter().enumerate() {
        let apart = own.beta[k] - found.plain.beta[k];
        let expected = apart / variance[k].sqrt();
        assert!(
            (one.deviations / expected - 1.0).abs() < 1e-6,
            "{one:?} {expected}"
        );
        assert_eq!(one.least_squares, found.plain.beta[k]);
        // 3.1428 is the two-sided quantile of 1 - 0.99^(1/6).
        assert_eq!(one.differs, expected.abs() > 3.1428, "{one:?}");
    }
    assert!(precise.iter().any(|one| one.differs), "{precise:?}");
    // By less than a deviation of their own they do not.
    assert!(told(1e9).iter().all(|one| !one.differs));
}

#[test]
fn lengths_are_fitted_without_simulation() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let motions = motions([0.0, 1.7]);
    let said = |method: Method| {
        let found = settle(
            &equations,
            &motions,
            &method.into(),
            10.0,
            true,
            &mut |_, _| {},
        );
        found
            .map(|found| found.is_some())
            .map_err(|error| error.to_string())
    };
    for method in [Method::Iv, Method::Didim] {
        assert_eq!(
            said(method),
            Err(format!(
                "{} has no answer: lengths are fitted by least squares, of measured motions alone",
                method.title()
            ))
        );
    }
    for method in [Method::Wls, Method::OutputError, Method::Huber] {
        assert_eq!(said(method), Ok(false));
    }
}

/// Settings of another estimator are told as those of this one.
#[test]
fn what_means_nothing_to_a_simulation_is_told() {
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let motions = motions([0.0, 1.7]);
    for method in [Method::Iv, Method::Didim] {
        let damped = Estimator {
            damping: Some(1.0),
            ..method.into()
        };
        let found = settle(&equations, &motions, &damped, 10.0, false, &mut |_, _| {});
        let said = found.err().map(|error| error.to_string());
        let expected = format!(
            "damping means nothing to {}: it belongs to the method ridge",
            method.title()
        );
        assert_eq!(said, Some(expected));
    }
}

#[test]
fn what_cannot_be_simulated_says_what_needs_no_simulation() {
    let error = settled(Method::Iv).fault.expect("a fault");
    assert_eq!(
        error.to_string(),
        "output error simulates second, which cannot be: the base of by_hand moves, and what moves it is not known to a \
         simulation; least squares (wls) needs no simulation, and recordings that move that joint more tell its inertia better"
    );
}
