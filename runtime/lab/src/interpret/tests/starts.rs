//! How often a plan is followed until no other solution is looked for.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{ByHand, UNBOUNDED, by_hand, given};
use crate::identify::BaseEstimate;
use crate::interpret::interpret;
use armwright_runtime::recovery::Outcome;
use armwright_runtime::{EvaluationError, Inputs, Model, Quantity, RecoveryError, Robot};

/// Counts how often its plan is followed from some values.
struct Counting {
    robot: ByHand,
    starts: AtomicUsize,
}

impl Robot for Counting {
    fn model(&self) -> &Model {
        self.robot.model()
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.robot.evaluate(quantity, inputs, out)
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
        self.starts.fetch_add(1, Ordering::Relaxed);
        let robot = &self.robot;
        robot.recover_near(beta, known, tolerance, near, out, residuals)
    }

    fn plan_jacobian(
        &self,
        outcome: Outcome,
        beta: &[f64],
        known: &[f64],
        recovered: &[f64],
        out: &mut [f64],
    ) -> Result<(), RecoveryError> {
        let robot = &self.robot;
        robot.plan_jacobian(outcome, beta, known, recovered, out)
    }
}

/// Both roots are found within some tens of starts, four hundred more lead to nothing new.
#[test]
fn four_hundred_starts_in_vain_are_enough() {
    let robot = Counting {
        robot: by_hand([None; 3], false),
        starts: AtomicUsize::new(0),
    };
    let estimate = BaseEstimate::exact(vec![1.2, 2.25, 0.5]);
    let known = [given("l", 0.6, 0.0)];
    let found = interpret(&robot, &estimate, &known, UNBOUNDED).expect("its own values");
    assert_eq!(found.solutions.expect("two").others.len(), 1);
    let starts = robot.starts.into_inner();
    assert!((402..450).contains(&starts), "{starts}");
}
