//! Positions that freeze for a while: encoders that drop out.

use crate::thresholds::{FROZEN, FROZEN_STEPS, SATURATED};

/// The share of a position's samples that repeat one before, for so long that the joint is somewhere else when the
/// position goes on: it then makes a step that it never makes otherwise.
pub(super) fn frozen(column: &[f64], rate: f64) -> Option<f64> {
    let long = (FROZEN * rate).ceil().max(2.0) as usize;
    let usual = runs(column).filter(|(lasted, _)| *lasted < long);
    let usual = usual.map(|(_, step)| step).fold(0.0, f64::max);
    let frozen = runs(column)
        .filter(|(lasted, step)| usual > 0.0 && *lasted >= long && *step > FROZEN_STEPS * usual);
    let share = frozen.map(|(lasted, _)| lasted).sum::<usize>() as f64 / column.len() as f64;
    (share >= SATURATED).then_some(share)
}

/// How long each value but the last lasts, and the step that ends it.
fn runs(column: &[f64]) -> impl Iterator<Item = (usize, f64)> + '_ {
    let mut lasted = 0;
    column.windows(2).filter_map(move |pair| {
        lasted += 1;
        let ends = pair[0] != pair[1];
        ends.then(|| (std::mem::take(&mut lasted), (pair[1] - pair[0]).abs()))
    })
}

#[cfg(test)]
mod tests {
    use super::frozen;

    fn swing(k: usize) -> f64 {
        (0.004 * k as f64).sin()
    }

    #[test]
    fn a_position_that_freezes_is_seen() {
        let at = |k: usize| if (900..1200).contains(&k) { 900 } else { k };
        let column: Vec<f64> = (0..5000).map(|k| swing(at(k))).collect();
        let share = frozen(&column, 500.0).expect("frozen");
        assert!((share - 0.06).abs() < 0.001, "{share}");
    }

    #[test]
    fn a_pause_and_coarse_steps_are_not() {
        let rest = |k: usize| k.min(900).max(k.saturating_sub(300));
        let paused: Vec<f64> = (0..5000)
            .map(|k| 1.0 - (0.01 * (rest(k) as f64)).cos())
            .collect();
        assert_eq!(frozen(&paused, 500.0), None);
        let coarse: Vec<f64> = (0..5000)
            .map(|k| (20.0 * swing(k)).round() / 20.0)
            .collect();
        assert_eq!(frozen(&coarse, 500.0), None);
        let held: Vec<f64> = (0..5000).map(|k| swing(k - k % 25)).collect();
        assert_eq!(frozen(&held, 500.0), None);
    }
}
