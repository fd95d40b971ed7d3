//! Sampling rates that are of no robot's controller: which unit of time would make them such.

use super::phrases::significant;
use crate::diagnose::Fault;
use crate::thresholds::SAMPLING_RATES;

/// Seconds of a day, which spreadsheets count.
const DAY: f64 = 86_400.0;

/// Units of time with which a sampling rate, Hz, would be one of a robot's controller, each as it goes on from `as`.
pub(super) fn units_of_time(rate: f64) -> Vec<String> {
    let said = |(factor, is, taken): (f64, &str, &str)| {
        let rate = significant(rate * factor, 3);
        format!("{is} in place of {taken} it were {rate} samples a second")
    };
    fitting(rate).map(said).collect()
}

/// The same as faults of what was recorded, the likeliest first.
pub(super) fn clocks(rate: f64) -> Vec<Fault> {
    let clock = |(factor, ..): (f64, &str, &str)| Fault::Time {
        factor: factor.recip(),
    };
    fitting(rate).map(clock).collect()
}

/// What each of these units multiplies a rate by, its name, and that of the unit that it was taken for.
fn fitting(rate: f64) -> impl Iterator<Item = (f64, &'static str, &'static str)> {
    let [low, high] = SAMPLING_RATES;
    let finer = [
        (1e3, "milliseconds", "seconds"),
        (1e6, "microseconds", "seconds"),
        (1e9, "nanoseconds", "seconds"),
        (1e-3, "seconds", "milliseconds"),
        (1e-6, "seconds", "microseconds"),
        (60f64.recip(), "minutes", "seconds"),
        (DAY.recip(), "days", "seconds"),
    ];
    let fits = move |(factor, ..): &(f64, &str, &str)| (low..=high).contains(&(rate * factor));
    finer.into_iter().filter(fits)
}

#[cfg(test)]
mod tests {
    use super::{Fault, clocks, units_of_time};

    /// Times are multiplied by what rates are divided by.
    #[test]
    fn units_of_time_are_faults_of_the_clock() {
        let of = |rate: f64| -> Vec<f64> {
            let factor = |fault: Fault| match fault {
                Fault::Time { factor } => factor,
                other => panic!("{other:?}"),
            };
            clocks(rate).into_iter().map(factor).collect()
        };
        assert_eq!(of(0.0005), [1e-6]);
        assert_eq!(of(0.25), [1e-3]);
        assert_eq!(of(5e5), [1e3, 60.0, 86_400.0]);
        assert!(of(1e-14).is_empty());
    }

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
            "seconds in place of microseconds it were 500 samples a second; or as days in place of seconds it were 5790 samples a second"
        );
        assert_eq!(joined(1e-14), "");
    }
}
