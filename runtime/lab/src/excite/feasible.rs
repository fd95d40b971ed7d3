//! Whether there are motions at all within what is asked, and one of them.

use armwright_runtime::Model;

use super::bounds::Bounds;
use super::error::ExciteError;
use super::limits::{JointLimits, Limits, ROUNDING};
use super::plan::Plan;
use super::space::{Moving, Space};

/// The most samples at which a motion is judged, and the most coefficients of a joint: with six joints either takes two
/// gigabytes a core.
const SAMPLES: usize = 10_000;
const COEFFICIENTS: usize = 501;
/// Room, as a share of a joint's range, that is little: motions about a place that has no more are small.
const LITTLE: f64 = 0.1;
/// How far a joint that has little room where it begins is drawn inwards, as a share of what its limits allow.
const INWARDS: f64 = 0.5;

/// What no search could mend.
pub(super) fn check(model: &Model, plan: &Plan) -> Result<(), ExciteError> {
    if model.base_moves() {
        return Err(ExciteError::MovingBase(model.name.to_owned()));
    }
    let value = plan.basis.duration();
    if !(value > 0.0 && value.is_finite()) {
        return Err(ExciteError::NotPositive {
            what: "the duration",
            value,
        });
    }
    if !(0.0..1.0).contains(&plan.margin) {
        return Err(ExciteError::Margin(plan.margin));
    }
    if plan.samples < 2 {
        return Err(ExciteError::TooFew {
            what: "samples",
            count: plan.samples,
            least: 2,
        });
    }
    let counts = [
        ("samples", plan.samples, SAMPLES),
        ("coefficients of a joint", plan.basis.len(), COEFFICIENTS),
    ];
    if let Some(&(what, count, most)) = counts.iter().find(|(_, count, most)| count > most) {
        return Err(ExciteError::TooMany { what, count, most });
    }
    let is_still = match &plan.moving {
        Moving::All => model.joints.is_empty(),
        Moving::Some(moves, _) => moves.iter().all(|moves| !moves),
    };
    if is_still {
        return Err(ExciteError::NothingMoves);
    }
    if let (true, Some(start), Some(end)) =
        (plan.basis.is_periodic(), &plan.ends.start, &plan.ends.end)
        && let Some(apart) = (0..start.len()).find(|k| start[*k] != end[*k])
    {
        return Err(ExciteError::Infeasible {
            joint: model.joints.get(apart).map_or("?", |joint| joint.name).to_owned(),
            what: "a Fourier series ends where it begins: say only one of the two, or take points or splines".to_owned(),
        });
    }
    for (j, (joint, limits)) in model.joints.iter().zip(&plan.limits.joints).enumerate() {
        let infeasible = |what: String| ExciteError::Infeasible {
            joint: joint.name.to_owned(),
            what,
        };
        let [low, high] = limits.position;
        if low.partial_cmp(&high) != Some(std::cmp::Ordering::Less) {
            return Err(infeasible(format!(
                "its positions go from {low} to {high}; the second has to be larger"
            )));
        }
        for order in 1..4 {
            let range = limits.ranges()[order];
            if range.is_nan() || range <= 0.0 {
                let (name, _) = Limits::order(order);
                return Err(infeasible(format!(
                    "its {name} may be {range} at most; it has to be above 0"
                )));
            }
        }
        ends(j, limits, plan).map_err(infeasible)?;
    }
    Ok(())
}

/// Whether a joint begins and ends where it may, and where it is held if it does not move.
fn ends(j: usize, limits: &JointLimits, plan: &Plan) -> Result<(), String> {
    let [low, high] = limits.narrowed(plan.margin).position;
    let spare = ROUNDING * (high - low);
    for (place, does) in [(&plan.ends.start, "begins"), (&plan.ends.end, "ends")] {
        let Some(&at) = place.as_ref().and_then(|place| place.get(j)) else {
            continue;
        };
        if !(low - spare..=high + spare).contains(&at) {
            let left = match plan.margin > 0.0 {
                true => ", with what is left free",
                false => "",
            };
            return Err(format!(
                "it {does} at {at}, and its positions go from {low} to {high}{left}"
            ));
        }
        if let Moving::Some(moves, held) = &plan.moving
            && !moves[j]
            && held[j] != at
        {
            return Err(format!(
                "it is held at {}, and {does} at {at}: let it move, or say one place",
                held[j]
            ));
        }
    }
    Ok(())
}

/// A motion well inside the limits: held in the middle, or from the start to the end; where that has little room, inwards on its way.
pub(super) fn centre(
    model: &Model,
    plan: &Plan,
    space: &Space,
    bounds: &Bounds,
) -> Result<Vec<f64>, ExciteError> {
    let size = plan.basis.len();
    let joints = plan.limits.joints.iter().enumerate().map(|(j, limits)| {
        let of = |place: &Option<Vec<f64>>| place.as_ref().map(|place| place[j]);
        let (start, end) = (of(&plan.ends.start), of(&plan.ends.end));
        let (from, to) = (start.or(end), end.or(start));
        let [from, to] = [from, to].map(|place| place.unwrap_or_else(|| limits.middle()));
        match plan.basis.is_periodic() {
            true => plan
                .basis
                .constant()
                .iter()
                .map(|c| c * from)
                .collect::<Vec<_>>(),
            false => (0..size)
                .map(|k| from + (to - from) * k as f64 / (size - 1).max(1) as f64)
                .collect(),
        }
    });
    let z = space.nearest(&joints.collect::<Vec<_>>());
    let z = inwards(z, plan, space, bounds);
    if bounds.room(&z) > 0.0 {
        return Ok(z);
    }
    let mut joints = bounds.0.iter().zip(model.joints);
    let outside = joints.find(|(joint, _)| joint.room(&z) <= 0.0);
    Err(ExciteError::Infeasible {
        joint: outside.map_or("?", |(_, joint)| joint.name).to_owned(),
        what: "the way from its start to its end exceeds them; give a longer duration, wider limits or other ends".to_owned(),
    })
}

/// The same with the joints that have little room, or none, drawn towards motions that keep their ends and are else in the middle: what
/// begins at a limit has room as soon as it has left it.
fn inwards(mut z: Vec<f64>, plan: &Plan, space: &Space, bounds: &Bounds) -> Vec<f64> {
    if bounds.room(&z) > LITTLE {
        return z;
    }
    let constant = plan.basis.constant();
    let middle = plan.limits.joints.iter().map(JointLimits::middle);
    let middle = middle.map(|middle| constant.iter().map(|c| c * middle).collect::<Vec<f64>>());
    let middle = space.nearest(&middle.collect::<Vec<_>>());
    for joint in &bounds.0 {
        if joint.room(&z) > LITTLE {
            continue;
        }
        let span = joint.first..joint.first + joint.rows.ncols();
        let mut way = vec![0.0; z.len()];
        span.clone().for_each(|k| way[k] = middle[k] - z[k]);
        let reach = INWARDS * joint.reach(&z, &way, 1.0);
        span.for_each(|k| z[k] += reach * way[k]);
    }
    z
}
