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
    /// Of torques of joints, motors whose torque is in that of no joint that is told: each has a row by itself behind the joints.
    pub motors: Vec<usize>,
    /// Samples a second, Hz.
    pub rate: f64,
    /// Samples a second before decimation, Hz.
    pub measured_rate: f64,
    /// Samples before decimation that were cut off at each end.
    pub trim: usize,
    /// Factors of decimation, one after the other; none where every sample is there.
    pub decimate: Vec<usize>,
    /// How many equations count, and how many there are: as they were solved, also where joints are made of these.
    pub equations: [usize; 2],
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
            motors: Vec::new(),
            rate,
            measured_rate: rate,
            trim: 0,
            decimate: Vec::new(),
            equations: [0; 2],
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
        let first = series.first();
        let mut rows = match first.map_or(&[][..], |series| &series.of) {
            [] => Row::torques(model),
            measured => measured.to_vec(),
        };
        let motors = first.map_or(&[][..], |series| &series.motors);
        rows.extend(motors.iter().map(|motor| Row::motor(&model.motors[*motor])));
        let lacks = |k: usize| series.iter().any(|series| series.lacks(k));
        let rows = rows.into_iter().enumerate();
        rows.filter(|(k, _)| !lacks(*k)).collect()
    }

    /// The row of a motor whose torque is in that of no joint that is told.
    pub(crate) fn row_of_motor(&self, motor: usize) -> Option<usize> {
        let joints = self.measured.len() - self.motors.len();
        let place = self.motors.iter().position(|known| *known == motor);
        place.map(|place| joints + place)
    }

    /// Whether a row is that of such a motor.
    pub(crate) fn is_motor(&self, row: usize) -> bool {
        row + self.motors.len() >= self.measured.len()
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
            let [counted, all] = &mut self.equations;
            (*counted, *all) = (*counted + usize::from(kept), *all + 1);
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

#[cfg(test)]
mod tests {
    use super::Series;
    use crate::regression::by_hand::MODEL;
    use crate::rows::Row;

    fn filled() -> Series {
        let mut series = Series::new("swing", 2, 50.0);
        series.push(0.5, &[1.0, -2.0], &[0.25, -3.0], [true, false].into_iter());
        series.describe(&[0.1, 0.2], &[0.3, 0.4], &[0.5, 0.6]);
        series.push(0.75, &[4.0, 8.0], &[5.0, 6.5], [false, true].into_iter());
        series.describe(&[1.1, 1.2], &[1.3, 1.4], &[1.5, 1.6]);
        series
    }

    #[test]
    fn a_series_holds_what_was_pushed() {
        let expected = Series {
            name: "swing".to_owned(),
            of: Vec::new(),
            motors: Vec::new(),
            rate: 50.0,
            measured_rate: 50.0,
            trim: 0,
            decimate: Vec::new(),
            equations: [2, 4],
            time: vec![0.5, 0.75],
            measured: vec![vec![1.0, 4.0], vec![-2.0, 8.0]],
            predicted: vec![vec![0.25, 5.0], vec![-3.0, 6.5]],
            kept: vec![vec![true, false], vec![false, true]],
            position: vec![vec![0.1, 1.1], vec![0.2, 1.2]],
            speed: vec![vec![0.3, 1.3], vec![0.4, 1.4]],
            friction: vec![vec![0.5, 1.5], vec![0.6, 1.6]],
            noise: Vec::new(),
        };
        assert_eq!(filled(), expected);
        let residuals = |row| filled().residuals(row).collect::<Vec<_>>();
        assert_eq!(residuals(0), [Some(0.75), None]);
        assert_eq!(residuals(1), [None, Some(1.5)]);
    }

    #[test]
    fn rows_that_are_left_out_are_not_among_those_of_a_series() {
        let mut lacking = filled();
        lacking.predicted[0].clear();
        assert!(lacking.lacks(0) && !lacking.lacks(1));
        assert!(!Series::new("empty", 2, 50.0).lacks(0));
        let torques = Row::torques(&MODEL);
        let named = |rows: Vec<(usize, Row)>| rows.into_iter().map(|(k, row)| (k, row.name));
        assert_eq!(
            named(Series::rows(&[filled()], &MODEL)).collect::<Vec<_>>(),
            [(0, torques[0].name), (1, torques[1].name)]
        );
        // One of them is enough.
        assert_eq!(
            named(Series::rows(&[filled(), lacking], &MODEL)).collect::<Vec<_>>(),
            [(1, "j2")]
        );
        let mut other = filled();
        other.of = vec![Row {
            name: "power",
            column: "power".to_owned(),
            unit: "W",
        }];
        assert_eq!(
            named(Series::rows(&[other], &MODEL)).collect::<Vec<_>>(),
            [(0, "power")]
        );
        assert_eq!(Series::rows(&[], &MODEL).len(), 2);
    }

    /// Without the first joint, whose first motor has a row behind both joints.
    #[test]
    fn a_motor_that_no_joint_tells_has_a_row_behind_joints() {
        let mut series = filled();
        let rows = [0, 1].map(|row| series.is_motor(row));
        assert_eq!((rows, series.row_of_motor(0)), ([false; 2], None));
        series.predicted[0].clear();
        series.motors.push(0);
        series.measured.push(vec![1.5, 2.5]);
        series.predicted.push(vec![1.0, 2.0]);
        series.kept.push(vec![true, true]);
        assert_eq!(
            [0, 1, 2].map(|row| series.is_motor(row)),
            [false, false, true]
        );
        assert_eq!(
            [0, 1].map(|motor| series.row_of_motor(motor)),
            [Some(2), None]
        );
        let rows = Series::rows(&[series], &MODEL);
        let rows = rows
            .iter()
            .map(|(k, row)| (*k, row.name, row.column.as_str(), row.unit));
        let expected = [(1, "j2", "tau_j2", "N"), (2, "m1", "tau_m1", "N·m")];
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }
}
