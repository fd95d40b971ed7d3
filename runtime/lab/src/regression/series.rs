//! Measured and predicted torques side by side.

use crate::rows::Row;
use armwright_runtime::Model;

/// How many autocorrelations [`Series::noise`] holds beside that of lag 0.
pub(crate) const NOISE_LAGS: usize = 110;

/// Measured and predicted torques of `n` rows (joints or motors) over time, or of what else is measured; the columns
/// of a joint whose torque is left out are empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The recording's name.
    pub name: String,
    /// What the rows are, where they are not the torques of joints or motors alone ([`Row::measured`]).
    pub of: Vec<Row>,
    /// Samples a second, Hz.
    pub rate: f64,
    /// Samples a second before decimation, Hz.
    pub measured_rate: f64,
    /// Times, s.
    pub time: Vec<f64>,
    /// Measured torques, a column a row of the equations, N·m or N.
    pub measured: Vec<Vec<f64>>,
    /// Predicted torques.
    pub predicted: Vec<Vec<f64>>,
    /// Whether the sample counts (is fast enough for the sign of friction to be certain).
    pub kept: Vec<Vec<bool>>,
    /// Positions of the joints, rad or m; empty where nobody asked.
    pub position: Vec<Vec<f64>>,
    /// Speeds of the joints, rad/s or m/s; empty likewise.
    pub speed: Vec<Vec<f64>>,
    /// What of the predicted torques is friction, offsets among it; empty likewise.
    pub friction: Vec<Vec<f64>>,
    /// Autocorrelations, from lag 0, that white measurement noise has after decimation; empty for
    /// noise that stays white.
    pub noise: Vec<f64>,
}

impl Series {
    /// A series of no samples.
    #[must_use]
    pub fn new(name: &str, n: usize, rate: f64) -> Self {
        let name = name.to_owned();
        let (measured, predicted, kept) = (
            vec![Vec::new(); n],
            vec![Vec::new(); n],
            vec![Vec::new(); n],
        );
        Self {
            name,
            of: Vec::new(),
            rate,
            measured_rate: rate,
            time: Vec::new(),
            measured,
            predicted,
            kept,
            position: Vec::new(),
            speed: Vec::new(),
            friction: Vec::new(),
            noise: Vec::new(),
        }
    }

    /// The rows of series on the joint side, each with its place, without those that are left out.
    #[must_use]
    pub fn rows(series: &[Self], model: &Model) -> Vec<(usize, Row)> {
        let rows = series.first().map_or(&[][..], |series| &series.of);
        let rows = match rows {
            [] => Row::torques(model),
            measured => measured.to_vec(),
        };
        let lacks = |k: usize| series.iter().any(|series| series.lacks(k));
        let rows = rows.into_iter().enumerate();
        rows.filter(|(k, _)| !lacks(*k)).collect()
    }

    /// Adds a sample.
    pub fn push(
        &mut self,
        time: f64,
        measured: &[f64],
        predicted: &[f64],
        kept: impl Iterator<Item = bool>,
    ) {
        self.time.push(time);
        for (i, kept) in kept.enumerate() {
            self.measured[i].push(measured[i]);
            self.predicted[i].push(predicted[i]);
            self.kept[i].push(kept);
        }
    }

    /// Whether there are samples, but none of this row: its torque is left out.
    #[must_use]
    pub fn lacks(&self, row: usize) -> bool {
        self.predicted[row].is_empty() && !self.time.is_empty()
    }

    /// Adds the state of the joints at the last sample, and what of its predicted torques is friction.
    pub(crate) fn describe(&mut self, position: &[f64], speed: &[f64], friction: &[f64]) {
        let columns = [&mut self.position, &mut self.speed, &mut self.friction];
        for (columns, values) in columns.into_iter().zip([position, speed, friction]) {
            columns.resize(values.len(), Vec::new());
            columns
                .iter_mut()
                .zip(values)
                .for_each(|(column, x)| column.push(*x));
        }
    }

    /// Measured less predicted torque of a row, `None` where the sample does not count.
    pub fn residuals(&self, row: usize) -> impl Iterator<Item = Option<f64>> + '_ {
        let pairs = self.measured[row]
            .iter()
            .zip(&self.predicted[row])
            .zip(&self.kept[row]);
        pairs.map(|((measured, predicted), kept)| kept.then_some(measured - predicted))
    }
}
