//! Positions that freeze for a while: encoders that drop out.

use std::ops::Range;

use crate::numeric::widest;
use crate::thresholds::{FROZEN, FROZEN_STEPS, SATURATED};

/// The share of a position's samples in which it has frozen.
pub(super) fn frozen(column: &[f64], rate: f64) -> Option<f64> {
    // Most positions hardly ever repeat themselves, which is quickly seen.
    let later = column.get(1..).unwrap_or_default();
    let repeated = widest(|| column.iter().zip(later).filter(|(x, y)| x == y).count());
    if ((2 * repeated) as f64) < SATURATED * column.len() as f64 {
        return None;
    }
    let runs = frozen_runs(column, rate);
    let share = runs.iter().map(Range::len).sum::<usize>() as f64 / column.len() as f64;
    (share >= SATURATED).then_some(share)
}

/// The samples in which a position repeats one before, for so long that the joint is somewhere else when the position
/// goes on: it then makes a step that it never makes otherwise.
pub(crate) fn frozen_runs(column: &[f64], rate: f64) -> Vec<Range<usize>> {
    let long = (FROZEN * rate).ceil().max(2.0) as usize;
    let mut usual: f64 = 0.0;
    let (mut found, mut from) = (Vec::new(), 0);
    for (lasted, step) in runs(column) {
        match lasted < long {
            true => usual = usual.max(step),
            false => found.push((from..from + lasted, step)),
        }
        from += lasted;
    }
    found.retain(|(_, step)| usual > 0.0 && *step > FROZEN_STEPS * usual);
    found.into_iter().map(|(run, _)| run).collect()
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
    use super::{frozen, frozen_runs, runs};

    fn swing(k: usize) -> f64 {
        (0.004 * k as f64).sin()
    }

    #[test]
    fn a_position_that_freezes_is_seen() {
        let at = |k: usize| if (900..1200).contains(&k) { 900 } else { k };
        let column: Vec<f64> = (0..5000).map(|k| swing(at(k))).collect();
        let share = frozen(&column, 500.0).expect("frozen");
        assert!((share - 0.06).abs() < 0.001, "{share}");
        let repeated = frozen_runs(&column, 500.0).into_iter().flatten();
        assert!(repeated.eq(900..1200));
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

    #[test]
    fn a_value_lasts_until_a_step_ends_it() {
        let found: Vec<(usize, f64)> = runs(&[1.0, 1.0, 1.5, 3.5, 3.5, 3.5, 3.0, 3.0]).collect();
        assert_eq!(found, [(2, 0.5), (1, 2.0), (3, 0.5)]);
        assert_eq!(runs(&[2.0; 5]).count(), 0);
    }

    /// Steps of 1 but for one after a value that lasts: a twentieth of a second at 100 Hz are five samples.
    #[test]
    fn what_lasts_long_enough_and_then_jumps_far_enough_is_frozen() {
        let column = |lasted: usize, step: f64, samples: usize| -> Vec<f64> {
            let mut column: Vec<f64> = (0..samples - lasted).map(|k| k as f64).collect();
            let at = column[100];
            (0..lasted - 1).for_each(|_| column.insert(101, at));
            column[100 + lasted..]
                .iter_mut()
                .for_each(|x| *x += step - 1.0);
            column.push(column[column.len() - 1] + 1.0);
            column
        };
        assert_eq!(frozen(&column(5, 3.5, 400), 100.0), Some(5.0 / 400.0));
        assert_eq!(frozen(&column(4, 3.5, 400), 100.0), None);
        assert_eq!(frozen(&column(5, 3.0, 400), 100.0), None);
        // Half a percent of all samples.
        assert_eq!(frozen(&column(5, 3.5, 1000), 100.0), Some(0.005));
        assert_eq!(frozen(&column(5, 3.5, 1001), 100.0), None);
        // All that froze counts together, whichever way the position jumps.
        let mut twice = column(5, 3.5, 400);
        let top = twice[399];
        twice.extend(column(6, 3.5, 400).iter().map(|x| top - 1.0 - x));
        assert_eq!(frozen(&twice, 100.0), Some(11.0 / 800.0));
    }
}
