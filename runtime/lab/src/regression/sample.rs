//! What a pass through a motion hands over: the equations of one decimated sample.

use std::ops::Range;

use super::columns::Columns;
use crate::motion::Equation;
use armwright_runtime::Side;

/// The equations of one decimated sample: a row a joint (or motor) whose torque is not left out.
pub struct Sample<'a> {
    /// Its number among the decimated samples.
    pub index: usize,
    /// Its time, s.
    pub time: f64,
    /// The torque of each row: as measured, or what an estimate that is not linear in torques makes of it.
    pub torque: &'a [f64],
    /// The measured torque of each row.
    pub recorded: &'a [f64],
    /// The same without the spikes that a robust estimate takes out before decimation.
    pub(crate) cleaned: &'a [f64],
    /// The integral of each joint's squared speed, where the sample is an interval of a balance.
    pub(crate) work: &'a [f64],
    /// By what an interval of a balance is divided for its noise.
    pub(crate) size: f64,
    pub(super) layout: &'a Layout,
    pub(super) elements: &'a [f64],
    pub(super) certain: &'a [bool],
    pub(super) adjusted: &'a [Equation],
}

impl Sample<'_> {
    /// The elements of a row that are not always zero, with their columns.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let mine = self.layout.rows[row].clone();
        let columns = self.layout.columns[mine.clone()].iter().copied();
        columns.zip(self.elements[mine].iter().copied())
    }

    /// Whether a row counts: whether every sign that enters it is certain, and no estimate leaves it out.
    #[must_use]
    pub fn counts(&self, row: usize) -> bool {
        self.certain[row]
    }

    /// Whether a robust estimate weighs a row down, to less than a half.
    #[must_use]
    pub fn is_outlier(&self, row: usize) -> bool {
        self.adjusted
            .get(row)
            .is_some_and(|equation| equation.is_low)
    }
}

/// Where the elements that are not always zero stand, row after row.
pub(super) struct Layout {
    pub(super) columns: Vec<usize>,
    pub(super) rows: Vec<Range<usize>>,
}

impl Layout {
    /// That of a single row in which every column may stand.
    pub(super) fn whole(columns: &dyn Columns) -> Self {
        Self {
            columns: (0..columns.count()).collect(),
            rows: std::iter::once(0..columns.count()).collect(),
        }
    }

    pub(super) fn of(columns: &dyn Columns, side: Side, places: &[usize]) -> Self {
        let mut layout = Self {
            columns: Vec::new(),
            rows: Vec::new(),
        };
        for &row in places {
            let start = layout.columns.len();
            let entering = (0..columns.count()).filter(|&k| !columns.is_zero(side, row, k));
            layout.columns.extend(entering);
            layout.rows.push(start..layout.columns.len());
        }
        layout
    }

    /// What sets of base parameters, whose elements these are, make of each row (`rows × sets`).
    pub(super) fn predict(&self, elements: &[f64], sets: &[Vec<f64>], out: &mut Vec<f64>) {
        out.clear();
        for row in &self.rows {
            let (columns, elements) = (&self.columns[row.clone()], &elements[row.clone()]);
            out.extend(sets.iter().map(|beta| {
                let products = columns.iter().zip(elements).map(|(&k, x)| x * beta[k]);
                products.sum::<f64>()
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::{EvaluationError, Side};

    use super::{Columns, Layout, Sample};
    use crate::motion::{Equation, States};

    /// Three columns, each of which has zeros in one of the rows 0, 1 and 2 of motors, and in the next one of joints.
    struct Sparse;

    impl Columns for Sparse {
        fn count(&self) -> usize {
            3
        }

        fn evaluate(&self, _: &States, _: &mut [f64]) -> Result<(), EvaluationError> {
            Ok(())
        }

        fn is_zero(&self, side: Side, row: usize, column: usize) -> bool {
            match side {
                Side::Motor => row == column,
                Side::Joint => row == (column + 1) % 3,
            }
        }
    }

    #[test]
    fn elements_that_are_not_always_zero_stand_row_after_row() {
        let layout = Layout::of(&Sparse, Side::Motor, &[2, 0]);
        assert_eq!(layout.columns, [0, 1, 1, 2]);
        assert_eq!(layout.rows, [0..2, 2..4]);
        let joints = Layout::of(&Sparse, Side::Joint, &[2, 0]);
        assert_eq!(joints.columns, [0, 2, 0, 1]);
        let whole = Layout::whole(&Sparse);
        assert_eq!(whole.columns, [0, 1, 2]);
        assert_eq!(whole.rows.len(), 1);
        assert_eq!(whole.rows[0], 0..3);
    }

    #[test]
    fn sets_of_parameters_predict_each_row() {
        let layout = Layout::of(&Sparse, Side::Motor, &[2, 0]);
        let mut out = vec![99.0];
        let sets = [vec![1.0, 10.0, 100.0], vec![-2.0, 3.0, 5.0]];
        layout.predict(&[2.0, 3.0, 5.0, 7.0], &sets, &mut out);
        // Rows (2, 3, 0) and (0, 5, 7).
        assert_eq!(out, [32.0, 5.0, 750.0, 50.0]);
    }

    #[test]
    fn a_sample_says_what_its_rows_are() {
        let layout = Layout::of(&Sparse, Side::Motor, &[2, 0]);
        let low = |is_low| Equation {
            is_low,
            ..Equation::default()
        };
        let sample = Sample {
            index: 4,
            time: 0.2,
            torque: &[1.0, 2.0],
            recorded: &[3.0, 4.0],
            cleaned: &[5.0, 6.0],
            work: &[],
            size: 1.0,
            layout: &layout,
            elements: &[2.0, 3.0, 5.0, 7.0],
            certain: &[false, true],
            adjusted: &[low(true), low(false)],
        };
        let row = |row| sample.row(row).collect::<Vec<_>>();
        assert_eq!(row(0), [(0, 2.0), (1, 3.0)]);
        assert_eq!(row(1), [(1, 5.0), (2, 7.0)]);
        assert_eq!([0, 1].map(|row| sample.counts(row)), [false, true]);
        assert_eq!(
            [0, 1, 2].map(|row| sample.is_outlier(row)),
            [true, false, false]
        );
    }
}
