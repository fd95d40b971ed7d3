//! Positions that freeze for a while: encoders that drop out.

use std::ops::Range;

use super::turned::{measured, turned};
use crate::approach::{Approach, Beside, freezes};
use crate::numeric::{median, widest};
use crate::recording::Recording;
use crate::thresholds::{FROZEN, FROZEN_STEPS, SATURATED};
use crate::transmission::Drive;
use armwright_runtime::Model;

/// What is beside the position of a joint (or motor) in some samples.
pub(super) fn beside(recording: &Recording, place: usize, samples: &Range<usize>) -> Beside {
    let torque = recording.torque.as_deref();
    let torque = torque.or(recording.measured.as_deref()).unwrap_or_default();
    Beside::of(&recording.position, torque, place, samples)
}

/// The share of a position's samples in which it has frozen; `beside` says of some samples what is beside it there.
pub(super) fn frozen(
    column: &[f64],
    bridged: &[bool],
    rate: f64,
    beside: &dyn Fn(&Range<usize>) -> Beside,
) -> Option<f64> {
    // Most positions hardly ever repeat themselves, which is quickly seen.
    let later = column.get(1..).unwrap_or_default();
    let repeated = widest(|| column.iter().zip(later).filter(|(x, y)| x == y).count());
    if ((2 * repeated) as f64) < SATURATED * column.len() as f64 {
        return None;
    }
    let runs = frozen_runs(column, bridged, rate, beside);
    let share = runs.iter().map(Range::len).sum::<usize>() as f64 / column.len() as f64;
    (share >= SATURATED).then_some(share)
}

/// The samples in which positions have frozen as they were measured, with the place of their joint (or motor).
pub(crate) fn frozen_positions(recording: &Recording, model: &Model) -> Vec<(usize, Range<usize>)> {
    let (_, drive) = measured(recording.position_side, model);
    let matrix = drive.as_ref().map(Drive::to_motor_matrix);
    let runs = (0..recording.position.len()).flat_map(|place| {
        let column = turned(&recording.position, place, matrix);
        let beside = |samples: &Range<usize>| beside(recording, place, samples);
        let runs = frozen_runs(&column, &recording.bridged, recording.rate, &beside);
        runs.into_iter().map(move |run| (place, run))
    });
    runs.collect()
}

/// The samples in which a position repeats one before, for so long that the joint is somewhere else when the position
/// goes on: it then makes a step that it never makes otherwise, and had not come to rest with all others. One that repeats noise rests
/// nowhere, but where rows were repeated. Behind some nothing was measured at first, or at all: the joint was then too fast to stop at once.
fn frozen_runs(
    column: &[f64],
    bridged: &[bool],
    rate: f64,
    beside: &dyn Fn(&Range<usize>) -> Beside,
) -> Vec<Range<usize>> {
    let long = (FROZEN * rate).ceil().max(2.0) as usize;
    let mut usual: f64 = 0.0;
    let (mut found, mut lasted) = (Vec::new(), Vec::new());
    for run in runs(column, bridged) {
        lasted.push(run.measured as f64);
        match run.measured < long {
            true => usual = usual.max(run.step),
            false => found.push(run),
        }
    }
    let jumps = |run: &Run| usual > 0.0 && run.step > FROZEN_STEPS * usual;
    let (jumping, others): (Vec<Run>, Vec<Run>) = found.into_iter().partition(jumps);
    let mut apart: Vec<Range<usize>> = jumping.into_iter().map(|run| run.samples).collect();
    let repeats_noise = !apart.is_empty() && freezes(column, long);
    let has_frozen = |run: &&Range<usize>| {
        let approach = Approach::new(&column[..=run.start], &apart, long);
        !approach.comes_to_rest()
            || match beside(run) {
                Beside::Motion => true,
                Beside::Rest => repeats_noise,
                Beside::Repeated => false,
            }
    };
    let mut frozen: Vec<Range<usize>> = apart.iter().filter(has_frozen).cloned().collect();
    // What is held for some samples as a rule is held at the end as well.
    let lasts = median(lasted.into_iter()).unwrap_or(0.0);
    let open = |run: &Run| run.is_open && run.measured as f64 > 2.0 * lasts;
    for Run { samples, .. } in others.into_iter().filter(open) {
        if Approach::new(&column[..=samples.start], &apart, long).stops_at_once() {
            apart.push(samples.clone());
            apart.sort_by_key(|run| run.start);
            frozen.push(samples);
        }
    }
    frozen.sort_by_key(|run| run.start);
    frozen
}

/// Samples with one value.
#[derive(Debug, PartialEq)]
struct Run {
    /// All until another is measured.
    samples: Range<usize>,
    /// How many of them were measured.
    measured: usize,
    /// How far it is to the next, for each sample in between; 0 where there is none.
    step: f64,
    /// Whether the next sample was not measured, or there is none.
    is_open: bool,
}

/// A position's runs of one value; samples that were bridged are those of none.
fn runs(column: &[f64], bridged: &[bool]) -> impl Iterator<Item = Run> {
    let is_measured = move |k: &usize| bridged.get(*k) != Some(&true);
    let mut all = (0..column.len()).filter(is_measured).peekable();
    std::iter::from_fn(move || {
        let first = all.next()?;
        let (mut last, mut measured) = (first, 1);
        while let Some(same) = all.next_if(|k| column[*k] == column[first]) {
            (last, measured) = (same, measured + 1);
        }
        let next = all.peek().copied();
        let step = |next: usize| (column[next] - column[last]).abs() / (next - last) as f64;
        Some(Run {
            samples: first..next.unwrap_or(column.len()),
            measured,
            step: next.map_or(0.0, step),
            is_open: next != Some(last + 1),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{Beside, Run, runs};

    fn frozen(column: &[f64], rate: f64) -> Option<f64> {
        super::frozen(column, &[], rate, &|_| Beside::Rest)
    }

    fn frozen_runs(column: &[f64], rate: f64) -> Vec<Range<usize>> {
        super::frozen_runs(column, &[], rate, &|_| Beside::Rest)
    }

    fn swing(k: usize) -> f64 {
        (0.004 * k as f64).sin()
    }

    #[test]
    fn a_position_that_freezes_is_seen() {
        let at = |k: usize| if (900..1200).contains(&k) { 900 } else { k };
        let column: Vec<f64> = (0..5000).map(|k| swing(at(k))).collect();
        let share = frozen(&column, 500.0).expect("frozen");
        assert!((share - 0.06).abs() < 0.001, "{share}");
        let repeated = frozen_runs(&column, 500.0).into_iter().flatten();
        assert!(repeated.eq(900..1200));
    }

    #[test]
    fn a_pause_and_coarse_steps_are_not() {
        let rest = |k: usize| k.min(900).max(k.saturating_sub(300));
        let paused: Vec<f64> = (0..5000)
            .map(|k| 1.0 - (0.01 * (rest(k) as f64)).cos())
            .collect();
        assert_eq!(frozen(&paused, 500.0), None);
        let coarse: Vec<f64> = (0..5000)
            .map(|k| (20.0 * swing(k)).round() / 20.0)
            .collect();
        assert_eq!(frozen(&coarse, 500.0), None);
        let held: Vec<f64> = (0..5000).map(|k| swing(k - k % 25)).collect();
        assert_eq!(frozen(&held, 500.0), None);
    }

    #[test]
    fn a_value_lasts_until_a_step_ends_it() {
        let run = |samples: Range<usize>, measured: usize, step: f64| Run {
            samples,
            measured,
            step,
            is_open: false,
        };
        let open = |run: Run| Run {
            is_open: true,
            ..run
        };
        let column = [1.0, 1.0, 1.5, 3.5, 3.5, 3.5, 3.0, 3.0];
        let found: Vec<Run> = runs(&column, &[]).collect();
        let [first, second] = [run(0..2, 2, 0.5), run(2..3, 1, 2.0)];
        let expected = [first, second, run(3..6, 3, 0.5), open(run(6..8, 2, 0.0))];
        assert_eq!(found, expected);
        // It is 3 from the second sample to the fifth, which is the next that was measured.
        let bridged = [false, false, true, true, false, false, false, true];
        let column = [1.0, 1.0, 1.5, 3.5, 4.0, 3.5, 3.5, 3.0];
        let found: Vec<Run> = runs(&column, &bridged).collect();
        let [first, last] = [(0..4, 1.0), (5..8, 0.0)].map(|(of, step)| open(run(of, 2, step)));
        let expected = [first, run(4..5, 1, 0.5), last];
        assert_eq!(found, expected);
    }

    /// 0.12 s are the last ones that were measured, or the last rows of them are missing, for which there is a line to where it goes on, 0.2 rad
    /// farther. From row to row it moves by 4 mrad at most: three times that in 9 rows are less than 0.2 rad, and in 31 rows more.
    #[test]
    fn a_position_that_freezes_before_a_hole_is_seen() {
        let at = |k: usize| if (900..960).contains(&k) { 900 } else { k };
        let column: Vec<f64> = (0..2000).map(|k| swing(at(k))).collect();
        let runs = frozen_runs(&column[..960], 500.0);
        assert!(runs.into_iter().flatten().eq(900..960));
        assert_eq!(frozen(&column[..960], 500.0), Some(0.0625));
        for from in [930, 952] {
            let bridged: Vec<bool> = (0..2000).map(|k| (from..960).contains(&k)).collect();
            let line = |k: usize| (k + 1 - from) as f64 / (961 - from) as f64;
            let mut joined = column.clone();
            for (k, x) in joined.iter_mut().enumerate().take(960).skip(from) {
                *x += line(k) * (column[960] - column[900]);
            }
            let runs = super::frozen_runs(&joined, &bridged, 500.0, &|_| Beside::Rest);
            assert!(runs.into_iter().flatten().eq(900..960), "{from}");
        }
        // One that froze before is no measure of how a joint stops.
        let again = |k: usize| if (400..500).contains(&k) { 400 } else { k };
        let twice: Vec<f64> = (0..960).map(|k| swing(again(at(k)))).collect();
        assert_eq!(frozen_runs(&twice, 500.0), [400..500, 900..960]);
    }

    /// From 0.63 s on nothing changes any more, or rows are missing in which a joint at rest began to move.
    #[test]
    fn a_joint_that_comes_to_rest_before_a_hole_is_not_frozen() {
        let smooth = |k: usize| 1.0 - (0.01 * (k as f64)).cos();
        let turn = (100.0 * std::f64::consts::PI) as usize;
        let rests: Vec<f64> = (0..900).map(|k| smooth(k.min(turn))).collect();
        assert!(frozen_runs(&rests, 500.0).is_empty());
        let steps = |x: &f64| (500.0 * x).round() / 500.0;
        let coarse: Vec<f64> = rests.iter().map(steps).collect();
        assert!(frozen_runs(&coarse, 500.0).is_empty());
        let begins = |k: usize| (k.max(400) - 400) as f64;
        let column: Vec<f64> = (0..900).map(begins).collect();
        let bridged: Vec<bool> = (0..900).map(|k| (400..440).contains(&k)).collect();
        assert!(super::frozen_runs(&column, &bridged, 500.0, &|_| Beside::Rest).is_empty());
    }

    /// After half a turn of a cosine it rests, and is 0.3 rad from there when it goes on: two runs that were joined.
    #[test]
    fn a_joint_that_rests_before_a_step_is_not_frozen() {
        let smooth = |k: usize| 1.0 - (0.01 * k as f64).cos();
        let at = |k: usize| match k {
            0..450 => smooth(k.min(314)),
            _ => smooth(k - 450) - 0.3,
        };
        let column: Vec<f64> = (0..1000).map(at).collect();
        assert!(frozen_runs(&column, 500.0).is_empty());
        // Beside one that moves on it is no rest.
        let moving = super::frozen_runs(&column, &[], 500.0, &|samples| match *samples {
            Range {
                start: 314,
                end: 450,
            } => Beside::Motion,
            _ => Beside::Rest,
        });
        assert!(moving.into_iter().flatten().eq(314..450));
        let coarse: Vec<f64> = column.iter().map(|x| (2e4 * x).round() / 2e4).collect();
        assert!(frozen_runs(&coarse, 500.0).is_empty());
        // Half way it does not rest.
        let stopped: Vec<f64> = (0..1000)
            .map(|k| at(if (157..450).contains(&k) { 157 } else { k }))
            .collect();
        let repeated = frozen_runs(&stopped, 500.0).into_iter().flatten();
        assert!(repeated.eq(157..450));
    }

    /// At its turning point: a joint may rest there, but a position with noise that repeats nothing else does not.
    #[test]
    fn a_slow_position_that_repeats_noise_is_frozen() {
        let at = |k: usize| if (380..700).contains(&k) { 380 } else { k };
        let noisy = |k: usize| swing(k) + 1e-3 * (0.7 * (k * k) as f64).sin();
        let column: Vec<f64> = (0..2000).map(|k| noisy(at(k))).collect();
        let runs = frozen_runs(&column, 500.0);
        assert!(runs.into_iter().flatten().eq(380..700));
        // Where all else was repeated with it no sensor froze.
        let of = |beside: Beside| super::frozen_runs(&column, &[], 500.0, &|_| beside);
        assert!(of(Beside::Repeated).is_empty());
        assert_eq!(of(Beside::Motion), of(Beside::Rest));
        // With noise of the rest as well nothing repeats itself.
        let rests = |k: usize| swing(at(k)) + noisy(k) - swing(k);
        let column: Vec<f64> = (0..2000).map(rests).collect();
        assert!(frozen_runs(&column, 500.0).is_empty());
    }

    /// Steps of 1 but for one after a value that lasts: a twentieth of a second at 100 Hz are five samples.
    #[test]
    fn what_lasts_long_enough_and_then_jumps_far_enough_is_frozen() {
        let column = |lasted: usize, step: f64, samples: usize| -> Vec<f64> {
            let mut column: Vec<f64> = (0..samples - lasted).map(|k| k as f64).collect();
            let at = column[100];
            (0..lasted - 1).for_each(|_| column.insert(101, at));
            column[100 + lasted..]
                .iter_mut()
                .for_each(|x| *x += step - 1.0);
            column.push(column[column.len() - 1] + 1.0);
            column
        };
        assert_eq!(frozen(&column(5, 3.5, 400), 100.0), Some(5.0 / 400.0));
        assert_eq!(frozen(&column(4, 3.5, 400), 100.0), None);
        assert_eq!(frozen(&column(5, 3.0, 400), 100.0), None);
        // Half a percent of all samples.
        assert_eq!(frozen(&column(5, 3.5, 1000), 100.0), Some(0.005));
        assert_eq!(frozen(&column(5, 3.5, 1001), 100.0), None);
        // All that froze counts together, whichever way the position jumps.
        let mut twice = column(5, 3.5, 400);
        let top = twice[399];
        twice.extend(column(6, 3.5, 400).iter().map(|x| top - 1.0 - x));
        assert_eq!(frozen(&twice, 100.0), Some(11.0 / 800.0));
    }
}
