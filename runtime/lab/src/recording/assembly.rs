//! Puts a recording together from files: finds each column, reads the files once, brings all to SI
//! units and to the joint side.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::channel::Channel;
use super::conventional::conventional;
use super::csv_file::Defect;
use super::description::{Column, Columns, Description, Document};
use super::samples::Samples;
use super::sources::{Read, Sources};
use super::{Recording, RecordingError, Remark};
use crate::options::ProcessingOptions;
use armwright_runtime::Model;

pub(super) fn read(path: &Path, model: &Model) -> Result<Recording, RecordingError> {
    let described = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"));
    let mut remarks = Vec::new();
    let (folder, document) = if described {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        (folder, Document::read(path)?)
    } else {
        let document = Document {
            recording: conventional(path, model, &mut remarks)?,
            processing: ProcessingOptions::default(),
        };
        (PathBuf::new(), document)
    };
    let mut sources = Sources::open(path, &folder, &document.recording, model)?;
    sources.locate(&document.recording)?;
    let (columns, defects) = sources.load()?;
    remarks.extend(constant(&columns, &document.recording));
    remarks.extend(sources.doubts(&columns));
    sources.assemble(columns, defects, document, remarks)
}

/// Columns of positions and torques in which nothing changes.
fn constant(read: &[Read], description: &Description) -> Vec<Remark> {
    let remark = |(channel, values): &Read| {
        let columns = match channel {
            Channel::Position => Some(&description.position),
            Channel::Torque => description.torque.as_ref(),
            Channel::Current => description.current.as_ref(),
            _ => None,
        };
        // What is no number does not count here: it may be outside of the part that is used.
        let still = |values: &Vec<f64>| {
            let mut numbers = values.iter().filter(|x| !x.is_nan());
            let first = numbers.next();
            numbers.all(|x| Some(x) == first)
        };
        let named = columns?.columns.iter().map(Column::name).zip(values);
        let still = named.filter(|(_, values)| still(values));
        let columns: Vec<String> = still
            .filter_map(|(name, _)| name.map(str::to_owned))
            .collect();
        let channel = *channel;
        (!columns.is_empty()).then_some(Remark::Constant { channel, columns })
    };
    read.iter().filter_map(remark).collect()
}

impl Sources<'_> {
    /// Units, sides, offsets, the chosen part, a constant rate.
    fn assemble(
        &self,
        mut read: Vec<Read>,
        defects: Vec<Defect>,
        document: Document,
        mut remarks: Vec<Remark>,
    ) -> Result<Recording, RecordingError> {
        let description = &document.recording;
        // Columns are moved from hand to hand: a long recording must not be in memory twice.
        let mut take = |wanted: Channel| {
            let at = read.iter().position(|(channel, _)| *channel == wanted)?;
            Some(read.swap_remove(at).1)
        };
        let mut position = self.motion(
            Channel::Position,
            &description.position,
            take(Channel::Position).unwrap_or_default(),
        )?;
        self.add_offsets(Channel::Position, &description.position, &mut position)?;
        let mut kinematic = |channel, columns: &Option<Columns>| {
            let (Some(columns), Some(values)) = (columns, take(channel)) else {
                return Ok(None);
            };
            self.motion(channel, columns, values).map(Some)
        };
        let velocity = kinematic(Channel::Velocity, &description.velocity)?;
        let acceleration = kinematic(Channel::Acceleration, &description.acceleration)?;
        let (torque, torque_side) = self.torque(description, &mut take)?;
        let mut samples = Samples {
            position,
            velocity,
            acceleration,
            torque,
        };
        let time = take(Channel::Time).and_then(|columns| columns.into_iter().next());
        let (rate, start) = match time {
            Some(time) => self.stamped(description, time, defects, &mut samples, &mut remarks)?,
            None => self.counted(description, defects, &mut samples)?,
        };
        Ok(Recording {
            name: self.name(),
            rate,
            start,
            position: samples.position,
            velocity: samples.velocity,
            acceleration: samples.acceleration,
            torque: samples.torque,
            torque_side,
            options: document.processing,
            remarks,
        })
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The part between `from` and `to`, at the rate that its time stamps show; gives the rate and
    /// the time of the first sample.
    fn stamped(
        &self,
        description: &Description,
        mut time: Vec<f64>,
        defects: Vec<Defect>,
        samples: &mut Samples,
        remarks: &mut Vec<Remark>,
    ) -> Result<(f64, f64), RecordingError> {
        let (factor, remark) = self.time_unit(&time)?;
        remarks.extend(remark);
        time.iter_mut().for_each(|t| *t *= factor);
        let select = description.select.unwrap_or_default();
        let from = select.from.unwrap_or(f64::NEG_INFINITY);
        let to = select.to.unwrap_or(f64::INFINITY);
        let first = time.iter().position(|t| *t >= from).unwrap_or(time.len());
        let last = time.iter().rposition(|t| *t <= to);
        let last = last.map_or(first, |k| (k + 1).max(first));
        refuse_defects(defects, first..last)?;
        samples.keep(first..last);
        samples.enough(&self.name())?;
        let file = self.clock().display();
        let place = |sample: usize| format!("{file}, line {}", self.line(first + sample));
        let (clock, remark) = samples.at_constant_rate(&time[first..last], &place)?;
        remarks.extend(remark);
        Ok((clock.rate, clock.start))
    }

    /// The part between `from` and `to` of samples that come at a given rate.
    fn counted(
        &self,
        description: &Description,
        defects: Vec<Defect>,
        samples: &mut Samples,
    ) -> Result<(f64, f64), RecordingError> {
        let rate = description.time.as_ref().and_then(|time| time.rate);
        let rate = rate.filter(|rate| rate.is_finite() && *rate > 0.0);
        let rate = rate.ok_or_else(|| {
            self.fault(
                "time",
                None,
                "time is missing: give `time: {column: NAME, unit: s}`, or `time: {rate: HZ}` if \
                 the samples are evenly spaced",
            )
        })?;
        let select = description.select.unwrap_or_default();
        let from = select.from.unwrap_or(0.0).max(0.0);
        let index = |t: f64| (t * rate).round() as usize;
        let last = index(select.to.unwrap_or(f64::INFINITY)).saturating_add(1);
        refuse_defects(defects, index(from)..last)?;
        samples.keep(index(from)..last);
        samples.enough(&self.name())?;
        Ok((rate, from))
    }
}

/// A row without a number is a fault only if it is among those that are used.
fn refuse_defects(defects: Vec<Defect>, used: Range<usize>) -> Result<(), RecordingError> {
    match defects
        .into_iter()
        .find(|defect| used.contains(&defect.row))
    {
        None => Ok(()),
        Some(defect) => Err(defect.fault),
    }
}
