//! Friction of one place alone: base parameters and the friction of other places are eliminated.

use nalgebra::{DMatrix, DVector};

use super::fitting::Fitted;
use super::knots::Knots;
use super::observed::{BLOCKS, Observed};
use super::place::Place;
use crate::numeric::Decomposition;
use crate::regression::{Equations, Factor, Triangle};

/// A sum of squares of the columns of one place: `|r x - z|²` and a rest that `x` does not change.
#[derive(Debug, Clone)]
pub(super) struct Squares {
    pub(super) triangle: Triangle,
    pub(super) rest: f64,
}

impl Squares {
    pub(super) fn of(factor: &Factor) -> Self {
        let (r, z, rest) = factor.parts();
        let z = DVector::from_vec(z);
        Self {
            triangle: Triangle { r, z },
            rest: rest * rest,
        }
    }

    /// Their value.
    pub(super) fn at(&self, x: &DVector<f64>) -> f64 {
        (&self.triangle.r * x - &self.triangle.z).norm_squared() + self.rest
    }
}

/// A block that is left out: what the others say, and what it says itself.
#[derive(Debug, Clone)]
pub(super) struct Fold {
    pub(super) others: Squares,
    pub(super) own: Squares,
    /// Equations of the block.
    pub(super) rows: usize,
}

/// What is seen of the friction of one place, with the best base parameters and friction of others for any of it.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    /// Squares of all rows, each with its weight.
    pub(super) all: Squares,
    pub(super) folds: Vec<Fold>,
    /// Equations that the place enters.
    pub(super) rows: usize,
}

/// What the columns of base parameters and of other places are combined to.
pub(super) struct Combined {
    /// For each column the unknowns that it stands for, with factors.
    columns: Vec<Vec<(usize, f64)>>,
    /// Unknowns before those of the place.
    before: usize,
    pub(super) width: usize,
}

impl Combined {
    /// With laws of all places, or with a place whose friction is left as it is seen.
    pub(super) fn of(
        observed: &Observed,
        knots: &[Knots],
        laws: &[Fitted],
        place: Option<usize>,
    ) -> Self {
        let bases = observed.starts[0];
        let mut columns: Vec<Vec<(usize, f64)>> = (0..bases).map(|k| vec![(k, 1.0)]).collect();
        let mut before = bases;
        for (q, knots) in knots.iter().enumerate() {
            if Some(q) == place {
                columns.extend(vec![Vec::new(); knots.columns()]);
                continue;
            }
            let matrix = knots.matrix(&laws[q].law, &laws[q].theta);
            let rows = matrix.row_iter().map(|row| {
                let terms = row.iter().enumerate().filter(|(_, x)| **x != 0.0);
                terms.map(|(k, x)| (before + k, *x)).collect()
            });
            columns.extend(rows);
            before += matrix.ncols();
        }
        let own = place.map_or(0..0, |place| {
            observed.starts[place]..observed.starts[place + 1]
        });
        for (k, column) in columns[own.clone()].iter_mut().enumerate() {
            *column = vec![(before + k, 1.0)];
        }
        Self {
            columns,
            before,
            width: before + own.len(),
        }
    }

    /// The rows of a factor in these unknowns, then their right-hand sides (`rows × (width + 1)`), and what no
    /// unknown changes.
    pub(super) fn rows(&self, factor: &Factor, layout: &[usize]) -> (DMatrix<f64>, f64) {
        let (r, z, rest) = factor.parts();
        let mut rows = DMatrix::zeros(r.nrows(), self.width + 1);
        for i in 0..r.nrows() {
            for (j, column) in layout.iter().enumerate().skip(i) {
                for (unknown, factor) in &self.columns[*column] {
                    rows[(i, *unknown)] += r[(i, j)] * factor;
                }
            }
            rows[(i, self.width)] = z[i];
        }
        (rows, rest)
    }
}

/// Adds rows with their right-hand sides, and what no unknown changes, to a factor.
pub(super) fn push(factor: &mut Factor, rows: &DMatrix<f64>, rest: f64, scale: f64) {
    let width = rows.ncols() - 1;
    for row in rows.row_iter() {
        let elements = row.iter().take(width).map(|x| scale * x).enumerate();
        factor.push(elements, scale * row[width]);
    }
    factor.push(std::iter::empty(), scale * rest);
}

impl Problem {
    /// Of a place, with the laws of the others (of which the linear parameters are free) and the weights of rows.
    pub(super) fn of(
        equations: &Equations<'_>,
        observed: &Observed,
        places: &[Place],
        knots: &[Knots],
        laws: &[Fitted],
        place: usize,
        weights: &[f64],
    ) -> Self {
        let combined = Combined::of(observed, knots, laws, Some(place));
        let enters = |row: usize| {
            let of = equations.places()[row];
            !places[place].is_zero(equations.drive(), equations.side(), of)
        };
        let rows = 0..observed.layout.len();
        let mut whole = Vec::new();
        let mut own: Vec<Vec<(DMatrix<f64>, f64, f64)>> = Vec::new();
        for block in &observed.blocks {
            let mut factor = Factor::new(combined.width);
            let mut mine = Vec::new();
            for row in rows.clone() {
                let scale = weights[row].sqrt();
                let (matrix, rest) = combined.rows(&block[row], &observed.layout[row]);
                push(&mut factor, &matrix, rest, scale);
                if enters(row) {
                    mine.push((matrix, rest, scale));
                }
            }
            whole.push(factor);
            own.push(mine);
        }
        let count = |block: usize| -> usize {
            let entering = rows.clone().filter(|row| enters(*row));
            entering.map(|row| observed.blocks[block][row].rows()).sum()
        };
        let all = merged(combined.width, whole.iter());
        let with_rows: Vec<usize> = (0..BLOCKS).filter(|k| count(*k) > 0).collect();
        let fold = |&k: &usize| {
            let others = (0..BLOCKS).filter(|other| *other != k);
            let others = merged(combined.width, others.map(|other| &whole[other]));
            let (others, solved) = eliminated(&others, combined.before);
            let mut factor = Factor::new(combined.width - combined.before);
            for (matrix, rest, scale) in &own[k] {
                push(&mut factor, &without(matrix, &solved), *rest, *scale);
            }
            Fold {
                others,
                own: Squares::of(&factor),
                rows: count(k),
            }
        };
        Self {
            all: eliminated(&all, combined.before).0,
            folds: with_rows.iter().map(fold).collect(),
            rows: with_rows.iter().map(|k| count(*k)).sum(),
        }
    }
}

/// One factor of several.
pub(super) fn merged<'a>(width: usize, factors: impl Iterator<Item = &'a Factor>) -> Factor {
    let mut all = Factor::new(width);
    factors.for_each(|factor| all.merge(factor, 1.0));
    all
}

/// The first unknowns as functions of the others: `[G₁ g₀]` of `g = g₀ - G₁ x`.
type Solved = DMatrix<f64>;

/// What remains when the first unknowns are the best ones.
fn eliminated(factor: &Factor, before: usize) -> (Squares, Solved) {
    let squares = Squares::of(factor);
    let Triangle { r, z } = &squares.triangle;
    let left = r.ncols() - before;
    let inverse = Decomposition::of(&r.view((0, 0), (before, before)).into_owned()).inverse;
    let mut right = r.view((0, before), (before, left)).into_owned();
    right = right.insert_column(left, 0.0);
    right.set_column(left, &z.rows(0, before));
    let below = Squares {
        triangle: Triangle {
            r: r.view((before, before), (left, left)).into_owned(),
            z: z.rows(before, left).into_owned(),
        },
        rest: squares.rest,
    };
    (below, inverse * right)
}

/// Rows with the first unknowns solved for.
fn without(rows: &DMatrix<f64>, solved: &Solved) -> DMatrix<f64> {
    let (before, left) = solved.shape();
    let first = rows.columns(0, before);
    rows.columns(before, left) - first * solved
}

#[cfg(test)]
mod tests;
