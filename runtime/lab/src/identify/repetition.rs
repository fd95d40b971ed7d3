//! Motions that repeat: themselves, after a period, or others.

use crate::motion::Motion;

/// Points at which motions are compared, over the longest.
const POINTS: usize = 1200;
/// A share of the positions' variance below which two stretches are the same motion.
const SAME: f64 = 5e-3;
/// The shortest and the longest period, as shares of the motion.
const PERIODS: [f64; 2] = [0.08, 0.7];

/// A share of the largest position below which what positions vary by is rounding of a joint at rest.
const REST: f64 = 1e-10;

/// Positions (a row an instant) every `step` seconds.
struct Path {
    points: Vec<Vec<f64>>,
    /// Of each joint.
    variance: Vec<f64>,
}

impl Path {
    fn of(motion: &Motion, step: f64) -> Self {
        let inside = motion.interior();
        let count = (inside.len() as f64 / motion.rate / step) as usize;
        let at = |k: usize| inside.start + (k as f64 * step * motion.rate) as usize;
        let points: Vec<Vec<f64>> = (0..count)
            .map(|k| motion.states(at(k)..at(k) + 1).q)
            .collect();
        let joints = points.first().map_or(0, Vec::len);
        let variance = (0..joints).map(|i| {
            let mean = points.iter().map(|q| q[i]).sum::<f64>() / count as f64;
            let variance = points.iter().map(|q| (q[i] - mean).powi(2)).sum::<f64>() / count as f64;
            let largest = points.iter().fold(0.0, |most: f64, q| most.max(q[i].abs()));
            match variance.sqrt() > REST * largest {
                true => variance,
                false => 0.0,
            }
        });
        Self {
            variance: variance.collect(),
            points,
        }
    }

    /// How far so many points of another path, from its first, are from those of this one from `at` on: the
    /// largest of the joints' mean squares, over what counts as the same motion.
    fn apart(&self, at: usize, other: &Self, count: usize) -> f64 {
        let largest = self.variance.iter().copied().fold(0.0, f64::max);
        let limits = self.variance.iter().map(|v| SAME * v.max(1e-6 * largest));
        let each = limits.enumerate().map(|(i, limit)| {
            let pairs = self.points[at..].iter().zip(&other.points).take(count);
            let apart: f64 = pairs.map(|(a, b)| (a[i] - b[i]).powi(2)).sum();
            apart / (2.0 * limit * count as f64)
        });
        match largest > 0.0 {
            true => each.fold(0.0, f64::max),
            false => f64::INFINITY,
        }
    }
}

fn seconds(motion: &Motion) -> f64 {
    motion.interior().len() as f64 / motion.rate
}

/// The period of a motion that repeats itself, s.
pub(super) fn period(motion: &Motion) -> Option<f64> {
    let step = seconds(motion) / POINTS as f64;
    let path = Path::of(motion, step);
    let count = path.points.len();
    let lags = (PERIODS[0] * count as f64) as usize..=(PERIODS[1] * count as f64) as usize;
    let mut nearest: Option<(usize, f64)> = None;
    for lag in lags.filter(|lag| *lag > 0) {
        let apart = path.apart(lag, &path, count - lag);
        match nearest {
            // The nearest of the first that are near.
            Some((before, _)) if apart > 1.0 && lag > before => break,
            Some((_, least)) if apart >= least => {}
            _ if apart <= 1.0 => nearest = Some((lag, apart)),
            _ => {}
        }
    }
    nearest.map(|(lag, _)| lag as f64 * step)
}

/// Whether a motion is a stretch of one of others.
pub(super) fn repeats(motion: &Motion, others: &[Motion]) -> bool {
    let longest = others.iter().map(seconds).fold(seconds(motion), f64::max);
    let step = longest / POINTS as f64;
    let path = Path::of(motion, step);
    let count = path.points.len();
    others.iter().any(|other| {
        let other = Path::of(other, step);
        let joints = other.variance.len() == path.variance.len();
        let last = (other.points.len() + 1)
            .checked_sub(count)
            .filter(|_| joints && count > 10);
        (0..last.unwrap_or(0)).any(|at| other.apart(at, &path, count) <= 1.0)
    })
}

#[cfg(test)]
mod tests;
