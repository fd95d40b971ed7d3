//! Whether the laws of all places together predict every row as well as those of the robot file do.
//!
//! A law that explains its own place may be paid for by another: friction of a motor that two joints share enters both, and base
//! parameters serve all rows. What is proposed is therefore tried once more, all laws together, on blocks that were left out.

use nalgebra::DMatrix;

use super::fitting::Fitted;
use super::knots::Knots;
use super::observed::{BLOCKS, Observed};
use super::place::Place;
use super::problem::{Combined, Squares, merged, push};
use super::proposal::Told;
use super::select::{HARDLY, excess};
use crate::numeric::Decomposition;
use crate::regression::{Equations, Factor};

/// For each row what is left of each block, all other blocks telling base parameters and linear parameters of laws.
type Losses = Vec<Vec<f64>>;

/// Laws of all places, as what is seen of them judges.
pub(super) struct Agreement<'a> {
    pub(super) observed: &'a Observed,
    pub(super) knots: &'a [Knots],
    /// Weights of rows.
    pub(super) weights: &'a [f64],
}

impl Agreement<'_> {
    /// Weighed mean squares that laws leave of each row and block that was left out. Nonlinear parameters are those of all
    /// blocks.
    fn losses(&self, laws: &[Fitted]) -> Losses {
        let combined = Combined::of(self.observed, self.knots, laws, None);
        let layouts = &self.observed.layout;
        let of_block = |block: &Vec<Factor>| -> Vec<(DMatrix<f64>, f64)> {
            let rows = block.iter().zip(layouts);
            rows.map(|(factor, layout)| combined.rows(factor, layout))
                .collect()
        };
        let blocks: Vec<_> = self.observed.blocks.iter().map(of_block).collect();
        let whole = blocks.iter().map(|block| {
            let mut factor = Factor::new(combined.width);
            for ((matrix, rest), weight) in block.iter().zip(self.weights) {
                push(&mut factor, matrix, *rest, weight.sqrt());
            }
            factor
        });
        let whole: Vec<Factor> = whole.collect();
        let mut all = vec![Vec::new(); layouts.len()];
        for (k, block) in blocks.iter().enumerate() {
            let others = (0..BLOCKS).filter(|other| *other != k);
            let others = merged(combined.width, others.map(|other| &whole[other]));
            let triangle = Squares::of(&others).triangle;
            let x = Decomposition::of(&triangle.r).inverse * triangle.z;
            let rows = block.iter().zip(self.weights).enumerate();
            for (row, ((matrix, rest), weight)) in rows {
                let count = self.observed.blocks[k][row].rows();
                if count > 0 {
                    let width = combined.width;
                    let left = matrix.columns(0, width) * &x - matrix.column(width);
                    let squares = left.norm_squared() + rest * rest;
                    all[row].push(weight * squares / count as f64);
                }
            }
        }
        all
    }

    /// The places that are to keep the law of the robot file: those whose law makes a row be predicted worse by more than a
    /// deviation, and those without whose law all rows together are predicted as well but for one. `files` are the laws
    /// of the file where they may stand, `enters` says whether a place has a part of a row.
    fn reverted(
        &self,
        laws: &[Fitted],
        files: &[Option<Fitted>],
        enters: &dyn Fn(usize, usize) -> bool,
    ) -> Vec<usize> {
        let mut laws = laws.to_vec();
        let own = |place: usize| files[place].as_ref();
        let file: Vec<Fitted> = (0..laws.len())
            .map(|place| own(place).unwrap_or(&laws[place]).clone())
            .collect();
        let reference = self.losses(&file);
        let mut reverted = Vec::new();
        loop {
            let differs = |place: &usize| laws[*place].law != file[*place].law;
            let changed: Vec<usize> = (0..laws.len()).filter(differs).collect();
            let now = self.losses(&laws);
            let worse: Vec<usize> = (0..now.len())
                .filter(|row| excess(&now[*row], &reference[*row]) > HARDLY)
                .collect();
            let without = |place: &usize| {
                let mut laws = laws.clone();
                laws[*place] = file[*place].clone();
                (*place, together(&self.losses(&laws)))
            };
            let current = together(&now);
            let suspect = |place: &usize| worse.iter().any(|row| enters(*place, *row));
            let all: Vec<(usize, Vec<f64>)> = changed.iter().map(without).collect();
            let may = all
                .iter()
                .filter(|(place, losses)| suspect(place) || excess(losses, &current) <= HARDLY);
            let sum = |losses: &[f64]| losses.iter().sum::<f64>();
            let least = may.min_by(|a, b| sum(&a.1).total_cmp(&sum(&b.1)));
            let Some((place, _)) = least else {
                return reverted;
            };
            laws[*place] = file[*place].clone();
            reverted.push(*place);
        }
    }
}

impl Agreement<'_> {
    /// Gives the law of the robot file back to places whose law does not help all rows together.
    pub(super) fn agree(
        &self,
        equations: &Equations<'_>,
        places: &[Place],
        laws: &mut [Fitted],
        told: &mut [Option<Told>],
    ) {
        let of_file = |told: &Option<Told>| {
            let told = told.as_ref().filter(|told| told.proposed.is_some())?;
            Some(told.tried[told.file].fitted.clone())
        };
        let files: Vec<Option<Fitted>> = told.iter().map(of_file).collect();
        let (drive, side) = (equations.drive(), equations.side());
        let enters =
            |place: usize, row: usize| !places[place].is_zero(drive, side, equations.places()[row]);
        for place in self.reverted(laws, &files, &enters) {
            if let Some(told) = &mut told[place] {
                laws[place] = told.tried[told.file].fitted.clone();
                let stands = told.tried[told.file].refused.is_none();
                told.proposed = Some(told.file).filter(|_| stands);
            }
        }
    }
}

/// The losses of all rows together, block by block.
fn together(losses: &Losses) -> Vec<f64> {
    let blocks = losses.iter().map(Vec::len).max().unwrap_or(0);
    let of = |k: usize| losses.iter().filter_map(|row| row.get(k)).sum();
    (0..blocks).map(of).collect()
}

#[cfg(test)]
mod tests;
