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

#[cfg(test)]
mod tests {
    use armwright_runtime::{Model, Parameter};

    use super::Departure;
    use crate::estimate::{Method, estimate};
    use crate::regression::by_hand::{B, MODEL, PARAMETERS, drawn, near, observed, stacked};

    /// Base parameters of the nominal values but for these changes.
    fn beta(changes: [f64; B]) -> [f64; B] {
        let nominal = [1.5, 1.2, 3.0, 0.2, 0.7, 0.0];
        std::array::from_fn(|k| nominal[k] + changes[k])
    }

    #[test]
    fn the_least_departure_makes_what_was_found() {
        // The offset is free; friction departs by a tenth and a fifth of itself, a mass by a third of 4 kg.
        let changes = [0.0, 0.0, 4.0 / 3.0, 0.02, -0.14, 5.0];
        let parts = drawn(2, 30, beta(changes), 0.0);
        let observation = observed(&parts);
        let found = estimate(&observation, &MODEL, &Method::Ols.into()).expect("an estimate");
        let departure = Departure::of(&MODEL, &observation, &found).expect("a departure");
        // Of five base parameters that have nominal values, as a root mean square.
        let squares = 1.0 / 9.0 + 0.01 + 0.04;
        assert!(
            (departure.size - (squares / 5.0f64).sqrt()).abs() < 1e-6,
            "{departure:?}"
        );
        let (matrix, torque) = stacked(&parts, [1.0, 1.0]);
        let apart = &matrix * nalgebra::DVector::from_row_slice(&changes);
        near(departure.torque, apart.norm() / torque.norm());
    }

    /// Rows count alike, however the estimate weighs them, and what no parameters explain is part of what was measured.
    #[test]
    fn torques_depart_from_all_that_was_measured() {
        let changes = [0.3, -0.2, 0.5, 0.1, -0.1, 1.0];
        let parts = drawn(2, 30, beta(changes), 2.0);
        let observation = observed(&parts);
        let found = estimate(&observation, &MODEL, &Method::Wls.into()).expect("an estimate");
        let departure = Departure::of(&MODEL, &observation, &found).expect("a departure");
        let (matrix, torque) = stacked(&parts, [1.0, 1.0]);
        let nominal = nalgebra::DVector::from_row_slice(&beta([0.0; B]));
        let apart = &matrix * (nalgebra::DVector::from_row_slice(&found.beta) - nominal);
        near(departure.torque, apart.norm() / torque.norm());
    }

    /// Two standard parameters share a departure so that the sum of squares is least.
    #[test]
    fn parameters_in_a_sum_share_what_departs() {
        // In units of sizes 4, 0.25 and 1 of m_a, Lzz_a and mx_a: a + b/4 = x of the inertia, and c + 2 a = 0 of the moment.
        let x = 0.6;
        let parts = drawn(2, 30, beta([x, 0.0, 0.0, 0.0, 0.0, 0.0]), 0.0);
        let observation = observed(&parts);
        let found = estimate(&observation, &MODEL, &Method::Ols.into()).expect("an estimate");
        let departure = Departure::of(&MODEL, &observation, &found).expect("a departure");
        // a² + b² + c² = 5 a² + 16 (x - a)² is least at a = 16 x / 21.
        let a = 16.0 * x / 21.0;
        let squares = 5.0 * a * a + 16.0 * (x - a).powi(2);
        assert!(
            (departure.size - (squares / 5.0f64).sqrt()).abs() < 1e-6,
            "{departure:?}"
        );
    }

    /// A mass without a nominal value stands as 0.25 beside an inertia and as 0.5 beside a moment: only what is at right angles
    /// to both departs.
    #[test]
    fn what_has_no_nominal_value_takes_what_it_can() {
        let mut parameters = PARAMETERS;
        parameters[0].nominal = None;
        let model = Model {
            parameters: Box::leak(Box::new(parameters)),
            ..MODEL
        };
        // Nominal values are 0.5 and -0.8 of them then.
        let parts = drawn(2, 30, [1.1, -0.8, 3.0, 0.2, 0.7, 5.0], 0.0);
        let observation = observed(&parts);
        let found = estimate(&observation, &model, &Method::Ols.into()).expect("an estimate");
        let departure = Departure::of(&model, &observation, &found).expect("a departure");
        // No body has a size, so that units count: 2 a - b = 2 · 0.6 has least squares of 1.44/5, one of four directions.
        let expected = (1.44f64 / 5.0 / 4.0).sqrt();
        assert!((departure.size - expected).abs() < 1e-6, "{departure:?}");
    }

    /// A friction that is a tenth more than its nominal value, which nothing else has.
    #[test]
    fn one_nominal_value_alone_departs_by_its_own_share() {
        let mut parameters = PARAMETERS;
        let others = parameters.iter_mut().filter(|own| own.name != "fc_m2");
        others.for_each(|own| own.nominal = None);
        let model = Model {
            parameters: Box::leak(Box::new(parameters)),
            ..MODEL
        };
        let parts = drawn(2, 30, [1.1, -0.8, 3.0, 0.22, 0.7, 5.0], 0.0);
        let observation = observed(&parts);
        let found = estimate(&observation, &model, &Method::Ols.into()).expect("an estimate");
        let departure = Departure::of(&model, &observation, &found).expect("a departure");
        assert!((departure.size - 0.1).abs() < 1e-6, "{departure:?}");
    }

    #[test]
    fn without_nominal_values_there_is_no_departure() {
        let observation = observed(&drawn(2, 30, beta([0.0; B]), 0.0));
        let found = estimate(&observation, &MODEL, &Method::Ols.into()).expect("an estimate");
        let mut parameters = PARAMETERS;
        for (k, parameter) in parameters.iter_mut().enumerate() {
            *parameter = Parameter {
                nominal: (k % 2 == 0).then_some(0.0),
                ..*parameter
            };
        }
        let model = Model {
            parameters: Box::leak(Box::new(parameters)),
            ..MODEL
        };
        assert!(Departure::of(&model, &observation, &found).is_none());
    }
}
