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
        let (period, count) = each[motion];
        let start = motions[motion].time(motions[motion].interior().start);
        (((time - start).max(0.0) / period) as usize).min(count - 1)
    };
    let mut report = |share| progress("forming equations", share);
    let parts = equations.observe_parts(motions, count, &part, &mut report)?;
    Ok(Some(Observation::of(parts).in_periods()))
}
