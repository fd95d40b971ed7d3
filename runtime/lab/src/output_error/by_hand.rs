//! Fits whose figures are given, for tests of what is said of them.

use armwright_robots::double_pendulum;
use armwright_runtime::{EvaluationError, Inputs, Joint, JointKind, Model, Quantity, Robot};
use nalgebra::DMatrix;

use super::evaluate::Task;
use super::stretch::{input, stretches};
use super::{Ending, Experiment, Fit, Fitted, FittedJoint, Free, InitialState};
use crate::simulation::{Grid, Hold, Machine, Motion, Settings, Start, simulate};

/// The double pendulum with another description: joints that slide, motors that it does not have.
pub(crate) struct Described(pub(crate) Model);

impl Described {
    /// Whose elbow is said to slide, so that units show.
    pub(crate) fn sliding() -> Self {
        let model = *double_pendulum::ROBOT.model();
        let elbow = Joint {
            kind: JointKind::Prismatic,
            ..model.joints[1]
        };
        Self(Model {
            joints: vec![model.joints[0], elbow].leak(),
            ..model
        })
    }
}

impl Robot for Described {
    fn model(&self) -> &Model {
        &self.0
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        double_pendulum::ROBOT.evaluate(quantity, inputs, out)
    }

    fn torque_derivative(
        &self,
        at: &Inputs<'_>,
        along: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        double_pendulum::ROBOT.torque_derivative(at, along, out)
    }
}

/// Where a motion that is simulated begins.
pub(super) fn start() -> Start {
    Start {
        position: vec![0.4, -0.9],
        velocity: vec![1.5, -2.0],
    }
}

/// So many samples of two joints, whose positions are not of their torques.
pub(super) fn swinging(samples: u32) -> Experiment {
    let column = |w: f64| (0..samples).map(|k| (w * f64::from(k)).sin()).collect();
    Experiment {
        name: "a".to_owned(),
        rate: 50.0,
        start: 0.0,
        position: vec![column(0.1), column(0.2)],
        input: vec![column(0.3), column(0.4)],
        bridged: Vec::new(),
        clock: None,
    }
}

/// The same, whose positions are where a machine goes.
pub(super) fn simulated(machine: &Machine<'_>, samples: u32) -> Experiment {
    let mut run = swinging(samples);
    let driven = input(&run, Hold::Last);
    let grid = Grid {
        start: 0.0,
        rate: run.rate,
        samples: samples as usize,
    };
    let motion = simulate(machine, &driven, &start(), &grid, &Settings::default());
    run.position = Motion::columns(&motion.expect("a motion").q, 2);
    run
}

/// What is to be fitted to two joints, in intervals of so many seconds.
pub(super) fn with_task<T>(
    machine: &Machine<'_>,
    free: &[Free],
    experiments: &[Experiment],
    seconds: f64,
    work: impl FnOnce(Task<'_>) -> T,
) -> T {
    let inputs: Vec<_> = experiments.iter().map(|e| input(e, Hold::Last)).collect();
    work(Task {
        machine,
        free,
        inputs: &inputs,
        stretches: stretches(experiments, seconds).expect("intervals"),
        settings: Settings::default(),
        has_states: true,
        weights: vec![1.0; 2],
        continuity: None,
    })
}

/// A parameter that went from 1 to 2 kg.
pub(crate) fn parameter(name: &str, std: Option<f64>) -> Fitted {
    Fitted {
        name: name.to_owned(),
        unit: "kg",
        start: 1.0,
        value: 2.0,
        std,
        std_white: std,
        moved: None,
        is_at_bound: false,
        is_at_limit: false,
        is_idle: false,
    }
}

/// A joint that is followed up to noise.
pub(crate) fn joint(name: &str) -> FittedJoint {
    FittedJoint {
        name: name.to_owned(),
        unit: "rad",
        rmse: 1e-3,
        nrmse: 0.03,
        r2: 0.999,
        lag1: 0.1,
        inflation: 1.0,
        is_still: false,
        series: Default::default(),
    }
}

/// A search that ended well, in one interval.
pub(crate) fn fit(parameters: Vec<Fitted>, joints: Vec<FittedJoint>) -> Fit {
    Fit {
        robot: "by_hand".to_owned(),
        recordings: vec!["run".to_owned()],
        samples: 100,
        covariance: DMatrix::zeros(parameters.len(), parameters.len()),
        parameters,
        joints,
        cost: 1.0,
        ending: Ending::Converged,
        iterations: 7,
        iterates: Vec::new(),
        intervals: 1,
        longest: 10.0,
        gap: None,
        state: InitialState::Free,
        condition: 3.0,
        dependences: Vec::new(),
        lags: 0,
        lacks: Vec::new(),
        unsampled: None,
        windings: None,
        attempts: Vec::new(),
        evaluations: 1,
        stops: 0,
        last_stop: None,
        warnings: Vec::new(),
        beginnings: Vec::new(),
    }
}
