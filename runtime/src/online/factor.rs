//! A triangular factor of rows, to which blocks of rows are added and from which they are taken again.

use crate::Real;

/// What stands for all rows `[A b]` that were added: `‖R x - z‖² + rest = ‖A x - b‖²` for every `x`, with `R`
/// upper triangular (`B × B`) and its diagonal not negative.
///
/// Rows come in blocks of `M`, one for each torque of a sample. A block costs at most `2 (M + 1) B²` operations,
/// whatever the rows are, and less where they begin with zeros, as those of the outer joints do.
///
/// ```
/// use armwright_runtime::online::Factor;
/// let mut factor = Factor::<f64, 2>::diagonal(&[1e-6, 1e-6]);
/// factor.add(&mut [[1.0, 2.0], [3.0, 4.0]], &mut [5.0, 11.0]);
/// let mut x = [0.0; 2];
/// factor.solve(&mut x);
/// assert!((x[0] - 1.0).abs() < 1e-9 && (x[1] - 2.0).abs() < 1e-9);
/// ```
///
/// Source: Golub and Van Loan, Matrix Computations, 5.1.2 (reflections) and 6.5.4 (hyperbolic ones).
#[derive(Debug, Clone, PartialEq)]
pub struct Factor<S, const B: usize> {
    r: [[S; B]; B],
    z: [S; B],
    rest: S,
}

/// Rows that were taken out of a [`Factor`] were not in it, as far as its rounding tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotInside;

impl<S: Real, const B: usize> Factor<S, B> {
    /// The factor of `B` rows that say `x = 0`, the j-th with weight `diagonal[j]`.
    #[must_use]
    pub fn diagonal(diagonal: &[S; B]) -> Self {
        let zero = S::constant(0.0);
        let mut r = [[zero; B]; B];
        for (k, (row, &weight)) in r.iter_mut().zip(diagonal).enumerate() {
            if let Some(entry) = row.get_mut(k) {
                *entry = weight;
            }
        }
        Self {
            r,
            z: [zero; B],
            rest: zero,
        }
    }

    /// Adds rows `[A b]` (`M × B`, `M`), which are used up. Returns what is left of the determinant of the
    /// covariance, between 0 and 1: 1 where the rows say nothing.
    pub fn add<const M: usize>(&mut self, rows: &mut [[S; B]; M], right: &mut [S; M]) -> S {
        let one = S::constant(1.0);
        let mut left = one;
        for (k, (pivot, z)) in self.r.iter_mut().zip(&mut self.z).enumerate() {
            let old = entry(pivot, k);
            let squares = squares(rows, k);
            if squares.value() == 0.0 {
                continue;
            }
            let whole = old * old + squares;
            left = left * (old * old / whole);
            reflect(pivot, z, rows, right, k, whole.sqrt(), one);
        }
        for b in right {
            self.rest = self.rest + *b * *b;
        }
        left
    }

    /// Whether rows `[A b]` can be added: all is finite, and so are the squares that reflections are made of.
    pub(super) fn has_room<const M: usize>(&self, rows: &[[S; B]; M], right: &[S; M]) -> bool {
        let mut sum = self.rest + self.trace();
        for &x in rows.iter().flatten().chain(right).chain(&self.z) {
            sum = sum + x * x;
        }
        // No product of a reflection, nor a sum of them, is more than four times that.
        (S::constant(4.0) * sum).value().is_finite()
    }

    /// Takes rows `[A b]` out that were added before; they are used up. Where they were not, or all that a
    /// column has were to be lost to rounding, the factor is of no use any more and has to be made anew.
    ///
    /// # Errors
    /// [`NotInside`].
    pub fn remove<const M: usize>(
        &mut self,
        rows: &mut [[S; B]; M],
        right: &mut [S; M],
    ) -> Result<(), NotInside> {
        for (k, (pivot, z)) in self.r.iter_mut().zip(&mut self.z).enumerate() {
            let old = entry(pivot, k);
            let squares = squares(rows, k);
            if squares.value() == 0.0 {
                continue;
            }
            let left = old * old - squares;
            if left.value() <= 0.0 || left.value().is_nan() {
                return Err(NotInside);
            }
            reflect(pivot, z, rows, right, k, left.sqrt(), S::constant(-1.0));
        }
        for b in right {
            self.rest = self.rest - *b * *b;
        }
        Ok(())
    }

    /// Multiplies all rows, right-hand sides included: forgetting, where `by` is below 1.
    pub fn scale(&mut self, by: S) {
        for entry in self.r.iter_mut().flatten().chain(&mut self.z) {
            *entry = *entry * by;
        }
        self.rest = self.rest * by * by;
    }

    /// Solves `R x = z`: the least-squares solution. Where a pivot is zero, `x` is.
    pub fn solve(&self, x: &mut [S; B]) {
        *x = self.back(&self.z);
    }

    /// Solves `R x = right`.
    #[must_use]
    pub fn back(&self, right: &[S; B]) -> [S; B] {
        let mut x = *right;
        for (k, pivot) in self.r.iter().enumerate().rev() {
            let diagonal = entry(pivot, k);
            let mut sum = entry(&x, k);
            let after = pivot.get(k + 1..).unwrap_or_default().iter();
            for (&r, &x) in after.zip(x.get(k + 1..).unwrap_or_default()) {
                sum = sum - r * x;
            }
            if let Some(x) = x.get_mut(k) {
                *x = if diagonal.value() > 0.0 {
                    sum / diagonal
                } else {
                    S::constant(0.0)
                };
            }
        }
        x
    }

    /// Solves `Rᵀ y = x` in place: `‖y‖²` is then the variance of `x β` where rows have variance 1.
    pub fn solve_transposed(&self, x: &mut [S; B]) {
        for (k, pivot) in self.r.iter().enumerate() {
            let diagonal = entry(pivot, k);
            let value = if diagonal.value() > 0.0 {
                entry(x, k) / diagonal
            } else {
                S::constant(0.0)
            };
            let after = x.get_mut(k..).unwrap_or_default().iter_mut();
            for (x, &r) in after.zip(pivot.get(k..).unwrap_or_default()) {
                *x = *x - r * value;
            }
            if let Some(x) = x.get_mut(k) {
                *x = value;
            }
        }
    }

    /// The triangular matrix, row by row.
    #[must_use]
    pub fn matrix(&self) -> &[[S; B]; B] {
        &self.r
    }

    /// The sum of squares that no `x` explains.
    #[must_use]
    pub fn rest(&self) -> S {
        self.rest
    }

    /// The sum of the squares of all entries: the trace of the information matrix.
    #[must_use]
    pub fn trace(&self) -> S {
        let mut sum = S::constant(0.0);
        for &x in self.r.iter().flatten() {
            sum = sum + x * x;
        }
        sum
    }
}

/// An entry by its index, without a branch that could panic.
fn entry<S: Real, const B: usize>(row: &[S; B], k: usize) -> S {
    row.get(k).copied().unwrap_or(S::constant(0.0))
}

/// The sum of squares of a column of rows.
fn squares<S: Real, const B: usize, const M: usize>(rows: &[[S; B]; M], k: usize) -> S {
    let mut sum = S::constant(0.0);
    for row in rows {
        let x = entry(row, k);
        sum = sum + x * x;
    }
    sum
}

/// Reflects the pivot and the rows so that column `k` is `norm` in the pivot and zero in the rows; `sign` is 1 for
/// rows that come and -1 for rows that go.
fn reflect<S: Real, const B: usize, const M: usize>(
    pivot: &mut [S; B],
    z: &mut S,
    rows: &mut [[S; B]; M],
    right: &mut [S; M],
    k: usize,
    norm: S,
    sign: S,
) {
    let head = entry(pivot, k) + norm;
    let scale = S::constant(1.0) / (norm * head);
    let mut sums = [S::constant(0.0); B];
    // Slices of equal lengths, so that the loops over them run in lanes.
    let sums = sums.get_mut(k..).unwrap_or_default();
    let pivot = pivot.get_mut(k..).unwrap_or_default();
    for (sum, &x) in sums.iter_mut().zip(&*pivot) {
        *sum = head * x;
    }
    let mut last = head * *z;
    for (row, &b) in rows.iter().zip(&*right) {
        let row = row.get(k..).unwrap_or_default();
        let Some(&factor) = row.first() else { continue };
        if factor.value() == 0.0 {
            continue;
        }
        let factor = sign * factor;
        for (sum, &x) in sums.iter_mut().zip(row) {
            *sum = *sum + factor * x;
        }
        last = last + factor * b;
    }
    for (sum, x) in sums.iter_mut().zip(pivot) {
        *sum = *sum * scale;
        *x = head * *sum - *x;
    }
    last = last * scale;
    *z = head * last - *z;
    for (row, b) in rows.iter_mut().zip(right) {
        let row = row.get_mut(k..).unwrap_or_default();
        let Some(&factor) = row.first() else { continue };
        if factor.value() == 0.0 {
            continue;
        }
        for (x, &sum) in row.iter_mut().zip(&*sums) {
            *x = *x - factor * sum;
        }
        *b = *b - factor * last;
    }
}
