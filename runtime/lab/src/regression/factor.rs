//! An observation matrix as its triangular factor, folded block by block and never stored whole.

use nalgebra::{DMatrix, DVector};

/// Rows folded at once: enough to amortise a reflection, few enough to stay in cache.
const BLOCK: usize = 256;
/// A sum of squares below this is that of rounding errors of rounding errors.
const NOTHING: f64 = 1e-290;

/// A linear map from the elements of a row and its right-hand side to those in other columns.
pub(crate) type Recombination<'a> = dyn Fn(&[f64], f64) -> (Vec<f64>, f64) + 'a;

/// The triangular factor `R` of `[K | y]`, where `K` has `columns` columns.
///
/// Householder reflections of `[R; block]` keep the conditioning of `K` (forming `KᵀK` would
/// square it). The right-hand side is one more column, so the last diagonal element is the
/// residual's norm. A column that has only zeros in a block costs nothing.
#[derive(Debug, Clone)]
pub struct Factor {
    columns: usize,
    /// `(columns + 1)²`, row-major, zero below the diagonal.
    triangle: Vec<f64>,
    /// Rows waiting to be folded, column-major.
    block: Vec<f64>,
    waiting: usize,
    rows: usize,
}

impl Factor {
    /// The factor of no rows.
    #[must_use]
    pub fn new(columns: usize) -> Self {
        let width = columns + 1;
        let (triangle, block) = (vec![0.0; width * width], vec![0.0; width * BLOCK]);
        Self {
            columns,
            triangle,
            block,
            waiting: 0,
            rows: 0,
        }
    }

    /// How many rows have been taken in.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns `K` has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Takes in a row of `K` (as its non-zero elements) and its right-hand side.
    pub fn push(&mut self, row: impl IntoIterator<Item = (usize, f64)>, right: f64) {
        for (column, value) in row {
            self.block[column * BLOCK + self.waiting] = value;
        }
        self.block[self.columns * BLOCK + self.waiting] = right;
        self.rows += 1;
        self.advance();
    }

    /// Folds in the rows of another factor times `scale`: the result is the factor of both
    /// matrices, one above the other.
    ///
    /// The two must have the same number of columns; a factor of another width changes nothing.
    pub fn merge(&mut self, other: &Self, scale: f64) {
        if other.columns != self.columns {
            return;
        }
        let width = self.columns + 1;
        let other = other.folded();
        for row in other.triangle.chunks_exact(width) {
            for (column, value) in row.iter().enumerate() {
                self.block[column * BLOCK + self.waiting] = scale * value;
            }
            self.advance();
        }
        self.rows += other.rows;
    }

    /// The factor of the same rows in other columns, each made by one linear map.
    #[must_use]
    pub(crate) fn recombined(&self, columns: usize, map: &Recombination<'_>) -> Self {
        let mut other = Self::new(columns);
        for row in self.folded().triangle.chunks_exact(self.columns + 1) {
            let (elements, right) = map(&row[..self.columns], row[self.columns]);
            other.push(elements.into_iter().enumerate(), right);
        }
        other.rows = self.rows;
        other
    }

    /// The factor of the same rows with zeros in some columns.
    #[must_use]
    pub(crate) fn without(&self, columns: &[usize]) -> Self {
        let mut other = self.folded();
        for row in other.triangle.chunks_exact_mut(self.columns + 1) {
            columns.iter().for_each(|column| row[*column] = 0.0);
        }
        other
    }

    /// The upper triangle (`columns × columns`), the transformed right-hand side (`columns`) and
    /// the norm of the residual.
    #[must_use]
    pub fn parts(&self) -> (DMatrix<f64>, Vec<f64>, f64) {
        let folded = self.folded();
        let (n, width) = (self.columns, self.columns + 1);
        let at = |i: usize, j: usize| folded.triangle[i * width + j];
        let right = (0..n).map(|i| at(i, n)).collect();
        (DMatrix::from_fn(n, n, at), right, at(n, n).abs())
    }

    /// What base parameters (`columns`) leave of the squares of the right-hand side.
    pub(crate) fn squares(&self, beta: &[f64]) -> f64 {
        let (triangle, right, outside) = self.parts();
        let left = triangle * DVector::from_column_slice(beta) - DVector::from_vec(right);
        left.norm_squared() + outside * outside
    }

    fn folded(&self) -> Self {
        let mut copy = self.clone();
        copy.fold();
        copy
    }

    fn advance(&mut self) {
        self.waiting += 1;
        if self.waiting == BLOCK {
            self.fold();
        }
    }

    /// Reflects the waiting rows into the triangle, column by column.
    fn fold(&mut self) {
        let (width, rows) = (self.columns + 1, self.waiting);
        let mut empty: Vec<bool> = (0..width)
            .map(|j| {
                self.block[j * BLOCK..j * BLOCK + rows]
                    .iter()
                    .all(|x| *x == 0.0)
            })
            .collect();
        for j in 0..width {
            if empty[j] {
                continue;
            }
            let (done, rest) = self.block.split_at_mut((j + 1) * BLOCK);
            let pivot = &done[j * BLOCK..j * BLOCK + rows];
            let diagonal = self.triangle[j * width + j];
            let squares = dot(pivot, pivot);
            // What rounding leaves of a dependent column shrinks with every fold, until its
            // squares are no numbers to divide by. It is zero for every purpose.
            if squares < NOTHING {
                continue;
            }
            let norm = (diagonal * diagonal + squares).sqrt();
            // The sign that avoids cancellation.
            let reflected = if diagonal > 0.0 { -norm } else { norm };
            let head = diagonal - reflected;
            let scale = 2.0 / (head * head + squares);
            self.triangle[j * width + j] = reflected;
            for (k, empty) in empty.iter_mut().enumerate().skip(j + 1) {
                let above = self.triangle[j * width + k];
                if *empty && above == 0.0 {
                    continue;
                }
                *empty = false;
                let start = (k - j - 1) * BLOCK;
                let column = &mut rest[start..start + rows];
                let share = scale * (head * above + dot(pivot, column));
                self.triangle[j * width + k] = above - share * head;
                for (x, p) in column.iter_mut().zip(pivot) {
                    *x -= share * p;
                }
            }
        }
        self.block.fill(0.0);
        self.waiting = 0;
    }
}

/// A scalar product with eight running sums, which the compiler can keep in vector registers.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (a8, a_rest) = a.as_chunks::<8>();
    let (b8, b_rest) = b.as_chunks::<8>();
    for (x, y) in a8.iter().zip(b8) {
        for k in 0..8 {
            sums[k] += x[k] * y[k];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f64>() + rest
}
