//! Puts a recording together from files: finds each column, reads the files once, brings all to SI
//! units and to the joint side.

use std::path::{Path, PathBuf};

use nalgebra::UnitQuaternion;

use super::channel::Channel;
use super::conventional::conventional;
use super::conversion::MeasuredTorque;
use super::csv_file::Defect;
use super::description::{Column, Columns, Description, Document, Gravity};
use super::jumps::Encoders;
use super::pieces::{Rows, Stamps};
use super::samples::Samples;
use super::sources::{Read, Sources};
use super::turns::Turns;
use super::{Recording, RecordingError, Remark};
use crate::options::{List, ProcessingOptions};
use crate::part::PartError;
use crate::transmission::is_undriven;
use armwright_runtime::{Model, Side};

pub(super) fn read(
    path: &Path,
    model: &Model,
    without: &[String],
) -> Result<Vec<Recording>, RecordingError> {
    let described = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"));
    let mut remarks = Vec::new();
    let (folder, mut document) = if described {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        (folder, Document::read(path)?)
    } else {
        let document = Document {
            recording: conventional(path, model, &mut remarks)?,
            processing: ProcessingOptions::default(),
        };
        (PathBuf::new(), document)
    };
    if !without.is_empty() {
        let left_out = &mut document.processing.without_torque;
        let left_out = left_out.get_or_insert_with(List::default);
        left_out.0.extend(without.iter().cloned());
    }
    if document.recording.runs.is_empty() {
        return read_run(path, &folder, document, remarks, model);
    }
    let mut recordings = Vec::new();
    for run in document.recording.runs.clone() {
        let mut document = document.clone();
        document.recording.file = run;
        recordings.extend(read_run(path, &folder, document, Vec::new(), model)?);
    }
    Ok(recordings)
}

/// One run, as a description says.
fn read_run(
    path: &Path,
    folder: &Path,
    mut document: Document,
    mut remarks: Vec<Remark>,
    model: &Model,
) -> Result<Vec<Recording>, RecordingError> {
    let mut sources = Sources::open(path, folder, &document.recording, model)?;
    document.recording.clone_from(&sources.description);
    sources.locate(&document.recording)?;
    let (columns, defects) = sources.load()?;
    remarks.extend(constant(&columns, &document.recording, model));
    remarks.extend(untouched(&columns, &document.recording));
    remarks.extend(sources.doubts(&columns));
    remarks.extend(sources.other_stamps(&columns)?);
    sources.assemble(columns, defects, document, remarks)
}

/// Columns of positions and torques in which nothing changes, but for torques of what nothing drives.
fn constant(read: &[Read], description: &Description, model: &Model) -> Vec<Remark> {
    let remark = |(channel, values): &Read| {
        let columns = match channel {
            Channel::Position => Some(&description.position),
            Channel::Torque => description.torque.as_ref(),
            Channel::Current => description.current.as_ref(),
            Channel::Measured => description.measured.as_ref(),
            _ => None,
        };
        let of_drives = matches!(channel, Channel::Torque | Channel::Current);
        let side = columns?.side.map_or(model.side, Side::from);
        let undriven = |k: usize| of_drives && is_undriven(model, side, k);
        let named = columns?.columns.iter().map(Column::name).zip(values);
        let still = named.enumerate();
        let still = still.filter(|(k, (_, values))| !undriven(*k) && is_still(values));
        let columns: Vec<String> = still
            .filter_map(|(_, (name, _))| name.map(str::to_owned))
            .collect();
        let channel = *channel;
        (!columns.is_empty()).then_some(Remark::Constant { channel, columns })
    };
    read.iter().filter_map(remark).collect()
}

/// Whether nothing changes in a column. What is no number does not count here: it may be outside of the part that is used.
fn is_still(values: &[f64]) -> bool {
    let mut numbers = values.iter().filter(|x| !x.is_nan());
    let first = numbers.next();
    numbers.all(|x| Some(x) == first)
}

/// Columns of contacts in none of which anything changes: nothing touches there, or a sensor is dead.
fn untouched(read: &[Read], description: &Description) -> Option<Remark> {
    let channel = Channel::Contact;
    let (_, values) = read.iter().find(|(of, _)| *of == channel)?;
    let mut values = values.iter();
    let mut columns = Vec::new();
    for contact in &description.contacts {
        let mut own = values.by_ref().take(contact.columns.len());
        // Each takes its own columns, whatever they hold.
        let still = own.by_ref().filter(|values| is_still(values)).count();
        if still == contact.columns.len() {
            let names = contact.columns.iter().filter_map(Column::name);
            columns.extend(names.map(str::to_owned));
        }
    }
    (!columns.is_empty()).then_some(Remark::Constant { channel, columns })
}

impl Sources<'_> {
    /// Units, sides, offsets, the chosen parts, a constant rate.
    fn assemble(
        &self,
        mut read: Vec<Read>,
        defects: Vec<Defect>,
        document: Document,
        mut remarks: Vec<Remark>,
    ) -> Result<Vec<Recording>, RecordingError> {
        let description = &document.recording;
        let samples = read.iter().flat_map(|(_, columns)| columns).map(Vec::len);
        let samples = samples.max().unwrap_or(0);
        let time = read.iter().find(|(channel, _)| *channel == Channel::Time);
        let time = time.and_then(|(_, columns)| columns.first());
        let mut wraps = Turns::at(time.map_or(&[][..], Vec::as_slice));
        // Columns are moved from hand to hand: a long recording must not be in memory twice.
        let mut take = |wanted: Channel| {
            let at = read.iter().position(|(channel, _)| *channel == wanted)?;
            Some(read.swap_remove(at).1)
        };
        let mut position = self.motion(
            Channel::Position,
            &description.position,
            take(Channel::Position).unwrap_or_default(),
            Some(&mut wraps),
        )?;
        self.add_offsets(Channel::Position, &description.position, &mut position)?;
        if self.side(&description.position) == Side::Joint {
            wraps.take_out(&mut position, Side::Joint, self.model);
        }
        let mut kinematic = |channel, columns: &Option<Columns>| {
            let (Some(columns), Some(values)) = (columns, take(channel)) else {
                return Ok(None);
            };
            self.motion(channel, columns, values, None).map(Some)
        };
        let velocity = kinematic(Channel::Velocity, &description.velocity)?;
        let acceleration = kinematic(Channel::Acceleration, &description.acceleration)?;
        let without = document.processing.without_torque.as_ref();
        let without = without.map_or(&[][..], |names| &names.0);
        let mut torque = self.torque(description, without, &position, &mut take)?;
        remarks.append(&mut torque.remarks);
        // What is asked for is refused before what is missing by it.
        if description.measured.is_some() && !without.is_empty() {
            return Err(PartError::of_rows(self.model).into());
        }
        let measured = self.measured(description, take(Channel::Measured), &torque, samples)?;
        if measured.is_some() {
            // What is measured has its torques among its rows.
            torque = MeasuredTorque::none(Side::Joint);
        }
        let base = self.base(description, &mut take)?;
        let finite = |turn: &UnitQuaternion<f64>| turn.coords.iter().all(|x| x.is_finite());
        let turns = base.turns.as_deref().unwrap_or_default();
        let unoriented: Vec<bool> = turns.iter().map(|turn| !finite(turn)).collect();
        let contacts = self.contacts(description, take(Channel::Contact), base.turns.as_deref())?;
        let (places, wrenches): (Option<Vec<_>>, _) = contacts
            .map(|contacts| (contacts.places, contacts.wrenches))
            .unzip();
        let samples = Samples {
            position,
            velocity,
            acceleration,
            torque: torque.columns,
            measured,
            base: base.columns,
            contacts: wrenches,
            second: self.second(description, take(Channel::SecondPosition), &mut wraps)?,
            user: self.user(description, take(Channel::User))?,
        };
        let name = self.name();
        let rows = Rows {
            name: &name,
            encoders: Encoders::of(self.model, self.side(&description.position)),
            stamps: self.stamps(description, take(Channel::Time), &mut remarks)?,
            samples,
            done: wraps.done,
            unoriented: &unoriented,
            chosen: &self.chosen(description)?,
            segment: take(Channel::Segment).and_then(|columns| columns.into_iter().next()),
            wanted: description
                .segment
                .as_ref()
                .and_then(|s| Some(&s.wanted.as_ref()?.0[..])),
            line: &|row| self.line(row) as usize,
        };
        let found = rows.recordings(torque.side, &document.processing, remarks);
        match (found, defects.into_iter().next()) {
            // What is no number is what leaves nothing.
            (Err(RecordingError::NoPiece { .. }), Some(defect)) => Err(defect.fault),
            (Ok(mut found), _) => {
                let files = self.files();
                for recording in &mut found {
                    recording.files.clone_from(&files);
                    recording.left_out.clone_from(&torque.left_out);
                    recording.position_side = self.side(&description.position);
                    self.name_further(description, &mut recording.further);
                    if let (Some(contacts), Some(places)) = (&mut recording.contacts, &places) {
                        contacts.places.clone_from(places);
                    }
                    if let (Some(base), Some(of)) = (&mut recording.base, &description.base) {
                        let three = |list: &Vec<f64>| <[f64; 3]>::try_from(&list[..]).ok();
                        base.at = three(&of.at).unwrap_or_default();
                        base.rpy = three(&of.rpy).unwrap_or_default();
                        base.delay = of.delay;
                        if of.gravity == Gravity::Removed {
                            base.free_fall = self.model.gravity;
                        }
                    }
                }
                Ok(found)
            }
            (found, _) => found,
        }
    }

    /// What the recording is called: its description, and of several runs the file.
    fn name(&self) -> String {
        let path = self.path.display().to_string();
        match self.description.runs.is_empty() {
            true => path,
            false => format!("{path}, {}", self.description.file.0.join(" and ")),
        }
    }

    /// Times of the rows, s, or their rate.
    fn stamps(
        &self,
        description: &Description,
        time: Option<Vec<Vec<f64>>>,
        remarks: &mut Vec<Remark>,
    ) -> Result<Stamps, RecordingError> {
        if let Some(mut time) = time.and_then(|columns| columns.into_iter().next()) {
            let (factor, remark) = self.time_unit(&time)?;
            remarks.extend(remark);
            time.iter_mut().for_each(|t| *t *= factor);
            return Ok(Stamps::Times(time));
        }
        let rate = description.time.as_ref().and_then(|time| time.rate);
        let rate = rate.filter(|rate| rate.is_finite() && *rate > 0.0);
        rate.map(Stamps::Rate).ok_or_else(|| {
            self.fault(
                "time",
                None,
                "time is missing: give `time: {column: NAME, unit: s}`, or `time: {rate: HZ}` if \
                 the samples are evenly spaced",
            )
        })
    }

    /// The intervals of time to use, s.
    fn chosen(&self, description: &Description) -> Result<Vec<[f64; 2]>, RecordingError> {
        let intervals = description.select.clone().unwrap_or_default().0;
        for (k, [from, to]) in intervals.iter().enumerate() {
            if from >= to {
                let what =
                    format!("`select` goes from {from} s to {to} s: it ends after it begins");
                return Err(self.fault("select", Some(k), &what));
            }
            if k > 0 && *from < intervals[k - 1][1] {
                let what = format!(
                    "`select` has a part from {from} s after one to {} s: write parts in the order of \
                     time, none within another",
                    intervals[k - 1][1]
                );
                return Err(self.fault("select", Some(k), &what));
            }
        }
        Ok(intervals)
    }
}
