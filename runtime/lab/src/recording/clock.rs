//! From time stamps to a constant rate: gaps and reversals are refused, jitter is resampled.

use super::RecordingError;

/// A share of the sampling period that time stamps may stray from a constant rate (rounded stamps
/// do) before the samples are interpolated.
const TOLERATED: f64 = 0.1;
/// A step of so many periods is a gap.
const GAP: f64 = 5.5;

/// The rate that time stamps show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Clock {
    /// Samples a second, Hz.
    pub(super) rate: f64,
    /// Time of the first sample, s.
    pub(super) start: f64,
    /// Largest deviation of a time stamp from a constant rate, in periods.
    pub(super) jitter: f64,
}

/// Checks time stamps (s); `place` says where a sample stands.
pub(super) fn check(
    time: &[f64],
    place: &dyn Fn(usize) -> String,
) -> Result<Clock, RecordingError> {
    let mut steps: Vec<f64> = time.windows(2).map(|pair| pair[1] - pair[0]).collect();
    if let Some(k) = steps.iter().position(|step| *step <= 0.0) {
        let (before, now) = (time[k], time[k + 1]);
        return Err(RecordingError::TimeBackwards {
            place: place(k + 1),
            before,
            now,
        });
    }
    let widest = (0..steps.len()).max_by(|&a, &b| steps[a].total_cmp(&steps[b]));
    let (Some(widest), Some(first), Some(last)) = (widest, time.first(), time.last()) else {
        let (name, samples) = (place(0), time.len());
        return Err(RecordingError::TooFew { name, samples });
    };
    let gap = steps[widest];
    steps.sort_by(f64::total_cmp);
    let median = steps[steps.len() / 2];
    if gap > GAP * median {
        return Err(RecordingError::Gap {
            place: place(widest + 1),
            gap,
            period: median,
        });
    }
    let period = (last - first) / steps.len() as f64;
    let stray = |(k, t): (usize, &f64)| ((t - first) / period - k as f64).abs();
    let jitter = time.iter().enumerate().map(stray).fold(0.0, f64::max);
    Ok(Clock {
        rate: 1.0 / period,
        start: *first,
        jitter,
    })
}

impl Clock {
    /// Whether samples can be taken as they are.
    pub(super) fn is_uniform(&self) -> bool {
        self.jitter <= TOLERATED
    }
}

/// A column at a constant rate, from samples at uneven times: the cubic through the four nearest
/// samples (a quadratic at the ends).
pub(super) fn resample(time: &[f64], column: &[f64], rate: f64) -> Vec<f64> {
    let Some(first) = time.first() else {
        return Vec::new();
    };
    let mut at = 0;
    (0..column.len())
        .map(|k| {
            let t = first + k as f64 / rate;
            while at + 2 < time.len() && time[at + 1] <= t {
                at += 1;
            }
            let nearest = at.saturating_sub(1)..(at + 3).min(time.len());
            lagrange(&time[nearest.clone()], &column[nearest], t)
        })
        .collect()
}

fn lagrange(time: &[f64], values: &[f64], t: f64) -> f64 {
    let weight = |i: usize| -> f64 {
        (0..time.len())
            .filter(|&j| j != i)
            .map(|j| (t - time[j]) / (time[i] - time[j]))
            .product()
    };
    (0..time.len()).map(|i| weight(i) * values[i]).sum()
}

#[cfg(test)]
mod tests {
    use super::{check, resample};
    use crate::recording::RecordingError;

    #[test]
    fn uneven_samples_of_a_cubic_are_resampled_exactly() {
        let time: Vec<f64> = (0..50)
            .map(|k| 0.01 * f64::from(k) + 0.003 * f64::from(k * 7 % 5))
            .collect();
        let cubic = |t: f64| 1.0 - t + 40.0 * t * t - 90.0 * t * t * t;
        let column: Vec<f64> = time.iter().map(|&t| cubic(t)).collect();
        let clock = check(&time, &|k| k.to_string()).unwrap();
        assert!(!clock.is_uniform());
        let even = resample(&time, &column, clock.rate);
        for (k, value) in even.iter().enumerate().take(46).skip(4) {
            let t = time[0] + f64::from(u32::try_from(k).unwrap()) / clock.rate;
            assert!((value - cubic(t)).abs() < 1e-12, "{k}");
        }
    }

    #[test]
    fn reversals_and_gaps_are_refused_with_their_place() {
        let at = |time: &[f64]| check(time, &|k| k.to_string());
        let back = at(&[0.0, 0.1, 0.2, 0.2, 0.3]);
        assert!(
            matches!(&back, Err(RecordingError::TimeBackwards { place, .. }) if place == "3"),
            "{back:?}"
        );
        let gap = at(&[0.0, 0.1, 0.2, 0.9, 1.0]);
        assert!(
            matches!(&gap, Err(RecordingError::Gap { place, .. }) if place == "3"),
            "{gap:?}"
        );
        assert!(matches!(at(&[1.0]), Err(RecordingError::TooFew { .. })));
        assert!(at(&[0.0, 0.001, 0.002, 0.003]).unwrap().is_uniform());
    }
}
