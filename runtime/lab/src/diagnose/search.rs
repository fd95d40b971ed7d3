//! Faults of any size: the gear ratio, the offset and the factor on a torque that leave least.

use super::candidates::gains;
use super::change::{Change, Fault};
use super::quantity::Quantity;
use super::sides::ratios;
use super::trial::{By, Judge, Left, Tried};
use crate::regression::RegressionError;
use crate::thresholds::{KNOWN_WELL, SLIGHTLY};
use armwright_runtime::JointKind;

/// Steps of √3 that gear ratios are looked for up and down.
const FARTHEST_RATIO: i32 = 10;
/// And factors on torques that parameters nearly make up for: to 9, and finer steps go on to 15. By a step alone larger ones gain too
/// little to be looked for.
const NEAR: i32 = 4;
/// A factor on a torque moves parameters by as much: by less than what is called known well it does no harm.
pub(super) const HARMLESS: f64 = 1.0 + KNOWN_WELL;
/// Rounds of steps, each half as long as the last in logarithms: to a thousandth.
const FACTOR_ROUNDS: usize = 10;
/// How far apart offsets are that are tried first, and how often steps are halved then, degrees: to a tenth.
const OFFSETS: f64 = 15.0;
const OFFSET_ROUNDS: usize = 8;
/// By how much a score has to be better to be: what is as good is told apart by rounding alone.
pub(super) const BETTER: f64 = 1e-6;
/// Offsets so near a quarter turn, degrees, are that, which is tried by itself.
const QUARTER: f64 = 3.0;
/// Offsets up to this are looked for everywhere, degrees, where twice the second, which itself does no harm that is worth a word, leaves
/// less than none.
pub(super) const NEAR_NONE: f64 = 30.0;
const SMALL: f64 = 1.0;

impl Judge<'_> {
    /// For each gear ratio through which positions went, the factor that leaves least.
    pub(super) fn ratios(&self, before: &Left) -> Result<Vec<Tried>, RegressionError> {
        let equations = self.probe.equations();
        let (model, drive) = (equations.robot().model(), equations.drive());
        let mut tried = Vec::new();
        for ratio in ratios(model, drive, self.probe.sides) {
            let change = |by: f64| ratio.change(drive, by);
            let start = before.possible.score();
            let factor = self.factor(start, FARTHEST_RATIO, &change, By::Possible)?;
            if factor != 1.0 {
                let change = change(factor);
                let of = ratio.of;
                tried.push(Tried {
                    fault: Fault::Ratio { of, factor },
                    left: self.left(&change)?,
                    outside: self.probe.outside(&change),
                });
            }
        }
        Ok(tried)
    }

    /// The factor that leaves least, from steps of √3 so far up and down, then finer ones about the best; `start` is the score
    /// of 1.
    pub(super) fn factor(
        &self,
        start: f64,
        farthest: i32,
        change: &dyn Fn(f64) -> Change,
        by: By,
    ) -> Result<f64, RegressionError> {
        let (mut best, mut step) = ((1.0, start), 3f64.sqrt());
        let mut tries: Vec<f64> = (-farthest..=farthest).map(|k| step.powi(k)).collect();
        for _ in 0..FACTOR_ROUNDS {
            best = self.better(best, tries, change, by)?;
            step = step.sqrt();
            tries = vec![best.0 / step, best.0 * step];
        }
        Ok(best.0)
    }

    /// For each torque the factor that leaves least, from [`HARMLESS`] to `most`, where a small one or a step leaves less than none:
    /// parameters that a row shares with others make up for a part of it, and what they leave may be little of the torques and all of
    /// what is left.
    pub(super) fn lesser_gains(
        &self,
        before: &Left,
        most: f64,
    ) -> Result<Vec<Tried>, RegressionError> {
        let equations = self.probe.equations();
        let mut tried = Vec::new();
        for gain in gains(equations.robot().model(), equations.drive()) {
            let sizes = [HARMLESS, 3f64.sqrt()].map(|size| [size, size.recip()]);
            let changes = sizes.into_iter().flatten().map(|by| gain.change(by));
            if gain.of.is_empty() || !self.leans(before, changes)? {
                continue;
            }
            let change = |factor: f64| gain.change(factor);
            let start = before.possible.score();
            let factor = self.factor(start, NEAR, &change, By::Possible)?;
            let size = factor.ln().abs();
            if size <= HARMLESS.ln() || size > most.ln() {
                continue;
            }
            tried.push(Tried {
                left: self.left(&change(factor))?,
                fault: Fault::Factor {
                    quantity: Quantity::Torque,
                    of: gain.of.clone(),
                    factor,
                },
                outside: self.outside,
            });
        }
        Ok(tried)
    }

    /// Whether one of some changes leaves less. A little of what undoes a fault does, and where a little is a small part of it a step.
    pub(super) fn leans(
        &self,
        before: &Left,
        changes: impl IntoIterator<Item = Change>,
    ) -> Result<bool, RegressionError> {
        for change in changes {
            let left = self.unexplained(&change, By::Possible)?;
            if left.lifts(&before.possible).iter().sum::<f64>() > SLIGHTLY {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The best of a number and of those that are tried, the first of several that are as good; with its score.
    pub(super) fn better(
        &self,
        best: (f64, f64),
        tries: Vec<f64>,
        change: &dyn Fn(f64) -> Change,
        by: By,
    ) -> Result<(f64, f64), RegressionError> {
        let changes: Vec<Change> = tries.iter().map(|number| change(*number)).collect();
        let score = |change: &Change| Ok(self.unexplained(change, by)?.score());
        let scores = self.each(&changes, &score, &mut |_| {})?;
        let better = |best: (f64, f64), tried: (f64, f64)| {
            let is_better = tried.1 < best.1 - BETTER;
            if is_better { tried } else { best }
        };
        Ok(tries.into_iter().zip(scores).fold(best, better))
    }

    /// For each joint that turns, the offset that leaves least, where it is no quarter turn: any of a `suspicious` recording, of others
    /// one near none, where a small one leaves less. Parameters make up for a part of it, since it turns the frame of a body.
    pub(super) fn offsets(
        &self,
        before: &Left,
        suspicious: bool,
    ) -> Result<Vec<Tried>, RegressionError> {
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
            let leans = self.leans(before, [2.0 * SMALL, -2.0 * SMALL].map(change))?;
            let around = match (suspicious, leans) {
                (true, _) => (180.0 / OFFSETS) as i32,
                (false, true) => (NEAR_NONE / OFFSETS) as i32,
                (false, false) => continue,
            };
            let (mut best, mut step) = ((0.0, before.possible.score()), OFFSETS);
            // Half a turn about an upright axis may be the opposite sign of parameters: the smaller offset comes first.
            let mut steps: Vec<i32> = (1 - around..=around).collect();
            steps.sort_by_key(|k| k.abs());
            let mut tries: Vec<f64> = steps.into_iter().map(|k| step * f64::from(k)).collect();
            for _ in 0..OFFSET_ROUNDS {
                best = self.better(best, tries, &change, By::Possible)?;
                step *= 0.5;
                tries = vec![best.0 - step, best.0 + step];
            }
            let (degrees, _) = best;
            let is_small = leans && (SMALL..QUARTER).contains(&degrees.abs());
            if is_small || !is_quarter(degrees) {
                let change = change(degrees);
                tried.push(Tried {
                    outside: self.probe.outside(&change),
                    fault: Fault::Offset {
                        of: joint.name.to_owned(),
                        degrees,
                        first: place == 0,
                    },
                    left: self.left(&change)?,
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

/// Whether it is a quarter turn or several.
pub(super) fn is_turned(degrees: f64) -> bool {
    is_quarter(degrees) && degrees.abs() > QUARTER
}

#[cfg(test)]
mod tests {
    use super::{Change, Fault, Judge, Tried, is_quarter, is_turned};
    use crate::diagnose::probe::Probe;
    use crate::options::EquationSide;
    use crate::regression::Equations;
    use crate::regression::by_hand::{self, ByHand, MODEL};
    use armwright_runtime::{Joint, Model, Side};

    /// Gravity turns the first joint by hand by a moment of either sign, so that half a turn more explains as much: the smaller offset
    /// is named. Positions are from 0.16 to 0.5, their limits 0.6 and 1.2, and a quarter of that beyond either.
    #[test]
    fn the_smaller_of_two_offsets_that_explain_as_much_is_found() {
        let limited = Joint {
            position: Some([0.6, 1.2]),
            ..MODEL.joints[0]
        };
        let robot = ByHand(Box::leak(Box::new(Model {
            joints: vec![limited, MODEL.joints[1]].leak(),
            ..MODEL
        })));
        let processing = || by_hand::processing(EquationSide::Joint);
        let states = by_hand::conditioned(by_hand::recording(300), processing());
        let beta = [1.5, 1.2, 3.0, 0.2, 0.7, -0.5];
        for (degrees, found) in [(30.0, Some(30.0)), (0.0, None), (90.0, None)] {
            let off = f64::to_radians(degrees);
            let motions = [by_hand::moved(
                "swing",
                (0.0, 300),
                processing(),
                &mut |k, mut rows| {
                    rows[0][1] = 10.0 * (states.states(k..k + 1).q[0] + off).cos();
                    rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum())
                },
            )];
            let equations = Equations::of(&robot, Side::Joint).expect("equations");
            let probe = Probe::of(&equations, &motions).expect("equations");
            let probe = probe.expect("a probe");
            let judge = Judge::of(&probe).expect("a judge");
            let before = judge.left(&Change::none(2)).expect("shares");
            let tried = judge.offsets(&before, true).expect("offsets");
            let offset = |tried: &Tried| match &tried.fault {
                Fault::Offset { of, degrees, first } => {
                    (of.clone(), (2.0 * degrees).round() / 2.0, *first)
                }
                other => panic!("{other:?}"),
            };
            // Of the second, which slides, none is tried, and a quarter of a turn is by others.
            let all: Vec<_> = tried.iter().map(offset).collect();
            let expected = found.map(|degrees| ("j1".to_owned(), degrees, true));
            assert_eq!(all, Vec::from_iter(expected), "{degrees}");
            let outside: Vec<usize> = tried.iter().map(|tried| tried.outside).collect();
            assert_eq!(outside, vec![0; all.len()], "{degrees}");
            assert_eq!(judge.outside, 1);
        }
    }

    #[test]
    fn quarter_turns_are_known() {
        assert!(
            [0.0, 90.0, -90.0, 180.0, 88.0, -2.5, 181.0]
                .into_iter()
                .all(is_quarter)
        );
        assert!([90.0, -90.0, 180.0, 88.0].into_iter().all(is_turned));
        assert!(![0.0, -2.5, 2.5, 5.0].into_iter().any(is_turned));
        assert!(![5.0, -45.0, 85.0, 176.0, -10.0].into_iter().any(is_quarter));
    }
}
