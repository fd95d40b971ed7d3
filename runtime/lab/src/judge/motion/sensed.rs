//! Sensors of recordings that simulated motions were fitted to.

use super::Facts;
use crate::diagnose::{Sensed, SensorFault};

impl Facts<'_> {
    /// Sensors that did not measure what happened, of those that a fit takes: positions, and what drove.
    ///
    /// Of positions the recording says so by itself. A torque that stands at the end of its range may be what drove the robot, and so
    /// may one that never changes while the robot swings freely: it is wrong where the motion is another than it makes, and no
    /// friction explains that; the one that never changes where the motion is not followed at all.
    pub(super) fn wrong(&self) -> Vec<SensorFault> {
        let astray = self.unfollowed() || self.fails();
        let is_unexplained = || self.fit.lacks.is_empty() && self.moving().any(Self::is_lacking);
        let is_wrong = |fault: &&SensorFault| match fault.sensed {
            Sensed::DeadPosition | Sensed::FrozenPosition(_) | Sensed::SaturatedPosition(_) => true,
            Sensed::DeadTorque => astray,
            Sensed::HeldTorque(_) | Sensed::SaturatedTorque(_) => astray || is_unexplained(),
            Sensed::StillPosition
            | Sensed::DeadRow
            | Sensed::SaturatedRow(_)
            | Sensed::WrongVelocity(_)
            | Sensed::WrongAcceleration(_) => false,
        };
        self.sensors.iter().filter(is_wrong).cloned().collect()
    }
}
