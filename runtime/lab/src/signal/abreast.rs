//! The kernel's way over rows, for as many columns at a time as the processor's instructions have lanes.
//!
//! Numbers of several columns stand side by side in a lane each, so that sums over filters are sums of lanes: none is added up across
//! lanes, and columns do not wait for each other. Filters are gone over a half at a time, whose sums fit into registers.

#![expect(
    clippy::needless_range_loop,
    reason = "places of two arrays at once: through iterators vectors go by way of memory"
)]

use std::ops::Range;

use armwright_runtime::{Isa, Lanes};

use super::WIDEST;
use super::fractions::PAIRS;
use super::kernel::{Kernel, NOTHING, PARTS, Rows, State};

/// Pairs of poles of a half, and their real and imaginary parts.
const HALF: usize = PAIRS / 2;
const HALF_PARTS: usize = 2 * HALF;

/// Blocks of all columns.
pub(super) struct Run<'r> {
    /// Rows, a column after the other, each a stride after the one before, and those of them that are gone over.
    pub(super) rows: &'r [f64],
    pub(super) stride: usize,
    pub(super) over: Range<usize>,
    /// For each column what the filters have behind the last kept row.
    pub(super) causal: &'r mut [State],
    /// Where kept rows go: a column after the other, and which of each.
    pub(super) kept: &'r mut Rows,
    pub(super) at: usize,
}

impl Run<'_> {
    /// Goes over the blocks: each kept row gets what the rows make of it, `causal` what the filters have behind the last; the answer
    /// is what those of each column have going backwards before the first.
    pub(super) fn go(self, kernel: &Kernel) -> Vec<State> {
        Isa::detected().wide(Going { kernel, run: self })
    }
}

struct Going<'k, 'r> {
    kernel: &'k Kernel,
    run: Run<'r>,
}

impl armwright_runtime::Kernel for Going<'_, '_> {
    type Output = Vec<State>;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Vec<State> {
        let Self { kernel, run } = self;
        let (rows, blocks) = (run.over.len(), run.over.len() / kernel.factor);
        let columns: Vec<&[f64]> = run
            .rows
            .chunks_exact(run.stride)
            .map(|column| &column[run.over.clone()])
            .collect();
        let mut before = vec![NOTHING; columns.len()];
        let mut way = Way::<L>::of(kernel, rows);
        let groups = columns
            .chunks(L::WIDTH)
            .zip(run.causal.chunks_mut(L::WIDTH))
            .zip(before.chunks_mut(L::WIDTH));
        for (group, ((columns, causal), before)) in groups.enumerate() {
            way.take(columns);
            let mut now = abreast(causal);
            let back = way.go(&mut now);
            apart(&now, causal);
            apart(&back, before);
            let kept = run.kept.columns().skip(group * L::WIDTH);
            for (lane, kept) in kept.take(columns.len()).enumerate() {
                way.put(lane, &mut kept[run.at..run.at + blocks]);
            }
        }
        before
    }
}

/// Adds what filters make of all kept rows that had a state before the first of them, one a column.
pub(super) fn add_before(kernel: &Kernel, states: &[State], rows: &mut Rows) {
    // Of rows far away nothing is left.
    let over = 0..rows.count.min(kernel.settling);
    let weights = kernel.further(1..1 + over.len());
    add(weights, states, rows, over);
}

/// Adds what filters make of kept rows that had a state at the last of them, going backwards, one a column.
pub(super) fn add_behind(kernel: &Kernel, states: &[State], rows: &mut Rows, over: Range<usize>) {
    let near = over.len().min(kernel.settling + 1);
    let over = over.end - near..over.end;
    add(kernel.up_to(near), states, rows, over);
}

/// Adds to some rows of each column what the parts of its state weigh in them.
fn add(weights: [&[f64]; PARTS], states: &[State], rows: &mut Rows, over: Range<usize>) {
    let columns = rows.columns().map(|column| &mut column[over.clone()]);
    Isa::detected().wide(Adding {
        weights: Weights(weights),
        columns: states.iter().zip(columns),
    });
}

struct Adding<'w, C> {
    weights: Weights<'w>,
    columns: C,
}

impl<'r, C: Iterator<Item = (&'r State, &'r mut [f64])>> armwright_runtime::Kernel
    for Adding<'_, C>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (state, out) in self.columns {
            let state = state.map(L::constant);
            let mut whole = out.chunks_exact_mut(L::WIDTH);
            for (k, out) in whole.by_ref().enumerate() {
                self.weights.add(&state, k * L::WIDTH, out);
            }
            let rest = whole.into_remainder();
            if !rest.is_empty() {
                self.weights
                    .add(&state, self.weights.0[0].len() - rest.len(), rest);
            }
        }
    }
}

/// What the parts of a state weigh in rows.
struct Weights<'w>([&'w [f64]; PARTS]);

impl Weights<'_> {
    /// Adds what a state makes of rows from one on.
    #[inline(always)]
    fn add<L: Lanes>(&self, state: &[L; PARTS], at: usize, out: &mut [f64]) {
        let mut sum = L::load(out, 0);
        for k in 0..PARTS {
            sum = sum.add_product(state[k], L::load(self.0[k], at));
        }
        sum.store(out);
    }
}

/// What the filters of several columns have, half by half.
type States<L> = [[L; HALF_PARTS]; 2];

/// Several columns, and what is made of them.
struct Way<L> {
    factor: usize,
    halves: [Half<L>; 2],
    /// What a kept row weighs in itself.
    own: L,
    rows: Vec<L>,
    /// What blocks add going backwards.
    back: Vec<States<L>>,
    kept: Vec<L>,
}

impl<L: Lanes> Way<L> {
    #[inline(always)]
    fn of(kernel: &Kernel, rows: usize) -> Self {
        let (zero, blocks) = (L::constant(0.0), rows / kernel.factor);
        Self {
            factor: kernel.factor,
            halves: [0, 1].map(|half| Half::of(kernel, half)),
            own: L::constant(kernel.own()),
            rows: vec![zero; rows],
            back: vec![[[zero; HALF_PARTS]; 2]; blocks],
            kept: vec![zero; blocks],
        }
    }

    /// Puts columns side by side; where there are fewer than lanes, the last one again.
    #[inline(always)]
    fn take(&mut self, columns: &[&[f64]]) {
        let (last, count) = (columns.len() - 1, self.rows.len());
        let columns: [&[f64]; WIDEST] =
            std::array::from_fn(|lane| &columns[lane.min(last)][..count]);
        for (k, row) in self.rows.iter_mut().enumerate() {
            let mut numbers = [0.0; WIDEST];
            for lane in 0..L::WIDTH {
                numbers[lane] = columns[lane][k];
            }
            *row = L::load(&numbers, 0);
        }
    }

    /// Goes over all blocks forwards from what the filters have, and backwards from nothing.
    #[inline(always)]
    fn go(&mut self, now: &mut States<L>) -> States<L> {
        let blocks = self.rows.chunks_exact(self.factor);
        for ((block, back), kept) in blocks.zip(&mut self.back).zip(&mut self.kept) {
            *kept = self.own * block[self.factor - 1];
            for ((half, now), back) in self.halves.iter().zip(&mut *now).zip(back) {
                let [forwards, backwards] = half.sums(block);
                half.advance(now, &forwards);
                *kept = half.add(*kept, now);
                *back = backwards;
            }
        }
        let mut after = [[L::constant(0.0); HALF_PARTS]; 2];
        for (back, kept) in self.back.iter().zip(&mut self.kept).rev() {
            for ((half, after), back) in self.halves.iter().zip(&mut after).zip(back) {
                *kept = half.add(*kept, after);
                half.advance(after, back);
            }
        }
        after
    }

    /// The kept rows of one of the columns.
    #[inline(always)]
    fn put(&self, lane: usize, out: &mut [f64]) {
        for (out, kept) in out.iter_mut().zip(&self.kept) {
            let mut numbers = [0.0; WIDEST];
            kept.store(&mut numbers);
            *out = numbers[lane];
        }
    }
}

/// Half of a kernel's filters: [`Kernel`] has what the weights are.
struct Half<L> {
    pairs: Vec<[[L; HALF_PARTS]; 2]>,
    middle: Option<[L; HALF_PARTS]>,
    power: [L; HALF_PARTS],
    out: [L; HALF_PARTS],
}

impl<L: Lanes> Half<L> {
    #[inline(always)]
    fn of(kernel: &Kernel, half: usize) -> Self {
        let mine = |all: &State| std::array::from_fn(|k| L::constant(all[place(half, k)]));
        let pairs = kernel.pairs.iter();
        Self {
            pairs: pairs.map(|[sum, other]| [mine(sum), mine(other)]).collect(),
            middle: kernel.middle.as_ref().map(mine),
            power: mine(&kernel.power),
            out: mine(&kernel.weights()),
        }
    }

    /// The sums of a block, forwards and backwards.
    #[inline(always)]
    fn sums(&self, block: &[L]) -> [[L; HALF_PARTS]; 2] {
        let (last, others) = (block[block.len() - 1], &block[..block.len() - 1]);
        let zero = L::constant(0.0);
        let (mut even, mut odd) = ([zero; HALF_PARTS], [zero; HALF_PARTS]);
        if let Some(middle) = &self.middle {
            let x = others[others.len() / 2];
            for k in 0..HALF_PARTS {
                even[k] = middle[k] * x;
            }
        }
        let mirrored = others.iter().zip(others.iter().rev());
        for ([sum, difference], (x, y)) in self.pairs.iter().zip(mirrored) {
            let (e, o) = (*x + *y, *x - *y);
            for k in 0..HALF_PARTS {
                even[k] = even[k].add_product(sum[k], e);
                // The first of two rows is far from the block's end, where powers are forwards.
                odd[k] = odd[k].add_product(difference[k], o);
            }
        }
        let (mut forwards, mut backwards) = (even, even);
        for k in 0..HALF_PARTS {
            forwards[k] = even[k] + odd[k];
            backwards[k] = (even[k] - odd[k]).add_product(self.power[k], last);
        }
        for x in &mut forwards[..HALF] {
            *x = *x + last;
        }
        [forwards, backwards]
    }

    /// Takes the filters a kept row further.
    #[inline(always)]
    fn advance(&self, state: &mut [L; HALF_PARTS], sums: &[L; HALF_PARTS]) {
        for k in 0..HALF {
            let (re, im) = (state[k], state[HALF + k]);
            let (of_re, of_im) = (self.power[k], self.power[HALF + k]);
            state[k] = sums[k].add_product(of_re, re).sub_product(of_im, im);
            state[HALF + k] = sums[HALF + k].add_product(of_re, im).add_product(of_im, re);
        }
    }

    /// Adds what the filters make of the row that is kept.
    #[inline(always)]
    fn add(&self, to: L, state: &[L; HALF_PARTS]) -> L {
        let mut sum = to;
        for k in 0..HALF_PARTS {
            sum = sum.add_product(self.out[k], state[k]);
        }
        sum
    }
}

/// Where a part of a half stands among all.
fn place(half: usize, part: usize) -> usize {
    half * HALF + part % HALF + part / HALF * PAIRS
}

/// States of columns side by side.
#[inline(always)]
fn abreast<L: Lanes>(columns: &[State]) -> States<L> {
    let part = |half: usize, part: usize| {
        let mut numbers = [0.0; WIDEST];
        for (x, state) in numbers.iter_mut().zip(columns) {
            *x = state[place(half, part)];
        }
        L::load(&numbers, 0)
    };
    std::array::from_fn(|half| std::array::from_fn(|k| part(half, k)))
}

/// The other way.
#[inline(always)]
fn apart<L: Lanes>(states: &States<L>, columns: &mut [State]) {
    for (half, parts) in states.iter().enumerate() {
        for (k, lanes) in parts.iter().enumerate() {
            let mut numbers = [0.0; WIDEST];
            lanes.store(&mut numbers);
            for (state, x) in columns.iter_mut().zip(numbers) {
                state[place(half, k)] = x;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::Isa;

    use super::super::LowPass;
    use super::super::kernel::multiplied;
    use super::{Going, Kernel, NOTHING, Rows, Run, add_before};
    use crate::random::Random;

    const FACTOR: usize = 6;
    const STRIDE: usize = 50;
    /// More than there are lanes, and not a multiple of them.
    const WIDTH: usize = 19;

    /// What filters have behind the rows and before them, and the kept rows, by a set of instructions.
    fn gone_over(kernel: &Kernel, rows: &[f64], isa: Isa) -> Vec<Vec<f64>> {
        let mut causal = vec![[0.25; 8]; WIDTH];
        let mut kept = Rows::zero(WIDTH, 9);
        let run = Run {
            rows,
            stride: STRIDE,
            over: 1..1 + 7 * FACTOR,
            causal: &mut causal,
            kept: &mut kept,
            at: 1,
        };
        let before = isa.wide(Going { kernel, run });
        vec![causal.concat(), before.concat(), kept.values]
    }

    #[test]
    fn every_set_of_instructions_gives_the_same() {
        let filter =
            LowPass::chebyshev(8, 0.05, 0.8 / (2.0 * FACTOR as f64), 1.0).expect("a filter");
        let kernel = Kernel::new(&filter, FACTOR).expect("a kernel");
        let mut random = Random::new(3);
        let rows: Vec<f64> = (0..WIDTH * STRIDE).map(|_| random.normal()).collect();
        let expected = gone_over(&kernel, &rows, Isa::BASELINE);
        assert_eq!(expected[0].len(), 8 * WIDTH);
        for isa in Isa::all() {
            let found = gone_over(&kernel, &rows, isa);
            for (found, expected) in found.concat().iter().zip(expected.concat()) {
                let off = (found - expected).abs();
                assert!(
                    off < 1e-13 * expected.abs().max(1.0),
                    "{}: {off:e}",
                    isa.name()
                );
            }
        }
        // Rows beside those that are asked for stay as they were.
        for kept in expected[2].chunks_exact(9) {
            assert_eq!([kept[0], kept[8]], [0.0; 2]);
            assert!(kept[1..8].iter().all(|x| *x != 0.0));
        }
        assert_ne!(expected[1], [NOTHING; WIDTH].concat());
    }

    #[test]
    fn columns_do_not_mix() {
        let filter =
            LowPass::chebyshev(8, 0.05, 0.8 / (2.0 * FACTOR as f64), 1.0).expect("a filter");
        let kernel = Kernel::new(&filter, FACTOR).expect("a kernel");
        let mut rows = vec![0.0; WIDTH * STRIDE];
        let alone = 13;
        rows[alone * STRIDE..][..STRIDE].fill(1.0);
        let found = gone_over(&kernel, &rows, Isa::detected());
        for column in (0..WIDTH).filter(|column| *column != alone) {
            assert_eq!(found[1][8 * column..][..8], NOTHING);
            assert_eq!(found[0][8 * column..][..8], found[0][..8]);
            assert_eq!(found[2][9 * column..][..9], found[2][..9]);
        }
        assert_ne!(found[2][9 * alone..][..9], found[2][..9]);
    }

    /// From one kept row to the next a state changes by a power of the poles, however few rows there are.
    #[test]
    fn a_state_before_a_few_rows_is_in_each_of_them() {
        let filter =
            LowPass::chebyshev(8, 0.05, 0.8 / (2.0 * FACTOR as f64), 1.0).expect("a filter");
        let kernel = Kernel::new(&filter, FACTOR).expect("a kernel");
        let state = [0.5, -1.0, 2.0, 0.25, 1.5, -0.75, 1.0, 3.0];
        for count in 1..=19 {
            let mut rows = Rows::zero(1, count);
            add_before(&kernel, &[state], &mut rows);
            let mut now = state;
            for (k, found) in rows.values.iter().enumerate() {
                now = multiplied(&kernel.power, &now, &NOTHING);
                let off = found - kernel.out(&now);
                assert!(off.abs() < 1e-9, "{count} {k}: {off:e}");
            }
            assert!(rows.values[0] != 0.0, "{count}");
        }
    }
}
