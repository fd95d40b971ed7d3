//! What is balanced over which intervals of time.

use serde::{Deserialize, Serialize};

use super::balance::Balance;
use crate::motion::Motion;

/// How long sliding intervals are, in the steps by which they slide, where nobody says.
const SLIDING: usize = 4;

/// Which intervals are integrated over (Prüfer, Schmidt and Wahl 1994 have the first and the last).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Intervals {
    /// One after the other.
    #[default]
    Short,
    /// Of one length, each beginning a decimated sample after the last.
    Sliding,
    /// All from the beginning, each longer than the last.
    Long,
}

/// What is balanced over which intervals.
#[derive(Debug, Clone, PartialEq)]
pub struct Integral {
    /// What is balanced.
    pub balance: Balance,
    /// Over which intervals.
    pub intervals: Intervals,
    /// How long they are, or how much longer each is than the last, s; by default as long as a decimated sample of torque, or
    /// four of these if they slide.
    pub length: Option<f64>,
    /// The density of noise in each joint's torque, and a variance besides (`n + 1`), by which equations of energy
    /// weigh: what noise makes of energy is the larger, the faster the joints. Nothing weighs without.
    pub noise: Vec<f64>,
}

impl Integral {
    /// Over intervals one after the other, as long as a decimated sample.
    #[must_use]
    pub fn of(balance: Balance) -> Self {
        Self {
            balance,
            intervals: Intervals::Short,
            length: None,
            noise: Vec::new(),
        }
    }

    /// Raw samples from the end of an interval to that of the next.
    #[must_use]
    pub fn step(&self, motion: &Motion) -> usize {
        let decimation = motion.processing.decimation().max(1);
        match self.intervals {
            Intervals::Sliding => decimation,
            Intervals::Short | Intervals::Long => self.samples(motion).unwrap_or(decimation),
        }
    }

    /// How many steps an interval takes; none if it takes all from the beginning.
    #[must_use]
    pub fn steps(&self, motion: &Motion) -> Option<usize> {
        match self.intervals {
            Intervals::Short => Some(1),
            Intervals::Long => None,
            Intervals::Sliding => Some(match self.samples(motion) {
                Some(samples) => {
                    (samples as f64 / self.step(motion) as f64).round().max(1.0) as usize
                }
                None => SLIDING,
            }),
        }
    }

    /// The steps that its intervals are made of; none if it has no others.
    #[must_use]
    pub fn in_steps(&self) -> Option<Self> {
        let length = match self.intervals {
            Intervals::Short => return None,
            Intervals::Sliding => None,
            Intervals::Long => self.length,
        };
        Some(Self {
            intervals: Intervals::Short,
            length,
            ..self.clone()
        })
    }

    fn samples(&self, motion: &Motion) -> Option<usize> {
        self.length
            .map(|length| (length * motion.rate).round().max(1.0) as usize)
    }

    /// By what an equation of so much work of squared speeds is divided.
    pub(super) fn size(&self, work: &[f64]) -> f64 {
        let noise = work.iter().chain([&1.0]).zip(&self.noise);
        let variance: f64 = noise.map(|(work, noise)| work * noise).sum();
        // What overlaps is weighed as it is; its steps are not.
        let even = self.noise.is_empty() || self.intervals != Intervals::Short;
        match even || variance <= 0.0 {
            true => 1.0,
            false => variance.sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Balance, Integral, Intervals};
    use crate::options::EquationSide;
    use crate::regression::by_hand::{conditioned, processing, recording};

    fn integral(intervals: Intervals, length: Option<f64>) -> Integral {
        Integral {
            intervals,
            length,
            ..Integral::of(Balance::Momentum)
        }
    }

    /// At 100 samples a second, three of which are one decimated sample.
    #[test]
    fn intervals_are_as_long_as_was_asked() {
        let mut processing = processing(EquationSide::Joint);
        processing.decimate = vec![3];
        let motion = conditioned(recording(60), processing);
        use Intervals::{Long, Short, Sliding};
        for (intervals, length, step, steps) in [
            (Short, None, 3, Some(1)),
            (Short, Some(0.076), 8, Some(1)),
            (Short, Some(0.001), 1, Some(1)),
            (Long, None, 3, None),
            (Long, Some(0.05), 5, None),
            (Sliding, None, 3, Some(4)),
            // 17 samples are 5.67 steps.
            (Sliding, Some(0.17), 3, Some(6)),
            (Sliding, Some(0.01), 3, Some(1)),
        ] {
            let found = integral(intervals, length);
            assert_eq!(
                (found.step(&motion), found.steps(&motion)),
                (step, steps),
                "{intervals:?} {length:?}"
            );
        }
    }

    #[test]
    fn intervals_that_overlap_are_made_of_short_ones() {
        assert_eq!(integral(Intervals::Short, Some(0.3)).in_steps(), None);
        let noise = vec![2.0, 0.5];
        let long = Integral {
            noise: noise.clone(),
            ..integral(Intervals::Long, Some(0.3))
        };
        let steps = Integral {
            noise,
            ..integral(Intervals::Short, Some(0.3))
        };
        assert_eq!(long.in_steps(), Some(steps));
        let sliding = integral(Intervals::Sliding, Some(0.3));
        assert_eq!(sliding.in_steps(), Some(integral(Intervals::Short, None)));
    }

    #[test]
    fn energy_is_divided_by_the_deviation_of_its_noise() {
        let mut found = integral(Intervals::Short, None);
        assert_eq!(found.size(&[3.0, 4.0]), 1.0);
        found.noise = vec![2.0, 0.5, 8.0];
        // 3 · 2 + 4 · 0.5 + 8.
        assert_eq!(found.size(&[3.0, 4.0]), 4.0);
        found.noise = vec![0.0; 3];
        assert_eq!(found.size(&[3.0, 4.0]), 1.0);
        found.noise = vec![2.0, 0.5, 8.0];
        for overlapping in [Intervals::Sliding, Intervals::Long] {
            found.intervals = overlapping;
            assert_eq!(found.size(&[3.0, 4.0]), 1.0);
        }
    }
}
