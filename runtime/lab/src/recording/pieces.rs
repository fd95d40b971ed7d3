//! From rows as they were recorded to pieces at a constant rate: what is short against the motion's band
//! is bridged, what is long splits.

use super::clock::{Clock, Grid, stands_still, usual_step};
use super::driving::{driving, with_torques};
use super::flaws::{Flaw, flaws};
use super::holes::holes;
use super::jumps::{Encoders, Jump, jumps, parted};
use super::limits::{Limits, whole};
use super::order::{Done, Stretch, chosen, one_for_each_time, stretches, times_about};
use super::repair::{Action, Cause};
use super::samples::{FEWEST, Samples};
use super::{BaseMotion, Contacts, Further, Recording, RecordingError, Remark, Repair};
use super::{lost, repair};
use crate::options::ProcessingOptions;
use crate::thresholds::HOLE;
use armwright_runtime::Side;

/// When rows were recorded.
pub(super) enum Stamps {
    /// A time each, s.
    Times(Vec<f64>),
    /// At a constant rate, Hz, from 0 s.
    Rate(f64),
}

/// Rows of a recording as they stand in its files.
pub(super) struct Rows<'a> {
    pub(super) name: &'a str,
    /// What positions were measured by.
    pub(super) encoders: Encoders<'a>,
    pub(super) stamps: Stamps,
    pub(super) samples: Samples,
    /// What was done to them before.
    pub(super) done: Vec<Done>,
    /// Rows in which the orientation that was read is no number; none where it is in all.
    pub(super) unoriented: &'a [bool],
    /// Intervals of time to use, s; everything where there are none.
    pub(super) chosen: &'a [[f64; 2]],
    /// Numbers that rows that belong together share.
    pub(super) segment: Option<Vec<f64>>,
    /// Those of the rows to use; all where there are none.
    pub(super) wanted: Option<&'a [f64]>,
    /// What a row is called: its line in a file, or its number.
    pub(super) line: &'a dyn Fn(usize) -> usize,
}

/// A part of a recording without holes.
pub(super) struct Piece {
    pub(super) rate: f64,
    pub(super) start: f64,
    pub(super) samples: Samples,
    /// Which samples were not measured; empty where all were.
    pub(super) bridged: Vec<bool>,
    /// Of which the torques were not.
    pub(super) undriven: Vec<bool>,
}

impl Rows<'_> {
    /// The pieces, and what was done to which rows.
    pub(super) fn pieces(mut self) -> Result<(Vec<Piece>, Vec<Repair>), RecordingError> {
        let count = self.samples.len();
        let mut done = std::mem::take(&mut self.done);
        let (mut time, rate) = match std::mem::replace(&mut self.stamps, Stamps::Rate(1.0)) {
            Stamps::Times(time) => (time, None),
            Stamps::Rate(rate) => (lost::times(&self.samples.position, count, rate), Some(rate)),
        };
        let mut all = match rate {
            None if stands_still(&time) => {
                let name = self.name.to_owned();
                return Err(RecordingError::Clock { name });
            }
            None => stretches(&time, &mut done),
            Some(_) => vec![(0..count).collect()],
        };
        for stretch in &mut all {
            one_for_each_time(stretch, &mut time, &mut self.samples, &mut done);
        }
        let slack = rate.map_or(0.0, |rate| 0.5 / rate);
        let all = self.segments(chosen(all, &time, self.chosen, slack));
        // Copies of a last row stand behind it.
        let ends = all.iter().map(|stretch| {
            let last = stretch[stretch.len() - 1];
            let behind = time[last + 1..].iter();
            [
                stretch[0],
                last + behind.take_while(|t| **t == time[last]).count(),
            ]
        });
        let ends: Vec<[usize; 2]> = ends.collect();
        // Rows without a time at the ends of a file are outside of all that has one.
        let is_whole = self.chosen.is_empty() && self.segment.is_none();
        let is_used = |done: &Done| {
            let [from, to] = done.rows;
            let (from, to) = (from.min(to), from.max(to));
            let mut ends = ends.iter();
            is_whole || ends.any(|[first, last]| from <= *last && *first <= to)
        };
        done.retain(is_used);
        let samples: usize = all.iter().map(Vec::len).sum();
        let usual = usual_step(&time, &all).filter(|_| samples >= FEWEST);
        let usual = usual.ok_or_else(|| {
            let name = self.name.to_owned();
            RecordingError::TooFew { name, samples }
        })?;

        let faults = flaws(&self.samples, self.unoriented, &time, &all);
        let good = |stretch: &Stretch| -> Stretch {
            let good = stretch.iter().filter(|&&row| faults[row].is_none());
            good.copied().collect()
        };
        let mut usable: Vec<Stretch> = all.iter().map(good).collect();
        let torque = self.samples.torque.as_deref();
        let torque = torque.or(self.samples.measured.as_deref());
        let jumps = jumps(
            &self.samples.position,
            torque.unwrap_or_default(),
            &self.encoders,
            &time,
            &usable,
            usual,
        );
        let all = parted(all, &jumps);
        if !jumps.is_empty() {
            usable = all.iter().map(good).collect();
            done.extend(jumps.iter().map(Jump::told));
        }
        let unhurt = usable.iter().zip(&all).all(|(a, b)| a.len() == b.len());
        let limits = match unhurt && whole(&usable, &time, HOLE[1] * usual) {
            true => Limits::NONE,
            false => Limits::of(&self.samples.position, &time, &usable, usual),
        };
        let longest = limits.bridged.max(HOLE[1] * usual);
        let mut pieces: Vec<Stretch> = Vec::new();
        for rows in usable {
            let mut parts = rows.chunk_by(|&a, &b| time[b] - time[a] <= longest);
            // What is whole is moved: a long recording must not have its rows numbered too often.
            if parts.next().is_some_and(|part| part.len() == rows.len()) {
                pieces.push(rows);
                continue;
            }
            let parts = rows.chunk_by(|&a, &b| time[b] - time[a] <= longest);
            pieces.extend(parts.map(<[usize]>::to_vec));
        }
        let lasts = |rows: &[usize]| time[rows[rows.len() - 1]] - time[rows[0]];
        // An interval that was asked for and is whole is long enough, whatever befell the others.
        let asked = |rows: &Stretch| !self.chosen.is_empty() && all.contains(rows);
        let wanted =
            |rows: &Stretch| rows.len() >= FEWEST && (lasts(rows) >= limits.piece || asked(rows));
        let (kept, short): (Vec<_>, Vec<_>) = match pieces.len() {
            1 => (pieces, Vec::new()),
            _ => pieces.into_iter().partition(wanted),
        };
        if kept.is_empty() || kept.iter().all(|rows| rows.len() < FEWEST) {
            let large = |&row: &usize| Some((faults[row]?, row));
            let mut large = all.iter().flatten().filter_map(large);
            if let Some(((_, channel), row)) = large.find(|((flaw, _), _)| *flaw == Flaw::TooLarge)
            {
                return Err(RecordingError::TooLarge {
                    name: self.name.to_owned(),
                    channel: channel.name(),
                    row: (self.line)(row),
                });
            }
            // The only one is kept, however short.
            let parts = short.iter().chain(&kept);
            let longest = parts.map(|rows| lasts(rows)).fold(0.0, f64::max);
            return Err(RecordingError::NoPiece {
                name: self.name.to_owned(),
                from: time[all[0][0]],
                to: time[*all[all.len() - 1].last().unwrap_or(&0)],
                longest,
                needed: limits.piece.max(FEWEST as f64 * usual),
            });
        }
        for rows in short {
            let ends = [rows[0], rows[rows.len() - 1]];
            let why = Cause::Short(limits.piece.max(FEWEST as f64 * usual));
            done.push(Done::to(ends, rows.len(), why, Action::Dropped));
        }
        let clock = Clock::of(&time, &kept, usual);
        if !clock.is_even() {
            let why = Cause::Uneven {
                jitter: clock.jitter,
                rate: 1.0 / clock.period,
            };
            let ends = [kept[0][0], *kept[kept.len() - 1].last().unwrap_or(&0)];
            let rows = kept.iter().map(Vec::len).sum();
            done.push(Done::to(ends, rows, why, Action::Resampled));
        }
        for stretch in &all {
            holes(stretch, &time, &faults, &clock, longest, &mut done);
        }
        let times = |done: &Done| {
            let mut times = times_about(done.rows, &time);
            if done.done == Action::Sorted {
                times.sort_by(f64::total_cmp);
            }
            times
        };
        let repairs = done.into_iter().map(|done| Repair {
            recording: self.name.to_owned(),
            time: times(&done),
            rows: Some(done.rows.map(self.line)),
            count: done.count,
            why: done.why,
            done: done.done,
        });
        let repairs = repair::listed(repairs.collect());
        let rate = rate.unwrap_or(1.0 / clock.period);
        let torqued = with_torques(&self.samples, &time, &all, &faults);
        Ok((self.cut(&kept, &torqued, &time, (&clock, rate)), repairs))
    }

    /// Parts of stretches that share a number of the segments' column.
    fn segments(&self, all: Vec<Stretch>) -> Vec<Stretch> {
        let Some(numbers) = &self.segment else {
            return all;
        };
        let wanted = |number: f64| match self.wanted {
            Some(wanted) => wanted.contains(&number),
            None => number.is_finite(),
        };
        let parts = all
            .iter()
            .flat_map(|rows| rows.chunk_by(|&a, &b| numbers[a].total_cmp(&numbers[b]).is_eq()));
        let parts = parts.filter(|rows| wanted(numbers[rows[0]]));
        parts.map(<[usize]>::to_vec).collect()
    }

    /// The columns of each piece at the clock's rate; what is whole is moved, not copied.
    fn cut(
        mut self,
        pieces: &[Stretch],
        torqued: &[Stretch],
        time: &[f64],
        (clock, rate): (&Clock, f64),
    ) -> Vec<Piece> {
        if let [rows] = pieces
            && rows.windows(2).all(|pair| pair[0] + 1 == pair[1])
            && clock.is_even()
            && rows
                .windows(2)
                .all(|pair| time[pair[1]] - time[pair[0]] < clock.longest_step())
        {
            self.samples.keep(rows[0]..rows[0] + rows.len());
            return vec![Piece {
                rate,
                start: time[rows[0]],
                samples: self.samples,
                bridged: Vec::new(),
                undriven: Vec::new(),
            }];
        }
        let bridged = |grid: &Grid| match grid.bridged.contains(&true) {
            true => grid.bridged.clone(),
            false => Vec::new(),
        };
        let piece = |rows: &Stretch| {
            let grid = clock.grid(time, rows);
            let own = driving(&grid, rows, torqued, time, clock);
            let driving = own.as_ref().unwrap_or(&grid);
            let mut samples = self.samples.map(|column| grid.column(column));
            let torque = self.samples.torque.as_ref();
            samples.torque = torque.map(|all| all.iter().map(|c| driving.column(c)).collect());
            Piece {
                rate,
                start: time[rows[0]],
                undriven: torque.map_or_else(Vec::new, |_| bridged(driving)),
                samples,
                bridged: bridged(&grid),
            }
        };
        pieces.iter().map(piece).collect()
    }
}

impl Rows<'_> {
    /// The same as recordings, which share what was said of the files.
    pub(super) fn recordings(
        self,
        torque_side: Side,
        options: &ProcessingOptions,
        mut remarks: Vec<Remark>,
    ) -> Result<Vec<Recording>, RecordingError> {
        let source = self.name.to_owned();
        if matches!(self.stamps, Stamps::Rate(_)) {
            remarks.splice(0..0, lost::remark(&self.samples.position));
        }
        let (pieces, repairs) = self.pieces()?;
        let several = pieces.len() > 1;
        let recording = |piece: Piece| {
            let Piece {
                rate,
                start,
                samples,
                bridged,
                undriven,
            } = piece;
            let end = start + (samples.len() - 1) as f64 / rate;
            Recording {
                left_out: Vec::new(),
                name: match several {
                    true => format!("{source} ({start:.2} s to {end:.2} s)"),
                    false => source.clone(),
                },
                source: source.clone(),
                files: Vec::new(),
                rate,
                start,
                position: samples.position,
                velocity: samples.velocity,
                acceleration: samples.acceleration,
                torque: samples.torque,
                measured: samples.measured,
                base: samples.base.map(|mut columns| BaseMotion {
                    turns: columns.split_off(columns.len().min(6)),
                    columns,
                    ..BaseMotion::default()
                }),
                contacts: samples.contacts.map(|wrenches| Contacts {
                    places: Vec::new(),
                    wrenches,
                }),
                further: Further {
                    undriven,
                    ..Further::of(samples.second, samples.user)
                },
                bridged,
                position_side: torque_side,
                torque_side,
                options: options.clone(),
                remarks: Vec::new(),
                repairs: Vec::new(),
            }
        };
        let mut recordings: Vec<Recording> = pieces.into_iter().map(recording).collect();
        if let Some(first) = recordings.first_mut() {
            (first.remarks, first.repairs) = (remarks, repairs);
        }
        Ok(recordings)
    }
}

#[cfg(test)]
mod tests;
