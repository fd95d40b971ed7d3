//! Whether deviations are honest: neither too narrow nor too wide, over many recordings whose truth is known.
//!
//! A deviation is right if errors divided by it have a root mean square of 1; intervals below are four deviations
//! of what 150 recordings show, on either side. Seeds are fixed; `ARMWRIGHT_SEED` gives others.

use armwright_tests::Random;

use crate::motion::real;
use crate::program::{Folder, csv};

/// Recordings of each kind.
const RUNS: usize = 150;
const TRUTH: [f64; 4] = [2.0, 3.0, 0.5, 10.0];
const RATE: f64 = 200.0;
const SAMPLES: usize = 460;

/// What a recording's torques have besides the model's.
#[derive(Clone, Copy)]
struct Noise {
    /// Standard deviation, N.
    size: f64,
    /// Correlation of neighbours (a first-order autoregression).
    memory: f64,
}

/// What is found in many recordings.
#[derive(Default)]
struct Found {
    /// Errors of the four parameters, in their deviations.
    errors: Vec<f64>,
    /// Probabilities of the test of whiteness.
    p_values: Vec<f64>,
}

impl Found {
    fn root_mean_square(&self) -> f64 {
        let squares = self.errors.iter().map(|e| e * e).sum::<f64>();
        (squares / real(self.errors.len())).sqrt()
    }
}

/// A standard normal number (Box and Muller).
fn normal(random: &mut Random) -> f64 {
    let radius = (-2.0 * random.between(f64::MIN_POSITIVE, 1.0).ln()).sqrt();
    radius * random.between(0.0, std::f64::consts::TAU).cos()
}

/// A recording of the sledge in a motion of three sines.
fn recording(noise: Noise, random: &mut Random) -> String {
    let mut columns: Vec<(String, Vec<f64>)> = ["t", "q_x", "qd_x", "qdd_x", "tau_x"]
        .map(|name| (name.to_owned(), Vec::new()))
        .into();
    let mut besides = noise.size * normal(random);
    for k in 0..SAMPLES {
        let t = real(k) / RATE;
        let parts = [(5.0, 0.0, 1.0), (13.0, 1.0, 0.5), (29.0, 2.0, 0.3)];
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            parts
                .iter()
                .map(|(w, phase, size)| size * of(*w, w * t + phase))
                .sum()
        };
        let q = sum(&|w, x| -x.cos() / w);
        let qd = sum(&|_, x| x.sin());
        let qdd = sum(&|w, x| w * x.cos());
        let [m, fc, fv, fo] = TRUTH;
        let tau = m * qdd + fc * qd.signum() + fv * qd + fo + besides;
        for ((_, column), x) in columns.iter_mut().zip([t, q, qd, qdd, tau]) {
            column.push(x);
        }
        let news = (1.0 - noise.memory * noise.memory).sqrt() * noise.size;
        besides = noise.memory * besides + news * normal(random);
    }
    csv(&columns)
}

fn found(seed: u64, noise: Noise, options: &str) -> Found {
    let folder = Folder::new();
    let mut random = Random::new(seed);
    let mut all = Found::default();
    for _ in 0..RUNS {
        folder.write("run.csv", &recording(noise, &mut random));
        let line = "sledge identify --recording run.csv --cutoff 90 --trim 30 --out out";
        let one = folder.json(&format!("{line} --velocity-threshold 0 {options}"));
        let both = ["base", "drive"].map(|list| one[list].as_array().expect("a list").clone());
        for (p, truth) in both.concat().iter().zip(TRUTH) {
            let [value, std] = ["value", "std"].map(|key| p[key].as_f64().expect("a figure"));
            all.errors.push((value - truth) / std);
        }
        let p_value = one["joints"][0]["whiteness"]["p_value"].as_f64();
        all.p_values.extend(p_value);
    }
    all
}

const WHITE: Noise = Noise {
    size: 0.5,
    memory: 0.0,
};

#[test]
fn deviations_of_white_noise_are_neither_narrow_nor_wide() {
    let found = found(1, WHITE, "--decimate 1");
    let size = found.root_mean_square();
    assert!((0.87..1.1).contains(&size), "{size}");
    let mean = found.errors.iter().sum::<f64>() / real(found.errors.len());
    assert!(mean.abs() < 4.0 / real(found.errors.len()).sqrt(), "{mean}");
    // As many doubts as the test claims, of 150: 15, with a deviation of 3.7.
    let doubted = found.p_values.iter().filter(|p| **p < 0.1).count();
    assert_eq!(found.p_values.len(), RUNS);
    assert!((4..28).contains(&doubted), "{doubted}");
}

#[test]
fn deviations_survive_decimation() {
    let found = found(2, WHITE, "--decimate 4");
    let size = found.root_mean_square();
    assert!((0.85..1.15).contains(&size), "{size}");
}

#[test]
fn deviations_allow_for_noise_that_remembers() {
    let slow = Noise {
        size: 0.5,
        memory: 0.6,
    };
    let found = found(3, slow, "--decimate 1");
    let size = found.root_mean_square();
    assert!((0.87..1.13).contains(&size), "{size}");
    let doubted = found.p_values.iter().filter(|p| **p < 0.1).count();
    assert!(doubted > 140, "{doubted}");
}

#[test]
fn a_demonstration_counts_how_often_deviations_cover_the_truth() {
    let folder = Folder::new();
    let line = "gantry demo --seeds 40 --duration 8 --rate 200 --encoder 0 --out demo";
    let coverage = folder.json(line)["coverage"].clone();
    let count = |key: &str| coverage[key].as_f64().expect("a count");
    let (all, two, three) = (
        count("estimates"),
        count("within_two"),
        count("within_three"),
    );
    // 95.4 % and 99.7 % of a normal distribution, within what 40 recordings show.
    assert_eq!(all, 360.0);
    assert!((0.92..0.985).contains(&(two / all)), "{two} of {all}");
    assert!(
        (0.985..=1.0).contains(&(three / all)) && three > two,
        "{three} of {all}"
    );
}
