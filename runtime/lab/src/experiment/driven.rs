//! A motion under torques or voltages, recorded as a real one would be.

use super::simulation::Simulated;
use super::{Random, Sensors, SimulationError};
use crate::simulation::Motion;
use crate::transmission::Drive;
use armwright_runtime::{Model, Side};

/// What sensors make of a simulated motion: positions, and torques of the drives at its moments, on the measured side.
///
/// # Errors
/// [`SimulationError::Transmission`].
pub fn record_motion<'a>(
    model: &'a Model,
    motion: &Motion,
    sensors: &Sensors,
    random: &mut Random,
) -> Result<Simulated<'a>, SimulationError> {
    let n = model.joints.len();
    let drive = Drive::of(model);
    let drive = drive.ok_or_else(|| SimulationError::Transmission(model.name.to_owned()))?;
    let (mut q, mut tau) = (motion.q.clone(), motion.torque.clone());
    if model.side == Side::Motor {
        let mut at_motors = vec![0.0; n];
        for sample in q.chunks_exact_mut(n) {
            drive.to_motor(sample, &mut at_motors);
            sample.copy_from_slice(&at_motors);
        }
        for sample in tau.chunks_exact_mut(n) {
            drive.torque_to_motor(sample, &mut at_motors);
            sample.copy_from_slice(&at_motors);
        }
    }
    let mut found = Simulated {
        model,
        rate: motion.grid.rate,
        start: motion.grid.start,
        position: Motion::columns(&q, n),
        torque: Motion::columns(&tau, n),
        measured: Vec::new(),
        base: None,
    };
    found.measure(sensors, random);
    Ok(found)
}
