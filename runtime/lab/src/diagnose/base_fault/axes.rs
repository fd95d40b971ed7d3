//! Sensors on a base, and whose axes vectors are in.

use serde::Serialize;

/// A sensor on the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sensor {
    /// Angular velocity.
    Gyroscope,
    /// Acceleration.
    Accelerometer,
    /// Both.
    Imu,
}

impl Sensor {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gyroscope => "the gyroscope",
            Self::Accelerometer => "the accelerometer",
            Self::Imu => "the IMU",
        }
    }

    /// The key of a description that has it.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Gyroscope => "`angular_velocity`",
            Self::Accelerometer => "`acceleration`",
            Self::Imu => "`angular_velocity` and `acceleration`",
        }
    }

    pub(super) fn unit(self) -> &'static str {
        match self {
            Self::Gyroscope => "rad/s",
            _ => "m/s²",
        }
    }
}

/// Whose axes vectors are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Frame {
    /// Those of the body that is touched.
    Body,
    /// Those of the base.
    Base,
    /// Those of the world.
    World,
}

impl Frame {
    /// What a description calls it.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Base => "base",
            Self::World => "world",
        }
    }
}
