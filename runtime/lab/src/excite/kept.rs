//! What a motion has to keep besides limits of joints: torques, motors, clearances; with exact derivatives.

mod always;
mod followers;
mod worst;

use armwright_runtime::{EvaluationError, Model, Quantity, Robot, Scalar, Side, Source, Traced};

use super::error::ExciteError;
use super::geometry::{Clearance, Geometry, clearance};
use super::kinematics::{outside, poses};
use super::nodes::Nodes;
use super::program::{LANES, Lanes, Program, Table, traced};
use super::space::Space;
use crate::parameters::base_matrix;
use crate::transmission::Drive;

/// A constraint besides the limits of joints.
#[derive(Debug, Clone, PartialEq)]
pub enum Constraint {
    /// Torques by standard parameters `theta` stay within these, joint or motor by joint or motor; infinite where
    /// nothing limits one.
    Torque {
        /// Standard parameters (`p`).
        theta: Vec<f64>,
        /// N·m or N.
        limits: Vec<f64>,
        /// Where they hold.
        side: Side,
    },
    /// Motors are not faster than these, through the transmission, rad/s.
    MotorVelocity(Vec<f64>),
    /// Motors do not accelerate more than these, rad/s².
    MotorAcceleration(Vec<f64>),
    /// Joints that move with several others stay within their limits, with a share of each left free.
    Followers {
        /// That share.
        margin: f64,
    },
    /// Bodies stay clear of planes and of each other.
    Clear(Geometry),
}

impl Constraint {
    /// What is kept whatever else is asked.
    pub(super) fn always(model: &Model, margin: f64) -> Option<Self> {
        let first = followers::all(model).next();
        first.map(|_| Self::Followers { margin })
    }

    /// The same with such a share of each limit left free.
    pub(super) fn narrowed(mut self, margin: f64) -> Self {
        match &mut self {
            Self::Torque { limits, .. }
            | Self::MotorVelocity(limits)
            | Self::MotorAcceleration(limits) => {
                limits.iter_mut().for_each(|limit| *limit *= 1.0 - margin);
            }
            Self::Followers { .. } | Self::Clear(_) => {}
        }
        self
    }
}

/// How numbers of a state become what must not be positive.
#[derive(Debug, Clone)]
enum Measure {
    /// Each within its limit, either sign.
    Within(Vec<f64>, Vec<String>),
    /// Clearances of capsules whose ends the numbers are, as shares of this length.
    Clear(Vec<Clearance>),
}

/// Clearances are counted in this length, m.
const LENGTH: f64 = 0.1;

/// A constraint as a function of the free numbers, on a grid of times.
#[derive(Debug, Clone)]
pub(super) struct Kept<'s> {
    space: &'s Space,
    program: Program,
    table: Table,
    pub(super) nodes: Nodes,
    measure: Measure,
    /// Whether Coulomb friction has a slope where a joint turns round.
    smooth: bool,
}

/// The worst of a constraint.
#[derive(Debug, Clone, PartialEq)]
pub struct Worst {
    /// What it is: `torque of q2`, `forearm and the floor`.
    pub name: String,
    /// By how much it is exceeded, as a share of the limit or in decimetres; negative is room.
    pub excess: f64,
    /// When, s.
    pub time: f64,
}

impl<'s> Kept<'s> {
    /// On `points` times.
    ///
    /// # Errors
    /// [`ExciteError`].
    pub(super) fn of(
        robot: &dyn Robot,
        space: &'s Space,
        constraint: &Constraint,
        points: usize,
    ) -> Result<Self, ExciteError> {
        let model = robot.model();
        let duration = space.basis.duration();
        let times = (0..=points).map(|k| duration * k as f64 / points as f64);
        let nodes = Nodes::of(space, times.collect());
        let n = model.joints.len();
        let (program, measure) = match constraint {
            Constraint::Torque {
                theta,
                limits,
                side,
            } => {
                let names = named(model, *side, "torque of");
                let program = Program::of(n, |state| torques(robot, theta, *side, state))?;
                (program, Measure::Within(limits.clone(), names))
            }
            Constraint::MotorVelocity(limits) => (
                motors(model, 1)?,
                Measure::Within(limits.clone(), named(model, Side::Motor, "velocity of")),
            ),
            Constraint::MotorAcceleration(limits) => (
                motors(model, 2)?,
                Measure::Within(limits.clone(), named(model, Side::Motor, "acceleration of")),
            ),
            Constraint::Followers { margin } => followers::kept(model, *margin)?,
            Constraint::Clear(geometry) => {
                let (bodies, clearances) = (geometry.bodies(model)?, geometry.clearances(model)?);
                let program = Program::of(n, |[q, _, _]| {
                    let poses = poses(model, q);
                    let mut out = Vec::new();
                    for (capsule, body) in geometry.capsules.iter().zip(&bodies) {
                        for point in [&capsule.from, &capsule.to] {
                            match body {
                                Some(body) => out.extend(outside(&poses[*body], point)),
                                None => out.extend(point.map(Traced::constant)),
                            }
                        }
                    }
                    Ok(out)
                })?;
                (program, Measure::Clear(clearances))
            }
        };
        Ok(Self {
            space,
            table: program.table(),
            program,
            nodes,
            measure,
            smooth: true,
        })
    }

    /// How many numbers must not be positive, in one state.
    pub(super) fn count(&self) -> usize {
        match &self.measure {
            Measure::Within(limits, _) => limits.len(),
            Measure::Clear(clearances) => clearances.len(),
        }
    }

    fn element(&self, k: usize, lane: usize) -> f64 {
        match self.program.outputs[k] {
            Source::Constant(value) => value,
            Source::Written(place) => self.table.values[place as usize][lane],
        }
    }

    /// Excesses of the state in a lane; `adds` hears what each does by an element of the result.
    fn excess(&self, lane: usize, k: usize, mut adds: impl FnMut(usize, f64)) -> f64 {
        match &self.measure {
            Measure::Within(limits, _) => {
                let value = self.element(k, lane);
                if !limits[k].is_finite() {
                    return -1.0;
                }
                adds(k, value.signum() / limits[k]);
                value.abs() / limits[k] - 1.0
            }
            Measure::Clear(clearances) => {
                let end = |end: usize| std::array::from_fn(|i| self.element(3 * end + i, lane));
                let found = clearance(&clearances[k], end, |end, slope| {
                    for (i, slope) in slope.into_iter().enumerate() {
                        adds(3 * end + i, -slope / LENGTH);
                    }
                });
                -found / LENGTH
            }
        }
    }

    /// Goes through all excesses, time by time: `weigh(place, excess)` gives the derivative of the objective by it.
    /// With a gradient, what that comes to is added.
    #[expect(clippy::needless_range_loop, reason = "a lane of several tables")]
    pub(super) fn pass(
        &mut self,
        z: &[f64],
        mut weigh: impl FnMut(usize, f64) -> f64,
        gradient: Option<&mut [f64]>,
    ) {
        let states = self.nodes.states(self.space, z);
        let inputs = states.len() / self.nodes.groups();
        let mut slopes: Vec<Lanes> = Vec::with_capacity(states.len());
        for (group, inputs) in states.chunks_exact(inputs).enumerate() {
            self.table.values[..inputs.len()].copy_from_slice(inputs);
            self.program.forwards(&mut self.table, self.smooth);
            let mut weights = vec![[0.0; LANES]; self.program.outputs.len()];
            let mut any = false;
            for lane in 0..LANES.min(self.nodes.times.len() - group * LANES) {
                for k in 0..self.count() {
                    let place = (group * LANES + lane) * self.count() + k;
                    let mut own = Vec::new();
                    let excess = self.excess(lane, k, |element, slope| own.push((element, slope)));
                    let weight = weigh(place, excess);
                    if weight != 0.0 {
                        any = true;
                        own.iter()
                            .for_each(|(element, slope)| weights[*element][lane] += weight * slope);
                    }
                }
            }
            if gradient.is_some() {
                if any {
                    let weight = |element: usize| weights[element];
                    slopes.extend_from_slice(self.program.backwards(&mut self.table, weight));
                } else {
                    slopes.extend(std::iter::repeat_n([0.0; LANES], inputs.len()));
                }
            }
        }
        if let Some(gradient) = gradient {
            self.nodes.back(self.space, &slopes, gradient);
        }
    }
}

fn named(model: &Model, side: Side, what: &str) -> Vec<String> {
    let names: Vec<&str> = match side {
        Side::Motor if !model.motors.is_empty() => {
            model.motors.iter().map(|motor| motor.name).collect()
        }
        _ => model.joints.iter().map(|joint| joint.name).collect(),
    };
    names
        .into_iter()
        .map(|name| format!("{what} {name}"))
        .collect()
}

/// Torques by standard parameters: `Y_b beta`, and through the transmission.
fn torques<'t>(
    robot: &dyn Robot,
    theta: &[f64],
    side: Side,
    state: &super::program::State<'t>,
) -> Result<Vec<Traced<'t>>, EvaluationError> {
    let model = robot.model();
    let (n, b) = (model.joints.len(), model.base.len());
    let beta = base_matrix(model) * nalgebra::DVector::from_column_slice(theta);
    let all = traced(robot, Quantity::BaseRegressor, state)?;
    let zero = Traced::constant(0.0);
    let of_row = |row: usize| {
        (0..b).fold(zero, |sum, k| {
            sum + all[row * b + k] * Traced::constant(beta[k])
        })
    };
    let joints: Vec<Traced<'t>> = (0..n).map(of_row).collect();
    let Some(drive) = Drive::of(model).filter(|_| side == Side::Motor) else {
        return Ok(joints);
    };
    let rows = drive.torque_rows(Side::Motor);
    let motor = |m: usize| {
        (0..n).fold(zero, |sum, j| {
            sum + joints[j] * Traced::constant(rows[(m, j)])
        })
    };
    Ok((0..n).map(motor).collect())
}

/// Velocities (order 1) or accelerations (2) of motors.
fn motors(model: &Model, order: usize) -> Result<Program, ExciteError> {
    let n = model.joints.len();
    let drive = Drive::of(model);
    let ratio = |m: usize, j: usize| match &drive {
        Some(drive) => drive.ratio(m, j),
        None => f64::from(u8::from(m == j)),
    };
    let program = Program::of(n, |state| {
        let motor = |m: usize| {
            (0..n).fold(Traced::constant(0.0), |sum, j| match ratio(m, j) == 0.0 {
                true => sum,
                false => sum + state[order][j] * Traced::constant(ratio(m, j)),
            })
        };
        Ok((0..n).map(motor).collect())
    })?;
    Ok(program)
}

#[cfg(test)]
mod tests;
