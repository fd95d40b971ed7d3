//! Small motions about several configurations, for identification in two steps.

use std::f64::consts::PI;

use super::trajectory::{extremes, ranges};
use super::{Fourier, Random, SimulationError};
use crate::numeric::Svd;
use armwright_runtime::{Joint, JointKind, Model, Robot};

/// Sets of configurations that compete.
const CANDIDATES: usize = 40;
/// Length of a period, s.
const PERIOD: f64 = 2.5;
/// Harmonics of a small motion: several, because with one alone position and acceleration are
/// proportional, and gravity's slope looks like inertia.
const HARMONICS: u32 = 4;

/// A random Fourier motion of every joint by at most `swing` (rad or m) from a configuration,
/// within the limits of speed and acceleration.
#[must_use]
pub fn small_motion(
    model: &Model,
    configuration: &[f64],
    swing: f64,
    duration: f64,
    random: &mut Random,
) -> Fourier {
    let fundamental = 2.0 * PI / PERIOD;
    let joints = ranges(model).into_iter().zip(configuration);
    let (centre, harmonics) = joints
        .map(|((_, speed, acceleration), centre)| {
            let amplitudes: Vec<[f64; 2]> = (1..=HARMONICS)
                .map(|_| [random.normal(), random.normal()])
                .collect();
            let extreme = extremes(&amplitudes, PERIOD, 1000).map(|[low, high]| high.max(-low));
            let scale = (swing / extreme[0])
                .min(0.9 * speed / extreme[1])
                .min(0.9 * acceleration / extreme[2]);
            let scaled = amplitudes.iter().map(|pair| pair.map(|a| a * scale));
            (*centre, scaled.collect())
        })
        .unzip();
    Fourier {
        fundamental,
        centre,
        harmonics,
        duration,
    }
}

/// So many configurations within the joints' limits that tell the coefficients of every element
/// apart: of several random sets the one whose worst element has the largest ratio of Φ's smallest
/// to its largest singular value (Hanssen, Hovland and Brogårdh, section 5).
///
/// # Errors
/// [`SimulationError::Evaluation`] if the robot's functions do not fit its description.
pub fn configurations(
    robot: &dyn Robot,
    count: usize,
    random: &mut Random,
) -> Result<Vec<Vec<f64>>, SimulationError> {
    let mut best = (drawn(robot.model(), count, random), f64::NEG_INFINITY);
    best.1 = worst_ratio(robot, &best.0)?;
    for _ in 1..CANDIDATES {
        let candidate = drawn(robot.model(), count, random);
        let ratio = worst_ratio(robot, &candidate)?;
        if ratio > best.1 {
            best = (candidate, ratio);
        }
    }
    Ok(best.0)
}

fn drawn(model: &Model, count: usize, random: &mut Random) -> Vec<Vec<f64>> {
    let ranges = ranges(model);
    let position = |(joint, ([low, high], ..)): (&Joint, &([f64; 2], f64, f64)),
                    random: &mut Random| {
        let (low, high) = match joint.kind {
            JointKind::Prismatic => (*low, *high),
            _ => (low.max(-PI), high.min(PI)),
        };
        low + (high - low) * (0.05 + 0.9 * random.uniform())
    };
    (0..count)
        .map(|_| {
            model
                .joints
                .iter()
                .zip(&ranges)
                .map(|joint| position(joint, random))
                .collect()
        })
        .collect()
}

/// The smallest ratio of singular values over all elements.
fn worst_ratio(robot: &dyn Robot, configurations: &[Vec<f64>]) -> Result<f64, SimulationError> {
    let elements = robot.model().elements;
    let total = elements.iter().map(|element| element.terms.len()).sum();
    let mut rows = Vec::with_capacity(configurations.len());
    for q in configurations {
        let mut bases = vec![0.0; total];
        robot.element_bases(q, &mut bases)?;
        rows.push(bases);
    }
    let (mut worst, mut start) = (f64::INFINITY, 0);
    for element in elements {
        let width = element.terms.len();
        let phi = nalgebra::DMatrix::from_fn(rows.len(), width, |i, j| rows[i][start + j]);
        start += width;
        let values = Svd::of(phi).values;
        if let (Some(largest), Some(smallest)) = (values.first(), values.last()) {
            worst = worst.min(smallest / largest.max(f64::MIN_POSITIVE));
        }
    }
    Ok(worst)
}
