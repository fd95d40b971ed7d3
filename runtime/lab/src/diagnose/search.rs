//! Faults of any size: the gear ratio and the offset that leave least.

use super::change::{Change, Fault};
use super::sides::ratios;
use super::trial::{Judge, Left, Tried};
use crate::regression::RegressionError;
use armwright_runtime::JointKind;

/// Steps of √3 that gear ratios are looked for up and down.
const FARTHEST_RATIO: i32 = 10;
/// Rounds of steps, each half as long as the last in logarithms: to a thousandth.
const FACTOR_ROUNDS: usize = 10;
/// How far apart offsets are that are tried first, and how often steps are halved then, degrees: to a tenth.
const OFFSETS: f64 = 15.0;
const OFFSET_ROUNDS: usize = 8;
/// Offsets so near a quarter turn, degrees, are that, which is tried by itself.
const QUARTER: f64 = 3.0;

impl Judge<'_> {
    /// For each gear ratio through which positions went, the factor that leaves least.
    pub(super) fn ratios(&self, before: &Left) -> Result<Vec<Tried>, RegressionError> {
        let equations = self.probe.equations();
        let (model, drive) = (equations.robot().model(), equations.drive());
        let mut tried = Vec::new();
        for ratio in ratios(model, drive, self.probe.sides) {
            let score = |left: &Left| left.possible.score();
            let change = |by: f64| ratio.change(drive, by);
            let start = (1.0, before.clone());
            let (factor, left) = self.factor(start, FARTHEST_RATIO, &change, &score)?;
            if factor != 1.0 {
                tried.push(Tried {
                    outside: self.probe.outside(&change(factor)),
                    fault: Fault::Ratio {
                        of: ratio.of,
                        factor,
                    },
                    left,
                });
            }
        }
        Ok(tried)
    }

    /// The factor that leaves least, from steps of √3 so far up and down, then finer ones about the best.
    pub(super) fn factor(
        &self,
        (mut best, mut left): (f64, Left),
        farthest: i32,
        change: &dyn Fn(f64) -> Change,
        score: &dyn Fn(&Left) -> f64,
    ) -> Result<(f64, Left), RegressionError> {
        let mut step = 3f64.sqrt();
        let mut tries: Vec<f64> = (-farthest..=farthest).map(|k| step.powi(k)).collect();
        for _ in 0..FACTOR_ROUNDS {
            let changes: Vec<Change> = tries.iter().map(|by| change(*by)).collect();
            for (factor, found) in tries.into_iter().zip(self.each(&changes, &mut |_| {})?) {
                if score(&found) < score(&left) {
                    (best, left) = (factor, found);
                }
            }
            step = step.sqrt();
            tries = vec![best / step, best * step];
        }
        Ok((best, left))
    }

    /// For each joint that turns, the offset that leaves least, where it is no quarter turn.
    pub(super) fn offsets(&self, before: &Left) -> Result<Vec<Tried>, RegressionError> {
        let joints = self.probe.equations().robot().model().joints;
        let turning = joints.iter().enumerate();
        let turning = turning.filter(|(_, joint)| joint.kind != JointKind::Prismatic);
        let mut tried = Vec::new();
        for (place, joint) in turning {
            let change = |degrees: f64| {
                let mut change = Change::none(joints.len());
                change.offset[place] = degrees.to_radians();
                change
            };
            let (mut best, mut left, mut step) = (0.0, before.clone(), OFFSETS);
            let around = (180.0 / OFFSETS) as i32;
            let mut tries: Vec<f64> = (1 - around..=around).map(|k| step * f64::from(k)).collect();
            for _ in 0..OFFSET_ROUNDS {
                let changes: Vec<Change> = tries.iter().map(|by| change(*by)).collect();
                for (degrees, found) in tries.into_iter().zip(self.each(&changes, &mut |_| {})?) {
                    if found.possible.score() < left.possible.score() {
                        (best, left) = (degrees, found);
                    }
                }
                step *= 0.5;
                tries = vec![best - step, best + step];
            }
            if !is_quarter(best) {
                tried.push(Tried {
                    outside: self.probe.outside(&change(best)),
                    fault: Fault::Offset {
                        of: joint.name.to_owned(),
                        degrees: best,
                        first: place == 0,
                    },
                    left,
                });
            }
        }
        Ok(tried)
    }
}

/// Whether an offset is none, or a quarter turn or several.
pub(super) fn is_quarter(degrees: f64) -> bool {
    let rest = degrees.rem_euclid(90.0);
    rest.min(90.0 - rest) < QUARTER
}

#[cfg(test)]
mod tests {
    use super::is_quarter;

    #[test]
    fn quarter_turns_are_known() {
        assert!(
            [0.0, 90.0, -90.0, 180.0, 88.0, -2.5, 181.0]
                .into_iter()
                .all(is_quarter)
        );
        assert!(![5.0, -45.0, 85.0, 176.0, -10.0].into_iter().any(is_quarter));
    }
}
