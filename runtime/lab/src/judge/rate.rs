//! Sampling rates that are of no robot's controller: which unit of time would make them such.

use super::phrases::significant;
use crate::thresholds::SAMPLING_RATES;

/// Units of time with which a sampling rate, Hz, would be one of a robot's controller, each as it goes on from `as`.
pub(super) fn units_of_time(rate: f64) -> Vec<String> {
    let [low, high] = SAMPLING_RATES;
    let finer = [
        (1e3, "milliseconds", "seconds"),
        (1e6, "microseconds", "seconds"),
        (1e9, "nanoseconds", "seconds"),
        (1e-3, "seconds", "milliseconds"),
        (1e-6, "seconds", "microseconds"),
        (60f64.recip(), "minutes", "seconds"),
    ];
    let fits = finer
        .into_iter()
        .filter(|(factor, ..)| (low..=high).contains(&(rate * factor)));
    fits.map(|(factor, is, taken)| {
        let rate = significant(rate * factor, 3);
        format!("{is} in place of {taken} it were {rate} samples a second")
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::units_of_time;

    #[test]
    fn a_rate_says_which_units_it_may_have() {
        let joined = |rate: f64| units_of_time(rate).join("; or as ");
        // Microseconds that were taken for seconds.
        assert_eq!(
            joined(0.0005),
            "microseconds in place of seconds it were 500 samples a second"
        );
        assert_eq!(
            joined(0.25),
            "milliseconds in place of seconds it were 250 samples a second"
        );
        assert_eq!(
            joined(1e-6),
            "nanoseconds in place of seconds it were 1000 samples a second"
        );
        assert_eq!(
            joined(6e4),
            "seconds in place of milliseconds it were 60 samples a second; or as minutes in place of seconds it were 1000 \
             samples a second"
        );
        assert_eq!(
            joined(5e8),
            "seconds in place of microseconds it were 500 samples a second"
        );
        assert_eq!(joined(1e-14), "");
    }
}
