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
        (None, None) => {
            let mut setting = chosen(observation, weights, &whole, &towards);
            if estimator.damping_rule == DampingRule::LCurve {
                setting.rule = format!("the L-curve has no corner; {}", setting.rule);
            }
            setting
        }
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

#[cfg(test)]
mod tests {
    use super::solve;
    use crate::estimate::{Damped, DampingRule, Estimator, Method, Solution};
    use crate::numeric::Svd;
    use crate::parameters::base_matrix;
    use crate::regression::by_hand::{B, MODEL, P, drawn, observed};
    use crate::regression::{Factor, Observation};

    const WEIGHTS: [f64; 2] = [1.0, 0.2];

    fn solved(observation: &Observation, estimator: &Estimator) -> Solution {
        let triangle = observation.weighted(&WEIGHTS);
        solve(observation, &WEIGHTS, &triangle, &MODEL, estimator)
    }

    #[test]
    fn the_damping_is_chosen_and_said() {
        let parts = drawn(3, 15, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 1.0);
        let observation = observed(&parts);
        let asked = Estimator {
            damping: Some(7.5),
            ..Method::Ridge.into()
        };
        let found = solved(&observation, &asked);
        let said = |found: &Solution| {
            let setting = &found.settings[0];
            assert_eq!((setting.name, found.settings.len()), ("damping", 1));
            (setting.value, setting.rule.clone())
        };
        assert_eq!(said(&found), (7.5, "as asked".to_owned()));
        assert!(found.biased && found.centre.amax() == 0.0);
        let (centre, gain) = found.standard.as_ref().expect("standard parameters");
        assert_eq!((centre.len(), gain.nrows(), gain.ncols()), (P, P, B));
        // (Xᵀ X + d)⁻¹ Xᵀ with X = R P.
        let columns = observation.weighted(&WEIGHTS).r * base_matrix(&MODEL);
        let mut normal = columns.transpose() * &columns;
        (0..P).for_each(|k| normal[(k, k)] += 7.5);
        let expected = normal.try_inverse().expect("regular") * columns.transpose();
        assert!((gain - &expected).amax() < 1e-10);
        assert!((&found.gain - base_matrix(&MODEL) * expected).amax() < 1e-10);
        let of_base = Estimator {
            damped: Damped::Base,
            ..asked
        };
        assert!(solved(&observation, &of_base).standard.is_none());
        let chosen = said(&solved(&observation, &Method::Ridge.into()));
        assert!(chosen.1.starts_with("cross-validation: "), "{}", chosen.1);
        // A candidate: so many quarters of a decade below the largest eigenvalue.
        let largest = Svd::of(columns.transpose()).values[0].powi(2);
        let steps = -4.0 * (chosen.0 / largest).log10();
        assert!(
            (steps - steps.round()).abs() < 1e-6 && (0.0..57.0).contains(&steps),
            "{steps}"
        );
        let corner = Estimator {
            damping_rule: DampingRule::LCurve,
            ..Method::Ridge.into()
        };
        let corner = said(&solved(&observation, &corner));
        assert_eq!(
            corner.1,
            "the corner of the L-curve: more would cost the fit, less would let parameters grow"
        );
        assert!(corner.0 > 0.0 && corner.0 != chosen.0);
        // One direction makes no corner, and what is taken in its place is said.
        let mut one = parts.clone();
        for line in one.iter_mut().flatten().flatten() {
            line[1..B].fill(0.0);
        }
        let without = Estimator {
            damped: Damped::Base,
            damping_rule: DampingRule::LCurve,
            ..Method::Ridge.into()
        };
        let without = said(&solved(&observed(&one), &without)).1;
        let expected = "the L-curve has no corner; cross-validation: ";
        assert!(without.starts_with(expected), "{without}");
        let one = said(&solved(&observed(&parts[..1]), &Method::Ridge.into()));
        let columns = observed(&parts[..1]).weighted(&WEIGHTS).r * base_matrix(&MODEL);
        let smallest = Svd::of(columns.transpose()).values[B - 1].powi(2);
        assert!((one.0 / (0.003 * smallest) - 1.0).abs() < 1e-9);
        assert_eq!(
            one.1,
            "0.003 of the smallest eigenvalue of KᵀK that is not zero"
        );
    }

    /// Four directions and torques along them; besides, 0.3 of the first row that no parameter explains, and 2 of the second, whose
    /// squares count a fifth. Where the curve bends most by its formulas in Python.
    #[test]
    fn the_corner_is_that_of_all_weighted_torques() {
        let mut first = Factor::new(B);
        let directions = [(30.0, 29.0), (4.0, 5.0), (0.5, 0.7), (0.02, 0.35)];
        for (k, (size, torque)) in directions.into_iter().enumerate() {
            first.push([(k, size)], torque);
        }
        first.push([], 0.3);
        let mut second = Factor::new(B);
        second.push([], 2.0);
        let estimator = Estimator {
            damped: Damped::Base,
            damping_rule: DampingRule::LCurve,
            ..Method::Ridge.into()
        };
        let observation = Observation::of(vec![vec![first, second]]);
        let damping = solved(&observation, &estimator).settings[0].value;
        let expected = 0.716_846_206_307_710_5_f64.powi(2);
        assert!((damping / expected - 1.0).abs() < 1e-3, "{damping}");
    }

    #[test]
    fn a_damping_is_above_zero_where_no_equation_says_anything() {
        let nothing = Observation::of(vec![vec![Factor::new(B), Factor::new(B)]]);
        let found = solved(&nothing, &Method::Ridge.into());
        assert_eq!(found.settings[0].value, f64::MIN_POSITIVE);
        assert_eq!(found.gain.amax(), 0.0);
    }
}
