//! A part of a robot: some torques left out, and the exact base parameters of those that remain.
//!
//! A torque that was not measured, or is of no use, takes its row of the equations with it. What the other
//! rows reveal together is a space of combinations of the base parameters: the sum of what each of them reveals
//! by itself, which the generator has found exactly ([`Model::single`]). Its reduced echelon form is the base
//! parameters of the part. Each is called after the one that leads it, and has its column of the regressor, so that
//! a part is a [`Robot`] like any other, of fewer base parameters.
//!
//! Lengths that stay symbols have their values of the file here, and are not fitted; what needs all base
//! parameters (the plan of recovery, the closed form's elements) a part does not have.

mod choice;
mod combinations;
mod model;
#[cfg(test)]
mod tests;

pub(crate) use choice::remaining;
pub use choice::{LeftOut, PartError, torque};

use armwright_runtime::{
    EvaluationError, Inputs, Model, Quantity, Robot, ShapeError, Side, Torque,
};
use combinations::Combination;

/// A robot of whose torques some are left out.
///
/// ```
/// use armwright_lab::part::Part;
/// use armwright_runtime::{Robot, Side, Torque};
///
/// let robot = &armwright_robots::double_pendulum::ROBOT;
/// // The torque of the first joint takes up all parameters; that of the second its own alone.
/// let names = |left_out: usize| -> Vec<&str> {
///     let part = Part::without(robot, Side::Joint, &[Torque::joint(left_out)]);
///     part.map_or(Vec::new(), |part| part.model().base.iter().map(|b| b.name).collect())
/// };
/// assert_eq!(names(1).len(), robot.model().base.len());
/// assert!(names(0).len() < robot.model().base.len());
/// ```
pub struct Part<'r> {
    robot: &'r dyn Robot,
    model: Model,
    left_out: Vec<Torque>,
    combinations: Vec<Combination>,
}

impl<'r> Part<'r> {
    /// The robot without the torques at some joints and motors, its equations written on a side of the
    /// transmission. A row that any of them enters is left out.
    ///
    /// # Errors
    /// [`PartError`] if nothing remains, or if what remains cannot be told exactly.
    pub fn without(
        robot: &'r dyn Robot,
        side: Side,
        left_out: &[Torque],
    ) -> Result<Self, PartError> {
        let model = robot.model();
        if !model.base_of_torque {
            return Err(PartError::NotOfTorque(model.name.to_owned()));
        }
        let rows = remaining(model, side, left_out)?;
        if rows.is_empty() {
            return Err(PartError::Nothing(model.name.to_owned()));
        }
        let combinations = combinations::of(model, side, &rows)?;
        let mut left_out = left_out.to_vec();
        left_out.sort_by_key(|torque| (torque.side == Side::Motor, torque.row));
        left_out.dedup();
        Ok(Self {
            robot,
            model: model::of(model, &combinations),
            left_out,
            combinations,
        })
    }

    /// The base parameters of the part: for each the base parameters of the whole robot that it is made of, with
    /// their coefficients, the one that it is called after first.
    pub fn combinations(&self) -> impl Iterator<Item = &[(usize, f64)]> {
        self.combinations.iter().map(Vec::as_slice)
    }

    /// Values of its base parameters from those of the whole robot.
    fn of_whole(&self, beta: &[f64], out: &mut [f64]) {
        for (value, combination) in out.iter_mut().zip(&self.combinations) {
            *value = combination.iter().map(|(k, c)| c * beta[*k]).sum();
        }
    }
}

impl Robot for Part<'_> {
    fn model(&self) -> &Model {
        &self.model
    }

    fn left_out(&self) -> &[Torque] {
        &self.left_out
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let is_base = [
            Quantity::BaseRegressor,
            Quantity::MeasuredBaseRegressor,
            Quantity::BaseParameters,
        ];
        if !is_base.contains(&quantity) {
            return self.robot.evaluate(quantity, inputs, out);
        }
        let (expected, actual) = (quantity.length(&self.model), out.len());
        if actual != expected {
            return Err(ShapeError { expected, actual }.into());
        }
        let mut whole = vec![0.0; quantity.length(self.robot.model())];
        self.robot.evaluate(quantity, inputs, &mut whole)?;
        if quantity == Quantity::BaseParameters {
            self.of_whole(&whole, out);
            return Ok(());
        }
        let rows = whole.chunks_exact(self.robot.model().base.len().max(1));
        for (out, row) in out.chunks_exact_mut(self.combinations.len()).zip(rows) {
            for (element, combination) in out.iter_mut().zip(&self.combinations) {
                *element = row[combination[0].0];
            }
        }
        Ok(())
    }
}
