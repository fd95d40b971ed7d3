//! The clock of what drives a robot, whose times are rounded.

/// A share of a time that its digits do not tell.
const ROUNDED: f64 = 2.0 * f64::EPSILON;

/// The last decimal of times, s: the largest power of ten, 1 at most, of which all of them are multiples as far as numbers tell; 0 where
/// that is none of nine decimals.
fn last_decimal(times: &[f64]) -> f64 {
    let are_whole = |parts: &f64| {
        let mut all = times.iter().map(|time| time * parts);
        all.all(|t| (t - t.round()).abs() <= ROUNDED * t.abs())
    };
    let mut parts = (0..=9).map(|k| 10f64.powi(k));
    parts.find(are_whole).map_or(0.0, f64::recip)
}

/// The rate of times that rise steadily, Hz: by steps that differ by a hundredth, or by as much as is rounded at either end of one. Where
/// that is more than half a step, a row may as well be missing.
pub(super) fn steady_rate(times: &[f64]) -> Option<f64> {
    let (first, last) = (times.first()?, times.last()?);
    let steps = times.len().checked_sub(1)? as f64;
    let step = (last - first) / steps;
    let decimal = last_decimal(times);
    // The mean is off by what is rounded at both ends.
    let rounded = match decimal <= 0.5 * step {
        true => decimal * (1.0 + steps.recip()),
        false => 0.0,
    };
    let most = rounded.max(0.01 * step);
    let even = |pair: &[f64]| (pair[1] - pair[0] - step).abs() <= most;
    (step > 0.0 && step.is_finite() && times.windows(2).all(even)).then(|| step.recip())
}

/// The rate of times that rise by `mean` samples a second, Hz: that of the samples that are `asked` for, a multiple or a part of it, or a
/// whole number, where times are as near to it as to their own mean; else that mean. Rounded times have a mean a little beside, by which
/// what begins with a sample would begin behind it.
pub(super) fn rate_of(times: &[f64], mean: f64, asked: Option<f64>) -> f64 {
    let near = asked.map(|asked| match mean < asked {
        true => asked / (asked / mean).round(),
        false => asked * (mean / asked).round(),
    });
    let largest = times.iter().fold(0.0, |most: f64, t| most.max(t.abs()));
    let most = 2.0 * off(times, mean) + ROUNDED * largest;
    let is_met = |rate: &f64| *rate > 0.0 && off(times, *rate) <= most;
    let mut all = near.into_iter().chain([mean.round()]);
    all.find(is_met).unwrap_or(mean)
}

/// How far times are at most from those of a rate that begins with them, s.
fn off(times: &[f64], rate: f64) -> f64 {
    let first = times.first().copied().unwrap_or(0.0);
    let each = times.iter().enumerate();
    let each = each.map(|(k, time)| (time - first - k as f64 / rate).abs());
    each.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::{rate_of, steady_rate};

    /// So many times of a rate from a beginning on, in whole parts of a second.
    fn rounded(begun: f64, rate: f64, parts: f64) -> Vec<f64> {
        let time = |k: u32| ((f64::from(k) / rate) * parts).round() / parts;
        (0..300).map(|k| begun + time(k)).collect()
    }

    fn mean(times: &[f64]) -> f64 {
        299.0 / (times[299] - times[0])
    }

    /// Four decimals of 30 Hz end at 9.9667 s in place of 9.96666.. s.
    #[test]
    fn rounded_times_are_those_of_the_rate_that_they_stand_for() {
        let times = rounded(0.0, 30.0, 1e4);
        assert!((mean(&times) - 29.9999).abs() < 1e-6);
        for asked in [30.0, 60.0, 10.0, 100.0] {
            assert_eq!(rate_of(&times, mean(&times), Some(asked)), 30.0, "{asked}");
        }
        assert_eq!(rate_of(&times, mean(&times), None), 30.0);
        // Doubles of 1970 are 2.4e-7 s apart.
        for (rate, asked) in [(200.0, 200.0), (1000.0, 200.0), (62.5, 125.0)] {
            let times = rounded(1.7e9, rate, 1e9);
            assert_eq!(rate_of(&times, mean(&times), Some(asked)), rate);
        }
    }

    /// Four decimals of 300 Hz are 3.3 and 3.4 ms apart, 2 % of a step beside the mean. Where a row is missing they are twice as far
    /// apart, and whole milliseconds of 1 kHz do not tell that from rounding.
    #[test]
    fn rounded_times_are_steady_but_not_where_a_row_is_missing() {
        for (begun, rate, parts) in [
            (0.0, 300.0, 1e4),
            (12.0, 300.0, 1e3),
            (1.7e9, 300.0, 1e4),
            (0.0, 70.0, 1e3),
            (0.0, 1000.0, 1e3),
        ] {
            let times = rounded(begun, rate, parts);
            let found = steady_rate(&times).expect("a rate");
            assert!((found / rate - 1.0).abs() < 1e-3, "{rate}: {found}");
            for row in [1, 150, 298] {
                let mut lost = times.clone();
                lost.remove(row);
                assert_eq!(steady_rate(&lost), None, "{rate}, {row}");
            }
        }
        // What is written with more digits is not rounded: it trembles.
        let trembling = |k: u32| f64::from(k) / 300.0 + if k % 3 == 1 { 1e-4 } else { 0.0 };
        let times: Vec<f64> = (0..300).map(trembling).collect();
        assert_eq!(steady_rate(&times), None);
    }

    /// 300 samples of a rate that is 3.3e-6 beside another are 3e-5 s apart at the end.
    #[test]
    fn a_rate_that_times_do_tell_is_kept() {
        let times = rounded(0.0, 29.9999, 1e9);
        assert_eq!(rate_of(&times, mean(&times), Some(30.0)), mean(&times));
        assert_eq!(rate_of(&times, mean(&times), None), mean(&times));
        for asked in [0.0, f64::NAN, f64::INFINITY] {
            assert_eq!(rate_of(&times, mean(&times), Some(asked)), mean(&times));
        }
    }
}
