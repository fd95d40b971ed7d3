//! Robust estimators: spikes and collisions ruin nothing, and normal noise costs little.

use armwright_lab::estimate::{EstimateError, Method, estimate};
use armwright_lab::experiment::{Random, Sensors, Simulated, designed, simulate};
use armwright_lab::identify::{Identification, IdentificationError, IdentifyOptions, identify};
use armwright_lab::judge::{Finding, Judgement};
use armwright_lab::motion::Motion;
use armwright_lab::options::{List, ProcessingOptions};
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::recording::{Arrays, Recording};
use armwright_lab::regression::{Equations, Factor, Observation, Sample};
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{Robot, Side};
use nalgebra::{DMatrix, DVector};

const ROBUST: [Method; 2] = [Method::Huber, Method::Tukey];
const RATE: f64 = 500.0;
/// Little, so that a collision spoils few of the samples that are left.
const DECIMATED: usize = 4;
/// Samples of a collision: more than a slip of a sensor that a recording is freed of.
const LONG: usize = 5;

fn simulated(seed: u64, duration: f64) -> Simulated<'static> {
    simulated_at(RATE, seed, duration)
}

fn simulated_at(rate: f64, seed: u64, duration: f64) -> Simulated<'static> {
    let (model, mut random) = (ROBOT.model(), Random::new(seed));
    let motion = designed(model, 5.0, duration, &mut random);
    let sensors = Sensors {
        torque_noise: 0.05,
        ..Sensors::default()
    };
    let theta = nominal(model);
    simulate(&ROBOT, &theta, &motion, rate, &sensors, &mut random).expect("a simulation")
}

fn clean(seed: u64, duration: f64) -> Recording {
    simulated(seed, duration).recording().expect("a recording")
}

/// One sample in a hundred is hit by twenty times the torque, of either sign, in collisions.
fn hit(seed: u64, duration: f64) -> Recording {
    let mut simulated = simulated(seed, duration);
    let mut random = Random::new(seed + 1000);
    for column in &mut simulated.torque {
        let squares: f64 = column.iter().map(|x| x * x).sum();
        let force = 20.0 * (squares / column.len() as f64).sqrt();
        for start in (100..column.len() - LONG).step_by(100 * LONG) {
            let at = start + (20.0 * random.normal().abs()) as usize;
            let force = force.copysign(random.normal());
            let end = (at + LONG).min(column.len());
            column[at..end].iter_mut().for_each(|x| *x += force);
        }
    }
    simulated.recording().expect("a recording")
}

fn truth() -> DVector<f64> {
    base_matrix(ROBOT.model()) * DVector::from_vec(nominal(ROBOT.model()))
}

fn found(recording: Recording, method: Method) -> Identification {
    found_at(recording, method, Some(DECIMATED))
}

fn found_at(recording: Recording, method: Method, decimated: Option<usize>) -> Identification {
    let options = IdentifyOptions {
        processing: ProcessingOptions {
            decimate: decimated.map(|factor| List(vec![factor])),
            ..ProcessingOptions::default()
        },
        ..method.into()
    };
    identify(&ROBOT, recording, &options).expect("an identification")
}

fn beta(found: &Identification) -> DVector<f64> {
    DVector::from_vec(found.estimation.base_estimate(ROBOT.model()).beta)
}

fn deviations(found: &Identification) -> DVector<f64> {
    let estimate = found.estimation.base_estimate(ROBOT.model());
    let deviations = estimate.deviations().into_iter();
    DVector::from_iterator(
        truth().len(),
        deviations.map(|std| std.expect("a deviation")),
    )
}

/// The largest error in deviations.
fn off(found: &Identification, deviations: &DVector<f64>) -> f64 {
    (beta(found) - truth()).component_div(deviations).amax()
}

#[test]
fn collisions_ruin_least_squares_alone() {
    for seed in 1..4 {
        let usual = deviations(&found(clean(seed, 20.0), Method::Wls));
        let wls = off(&found(hit(seed, 20.0), Method::Wls), &usual);
        assert!(wls > 10.0, "{wls}");
        for method in ROBUST {
            let robust = found(hit(seed, 20.0), method);
            let (own, plain) = (off(&robust, &deviations(&robust)), off(&robust, &usual));
            println!("seed {seed} {method:?}: wls {wls:.1}, own {own:.2}, usual {plain:.2}");
            assert!(own < 4.0 && plain < 5.0, "{method:?}: {own}, {plain}");
        }
    }
}

/// By default torques are decimated much further: what a collision is spread over would be most of the samples.
#[test]
fn collisions_are_taken_out_before_decimation_spreads_them() {
    for seed in 1..3 {
        let usual = deviations(&found_at(clean(seed, 20.0), Method::Wls, None));
        let wls = off(&found_at(hit(seed, 20.0), Method::Wls, None), &usual);
        assert!(wls > 10.0, "{wls}");
        for method in ROBUST {
            let robust = found_at(hit(seed, 20.0), method, None);
            let (own, plain) = (off(&robust, &deviations(&robust)), off(&robust, &usual));
            let weighed = robust.robust.as_ref().expect("weights");
            println!(
                "seed {seed} {method:?}: wls {wls:.1}, own {own:.2}, usual {plain:.2}, {weighed:?}"
            );
            assert!(own < 4.0 && plain < 5.0, "{method:?}: {own}, {plain}");
            // All collisions, and next to nothing else.
            for row in &weighed.rows {
                assert!((80..130).contains(&row.spikes), "{row:?}");
            }
            assert!(!weighed.has_many(), "{weighed:?}");
        }
        let quiet = found_at(clean(seed, 20.0), Method::Huber, None);
        let rows = quiet.robust.expect("weights").rows;
        assert!(rows.iter().all(|row| row.spikes < 20), "{rows:?}");
    }
}

#[test]
fn normal_noise_costs_a_hundredth_and_intervals_hold() {
    let (runs, truth) = (48, truth());
    let mut squares = [0.0; 3];
    let mut within = [0.0; 3];
    for seed in 0..runs {
        let all = [Method::Wls, Method::Huber, Method::Tukey];
        let simulated = simulated_at(RATE / 2.0, 5000 + seed, 10.0);
        let all = all.map(|method| {
            let recording = simulated.recording().expect("a recording");
            found_at(recording, method, Some(DECIMATED / 2))
        });
        let usual = deviations(&all[0]);
        for (k, found) in all.iter().enumerate() {
            let error = beta(found) - &truth;
            squares[k] += error.component_div(&usual).norm_squared();
            let own = error.component_div(&deviations(found));
            within[k] += own.iter().filter(|x| x.abs() < 1.959_964).count() as f64;
        }
    }
    let all = (runs as usize * truth.len()) as f64;
    let efficiency = [squares[0] / squares[1], squares[0] / squares[2]];
    let coverage = within.map(|count| count / all);
    println!("efficiency {efficiency:.4?}, coverage {coverage:.4?}");
    for k in 0..2 {
        assert!((0.96..1.01).contains(&efficiency[k]), "{efficiency:?}");
        assert!((0.93..0.975).contains(&coverage[k + 1]), "{coverage:?}");
    }
}

/// Iteratively reweighted least squares of the stored matrix, with each row's equations weighed by what noise
/// scatters their share.
#[test]
fn the_answer_is_that_of_reweighting_the_whole_matrix() {
    let recording = hit(7, 10.0);
    let options = ProcessingOptions {
        decimate: Some(List(vec![1])),
        ..ProcessingOptions::default()
    };
    let motion = Motion::of(recording.clone(), &options, ROBOT.model()).expect("a motion");
    let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
    let b = ROBOT.model().base.len();
    let mut rows = [Vec::new(), Vec::new()];
    let mut take = |sample: &Sample<'_>| {
        for (row, mine) in rows.iter_mut().enumerate() {
            if sample.counts(row) {
                let mut line = vec![0.0; b + 1];
                sample.row(row).for_each(|(k, x)| line[k] = x);
                line[b] = sample.torque[row];
                mine.push(line);
            }
        }
    };
    let columns = equations.base_columns();
    let passed = equations.pass(&motion, &columns, &mut take, &mut |_| {});
    passed.expect("equations");
    for method in ROBUST {
        let robust = found_at(recording.clone(), method, Some(1));
        let expected = reweighted(&rows, method);
        let off = (beta(&robust) - &expected).component_div(&deviations(&robust));
        println!("{method:?}: off by {:e} deviations", off.amax());
        assert!(off.amax() < 1e-3, "{method:?}: {off}");
        let counted = robust.robust.expect("weights").rows;
        assert!(
            counted
                .iter()
                .zip(&rows)
                .all(|(row, rows)| row.samples == rows.len())
        );
    }
}

fn reweighted(rows: &[Vec<Vec<f64>>; 2], method: Method) -> DVector<f64> {
    let b = rows[0][0].len() - 1;
    let matrices = rows.each_ref().map(|rows| {
        let flat: Vec<f64> = rows.iter().flatten().copied().collect();
        let whole = DMatrix::from_row_slice(rows.len(), b + 1, &flat);
        (
            whole.columns(0, b).into_owned(),
            whole.column(b).into_owned(),
        )
    });
    let huber = |u: f64| (2.010 / u.abs()).min(1.0);
    let tukey = |u: f64| (1.0 - (u / 7.041).powi(2)).max(0.0).powi(2);
    let mut beta = DVector::zeros(b);
    let stages: &[&dyn Fn(f64) -> f64] = match method {
        Method::Huber => &[&|_| 1.0, &huber],
        _ => &[&|_| 1.0, &huber, &tukey],
    };
    for weight in stages {
        for _ in 0..100 {
            let mut normal = DMatrix::<f64>::zeros(b, b);
            let mut right = DVector::<f64>::zeros(b);
            for (k, y) in &matrices {
                let left = y - k * &beta;
                let mut sizes: Vec<f64> = left.iter().map(|r| r.abs()).collect();
                sizes.sort_by(f64::total_cmp);
                let scale = sizes[sizes.len() / 2] / 0.674_489_75;
                let psi = |u: f64| u * weight(u);
                let slope = |u: f64| (psi(u + 1e-5) - psi(u - 1e-5)) / 2e-5;
                let scaled = left / scale;
                let mean = |of: &dyn Fn(f64) -> f64| scaled.map(of).mean();
                let worth = mean(&slope) / (mean(&|u| psi(u) * psi(u)) * scale * scale);
                let weights = scaled.map(|u| worth * weight(u));
                let mut weighed = k.clone();
                for (mut row, w) in weighed.row_iter_mut().zip(&weights) {
                    row *= *w;
                }
                normal += weighed.transpose() * k;
                right += weighed.transpose() * y;
            }
            beta = normal.cholesky().expect("positive definite").solve(&right);
        }
    }
    beta
}

#[test]
fn what_is_weighed_down_is_counted_and_named() {
    for method in ROBUST {
        let mut simulated = simulated(11, 10.0);
        simulated.torque[1][2500..2520]
            .iter_mut()
            .for_each(|x| *x += 100.0);
        let robust = found(simulated.recording().expect("a recording"), method);
        let judged = Judgement::of(ROBOT.model(), &robust);
        let weighed = robust.robust.as_ref().expect("weights");
        assert!(weighed.rounds > 1 && !weighed.has_many(), "{weighed:?}");
        let [first, second] = weighed.rows.as_slice() else {
            panic!("{weighed:?}")
        };
        assert!(second.below_half > first.below_half, "{weighed:?}");
        let near = |t: f64| (t - 5.0).abs() < 0.2;
        assert!(
            second.first.iter().any(|moment| near(moment.time)),
            "{second:?}"
        );
        let said = |finding: &Finding| matches!(finding, Finding::Weighed(..));
        assert!(judged.findings.iter().any(said));
        let mut reasons = judged.reasons().into_iter();
        let sentence = reasons.find(|reason| reason.contains("count less than a half"));
        assert!(sentence.is_some_and(|sentence| sentence.contains(&second.row)));
        let json = serde_json::to_value(&robust).expect("JSON");
        assert_eq!(json["robust"]["rows"][1]["below_half"], second.below_half);
        assert_eq!(json["method"], method.word());
        // What the collision spoils is no part of the fit.
        assert!(robust.fits.joints[1].r2 > 0.95, "{:?}", robust.fits.joints);
    }
    let wls = found(clean(11, 10.0), Method::Wls);
    assert!(wls.robust.is_none());
    let json = serde_json::to_value(&wls).expect("JSON");
    assert!(json.get("robust").is_none());
}

/// A third of the recording is another robot's: no spikes, and never called sound.
#[test]
fn many_outliers_are_no_spikes() {
    let mut simulated = simulated(12, 10.0);
    simulated.torque[0][3500..]
        .iter_mut()
        .for_each(|x| *x += 30.0);
    let robust = found(simulated.recording().expect("a recording"), Method::Tukey);
    let weighed = robust.robust.as_ref().expect("weights");
    assert!(weighed.has_many(), "{weighed:?}");
    let judged = Judgement::of(ROBOT.model(), &robust);
    assert!(
        judged
            .warnings()
            .iter()
            .any(|warning| warning.contains("no spikes"))
    );
    assert!(judged.grade != armwright_lab::judge::Grade::Sound);
}

fn refused(torque: impl Fn(usize, usize, f64) -> f64, method: Method) -> Option<String> {
    let simulated = simulated(13, 10.0);
    let columns = simulated.torque.iter().enumerate();
    let torque = columns.map(|(joint, column)| {
        let all = column.iter().enumerate();
        all.map(|(k, x)| torque(joint, k, *x)).collect()
    });
    let arrays = Arrays::new(RATE, simulated.position.clone(), torque.collect());
    let recording = match Recording::from_arrays(ROBOT.model(), arrays) {
        Ok(recording) => recording,
        Err(error) => return Some(error.to_string()),
    };
    match identify(&ROBOT, recording, &method.into()) {
        Ok(found) => {
            assert!(beta(&found).iter().all(|x| x.is_finite()));
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

#[test]
fn what_has_no_scale_has_no_answer() {
    for method in ROBUST {
        let mostly_zero = |joint: usize, k: usize, x: f64| match joint {
            1 if k % 1000 > 200 => 0.0,
            _ => x,
        };
        let said = refused(mostly_zero, method).expect("refused");
        assert!(said.contains("no scale"), "{said}");
        // Nor is there a panic: a row of zeros says nothing, and nothing of it is made up.
        let zeros = |joint: usize, _: usize, x: f64| if joint == 1 { 0.0 } else { x };
        assert!(refused(zeros, method).is_none());
        let nan = |joint: usize, k: usize, x: f64| if joint == 1 && k > 9 { f64::NAN } else { x };
        assert!(refused(nan, method).is_some());
        let exact = |_: usize, _: usize, x: f64| (x * 4.0).round() / 4.0;
        assert!(refused(exact, method).is_none());
    }
}

#[test]
fn without_samples_there_is_no_answer() {
    let b = ROBOT.model().base.len();
    let observation = Observation::of(vec![vec![Factor::new(b); 2]]);
    for method in ROBUST {
        let refused = estimate(&observation, ROBOT.model(), &method.into());
        assert!(matches!(refused, Err(EstimateError::Robust { .. })));
        let options = ProcessingOptions {
            decimate: Some(List(vec![10, 10])),
            ..ProcessingOptions::default()
        };
        let options = IdentifyOptions {
            processing: options,
            ..method.into()
        };
        let few = identify(&ROBOT, clean(14, 2.0), &options);
        assert!(
            matches!(
                few,
                Err(IdentificationError::Estimate(EstimateError::Robust { .. }))
                    | Err(IdentificationError::TooFewRows { .. })
                    | Err(IdentificationError::Regression(_))
                    | Err(IdentificationError::Conditioning(_))
            ),
            "{:?}",
            few.err()
        );
    }
}
