//! Observations in whole periods of a motion, so that parts that are left out in turn are exchangeable.

use super::Progress;
use super::repetition::period;
use crate::estimate::Estimator;
use crate::motion::Motion;
use crate::regression::{Equations, Observation, RegressionError};

/// Parts of a motion that does not repeat itself.
const PARTS: usize = 5;

/// What motions say, in whole periods; none where the estimator leaves no parts out, or no motion repeats itself. What
/// is left after the last whole period belongs to that.
pub(super) fn observe(
    equations: &Equations<'_>,
    motions: &[Motion],
    estimator: &Estimator,
    progress: &mut Progress<'_>,
) -> Result<Option<Observation>, RegressionError> {
    if !estimator.leaves_parts_out() {
        return Ok(None);
    }
    let length = |motion: &Motion| motion.interior().len() as f64 / motion.rate;
    let whole = |motion: &Motion| {
        let turns = period(motion).map(|period| (period, (length(motion) / period) as usize));
        turns.filter(|(_, count)| *count > 1)
    };
    let periods: Vec<Option<(f64, usize)>> = motions.iter().map(whole).collect();
    if periods.iter().all(Option::is_none) {
        return Ok(None);
    }
    let each: Vec<(f64, usize)> = motions
        .iter()
        .zip(periods)
        .map(|(motion, whole)| whole.unwrap_or((length(motion) / PARTS as f64, PARTS)))
        .collect();
    let count = each.iter().map(|(_, count)| *count).max().unwrap_or(1);
    let part = |motion: usize, time: f64| {
        let start = motions[motion].time(motions[motion].interior().start);
        part_at(time - start, each[motion])
    };
    let mut report = |share| progress("forming equations", share);
    let parts = equations.observe_parts(motions, count, &part, &mut report)?;
    Ok(Some(Observation::of(parts).in_periods()))
}

/// The period in which a time is that has elapsed, of so many of some length.
fn part_at(elapsed: f64, (period, count): (f64, usize)) -> usize {
    ((elapsed.max(0.0) / period) as usize).min(count - 1)
}

#[cfg(test)]
mod tests {
    use armwright_runtime::Side;

    use super::{observe, part_at};
    use crate::estimate::Method;
    use crate::motion::Motion;
    use crate::options::EquationSide;
    use crate::regression::Equations;
    use crate::regression::by_hand::{ROBOT, conditioned, processing, recording};

    /// A swing of 0.6 s for some time.
    fn swing(samples: u32, repeats: bool) -> Motion {
        let mut recording = recording(samples);
        for (k, column) in recording.position.iter_mut().enumerate() {
            for (t, q) in column.iter_mut().enumerate() {
                let turn = std::f64::consts::TAU * t as f64 / 60.0;
                *q = match repeats {
                    true => (turn + k as f64).sin() + 0.3 * (2.0 * turn).cos(),
                    false => (turn + 0.4 * k as f64).sin() * (t as f64 / 50.0),
                };
            }
        }
        (recording.velocity, recording.acceleration) = (None, None);
        conditioned(recording, processing(EquationSide::Joint))
    }

    #[test]
    fn parts_are_whole_periods_of_what_repeats_itself() {
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let observed = |motions: &[Motion], method: Method| {
            let found = observe(&equations, motions, &method.into(), &mut |_, _| {});
            let found = found.expect("an observation");
            found.map(|found| {
                assert!(found.is_in_periods());
                (found.equations(), found.folds(&[1.0, 1.0]).len())
            })
        };
        let (swinging, other) = (swing(226, true), swing(150, false));
        // 2.2 s are three periods of 0.6 s and a rest, which belongs to the last.
        let motions = [swinging.clone()];
        assert_eq!(observed(&motions, Method::Ridge), Some((440, 3)));
        assert_eq!(observed(&motions, Method::Wls), None);
        // One beside that does not is in fifths.
        assert_eq!(
            observed(&[swinging, other.clone()], Method::Tsvd),
            Some((440 + 288, 5))
        );
        assert_eq!(observed(&[other], Method::Ridge), None);
    }

    /// Parts are counted from where a motion begins, not from when its clock says 0.
    #[test]
    fn periods_are_counted_from_the_beginning_of_a_motion() {
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let folds = |late: f64| {
            let mut motion = swing(226, true);
            motion.start += late;
            let motions = [motion];
            let found = observe(&equations, &motions, &Method::Ridge.into(), &mut |_, _| {});
            let found = found.expect("an observation").expect("periods");
            found.folds(&[1.0, 1.0]).len()
        };
        assert_eq!([folds(0.0), folds(0.3), folds(17.0)], [3; 3]);
    }

    #[test]
    fn a_period_lasts_to_its_end() {
        let parts = [-0.01, 0.0, 0.59, 0.61, 1.19, 1.21, 2.5];
        let found = parts.map(|elapsed| part_at(elapsed, (0.6, 3)));
        assert_eq!(found, [0, 0, 0, 1, 1, 2, 2]);
    }

    /// One whole period and a half are no two: such a motion is in fifths like one that does not repeat itself.
    #[test]
    fn a_motion_of_less_than_two_periods_is_in_fifths() {
        let equations = Equations::of(&ROBOT, Side::Joint).expect("equations");
        let observed = |motions: &[Motion]| {
            let found = observe(&equations, motions, &Method::Ridge.into(), &mut |_, _| {});
            let found = found.expect("an observation");
            found.map(|found| (found.equations(), found.folds(&[1.0, 1.0]).len()))
        };
        let short = swing(100, true);
        assert_eq!(observed(std::slice::from_ref(&short)), None);
        assert_eq!(observed(&[swing(226, true), short]), Some((440 + 188, 5)));
        assert_eq!(observed(&[swing(130, true)]), Some((248, 2)));
    }
}
