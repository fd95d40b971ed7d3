//! Cross-validation over consecutive parts or whole periods: the setting that best predicts the part left out.

use nalgebra::DVector;

use crate::regression::{Observation, Triangle};

/// Steps of a decade between candidates.
const STEPS: i32 = 4;

/// What the rule is called in a report.
pub(super) fn rule(observation: &Observation) -> &'static str {
    match observation.is_in_periods() {
        true => {
            "cross-validation: it best predicts each of the whole periods of the motion from the others"
        }
        false => {
            "cross-validation: it best predicts each of the consecutive parts of the recordings from the others"
        }
    }
}

/// An estimator without its setting: what it makes of a factor for each candidate.
pub(super) type Candidate = Box<dyn Fn(f64) -> DVector<f64>>;

/// The candidate whose estimates from all parts but one have the smallest sum of squares on the
/// part left out, over all parts; the first of equals. `None` if there are not two parts.
///
/// Parts are stretches of time, not single samples, because neighbouring residuals are alike.
pub(super) fn choose(
    observation: &Observation,
    weights: &[f64],
    candidates: &[f64],
    prepare: impl Fn(&Triangle) -> Candidate,
) -> Option<f64> {
    let folds = observation.folds(weights);
    let mut errors = vec![0.0; candidates.len()];
    for (held, others) in &folds {
        let estimate = prepare(others);
        for (error, candidate) in errors.iter_mut().zip(candidates) {
            *error += (&held.r * estimate(*candidate) - &held.z).norm_squared();
        }
    }
    let best = (0..errors.len()).min_by(|&a, &b| errors[a].total_cmp(&errors[b]))?;
    (folds.len() > 1).then(|| candidates[best])
}

/// Candidates from `largest` down over so many decades.
pub(super) fn decades(largest: f64, count: i32) -> Vec<f64> {
    (0..=count * STEPS)
        .map(|k| largest * 10f64.powf(-f64::from(k) / f64::from(STEPS)))
        .collect()
}

#[cfg(test)]
mod tests {
    use nalgebra::DVector;

    use super::{Candidate, choose, decades, rule};
    use crate::regression::{Factor, Observation, Triangle};

    #[test]
    fn candidates_fall_by_quarters_of_a_decade() {
        let found = decades(20.0, 2);
        assert_eq!(found.len(), 9);
        for (found, expected) in found.iter().zip([
            20.0,
            11.246_826_503_8,
            6.324_555_320_3,
            3.556_558_820_1,
            2.0,
        ]) {
            assert!(
                (found / expected - 1.0).abs() < 1e-9,
                "{found} for {expected}"
            );
        }
        assert!((found[8] - 0.2).abs() < 1e-12);
    }

    /// Parts that say 1, 1 and 4 of one unknown: the mean of the others is 2.5, 2.5 and 1.
    fn observation() -> Observation {
        let part = |value: f64| {
            let mut factor = Factor::new(1);
            factor.push([(0, 1.0)], value);
            vec![factor]
        };
        Observation::of([1.0, 1.0, 4.0].map(part).to_vec())
    }

    /// A share of what the others say.
    fn prepare(others: &Triangle) -> Candidate {
        let mean = others.z[0] / others.r[(0, 0)];
        Box::new(move |share| DVector::from_element(1, share * mean))
    }

    #[test]
    fn the_share_that_predicts_best_is_chosen() {
        // 2 (1 - 2.5 s)² + (4 - s)² is least at s = 9/13.5 = 0.667.
        let found = choose(&observation(), &[2.0], &[0.5, 0.7, 0.9], prepare);
        assert_eq!(found, Some(0.7));
        // The first of equals.
        let found = choose(
            &observation(),
            &[2.0],
            &[0.7, 0.6, 0.7 - 1.0 / 15.0 + 0.033],
            prepare,
        );
        assert_eq!(found, Some(0.7 - 1.0 / 15.0 + 0.033));
        // Also where they are just as good.
        let alike = |_: &Triangle| -> Candidate { Box::new(|_| DVector::from_element(1, 2.0)) };
        for candidates in [[0.5, 0.9], [0.9, 0.5]] {
            let found = choose(&observation(), &[2.0], &candidates, alike);
            assert_eq!(found, Some(candidates[0]));
        }
        assert_eq!(choose(&observation(), &[2.0], &[], prepare), None);
        let one = Observation::of(Vec::new());
        assert_eq!(choose(&one, &[], &[0.5], prepare), None);
    }

    /// Of two rows one says as above, 0.67, and the other 2 throughout, of which all is best: the one that weighs more decides.
    #[test]
    fn parts_that_are_left_out_count_by_the_weights_of_their_rows() {
        let part = |value: f64| {
            let row = |value: f64| {
                let mut factor = Factor::new(1);
                factor.push([(0, 1.0)], value);
                factor
            };
            vec![row(value), row(2.0)]
        };
        let observation = Observation::of([1.0, 1.0, 4.0].map(part).to_vec());
        for (weights, expected) in [([1e4, 1.0], 0.7), ([1.0, 1.0], 1.0), ([1.0, 1e4], 1.0)] {
            let found = choose(&observation, &weights, &[0.7, 1.0], prepare);
            assert_eq!(found, Some(expected), "{weights:?}");
        }
    }

    #[test]
    fn the_rule_says_what_was_left_out() {
        assert_eq!(
            rule(&observation()),
            "cross-validation: it best predicts each of the consecutive parts of the recordings from the others"
        );
        assert_eq!(
            rule(&observation().in_periods()),
            "cross-validation: it best predicts each of the whole periods of the motion from the others"
        );
    }
}
