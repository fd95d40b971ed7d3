//! Least squares that is drawn towards a centre: the solver behind ridge regression and priors.

use nalgebra::{DMatrix, DVector};

use crate::numeric::{Decomposition, Svd, rank};
use crate::regression::Triangle;

/// Points of an L-curve over which `μ` grows by a factor of e: to a share of 1/400.
const CURVE: f64 = 400.0;

/// What is drawn where: coordinates `x` with `beta = map x`, a centre, and the size of a unit
/// departure from it; a coordinate without a size is free.
pub(super) struct Regularisation {
    /// `b × k`.
    pub(super) map: DMatrix<f64>,
    /// `k`.
    pub(super) centre: DVector<f64>,
    /// `k`.
    pub(super) sizes: Vec<Option<f64>>,
}

/// The minimum of `|R map x - z|² + μ² Σ ((x_j - centre_j) / size_j)²` for any `μ`, from one
/// decomposition.
///
/// Free coordinates are projected out first, so that nothing is drawn where nothing is known; the
/// rest is in Tikhonov's standard form, whose singular values `σ` it filters by
/// `σ / (σ² + μ²)`.
pub(super) struct Regularised {
    map: DMatrix<f64>,
    /// Turns what the free coordinates leave into departures in units of their sizes.
    right: DMatrix<f64>,
    values: Vec<f64>,
    left: DMatrix<f64>,
    /// `R map size` of the coordinates that are drawn.
    drawn_columns: DMatrix<f64>,
    sizes: Vec<Option<f64>>,
    /// The pseudo-inverse of the free coordinates' columns.
    free: DMatrix<f64>,
}

impl Regularised {
    pub(super) fn of(triangle: &Triangle, towards: &Regularisation) -> Self {
        let columns = &triangle.r * &towards.map;
        let is_free = |k: &usize| towards.sizes[*k].is_none();
        let free =
            columns.select_columns(&(0..towards.sizes.len()).filter(is_free).collect::<Vec<_>>());
        let free = Decomposition::of(&free);
        let seen = free.left.columns(0, free.rank);
        let drawn: Vec<usize> = (0..towards.sizes.len()).filter(|k| !is_free(k)).collect();
        let mut drawn_columns = columns.select_columns(&drawn);
        for (mut column, size) in drawn_columns
            .column_iter_mut()
            .zip(towards.sizes.iter().flatten())
        {
            column *= *size;
        }
        let left_over = &drawn_columns - seen * seen.transpose() * &drawn_columns;
        // Fewer equations than coordinates: the transpose is the tall one.
        let svd = Svd::of(left_over.transpose());
        Self {
            map: towards.map.clone(),
            right: svd.left,
            values: svd.values,
            left: svd.right,
            drawn_columns,
            sizes: towards.sizes.clone(),
            free: free.inverse,
        }
    }

    /// What the news (`z` less what the centre predicts) is multiplied by to give departures from
    /// the centre: in coordinates (`k × b`), and in base parameters (`b × b`).
    pub(super) fn gain(&self, mu: f64) -> (DMatrix<f64>, DMatrix<f64>) {
        let excited = self.excited();
        let mut filtered = self.right.clone();
        for (k, (mut column, value)) in filtered.column_iter_mut().zip(&self.values).enumerate() {
            let filter = value / (value * value + mu * mu);
            column *= if k < excited { filter } else { 0.0 };
        }
        let drawn = filtered * self.left.transpose();
        let equations = self.drawn_columns.nrows();
        let rest = DMatrix::identity(equations, equations) - &self.drawn_columns * &drawn;
        let free = &self.free * rest;
        let mut gain = DMatrix::zeros(self.sizes.len(), equations);
        let (mut next_free, mut next_drawn) = (0, 0);
        for (k, size) in self.sizes.iter().enumerate() {
            let row = match size {
                Some(size) => {
                    next_drawn += 1;
                    drawn.row(next_drawn - 1) * *size
                }
                None => {
                    next_free += 1;
                    free.row(next_free - 1).into_owned()
                }
            };
            gain.set_row(k, &row);
        }
        let base = &self.map * &gain;
        (gain, base)
    }

    /// The largest singular value of what is drawn: a `μ` far above it leaves the centre as it is.
    pub(super) fn largest(&self) -> f64 {
        self.values.first().copied().unwrap_or(0.0)
    }

    /// The smallest that is not zero: a `μ` far below it hardly changes what is identifiable.
    pub(super) fn smallest(&self) -> f64 {
        let excited = self.values[..self.excited()].last();
        excited.copied().unwrap_or_else(|| self.largest())
    }

    /// The `μ` at the corner of the L-curve, the size of departures over the residual in logarithms (Hansen 1992): where
    /// that bends most. `news` is `z` less what the centre predicts, `outside` the norm of what no parameters explain. None of a
    /// curve without a bend, or of less than two directions that are excited.
    ///
    /// With `φ = σ²/(σ² + μ²)` and the news `b` along left singular vectors the squares are `Σ (1-φ)² b²` and `Σ φ² b²/σ²`;
    /// their derivatives by `ln μ` follow from `φ' = -2 φ (1-φ)`.
    pub(super) fn corner(&self, news: &DVector<f64>, outside: f64) -> Option<f64> {
        let excited = self.excited();
        if excited < 2 {
            return None;
        }
        let along = self.left.transpose() * news;
        let beyond = news.norm_squared() - along.rows(0, excited).norm_squared();
        let beyond = beyond.max(0.0) + outside * outside;
        let bend = |mu: f64| -> f64 {
            let (mut left, mut size) = ([beyond, 0.0, 0.0], [0.0; 3]);
            for (value, b) in self.values[..excited].iter().zip(along.iter()) {
                let f = value * value / (value * value + mu * mu);
                let (rest, square) = (1.0 - f, b * b);
                left[0] += rest * rest * square;
                left[1] += 4.0 * f * rest * rest * square;
                left[2] -= 8.0 * f * rest * rest * (1.0 - 3.0 * f) * square;
                let square = square / (value * value);
                size[0] += f * f * square;
                size[1] -= 4.0 * f * f * rest * square;
                size[2] += 8.0 * f * f * rest * (2.0 - 3.0 * f) * square;
            }
            // Halves of the logarithms of both.
            let [x, y] = [left, size].map(|[whole, first, second]| {
                let slope = first / whole;
                [0.5 * slope, 0.5 * (second / whole - slope * slope)]
            });
            (x[0] * y[1] - x[1] * y[0]) / (x[0] * x[0] + y[0] * y[0]).powf(1.5)
        };
        let (lowest, highest) = (self.smallest().ln(), self.largest().ln());
        let points = ((highest - lowest) * CURVE).ceil().max(1.0);
        let at = |k: f64| (lowest + (highest - lowest) * k / points).exp();
        let all = (0..=points as usize).map(|k| at(k as f64));
        let bends = all
            .map(|mu| (mu, bend(mu)))
            .filter(|(_, bend)| bend.is_finite());
        let most = bends.max_by(|a, b| a.1.total_cmp(&b.1))?;
        (most.1 > 0.0).then_some(most.0)
    }

    fn excited(&self) -> usize {
        rank(&self.values)
    }
}

#[cfg(test)]
mod tests;
