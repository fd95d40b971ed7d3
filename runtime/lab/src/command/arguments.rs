//! What can be asked on the command line, and how `--help` explains it. (A table: the file is longer than others for that.)

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::data::{DataArguments, GivenArguments};
use super::driven::DrivenArguments;
use super::excite::Excite;
use super::fit::FitArguments;
use super::machine::MachineArguments;
use super::online::OnlineArguments;
use super::quantity::Evaluated;
use super::settings::{
    EstimatorArguments, Experiment, Format, ProcessingArguments, QuestionArguments,
};
use super::several::{Drives, Load, Together};
use crate::estimate::Method;
use crate::friction::Shape;

/// What a robot's command can do. `PROGRAM` in an example becomes the words that call it.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Names, sizes, base parameters and operation counts
    #[command(after_help = "Example:\n  PROGRAM info --format json | jq .base_count")]
    Info(Info),
    /// The generated functions on given states
    #[command(
        after_help = "Example:\n  PROGRAM evaluate --quantity base-regressor --states states.csv -o \
                            regressor.csv\n\nThe states file has a header of \
                            q_<joint>,qd_<joint>,qdd_<joint> (and tau_<joint> for `forward`), \
                            joint side, SI units, a state a row; of a base that moves also base_qw to base_qz, \
                            base_wx, base_vx, base_alphax, base_ax and so on (and fx_base to tz_base for `forward`). \
                            Numbers are printed so that they \
                            read back to the same float."
    )]
    Evaluate(Evaluate),
    /// The description of a recording's files, as far as their headers and numbers show it
    #[command(
        after_help = "Example:\n  PROGRAM describe log.csv -o recording.yaml\n  PROGRAM identify \
                            --recording recording.yaml\n\nEvery guess is marked as one in the \
                            file, and what cannot be guessed stands as a comment that says what is \
                            needed. docs/recording.md explains every key; --schema prints a JSON \
                            Schema for editors."
    )]
    Describe(Describe),
    /// A recording of the robot with known parameters: recording.csv and recording.yaml
    #[command(
        after_help = "Example:\n  PROGRAM simulate --seed 3 --duration 30 --out sim\n  PROGRAM \
                            identify --recording sim/recording.yaml\n\nWithout --points the motion \
                            is a Fourier series within the joints' limits, the best conditioned of \
                            several random ones. With --torque or --voltage it is what these make of the robot, friction that \
                            sticks and slips included, and simulation.json says what happened on the way (docs/simulation.md)."
    )]
    Simulate(Simulate),
    /// A motion that shows the parameters, within the robot's limits, and how well each will be known
    #[command(
        after_help = "Example:\n  PROGRAM excite --seconds 30 --out motion\n  PROGRAM excite --screen motion/motion.csv\n\nWrites \
                            motion.csv (at the controller's rate), motion.yaml (coefficients), joint_trajectory.json (ROS \
                            trajectory_msgs), excitation.json and excitation.html (to look at; docs/excitation.md)."
    )]
    Excite(Box<Excite>),
    /// Base parameters from recordings, with a report
    #[command(
        after_help = "Example:\n  PROGRAM identify --recording run1/recording.yaml --method wls \
                            --validate run2/recording.yaml --out results\n\nWrites report.html \
                            (to look at), identification.json (every figure), base.csv and \
                            prediction.csv, and parameters.yaml where the estimator has all standard \
                            parameters. A recording is a CSV with columns t, q_<joint>, \
                            tau_<joint>, or a description of any other CSV (README, \
                            \"Identify\")."
    )]
    Identify(Box<Identify>),
    /// Physical parameters from identified base parameters, compared with nominal values
    #[command(
        after_help = "Example:\n  PROGRAM recover --known NAME=4.02:0.01,NAME=0.05\n\nFollows the plan \
                            that was generated from `recovery: known:` of the robot file. Known \
                            values come from the file unless given; a second number is a standard \
                            deviation. What differs from its nominal value is flagged, with the \
                            physical parameters that would explain it; what the plan leaves open \
                            gets the interval that bodies which can exist leave it."
    )]
    Recover(Recover),
    /// Torques that given or identified parameters predict for a recording
    #[command(
        after_help = "Example:\n  PROGRAM predict --recording run2.yaml --parameters \
                            results/identification.json -o prediction.csv\n\nWith -o the fit goes \
                            to standard output; without it the prediction does."
    )]
    Predict(Predict),
    /// The law of friction that each joint has, chosen from laws that are not linear in their parameters
    #[command(
        after_help = "Example:\n  PROGRAM friction --recording run1/recording.yaml --validate \
                            run2/recording.yaml\n\nfits Coulomb, viscous, quadratic, Stribeck, smoothed and power \
                            laws with all base parameters, and says of each joint which one the recordings show, with \
                            deviations and what it predicts better. Writes friction.html (to look at), friction.json (every figure), and \
                            friction.yaml (the laws, to be held), and prints what to write into the robot file."
    )]
    Friction(FrictionArguments),
    /// Parameters with which the simulated motion follows the measured one: output error
    #[command(
        after_help = "Example:\n  PROGRAM fit --recording run1/recording.yaml --parameters \
                            results/identification.json --interval 0.5,2\n\nsimulates the robot under the torques \
                            (or with --voltage the voltages) that were measured, and finds the parameters with which it goes where it \
                            went: no accelerations are needed, and noise of positions does not bias them. Writes output-error.html \
                            (with what the motion depends on), output-error.json and output-error.csv (docs/simulation.md)."
    )]
    Fit(Box<FitArguments>),
    /// What a controller would have identified: a recording replayed as if live
    #[command(
        after_help = "Example:\n  PROGRAM online --recording run1/recording.yaml\n\nwrites online.html (estimates over time), \
                            online.csv and online.json (docs/online.md)."
    )]
    Online(OnlineArguments),
    /// What changed between two results, and whether a load or a gain of the drives explains it
    #[command(after_help = "Example:\n  PROGRAM compare empty/identification.json \
                            loaded/identification.json\n\nfinds the load that was put on a body (or taken \
                            off): its mass, centre and inertia with deviations.")]
    Compare(Compare),
    /// Gains of drives (torque constants) from recordings without and with a known load
    #[command(
        after_help = "Example:\n  PROGRAM drives --recording empty.yaml --loaded loaded.yaml --body lower --load \
                            m=2.5,tx=0.13,Jyy=0.012\n\nsays by what each drive's torque, as it was read, is to \
                            be multiplied; N·m/A where currents were read with a constant of 1 (docs/experiments.md)."
    )]
    Drives(Drives),
    /// The ten parameters of a load, from recordings with it and the arm without it
    #[command(
        after_help = "Example:\n  PROGRAM load --recording empty.yaml --loaded loaded.yaml --body lower\n\nidentifies arm \
                            and load together; --arm identification.json takes an arm that is known."
    )]
    Load(Load),
    /// Base parameters of recordings with noise and offsets of their own
    #[command(
        after_help = "Example:\n  PROGRAM together --recording a.yaml b.yaml c.yaml --offsets each\n\nweighs each \
                            recording by its own noise, and predicts each from the others."
    )]
    Together(Together),
    /// A simulated experiment from beginning to end, compared with the truth
    #[command(
        after_help = "Example:\n  PROGRAM demo --seed 2 --seeds 50\n\nsays how often deviations \
                            cover the truth over 50 experiments, and leaves the first one's report."
    )]
    Demo(Demo),
}

#[derive(Debug, Args)]
pub(super) struct Info {
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct Evaluate {
    /// Which function
    #[arg(long, value_enum)]
    pub(super) quantity: Evaluated,
    /// States, a row each
    #[arg(long, value_name = "CSV")]
    pub(super) states: PathBuf,
    /// Parameters: a YAML map of names, 0 for those that it lacks, or an identification.json (nominal values if left out)
    #[arg(long, value_name = "FILE")]
    pub(super) parameters: Option<PathBuf>,
    /// Where the results go (standard output if left out)
    #[arg(short, long, value_name = "CSV")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Describe {
    /// The files of one recording, the same rows in each
    #[arg(value_name = "CSV", required_unless_present = "schema")]
    pub(super) files: Vec<PathBuf>,
    /// Where the description goes (standard output if left out); a file that is there is not replaced
    #[arg(short, long, value_name = "YAML")]
    pub(super) output: Option<PathBuf>,
    /// The JSON Schema of descriptions, in place of one
    #[arg(long, conflicts_with_all = ["files", "output"])]
    pub(super) schema: bool,
}

#[derive(Debug, Args)]
pub(super) struct Simulate {
    #[command(flatten)]
    pub(super) machine: MachineArguments,
    #[command(flatten)]
    pub(super) driven: DrivenArguments,
    /// Points to pass at rest by fifth-order polynomials: a CSV with columns t and q_<joint>
    /// (joint side); without it the motion is a Fourier series within the joints' limits
    #[arg(long, value_name = "CSV")]
    pub(super) points: Option<PathBuf>,
    /// So many recordings of small motions, each about another configuration, for `identify
    /// --two-step`; each as long as --duration (10 is enough)
    #[arg(long, value_name = "N", conflicts_with = "points")]
    pub(super) configurations: Option<usize>,
    /// How far a small motion goes from its configuration, rad or m: wider shows velocity terms better, and
    /// mixes configurations more
    #[arg(
        long,
        value_name = "RAD",
        default_value_t = 0.4,
        requires = "configurations"
    )]
    pub(super) swing: f64,
    /// Which random numbers
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) experiment: Experiment,
    /// The folder for recording.csv and recording.yaml
    #[arg(long, value_name = "DIR", default_value = "armwright-recording")]
    pub(super) out: PathBuf,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct Identify {
    #[command(flatten)]
    pub(super) data: DataArguments,
    #[command(flatten)]
    pub(super) given: GivenArguments,
    #[command(flatten)]
    pub(super) estimator: EstimatorArguments,
    #[command(flatten)]
    pub(super) questions: QuestionArguments,
    #[command(flatten)]
    pub(super) processing: ProcessingArguments,
    /// Also element by element: each recording stays about one configuration (`simulate
    /// --configurations` makes such recordings)
    #[arg(long)]
    pub(super) two_step: bool,
    /// Cuts recordings into windows of so many seconds for --two-step
    #[arg(long, value_name = "S", requires = "two_step")]
    pub(super) window: Option<f64>,
    /// The folder for results (default: armwright-out/<robot>)
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct Recover {
    /// Base parameters: an identification.json, a base.csv, or a parameters file (YAML, exact)
    /// (default: armwright-out/<robot>/identification.json)
    #[arg(long, value_name = "FILE")]
    pub(super) base: Option<PathBuf>,
    /// Known values of physical parameters, with standard deviations if wanted: of a body `a` m_a=4.02,tx_a=0.1:0.002
    #[arg(long, value_name = "NAME=VALUE,..", value_delimiter = ',')]
    pub(super) known: Vec<String>,
    /// Known values by name from a file
    #[arg(long, value_name = "YAML")]
    pub(super) parameters: Option<PathBuf>,
    /// The probability that anything is flagged when nothing differs
    #[arg(long, value_name = "P", default_value_t = 0.01)]
    pub(super) level: f64,
    /// How many standard deviations each base parameter may be off for the bounds
    #[arg(long, value_name = "N", default_value_t = 2.0)]
    pub(super) sigmas: f64,
    /// Bounds for robots of more than ten bodies, too
    #[arg(long)]
    pub(super) bounds: bool,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct Predict {
    #[command(flatten)]
    pub(super) given: GivenArguments,
    /// A recording: its description (YAML) or a CSV with conventional names
    #[arg(long, value_name = "FILE")]
    pub(super) recording: PathBuf,
    /// Parameters: an identification.json, or a YAML map of names, 0 for those that it lacks (nominal values if left out)
    #[arg(long, value_name = "FILE")]
    pub(super) parameters: Option<PathBuf>,
    #[command(flatten)]
    pub(super) processing: ProcessingArguments,
    /// Where the prediction goes (standard output if left out)
    #[arg(short, long, value_name = "CSV")]
    pub(super) output: Option<PathBuf>,
    /// What to print: the fit (with -o) or the prediction as CSV, or both in one JSON object
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct FrictionArguments {
    #[command(flatten)]
    pub(super) data: DataArguments,
    /// The static map alone, without a model of bodies: of joints that were moved at constant velocities, there and back
    #[arg(long, conflicts_with_all = ["law", "all", "validate", "hold_out"])]
    pub(super) static_map: bool,
    /// The law of all joints, in place of a choice
    #[arg(long, value_enum)]
    pub(super) law: Option<Shape>,
    /// All laws that were tried, not only those that come near
    #[arg(long)]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) processing: ProcessingArguments,
    /// The folder for friction.html, friction.json and friction.yaml (default: armwright-out/<robot>)
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct Compare {
    /// A result: identification.json (or base.csv, whose deviations are taken to be independent)
    #[arg(value_name = "FIRST")]
    pub(super) first: PathBuf,
    /// Another result of the same robot
    #[arg(value_name = "SECOND")]
    pub(super) second: PathBuf,
    /// The probability that anything is said to differ when nothing does
    #[arg(long, value_name = "P", default_value_t = 0.01)]
    pub(super) level: f64,
    /// All base parameters, not only those that differ
    #[arg(long)]
    pub(super) all: bool,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct Demo {
    /// Which random numbers
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Repeat the experiment with so many seeds to say how often deviations cover the truth
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(super) seeds: u64,
    /// The estimator
    #[arg(long, value_enum, default_value = "wls")]
    pub(super) method: Method,
    #[command(flatten)]
    pub(super) experiment: Experiment,
    /// The folder for results (default: armwright-out/<robot>)
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// What to print
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}
