//! What is said of a sensor.

use std::fmt;

use super::{Held, Sensed, SensorFault};
use crate::digits::short;

impl SensorFault {
    /// What is measured wrongly: `the velocity of 2`. Of a joint that stands still nothing is.
    #[must_use]
    pub(crate) fn column(&self) -> Option<String> {
        let what = match self.sensed {
            Sensed::StillPosition => return None,
            Sensed::DeadRow | Sensed::SaturatedRow(_) => return Some(self.joint.clone()),
            Sensed::DeadPosition | Sensed::FrozenPosition(_) | Sensed::SaturatedPosition(_) => {
                "position"
            }
            Sensed::DeadTorque | Sensed::HeldTorque(_) | Sensed::SaturatedTorque(_) => "torque",
            Sensed::WrongVelocity(_) => "velocity",
            Sensed::WrongAcceleration(_) => "acceleration",
        };
        Some(format!("the {what} of {}", self.joint))
    }
}

impl fmt::Display for SensorFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            recording,
            joint,
            sensed,
        } = self;
        match sensed {
            Sensed::StillPosition => write!(
                f,
                "{joint} stands still in {recording}: its position never changes by more than noise."
            ),
            Sensed::DeadPosition => write!(
                f,
                "The position of {joint} never changes in {recording}, but torques do as of a joint that moves: a \
                 dead encoder, or a column of something else."
            ),
            Sensed::FrozenPosition(share) => write!(
                f,
                "The position of {joint} freezes in {recording}, in {:.1} % of the samples: it stops at once, or goes \
                 on with a step, as of an encoder that drops out.",
                100.0 * share
            ),
            Sensed::DeadTorque => write!(
                f,
                "The torque of {joint} never changes in {recording}: a dead sensor, or a \
                 column of something else."
            ),
            Sensed::HeldTorque(Held {
                time: [from, to],
                value,
                times,
                share,
            }) => {
                let often = match times {
                    1 => String::new(),
                    times => format!(", the longest of {times} times"),
                };
                let value = match *value == 0.0 {
                    true => "0".to_owned(),
                    false => short(*value),
                };
                write!(
                    f,
                    "The torque of {joint} repeats one value ({value}) from {from:.2} to {to:.2} s of {recording}{often} ({:.1} % of the samples), while \
                     the motion asks for others: a bus or a sensor that drops out. Identify without that time (`select` in the description \
                     of the recording), or record again.",
                    100.0 * share
                )
            }
            Sensed::DeadRow => write!(
                f,
                "{joint} never changes in {recording}: a dead sensor, or a column of something else."
            ),
            Sensed::WrongVelocity(mismatch) => write!(
                f,
                "The measured velocity of {joint} {} in {recording}: {}.",
                mismatch.of("slope"),
                mismatch.remedy()
            ),
            Sensed::WrongAcceleration(mismatch) => write!(
                f,
                "The measured acceleration of {joint} {} in {recording}: {}.",
                mismatch.of("curvature"),
                mismatch.remedy()
            ),
            Sensed::SaturatedPosition(share)
            | Sensed::SaturatedTorque(share)
            | Sensed::SaturatedRow(share) => {
                let what = match sensed {
                    Sensed::SaturatedPosition(_) => "The position of ",
                    Sensed::SaturatedTorque(_) => "The torque of ",
                    _ => "",
                };
                write!(
                    f,
                    "{what}{joint} is cut off in {recording}: it stands at the end of \
                     its range in {:.1} % of the samples, as of a sensor that saturates or drops out.",
                    100.0 * share
                )
            }
        }
    }
}
