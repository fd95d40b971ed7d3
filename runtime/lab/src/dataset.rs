//! Recordings to identify from and recordings to validate with.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use thiserror::Error;

use crate::recording::{Action, Cause, Recording, Repair};
use crate::thresholds::COPIED;

mod written;

use written::Written;

/// What to identify from, and what to validate with.
#[derive(Debug, Clone, Default)]
pub struct Dataset {
    /// Recordings to estimate from; pieces of one stand together, in the order of time.
    pub training: Vec<Recording>,
    /// Recordings that take no part in the estimate.
    pub validation: Vec<Recording>,
}

/// A share of recordings that cannot be held out.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("the share to hold out must be above 0 and below 0.9; {0} is not")]
pub struct HoldOutError(pub f64);

/// A validation that is no test, because the estimate has seen it.
#[derive(Debug, Clone, PartialEq, Error)]
#[error(
    "{recording} would validate with samples that are in {seen}: that is no test; hold out a part of it \
     instead, or choose parts that do not overlap with `select`"
)]
pub struct SeenError {
    /// What was to validate.
    pub recording: String,
    /// What the estimate is made from.
    pub seen: String,
}

impl Dataset {
    /// Recordings of which a share, at the end of each, is held out to validate with; of a recording in
    /// pieces, at the end of all of them together.
    ///
    /// # Errors
    /// [`HoldOutError`] for a share that leaves nothing on one side.
    pub fn hold_out(recordings: Vec<Recording>, share: f64) -> Result<Self, HoldOutError> {
        if !(share > 0.0 && share < 0.9) {
            return Err(HoldOutError(share));
        }
        let mut found = Self::default();
        let mut rest = recordings;
        while let Some(first) = rest.first() {
            let pieces = rest.iter().take_while(|r| r.source == first.source).count();
            let others = rest.split_off(pieces);
            found.part(std::mem::replace(&mut rest, others), 1.0 - share);
        }
        Ok(found)
    }

    /// Takes the first `share` of a recording's samples to estimate from and the others to validate with.
    fn part(&mut self, pieces: Vec<Recording>, share: f64) {
        let all: usize = pieces.iter().map(Recording::samples).sum();
        let mut left = all as f64 * share;
        for piece in pieces {
            let samples = piece.samples() as f64;
            if left >= samples {
                self.training.push(piece);
            } else if left <= 0.0 {
                self.validation.push(piece);
            } else {
                let (first, rest) = piece.split(left / samples);
                self.training.push(first);
                self.validation.push(rest);
            }
            left -= samples;
        }
    }

    /// The same without recordings whose samples are those of one before, which would count twice; they
    /// are said among the repairs of the first recording.
    ///
    /// # Errors
    /// [`SeenError`] if a recording to validate with has samples of one to estimate from.
    pub fn distinct(self) -> Result<Self, SeenError> {
        if self.training.len() + self.validation.len() < 2 {
            return Ok(self);
        }
        let mut seen = Seen::default();
        let others = seen.sources(&self.training);
        for recording in &self.validation {
            if let Some(other) = seen.copied(&rows(recording), &Written::of(recording)) {
                return Err(SeenError {
                    recording: recording.name.clone(),
                    seen: other.source.clone(),
                });
            }
        }
        Ok(Self {
            training: without(self.training, others),
            validation: self.validation,
        })
    }
}

/// Recordings without those whose samples are those of one before, as [`Dataset::distinct`] leaves them.
pub(crate) fn without_copies(recordings: Vec<Recording>) -> Vec<Recording> {
    if recordings.len() < 2 {
        return recordings;
    }
    let others = Seen::default().sources(&recordings);
    without(recordings, others)
}

/// Recordings without those that are copies of a source, which are told among the repairs of the first.
fn without(all: Vec<Recording>, sources: Vec<Option<String>>) -> Vec<Recording> {
    let mut found: Vec<Recording> = Vec::new();
    let mut copies: Vec<Repair> = Vec::new();
    for (recording, source) in all.into_iter().zip(sources) {
        match source {
            Some(source) => copies.push(copy(&recording, source)),
            None => found.push(recording),
        }
    }
    if let Some(first) = found.first_mut() {
        first.repairs.append(&mut copies);
    }
    found
}

/// Recordings that others may be copies of.
#[derive(Default)]
struct Seen<'a> {
    recordings: Vec<&'a Recording>,
    /// The number of each row's recording.
    rows: HashMap<u64, usize>,
    /// The recordings as they are written.
    written: Vec<Written<'a>>,
}

impl<'a> Seen<'a> {
    /// Sees recordings one after the other: the source of which each is a copy.
    fn sources(&mut self, recordings: &'a [Recording]) -> Vec<Option<String>> {
        let source = |recording: &'a Recording| {
            let (rows, written) = (rows(recording), Written::of(recording));
            let other = self.copied(&rows, &written);
            let source = other.map(|other| other.source.clone());
            if source.is_none() {
                self.add(recording, rows, written);
            }
            source
        };
        recordings.iter().map(source).collect()
    }

    fn add(&mut self, recording: &'a Recording, rows: Vec<u64>, written: Written<'a>) {
        for row in rows {
            self.rows.entry(row).or_insert(self.recordings.len());
        }
        self.written.push(written);
        self.recordings.push(recording);
    }

    /// The recording that another one is a copy of, to the bit or to the digits that are written.
    fn copied(&self, rows: &[u64], written: &Written<'_>) -> Option<&'a Recording> {
        let exactly = copied(rows, &self.rows);
        let other = exactly.or_else(|| written.copied(&self.written, COPIED))?;
        Some(self.recordings[other])
    }
}

/// What a recording is told from others by, a kind of columns each: how the robot moves, and under what.
fn kinds(recording: &Recording) -> impl Iterator<Item = &Vec<Vec<f64>>> {
    numbers(recording).chain(vectors(recording))
}

/// The kinds whose columns are numbers by themselves.
fn numbers(recording: &Recording) -> impl Iterator<Item = &Vec<Vec<f64>>> {
    let kinds = [
        Some(&recording.position),
        recording.torque.as_ref(),
        recording.measured.as_ref(),
    ];
    kinds.into_iter().flatten()
}

/// The kinds of which three columns each are a vector, which may have been turned into other axes.
fn vectors(recording: &Recording) -> impl Iterator<Item = &Vec<Vec<f64>>> {
    let contacts = recording.contacts.as_ref();
    let kinds = [
        recording.base.as_ref().map(|base| &base.columns),
        contacts.map(|contacts| &contacts.wrenches),
    ];
    kinds.into_iter().flatten()
}

/// A number for what each row holds, where something moves.
fn rows(recording: &Recording) -> Vec<u64> {
    let columns: Vec<&Vec<f64>> = kinds(recording).flatten().collect();
    let row = |k: usize| {
        let mut hasher = DefaultHasher::new();
        columns
            .iter()
            .for_each(|c| c[k].to_bits().hash(&mut hasher));
        hasher.finish()
    };
    let mut rows: Vec<u64> = (0..recording.samples()).map(row).collect();
    // What stands still is alike everywhere.
    rows.dedup();
    rows
}

/// The number of a recording among those seen, if nearly all rows of another are theirs.
fn copied(rows: &[u64], seen: &HashMap<u64, usize>) -> Option<usize> {
    let mut found = rows.iter().filter_map(|row| seen.get(row));
    let first = found.next().copied();
    let same = 1 + found.count();
    // What stands still is alike everywhere.
    first.filter(|_| rows.len() > 1 && same as f64 > COPIED * rows.len() as f64)
}

fn copy(recording: &Recording, other: String) -> Repair {
    let samples = recording.samples();
    let end = recording.start + samples.saturating_sub(1) as f64 / recording.rate;
    Repair {
        recording: recording.name.clone(),
        time: [recording.start, end],
        rows: None,
        count: samples,
        why: Cause::SameAs(other),
        done: Action::Dropped,
    }
}

impl From<Recording> for Dataset {
    fn from(recording: Recording) -> Self {
        vec![recording].into()
    }
}

impl From<Vec<Recording>> for Dataset {
    fn from(training: Vec<Recording>) -> Self {
        Self {
            training,
            validation: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
