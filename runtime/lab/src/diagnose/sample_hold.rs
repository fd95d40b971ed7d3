//! Torques that come at a lower rate than positions, and repeat their last value until the next.
//!
//! What was sampled and held lags by half of what a value lasts, in the mean. That it was is seen before anything is identified: all
//! changes lie on one regular grid ([`SampleHold`]). So do those of a torque that is constant by right in between, as a command that
//! is held: what the motion says of the lag tells one from the other ([`of_sample_hold`]).

use super::cause::{Cause, Evidence};
use super::change::{Change, Fault};
use super::held::SAME;
use super::probe::Probe;
use super::trial::{Judge, Tried};
use super::turned::{measured, turned};
use crate::motion::Motion;
use crate::numeric::ends;
use crate::recording::Recording;
use crate::regression::{Equations, RegressionError};
use crate::thresholds::{HELD_BY_CHANCE, SLIGHTLY};
use crate::transmission::is_undriven;
use armwright_runtime::{Model, Side, Torque};

/// Torques of recordings that were sampled and held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SampleHold {
    /// How many samples each value lasts.
    samples: usize,
    /// By how much they lag, in the mean, s.
    seconds: f64,
}

impl SampleHold {
    /// All torques of some recordings, alike; none otherwise.
    pub(crate) fn of(recordings: &[Recording], model: &Model) -> Option<Self> {
        let mut found = None;
        for recording in recordings {
            let side = recording.torque_side;
            let (names, drive) = measured(side, model);
            let shares = drive.as_ref().map(|drive| drive.torque_rows(Side::Motor));
            let torque = recording.torque.as_deref().unwrap_or_default();
            for place in 0..names.len().min(torque.len()) {
                let left_out = recording.left_out.contains(&Torque { side, row: place });
                if left_out || is_undriven(model, side, place) {
                    continue;
                }
                let column = turned(torque, place, shares.as_ref());
                let [low, high] = ends(&column);
                if low < high {
                    let samples = lasts(&column, SAME * (high - low))?;
                    let seconds = 0.5 * (samples - 1) as f64 / recording.rate;
                    let own = Self { samples, seconds };
                    if *found.get_or_insert(own) != own {
                        return None;
                    }
                }
            }
        }
        found
    }

    fn fault(self) -> Fault {
        let Self { samples, seconds } = self;
        Fault::SampleHold { samples, seconds }
    }
}

/// How many samples each value of a column lasts, if all its changes lie on one grid that is coarser than samples, and are so many that
/// this is no chance.
fn lasts(values: &[f64], near: f64) -> Option<usize> {
    let is_change = |k: &usize| (values[*k] - values[k - 1]).abs() > near;
    let mut changes = (1..values.len()).filter(is_change);
    let first = changes.next()?;
    let (mut common, mut others) = (0, 0);
    for change in changes {
        common = common_divisor(change - first, common);
        others += 1;
        if common == 1 {
            return None;
        }
    }
    let chance = (common as f64).powi(-others);
    (common > 1 && chance < HELD_BY_CHANCE).then_some(common)
}

/// Euclid's; of a number and 0 the number.
fn common_divisor(mut a: usize, mut b: usize) -> usize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Causes of motions whose torques were sampled and held: that they are, where the motion explains torques better without the lag,
/// in the place of none and of a lag.
///
/// # Errors
/// [`RegressionError`] if the robot's functions do not fit its description.
pub(crate) fn of_sample_hold(
    causes: Vec<Cause>,
    held: Option<SampleHold>,
    equations: &Equations<'_>,
    motions: &[Motion],
) -> Result<Vec<Cause>, RegressionError> {
    let Some(held) = held.filter(|_| !equations.robot().model().base_moves()) else {
        return Ok(causes);
    };
    let is_lag = |cause: &Cause| matches!(cause.fault, Fault::Lag { .. });
    if !causes.iter().all(is_lag) {
        return Ok(causes);
    }
    let Some(probe) = Probe::of(equations, motions)? else {
        return Ok(causes);
    };
    let judge = Judge::of(&probe)?;
    let none = Change::none(equations.joints());
    let before = judge.left(&none)?;
    let tried = Tried {
        fault: held.fault(),
        left: judge.left(&Change {
            lag: held.seconds,
            ..none
        })?,
        outside: judge.outside,
    };
    let lifts = tried.left.possible.lifts(&before.possible);
    Ok(match lifts.iter().sum::<f64>() > SLIGHTLY {
        true => judge.causes(&before, &[tried], &[0], Evidence::Fit),
        false => causes,
    })
}

#[cfg(test)]
mod tests {
    use super::{SampleHold, lasts};
    use crate::random::Random;
    use crate::recording::{Arrays, Recording};
    use armwright_robots::double_pendulum;
    use armwright_runtime::Robot;

    #[test]
    fn changes_on_one_grid_are_of_a_lower_rate() {
        let mut random = Random::new(2);
        let noise: Vec<f64> = (0..400).map(|_| random.normal()).collect();
        let held = |every: usize, from: usize| -> Vec<f64> {
            (0..400).map(|k| noise[(k + from) / every]).collect()
        };
        for (every, from) in [(2, 0), (5, 3), (20, 7)] {
            assert_eq!(lasts(&held(every, from), 0.0), Some(every));
        }
        assert_eq!(lasts(&noise, 0.0), None);
        // A column in coarse steps, one that never changes, one that does so a few times, and one with a single change beside the grid.
        let steps: Vec<f64> = (0..400).map(|k| (0.03 * f64::from(k)).sin()).collect();
        let steps: Vec<f64> = steps.iter().map(|x| (20.0 * x).round()).collect();
        assert_eq!(lasts(&steps, 0.0), None);
        assert_eq!(lasts(&[1.0; 400], 0.0), None);
        assert_eq!(lasts(&held(60, 0), 0.0), Some(60));
        assert_eq!(lasts(&held(100, 0), 0.0), Some(100));
        assert_eq!(lasts(&held(200, 0), 0.0), None);
        let mut beside = held(5, 0);
        beside[101] += 1.0;
        assert_eq!(lasts(&beside, 0.0), None);
    }

    /// Alike in all recordings and all torques that vary.
    #[test]
    fn torques_are_held_where_all_are_alike() {
        let model = double_pendulum::ROBOT.model();
        let column = |every: u32| -> Vec<f64> {
            let held = (0..400u32).map(|k| f64::from(k - k % every));
            held.map(|k| (0.03 * k).sin()).collect()
        };
        let recording = |torques: [Vec<f64>; 2]| {
            let arrays = Arrays {
                name: "run".to_owned(),
                rate: 200.0,
                position: vec![column(1); 2],
                torque: torques.to_vec(),
                ..Arrays::default()
            };
            Recording::from_arrays(model, arrays).expect("a recording")
        };
        let of = |every: &[[u32; 2]]| {
            let all = every.iter().map(|pair| recording(pair.map(column)));
            let all: Vec<Recording> = all.collect();
            SampleHold::of(&all, model).map(|held| (held.samples, held.seconds))
        };
        assert_eq!(of(&[[20, 20], [20, 20]]), Some((20, 0.0475)));
        assert_eq!(of(&[[20, 20], [10, 10]]), None);
        assert_eq!(of(&[[20, 10]]), None);
        assert_eq!(of(&[[1, 20]]), None);
        let dead = recording([column(5), vec![0.0; 400]]);
        let found = SampleHold::of(&[dead], model).map(|held| held.samples);
        assert_eq!(found, Some(5));
    }
}
