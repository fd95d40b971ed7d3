//! The torques that base parameters give for a recorded motion.

use super::{AtLengths, IdentificationError, Progress};
use crate::motion::Motion;
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
    let measured = recording.torque.is_some();
    progress("filtering", 0.0);
    let motion = Motion::of(recording, options, robot.model())?;
    let equations = Equations::of(robot, motion.processing.equations.into())?;
    let rows = equations.predict(&motion, beta, &mut |share| progress("predicting", share))?;
    let series = joint_side(&equations, &rows);
    let fits = measured.then(|| Fits::of(robot.model(), std::slice::from_ref(&series)));
    Ok(Prediction { series, fits })
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
