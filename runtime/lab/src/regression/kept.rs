//! Passes that keep the decimated rows of the base columns, so that a motion is gone through once.

use super::equations::Equations;
use super::error::RegressionError;
use super::keep::{Keep, Kept};
use super::stream::decimated_samples;
use super::wide::Wide;
use crate::motion::Motion;

/// How many numbers are kept at most (32 MiB): memory does not grow with a recording.
const MOST: usize = 1 << 22;

impl<'a> Equations<'a> {
    /// The same, which go once through each of these motions with the columns of the base parameters, if their decimated
    /// rows are not too many to be kept.
    #[must_use]
    pub fn keeping(mut self, motions: &'a [Motion]) -> Self {
        let all = motions.iter().map(|motion| {
            let factors = &motion.processing.decimate;
            let base = self.base_columns();
            decimated_samples(factors, motion.interior().len())
                * Wide::of(&self, motion, &base).width()
        });
        let fits = self.integral().is_none() && all.sum::<usize>() <= MOST;
        self.keep = fits.then(|| Keep {
            motions,
            rows: motions.iter().map(|_| Kept::default()).collect(),
        });
        self
    }

    /// Where a motion's rows are kept, if they are.
    pub(super) fn kept(&self, motion: &Motion) -> Option<&Kept> {
        let keep = self.keep.as_ref()?;
        let at = keep.motions.iter().position(|m| std::ptr::eq(m, motion))?;
        keep.rows.get(at)
    }
}

impl Kept {
    /// Hands on the rows, for which the motion is gone through if it was not.
    pub(super) fn each(
        &self,
        wide: &Wide<'_>,
        sink: &mut dyn FnMut(&[f64]),
        progress: &mut dyn FnMut(f64),
    ) -> Result<(), RegressionError> {
        let width = wide.width().max(1);
        if let Some(rows) = self.0.get() {
            rows.chunks_exact(width).for_each(sink);
            return Ok(());
        }
        let interior = wide.motion.interior();
        let count = decimated_samples(&wide.motion.processing.decimate, interior.len());
        let mut rows = Vec::with_capacity(count * width);
        let mut both = |row: &[f64]| {
            rows.extend_from_slice(row);
            sink(row);
        };
        wide.decimated(interior, &mut both, progress)?;
        // Who was faster has the same rows.
        let _ = self.0.set(rows);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use armwright_runtime::Side;

    use crate::motion::Motion;
    use crate::regression::by_hand::{ROBOT, motion};
    use crate::regression::{Balance, Columns, Equations, Integral, Sample};

    /// Torques, times and first elements of all samples.
    fn gone_through(equations: &Equations<'_>, motion: &Motion) -> Vec<(usize, f64, f64, f64)> {
        let mut all = Vec::new();
        let mut take = |sample: &Sample<'_>| {
            let first = sample.row(0).next().map_or(0.0, |(_, x)| x);
            all.push((sample.index, sample.time, sample.torque[1], first));
        };
        let columns: &dyn Columns = &equations.base_columns();
        let used = equations.pass(motion, columns, &mut take, &mut |_| {});
        assert_eq!(used, Ok(all.len()));
        all
    }

    #[test]
    fn a_motion_that_is_kept_is_the_same_the_second_time() {
        let motions = [motion(90), motion(60)];
        let plain = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let expected = gone_through(&plain, &motions[0]);
        assert!(plain.kept(&motions[0]).is_none());
        let keeping = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let keeping = keeping.keeping(&motions);
        assert!(keeping.kept(&motions[0]).is_some() && keeping.kept(&motions[1]).is_some());
        // Another of the same numbers is none of them.
        assert!(keeping.kept(&motion(90)).is_none());
        assert_eq!(gone_through(&keeping, &motions[0]), expected);
        assert_eq!(gone_through(&keeping, &motions[0]), expected);
        assert_eq!(gone_through(&keeping, &motions[1]).len(), 54);
        // A part of it is gone through by itself.
        let mut some = Vec::new();
        let mut take = |sample: &Sample<'_>| some.push((sample.time, sample.torque[1]));
        let columns = keeping.base_columns();
        let part = keeping.pass_over(&motions[0], 10..20, &columns, &mut take, &mut |_| {});
        assert_eq!((part, some.len()), (Ok(10), 10));
        assert!((some[0].0 - 0.1).abs() < 1e-12);
        // Three samples at the beginning are not used.
        for ((time, torque), (_, at, whole, _)) in some.iter().zip(&expected[7..]) {
            assert!((time - at).abs() < 1e-12 && (torque - whole).abs() < 1e-12);
        }
    }

    #[test]
    fn integrals_are_not_kept() {
        let motions = [motion(90)];
        let integral = Integral::of(Balance::Momentum);
        let equations = Equations::integrated(&ROBOT, Side::Joint, integral).expect("equations");
        assert!(equations.keeping(&motions).kept(&motions[0]).is_none());
    }

    /// A row of this robot has 11 numbers: seven elements, two torques and two speeds. Of 370 000 rows these are less than 2²²,
    /// of 407 000 more.
    #[test]
    fn no_more_numbers_are_kept_than_fit() {
        // Three samples at each end are not used.
        let motions = vec![motion(37_006); 11];
        let keeps = |motions: &[Motion]| {
            let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
            equations.keeping(motions).kept(&motions[0]).is_some()
        };
        assert!(keeps(&motions[..10]) && !keeps(&motions));
    }
}
