//! Robots, noises and durations, and what sensors make of a recording.

use std::f64::consts::{PI, TAU};
use std::ops::Range;

use armwright_lab::experiment::{Random, Simulated};
use armwright_robots::{abb_wrist, double_pendulum, puma560};
use armwright_runtime::Robot;

pub(crate) const RATE: f64 = 500.0;
/// Torque noise, as a share of each row's root mean square torque, and where there is little of it.
const SHARE: f64 = 0.05;
const LITTLE: f64 = 0.003;

/// What sensors do to a recording.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Noise {
    White,
    /// A first-order autoregression of a correlation time, s.
    Coloured(f64),
    /// White, and larger by the square of the joint's speed.
    Fast,
    /// A resonance of a frequency, Hz, 0.3 Hz wide.
    Narrow(f64),
    /// White, and torque in steps of a share of its root mean square.
    Quantised(f64),
    /// White, and encoders of so many bits a turn.
    Encoder(i32),
    /// White, but little of it, and encoders of so many bits a turn.
    Steps(i32),
    /// White, and white noise of the positions, rad.
    Position(f64),
}

/// A robot that moves for a while, s, and is measured.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) robot: &'static dyn Robot,
    pub(crate) duration: f64,
    pub(crate) noise: Noise,
}

impl Case {
    pub(crate) fn title(&self) -> String {
        let name = self.robot.model().name;
        format!("{name} {} s {:?}", self.duration, self.noise)
    }

    /// The share of intervals of 95 % that is claimed to hold the truth: with errors of the positions, whose bias
    /// is part of deviations as if it were noise, it may be larger.
    pub(crate) fn claimed(&self) -> Range<f64> {
        match self.noise {
            Noise::Encoder(_) | Noise::Steps(_) | Noise::Position(_) => 0.93..0.98,
            // What is told where there is less noise has wider intervals than it needs.
            Noise::Fast => 0.93..0.995,
            _ => 0.93..0.975,
        }
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let robots: [&'static dyn Robot; 3] =
        [&double_pendulum::ROBOT, &abb_wrist::ROBOT, &puma560::ROBOT];
    let torques = [
        Noise::White,
        Noise::Coloured(0.1),
        Noise::Coloured(0.3),
        Noise::Coloured(1.0),
        Noise::Fast,
        Noise::Narrow(0.7),
        Noise::Quantised(0.1),
    ];
    let encoders = [17, 15, 13, 11, 10, 9].map(Noise::Encoder);
    let positions = [1e-5, 1e-4, 3e-4, 1e-3, 3e-3].map(Noise::Position);
    let mut all = Vec::new();
    for robot in robots {
        for duration in [6.0, 20.0, 60.0] {
            let noises = torques.iter().chain(&encoders).chain(&positions);
            all.extend(noises.map(|noise| Case {
                robot,
                duration,
                noise: *noise,
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
pub(crate) fn measured<'a>(
    clean: &Simulated<'a>,
    noise: Noise,
    random: &mut Random,
) -> Simulated<'a> {
    let mut seen = clean.clone();
    let turned = &clean.position;
    for (column, position) in seen.torque.iter_mut().zip(turned) {
        let steps = position.windows(2).map(|pair| (pair[1] - pair[0]).powi(2));
        let mean = steps.clone().sum::<f64>() / (position.len() - 1) as f64;
        let squares: Vec<f64> = steps.map(|square| square / mean).collect();
        let level = (column.iter().map(|t| t * t).sum::<f64>() / column.len() as f64).sqrt();
        let besides = shape(noise, column.len(), random);
        let share = match noise {
            Noise::Steps(_) => LITTLE,
            _ => SHARE,
        };
        for (k, (t, e)) in column.iter_mut().zip(besides).enumerate() {
            let larger = match noise {
                Noise::Fast => squares[k.min(squares.len() - 1)],
                _ => 1.0,
            };
            *t += share * level * e * larger;
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
            Noise::Encoder(bits) | Noise::Steps(bits) => {
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
