//! What the figures of an identification say.

use super::change::Change;
use super::disturbance::Disturbance;
use super::unseen_fault::UnseenFault;
use crate::diagnose::{Cause, SensorFault};
use crate::estimate::{Method, Realised};
use crate::identify::{Advice, Given, Robust, Simulated};
use crate::lack::Lack;

/// Something that figures say.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// How much of the measured torques the model explains.
    Explained {
        /// R² over all joints.
        r2: f64,
        /// The residual as a share of the torques' size.
        nrmse: f64,
        /// The joint that is explained worst, where one is not explained nearly all, and its R².
        worst: Option<(String, f64)>,
    },
    /// No data was held out.
    NotValidated,
    /// How well parts of the recordings are predicted from the others.
    Parts {
        /// How many parts.
        parts: usize,
        /// The period of the motion, s, where it repeats itself.
        period: Option<f64>,
        /// R² over all joints.
        r2: f64,
        /// The joint that is predicted worst, and its R².
        worst: (String, f64),
    },
    /// Joints of which parts are not predicted from the others.
    PartsFail(Vec<Fall>),
    /// What was held out is a motion that was identified from.
    Repeated,
    /// Most parameters are assumed.
    Assumed,
    /// How well unseen data is predicted.
    Unseen {
        /// R² over all joints.
        r2: f64,
        /// The residual as a share of the torques' size.
        nrmse: f64,
    },
    /// Joints whose prediction fails on unseen data.
    Fails(Vec<Fall>),
    /// Joints that are predicted worse on unseen data, but not far worse.
    Weakens(Vec<Fall>),
    /// Validation recordings that are not predicted, where others are.
    Differing(Vec<String>),
    /// Validation recordings of which no sample counts.
    NoSamples(Vec<String>),
    /// A sensor of a validation recording that fails, though all are predicted.
    UnseenSensor(SensorFault),
    /// Joints that unseen data hardly moves.
    Untested(Vec<String>),
    /// A term that the model lacks.
    Lacking(Lack),
    /// Deviations allow for what the model lacks.
    Widened,
    /// Deviations allow for what values that were given leave.
    WidenedForGiven,
    /// A stretch that is far from the model.
    Disturbed(Disturbance),
    /// Joints whose residuals are no noise.
    Coloured(Vec<String>),
    /// The motion leaves directions unexcited.
    NotExcited {
        /// Directions that it excites.
        rank: usize,
        /// Directions that there are.
        structural_rank: usize,
    },
    /// The motion excites every direction.
    Excited {
        /// How many there are.
        rank: usize,
        /// The condition number, columns scaled.
        condition: f64,
    },
    /// Base parameters that were given.
    Given(Vec<Given>),
    /// How many base parameters are known how well.
    Known {
        /// All of them.
        all: usize,
        /// Known well.
        well: usize,
        /// Known less well.
        fairly: usize,
        /// Not told from zero.
        zero: usize,
    },
    /// Base parameters that no motion of the recordings excites.
    Lost(Vec<String>),
    /// Base parameters that what the model lacks moved by most of their deviations.
    Moved(Vec<String>),
    /// Base parameters of whose torque few samples are independent.
    FewSamples(Vec<String>),
    /// Base parameters whose torque is small beside the noise.
    Small(Vec<String>),
    /// Base parameters that the estimator holds more than the recordings.
    Held(Vec<String>),
    /// Pairs of base parameters that the motion hardly tells apart, with their correlation.
    Pairs(Vec<(String, String, f64)>),
    /// Base parameters that the motion hardly tells from several others.
    Entangled(Vec<String>),
    /// Base parameters that errors of the positions bias by more than their deviations.
    Displaced(Vec<String>),
    /// The estimator is biased.
    Biased(Method),
    /// No draws say how far a physically consistent fit is off.
    Undrawn,
    /// What it costs that bodies can exist, and which are at the end of that.
    Realised(Realised),
    /// How a robust estimator weighed the equations.
    Weighed(Method, Robust),
    /// Base parameters that are not essential are left out.
    Chosen {
        /// How many.
        left_out: usize,
        /// Of how many.
        all: usize,
        /// The level of the F-test.
        level: f64,
    },
    /// What an estimator simulated, and how it differs from least squares.
    Simulated(Method, Simulated),
    /// A motion that would show more.
    Advised(Advice),
    /// What explains that a validation recording is not predicted.
    Changed(Change),
    /// What is wrong with a validation recording that is not predicted.
    UnseenFault(UnseenFault),
    /// Torques that were left out.
    LeftOut {
        /// The joints or motors.
        torques: Vec<String>,
        /// How many base parameters the others reveal.
        base: usize,
        /// Joints whose torque is not predicted.
        unpredicted: Vec<String>,
    },
    /// Rows are no torques, and faults of recordings and missing terms are known of torques alone.
    NotDiagnosed,
    /// Parameters that no robot has.
    Impossible(Vec<String>),
    /// Bodies of more mass than any matter of their size has.
    TooDense(Vec<String>),
    /// What is most likely wrong with the recordings, the first the likeliest.
    Caused(Vec<Cause>),
    /// A sensor that is dead or saturated, or measures something else, or a joint that stands still.
    Sensor(SensorFault),
    /// The cut-off, Hz, lies below the frequency, Hz, to which the motion goes.
    Filtered {
        /// The cut-off.
        cutoff: f64,
        /// Below it 99 % of the speed's power lies.
        band: f64,
    },
    /// A sampling rate, Hz, that no robot's controller has, where the model does not hold.
    OddRate(f64),
    /// Some combinations of parameters are barely excited.
    IllConditioned(f64),
    /// A joint of whose torque little is explained.
    Unexplained {
        /// The joint.
        joint: String,
        /// R².
        r2: f64,
    },
}

/// How R² of a joint falls on unseen data.
#[derive(Debug, Clone, PartialEq)]
pub struct Fall {
    /// The joint.
    pub joint: String,
    /// R² on the data of the estimate.
    pub seen: f64,
    /// R² on unseen data.
    pub unseen: f64,
}

impl Finding {
    /// Whether it is something that a reader should not overlook.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        if let Self::Weighed(_, robust) = self {
            return robust.has_many();
        }
        if let Self::Simulated(_, simulated) = self {
            return simulated.fault.is_some() || !simulated.differing().is_empty();
        }
        !matches!(
            self,
            Self::Explained { .. }
                | Self::LeftOut { .. }
                | Self::Realised(_)
                | Self::NotDiagnosed
                | Self::Unseen { .. }
                | Self::Parts { .. }
                | Self::Excited { .. }
                | Self::Given(_)
                | Self::Chosen { .. }
                | Self::Known { .. }
                | Self::Moved(_)
                | Self::FewSamples(_)
                | Self::Small(_)
                | Self::Held(_)
                | Self::Pairs(_)
                | Self::Entangled(_)
        )
    }

    /// Whether nothing else counts beside it: what cannot be, and what is wrong with the recordings.
    #[must_use]
    pub fn is_alarm(&self) -> bool {
        matches!(
            self,
            Self::Impossible(_)
                | Self::TooDense(_)
                | Self::Caused(_)
                | Self::Sensor(_)
                | Self::OddRate(_)
        )
    }

    /// Whether the reasons of the verdict have it; others are warnings alone, because a remedy or the
    /// fit says the same.
    pub(super) fn is_reason(&self) -> bool {
        !matches!(
            self,
            Self::Advised(_) | Self::IllConditioned(_) | Self::Unexplained { .. }
        )
    }
}
