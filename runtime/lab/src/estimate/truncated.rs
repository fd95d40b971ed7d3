//! Truncated singular values: combinations of parameters that the motion barely excites are left
//! out of the estimate.

use nalgebra::DVector;

use super::cross_validation::{self, Candidate};
use super::{Estimator, Setting, Solution};
use crate::numeric::Decomposition;
use crate::regression::{Observation, Triangle};

/// The pseudo-inverse of the largest singular values (weighted rows, columns scaled to unit norm).
///
/// What is kept is estimated without bias; a parameter that takes part in what is left out is
/// drawn towards 0. Deviations take what is left out as fixed, although the weights that enter it
/// are estimates too.
pub(super) fn solve(
    observation: &Observation,
    weights: &[f64],
    spectrum: &Decomposition,
    estimator: &Estimator,
) -> Solution {
    let (threshold, rule) = match estimator.keep_above {
        Some(threshold) => (threshold, "as asked"),
        None => chosen(observation, weights, spectrum),
    };
    let kept = kept(spectrum, threshold);
    let gain = spectrum.truncated_inverse(kept);
    Solution {
        centre: DVector::zeros(gain.ncols()),
        gain,
        standard: None,
        settings: vec![
            Setting {
                name: "keep-singular-above",
                value: threshold,
                rule: rule.to_owned(),
            },
            Setting {
                name: "directions kept",
                value: kept as f64,
                rule: format!("of {} that the motion excites", spectrum.rank),
            },
        ],
        biased: kept < spectrum.singular_values.len(),
    }
}

/// How many singular values are above a share of the largest, zero ones never.
fn kept(spectrum: &Decomposition, threshold: f64) -> usize {
    let values = &spectrum.singular_values;
    let largest = values.first().copied().unwrap_or(0.0);
    let above = values.iter().filter(|s| **s > threshold * largest).count();
    above.min(spectrum.rank)
}

/// The threshold by cross-validation, between every two neighbouring singular values.
fn chosen(
    observation: &Observation,
    weights: &[f64],
    spectrum: &Decomposition,
) -> (f64, &'static str) {
    let values = &spectrum.singular_values;
    let largest = values
        .first()
        .copied()
        .unwrap_or(1.0)
        .max(f64::MIN_POSITIVE);
    let excited = &values[..spectrum.rank];
    let below_all = excited.last().map_or(0.5, |last| 0.5 * last / largest);
    let between = excited
        .windows(2)
        .map(|pair| (pair[0] * pair[1]).sqrt() / largest);
    let candidates: Vec<f64> = between.chain([below_all]).collect();
    let prepare = |others: &Triangle| -> Candidate {
        let fold = Decomposition::of(&others.r);
        let z = others.z.clone();
        Box::new(move |threshold| fold.truncated_inverse(kept(&fold, threshold)) * &z)
    };
    match cross_validation::choose(observation, weights, &candidates, prepare) {
        Some(threshold) => (threshold, cross_validation::rule(observation)),
        None => (below_all, "every direction that the motion excites"),
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::{kept, solve};
    use crate::estimate::{Estimator, Method};
    use crate::numeric::Decomposition;
    use crate::regression::by_hand::{B, drawn, observed};
    use crate::regression::{Factor, Observation};

    /// Three singular values: 4, 2 and 1, and one of nothing.
    fn spectrum() -> Decomposition {
        let mut found = Decomposition::of(&DMatrix::identity(4, 4));
        found.singular_values = vec![4.0, 2.0, 1.0, 0.0];
        found.rank = 3;
        found
    }

    #[test]
    fn what_is_above_a_share_of_the_largest_is_kept() {
        for (threshold, expected) in [
            (0.6, 1),
            (0.5, 1),
            (0.49, 2),
            (0.25, 2),
            (0.2, 3),
            (-1.0, 3),
        ] {
            assert_eq!(kept(&spectrum(), threshold), expected, "{threshold}");
        }
    }

    fn settings(
        observation: &Observation,
        estimator: &Estimator,
    ) -> Vec<(&'static str, f64, String)> {
        let weights = [1.0, 1.0];
        let spectrum = Decomposition::of(&observation.weighted(&weights).r);
        let found = solve(observation, &weights, &spectrum, estimator);
        let each = found.settings.into_iter();
        each.map(|s| (s.name, s.value, s.rule)).collect()
    }

    #[test]
    fn the_threshold_is_between_two_singular_values() {
        let parts = drawn(3, 20, [1.0, -2.0, 3.0, 0.5, 0.7, -1.0], 0.2);
        let observation = observed(&parts);
        let spectrum = Decomposition::of(&observation.weighted(&[1.0, 1.0]).r);
        let values = &spectrum.singular_values;
        let chosen = settings(&observation, &Method::Tsvd.into());
        // Nothing is weak here: all are kept, with half the smallest as the threshold.
        assert_eq!(chosen[0].0, "keep-singular-above");
        assert!((chosen[0].1 - 0.5 * values[B - 1] / values[0]).abs() < 1e-12);
        assert!(
            chosen[0].2.starts_with("cross-validation: "),
            "{}",
            chosen[0].2
        );
        assert_eq!(
            chosen[1],
            (
                "directions kept",
                B as f64,
                format!("of {B} that the motion excites")
            )
        );
        // Of one part there is nothing to leave out.
        let one = observed(&parts[..1]);
        let every = settings(&one, &Method::Tsvd.into());
        assert_eq!(every[0].2, "every direction that the motion excites");
        let asked = Estimator {
            keep_above: Some(0.9999),
            ..Method::Tsvd.into()
        };
        let asked = settings(&observation, &asked);
        assert_eq!(
            asked[0],
            ("keep-singular-above", 0.9999, "as asked".to_owned())
        );
        assert_eq!(asked[1].1, 1.0);
    }

    /// Along (1, -1) the columns hardly differ, and the parts say that this is noise: the mean of the two singular values
    /// in logarithms parts what is kept.
    #[test]
    fn a_direction_that_predicts_nothing_is_left_out() {
        let part = |sign: f64| {
            let mut factor = Factor::new(2);
            factor.push([(0, 1.0), (1, 1.0)], 2.0);
            factor.push([(0, 0.01), (1, -0.01)], 3.0 * sign);
            vec![factor]
        };
        let observation = Observation::of([1.0, -1.0, 1.0, -1.0].map(part).to_vec());
        let spectrum = Decomposition::of(&observation.weighted(&[1.0]).r);
        let found = solve(&observation, &[1.0], &spectrum, &Method::Tsvd.into());
        // Norms are √1.0001 twice over: values √(1 ± cos) with cos = 0.9999/1.0001.
        let cosine = 0.9999 / 1.0001;
        let ratio: f64 = (1.0f64 - cosine) / (1.0 + cosine);
        assert!((found.settings[0].value / ratio.powf(0.25) - 1.0).abs() < 1e-6);
        assert_eq!(found.settings[1].value, 1.0);
        assert!(found.biased && found.standard.is_none());
        assert_eq!(found.centre, DVector::zeros(2));
        let beta = &found.gain * &observation.weighted(&[1.0]).z;
        assert!(
            (beta[0] - 1.0).abs() < 1e-9 && (beta[1] - 1.0).abs() < 1e-9,
            "{beta}"
        );
    }

    /// The same direction, of which a second row says the same in every part: it is kept where that row weighs more.
    #[test]
    fn a_row_that_weighs_more_tells_what_is_kept() {
        let part = |sign: f64| {
            let mut first = Factor::new(2);
            first.push([(0, 1.0), (1, 1.0)], 2.0);
            first.push([(0, 0.01), (1, -0.01)], 3.0 * sign);
            let mut second = Factor::new(2);
            second.push([(0, 0.01), (1, -0.01)], 0.05);
            vec![first, second]
        };
        let observation = Observation::of([1.0, -1.0, 1.0, -1.0].map(part).to_vec());
        let kept = |weights: [f64; 2]| {
            let spectrum = Decomposition::of(&observation.weighted(&weights).r);
            let found = solve(&observation, &weights, &spectrum, &Method::Tsvd.into());
            found.settings[1].value
        };
        assert_eq!([kept([1.0, 1.0]), kept([1.0, 1e6])], [1.0, 2.0]);
    }

    /// What the motion does not excite is left at 0, which no recording says.
    #[test]
    fn an_estimate_is_biased_where_any_direction_is_left_out() {
        let solved = |second: f64, keep_above: f64| {
            let mut factor = Factor::new(2);
            factor.push([(0, 1.0), (1, second)], 2.0);
            factor.push([(0, 1.0), (1, -second)], 3.0);
            let observation = Observation::of(vec![vec![factor]]);
            let spectrum = Decomposition::of(&observation.weighted(&[1.0]).r);
            let estimator = Estimator {
                keep_above: Some(keep_above),
                ..Method::Tsvd.into()
            };
            let found = solve(&observation, &[1.0], &spectrum, &estimator);
            (
                found.biased,
                found.settings[1].value,
                found.settings[1].rule.clone(),
            )
        };
        let of = |count: u32| format!("of {count} that the motion excites");
        assert_eq!(solved(2.0, 0.01), (false, 2.0, of(2)));
        assert_eq!(solved(0.0, 0.01), (true, 1.0, of(1)));
    }

    /// What does not move leaves nothing to keep, of a share that could have been asked for.
    #[test]
    fn nothing_is_kept_of_what_does_not_move() {
        let nothing = Observation::of(vec![vec![Factor::new(B), Factor::new(B)]]);
        let found = settings(&nothing, &Method::Tsvd.into());
        let rules = [
            "every direction that the motion excites",
            "of 0 that the motion excites",
        ];
        let [all, none] = rules.map(str::to_owned);
        let expected = [
            ("keep-singular-above", 0.5, all),
            ("directions kept", 0.0, none),
        ];
        assert_eq!(found, expected);
    }
}
