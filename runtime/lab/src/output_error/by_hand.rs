//! Fits whose figures are given, for tests of what is said of them.

use nalgebra::DMatrix;

use super::{Ending, Fit, Fitted, FittedJoint, InitialState};

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
        attempts: Vec::new(),
        evaluations: 1,
        stops: 0,
        last_stop: None,
        warnings: Vec::new(),
        beginnings: Vec::new(),
    }
}
