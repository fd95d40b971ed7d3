//! Ridge regression: the smallest parameters that explain the torques, all standard ones included.

use nalgebra::{DMatrix, DVector};

use super::cross_validation::{self, Candidate};
use super::regularised::{Regularisation, Regularised};
use super::{Damped, DampingRule, Estimator, Setting, Solution};
use crate::parameters::base_matrix;
use crate::regression::{Observation, Triangle};
use armwright_runtime::Model;

/// Share of the smallest eigenvalue that is not zero, where cross-validation cannot choose: that
/// of An et al. (`d = 10` for 3395).
const SMALL: f64 = 0.003;

/// An, Atkeson and Hollerbach (1986), eq. 9: `(KᵀWK + d I)⁻¹ KᵀW tau`, with the regressor of all standard parameters as it
/// is, in SI units; each row is weighed by its residual variance, where [`RidgeWeights::Equal`](super::RidgeWeights) does not
/// ask for their `W = I`. Parameters that the torques cannot
/// tell apart share what they explain together, and invisible ones are 0; on what is identifiable
/// the estimate is nearly that of least squares if `d` is small beside the eigenvalues of `KᵀK`.
pub(super) fn solve(
    observation: &Observation,
    weights: &[f64],
    triangle: &Triangle,
    model: &Model,
    estimator: &Estimator,
) -> Solution {
    let base = model.base.len();
    let map = match estimator.damped {
        Damped::Standard => base_matrix(model),
        Damped::Base => DMatrix::identity(base, base),
    };
    let size = map.ncols();
    let towards = Regularisation {
        map,
        centre: DVector::zeros(size),
        sizes: vec![Some(1.0); size],
    };
    let whole = Regularised::of(triangle, &towards);
    let corner = match estimator.damping_rule {
        DampingRule::CrossValidation => None,
        DampingRule::LCurve => whole.corner(&triangle.z, observation.factor(weights).parts().2),
    };
    let setting = match (estimator.damping, corner) {
        (Some(damping), _) => Setting {
            name: "damping",
            value: damping,
            rule: "as asked".to_owned(),
        },
        (None, Some(mu)) => Setting {
            name: "damping",
            value: mu * mu,
            rule:
                "the corner of the L-curve: more would cost the fit, less would let parameters grow"
                    .to_owned(),
        },
        (None, None) => chosen(observation, weights, &whole, &towards),
    };
    let (full, gain) = whole.gain(setting.value.sqrt());
    let standard =
        (estimator.damped == Damped::Standard).then(|| (DVector::zeros(full.nrows()), full));
    Solution {
        centre: DVector::zeros(base),
        gain,
        standard,
        settings: vec![setting],
        biased: true,
    }
}

fn chosen(
    observation: &Observation,
    weights: &[f64],
    whole: &Regularised,
    towards: &Regularisation,
) -> Setting {
    let prepare = |others: &Triangle| -> Candidate {
        let fold = Regularised::of(others, towards);
        let z = others.z.clone();
        Box::new(move |damping: f64| fold.gain(damping.sqrt()).1 * &z)
    };
    let candidates = cross_validation::decades(whole.largest().powi(2), 14);
    match cross_validation::choose(observation, weights, &candidates, prepare) {
        Some(value) => Setting {
            name: "damping",
            value,
            rule: cross_validation::rule(observation).to_owned(),
        },
        None => Setting {
            name: "damping",
            value: (SMALL * whole.smallest().powi(2)).max(f64::MIN_POSITIVE),
            rule: "0.003 of the smallest eigenvalue of KᵀK that is not zero".to_owned(),
        },
    }
}
