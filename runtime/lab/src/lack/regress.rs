//! Least squares from products of columns, a column after the other.

use nalgebra::{DMatrix, DVector};

use crate::numeric::add_outer;

/// A share of its square that a column has to have besides those before it, to be told from them.
const TOLD: f64 = 1e-4;

/// Products of columns, the last one that of the residual, of which some are fitted.
#[derive(Clone)]
pub(super) struct Regression {
    swept: DMatrix<f64>,
    squares: DVector<f64>,
    fitted: Vec<usize>,
}

impl Regression {
    /// None fitted yet.
    pub(super) fn of(products: DMatrix<f64>) -> Self {
        Self {
            squares: products.diagonal(),
            swept: products,
            fitted: Vec::new(),
        }
    }

    /// Fits a column besides those before it (by sweeping, Beaton 1964); not one that they make up.
    pub(super) fn fit(&mut self, column: usize) {
        let pivot = self.swept[(column, column)];
        if !self.is_told(column) {
            return;
        }
        let along = self.swept.column(column).into_owned();
        let own = along.as_slice();
        add_outer(&mut self.swept, -pivot.recip(), own, own);
        for k in 0..along.len() {
            self.swept[(k, column)] = along[k] / pivot;
            self.swept[(column, k)] = along[k] / pivot;
        }
        self.swept[(column, column)] = -pivot.recip();
        self.fitted.push(column);
    }

    fn is_told(&self, column: usize) -> bool {
        let pivot = self.swept[(column, column)];
        pivot > TOLD * self.squares[column] && pivot > 0.0 && !self.fitted.contains(&column)
    }

    fn residual(&self) -> usize {
        self.swept.nrows() - 1
    }

    /// By how much fitting further columns (one or two) would reduce the residual's square, with which coefficients
    /// and how many of them; none where they are not told from what is fitted.
    pub(super) fn gain(&self, columns: &[usize]) -> Option<(f64, Vec<f64>, usize)> {
        let mut further = Self {
            swept: DMatrix::from_fn(columns.len() + 1, columns.len() + 1, |i, j| {
                let at = |k: usize| columns.get(k).copied().unwrap_or(self.residual());
                self.swept[(at(i), at(j))]
            }),
            squares: DVector::from_fn(columns.len() + 1, |k, _| {
                columns.get(k).map_or(0.0, |&c| self.squares[c])
            }),
            fitted: Vec::new(),
        };
        if columns.iter().any(|column| self.fitted.contains(column)) {
            return None;
        }
        let before = further.left();
        (0..columns.len()).for_each(|k| further.fit(k));
        let (values, count) = (further.coefficients(), further.fitted.len());
        let values = values.as_slice()[..columns.len()].to_vec();
        (count > 0).then(|| (before - further.left(), values, count))
    }

    /// The residual's square.
    pub(super) fn left(&self) -> f64 {
        self.swept[(self.residual(), self.residual())]
    }

    /// Coefficients of all columns; 0 of those that are not fitted.
    pub(super) fn coefficients(&self) -> DVector<f64> {
        let mut all = DVector::zeros(self.swept.nrows());
        for &column in &self.fitted {
            all[column] = self.swept[(column, self.residual())];
        }
        all
    }

    /// Coefficients of all columns, had the residual been another, with these products with all of them.
    pub(super) fn coefficients_of(&self, along: &DVector<f64>) -> DVector<f64> {
        let mut all = DVector::zeros(self.swept.nrows());
        for &row in &self.fitted {
            let fitted = self.fitted.iter();
            all[row] = -fitted
                .map(|&k| self.swept[(k, row)] * along[k])
                .sum::<f64>();
        }
        all
    }

    /// The covariance of the coefficients of some columns, where residuals have unit variance.
    pub(super) fn covariance(&self, of: &[usize]) -> DMatrix<f64> {
        DMatrix::from_fn(of.len(), of.len(), |i, j| {
            let fitted = self.fitted.contains(&of[i]) && self.fitted.contains(&of[j]);
            if fitted {
                -self.swept[(of[i], of[j])]
            } else {
                0.0
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::Regression;

    #[test]
    fn columns_are_fitted_one_after_the_other() {
        let x = DMatrix::from_fn(20, 3, |t, k| {
            let t = t as f64;
            [1.0, t, 2.0 + 3.0 * t + 0.5 * t * t][k]
        });
        let squares = DMatrix::from_fn(20, 4, |t, k| match k {
            0 | 1 => x[(t, k)],
            2 => (t * t) as f64,
            _ => x[(t, 2)],
        });
        let mut regression = Regression::of(squares.tr_mul(&squares));
        regression.fit(0);
        regression.fit(1);
        let (gain, values, _) = regression.gain(&[2]).unwrap();
        assert!((gain / regression.left() - 1.0).abs() < 1e-9);
        assert!((values[0] - 0.5).abs() < 1e-9);
        regression.fit(2);
        let found = regression.coefficients();
        assert!(
            (found[0] - 2.0).abs() < 1e-7 && (found[1] - 3.0).abs() < 1e-7,
            "{found}"
        );
        let inverse = squares
            .columns(0, 3)
            .tr_mul(&squares.columns(0, 3))
            .try_inverse()
            .unwrap();
        let covariance = regression.covariance(&[0, 1, 2]);
        assert!((covariance - inverse).amax() < 1e-9);
    }

    /// Columns of a pseudo-random matrix, the last the residual.
    fn columns() -> DMatrix<f64> {
        let mut random = crate::random::Random::new(4);
        DMatrix::from_fn(12, 5, |_, k| (k + 1) as f64 * random.normal())
    }

    /// What least squares by some columns leave, and their coefficients.
    fn fitted(all: &DMatrix<f64>, of: &[usize]) -> (f64, Vec<f64>) {
        let (matrix, right) = (all.select_columns(of), all.column(4).into_owned());
        let found = matrix
            .clone()
            .svd(true, true)
            .solve(&right, 1e-12)
            .expect("a solution");
        let left = (right - matrix * &found).norm_squared();
        (left, found.as_slice().to_vec())
    }

    #[test]
    fn further_columns_gain_what_least_squares_lose() {
        let all = columns();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9 * b.abs().max(1.0), "{a} for {b}");
        let mut regression = Regression::of(all.tr_mul(&all));
        near(regression.left(), all.column(4).norm_squared());
        assert_eq!(regression.coefficients().as_slice(), [0.0; 5]);
        regression.fit(2);
        let (before, _) = fitted(&all, &[2]);
        near(regression.left(), before);
        // Two at once, in either order, and one.
        for further in [&[0, 3][..], &[3, 0], &[1]] {
            let (after, values) = fitted(&all, &[&[2], further].concat());
            let (gain, found, count) = regression.gain(further).expect("a gain");
            near(gain, before - after);
            assert_eq!(count, further.len());
            found
                .iter()
                .zip(&values[1..])
                .for_each(|(a, b)| near(*a, *b));
        }
        // What is fitted already gains nothing more; fitting it again changes nothing.
        assert!(regression.gain(&[2]).is_none() && regression.gain(&[0, 2]).is_none());
        let same = regression.coefficients();
        regression.fit(2);
        assert_eq!(regression.coefficients(), same);
        regression.fit(0);
        let (left, values) = fitted(&all, &[2, 0]);
        near(regression.left(), left);
        near(regression.coefficients()[2], values[0]);
        near(regression.coefficients()[0], values[1]);
        // Deviations of what is not fitted are none.
        let some = all.select_columns(&[2, 0]);
        let inverse = some.tr_mul(&some).try_inverse().expect("an inverse");
        let covariance = regression.covariance(&[0, 1, 2]);
        near(covariance[(0, 0)], inverse[(1, 1)]);
        near(covariance[(0, 2)], inverse[(0, 1)]);
        near(covariance[(2, 2)], inverse[(0, 0)]);
        assert!((0..3).all(|k| covariance[(k, 1)] == 0.0 && covariance[(1, k)] == 0.0));
    }

    /// Of two rows of numbers that are the residual in turn, both are fitted as least squares have them.
    #[test]
    fn another_residual_is_fitted_by_its_products() {
        let all = columns();
        let mut regression = Regression::of(all.tr_mul(&all));
        regression.fit(3);
        regression.fit(0);
        let other = nalgebra::DVector::from_fn(12, |t, _| (t * t % 7) as f64 - 2.5);
        let found = regression.coefficients_of(&all.tr_mul(&other));
        let mut instead = all.clone();
        instead.set_column(4, &other);
        let (_, expected) = fitted(&instead, &[3, 0]);
        for (place, x) in [(3, expected[0]), (0, expected[1]), (1, 0.0), (4, 0.0)] {
            assert!((found[place] - x).abs() < 1e-12, "{found}");
        }
    }

    #[test]
    fn a_column_that_others_make_up_is_not_told() {
        let mut all = columns();
        // Of its square 1e-4 are beside the first: hardly more, hardly less.
        let across = all.column(1)
            - all.column(0) * (all.column(0).dot(&all.column(1)) / all.column(0).norm_squared());
        let across = across.normalize() * all.column(0).norm();
        for (share, told) in [(1.03e-2, true), (0.97e-2, false)] {
            let near = all.column(0) + &across * share;
            all.set_column(3, &near);
            let mut regression = Regression::of(all.tr_mul(&all));
            regression.fit(0);
            assert_eq!(regression.gain(&[3]).is_some(), told);
            let count = regression
                .gain(&[3, 2])
                .map(|(_, values, count)| (values[0] != 0.0, count));
            assert_eq!(count, Some((told, 1 + usize::from(told))));
            regression.fit(3);
            assert_eq!(regression.coefficients()[3] != 0.0, told);
        }
        all.set_column(3, &DMatrix::zeros(12, 1).column(0));
        assert!(Regression::of(all.tr_mul(&all)).gain(&[3]).is_none());
    }
}
