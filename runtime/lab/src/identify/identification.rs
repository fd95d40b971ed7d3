//! The result of an identification, and what a user may choose of it.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{
    AtLengths, CrossValidation, Essential, Estimation, Given, History, IdentificationError,
    MotionExcitation, OutputError, Prediction, Robust, Simulated, Validation, predict,
};
use crate::diagnose::{Cause, SensorFault};
use crate::estimate::{Departure, Estimator};
use crate::lack::Lack;
use crate::motion::{JointSpectrum, Processing};
use crate::options::ProcessingOptions;
use crate::recording::{Recording, Repair};
use crate::regression::{RegressionError, Series};
use crate::scrutiny::{Answers, Questions};
use crate::statistics::{Correlation, Fit, Fits};
use armwright_runtime::Robot;

/// What recordings say of a robot: an estimation, how well it fits, and how well it was excited.
#[derive(Debug, Clone, Serialize)]
pub struct Identification {
    /// The base parameters.
    #[serde(flatten)]
    pub estimation: Estimation,
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// Samples at the raw rate, over all recordings.
    pub samples: usize,
    /// Equations: decimated samples times joints, slow ones dropped.
    pub rows: usize,
    /// Base parameters whose estimates err together, the closest pair first.
    pub correlations: Vec<Correlation>,
    /// The fit of the joints' torques.
    #[serde(flatten)]
    pub fits: Fits,
    /// The fit of each motor's torque, where the equations are the motors'.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub motors: Vec<Fit>,
    /// Base parameters that were not estimated but given, beside what the recordings say of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Given>,
    /// How a robust estimator weighed the equations; none of others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robust: Option<Robust>,
    /// How a recursive estimate came about; none of others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
    /// What was asked of it besides, answered; none where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Answers>,
    /// Which base parameters are essential; none where nobody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub essential: Option<Essential>,
    /// What was simulated, of an estimator that does that, beside least squares; none of others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulated: Option<Simulated>,
    /// What output error rests on; none of other estimators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_error: Option<OutputError>,
    /// How far it is from nominal values; none where the robot file has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departure: Option<Departure>,
    /// What the motion excited.
    #[serde(flatten)]
    pub excitation: MotionExcitation,
    /// Factor on each row's variance for residuals that are correlated in time.
    pub correlation_factor: Vec<f64>,
    /// How the first recording was processed.
    pub processing: Processing,
    /// The frequency below which the motion lies, Hz, where the cut-off that was asked for is lower; faults of the recordings
    /// are not looked for then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band_cut: Option<f64>,
    /// Where the first recording lives in frequency, a joint each, and the chosen filter.
    pub spectra: Vec<JointSpectrum>,
    /// What was done to rows of the recordings before they were used; nothing to those that were fine.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub repairs: Vec<Repair>,
    /// The fit on data that was held out.
    pub validation: Option<Validation>,
    /// The fit of parts of the recordings by the others, where no other motion was held out, or one that is not
    /// predicted.
    pub cross_validation: Option<CrossValidation>,
    /// What is most likely wrong with recordings that do not fit, the first the likeliest.
    pub causes: Vec<Cause>,
    /// Terms that the model lacks; not looked for where recordings are wrong, or what is known of bodies contradicts them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<Lack>,
    /// Sensors that are dead or saturated, or measure something else.
    pub sensors: Vec<SensorFault>,
    /// Whether accelerations are noise for the most part: what multiplies them is then too small, which no deviation tells.
    #[serde(skip)]
    pub noisy: bool,
    /// The joints and motors (`joint q1`, `motor m2`) of which laws of friction were held, so that what the model lacks of friction
    /// there is what these leave.
    #[serde(skip)]
    pub friction_held: BTreeSet<String>,
    /// Masses of the robot file from which its plan for physical parameters starts, though others are known of these bodies: their
    /// names and values, kg.
    #[serde(skip)]
    pub other_masses: Vec<(String, f64)>,
    /// Measured and predicted torques of the joints.
    #[serde(skip)]
    pub series: Vec<Series>,
}

impl Identification {
    /// The torques that this identification predicts for another recording, processed as its own were.
    ///
    /// # Errors
    /// [`IdentificationError`]; [`IdentificationError::OtherRobot`] if the robot is another one, or its equations are not the same any more.
    pub fn predict(
        &self,
        robot: &dyn Robot,
        recording: Recording,
    ) -> Result<Prediction, IdentificationError> {
        let other = |difference: String| IdentificationError::OtherRobot {
            robot: robot.model().name.to_owned(),
            difference,
        };
        if robot.model().name != self.estimation.robot {
            return Err(other(format!("that is {}", self.estimation.robot)));
        }
        let part = match robot.left_out() {
            [] => self.estimation.part(robot)?,
            _ => None,
        };
        let robot = part.as_ref().map_or(robot, |part| part as &dyn Robot);
        let difference = self.estimation.difference(robot);
        if let Some(difference) = difference.map_err(RegressionError::from)? {
            return Err(other(difference));
        }
        let beta = self.estimation.base_estimate(robot.model()).beta;
        let options = self.processing.for_another(recording.rate);
        let lengths = self.estimation.lengths.iter().map(|length| length.value);
        let robot = AtLengths::new(robot, lengths.collect());
        predict(&robot, &beta, recording, &options)
    }
}

/// What a user may choose of an identification; what is left out is chosen by rules that the results
/// name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IdentifyOptions {
    /// How recordings are processed.
    pub processing: ProcessingOptions,
    /// The estimator and its settings.
    pub estimator: Estimator,
    /// What is asked of it besides.
    pub questions: Questions,
}

impl<E: Into<Estimator>> From<E> for IdentifyOptions {
    fn from(estimator: E) -> Self {
        Self {
            estimator: estimator.into(),
            ..Self::default()
        }
    }
}
