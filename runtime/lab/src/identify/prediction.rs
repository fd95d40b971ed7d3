//! The torques that base parameters give for a recorded motion.

use super::conditioning::{common_processing, counted, motions};
use super::{IdentificationError, Progress};
use crate::motion::{Motion, Run};
use crate::options::ProcessingOptions;
use crate::part::remaining;
use crate::recording::Recording;
use crate::regression::{Equations, RegressionError, Series, add_contacts};
use crate::statistics::{Fit, Fits};
use crate::transmission::is_undriven;
use armwright_runtime::{Robot, Side, Torque};

/// Predicted torques beside the measured ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Torques of the joints, or what else is measured, over time; the measured ones are 0 where none were recorded, and no numbers where
    /// a joint's alone was not.
    pub series: Series,
    /// How well they are predicted, where they were recorded.
    pub fits: Option<Fits>,
}

/// The torques that base parameters (`beta`, `b`, in the model's order) give for a recorded motion.
///
/// ```
/// use armwright_lab::identify::predict;
/// use armwright_lab::options::ProcessingOptions;
/// use armwright_lab::recording::{Arrays, Recording};
/// use armwright_runtime::Robot;
///
/// let robot = &armwright_robots::double_pendulum::ROBOT;
/// let swing = |k: u32| (0.002 * f64::from(k)).sin();
/// let column: Vec<f64> = (0..5000).map(swing).collect();
/// let arrays = Arrays {
///     rate: 1000.0,
///     position: vec![column.clone(), column],
///     ..Arrays::default()
/// };
/// let recording = Recording::from_arrays(robot.model(), arrays)?;
/// let beta = vec![0.1; robot.model().base.len()];
/// let prediction = predict(robot, &beta, recording, &ProcessingOptions::default())?;
/// assert!(prediction.fits.is_none(), "no torque was recorded to compare with");
/// assert_eq!(prediction.series.predicted.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`IdentificationError`] as of an identification.
pub fn predict(
    robot: &dyn Robot,
    beta: &[f64],
    recording: Recording,
    options: &ProcessingOptions,
) -> Result<Prediction, IdentificationError> {
    predict_with_progress(robot, beta, recording, options, &mut |_, _| {})
}

/// The same, with somebody who is told how far it is.
///
/// # Errors
/// [`IdentificationError`].
pub fn predict_with_progress(
    robot: &dyn Robot,
    beta: &[f64],
    recording: Recording,
    options: &ProcessingOptions,
    progress: &mut Progress<'_>,
) -> Result<Prediction, IdentificationError> {
    let (mut series, fits) = predict_pieces(robot, beta, vec![recording], options, progress)?;
    let series = series.pop().ok_or(IdentificationError::NoRecording)?;
    Ok(Prediction { series, fits })
}

/// The same of a recording in pieces, which are processed alike: a series each, and the fit of all.
///
/// # Errors
/// [`IdentificationError`].
pub fn predict_pieces(
    robot: &dyn Robot,
    beta: &[f64],
    pieces: Vec<Recording>,
    options: &ProcessingOptions,
    progress: &mut Progress<'_>,
) -> Result<(Vec<Series>, Option<Fits>), IdentificationError> {
    let model = robot.model();
    IdentificationError::count("base parameters", beta.len(), model.base.len())?;
    let mut each = pieces.iter();
    each.try_for_each(|piece| counted(piece, model))?;
    let measured = pieces
        .iter()
        .all(|piece| piece.torque.is_some() || piece.measured.is_some());
    let left_out: Vec<Torque> = pieces.iter().flat_map(|p| p.left_out.clone()).collect();
    progress("filtering", 0.0);
    let run = Run::of(&pieces, robot.model());
    let (mut motions, _) = motions(pieces, &|_| options.clone(), &run, robot.model())?;
    add_contacts(robot, &mut motions).map_err(RegressionError::from)?;
    let processing = common_processing(&motions, &[])?;
    let of_rows = motions.iter().any(Motion::of_rows);
    let equations = Equations::given(robot, processing.equations.into(), of_rows)?;
    let mut rows = Vec::with_capacity(motions.len());
    for (k, motion) in motions.iter().enumerate() {
        let mut show =
            |share: f64| progress("predicting", (k as f64 + share) / motions.len() as f64);
        rows.push(equations.predict(motion, beta, &mut show)?);
    }
    // What is predicted and was not measured is there, and has no fit.
    if equations.measured().is_empty() {
        let there = remaining(model, equations.side(), &left_out)?;
        let places = equations.places().iter().enumerate();
        for (row, _) in places.filter(|(_, place)| !there.contains(place)) {
            for series in &mut rows {
                series.measured[row].fill(f64::NAN);
                series.kept[row].fill(false);
            }
        }
    }
    let side = |rows: &Series| joint_side(&equations, rows);
    let series: Vec<Series> = rows.iter().map(side).collect();
    let fits = measured.then(|| measured_fits(&equations, &rows, &series));
    Ok((series, fits))
}

/// The fits of what was measured: torques that were not have no numbers.
fn measured_fits(equations: &Equations<'_>, rows: &[Series], joints: &[Series]) -> Fits {
    let mut fits = fits(equations, rows, joints);
    let is_number = |k: usize| {
        let mut firsts = joints
            .iter()
            .filter_map(|series| series.measured[k].first());
        !firsts.any(|x| x.is_nan())
    };
    let all = Series::rows(joints, equations.robot().model());
    let mut numbers = all.into_iter().map(|(k, _)| is_number(k));
    fits.joints.retain(|_| numbers.next() == Some(true));
    fits
}

/// The series of the equations' rows as joint torques; a joint's sample counts if every row that
/// enters it does. A joint that rows which are left out enter has no samples; motors that are then in no joint that is told stand
/// behind joints ([`Series::motors`]). Rows that are no torques stay as they are.
#[must_use]
pub fn joint_side(equations: &Equations<'_>, series: &Series) -> Series {
    if !equations.measured().is_empty() {
        return series.clone();
    }
    let n = equations.robot().model().joints.len();
    let mut joints = Series::new(&series.name, n, series.rate);
    joints.noise.clone_from(&series.noise);
    joints.measured_rate = series.measured_rate;
    joints.trim = series.trim;
    joints.decimate.clone_from(&series.decimate);
    joints.equations = series.equations;
    joints.time.clone_from(&series.time);
    joints.position.clone_from(&series.position);
    joints.speed.clone_from(&series.speed);
    joints.friction = vec![Vec::new(); n];
    let samples = 0..series.time.len();
    for joint in 0..n {
        let Some(rows) = equations.rows_of_joint(joint) else {
            continue;
        };
        let sum = |columns: &[Vec<f64>], k: usize| -> f64 {
            rows.iter()
                .map(|(row, share)| share * columns[*row][k])
                .sum()
        };
        let counts = |k: usize| rows.iter().all(|(row, _)| series.kept[*row][k]);
        joints.measured[joint] = samples.clone().map(|k| sum(&series.measured, k)).collect();
        joints.predicted[joint] = samples.clone().map(|k| sum(&series.predicted, k)).collect();
        if !series.friction.is_empty() {
            joints.friction[joint] = samples.clone().map(|k| sum(&series.friction, k)).collect();
        }
        joints.kept[joint] = samples.clone().map(counts).collect();
    }
    for row in rows_of_no_joint(equations) {
        joints.motors.push(equations.places()[row]);
        joints.measured.push(series.measured[row].clone());
        joints.predicted.push(series.predicted[row].clone());
        joints.kept.push(series.kept[row].clone());
        let friction = series.friction.get(row);
        joints.friction.push(friction.cloned().unwrap_or_default());
    }
    joints
}

/// Measured and predicted torques of the rows of motions.
pub(super) fn predictions(
    equations: &Equations<'_>,
    motions: &[Motion],
    beta: &[f64],
    progress: &mut Progress<'_>,
) -> Result<Vec<Series>, RegressionError> {
    let predict =
        |motion| equations.predict(motion, beta, &mut |share| progress("predicting", share));
    motions.iter().map(predict).collect()
}

/// The fits of the joints' torques, or of what else is measured, and then of motors whose torque is in that of no joint that is
/// told, because another of its motors is left out. Where there are such, all of them together are the equations as they are solved,
/// in torques of motors.
pub(super) fn fits(equations: &Equations<'_>, rows: &[Series], joints: &[Series]) -> Fits {
    let mut fits = Fits::of(equations.robot().model(), joints);
    if !rows_of_no_joint(equations).is_empty() {
        fits.overall = Fit {
            name: "all motors".to_owned(),
            ..Fit::overall(rows)
        };
    }
    fits
}

/// Rows of torques that enter no joint all of whose rows are there; not those of places without a motor, whose torque is 0 whatever
/// the robot does.
fn rows_of_no_joint(equations: &Equations<'_>) -> Vec<usize> {
    if !equations.measured().is_empty() {
        return Vec::new();
    }
    let told = (0..equations.joints()).filter_map(|joint| equations.rows_of_joint(joint));
    let told: Vec<usize> = told.flatten().map(|(row, _)| row).collect();
    let (model, side) = (equations.robot().model(), equations.side());
    let is_driven = |row: &usize| !is_undriven(model, side, equations.places()[*row]);
    let rows = (0..equations.rows()).filter(|row| !told.contains(row));
    rows.filter(is_driven).collect()
}

/// The fits of the motors' torques, where the equations are theirs.
pub(super) fn motor_fits(equations: &Equations<'_>, series: &[Series]) -> Vec<Fit> {
    if equations.side() == Side::Joint {
        return Vec::new();
    }
    let (model, all) = (equations.robot().model(), Fit::overall(series));
    let fit = |(row, &place): (usize, &usize)| {
        let fit = Fit::of(model.motors.get(place)?.name, series, row);
        Some(match is_undriven(model, Side::Motor, place) {
            true => fit.of_nothing(&all),
            false => fit,
        })
    };
    let rows = equations.places().iter().enumerate();
    rows.filter_map(fit).collect()
}

#[cfg(test)]
mod tests;
