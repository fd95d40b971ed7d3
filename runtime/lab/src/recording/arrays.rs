//! A recording from arrays.

use super::further::across;
use super::jumps::Encoders;
use super::pieces::{Rows, Stamps};
use super::samples::Samples;
use super::turns::Turns;
use super::{BaseMotion, Channel, Contacts, Mistake, Recording, RecordingError, UserColumn, one};
use crate::options::ProcessingOptions;
use crate::rows::Row;
use crate::transmission::Drive;
use armwright_runtime::{Model, Side, Torque};

/// What was measured, a column a joint (or motor) in the order of the model, in SI units.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrays {
    /// What to call the recording.
    pub name: String,
    /// Samples a second, Hz; not used where there are time stamps.
    pub rate: f64,
    /// A time stamp a sample, s; empty where samples come at a constant rate.
    pub time: Vec<f64>,
    /// Positions, rad or m (`n` columns).
    pub position: Vec<Vec<f64>>,
    /// Velocities, rad/s or m/s; empty where they were not measured.
    pub velocity: Vec<Vec<f64>>,
    /// Accelerations, rad/s² or m/s²; empty where they were not measured.
    pub acceleration: Vec<Vec<f64>>,
    /// Torques or forces, N·m or N; empty where they were not measured, as a column is that was not.
    pub torque: Vec<Vec<f64>>,
    /// What the robot file says is measured, a column a row of [`Model::measured`], in place of torques; empty where
    /// it was not.
    pub measured: Vec<Vec<f64>>,
    /// How the base moves, of a robot whose base does; its measured rows ([`Row::measured`](crate::rows::Row::measured)) begin with
    /// the wrench on it, of which nothing is measured: zeros.
    pub base: Option<BaseMotion>,
    /// What acts on bodies from outside, of such a robot.
    pub contacts: Option<Contacts>,
    /// The side of the transmission on which positions and torques were measured.
    pub side: Side,
    /// Positions on the other side of the transmission (`n` columns), rad or m; empty where they were not measured.
    pub second_position: Vec<Vec<f64>>,
    /// What was recorded beside: one column for all joints, or one a joint.
    pub user: Vec<UserColumn>,
}

impl Default for Arrays {
    fn default() -> Self {
        Self {
            name: "recording".to_owned(),
            rate: 0.0,
            time: Vec::new(),
            position: Vec::new(),
            velocity: Vec::new(),
            acceleration: Vec::new(),
            torque: Vec::new(),
            measured: Vec::new(),
            base: None,
            contacts: None,
            side: Side::Joint,
            second_position: Vec::new(),
            user: Vec::new(),
        }
    }
}

impl Arrays {
    /// Positions and torques of all joints (`n` columns each), sampled at a constant rate in Hz.
    #[must_use]
    pub fn new(rate: f64, position: Vec<Vec<f64>>, torque: Vec<Vec<f64>>) -> Self {
        Self {
            rate,
            position,
            torque,
            ..Self::default()
        }
    }
}

impl Recording {
    /// A recording from arrays, checked: as many columns as joints, all of one length. What is not finite,
    /// spikes and short gaps in time are bridged, time stamps that stray from a constant rate are
    /// interpolated at one; [`repairs`](Self::repairs) say so.
    ///
    /// ```
    /// use armwright_lab::recording::{Arrays, Recording};
    /// use armwright_runtime::Robot;
    ///
    /// let robot = &armwright_robots::double_pendulum::ROBOT;
    /// let angle = |k: u32| (0.01 * f64::from(k)).sin();
    /// let column: Vec<f64> = (0..500).map(angle).collect();
    /// let arrays = Arrays::new(1000.0, vec![column.clone(); 2], vec![column; 2]);
    /// let recording = Recording::from_arrays(robot.model(), arrays.clone())?;
    /// assert_eq!(recording.samples(), 500);
    ///
    /// let short = Arrays { torque: vec![vec![0.0; 499]; 2], ..arrays };
    /// let refused = Recording::from_arrays(robot.model(), short).unwrap_err();
    /// assert!(refused.to_string().contains("499 samples"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RecordingError`] with the array and joint; [`RecordingError::InPieces`] of one that has to be used
    /// in pieces.
    pub fn from_arrays(model: &Model, arrays: Arrays) -> Result<Self, RecordingError> {
        one(Self::all_from_arrays(model, arrays)?)
    }

    /// The same of any arrays: the pieces between the holes that are too long to be bridged.
    ///
    /// # Errors
    /// [`RecordingError`] with the array and joint.
    pub fn all_from_arrays(model: &Model, mut arrays: Arrays) -> Result<Vec<Self>, RecordingError> {
        arrays.check(model)?;
        let (name, side) = (std::mem::take(&mut arrays.name), arrays.side);
        let optional = |columns: Vec<Vec<f64>>| (!columns.is_empty()).then_some(columns);
        let missing = arrays.torque.iter().map(Vec::is_empty).enumerate();
        let missing = missing.filter(|(_, missing)| *missing);
        let left_out: Vec<Torque> = missing.map(|(row, _)| Torque { side, row }).collect();
        for column in &mut arrays.torque {
            column.resize(arrays.position.first().map_or(0, Vec::len), 0.0);
        }
        let n = model.joints.len();
        let user = std::mem::take(&mut arrays.user);
        let user: Vec<UserColumn> = user.into_iter().map(|user| user.spread(n)).collect();
        let names: Vec<String> = user.iter().map(|user| user.name.clone()).collect();
        let mut samples = Samples {
            position: arrays.position,
            velocity: optional(arrays.velocity),
            acceleration: optional(arrays.acceleration),
            torque: optional(arrays.torque),
            measured: optional(arrays.measured),
            base: arrays
                .base
                .as_ref()
                .map(|base| [&base.columns[..], &base.turns[..]].concat()),
            contacts: arrays.contacts.as_ref().map(|c| c.wrenches.clone()),
            second: optional(std::mem::take(&mut arrays.second_position)),
            user: optional(user.iter().flat_map(|u| u.columns.clone()).collect()),
        };
        let mut turns = Turns::at(&arrays.time);
        turns.take_out(&mut samples.position, side, model);
        if let Some(second) = &mut samples.second {
            turns.take_out(second, across(side), model);
        }
        if side == Side::Motor {
            let drive = Drive::of(model).ok_or_else(|| RecordingError::singular(&name, model))?;
            let motion = [&mut samples.velocity, &mut samples.acceleration];
            let motion = motion.into_iter().flatten().chain([&mut samples.position]);
            motion.for_each(|columns| drive.columns_to_joint(columns));
            let torque = samples.torque.iter_mut();
            torque.for_each(|columns| drive.torque_columns_to_joint(columns));
        }
        let rows = Rows {
            name: &name,
            encoders: Encoders::of(model, side),
            stamps: match arrays.time.is_empty() {
                true => Stamps::Rate(arrays.rate),
                false => Stamps::Times(arrays.time),
            },
            samples,
            done: turns.done,
            unoriented: &[],
            chosen: &[],
            segment: None,
            wanted: None,
            line: &|row| row,
        };
        let mut found = rows.recordings(side, &ProcessingOptions::default(), Vec::new())?;
        for recording in &mut found {
            recording.left_out.clone_from(&left_out);
            recording.position_side = side;
            recording.further.named(across(side), &names);
            if let (Some(found), Some(given)) = (&mut recording.base, &arrays.base) {
                (found.at, found.rpy, found.delay) = (given.at, given.rpy, given.delay);
                found.free_fall = given.free_fall;
            }
            if let (Some(found), Some(given)) = (&mut recording.contacts, &arrays.contacts) {
                found.places.clone_from(&given.places);
            }
        }
        Ok(found)
    }
}

impl Arrays {
    fn check(&self, model: &Model) -> Result<(), RecordingError> {
        if self.time.is_empty() && !(self.rate.is_finite() && self.rate > 0.0) {
            return Err(RecordingError::Rate {
                name: self.name.clone(),
                rate: self.rate,
            });
        }
        let base = self.base.iter();
        let base = base.flat_map(|base| base.columns.iter().chain(&base.turns));
        let wrenches = self.contacts.iter().flat_map(|c| &c.wrenches);
        let samples = self
            .position
            .first()
            .or(base.clone().next())
            .map_or(0, Vec::len);
        let optional = [
            (Channel::Velocity, &self.velocity),
            (Channel::Acceleration, &self.acceleration),
            (Channel::Torque, &self.torque),
        ];
        let given = optional
            .into_iter()
            .filter(|(_, columns)| !columns.is_empty());
        for (channel, columns) in given.chain([(Channel::Position, &self.position)]) {
            RecordingError::check_count(&self.name, channel.name(), columns.len(), model)?;
            let missing = |column: &Vec<f64>| channel == Channel::Torque && column.is_empty();
            let columns = model.joints.iter().zip(columns);
            for (joint, column) in columns.filter(|(_, column)| !missing(column)) {
                self.check_column(channel, joint.name, column, samples)?;
            }
        }
        if !self.second_position.is_empty() {
            let (channel, count) = (Channel::SecondPosition, self.second_position.len());
            RecordingError::check_count(&self.name, channel.name(), count, model)?;
            for (joint, column) in model.joints.iter().zip(&self.second_position) {
                self.check_column(channel, joint.name, column, samples)?;
            }
        }
        for user in &self.user {
            if ![1, model.joints.len()].contains(&user.columns.len()) {
                let (name, count) = (&user.name, user.columns.len());
                RecordingError::check_count(&self.name, name, count, model)?;
            }
            for column in &user.columns {
                self.check_column(Channel::User, &user.name, column, samples)?;
            }
        }
        self.check_outside()?;
        let of_base = base.map(|column| (Channel::BaseRate, column));
        let outside = of_base.chain(wrenches.map(|column| (Channel::Contact, column)));
        for (channel, column) in outside {
            self.check_column(channel, "the base or a body", column, samples)?;
        }
        if !self.measured.is_empty() {
            let rows = Row::measured(model);
            let rows: Vec<&str> = rows.iter().map(|row| row.name).collect();
            let (name, count) = (&self.name, self.measured.len());
            RecordingError::check_rows(name, "measured", count, &rows, model)?;
            for (row, column) in rows.iter().zip(&self.measured) {
                self.check_column(Channel::Measured, row, column, samples)?;
            }
        }
        if self.time.is_empty() {
            return Ok(());
        }
        self.check_column(Channel::Time, "all joints", &self.time, samples)
    }

    /// Refuses a base, how it is turned, or contacts, with more or fewer columns than these have.
    fn check_outside(&self) -> Result<(), RecordingError> {
        let base = self.base.as_ref().map(|base| {
            let wanted = "three of the angular velocity, then three of the accelerometer";
            ("base", base.columns.len(), 6, wanted)
        });
        let turned = self.base.as_ref().filter(|base| !base.turns.is_empty());
        let turns = turned.map(|base| {
            let wanted = "three of the world's axes for each of the base's";
            ("base.turns", base.turns.len(), 9, wanted)
        });
        let contacts = self.contacts.as_ref().map(|contacts| {
            let wanted = "three of the force and three of the moment for each place";
            let expected = 6 * contacts.places.len();
            ("contacts", contacts.wrenches.len(), expected, wanted)
        });
        let mut given = base.into_iter().chain(turns).chain(contacts);
        match given.find(|(_, actual, expected, _)| actual != expected) {
            None => Ok(()),
            Some((key, actual, expected, wanted)) => {
                let what =
                    format!("`{key}` has {actual} columns where {expected} are wanted: {wanted}");
                Err(RecordingError::Description {
                    path: self.name.as_str().into(),
                    mistakes: vec![Mistake::of_file(&what)],
                })
            }
        }
    }

    fn check_column(
        &self,
        channel: Channel,
        joint: &str,
        column: &[f64],
        expected: usize,
    ) -> Result<(), RecordingError> {
        let (name, joint) = (self.name.clone(), joint.to_owned());
        if column.len() != expected {
            return Err(RecordingError::Length {
                name,
                channel: channel.name(),
                joint,
                samples: column.len(),
                expected,
            });
        }
        Ok(())
    }
}
