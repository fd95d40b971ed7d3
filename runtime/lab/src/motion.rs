//! A conditioned recording: filtered positions, their derivatives, and torques.

use super::processing::{Processing, position_filter};
use super::recording::Recording;
use super::signal::{FilterError, zero_phase};
use super::spectra::{JointSpectrum, spectra};
use armwright_runtime::Model;

/// A recording whose positions are filtered, ready to give states and torques sample by sample.
///
/// Only filtered measurements are kept; derivatives come from neighbouring samples when asked for,
/// which halves the memory of a long recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// What the recording is called.
    pub name: String,
    /// Samples a second, Hz.
    pub rate: f64,
    /// Time of the first sample, s.
    pub start: f64,
    /// How it is processed.
    pub processing: Processing,
    /// Spectra of the joints as they were measured.
    pub spectra: Vec<JointSpectrum>,
    position: Vec<Vec<f64>>,
    velocity: Option<Vec<Vec<f64>>>,
    acceleration: Option<Vec<Vec<f64>>>,
    torque: Vec<Vec<f64>>,
}

impl Motion {
    /// Filters positions (and measured derivatives, equally) forwards and backwards. Torque stays
    /// as measured: it goes through the same decimation as the regressor's columns, so that both
    /// sides of every equation are filtered alike. Torque that was not measured is 0.
    ///
    /// # Errors
    /// [`FilterError`] if the filter is impossible or the recording too short for it.
    pub fn condition(
        recording: Recording,
        processing: Processing,
        model: &'static Model,
    ) -> Result<Self, FilterError> {
        let names = model.joints.iter().map(|joint| joint.name);
        let spectra = spectra(&recording, &processing, names)?;
        let filter = position_filter(&processing, recording.rate)?;
        let filtered = |mut columns: Vec<Vec<f64>>| -> Result<Vec<Vec<f64>>, FilterError> {
            for column in &mut columns {
                zero_phase(&filter, column)?;
            }
            Ok(columns)
        };
        let needed = 2 * processing.trim + 1;
        let samples = recording.samples();
        if samples < needed {
            return Err(FilterError::TooShort { samples, needed });
        }
        let torque = recording
            .torque
            .unwrap_or_else(|| vec![vec![0.0; samples]; recording.position.len()]);
        Ok(Self {
            name: recording.name,
            rate: recording.rate,
            start: recording.start,
            processing,
            spectra,
            position: filtered(recording.position)?,
            velocity: recording.velocity.map(filtered).transpose()?,
            acceleration: recording.acceleration.map(filtered).transpose()?,
            torque,
        })
    }

    /// The samples that remain after the ends are cut off.
    #[must_use]
    pub fn interior(&self) -> std::ops::Range<usize> {
        let samples = self.position.first().map_or(0, Vec::len);
        let trim = self.processing.trim.max(1);
        trim..samples.saturating_sub(trim).max(trim)
    }

    /// Joint positions, velocities and accelerations at an interior sample, by central
    /// differences of what was measured.
    pub fn state(&self, sample: usize, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        let k = sample;
        for (i, position) in self.position.iter().enumerate() {
            let (before, here, after) = (position[k - 1], position[k], position[k + 1]);
            q[i] = here;
            qd[i] = (after - before) * self.rate / 2.0;
            qdd[i] = (after - 2.0 * here + before) * self.rate * self.rate;
            if let Some(velocity) = &self.velocity {
                qd[i] = velocity[i][k];
                qdd[i] = (velocity[i][k + 1] - velocity[i][k - 1]) * self.rate / 2.0;
            }
            if let Some(acceleration) = &self.acceleration {
                qdd[i] = acceleration[i][k];
            }
        }
    }

    /// Measured joint torques at a sample.
    pub fn torque(&self, sample: usize, tau: &mut [f64]) {
        for (out, column) in tau.iter_mut().zip(&self.torque) {
            *out = column[sample];
        }
    }

    /// The time of a sample, s.
    #[must_use]
    pub fn time(&self, sample: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a count of samples")]
        let elapsed = sample as f64 / self.rate;
        self.start + elapsed
    }
}
