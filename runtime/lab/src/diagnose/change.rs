//! What may be wrong with a recording, and what undoes it.

use std::fmt;

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::base_fault::BaseFault;
use super::quantity::Quantity;
use super::said::{of_coupling, of_gravity, of_size, of_time};
use super::units::Unit;
use crate::digits::short;
use crate::options::EquationSide;
use crate::transmission::Drive;

/// Lags that are tried, s.
pub(super) const LAGS: [f64; 12] = [
    1e-3, 2e-3, 3e-3, 5e-3, 8e-3, 12e-3, 20e-3, 30e-3, 50e-3, 80e-3, 0.12, 0.2,
];
/// By how much of the best one, and twice that, longer and shorter ones are tried then, in turn.
pub(super) const FINER: [f64; 2] = [0.2, 0.05];
/// The longest lag that can be tried, s.
pub(super) const LONGEST: f64 =
    LAGS[LAGS.len() - 1] * (1.0 + 2.0 * FINER[0]) * (1.0 + 2.0 * FINER[1]);

/// A usual fault of a recording.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "fault")]
pub enum Fault {
    /// The opposite sign.
    Sign {
        /// Of what.
        quantity: Quantity,
        /// Of which joints or motors; all where there are none.
        of: Vec<String>,
    },
    /// Two columns taken for each other.
    Swapped {
        /// Of what.
        quantity: Quantity,
        /// Of which two joints or motors.
        of: [String; 2],
    },
    /// A missing offset.
    Offset {
        /// Of which joint.
        of: String,
        /// What is to be added, degrees.
        degrees: f64,
        /// Whether it is the first joint, which stands on the base: gravity that points elsewhere turns about its axis alike.
        first: bool,
    },
    /// An encoder that was set anew while the recording went on: from there on a position has another zero.
    EncoderReset {
        /// Of which joint.
        of: String,
        /// In which recording.
        recording: String,
        /// From when on, s.
        time: f64,
        /// What is to be added from there on.
        by: f64,
        /// In rad or m.
        unit: &'static str,
    },
    /// A constant that is added to a torque.
    Bias {
        /// Of which joint or motor.
        of: String,
        /// What is to be added.
        torque: f64,
        /// In what.
        unit: &'static str,
        /// What that adds to the torque of each joint.
        joints: Vec<f64>,
    },
    /// Another unit, or the other side of a gear.
    Factor {
        /// Of what.
        quantity: Quantity,
        /// Of which joints or motors; all where there are none.
        of: Vec<String>,
        /// What is to be multiplied by.
        factor: f64,
    },
    /// The other side of the transmission.
    Side {
        /// Of what.
        quantity: Quantity,
        /// On which side it was measured.
        side: EquationSide,
    },
    /// A gear ratio that is not the robot file's.
    Ratio {
        /// Of which motor.
        of: String,
        /// What that of the robot file is to be multiplied by.
        factor: f64,
    },
    /// A ratio of the robot file by which a motor turns with the joint of another one, with the opposite sign.
    Coupling {
        /// Of which motor, a row of the transmission.
        motor: String,
        /// With which joint, a column of it.
        joint: String,
        /// What the robot file has.
        ratio: f64,
        /// What explains torques in its place.
        instead: f64,
    },
    /// All torques too large or too small: another unit, or the other side of gears.
    Size {
        /// What they are to be multiplied by at least.
        low: f64,
        /// And at most.
        high: f64,
    },
    /// Torques that lag behind positions.
    Lag {
        /// By so much, s; below zero where positions lag behind torques.
        seconds: f64,
    },
    /// Torques that come at a lower rate than positions, and repeat their last value until the next.
    SampleHold {
        /// How many samples each value lasts.
        samples: usize,
        /// By how much they lag, in the mean, s.
        seconds: f64,
    },
    /// Another unit of time.
    Time {
        /// What times are to be multiplied by.
        factor: f64,
    },
    /// Gravity along the opposite direction, or none.
    Gravity {
        /// What gravity is to be multiplied by: -1 or 0.
        factor: f64,
    },
    /// Gravity along any other direction.
    GravityAlong {
        /// Free fall in the frame of the base, m/s².
        gravity: [f64; 3],
    },
    /// The opposite sign of the twist before a joint (the angle α of Denavit and Hartenberg), which is the same as
    /// opposite signs of everything from that joint on.
    Twist {
        /// The joint.
        of: String,
    },
    /// Of what is measured of a base that moves, and acts on the robot from outside.
    Base {
        /// What, together.
        faults: Vec<BaseFault>,
    },
    /// Several of these.
    Together {
        /// Which.
        faults: Vec<Fault>,
    },
}

/// `torque 2`, `positions 2 and 3`, `all torques`.
pub(super) fn of_what(quantity: Quantity, names: &[String]) -> String {
    let (one, many) = match quantity {
        Quantity::Position => ("position", "positions"),
        Quantity::Torque => ("torque", "torques"),
        Quantity::Both => ("position and torque", "positions and torques"),
    };
    match names {
        [] => format!("all {many}"),
        [name] => format!("{one} {name}"),
        [first @ .., last] => format!("{many} {} and {last}", first.join(", ")),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sign { quantity, of } => write!(f, "the sign of {}", of_what(*quantity, of)),
            Self::Swapped { quantity, of } => {
                write!(f, "an exchange of {}", of_what(*quantity, of))
            }
            Self::Offset { of, degrees, first } => {
                write!(f, "an offset of {} of position {of}", turn(*degrees))?;
                match first {
                    true => write!(f, ", or gravity turned by that about its axis"),
                    false => Ok(()),
                }
            }
            Self::EncoderReset {
                of,
                recording,
                time,
                by,
                unit,
            } => write!(
                f,
                "another zero of position {of}, by {} {unit}, from {time:.3} s of {recording} on",
                short(-by)
            ),
            Self::Bias {
                of, torque, unit, ..
            } => {
                write!(f, "a constant of {} {unit} in torque {of}", short(-torque))
            }
            Self::Factor {
                quantity,
                of,
                factor,
            } => {
                write!(
                    f,
                    "a factor of {} on {}",
                    short(*factor),
                    of_what(*quantity, of)
                )?;
                match Unit::of(*quantity, *factor) {
                    Some(unit) => write!(f, " ({})", unit.taken),
                    None => Ok(()),
                }
            }
            Self::Side { quantity, side } => {
                let [is, taken] = match side {
                    EquationSide::Joint => ["joints", "motors"],
                    EquationSide::Motor => ["motors", "joints"],
                };
                let what = of_what(*quantity, &[]);
                write!(
                    f,
                    "the side of {what} (those of {is} taken for those of {taken})"
                )
            }
            Self::Ratio { of, factor } => {
                write!(
                    f,
                    "a factor of {} on the gear ratio of {of}",
                    short(*factor)
                )
            }
            Self::Coupling {
                motor,
                joint,
                ratio,
                instead,
            } => f.write_str(&of_coupling(motor, joint, *ratio, *instead)),
            Self::Size { low, high } => f.write_str(&of_size(*low, *high)),
            Self::Lag { seconds } if *seconds > 0.0 => write!(
                f,
                "a lag of all torques of {} ms behind positions",
                short(1e3 * seconds)
            ),
            Self::Lag { seconds } => write!(
                f,
                "a lag of all positions of {} ms behind torques",
                short(-1e3 * seconds)
            ),
            Self::SampleHold { samples, seconds } => write!(
                f,
                "a hold of all torques (each value lasts {samples} samples, in the mean a lag of {} ms)",
                short(1e3 * seconds)
            ),
            Self::Time { factor } => f.write_str(&of_time(*factor)),
            Self::Gravity { factor: 0.0 } => f.write_str("gravity (as if there were none)"),
            Self::Gravity { .. } => f.write_str("the direction of gravity"),
            Self::GravityAlong { gravity } => f.write_str(&of_gravity(gravity)),
            Self::Twist { of } => write!(
                f,
                "the sign of the twist (α) before joint {of}, or of positions and torques from there on"
            ),
            Self::Base { faults } => f.write_str(&joined(faults.iter().map(BaseFault::to_string))),
            Self::Together { faults } => f.write_str(&joined(faults.iter().map(Self::to_string))),
        }
    }
}

/// Phrases one after the other, `and` before the last.
pub(super) fn joined(phrases: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = phrases.collect();
    match all.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{}, and {last}", first.join(", ")),
        _ => all.concat(),
    }
}

/// `+90°`, `-12.5°`.
pub(super) fn turn(degrees: f64) -> String {
    let digits = usize::from((degrees - degrees.round()).abs() > 0.05);
    format!("{degrees:+.digits$}°")
}

/// What undoes a fault: `q ↦ A q + b`, `tau ↦ B tau + c` (joint side), torques of so many samples later, speeds
/// times a factor, gravity times a factor, motors that turn by another transmission than the robot file's.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Change {
    pub(super) position: DMatrix<f64>,
    pub(super) offset: DVector<f64>,
    pub(super) torque: DMatrix<f64>,
    pub(super) constant: DVector<f64>,
    pub(super) lag: f64,
    pub(super) speed: f64,
    pub(super) gravity: f64,
    pub(super) drive: Option<Drive>,
}

impl Change {
    /// None at all.
    pub(super) fn none(n: usize) -> Self {
        Self {
            position: DMatrix::identity(n, n),
            offset: DVector::zeros(n),
            torque: DMatrix::identity(n, n),
            constant: DVector::zeros(n),
            lag: 0.0,
            speed: 1.0,
            gravity: 1.0,
            drive: None,
        }
    }

    /// What undoes another fault after this one: of positions and torques.
    pub(super) fn then(&mut self, next: &Self) {
        self.position = &next.position * &self.position;
        self.offset = &next.position * &self.offset + &next.offset;
        self.torque = &next.torque * &self.torque;
        self.constant = &next.torque * &self.constant + &next.constant;
    }

    /// Whether the equations' columns stay as they are.
    pub(super) fn keeps_columns(&self) -> bool {
        let n = self.offset.len();
        let none = Self::none(n);
        self.position == none.position
            && self.offset == none.offset
            && self.speed == none.speed
            && self.gravity == none.gravity
            && self.drive.is_none()
    }
}

#[cfg(test)]
mod tests;
