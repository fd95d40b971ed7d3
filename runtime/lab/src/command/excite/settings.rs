//! What can be asked of `excite`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::command::settings::{Format, one_or_more};

/// A number of radians or metres, as robot files have them.
fn angle(text: &str) -> Result<f64, String> {
    let plain = text.trim();
    let said = || {
        "it must be a number of radians (or metres), `90deg`, or a multiple of pi such as `-pi/2`"
            .to_owned()
    };
    crate::recording::angle(plain.strip_suffix("rad").unwrap_or(plain)).ok_or_else(said)
}

/// What a motion is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::command) enum Shape {
    /// A Fourier series, periodic
    Fourier,
    /// Points reached at rest by polynomials of fifth order
    Quintic,
    /// A cubic B-spline
    CubicSpline,
    /// A quintic B-spline
    QuinticSpline,
    /// Postures and constant speeds between them, for friction
    Segments,
}

/// What is to be good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::command) enum Goal {
    /// The logarithm of the determinant of the information matrix
    LogDet,
    /// The condition number of the observation matrix, SI units
    Condition,
    /// The same with columns scaled to length 1
    ScaledCondition,
    /// The condition number of the Frobenius norm, SI units
    Frobenius,
    /// The smallest singular value
    SmallestSingularValue,
    /// Expected deviations of base parameters as shares of nominal values
    BaseDeviations,
    /// Expected deviations of physical parameters as shares of nominal values
    PhysicalDeviations,
}

/// Which equations are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::command) enum Balance {
    /// What is measured: torques, or a sensor's wrench
    Differential,
    /// The balance of energy from sample to sample
    Integral,
    /// The balance of energy from the first sample
    IntegralFromStart,
}

#[derive(Debug, Args)]
pub(in crate::command) struct Excite {
    /// Judge this motion instead: a CSV with t, q_<joint>, and qd_<joint>, qdd_<joint> if it has them
    #[arg(
        long,
        value_name = "CSV",
        conflicts_with_all = [
            "shape", "duration", "harmonics", "moving_ends", "start", "end", "joints", "criterion", "model", "samples",
            "margin", "keep_torques", "torque", "motor_velocity", "motor_acceleration", "geometry", "seconds", "starts", "threads",
            "seed", "rate",
        ]
    )]
    pub(super) screen: Option<PathBuf>,
    /// What the motion is made of
    #[arg(long, value_enum, default_value = "fourier")]
    pub(super) shape: Shape,
    /// How long it is, s: a period of a Fourier series, and a whole number of samples of --rate
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    pub(super) duration: f64,
    /// Harmonics of a Fourier series; points or pieces of the others
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(super) harmonics: usize,
    /// Let it begin and end in motion
    #[arg(long)]
    pub(super) moving_ends: bool,
    /// Where the joints begin, rad or m (or `90deg`)
    #[arg(
        long,
        value_name = "Q,Q",
        value_parser = angle,
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(super) start: Option<Vec<f64>>,
    /// Where they end, rad or m (or `90deg`)
    #[arg(
        long,
        value_name = "Q,Q",
        value_parser = angle,
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(super) end: Option<Vec<f64>>,
    /// Joints that move; the others are held where the motion begins (--start), or in the middle of their ranges
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub(super) joints: Vec<String>,
    /// What makes it good
    #[arg(long, value_enum, default_value = "log-det")]
    pub(super) criterion: Goal,
    /// Which equations will be used
    #[arg(long, value_enum, default_value = "differential")]
    pub(super) model: Balance,
    /// Joints whose torques will be used (default: all)
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub(super) torques: Vec<String>,
    /// Standard deviation of the noise of torques, N·m, where the robot file says they are measured: one for all, or one each
    #[arg(long, value_name = "NM,NM", value_delimiter = ',')]
    pub(super) noise: Vec<f64>,
    /// Friction is known: only inertial parameters are looked for
    #[arg(long)]
    pub(super) without_friction: bool,
    /// What exists already and counts as well: recordings (descriptions, or CSV with torques), or motions as for --screen
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "model")]
    pub(super) beside: Vec<PathBuf>,
    /// Samples at which it is judged
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(super) samples: usize,
    /// Lowest and highest position, rad or m (or `90deg`): a pair for all, or one each (default: those of the robot file)
    #[arg(
        long,
        value_name = "LOW,HIGH",
        value_parser = angle,
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(super) position: Vec<f64>,
    /// Highest speed, rad/s or m/s: one for all, or one each
    #[arg(long, value_name = "V,V", value_delimiter = ',')]
    pub(super) velocity: Vec<f64>,
    /// Highest acceleration, rad/s² or m/s²
    #[arg(long, value_name = "A,A", value_delimiter = ',')]
    pub(super) acceleration: Vec<f64>,
    /// Highest jerk, rad/s³ or m/s³
    #[arg(long, value_name = "J,J", value_delimiter = ',')]
    pub(super) jerk: Vec<f64>,
    /// Keep torques, by nominal values, within the robot file's efforts
    #[arg(long)]
    pub(super) keep_torques: bool,
    /// Highest torque, N·m, by nominal values: one for all, or one each
    #[arg(long, value_name = "NM,NM", value_delimiter = ',')]
    pub(super) torque: Vec<f64>,
    /// Highest speed of motors, rad/s, through the transmission
    #[arg(long, value_name = "V,V", value_delimiter = ',')]
    pub(super) motor_velocity: Vec<f64>,
    /// Highest acceleration of motors, rad/s², through the transmission
    #[arg(long, value_name = "A,A", value_delimiter = ',')]
    pub(super) motor_acceleration: Vec<f64>,
    /// The share of every limit that is left free: 0.1 is a tenth of each speed, acceleration, torque and range
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub(super) margin: f64,
    /// Shapes, floor and workspace that bodies keep to (docs/excitation.md)
    #[arg(long, value_name = "YAML")]
    pub(super) geometry: Option<PathBuf>,
    /// How long to search, s; Ctrl-C ends it with the best so far. Where the posture that motions are drawn towards does not
    /// keep --geometry or torques (give --start), the best is finished first, which takes much longer
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    pub(super) seconds: f64,
    /// How many starts, in place of a time: the same motion on every machine
    #[arg(long, value_name = "N", value_parser = one_or_more)]
    pub(super) starts: Option<usize>,
    /// Cores (default: all)
    #[arg(long, value_name = "N", value_parser = one_or_more)]
    pub(super) threads: Option<usize>,
    /// Which random numbers
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The controller's rate, Hz
    #[arg(long, value_name = "HZ", default_value_t = 1000.0)]
    pub(super) rate: f64,
    /// The folder for the files (default: armwright-out/<robot>/excite)
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// How the figures are printed
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}
