//! Instrumental variables: columns whose noise is not that of the recordings.

use super::{EstimateError, Estimator, Method};
use crate::numeric::Decomposition;
use crate::regression::Observation;

/// The parameters that make residuals orthogonal to instruments, from the factors of `[Z | K | y]`
/// that [`observe_instrumented`](crate::regression::Equations::observe_instrumented) gives: with the
/// triangle's upper blocks `R_zk` and `R_zy` they are `R_zk⁺ R_zy`.
///
/// Least squares is biased where positions are noisy, because the noise is in `K` as well; this is not.
#[must_use]
pub fn instrumental_variables(observation: &Observation) -> Vec<f64> {
    let triangle = observation.weighted(&vec![1.0; observation.rows()]);
    let unknowns = triangle.r.ncols() / 2;
    let across = triangle.r.view((0, unknowns), (unknowns, unknowns));
    let inverse = Decomposition::of(&across.into_owned()).inverse;
    (inverse * triangle.z.rows(0, unknowns)).as_slice().to_vec()
}

impl Method {
    /// Whether it takes part of the equations from a simulated motion.
    pub(crate) fn simulates(self) -> bool {
        matches!(self, Self::Iv | Self::Didim)
    }
}

impl Estimator {
    /// Whether the band that a simulated robot follows is that of one, and in its range.
    pub(super) fn check_reference(&self) -> Result<(), EstimateError> {
        let name = "reference-cutoff";
        match self.reference_cutoff {
            None => Ok(()),
            Some(_) if !self.method.simulates() => Err(EstimateError::NotIts {
                name,
                method: self.method.title(),
                owner: "iv or didim",
            }),
            Some(value) if value > 0.0 && value.is_finite() => Ok(()),
            Some(value) => Err(EstimateError::Setting {
                name,
                value,
                remedy: "give a frequency above 0, Hz, below that of the position filter",
            }),
        }
    }
}
