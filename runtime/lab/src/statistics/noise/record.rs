//! What the noise of one row is seen through: columns of unit size and residuals, in the order of time.

use nalgebra::{DMatrix, DVector};

/// One row's columns and residuals along one motion; zeros where a sample does not count.
pub(crate) struct Record {
    /// Orthonormal columns, then the residual (`samples × (r + 1)`).
    pub(crate) matrix: DMatrix<f64>,
    /// Which samples count.
    pub(crate) kept: Vec<bool>,
}

/// `Σ_t v_(t+j) v_(t+k)ᵀ` over stretches without gaps, `t` from 0 to `N - 1 - j - k`, of rows
/// `v = [columns, residual]`.
pub(super) struct Products {
    /// For `j <= k`, made symmetric (`(r + 1)²`), in the order of [`pairs`].
    each: Vec<DMatrix<f64>>,
    /// How many terms each has.
    pub(super) counts: Vec<f64>,
    pub(super) order: usize,
    pub(super) runs: f64,
}

/// `(j, k)` with `j <= k <= order`.
pub(super) fn pairs(order: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=order).flat_map(move |j| (j..=order).map(move |k| (j, k)))
}

impl Products {
    /// Of all records of a row; stretches too short for the quadratic form to be exact are left out.
    pub(super) fn of(records: &[&Record], order: usize) -> Self {
        let width = records.first().map_or(1, |record| record.matrix.ncols());
        let mut found = Self {
            each: pairs(order).map(|_| DMatrix::zeros(width, width)).collect(),
            counts: vec![0.0; pairs(order).count()],
            order,
            runs: 0.0,
        };
        for record in records {
            for (start, length) in long_runs(&record.kept, order) {
                found.runs += 1.0;
                for (place, (j, k)) in pairs(order).enumerate() {
                    let count = length - j - k;
                    let one = record.matrix.rows(start + j, count);
                    let other = record.matrix.rows(start + k, count);
                    found.each[place].gemm_tr(1.0, &one, &other, 1.0);
                    found.counts[place] += count as f64;
                }
            }
        }
        for matrix in &mut found.each {
            *matrix = (&*matrix + matrix.transpose()) * 0.5;
        }
        found
    }

    /// How many samples count.
    pub(super) fn samples(&self) -> f64 {
        self.counts[0]
    }

    /// `Σ a_j a_k D_jk`: the products of whitened rows.
    pub(super) fn whitened(&self, filter: &[f64]) -> DMatrix<f64> {
        let mut sum = DMatrix::zeros(self.each[0].nrows(), self.each[0].ncols());
        for (matrix, (j, k)) in self.each.iter().zip(pairs(self.order)) {
            if k < filter.len() {
                let twice = if j == k { 1.0 } else { 2.0 };
                let weight = twice * filter[j] * filter[k];
                sum.zip_apply(matrix, |sum, x| *sum += weight * x);
            }
        }
        sum
    }

    /// What each product of the noise is expected to be if `-change` is what the residual lacks of the
    /// parameters, up to an error of covariance `spread`.
    pub(super) fn expected(&self, change: &DVector<f64>, spread: &DMatrix<f64>) -> Vec<f64> {
        let size = spread.nrows();
        let mut with = -change.clone();
        with = with.push(1.0);
        let each = self.each.iter().map(|matrix| {
            let unknown = matrix.view((0, 0), (size, size)).dot(spread);
            with.dot(&(matrix * &with)) + unknown
        });
        each.collect()
    }
}

/// Stretches of more than twice a model's order.
fn long_runs(kept: &[bool], order: usize) -> impl Iterator<Item = (usize, usize)> {
    let all = runs(kept).into_iter();
    all.filter(move |(_, length)| *length > 2 * order)
}

/// How many samples are in stretches of more than twice a model's order.
pub(super) fn usable(records: &[Record], order: usize) -> usize {
    let all = records
        .iter()
        .flat_map(|record| long_runs(&record.kept, order));
    all.map(|(_, length)| length).sum()
}

/// Stretches that count: where each begins, and how long it is.
fn runs(kept: &[bool]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut start = None;
    for (t, counts) in kept.iter().copied().chain([false]).enumerate() {
        match (counts, start) {
            (true, None) => start = Some(t),
            (false, Some(from)) => {
                all.push((from, t - from));
                start = None;
            }
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    #[test]
    fn runs_are_between_gaps() {
        let kept = [true, true, false, true, false, false, true];
        assert_eq!(super::runs(&kept), [(0, 2), (3, 1), (6, 1)]);
        assert_eq!(super::runs(&[false; 3]), []);
    }
}
