//! What the core promises a controller: no function allocates, and no number makes one panic.

mod lanes;
mod recovery;
mod sine;

use armwright_robots::{ALL, valkyrie_arm};
use armwright_runtime::control::{Adaptive, MomentumObserver, torques};
use armwright_runtime::online::{
    Bounds, Change, Forgetting, Learner, Limits, MotionFilter, RecursiveLeastSquares, Settings,
};
use armwright_runtime::{
    BaseMotion, EvaluationError, ForwardError, Inputs, Quantity, Robot, Transmission,
    forward_dynamics, include_robot, matrix_mut, vector, vector_mut,
};
use armwright_tests::by_hand::BY_HAND;
use armwright_tests::driven::DRIVEN;
use armwright_tests::floating::FLOATING;
use armwright_tests::sensed::SENSED;

include_robot!(mass_from_inertia);
include_robot!(length_by_root);
include_robot!(newton_block);
include_robot!(spare_equation);
include_robot!(fitted_length);

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
    let plans: [&dyn Robot; 5] = [
        &mass_from_inertia::ROBOT,
        &length_by_root::ROBOT,
        &newton_block::ROBOT,
        &spare_equation::ROBOT,
        &fitted_length::ROBOT,
    ];
    let own = SENSED.iter().chain(DRIVEN).chain(BY_HAND).chain(FLOATING);
    let own = own.map(|(robot, _)| *robot);
    ALL.iter().copied().chain(own).chain(plans).collect()
}

/// How the base of a robot moves, if it does.
fn base(robot: &dyn Robot) -> Vec<f64> {
    match robot.model().base_moves() {
        true => vec![0.4; BaseMotion::INPUTS],
        false => Vec::new(),
    }
}

/// Room for every argument and every result of a robot's functions.
struct Room {
    robot: &'static dyn Robot,
    theta: Vec<f64>,
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    qd_r: Vec<f64>,
    qdd_r: Vec<f64>,
    base: Vec<f64>,
    tau: Vec<f64>,
    out: Vec<Vec<f64>>,
    work: Vec<f64>,
    accelerations: Vec<f64>,
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
            qd_r: vec![-0.4; n],
            qdd_r: vec![0.9; n],
            base: base(robot),
            tau: vec![0.6; model.rows()],
            out: out.collect(),
            work: vec![0.0; (model.rows() + 1) * model.rows()],
            accelerations: vec![0.0; model.rows()],
        }
    }

    fn list(&mut self, at: usize) -> &mut Vec<f64> {
        match at {
            0 => &mut self.theta,
            1 => &mut self.q,
            2 => &mut self.qd,
            3 => &mut self.qdd,
            4 => &mut self.qd_r,
            5 => &mut self.qdd_r,
            6 => &mut self.base,
            _ => &mut self.tau,
        }
    }

    /// Computes every quantity, and forward dynamics.
    fn evaluate(&mut self) -> Result<(), EvaluationError> {
        let inputs = Inputs {
            theta: &self.theta,
            q: &self.q,
            qd: &self.qd,
            qdd: &self.qdd,
            qd_r: &self.qd_r,
            qdd_r: &self.qdd_r,
            base: &self.base,
        };
        for (quantity, out) in Quantity::ALL.iter().zip(&mut self.out) {
            match self.robot.evaluate(*quantity, &inputs, out) {
                Ok(()) | Err(EvaluationError::NotGenerated(_)) => {}
                Err(error) => return Err(error),
            }
            let Some(packing) = self.robot.packing(*quantity) else {
                continue;
            };
            self.robot
                .evaluate_packed(*quantity, &inputs, &mut out[..packing.values()])?;
        }
        let (work, out) = (&mut self.work, &mut self.accelerations);
        match forward_dynamics(self.robot, &inputs, &self.tau, work, out) {
            Err(ForwardError::Evaluation(EvaluationError::Shape(error))) => Err(error.into()),
            _ => Ok(()),
        }
    }
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

/// A loop of identification and control, with good samples and bad ones.
#[test]
fn learning_does_not_allocate() {
    const N: usize = valkyrie_arm::DOF;
    const B: usize = valkyrie_arm::BASE_PARAMETERS;
    let mut learner = Learner::<f64, N, B, 50>::new(Settings {
        nominal: [0.1; B],
        deviations: [1.0; B],
        noise: [0.1; N],
        bounds: Bounds {
            lower: [-3.0; B],
            upper: [3.0; B],
        },
        limits: Limits {
            step: [0.5; N],
            torque: [90.0; N],
            moving: [0.1; N],
            patience: 3,
        },
        gate: [0.95, 0.9],
        every: 5,
        excitation: 0.1,
    });
    let mut filter = MotionFilter::<f64, N>::new(0.01, 0.001);
    let mut recursive = RecursiveLeastSquares::<f64, N, B>::new(
        [0.0; B],
        &[1.0; B],
        [0.1; N],
        Forgetting {
            factor: 0.99,
            information: Some(1e6),
        },
    );
    let mut change = Change::new([0.1; N], 1.0, 50.0);
    let mut adaptive = Adaptive {
        slope: [5.0; N],
        damping: [2.0; N],
        rate: [0.1; B],
        bounds: Bounds::none(),
        beta: [0.1; B],
    };
    let mut observer = MomentumObserver::new([50.0; N]);
    let mut events = 0;
    without_allocation("learning", || {
        let mut rows = [[0.0; B]; N];
        for k in 0..400 {
            let t = 0.001 * f64::from(k);
            let mut q = std::array::from_fn(|i| (7.0 * t * (1.0 + i as f64)).sin());
            if k % 97 == 96 {
                q[k as usize % N] = [f64::NAN, 1e300, f64::INFINITY, -9.0][k as usize / 97 % 4];
            }
            let motion = filter.update(&q);
            valkyrie_arm::base_regressor(&motion.q, &motion.qd, &motion.qdd, &mut rows);
            let tau = filter.torque(&torques(&rows, &[0.5; B]));
            let step = learner.step(&q, &tau, &motion.qd, &rows);
            events += u32::from(step.event.is_some());
            recursive.update(&rows, &tau);
            change.observe(&tau);
            let sliding = adaptive.sliding(&motion, &q, &motion.qd);
            let (qd_r, qdd_r) = (&sliding.velocity, &sliding.acceleration);
            valkyrie_arm::slotine_li_base_regressor(&q, &motion.qd, qd_r, qdd_r, &mut rows);
            let tau = adaptive.update(&rows, &sliding.error, 0.001);
            observer.update(&motion.qd, &tau, &motion.q, 0.001);
            std::hint::black_box((learner.parameters(), recursive.estimate()));
        }
    });
    assert!(events >= 4, "{events}");
}

#[test]
fn no_number_makes_a_quantity_panic() {
    for robot in robots() {
        for trap in TRAPS {
            for list in 0..8 {
                // All at once, and each by itself among tame ones.
                let length = Room::of(robot).list(list).len();
                for at in (0..length)
                    .map(|at| at..at + 1)
                    .chain(std::iter::once(0..length))
                {
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
            let inputs = Inputs {
                theta: &theta,
                q: &still,
                qd: &still,
                qdd: &qdd,
                base: &base(robot),
                ..Inputs::default()
            };
            let mut tau = vec![0.0; model.rows()];
            let done = robot.evaluate(Quantity::InverseDynamics, &inputs, &mut tau);
            assert_eq!(done, Ok(()), "{}", model.name);
            assert!(
                tau[model.rows() - n + i].is_nan(),
                "{}: {tau:?}",
                model.name
            );
        }
    }
}
