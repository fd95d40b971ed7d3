//! What a model lacks is named, its parameters' deviations are wide enough, and nothing is said to lack where nothing does.
//!
//! Every run plants a few terms; `ARMWRIGHT_LACKS=10` plants every term in so many recordings of every robot and
//! prints tables, `ARMWRIGHT_CLEAN=100` looks at so many clean ones. `ARMWRIGHT_CASE` takes those whose
//! name contains it.

use std::f64::consts::TAU;

use armwright_lab::dataset::Dataset;
use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, Simulated, designed, simulate};
use armwright_lab::identify::{Identification, identify};
use armwright_lab::judge::{Grade, Judgement};
use armwright_lab::lack::Term;
use armwright_lab::parameters::nominal;
use armwright_lab::transmission::Drive;
use armwright_robots::{abb_wrist, double_pendulum, puma560};
use armwright_runtime::{Model, Robot, Side};

const RATE: f64 = 500.0;
const WITHIN: f64 = 1.959_964;

fn robots() -> [&'static dyn Robot; 3] {
    [&double_pendulum::ROBOT, &abb_wrist::ROBOT, &puma560::ROBOT]
}

/// What is planted at a joint (or motor).
#[derive(Debug, Clone, Copy, PartialEq)]
enum Plant {
    None,
    Stribeck,
    Quadratic,
    Load,
    Spring,
    Cogging,
    Warming,
    Delay,
    Compliance,
}

const PLANTS: [Plant; 8] = [
    Plant::Stribeck,
    Plant::Quadratic,
    Plant::Load,
    Plant::Spring,
    Plant::Cogging,
    Plant::Warming,
    Plant::Delay,
    Plant::Compliance,
];

fn slope(column: &[f64]) -> Vec<f64> {
    let last = column.len() - 1;
    let at = |k: usize| {
        let (a, b) = (k.saturating_sub(1), (k + 1).min(last));
        (column[b] - column[a]) * RATE / (b - a) as f64
    };
    (0..column.len()).map(at).collect()
}

fn rms(column: &[f64]) -> f64 {
    (column.iter().map(|x| x * x).sum::<f64>() / column.len() as f64).sqrt()
}

fn peak(column: &[f64]) -> f64 {
    column.iter().fold(0.0, |top: f64, x| top.max(x.abs()))
}

impl Plant {
    /// Plants it in a noiseless recording, of a size that drives have.
    fn plant(self, model: &Model, clean: &mut Simulated<'_>, k: usize) {
        let position = clean.position[k].clone();
        let torque = clean.torque[k].clone();
        let (speed, level) = (slope(&position), rms(&torque));
        let (top, length) = (peak(&speed), position.len() as f64);
        let middle = position.iter().sum::<f64>() / length;
        let range = peak(&position.iter().map(|q| q - middle).collect::<Vec<_>>());
        let drive = Drive::of(model).expect("a transmission");
        if model.side == Side::Motor && matches!(self, Self::Spring | Self::Cogging) {
            let mut joints = clean.position.clone();
            drive.columns_to_joint(&mut joints);
            let mut torques = clean.torque.clone();
            drive.torque_columns_to_joint(&mut torques);
            let level = rms(&torques[k]);
            let middle = joints[k].iter().sum::<f64>() / length;
            let range = peak(&joints[k].iter().map(|q| q - middle).collect::<Vec<_>>());
            let (mut joint, mut motor) = (vec![0.0; torques.len()], vec![0.0; torques.len()]);
            for t in 0..torque.len() {
                let q = joints[k][t];
                joint[k] = match self {
                    Self::Spring => 0.2 * level * (q - middle) / range,
                    _ => 0.1 * level * (2.0 * q + 0.7).sin(),
                };
                drive.torque_to_motor(&joint, &mut motor);
                clean
                    .torque
                    .iter_mut()
                    .zip(&motor)
                    .for_each(|(x, y)| x[t] += y);
            }
            return;
        }
        let term = |t: usize| -> f64 {
            let (q, v) = (position[t], speed[t]);
            match self {
                Self::None | Self::Delay | Self::Compliance => 0.0,
                // A fifth of the torque more near standstill.
                Self::Stribeck => 0.2 * level * v.signum() * (-(v / (0.1 * top)).powi(2)).exp(),
                Self::Quadratic => 0.4 * level * v * v.abs() / (top * top),
                Self::Load => 0.1 * torque[t].abs() * v.signum(),
                Self::Spring => 0.2 * level * (q - middle) / range,
                Self::Cogging => 0.1 * level * (2.0 * q + 0.7).sin(),
                Self::Warming => 0.2 * level * v.signum() * (0.5 - t as f64 / length),
            }
        };
        let added: Vec<f64> = (0..torque.len()).map(term).collect();
        clean.torque[k]
            .iter_mut()
            .zip(added)
            .for_each(|(x, y)| *x += y);
        if self == Self::Delay {
            let by = 5;
            clean.torque[k].rotate_right(by);
            let first = clean.torque[k][by];
            clean.torque[k][..by].fill(first);
        }
        if self == Self::Compliance {
            // A deflection of 5 mrad at the root mean square torque.
            let stiffness = level / 0.005;
            let column = clean.position[k].iter_mut().zip(&torque);
            column.for_each(|(q, tau)| *q += tau / stiffness);
        }
    }

    fn is(self, term: Term) -> bool {
        matches!(
            (self, term),
            (Self::Stribeck, Term::Stribeck { .. })
                | (Self::Quadratic, Term::Quadratic)
                | (Self::Load, Term::Load)
                | (Self::Spring, Term::Spring | Term::Periodic { times: 1 })
                | (Self::Cogging, Term::Periodic { times: 2 })
                | (Self::Warming, Term::Warming)
                | (Self::Delay, Term::Delay)
                | (Self::Compliance, Term::Compliance)
        )
    }
}

/// Noise of torques of a share of their root mean square, white or of a correlation time, s.
fn noisy<'a>(clean: &Simulated<'a>, share: f64, time: f64, random: &mut Random) -> Simulated<'a> {
    let mut seen = clean.clone();
    let a = if time > 0.0 {
        (-1.0 / (time * RATE)).exp()
    } else {
        0.0
    };
    for column in &mut seen.torque {
        let level = share * rms(column);
        let mut x = random.normal();
        for tau in column {
            x = a * x + (1.0 - a * a).sqrt() * random.normal();
            *tau += level * x;
        }
    }
    let step = TAU / 131_072.0;
    let moving = seen.position.iter_mut();
    moving.for_each(|column| {
        column
            .iter_mut()
            .for_each(|q| *q = (*q / step).round() * step)
    });
    seen
}

struct Case {
    robot: &'static dyn Robot,
    plant: Plant,
    duration: f64,
    share: f64,
    time: f64,
}

#[derive(Default)]
struct Outcome {
    runs: usize,
    /// Of which the first term is the one that was planted.
    named: usize,
    found: usize,
    others: usize,
    within: usize,
    all: usize,
    said: Vec<String>,
    r2: f64,
}

impl Case {
    fn run(&self, seed: u64, outcome: &mut Outcome) {
        let (robot, model) = (self.robot, self.robot.model());
        let mut random = Random::new(seed);
        let motion = designed(model, 10.0, self.duration, &mut random);
        let theta = nominal(model);
        let mut truth = vec![0.0; model.base.len()];
        robot
            .base_parameters(&theta, &mut truth)
            .expect("base parameters");
        let perfect = Sensors {
            encoder: None,
            position_noise: 0.0,
            torque_noise: 0.0,
        };
        let mut clean =
            simulate(robot, &theta, &motion, RATE, &perfect, &mut random).expect("a motion");
        let joint = seed as usize % model.joints.len();
        self.plant.plant(model, &mut clean, joint);
        let seen = noisy(&clean, self.share, self.time, &mut random);
        let recording = seen.recording().expect("a recording");
        let found = identify(robot, recording, &Method::Wls.into()).expect("identifies");
        self.judge(joint, &found, &truth, outcome);
    }

    fn judge(&self, joint: usize, found: &Identification, truth: &[f64], outcome: &mut Outcome) {
        let model = self.robot.model();
        let names = [
            Some(model.joints[joint].name),
            model.motors.get(joint).map(|motor| motor.name),
        ];
        outcome.r2 = found
            .fits
            .joints
            .iter()
            .map(|fit| fit.r2)
            .fold(1.0, f64::min);
        outcome.runs += 1;
        outcome.found += usize::from(!found.lacks.is_empty());
        if let Some(first) = found.lacks.first() {
            let there = first
                .joint
                .as_deref()
                .is_none_or(|name| names.contains(&Some(name)));
            outcome.named += usize::from(there && self.plant.is(first.term));
            outcome.others += found.lacks.len() - 1;
            outcome
                .said
                .extend(found.lacks.iter().map(|lack| format!("{names:?} {lack}")));
        }
        if let Some(cause) = found.causes.first() {
            outcome.said.push(format!("CAUSE {cause}"));
        }
        // Whatever is found to lack has moved parameters, and deviations reach as far.
        let moved = found
            .estimation
            .parameters()
            .filter_map(|p| p.lacking.zip(p.std));
        let moved: Vec<(f64, f64)> = moved.collect();
        assert_eq!(moved.is_empty(), found.lacks.is_empty());
        for (lacking, std) in moved {
            assert!(WITHIN * std > 0.99 * lacking.abs(), "{lacking} {std}");
        }
        let estimate = found.estimation.base_estimate(model);
        let deviations = estimate.deviations();
        let each = estimate.beta.iter().zip(deviations).zip(truth);
        for ((value, std), truth) in each {
            let off = (value - truth).abs() / std.expect("a deviation");
            outcome.within += usize::from(off < WITHIN);
            outcome.all += 1;
        }
    }

    fn outcome(&self, seeds: std::ops::Range<u64>) -> Outcome {
        let mut outcome = Outcome::default();
        seeds.for_each(|seed| self.run(seed, &mut outcome));
        outcome
    }
}

fn number(key: &str) -> Option<u64> {
    std::env::var(key).ok()?.parse().ok()
}

#[test]
fn every_term() {
    let Some(runs) = number("ARMWRIGHT_LACKS") else {
        return;
    };
    let wanted = std::env::var("ARMWRIGHT_CASE").unwrap_or_default();
    for robot in robots() {
        for plant in PLANTS {
            for (duration, time) in [(20.0, 0.0), (20.0, 0.1)] {
                let case = Case {
                    robot,
                    plant,
                    duration,
                    share: 0.03,
                    time,
                };
                let title = format!("{} {plant:?} {time}", robot.model().name);
                if !wanted.split('+').all(|part| title.contains(part)) {
                    continue;
                }
                let o = case.outcome(0..runs);
                println!(
                    "{title:34} named {}/{} found {} others {} coverage {:.3} r2 {:.5}",
                    o.named,
                    o.runs,
                    o.found,
                    o.others,
                    o.within as f64 / o.all as f64,
                    o.r2
                );
                if std::env::var("ARMWRIGHT_SAID").is_ok() {
                    o.said.iter().for_each(|said| println!("    {said}"));
                }
            }
        }
    }
}

/// Every term in two recordings of a pendulum, and friction of a wrist whose motors are coupled.
#[test]
fn usual_terms_are_named_and_covered() {
    let pendulum: &dyn Robot = &double_pendulum::ROBOT;
    let wrist: &dyn Robot = &abb_wrist::ROBOT;
    let friction = [Plant::Stribeck, Plant::Warming, Plant::Cogging];
    let cases = PLANTS.map(|plant| (pendulum, plant, 0..2));
    let cases = cases
        .into_iter()
        .chain(friction.map(|plant| (wrist, plant, 0..1)));
    let mut all = Outcome::default();
    for (robot, plant, seeds) in cases {
        let case = Case {
            robot,
            plant,
            duration: 20.0,
            share: 0.03,
            time: 0.0,
        };
        seeds.for_each(|seed| case.run(seed, &mut all));
    }
    assert!(
        all.named + 1 >= all.runs,
        "{} of {}: {:#?}",
        all.named,
        all.runs,
        all.said
    );
    let share = all.within as f64 / all.all as f64;
    assert!(share > 0.93, "{share}");
}

/// A model that lacks most of a residual predicts other motion nearly as well as its own, and is not sound.
#[test]
fn a_model_that_lacks_much_is_not_sound() {
    let robot: &dyn Robot = &double_pendulum::ROBOT;
    let theta = nominal(robot.model());
    let perfect = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.0,
    };
    let plants = [
        Plant::None,
        Plant::Stribeck,
        Plant::Load,
        Plant::Delay,
        Plant::Compliance,
    ];
    for plant in plants {
        let recording = |seed: u64| {
            let mut random = Random::new(seed);
            let motion = designed(robot.model(), 10.0, 20.0, &mut random);
            let clean = simulate(robot, &theta, &motion, RATE, &perfect, &mut random);
            let mut clean = clean.expect("a motion");
            plant.plant(robot.model(), &mut clean, 1);
            let seen = noisy(&clean, 0.01, 0.0, &mut random);
            vec![seen.recording().expect("a recording")]
        };
        let dataset = Dataset {
            training: recording(3),
            validation: recording(4),
        };
        let found = identify(robot, dataset, &Method::Wls.into()).expect("identifies");
        let verdict = Judgement::of(robot.model(), &found);
        let lacks: Vec<String> = found.lacks.iter().map(ToString::to_string).collect();
        println!(
            "{plant:?}: {:?} {} {lacks:#?}",
            verdict.grade, verdict.headline
        );
        let sound = verdict.grade == Grade::Sound;
        assert_eq!(
            sound,
            plant == Plant::None,
            "{plant:?}: {lacks:#?} {verdict:#?}"
        );
        let named = found.lacks.iter().any(|lack| plant.is(lack.term));
        assert!(
            sound || named || !found.causes.is_empty(),
            "{plant:?}: {lacks:#?}"
        );
    }
}

/// `ARMWRIGHT_CLEAN` is how many of each kind; of 100 at most one may be said to lack something.
#[test]
fn clean_recordings_lack_nothing() {
    let runs = number("ARMWRIGHT_CLEAN").unwrap_or(1);
    let (mut found, mut all) = (0, 0);
    for (duration, time) in [
        (20.0, 0.0),
        (20.0, 0.1),
        (6.0, 0.0),
        (6.0, 0.3),
        (10.0, 1.0),
    ] {
        for robot in robots() {
            let case = Case {
                robot,
                plant: Plant::None,
                duration,
                share: 0.05,
                time,
            };
            let o = case.outcome(0..runs);
            (found, all) = (found + o.found, all + o.runs);
            println!(
                "{} {duration} s {time}: {} of {} coverage {:.3} {:#?}",
                robot.model().name,
                o.found,
                o.runs,
                o.within as f64 / o.all as f64,
                o.said
            );
        }
    }
    assert!(100 * found <= all, "{found} of {all}");
}
