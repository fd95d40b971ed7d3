//! The arithmetic of one step of decimation: a filter that goes both ways, of which only the rows that are kept are computed.
//!
//! Of the sum of first-order filters ([`Fractions`]) each needs but one complex number a column to go on, forwards and
//! backwards. From one kept row to the next these change by a power of the pole and by weighed sums of the rows between. Rows
//! of a block that are as far from its ends share their weights: their sums and differences are weighed, which halves the products.
//!
//! What a run of rows makes of those that are kept ([`Run`](super::abreast::Run)) is computed as if nothing stood before and behind
//! it; what its neighbours add follows from one state a column.

use std::ops::Range;

use nalgebra::Complex;

use super::LowPass;
use super::fractions::{Fractions, PAIRS};

/// Real parts of all pairs of poles, then imaginary ones.
pub(super) const PARTS: usize = 2 * PAIRS;
/// What may remain of surroundings that are not added.
const FORGOTTEN: f64 = 1e-13;

/// Rows, a column after the other (`width × count`).
#[derive(Default)]
pub(super) struct Rows {
    pub(super) count: usize,
    pub(super) values: Vec<f64>,
}

impl Rows {
    pub(super) fn zero(width: usize, count: usize) -> Self {
        Self {
            count,
            values: vec![0.0; width * count],
        }
    }

    /// The columns.
    pub(super) fn columns(&mut self) -> impl Iterator<Item = &mut [f64]> {
        self.values.chunks_exact_mut(self.count.max(1))
    }

    /// Hands rows on, one after the other.
    pub(super) fn each(&self, width: usize, sink: &mut dyn FnMut(&[f64])) {
        const TOGETHER: usize = 8;
        let mut rows = vec![0.0; TOGETHER * width];
        for first in (0..self.count).step_by(TOGETHER) {
            let count = TOGETHER.min(self.count - first);
            for column in 0..width {
                let values = &self.values[column * self.count + first..][..count];
                for (k, x) in values.iter().enumerate() {
                    rows[k * width + column] = *x;
                }
            }
            for k in 0..count {
                sink(&rows[k * width..(k + 1) * width]);
            }
        }
    }
}

/// What the filters of one column have.
pub(super) type State = [f64; PARTS];

/// What they have where nothing was.
pub(super) const NOTHING: State = [0.0; PARTS];

/// A filter that goes both ways over the rows of which one in `factor` is kept.
pub(super) struct Kernel {
    fractions: Fractions,
    pub(super) factor: usize,
    /// By how many rows the ends are extended.
    pub(super) edge: usize,
    /// What sums and differences of two rows of a block weigh, which are as far from its ends, the outermost first.
    pub(super) pairs: Vec<[State; 2]>,
    /// What the row in the middle weighs, if there is one.
    pub(super) middle: Option<State>,
    /// Poles to the power of the factor.
    pub(super) power: State,
    /// What filters that have something at a kept row make of those so many before it, of itself and of those so many behind it
    /// (`2 settling + 1` a part).
    table: Vec<f64>,
    /// Kept rows after which the filter has forgotten its start.
    pub(super) settling: usize,
}

impl Kernel {
    /// None of a filter that has no [`Fractions`].
    pub(super) fn new(filter: &LowPass, factor: usize) -> Option<Self> {
        let fractions = Fractions::of(filter)?;
        let power = |p: Complex<f64>, n: usize| p.powu(u32::try_from(n).unwrap_or(u32::MAX));
        let state = |of: &dyn Fn(Complex<f64>) -> Complex<f64>| {
            let mut state = [0.0; PARTS];
            for (k, pole) in fractions.poles.into_iter().enumerate() {
                let x = of(pole);
                (state[k], state[PAIRS + k]) = (x.re, x.im);
            }
            state
        };
        let pair = |m: usize| {
            [1.0, -1.0].map(|sign| state(&|p| (power(p, factor - m) + power(p, m) * sign) * 0.5))
        };
        let settling = filter.settling(FORGOTTEN).div_ceil(factor);
        let width = 2 * settling + 1;
        let mut table = vec![0.0; PARTS * width];
        for k in 0..PAIRS {
            for at in 0..width {
                let distance = factor * at.abs_diff(settling);
                let x = fractions.both[k] * power(fractions.poles[k], distance) * 2.0;
                table[k * width + at] = x.re;
                table[(PAIRS + k) * width + at] = -x.im;
            }
        }
        Some(Self {
            edge: filter.edge(),
            pairs: (1..factor.div_ceil(2)).map(pair).collect(),
            middle: factor
                .is_multiple_of(2)
                .then(|| state(&|p| power(p, factor / 2))),
            power: state(&|p| power(p, factor)),
            table,
            settling,
            factor,
            fractions,
        })
    }

    /// What filters that have `state` make of the row that is kept.
    pub(super) fn out(&self, state: &State) -> f64 {
        let products = self.weights().into_iter().zip(state);
        products.map(|(weight, x)| weight * x).sum()
    }

    /// What they weigh in it.
    pub(super) fn weights(&self) -> State {
        self.further(0..1).map(|weights| weights[0])
    }

    /// What the parts of a state at a kept row weigh in those so many behind it.
    pub(super) fn further(&self, rows: Range<usize>) -> [&[f64]; PARTS] {
        let width = 2 * self.settling + 1;
        let mine = self.settling + rows.start..self.settling + rows.end;
        std::array::from_fn(|k| &self.table[k * width..][mine.clone()])
    }

    /// What they weigh in so many rows, the last of which is the kept row.
    pub(super) fn up_to(&self, rows: usize) -> [&[f64]; PARTS] {
        let (width, end) = (2 * self.settling + 1, self.settling + 1);
        std::array::from_fn(|k| &self.table[k * width..][end - rows..end])
    }

    /// What a row that is kept weighs in itself beside them.
    pub(super) fn own(&self) -> f64 {
        self.fractions.middle
    }

    /// Poles to the power of so many factors.
    pub(super) fn powers(&self, count: usize) -> State {
        let mut state = [0.0; PARTS];
        for (k, pole) in self.fractions.poles.into_iter().enumerate() {
            let n = u32::try_from(count * self.factor).unwrap_or(u32::MAX);
            let x = pole.powu(n);
            (state[k], state[PAIRS + k]) = (x.re, x.im);
        }
        state
    }

    /// What the filters have at the first row, before which rows are mirrored, and what they make of it; of one column's first rows.
    pub(super) fn start(&self, rows: &[f64]) -> (State, f64) {
        let (one, first) = (Complex::new(1.0, 0.0), rows[0]);
        let before = |row: usize| 2.0 * first - rows[row];
        let mut state = [0.0; PARTS];
        for (k, p) in self.fractions.poles.into_iter().enumerate() {
            let always = one / (one - p) * before(self.edge);
            let rows = (1..self.edge).rev().map(before).chain([first]);
            let causal = rows.fold(always, |c, x| p * c + x);
            (state[k], state[PAIRS + k]) = (causal.re, causal.im);
        }
        (state, self.own() * first + self.out(&state))
    }

    /// What the filters have going backwards at a row like which all that come are.
    pub(super) fn stays(&self, row: f64) -> State {
        let mut state = [0.0; PARTS];
        for (k, p) in self.fractions.poles.into_iter().enumerate() {
            let after = p / (Complex::new(1.0, 0.0) - p) * row;
            (state[k], state[PAIRS + k]) = (after.re, after.im);
        }
        state
    }

    /// What the filters have going backwards at the last kept row, behind which stand `rest` of the last rows of a column, and
    /// their mirror.
    pub(super) fn end(&self, causal: &State, rows: &[f64], rest: usize) -> State {
        let last = rows.len() - 1;
        let mirrored = (1..=self.edge).map(|k| 2.0 * rows[last] - rows[last - k]);
        let tail: Vec<f64> = rows[rows.len() - rest..]
            .iter()
            .copied()
            .chain(mirrored)
            .collect();
        let mut causal: [Complex<f64>; PAIRS] =
            std::array::from_fn(|k| Complex::new(causal[k], causal[PAIRS + k]));
        for (c, p) in causal.iter_mut().zip(self.fractions.poles) {
            tail.iter().for_each(|x| *c = p * *c + x);
        }
        let ends = self.fractions.ends(causal, tail[tail.len() - 1]);
        let mut state = [0.0; PARTS];
        for (k, (p, end)) in self.fractions.poles.into_iter().zip(ends).enumerate() {
            let begin = tail.iter().rev().fold(end, |sum, x| p * (sum + x));
            (state[k], state[PAIRS + k]) = (begin.re, begin.im);
        }
        state
    }
}

/// `power state + sums`, a pair at a time.
pub(super) fn multiplied(power: &State, state: &State, sums: &State) -> State {
    let mut out = [0.0; PARTS];
    for k in 0..PAIRS {
        let (re, im) = (state[k], state[PAIRS + k]);
        out[k] = power[k] * re - power[PAIRS + k] * im + sums[k];
        out[PAIRS + k] = power[k] * im + power[PAIRS + k] * re + sums[PAIRS + k];
    }
    out
}

#[cfg(test)]
mod tests {
    use nalgebra::Complex;

    use super::{Kernel, LowPass, PAIRS, Rows};

    /// A row that comes again and again weighs with every power of a pole: added up one by one.
    #[test]
    fn filters_have_the_sum_of_all_rows_that_stay_the_same() {
        let filter = LowPass::chebyshev(8, 0.05, 0.08, 1.0).expect("a filter");
        let kernel = Kernel::new(&filter, 5).expect("a kernel");
        let found = kernel.stays(2.5);
        for (k, pole) in kernel.fractions.poles.into_iter().enumerate() {
            let (mut power, mut sum) = (pole, Complex::new(0.0, 0.0));
            for _ in 0..10_000 {
                sum += power * 2.5;
                power *= pole;
            }
            let off = Complex::new(found[k], found[PAIRS + k]) - sum;
            assert!(off.norm() < 1e-9 * sum.norm(), "{off} of {sum}");
        }
    }

    #[test]
    fn rows_are_handed_on_in_order() {
        let mut rows = Rows::zero(2, 11);
        assert_eq!(rows.values, [0.0; 22]);
        for (k, column) in rows.columns().enumerate() {
            let at = 100.0 * k as f64;
            (0u32..)
                .zip(column)
                .for_each(|(i, x)| *x = at + f64::from(i));
        }
        let mut found = Vec::new();
        rows.each(2, &mut |row| found.push(row.to_vec()));
        let expected: Vec<Vec<f64>> = (0..11)
            .map(|k| vec![f64::from(k), 100.0 + f64::from(k)])
            .collect();
        assert_eq!(found, expected);
    }
}
