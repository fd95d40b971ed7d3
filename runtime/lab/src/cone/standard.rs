//! A conic program in the form that the solver works on: rows of unit norm, the limit among them.

use nalgebra::{DVector, Matrix4};

use super::block::{PAIRS, Vector, extremes, matrix, vector};
use super::program::{Constraint, Program};

/// A point of the cone, or of its dual: blocks, then scalars (the limit's slack last).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    pub(super) blocks: Vec<Matrix4<f64>>,
    pub(super) scalars: Vec<f64>,
}

impl Point {
    /// The same multiple of the identity in every block and scalar.
    pub(super) fn identity(standard: &Standard, multiple: f64) -> Self {
        Self {
            blocks: vec![Matrix4::identity() * multiple; standard.blocks.len()],
            scalars: vec![multiple; standard.scalars.len()],
        }
    }

    /// The sum of the products of all elements.
    pub(super) fn dot(&self, other: &Self) -> f64 {
        let blocks = self.blocks.iter().zip(&other.blocks).map(|(a, b)| a.dot(b));
        let scalars = self.scalars.iter().zip(&other.scalars).map(|(a, b)| a * b);
        blocks.chain(scalars).sum()
    }

    /// The sum of the squares of all elements.
    pub(super) fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }

    /// `self + step · direction`.
    pub(super) fn moved(&self, step: f64, direction: &Self) -> Self {
        let blocks = self.blocks.iter().zip(&direction.blocks);
        let scalars = self.scalars.iter().zip(&direction.scalars);
        Self {
            blocks: blocks.map(|(x, d)| x + d * step).collect(),
            scalars: scalars.map(|(x, d)| x + d * step).collect(),
        }
    }
}

/// A conic program whose rows have unit norm and whose limit is the last of them.
pub(super) struct Standard {
    /// For each block the rows that it enters.
    pub(super) blocks: Vec<Vec<(usize, Vector)>>,
    /// For each scalar, the slack last, the rows that it enters.
    pub(super) scalars: Vec<Vec<(usize, f64)>>,
    /// Right-hand sides.
    pub(super) right: DVector<f64>,
    /// The objective.
    pub(super) cost: Point,
    /// What the rows were divided by.
    pub(super) scales: Vec<f64>,
    limit: f64,
}

impl Standard {
    pub(super) fn of(program: &Program) -> Self {
        let slack = program.variables();
        let mut rows = program.rows.clone();
        let mut last = Constraint {
            terms: program.trace().collect(),
            right: program.limit,
        };
        last.terms.push((slack, program.limit));
        rows.push(last);
        let mut standard = Self {
            blocks: vec![Vec::new(); program.blocks],
            scalars: vec![Vec::new(); program.scalars + 1],
            right: DVector::zeros(rows.len()),
            cost: Point {
                blocks: Vec::new(),
                scalars: Vec::new(),
            },
            scales: Vec::new(),
            limit: program.limit,
        };
        for (k, row) in rows.iter().enumerate() {
            let norm = row.terms.iter().map(|(_, a)| a * a).sum::<f64>().sqrt();
            let scale = if norm > 0.0 { norm } else { 1.0 };
            for &(variable, coefficient) in &row.terms {
                standard.enter(k, variable, coefficient / scale);
            }
            standard.right[k] = row.right / scale;
            standard.scales.push(scale);
        }
        let mut cost = program.dense_cost();
        cost.push(0.0);
        standard.cost = standard.point(&cost);
        standard
    }

    fn enter(&mut self, row: usize, variable: usize, coefficient: f64) {
        let width = PAIRS.len();
        let block = variable / width;
        if let Some(entries) = self.blocks.get_mut(block) {
            if entries.last().is_none_or(|(last, _)| *last != row) {
                entries.push((row, Vector::zeros()));
            }
            if let Some((_, vector)) = entries.last_mut() {
                vector[variable % width] += coefficient;
            }
        } else {
            self.scalars[variable - width * self.blocks.len()].push((row, coefficient));
        }
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        self.right.len()
    }

    /// The order of the cone: 4 a block, 1 a scalar.
    pub(super) fn order(&self) -> f64 {
        (4 * self.blocks.len() + self.scalars.len()) as f64
    }

    fn point(&self, variables: &[f64]) -> Point {
        let (blocks, scalars) = variables.split_at(PAIRS.len() * self.blocks.len());
        let blocks = blocks.chunks_exact(PAIRS.len());
        Point {
            blocks: blocks
                .map(|chunk| matrix(&Vector::from_column_slice(chunk)))
                .collect(),
            scalars: scalars.to_vec(),
        }
    }

    /// A point as numbers, the slack left out.
    pub(super) fn variables(&self, point: &Point) -> Vec<f64> {
        let blocks = point
            .blocks
            .iter()
            .flat_map(|block| vector(block).as_slice().to_vec());
        let scalars = point.scalars[..point.scalars.len() - 1].iter().copied();
        blocks.chain(scalars).collect()
    }

    /// `A x`.
    pub(super) fn apply(&self, x: &Point) -> DVector<f64> {
        let mut product = DVector::zeros(self.rows());
        for (entries, block) in self.blocks.iter().zip(&x.blocks) {
            let block = vector(block);
            for (row, a) in entries {
                product[*row] += a.dot(&block);
            }
        }
        for (entries, scalar) in self.scalars.iter().zip(&x.scalars) {
            for (row, a) in entries {
                product[*row] += a * scalar;
            }
        }
        product
    }

    /// `Aᵀ y`.
    pub(super) fn transposed(&self, y: &DVector<f64>) -> Point {
        let blocks = self.blocks.iter().map(|entries| {
            let sum = entries
                .iter()
                .fold(Vector::zeros(), |sum, (row, a)| sum + a * y[*row]);
            matrix(&sum)
        });
        let scalars = self
            .scalars
            .iter()
            .map(|entries| entries.iter().map(|(row, a)| a * y[*row]).sum());
        Point {
            blocks: blocks.collect(),
            scalars: scalars.collect(),
        }
    }

    /// A lower bound of the objective over everything that the rows and the limit admit, whatever
    /// `y` is, and the part of it that the limit carries.
    ///
    /// Weak duality: `cost·x = yᵀA x + (cost - Aᵀy)·x`. Where `cost - Aᵀy` is not in the dual
    /// cone, lowering the limit's multiplier puts it there, because the limit's coefficients are
    /// the identity; that costs `limit` times the smallest eigenvalue.
    pub(super) fn proved(&self, y: &DVector<f64>) -> (f64, f64) {
        let rest = self.cost.moved(-1.0, &self.transposed(y));
        let (slack, scalars) = match rest.scalars.split_last() {
            Some((slack, scalars)) => (*slack, scalars),
            None => (0.0, &[][..]),
        };
        let eigenvalues = rest.blocks.iter().map(|block| extremes(block).0);
        let smallest = eigenvalues
            .chain(scalars.iter().copied())
            .fold(slack / self.limit, nan_min);
        // Beside what is no number nothing is proved.
        let shift = match smallest.is_nan() {
            true => f64::INFINITY,
            false => (-smallest).max(0.0) * self.limit,
        };
        (self.right.dot(y) - shift, slack + shift)
    }

    /// The largest value that the objective can have within the limit, rows or no rows.
    pub(super) fn ceiling(&self) -> f64 {
        let eigenvalues = self.cost.blocks.iter().map(|block| extremes(block).1);
        let largest = eigenvalues
            .chain(self.cost.scalars.iter().copied())
            .fold(0.0, f64::max);
        largest * self.limit
    }
}

/// The smaller of two numbers; not a number if one of them is none.
fn nan_min(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else {
        a.min(b)
    }
}

#[cfg(test)]
mod tests {
    use super::nan_min;

    #[test]
    fn beside_what_is_no_number_none_is_the_smaller() {
        assert_eq!(nan_min(-1.0, 2.0), -1.0);
        assert_eq!(nan_min(2.0, -1.0), -1.0);
        assert_eq!(nan_min(f64::NEG_INFINITY, 3.0), f64::NEG_INFINITY);
        for (a, b) in [(f64::NAN, 1.0), (1.0, f64::NAN), (f64::NAN, f64::NAN)] {
            assert!(nan_min(a, b).is_nan(), "{a} {b}");
        }
    }
}
