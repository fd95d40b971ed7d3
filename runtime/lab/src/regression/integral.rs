//! What is balanced over which intervals of time.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::balance::Balance;
use crate::motion::Motion;

/// How long sliding intervals are, in the steps by which they slide, where nobody says.
const SLIDING: usize = 4;
/// So many balances for each unknown tell what is noise among them.
const ENOUGH: usize = 5;

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

/// Balances over intervals that are hardly more than what is unknown, and take for it what is noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sparse {
    /// How many there are.
    pub balances: usize,
    /// For how many unknowns.
    pub unknowns: usize,
    /// How long intervals are, or how much longer each is than the last, s.
    pub interval: f64,
    /// Half a period of the cut-off of positions, s: shorter intervals add nothing.
    pub shortest: f64,
}

impl Sparse {
    /// Of so many balances for so many unknowns, over intervals of such a motion, if they are fewer than five each. Of intervals that
    /// slide nothing is said: however long they are, they follow each other alike.
    #[must_use]
    pub fn of(integral: &Integral, motion: &Motion, balances: [usize; 2]) -> Option<Self> {
        let slides = integral.intervals == Intervals::Sliding;
        let of_time = [motion.rate, motion.processing.cutoff];
        let found = Self::over(integral.step(motion), of_time, balances);
        found.filter(|_| !slides)
    }

    /// The same of intervals of so many samples, at a rate (Hz), with a cut-off (Hz).
    fn over(
        step: usize,
        [rate, cutoff]: [f64; 2],
        [balances, unknowns]: [usize; 2],
    ) -> Option<Self> {
        (balances < ENOUGH * unknowns).then(|| Self {
            balances,
            unknowns,
            interval: step as f64 / rate,
            // An interval is one of whole samples.
            shortest: (0.5 * rate / cutoff).round().max(1.0) / rate,
        })
    }

    /// Whether shorter intervals are more of them that say something.
    #[must_use]
    pub fn can_be_shorter(&self) -> bool {
        self.shortest < self.interval
    }

    /// How far `the intervals` are to be shortened, and what comes of it, in words.
    #[must_use]
    pub fn shorter(&self) -> String {
        let there = self.balances as f64 * self.interval / self.shortest;
        let also = match there < (ENOUGH * self.unknowns) as f64 {
            true => ", and record longer",
            false => "",
        };
        format!(
            "the intervals from {:.3} s, at least to half a period of the cut-off, {:.3} s, of which there are about {there:.0}{also}",
            self.interval, self.shortest
        )
    }
}

impl fmt::Display for Sparse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            balances, unknowns, ..
        } = self;
        write!(
            f,
            "{balances} balances over intervals for {unknowns} unknowns hardly tell noise: "
        )?;
        match self.can_be_shorter() {
            true => write!(f, "shorten {}", self.shorter()),
            false => f.write_str("record longer"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Balance, Integral, Intervals, Sparse};
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

    /// Half a period of 3.268 Hz is 0.153 s, which is 31 samples at 200 Hz: of 62 there are half as many.
    #[test]
    fn intervals_of_few_balances_are_to_be_short() {
        let of = |balances: usize, step: usize| {
            let found = Sparse::over(step, [200.0, 3.268], [balances, 43]);
            found.map(|found| found.to_string())
        };
        let said = |balances: usize, what: &str| {
            let begin =
                format!("{balances} balances over intervals for 43 unknowns hardly tell noise: ");
            Some(begin + what)
        };
        assert_eq!(of(214, 31), said(214, "record longer"));
        assert_eq!(of(212, 20), said(212, "record longer"));
        assert_eq!(of(215, 62), None);
        let shorten = "shorten the intervals from 0.310 s, at least to half a period of the cut-off, 0.155 s, of which there are about";
        assert_eq!(of(110, 62), said(110, &format!("{shorten} 220")));
        let longer = format!("{shorten} 200, and record longer");
        assert_eq!(of(100, 62), said(100, &longer));
        let motion = conditioned(recording(60), processing(EquationSide::Joint));
        let told = |intervals| Sparse::of(&integral(intervals, Some(0.3)), &motion, [20, 6]);
        let interval = |intervals| told(intervals).map(|found| found.interval);
        assert_eq!(interval(Intervals::Short), Some(0.3));
        assert_eq!(interval(Intervals::Long), Some(0.3));
        assert_eq!(interval(Intervals::Sliding), None);
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
