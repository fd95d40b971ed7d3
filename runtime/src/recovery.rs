//! From identified base parameters back to masses, centres of mass and inertias.
//!
//! The generator derives a plan: formulas, one after the other, that solve the base parameters for
//! physical parameters once some of these are known beforehand. [`Recovery`] is that plan as data;
//! [`Robot::recover`](crate::Robot::recover) computes it. With `x` recovered, `beta` base
//! parameters and `known` what is known, of covariance `Σ` over `(beta, known)`, the covariance of
//! `x` is `J Σ Jᵀ` with [`Robot::recovery_jacobian`](crate::Robot::recovery_jacobian)
//! ([`propagate`]), and what a step divides by is uncertain by [`deviations`] of
//! [`Robot::divisor_jacobian`](crate::Robot::divisor_jacobian).
//!
//! Sizes: `b` base parameters, `k` knowns, `r` recovered parameters, `d` steps, `s` spare equations.

mod jacobian;
mod quantity;
mod solution;
mod uncertainty;

pub use jacobian::{Outcome, jacobian};
pub use quantity::{Physical, PhysicalKind, Recovery, Spare, Step, StepKind, Undetermined};
pub use solution::{Branch, divide, newton, positive, quadratic};
pub use uncertainty::{deviations, propagate};

use crate::ShapeError;

/// Why physical parameters could not be recovered, with the step that failed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RecoveryError {
    /// The robot's module has no plan: its file has no `recovery`.
    NoPlan,
    /// A slice of the wrong length.
    Shape(ShapeError),
    /// What a step divides by is zero within its tolerance: the motion, or these values of what is
    /// known, do not tell the parameter.
    ZeroDivisor {
        /// The step.
        step: &'static Step,
        /// What it divides by.
        value: f64,
        /// What counts as zero.
        tolerance: f64,
    },
    /// A quadratic step has no real root: the base parameters contradict what is known.
    NoRealRoot {
        /// The step.
        step: &'static Step,
        /// The discriminant, below zero.
        discriminant: f64,
    },
    /// A parameter that has to be positive is not.
    NotPositive {
        /// The step.
        step: &'static Step,
        /// The parameter.
        parameter: &'static Physical,
        /// The value that the base parameters give it.
        value: f64,
    },
    /// Newton's iteration did not settle.
    NotConverged {
        /// The step.
        step: &'static Step,
        /// How many iterations were made.
        iterations: usize,
    },
}

impl From<ShapeError> for RecoveryError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl core::fmt::Display for RecoveryError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NoPlan => write!(
                f,
                "no plan for recovering physical parameters was generated: the robot file names \
                 nothing known; add `recovery: {{known: [...]}}` (`armwright recover FILE \
                 --suggest` lists what suffices)"
            ),
            Self::Shape(error) => write!(f, "{error}"),
            Self::ZeroDivisor {
                step,
                value,
                tolerance,
            } => {
                let divisor = step.divisor;
                write!(f, "{step} cannot be computed: `{divisor}` is {value:e}")?;
                match *tolerance > 0.0 {
                    true => write!(
                        f,
                        ", and below {tolerance:e} it cannot be told from zero; know more beforehand, or identify from a \
                         richer motion"
                    ),
                    // Nothing of it is uncertain: no other motion helps.
                    false => write!(
                        f,
                        "; a known value is wrong, or more has to be known beforehand"
                    ),
                }
            }
            Self::NoRealRoot { step, discriminant } => write!(
                f,
                "{step} has no real solution (discriminant {discriminant:e}): the base parameters \
                 contradict what is known"
            ),
            Self::NotPositive {
                step,
                parameter,
                value,
            } => write!(
                f,
                "{step} gives {} = {value:e} {}, which has to be positive: the base parameters \
                 contradict what is known",
                parameter.name, parameter.unit
            ),
            Self::NotConverged { step, iterations } => write!(
                f,
                "{step} did not converge within {iterations} iterations: the base parameters may \
                 contradict what is known, or the nominal values are too far from the truth"
            ),
        }
    }
}

impl core::error::Error for RecoveryError {}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::{Physical, PhysicalKind, Recovery, RecoveryError, Step, StepKind};

    const fn step(kind: StepKind) -> Step {
        Step {
            recovered: &[0],
            kind,
            formula: "tx_a = mx_a/m_a",
            latex: "t_{x,a} = \\frac{h_{x,a}}{m_a}",
            divisor: "m_a",
            note: "",
        }
    }

    static STEP: Step = step(StepKind::Linear);

    static LENGTH: Physical = Physical {
        name: "l_1",
        latex: "l_{1}",
        unit: "m",
        kind: PhysicalKind::Length,
        nominal: None,
    };

    #[test]
    fn what_fails_is_told_with_its_step_and_numbers() {
        let (step, parameter) = (&STEP, &LENGTH);
        let (value, tolerance) = (1e-3, 0.05);
        for (error, told) in [
            (
                RecoveryError::NoPlan,
                "no plan for recovering physical parameters was generated: the robot file names nothing known; add \
                 `recovery: {known: [...]}` (`armwright recover FILE --suggest` lists what suffices)",
            ),
            (
                RecoveryError::ZeroDivisor {
                    step,
                    value,
                    tolerance,
                },
                "the step `tx_a = mx_a/m_a` cannot be computed: `m_a` is 1e-3, and below 5e-2 it cannot be told from \
                 zero; know more beforehand, or identify from a richer motion",
            ),
            (
                RecoveryError::ZeroDivisor {
                    step,
                    value: 0.0,
                    tolerance: 0.0,
                },
                "the step `tx_a = mx_a/m_a` cannot be computed: `m_a` is 0e0; a known value is wrong, or more has to be \
                 known beforehand",
            ),
            (
                RecoveryError::NoRealRoot {
                    step,
                    discriminant: -2.5,
                },
                "the step `tx_a = mx_a/m_a` has no real solution (discriminant -2.5e0): the base parameters contradict \
                 what is known",
            ),
            (
                RecoveryError::NotPositive {
                    step,
                    parameter,
                    value: -0.5,
                },
                "the step `tx_a = mx_a/m_a` gives l_1 = -5e-1 m, which has to be positive: the base parameters \
                 contradict what is known",
            ),
            (
                RecoveryError::NotConverged {
                    step,
                    iterations: 60,
                },
                "the step `tx_a = mx_a/m_a` did not converge within 60 iterations: the base parameters may contradict \
                 what is known, or the nominal values are too far from the truth",
            ),
        ] {
            assert_eq!(error.to_string(), told);
        }
    }

    /// A square root has two, and Newton's iteration may end at any.
    #[test]
    fn steps_that_are_no_division_may_have_several_solutions() {
        const LINEAR: Step = step(StepKind::Linear);
        const QUADRATIC: Step = step(StepKind::Quadratic);
        const NEWTON: Step = step(StepKind::Newton);
        let plans: [(&'static [Step], bool); 5] = [
            (&[], false),
            (&[LINEAR, LINEAR], false),
            (&[LINEAR, QUADRATIC], true),
            (&[NEWTON], true),
            (&[QUADRATIC, LINEAR], true),
        ];
        for (steps, several) in plans {
            let plan = Recovery {
                known: &[],
                recovered: &[],
                steps,
                undetermined: &[],
                invisible: &[],
                spare: &[],
                rank: 0,
            };
            assert_eq!(plan.has_several(), several, "{steps:?}");
        }
    }
}
