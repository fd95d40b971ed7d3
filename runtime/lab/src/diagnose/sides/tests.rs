//! Recordings of the wrist that are of the other side than their descriptions say, or of other gears.

use nalgebra::{DMatrix, DVector};

use super::{couplings, of_motions, ratios, sides};
use crate::diagnose::change::Fault;
use crate::diagnose::probe::tests::motion;
use crate::diagnose::quantity::Quantity;
use crate::diagnose::{Cause, causes};
use crate::experiment::{Random, Sensors, designed, simulate};
use crate::motion::Motion;
use crate::options::{Cutoff, EquationSide, ProcessingOptions};
use crate::parameters::nominal;
use crate::regression::Equations;
use crate::regression::by_hand::{self, B, ByHand, MODEL};
use crate::transmission::Drive;
use armwright_robots::abb_wrist::ROBOT;
use armwright_robots::puma560;
use armwright_runtime::{Model, ParameterKind, Robot, Side};

fn gears() -> DMatrix<f64> {
    DMatrix::from_row_slice(3, 3, &[-60.0, 0.0, 0.0, 10.0, 50.0, 0.0, -8.0, 12.0, 45.0])
}

/// An encoder's zero that was lost, by any angle.
#[test]
fn offsets_of_any_angle_are_named() {
    let none = DMatrix::identity(3, 3);
    for (joint, name, degrees) in [(0, "q1", 33.0), (0, "q1", -45.0)] {
        let mut offset = [0.0; 3];
        offset[joint] = -f64::to_radians(degrees);
        let found = named_with(&none, &none, offset);
        assert_eq!(found.len(), 1, "{found:?}");
        let Fault::Offset {
            of, degrees: is, ..
        } = &found[0].fault
        else {
            panic!("{found:?}")
        };
        assert!(
            of == name && (is - degrees).abs() < 0.3,
            "{of}: {is} for {degrees}"
        );
    }
}

/// What is named of a recording of the motors whose positions and torques of the joints were turned so.
fn named(position: &DMatrix<f64>, torque: &DMatrix<f64>) -> Vec<Cause> {
    named_with(position, torque, [0.0; 3])
}

/// The same with something added to positions.
fn named_with(position: &DMatrix<f64>, torque: &DMatrix<f64>, offset: [f64; 3]) -> Vec<Cause> {
    named_of(&nominal(ROBOT.model()), position, torque, offset)
}

/// The same of other parameters.
fn named_of(
    theta: &[f64],
    position: &DMatrix<f64>,
    torque: &DMatrix<f64>,
    offset: [f64; 3],
) -> Vec<Cause> {
    let (model, mut random) = (ROBOT.model(), Random::new(4));
    let path = designed(model, 5.0, 5.0, &mut random);
    let sensors = Sensors {
        encoder: None,
        position_noise: 0.0,
        torque_noise: 0.01,
    };
    let made = simulate(&ROBOT, theta, &path, 200.0, &sensors, &mut random);
    let made = made.expect("a simulation");
    let mut recording = made.recording().expect("a recording");
    assert_eq!(
        (recording.position_side, recording.torque_side),
        (Side::Motor, Side::Motor)
    );
    let turn = |columns: &mut Vec<Vec<f64>>, by: &DMatrix<f64>| {
        for k in 0..columns[0].len() {
            let was = DVector::from_iterator(3, columns.iter().map(|column| column[k]));
            for (column, x) in columns.iter_mut().zip((by * was).iter()) {
                column[k] = *x;
            }
        }
    };
    turn(&mut recording.position, position);
    for (column, offset) in recording.position.iter_mut().zip(offset) {
        column.iter_mut().for_each(|x| *x += offset);
    }
    turn(recording.torque.as_mut().expect("torques"), torque);
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        trim: Some(20),
        ..ProcessingOptions::default()
    };
    let motions = [Motion::of(recording, &options, model).expect("a motion")];
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    causes(&equations, &motions, &mut |_| {}).expect("an answer")
}

#[test]
fn the_other_side_is_named() {
    let none = DMatrix::identity(3, 3);
    // Numbers of joints that were taken for those of motors.
    let position = gears().try_inverse().expect("an inverse");
    let torque = gears().transpose();
    for (quantity, position, torque) in [
        (Quantity::Position, &position, &none),
        (Quantity::Torque, &none, &torque),
        (Quantity::Both, &position, &torque),
    ] {
        let found = named(position, torque);
        let side = EquationSide::Joint;
        assert_eq!(found.len(), 1, "{quantity:?}: {found:?}");
        assert_eq!(found[0].fault, Fault::Side { quantity, side });
        let after: Vec<f64> = found[0].lifts.iter().map(|lift| lift.after).collect();
        assert!(after.iter().all(|r2| *r2 > 0.99), "{after:?}");
    }
}

#[test]
fn only_sides_that_there_are_and_were_not_said_are_tried() {
    let drive = Drive::of(ROBOT.model()).expect("a transmission");
    let tried = |sides_of| -> Vec<Fault> {
        let all = sides(&drive, sides_of).into_iter();
        all.map(|(fault, _)| fault).collect()
    };
    let fault = |quantity, side| Fault::Side { quantity, side };
    let (joint, motor) = (EquationSide::Joint, EquationSide::Motor);
    assert_eq!(
        tried([Some(Side::Motor); 2]),
        [Quantity::Position, Quantity::Torque, Quantity::Both].map(|of| fault(of, joint))
    );
    assert_eq!(
        tried([Some(Side::Joint), Some(Side::Motor)]),
        [
            fault(Quantity::Position, motor),
            fault(Quantity::Torque, joint)
        ]
    );
    assert_eq!(
        tried([None, Some(Side::Joint)]),
        [fault(Quantity::Torque, motor)]
    );
    let none = Drive::of(puma560::ROBOT.model()).expect("no transmission");
    assert!(sides(&none, [Some(Side::Joint); 2]).is_empty());
}

#[test]
fn a_gear_ratio_that_is_not_the_file_s_is_named() {
    let file = gears();
    let inverse = file.clone().try_inverse().expect("an inverse");
    for (motor, name, factor) in [(0, "m1", 0.8), (1, "m2", 1.25)] {
        // What the motors of a robot with such a gear do, by the ratios of the file.
        let mut gears = file.clone();
        gears.row_mut(motor).scale_mut(factor);
        let position = &inverse * &gears;
        let back = gears.try_inverse().expect("an inverse");
        let torque = file.transpose() * back.transpose();
        let found = named(&position, &torque);
        assert_eq!(found.len(), 1, "{found:?}");
        let Fault::Ratio { of, factor: is } = &found[0].fault else {
            panic!("{found:?}")
        };
        assert!(
            of == name && (is / factor - 1.0).abs() < 0.005,
            "{of}: {is} for {factor}"
        );
    }
}

/// Positions of motors went through gears, and torques where these are the motors' too. With twice the ratio the joint turns half as far
/// and has twice the torque.
#[test]
fn ratios_change_what_went_through_the_gears() {
    let model = ROBOT.model();
    let drive = Drive::of(model).expect("a transmission");
    let (joint, motor) = (Some(Side::Joint), Some(Side::Motor));
    for without in [[joint, motor], [joint; 2], [motor, None], [None, motor]] {
        assert!(ratios(model, &drive, without).is_empty(), "{without:?}");
    }
    let direct = puma560::ROBOT.model();
    let none = Drive::of(direct).expect("no transmission");
    assert!(ratios(direct, &none, [motor; 2]).is_empty());
    let inverse = gears().try_inverse().expect("an inverse");
    for (torque, through) in [(motor, true), (joint, false)] {
        let found = ratios(model, &drive, [motor, torque]);
        let names: Vec<&str> = found.iter().map(|ratio| ratio.of.as_str()).collect();
        assert_eq!(names, ["m1", "m2", "m3"]);
        for (k, ratio) in found.iter().enumerate() {
            let change = ratio.change(&drive, 2.0);
            let mut by = DMatrix::<f64>::identity(3, 3);
            by[(k, k)] = 0.5;
            let position = &inverse * &by * gears();
            by[(k, k)] = 2.0;
            let torque = match through {
                true => gears().transpose() * &by * inverse.transpose(),
                false => DMatrix::identity(3, 3),
            };
            assert!((change.position - position).amax() < 1e-9, "{k}");
            assert!((change.torque - torque).amax() < 1e-9, "{k}");
        }
    }
}

fn coupling([motor, joint]: [&str; 2], ratio: f64) -> Fault {
    Fault::Coupling {
        motor: motor.to_owned(),
        joint: joint.to_owned(),
        ratio,
        instead: -ratio,
    }
}

/// The third motor of a wrist without friction and rotors, which go through the gears of the robot, turns by `-12 q2` in place of `12 q2`.
/// As the file says, nothing is named.
#[test]
fn a_coupling_of_the_opposite_sign_is_named() {
    let model = ROBOT.model();
    let of_bodies = model.parameters.iter().zip(nominal(model));
    let of_bodies = of_bodies.map(|(parameter, x)| match parameter.kind {
        ParameterKind::Inertial { .. } => x,
        _ => 0.0,
    });
    let theta: Vec<f64> = of_bodies.collect();
    let file = gears();
    let inverse = file.clone().try_inverse().expect("an inverse");
    for (sign, expected) in [(-1.0, Some(coupling(["m3", "q2"], 12.0))), (1.0, None)] {
        let mut gears = file.clone();
        gears[(2, 1)] *= sign;
        let position = &inverse * &gears;
        let back = gears.try_inverse().expect("an inverse");
        let torque = file.transpose() * back.transpose();
        let found = named_of(&theta, &position, &torque, [0.0; 3]);
        let faults = found.into_iter().map(|cause| cause.fault);
        assert_eq!(faults.collect::<Vec<Fault>>(), Vec::from_iter(expected));
    }
}

/// By hand the second motor turns by `5 q2 - 3 q1` in place of `5 q2 + 3 q1`, so that what is taken for `q2` is that less `1.2 q1`, and its
/// friction acts on the first joint the other way. Of two joints a motor that turns the other way as a whole explains as much, and is
/// named beside it.
#[test]
fn friction_of_a_motor_goes_through_the_coupling_that_is_named() {
    let beta = [1.5, 1.2, 3.0, 0.2, 0.7, -0.5];
    let processing = || by_hand::processing(EquationSide::Joint);
    let states = by_hand::conditioned(by_hand::recording(300), processing());
    let mut torques = |k: usize, _: [[f64; B]; 2]| {
        let state = states.states(k..k + 1);
        let own = |of: &[f64]| [of[0], of[1] + 1.2 * of[0]];
        let mut rows = by_hand::rows(&own(&state.q), &own(&state.qd), &own(&state.qdd));
        let sign = (3.0 * state.qd[0] + 5.0 * state.qd[1]).signum();
        (rows[0][3], rows[1][3]) = (-3.0 * sign, 5.0 * sign);
        let [first, second] = rows.map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>());
        [first + 1.2 * second, second]
    };
    let mut motion = by_hand::moved("swing", (0.0, 300), processing(), &mut torques);
    motion.sides = [Side::Motor; 2];
    for side in [Side::Joint, Side::Motor] {
        let equations = Equations::of(&by_hand::ROBOT, side).expect("equations");
        let found = causes(&equations, std::slice::from_ref(&motion), &mut |_| {});
        let faults = found.expect("an answer").into_iter();
        let faults: Vec<Fault> = faults.map(|cause| cause.fault).collect();
        let turned = Fault::Sign {
            quantity: Quantity::Both,
            of: vec!["m2".to_owned()],
        };
        assert_eq!(faults, [turned, coupling(["m2", "j1"], 3.0)], "{side:?}");
    }
}

/// Of what was measured at the motors, with `G'` in place of `G`: `G'⁻¹ G` and `G'ᵀ G⁻ᵀ`.
#[test]
fn couplings_are_tried_of_motors_that_turn_with_several_joints() {
    let (joint, motor) = (Some(Side::Joint), Some(Side::Motor));
    let equations = Equations::of(&ROBOT, Side::Motor).expect("equations");
    for without in [[joint; 2], [motor, None], [None, motor]] {
        assert!(couplings(&equations, without).is_empty(), "{without:?}");
    }
    let inverse = gears().try_inverse().expect("an inverse");
    let none = DMatrix::<f64>::identity(3, 3);
    let places: [(usize, usize); 3] = [(1, 0), (2, 0), (2, 1)];
    for sides in [[motor; 2], [motor, joint], [joint, motor]] {
        let found = couplings(&equations, sides);
        let faults: Vec<&Fault> = found.iter().map(|(fault, _)| fault).collect();
        let expected = [
            coupling(["m2", "q1"], 10.0),
            coupling(["m3", "q1"], -8.0),
            coupling(["m3", "q2"], 12.0),
        ];
        assert_eq!(faults, expected.iter().collect::<Vec<_>>());
        for (at, (_, change)) in places.into_iter().zip(&found) {
            let mut other = gears();
            other[at] *= -1.0;
            let back = other.clone().try_inverse().expect("an inverse");
            let [position, torque] = [
                (sides[0], back * gears()),
                (sides[1], other.transpose() * inverse.transpose()),
            ]
            .map(|(side, by)| if side == motor { by } else { none.clone() });
            assert!((&change.position - position).amax() < 1e-9, "{at:?}");
            assert!((&change.torque - torque).amax() < 1e-9, "{at:?}");
            let drive = change.drive.as_ref().expect("a transmission");
            assert_eq!(drive.to_motor_matrix(), &other);
        }
    }
    // The first motor turns with one joint alone, whichever that is; and both turn with one sum.
    let tried = |transmission: &'static [f64]| {
        let robot = ByHand(Box::leak(Box::new(Model {
            transmission,
            ..MODEL
        })));
        let equations = Equations::of(&robot, Side::Joint).expect("equations");
        couplings(&equations, [motor; 2]).len()
    };
    assert_eq!(tried(&[2.0, 0.0, 0.0, 5.0]), 0);
    assert_eq!(tried(&[0.0, 4.0, 3.0, 5.0]), 1);
    assert_eq!(tried(&[4.0, 4.0, 4.0, -4.0]), 0);
}

#[test]
fn motions_have_a_side_where_all_have_it() {
    let (joint, motor) = (Side::Joint, Side::Motor);
    let mut motions = [0; 3].map(|_| motion(&ROBOT, 100));
    motions[0].sides = [motor, joint];
    motions[1].sides = [motor, joint];
    motions[2].sides = [motor, motor];
    assert_eq!(of_motions(&motions[..1]), [Some(motor), Some(joint)]);
    assert_eq!(of_motions(&motions[..2]), [Some(motor), Some(joint)]);
    assert_eq!(of_motions(&motions), [Some(motor), None]);
    assert_eq!(of_motions(&[]), [None, None]);
}
