//! Causes of recordings whose clock is not believed.

use super::cause::Cause;
use super::change::Fault;
use crate::statistics::Fit;
use crate::thresholds::{SAMPLING_RATES, SOUND};

/// Whether a sampling rate, Hz, is that of a robot's controller.
pub(super) fn is_usual(rate: f64) -> bool {
    let [low, high] = SAMPLING_RATES;
    (low..=high).contains(&rate)
}

/// Whether times are in the unit that they are said to be in: the rate is that of a robot's controller, or all torques are
/// explained nevertheless.
pub(crate) fn is_believed(rate: f64, fits: &[Fit]) -> bool {
    is_usual(rate) || fits.iter().all(|fit| fit.r2 > SOUND)
}

/// Where the clock is not believed, the units of time that make its rate one of a robot's controller; where there are none, those
/// causes alone without which all torques are explained at this rate. What is wrong with a base that moves is known of its own sensors.
pub(crate) fn of_clock(mut causes: Vec<Cause>, rate: f64, fits: &[Fit]) -> Vec<Cause> {
    if is_believed(rate, fits) {
        return causes;
    }
    let is_clock =
        |cause: &Cause| matches!(cause.fault, Fault::Time { factor } if is_usual(rate / factor));
    let explains = |cause: &Cause| {
        let explained = cause.lifts.iter().all(|lift| lift.after > SOUND);
        let of_base = matches!(cause.fault, Fault::Base { .. } | Fault::Together { .. });
        of_base || explained && !cause.lifts.is_empty()
    };
    match causes.iter().any(is_clock) {
        true => causes.retain(is_clock),
        false => causes.retain(explains),
    }
    let is_shared = causes.len() > 1;
    causes.iter_mut().for_each(|cause| cause.shared = is_shared);
    causes
}

#[cfg(test)]
mod tests {
    use super::super::cause::{Evidence, Lift};
    use super::*;
    use crate::options::EquationSide;
    use crate::regression::Series;

    /// A cause without which two torques are explained so far, beside another one.
    fn cause(fault: Fault, after: [f64; 2]) -> Cause {
        let lift = |after: f64| Lift {
            name: "j".to_owned(),
            before: 0.1,
            after,
        };
        Cause {
            fault,
            evidence: Evidence::Fit,
            rows: EquationSide::Joint,
            lifts: after.map(lift).to_vec(),
            shared: true,
        }
    }

    /// A torque of which so much is explained.
    fn fit(r2: f64) -> Fit {
        let mut series = Series::new("run", 1, 100.0);
        for k in 0..40 {
            let measured = if k % 2 == 0 { 1.0 } else { -1.0 };
            let predicted = measured * (1.0 - (1.0 - r2).sqrt());
            series.push(0.0, &[measured], &[predicted], std::iter::once(true));
        }
        Fit::of("j", std::slice::from_ref(&series), 0)
    }

    #[test]
    fn a_clock_is_believed_by_its_rate_or_where_all_is_explained() {
        let of = |rate: f64, r2: [f64; 2]| is_believed(rate, &r2.map(fit));
        for rate in [5.0, 500.0, 50_000.0] {
            assert!(of(rate, [0.1, 0.1]), "{rate}");
        }
        for rate in [4.9, 50_001.0] {
            assert!(of(rate, [0.96, 0.99]) && !of(rate, [0.94, 0.99]), "{rate}");
        }
    }

    #[test]
    fn units_of_time_come_first_at_a_rate_of_no_controller() {
        let time = |factor: f64| cause(Fault::Time { factor }, [0.7, 0.9]);
        let gravity = |after: [f64; 2]| cause(Fault::Gravity { factor: -1.0 }, after);
        let size = Cause {
            lifts: Vec::new(),
            ..cause(
                Fault::Size {
                    low: 2.0,
                    high: 9.0,
                },
                [0.0; 2],
            )
        };
        let alone = |cause: Cause| Cause {
            shared: false,
            ..cause
        };
        let of = |rate: f64, causes: &[Cause]| of_clock(causes.to_vec(), rate, &[fit(0.5)]);
        // Milliseconds that were taken for seconds: 500 samples a second, not one in two.
        let all = [time(1e3), time(1e6), gravity([0.99, 0.99])];
        assert_eq!(of(5e5, &all), [alone(time(1e3))]);
        assert_eq!(of(500.0, &all), all);
        // Without a unit that makes it usual, what explains all torques at this rate.
        let some = [time(1e9), gravity([0.99, 0.94]), size.clone()];
        assert_eq!(of(5e5, &some), []);
        assert_eq!(
            of(1.0, &[gravity([0.96, 0.99]), size.clone()]),
            [alone(gravity([0.96, 0.99]))]
        );
        let base = cause(Fault::Base { faults: Vec::new() }, [0.5; 2]);
        assert_eq!(of(1.0, &[base.clone(), size]), [alone(base)]);
    }
}
