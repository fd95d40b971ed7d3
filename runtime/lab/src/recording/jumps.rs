//! Positions that are elsewhere from one row to the next: runs that were joined, encoders that were set anew.

use super::order::{Done, Stretch};
use super::repair::{Action, Cause};
use crate::thresholds::{BEYOND_LIMIT, FAST, FROZEN, JUMPED, JUMPED_SHARE, JUMPED_WHILE};
use armwright_runtime::{Joint, JointKind};

/// Changes on each side that one is compared with.
const BESIDE: usize = 8;
/// So many jumps a column may have, however short it is.
const FEW: f64 = 2.0;

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

/// Where positions of joints jump, in rows that can be used: a change from one row to the next that is faster than any
/// joint, and many times those before and after. A column with many such changes has them by nature.
pub(super) fn jumps<'a>(
    position: &[Vec<f64>],
    joints: &'a [Joint],
    time: &[f64],
    stretches: &[Stretch],
    usual: f64,
) -> Vec<Jump<'a>> {
    let mut found: Vec<Jump<'a>> = Vec::new();
    for (joint, column) in joints.iter().zip(position) {
        let fastest = joint.velocity.map_or(FAST, |limit| BEYOND_LIMIT * limit);
        let column = Column {
            position: column,
            time,
            usual,
            fastest,
        };
        let own = stretches.iter().flat_map(|rows| column.jumps(rows));
        let own: Vec<(usize, f64)> = own.collect();
        if own.len() as f64 > FEW.max(JUMPED_SHARE * time.len() as f64) {
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
        let inner = BESIDE..changes.len().saturating_sub(BESIDE);
        let jumps = inner.filter(|&k| {
            let change = &changes[k];
            // What was the same for longer has frozen, which is told elsewhere.
            let is_one = change.lasted < FROZEN && self.is_too_fast(change.rows);
            is_one && change.size.abs() > led(&changes, k)
        });
        jumps
            .map(|k| (changes[k].rows[1], changes[k].size))
            .collect()
    }

    fn is_too_fast(&self, [before, row]: [usize; 2]) -> bool {
        let step = (self.time[row] - self.time[before]).max(self.usual);
        (self.position[row] - self.position[before]).abs() > self.fastest * step
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

/// How far those beside a change would have led at most: by many times their size, or by their speed as long as the position was
/// the same before it, where samples were held.
fn led(changes: &[Change], k: usize) -> f64 {
    let before = changes[k - BESIDE..k].iter();
    let beside = before.chain(&changes[k + 1..=k + BESIDE]);
    let far = |other: &Change| {
        let held = changes[k].lasted / other.lasted;
        other.size.abs() * JUMPED.max(JUMPED_WHILE * held)
    };
    beside.map(far).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests;
