//! One step of decimation for rows that come one after the other, in bounded memory.

use super::abreast::{Run, add_behind};
use super::kernel::{Kernel, NOTHING, Rows, State, multiplied};
use super::{FilterError, LowPass};

/// Rows that are gone over at once, about.
const TOGETHER: usize = 256;

/// A step for rows of some width.
pub(super) struct Step {
    kernel: Kernel,
    width: usize,
    /// The latest rows, a column after the other, each `room` long: those of which the extension at the end would be made, then
    /// those that were not gone over.
    latest: Vec<f64>,
    room: usize,
    /// How many of them there are, and how many of those were gone over.
    filled: usize,
    over: usize,
    seen: usize,
    is_begun: bool,
    /// What the filters have behind the last kept row.
    causal: Vec<State>,
    /// Runs that were not handed on: what forward filters and their own rows make of kept rows, and what the
    /// filters have going backwards before the first of them.
    runs: Vec<(Rows, Vec<State>)>,
}

impl Step {
    /// A step by a factor with a filter; none of a filter that cannot be written as a sum.
    pub(super) fn new(filter: &LowPass, factor: usize, width: usize) -> Option<Self> {
        let kernel = Kernel::new(filter, factor)?;
        let blocks = (TOGETHER / factor).max(1);
        let room = kernel.edge + 1 + factor + blocks * factor;
        Some(Self {
            width,
            latest: vec![0.0; width * room],
            room,
            filled: 0,
            over: 0,
            seen: 0,
            is_begun: false,
            causal: vec![NOTHING; width],
            runs: Vec::new(),
            kernel,
        })
    }

    /// By how much the step decimates.
    pub(super) fn factor(&self) -> usize {
        self.kernel.factor
    }

    /// By how many rows the ends are extended.
    pub(super) fn edge(&self) -> usize {
        self.kernel.edge
    }

    /// Takes rows in, and hands on those that are ready.
    pub(super) fn push(&mut self, rows: &Rows, sink: &mut dyn FnMut(Rows)) {
        let mut from = 0;
        while from < rows.count {
            let count = (self.room - self.filled).min(rows.count - from);
            let columns = self.latest.chunks_exact_mut(self.room);
            for (column, to) in columns.enumerate() {
                let values = &rows.values[column * rows.count + from..][..count];
                to[self.filled..self.filled + count].copy_from_slice(values);
            }
            (self.filled, self.seen, from) = (self.filled + count, self.seen + count, from + count);
            if self.filled == self.room {
                self.go_over();
                self.hand_on(sink);
            }
        }
    }

    /// Goes over all whole blocks, and forgets rows of which nothing more is made.
    fn go_over(&mut self) {
        let (kernel, width, room) = (&self.kernel, self.width, self.room);
        if !self.is_begun {
            let mut first = Rows::zero(width, 1);
            let columns = self.latest.chunks_exact(room);
            for (rows, (causal, value)) in
                columns.zip(self.causal.iter_mut().zip(&mut first.values))
            {
                (*causal, *value) = kernel.start(rows);
            }
            self.runs.push((first, vec![NOTHING; width]));
            (self.over, self.is_begun) = (1, true);
        }
        let blocks = (self.filled - self.over) / kernel.factor;
        if blocks > 0 {
            let over = self.over..self.over + blocks * kernel.factor;
            let mut kept = Rows::zero(width, blocks);
            let run = Run {
                rows: &self.latest,
                stride: room,
                over: over.clone(),
                causal: &mut self.causal,
                kept: &mut kept,
                at: 0,
            };
            let before = run.go(kernel);
            self.runs.push((kept, before));
            self.over = over.end;
        }
        let forgotten = self.over.min(self.filled - self.kernel.edge - 1);
        if forgotten > 0 {
            for rows in self.latest.chunks_exact_mut(room) {
                rows.copy_within(forgotten..self.filled, 0);
            }
            (self.filled, self.over) = (self.filled - forgotten, self.over - forgotten);
        }
    }

    /// Hands on the runs behind which the filters have forgotten what comes.
    fn hand_on(&mut self, sink: &mut dyn FnMut(Rows)) {
        let mut behind = 0;
        let ready = self.runs.iter().rposition(|(rows, _)| {
            let enough = behind >= self.kernel.settling;
            behind += rows.count;
            enough
        });
        if let Some(ready) = ready {
            // As if the latest row stayed.
            let last = self.latest.chunks_exact(self.room);
            let last = last.map(|rows| self.kernel.stays(rows[self.filled - 1]));
            let after = last.collect();
            self.finish_runs(after, ready + 1, sink);
        }
    }

    /// Goes backwards over the runs, from what the filters have behind the last, and hands on the first ones.
    fn finish_runs(&mut self, mut after: Vec<State>, ready: usize, sink: &mut dyn FnMut(Rows)) {
        for (k, (rows, before)) in self.runs.iter_mut().enumerate().rev() {
            let power = self.kernel.powers(rows.count);
            if k < ready {
                let all = 0..rows.count;
                add_behind(&self.kernel, &after, rows, all);
            }
            for (after, before) in after.iter_mut().zip(before) {
                *after = multiplied(&power, after, before);
            }
        }
        self.runs.drain(..ready).for_each(|(rows, _)| sink(rows));
    }

    /// Hands on what is left.
    ///
    /// # Errors
    /// [`FilterError::TooShort`] if there were fewer rows than the extension needs.
    pub(super) fn finish(&mut self, sink: &mut dyn FnMut(Rows)) -> Result<(), FilterError> {
        let needed = self.kernel.edge + 1;
        if self.seen < needed {
            let samples = self.seen;
            return Err(FilterError::TooShort { samples, needed });
        }
        self.go_over();
        let rest = self.filled - self.over;
        let columns = self.latest.chunks_exact(self.room).zip(&self.causal);
        let after =
            columns.map(|(rows, causal)| self.kernel.end(causal, &rows[..self.filled], rest));
        let after = after.collect();
        self.finish_runs(after, self.runs.len(), sink);
        Ok(())
    }
}
