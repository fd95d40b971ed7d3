//! What the core promises a controller: no function allocates, no number makes one panic, and nothing is divided
//! by what cannot be told from zero.

use armwright_robots::{ALL, abb_wrist};
use armwright_runtime::recovery::{deviations, propagate};
use armwright_runtime::{
    EvaluationError, Inputs, Quantity, Recovery, RecoveryError, Robot, ShapeError, Transmission,
    include_robot, matrix_mut, vector, vector_mut,
};
use armwright_tests::by_hand::BY_HAND;
use armwright_tests::sensed::SENSED;

include_robot!(mass_from_inertia);
include_robot!(length_by_root);
include_robot!(newton_block);
include_robot!(spare_equation);

/// Numbers that arithmetic stumbles over.
const TRAPS: [f64; 12] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    1e200,
    1e-200,
    0.0,
    -0.0,
    -1.0,
];

/// Every robot that was generated for these tests.
fn robots() -> Vec<&'static dyn Robot> {
    let plans: [&dyn Robot; 4] = [
        &mass_from_inertia::ROBOT,
        &length_by_root::ROBOT,
        &newton_block::ROBOT,
        &spare_equation::ROBOT,
    ];
    let own = SENSED.iter().chain(BY_HAND).map(|(robot, _)| *robot);
    ALL.iter().copied().chain(own).chain(plans).collect()
}

/// Room for every argument and every result of a robot's functions.
struct Room {
    robot: &'static dyn Robot,
    theta: Vec<f64>,
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    out: Vec<Vec<f64>>,
}

impl Room {
    fn of(robot: &'static dyn Robot) -> Self {
        let model = robot.model();
        let n = model.joints.len();
        let out = Quantity::ALL
            .iter()
            .map(|quantity| vec![0.0; quantity.length(model)]);
        Self {
            robot,
            theta: vec![0.5; model.parameters.len()],
            q: vec![0.3; n],
            qd: vec![-0.7; n],
            qdd: vec![1.1; n],
            out: out.collect(),
        }
    }

    fn list(&mut self, at: usize) -> &mut Vec<f64> {
        match at {
            0 => &mut self.theta,
            1 => &mut self.q,
            2 => &mut self.qd,
            _ => &mut self.qdd,
        }
    }

    /// Computes every quantity.
    fn evaluate(&mut self) -> Result<(), EvaluationError> {
        let inputs = Inputs {
            theta: &self.theta,
            q: &self.q,
            qd: &self.qd,
            qdd: &self.qdd,
        };
        for (quantity, out) in Quantity::ALL.iter().zip(&mut self.out) {
            match self.robot.evaluate(*quantity, &inputs, out) {
                Ok(()) | Err(EvaluationError::NotGenerated(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The same of a robot's recovery.
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

/// Fails if what a closure does allocates or frees.
#[track_caller]
fn without_allocation<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(run()));
    assert_eq!(
        (info.count_total, info.bytes_total),
        (0, 0),
        "{what} allocates"
    );
    result.expect("it ran")
}

#[test]
fn the_counter_counts() {
    let info = allocation_counter::measure(|| drop(std::hint::black_box(vec![1.0; 7])));
    assert_eq!((info.count_total, info.bytes_total), (1, 56));
}

#[test]
fn no_quantity_allocates() {
    for robot in robots() {
        let mut room = Room::of(robot);
        let name = robot.model().name;
        let done = without_allocation(name, || room.evaluate());
        assert_eq!(done, Ok(()), "{name}");
        // Nor does a refusal.
        room.q.push(0.0);
        let refused = without_allocation(name, || room.evaluate());
        assert!(matches!(refused, Err(EvaluationError::Shape(_))), "{name}");
    }
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
fn slices_and_transmissions_do_not_allocate() {
    let mut numbers = [2.0, 0.0, 1.0, 3.0];
    without_allocation("slices", || {
        assert!(vector::<4>(&numbers).is_ok() && vector::<3>(&numbers).is_err());
        assert!(vector_mut::<3>(&mut numbers).is_err());
        assert!(matrix_mut::<2, 2>(&mut numbers).is_ok());
        assert!(matrix_mut::<4, 2>(&mut numbers).is_err());
        let transmission = Transmission::new([[2.0, 0.0], [1.0, 3.0]]).expect("invertible");
        assert_eq!(
            transmission.to_joint(&transmission.to_motor(&[3.0, 5.0])),
            [3.0, 5.0]
        );
        assert_eq!(Transmission::new([[1.0, 2.0], [2.0, 4.0]]), None);
    });
}

#[test]
fn no_number_makes_a_quantity_panic() {
    for robot in robots() {
        for trap in TRAPS {
            for list in 0..4 {
                // All at once, and each by itself among tame ones.
                let length = Room::of(robot).list(list).len();
                for at in (0..length).map(|at| at..at + 1).chain([0..length]) {
                    let mut room = Room::of(robot);
                    room.list(list)[at].fill(trap);
                    assert_eq!(room.evaluate(), Ok(()), "{}", robot.model().name);
                }
            }
        }
    }
}

/// What is no number is not passed over: a torque that depends on it is no number either.
#[test]
fn what_is_no_number_stays_visible() {
    for robot in robots() {
        let model = robot.model();
        let n = model.joints.len();
        let (theta, still) = (vec![1.0; model.parameters.len()], vec![0.2; n]);
        for i in 0..n {
            let mut qdd = still.clone();
            qdd[i] = f64::NAN;
            let mut tau = vec![0.0; n];
            let done = robot.inverse_dynamics(&theta, &still, &still, &qdd, &mut tau);
            assert_eq!(done, Ok(()), "{}", model.name);
            assert!(tau[i].is_nan(), "{}: {tau:?}", model.name);
        }
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
