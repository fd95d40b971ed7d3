//! How far an estimate is from nominal values: in the sizes of bodies, and in the torques that it predicts.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::prior::sizes;
use super::{Estimate, PriorScale};
use crate::numeric::Decomposition;
use crate::parameters::base_matrix;
use crate::regression::Observation;
use armwright_runtime::Model;

/// How far base parameters are from those of nominal values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Departure {
    /// The least departure of standard parameters that makes it, each in shares of its body's nominal mass, size and
    /// inertia (of a drive's nominal value), as a root mean square over the independent ones; what has no nominal
    /// value departs freely.
    pub size: f64,
    /// RMS of the torques that base parameters predict otherwise than nominal values do, over RMS of the measured ones.
    pub torque: f64,
}

impl Departure {
    /// Of an estimate from nominal values of the robot file; none where there are none.
    pub(crate) fn of(
        model: &Model,
        observation: &Observation,
        estimate: &Estimate,
    ) -> Option<Self> {
        let nominal: Vec<Option<f64>> = model.parameters.iter().map(|p| p.nominal).collect();
        if nominal.iter().flatten().all(|value| *value == 0.0) {
            return None;
        }
        let map = base_matrix(model);
        let theta = DVector::from_iterator(nominal.len(), nominal.iter().map(|v| v.unwrap_or(0.0)));
        let apart = DVector::from_column_slice(&estimate.beta) - &map * theta;
        let sizes = sizes(model, &nominal, PriorScale::Size);
        let columns = |wanted: bool| -> DMatrix<f64> {
            let those = sizes
                .iter()
                .enumerate()
                .filter(|(_, size)| size.is_some() == wanted);
            let each = those.map(|(k, size)| map.column(k) * size.unwrap_or(1.0));
            let each: Vec<_> = each.collect();
            match each.is_empty() {
                true => DMatrix::zeros(map.nrows(), 0),
                false => DMatrix::from_columns(&each),
            }
        };
        // What departs freely explains what it can.
        let free = columns(false);
        let rest = |of: &DMatrix<f64>| of - &free * (Decomposition::of(&free).inverse * of);
        let drawn = rest(&columns(true));
        let svd = drawn.clone().svd(true, true);
        let rank = svd.rank(1e-9 * svd.singular_values.max());
        let least = svd.solve(
            &rest(&DMatrix::from_column_slice(
                apart.len(),
                1,
                apart.as_slice(),
            )),
            1e-9 * svd.singular_values.max(),
        );
        let (r, z, outside) = observation.factor(&vec![1.0; observation.rows()]).parts();
        let measured = DVector::from_vec(z).norm().hypot(outside);
        Some(Self {
            size: least.ok()?.norm() / (rank.max(1) as f64).sqrt(),
            torque: (r * apart).norm() / measured,
        })
    }
}
