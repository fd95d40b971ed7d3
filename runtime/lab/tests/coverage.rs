//! Whether deviations are honest, parameter by parameter: of many recordings of a robot whose parameters
//! are known, intervals of 95 % hold the truth so often, neither less nor more.
//!
//! Robots, kinds of noise and durations are those of [`cases`]; every run checks a few of them with a few
//! recordings, `ARMWRIGHT_COVERAGE=300` all of them with 300 recordings each and prints a table.
//! `ARMWRIGHT_SEED` gives other recordings, `ARMWRIGHT_CASE` those whose name contains it.

use std::f64::consts::{PI, TAU};

use armwright_lab::estimate::Method;
use armwright_lab::experiment::{Random, Sensors, Simulated, designed, simulate};
use armwright_lab::identify::{BaseEstimate, Identification, identify};
use armwright_lab::interpret::{InterpretOptions, interpret};
use armwright_lab::judge::{Grade, Judgement};
use armwright_lab::parameters::nominal;
use armwright_robots::{abb_wrist, double_pendulum, puma560};
use armwright_runtime::Robot;

const RATE: f64 = 500.0;
/// Within so many deviations lie 95 % of a normal distribution.
const WITHIN: f64 = 1.959_964;
/// Torque noise, as a share of each row's root mean square torque.
const SHARE: f64 = 0.05;

/// What sensors do to a recording.
#[derive(Debug, Clone, Copy)]
enum Noise {
    White,
    /// A first-order autoregression of a correlation time, s.
    Coloured(f64),
    /// A resonance of a frequency, Hz, 0.3 Hz wide.
    Narrow(f64),
    /// White, and torque in steps of a share of its root mean square.
    Quantised(f64),
    /// White, and encoders of so many bits a turn.
    Encoder(i32),
    /// White, and white noise of the positions, rad.
    Position(f64),
}

struct Case {
    robot: &'static dyn Robot,
    duration: f64,
    noise: Noise,
}

fn cases() -> Vec<Case> {
    let robots: [&'static dyn Robot; 3] =
        [&double_pendulum::ROBOT, &abb_wrist::ROBOT, &puma560::ROBOT];
    let noises = [
        Noise::White,
        Noise::Coloured(0.1),
        Noise::Coloured(0.3),
        Noise::Coloured(1.0),
        Noise::Narrow(0.7),
        Noise::Quantised(0.1),
        Noise::Encoder(17),
        Noise::Encoder(13),
        Noise::Encoder(10),
        Noise::Position(1e-4),
    ];
    let mut all = Vec::new();
    for robot in robots {
        for duration in [6.0, 20.0, 60.0] {
            all.extend(noises.map(|noise| Case {
                robot,
                duration,
                noise,
            }));
        }
    }
    all
}

/// Noise of unit variance at the raw rate.
fn shape(noise: Noise, samples: usize, random: &mut Random) -> Vec<f64> {
    // x_k = a x_(k-1) + b x_(k-2) + w: long enough before the recording to have forgotten its start.
    let [a, b] = match noise {
        Noise::Coloured(time) => [(-1.0 / (time * RATE)).exp(), 0.0],
        Noise::Narrow(frequency) => {
            let radius = (-PI * 0.3 / RATE).exp();
            [
                2.0 * radius * (TAU * frequency / RATE).cos(),
                -radius * radius,
            ]
        }
        _ => [0.0, 0.0],
    };
    let variance = (1.0 - b) / ((1.0 + b) * ((1.0 - b).powi(2) - a * a));
    let before = (10.0 * RATE) as usize;
    let (mut x, mut y) = (0.0, 0.0);
    let all = (0..before + samples).map(|_| {
        (x, y) = (a * x + b * y + random.normal(), x);
        x / variance.sqrt()
    });
    all.skip(before).collect()
}

/// A noiseless recording, measured.
fn measured<'a>(clean: &Simulated<'a>, noise: Noise, random: &mut Random) -> Simulated<'a> {
    let mut seen = clean.clone();
    for column in &mut seen.torque {
        let level = (column.iter().map(|t| t * t).sum::<f64>() / column.len() as f64).sqrt();
        let besides = shape(noise, column.len(), random);
        for (t, e) in column.iter_mut().zip(besides) {
            *t += SHARE * level * e;
        }
        if let Noise::Quantised(share) = noise {
            let step = share * level;
            column
                .iter_mut()
                .for_each(|t| *t = (*t / step).round() * step);
        }
    }
    for column in &mut seen.position {
        match noise {
            Noise::Encoder(bits) => {
                let step = TAU / 2f64.powi(bits);
                let offset = random.uniform();
                let read = |q: &f64| ((q / step + offset).round() - offset) * step;
                *column = column.iter().map(read).collect();
            }
            Noise::Position(size) => {
                column.iter_mut().for_each(|q| *q += size * random.normal());
            }
            _ => {}
        }
    }
    seen
}

/// How often the truth lies in the interval, parameter by parameter, of recordings that are not refused.
struct Coverage {
    within: Vec<usize>,
    counted: usize,
    refused: usize,
    squares: f64,
    /// Recordings of which something is said to differ from the nominal values, at a level of 1 %.
    alarms: usize,
}

impl Coverage {
    fn mean(&self) -> f64 {
        let all = self.within.len() * self.counted;
        self.within.iter().sum::<usize>() as f64 / all as f64
    }

    fn least(&self) -> f64 {
        let least = self.within.iter().min().copied().unwrap_or(0);
        least as f64 / self.counted as f64
    }
}

fn refused(robot: &dyn Robot, found: &Identification) -> bool {
    Judgement::of(robot.model(), found).grade == Grade::Poor
}

/// Whether the comparison with nominal values, which are true, finds a difference.
fn differs(robot: &dyn Robot, estimate: &BaseEstimate) -> bool {
    let options = InterpretOptions {
        bounded_bodies: 0,
        ..InterpretOptions::default()
    };
    let found = interpret(robot, estimate, &[], options).expect("the robot's own");
    found.verification.is_some_and(|compared| compared.differs)
}

fn coverage(case: &Case, runs: usize, seed: u64) -> Coverage {
    let (robot, model) = (case.robot, case.robot.model());
    let mut random = Random::new(seed);
    let motion = designed(model, case.duration.min(10.0), case.duration, &mut random);
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
    let clean = simulate(robot, &theta, &motion, RATE, &perfect, &mut random).expect("a motion");
    let mut coverage = Coverage {
        within: vec![0; truth.len()],
        counted: 0,
        refused: 0,
        squares: 0.0,
        alarms: 0,
    };
    for _ in 0..runs {
        let recording = measured(&clean, case.noise, &mut random).recording();
        let recording = recording.expect("a recording");
        let found = identify(robot, recording, &Method::Wls.into()).expect("identifies");
        if refused(robot, &found) {
            coverage.refused += 1;
            continue;
        }
        coverage.counted += 1;
        let estimate = found.estimation.base_estimate(model);
        coverage.alarms += usize::from(differs(robot, &estimate));
        let deviations = estimate.deviations();
        let each = estimate.beta.iter().zip(&deviations).zip(&truth);
        for (within, ((value, std), truth)) in coverage.within.iter_mut().zip(each) {
            let off = (value - truth).abs() / std.expect("a deviation");
            *within += usize::from(off < WITHIN);
            coverage.squares += off * off;
        }
    }
    coverage
}

fn number(key: &str) -> Option<u64> {
    std::env::var(key).ok()?.parse().ok()
}

#[test]
fn every_case() {
    let Some(runs) = number("ARMWRIGHT_COVERAGE") else {
        return;
    };
    let (runs, seed) = (runs as usize, number("ARMWRIGHT_SEED").unwrap_or(1));
    let wanted = std::env::var("ARMWRIGHT_CASE").unwrap_or_default();
    for case in cases() {
        let name = case.robot.model().name;
        let title = format!("{name} {} s {:?}", case.duration, case.noise);
        if !wanted.split('+').all(|part| title.contains(part)) {
            continue;
        }
        let found = coverage(&case, runs, seed);
        let size = (found.squares / (found.counted * found.within.len()) as f64).sqrt();
        println!(
            "{title:44} mean {:.3} least {:.3} rms {size:.2} alarms {} refused {}",
            found.mean(),
            found.least(),
            found.alarms,
            found.refused
        );
    }
}

/// Coverage of cases that are quick to compute, added up: of each with so many recordings, within what
/// chance explains of what is claimed.
fn together(cases: &[(&'static dyn Robot, f64, Noise)], runs: usize) -> (f64, f64) {
    let (mut within, mut all, mut squares, mut alarms) = (0, 0, 0.0, 0);
    for (robot, duration, noise) in cases {
        let case = Case {
            robot: *robot,
            duration: *duration,
            noise: *noise,
        };
        let found = coverage(&case, runs, 2);
        assert_eq!(found.refused, 0, "{noise:?}");
        within += found.within.iter().sum::<usize>();
        all += found.within.len() * found.counted;
        squares += found.squares;
        alarms += found.alarms;
    }
    // One in a hundred by design.
    assert!(alarms <= cases.len() * runs / 25, "{alarms} false alarms");
    (within as f64 / all as f64, (squares / all as f64).sqrt())
}

const PENDULUM: &dyn Robot = &double_pendulum::ROBOT;
const WRIST: &dyn Robot = &abb_wrist::ROBOT;

#[test]
fn slow_noise_of_short_recordings_is_covered() {
    let cases = [
        (PENDULUM, 6.0, Noise::Coloured(0.3)),
        (PENDULUM, 6.0, Noise::Coloured(1.0)),
        (WRIST, 6.0, Noise::Coloured(1.0)),
    ];
    let (share, size) = together(&cases, 30);
    assert!((0.93..0.985).contains(&share), "{share}");
    assert!((0.75..1.15).contains(&size), "{size}");
}

#[test]
fn noise_in_a_band_of_the_motion_is_covered() {
    let cases = [
        (PENDULUM, 6.0, Noise::Narrow(0.7)),
        (WRIST, 6.0, Noise::Narrow(0.7)),
    ];
    let (share, size) = together(&cases, 30);
    assert!((0.93..0.985).contains(&share), "{share}");
    assert!((0.8..1.15).contains(&size), "{size}");
}

#[test]
fn white_noise_and_fine_encoders_are_covered() {
    let cases = [
        (PENDULUM, 20.0, Noise::White),
        (PENDULUM, 6.0, Noise::Encoder(17)),
        (PENDULUM, 6.0, Noise::Quantised(0.1)),
        (WRIST, 6.0, Noise::White),
    ];
    let (share, size) = together(&cases, 30);
    assert!((0.925..0.975).contains(&share), "{share}");
    assert!((0.9..1.1).contains(&size), "{size}");
}

/// Ten bits a turn leave little of an acceleration: what is not refused is covered.
#[test]
fn coarse_encoders_are_covered_or_refused() {
    let (mut within, mut all) = (0, 0);
    for seed in [1, 3, 5] {
        let case = Case {
            robot: PENDULUM,
            duration: 6.0,
            noise: Noise::Encoder(10),
        };
        let found = coverage(&case, 20, seed);
        within += found.within.iter().sum::<usize>();
        all += found.within.len() * found.counted;
    }
    let share = within as f64 / all as f64;
    // Sixty recordings, whose parameters err together, are known to two deviations of 0.028.
    assert!(all == 0 || (0.895..0.995).contains(&share), "{share}");
}
