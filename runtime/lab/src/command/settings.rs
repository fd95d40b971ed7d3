//! Options that several commands share: of a simulated experiment, of processing, of the estimator.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::error::CommandError;
use crate::bodies::Bodies;
use crate::estimate::recursive::Form;
use crate::estimate::{
    Damped, DampingRule, Estimator, Method, Parametrisation, PriorMetric, PriorScale, RidgeWeights,
};
use crate::experiment::Sensors;
use crate::options::{Cutoff, EquationSide, List, ProcessingOptions};
use crate::parameters;
use crate::regression::Intervals;
use crate::scrutiny::Questions;
use armwright_runtime::Model;

/// A count of which none makes no sense.
pub(super) fn one_or_more(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err("it must be a whole number, 1 or more".to_owned()),
    }
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Settings of a simulated experiment.
#[derive(Debug, Args)]
pub(super) struct Experiment {
    /// Length of the recording, s (default: 40; where a file drives the robot, all of it)
    #[arg(long, value_name = "S")]
    pub(super) duration: Option<f64>,
    /// Samples a second, Hz
    #[arg(long, value_name = "HZ", default_value_t = 1000.0)]
    pub(super) rate: f64,
    /// Standard deviation of torque noise, as a share of each motor's root mean square torque
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    pub(super) torque_noise: f64,
    /// Standard deviation of position noise on the measured side, rad
    #[arg(long, value_name = "RAD", default_value_t = 0.0)]
    pub(super) position_noise: f64,
    /// Encoder steps a turn on the measured side; 0 for perfect resolution
    #[arg(long, value_name = "STEPS", default_value_t = 131_072.0)]
    pub(super) encoder: f64,
}

impl Experiment {
    /// Refuses what no experiment can have.
    pub(super) fn check(&self) -> Result<(), CommandError> {
        for (option, value) in [("--duration", self.seconds()), ("--rate", self.rate)] {
            if !(value.is_finite() && value > 0.0) {
                return Err(CommandError::NotPositive { option, value });
            }
        }
        for (option, value) in [
            ("--torque-noise", self.torque_noise),
            ("--position-noise", self.position_noise),
            ("--encoder", self.encoder),
        ] {
            if !(value.is_finite() && value >= 0.0) {
                return Err(CommandError::Negative { option, value });
            }
        }
        Ok(())
    }

    /// How long a motion is that nothing else gives, s.
    pub(super) fn seconds(&self) -> f64 {
        self.duration.unwrap_or(40.0)
    }

    pub(super) fn sensors(&self) -> Sensors {
        Sensors {
            encoder: (self.encoder > 0.0).then_some(self.encoder),
            position_noise: self.position_noise,
            torque_noise: self.torque_noise,
        }
    }
}

/// How recordings are processed; what is left out comes from the recording's description, or is
/// chosen and said.
#[derive(Debug, Args)]
pub(super) struct ProcessingArguments {
    /// Cut-off of the position filter, Hz; or `auto`, where filter and noise together spoil
    /// accelerations least (the default, where the recording's description has none)
    #[arg(long, value_name = "HZ")]
    cutoff: Option<Cutoff>,
    /// Order of the position filter (default: 4)
    #[arg(long, value_name = "N")]
    filter_order: Option<usize>,
    /// Decimation factors, one after the other: 10,10 (default: to about the cut-off)
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    decimate: Option<Vec<usize>>,
    /// Samples to drop at each end (default: until the filter has settled)
    #[arg(long, value_name = "N")]
    trim: Option<usize>,
    /// Joint speeds below which a joint's equations are dropped where Coulomb friction acts, one for all or one each
    /// (default: 1 % of the highest)
    #[arg(long, value_name = "V,V", value_delimiter = ',')]
    velocity_threshold: Option<Vec<f64>>,
    /// The same of motors
    #[arg(long, value_name = "V,V", value_delimiter = ',')]
    motor_velocity_threshold: Option<Vec<f64>>,
    /// The side of the transmission on which equations are written (default: where torque was
    /// measured)
    #[arg(long, value_enum)]
    equations: Option<EquationSide>,
    /// Joints or motors whose torque is left out: of no use, or not measured. Base parameters are those that
    /// the other torques reveal
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub(super) without_torque: Vec<String>,
}

impl ProcessingArguments {
    pub(super) fn options(&self) -> ProcessingOptions {
        ProcessingOptions {
            cutoff: self.cutoff,
            order: self.filter_order,
            decimate: self.decimate.clone().map(List),
            trim: self.trim,
            velocity_threshold: self.velocity_threshold.clone().map(List),
            motor_velocity_threshold: self.motor_velocity_threshold.clone().map(List),
            equations: self.equations,
            without_torque: None,
        }
    }
}

/// The estimator and its settings; what is left out is chosen by a rule and said.
#[derive(Debug, Args)]
pub(super) struct EstimatorArguments {
    /// The estimator
    #[arg(long, value_enum, default_value = "wls")]
    method: Chosen,
    /// ridge: what is added to the diagonal of KᵀK, SI units (default: by cross-validation)
    #[arg(long, value_name = "D")]
    damping: Option<f64>,
    /// ridge: which parameters are kept small
    #[arg(long, value_enum, default_value = "standard")]
    damp: Damped,
    /// ridge: how equations are weighed
    #[arg(long, value_enum, default_value = "residual")]
    ridge_weights: RidgeWeights,

    /// ridge: by what rule --damping is chosen
    #[arg(long, value_enum, default_value = "cross-validation")]
    damping_rule: DampingRule,
    /// tsvd: the share of the largest singular value above which others are kept (default: by
    /// cross-validation)
    #[arg(long, value_name = "SHARE")]
    keep_singular_above: Option<f64>,
    /// prior, consistent: the weight of nominal values, 0 to 1; 0.5 expects departures of about a body's own
    /// mass and size (default: by cross-validation)
    #[arg(long, value_name = "WEIGHT")]
    prior_weight: Option<f64>,
    /// prior: in what units departures from nominal values count
    #[arg(long, value_enum, default_value = "size")]
    prior_scale: PriorScale,
    /// consistent: how a body's departure from its nominal values is measured
    #[arg(long, value_enum, default_value = "pullback")]
    prior_metric: PriorMetric,
    /// consistent: in which unknowns it is solved
    #[arg(long, value_enum, default_value = "conic")]
    parametrisation: Parametrisation,
    /// consistent: what is known of bodies besides: masses, regions of centres and of all mass, symmetry (docs/consistent.md)
    #[arg(long, value_name = "YAML")]
    bodies: Option<PathBuf>,
    /// prior, consistent: nominal values by name (default: those of the robot file); nothing is assumed of a
    /// drive's parameter that is left out
    #[arg(long, value_name = "YAML")]
    parameters: Option<PathBuf>,
    /// energy, momentum: how long the intervals are over which equations are integrated, s (default: a decimated sample
    /// of torque; four if they slide); output-error: how long they are simulated (default: 0.5)
    #[arg(long, value_name = "S")]
    interval: Option<f64>,
    /// energy, momentum: which intervals
    #[arg(long, value_enum, default_value = "short")]
    intervals: Intervals,
    /// recursive: the form of the recursion; energy, momentum: that of a history, which another than square-root asks for
    #[arg(long, value_enum, default_value = "square-root")]
    recursion: Form,
    /// recursive: by what the squares of all before count less with each decimated sample, in the history: 0.999
    #[arg(long, value_name = "FACTOR")]
    forgetting: Option<f64>,
    /// recursive: how long rows are remembered in the history, s (default: all of them)
    #[arg(long, value_name = "S", conflicts_with = "forgetting")]
    memory: Option<f64>,
    /// essential: how many times the smallest relative deviation the largest may be (default: 10)
    #[arg(long, value_name = "TIMES")]
    essential_ratio: Option<f64>,
    /// essential: the level of the F-test by which nothing is left out that residuals need (default: 0.01)
    #[arg(long, value_name = "P")]
    essential_level: Option<f64>,
    /// iv, didim: the band of the measured positions that the simulated robot follows, Hz (default: where motions end and
    /// noise begins; iv: at most half of the cut-off)
    #[arg(long, value_name = "HZ")]
    reference_cutoff: Option<f64>,
    /// ols, wls, huber, tukey, energy, momentum, iv, didim: standard parameters that are known and not estimated: k_gas=4349,k_cable; without a value
    /// that of the robot file. Predictions have them, and the report says what the recordings alone make of them
    #[arg(
        long,
        value_name = "NAME=VALUE,..",
        value_delimiter = ',',
        conflicts_with = "two_step"
    )]
    known: Vec<String>,
}

/// The estimator, or all of them.
#[derive(Debug, Clone, Copy)]
enum Chosen {
    One(Method),
    All,
}

impl Chosen {
    /// The one that a report is of.
    fn reference(self) -> Method {
        match self {
            Self::One(method) => method,
            Self::All => Method::default(),
        }
    }
}

impl ValueEnum for Chosen {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Chosen>> = LazyLock::new(|| {
            let each = Method::value_variants().iter().copied().map(Chosen::One);
            each.chain([Chosen::All]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::One(method) => method.to_possible_value(),
            Self::All => Some(PossibleValue::new("all").help(
                "Weighted least squares, with a table of every estimator by its defaults on the same recordings, output-error left out",
            )),
        }
    }
}

/// What is asked of an identification besides.
#[derive(Debug, Args)]
pub(super) struct QuestionArguments {
    /// Also what each stretch of the recordings adds, and how far it moves parameters: each is left out in turn
    #[arg(long)]
    influence: bool,
    /// Also how the residual grows as these parameters move away from their values, all others following
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    profile: Vec<String>,
    /// Also joint by joint, from the last to the first: what each joint's torque tells once the parameters behind it
    /// are taken as found, and how errors accumulate
    #[arg(long)]
    sequence: bool,
}

impl QuestionArguments {
    pub(super) fn questions(&self) -> Questions {
        Questions {
            influence: self.influence,
            profiles: self.profile.clone(),
            sequence: self.sequence,
        }
    }
}

impl EstimatorArguments {
    /// Whether all estimators are asked for.
    pub(super) fn compares(&self) -> bool {
        matches!(self.method, Chosen::All)
    }

    pub(super) fn estimator(&self, model: &Model) -> Result<Estimator, CommandError> {
        let nominal = self.parameters.as_deref();
        let bodies = self.bodies.as_deref();
        let bodies = bodies.map(|path| Bodies::read(path, model)).transpose()?;
        Ok(Estimator {
            method: self.method.reference(),
            damping: self.damping,
            damped: self.damp,
            ridge_weights: self.ridge_weights,
            damping_rule: self.damping_rule,
            keep_above: self.keep_singular_above,
            prior_weight: self.prior_weight,
            prior_scale: self.prior_scale,
            interval: self.interval,
            reference_cutoff: self.reference_cutoff,
            intervals: self.intervals,
            recursion: self.recursion,
            forgetting: self.forgetting,
            memory: self.memory,
            prior_metric: self.prior_metric,
            bodies: bodies.unwrap_or_default(),
            parametrisation: self.parametrisation,
            nominal: nominal
                .map(|path| parameters::read_known(path, model))
                .transpose()?,
            essential_ratio: self.essential_ratio,
            essential_level: self.essential_level,
            left_out: Vec::new(),
            remainders: Vec::new(),
            known: self
                .known
                .iter()
                .map(|text| known(text, model))
                .collect::<Result<_, _>>()?,
        })
    }
}

/// `k_gas=4349`, or `k_gas` alone, which has the robot file's value.
fn known(text: &str, model: &Model) -> Result<(String, f64), CommandError> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), value.trim().parse().ok()),
        None => {
            let mut parameters = model.parameters.iter();
            let named = parameters.find(|parameter| parameter.name == text.trim());
            // What no robot has is refused with what it may have meant.
            (
                text.trim(),
                named.map_or(Some(0.0), |parameter| parameter.nominal),
            )
        }
    };
    let known = value.map(|value| (name.to_owned(), value));
    known.ok_or_else(|| CommandError::Given {
        text: text.to_owned(),
        name: name.to_owned(),
    })
}
