//! Columns that are zero but for rounding.

use std::borrow::Cow;

use crate::regression::Observation;
use armwright_runtime::{BaseParameter, Model};

/// A share of the largest column of the same unit below which a column is what rounding leaves of zeros.
const ROUNDING: f64 = 1e-12;

/// The equations without what rounding leaves of zeros in their columns.
///
/// Rank is told from columns of unit norm, where rounding is as large as a motion; a parameter that it tells is
/// rounding divided by rounding. Columns of one unit are comparable as they are, whatever the units.
pub(super) fn without<'o>(observation: &'o Observation, model: &Model) -> Cow<'o, Observation> {
    let columns = observation.unweighted();
    let norms: Vec<f64> = columns.column_iter().map(|column| column.norm()).collect();
    let all = || model.base.iter().zip(&norms);
    let largest = |unit: &str| {
        let alike = all().filter(|(base, _)| base.unit == unit);
        alike.fold(0.0, |largest: f64, (_, norm)| largest.max(*norm))
    };
    let is_rounding =
        |(base, norm): (&BaseParameter, &f64)| *norm > 0.0 && *norm < ROUNDING * largest(base.unit);
    let places = all().enumerate();
    let rounding = places.filter_map(|(k, column)| is_rounding(column).then_some(k));
    let rounding: Vec<usize> = rounding.collect();
    match rounding.is_empty() {
        true => Cow::Borrowed(observation),
        false => Cow::Owned(observation.without(&rounding)),
    }
}
