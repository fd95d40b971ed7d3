//! Equations as an estimate takes them that is not linear in torques.

use super::Motion;

/// What an estimate makes of each decimated sample and row of the equations (`samples × rows`).
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Adjusted {
    /// Rows a sample.
    pub(crate) rows: usize,
    /// Sample after sample.
    pub(crate) all: Vec<Equation>,
}

/// What an estimate adds to each row at the raw rate, before decimation (`samples × rows`, of the interior).
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Cleaned {
    /// Rows a sample.
    pub(crate) rows: usize,
    /// Sample after sample.
    pub(crate) all: Vec<f64>,
}

/// What an estimate makes of an equation.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Equation {
    /// What it adds to the torque that was measured.
    pub(crate) add: f64,
    /// Whether a robust estimate weighs it down, to less than a half.
    pub(crate) is_low: bool,
    /// Whether it is left out.
    pub(crate) is_out: bool,
}

impl Motion {
    /// Takes equations as an estimate does.
    pub(crate) fn adjust(&mut self, adjusted: Adjusted) {
        self.adjusted = adjusted;
    }

    /// Takes what was measured as an estimate does, which adds to it before decimation.
    pub(crate) fn clean(&mut self, cleaned: Cleaned) {
        self.cleaned = cleaned;
    }

    /// Whether an estimate of such rows adds to what was measured of them before decimation.
    pub(crate) fn is_cleaned(&self, rows: usize) -> bool {
        !self.cleaned.all.is_empty() && self.cleaned.rows == rows
    }

    /// What it adds at a sample (`rows`).
    pub(crate) fn cleaned(&self, sample: usize, rows: usize) -> impl Iterator<Item = f64> + '_ {
        let start = sample.saturating_sub(self.interior().start) * rows;
        let mine = self.cleaned.all.get(start..start + rows);
        let known = mine.unwrap_or_default().iter().copied();
        known.chain(std::iter::repeat(0.0)).take(rows)
    }

    /// What is made of the rows of a decimated sample; nothing where no estimate asked for it, or of other rows.
    pub(crate) fn adjusted(&self, sample: usize, rows: usize) -> &[Equation] {
        let start = sample * rows;
        let all = &self.adjusted.all;
        let of_these = self.adjusted.rows == rows;
        let mine = all.get(start..start + rows).filter(|_| of_these);
        mine.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Adjusted, Cleaned, Equation};
    use crate::regression::by_hand;

    #[test]
    fn equations_are_those_of_their_sample_and_rows() {
        let mut motion = by_hand::motion(30);
        assert!(motion.adjusted(0, 2).is_empty());
        let equation = |k: u32| Equation {
            add: f64::from(k),
            is_low: k % 2 == 1,
            is_out: k % 3 == 1,
        };
        let all: Vec<Equation> = (0..6).map(equation).collect();
        let rows = 2;
        motion.adjust(Adjusted {
            rows,
            all: all.clone(),
        });
        assert_eq!(motion.adjusted(0, 2), &all[..2]);
        assert_eq!(motion.adjusted(2, 2), &all[4..]);
        assert!(motion.adjusted(3, 2).is_empty());
        assert!(motion.adjusted(0, 3).is_empty() && motion.adjusted(1, 1).is_empty());
    }

    #[test]
    fn what_is_added_before_decimation_begins_at_the_interior() {
        let mut motion = by_hand::motion(30);
        let added = |motion: &super::Motion, sample: usize| -> Vec<f64> {
            motion.cleaned(sample, 2).collect()
        };
        assert!(!motion.is_cleaned(0) && !motion.is_cleaned(2));
        assert_eq!(added(&motion, 3), [0.0, 0.0]);
        // The first three samples are no part of the interior.
        let all = (1..=6).map(f64::from).collect();
        motion.clean(Cleaned { rows: 2, all });
        assert!(motion.is_cleaned(2) && !motion.is_cleaned(3));
        assert_eq!(added(&motion, 3), [1.0, 2.0]);
        assert_eq!(added(&motion, 5), [5.0, 6.0]);
        assert_eq!(added(&motion, 6), [0.0, 0.0]);
        assert_eq!(motion.cleaned(4, 3).collect::<Vec<_>>(), [4.0, 5.0, 6.0]);
    }
}
