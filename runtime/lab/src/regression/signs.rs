//! Which velocities' signs enter a row, and whether they are certain.

use crate::motion::Processing;
use crate::transmission::enters_never;
use armwright_runtime::{Model, ParameterKind, Side, Site};

/// For each row the velocities (joints, then motors) of Coulomb friction that enters it.
///
/// A sign counts only where its coefficient is not zero: through a coupled transmission the friction
/// of a joint reaches the torques of some motors and not of others.
pub(crate) struct Signs(Vec<Vec<usize>>);

impl Signs {
    /// Of the rows of these joints, or motors.
    pub(crate) fn of(model: &Model, side: Side, places: &[usize]) -> Self {
        let n = model.joints.len();
        let in_row = |row: usize| {
            let parameters = model.parameters.iter().enumerate();
            let entering = parameters.filter(|(k, _)| !enters_never(model, side, row, *k));
            let speeds = entering.filter_map(|(_, parameter)| match parameter.kind {
                ParameterKind::Coulomb(Site::Joint(i)) => Some(i),
                ParameterKind::Coulomb(Site::Motor(k)) => Some(n + k),
                _ => None,
            });
            speeds.collect()
        };
        Self(places.iter().copied().map(in_row).collect())
    }

    /// The velocities whose signs enter a row.
    pub(crate) fn of_row(&self, row: usize) -> &[usize] {
        &self.0[row]
    }

    /// Whether every velocity (`2 n`, joints, then motors) whose sign enters a row is fast enough
    /// for it.
    pub(super) fn certain(&self, processing: &Processing, row: usize, speeds: &[f64]) -> bool {
        let n = speeds.len() / 2;
        let fast = |&k: &usize| {
            let threshold = match k.checked_sub(n) {
                None => processing.velocity_threshold.get(k),
                Some(motor) => processing.motor_velocity_threshold.get(motor),
            };
            speeds[k].abs() >= threshold.copied().unwrap_or(0.0)
        };
        self.0[row].iter().all(fast)
    }
}
