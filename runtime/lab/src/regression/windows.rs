//! Steps added up to intervals.

use std::collections::VecDeque;

use super::integral::Integral;
use super::sample::Layout;
use crate::motion::Motion;

/// A share of what was added up below which what is left of it is rounding, and errors of the integral.
const ROUNDING: f64 = 1e-9;

/// A sum of steps.
#[derive(Clone)]
pub(super) struct Sum {
    pub(super) values: Vec<f64>,
    /// How much was added up of each column, whatever its signs; nothing of sums of several steps.
    pub(super) sizes: Vec<f64>,
    pub(super) counts: Vec<bool>,
    /// How many samples of each row have uncertain signs.
    pub(super) uncertain: Vec<usize>,
}

impl Sum {
    /// Makes zeros of columns of which what was added up left nothing but rounding: scaled to the others they would be
    /// directions of their own.
    pub(super) fn round(&mut self) {
        let each = self.values.iter_mut().zip(&self.sizes);
        each.for_each(|(value, size)| {
            if value.abs() <= ROUNDING * size {
                *value = 0.0;
            }
        });
    }

    pub(super) fn none(columns: usize, others: usize, rows: usize) -> Self {
        Self {
            values: vec![0.0; columns + others],
            sizes: vec![0.0; columns],
            counts: vec![true; rows],
            uncertain: vec![0; rows],
        }
    }
}

/// Steps added up to intervals, each row for itself.
pub(super) struct Windows {
    steps: Option<usize>,
    /// The last steps of sliding intervals, or the sum of all since a row last did not count.
    last: VecDeque<Sum>,
}

impl Windows {
    pub(super) fn new(integral: &Integral, motion: &Motion, width: usize, rows: usize) -> Self {
        let steps = integral.steps(motion);
        let mut last = VecDeque::new();
        if steps.is_none() {
            last.push_back(Sum::none(width, rows, rows));
        }
        Self { steps, last }
    }

    /// The interval that ends with a step; none before there are enough of them.
    pub(super) fn push(&mut self, step: Sum, layout: &Layout) -> Option<Sum> {
        match self.steps {
            Some(1) => Some(step),
            Some(steps) => {
                self.last.push_back(step);
                if self.last.len() > steps {
                    self.last.pop_front();
                }
                let whole = self.last.len() == steps;
                let first = self.last.front().filter(|_| whole)?;
                let rest = self.last.iter().skip(1);
                Some(rest.fold(first.clone(), |mut sum, step| {
                    let values = sum.values.iter_mut().zip(&step.values);
                    values.for_each(|(sum, x)| *sum += x);
                    let counts = sum.counts.iter_mut().zip(&step.counts);
                    counts.for_each(|(all, one)| *all &= one);
                    sum
                }))
            }
            None => {
                let sum = self.last.front_mut()?;
                sum.values.resize(step.values.len(), 0.0);
                sum.values
                    .iter_mut()
                    .zip(&step.values)
                    .for_each(|(sum, x)| *sum += x);
                sum.counts.clone_from(&step.counts);
                // A row that does not count begins again.
                let width = layout.columns.len();
                for (row, places) in layout.rows.iter().enumerate() {
                    if !step.counts[row] {
                        sum.values[places.clone()].fill(0.0);
                        sum.values[width + row] = 0.0;
                    }
                }
                Some(sum.clone())
            }
        }
    }
}
