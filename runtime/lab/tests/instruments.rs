//! Estimates that simulate the identified robot: noise of positions does not bias them.

use armwright_lab::estimate::{EstimateError, Estimator, Method};
use armwright_lab::experiment::{Random, Sensors, designed, simulate};
use armwright_lab::identify::{Identification, IdentificationError, IdentifyOptions, identify};
use armwright_lab::judge::{Finding, Grade, Judgement};
use armwright_lab::options::{Cutoff, List, ProcessingOptions};
use armwright_lab::output_error::Ending;
use armwright_lab::parameters::{base_matrix, nominal};
use armwright_lab::recording::Recording;
use armwright_robots::{abb_wrist, double_pendulum, puma560};
use armwright_runtime::Robot;
use nalgebra::DVector;

/// Recordings from which bias is told from scatter.
const FEW: u64 = 20;
const BOTH: [Method; 2] = [Method::Iv, Method::Didim];

/// An experiment whose positions are noisy, and filtered so little that least squares is biased.
#[derive(Clone, Copy)]
struct Case {
    robot: &'static dyn Robot,
    /// Standard deviation of position noise, rad on the measured side; the encoder's steps are as large.
    noise: f64,
    duration: f64,
}

const PENDULUM: Case = Case {
    robot: &double_pendulum::ROBOT,
    noise: 3e-4,
    duration: 10.0,
};
/// Coupled, and measured at motors that turn fast.
const WRIST: Case = Case {
    robot: &abb_wrist::ROBOT,
    noise: 2e-2,
    duration: 10.0,
};
const PUMA: Case = Case {
    robot: &puma560::ROBOT,
    noise: 2e-4,
    duration: 10.0,
};

impl Case {
    fn recording(&self, seed: u64) -> Recording {
        let model = self.robot.model();
        let motion = designed(model, 5.0, self.duration, &mut Random::new(7));
        let sensors = Sensors {
            encoder: (self.noise > 0.0).then(|| 2.0 * std::f64::consts::PI / self.noise),
            position_noise: self.noise,
            torque_noise: 0.02,
        };
        let theta = nominal(model);
        let mut random = Random::new(seed);
        let simulated = simulate(self.robot, &theta, &motion, 250.0, &sensors, &mut random);
        simulated.and_then(|s| s.recording()).expect("a recording")
    }

    fn identified(
        &self,
        recording: Recording,
        estimator: impl Into<Estimator>,
    ) -> Result<Identification, IdentificationError> {
        let options = IdentifyOptions {
            processing: ProcessingOptions {
                cutoff: Some(Cutoff::Hertz(30.0)),
                decimate: Some(List(vec![3])),
                ..ProcessingOptions::default()
            },
            estimator: estimator.into(),
            ..IdentifyOptions::default()
        };
        identify(self.robot, recording, &options)
    }

    fn truth(&self) -> DVector<f64> {
        let model = self.robot.model();
        base_matrix(model) * DVector::from_vec(nominal(model))
    }
}

/// Errors of many recordings (a column each).
struct Errors(Vec<DVector<f64>>);

impl Errors {
    fn mean(&self) -> DVector<f64> {
        self.0.iter().sum::<DVector<f64>>() / self.0.len() as f64
    }

    /// Standard deviations of one.
    fn std(&self) -> DVector<f64> {
        let mean = self.mean();
        let squares = self.0.iter().map(|e| (e - &mean).map(|x| x * x));
        let square = squares.sum::<DVector<f64>>() / (self.0.len() as f64 - 1.0);
        square.map(f64::sqrt)
    }

    /// Root mean square over parameters of the mean error in so many deviations of each.
    fn bias(&self, std: &DVector<f64>) -> f64 {
        self.mean().component_div(std).norm() / (std.len() as f64).sqrt()
    }
}

/// What an estimator makes of many recordings.
struct Scattered {
    own: Errors,
    /// Those of least squares of the same equations.
    plain: Errors,
    coverage: f64,
    /// How often an interval of each parameter holds.
    within: Vec<u64>,
    /// Recordings of which it is said that least squares differs.
    told: u64,
}

impl Scattered {
    fn of(case: &Case, estimator: &Estimator, runs: u64) -> Self {
        let (model, truth) = (case.robot.model(), case.truth());
        let (mut own, mut plain) = (Vec::new(), Vec::new());
        let (mut within, mut all, mut told) = (vec![0; truth.len()], 0, 0);
        for seed in 0..runs {
            let found = case.identified(case.recording(100 + seed), estimator.clone());
            let found = found.expect("an identification");
            let estimate = found.estimation.base_estimate(model);
            let simulated = found.simulated.expect("a simulation");
            told += u64::from(!simulated.differing().is_empty());
            assert_eq!(simulated.least_squares.len(), model.base.len());
            let values = simulated.least_squares.iter().map(|p| p.least_squares);
            plain.push(DVector::from_iterator(truth.len(), values) - &truth);
            let error = DVector::from_vec(estimate.beta.clone()) - &truth;
            for (k, std) in estimate.deviations().into_iter().enumerate() {
                all += u64::from(std.is_some());
                let holds = std.is_some_and(|std| error[k].abs() < 1.959_964 * std);
                within[k] += u64::from(holds);
            }
            own.push(error);
        }
        Self {
            own: Errors(own),
            plain: Errors(plain),
            coverage: within.iter().sum::<u64>() as f64 / all as f64,
            within,
            told,
        }
    }
}

/// Least squares is biased by many deviations; what simulates keeps a tenth of that at most, and no more than
/// recordings tell from 0.
fn removes_the_bias(case: &Case, runs: u64) -> [f64; 2] {
    let name = case.robot.model().name;
    BOTH.map(|method| {
        let found = Scattered::of(case, &method.into(), runs);
        let std = found.plain.std();
        let (bias, left) = (found.plain.bias(&std), found.own.bias(&std));
        let own = found.own.bias(&found.own.std());
        let of_mean = own * (runs as f64).sqrt();
        println!(
            "{name} {method:?}: least squares biased by {bias:.2} of its deviations, {left:.3} left: {own:.2} of its own, \
             {of_mean:.2} of the mean's; coverage {:.3}, told {}",
            found.coverage, found.told
        );
        let base = case.robot.model().base.iter().zip(&found.within);
        let least = base.filter(|(_, within)| 10 * **within < 9 * runs);
        let least: Vec<String> = least.map(|(p, within)| format!("{} {within}", p.name)).collect();
        println!("  least covered: {}", least.join(", "));
        assert!(bias > 3.0, "{name}: {bias}");
        assert!(left < 0.1 * bias, "{name} {method:?}: {left} of {bias}");
        assert_eq!(found.told, runs, "{name} {method:?}");
        // A few recordings do not tell what their mean's deviation is.
        assert!(runs < FEW || of_mean < 1.8, "{name} {method:?}: {own} {of_mean}");
        found.coverage
    })
}

fn number(key: &str, default: u64) -> u64 {
    let given = std::env::var(key).ok().and_then(|x| x.parse().ok());
    given.unwrap_or(default)
}

#[test]
fn two_joints_are_identified_without_bias_and_intervals_hold() {
    let coverage = removes_the_bias(&PENDULUM, number("ARMWRIGHT_RUNS", 24));
    assert!(
        coverage.iter().all(|c| (0.93..0.975).contains(c)),
        "{coverage:?}"
    );
}

#[test]
fn a_coupled_wrist_is_identified_without_bias() {
    removes_the_bias(&WRIST, number("ARMWRIGHT_RUNS", 4));
}

#[test]
fn six_joints_are_identified_without_bias() {
    removes_the_bias(&PUMA, number("ARMWRIGHT_RUNS", 3));
}

/// A reference as wide as the columns has their noise, and so have instruments.
#[test]
fn a_reference_that_follows_the_noise_leaves_the_bias() {
    let wide = Estimator {
        reference_cutoff: Some(60.0),
        ..Method::Iv.into()
    };
    let wide = Scattered::of(&PENDULUM, &wide, 6);
    let std = wide.plain.std();
    let (bias, left) = (wide.plain.bias(&std), wide.own.bias(&std));
    println!("{left} left of {bias}");
    assert!(left > 0.3 * bias, "{left} of {bias}");
}

/// Clean positions leave least squares unbiased, and both say so.
#[test]
fn clean_positions_make_no_difference() {
    for case in [PENDULUM, WRIST] {
        let case = Case { noise: 0.0, ..case };
        for method in BOTH {
            let found = case
                .identified(case.recording(1), method)
                .expect("an identification");
            let simulated = found.simulated.as_ref().expect("a simulation");
            assert!(simulated.differing().is_empty(), "{method:?} {simulated:?}");
            assert!(simulated.fault.is_none() && !simulated.from_nominal);
            let judged = Judgement::of(case.robot.model(), &found);
            let said = judged
                .findings
                .iter()
                .find(|f| matches!(f, Finding::Simulated(..)));
            let said = said.expect("a finding").to_string();
            assert!(said.contains("does not matter here"), "{said}");
        }
    }
}

/// Output error takes positions as they were measured: their noise is what it leaves, and not in its parameters. Least squares of the same
/// recordings is biased.
#[test]
fn output_error_is_not_biased_by_noise_of_positions() {
    let truth = PENDULUM.truth();
    let (mut off, mut biased) = (Vec::new(), 0.0f64);
    for seed in 1..=2 {
        let found = PENDULUM.identified(PENDULUM.recording(seed), Method::OutputError);
        let found = found.expect("an answer");
        let by_motion = found.output_error.as_ref().expect("what it rests on");
        assert_eq!(
            by_motion.ending,
            Ending::Converged,
            "{:?}",
            by_motion.warnings
        );
        for joint in &by_motion.followed {
            // Noise of the positions, and what that of the torques moves in half a second.
            let ratio = joint.rms / PENDULUM.noise;
            assert!((1.0..20.0).contains(&ratio), "{joint:?}");
        }
        for (k, p) in found.estimation.parameters().enumerate() {
            let std = p.std.expect("determined");
            off.push((p.value - truth[k]) / std);
            biased = biased.max(((by_motion.least_squares[k] - truth[k]) / std).abs());
        }
    }
    let beyond = off.iter().filter(|z| z.abs() > 3.0).count();
    let square = off.iter().map(|z| z * z).sum::<f64>() / off.len() as f64;
    println!("{off:.2?}, mean square {square:.2}; least squares up to {biased:.1}");
    assert!(beyond <= 1 && square < 2.5, "{off:.2?}");
    assert!(biased > 4.0, "{biased}");
    let estimator = Estimator {
        interval: Some(0.01),
        ..Method::OutputError.into()
    };
    let short = PENDULUM.identified(PENDULUM.recording(1), estimator);
    let short = short.expect_err("two samples").to_string();
    assert!(short.contains("longer than five samples"), "{short}");
}

fn refusal(case: &Case, recording: Recording, method: Method) -> IdentificationError {
    let found = case.identified(recording, method);
    found
        .map(|found| found.estimation.base_estimate(case.robot.model()).beta)
        .expect_err("a refusal")
}

#[test]
fn bad_days_are_refused_or_judged() {
    for method in BOTH {
        let mut still = PENDULUM.recording(1);
        still.position.iter_mut().for_each(|q| q.fill(0.3));
        let error = refusal(&PENDULUM, still, method);
        assert!(
            matches!(error, IdentificationError::NoMotion { .. }),
            "{error}"
        );

        // Torques of the wrong sign are those of an inertia below 0.
        let mut negated = PENDULUM.recording(1);
        negated
            .torque
            .iter_mut()
            .flatten()
            .flatten()
            .for_each(|tau| *tau = -*tau);
        match PENDULUM.identified(negated, method) {
            Ok(found) => {
                let judged = Judgement::of(PENDULUM.robot.model(), &found);
                assert_eq!(judged.grade, Grade::Poor, "{method:?}");
                assert!(found.simulated.expect("a simulation").fault.is_some());
            }
            Err(error) => panic!("{error}"),
        }

        // One joint that stands still, but for its noise.
        let mut one = PENDULUM.recording(1);
        let mut random = Random::new(4);
        one.position[1]
            .iter_mut()
            .for_each(|q| *q = 0.3 + 1e-4 * random.normal());
        match PENDULUM.identified(one, method) {
            Ok(found) => {
                let judged = Judgement::of(PENDULUM.robot.model(), &found);
                println!("{method:?}: {:?}", judged.grade);
                assert_ne!(judged.grade, Grade::Sound, "{method:?}");
            }
            Err(error) => println!("{method:?}: {error}"),
        }

        let mut short = PENDULUM.recording(1);
        for column in short
            .position
            .iter_mut()
            .chain(short.torque.iter_mut().flatten())
        {
            column.truncate(130);
        }
        match PENDULUM.identified(short, method) {
            Ok(found) => {
                let judged = Judgement::of(PENDULUM.robot.model(), &found);
                assert_ne!(judged.grade, Grade::Sound, "{method:?}");
            }
            Err(error) => println!("{method:?}: {error}"),
        }

        let mut hole = PENDULUM.recording(1);
        hole.position[0][1000] = f64::NAN;
        let error = refusal(&PENDULUM, hole, method);
        println!("{method:?}: {error}");

        let settings = Estimator {
            reference_cutoff: Some(0.0),
            ..method.into()
        };
        let error = PENDULUM
            .identified(PENDULUM.recording(1), settings)
            .expect_err("a refusal");
        let is_setting = matches!(
            error,
            IdentificationError::Estimate(EstimateError::Setting {
                name: "reference-cutoff",
                ..
            })
        );
        assert!(is_setting, "{error}");
    }
    let settings = Estimator {
        reference_cutoff: Some(5.0),
        ..Method::Wls.into()
    };
    let error = PENDULUM
        .identified(PENDULUM.recording(1), settings)
        .expect_err("a refusal");
    assert!(error.to_string().contains("iv or didim"), "{error}");
}
