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

#[cfg(test)]
mod tests {
    use super::{Sum, Windows};
    use crate::regression::by_hand::motion;
    use crate::regression::sample::Layout;
    use crate::regression::{Balance, Integral, Intervals};

    /// A step of two rows, of two columns and one, what was measured of each, and the work of two joints.
    fn step(first: f64, counts: [bool; 2]) -> Sum {
        let mut sum = Sum::none(3, 4, 2);
        let each = sum
            .values
            .iter_mut()
            .zip([1.0, 10.0, 100.0, 0.5, 0.25, 2.0, 4.0]);
        each.for_each(|(x, times)| *x = first * times);
        sum.counts = counts.to_vec();
        sum
    }

    fn windows(intervals: Intervals, length: Option<f64>) -> (Windows, Layout) {
        let integral = Integral {
            intervals,
            length,
            ..Integral::of(Balance::Momentum)
        };
        let layout = Layout {
            columns: vec![0, 1, 1],
            rows: vec![0..2, 2..3],
        };
        (Windows::new(&integral, &motion(40), 3, 2), layout)
    }

    #[test]
    fn what_is_but_rounding_is_none() {
        let mut sum = Sum::none(2, 1, 1);
        assert_eq!(sum.values, [0.0; 3]);
        assert_eq!(
            (sum.sizes.len(), &sum.counts, &sum.uncertain),
            (2, &vec![true], &vec![0])
        );
        sum.values = vec![-0.9e-6, 1.1e-6, 1e-30];
        sum.sizes = vec![1e3, 1e3];
        sum.round();
        // What was measured has no size.
        assert_eq!(sum.values, [0.0, 1.1e-6, 1e-30]);
    }

    #[test]
    fn short_intervals_are_the_steps() {
        let (mut windows, layout) = windows(Intervals::Short, Some(0.02));
        let found = windows
            .push(step(2.0, [true, false]), &layout)
            .expect("a step");
        assert_eq!(found.values, [2.0, 20.0, 200.0, 1.0, 0.5, 4.0, 8.0]);
        assert_eq!(found.counts, [true, false]);
    }

    #[test]
    fn sliding_intervals_are_the_last_steps() {
        let (mut windows, layout) = windows(Intervals::Sliding, Some(0.03));
        assert!(windows.push(step(1.0, [true, true]), &layout).is_none());
        assert!(windows.push(step(2.0, [true, false]), &layout).is_none());
        let first = windows
            .push(step(4.0, [true, true]), &layout)
            .expect("an interval");
        assert_eq!(first.values, [7.0, 70.0, 700.0, 3.5, 1.75, 14.0, 28.0]);
        assert_eq!(first.counts, [true, false]);
        let second = windows
            .push(step(8.0, [false, true]), &layout)
            .expect("an interval");
        assert_eq!(second.values, [14.0, 140.0, 1400.0, 7.0, 3.5, 28.0, 56.0]);
        assert_eq!(second.counts, [false, false]);
        let third = windows
            .push(step(16.0, [true, true]), &layout)
            .expect("an interval");
        assert_eq!(third.values[0], 28.0);
        assert_eq!(third.counts, [false, true]);
    }

    #[test]
    fn long_intervals_begin_again_where_a_row_does_not_count() {
        let (mut windows, layout) = windows(Intervals::Long, Some(0.02));
        let mut next = |first, counts| {
            let found = windows
                .push(step(first, counts), &layout)
                .expect("an interval");
            (found.values, found.counts)
        };
        assert_eq!(
            next(1.0, [true, true]).0[..5],
            [1.0, 10.0, 100.0, 0.5, 0.25]
        );
        assert_eq!(
            next(2.0, [true, true]).0[..5],
            [3.0, 30.0, 300.0, 1.5, 0.75]
        );
        let (values, counts) = next(4.0, [false, true]);
        assert_eq!(values, [0.0, 0.0, 700.0, 0.0, 1.75, 14.0, 28.0]);
        assert_eq!(counts, [false, true]);
        let (values, counts) = next(8.0, [true, true]);
        assert_eq!(values[..5], [8.0, 80.0, 1500.0, 4.0, 3.75]);
        assert_eq!(counts, [true, true]);
        // The second row by itself.
        let (values, counts) = next(16.0, [true, false]);
        assert_eq!(values[..5], [24.0, 240.0, 0.0, 12.0, 0.0]);
        assert_eq!(counts, [true, false]);
    }
}
