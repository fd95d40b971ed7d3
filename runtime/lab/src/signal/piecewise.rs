//! The first step of decimation in stretches of rows that know nothing of each other, and their joining.
//!
//! Stretches are computed in any order, on any core, and give what one run through all rows gives: filters are linear, and what a
//! stretch's neighbours add to it follows from one state a column ([`Kernel`]).

use std::ops::Range;

use super::abreast::{Run, add_before, add_behind};
use super::kernel::{Kernel, NOTHING, Rows, State, multiplied};
use super::{FilterError, LowPass, WIDEST};

/// Raw rows that are filled in at once, about.
const FILLED: usize = 256;
/// Kept rows of a stretch, about, and the numbers that they are made of, at most (512 KiB), since some stretches wait at a time.
const KEPT: usize = 1000;
const NUMBERS: usize = 1 << 16;

/// Fills in the columns of some rows: `width` runs, which begin a `stride` apart.
pub(crate) type Fill<'f, E> = dyn Fn(Range<usize>, usize, &mut [f64]) -> Result<(), E> + Sync + 'f;

/// Decimation by one factor in stretches.
pub(crate) struct Piecewise {
    kernel: Option<Kernel>,
    width: usize,
    rows: usize,
    /// Kept rows of a stretch; of the last it may be nearly twice as many.
    each: usize,
    parts: usize,
}

/// What a stretch of rows makes of those of it that are kept.
pub(crate) struct Stretch {
    rows: Rows,
    /// For each column what the filters have behind the last kept row, as if nothing had been before the first.
    causal: Vec<State>,
    /// For each column what they have going backwards at the kept row before the first, as if nothing came behind the last.
    back: Vec<State>,
    /// The last rows of all, a column after the other.
    tail: Vec<f64>,
}

impl Piecewise {
    /// Of so many `rows` of `width` columns; `factor` 1 keeps all.
    ///
    /// # Errors
    /// [`FilterError`] of an impossible factor, and of too few rows.
    pub(super) fn new(
        filter: Option<&LowPass>,
        factor: usize,
        width: usize,
        rows: usize,
    ) -> Result<Self, FilterError> {
        let kernel =
            filter.map(|filter| Kernel::new(filter, factor).ok_or(FilterError::Factor(factor)));
        let kernel = kernel.transpose()?;
        let needed = kernel.as_ref().map_or(0, |kernel| kernel.edge + 1);
        if rows < needed {
            let samples = rows;
            return Err(FilterError::TooShort { samples, needed });
        }
        let fit = KEPT.min(NUMBERS / width.max(1)).max(1);
        let each = kernel
            .as_ref()
            .map_or(fit, |kernel| fit.max(kernel.settling));
        let factor = kernel.as_ref().map_or(1, |kernel| kernel.factor);
        Ok(Self {
            kernel,
            width,
            rows,
            each,
            parts: (rows.div_ceil(factor) / each).max(1),
        })
    }

    /// How many stretches there are.
    pub(crate) fn parts(&self) -> usize {
        self.parts
    }

    /// Computes a stretch.
    ///
    /// # Errors
    /// Those of `fill`.
    pub(crate) fn stretch<E>(&self, part: usize, fill: &Fill<'_, E>) -> Result<Stretch, E> {
        let is_last = part + 1 == self.parts;
        let Some(kernel) = &self.kernel else {
            let first = part * self.each;
            let end = if is_last {
                self.rows
            } else {
                first + self.each
            };
            let mut rows = Rows::zero(self.width, end - first);
            fill(first..end, end - first, &mut rows.values)?;
            return Ok(Stretch {
                rows,
                causal: Vec::new(),
                back: Vec::new(),
                tail: Vec::new(),
            });
        };
        let factor = kernel.factor;
        // Kept rows of the stretch; block `k` ends with kept row `k`, and the first row has no block.
        let kept = match is_last {
            true => part * self.each..self.rows.div_ceil(factor),
            false => part * self.each..(part + 1) * self.each,
        };
        let count = kept.len();
        let mut found = Stretch {
            rows: Rows::zero(self.width, count),
            causal: vec![NOTHING; self.width],
            back: vec![NOTHING; self.width],
            tail: Vec::new(),
        };
        let mut block = kept.start;
        if part == 0 {
            let mut head = vec![0.0; self.width * (kernel.edge + 1)];
            fill(0..kernel.edge + 1, kernel.edge + 1, &mut head)?;
            let columns = head.chunks_exact(kernel.edge + 1);
            let each = found.causal.iter_mut().zip(found.rows.columns());
            for (rows, (causal, values)) in columns.zip(each) {
                (*causal, values[0]) = kernel.start(rows);
            }
            block = 1;
        }
        let first = block - kept.start;
        // Whole lanes of kept rows; and runs begin an odd number of cache lines apart, so that they do not compete for the same
        // ones.
        let blocks = (FILLED / factor / WIDEST).max(1) * WIDEST;
        let stride = ((blocks * factor).div_ceil(8) | 1) * 8;
        let mut rows = vec![0.0; self.width * stride];
        let mut begins = Vec::new();
        while block < kept.end {
            let here = blocks.min(kept.end - block);
            let raw = (block - 1) * factor + 1;
            fill(raw..raw + here * factor, stride, &mut rows)?;
            let run = Run {
                rows: &rows,
                stride,
                over: 0..here * factor,
                causal: &mut found.causal,
                kept: &mut found.rows,
                at: block - kept.start,
            };
            begins.extend(run.go(kernel));
            block += here;
        }
        // What comes behind each run, from the last to the first.
        let runs = begins.chunks_exact(self.width.max(1)).enumerate().rev();
        let mut is_behind = false;
        for (run, begins) in runs {
            let from = first + run * blocks;
            let here = blocks.min(count - from);
            let power = kernel.powers(here);
            if is_behind {
                add_behind(kernel, &found.back, &mut found.rows, from..from + here);
            }
            for (after, begin) in found.back.iter_mut().zip(begins) {
                *after = multiplied(&power, after, begin);
            }
            is_behind = true;
        }
        if part == 0 {
            for (values, after) in found.rows.columns().zip(&found.back) {
                values[0] += kernel.out(after);
            }
        }
        if is_last {
            let last = self.last_rows();
            let length = last.len();
            found.tail = vec![0.0; self.width * length];
            fill(last, length, &mut found.tail)?;
        }
        Ok(found)
    }

    /// The rows that the end is made of.
    fn last_rows(&self) -> Range<usize> {
        let needed = self
            .kernel
            .as_ref()
            .map_or(0, |k| (k.edge + 1).max(k.factor));
        self.rows.saturating_sub(needed)..self.rows
    }

    /// Joins stretches that come in their order.
    pub(crate) fn join(&self) -> Join<'_> {
        Join {
            of: self,
            causal: vec![NOTHING; self.width],
            waiting: None,
        }
    }
}

/// Joins stretches to rows.
pub(crate) struct Join<'p> {
    of: &'p Piecewise,
    /// What the filters have behind all stretches so far.
    causal: Vec<State>,
    /// The latest, to which the next adds.
    waiting: Option<Stretch>,
}

impl Join<'_> {
    /// Takes the next stretch, and gives the rows that are whole with it: those of the one before.
    pub(super) fn push(&mut self, mut stretch: Stretch) -> Rows {
        let Some(kernel) = &self.of.kernel else {
            return stretch.rows;
        };
        let power = kernel.powers(stretch.rows.count);
        let before = self.waiting.take();
        if before.is_some() {
            add_before(kernel, &self.causal, &mut stretch.rows);
        }
        for (now, own) in self.causal.iter_mut().zip(&stretch.causal) {
            *now = multiplied(&power, now, own);
        }
        let mut whole = before.map(|before| before.rows).unwrap_or_default();
        let all = 0..whole.count;
        add_behind(kernel, &stretch.back, &mut whole, all);
        self.waiting = Some(stretch);
        whole
    }

    /// The rows of the last stretch.
    pub(super) fn finish(self) -> Rows {
        let (Some(kernel), Some(mut last)) = (&self.of.kernel, self.waiting) else {
            return Rows::default();
        };
        let rest = (self.of.rows - 1) % kernel.factor;
        let length = self.of.last_rows().len().max(1);
        let tails = last.tail.chunks_exact(length).zip(&self.causal);
        let ends = tails.map(|(rows, causal)| kernel.end(causal, rows, rest));
        let (ends, all) = (ends.collect::<Vec<_>>(), 0..last.rows.count);
        add_behind(kernel, &ends, &mut last.rows, all);
        last.rows
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::Piecewise;
    use crate::random::Random;
    use crate::signal::{Decimation, LowPass, zero_phase};

    /// Columns that do not begin or end at 0.
    fn columns(rows: usize) -> Vec<Vec<f64>> {
        let mut random = Random::new(rows as u64);
        let column = |k: usize| {
            let slow = move |t: usize| (0.003 * (k + 1) as f64 * t as f64).cos();
            (0..rows)
                .map(|t| 3.0 + slow(t) + 0.3 * random.normal())
                .collect()
        };
        (0..11).map(column).collect()
    }

    /// Decimated in stretches.
    fn in_stretches(factors: &[usize], columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let fill = |rows: Range<usize>, stride: usize, out: &mut [f64]| -> Result<(), ()> {
            for (run, column) in out.chunks_mut(stride).zip(columns) {
                run[..rows.len()].copy_from_slice(&column[rows.clone()]);
            }
            Ok(())
        };
        let mut found = Vec::new();
        let size = [columns.len(), columns[0].len()];
        let mut sink = |row: &[f64]| found.push(row.to_vec());
        let done = Decimation::all(factors, size, &fill, &mut sink, &mut |_| {});
        done.unwrap().unwrap();
        found
    }

    #[test]
    fn stretches_give_what_rows_one_by_one_give() {
        for (factors, rows) in [
            (vec![10], 28),
            (vec![10], 25_007),
            (vec![10], 40_001),
            (vec![3], 9_000),
            (vec![2, 5], 12_345),
            (vec![12, 4], 30_000),
            (vec![50], 120_049),
            (vec![1], 2_500),
        ] {
            let columns = columns(rows);
            let found = in_stretches(&factors, &columns);
            let mut expected = Vec::new();
            let mut chain = Decimation::new(&factors, columns.len()).unwrap();
            for t in 0..rows {
                let row: Vec<f64> = columns.iter().map(|column| column[t]).collect();
                chain.push(&row, &mut |row| expected.push(row.to_vec()));
            }
            chain
                .finish(&mut |row| expected.push(row.to_vec()))
                .unwrap();
            assert_eq!(found.len(), expected.len(), "{factors:?} {rows}");
            let pairs = found.iter().flatten().zip(expected.iter().flatten());
            let worst = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-12, "{factors:?} {rows}: {worst:e}");
        }
    }

    /// Against the filter run both ways over all rows, of which some are then kept.
    #[test]
    fn a_step_filters_both_ways() {
        for (factor, rows) in [(10, 25_007), (3, 7_000), (2, 4_444)] {
            let columns = columns(rows);
            let found = in_stretches(&[factor], &columns);
            let filter = LowPass::chebyshev(8, 0.05, 0.8 / (2.0 * factor as f64), 1.0).unwrap();
            for (k, column) in columns.iter().enumerate() {
                let mut filtered = column.clone();
                zero_phase(&filter, &mut filtered).unwrap();
                // A constant stays what it is.
                let gain = 10f64.powf(2.0 * 0.05 / 20.0);
                let kept = filtered.iter().step_by(factor).map(|x| x * gain);
                let worst = kept.zip(&found).map(|(x, row)| (x - row[k]).abs());
                let worst = worst.fold(0.0, f64::max);
                assert!(worst < 1e-10, "{factor} {rows}: {worst:e}");
            }
        }
    }

    #[test]
    fn rows_without_columns_are_one_stretch() {
        let found = Piecewise::new(None, 1, 0, 5);
        assert!(found.is_ok_and(|pieces| pieces.parts() == 1));
        // And so are columns without rows, where no filter needs any.
        let found = Piecewise::new(None, 1, 3, 0);
        assert!(found.is_ok_and(|pieces| pieces.parts() == 1));
    }
}
