//! Limits of joints that move with several others.

use armwright_runtime::{EvaluationError, Follower, Model, Scalar, Traced};

use super::super::limits::Limits;
use super::super::program::Program;
use super::Measure;

/// The joints that move with several others and have limits. What follows one alone is in the limits of that.
pub(super) fn all(model: &Model) -> impl Iterator<Item = &'static Follower> + use<> {
    let all = model.followers.iter();
    all.filter(|follower| follower.motion.len() > 1)
}

/// Their positions from the middle of their range, velocities and accelerations, and how far these may go where a share of that is left free.
pub(super) fn kept(model: &Model, margin: f64) -> Result<(Program, Measure), EvaluationError> {
    let n = model.joints.len();
    let (mut limits, mut names) = (Vec::new(), Vec::new());
    for Follower { joint, .. } in all(model) {
        let reach = joint.position.map(|[low, high]| (high - low) / 2.0);
        let own = [reach, joint.velocity, joint.acceleration];
        limits.extend(own.map(|limit| limit.map_or(f64::INFINITY, |limit| (1.0 - margin) * limit)));
        names.extend([0, 1, 2].map(|order| {
            let (what, _) = Limits::order(order);
            format!("{what} of {}", joint.name)
        }));
    }
    let program = Program::of(n, |state| {
        let of = |follower: &Follower, order: usize| {
            let middle = follower.joint.position.map_or(0.0, |[a, b]| (a + b) / 2.0);
            let begin = if order == 0 {
                follower.offset - middle
            } else {
                0.0
            };
            let terms = follower.motion.iter();
            terms.fold(Traced::constant(begin), |sum, &(j, factor)| {
                sum + state[order][j] * Traced::constant(factor)
            })
        };
        let each = |follower| [0, 1, 2].map(|order| of(follower, order));
        Ok(all(model).flat_map(each).collect())
    })?;
    Ok((program, Measure::Within(limits, names)))
}
