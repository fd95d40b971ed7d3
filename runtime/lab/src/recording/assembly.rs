//! Puts a recording together: finds each column, reads the files once, brings all to SI and to
//! the joint side.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::clock;
use super::conventional::conventional;
use super::description::{Columns, Description, Document};
use super::sheet::{Part, Sheet};
use super::table::Hole;
use super::units::{Angle, Quantity};
use super::{Recording, RecordingError, plausibility};
use crate::choices::Choices;
use armwright_runtime::{Model, Side};

pub(super) fn read(path: &Path, model: &'static Model) -> Result<Recording, RecordingError> {
    let described = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"));
    let mut notes = Vec::new();
    let (folder, document) = if described {
        (
            path.parent().unwrap_or(Path::new("")).to_owned(),
            Document::read(path)?,
        )
    } else {
        let recording = conventional(path, model, &mut notes)?;
        (
            PathBuf::new(),
            Document {
                recording,
                processing: Choices::default(),
            },
        )
    };
    let mut sheet = Sheet::open(path, &folder, &document.recording, model)?;
    sheet.locate(&document.recording)?;
    let (columns, holes) = sheet.load()?;
    notes.extend(plausibility::constant(&columns, &document.recording));
    let mut recording = sheet.assemble(columns, holes, &document, notes)?;
    let doubts = plausibility::doubts(&recording, model);
    recording.notes.extend(doubts);
    Ok(recording)
}

/// Torque columns, where torque was measured.
type MeasuredTorque = Option<Vec<Vec<f64>>>;
/// Applies a change to every column of a recording.
type EachColumn<'a> = dyn FnMut(&mut dyn FnMut(&mut Vec<f64>)) + 'a;

impl Sheet<'_> {
    /// Units, sides, offsets, the chosen part, a constant rate.
    fn assemble(
        &self,
        mut parts: Vec<Part>,
        holes: Vec<Hole>,
        document: &Document,
        mut notes: Vec<String>,
    ) -> Result<Recording, RecordingError> {
        let description = &document.recording;
        // Columns are moved from hand to hand: a long recording must not be in memory twice.
        let mut take = |wanted: Quantity| {
            let at = parts.iter().position(|(quantity, _)| *quantity == wanted)?;
            Some(parts.swap_remove(at).1)
        };
        let mut position = self.motion(
            Quantity::Position,
            &description.position,
            take(Quantity::Position).unwrap_or_default(),
        )?;
        self.add_offsets(&description.position, &mut position)?;
        let mut kinematic = |quantity, columns: &Option<Columns>| {
            let (Some(columns), Some(values)) = (columns, take(quantity)) else {
                return Ok(None);
            };
            self.motion(quantity, columns, values).map(Some)
        };
        let mut velocity = kinematic(Quantity::Velocity, &description.velocity)?;
        let mut acceleration = kinematic(Quantity::Acceleration, &description.acceleration)?;
        let (mut torque, torque_side) = self.torque(description, &mut take)?;
        let time = take(Quantity::Time).and_then(|columns| columns.into_iter().next());
        let mut each = |change: &mut dyn FnMut(&mut Vec<f64>)| {
            let optional = [&mut velocity, &mut acceleration, &mut torque];
            let columns = optional
                .into_iter()
                .flatten()
                .flatten()
                .chain(&mut position);
            columns.for_each(change);
        };
        let (rate, start) = match time {
            Some(time) => self.stamped(description, time, holes, &mut each, &mut notes)?,
            None => self.counted(description, holes, &mut each)?,
        };
        let samples = position.first().map_or(0, Vec::len);
        if samples < 10 {
            return Err(RecordingError::TooFew {
                path: self.path.to_owned(),
                samples,
            });
        }
        Ok(Recording {
            name: self.path.display().to_string(),
            rate,
            start,
            position,
            velocity,
            acceleration,
            torque,
            torque_side,
            choices: document.processing.clone(),
            notes,
        })
    }

    /// Positions or their derivatives on the joint side in SI units.
    fn motion(
        &self,
        quantity: Quantity,
        columns: &Columns,
        mut values: Vec<Vec<f64>>,
    ) -> Result<Vec<Vec<f64>>, RecordingError> {
        self.scale(quantity, columns, &mut values)?;
        if columns.side.map_or(self.model.side, Side::from) == Side::Motor {
            self.drive.columns_to_joint(&mut values);
        }
        Ok(values)
    }

    fn add_offsets(
        &self,
        columns: &Columns,
        position: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        let Some(offsets) = &columns.offset else {
            return Ok(());
        };
        self.count("position", "offset", offsets.len())?;
        for (column, angle) in position.iter_mut().zip(offsets) {
            let offset = Angle::radians(angle).ok_or_else(|| {
                self.fault(format!(
                    "cannot read the offset {angle:?}: write radians, `90deg`, or a multiple of pi \
                     such as `-pi/2`"
                ))
            })?;
            column.iter_mut().for_each(|q| *q += offset);
        }
        Ok(())
    }

    fn torque(
        &self,
        description: &Description,
        take: &mut dyn FnMut(Quantity) -> Option<Vec<Vec<f64>>>,
    ) -> Result<(MeasuredTorque, Side), RecordingError> {
        let given = [
            (Quantity::Torque, description.torque.as_ref()),
            (Quantity::Current, description.current.as_ref()),
        ];
        for (quantity, columns) in given {
            let (Some(columns), Some(mut values)) = (columns, take(quantity)) else {
                continue;
            };
            self.scale(quantity, columns, &mut values)?;
            self.apply_constants(quantity, columns, &mut values)?;
            let side = columns.side.map_or(self.model.side, Side::from);
            if side == Side::Motor {
                self.drive.torque_columns_to_joint(&mut values);
            }
            return Ok((Some(values), side));
        }
        Ok((None, self.model.side))
    }

    /// Torque for each ampere: from the description, or from the robot file.
    fn apply_constants(
        &self,
        quantity: Quantity,
        columns: &Columns,
        values: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        let n = self.model.joints.len();
        let constants = match (&columns.constant, quantity) {
            (Some(constants), _) => constants.spread(n),
            (None, Quantity::Current) => {
                let known = self.model.motors.iter().map(|motor| motor.torque_constant);
                known
                    .collect::<Option<Vec<f64>>>()
                    .filter(|known| known.len() == n)
                    .ok_or_else(|| {
                        self.fault(
                            "currents need torque constants: add `constant: [..]` (N·m/A) under \
                             `current`, or `torque_constant` to the motors of the robot file"
                                .to_owned(),
                        )
                    })?
            }
            (None, _) => return Ok(()),
        };
        self.count(quantity.name(), "constant", constants.len())?;
        for (column, constant) in values.iter_mut().zip(constants) {
            column.iter_mut().for_each(|x| *x *= constant);
        }
        Ok(())
    }

    fn scale(
        &self,
        quantity: Quantity,
        columns: &Columns,
        values: &mut [Vec<f64>],
    ) -> Result<(), RecordingError> {
        let Some(units) = &columns.unit else {
            return Ok(());
        };
        let units = units.spread(values.len());
        self.count(quantity.name(), "unit", units.len())?;
        for (column, unit) in values.iter_mut().zip(&units) {
            let factor = self.factor(quantity, unit)?;
            column.iter_mut().for_each(|x| *x *= factor);
        }
        Ok(())
    }

    fn factor(&self, quantity: Quantity, unit: &str) -> Result<f64, RecordingError> {
        quantity.factor(unit).ok_or_else(|| {
            let known: Vec<&str> = quantity.units().iter().map(|(name, _)| *name).collect();
            RecordingError::Unit {
                path: self.path.to_owned(),
                unit: unit.to_owned(),
                quantity: quantity.name(),
                known: known.join(", "),
            }
        })
    }

    /// The part between `from` and `to`, at the rate that its time stamps show.
    fn stamped(
        &self,
        description: &Description,
        mut time: Vec<f64>,
        holes: Vec<Hole>,
        each: &mut EachColumn<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(f64, f64), RecordingError> {
        let unit = description
            .time
            .as_ref()
            .and_then(|time| time.unit.as_deref())
            .unwrap_or("s");
        let factor = self.factor(Quantity::Time, unit)?;
        time.iter_mut().for_each(|t| *t *= factor);
        let select = description.select.as_ref();
        let from = select
            .and_then(|select| select.from)
            .unwrap_or(f64::NEG_INFINITY);
        let to = select.and_then(|select| select.to).unwrap_or(f64::INFINITY);
        let first = time.iter().position(|t| *t >= from).unwrap_or(time.len());
        let last = time
            .iter()
            .rposition(|t| *t <= to)
            .map_or(first, |k| (k + 1).max(first));
        refuse_holes(holes, first..last)?;
        each(&mut |column| keep(column, first, last));
        let time = &time[first..last];
        // The header is line 1.
        let clock = clock::check(self.clock(), time, first + 2)?;
        if !clock.is_uniform() {
            each(&mut |column| *column = clock::resample(time, column, clock.rate));
            notes.push(format!(
                "time stamps stray by up to {:.0} % of a sampling period: samples were interpolated \
                 at a constant {:.6} Hz",
                100.0 * clock.jitter, clock.rate
            ));
        }
        Ok((clock.rate, time.first().copied().unwrap_or(0.0)))
    }

    /// The part between `from` and `to` of samples that come at a given rate.
    fn counted(
        &self,
        description: &Description,
        holes: Vec<Hole>,
        each: &mut EachColumn<'_>,
    ) -> Result<(f64, f64), RecordingError> {
        let rate = description.time.as_ref().and_then(|time| time.rate);
        let rate = rate
            .filter(|rate| rate.is_finite() && *rate > 0.0)
            .ok_or_else(|| {
                self.fault(
                "time is missing: give `time: {column: NAME, unit: s}`, or `time: {rate: HZ}` if \
                 the samples are evenly spaced"
                    .to_owned(),
            )
            })?;
        let select = description.select.as_ref();
        let from = select
            .and_then(|select| select.from)
            .unwrap_or(0.0)
            .max(0.0);
        let to = select.and_then(|select| select.to).unwrap_or(f64::INFINITY);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative; a float too large saturates"
        )]
        let index = |t: f64| (t * rate).round() as usize;
        let (first, last) = (index(from), index(to).saturating_add(1));
        refuse_holes(holes, first..last)?;
        each(&mut |column| keep(column, first, last));
        Ok((rate, from))
    }
}

/// A row without a number is a fault only if it is among those that are used.
fn refuse_holes(holes: Vec<Hole>, used: Range<usize>) -> Result<(), RecordingError> {
    match holes.into_iter().find(|hole| used.contains(&hole.row)) {
        None => Ok(()),
        Some(hole) => Err(hole.fault),
    }
}

fn keep(column: &mut Vec<f64>, first: usize, last: usize) {
    column.truncate(last);
    column.drain(..first.min(column.len()));
}
