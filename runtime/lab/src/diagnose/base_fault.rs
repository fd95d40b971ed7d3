//! What may be wrong with what is measured of a base that moves, in words, with the keys that undo it.

mod axes;

pub use axes::{Frame, Sensor};

use std::fmt;

use serde::Serialize;

use crate::digits::{exact, short};
use crate::recording::STANDARD_GRAVITY;

/// A fault of an IMU, or of what acts from outside on a robot whose base moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "fault")]
pub enum BaseFault {
    /// Axes that are turned by quarters, exchanged or reversed.
    Axes {
        /// Of which sensor.
        of: Sensor,
        /// Which of the recorded axes (1 to 3) is along x, y and z; below zero against it.
        axes: [i8; 3],
        /// Roll, pitch and yaw that undo it, degrees, where these do.
        rpy: Option<[f64; 3]>,
    },
    /// Readings in the axes of the world.
    OfWorld {
        /// Of which sensor.
        of: Sensor,
    },
    /// An IMU that is turned otherwise.
    Turn {
        /// Roll, pitch and yaw of it, degrees.
        rpy: [f64; 3],
    },
    /// An accelerometer that is elsewhere.
    Place {
        /// Where it is in the frame of the base, m.
        at: [f64; 3],
    },
    /// Constants in readings.
    Bias {
        /// Of which sensor.
        of: Sensor,
        /// What is to be added, rad/s or m/s².
        offset: [f64; 3],
    },
    /// Another unit, or a sensitivity that is off.
    Factor {
        /// Of which sensor.
        of: Sensor,
        /// What is to be multiplied by.
        factor: f64,
    },
    /// Readings of the IMU that are late.
    Lag {
        /// By so much, s; below zero where positions and torques are.
        seconds: f64,
        /// The whole delay, with what the description has of it.
        delay: f64,
    },
    /// Gravity that is not in accelerations.
    Free {
        /// What the accelerometer shows, at the median, m/s².
        shown: f64,
        /// What free fall has.
        gravity: f64,
    },
    /// A robot that does not fall, and nothing holds it.
    Unheld {
        /// What the accelerometer shows, at the median, m/s².
        shown: f64,
    },
    /// Gravity that was put in where it was already.
    Twice {
        /// What the accelerometer shows, at the median, m/s².
        shown: f64,
        /// What free fall has.
        gravity: f64,
    },
    /// A wrench on a body from outside that is the body's on what it touches.
    WrenchSign {
        /// The body.
        body: String,
    },
    /// Wrenches in other axes.
    WrenchAxes {
        /// The bodies.
        bodies: Vec<String>,
        /// In those of what they are.
        axes: Frame,
    },
    /// A sensor of such a wrench that does not show 0 where nothing acts.
    WrenchBias {
        /// The body.
        body: String,
        /// What is to be added in its axes, N and N·m: six numbers, or the first three where it shows no moment.
        offset: Vec<f64>,
    },
}

/// `[0.05, −0.02, 0.03]`, to be read or to be written down.
fn list(values: &[f64], digits: usize, minus: char) -> String {
    let each = values.iter().map(|x| {
        let text = format!("{x:.digits$}");
        let zero = text.parse() == Ok(0.0);
        let text = if zero { text.replace('-', "") } else { text };
        text.replace('-', &minus.to_string())
    });
    format!("[{}]", each.collect::<Vec<_>>().join(", "))
}

/// So many digits behind the point that the largest has three.
fn digits(values: &[f64]) -> usize {
    let top = values.iter().fold(0.0, |top: f64, x| top.max(x.abs()));
    (2 - top.max(1e-6).log10().floor() as i32).clamp(0, 6) as usize
}

fn degrees(rpy: &[f64; 3]) -> String {
    let each = rpy.map(|x| {
        let places = usize::from((x - x.round()).abs() > 0.05);
        let text = format!("{x:.places$}deg");
        text.replace("-0deg", "0deg")
    });
    format!("[{}]", each.join(", "))
}

/// `x, −z, y`.
fn axes_of(axes: &[i8; 3], minus: &str) -> String {
    let each = axes.map(|axis| {
        let name = ["x", "y", "z"][axis.unsigned_abs() as usize - 1];
        format!("{}{name}", if axis < 0 { minus } else { "" })
    });
    each.join(", ")
}

/// `x and z`, those that are reversed.
fn reversed(axes: &[i8; 3]) -> Option<String> {
    let names = ["x", "y", "z"].into_iter().zip(axes);
    let names: Vec<&str> = names
        .filter(|(_, axis)| **axis < 0)
        .map(|(name, _)| name)
        .collect();
    let (last, first) = names.split_last()?;
    Some(match first {
        [] => (*last).to_owned(),
        first => format!("{} and {last}", first.join(", ")),
    })
}

/// `FL, FR and HL`.
fn joined(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// What turns a sign, whichever it is.
pub(super) const SIGN: &str = "`sign`, and what `offset` adds";

impl fmt::Display for BaseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Axes { of, axes, .. } => write!(
                f,
                "which axes {} has (x, y and z are its {})",
                of.name(),
                axes_of(axes, "−")
            ),
            Self::OfWorld { of } => {
                write!(f, "the axes of {} (they are those of the world)", of.name())
            }
            Self::Turn { rpy } => {
                write!(
                    f,
                    "how the IMU is turned (roll, pitch and yaw {})",
                    degrees(rpy)
                )
            }
            Self::Place { at } => write!(
                f,
                "the place of the accelerometer (it is at {} m)",
                list(at, 3, '−')
            ),
            Self::Bias { of, offset } => {
                let shown = offset.map(|x| -x);
                let shown = list(&shown, digits(&shown), '−');
                write!(f, "a constant of {shown} {} in {}", of.unit(), of.name())
            }
            Self::Factor { of, factor } => {
                write!(f, "a factor of {} on {}", short(*factor), of.name())
            }
            Self::Lag { seconds, .. } if *seconds > 0.0 => write!(
                f,
                "a lag of the IMU of {} ms behind positions and torques",
                short(1e3 * seconds)
            ),
            Self::Lag { seconds, .. } => write!(
                f,
                "a lag of positions and torques of {} ms behind the IMU",
                short(-1e3 * seconds)
            ),
            Self::Free { .. } => f.write_str("accelerations without gravity"),
            Self::Unheld { .. } => f.write_str("nothing that holds the robot"),
            Self::Twice { .. } => f.write_str("accelerations with gravity twice"),
            Self::WrenchSign { body } => {
                write!(f, "the sign of what acts on {body} from outside")
            }
            Self::WrenchAxes { bodies, axes } => {
                let of = match (axes, bodies.as_slice()) {
                    (Frame::Body, [_]) => "the body",
                    (Frame::Body, _) => "the bodies",
                    (Frame::Base, _) => "the base",
                    (Frame::World, _) => "the world",
                };
                let bodies = joined(bodies);
                write!(
                    f,
                    "the axes of what acts on {bodies} from outside (they are those of {of})"
                )
            }
            Self::WrenchBias { body, offset } => {
                let shown: Vec<f64> = offset.iter().map(|x| -x).collect();
                let parts = shown.chunks(3).zip(["N", "N·m"]);
                let parts = parts.map(|(part, unit)| {
                    let part = list(part, digits(part), '−');
                    format!("{part} {unit}")
                });
                let parts = parts.collect::<Vec<_>>().join(" and ");
                write!(
                    f,
                    "a constant of {parts} in what acts on {body} from outside"
                )
            }
        }
    }
}

impl BaseFault {
    /// What undoes it, a phrase with keys of the description.
    pub(crate) fn undone(&self) -> String {
        match self {
            Self::Axes { rpy: Some(rpy), .. } | Self::Turn { rpy } => {
                format!("write how the IMU is turned (`base: {{rpy: {}}}`)", degrees(rpy))
            }
            Self::OfWorld { of } => format!(
                "turn {} from the axes of the world into those of the base by `orientation` before they are read (without `rpy`)",
                of.key()
            ),
            Self::Axes { of, axes, .. } => {
                let plain = axes.map(|axis| axis.abs());
                let exchanged = (plain != [1, 2, 3]).then(|| {
                    let columns = axes_of(&plain, "");
                    format!("take the columns of {columns} for x, y and z, each with what is said of it,")
                });
                let key = of.key();
                let turned = reversed(axes).map(|axes| format!("turn the sign of {axes}"));
                match (exchanged, turned) {
                    (Some(exchanged), Some(turned)) => {
                        format!("{exchanged} and then {turned} in {key} ({SIGN})")
                    }
                    (None, Some(turned)) => format!("{turned} in {key} ({SIGN})"),
                    (exchanged, None) => format!("{} in {key}", exchanged.unwrap_or_default()),
                }
            }
            Self::Place { at } => {
                let at = list(at, 3, '-');
                format!("write where the accelerometer is (`base: {{at: {at}}}`)")
            }
            Self::Bias { of, offset } => {
                let offset = list(offset, digits(offset) + 1, '-');
                format!("add {offset} to {} (`offset`)", of.key())
            }
            Self::Factor { of, factor } => {
                let degree = 1f64.to_radians();
                let is = |unit: f64| (factor / unit - 1.0).abs() < 0.02;
                let unit = match of {
                    Sensor::Gyroscope if is(degree) => Some("deg/s"),
                    Sensor::Gyroscope if is(degree.recip()) => Some("rad/s"),
                    Sensor::Accelerometer if is(STANDARD_GRAVITY) => Some("g"),
                    Sensor::Accelerometer if is(STANDARD_GRAVITY.recip()) => Some("m/s²"),
                    _ => None,
                };
                let key = of.key();
                match unit {
                    Some(unit) => format!("name the unit of {key} (`unit: {unit}`)"),
                    None => format!(
                        "multiply {key} by {} (`scale`, and what `offset` adds)",
                        exact(*factor)
                    ),
                }
            }
            Self::Lag { delay, .. } => format!(
                "write by how many seconds the IMU comes later (`base: {{delay: {delay:.4}}}`)"
            ),
            Self::Free { .. } => "say that gravity is not in accelerations (`base: {gravity: removed}`, with `orientation`), or record \
                                  them as the accelerometer shows them"
                .to_owned(),
            Self::Unheld { .. } => "give what holds it (`contacts`); without sensors of that write into the robot file which rows are \
                                    measured (`measure: [torque]`), if what holds it is the base"
                .to_owned(),
            Self::Twice { .. } => "say that gravity is in accelerations (`base: {gravity: included}`), or look at their unit".to_owned(),
            Self::WrenchSign { body } => {
                format!("turn the sign of the contact of {body} ({SIGN})")
            }
            Self::WrenchAxes { bodies, axes } => {
                let s = if bodies.len() == 1 { "" } else { "s" };
                let (axes, bodies) = (axes.key(), joined(bodies));
                format!("write `axes: {axes}` at the contact{s} of {bodies}")
            }
            Self::WrenchBias { body, offset } => {
                let parts = offset.chunks(3).map(|part| list(part, digits(part) + 1, '-'));
                let all = parts.collect::<String>().replace("][", ", ");
                let what = if offset.len() > 3 { "" } else { "forces of the " };
                format!("add {all} to the {what}contact of {body} (`offset`)")
            }
        }
    }

    /// What is seen of it, of one that no row shows.
    pub(crate) fn shown(&self) -> Option<String> {
        match self {
            Self::Free { shown, gravity } | Self::Twice { shown, gravity } => Some(format!(
                "the accelerometer shows {shown:.1} m/s² mostly, where free fall is {gravity:.2}"
            )),
            Self::Unheld { shown } => Some(format!(
                "no contact is described, and the accelerometer shows {shown:.1} m/s² mostly, where a robot that nothing touches falls and \
                 shows none"
            )),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
