//! Everything that can end a command with exit code 1.

use std::path::PathBuf;

use thiserror::Error;

use crate::OutputError;
use crate::bodies::BodiesError;
use crate::compare::CompareError;
use crate::dataset::{HoldOutError, SeenError};
use crate::estimate::EstimateError;
use crate::excite::ExciteError;
use crate::experiment::{MotionError, SimulationError};
use crate::friction::FrictionError;
use crate::identify::{EstimationError, IdentificationError};
use crate::interpret::InterpretationError;
use crate::output_error::FitError;
use crate::parameters::ParameterError;
use crate::part::PartError;
use crate::recording::RecordingError;
use crate::report::ReportError;
use crate::together::TogetherError;
use crate::two_step::TwoStepError;
use armwright_runtime::EvaluationError;

#[derive(Debug, Error)]
pub(super) enum CommandError {
    #[error(transparent)]
    GivenFriction(#[from] crate::friction::GivenFrictionError),
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    #[error(transparent)]
    Bodies(#[from] BodiesError),
    #[error(transparent)]
    Identification(#[from] IdentificationError),
    #[error(transparent)]
    Estimation(#[from] EstimationError),
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    #[error(transparent)]
    ClosedLoop(#[from] crate::closed_loop::ClosedLoopError),
    #[error(transparent)]
    Replay(#[from] crate::online::ReplayError),
    #[error(transparent)]
    Motion(#[from] MotionError),
    #[error(transparent)]
    Report(#[from] ReportError),
    #[error(transparent)]
    Evaluation(#[from] EvaluationError),
    #[error("{0}; choose a place that can be written, in a folder that is there")]
    Output(#[from] OutputError),
    #[error(
        "cannot make the folder {}: {source}; choose one that can be written with --out DIR",
        path.display()
    )]
    Folder {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{} is a file that is read: choose another name for what is written", .0.display())]
    IsRead(PathBuf),
    #[error("{}: {what}", path.display())]
    File { path: PathBuf, what: String },
    #[error(
        "{robot} has no nominal values, which {wanted} needs: add `physical:` (or `standard:`) to the \
         bodies of its file, and `nominal:` to its motors{otherwise}"
    )]
    NoNominal {
        robot: String,
        wanted: &'static str,
        otherwise: &'static str,
    },
    #[error(
        "{0} has no plan for physical parameters, whose deviations are asked for: add `recovery: {{known: [...]}}` to its file \
         (`armwright recover FILE --suggest` lists what suffices); other criteria do without"
    )]
    NoPlan(String),
    #[error(
        "state {row}: base_qw, base_qx, base_qy and base_qz are a unit quaternion, and the square of the length of \
         this one is {square}"
    )]
    Orientation { row: usize, square: f64 },
    #[error("state {row} cannot be solved for accelerations: the inertia matrix is singular there")]
    SingularInertia { row: usize },
    #[error("state {row} has no accelerations: {what} have a value that is not finite")]
    StateNotFinite { row: usize, what: &'static str },
    #[error(
        "{robot} has no regressor of Slotine and Li: its base moves, and a velocity for that to follow is not among the arguments"
    )]
    NoSlotineLi { robot: &'static str },
    #[error(
        "{robot} has no elements of a closed form: its base moves, or the form is too long to be identified so"
    )]
    NoElements { robot: &'static str },
    #[error(transparent)]
    TwoStep(#[from] TwoStepError),
    #[error("--configurations must be 2 to 999; {0} is not")]
    Configurations(usize),
    #[error(transparent)]
    Interpretation(#[from] InterpretationError),
    #[error(transparent)]
    Friction(#[from] FrictionError),
    #[error(transparent)]
    Compare(#[from] CompareError),
    #[error(transparent)]
    Part(#[from] PartError),
    #[error("not everything could be recovered: {0}")]
    Recovery(String),
    #[error(
        "the result was identified without the torque of {0}, and does not say what that alone shows: identify with all torques, or \
         give all parameters as a YAML map of names"
    )]
    ResultOfPart(String),
    #[error(
        "of {0} the result has what the friction that was held leaves, not the friction: identify without --friction and \
         --friction-map, or give all parameters as a YAML map of names"
    )]
    ResultBesideFriction(String),
    #[error(
        "the result has fitted lengths of its own ({0}), and this computes with those of the robot file: write them there and compile \
         again, or identify without --lengths"
    )]
    ResultOfLengths(String),
    #[error(
        "{} has voltages from {} to {} s, and {name} is from {} to {} s: give the others, or `select` in the description of the recording \
         what has them",
        path.display(),
        voltages[0],
        voltages[1],
        followed[0],
        followed[1]
    )]
    Uncovered {
        path: PathBuf,
        voltages: [f64; 2],
        name: String,
        followed: [f64; 2],
    },
    #[error(
        "--known `{text}` is no known value: write NAME=VALUE or NAME=VALUE:DEVIATION, for example \
         --known {example}=1.5"
    )]
    Known { text: String, example: String },
    #[error(
        "--known `{text}` has no value: write {name}=1.5; a name alone takes the nominal value of the robot file, where it \
         has one"
    )]
    Given { text: String, name: String },
    #[error(transparent)]
    Together(#[from] TogetherError),
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error(transparent)]
    Machine(#[from] crate::simulation::SimulationError),
    #[error("{option} `{text}` is no value: write NAME=VALUE, for example {option} {example}=0.4")]
    Pair {
        option: &'static str,
        text: String,
        /// What a value is of: a parameter, or a joint.
        example: &'static str,
    },
    #[error(
        "--gate has {0} numbers: give the R² that opens it and the one that closes it, `--gate 0.95,0.9`"
    )]
    Gate(usize),
    #[error("--friction none is no friction at all: leave `none` out, or the other terms")]
    NoFriction,
    #[error("{stop}; what was simulated until then is in {}", path.display())]
    Stopped {
        stop: Box<crate::simulation::Stop>,
        path: PathBuf,
    },
    #[error("{0}; nothing was simulated until then")]
    StoppedAtOnce(Box<crate::simulation::Stop>),
    #[error(
        "--bounds `{0}`: write NAME=LOW:HIGH of a parameter that is sought, for example --bounds fc_q1=0: (no upper bound)"
    )]
    Bound(String),
    #[error(
        "--load `{0}` is no value of a load: write NAME=VALUE with m (kg), tx, ty, tz (m), Jxx, Jxy, Jxz, Jyy, Jyz or Jzz \
         (kg·m², about the centre of mass), each once, for example m=2.5,tx=0.13"
    )]
    LoadValue(String),
    #[error(
        "gains of drives need recordings with a known load (--loaded, --body and --load); compliance and backlash need a \
         `second_position` in the description of a recording with torques"
    )]
    NothingOfDrives,
    #[error("--level must be above 0 and below 1; {0} is not")]
    Level(f64),
    #[error("--sigmas must be 0 or more; {0} is not")]
    Sigmas(f64),
    #[error(
        "{} is given to identify from and to validate with: data that took part cannot test the \
         prediction; give another recording, or hold a part out with --hold-out 0.25",
        path.display()
    )]
    SeenAlready { path: PathBuf },
    #[error(transparent)]
    Seen(#[from] SeenError),
    #[error("standard output cannot be written: {0}")]
    StandardOutput(&'static std::io::Error),
    #[error("--hold-out must be above 0 and below 0.9; {} is not", .0.0)]
    HoldOut(#[from] HoldOutError),
    #[error(transparent)]
    Excite(#[from] ExciteError),
    #[error("{option} has {given} of them; give {all}{wanted} in the order of the joints")]
    Count {
        option: &'static str,
        /// What it takes in place of a number for each joint, `one for all joints, or `.
        all: &'static str,
        given: usize,
        wanted: usize,
    },
    #[error("{option} must be a finite number above 0; {value} is not")]
    NotPositive { option: &'static str, value: f64 },
    #[error("{option} is more than a day ({value} s): give {most} s at most")]
    TooLong {
        option: &'static str,
        value: f64,
        most: f64,
    },
    #[error(
        "a motion of {duration} s ends between two samples of {rate} Hz, so that its files would stop before its end: give \
         --duration {nearest}, or another --rate"
    )]
    BetweenSamples {
        duration: f64,
        rate: f64,
        /// The nearest duration that ends at a sample.
        nearest: f64,
    },
    #[error(
        "the file of {0} limits no torque, so that --keep-torques keeps none: give --torque, or add `effort` to the `limits` of its \
         joints"
    )]
    NoEfforts(String),
    #[error(
        "no samples are between --from {from} and --to {to}: in seconds, the recordings have those {known}"
    )]
    NoSamples { from: f64, to: f64, known: String },
    #[error(
        "the windings of {} are not known, and {why}: give them with --set {} (R = 1, kt = 1 and ke = 0 where a voltage is a torque)",
        motors.join(", "),
        motors.iter().map(|m| format!("R_{m}=..,L_{m}=..,kt_{m}=..,ke_{m}=..")).collect::<Vec<_>>().join(",")
    )]
    Windings {
        motors: Vec<String>,
        why: &'static str,
    },
    #[error(
        "voltages and torques of {motor} have opposite signs (R/kt = {resistance} ± {std} V/(N·m)), which no winding makes: turn the \
         sign of `v_{motor}` in the file of --voltage, or that of the torque or current in the description of the recording"
    )]
    OppositeVoltage {
        motor: String,
        resistance: String,
        std: String,
    },
    #[error("{option} must be a finite number, 0 or more; {value} is not")]
    Negative { option: &'static str, value: f64 },
    #[error(
        "{0} is for a motion that torques, voltages or a controller make: add --torque, --voltage or --follow with a file; \
         without them the motion is given, and torques follow from the terms of the robot file with --parameters"
    )]
    Undriven(&'static str),
    #[error("{0}")]
    Unfollowed(String),
    #[error(
        "{} has a point every {gap} s, and the robot would rest at each of them: take fewer points, at least {least} s apart, or \
         have a controller follow a motion that is sampled so: --follow {}",
        path.display(), path.display()
    )]
    DensePoints { path: PathBuf, gap: f64, least: f64 },
    #[error("the figures cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl CommandError {
    /// The error, with the options and commands by which it can be mended: the laboratory's own errors know none.
    /// `program` are the words that call it.
    pub(super) fn with_options(&self, program: &str) -> String {
        let plain = self.to_string();
        match self {
            Self::Recording(error) => of_recording(error, program),
            Self::Identification(error) => match error {
                IdentificationError::Sides => format!("{plain} with --equations"),
                IdentificationError::TooFewBalances { .. } => {
                    plain.replace("the intervals", "the intervals (--interval)")
                }
                IdentificationError::Estimate(error) => of_estimate(error),
                _ => plain,
            },
            Self::Together(TogetherError::NotTold { .. }) => plain.replace(
                "shorten the intervals",
                "shorten the intervals (--interval)",
            ),
            Self::Fit(FitError::Currents(_)) => plain.replace("joined", "joined (--continuous)"),
            Self::TwoStep(TwoStepError::Window(_)) => format!("--window {plain}"),
            Self::TwoStep(
                TwoStepError::NoElements { .. }
                | TwoStepError::Torques { .. }
                | TwoStepError::NotOfTorque(_),
            ) => plain.replace("identify base", "use `identify`, which fits base"),
            Self::Interpretation(InterpretationError::Missing { .. }) => plain.replace(
                "give values, here or in",
                "give values with --known NAME=VALUE,... or in",
            ),
            _ => plain,
        }
    }
}

/// A file without a description, whose columns have other names, can be given one.
fn of_recording(error: &RecordingError, program: &str) -> String {
    let file = match error {
        RecordingError::NoTime { path } => path.display().to_string(),
        RecordingError::NoColumn {
            files, quantity, ..
        } if ["position", "torque"].contains(&quantity.as_str()) => files.clone(),
        _ => return error.to_string(),
    };
    format!(
        "{error}; `{program} describe {file} -o recording.yaml` writes a description from the header"
    )
}

fn of_estimate(error: &EstimateError) -> String {
    match error {
        EstimateError::Setting { .. } => format!("--{error}"),
        EstimateError::NotIts {
            name,
            method,
            owner,
        } => {
            format!("--{name} means nothing to {method}: ask for --method {owner}, or leave it out")
        }
        EstimateError::Known { .. } => format!("--known: {error}"),
        EstimateError::Nominal { .. } => format!("--parameters: {error}"),
        EstimateError::NoPrior { .. } => format!("{error}, or give --parameters FILE"),
        EstimateError::Consistent { .. } => format!("{error}; --method wls asks for less"),
        EstimateError::Robust { .. } => format!("{error}; take --method wls"),
    }
}

#[cfg(test)]
mod tests {
    use super::CommandError;
    use crate::recording::RecordingError;

    #[test]
    fn a_file_with_other_names_is_to_be_described() {
        let error = CommandError::from(RecordingError::NoTime {
            path: "run.csv".into(),
        });
        let said = error.with_options("wrist");
        assert!(
            said.contains("`wrist describe run.csv -o recording.yaml`"),
            "{said}"
        );
        let column = |quantity: &str| {
            let error = CommandError::from(RecordingError::NoColumn {
                files: "run.csv".to_owned(),
                column: "q_1".to_owned(),
                quantity: quantity.to_owned(),
                suggestion: String::new(),
            });
            error.with_options("wrist")
        };
        assert!(column("position").contains("`wrist describe run.csv"));
        // A description is there already.
        assert!(!column("position, named in run.yaml, line 3").contains("describe"));
    }
}
