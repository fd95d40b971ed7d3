//! What the noise of one row is seen through: columns of unit size and residuals, in the order of time.

use nalgebra::{DMatrix, DMatrixView, DVector};

use crate::numeric::{add_outer, product};

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
    /// For `j <= k`, in the order of [`pairs`], a column each: the lower triangle of the symmetric part.
    packed: DMatrix<f64>,
    /// `r + 1`.
    pub(super) width: usize,
    /// How many terms each has.
    pub(super) counts: Vec<f64>,
    pub(super) order: usize,
    pub(super) runs: f64,
}

/// `(j, k)` with `j <= k <= order`; those of lower orders come first.
pub(super) fn pairs(order: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=order).flat_map(|k| (0..=k).map(move |j| (j, k)))
}

/// The places of a lower triangle, column after column.
fn triangle(width: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..width).flat_map(move |j| (j..width).map(move |i| (i, j)))
}

impl Products {
    /// Of all records of a row; stretches too short for the quadratic form to be exact are left out.
    pub(super) fn of(records: &[&Record], order: usize) -> Self {
        let width = records.first().map_or(1, |record| record.matrix.ncols());
        let count = pairs(order).count();
        let mut found = Self {
            packed: DMatrix::zeros(width * (width + 1) / 2, count),
            width,
            counts: vec![0.0; count],
            order,
            runs: 0.0,
        };
        for record in records {
            for (start, length) in long_runs(&record.kept, order) {
                found.runs += 1.0;
                for lag in 0..=order {
                    found.add_lag(&record.matrix.rows(start, length), lag);
                }
            }
        }
        found
    }

    /// Adds a run's products of all pairs that are `lag` apart: a pair has the products of the one before it without
    /// the first and the last.
    fn add_lag(&mut self, run: &DMatrixView<'_, f64>, lag: usize) {
        let length = run.nrows();
        let mut sum = run.rows(0, length - lag).transpose() * run.rows(lag, length - lag);
        let each = pairs(self.order).enumerate();
        for (place, (j, k)) in each.filter(|(_, (j, k))| k - j == lag) {
            if j > 0 {
                let at = |t: usize| -> Vec<f64> { run.row(t).iter().copied().collect() };
                for t in [j - 1, length - k] {
                    add_outer(&mut sum, -1.0, &at(t), &at(t + lag));
                }
            }
            let mut packed = self.packed.column_mut(place);
            for (packed, (i, j)) in packed.iter_mut().zip(triangle(self.width)) {
                *packed += (sum[(i, j)] + sum[(j, i)]) * 0.5;
            }
            self.counts[place] += (length - j - k) as f64;
        }
    }

    /// How many samples count.
    pub(super) fn samples(&self) -> f64 {
        self.counts[0]
    }

    /// `Σ a_j a_k D_jk`: the products of whitened rows.
    pub(super) fn whitened(&self, filter: &[f64]) -> DMatrix<f64> {
        let weights = pairs(filter.len() - 1).map(|(j, k)| {
            let twice = if j == k { 1.0 } else { 2.0 };
            twice * filter[j] * filter[k]
        });
        let packed = product(&self.packed, &weights.collect::<Vec<f64>>());
        let mut sum = DMatrix::zeros(self.width, self.width);
        let mut packed = packed.iter();
        for j in 0..self.width {
            for (i, x) in (j..self.width).zip(&mut packed) {
                sum[(i, j)] = *x;
                sum[(j, i)] = *x;
            }
        }
        sum
    }

    /// What each product of the noise, up to an order, is expected to be if `-change` is what the residual lacks of the
    /// parameters, up to an error of covariance `spread`.
    pub(super) fn expected(
        &self,
        change: &DVector<f64>,
        spread: &DMatrix<f64>,
        order: usize,
    ) -> Vec<f64> {
        let size = spread.nrows();
        let with = (-change).push(1.0);
        let mut weights = Vec::with_capacity(self.packed.nrows());
        for j in 0..self.width {
            let uncertain = |i: usize| if i < size { spread[(i, j)] } else { 0.0 };
            weights.push(with[j] * with[j] + uncertain(j));
            weights.extend((j + 1..self.width).map(|i| 2.0 * (with[i] * with[j] + uncertain(i))));
        }
        let weights = DVector::from_vec(weights);
        let packed = self.packed.columns(0, pairs(order).count());
        packed.tr_mul(&weights).data.into()
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
    use nalgebra::{DMatrix, DVector};

    use super::{Products, Record, pairs, triangle, usable};
    use crate::random::Random;

    fn records() -> [Record; 2] {
        let mut random = Random::new(9);
        let gaps = [vec![5, 6, 14], vec![2]];
        [20, 11].map(|n| {
            let kept: Vec<bool> = (0..n)
                .map(|t| !gaps[usize::from(n == 11)].contains(&t))
                .collect();
            let mut matrix = DMatrix::from_fn(n, 3, |_, _| random.normal());
            for t in (0..n).filter(|t| !kept[*t]) {
                matrix.row_mut(t).fill(0.0);
            }
            Record { matrix, kept }
        })
    }

    /// Stretches of more than four samples: 0 to 5, 7 to 14, 15 to 20, and 3 to 11.
    const LONG: [(usize, usize, usize); 4] = [(0, 0, 5), (0, 7, 14), (0, 15, 20), (1, 3, 11)];

    /// `Σ_t v_(t+j) v_(t+k)ᵀ` of all of them, its symmetric part.
    fn product(records: &[Record], j: usize, k: usize) -> (DMatrix<f64>, usize) {
        let (mut sum, mut count) = (DMatrix::zeros(3, 3), 0);
        for (record, from, to) in LONG {
            let rows = records[record].matrix.rows(from, to - from).into_owned();
            for t in 0..(to - from).saturating_sub(j + k) {
                let outer = rows.row(t + j).transpose() * rows.row(t + k);
                sum += (&outer + outer.transpose()) * 0.5;
                count += 1;
            }
        }
        (sum, count)
    }

    #[test]
    fn products_are_sums_over_stretches_that_are_long_enough() {
        let records = records();
        assert_eq!(
            pairs(2).collect::<Vec<_>>(),
            [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
        );
        assert_eq!(triangle(2).collect::<Vec<_>>(), [(0, 0), (1, 0), (1, 1)]);
        let found = Products::of(&records.iter().collect::<Vec<_>>(), 2);
        assert_eq!((found.width, found.order, found.runs), (3, 2, 4.0));
        assert_eq!(found.samples(), 25.0);
        // 27 samples count, of which 25 are in stretches of more than two.
        assert_eq!([0, 1, 2].map(|order| usable(&records, order)), [27, 25, 25]);
        let (change, spread) = (
            DVector::from_row_slice(&[0.3, -0.7]),
            DMatrix::from_row_slice(2, 2, &[0.5, 0.1, 0.1, 0.2]),
        );
        let expected = found.expected(&change, &spread, 2);
        for (place, (j, k)) in pairs(2).enumerate() {
            let (sum, count) = product(&records, j, k);
            assert_eq!(found.counts[place], count as f64, "{j} {k}");
            // The noise is the residual less what the columns explain, whose change is uncertain.
            let with = DVector::from_row_slice(&[-0.3, 0.7, 1.0]);
            let mut value = (with.transpose() * &sum * &with)[(0, 0)];
            value += sum.view((0, 0), (2, 2)).component_mul(&spread).sum();
            assert!((expected[place] - value).abs() < 1e-10, "{j} {k}");
        }
        assert_eq!(found.expected(&change, &spread, 1).len(), 3);
        let filter = [1.0, -0.6, 0.25];
        let mut whole = DMatrix::zeros(3, 3);
        for j in 0..3 {
            for k in 0..3 {
                whole += product(&records, j.min(k), j.max(k)).0 * (filter[j] * filter[k]);
            }
        }
        assert!((found.whitened(&filter) - whole).amax() < 1e-10);
        let first = product(&records, 0, 0).0;
        assert!((found.whitened(&[1.0]) - first).amax() < 1e-10);
    }

    #[test]
    fn runs_are_between_gaps() {
        let kept = [true, true, false, true, false, false, true];
        assert_eq!(super::runs(&kept), [(0, 2), (3, 1), (6, 1)]);
        assert_eq!(super::runs(&[false; 3]), []);
    }
}
