//! What wrenches on bodies from outside are in the rows of the equations.
//!
//! The generated regressors are linear in gravity, and what holds a unit mass in a gravity `g` is `-Jᵀ g`, with the
//! Jacobian of where the mass is; what holds a unit first moment along a body's axis `e` is `-J_wᵀ (e × g)`. So the columns of
//! a body's mass and first moments under gravity along each axis, where nothing moves, are Jacobians, exact for any row.

use std::ops::Range;

use nalgebra::Matrix3;

use crate::motion::{Motion, States};
use crate::numeric::cross;
use crate::recording::Contact;
use armwright_runtime::{
    Axis, BaseMotion, EvaluationError, Inertial, Inputs, Packing, ParameterKind, Quantity, Robot,
};

/// What a wrench on a body from outside is in each row ([`Row::measured`](crate::rows::Row::measured)) of a robot whose base moves: its
/// force (N) and moment (N·m) on the body, through the Jacobian of the point. The rows of a motion are what is measured
/// and this. Of the inputs only the positions of the joints count.
///
/// # Errors
/// [`EvaluationError`], of a base that stands still too: its functions take no gravity.
pub fn contact_rows(
    robot: &dyn Robot,
    inputs: &Inputs<'_>,
    contact: &Contact,
    wrench: [[f64; 3]; 2],
) -> Result<Vec<f64>, EvaluationError> {
    let levers = Levers::of(robot, std::slice::from_ref(contact));
    let mut rows = vec![0.0; levers.rows];
    levers.at(inputs.q)?.add(0, wrench, &mut rows);
    Ok(rows)
}

/// Adds to what was measured of motions what contacts contribute: rows are then what moves the robot.
pub(crate) fn add_contacts(
    robot: &dyn Robot,
    motions: &mut [Motion],
) -> Result<(), EvaluationError> {
    for motion in motions {
        let Some(contacts) = motion.contacts().cloned() else {
            continue;
        };
        let levers = Levers::of(robot, &contacts.places);
        for k in motion.interior() {
            let at = levers.at(&motion.states(k..k + 1).q)?;
            let mut sum = vec![0.0; levers.rows];
            for (which, wrench) in contacts.wrenches.chunks(6).enumerate() {
                let wrench = [0, 3].map(|from| std::array::from_fn(|i| wrench[from + i][k]));
                at.add(which, wrench, &mut sum);
            }
            let rows = sum.into_iter().enumerate();
            rows.for_each(|(row, value)| motion.add(row, k, value));
        }
    }
    Ok(())
}

/// Where gravity stands among the numbers of the base's motion.
const GRAVITY: usize = 12;

/// Where in the values of a regressor an element is; nowhere if it is always zero.
type Place = Option<usize>;

/// Where bodies are touched, and what is read of the regressors for each.
pub(crate) struct Levers<'a> {
    robot: &'a dyn Robot,
    rows: usize,
    touched: Vec<Touched<'a>>,
    /// The regressor of what is measured and that of torques; none where nothing is touched.
    regressors: Option<[Regressor; 2]>,
    /// Velocities and accelerations of joints that stand still.
    still: Vec<f64>,
}

struct Touched<'a> {
    contact: &'a Contact,
    /// For each row that is measured the columns of the body's mass and first moments.
    measured: Vec<[Place; 4]>,
    /// For each moment on the base those of its first moments, among torques.
    moments: Vec<[Place; 4]>,
}

/// What gravity along each axis of the base makes of the regressors where nothing moves.
struct Jacobians<'l> {
    levers: &'l Levers<'l>,
    /// The values of the regressor of what is measured.
    measured: [Vec<f64>; 3],
    /// Those of torques.
    torque: [Vec<f64>; 3],
}

impl<'a> Levers<'a> {
    pub(crate) fn of(robot: &'a dyn Robot, contacts: &'a [Contact]) -> Self {
        if contacts.is_empty() {
            return Self {
                robot,
                rows: 0,
                touched: Vec::new(),
                regressors: None,
                still: Vec::new(),
            };
        }
        let model = robot.model();
        let measured = Regressor::of(robot, Quantity::MeasuredRegressor);
        let torque = Regressor::of(robot, Quantity::TorqueRegressor);
        let rows = Quantity::MeasuredRegressor.shape()[0].length(model);
        let touched = contacts.iter().map(|contact| {
            let of_body = |component: Inertial| {
                let body = contact.body;
                let mut parameters = model.parameters.iter();
                parameters.position(|p| p.kind == ParameterKind::Inertial { body, component })
            };
            let columns = [
                of_body(Inertial::Mass),
                of_body(Inertial::Moment(Axis::X)),
                of_body(Inertial::Moment(Axis::Y)),
                of_body(Inertial::Moment(Axis::Z)),
            ];
            Touched {
                contact,
                measured: measured.places(0..rows, columns),
                moments: torque.places(3..6, columns),
            }
        });
        Self {
            robot,
            rows,
            touched: touched.collect(),
            regressors: Some([measured, torque]),
            still: vec![0.0; model.joints.len()],
        }
    }

    /// At positions of the joints.
    ///
    /// # Errors
    /// [`EvaluationError`], of a base that stands still too: its functions take no gravity.
    fn at(&self, q: &[f64]) -> Result<Jacobians<'_>, EvaluationError> {
        let along = |regressor: Regressor| {
            let under = |axis: usize| {
                let mut base = [0.0; BaseMotion::INPUTS];
                base[GRAVITY + axis] = 1.0;
                let inputs = Inputs {
                    q,
                    qd: &self.still,
                    qdd: &self.still,
                    base: &base,
                    ..Inputs::default()
                };
                regressor.evaluate(self.robot, &inputs)
            };
            Ok::<_, EvaluationError>([under(0)?, under(1)?, under(2)?])
        };
        let (measured, torque) = match self.regressors {
            Some([measured, torque]) => (along(measured)?, along(torque)?),
            None => Default::default(),
        };
        Ok(Jacobians {
            levers: self,
            measured,
            torque,
        })
    }

    /// For each contact what each component of a wrench, 1 N or 1 N·m, is in the rows, in one of some states.
    ///
    /// # Errors
    /// As [`Levers::at`].
    pub(crate) fn units(
        &self,
        states: &States,
        at: usize,
    ) -> Result<Vec<[Vec<f64>; 6]>, EvaluationError> {
        if self.touched.is_empty() {
            return Ok(Vec::new());
        }
        let n = self.still.len();
        let jacobians = self.at(&states.q[at * n..(at + 1) * n])?;
        let of_contact = |which: usize| {
            std::array::from_fn(|component| {
                let one = |k: usize| f64::from(u8::from(k == component));
                let wrench = [0, 3].map(|from| std::array::from_fn(|i| one(from + i)));
                let mut rows = vec![0.0; self.rows];
                jacobians.add(which, wrench, &mut rows);
                rows
            })
        };
        Ok((0..self.touched.len()).map(of_contact).collect())
    }

    /// For each contact what turns vectors in the axes of its body into those of the base, in one of some states.
    ///
    /// # Errors
    /// As [`Levers::at`].
    pub(crate) fn turns(
        &self,
        states: &States,
        at: usize,
    ) -> Result<Vec<Matrix3<f64>>, EvaluationError> {
        if self.touched.is_empty() {
            return Ok(Vec::new());
        }
        let n = self.still.len();
        let jacobians = self.at(&states.q[at * n..(at + 1) * n])?;
        let turn = |which: usize| {
            let axes = jacobians.axes(which);
            Matrix3::from_fn(|i, k| axes[k][i])
        };
        Ok((0..self.touched.len()).map(turn).collect())
    }
}

impl Jacobians<'_> {
    /// The axes of the body of a contact in those of the base, from the moment on the base that holds a unit first moment along each:
    /// `-e × g`.
    fn axes(&self, which: usize) -> [[f64; 3]; 3] {
        let moments = &self.levers.touched[which].moments;
        [1, 2, 3].map(|column| {
            let moment =
                |gravity: usize, row: usize| value(&self.torque[gravity], moments[row][column]);
            [moment(1, 2), moment(2, 0), moment(0, 1)].map(|x| -x)
        })
    }

    /// Adds a wrench on the body of a contact: `J_vᵀ f + J_wᵀ n`. A moment is `Σ e × (n × e) / 2` over the body's axes.
    fn add(&self, which: usize, [force, moment]: [[f64; 3]; 2], sum: &mut [f64]) {
        let Touched {
            contact, measured, ..
        } = &self.levers.touched[which];
        let axes = self.axes(which);
        let of_base = |vector: [f64; 3]| match contact.own_axes {
            true => std::array::from_fn(|i| (0..3).map(|k| axes[k][i] * vector[k]).sum()),
            false => vector,
        };
        let (force, moment): ([f64; 3], [f64; 3]) = (of_base(force), of_base(moment));
        let couples = axes.map(|axis| cross(moment, axis));
        for (gravity, regressor) in self.measured.iter().enumerate() {
            let of_moment = |k: usize| contact.at[k] * force[gravity] + couples[k][gravity] / 2.0;
            let by = [force[gravity], of_moment(0), of_moment(1), of_moment(2)];
            for (sum, places) in sum.iter_mut().zip(measured) {
                let pairs = places.iter().zip(by);
                let share: f64 = pairs.map(|(place, by)| by * value(regressor, *place)).sum();
                *sum -= share;
            }
        }
    }
}

/// What stands at a place, 0 at none.
fn value(of: &[f64], place: Place) -> f64 {
    place.map_or(0.0, |k| of[k])
}

/// A regressor by its values that differ, or whole where a robot has no others.
#[derive(Debug, Clone, Copy)]
struct Regressor {
    quantity: Quantity,
    packing: Option<&'static Packing>,
    values: usize,
    /// How many parameters there are.
    columns: usize,
}

impl Regressor {
    fn of(robot: &dyn Robot, quantity: Quantity) -> Self {
        let (model, packing) = (robot.model(), robot.packing(quantity));
        Self {
            quantity,
            packing,
            values: packing.map_or_else(|| quantity.length(model), Packing::values),
            columns: model.parameters.len(),
        }
    }

    fn evaluate(
        &self,
        robot: &dyn Robot,
        inputs: &Inputs<'_>,
    ) -> Result<Vec<f64>, EvaluationError> {
        let mut values = vec![0.0; self.values];
        match self.packing {
            Some(_) => robot.evaluate_packed(self.quantity, inputs, &mut values)?,
            None => robot.evaluate(self.quantity, inputs, &mut values)?,
        }
        Ok(values)
    }

    /// Where some columns stand among the values, for each of some rows.
    fn places(&self, rows: Range<usize>, columns: [Option<usize>; 4]) -> Vec<[Place; 4]> {
        let mut found = vec![[None; 4]; rows.len()];
        let mut stands = |value: usize, place: usize| {
            let (row, column) = (place / self.columns, place % self.columns);
            let which = columns.iter().position(|wanted| *wanted == Some(column));
            if let (true, Some(which)) = (rows.contains(&row), which) {
                found[row - rows.start][which] = Some(value);
            }
        };
        for value in 0..self.values {
            match self.packing {
                None => stands(value, value),
                Some(packing) => {
                    let places = packing.of_value(value).iter();
                    places.for_each(|place| stands(value, *place as usize));
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
