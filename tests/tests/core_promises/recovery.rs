//! Recovery: no step allocates, no number makes one panic, and nothing is divided by what cannot be told from zero.

use armwright_robots::abb_wrist;
use armwright_runtime::recovery::{deviations, propagate};
use armwright_runtime::{Recovery, RecoveryError, Robot, ShapeError};

use crate::{TRAPS, robots, without_allocation};

/// A robot's recovery, with room for every argument and every result.
struct Plan {
    robot: &'static dyn Robot,
    recovery: Recovery,
    beta: Vec<f64>,
    known: Vec<f64>,
    tolerance: Vec<f64>,
    out: Vec<f64>,
    residuals: Vec<f64>,
    /// Jacobians of what is recovered, of divisors, of residuals; a covariance, and one that follows.
    jacobians: [Vec<f64>; 3],
    covariance: Vec<f64>,
    propagated: Vec<f64>,
    deviations: Vec<f64>,
}

impl Plan {
    /// At the nominal values, or near them where there are none.
    fn of(robot: &'static dyn Robot) -> Option<Self> {
        let model = robot.model();
        let recovery = model.recovery?;
        let theta: Vec<f64> = model
            .parameters
            .iter()
            .map(|p| p.nominal.unwrap_or(0.01))
            .collect();
        let mut beta = vec![0.0; model.base.len()];
        robot
            .base_parameters(&theta, &mut beta)
            .expect("its own sizes");
        let known = recovery.known.iter().map(|p| p.nominal.unwrap_or(1.0));
        let known: Vec<f64> = known.collect();
        let (r, d, s) = (
            recovery.recovered.len(),
            recovery.steps.len(),
            recovery.spare.len(),
        );
        let columns = beta.len() + known.len();
        Some(Self {
            robot,
            recovery,
            beta,
            known,
            tolerance: vec![0.0; d],
            out: vec![0.0; r],
            residuals: vec![0.0; s],
            jacobians: [r, d, s].map(|rows| vec![0.0; rows * columns]),
            covariance: vec![1e-4; columns * columns],
            propagated: vec![0.0; r * r],
            deviations: vec![0.0; d],
        })
    }

    fn recover(&mut self) -> Result<(), RecoveryError> {
        let Self {
            robot,
            beta,
            known,
            tolerance,
            out,
            residuals,
            ..
        } = self;
        robot.recover(beta, known, tolerance, out, residuals)
    }

    /// Everything that follows a recovery.
    fn follow(&mut self) -> Result<(), ShapeError> {
        let Self {
            robot,
            beta,
            known,
            out,
            jacobians,
            ..
        } = self;
        let [recovered, divisors, residuals] = jacobians;
        let made = [
            robot.recovery_jacobian(beta, known, out, recovered),
            robot.divisor_jacobian(beta, known, out, divisors),
            robot.residual_jacobian(beta, known, out, residuals),
        ];
        assert!(made.iter().all(Result::is_ok), "{made:?}");
        propagate(recovered, &self.covariance, &mut self.propagated)?;
        deviations(divisors, &self.covariance, &mut self.deviations)
    }
}

fn plans() -> Vec<Plan> {
    let plans: Vec<Plan> = robots().into_iter().filter_map(Plan::of).collect();
    assert!(plans.len() >= 5, "only {} plans", plans.len());
    plans
}

#[test]
fn no_recovery_allocates() {
    for mut plan in plans() {
        let name = plan.robot.model().name;
        let done = without_allocation(name, || plan.recover());
        assert_eq!(done, Ok(()), "{name}");
        assert_eq!(without_allocation(name, || plan.follow()), Ok(()), "{name}");
        plan.known.fill(0.0);
        let refused = without_allocation(name, || plan.recover());
        assert!(refused.is_err(), "{name}: everything known is 0");
    }
}

#[test]
fn no_number_makes_a_recovery_panic() {
    for mut plan in plans() {
        let (beta, known) = (plan.beta.clone(), plan.known.clone());
        for trap in TRAPS {
            for at in 0..beta.len() + known.len() {
                plan.beta.clone_from(&beta);
                plan.known.clone_from(&known);
                match at.checked_sub(beta.len()) {
                    None => plan.beta[at] = trap,
                    Some(at) => plan.known[at] = trap,
                }
                // An answer or a refusal, whatever the number.
                let _ = plan.recover();
                plan.follow().expect("its own sizes");
            }
            plan.beta.clone_from(&beta);
            plan.known.clone_from(&known);
            plan.beta.fill(trap);
            let _ = plan.recover();
            plan.follow().expect("its own sizes");
        }
    }
}

/// Whatever a plan divides by, a tolerance above it refuses, the step's own and no other; a tolerance below it does
/// not. A divisor that is no number is refused.
#[test]
fn nothing_is_divided_by_what_cannot_be_told_from_zero() {
    let mut divided = 0;
    for mut plan in plans() {
        let name = plan.robot.model().name;
        for (at, step) in plan.recovery.steps.iter().enumerate() {
            plan.tolerance.fill(0.0);
            plan.tolerance[at] = f64::INFINITY;
            let refused = plan.recover();
            let Err(RecoveryError::ZeroDivisor {
                step: named,
                value,
                tolerance,
            }) = refused
            else {
                // Only a step that divides by a number can do without a tolerance.
                assert_eq!(refused, Ok(()), "{name}: {step}");
                continue;
            };
            divided += 1;
            assert!(
                std::ptr::eq(named, step) && tolerance == f64::INFINITY,
                "{name}: {named} for {step}"
            );
            assert!(
                value != 0.0 && value.is_finite(),
                "{name}: {step} divides by {value}"
            );
            plan.tolerance[at] = value.abs();
            assert!(plan.recover().is_err(), "{name}: {step} divides by {value}");
            plan.tolerance[at] = value.abs() * (1.0 - 1e-9);
            assert_eq!(plan.recover(), Ok(()), "{name}: {step} refuses {value}");
        }
    }
    assert!(divided >= 20, "only {divided} divisions");

    let mut wrist = Plan::of(&abb_wrist::ROBOT).expect("a plan");
    let mass = wrist
        .recovery
        .known
        .iter()
        .position(|p| p.name == "m_c")
        .expect("a mass");
    for trap in [0.0, -0.0, f64::NAN] {
        wrist.known[mass] = trap;
        let refused = wrist.recover();
        let Err(RecoveryError::ZeroDivisor {
            step,
            value,
            tolerance,
        }) = refused
        else {
            panic!("{trap}: {refused:?}");
        };
        assert_eq!((step.divisor, tolerance), ("m_c", 0.0));
        assert!(value == trap || value.is_nan());
    }
}
