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

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::instrumental_variables;
    use crate::estimate::{Estimator, Method};
    use crate::random::Random;
    use crate::regression::{Factor, Observation};

    /// `(Zᵀ K)⁻¹ Zᵀ y` of all rows.
    #[test]
    fn residuals_are_orthogonal_to_instruments() {
        let mut random = Random::new(3);
        let all = DMatrix::from_fn(30, 5, |_, k| (k + 1) as f64 * random.normal() + 0.3);
        let factor = |rows: std::ops::Range<usize>| {
            let mut factor = Factor::new(4);
            for i in rows {
                factor.push((0..4).map(|k| (k, all[(i, k)])), all[(i, 4)]);
            }
            factor
        };
        let observation = Observation::of(vec![vec![factor(0..9), factor(9..30)]]);
        let found = DVector::from_vec(instrumental_variables(&observation));
        let (z, k, y) = (all.columns(0, 2), all.columns(2, 2), all.column(4));
        let expected = (z.transpose() * k).lu().solve(&(z.transpose() * y));
        let off = (found - expected.expect("regular")).amax();
        assert!(off < 1e-9, "{off}");
    }

    #[test]
    fn the_band_of_a_simulated_robot_is_a_frequency() {
        let with = |method: Method, value| {
            let estimator = Estimator {
                reference_cutoff: value,
                ..method.into()
            };
            estimator
                .check_reference()
                .err()
                .map(|error| error.to_string())
        };
        assert_eq!(with(Method::Wls, None), None);
        assert_eq!(with(Method::Didim, Some(3.0)), None);
        assert_eq!(
            with(Method::OutputError, Some(3.0)).as_deref(),
            Some(
                "reference-cutoff means nothing to output error: it belongs to the method iv or didim"
            )
        );
        for (value, said) in [
            (-3.0, "-3"),
            (0.0, "0"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            for method in [Method::Iv, Method::Didim] {
                assert_eq!(
                    with(method, Some(value)),
                    Some(format!(
                        "reference-cutoff cannot be {said}: give a frequency above 0, Hz, below that of the position filter"
                    ))
                );
            }
        }
    }
}
