//! Positions that are elsewhere from one row to the next: runs that were joined, encoders that were set anew.

use std::ops::Range;

use super::order::{Done, Stretch};
use super::repair::{Action, Cause};
use crate::approach::{Approach, Beside, freezes, others_rest};
use crate::thresholds::{BEYOND_LIMIT, FAST, FROZEN, JUMPED, JUMPED_APART, JUMPED_WHILE};
use crate::transmission::{Drive, SAME};
use armwright_runtime::{Joint, JointKind, Model, Side};

/// Changes on each side that one is compared with, but for those in the first or the last rest.
const BESIDE: usize = 8;
/// So many jumps a column may have, however close to each other.
const FEW: usize = 2;

/// A row before which positions jump.
pub(super) struct Jump<'a> {
    row: usize,
    /// The joints whose positions do, and how far.
    of: Vec<(&'a Joint, f64)>,
}

impl Jump<'_> {
    /// That rows are used apart from there on.
    pub(super) fn told(&self) -> Done {
        let each = self.of.iter();
        let names = each.clone().map(|(joint, _)| joint.name.to_owned());
        let farthest = each.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        let why = Cause::Jumped {
            of: names.collect(),
            by: farthest.map_or(0.0, |(_, by)| by.abs()),
            unit: match farthest {
                Some((joint, _)) if joint.kind == JointKind::Prismatic => "m",
                _ => "rad",
            },
        };
        Done::to([self.row; 2], 1, why, Action::Split)
    }
}

/// What positions were measured by.
pub(super) struct Encoders<'a> {
    /// The joints that positions are of.
    pub(super) joints: &'a [Joint],
    /// What leads from these to the motors, if it was the motors that were measured, and some move several joints.
    pub(super) drive: Option<Drive>,
}

impl<'a> Encoders<'a> {
    /// Those of the joints or the motors.
    pub(super) fn of(model: &'a Model, side: Side) -> Self {
        let mixes = |drive: &Drive| side == Side::Motor && drive.couples();
        Self {
            joints: model.joints,
            drive: Drive::of(model).filter(mixes),
        }
    }

    /// How much of a joint's change to the last of some rows is of motors whose positions had frozen before.
    fn thawed(&self, joint: usize, position: &[Vec<f64>], of: &Column<'_>, rows: &[usize]) -> f64 {
        let (Some(drive), [earlier @ .., row]) = (&self.drive, rows) else {
            return 0.0;
        };
        let goes_on = |motor: usize| {
            let parts = |row: usize| {
                let columns = position.iter().enumerate();
                columns.map(move |(k, column)| drive.ratio(motor, k) * column[row])
            };
            let before = *earlier.last()?;
            let held: f64 = parts(before).sum();
            let rounding = SAME * parts(before).map(f64::abs).sum::<f64>();
            let is_held = |row: &&usize| (parts(**row).sum::<f64>() - held).abs() <= rounding;
            let repeated = earlier.iter().rev().take_while(is_held).count();
            let upto = earlier.get(..=earlier.len() - repeated)?;
            let lasted = of.time[*row] - of.time[*upto.last()?];
            let has_frozen = lasted >= FROZEN && !of.comes_to_rest(upto, |row| parts(row).sum());
            let step = parts(*row).sum::<f64>() - held;
            has_frozen.then(|| drive.motor_share(motor, joint) * step)
        };
        (0..position.len()).filter_map(goes_on).sum()
    }
}

/// Where positions of joints jump, in rows that can be used: a change from one row to the next that is faster than any
/// joint, and many times those before and after. A column with several such changes close to each other has them by nature. A motor
/// that goes on after having frozen makes no joint jump. Where one jumps, others are believed of less speed. What acts on the joints
/// tells rows that were repeated from a position that froze.
pub(super) fn jumps<'a>(
    position: &[Vec<f64>],
    torque: &[Vec<f64>],
    encoders: &Encoders<'a>,
    time: &[f64],
    stretches: &[Stretch],
    usual: f64,
) -> Vec<Jump<'a>> {
    let columns = [position, torque];
    let beyond = |share: f64| faster_than(share, columns, encoders, time, stretches, usual);
    let found = beyond(1.0);
    match found.is_empty() {
        true => found,
        false => beyond(1.0 / BEYOND_LIMIT),
    }
}

/// Jumps that are faster than a share of the speed that is not believed of a joint.
fn faster_than<'a>(
    share: f64,
    [position, torque]: [&[Vec<f64>]; 2],
    encoders: &Encoders<'a>,
    time: &[f64],
    stretches: &[Stretch],
    usual: f64,
) -> Vec<Jump<'a>> {
    let mut found: Vec<Jump<'a>> = Vec::new();
    for (index, (joint, column)) in encoders.joints.iter().zip(position).enumerate() {
        let fastest = share * joint.velocity.map_or(FAST, |limit| BEYOND_LIMIT * limit);
        let column = Column {
            position: column,
            all: position,
            torque,
            index,
            time,
            usual,
            fastest,
        };
        let own = stretches.iter().flat_map(|rows| {
            let is_one = |(row, by): &(usize, f64)| {
                let upto = rows.iter().position(|other| other == row);
                let rows = &rows[..=upto.unwrap_or_default()];
                2.0 * encoders.thawed(index, position, &column, rows).abs() <= by.abs()
            };
            column
                .jumps(rows)
                .into_iter()
                .filter(is_one)
                .collect::<Vec<_>>()
        });
        let own: Vec<(usize, f64)> = own.collect();
        if are_by_nature(&own, usual) {
            continue;
        }
        for (row, by) in own {
            match found.iter_mut().find(|jump| jump.row == row) {
                Some(jump) => jump.of.push((joint, by)),
                None => found.push(Jump {
                    row,
                    of: vec![(joint, by)],
                }),
            }
        }
    }
    found
}

/// Whether most jumps of a column follow each other so closely that they are what was measured.
fn are_by_nature(jumps: &[(usize, f64)], usual: f64) -> bool {
    let pairs = jumps.windows(2);
    let mut apart: Vec<usize> = pairs.map(|pair| pair[1].0.abs_diff(pair[0].0)).collect();
    apart.sort_unstable();
    let [rows, seconds] = JUMPED_APART;
    let is_close = |apart: &usize| (*apart as f64) < rows.max(seconds / usual);
    jumps.len() > FEW && apart.get(apart.len() / 2).is_some_and(is_close)
}

/// Stretches parted before the rows at which positions jump.
pub(super) fn parted(all: Vec<Stretch>, jumps: &[Jump<'_>]) -> Vec<Stretch> {
    if jumps.is_empty() {
        return all;
    }
    let begins: Vec<usize> = jumps.iter().map(|jump| jump.row).collect();
    let parts = all
        .iter()
        .flat_map(|rows| rows.chunk_by(|_, next| !begins.contains(next)));
    parts.map(<[usize]>::to_vec).collect()
}

/// The position of a joint.
struct Column<'a> {
    position: &'a [f64],
    /// The positions of all joints, and its place among them.
    all: &'a [Vec<f64>],
    index: usize,
    /// What acts on them.
    torque: &'a [Vec<f64>],
    time: &'a [f64],
    /// Time between rows, s.
    usual: f64,
    /// The speed from which on it is not believed.
    fastest: f64,
}

/// A change of a position from one row to the next.
struct Change {
    rows: [usize; 2],
    size: f64,
    /// Time since the change before, s.
    lasted: f64,
}

impl Column<'_> {
    /// Rows of a stretch at which it jumps, and how far.
    fn jumps(&self, rows: &[usize]) -> Vec<(usize, f64)> {
        // Most columns have no such step, and end here.
        let mut pairs = rows.windows(2);
        if !pairs.any(|pair| self.is_too_fast([pair[0], pair[1]])) {
            return Vec::new();
        }
        let changes = self.changes(rows);
        let places = 0..changes.len();
        let jumps = places.filter(|&k| {
            let change = &changes[k];
            // What was the same for longer came to rest, or has frozen, which is told elsewhere.
            let held = || match (change.lasted < FROZEN, k.checked_sub(1)) {
                (true, _) => Some(change.lasted),
                (false, Some(before)) => self
                    .rests_between(&changes[before], change, rows)
                    .then_some(0.0),
                (false, None) => Some(0.0),
            };
            let behind = changes.len() - 1 - k;
            let is_inside = || match (k < BESIDE, behind < BESIDE) {
                (false, false) => true,
                (true, false) => self.begins_in_rest(change, rows),
                (false, true) => self.ends_in_rest(change, rows),
                (true, true) => false,
            };
            let is_one = |held: f64| change.size.abs() > led(&changes, k, held);
            self.is_too_fast(change.rows) && is_inside() && held().is_some_and(is_one)
        });
        jumps
            .map(|k| (changes[k].rows[1], changes[k].size))
            .collect()
    }

    fn is_too_fast(&self, [before, row]: [usize; 2]) -> bool {
        let step = (self.time[row] - self.time[before]).max(self.usual);
        (self.position[row] - self.position[before]).abs() > self.fastest * step
    }

    /// Whether the joint came to rest with a change, and all others rest until the next. One that repeats noise rests nowhere, but where
    /// rows were repeated.
    fn rests_between(&self, change: &Change, next: &Change, rows: &[usize]) -> bool {
        let held = change.rows[1]..next.rows[1];
        let last = rows.iter().position(|row| *row == change.rows[1]);
        last.is_some_and(|last| self.comes_to_rest(&rows[..=last], |row| self.position[row]))
            && match Beside::of(self.all, self.torque, self.index, &held) {
                Beside::Motion => false,
                Beside::Rest => !self.freezes(rows),
                Beside::Repeated => true,
            }
    }

    /// Whether it repeats nothing in some rows but what has frozen.
    fn freezes(&self, rows: &[usize]) -> bool {
        let column: Vec<f64> = rows.iter().map(|row| self.position[*row]).collect();
        freezes(&column, self.long())
    }

    /// So many rows a position repeats itself at least to have frozen.
    fn long(&self) -> usize {
        (FROZEN / self.usual).ceil().max(2.0) as usize
    }

    /// Whether all rest in the rows before a change, and the joint begins to move from there.
    fn begins_in_rest(&self, change: &Change, rows: &[usize]) -> bool {
        let [before, row] = change.rows;
        let behind = rows.iter().rev().copied().take_while(|other| *other >= row);
        let behind: Vec<usize> = behind.collect();
        rows.first()
            .is_some_and(|&first| self.rest(first..before + 1))
            && self.comes_to_rest(&behind, |row| self.position[row])
    }

    /// Whether the joint comes to rest before a change, and all rest in the rows behind it.
    fn ends_in_rest(&self, change: &Change, rows: &[usize]) -> bool {
        let [before, row] = change.rows;
        let upto = rows.iter().copied().take_while(|other| *other <= before);
        let upto: Vec<usize> = upto.collect();
        rows.last().is_some_and(|&last| self.rest(row..last + 1))
            && self.comes_to_rest(&upto, |row| self.position[row])
    }

    /// Whether some rows last for long enough to be those of a rest of all other joints.
    fn rest(&self, rows: Range<usize>) -> bool {
        let lasts = self.time[rows.end - 1] - self.time[rows.start];
        lasts >= FROZEN && others_rest(self.all, self.index, &rows)
    }

    /// Whether a position came to rest at the last of some rows, by those behind the last step that is too fast.
    fn comes_to_rest(&self, rows: &[usize], position: impl Fn(usize) -> f64) -> bool {
        let pairs = rows.windows(2).rev();
        let slow = pairs.take_while(|pair| !self.is_too_fast([pair[0], pair[1]]));
        let from = rows.len().saturating_sub(slow.count() + 1);
        let column: Vec<f64> = rows[from..].iter().map(|row| position(*row)).collect();
        Approach::new(&column, &[], self.long()).comes_to_rest()
    }

    fn changes(&self, rows: &[usize]) -> Vec<Change> {
        let mut since = rows.first().map_or(0.0, |&row| self.time[row]);
        let pairs = rows.windows(2).map(|pair| [pair[0], pair[1]]);
        let changes = pairs.filter_map(|[before, row]| {
            let size = self.position[row] - self.position[before];
            (size != 0.0).then(|| {
                let lasted = (self.time[row] - since).max(self.usual);
                since = self.time[row];
                Change {
                    rows: [before, row],
                    size,
                    lasted,
                }
            })
        });
        changes.collect()
    }
}

/// How far those beside a change would have led at most: by many times their size, or by their speed as long as samples were held
/// before it.
fn led(changes: &[Change], k: usize, held: f64) -> f64 {
    let before = changes[k.saturating_sub(BESIDE)..k].iter();
    let beside = before.chain(changes[k + 1..].iter().take(BESIDE));
    let far = |other: &Change| {
        let held = held / other.lasted;
        other.size.abs() * JUMPED.max(JUMPED_WHILE * held)
    };
    beside.map(far).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests;
