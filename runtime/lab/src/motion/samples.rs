//! What was measured at a sample, and when.

use nalgebra::Matrix3;

use super::Motion;
use super::base::{Base, ImuChange};
use crate::recording::{BaseMotion, Contacts};

impl Motion {
    /// Measured joint torques at a sample.
    pub fn torque(&self, sample: usize, tau: &mut [f64]) {
        for (out, column) in tau.iter_mut().zip(&self.torque) {
            *out = column[sample];
        }
    }

    /// Measured torques of a joint at all samples.
    pub(crate) fn torque_of(&self, joint: usize) -> &[f64] {
        &self.torque[joint]
    }

    /// Positions of a joint at all samples, filtered.
    pub(crate) fn position_of(&self, joint: usize) -> &[f64] {
        &self.position[joint]
    }

    /// Adds to all positions of a joint.
    pub(crate) fn shift(&mut self, joint: usize, by: f64) {
        self.position[joint].iter_mut().for_each(|q| *q += by);
    }

    /// What was measured at a sample in place of torques ([`Model::measured`]); nothing where torques were.
    pub(crate) fn row(&self, sample: usize) -> impl Iterator<Item = f64> + '_ {
        self.rows.iter().flatten().map(move |column| column[sample])
    }

    /// What was measured of a row at all samples, in place of torques.
    pub(crate) fn row_of(&self, row: usize) -> &[f64] {
        let rows = self.rows.as_deref().unwrap_or_default();
        rows.get(row).map_or(&[], Vec::as_slice)
    }

    /// What acts on bodies from outside, if it was measured.
    pub(crate) fn contacts(&self) -> Option<&Contacts> {
        self.contacts.as_ref()
    }

    /// How the IMU on a base that moves is said to be mounted.
    pub(crate) fn imu(&self) -> Option<&BaseMotion> {
        self.base.as_ref().map(Base::mounted)
    }

    /// What turns vectors in the axes of the world into those of the base at a sample, if something asked for that.
    pub(crate) fn turn(&self, sample: usize) -> Option<Matrix3<f64>> {
        self.base.as_ref()?.turn(sample)
    }

    /// How the base moves at an interior sample with a fault of the IMU undone; nothing of one that stands still.
    pub(crate) fn base_undone(&self, sample: usize, change: &ImuChange) -> Vec<f64> {
        let base = self.base.iter();
        base.flat_map(|base| base.undone(sample, self.rate, change))
            .collect()
    }

    /// Adds to what was measured of a row at a sample.
    pub(crate) fn add(&mut self, row: usize, sample: usize, value: f64) {
        let rows = self.rows.as_mut().and_then(|rows| rows.get_mut(row));
        if let Some(x) = rows.and_then(|column| column.get_mut(sample)) {
            *x += value;
        }
    }

    /// The same motion with what was measured changed at each sample: torques of joints, or what was measured in place of them.
    pub(crate) fn with_signals(&self, change: &dyn Fn(&mut [f64])) -> Self {
        let mut changed = self.clone();
        let columns = match &mut changed.rows {
            Some(rows) => rows,
            None => &mut changed.torque,
        };
        let mut values = vec![0.0; columns.len()];
        for sample in 0..self.samples() {
            let each = values.iter_mut().zip(&*columns);
            each.for_each(|(value, column)| *value = column[sample]);
            change(&mut values);
            let each = values.iter().zip(&mut *columns);
            each.for_each(|(value, column)| column[sample] = *value);
        }
        changed
    }

    /// Whether something else than the joints' torques was measured.
    #[must_use]
    pub fn of_rows(&self) -> bool {
        self.rows.is_some()
    }

    /// Whether every sample was measured.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.bridged.is_empty()
    }

    /// The share of samples that were measured.
    #[must_use]
    pub fn measured_share(&self) -> f64 {
        let missing = self.bridged.iter().filter(|bridged| **bridged).count();
        1.0 - missing as f64 / self.bridged.len().max(1) as f64
    }

    /// Whether a sample was measured.
    #[must_use]
    pub fn measured(&self, sample: usize) -> bool {
        !self.bridged.get(sample).is_some_and(|bridged| *bridged)
    }

    /// The time of a sample, s.
    #[must_use]
    pub fn time(&self, sample: usize) -> f64 {
        self.start + sample as f64 / self.rate
    }
}
