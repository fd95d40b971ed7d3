//! The table of keys: everything that a description of a recording may have, declared once.
//!
//! From it follow what the reader accepts and how it complains, the JSON Schema, and the page
//! `docs/recording.md`. A row is `"key": shape, default, example, "documentation";`, where `required`
//! in place of `example` says that a map without the key is wrong.

use super::beside::{PHASES, SECOND, USER};
use super::common::{FACTORS, FILE, NAMED, NAMES, NUMBERS, SIDE, SIGNS};
use super::shape::Shape::{
    Angle, Count, Either, List, Map, Number, OneOrMore, Positive, Text, Threshold, Unit, Word,
};
use super::shape::{Shape, places};
use crate::recording::channel::Channel::{
    Acceleration, BaseAcceleration, BaseOrientation, BaseRate, Contact, Current, Measured,
    Position, Time, Torque, Velocity,
};

static FILE_NAME: Shape = FILE;
static RUN: Shape = OneOrMore(&FILE_NAME, "files");
static ENDS: Shape = List(&Number, "two numbers");
static INTERVAL: Shape = Either(&ENDS, &Map(&SELECT));
const TORQUES: Shape = List(&TORQUE_COLUMN, "columns, one a joint or motor");
static CONTACT_MAP: Shape = Map(&CONTACT);
static PHASE_MAP: Shape = Map(&PHASES);
static USER_MAP: Shape = Map(&USER);
static TORQUE_COLUMN: Shape = Either(&Text("the name of a column"), &Map(&NO_COLUMN));
static NAME: Shape = Text("the name of a joint or motor");
const THRESHOLDS: Shape = OneOrMore(&Threshold, "numbers, 0 or more");

places! {
    /// A map with the recording and, if wanted, how it is processed.
    DOCUMENT "the description" {
        "recording": Map(&RECORDING),
            required "{file: run.csv, time: {column: t}, position: {columns: [p1, p2]}}",
            "Which column of which file is what.";
        "processing": Map(&PROCESSING), example "{cutoff: 20, decimate: [5]}",
            "How the recording is processed; options of the command line come before it.";
    }

    /// Time, and per joint or motor position and torque or current; velocity and acceleration if they were
    /// measured.
    RECORDING "`recording`" {
        "file": OneOrMore(&FILE_NAME, "files"), default "those of `runs`", example "run.csv",
            "The files, from the folder of the description: CSV, also compressed (`.gz`). Several files \
             have the same rows, and where more than one has the column of `time`, its stamps say so.";
        "runs": List(&RUN, "files, one a run, or lists of files"), example "[run1.csv, run2.csv]",
            "In place of `file`: files of several runs, each a recording by itself, which are all read so.";
        "time": Map(&TIME), required "{column: t, unit: s}", "A column of time stamps, or a rate.";
        "position": Map(&POSITION), required "{columns: [p1, p2], unit: deg}", "Positions.";
        "velocity": Map(&VELOCITY), example "{columns: [v1, v2], unit: deg/s}",
            "Velocities, if they were measured.";
        "acceleration": Map(&ACCELERATION), example "{columns: [a1, a2]}",
            "Accelerations, if they were measured.";
        "torque": Map(&TORQUE), example "{columns: [tau1, tau2], unit: N·m}",
            "Torques or forces; not together with `current`.";
        "current": Map(&CURRENT), example "{columns: [i1, i2], constant: [0.1, 0.05]}",
            "Motor currents in place of torques.";
        "phases": List(&PHASE_MAP, "motors, in their order"),
            example "[{columns: [ia, ib, ic], constant: 0.08, pairs: 4}]",
            "In place of both: currents of the three phases of each motor, in the order of the motors.";
        "second_position": Map(&SECOND), example "{columns: [e1, e2], side: joint}",
            "Positions on the other side of the transmission, from which `drives` tells compliance and backlash.";
        "user": List(&USER_MAP, "columns by name"), example "[{name: temperature, columns: [T1, T2]}]",
            "What was recorded beside: temperatures and the like, kept beside the motion.";
        "weight": Positive, default "1", example "0.5",
            "How much more the recording counts than its noise says, where `together` fits several.";
        "measured": Map(&MEASURED), default "columns with the names of `measure`", example "{columns: [F1, F2, F3, M1, M2, M3]}",
            "Where the robot file has `measure`: forces, moments, single torques and power.";
        "base": Map(&BASE), default "columns with the usual names", example "{acceleration: {columns: [ax, ay, az], unit: g}}",
            "How the base moves, of a robot with `base: floating`.";
        "contacts": List(&CONTACT_MAP, "contacts"), example "[{body: leg, at: [0, 0, -0.2], columns: [fx, fy, fz]}]",
            "Wrenches on bodies from outside, of such a robot.";
        "select": Either(&Map(&SELECT), &List(&INTERVAL, "intervals in order")),
            example "{from: 2.0, to: 18.0}",
            "The part that is used, or several: `[[0, 5], [7.5, 20]]`. Each is filtered by itself.";
        "segment": Map(&SEGMENT), example "{column: phase, use: [1, 3]}",
            "A column of numbers that says which rows belong together.";
    }

    /// A column of time stamps, or a rate if the samples are evenly spaced: one of the two.
    TIME "`time`" {
        "column": Text("the name of a column"), example "t", "The column of time stamps.";
        "unit": Unit(Time), default "found, and said", example "ms",
            "Its unit. Left out, it is that of the units row, of the column's name (`time_ms`, `t [us]`) or what \
             the numbers show; ISO 8601 stamps have none.";
        "file": FILE, default "found by the column's name", example "positions.csv",
            "The file that has it, where several have a column of that name.";
        "rate": Positive, example "1000", "Samples a second, Hz, in place of a column.";
    }

    /// Joint positions, or motor positions. A number `x` of a file becomes `sign · scale · unit · x`; from the
    /// motor's side it goes through the transmission; then `offset` is added.
    POSITION "`position`" {
        "columns": NAMES, required "[p1, {constant: 0}, p3]", "The columns, in the order of the joints.";
        "unit": OneOrMore(&Unit(Position), "units, one a column"),
            default "the file's, or rad and m", example "deg",
            "One for all or one a column; of a joint that turns or of one that slides.";
        "side": SIDE, default "the robot file's", example "motor", "Where they were measured.";
        "sign": SIGNS, default "1", example "[1, -1, 1]", "-1 for what counts the other way.";
        "scale": FACTORS, default "1", example "1.5e-5",
            "A factor before the unit, such as radians for each count.";
        "offset": OneOrMore(&Angle, "angles, one a joint"), default "0", example "[0, -pi/2, 90deg]",
            "Added to joint positions, rad or m.";
        "file": FILE, default "found by the columns' names", example "positions.csv",
            "The file that has them, where several have columns of these names.";
    }

    /// Velocities, converted as positions are.
    VELOCITY "`velocity`" {
        "columns": NAMES, required "[v1, {constant: 0}, v3]", "The columns, in the order of the joints.";
        "unit": OneOrMore(&Unit(Velocity), "units, one a column"),
            default "the file's, or rad/s and m/s", example "deg/s", "One for all or one a column.";
        "side": SIDE, default "the robot file's", example "motor", "Where they were measured.";
        "sign": SIGNS, default "1", example "[1, -1, 1]", "-1 for what counts the other way.";
        "scale": FACTORS, default "1", example "1.5e-5", "A factor before the unit.";
        "file": FILE, default "found by the columns' names", example "velocities.csv",
            "The file that has them.";
    }

    /// Accelerations, converted as positions are.
    ACCELERATION "`acceleration`" {
        "columns": NAMES, required "[a1, {constant: 0}, a3]", "The columns, in the order of the joints.";
        "unit": OneOrMore(&Unit(Acceleration), "units, one a column"),
            default "the file's, or rad/s² and m/s²", example "deg/s²", "One for all or one a column.";
        "side": SIDE, default "the robot file's", example "motor", "Where they were measured.";
        "sign": SIGNS, default "1", example "[1, -1, 1]", "-1 for what counts the other way.";
        "scale": FACTORS, default "1", example "1.5e-5", "A factor before the unit.";
        "file": FILE, default "found by the columns' names", example "accelerations.csv",
            "The file that has them.";
    }

    /// Torques of joints or motors; forces where a joint slides. A number `x` of a file becomes
    /// `sign · scale · unit · x`, goes through the transmission if it is the motor's, and `offset` is added.
    TORQUE "`torque`" {
        "columns": TORQUES, required "[tau1, tau2]",
            "The columns, in the order of the joints; `{torque: missing}` in place of one that is not there.";
        "unit": OneOrMore(&Unit(Torque), "units, one a column"),
            default "the file's, or N·m and N", example "mN·m", "One for all or one a column.";
        "side": SIDE, default "the robot file's", example "motor", "Where they were measured.";
        "sign": SIGNS, default "1", example "[1, -1, 1]", "-1 for what counts the other way.";
        "scale": FACTORS, default "1", example "[0.12, 0.08]",
            "A factor before the unit, such as N·m for each count or a torque constant.";
        "offset": OneOrMore(&Number, "numbers, one a joint"), default "0", example "[0, 0.3]",
            "Added to joint torques, N·m or N.";
        "file": FILE, default "found by the columns' names", example "torques.csv",
            "The file that has them.";
    }

    /// Motor currents, which torque constants make torques.
    CURRENT "`current`" {
        "columns": TORQUES, required "[i1, i2]",
            "The columns, in the order of the motors; `{torque: missing}` in place of one that is not there.";
        "unit": OneOrMore(&Unit(Current), "units, one a column"),
            default "the file's, or A", example "mA", "One for all or one a column.";
        "side": SIDE, default "the robot file's", example "motor", "Where the torques act.";
        "sign": SIGNS, default "1", example "[1, -1, 1]", "-1 for what counts the other way.";
        "scale": FACTORS, default "1", example "0.01", "A factor before the unit.";
        "constant": NUMBERS, default "the motors' `torque_constant`", example "[0.1, 0.05]",
            "Torque for each ampere, N·m/A.";
        "file": FILE, default "found by the columns' names", example "currents.csv",
            "The file that has them.";
    }

    /// What `measure` of the robot file says is measured, where that is not the torque of every drive
    /// (`docs/measured.md`). A number `x` of a file becomes `sign · scale · unit · x + offset`.
    MEASURED "`measured`" {
        "columns": List(&NAMED, "columns, one a row of `measure`"), default "the names of the rows, `fx_tool`",
            example "[F1, F2, F3, M1, M2, M3]",
            "The columns, in the order of the rows of `measure`; torques among them are left out here where \
             `torque`, `current` or `phases` gives those of all drives.";
        "unit": OneOrMore(&Unit(Measured), "units, one a column"),
            default "the file's, or N, N·m and W", example "[kN, kN, kN, N·m, N·m, N·m]", "One for all or one a column.";
        "sign": SIGNS, default "1", example "-1", "-1 for what counts the other way.";
        "scale": FACTORS, default "1", example "0.02", "A factor before the unit.";
        "offset": NUMBERS, default "0", example "[0, 0, 12.5, 0, 0, 0]",
            "Added: what the sensor shows when nothing acts on it, with the other sign; N, N·m or W.";
        "file": FILE, default "found by the columns' names", example "sensor.csv",
            "The file that has them.";
    }

    /// How the base moves, of a robot with `base: floating` (`docs/floating.md`), as an IMU on it measures that.
    BASE "`base`" {
        "orientation": Map(&ORIENTATION), default "`base_qw` to `base_qz`, or `base_roll` to `base_yaw`, if they are there",
            example "{columns: [qw, qx, qy, qz]}", "Orientation of the base in the world, where that is asked for.";
        "angular_velocity": Map(&RATE), default "`base_wx` to `base_wz`", example "{columns: [gx, gy, gz], unit: deg/s}",
            "Angular velocity.";
        "acceleration": Map(&LINEAR), default "`base_ax` to `base_az`", example "{columns: [ax, ay, az], unit: g}",
            "What an accelerometer measures: at rest it shows free fall upwards.";
        "gravity": Word(&[("included", "as an accelerometer has it"), ("removed", "taken out, by the orientation")]),
            default "`included`", example "removed", "Whether gravity is in the acceleration.";
        "at": List(&Number, "three numbers, m"), default "[0, 0, 0]", example "[0.05, 0, 0.02]",
            "Where the accelerometer is in the base's frame.";
        "rpy": List(&Angle, "three angles"), default "[0, 0, 0]", example "[0, 0, 90deg]",
            "Roll, pitch and yaw that turn the axes of angular velocity and acceleration into those of the base, as in a URDF.";
        "delay": Number, default "0", example "0.012",
            "By how many seconds angular velocity and acceleration come later than positions: they are taken so much earlier. The orientation is taken as it comes.";
    }

    /// Orientation of the base.
    ORIENTATION "`orientation`" {
        "columns": List(&NAMED, "columns"), required "[qw, qx, qy, qz]",
            "Four of a unit quaternion, the real part first, or three of roll, pitch and yaw as a URDF has them: what turns \
             vectors of the base into those of the world.";
        "unit": OneOrMore(&Unit(BaseOrientation), "units, one a column"), default "rad, of angles", example "deg",
            "The unit of angles.";
        "file": FILE, default "found by the columns' names", example "imu.csv", "The file that has them.";
    }

    /// Angular velocity of the base, in its axes.
    RATE "`angular_velocity`" {
        "columns": List(&NAMED, "columns"), required "[gx, gy, gz]", "Along x, y and z.";
        "unit": OneOrMore(&Unit(BaseRate), "units, one a column"), default "the file's, or rad/s", example "deg/s",
            "One for all or one a column.";
        "sign": SIGNS, default "1", example "[1, -1, -1]", "-1 for what counts the other way.";
        "scale": FACTORS, default "1", example "0.07", "A factor before the unit.";
        "offset": NUMBERS, default "0", example "[0.01, 0, 0]", "Added, rad/s: the bias with the other sign.";
        "file": FILE, default "found by the columns' names", example "imu.csv", "The file that has them.";
    }

    /// What an accelerometer measures on the base, in its axes.
    LINEAR "`acceleration`" {
        "columns": List(&NAMED, "columns"), required "[ax, ay, az]", "Along x, y and z.";
        "unit": OneOrMore(&Unit(BaseAcceleration), "units, one a column"), default "the file's, or m/s²", example "g",
            "One for all or one a column.";
        "sign": SIGNS, default "1", example "[1, -1, -1]", "-1 for what counts the other way.";
        "scale": FACTORS, default "1", example "0.001", "A factor before the unit.";
        "offset": NUMBERS, default "0", example "[0.1, 0, 0]", "Added, m/s²: the bias with the other sign.";
        "file": FILE, default "found by the columns' names", example "imu.csv", "The file that has them.";
    }

    /// A wrench on a body from outside, of a robot whose base moves: a foot on a force plate, a hand on a rail.
    CONTACT "a contact" {
        "body": Text("the name of a body"), required "lower_leg", "The body that is touched, one that moves.";
        "at": List(&Number, "three numbers, m"), required "[0, 0.008, -0.16]", "Where, in the body's frame.";
        "axes": Word(&[("body", "the body's own"), ("base", "the base's"), ("world", "the world's, by the base's orientation")]),
            default "`body`", example "world", "The axes of force and moment.";
        "columns": List(&NAMED, "columns"), required "[fx, fy, fz]",
            "Three of the force on the body, or six of force and moment about the point.";
        "unit": OneOrMore(&Unit(Contact), "units, one a column"), default "N and N·m", example "kN",
            "One for all (moments then have it times metres) or one a column.";
        "sign": SIGNS, default "1", example "-1", "-1 where the body's force on what it touches is measured.";
        "scale": FACTORS, default "1", example "0.02", "A factor before the unit.";
        "offset": NUMBERS, default "0", example "[0, 0, 12.5, 0, 0, 0]",
            "Added, in these axes: what the sensor shows when nothing acts on it, with the other sign; N and N·m.";
    }

    /// In place of a column: a torque that was not measured, or that several columns make. Base parameters are those of
    /// the other torques.
    NO_COLUMN "a torque without a column of its own" {
        "torque": Word(&[("missing", "it was not measured, and is left out")]), example "missing",
            "That it is not there.";
        "constant": Angle, example "0", "Or the number that a column would have in every row.";
        "sum": List(&NAMED, "columns"), example "[m2a, m2b]",
            "Or columns to add up, row by row: several motors on one joint.";
        "factors": List(&Number, "numbers, one a column"), default "1 each", example "[60, 60]",
            "What each of these is multiplied by: their gear ratios.";
    }

    /// The part of a recording that is used; s, as time stamps count.
    SELECT "`select`" {
        "from": Number, default "the beginning", example "2.0", "Its beginning.";
        "to": Number, default "the end", example "18.0", "Its end.";
    }

    /// Rows that follow each other with the same number are a piece, which is filtered by itself.
    SEGMENT "`segment`" {
        "column": Text("the name of a column"), required "phase", "The column.";
        "use": OneOrMore(&Number, "numbers"), default "all", example "[1, 3]",
            "The numbers of the rows to use.";
        "file": FILE, default "found by the column's name", example "positions.csv",
            "The file that has it.";
    }

    /// What is left out follows from the recording.
    PROCESSING "`processing`" {
        "cutoff": Either(&Positive, &Word(&[("auto", "found from the motion")])),
            default "auto", example "20", "Cut-off of the position filter, Hz.";
        "order": Count(1), example "4", "Order of the position filter.";
        "decimate": OneOrMore(&Count(1), "whole numbers, 1 or more"), example "[10, 10]",
            "Factors of decimation, one after the other.";
        "trim": Count(0), example "50", "Samples to drop at each end.";
        "velocity_threshold": THRESHOLDS, example "0.05",
            "Joint speeds below which the rows that the joint's Coulomb friction acts on are dropped, rad/s or m/s.";
        "motor_velocity_threshold": THRESHOLDS, example "0",
            "Motor speeds below which the rows that the motor's Coulomb friction acts on are dropped, rad/s.";
        "equations": SIDE, example "joint", "The side on which the equations are written.";
        "without_torque": OneOrMore(&NAME, "names of joints or motors"), example "[q4]",
            "Joints or motors whose torque is left out, because it is of no use. Base parameters are those of the \
             other torques.";
    }
}

/// What to do about a key where it has no meaning, although it has one elsewhere.
pub(super) const ELSEWHERE: &[(&str, &str)] = &[
    (
        "constant",
        "torque for each ampere belongs to `current`, a factor is `scale`, and a joint that was held \
         stands among the columns: `columns: [p1, {constant: 0}]`",
    ),
    (
        "offset",
        "only `position`, `second_position`, `torque`, `measured`, `user`, `contacts`, and `angular_velocity` and `acceleration` of `base` have one",
    ),
    ("rate", "it belongs to `time`"),
    ("column", "`columns` has one a joint"),
    ("from", "it belongs to `select`"),
    ("to", "it belongs to `select`"),
    ("file", "it belongs to `recording`"),
    ("time", "it belongs to `recording`"),
    ("position", "it belongs to `recording`"),
    ("velocity", "it belongs to `recording`"),
    ("acceleration", "it belongs to `recording`"),
    ("torque", "it belongs to `recording`"),
    ("current", "it belongs to `recording`"),
    ("phases", "it belongs to `recording`"),
    ("second_position", "it belongs to `recording`"),
    ("user", "it belongs to `recording`"),
    ("weight", "it belongs to `recording`"),
    ("measured", "it belongs to `recording`"),
    ("base", "it belongs to `recording`"),
    ("contacts", "it belongs to `recording`"),
    ("select", "it belongs to `recording`"),
    ("segment", "it belongs to `recording`"),
    ("runs", "it belongs to `recording`"),
    ("processing", "it stands beside `recording`, not in it"),
    ("cutoff", "it belongs to `processing`"),
    ("order", "it belongs to `processing`"),
    ("decimate", "it belongs to `processing`"),
    ("trim", "it belongs to `processing`"),
    ("velocity_threshold", "it belongs to `processing`"),
    ("motor_velocity_threshold", "it belongs to `processing`"),
    ("equations", "it belongs to `processing`"),
    ("without_torque", "it belongs to `processing`"),
];
