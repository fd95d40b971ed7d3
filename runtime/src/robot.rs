//! The one interface between generated code and everything that uses it at run time.

use crate::quantity::table;
use crate::recovery::Outcome;
use crate::{
    Columns, Inputs, Isa, Model, Packet, Packing, Physical, Quantity, RecoveryError, ShapeError,
    Torque, Traced,
};

/// A method for each quantity.
macro_rules! methods {
    ($($(#[$doc:meta])* $variant:ident $function:ident($($argument:ident),*)
        $rows:ident $columns:ident $name:literal $symbol:literal)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`EvaluationError`].
        fn $function(&self, $($argument: &[f64],)* out: &mut [f64]) -> Result<(), EvaluationError> {
            #[allow(clippy::needless_update, reason = "some take everything")]
            let inputs = Inputs { $($argument,)* ..Inputs::default() };
            self.evaluate(Quantity::$variant, &inputs, out)
        }
    )*};
}

/// A robot whose equations were generated: its data and its functions on `f64` slices.
///
/// The generated module also has each function on its own, generic over
/// [`Scalar`](crate::Scalar) and with array types that carry the sizes; this trait is for code
/// that handles any robot. [`Quantity`] is the table of what there is: [`Robot::evaluate`] computes
/// any of it, and each has a method of its own. Matrices are row-major, units are SI, and everything
/// is on the joint side of the transmission. Functions of a robot whose base moves
/// ([`Model::base_moves`]) take that motion besides: they are asked through [`Robot::evaluate`] with
/// [`Inputs::base`].
///
/// # Errors
/// Every function answers a slice of the wrong length with a [`ShapeError`] and does nothing.
pub trait Robot: Sync {
    /// The robot as data.
    fn model(&self) -> &Model;

    /// Torques at joints and motors that the base parameters are not made for: those that a part of a robot
    /// leaves out. None of a whole robot.
    fn left_out(&self) -> &[Torque] {
        &[]
    }

    /// Computes a quantity; `out` has [`Quantity::length`] numbers.
    ///
    /// # Errors
    /// [`EvaluationError`].
    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError>;

    /// Where the values of a quantity that differ stand; `None` of one that is not packed: of the motion's quantities all are.
    fn packing(&self, quantity: Quantity) -> Option<&'static Packing> {
        let _ = quantity;
        None
    }

    /// Computes the values of a quantity that differ ([`Robot::packing`]); `out` has one number for each.
    ///
    /// A regressor is mostly zeros, and this writes none of them: what is fast inside goes through here.
    ///
    /// # Errors
    /// [`EvaluationError`].
    fn evaluate_packed(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let _ = (inputs, out);
        Err(EvaluationError::NotGenerated(quantity))
    }

    /// Computes the values of a quantity that differ ([`Robot::packing`], `v` of them) for many states
    /// ([`Columns::states`]), on the instructions `isa` ([`Isa::detected`]): `out` has `v` packets for the first eight
    /// states ([`PACKET`](crate::PACKET)), then `v` for the next; the last ones of a column that ends are of its last state.
    ///
    /// ```
    /// # use armwright_runtime::{Columns, EvaluationError, Isa, Packet, Quantity, Robot};
    /// /// The largest torque of the first joint in many states.
    /// fn largest(robot: &dyn Robot, columns: &Columns<'_>) -> Result<f64, EvaluationError> {
    ///     let values = robot.packing(Quantity::InverseDynamics).map_or(0, |packing| packing.values());
    ///     let mut out = vec![Packet::default(); columns.states().div_ceil(8) * values];
    ///     robot.evaluate_batch(Isa::detected(), Quantity::InverseDynamics, columns, &mut out)?;
    ///     let first = out.iter().step_by(values.max(1)).flat_map(|packet| packet.0);
    ///     Ok(first.fold(0.0, |largest, torque| torque.abs().max(largest)))
    /// }
    /// ```
    ///
    /// # Errors
    /// [`EvaluationError`].
    fn evaluate_batch(
        &self,
        isa: Isa,
        quantity: Quantity,
        columns: &Columns<'_>,
        out: &mut [Packet],
    ) -> Result<(), EvaluationError> {
        let _ = (isa, columns, out);
        Err(EvaluationError::NotGenerated(quantity))
    }

    /// Writes down how a quantity is computed ([`Traced`]): of the base regressors and the energy regressor, from which
    /// the laboratory takes derivatives.
    ///
    /// # Errors
    /// [`EvaluationError`]; any other quantity is not generated for this.
    fn trace<'t>(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_, Traced<'t>>,
        out: &mut [Traced<'t>],
    ) -> Result<(), EvaluationError> {
        let _ = (inputs, out);
        Err(EvaluationError::NotGenerated(quantity))
    }

    table!(methods);

    /// How the joint torques (`n`, [`Quantity::InverseDynamics`]) change where all that they depend on moves
    /// `along` a direction, from what it is `at`: exact, by dual numbers ([`Dual`](crate::Dual)) through the generated function.
    /// What is left out of `along` stays as it is.
    ///
    /// # Errors
    /// [`EvaluationError`]; a robot that was not generated may have no such function.
    fn torque_derivative(
        &self,
        at: &Inputs<'_>,
        along: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let _ = (at, along, out);
        Err(EvaluationError::NotGenerated(Quantity::InverseDynamics))
    }

    /// The base regressor (`n × b`, [`Quantity::BaseRegressor`]) with other lengths: those that the
    /// motion determines by itself, so that they are fitted with the base parameters. They are the
    /// [`FittedLength`](crate::PhysicalKind::FittedLength)s among what [`Model::recovery`] takes for known, in
    /// their order.
    ///
    /// # Errors
    /// [`EvaluationError`]; a robot without such lengths has no such regressor.
    fn base_regressor_with(
        &self,
        lengths: &[f64],
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let _ = (lengths, q, qd, qdd, out);
        Err(EvaluationError::NotGenerated(Quantity::BaseRegressor))
    }

    /// Lengths whose values [`Robot::base_parameters_at`] takes; none for a robot whose lengths are all
    /// numbers, or determined by motion and not fitted.
    fn lengths(&self) -> &'static [Physical] {
        &[]
    }

    /// The base parameters (`b`) that identification gives of a robot with standard parameters `theta`
    /// (`p`) and other [`Robot::lengths`] than its file has. Of those that the regressor can take up it
    /// holds the file's values, and the true ones of those that are fitted.
    ///
    /// # Errors
    /// [`EvaluationError`]; a robot without such lengths has no such function.
    fn base_parameters_at(
        &self,
        theta: &[f64],
        lengths: &[f64],
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let _ = (theta, lengths, out);
        Err(EvaluationError::NotGenerated(Quantity::BaseParameters))
    }

    /// Physical parameters (`out`, `r`) from base parameters (`beta`, `b`) and what is known
    /// (`known`, `k`), and what is left of the equations that were not needed (`residuals`, `s`).
    /// The names are in [`Model::recovery`].
    ///
    /// `tolerance` has a number for each step (`d`): a divisor whose magnitude is not above it
    /// counts as zero. Zeros refuse exact zeros only; some standard deviations of the divisors
    /// ([`Robot::divisor_jacobian`], [`deviations`](crate::recovery::deviations)) refuse what the
    /// data cannot tell from zero.
    ///
    /// # Errors
    /// [`RecoveryError`] with the step that failed; `out` then has the parameters of the steps
    /// before it. A robot without a plan answers [`RecoveryError::NoPlan`].
    fn recover(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let _ = (beta, known, tolerance, out, residuals);
        Err(RecoveryError::NoPlan)
    }

    /// As [`Robot::recover`], towards another solution: where steps have several
    /// ([`Recovery::has_several`](crate::Recovery::has_several)), the one nearest to `near` (`r`) is
    /// taken, whatever its sign. Infinite numbers take the outermost roots of quadratic steps; Newton's
    /// iteration begins at finite ones.
    ///
    /// # Errors
    /// As [`Robot::recover`], but for what has to be positive.
    fn recover_near(
        &self,
        beta: &[f64],
        known: &[f64],
        tolerance: &[f64],
        near: &[f64],
        out: &mut [f64],
        residuals: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let _ = near;
        self.recover(beta, known, tolerance, out, residuals)
    }

    /// Derivatives of what following the plan gives (rows) by base parameters and then knowns
    /// (`b + k` columns), at a point that [`Robot::recover`] or [`Robot::recover_near`] found.
    ///
    /// # Errors
    /// [`RecoveryError::NoPlan`], [`RecoveryError::Shape`]. Where a step divides by zero, entries
    /// are not finite.
    fn plan_jacobian(
        &self,
        outcome: Outcome,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let _ = (outcome, beta, known, recovered, out);
        Err(RecoveryError::NoPlan)
    }

    /// Derivatives of the recovered parameters (`r × (b + k)`).
    ///
    /// # Errors
    /// As [`Robot::plan_jacobian`].
    fn recovery_jacobian(
        &self,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        self.plan_jacobian(Outcome::Recovered, beta, known, recovered, out)
    }

    /// Derivatives of what the steps divide by (`d × (b + k)`).
    ///
    /// # Errors
    /// As [`Robot::plan_jacobian`].
    fn divisor_jacobian(
        &self,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        self.plan_jacobian(Outcome::Divisors, beta, known, recovered, out)
    }

    /// Derivatives of the residuals (`s × (b + k)`): with their covariance `J Σ Jᵀ` the residuals of
    /// the spare equations can be judged.
    ///
    /// # Errors
    /// As [`Robot::plan_jacobian`].
    fn residual_jacobian(
        &self,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        self.plan_jacobian(Outcome::Residuals, beta, known, recovered, out)
    }
}

/// Why a robot does not give a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvaluationError {
    /// A slice of the wrong length.
    Shape(ShapeError),
    /// The robot's module was generated without it.
    NotGenerated(Quantity),
}

impl From<ShapeError> for EvaluationError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl core::fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Shape(error) => write!(f, "{error}"),
            Self::NotGenerated(quantity) => write!(
                f,
                "the robot's module has no `{0}`: it was generated without it; generate it with \
                 `--only {0}` among what is wanted, or `.only([Quantity::{quantity:?}])` in a build \
                 script",
                quantity.function()
            ),
        }
    }
}

impl core::error::Error for EvaluationError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::{EvaluationError, Robot};
    use crate::model::tests::BARE;
    use crate::recovery::Outcome;
    use crate::{Columns, Inputs, Isa, Model, Packet, Quantity, RecoveryError, ShapeError, Traced};

    /// A robot of which nothing was generated.
    struct Bare;

    impl Robot for Bare {
        fn model(&self) -> &Model {
            &BARE
        }

        fn evaluate(
            &self,
            quantity: Quantity,
            _: &Inputs<'_>,
            _: &mut [f64],
        ) -> Result<(), EvaluationError> {
            Err(EvaluationError::NotGenerated(quantity))
        }
    }

    #[test]
    fn what_was_not_generated_is_named() {
        let (inputs, columns) = (Inputs::default(), Columns::default());
        let (none, out): (&[f64], &mut [f64]) = (&[], &mut [0.0; 2]);
        for quantity in [Quantity::InertiaMatrix, Quantity::BaseRegressor] {
            let missing = Err(EvaluationError::NotGenerated(quantity));
            assert_eq!(Bare.packing(quantity), None);
            assert_eq!(Bare.evaluate_packed(quantity, &inputs, out), missing);
            let packets = &mut [Packet::default()];
            let batch = Bare.evaluate_batch(Isa::BASELINE, quantity, &columns, packets);
            assert_eq!(batch, missing);
            let traced = Inputs::<Traced<'_>>::default();
            assert_eq!(Bare.trace(quantity, &traced, &mut []), missing);
        }
        let missing = |quantity| Err(EvaluationError::NotGenerated(quantity));
        assert_eq!(
            Bare.torque_derivative(&inputs, &inputs, out),
            missing(Quantity::InverseDynamics)
        );
        assert_eq!(
            Bare.base_regressor_with(none, none, none, none, out),
            missing(Quantity::BaseRegressor)
        );
        assert_eq!(
            Bare.base_parameters_at(none, none, out),
            missing(Quantity::BaseParameters)
        );
        assert_eq!(
            Bare.gravity_torques(none, none, out),
            missing(Quantity::GravityTorques)
        );
        assert!(Bare.lengths().is_empty() && Bare.left_out().is_empty());
        let no_plan = Err(RecoveryError::NoPlan);
        assert_eq!(Bare.recover(none, none, none, out, &mut []), no_plan);
        assert_eq!(Bare.recovery_jacobian(none, none, none, out), no_plan);
    }

    /// A robot whose plan gives back what it was asked with.
    struct Planned;

    impl Robot for Planned {
        fn model(&self) -> &Model {
            &BARE
        }

        fn evaluate(
            &self,
            quantity: Quantity,
            inputs: &Inputs<'_>,
            out: &mut [f64],
        ) -> Result<(), EvaluationError> {
            Bare.evaluate(quantity, inputs, out)
        }

        fn recover(
            &self,
            beta: &[f64],
            known: &[f64],
            tolerance: &[f64],
            out: &mut [f64],
            residuals: &mut [f64],
        ) -> Result<(), RecoveryError> {
            out.copy_from_slice(&[beta[0], known[0], tolerance[0]]);
            residuals.fill(7.0);
            Ok(())
        }

        fn plan_jacobian(
            &self,
            outcome: Outcome,
            beta: &[f64],
            known: &[f64],
            recovered: &[f64],
            out: &mut [f64],
        ) -> Result<(), RecoveryError> {
            let which = match outcome {
                Outcome::Recovered => 1.0,
                Outcome::Divisors => 2.0,
                Outcome::Residuals => 3.0,
            };
            out.copy_from_slice(&[which, beta[0], known[0], recovered[0]]);
            Ok(())
        }
    }

    /// A plan without steps of several solutions has one, wherever it is looked for.
    #[test]
    fn plans_are_asked_by_several_names() {
        let (mut out, mut residuals) = ([0.0; 3], [0.0; 1]);
        let near = &[f64::INFINITY; 3];
        let found = Planned.recover_near(&[1.0], &[2.0], &[3.0], near, &mut out, &mut residuals);
        assert_eq!((found, out, residuals), (Ok(()), [1.0, 2.0, 3.0], [7.0]));
        let of = |which| [which, 4.0, 5.0, 6.0];
        let mut out = [0.0; 4];
        let at = [&[4.0], &[5.0], &[6.0]];
        assert_eq!(
            Planned.recovery_jacobian(at[0], at[1], at[2], &mut out),
            Ok(())
        );
        assert_eq!(out, of(1.0));
        assert_eq!(
            Planned.divisor_jacobian(at[0], at[1], at[2], &mut out),
            Ok(())
        );
        assert_eq!(out, of(2.0));
        assert_eq!(
            Planned.residual_jacobian(at[0], at[1], at[2], &mut out),
            Ok(())
        );
        assert_eq!(out, of(3.0));
    }

    /// By the name of the function, and by that of the variant.
    #[test]
    fn what_is_missing_is_told_with_what_gives_it() {
        let missing = EvaluationError::NotGenerated(Quantity::ClosedFormTorque);
        assert_eq!(
            missing.to_string(),
            "the robot's module has no `closed_form_torque`: it was generated without it; generate it with \
             `--only closed_form_torque` among what is wanted, or `.only([Quantity::ClosedFormTorque])` in a build script"
        );
        let (expected, actual) = (3, 2);
        let wrong = EvaluationError::from(ShapeError { expected, actual });
        assert_eq!(wrong.to_string(), "expected 3 numbers, got 2");
    }
}
