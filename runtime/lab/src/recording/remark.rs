//! What is noticed while a recording is read.

use std::fmt;

use super::Channel;

/// Something that a reader of the results should know of how a recording was read.
#[derive(Debug, Clone, PartialEq)]
pub enum Remark {
    /// The file does not say on which side it was measured, and the robot file says the motors'.
    SideAssumed,
    /// Columns that are named after no joint of the robot.
    PassedOver {
        /// Their names.
        columns: Vec<String>,
        /// The robot.
        robot: String,
        /// Its joints (or motors).
        joints: Vec<String>,
    },
    /// Columns in which nothing changes.
    Constant {
        /// What they measure.
        channel: Channel,
        /// Their names in the files.
        columns: Vec<String>,
    },
    /// Torques without a column: its name, and the joint (or motor).
    TorqueMissing(Vec<[String; 2]>),
    /// A column that stands for two things.
    UsedTwice {
        /// Its name in the files.
        name: String,
        /// The things.
        uses: [String; 2],
    },
    /// Two columns that hold the same numbers.
    Identical {
        /// Their names in the files.
        names: [String; 2],
        /// What they are used for.
        uses: [String; 2],
    },
    /// A file of which no column is used.
    NothingUsed {
        /// The file.
        file: String,
    },
    /// Measured at motors, of which the robot file knows no transmission.
    NoTransmission {
        /// The robot.
        robot: String,
    },
    /// How a file stands that is not as files usually are: decimal commas, text above the table, stamps of
    /// time.
    Layout {
        /// The file.
        file: String,
        /// How it was read.
        how: String,
    },
    /// Units that the description leaves out and the files have.
    UnitsFound {
        /// Where they stand.
        place: &'static str,
        /// Each channel and its units.
        units: String,
    },
    /// A unit of time that the description leaves out.
    TimeUnit {
        /// The column.
        column: String,
        /// Its unit.
        unit: &'static str,
        /// What says so.
        evidence: String,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SideAssumed => f.write_str(
                "positions and torques were taken as measured at the motors, as the robot file says; \
                 write a description with `side: joint` if they are the joints'",
            ),
            Self::PassedOver {
                columns,
                robot,
                joints,
            } => write!(
                f,
                "columns of no joint of {robot} were passed over: {} (it has {}); if the recording \
                 has more joints, this robot file does not describe its robot",
                columns.join(", "),
                joints.join(", ")
            ),
            Self::Constant { channel, columns } => {
                let quoted: Vec<String> = columns.iter().map(|name| format!("`{name}`")).collect();
                let advice = match channel {
                    Channel::Position => "unless nothing moved there",
                    _ => "and that it was recorded",
                };
                write!(
                    f,
                    "{} is constant from beginning to end in {}: check the name, {advice}",
                    channel.name(),
                    quoted.join(", ")
                )
            }
            Self::TorqueMissing(missing) => {
                let [columns, names] = [0, 1].map(|k| {
                    let each = missing.iter().map(|pair| format!("`{}`", pair[k]));
                    each.collect::<Vec<_>>().join(", ")
                });
                write!(
                    f,
                    "there is no column {columns}: the torque of {names} is left out, and base parameters are those \
                     of the other torques"
                )
            }
            Self::UsedTwice { name, uses: [a, b] } => write!(
                f,
                "column `{name}` is used twice, for {a} and for {b}: check the names"
            ),
            Self::Identical { names: [a, b], uses: [c, d] } => write!(
                f,
                "columns `{a}` ({c}) and `{b}` ({d}) hold the same numbers in every row: check that \
                 each was recorded for itself"
            ),
            Self::NothingUsed { file } => {
                write!(f, "nothing of {file} is used: name a column of it, or leave it out of `file`")
            }
            Self::NoTransmission { robot } => write!(
                f,
                "`side: motor` changes nothing, since the file of {robot} has no transmission: add \
                 it under `drives`, or write `side: joint` if the numbers are the joints'"
            ),
            Self::Layout { file, how } => write!(f, "{file}: {how}"),
            Self::UnitsFound { place, units } => {
                write!(f, "units were taken from {place}: {units}")
            }
            Self::TimeUnit {
                column,
                unit,
                evidence,
            } => write!(
                f,
                "time in `{column}` was taken as {}: {evidence}; if it is not, write `time: {{column: \
                 {column}, unit: ..}}`, or `time: {{rate: HZ}}` where it counts samples",
                match *unit {
                    "s" => "in seconds",
                    "ms" => "in milliseconds",
                    "us" => "in microseconds",
                    _ => "in nanoseconds",
                }
            ),
        }
    }
}
