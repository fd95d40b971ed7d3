//! Drives: from what a drive says to the torque that it gives.
//!
//! [`drive_gains`] finds the gain of each drive from recordings without and with a known load, [`Phases`] makes torque of
//! the currents of three windings, [`calibrate`] fits a static calibration, [`play`] tells compliance and backlash from the positions
//! of motor and joint.

mod calibration;
mod gains;
mod play;

pub use crate::recording::{PhaseError, Phases};
pub use calibration::{Calibration, CalibrationError, calibrate};
pub use gains::{DriveGain, DriveGains, DriveOptions, KnownLoad, drive_gains};
pub use play::{JointPlay, Play, PlayError, PlayValue, play, plays};
