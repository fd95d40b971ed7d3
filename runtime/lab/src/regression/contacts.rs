//! What wrenches on bodies from outside are in the rows of the equations.
//!
//! The generated regressors are linear in gravity, and what holds a unit mass in a gravity `g` is `-Jᵀ g`, with the
//! Jacobian of where the mass is; what holds a unit first moment along a body's axis `e` is `-J_wᵀ (e × g)`. So the columns of
//! a body's mass and first moments, gravity along each axis less no gravity, are Jacobians, exact for any row.

use crate::motion::Motion;
use crate::recording::Contact;
use armwright_runtime::{
    Axis, BaseMotion, EvaluationError, Inertial, Inputs, Model, ParameterKind, Quantity, Robot,
};

/// What a wrench on a body from outside is in each row ([`Row::measured`](crate::rows::Row::measured)) of a robot whose base moves: its
/// force (N) and moment (N·m) on the body, through the Jacobian of the point. The rows of a motion are what is measured
/// and this.
///
/// # Errors
/// [`EvaluationError`], of a base that stands still too: its functions take no gravity.
pub fn contact_rows(
    robot: &dyn Robot,
    inputs: &Inputs<'_>,
    contact: &Contact,
    [force, moment]: [[f64; 3]; 2],
) -> Result<Vec<f64>, EvaluationError> {
    let jacobians = Jacobians::of(robot, inputs)?;
    let mut rows = vec![0.0; jacobians.rows];
    jacobians.add(contact, force, moment, &mut rows);
    Ok(rows)
}

/// The same of each component of a wrench by itself, 1 N or 1 N·m.
///
/// # Errors
/// As [`contact_rows`].
pub(crate) fn unit_wrenches(
    robot: &dyn Robot,
    inputs: &Inputs<'_>,
    contact: &Contact,
) -> Result<[Vec<f64>; 6], EvaluationError> {
    let jacobians = Jacobians::of(robot, inputs)?;
    Ok(std::array::from_fn(|component| {
        let wrench =
            [0, 3].map(|from| std::array::from_fn(|i| f64::from(u8::from(from + i == component))));
        let mut rows = vec![0.0; jacobians.rows];
        jacobians.add(contact, wrench[0], wrench[1], &mut rows);
        rows
    }))
}

/// Where gravity stands among the numbers of the base's motion.
const GRAVITY: usize = 12;

/// Adds to what was measured of motions what contacts contribute: rows are then what moves the robot.
pub(crate) fn add_contacts(
    robot: &dyn Robot,
    motions: &mut [Motion],
) -> Result<(), EvaluationError> {
    let n = robot.model().joints.len();
    for motion in motions {
        let Some(contacts) = motion.contacts().cloned() else {
            continue;
        };
        for k in motion.interior() {
            let states = motion.states(k..k + 1);
            let Some([q, qd, qdd]) = states.each(n).next() else {
                continue;
            };
            let inputs = Inputs {
                q,
                qd,
                qdd,
                base: states.base_at(0),
                ..Inputs::default()
            };
            let at = Jacobians::of(robot, &inputs)?;
            let mut sum = vec![0.0; at.rows];
            for (contact, wrench) in contacts.places.iter().zip(contacts.wrenches.chunks(6)) {
                let [force, moment] =
                    [0, 3].map(|from| std::array::from_fn(|i| wrench[from + i][k]));
                at.add(contact, force, moment, &mut sum);
            }
            let rows = sum.into_iter().enumerate();
            rows.for_each(|(row, value)| motion.add(row, k, value));
        }
    }
    Ok(())
}

/// What gravity along each axis of the base makes of the regressors in a state.
struct Jacobians<'m> {
    model: &'m Model,
    rows: usize,
    /// The regressor of what is measured, and that of torques (`rows × p`), for gravity along each axis.
    measured: [Vec<f64>; 3],
    torque: [Vec<f64>; 3],
}

impl<'m> Jacobians<'m> {
    fn of(robot: &'m dyn Robot, inputs: &Inputs<'_>) -> Result<Self, EvaluationError> {
        let model = robot.model();
        let along = |quantity: Quantity| -> Result<[Vec<f64>; 3], EvaluationError> {
            let under = |axis: Option<usize>| {
                let mut base = [0.0; BaseMotion::INPUTS];
                base.iter_mut().zip(inputs.base).for_each(|(x, y)| *x = *y);
                if let Some(axis) = axis {
                    base[GRAVITY + axis] += 1.0;
                }
                let inputs = Inputs {
                    base: &base,
                    ..*inputs
                };
                let mut regressor = vec![0.0; quantity.length(model)];
                robot.evaluate(quantity, &inputs, &mut regressor)?;
                Ok::<_, EvaluationError>(regressor)
            };
            let without = under(None)?;
            let mut all = [under(Some(0))?, under(Some(1))?, under(Some(2))?];
            for regressor in &mut all {
                regressor
                    .iter_mut()
                    .zip(&without)
                    .for_each(|(x, y)| *x -= y);
            }
            Ok(all)
        };
        Ok(Self {
            model,
            rows: Quantity::MeasuredRegressor.shape()[0].length(model),
            measured: along(Quantity::MeasuredRegressor)?,
            torque: along(Quantity::TorqueRegressor)?,
        })
    }

    /// Where a component of a body stands among the parameters.
    fn place(&self, body: usize, wanted: Inertial) -> usize {
        let mut parameters = self.model.parameters.iter();
        let is_it = |kind| matches!(kind, ParameterKind::Inertial { body: of, component } if of == body && component == wanted);
        parameters.position(|p| is_it(p.kind)).unwrap_or(0)
    }

    /// A body's axes in those of the base, from the moment on the base that holds a unit first moment along each:
    /// `-e × g`.
    fn axes(&self, moments: [usize; 3]) -> [[f64; 3]; 3] {
        let p = self.model.parameters.len();
        moments.map(|column| {
            let moment = |gravity: usize, row: usize| self.torque[gravity][(3 + row) * p + column];
            [moment(1, 2), moment(2, 0), moment(0, 1)].map(|x| -x)
        })
    }

    /// Adds a wrench on a body: `J_vᵀ f + J_wᵀ n`. A moment is `Σ e × (n × e) / 2` over the body's axes.
    fn add(&self, contact: &Contact, force: [f64; 3], moment: [f64; 3], sum: &mut [f64]) {
        let mass = self.place(contact.body, Inertial::Mass);
        let moments = [Axis::X, Axis::Y, Axis::Z]
            .map(|axis| self.place(contact.body, Inertial::Moment(axis)));
        let axes = self.axes(moments);
        let of_base = |vector: [f64; 3]| match contact.own_axes {
            true => std::array::from_fn(|i| (0..3).map(|k| axes[k][i] * vector[k]).sum()),
            false => vector,
        };
        let (force, moment) = (of_base(force), of_base(moment));
        let p = self.model.parameters.len();
        for (row, sum) in sum.iter_mut().enumerate() {
            for (gravity, (regressor, force)) in self.measured.iter().zip(force).enumerate() {
                let column = |k: usize| regressor[row * p + k];
                let mut share = force * column(mass);
                for (k, axis) in axes.iter().enumerate() {
                    let couple = cross(moment, *axis)[gravity] / 2.0;
                    share += (contact.at[k] * force + couple) * column(moments[k]);
                }
                *sum -= share;
            }
        }
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests;
