//! What a number rests on, by request: which stretches of the recordings carry it ([`Influence`]), how the residual
//! grows as it moves away ([`Profile`]), and what becomes of it joint by joint ([`Step`]).

mod influence;
mod profile;
mod sequence;

use serde::Serialize;
use thiserror::Error;

pub use influence::{Influence, Moved};
pub use profile::{Follower, Point, Profile};
pub use sequence::{InSequence, Step};

use crate::estimate::{Estimate, EstimateError, Estimator};
use crate::motion::Motion;
use crate::regression::{Equations, Observation, RegressionError, Triangle};
use crate::statistics::Noise;
use nalgebra::DMatrix;

/// What is asked of an identification.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Questions {
    /// What each stretch of the recordings adds.
    pub influence: bool,
    /// Parameters whose profile is wanted, by name.
    pub profiles: Vec<String>,
    /// What comes out joint by joint, from the last to the first.
    pub sequence: bool,
}

/// What was asked, answered.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Answers {
    /// Stretches of the recordings, in the order of time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub influence: Vec<Influence>,
    /// Profiles, as they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<Profile>,
    /// Steps from the last row of the equations to the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sequence: Vec<Step>,
}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ScrutinyError {
    /// A name that the robot does not have.
    #[error("the robot has no parameter `{name}` whose profile could be drawn{suggestion}")]
    Unknown {
        /// The name.
        name: String,
        /// Names that it may have meant.
        suggestion: String,
    },
    /// Questions about least squares, asked of an estimator that adds to what the recordings say.
    #[error(
        "{question} is a question about what recordings alone say, and {method} adds to it: ask it of least squares"
    )]
    NotOfRecordings {
        /// The question.
        question: &'static str,
        /// The estimator.
        method: &'static str,
    },
    /// Equations that cannot be formed.
    #[error(transparent)]
    Regression(#[from] RegressionError),
    /// An estimate that cannot be made.
    #[error(transparent)]
    Estimate(#[from] EstimateError),
}

/// An identification that is asked.
pub struct Asked<'a> {
    /// The equations.
    pub equations: &'a Equations<'a>,
    /// The motions that it was made from.
    pub motions: &'a [Motion],
    /// What they say.
    pub observation: &'a Observation,
    /// How estimates are made.
    pub estimator: &'a Estimator,
    /// The estimate.
    pub estimate: &'a Estimate,
    /// Its covariance (`b × b`).
    pub covariance: &'a DMatrix<f64>,
    /// The noise of the rows.
    pub noise: &'a Noise,
}

impl Asked<'_> {
    /// Answers questions. `progress` is told the share that is done.
    ///
    /// # Errors
    /// [`ScrutinyError`].
    pub fn answer(
        &self,
        questions: &Questions,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Answers, ScrutinyError> {
        let mut found = Answers::default();
        for name in &questions.profiles {
            found.profiles.push(self.profile(name)?);
        }
        if questions.sequence {
            found.sequence = self.sequence(progress)?;
        }
        if questions.influence {
            found.influence = self.influence(progress)?;
        }
        Ok(found)
    }

    /// What the recordings say with each row of the equations in its residual deviations.
    fn whitened(&self) -> Triangle {
        let weights: Vec<f64> = self.estimate.variance.iter().map(weight).collect();
        self.observation.weighted(&weights)
    }

    fn of_recordings(&self, question: &'static str) -> Result<(), ScrutinyError> {
        match self.estimate.biased {
            true => Err(ScrutinyError::NotOfRecordings {
                question,
                method: self.estimator.method.title(),
            }),
            false => Ok(()),
        }
    }
}

/// The weight of a row with that residual variance; rows that nothing is left of count as others do.
fn weight(variance: &f64) -> f64 {
    match variance {
        variance if *variance > 0.0 && variance.is_finite() => 1.0 / variance,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests;
