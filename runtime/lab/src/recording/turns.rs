//! Positions that wrap: a sensor that tells angles up to a turn, or half of one, begins again behind it.

use std::f64::consts::{PI, TAU};

use super::order::Done;
use super::repair::{Action, Cause};
use crate::thresholds::{LARGEST, UNTURNED, WRAPPED};
use armwright_runtime::{JointKind, Model, Side};

/// Takes turns out of positions, and keeps what was done.
pub(super) struct Turns {
    /// How many samples have passed at each row, those that are missing too; empty where every row follows the one before.
    passed: Vec<f64>,
    /// What was done.
    pub(super) done: Vec<Done>,
}

impl Turns {
    /// Of rows at these times, in any unit; at a constant rate where there are none.
    pub(super) fn at(time: &[f64]) -> Self {
        let mut steps: Vec<f64> = time.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mut usual: Vec<f64> = steps.iter().copied().filter(|step| *step > 0.0).collect();
        usual.sort_by(f64::total_cmp);
        let usual = usual.get(usual.len() / 2).copied().unwrap_or(1.0);
        for step in &mut steps {
            // Stamps may jitter, be shared by rows, or begin again.
            *step = match *step / usual {
                rows if rows > 1.5 && rows.is_finite() => rows,
                _ => 1.0,
            };
        }
        let from = usize::from(!time.is_empty());
        let mut passed = vec![0.0; from];
        passed.extend(steps.iter().scan(0.0, |passed, step| {
            *passed += step;
            Some(*passed)
        }));
        let done = Vec::new();
        Self { passed, done }
    }

    /// Takes them out of columns of a side, in SI units, of what turns.
    pub(super) fn take_out(&mut self, columns: &mut [Vec<f64>], side: Side, model: &Model) {
        let by_motors = side == Side::Motor && model.motors.len() == model.joints.len();
        for (k, (joint, column)) in model.joints.iter().zip(columns).enumerate() {
            if side == Side::Joint && joint.kind == JointKind::Prismatic {
                continue;
            }
            for turn in [TAU, PI] {
                let jumps = jumps(column, &self.passed, turn);
                // By half a turn a position may be set anew once; again and again, it wraps.
                let (Some(first), Some(last)) = (jumps.first(), jumps.last()) else {
                    continue;
                };
                if turn == PI && jumps.len() < 2 {
                    continue;
                }
                let rows = [first.0, last.0];
                take_out(column, &jumps, turn);
                if side == Side::Joint {
                    let limits = joint.position.unwrap_or([-PI, PI]);
                    shift(column, turn, 0.5 * (limits[0] + limits[1]));
                }
                let of = if by_motors {
                    model.motors[k].name
                } else {
                    joint.name
                };
                let why = Cause::Wrapped {
                    of: of.to_owned(),
                    half: turn == PI,
                };
                let done = Done::to(rows, jumps.len(), why, Action::Unwrapped);
                self.done.push(done);
            }
        }
    }
}

/// A step from one row that is known to the next.
struct Step {
    row: usize,
    size: f64,
    /// How many samples it takes.
    samples: f64,
}

fn steps(column: &[f64], passed: &[f64]) -> Vec<Step> {
    let at = |row: usize| passed.get(row).map_or(row as f64, |passed| *passed);
    let mut before: Option<usize> = None;
    let mut steps: Vec<Step> = Vec::with_capacity(column.len());
    for row in (0..column.len()).filter(|row| column[*row].abs() < LARGEST) {
        steps.extend(before.map(|before| Step {
            row,
            size: column[row] - column[before],
            samples: at(row) - at(before),
        }));
        before = Some(row);
    }
    steps
}

/// Rows whose position is whole turns above or below where those beside lead, and how many.
///
/// A column that stays within a turn may go through nearly half of one from sample to sample, and wrap where samples are
/// missing; of any other, jumps are those of a column that moves by far less from row to row.
fn jumps(column: &[f64], passed: &[f64], turn: f64) -> Vec<(usize, f64)> {
    let steps = steps(column, passed);
    let within = |share: f64| move |step: &Step| (step.size.abs() - turn).abs() <= share * turn;
    // Most columns have no such step, and end here.
    if !steps.iter().any(within(0.5)) {
        return Vec::new();
    }
    let wraps = reach(column) <= (1.0 + WRAPPED) * turn;
    let (fastest, usually) = match wraps {
        true => (0.5, 2.0 * UNTURNED),
        false => (UNTURNED, UNTURNED),
    };
    let mut sizes: Vec<f64> = steps.iter().map(|step| step.size.abs()).collect();
    let middle = sizes.len() / 2;
    if *sizes.select_nth_unstable_by(middle, f64::total_cmp).1 > usually * turn {
        return Vec::new();
    }
    let is_near = within(fastest);
    let missing = |step: &Step| wraps && step.samples > 1.5;
    // Speeds before and after, a sample, of steps that are no jumps.
    let beside = |k: usize| {
        let others = steps[k.saturating_sub(2)..(k + 3).min(steps.len())].iter();
        others.filter(|step| !is_near(step) && !missing(step))
    };
    let speed = |k: usize| {
        let sum = beside(k).fold([0.0, 0.0], |[size, samples], step| {
            [size + step.size, samples + step.samples]
        });
        (sum[1] > 0.0).then(|| sum[0] / sum[1])
    };
    let signed = |k: usize| {
        let step = &steps[k];
        let largest = beside(k).map(|step| step.size.abs()).fold(0.0, f64::max);
        let led = speed(k)? * step.samples;
        let sign = step.size.signum();
        let missed = (step.size - sign * turn - led).abs();
        let is_jump = largest <= fastest * turn && missed <= WRAPPED * turn + largest;
        is_jump.then_some((step.row, sign))
    };
    let near = (0..steps.len()).filter(|&k| is_near(&steps[k]) && !missing(&steps[k]));
    let (all, single): (Vec<usize>, Vec<Option<(usize, f64)>>) =
        near.map(|k| (k, signed(k))).unzip();
    let mut jumps: Vec<(usize, f64)> = single.into_iter().flatten().collect();
    if jumps.is_empty() || 2 * jumps.len() < all.len() {
        return Vec::new();
    }
    let across = |k: usize| {
        let step = &steps[k];
        let turns = ((step.size - speed(k)? * step.samples) / turn).round();
        (turns != 0.0).then_some((step.row, turns))
    };
    let missing = (0..steps.len()).filter(|&k| missing(&steps[k]));
    jumps.extend(missing.filter_map(across));
    jumps.sort_by_key(|(row, _)| *row);
    jumps
}

/// How far a column reaches, a few strays left out.
fn reach(column: &[f64]) -> f64 {
    let known = column.iter().copied().filter(|x| x.abs() < LARGEST);
    let mut known: Vec<f64> = known.collect();
    let Some(last) = known.len().checked_sub(1) else {
        return 0.0;
    };
    let strays = known.len() / 200;
    let mut of = |place: usize| *known.select_nth_unstable_by(place, f64::total_cmp).1;
    of(last - strays) - of(strays)
}

/// Puts what follows each jump where the position before it leads.
fn take_out(column: &mut [f64], jumps: &[(usize, f64)], turn: f64) {
    let (mut next, mut turns) = (jumps.iter().peekable(), 0.0);
    for (row, x) in column.iter_mut().enumerate() {
        while let Some((_, more)) = next.next_if(|(at, _)| *at == row) {
            turns += more;
        }
        *x -= turns * turn;
    }
}

/// Puts the middle of a column's range as near to another as whole turns bring it: which of them the first row was in is
/// not known.
fn shift(column: &mut [f64], turn: f64, middle: f64) {
    let known = || column.iter().copied().filter(|x| x.abs() < LARGEST);
    let [low, high] = [
        known().fold(f64::INFINITY, f64::min),
        known().fold(f64::NEG_INFINITY, f64::max),
    ];
    let turns = ((0.5 * (low + high) - middle) / turn).round();
    column.iter_mut().for_each(|x| *x -= turns * turn);
}

#[cfg(test)]
mod tests;
