//! The torques that base parameters give for a recorded motion.

use super::conditioning::{common_processing, motions};
use super::{AtLengths, IdentificationError, Progress};
use crate::motion::Run;
use crate::options::ProcessingOptions;
use crate::recording::Recording;
use crate::regression::{Equations, Series};
use crate::statistics::Fits;
use armwright_runtime::Robot;

/// Predicted torques beside the measured ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Torques of the joints over time; the measured ones are 0 where none were recorded.
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
    let measured = pieces.iter().all(|piece| piece.torque.is_some());
    progress("filtering", 0.0);
    let run = Run::of(&pieces, robot.model());
    let (motions, _) = motions(pieces, &|_| options.clone(), &run, robot.model())?;
    let processing = common_processing(&motions, &[])?;
    let equations = Equations::of(robot, processing.equations.into())?;
    let mut series = Vec::with_capacity(motions.len());
    for (k, motion) in motions.iter().enumerate() {
        let mut show =
            |share: f64| progress("predicting", (k as f64 + share) / motions.len() as f64);
        let rows = equations.predict(motion, beta, &mut show)?;
        series.push(joint_side(&equations, &rows));
    }
    let fits = measured.then(|| Fits::of(robot.model(), &series));
    Ok((series, fits))
}

impl super::Identification {
    /// The torques that this identification predicts for another recording, processed as its own were.
    ///
    /// # Errors
    /// [`IdentificationError`].
    pub fn predict(
        &self,
        robot: &dyn Robot,
        recording: Recording,
    ) -> Result<Prediction, IdentificationError> {
        let beta = self.estimation.base_estimate(robot.model()).beta;
        let options = self.processing.for_another(recording.rate);
        let lengths = self.estimation.lengths.iter().map(|length| length.value);
        let robot = AtLengths::new(robot, lengths.collect());
        predict(&robot, &beta, recording, &options)
    }
}

/// The series of the equations' rows as joint torques; a joint's sample counts if every row that
/// enters it does.
#[must_use]
pub fn joint_side(equations: &Equations<'_>, series: &Series) -> Series {
    let n = series.measured.len();
    let rows: Vec<Vec<usize>> = (0..n).map(|joint| equations.rows_of_joint(joint)).collect();
    let mut joint = Series::new(&series.name, n, series.rate);
    joint.noise.clone_from(&series.noise);
    let (mut measured, mut predicted) = (vec![0.0; n], vec![0.0; n]);
    for (k, &time) in series.time.iter().enumerate() {
        let at = |columns: &[Vec<f64>]| columns.iter().map(|c| c[k]).collect::<Vec<f64>>();
        equations.to_joint(&at(&series.measured), &mut measured);
        equations.to_joint(&at(&series.predicted), &mut predicted);
        let counts = |rows: &Vec<usize>| rows.iter().all(|&row| series.kept[row][k]);
        joint.push(time, &measured, &predicted, rows.iter().map(counts));
    }
    joint
}
