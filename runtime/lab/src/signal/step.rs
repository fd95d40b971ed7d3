//! One step of decimation: a filter that goes both ways, of which only the rows that are kept are computed.
//!
//! Of the sum of first-order filters ([`Fractions`]) each needs but one complex number a row to go on, forwards and
//! backwards. From one kept row to the next these change by a power of the pole and by weighed sums of the rows between, so that a step
//! costs two dot products a pair of poles and row, whatever the factor.

use nalgebra::Complex;

use super::fractions::{Fractions, PAIRS};
use super::{FilterError, LowPass};

/// What may remain of a backward pass's unknown start where its results are used.
const FORGOTTEN: f64 = 1e-13;
/// Real and imaginary parts of all pairs.
const PARTS: usize = 2 * PAIRS;
/// Columns that are summed side by side.
const TILE: usize = 8;

/// A step for rows of some width.
pub(super) struct Step {
    fractions: Fractions,
    factor: usize,
    width: usize,
    edge: usize,
    /// Kept rows after which the filter has forgotten its start.
    settling: usize,
    /// What a block's rows weigh in the sums forwards and backwards, a part after the other (`PARTS × factor` each).
    weights: [Vec<f64>; 2],
    /// Poles to the power of the factor.
    powers: [Complex<f64>; PAIRS],
    /// Raw rows: the first `edge + 1` until the extension at the start can be made, then the latest `edge + 1` for the extension at
    /// the end.
    recent: Vec<Vec<f64>>,
    seen: usize,
    /// What the forward filters have after the latest kept row (`PARTS × width`).
    causal: Vec<f64>,
    /// Rows since then.
    block: Vec<f64>,
    /// For each kept row that was not handed on what the forward filters and the row itself make of it (`width`).
    forward: Vec<f64>,
    /// For each but the latest the sum backwards of the rows after it (`PARTS × width`).
    backward: Vec<f64>,
}

impl Step {
    /// A step by a factor with a filter; none of a filter that has no [`Fractions`].
    pub(super) fn new(filter: &LowPass, factor: usize, width: usize) -> Option<Self> {
        let fractions = Fractions::of(filter)?;
        let power = |p: Complex<f64>, n: usize| p.powu(u32::try_from(n).unwrap_or(u32::MAX));
        let weights = [true, false].map(|forwards| {
            let of = |part: usize| {
                let pole = fractions.poles[part / 2];
                (1..=factor).map(move |m| {
                    let x = power(pole, if forwards { factor - m } else { m });
                    if part.is_multiple_of(2) { x.re } else { x.im }
                })
            };
            (0..PARTS).flat_map(of).collect()
        });
        Some(Self {
            powers: fractions.poles.map(|pole| power(pole, factor)),
            edge: filter.edge(),
            settling: filter.settling(FORGOTTEN).div_ceil(factor),
            fractions,
            factor,
            width,
            weights,
            recent: Vec::new(),
            seen: 0,
            causal: vec![0.0; PARTS * width],
            block: Vec::new(),
            forward: Vec::new(),
            backward: Vec::new(),
        })
    }

    /// By how much the step decimates.
    pub(super) fn factor(&self) -> usize {
        self.factor
    }

    /// By how many rows the ends are extended.
    pub(super) fn edge(&self) -> usize {
        self.edge
    }

    /// Takes a row in, and hands on those that are ready.
    pub(super) fn push(&mut self, row: &[f64], sink: &mut dyn FnMut(&[f64])) {
        let count = self.edge + 1;
        if self.seen < count {
            self.recent.push(row.to_vec());
            self.seen += 1;
            if self.seen == count {
                self.start();
            }
        } else {
            self.recent[self.seen % count].copy_from_slice(row);
            self.seen += 1;
            self.take(row);
        }
        let blocks = self.blocks();
        if blocks >= 5 * self.settling {
            // As if the latest row stayed.
            let x = &self.recent[(self.seen - 1) % count];
            let mut begins = Vec::with_capacity(PARTS * self.width);
            for p in self.fractions.poles {
                let after = p / (Complex::new(1.0, 0.0) - p);
                begins.extend(x.iter().map(|x| after.re * x));
                begins.extend(x.iter().map(|x| after.im * x));
            }
            self.hand_on(begins, blocks - self.settling, sink);
        }
    }

    /// Hands on what is left.
    ///
    /// # Errors
    /// [`FilterError::TooShort`] if there were fewer rows than the extension needs.
    pub(super) fn finish(&mut self, sink: &mut dyn FnMut(&[f64])) -> Result<(), FilterError> {
        let (width, count) = (self.width, self.edge + 1);
        if self.seen < count {
            return Err(FilterError::TooShort {
                samples: self.seen,
                needed: count,
            });
        }
        let latest = |back: usize| &self.recent[(self.seen - 1 - back) % count];
        let mut tail = std::mem::take(&mut self.block);
        for k in 1..count {
            tail.extend(reflected(latest(0), latest(k)));
        }
        let mut begins = vec![0.0; PARTS * width];
        for j in 0..width {
            let rows = || tail.iter().skip(j).step_by(width);
            let mut causal = [Complex::default(); PAIRS];
            for (k, (c, p)) in causal.iter_mut().zip(self.fractions.poles).enumerate() {
                *c = part(&self.causal, width, k, j);
                rows().for_each(|x| *c = p * *c + x);
            }
            let last = rows().next_back().copied().unwrap_or(0.0);
            let ends = self.fractions.ends(causal, last);
            for (k, (p, end)) in self.fractions.poles.into_iter().zip(ends).enumerate() {
                let begin = rows().rev().fold(end, |sum, x| p * (sum + x));
                begins[2 * k * width + j] = begin.re;
                begins[(2 * k + 1) * width + j] = begin.im;
            }
        }
        // The latest kept row has no block of its own.
        self.backward.extend_from_slice(&begins);
        let blocks = self.blocks();
        self.hand_on(vec![0.0; PARTS * width], blocks, sink);
        Ok(())
    }

    /// Kept rows of which the rows after them are known.
    fn blocks(&self) -> usize {
        self.backward.len() / (PARTS * self.width).max(1)
    }

    /// The odd extension before the first row, then the rows kept back for it.
    fn start(&mut self) {
        let recent = std::mem::take(&mut self.recent);
        let one = Complex::new(1.0, 0.0);
        for (k, p) in self.fractions.poles.into_iter().enumerate() {
            for (j, first) in recent[0].iter().enumerate() {
                let before = |row: usize| 2.0 * first - recent[row][j];
                let always = one / (one - p) * before(self.edge);
                let rows = (1..self.edge).rev().map(before).chain([*first]);
                let causal = rows.fold(always, |c, x| p * c + x);
                self.causal[2 * k * self.width + j] = causal.re;
                self.causal[(2 * k + 1) * self.width + j] = causal.im;
            }
        }
        self.keep(&recent[0]);
        recent[1..].iter().for_each(|row| self.take(row));
        self.recent = recent;
    }

    /// Takes a row into the block.
    fn take(&mut self, row: &[f64]) {
        self.block.extend_from_slice(row);
        if self.block.len() < self.factor * self.width {
            return;
        }
        let (width, block) = (self.width, std::mem::take(&mut self.block));
        let mut sums = vec![0.0; PARTS * width];
        weigh(&self.weights[0], &block, &mut sums);
        advance(&self.powers, width, &mut self.causal, &sums);
        weigh(&self.weights[1], &block, &mut sums);
        self.backward.extend_from_slice(&sums);
        self.keep(&block[(self.factor - 1) * width..]);
        self.block = block;
        self.block.clear();
    }

    /// What the forward filters make of a row that is kept.
    fn keep(&mut self, row: &[f64]) {
        let start = self.forward.len();
        let middle = self.fractions.middle;
        self.forward.extend(row.iter().map(|x| middle * x));
        combine(&self.fractions, &self.causal, &mut self.forward[start..]);
    }

    /// Goes backwards over the blocks, from what the backward filters begin with, and hands on the first `ready` rows.
    fn hand_on(&mut self, begins: Vec<f64>, ready: usize, sink: &mut dyn FnMut(&[f64])) {
        let (width, mut after) = (self.width, begins);
        for k in (0..self.blocks()).rev() {
            let sums = &self.backward[k * PARTS * width..(k + 1) * PARTS * width];
            advance(&self.powers, width, &mut after, sums);
            if k < ready {
                let row = &mut self.forward[k * width..(k + 1) * width];
                combine(&self.fractions, &after, row);
            }
        }
        let rows = self.forward.chunks_exact(width.max(1));
        rows.take(ready).for_each(sink);
        self.forward.drain(..ready * width);
        self.backward.drain(..ready * PARTS * width);
    }
}

/// The complex number of a pair of poles and column.
fn part(parts: &[f64], width: usize, pair: usize, column: usize) -> Complex<f64> {
    let at = |part: usize| parts[(2 * pair + part) * width + column];
    Complex::new(at(0), at(1))
}

/// `x ← power x + sums`, for each pair and column.
fn advance(powers: &[Complex<f64>; PAIRS], width: usize, parts: &mut [f64], sums: &[f64]) {
    let all = parts.chunks_exact_mut((2 * width).max(1));
    let all = all.zip(sums.chunks_exact((2 * width).max(1)));
    for ((parts, sums), power) in all.zip(powers) {
        let (re, im) = parts.split_at_mut(width);
        let (add_re, add_im) = sums.split_at(width);
        for (((x, y), a), b) in re.iter_mut().zip(im).zip(add_re).zip(add_im) {
            let (real, imaginary) = (*x, *y);
            *x = power.re * real - power.im * imaginary + a;
            *y = power.re * imaginary + power.im * real + b;
        }
    }
}

/// Adds what filters make of a row.
fn combine(fractions: &Fractions, parts: &[f64], row: &mut [f64]) {
    let width = row.len();
    let all = parts.chunks_exact((2 * width).max(1));
    for (parts, factor) in all.zip(&fractions.both) {
        let (re, im) = parts.split_at(width);
        for ((to, x), y) in row.iter_mut().zip(re).zip(im) {
            *to += 2.0 * (factor.re * x - factor.im * y);
        }
    }
}

/// The sums of a block's rows with the weights of each part (`PARTS × width`).
fn weigh(weights: &[f64], block: &[f64], sums: &mut [f64]) {
    let width = sums.len() / PARTS;
    let count = weights.len() / PARTS;
    for (part, weights) in weights.chunks_exact(count).enumerate() {
        let sums = &mut sums[part * width..(part + 1) * width];
        let (tiles, rest) = sums.as_chunks_mut::<TILE>();
        let begin = TILE * tiles.len();
        for (k, tile) in tiles.iter_mut().enumerate() {
            let mut sum = [0.0; TILE];
            for (weight, row) in weights.iter().zip(block.chunks_exact(width)) {
                let (of, _) = row[TILE * k..].as_chunks::<TILE>();
                let of = of.first().unwrap_or(&[0.0; TILE]);
                sum.iter_mut()
                    .zip(of)
                    .for_each(|(sum, x)| *sum += weight * x);
            }
            *tile = sum;
        }
        for (j, to) in rest.iter_mut().enumerate() {
            let column = block.iter().skip(begin + j).step_by(width);
            *to = weights.iter().zip(column).map(|(w, x)| w * x).sum();
        }
    }
}

/// `2 pivot - row`: the odd reflection.
fn reflected<'a>(pivot: &'a [f64], row: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    pivot.iter().zip(row).map(|(p, x)| 2.0 * p - x)
}
