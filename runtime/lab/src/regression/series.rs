//! Measured and predicted torques side by side.

use armwright_runtime::{JointKind, Measured, Model};

/// How many autocorrelations [`Series::noise`] holds beside that of lag 0.
pub(crate) const NOISE_LAGS: usize = 110;

/// Measured and predicted torques of `n` rows (joints or motors) over time, or of what else is measured; the columns
/// of a joint whose torque is left out are empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The recording's name.
    pub name: String,
    /// What the rows are, where they are no torques of joints or motors ([`Model::measured`]).
    pub of: &'static [Measured],
    /// Samples a second, Hz.
    pub rate: f64,
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

/// A row of series, as people know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its place among the columns of the series.
    pub place: usize,
    /// The joint, or the name of what is measured.
    pub name: &'static str,
    /// What a column of a file is called that holds it: `tau_q1`, `fx_tool`.
    pub column: String,
    /// Its unit.
    pub unit: &'static str,
}

impl Row {
    /// The rows of series on the joint side, without those that are left out.
    #[must_use]
    pub fn all(model: &Model, series: &[Series]) -> Vec<Self> {
        let rows: Vec<Self> = match series.first().map_or(&[][..], |series| series.of) {
            [] => model.joints.iter().enumerate().map(Self::joint).collect(),
            measured => measured.iter().enumerate().map(Self::measured).collect(),
        };
        let lacks = |row: &Self| series.iter().any(|series| series.lacks(row.place));
        rows.into_iter().filter(|row| !lacks(row)).collect()
    }

    fn joint((place, joint): (usize, &armwright_runtime::Joint)) -> Self {
        Self {
            place,
            name: joint.name,
            column: format!("tau_{}", joint.name),
            unit: match joint.kind {
                JointKind::Prismatic => "N",
                JointKind::Revolute | JointKind::Continuous => "N·m",
            },
        }
    }

    fn measured((place, row): (usize, &'static Measured)) -> Self {
        Self {
            place,
            name: row.name,
            column: row.name.to_owned(),
            unit: row.unit,
        }
    }
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
            of: &[],
            rate,
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
