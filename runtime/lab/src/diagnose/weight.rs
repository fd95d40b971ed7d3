//! What gravity along any direction makes of the equations: generated functions know that of the robot file alone.
//!
//! Regressors are linear in gravity, `Y(g') = Y(g) + W (g' - g)`, and `W` follows from where the bodies are. Under another gravity
//! torques show more than the base parameters, such as the first moments of what turns about an axis that was upright. As
//! `Y_p = sum_j K_jp Y_j` with the base parameters' columns `Y_j` under the file's gravity, any other standard parameter `p` adds
//! `(W_p - sum_j K_jp W_j) (g' - g)`: a column of its own, unless that is zero.

use armwright_runtime::{Inertial, Model, ParameterKind};
use nalgebra::{DMatrix, Matrix3, Rotation3, Unit, Vector3};

use super::change::Change;
use super::fit::Row;
use super::probe::Probe;
use crate::parameters::base_matrix;
use crate::regression::RegressionError;

/// A share of the largest weight below which another is rounding.
const ROUNDING: f64 = 1e-9;
/// A share of the largest weight by which weights miss those of the generated functions at most.
const MISSED: f64 = 1e-6;

/// A body in the frame of the base.
struct Placed {
    rotation: Matrix3<f64>,
    origin: Vector3<f64>,
    /// The axis of its joint, and a point of that.
    axis: Vector3<f64>,
    pivot: Vector3<f64>,
}

/// All bodies at positions of the joints.
fn placed(model: &Model, q: &[f64]) -> Vec<Placed> {
    let mut all: Vec<Placed> = Vec::with_capacity(model.frames.len());
    for (body, frame) in model.frames.iter().enumerate() {
        let position: f64 = model.motion(body).map(|(k, factor)| factor * q[k]).sum();
        let parent = frame.parent.and_then(|parent| all.get(parent));
        let (turn, origin) = match parent {
            Some(parent) => (parent.rotation, parent.origin),
            None => (Matrix3::identity(), Vector3::zeros()),
        };
        let [(before, to), (after, from)] = [frame.before, frame.after].map(|(turn, origin)| {
            let turn = Matrix3::from_fn(|i, k| turn[i][k]);
            (turn, Vector3::from(origin))
        });
        let axis = Vector3::from(frame.axis);
        let (moved, shift) = match frame.slides {
            true => (Matrix3::identity(), axis * position),
            false => {
                let turn = Rotation3::from_axis_angle(&Unit::new_normalize(axis), position);
                (*turn.matrix(), Vector3::zeros())
            }
        };
        let pivot = origin + turn * to;
        let turn = turn * before;
        all.push(Placed {
            axis: turn * axis,
            origin: pivot + turn * (shift + moved * from),
            rotation: turn * moved * after,
            pivot,
        });
    }
    all
}

/// What holds a unit of a body's mass or first moment, in each joint (`n`), of gravity along each axis of the base.
fn torque(model: &Model, bodies: &[Placed], body: usize, component: Inertial) -> Vec<Vector3<f64>> {
    let mut torque: Vec<Vector3<f64>> = vec![Vector3::zeros(); model.joints.len()];
    let own = &bodies[body];
    let mut at = Some(body);
    while let Some(place) = at {
        let (joint, frame) = (&bodies[place], &model.frames[place]);
        let moved: Vector3<f64> = match (component, frame.slides) {
            (Inertial::Mass, true) => joint.axis,
            (Inertial::Mass, false) => joint.axis.cross(&(own.origin - joint.pivot)),
            (Inertial::Moment(axis), false) => {
                let along: Vector3<f64> = own.rotation.column(axis.at()).into_owned();
                joint.axis.cross(&along)
            }
            _ => Vector3::zeros(),
        };
        for (k, factor) in model.motion(place) {
            torque[k] -= moved * factor;
        }
        at = frame.parent;
    }
    torque
}

/// The body and the component of a parameter that has weight.
fn weighing(model: &Model, parameter: usize) -> Option<(usize, Inertial)> {
    match model.parameters[parameter].kind {
        ParameterKind::Inertial { body, component } => {
            let is_inertia = matches!(component, Inertial::Inertia(..));
            (!is_inertia).then_some((body, component))
        }
        _ => None,
    }
}

/// The equations under any gravity.
pub(super) struct Weights<'a> {
    probe: &'a Probe<'a>,
    none: Change,
    /// That of the robot file.
    pub(super) gravity: Vector3<f64>,
    /// The base parameters' columns under it (`instants × rows × b`).
    columns: Vec<f64>,
    /// What gravity along each axis adds to each column (`instants × rows × width`).
    pub(super) weights: Vec<Vector3<f64>>,
    /// The standard parameters of columns behind those of base parameters.
    pub(super) hidden: Vec<usize>,
}

impl<'a> Weights<'a> {
    /// None where nothing weighs, rows are no torques or the geometry is not that of the generated functions.
    pub(super) fn of(probe: &'a Probe<'a>) -> Result<Option<Self>, RegressionError> {
        let equations = probe.equations();
        let model = equations.robot().model();
        let b = model.base.len();
        let are_torques = equations.measured().is_empty() && equations.integral().is_none();
        if model.frames.is_empty() || model.base_moves() || !are_torques || b == 0 {
            return Ok(None);
        }
        let none = Change::none(equations.joints());
        let columns = probe.columns(&none)?;
        let weightless = probe.columns(&Change {
            gravity: 0.0,
            ..none.clone()
        })?;
        let gravity = Vector3::from(model.gravity);
        let (weights, hidden) = weights(probe);
        let largest = weights.iter().map(|w| w.amax()).fold(0.0, f64::max);
        let width = b + hidden.len();
        let own = weights.chunks_exact(width).flat_map(|row| &row[..b]);
        let mut known = columns.iter().zip(&weightless).zip(own);
        let most = MISSED * largest * gravity.norm();
        let is_known = known
            .all(|((with, without), weight)| (with - without - weight.dot(&gravity)).abs() <= most);
        Ok((largest > 0.0 && is_known).then_some(Self {
            probe,
            none,
            gravity,
            columns,
            weights,
            hidden,
        }))
    }

    /// The equations under a gravity, m/s² in the frame of the base.
    pub(super) fn rows(&self, gravity: Vector3<f64>) -> Vec<Row> {
        let b = self.probe.positive.len();
        let width = b + self.hidden.len();
        let more = gravity - self.gravity;
        let mut all = Vec::with_capacity(self.weights.len());
        let known = self.columns.chunks_exact(b);
        for (known, weights) in known.zip(self.weights.chunks_exact(width)) {
            let known = known.iter().copied().chain(std::iter::repeat(0.0));
            let pairs = known.zip(weights);
            all.extend(pairs.map(|(known, weight)| known + weight.dot(&more)));
        }
        self.probe.rows_of(&self.none, &all, width)
    }
}

/// What gravity along each axis adds to each column of the equations, those of base parameters first; and the standard parameters
/// of the others.
fn weights(probe: &Probe<'_>) -> (Vec<Vector3<f64>>, Vec<usize>) {
    let equations = probe.equations();
    let (model, drive) = (equations.robot().model(), equations.drive());
    let rows: DMatrix<f64> = drive.torque_rows(equations.side());
    let rows = rows.select_rows(equations.places());
    let known = base_matrix(model);
    let representatives: Vec<usize> = model.base.iter().map(|base| base.representative).collect();
    let mut hidden: Vec<usize> = (0..model.parameters.len())
        .filter(|p| {
            let kind = model.parameters[*p].kind;
            matches!(kind, ParameterKind::Inertial { .. }) && !representatives.contains(p)
        })
        .collect();
    // Of which standard parameters each column has the weight, and how much of it.
    let own = representatives.iter().map(|&p| vec![(p, 1.0)]);
    let others = hidden.iter().map(|&p| {
        let bases = representatives.iter().enumerate();
        let taken = bases.map(|(j, &of)| (of, -known[(j, p)]));
        std::iter::once((p, 1.0))
            .chain(taken)
            .collect::<Vec<(usize, f64)>>()
    });
    let made = own.chain(others).map(|parts: Vec<(usize, f64)>| {
        let weighs = |part: &(usize, f64)| part.1 != 0.0 && weighing(model, part.0).is_some();
        parts.into_iter().filter(weighs).collect()
    });
    let made: Vec<Vec<(usize, f64)>> = made.collect();
    let mut all: Vec<Vector3<f64>> = Vec::new();
    for q in probe.positions().column_iter() {
        let q: Vec<f64> = q.iter().copied().collect();
        let bodies = placed(model, &q);
        let units: Vec<Vec<Vector3<f64>>> = (0..model.parameters.len())
            .map(|p| match weighing(model, p) {
                Some((body, component)) => torque(model, &bodies, body, component),
                None => Vec::new(),
            })
            .collect();
        for row in rows.row_iter() {
            let of = |p: usize| {
                let pairs = units[p].iter().zip(row.iter());
                pairs.fold(Vector3::zeros(), |sum: Vector3<f64>, (torque, share)| {
                    sum + torque * *share
                })
            };
            all.extend(made.iter().map(|parts| {
                let parts = parts.iter();
                parts.fold(Vector3::zeros(), |sum: Vector3<f64>, (p, by)| {
                    sum + of(*p) * *by
                })
            }));
        }
    }
    let (b, width) = (representatives.len(), made.len());
    let largest = all.iter().map(|w| w.amax()).fold(0.0, f64::max);
    let is_there = |column: &usize| {
        let mut own = all.iter().skip(*column).step_by(width.max(1));
        *column < b || own.any(|w| w.amax() > ROUNDING * largest)
    };
    let kept: Vec<usize> = (0..width).filter(is_there).collect();
    let left = all.chunks_exact(width.max(1));
    let left = left.flat_map(|row| kept.iter().map(move |&column| row[column]));
    let left: Vec<Vector3<f64>> = left.collect();
    hidden = kept[b..].iter().map(|&column| hidden[column - b]).collect();
    (left, hidden)
}

#[cfg(test)]
mod tests {
    use armwright_robots::{double_pendulum, mit_ddarm};
    use armwright_runtime::{Robot, Side};
    use nalgebra::{Rotation3, Vector3};

    use super::Weights;
    use crate::diagnose::change::Change;
    use crate::diagnose::probe::tests::{motion, probed};

    /// The pendulum's shoulder turns about y: gravity turned back by an angle is the shoulder turned by that, and shows nothing more.
    #[test]
    fn gravity_that_turns_about_the_first_axis_is_an_offset() {
        let robot = &double_pendulum::ROBOT;
        let probe = probed(robot, Side::Joint, &[motion(robot, 200)]);
        let weights = Weights::of(&probe).expect("equations").expect("weights");
        assert!(weights.hidden.is_empty(), "{:?}", weights.hidden);
        let mut change = Change::none(2);
        change.offset[0] = 0.4;
        let back = Rotation3::from_axis_angle(&Vector3::y_axis(), -0.4);
        let expected = probe.rows(&change).expect("equations");
        let found = weights.rows(back * weights.gravity);
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.entering, expected.entering);
            let error = (&found.columns - &expected.columns).amax();
            assert!(error < 1e-9, "{error}");
        }
    }

    /// The first axis of the arm is upright, so that nothing of what turns about it alone is seen until it leans.
    #[test]
    fn gravity_across_an_upright_axis_shows_more() {
        let robot = &mit_ddarm::ROBOT;
        let probe = probed(robot, Side::Joint, &[motion(robot, 200)]);
        let weights = Weights::of(&probe).expect("equations").expect("weights");
        let b = robot.model().base.len();
        assert!(!weights.hidden.is_empty());
        let none = probe.rows(&Change::none(3)).expect("equations");
        let same = weights.rows(weights.gravity);
        for (found, expected) in same.iter().zip(&none) {
            assert_eq!(found.columns, expected.columns);
        }
        let leaning = weights.rows(Vector3::new(1.0, 0.0, -9.7));
        assert!(leaning[0].entering.iter().any(|column| *column >= b));
    }
}
