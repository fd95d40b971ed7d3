//! What identification keeps of a planned motion: filtered, decimated, without ends and where signs are not certain.

use armwright_runtime::{Quantity, Robot, Side};
use nalgebra::DMatrix;

use super::planned::Planned;
use crate::motion::Motion;
use crate::options::ProcessingOptions;
use crate::recording::{Arrays, Recording};
use crate::regression::{Equations, Factor};
use crate::rows::base_regressor;
use crate::transmission::Drive;

/// The triangular factor of the equations that recordings of these motions would give by the defaults of `identify`, each
/// over its noise, and the share of the samples that is kept, of recordings that exist their own; none where a motion cannot be
/// read so, being too short or uneven in time.
pub(super) fn observed(
    robot: &dyn Robot,
    motions: &[&Planned],
    noise: &[f64],
) -> Option<(DMatrix<f64>, f64)> {
    let model = robot.model();
    if base_regressor(robot) != Quantity::BaseRegressor {
        return None;
    }
    let equations = Equations::of(robot, model.side).ok()?;
    let mut whole = Factor::new(model.base.len());
    let (mut kept, mut all) = (0, 0);
    for planned in motions {
        // What is recorded is filtered already; what is not is as it will be.
        let read;
        let recorded = match planned.recorded.as_slice() {
            [] => {
                let recording = recording(robot, planned)?;
                read = Motion::of(recording, &ProcessingOptions::default(), model).ok()?;
                std::slice::from_ref(&read)
            }
            recorded => recorded,
        };
        for motion in recorded {
            let observation = equations
                .observe(std::slice::from_ref(motion), &mut |_| ())
                .ok()?;
            // What decimation takes from the samples it takes from the variance of white noise.
            let samples = equations.step(motion) as f64;
            let places = equations.places().iter();
            let weights: Option<Vec<f64>> = places
                .map(|place| Some(samples / noise.get(*place)?.powi(2)))
                .collect();
            whole.merge(&observation.factor(&weights?), 1.0);
            kept += motion.interior().len();
            all += motion.samples();
        }
    }
    let (triangle, _, _) = whole.parts();
    Some((triangle, kept as f64 / all.max(1) as f64))
}

/// A recording of a motion without errors; of torques nothing is said.
fn recording(robot: &dyn Robot, planned: &Planned) -> Option<Recording> {
    let (first, last) = (planned.time.first()?, planned.time.last()?);
    let rate = (planned.time.len() - 1) as f64 / (last - first);
    let even = |(k, time): (usize, &f64)| (time - first - k as f64 / rate).abs() < 0.01 / rate;
    if !planned.time.iter().enumerate().all(even) {
        return None;
    }
    let model = robot.model();
    let mut position = planned.state[0].clone();
    if model.side == Side::Motor {
        Drive::of(model)?.columns_to_motor(&mut position);
    }
    let torque = vec![vec![0.0; planned.time.len()]; position.len()];
    let arrays = Arrays {
        side: model.side,
        ..Arrays::new(rate, position, torque)
    };
    Recording::from_arrays(model, arrays).ok()
}

#[cfg(test)]
mod tests;
