//! An identification from beginning to end.

use serde::Serialize;
use thiserror::Error;

use super::direction::{Direction, weakest};
use super::equations::{EquationError, Equations};
use super::estimate::{Estimate, EstimateError, Estimator, Method, Setting, estimate};
use super::excitation::{Advice, advice};
use super::findings::{findings, notes};
use super::motion::Motion;
use super::processing::{Choices, EquationSide, Processing, ProcessingError};
use super::recording::Recording;
use super::recovery::{Interpretation, Recovered};
use super::residuals::{Fit, Series, long_run_ratio};
use super::signal::{Decimation, FilterError};
use super::spectra::JointSpectrum;
use super::statistics::{Correlation, Estimated, correlations, covariance, is_inertial, table};
use super::two_step::TwoStep;
use armwright_runtime::{Class, Model, Robot};

/// What an identification found, with every figure of its report.
#[derive(Debug, Clone, Serialize)]
pub struct Identification {
    /// The robot's name.
    pub robot: &'static str,
    /// The estimator.
    pub method: Method,
    /// How the estimator was set, and by which rule.
    pub settings: Vec<Setting>,
    /// Whether the estimate is drawn away from what the recordings alone say (ridge, truncation,
    /// prior): deviations then show how noise scatters it, not how far it is from the truth.
    pub biased: bool,
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// Samples at the raw rate, over all recordings.
    pub samples: usize,
    /// Equations: decimated samples times joints, slow ones dropped.
    pub rows: usize,
    /// Base parameters of the bodies.
    pub base: Vec<Estimated>,
    /// Base parameters of drives: friction, rotor inertia, armature, offsets.
    pub drive: Vec<Estimated>,
    /// Base parameters whose estimates err together, the closest pair first.
    pub correlations: Vec<Correlation>,
    /// All standard parameters, where the estimator answers for them (ridge, prior).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standard: Vec<StandardValue>,
    /// The fit of each joint's torque.
    pub joints: Vec<Fit>,
    /// The fit of each motor's torque, where the equations are the motors'.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub motors: Vec<Fit>,
    /// The fit over all joints; `nrmse` is the relative norm of the residual.
    pub overall: Fit,
    /// Condition number of the weighted observation matrix, columns scaled to unit norm.
    pub condition: f64,
    /// Condition number of the observation matrix as it is, in SI units.
    pub condition_unscaled: f64,
    /// Singular values of the scaled observation matrix.
    pub singular_values: Vec<f64>,
    /// Directions that the motion hardly excites, the weakest first.
    pub weakest: Vec<Direction>,
    /// How many directions of the base parameters the motion excited.
    pub rank: usize,
    /// How many there are.
    pub structural_rank: usize,
    /// Factor on each row's variance for residuals that are correlated in time.
    pub correlation_factor: Vec<f64>,
    /// How the first recording was processed.
    pub processing: Processing,
    /// Where the first recording lives in frequency, a joint each, and the chosen filter.
    pub spectra: Vec<JointSpectrum>,
    /// Motions that would show what this one did not, the most rewarding first.
    pub advice: Vec<Advice>,
    /// The fit on data that was held out.
    pub validation: Option<Validation>,
    /// The covariance of all base parameters.
    pub covariance: Covariance,
    /// Physical parameters recovered from base parameters ([`recovery`](super::recovery)).
    pub physical: Vec<Recovered>,
    /// What the base parameters mean: recovery, comparison with nominal values, bounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interpretation: Option<Interpretation>,
    /// Element by element, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub two_step: Option<TwoStep>,
    /// What a reader should know.
    pub warnings: Vec<String>,
    /// Measured and predicted torques of the joints.
    #[serde(skip)]
    pub series: Vec<Series>,
    /// All base parameters, in the model's order.
    #[serde(skip)]
    pub beta: Vec<f64>,
}

/// A covariance of base parameters.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Covariance {
    /// Their names, in the model's order (`b`).
    pub parameters: Vec<&'static str>,
    /// The matrix, a row a parameter (`b × b`).
    pub values: Vec<Vec<f64>>,
}

impl Covariance {
    fn of(model: &'static Model, covariance: &nalgebra::DMatrix<f64>) -> Self {
        let rows = covariance.row_iter();
        Self {
            parameters: model.base.iter().map(|base| base.name).collect(),
            values: rows.map(|row| row.iter().copied().collect()).collect(),
        }
    }
}

/// A standard parameter as an estimator of all of them has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StandardValue {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// Its nominal value, where the robot file has one.
    pub nominal: Option<f64>,
    /// Whether torques reveal it alone, in combination, or not at all: the value of any but the
    /// first is the estimator's choice among equals.
    #[serde(serialize_with = "lowercase")]
    pub class: Class,
}

/// The fit on data that took no part in the estimate.
#[derive(Debug, Clone, Serialize)]
pub struct Validation {
    /// Names of the recordings.
    pub recordings: Vec<String>,
    /// The fit of each joint's torque.
    pub joints: Vec<Fit>,
    /// The fit over all joints.
    pub overall: Fit,
    /// Measured and predicted torques of the joints.
    #[serde(skip)]
    pub series: Vec<Series>,
}

/// What to identify from.
#[derive(Debug, Clone, Default)]
pub struct Material {
    /// Recordings to estimate from.
    pub training: Vec<Recording>,
    /// Recordings to validate with.
    pub validation: Vec<Recording>,
}

/// Why an identification failed.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum IdentificationError {
    /// Nothing was recorded.
    #[error("no recording was given: name one with --recording FILE")]
    NoRecording,
    /// A recording without torque.
    #[error(
        "{recording} has no torque: add `torque:` (or `current:`) to its description, or columns \
         `tau_<joint>` to the file"
    )]
    NoTorque {
        /// Its name.
        recording: String,
    },
    /// A recording in which nothing moves.
    #[error(
        "{recording}: no joint moves, every position column is constant from beginning to end; \
         check that `position` names the measured columns, or record a motion"
    )]
    NoMotion {
        /// Its name.
        recording: String,
    },
    /// A recording in which no torque changes.
    #[error(
        "{recording}: every torque column is constant from beginning to end, which says nothing of \
         the robot; check that `torque` (or `current`) names the measured columns, and that they \
         were recorded"
    )]
    ConstantTorque {
        /// Its name.
        recording: String,
    },
    /// Fewer equations than parameters.
    #[error(
        "{rows} equations remain for {parameters} parameters: record longer, decimate less, or \
         lower the velocity threshold"
    )]
    TooFewRows {
        /// Equations that remain.
        rows: usize,
        /// Parameters asked for.
        parameters: usize,
    },
    /// The recordings are processed on different sides.
    #[error("the recordings ask for equations on different sides: choose one with --equations")]
    Sides,
    /// A choice that cannot be followed.
    #[error(transparent)]
    Processing(#[from] ProcessingError),
    /// A filter that cannot be made or applied.
    #[error("{recording}: {source}")]
    Filter {
        /// The recording.
        recording: String,
        /// What is wrong.
        source: FilterError,
    },
    /// Equations that cannot be formed.
    #[error(transparent)]
    Equation(#[from] EquationError),
    /// An estimator that cannot answer.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
}

/// Identifies the base parameters of a robot.
///
/// Positions are filtered without phase shift and differentiated; the observation matrix is formed
/// at the raw rate, decimated together with the torque, freed of samples whose friction has an
/// uncertain sign, and folded into one triangular factor a row; base parameters follow by the
/// estimator (a [`Method`], or an [`Estimator`] with settings); a second run through the data gives
/// residuals, and with them the statistics.
///
/// # Errors
/// [`IdentificationError`].
pub fn identify(
    robot: &'static dyn Robot,
    material: Material,
    choices: &Choices,
    estimator: impl Into<Estimator>,
    progress: &mut dyn FnMut(&'static str, f64),
) -> Result<Identification, IdentificationError> {
    let model = robot.model();
    let mut warnings = notes(&material, model);
    let motions = condition(robot, material.training, choices)?;
    let held_out = condition(robot, material.validation, choices)?;
    let processing = common_processing(&motions, &held_out)?;

    let equations = Equations::of(robot, processing.equations.into())?;
    let observation =
        equations.observe(&motions, &mut |share| progress("forming equations", share))?;
    let rows = observation.equations();
    if rows < model.base.len() {
        return Err(IdentificationError::TooFewRows {
            rows,
            parameters: model.base.len(),
        });
    }
    let estimator = estimator.into();
    let estimate = estimate(&observation, model, &estimator)?;

    let series = predictions(&equations, &motions, &estimate.beta, progress)?;
    let floor = low_frequency_share(&processing)?;
    let ratio: Vec<f64> = (0..observation.rows())
        .map(|row| long_run_ratio(&series, row, floor))
        .collect();
    let covariance = covariance(observation.factors(), &estimate, &ratio);
    let table = table(model, observation.factors(), &estimate, &covariance);
    let advice = advice(&equations, &observation, &estimate, &ratio, &table)?;
    let (base, drive) = table
        .into_iter()
        .enumerate()
        .partition::<Vec<_>, _>(|(j, _)| is_inertial(model, *j));
    let plain = |list: Vec<(usize, Estimated)>| list.into_iter().map(|(_, e)| e).collect();

    let joint_series: Vec<Series> = series.iter().map(|s| joint_side(&equations, s)).collect();
    let validation = validate(&equations, &held_out, &estimate.beta, progress)?;
    let mut identification = Identification {
        robot: model.name,
        method: estimator.method,
        settings: estimate.settings.clone(),
        biased: estimate.biased,
        recordings: motions.iter().map(|motion| motion.name.clone()).collect(),
        samples: motions.iter().map(|motion| motion.interior().len()).sum(),
        rows,
        base: plain(base),
        drive: plain(drive),
        correlations: correlations(model, &estimate, &covariance),
        standard: standard(model, &estimate),
        joints: fits(robot, &joint_series),
        motors: motor_fits(robot, &processing, &series),
        overall: Fit::overall(&joint_series),
        condition: estimate.spectrum.condition,
        condition_unscaled: estimate.condition_unscaled,
        singular_values: estimate.spectrum.singular_values.clone(),
        weakest: weakest(model, &estimate.spectrum),
        rank: estimate.spectrum.rank,
        structural_rank: model.base.len(),
        correlation_factor: ratio,
        spectra: motions
            .first()
            .map_or_else(Vec::new, |motion| motion.spectra.clone()),
        advice,
        processing,
        validation,
        covariance: Covariance::of(model, &covariance),
        physical: Vec::new(),
        interpretation: None,
        two_step: None,
        warnings: Vec::new(),
        series: joint_series,
        beta: estimate.beta,
    };
    warnings.extend(findings(&identification));
    identification.warnings = warnings;
    Ok(identification)
}

impl Identification {
    /// Base parameters of bodies, then of drives.
    pub fn parameters(&self) -> impl Iterator<Item = &Estimated> {
        self.base.iter().chain(&self.drive)
    }

    /// The same, to change.
    pub fn parameters_mut(&mut self) -> impl Iterator<Item = &mut Estimated> {
        self.base.iter_mut().chain(&mut self.drive)
    }

    /// Whether the motion determined a base parameter (index into [`Model::base`]).
    #[must_use]
    pub fn determined(&self, base: usize) -> bool {
        let name = self.covariance.parameters.get(base);
        self.parameters()
            .any(|p| Some(&p.name) == name && p.std.is_some())
    }

    /// What is said in [`Identification::warnings`] of the recordings, not of the figures.
    #[must_use]
    pub fn notes(&self) -> Vec<&str> {
        let figures = findings(self);
        let said = self.warnings.iter().map(String::as_str);
        said.filter(|note| figures.iter().all(|figure| figure != note))
            .collect()
    }
}

/// Standard parameters with their names, where there are some.
fn standard(model: &Model, estimate: &Estimate) -> Vec<StandardValue> {
    let values = estimate.standard.iter().flatten();
    let both = model.parameters.iter().zip(values);
    both.map(|(parameter, value)| StandardValue {
        name: parameter.name,
        value: *value,
        nominal: parameter.nominal,
        class: parameter.class,
    })
    .collect()
}

fn condition(
    robot: &'static dyn Robot,
    recordings: Vec<Recording>,
    choices: &Choices,
) -> Result<Vec<Motion>, IdentificationError> {
    recordings
        .into_iter()
        .map(|recording| {
            let Some(torque) = &recording.torque else {
                return Err(IdentificationError::NoTorque {
                    recording: recording.name,
                });
            };
            let still = |column: &Vec<f64>| column.windows(2).all(|pair| pair[0] == pair[1]);
            if recording.position.iter().all(still) {
                return Err(IdentificationError::NoMotion {
                    recording: recording.name,
                });
            }
            if torque.iter().all(still) {
                return Err(IdentificationError::ConstantTorque {
                    recording: recording.name,
                });
            }
            let choices = choices.clone().or(recording.choices.clone());
            let processing = Processing::resolve(&choices, &recording, robot.model())?;
            let name = recording.name.clone();
            Motion::condition(recording, processing, robot.model()).map_err(|source| {
                IdentificationError::Filter {
                    recording: name,
                    source,
                }
            })
        })
        .collect()
}

/// The processing of the first motion, provided that all have their equations on one side.
fn common_processing(
    motions: &[Motion],
    held_out: &[Motion],
) -> Result<Processing, IdentificationError> {
    let first = motions.first().ok_or(IdentificationError::NoRecording)?;
    let side = first.processing.equations;
    if motions
        .iter()
        .chain(held_out)
        .any(|motion| motion.processing.equations != side)
    {
        return Err(IdentificationError::Sides);
    }
    Ok(first.processing.clone())
}

/// How much of decimated white noise lies at low frequencies: a floor for the correlation factor.
fn low_frequency_share(processing: &Processing) -> Result<f64, IdentificationError> {
    let (_, share) = Decimation::noise(&processing.decimate).map_err(EquationError::Filter)?;
    Ok(share)
}

fn predictions(
    equations: &Equations,
    motions: &[Motion],
    beta: &[f64],
    progress: &mut dyn FnMut(&'static str, f64),
) -> Result<Vec<Series>, EquationError> {
    let predict =
        |motion| equations.predict(motion, beta, &mut |share| progress("predicting", share));
    motions.iter().map(predict).collect()
}

fn validate(
    equations: &Equations,
    held_out: &[Motion],
    beta: &[f64],
    progress: &mut dyn FnMut(&'static str, f64),
) -> Result<Option<Validation>, EquationError> {
    if held_out.is_empty() {
        return Ok(None);
    }
    let series: Vec<Series> = predictions(equations, held_out, beta, progress)?
        .iter()
        .map(|series| joint_side(equations, series))
        .collect();
    Ok(Some(Validation {
        recordings: held_out.iter().map(|motion| motion.name.clone()).collect(),
        joints: fits(equations.robot(), &series),
        overall: Fit::overall(&series),
        series,
    }))
}

/// The series of the equations' rows as joint torques; a joint's sample counts if every row that
/// enters it does.
#[must_use]
pub fn joint_side(equations: &Equations, series: &Series) -> Series {
    let n = series.measured.len();
    let rows: Vec<Vec<usize>> = (0..n).map(|joint| equations.rows_of_joint(joint)).collect();
    let mut joint = Series::new(&series.name, n, series.rate);
    joint.noise.clone_from(&series.noise);
    let (mut measured, mut predicted) = (vec![0.0; n], vec![0.0; n]);
    for (k, &time) in series.time.iter().enumerate() {
        let at = |columns: &[Vec<f64>]| columns.iter().map(|c| c[k]).collect::<Vec<f64>>();
        equations.to_joint(&at(&series.measured), &mut measured);
        equations.to_joint(&at(&series.predicted), &mut predicted);
        let kept = rows
            .iter()
            .map(|rows| rows.iter().all(|&row| series.kept[row][k]));
        joint.push(time, &measured, &predicted, kept);
    }
    joint
}

/// The fit of each joint.
#[must_use]
pub fn fits(robot: &'static dyn Robot, series: &[Series]) -> Vec<Fit> {
    let joints = robot.model().joints.iter().enumerate();
    joints
        .map(|(i, joint)| Fit::of(joint.name, series, i))
        .collect()
}

fn motor_fits(robot: &'static dyn Robot, processing: &Processing, series: &[Series]) -> Vec<Fit> {
    if processing.equations == EquationSide::Joint {
        return Vec::new();
    }
    let motors = robot.model().motors.iter().enumerate();
    motors
        .map(|(k, motor)| Fit::of(motor.name, series, k))
        .collect()
}

/// The class in small letters, as in the generator's tables.
fn lowercase<S: serde::Serializer>(class: &Class, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match class {
        Class::Identifiable => "identifiable",
        Class::Combined => "combined",
        Class::Invisible => "invisible",
    })
}
