//! Instrumental variables: columns whose noise is not that of the recordings.

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
