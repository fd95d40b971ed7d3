//! A motion as files: a table at the controller's rate, coefficients, and what controllers take.

use std::io::{self, Write};

use armwright_runtime::Model;
use serde_json::{Value, json};

use super::basis::Basis;
use super::motion::Motion;
use super::planned::{ends_at_sample, times};
use crate::recording::quoted;

/// A table with `t`, and position, velocity and acceleration of each joint, a row each 1/`rate` s: the last is the end where the
/// motion [ends at a sample](ends_at_sample).
///
/// # Errors
/// Those of the file.
pub fn write_table(
    motion: &Motion,
    model: &Model,
    rate: f64,
    file: &mut dyn Write,
) -> io::Result<()> {
    write!(file, "t")?;
    for prefix in ["q", "qd", "qdd"] {
        for joint in model.joints {
            write!(file, ",{prefix}_{}", joint.name)?;
        }
    }
    writeln!(file)?;
    for t in times(motion, rate) {
        let state = motion.state(t);
        write!(file, "{t:?}")?;
        for order in 0..3 {
            for joint in &state {
                write!(file, ",{:?}", joint[order])?;
            }
        }
        writeln!(file)?;
    }
    Ok(())
}

/// The coefficients as YAML, with what they multiply.
#[must_use]
pub fn coefficients(motion: &Motion, model: &Model) -> String {
    let (parameters, meaning) = match &motion.basis {
        Basis::Fourier { period, harmonics } => (
            format!("period: {period:?}\n  harmonics: {harmonics}\n"),
            "the first is a constant, then sine and cosine of each harmonic of 1/period",
        ),
        Basis::Quintic { times } => (
            format!("times: {times:?}\n"),
            "positions at these times, reached at rest by polynomials of fifth order",
        ),
        Basis::Spline {
            degree,
            pieces,
            duration,
        } => (
            format!("degree: {degree}\n  pieces: {pieces}\n  duration: {duration:?}\n"),
            "of B-splines on even knots, clamped at both ends",
        ),
        Basis::Segments { times, blend } => (
            format!("times: {times:?}\n  blend: {blend:?}\n"),
            "positions at these times, constant speed between, changes of speed spread over the blend",
        ),
    };
    let mut text = format!(
        "# A motion of {}; coefficients, rad or m: {meaning}.\nmotion:\n  robot: {}\n  kind: {}\n  {parameters}  \
         duration: {:?}\n  coefficients:\n",
        model.title,
        quoted(model.name),
        motion.basis.word(),
        motion.duration
    );
    if matches!(motion.basis, Basis::Spline { .. }) {
        // Said already.
        text = text.replacen(&format!("  duration: {:?}\n", motion.duration), "", 1);
    }
    for (joint, own) in model.joints.iter().zip(&motion.coefficients) {
        text += &format!("    {}: {own:?}\n", quoted(joint.name));
    }
    text
}

/// The layout of ROS `trajectory_msgs/JointTrajectory`, with points at a rate and one at the end.
#[must_use]
pub fn joint_trajectory(motion: &Motion, model: &Model, rate: f64) -> Value {
    let mut times = times(motion, rate);
    if !ends_at_sample(motion.duration, rate) {
        times.push(motion.duration);
    }
    let points = times.into_iter().map(|t| {
        let state = motion.state(t);
        let of = |order: usize| state.iter().map(|joint| joint[order]).collect::<Vec<f64>>();
        let nanoseconds = (t * 1e9).round() as u64;
        json!({
            "positions": of(0),
            "velocities": of(1),
            "accelerations": of(2),
            "effort": [],
            "time_from_start": {"sec": nanoseconds / 1_000_000_000, "nanosec": nanoseconds % 1_000_000_000},
        })
    });
    json!({
        "header": {"stamp": {"sec": 0, "nanosec": 0}, "frame_id": ""},
        "joint_names": model.joints.iter().map(|joint| joint.name).collect::<Vec<_>>(),
        "points": points.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Basis, Motion, coefficients};
    use crate::regression::by_hand::MODEL;
    use armwright_runtime::{Joint, Model};

    /// YAML takes some names for numbers or truths where they stand without quotes.
    #[test]
    fn names_are_texts_for_every_reader_of_yaml() {
        const fn named(name: &'static str) -> Joint {
            Joint {
                name,
                ..MODEL.joints[0]
            }
        }
        const CALLED: Model = Model {
            joints: &[named("1"), named("on")],
            ..MODEL
        };
        let motion = Motion {
            basis: Basis::Quintic {
                times: vec![0.0, 2.0],
            },
            coefficients: vec![vec![0.0, 1.0], vec![2.0, -2.0]],
            duration: 2.0,
        };
        let text = coefficients(&motion, &CALLED);
        let end = "  coefficients:\n    '1': [0.0, 1.0]\n    'on': [2.0, -2.0]\n";
        assert!(text.ends_with(end), "{text}");
    }
}
