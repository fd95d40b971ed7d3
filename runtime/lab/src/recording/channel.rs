//! Units that a recording may be written in, and angles written for people.

use std::f64::consts::PI;

use serde::Deserialize;

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
}

impl Channel {
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
        }
    }

    /// Units that it may have, each with its factor to SI; the first is the default.
    pub(crate) fn units(self) -> &'static [(&'static str, f64)] {
        const DEGREE: f64 = PI / 180.0;
        match self {
            Self::Time => &[
                ("s", 1.0),
                ("ms", 1e-3),
                ("us", 1e-6),
                ("µs", 1e-6),
                ("μs", 1e-6),
                ("ns", 1e-9),
            ],
            Self::Position => &[
                ("rad", 1.0),
                ("deg", DEGREE),
                ("rev", 2.0 * PI),
                ("m", 1.0),
                ("mm", 1e-3),
            ],
            Self::Velocity => &[
                ("rad/s", 1.0),
                ("deg/s", DEGREE),
                ("rev/s", 2.0 * PI),
                ("rpm", 2.0 * PI / 60.0),
                ("m/s", 1.0),
                ("mm/s", 1e-3),
            ],
            Self::Acceleration => &[
                ("rad/s²", 1.0),
                ("rad/s^2", 1.0),
                ("rad/s2", 1.0),
                ("deg/s²", DEGREE),
                ("deg/s^2", DEGREE),
                ("deg/s2", DEGREE),
                ("m/s²", 1.0),
                ("m/s^2", 1.0),
                ("m/s2", 1.0),
            ],
            Self::Torque => &[
                ("N·m", 1.0),
                ("Nm", 1.0),
                ("N.m", 1.0),
                ("N*m", 1.0),
                ("N m", 1.0),
                ("mN·m", 1e-3),
                ("mNm", 1e-3),
                ("N", 1.0),
            ],
            Self::Current => &[("A", 1.0), ("mA", 1e-3)],
        }
    }

    /// The factor to SI of a unit by name; `None` if the quantity has no such unit.
    pub(crate) fn factor(self, unit: &str) -> Option<f64> {
        let found = self.units().iter().find(|(name, _)| *name == unit);
        found.map(|(_, factor)| *factor)
    }
}

/// A position as written: a number of radians (or metres), `90deg`, or a multiple of pi
/// (`-pi/2`, `3*pi/4`, `0.5*pi`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Angle {
    Number(f64),
    Text(String),
}

impl Angle {
    /// Its value in radians; `None` if it cannot be read or is not finite.
    pub(crate) fn radians(&self) -> Option<f64> {
        let value = match self {
            Self::Number(value) => *value,
            Self::Text(text) => parse(text.trim())?,
        };
        value.is_finite().then_some(value)
    }
}

fn parse(text: &str) -> Option<f64> {
    if let Some(degrees) = text.strip_suffix("deg") {
        return Some(degrees.trim().parse::<f64>().ok()? * PI / 180.0);
    }
    let (product, divisor) = match text.split_once('/') {
        Some((product, divisor)) => (product.trim(), divisor.trim().parse::<f64>().ok()?),
        None => (text, 1.0),
    };
    let (sign, product) = match product.strip_prefix('-') {
        Some(rest) => (-1.0, rest.trim()),
        None => (1.0, product.strip_prefix('+').unwrap_or(product).trim()),
    };
    let factor = |text: &str| match text.trim() {
        "pi" => Some(PI),
        number => number.parse().ok(),
    };
    let value = product.split('*').map(factor).product::<Option<f64>>()?;
    Some(sign * value / divisor)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::{Angle, parse};

    #[test]
    fn angles_are_read_as_people_write_them() {
        let read = |text: &str| Angle::Text(text.to_owned()).radians();
        assert_eq!(read("-pi/2"), Some(-PI / 2.0));
        assert_eq!(read("3*pi/4"), Some(3.0 * PI / 4.0));
        assert_eq!(read(" 180deg "), Some(PI));
        assert_eq!(read("-1.5e-3"), Some(-1.5e-3));
        for wrong in ["", "pie", "pi/0x", "deg", "1//2", "pi/0", "nan"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(parse("pi*2"), Some(2.0 * PI));
    }
}
