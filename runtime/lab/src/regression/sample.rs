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
