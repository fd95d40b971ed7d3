//! Which rows equations have, what they are made of, and which are refused.

use armwright_runtime::{
    Joint, Measured, Model, ParameterKind, Pattern, Robot, Side, Site, Sparsity, Torque,
};

use super::{Equations, RegressionError};
use crate::motion::States;
use crate::options::EquationSide;
use crate::regression::by_hand::{
    Altered, ByHand, MODEL, PARAMETERS, ROBOT, conditioned, motion, near, of_motors, processing,
    recording, rows,
};
use crate::regression::{Balance, Columns, Integral, Intervals};
use crate::rows::Row;

/// What else is measured: a force and the torque of the second joint.
const MEASURED: [Measured; 2] = [
    Measured {
        name: "fx_tool",
        unit: "N",
    },
    Measured {
        name: "tau_j2",
        unit: "N",
    },
];

fn measuring(base_of_torque: bool) -> ByHand {
    ByHand(Box::leak(Box::new(Model {
        measured: &MEASURED,
        base_of_torque,
        sparsity: Sparsity {
            // Friction is in the second row alone.
            measured: Pattern(&["+++0000", "000++0+"]),
            ..MODEL.sparsity
        },
        ..MODEL
    })))
}

const FIRST: [Torque; 1] = [Torque::joint(0)];
const SECOND: [Torque; 1] = [Torque::joint(1)];

#[test]
fn rows_are_torques_of_joints_or_of_motors() {
    let joints = Equations::of(&ROBOT, Side::Joint).expect("equations");
    assert_eq!(
        (joints.side(), joints.rows(), joints.joints()),
        (Side::Joint, 2, 2)
    );
    assert_eq!(joints.places(), [0, 1]);
    assert_eq!([0, 1].map(|row| joints.row_name(row)), ["j1", "j2"]);
    assert_eq!(joints.shares(0), [(0, 1.0)]);
    assert_eq!(joints.shares(1), [(1, 1.0)]);
    assert!(joints.are_joints() && joints.measured().is_empty());
    assert_eq!(joints.rows_of_joint(1), Some(vec![(1, 1.0)]));
    let motors = Equations::of(&ROBOT, Side::Motor).expect("equations");
    assert_eq!((motors.side(), motors.rows()), (Side::Motor, 2));
    assert_eq!([0, 1].map(|row| motors.row_name(row)), ["m1", "m2"]);
    assert_eq!(motors.shares(0).len(), 2);
    near(motors.shares(0)[0].1, 0.5);
    near(motors.shares(0)[1].1, -0.3);
    assert_eq!(motors.shares(1).len(), 1);
    assert_eq!(motors.shares(1)[0].0, 1);
    near(motors.shares(1)[0].1, 0.2);
    assert!(!motors.are_joints());
    // tau_joint = Gᵀ tau_motor: both motors turn with the first joint.
    assert_eq!(motors.rows_of_joint(0), Some(vec![(0, 2.0), (1, 3.0)]));
    assert_eq!(motors.rows_of_joint(1), Some(vec![(1, 5.0)]));
}

#[test]
fn a_torque_that_is_left_out_has_no_row() {
    let robot = Altered::without(&ROBOT, &FIRST);
    let joints = Equations::of(&robot, Side::Joint).expect("equations");
    assert_eq!((joints.rows(), joints.places()), (1, &[1][..]));
    assert_eq!(joints.row_name(0), "j2");
    assert_eq!(joints.shares(0), [(1, 1.0)]);
    assert!(!joints.are_joints());
    assert_eq!(joints.rows_of_joint(0), None);
    assert_eq!(joints.rows_of_joint(1), Some(vec![(0, 1.0)]));
    let rows = joints.of_joints(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], 2);
    assert_eq!(rows, [3.0, 4.0, 7.0, 8.0]);
    // The first joint's torque is in that of the first motor alone.
    let motors = Equations::of(&robot, Side::Motor).expect("equations");
    assert_eq!((motors.places(), motors.row_name(0)), (&[1][..], "m2"));
    assert_eq!(motors.rows_of_joint(0), None);
    assert_eq!(motors.rows_of_joint(1), Some(vec![(0, 5.0)]));
    // Both are in that of the second.
    let nothing = Altered::without(&ROBOT, &SECOND);
    let none = Equations::of(&nothing, Side::Motor).expect("equations");
    assert_eq!(none.rows(), 0);
}

#[test]
fn rows_of_motors_are_shares_of_those_of_joints() {
    let motors = Equations::of(&ROBOT, Side::Motor).expect("equations");
    let states = States {
        q: vec![0.3, -0.4, 0.9, 1.1],
        qd: vec![0.7, 0.2, -0.6, 0.1],
        qdd: vec![-1.0, 2.0, 0.4, 0.8],
        ..States::default()
    };
    let columns = motors.base_columns();
    let found = motors.at(&columns, &states).expect("rows");
    let b = columns.count();
    assert_eq!(found.len(), 2 * 2 * b);
    for (state, found) in states.each(2).zip(found.chunks_exact(2 * b)) {
        let joints = rows(state[0], state[1], state[2]);
        for k in 0..b {
            let expected = of_motors([joints[0][k], joints[1][k]]);
            near(found[k], expected[0]);
            near(found[b + k], expected[1]);
        }
    }
}

#[test]
fn rows_are_what_is_measured_where_torques_do_not_identify() {
    let robot = measuring(false);
    let equations = Equations::of_measured(&robot).expect("equations");
    assert_eq!((equations.rows(), equations.joint_rows()), (2, 2));
    assert_eq!(
        [0, 1].map(|row| equations.row_name(row)),
        ["fx_tool", "tau_j2"]
    );
    assert_eq!(equations.measured(), Row::measured(robot.model()));
    assert_eq!(equations.rows_of_joint(1), None);
    // A torque by the name of its joint, alone or with what it is.
    assert_eq!(equations.driven(), [None, Some(1)]);
    // A joint may itself be called as torques are.
    let called = Joint {
        name: "tau_j2",
        ..MODEL.joints[1]
    };
    let called = ByHand(Box::leak(Box::new(Model {
        joints: vec![MODEL.joints[0], called].leak(),
        ..*robot.model()
    })));
    let named = Equations::of_measured(&called).expect("equations");
    assert_eq!(named.driven(), [None, Some(1)]);
    let torques = Equations::of(&ROBOT, Side::Joint).expect("equations");
    assert_eq!(torques.driven(), [Some(0), Some(1)]);
    assert!(equations.are_joints());
    assert!(equations.shares(1).is_empty());
    assert!(equations.signs.of_row(0).is_empty());
    assert_eq!(equations.signs.of_row(1), [3]);
    assert!(equations.base_columns().is_zero(Side::Joint, 0, 3));
    assert!(!equations.base_columns().is_zero(Side::Joint, 1, 3));
    let given = |robot: &ByHand, of_rows| {
        let equations = Equations::given(robot, Side::Motor, of_rows).expect("equations");
        (equations.measured().len(), equations.side())
    };
    assert_eq!(given(&robot, false), (2, Side::Joint));
    assert_eq!(given(&measuring(true), false), (0, Side::Motor));
    assert_eq!(given(&measuring(true), true), (2, Side::Joint));
}

#[test]
fn torques_that_do_not_identify_are_refused() {
    let motions = [motion(40)];
    let (robot, other) = (measuring(false), measuring(true));
    let refused = |equations: Result<Equations<'_>, RegressionError>| {
        let observed = equations.and_then(|all| all.observe(&motions, &mut |_| {}).map(|_| ()));
        observed.err().map(|error| error.to_string())
    };
    assert_eq!(
        refused(Equations::of(&robot, Side::Joint)).as_deref(),
        Some(
            "the base parameters of by_hand are those of what its file says is measured (fx_tool, tau_j2), and the \
             recording has joint torques, which do not identify them: record what is measured, or give the file \
             `measure: [torque]` to identify from torque"
        )
    );
    assert_eq!(refused(Equations::of(&other, Side::Joint)), None);
    assert_eq!(refused(Equations::of_measured(&robot)), None);
    // A part of a robot has base parameters of its own torques.
    let part = Altered {
        left_out: &FIRST,
        ..Altered::described(&ROBOT, *robot.0)
    };
    assert_eq!(refused(Equations::of(&part, Side::Joint)), None);
}

/// Fewer rows are measured than there are joints.
#[test]
fn rows_of_what_is_measured_are_as_many_as_these() {
    let robot = ByHand(Box::leak(Box::new(Model {
        measured: vec![MEASURED[0]].leak(),
        base_of_torque: false,
        sparsity: Sparsity {
            measured: Pattern(&["+++0000"]),
            ..MODEL.sparsity
        },
        ..MODEL
    })));
    let equations = Equations::of_measured(&robot).expect("equations");
    assert_eq!((equations.rows(), equations.joint_rows()), (1, 1));
    let states = States {
        q: vec![0.3, -0.4, 0.9, 1.1, -0.2, 0.5],
        qd: vec![0.7, 0.2, -0.6, 0.1, 0.3, -0.8],
        qdd: vec![-1.0, 2.0, 0.4, 0.8, 1.5, -0.7],
        ..States::default()
    };
    let found = equations.at(&equations.base_columns(), &states);
    let first = states.each(2).map(|[q, qd, qdd]| rows(q, qd, qdd)[0]);
    let first: Vec<f64> = first.flatten().collect();
    assert_eq!(found, Ok(first));
}

#[test]
fn balances_that_there_are_not_are_refused() {
    let integral = |balance| Integral::of(balance);
    let refused = |robot: &dyn Robot, balance| {
        let found = Equations::integrated(robot, Side::Joint, integral(balance));
        found.err().map(|error| error.to_string())
    };
    let moving = ByHand(Box::leak(Box::new(Model {
        bodies: &["base", "a", "b"],
        ..MODEL
    })));
    assert_eq!(
        refused(&moving, Balance::Momentum).as_deref(),
        Some(
            "by_hand has no equations of momentum: its base moves, and forces on the base work and push as well; take another \
             method"
        )
    );
    assert_eq!(
        Equations::of(&moving, Side::Joint)
            .err()
            .map(|e| e.to_string())
            .as_deref(),
        Some(
            "by_hand has a base that moves: equations of its joints' torques alone are without the rows of the base"
        )
    );
    assert_eq!(
        refused(&measuring(false), Balance::Energy).as_deref(),
        Some(
            "by_hand has no equations of energy: its base parameters are those of what its file says is measured in place \
             of torques; take another method, or give the file `measure: [torque]`"
        )
    );
    let without = Altered::without(&ROBOT, &FIRST);
    assert_eq!(
        refused(&without, Balance::Energy).as_deref(),
        Some(
            "by_hand has no equations of energy: power is that of all torques, and some are left out; take `momentum`, \
             which balances each by itself"
        )
    );
    assert_eq!(refused(&without, Balance::Momentum), None);
    let singular = ByHand(Box::leak(Box::new(Model {
        transmission: &[1.0, 2.0, 2.0, 4.0],
        ..MODEL
    })));
    assert_eq!(
        Equations::of(&singular, Side::Joint)
            .err()
            .map(|e| e.to_string())
            .as_deref(),
        Some("the transmission of by_hand is singular")
    );
}

#[test]
fn energy_has_one_row_and_overlapping_intervals_have_steps() {
    let sliding = Integral {
        intervals: Intervals::Sliding,
        ..Integral::of(Balance::Energy)
    };
    let energy = Equations::integrated(&ROBOT, Side::Motor, sliding.clone()).expect("equations");
    assert_eq!((energy.rows(), energy.places()), (1, &[0][..]));
    assert!(energy.shares(0).is_empty());
    assert_eq!(energy.integral(), Some(&sliding));
    let steps = energy.in_steps().expect("equations").expect("steps");
    assert_eq!(steps.integral(), Some(&Integral::of(Balance::Energy)));
    assert_eq!((steps.side(), steps.rows()), (Side::Motor, 1));
    assert!(steps.in_steps().expect("equations").is_none());
    let momentum = Integral::of(Balance::Momentum);
    let momentum = Equations::integrated(&ROBOT, Side::Motor, momentum).expect("equations");
    assert_eq!((momentum.rows(), momentum.shares(0).len()), (2, 2));
}

/// Friction of the second motor is in its own torque alone; the row that is left is the second motor's, though it is the
/// first of the equations.
#[test]
fn a_row_that_is_left_has_the_signs_of_its_own_motor() {
    let robot = Altered::without(&ROBOT, &FIRST);
    let motors = Equations::of(&robot, Side::Motor).expect("equations");
    assert_eq!((motors.rows(), motors.row_name(0)), (1, "m2"));
    // Velocities of two joints, then of two motors.
    assert_eq!(motors.signs.of_row(0), [3]);
    let mut slow = processing(EquationSide::Motor);
    slow.motor_velocity_threshold = vec![0.0, 1.0];
    let motion = conditioned(recording(60), slow);
    let found = motors
        .predict(&motion, &[1.0; 6], &mut |_| {})
        .expect("a prediction");
    let fast: Vec<bool> = motion
        .interior()
        .map(|at| {
            let qd = motion.states(at..at + 1).qd;
            (3.0 * qd[0] + 5.0 * qd[1]).abs() >= 1.0
        })
        .collect();
    assert!(fast.contains(&true) && fast.contains(&false));
    assert_eq!(found.kept, [fast]);
}

/// Each joint has friction of its own.
#[test]
fn a_row_that_is_left_has_the_signs_of_its_own_joint() {
    let mut parameters = PARAMETERS;
    for (parameter, joint) in parameters[4..6].iter_mut().zip([0, 1]) {
        parameter.kind = ParameterKind::Coulomb(Site::Joint(joint));
    }
    let model = Model {
        parameters: Box::leak(Box::new(parameters)),
        sparsity: Sparsity {
            joint: Pattern(&["+++0+00", "000+0++"]),
            ..MODEL.sparsity
        },
        ..MODEL
    };
    let signs = |left_out: &'static [Torque]| {
        let robot = Altered {
            model,
            left_out,
            of: &ROBOT,
        };
        let joints = Equations::of(&robot, Side::Joint).expect("equations");
        let rows = 0..joints.rows();
        rows.map(|row| joints.signs.of_row(row).to_vec())
            .collect::<Vec<_>>()
    };
    assert_eq!(signs(&[]), [[0], [1]]);
    assert_eq!(signs(&FIRST), [[1]]);
    assert_eq!(signs(&SECOND), [[0]]);
}
