//! What is noticed while a recording is read.

use std::fmt;

use super::Channel;

/// Something that a reader of the results should know of how a recording was read.
#[derive(Debug, Clone, PartialEq)]
pub enum Remark {
    /// The file does not say on which side it was measured, and the robot file says the motors'.
    SideAssumed {
        /// Whether torques were, too: those among the rows of `measure` say their side by their names.
        torques: bool,
    },
    /// Columns that are named after no joint of the robot.
    PassedOver {
        /// Their names.
        columns: Vec<String>,
        /// The robot.
        robot: String,
        /// Its joints (or motors).
        joints: Vec<String>,
    },
    /// Columns that are called after motors, where positions are called after joints, or the reverse.
    OtherSide {
        /// Which, and after what.
        what: String,
        /// Whether the torques, or currents, are among them: then none are read.
        torques: bool,
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
    /// Columns behind whose names, in brackets, something stands that is no unit.
    UnitsUnknown {
        /// Their names in the files.
        columns: Vec<String>,
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
    /// Currents of a motor's phases turn against the electrical angle.
    PhasesExchanged {
        /// The motor.
        motor: String,
        /// The second and the third column.
        columns: [String; 2],
    },
    /// Currents of a motor's phases lie along another line of the rotor than the one that makes torque.
    PhaseAngle {
        /// The motor.
        motor: String,
        /// The electrical angle of the description, rad.
        given: f64,
        /// What it lacks by these currents, rad.
        by: f64,
    },
    /// Rows without stamps of time between which all joints move several times as far as beside.
    RowsLost {
        /// How many seem to be missing.
        missing: usize,
        /// How many there are.
        rows: usize,
        /// Whether they are bridged: not where they would be missing regularly.
        bridged: bool,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SideAssumed { torques } => write!(
                f,
                "positions{} were taken as measured at the motors, as the robot file says; \
                 write a description with `side: joint` if they are the joints'",
                if *torques { " and torques" } else { "" }
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
            Self::OtherSide { what, .. } => write!(
                f,
                "{what}, which were passed over; a description reads either, each with its `side`"
            ),
            Self::Constant { channel, columns } => {
                let quoted: Vec<String> = columns.iter().map(|name| format!("`{name}`")).collect();
                let (what, advice) = match channel {
                    Channel::Position => (channel.name(), "unless nothing moved there"),
                    Channel::Contact => (
                        "a wrench of `contacts`",
                        "and the sensor, unless nothing touched there",
                    ),
                    _ => (channel.name(), "and that it was recorded"),
                };
                write!(
                    f,
                    "{what} is constant from beginning to end in {}: check the name, {advice}",
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
            Self::Identical {
                names: [a, b],
                uses: [c, d],
            } => write!(
                f,
                "columns `{a}` ({c}) and `{b}` ({d}) hold the same numbers in every row: check that \
                 each was recorded for itself"
            ),
            Self::NothingUsed { file } => {
                write!(
                    f,
                    "nothing of {file} is used: name a column of it, or leave it out of `file`"
                )
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
            Self::UnitsUnknown { columns } => {
                let quoted: Vec<String> = columns.iter().map(|name| format!("`{name}`")).collect();
                write!(
                    f,
                    "what stands in brackets is no unit that is known, and SI units were taken: {}; write `unit` or `scale` in a \
                     description where they are others",
                    quoted.join(", ")
                )
            }
            Self::PhasesExchanged {
                motor,
                columns: [b, c],
            } => write!(
                f,
                "currents of motor {motor} turn against its electrical angle, and the torque made of them comes and goes twice a \
                 turn: exchange `{b}` and `{c}` in `phases` (b leads a by 120° here)"
            ),
            Self::PhaseAngle { motor, given, by } => write!(
                f,
                "currents of motor {motor} lie {:.1}° beside the line of its rotor that makes torque, of which {:.0} % is then \
                 left: write `angle: {:.4}` in `phases` if its drive does not weaken the field ({:.4} if positive torque then turns it \
                 backwards)",
                by.to_degrees(),
                100.0 * by.cos(),
                given + by,
                given + by + std::f64::consts::PI
            ),
            Self::RowsLost {
                missing,
                rows,
                bridged,
            } => {
                let share = 100.0 * *missing as f64 / (missing + rows) as f64;
                let seen = format!(
                    "{missing} rows ({share:.1} %) seem to be missing, where all joints move several times as far from one row to \
                     the next as beside"
                );
                match bridged {
                    true => write!(
                        f,
                        "{seen}: they were bridged, with `rate` as that of a logger that loses none; rows lost while joints hardly \
                         move are not seen: record stamps of time"
                    ),
                    false => write!(
                        f,
                        "{seen}: regularly, as if a clock of its own had taken them from samples of another, so that nothing was \
                         bridged, and parameters may be farther off than their deviations: record stamps of time"
                    ),
                }
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
                    "day" => "in days",
                    _ => "in nanoseconds",
                }
            ),
        }
    }
}

#[cfg(test)]
mod tests {

    use super::{Channel, Remark};

    #[test]
    fn remarks_are_sentences_with_what_to_do() {
        let owned = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        let text = |text: &str| text.to_owned();
        let pair = |a: &str, b: &str| [a.to_owned(), b.to_owned()];
        let time = |unit, words: &str| {
            (
                Remark::TimeUnit {
                    column: text("clock"),
                    unit,
                    evidence: text("its name says so"),
                },
                format!(
                    "time in `clock` was taken as in {words}: its name says so; if it is not, write `time: {{column: clock, unit: \
                     ..}}`, or `time: {{rate: HZ}}` where it counts samples"
                ),
            )
        };
        let constant = |channel| Remark::Constant {
            channel,
            columns: owned(&["a", "b"]),
        };
        let lost = |bridged| Remark::RowsLost {
            missing: 25,
            rows: 975,
            bridged,
        };
        let cases = [
            (
                Remark::SideAssumed { torques: true },
                text(
                    "positions and torques were taken as measured at the motors, as the robot file says; write a description \
                     with `side: joint` if they are the joints'",
                ),
            ),
            (
                Remark::PassedOver {
                    columns: owned(&["q_x", "q_y"]),
                    robot: text("arm"),
                    joints: owned(&["j1", "j2"]),
                },
                text(
                    "columns of no joint of arm were passed over: q_x, q_y (it has j1, j2); if the recording has more joints, \
                     this robot file does not describe its robot",
                ),
            ),
            (
                constant(Channel::Position),
                text(
                    "position is constant from beginning to end in `a`, `b`: check the name, unless nothing moved there",
                ),
            ),
            (
                constant(Channel::Torque),
                text(
                    "torque is constant from beginning to end in `a`, `b`: check the name, and that it was recorded",
                ),
            ),
            (
                constant(Channel::Contact),
                text(
                    "a wrench of `contacts` is constant from beginning to end in `a`, `b`: check the name, and the sensor, unless \
                     nothing touched there",
                ),
            ),
            (
                Remark::TorqueMissing(vec![pair("tau_j1", "j1"), pair("tau_j2", "j2")]),
                text(
                    "there is no column `tau_j1`, `tau_j2`: the torque of `j1`, `j2` is left out, and base parameters are those \
                     of the other torques",
                ),
            ),
            (
                Remark::UsedTwice {
                    name: text("a"),
                    uses: pair("position of j1", "torque of j2"),
                },
                text(
                    "column `a` is used twice, for position of j1 and for torque of j2: check the names",
                ),
            ),
            (
                Remark::Identical {
                    names: pair("a", "b"),
                    uses: pair("position of j1", "torque of j2"),
                },
                text(
                    "columns `a` (position of j1) and `b` (torque of j2) hold the same numbers in every row: check that each was \
                     recorded for itself",
                ),
            ),
            (
                Remark::OtherSide {
                    what: text("columns are called after joints: qd_j1"),
                    torques: false,
                },
                text(
                    "columns are called after joints: qd_j1, which were passed over; a description reads either, each with its \
                     `side`",
                ),
            ),
            (
                Remark::NothingUsed {
                    file: text("x.csv"),
                },
                text("nothing of x.csv is used: name a column of it, or leave it out of `file`"),
            ),
            (
                Remark::NoTransmission { robot: text("arm") },
                text(
                    "`side: motor` changes nothing, since the file of arm has no transmission: add it under `drives`, or write \
                     `side: joint` if the numbers are the joints'",
                ),
            ),
            (
                Remark::Layout {
                    file: text("x.csv"),
                    how: text("numbers have decimal commas"),
                },
                text("x.csv: numbers have decimal commas"),
            ),
            (
                Remark::UnitsFound {
                    place: "the names of the columns",
                    units: text("position deg"),
                },
                text("units were taken from the names of the columns: position deg"),
            ),
            (
                Remark::UnitsUnknown {
                    columns: pair("q1 [grad]", "tau1 [lbf·ft]").to_vec(),
                },
                text(
                    "what stands in brackets is no unit that is known, and SI units were taken: `q1 [grad]`, `tau1 [lbf·ft]`; write \
                     `unit` or `scale` in a description where they are others",
                ),
            ),
            (
                Remark::PhasesExchanged {
                    motor: text("m1"),
                    columns: pair("ib", "ic"),
                },
                text(
                    "currents of motor m1 turn against its electrical angle, and the torque made of them comes and goes twice a turn: \
                     exchange `ib` and `ic` in `phases` (b leads a by 120° here)",
                ),
            ),
            (
                Remark::PhaseAngle {
                    motor: text("m1"),
                    given: 0.5,
                    by: std::f64::consts::FRAC_PI_3,
                },
                text(
                    "currents of motor m1 lie 60.0° beside the line of its rotor that makes torque, of which 50 % is then left: write \
                     `angle: 1.5472` in `phases` if its drive does not weaken the field (4.6888 if positive torque then turns it \
                     backwards)",
                ),
            ),
            (
                lost(true),
                text(
                    "25 rows (2.5 %) seem to be missing, where all joints move several times as far from one row to the next as \
                     beside: they were bridged, with `rate` as that of a logger that loses none; rows lost while joints hardly \
                     move are not seen: record stamps of time",
                ),
            ),
            (
                lost(false),
                text(
                    "25 rows (2.5 %) seem to be missing, where all joints move several times as far from one row to the next as \
                     beside: regularly, as if a clock of its own had taken them from samples of another, so that nothing was \
                     bridged, and parameters may be farther off than their deviations: record stamps of time",
                ),
            ),
            time("s", "seconds"),
            time("ms", "milliseconds"),
            time("us", "microseconds"),
            time("ns", "nanoseconds"),
            time("day", "days"),
        ];
        for (remark, expected) in cases {
            assert_eq!(remark.to_string(), expected);
        }
    }
}
