//! The first step of decimation in stretches of rows that know nothing of each other, and their joining.
//!
//! Stretches are computed in any order, on any core, and give what one run through all rows gives: filters are linear, and what a
//! stretch's neighbours add to it follows from one state a column ([`Kernel`]).

use std::ops::Range;

use super::kernel::{Kernel, NOTHING, Rows, State, multiplied};
use super::{FilterError, LowPass};

/// Raw rows that are filled in at once, about, and kept rows of a stretch, at least.
const FILLED: usize = 256;
const KEPT: usize = 1000;

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
        let each = kernel
            .as_ref()
            .map_or(KEPT, |kernel| KEPT.max(kernel.settling));
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
        // Runs begin an odd number of cache lines apart, so that they do not compete for the same ones.
        let blocks = (FILLED / factor).max(1);
        let stride = ((blocks * factor).div_ceil(8) | 1) * 8;
        let mut rows = vec![0.0; self.width * stride];
        let mut back = vec![NOTHING; blocks];
        let mut begins = Vec::new();
        while block < kept.end {
            let here = blocks.min(kept.end - block);
            let raw = (block - 1) * factor + 1;
            fill(raw..raw + here * factor, stride, &mut rows)?;
            let at = block - kept.start;
            let columns = rows.chunks_exact(stride).zip(&mut found.causal);
            for (column, (rows, causal)) in columns.enumerate() {
                let out = &mut found.rows.values[column * count + at..column * count + at + here];
                let rows = &rows[..here * factor];
                begins.push(kernel.run(rows, causal, &mut back[..here], out));
            }
            block += here;
        }
        // What comes behind each run, from the last to the first.
        let runs = begins.chunks_exact(self.width.max(1)).enumerate().rev();
        let mut is_behind = false;
        for (run, begins) in runs {
            let from = first + run * blocks;
            let here = blocks.min(count - from);
            let power = kernel.powers(here);
            for (column, (after, begin)) in found.back.iter_mut().zip(begins).enumerate() {
                if is_behind {
                    let out = &mut found.rows.values[column * count + from..][..here];
                    kernel.add_behind(after, out);
                }
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
        let columns = stretch.rows.columns().zip(&mut self.causal);
        for ((values, now), own) in columns.zip(&stretch.causal) {
            if before.is_some() {
                kernel.add_before(now, values);
            }
            *now = multiplied(&power, now, own);
        }
        let mut whole = before.map(|before| before.rows).unwrap_or_default();
        for (values, back) in whole.columns().zip(&stretch.back) {
            kernel.add_behind(back, values);
        }
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
        for (values, (rows, causal)) in last.rows.columns().zip(tails) {
            kernel.add_behind(&kernel.end(causal, rows, rest), values);
        }
        last.rows
    }
}
