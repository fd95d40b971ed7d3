//! What a description says, key by key; names are still to be checked against robot and files.

use std::collections::HashMap;

use crate::options::{EquationSide, List, ProcessingOptions};
use crate::recording::channel::Channel;
use crate::recording::error::Spot;

/// A recording's description as written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Document {
    pub(crate) recording: Description,
    pub(crate) processing: ProcessingOptions,
}

/// Which column of which file is what.
#[derive(Debug, Clone, Default)]
pub(crate) struct Description {
    pub(crate) file: List<String>,
    pub(crate) time: Option<Time>,
    pub(crate) position: Columns,
    pub(crate) velocity: Option<Columns>,
    pub(crate) acceleration: Option<Columns>,
    pub(crate) torque: Option<Columns>,
    pub(crate) current: Option<Columns>,
    pub(crate) phases: Vec<Phase>,
    /// The currents of all phases together, once they are checked.
    pub(crate) phase_columns: Option<Columns>,
    pub(crate) second_position: Option<Columns>,
    pub(crate) user: Vec<User>,
    /// The columns of a user together, once they are checked.
    pub(crate) user_columns: Option<Columns>,
    pub(crate) weight: Option<f64>,
    pub(crate) measured: Option<Columns>,
    pub(crate) base: Option<Base>,
    pub(crate) contacts: Vec<Contact>,
    /// The columns of all contacts together, once they are checked.
    pub(crate) contact_columns: Option<Columns>,
    pub(crate) select: Option<Select>,
    pub(crate) segment: Option<Segment>,
    /// Files of runs that are read alike, in place of `file`.
    pub(crate) runs: Vec<List<String>>,
    /// Where everything stands, by path (`recording.position.unit[2]`).
    pub(crate) spots: HashMap<String, Spot>,
}

/// A column of time, or a rate in Hz in its place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Time {
    pub(crate) column: Option<String>,
    pub(crate) unit: Option<String>,
    pub(crate) file: Option<String>,
    pub(crate) rate: Option<f64>,
}

/// The columns of a channel, one a joint or motor, and how their numbers become SI units.
#[derive(Debug, Clone, Default)]
pub(crate) struct Columns {
    pub(crate) columns: Vec<Column>,
    pub(crate) unit: Option<List<String>>,
    pub(crate) side: Option<EquationSide>,
    pub(crate) sign: Option<List<f64>>,
    pub(crate) scale: Option<List<f64>>,
    pub(crate) offset: Option<List<f64>>,
    pub(crate) constant: Option<List<f64>>,
    pub(crate) file: Option<String>,
}

/// How a base moves, and where it is measured.
#[derive(Debug, Clone, Default)]
pub(crate) struct Base {
    pub(crate) orientation: Option<Columns>,
    pub(crate) angular_velocity: Option<Columns>,
    pub(crate) acceleration: Option<Columns>,
    pub(crate) gravity: Gravity,
    pub(crate) at: Vec<f64>,
    pub(crate) rpy: Vec<f64>,
    pub(crate) delay: f64,
}

/// Whether gravity is in an acceleration.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Gravity {
    /// As an accelerometer has it.
    #[default]
    Included,
    /// As a filter leaves it.
    Removed,
}

/// A wrench on a body from outside.
#[derive(Debug, Clone, Default)]
pub(crate) struct Contact {
    pub(crate) body: String,
    pub(crate) at: Vec<f64>,
    pub(crate) axes: Axes,
    pub(crate) columns: Vec<Column>,
    pub(crate) unit: Option<List<String>>,
    pub(crate) sign: Option<List<f64>>,
    pub(crate) scale: Option<List<f64>>,
    pub(crate) offset: Option<List<f64>>,
}

/// The currents of one motor's three phases, and the motor.
#[derive(Debug, Clone, Default)]
pub(crate) struct Phase {
    pub(crate) columns: Vec<Column>,
    pub(crate) unit: Option<List<String>>,
    pub(crate) constant: f64,
    pub(crate) pairs: f64,
    pub(crate) angle: f64,
    pub(crate) offsets: Vec<f64>,
    pub(crate) ripple: Vec<Vec<f64>>,
}

/// Columns that a user recorded beside: one for the robot, or one a joint.
#[derive(Debug, Clone, Default)]
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) scale: Option<List<f64>>,
    pub(crate) offset: Option<List<f64>>,
}

/// The axes of a vector.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Axes {
    /// The body's own.
    #[default]
    Body,
    /// The base's.
    Base,
    /// The world's.
    World,
}

/// Where a joint's numbers come from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Column {
    /// The column of that name.
    Named(String),
    /// Every row has this number, as a column would: the joint was held.
    Held(f64),
    /// It was not measured: a torque that is left out.
    Missing,
    /// Columns, each times a factor, added up: two motors on one joint.
    Sum(Vec<(String, f64)>),
}

impl Column {
    /// The column's name, if there is one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::Held(_) | Self::Missing | Self::Sum(_) => None,
        }
    }
}

impl Columns {
    /// Columns of those names, as they are.
    pub(crate) fn named(names: Vec<String>) -> Self {
        Self {
            columns: names.into_iter().map(Column::Named).collect(),
            ..Self::default()
        }
    }
}

/// The parts of a recording that are used: where each begins and ends, s.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Select(pub(crate) Vec<[f64; 2]>);

/// One part, s.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Interval {
    pub(crate) from: Option<f64>,
    pub(crate) to: Option<f64>,
}

impl Interval {
    /// Where it begins and ends, s.
    pub(crate) fn ends(self) -> [f64; 2] {
        let (from, to) = (self.from, self.to);
        [
            from.unwrap_or(f64::NEG_INFINITY),
            to.unwrap_or(f64::INFINITY),
        ]
    }
}

/// A column whose numbers say which rows belong together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Segment {
    pub(crate) column: String,
    pub(crate) wanted: Option<List<f64>>,
    pub(crate) file: Option<String>,
}

impl Description {
    /// The columns of a channel, if the description has them; time has none of this kind.
    pub(crate) fn columns(&self, channel: Channel) -> Option<&Columns> {
        match channel {
            Channel::Time | Channel::Segment => None,
            Channel::Position => Some(&self.position),
            Channel::Velocity => self.velocity.as_ref(),
            Channel::Acceleration => self.acceleration.as_ref(),
            Channel::Torque => self.torque.as_ref(),
            Channel::Current => self.current.as_ref(),
            Channel::Measured => self.measured.as_ref(),
            Channel::BaseRate => self.base.as_ref()?.angular_velocity.as_ref(),
            Channel::BaseAcceleration => self.base.as_ref()?.acceleration.as_ref(),
            Channel::BaseOrientation => self.base.as_ref()?.orientation.as_ref(),
            Channel::Contact => self.contact_columns.as_ref(),
            Channel::Phase => self.phase_columns.as_ref(),
            Channel::SecondPosition => self.second_position.as_ref(),
            Channel::User => self.user_columns.as_ref(),
        }
    }

    /// Where an item of a list (or its key, or the map that should have it) stands, as in
    /// `position.unit`.
    pub(crate) fn spot(&self, key: &str, item: Option<usize>) -> Option<Spot> {
        let path = format!("recording.{key}");
        let item = item.and_then(|item| self.spots.get(&format!("{path}[{item}]")));
        let outer = || self.spots.get(path.rsplit_once('.')?.0);
        item.or_else(|| self.spots.get(&path))
            .or_else(outer)
            .copied()
    }
}
