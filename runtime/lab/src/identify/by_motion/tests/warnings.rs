//! What is said of a fit, sentence by sentence.

use nalgebra::DMatrix;

use crate::identify::by_motion::warnings;
use crate::output_error::{Ending, Fit, Fitted, FittedJoint, InitialState, Iterate};

fn parameter(name: &str, std: Option<f64>) -> Fitted {
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

fn joint(name: &str, nrmse: f64) -> FittedJoint {
    FittedJoint {
        name: name.to_owned(),
        unit: "rad",
        rmse: 0.1,
        nrmse,
        r2: 0.999,
        lag1: 0.25,
        inflation: 1.0,
        is_still: false,
        series: Default::default(),
    }
}

fn fit() -> Fit {
    let iterate = |cost: f64| Iterate {
        values: vec![1.0],
        cost,
    };
    Fit {
        robot: "r".to_owned(),
        recordings: Vec::new(),
        samples: 10,
        parameters: vec![parameter("a", Some(0.1)), parameter("b", Some(0.2))],
        joints: vec![joint("q1", 0.3), joint("q2", 0.1)],
        cost: 1.0,
        ending: Ending::Converged,
        iterations: 2,
        iterates: vec![iterate(3.0), iterate(2.0), iterate(1.0)],
        intervals: 1,
        longest: 1.0,
        gap: None,
        state: InitialState::Free,
        condition: 1e4,
        dependences: Vec::new(),
        lags: 0,
        lacks: Vec::new(),
        attempts: Vec::new(),
        evaluations: 1,
        stops: 0,
        last_stop: None,
        warnings: Vec::new(),
        covariance: DMatrix::zeros(0, 0),
        beginnings: Vec::new(),
    }
}

#[test]
fn warnings_say_what_should_not_be_overlooked() {
    assert_eq!(warnings(&fit()), [""; 0]);
    let told = |change: &dyn Fn(&mut Fit), text: &str| {
        let mut fit = fit();
        change(&mut fit);
        assert_eq!(warnings(&fit), [text]);
    };
    told(
        &|f| f.ending = Ending::Iterations,
        "the search did not converge in 2 iterations: what it found is the best so far",
    );
    told(
        &|f| f.ending = Ending::Stuck,
        "the search is stuck: no step lowers the cost, though its slope is not 0. Shorter intervals may help",
    );
    told(
        &|f| f.parameters.iter_mut().for_each(|p| p.std = None),
        "this motion does not determine a, b",
    );
    told(
        &|f| f.condition = 12_345.6,
        "parameters are told apart badly: the condition number of the scaled derivatives is 12346",
    );
    told(
        &|f| f.joints[1].nrmse = 0.456,
        "46 % of the motion of q2 is not met: the model lacks something, or the search ended far from the best",
    );
    // Just beyond what is let be.
    told(
        &|f| f.condition = 10_001.0,
        "parameters are told apart badly: the condition number of the scaled derivatives is 10001",
    );
    told(
        &|f| f.joints[0].nrmse = 0.3001,
        "30 % of the motion of q1 is not met: the model lacks something, or the search ended far from the best",
    );
    let stops = |f: &mut Fit| {
        f.stops = 3;
        f.last_stop = Some("at 1 s".to_owned());
    };
    told(
        &stops,
        "3 trial motions ended early and were given up; the last one: at 1 s",
    );
    let mut none = fit();
    none.last_stop = Some("at 1 s".to_owned());
    assert_eq!(warnings(&none), [""; 0]);
}
