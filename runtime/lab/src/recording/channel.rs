//! What columns measure, the units they may be written in, and angles written for people.

use std::f64::consts::PI;

use super::unit::{
    ACCELERATION, CURRENT, DEGREE, LINEAR, MEASURED, POSITION, TIME, TORQUE, Unit, VELOCITY, plain,
};
use armwright_runtime::JointKind;

/// What a column measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Time stamps.
    Time,
    /// Positions.
    Position,
    /// Velocities.
    Velocity,
    /// Accelerations.
    Acceleration,
    /// Torques or forces.
    Torque,
    /// Motor currents.
    Current,
    /// Currents of the three phases of motors.
    Phase,
    /// Positions on the other side of the transmission.
    SecondPosition,
    /// What a user recorded beside: temperatures and the like.
    User,
    /// What the robot file says is measured.
    Measured,
    /// Angular velocities of a base that moves.
    BaseRate,
    /// Accelerations of its origin.
    BaseAcceleration,
    /// Orientations of it.
    BaseOrientation,
    /// Forces and moments on bodies from outside.
    Contact,
    /// Which rows belong together.
    Segment,
}

impl Channel {
    /// Every channel that has units.
    pub(crate) const ALL: [Self; 13] = [
        Self::Time,
        Self::Position,
        Self::Velocity,
        Self::Acceleration,
        Self::Torque,
        Self::Current,
        Self::Measured,
        Self::BaseRate,
        Self::BaseAcceleration,
        Self::BaseOrientation,
        Self::Contact,
        Self::Phase,
        Self::SecondPosition,
    ];

    /// Those of which there is not one column a joint, motor or row.
    pub(crate) const OUTSIDE: [Self; 6] = [
        Self::BaseOrientation,
        Self::BaseRate,
        Self::BaseAcceleration,
        Self::Contact,
        Self::Phase,
        Self::User,
    ];

    /// What it is called in a description.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
            Self::Torque => "torque",
            Self::Current => "current",
            Self::Phase => "phases",
            Self::SecondPosition => "second_position",
            Self::User => "user",
            Self::Measured => "measured",
            Self::BaseRate => "base.angular_velocity",
            Self::BaseAcceleration => "base.acceleration",
            Self::BaseOrientation => "base.orientation",
            Self::Contact => "contacts",
            Self::Segment => "segment",
        }
    }

    /// Whether it has not one column a joint, motor or row.
    pub(crate) fn is_outside(self) -> bool {
        Self::OUTSIDE.contains(&self)
    }

    /// Units that it may have.
    pub(crate) fn units(self) -> &'static [Unit] {
        match self {
            Self::Time => &TIME,
            Self::Position | Self::SecondPosition => &POSITION,
            Self::Velocity => &VELOCITY,
            Self::Acceleration => &ACCELERATION,
            Self::Torque | Self::Contact => &TORQUE,
            Self::Current | Self::Phase => &CURRENT,
            Self::Measured => &MEASURED,
            Self::BaseRate => &VELOCITY[..5],
            Self::BaseAcceleration => &LINEAR,
            Self::BaseOrientation => &POSITION[..4],
            Self::Segment | Self::User => &[],
        }
    }

    /// A unit by name; `None` if the quantity has no such unit.
    pub(crate) fn unit(self, name: &str) -> Option<&'static Unit> {
        let written = plain(name);
        let named = |unit: &&Unit| unit.names.iter().any(|known| plain(known) == written);
        self.units().iter().find(named)
    }

    /// A unit by name, of whatever it is a unit.
    #[cfg(feature = "cli")]
    pub(super) fn unit_of_any(name: &str) -> Option<&'static Unit> {
        let written = plain(name);
        let all = Self::ALL.into_iter().flat_map(Self::units);
        let mut all = all.chain(&super::unit::VOLTAGE);
        all.find(|unit| unit.names.iter().any(|known| plain(known) == written))
    }

    /// The units by name, those of one kind of joint or all, for messages.
    pub(crate) fn known_units(self, of: Option<JointKind>) -> String {
        let fits = |unit: &&Unit| of.is_none_or(|kind| unit.fits(kind));
        let names = self.units().iter().filter(fits).map(|unit| unit.names[0]);
        names.collect::<Vec<_>>().join(", ")
    }
}

/// A number of radians (or metres), `90deg`, or a multiple of pi (`-pi/2`, `3*pi/4`, `0.5*pi`);
/// `None` if it cannot be read or is not finite.
pub(crate) fn angle(text: &str) -> Option<f64> {
    let text = text.trim();
    if let Some(degrees) = text.strip_suffix("deg") {
        let degrees: f64 = degrees.trim().parse().ok()?;
        return Some(degrees * DEGREE).filter(|angle| angle.is_finite());
    }
    let (product, divisor) = match text.split_once('/') {
        Some((product, divisor)) => (product.trim(), divisor.trim().parse::<f64>().ok()?),
        None => (text, 1.0),
    };
    let (sign, product) = match product.strip_prefix('-') {
        Some(rest) => (-1.0, rest.trim()),
        None => (1.0, product.strip_prefix('+').unwrap_or(product).trim()),
    };
    // Numbers have signs of their own: one sign is enough.
    if product.starts_with(['+', '-']) {
        return None;
    }
    let factor = |text: &str| match text.trim() {
        "pi" => Some(PI),
        number => number.parse().ok(),
    };
    let value = product.split('*').map(factor).product::<Option<f64>>()?;
    Some(sign * value / divisor).filter(|angle| angle.is_finite())
}

#[cfg(test)]
mod tests;
