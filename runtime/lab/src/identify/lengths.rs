//! Lengths that the motion determines by itself, fitted with the base parameters.
//!
//! Torque is linear in the base parameters for given lengths. Gauss and Newton's iteration solves for both:
//! the derivatives by lengths stand beside the columns of the base parameters (Golub and Pereyra's
//! separable least squares, with base parameters that are solved for again in every round).

use nalgebra::DMatrix;

use super::{Estimation, FittedLength};
use crate::estimate::{Estimate, weighted_least_squares};
use crate::motion::{Motion, States};
use crate::regression::{BaseColumns, Beside, Columns, Equations, Observation, RegressionError};
use crate::statistics::{Noise, covariance, covariance_by};
use armwright_runtime::{
    EvaluationError, Inputs, Isa, Model, Packet, Packing, Physical, PhysicalKind, Quantity,
    RecoveryError, Robot, Side, Torque, recovery::Outcome,
};

/// Rounds after which the iteration is given up.
const ROUNDS: usize = 30;
/// It has settled when a length moves by less than this share of its value.
const SETTLED: f64 = 1e-9;
/// The step of differences by lengths, m; torque is of second degree in them, so that these are exact.
const STEP: f64 = 0.1;

/// The lengths of a robot's plan that are fitted.
pub(super) fn fitted(model: &Model) -> Vec<&'static Physical> {
    let known = model.recovery.iter().flat_map(|plan| plan.known);
    known
        .filter(|p| p.kind == PhysicalKind::FittedLength)
        .collect()
}

/// A robot with other values of the lengths that are fitted.
pub struct AtLengths<'r> {
    robot: &'r dyn Robot,
    lengths: Vec<f64>,
}

impl<'r> AtLengths<'r> {
    /// The robot with these lengths, in the order of its plan.
    #[must_use]
    pub fn new(robot: &'r dyn Robot, lengths: Vec<f64>) -> Self {
        Self { robot, lengths }
    }

    /// Whether a quantity has other values than the robot's own.
    fn changes(&self, quantity: Quantity) -> bool {
        let of_base = [Quantity::BaseRegressor, Quantity::MeasuredBaseRegressor];
        !self.lengths.is_empty() && of_base.contains(&quantity)
    }
}

impl Robot for AtLengths<'_> {
    fn model(&self) -> &Model {
        self.robot.model()
    }

    fn left_out(&self) -> &[Torque] {
        self.robot.left_out()
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        match self.changes(quantity) {
            true => {
                let Inputs { q, qd, qdd, .. } = *inputs;
                self.robot
                    .base_regressor_with(&self.lengths, q, qd, qdd, out)
            }
            false => self.robot.evaluate(quantity, inputs, out),
        }
    }

    fn packing(&self, quantity: Quantity) -> Option<&'static Packing> {
        match self.changes(quantity) {
            true => None,
            false => self.robot.packing(quantity),
        }
    }

    fn evaluate_packed(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        match self.changes(quantity) {
            true => Err(EvaluationError::NotGenerated(quantity)),
            false => self.robot.evaluate_packed(quantity, inputs, out),
        }
    }

    fn evaluate_batch(
        &self,
        isa: Isa,
        quantity: Quantity,
        columns: &armwright_runtime::Columns<'_>,
        out: &mut [Packet],
    ) -> Result<(), EvaluationError> {
        match self.changes(quantity) {
            true => Err(EvaluationError::NotGenerated(quantity)),
            false => self.robot.evaluate_batch(isa, quantity, columns, out),
        }
    }

    fn lengths(&self) -> &'static [Physical] {
        self.robot.lengths()
    }

    fn base_parameters_at(
        &self,
        theta: &[f64],
        lengths: &[f64],
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.robot.base_parameters_at(theta, lengths, out)
    }

    fn recover(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        self.robot.recover(beta, known, tolerance, out, residuals)
    }

    fn recover_near(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        near: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        self.robot
            .recover_near(beta, known, tolerance, near, out, residuals)
    }

    fn plan_jacobian(
        &self,
        outcome: Outcome,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        self.robot
            .plan_jacobian(outcome, beta, known, recovered, out)
    }
}

/// Derivatives of the torque of base parameters by lengths: a column a length.
struct LengthColumns<'a> {
    at: &'a AtLengths<'a>,
    beta: &'a [f64],
}

impl Columns for LengthColumns<'_> {
    fn count(&self) -> usize {
        self.at.lengths.len()
    }

    fn evaluate(&self, states: &States, out: &mut [f64]) -> Result<(), EvaluationError> {
        let (n, count) = (self.at.model().joints.len(), self.count());
        let mut regressor = vec![0.0; n * self.beta.len()];
        let matrices = out.chunks_exact_mut((n * count).max(1));
        for ([q, qd, qdd], matrix) in states.each(n).zip(matrices) {
            matrix.fill(0.0);
            for column in 0..count {
                for (step, share) in [(STEP, 0.5 / STEP), (-STEP, -0.5 / STEP)] {
                    let mut lengths = self.at.lengths.clone();
                    lengths[column] += step;
                    let robot = self.at.robot;
                    robot.base_regressor_with(&lengths, q, qd, qdd, &mut regressor)?;
                    let rows = regressor.chunks_exact(self.beta.len().max(1)).enumerate();
                    for (row, elements) in rows {
                        let torque: f64 = elements.iter().zip(self.beta).map(|(y, b)| y * b).sum();
                        matrix[row * count + column] += share * torque;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The columns of base parameters and then of lengths.
fn beside<'a>(
    at: &'a AtLengths<'a>,
    beta: &'a [f64],
) -> Beside<BaseColumns<'a>, LengthColumns<'a>> {
    Beside(BaseColumns::of_torques(at), LengthColumns { at, beta })
}

/// Lengths as they were fitted, and what that rests on.
pub(super) struct Fitted {
    pub(super) lengths: Vec<f64>,
    observation: Observation,
    estimate: Estimate,
}

impl Fitted {
    /// The covariance of base parameters and then lengths (`b + l` each way), from that of base parameters if these lengths
    /// were certain, with the noise of the rows. Of lengths it is what noise, errors of positions and steps of encoders make of
    /// it, as for base parameters ([`Deviations::of`](crate::statistics::Deviations::of)); base parameters go with them as the equations tell.
    ///
    /// # Errors
    /// [`RegressionError`].
    pub(super) fn covariance(
        &self,
        at: &AtLengths<'_>,
        equations: &Equations<'_>,
        motions: &[Motion],
        (certain, noise): (&DMatrix<f64>, &Noise),
    ) -> Result<DMatrix<f64>, RegressionError> {
        let (bases, count) = (certain.ncols(), self.lengths.len());
        let beta = &self.estimate.beta[..bases];
        let columns = || Box::new(beside(at, beta)) as Box<dyn Columns>;
        let by = (&self.estimate, beta);
        let found = covariance_by(equations, &columns, motions, by, noise)?;
        let of_lengths = found.view((bases, bases), (count, count)).into_owned();
        // How base parameters answer lengths that are held elsewhere, by the normal equations of all.
        let ratio = vec![1.0; self.estimate.weights.len()];
        let plain = covariance(self.observation.factors(), &self.estimate, &ratio);
        let cross = plain.view((0, bases), (bases, count));
        let own = plain.view((bases, bases), (count, count)).into_owned();
        let answer = match own.try_inverse() {
            Some(inverse) => cross * inverse,
            None => DMatrix::zeros(bases, count),
        };
        let mut all = DMatrix::zeros(bases + count, bases + count);
        let through = &answer * &of_lengths;
        let of_bases = certain + &through * answer.transpose();
        all.view_mut((0, 0), (bases, bases)).copy_from(&of_bases);
        all.view_mut((0, bases), (bases, count)).copy_from(&through);
        all.view_mut((bases, 0), (count, bases))
            .copy_from(&through.transpose());
        all.view_mut((bases, bases), (count, count))
            .copy_from(&of_lengths);
        Ok(all)
    }

    /// Adds lengths to an estimation, with the covariance of base parameters and lengths.
    pub(super) fn add_to(
        &self,
        estimation: &mut Estimation,
        model: &Model,
        covariance: &DMatrix<f64>,
    ) {
        let all = fitted(model).into_iter().zip(&self.lengths).enumerate();
        let named = all.map(|(k, (length, value))| {
            let place = model.base.len() + k;
            FittedLength {
                name: length.name.to_owned(),
                value: *value,
                std: covariance[(place, place)].max(0.0).sqrt(),
                nominal: length.nominal,
            }
        });
        estimation.lengths = named.collect();
        let names = estimation.lengths.iter().map(|length| length.name.clone());
        estimation.covariance.parameters.extend(names);
        let rows = covariance.row_iter();
        let rows = rows.map(|row| row.iter().copied().collect());
        estimation.covariance.values = rows.collect();
    }
}

/// Fits the lengths of a robot's plan that have to be; none if there are none, if the motion does not
/// show them, or if the iteration does not settle.
pub(super) fn fit(
    robot: &dyn Robot,
    motions: &[Motion],
    side: Side,
    progress: &mut dyn FnMut(f64),
) -> Result<Option<Fitted>, RegressionError> {
    let (model, all) = (robot.model(), fitted(robot.model()));
    let nominal: Option<Vec<f64>> = all.iter().map(|length| length.nominal).collect();
    let Some(mut lengths) = nominal.filter(|lengths| !lengths.is_empty()) else {
        return Ok(None);
    };
    let bases = model.base.len();
    let at = AtLengths::new(robot, lengths.clone());
    let observation = Equations::of(&at, side)?.observe(motions, progress)?;
    let mut beta = weighted_least_squares(&observation).beta;
    for _ in 0..ROUNDS {
        let at = AtLengths::new(robot, lengths.clone());
        let mut columns = || Box::new(beside(&at, &beta)) as Box<dyn Columns>;
        let equations = Equations::of(&at, side)?;
        let observation = equations.observe_columns(motions, &mut columns, progress)?;
        let estimate = weighted_least_squares(&observation);
        let changes = &estimate.beta[bases..];
        let determined = estimate.spectrum.determined();
        if changes.iter().any(|change| !change.is_finite()) || determined[bases..].contains(&false)
        {
            return Ok(None);
        }
        let is_small =
            |(change, length): (&f64, &f64)| change.abs() <= SETTLED * length.abs().max(STEP);
        if changes.iter().zip(&lengths).all(is_small) {
            return Ok(Some(Fitted {
                lengths,
                observation,
                estimate,
            }));
        }
        for (length, change) in lengths.iter_mut().zip(changes) {
            *length += change;
        }
        beta = estimate.beta[..bases].to_vec();
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
