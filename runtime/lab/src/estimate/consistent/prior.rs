//! What a physically consistent fit is drawn to: nominal bodies, in a metric of their own.

use nalgebra::{DMatrix, DVector, Matrix4, SymmetricEigen, U4};

use super::super::prior::sizes;
use super::super::{PriorMetric, PriorScale};
use super::Coordinates;
use crate::cone::block::{PAIRS, Vector, matrix, vector};
use crate::cone::quadratic::Quadratic;
use armwright_runtime::{Model, ParameterKind};

/// The weight of the logarithm that keeps a body without nominal values inside the cone, in squared deviations.
const REGULAR: f64 = 1e-2;
/// The weight that draws to 0 what nothing is known of, in squared deviations: it decides what torques do not.
const FAINT: f64 = 1e-6;
/// A share of the mean eigenvalue of a nominal pseudo-inertia below which a direction of it is not trusted.
const THIN: f64 = 1e-3;

/// What a fit is drawn to.
#[derive(Clone)]
pub(super) struct Prior {
    /// The pseudo-inertia of each body, in units of its block; whether the file has it.
    pub(super) bodies: Vec<(Matrix4<f64>, bool)>,
    /// Scalars and free numbers: their place, nominal value and size; without a nominal value 0 and a unit.
    pub(super) drives: Vec<(usize, f64, f64, bool)>,
    /// Euclidean: rows of departures of inertial parameters in shares of a body's size (`rows × variables`), with
    /// what they are at the nominal values.
    pub(super) euclidean: Option<(DMatrix<f64>, DVector<f64>)>,
    pub(super) metric: PriorMetric,
}

impl Prior {
    pub(super) fn of(
        model: &Model,
        coordinates: &Coordinates,
        nominal: &[Option<f64>],
        metric: PriorMetric,
    ) -> Self {
        let map = &coordinates.map;
        let known = |body: usize| {
            let mut parameters = model.parameters.iter().zip(nominal);
            parameters.all(|(parameter, value)| match parameter.kind {
                ParameterKind::Inertial { body: of, .. } => of != body || value.is_some(),
                _ => true,
            })
        };
        let point = coordinates.point(nominal);
        let bodies = (0..coordinates.bodies).map(|body| {
            let at = PAIRS.len() * body;
            let found = Vector::from_column_slice(&point.as_slice()[at..at + PAIRS.len()]);
            let found = matrix(&found);
            match known(body) && found[(3, 3)] > 0.0 && found.trace() > 0.0 {
                true => (found, true),
                false => (ball(), false),
            }
        });
        let bodies: Vec<_> = bodies.collect();
        let drives = coordinates.drives.iter().map(|&(parameter, variable)| {
            let unit = map[(parameter, variable)];
            match nominal[parameter].filter(|value| *value != 0.0) {
                Some(value) => (variable, value / unit, (value / unit).abs(), true),
                None => (variable, 0.0, 1.0, false),
            }
        });
        let drives = drives.collect();
        let euclidean = (metric == PriorMetric::Euclidean).then(|| {
            let sizes = sizes(model, nominal, PriorScale::Size);
            let of_known = |kind: ParameterKind| match kind {
                ParameterKind::Inertial { body, .. } => bodies.get(body).is_some_and(|b| b.1),
                _ => false,
            };
            let rows = model.parameters.iter().enumerate();
            let rows = rows.filter(|(_, parameter)| of_known(parameter.kind));
            let rows = rows.filter_map(|(k, _)| Some(map.row(k) / sizes[k]?));
            let rows: Vec<_> = rows.collect();
            let matrix = match rows.is_empty() {
                true => DMatrix::zeros(0, map.ncols()),
                false => DMatrix::from_rows(&rows),
            };
            let right = &matrix * &point;
            (matrix, right)
        });
        Self {
            bodies,
            drives,
            euclidean,
            metric,
        }
    }

    /// What the logarithms of a program lack of divergences, which are 0 at the nominal values.
    pub(super) fn constant(&self, mu: f64) -> f64 {
        let bodies = self.bodies.iter().map(|(nominal, known)| {
            let root = inverse_root(nominal);
            let weight = self.entropic(*known, mu).unwrap_or(0.0);
            -weight * (4.0 + 2.0 * root.determinant().ln())
        });
        bodies.sum()
    }

    /// The weight of a body's divergence, where departures are measured by it.
    pub(super) fn entropic(&self, known: bool, mu: f64) -> Option<f64> {
        match (known, self.metric) {
            (false, _) => Some(REGULAR),
            (true, PriorMetric::Entropic) => Some(2.0 * mu * mu),
            (true, _) => None,
        }
    }

    /// Bodies without nominal values.
    pub(super) fn open(&self) -> Vec<usize> {
        let bodies = self.bodies.iter().enumerate();
        bodies
            .filter(|(_, (_, known))| !known)
            .map(|(k, _)| k)
            .collect()
    }

    /// Whether there is a nominal value of anything.
    pub(super) fn is_known(&self) -> bool {
        self.bodies.iter().any(|(_, known)| *known) || self.drives.iter().any(|drive| drive.3)
    }

    /// `|A x - c|²` of the recordings with the prior, whose weight is `mu²`.
    ///
    /// Near the nominal values all metrics of a body are `mu² tr((J₀⁻¹ dJ)²)`, the squared length of a departure in the
    /// affine-invariant geometry, in which the body's own size is 1 whatever its shape (Lee, Wensing and Park 2020);
    /// the Euclidean one is not.
    pub(super) fn program(
        &self,
        data: (DMatrix<f64>, &DVector<f64>),
        mu: f64,
        coordinates: &Coordinates,
    ) -> Quadratic {
        let (data, right) = data;
        let n = data.ncols();
        let mut rows: Vec<(DVector<f64>, f64)> = Vec::new();
        let mut linear = DVector::zeros(n);
        let blocks = coordinates.blocks;
        let mut logarithms = vec![0.0; blocks];
        for (block, (nominal, known)) in self.bodies.iter().enumerate() {
            let at = PAIRS.len() * block;
            let root = inverse_root(nominal);
            if let Some(weight) = self.entropic(*known, mu) {
                // -log det J + tr(J₀⁻¹ J): the divergence, but for a constant.
                let gradient = vector(&(root * root)) * weight;
                linear.rows_mut(at, PAIRS.len()).copy_from(&gradient);
                logarithms[block] = weight;
            } else if self.metric == PriorMetric::Pullback {
                for k in 0..PAIRS.len() {
                    let mut unit = Vector::zeros();
                    unit[k] = 1.0;
                    // The map is its own transpose.
                    let row = vector(&(root * matrix(&unit) * root)) * mu;
                    let mut long = DVector::zeros(n);
                    long.rows_mut(at, PAIRS.len()).copy_from(&row);
                    rows.push((long, row.dot(&vector(nominal))));
                }
            }
        }
        if let Some((matrix, nominal)) = &self.euclidean {
            let pairs = matrix.row_iter().zip(nominal);
            rows.extend(pairs.map(|(row, value)| (row.transpose() * mu, value * mu)));
        }
        for &(variable, value, size, known) in &self.drives {
            let share = if known { mu / size } else { FAINT.sqrt() };
            let mut row = DVector::zeros(n);
            row[variable] = share;
            rows.push((row, share * value));
        }
        let scalars = coordinates.scalars;
        let all = data.nrows() + rows.len();
        let mut matrix = data.resize_vertically(all, 0.0);
        let mut right = right.clone().resize_vertically(all, 0.0);
        for (k, (row, value)) in rows.iter().enumerate() {
            let place = all - rows.len() + k;
            matrix.set_row(place, &row.transpose());
            right[place] = *value;
        }
        logarithms.resize(blocks + scalars, 0.0);
        Quadratic {
            blocks,
            scalars,
            free: coordinates.free,
            matrix,
            right,
            linear,
            logarithms,
            equations: coordinates.equations.clone(),
        }
    }
}

/// The pseudo-inertia of a ball about the origin whose mass and radius of gyration are 1.
fn ball() -> Matrix4<f64> {
    let third = 1.0 / 3.0;
    Matrix4::from_diagonal(&[third, third, third, 1.0].into())
}

/// A pseudo-inertia as the metric takes it: directions in which it is thin, or that no body can have, count as of a
/// thousandth of its mean.
pub(super) fn trusted(nominal: &Matrix4<f64>) -> SymmetricEigen<f64, U4> {
    let mut eigen = SymmetricEigen::new(*nominal);
    let least = thin(nominal);
    eigen.eigenvalues.apply(|x| *x = x.max(least));
    eigen
}

/// What an eigenvalue of a pseudo-inertia counts at least.
pub(super) fn thin(nominal: &Matrix4<f64>) -> f64 {
    THIN * nominal.trace() / 4.0
}

/// `J^(-1/2)` of a pseudo-inertia as the metric takes it ([`trusted`]).
pub(super) fn inverse_root(nominal: &Matrix4<f64>) -> Matrix4<f64> {
    let mut eigen = trusted(nominal);
    eigen.eigenvalues.apply(|x| *x = x.sqrt().recip());
    eigen.recompose()
}

#[cfg(test)]
pub(super) mod tests;
