//! What drives a robot through time: samples, or functions of time and state.

use super::error::SimulationError;
use super::machine::count;
use super::settings::{finite, positive};

/// Torques or voltages through time, as many as joints (or motors).
pub trait Input: Sync {
    /// What it is at a time (s), positions and velocities (`n` each). `within` is a moment of the same smooth stretch: at its ends
    /// there is one value before and another after.
    fn at(&self, time: f64, within: f64, state: (&[f64], &[f64]), out: &mut [f64]);

    /// The first moment after a time where it is not smooth, s.
    fn next_break(&self, after: f64) -> f64 {
        let _ = after;
        f64::INFINITY
    }

    /// Whether it depends on positions or velocities.
    fn knows_the_state(&self) -> bool {
        false
    }

    /// Whether it can drive so many joints (or motors): a motion begins with that.
    ///
    /// # Errors
    /// [`SimulationError`] of what is wrong with it.
    fn check(&self, drives: usize) -> Result<(), SimulationError> {
        let _ = drives;
        Ok(())
    }
}

/// What happens between samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Hold {
    /// Each sample holds until the next.
    Last,
    /// A straight line from sample to sample.
    Linear,
}

/// Samples at a constant rate, held beyond their ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampled {
    /// When the first is, s.
    pub start: f64,
    /// Samples a second, Hz.
    pub rate: f64,
    /// A column a joint or motor.
    pub columns: Vec<Vec<f64>>,
    /// What happens between them.
    pub hold: Hold,
}

/// A share of a sample within which two moments are the same, and that of times themselves: far from 0 they have few digits left.
const SAME: f64 = 1e-6;
const ROUNDED: f64 = 4.0 * f64::EPSILON;

impl Input for Sampled {
    fn at(&self, time: f64, within: f64, _: (&[f64], &[f64]), out: &mut [f64]) {
        let place = ((within - self.start) * self.rate).max(0.0);
        let first = place.floor();
        let share = (time - self.start) * self.rate - first;
        for (out, column) in out.iter_mut().zip(&self.columns) {
            let last = column.len().saturating_sub(1);
            let k = (first as usize).min(last);
            let value = column.get(k).copied().unwrap_or(0.0);
            let next = column.get(k + 1).copied().unwrap_or(value);
            *out = match self.hold {
                Hold::Last => value,
                Hold::Linear if place > 0.0 => value + share.clamp(0.0, 1.0) * (next - value),
                Hold::Linear => value,
            };
        }
    }

    fn next_break(&self, after: f64) -> f64 {
        let place = (after - self.start) * self.rate;
        let same = SAME.max(ROUNDED * after.abs().max(self.start.abs()) * self.rate);
        let next = (place + same).floor().max(-1.0) + 1.0;
        self.start + next / self.rate
    }

    fn check(&self, drives: usize) -> Result<(), SimulationError> {
        count("columns of samples", self.columns.len(), drives)?;
        positive("the rate of samples", self.rate)?;
        finite("the rate of samples", self.rate)?;
        finite("the time of the first sample", self.start)
    }
}

/// A smooth function of time.
pub struct Function<F>(pub F);

impl<F: Fn(f64, &mut [f64]) + Sync> Input for Function<F> {
    fn at(&self, time: f64, _: f64, _: (&[f64], &[f64]), out: &mut [f64]) {
        (self.0)(time, out);
    }
}

/// A smooth function of time, position and velocity: a controller.
pub struct Feedback<F>(pub F);

impl<F: Fn(f64, &[f64], &[f64], &mut [f64]) + Sync> Input for Feedback<F> {
    fn at(&self, time: f64, _: f64, (q, qd): (&[f64], &[f64]), out: &mut [f64]) {
        (self.0)(time, q, qd, out);
    }

    fn knows_the_state(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Hold, Input, Sampled};

    #[test]
    fn samples_hold_or_are_joined_by_lines() {
        let mut input = Sampled {
            start: 1.0,
            rate: 10.0,
            columns: vec![vec![1.0, 3.0, 2.0]],
            hold: Hold::Last,
        };
        let at = |input: &Sampled, time: f64, within: f64| {
            let mut out = [0.0];
            input.at(time, within, (&[], &[]), &mut out);
            out[0]
        };
        assert_eq!(at(&input, 1.1, 1.05), 1.0, "before its second sample");
        assert_eq!(at(&input, 1.1, 1.15), 3.0, "after it");
        assert_eq!(at(&input, 0.0, 0.0), 1.0);
        assert_eq!(at(&input, 9.0, 9.0), 2.0);
        assert!((input.next_break(1.1) - 1.2).abs() < 1e-12);
        assert!((input.next_break(1.149) - 1.2).abs() < 1e-12);
        assert!((input.next_break(0.0) - 1.0).abs() < 1e-12);
        input.hold = Hold::Linear;
        assert!((at(&input, 1.05, 1.05) - 2.0).abs() < 1e-12);
        assert!((at(&input, 1.1, 1.05) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn samples_have_a_rate_and_a_column_for_each_drive() {
        let refused = |start: f64, rate: f64, columns: usize| {
            let input = Sampled {
                start,
                rate,
                columns: vec![vec![1.0]; columns],
                hold: Hold::Last,
            };
            input.check(2).err().map(|error| error.to_string())
        };
        assert_eq!(refused(1.0, 10.0, 2), None);
        for (start, rate, columns, text) in [
            (1.0, 10.0, 1, "columns of samples: 1 where 2 are wanted"),
            (1.0, 10.0, 3, "columns of samples: 3 where 2 are wanted"),
            (
                1.0,
                0.0,
                2,
                "the rate of samples is 0: it has to be above 0",
            ),
            (
                1.0,
                f64::INFINITY,
                2,
                "the rate of samples is inf: it has to be finite",
            ),
            (
                f64::NAN,
                10.0,
                2,
                "the time of the first sample is NaN: it has to be finite",
            ),
        ] {
            assert_eq!(refused(start, rate, columns).as_deref(), Some(text));
        }
    }

    /// Numbers near 1.7e9 are 2.4e-7 apart, 5e-5 of a sample at 200 Hz.
    #[test]
    fn a_break_is_later_whatever_the_date() {
        for rate in [200.0, 333.0, 1000.0] {
            let input = Sampled {
                start: 1.7e9,
                rate,
                columns: Vec::new(),
                hold: Hold::Last,
            };
            let mut time = input.start;
            for k in 1..=1000 {
                time = input.next_break(time);
                let off = time - input.start - f64::from(k) / rate;
                assert!(off.abs() < 3e-7, "{k} at {rate}: {off}");
            }
        }
    }

    /// 0.29 s are a little less than 29 samples at 100 Hz in floating point.
    #[test]
    fn the_break_after_one_is_the_next() {
        for rate in [100.0, 1000.0, 333.0] {
            let input = Sampled {
                start: 0.0,
                rate,
                columns: Vec::new(),
                hold: Hold::Last,
            };
            for k in 0..1000 {
                let at = f64::from(k) / rate;
                let next = f64::from(k + 1) / rate;
                assert!((input.next_break(at) - next).abs() < 1e-12, "{k} at {rate}");
                let before = input.next_break(at - 0.01 / rate);
                assert!((before - at).abs() < 1e-12, "before {k} at {rate}");
            }
        }
    }
}
