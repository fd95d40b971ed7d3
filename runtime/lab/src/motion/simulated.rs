//! Motions of a simulation in place of measured ones, processed alike.

use super::processing::edge;
use super::{Motion, States};
use crate::signal::{FilterError, LowPass, curvature, slope, zero_phase};

impl Motion {
    /// Cuts off as much of the ends as a further filter of positions would have to forget.
    pub(crate) fn forget(&mut self, cutoff: f64) {
        let samples = self.samples();
        let trim = edge(self.processing.order, cutoff, self.rate, samples);
        self.processing.trim = self.processing.trim.max(trim);
    }

    /// The measured positions below a cut-off (Hz), with their derivatives, at all samples.
    ///
    /// # Errors
    /// [`FilterError`] if the filter is impossible or the recording too short for it.
    pub(crate) fn below(&self, cutoff: f64) -> Result<States, FilterError> {
        let filter = LowPass::butterworth(self.processing.order, cutoff, self.rate)?;
        let mut columns = self.position.clone();
        for column in &mut columns {
            zero_phase(&filter, column)?;
        }
        let (last, rate) = (self.samples().saturating_sub(1), self.rate);
        let mut states = States::default();
        for k in 0..=last {
            // Ends have no neighbours, and are cut off.
            let inside = k.clamp(1.min(last), last.saturating_sub(1));
            for column in &columns {
                states.q.push(column[k]);
                states.qd.push(slope(column, inside, rate));
                states.qdd.push(curvature(column, inside, rate));
            }
        }
        Ok(states)
    }

    /// The motion with simulated positions of states (at all samples) in place of what was measured of positions and of
    /// their derivatives, filtered as that was. The simulation followed positions below a cut-off (Hz), where it has their
    /// errors, too. Steps of encoders remain where the measured motion takes part in an estimate (`beside`).
    ///
    /// # Errors
    /// [`FilterError`] as when the motion was filtered.
    pub(crate) fn simulated(
        &self,
        states: &States,
        cutoff: f64,
        beside: bool,
    ) -> Result<Self, FilterError> {
        let filter = self.processing.position_filter(self.rate)?;
        let n = self.position.len();
        let column = |i: usize| -> Result<Vec<f64>, FilterError> {
            let mut column: Vec<f64> = states.q.iter().skip(i).step_by(n).copied().collect();
            zero_phase(&filter, &mut column).map(|()| column)
        };
        let [errors, _, _] = self.errors.clone();
        Ok(Self {
            position: (0..n).map(column).collect::<Result<_, _>>()?,
            velocity: None,
            acceleration: None,
            errors: [errors, Vec::new(), Vec::new()],
            band: Some(cutoff),
            steps: match beside {
                true => self.steps.clone(),
                false => vec![None; n],
            },
            ..self.clone()
        })
    }

    /// Root mean square between the positions of two motions of the same samples, within, of each joint (`n`).
    pub(crate) fn apart(&self, other: &Self) -> Vec<f64> {
        let inside = self.interior();
        let pairs = self.position.iter().zip(&other.position);
        let each = pairs.map(|(one, other)| {
            let squares = inside.clone().map(|k| (one[k] - other[k]).powi(2));
            (squares.sum::<f64>() / inside.len().max(1) as f64).sqrt()
        });
        each.collect()
    }
}
