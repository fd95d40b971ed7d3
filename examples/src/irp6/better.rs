//! A better motion of the IRp-6: the smallest condition number that is found within the declared limits.

use armwright_lab::excite::{
    Basis, Criterion, Effort, Ends, Equations, ExciteError, Kind, Limits, Motion, Moving, Plan,
    Scale, design,
};
use armwright_lab::experiment::{Random, Trajectory, designed};
use armwright_runtime::Robot;

use super::condition::{Model, independent, triangle};
use super::motion::LENGTH;

/// Starts of each search, harmonics of its motions, and samples at which these are judged.
const STARTS: usize = 8;
const HARMONICS: usize = 5;
const SAMPLES: usize = 100;

/// A periodic motion of some joints as long as the paper's, the others held where `start` begins, with the smallest
/// condition number that a few local optima come to, over the parameters that such motions excite.
///
/// # Errors
/// [`ExciteError`].
pub fn better(
    robot: &dyn Robot,
    model: Model,
    moving: &[usize],
    start: &dyn Trajectory,
) -> Result<Motion, ExciteError> {
    let n = robot.model().joints.len();
    let moves: Vec<bool> = (0..n).map(|joint| moving.contains(&joint)).collect();
    let held: Vec<f64> = (0..n).map(|joint| start.at(joint, 0.0)[0]).collect();
    let mut any = designed(robot.model(), LENGTH, LENGTH, &mut Random::new(1));
    for joint in (0..n).filter(|joint| !moves[*joint]) {
        any.harmonics[joint].clear();
        any.centre[joint] = held[joint];
    }
    let columns = independent(&triangle(robot, model, &any)?);
    let (kind, weights) = match model {
        Model::Differential(rows) => {
            let used = |row: usize| f64::from(u8::from(rows.contains(&row)));
            (Kind::Measured, (0..n).map(used).collect())
        }
        Model::Integral { long: false } => (Kind::Energy, Vec::new()),
        Model::Integral { long: true } => (Kind::EnergyFromStart, Vec::new()),
        Model::Load => (Kind::Measured, Vec::new()),
    };
    let plan = Plan {
        basis: Basis::Fourier {
            period: LENGTH,
            harmonics: HARMONICS,
        },
        limits: Limits::of(robot.model()),
        ends: Ends::default(),
        moving: Moving::Some(moves, held),
        equations: Equations {
            kind,
            weights,
            columns,
            without_friction: false,
        },
        criterion: Criterion::Condition(Scale::Unscaled),
        samples: SAMPLES,
        prior: None,
        kept: Vec::new(),
        margin: 0.0,
        first: None,
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let effort = Effort {
        starts: STARTS,
        budget: None,
        threads: cores,
        seed: 1,
    };
    Ok(design(robot, &plan, &effort, &|| false, &|_| {})?.motion)
}
