//! Which terms are tried where.

use super::{Candidate, Place, Term, candidates, is_zero};
use crate::output_error::by_hand::Described;
use crate::part::Part;
use crate::regression::Equations;
use armwright_robots::{abb_wrist, double_pendulum, puma560, scara, tx40};
use armwright_runtime::{Measured, Model, ParameterKind, Robot, Side, Site, Torque};

fn of(robot: &dyn Robot, side: Side, fastest: &[f64]) -> Vec<Candidate> {
    let equations = Equations::of(robot, side).expect("equations");
    candidates(&equations, fastest)
}

#[test]
fn what_stands_still_has_no_friction_near_standstill() {
    let robot = &puma560::ROBOT;
    let n = robot.model().joints.len();
    let mut fastest = vec![1.0; 2 * n];
    (fastest[2], fastest[n + 2]) = (0.0, 0.0);
    let speeds: Vec<f64> = of(robot, Side::Joint, &fastest)
        .into_iter()
        .filter_map(|candidate| match candidate.term {
            Term::Stribeck { speed } => Some(speed),
            _ => None,
        })
        .collect();
    assert_eq!(speeds.len(), 5 * (n - 1));
    assert!(speeds.iter().all(|speed| *speed > 0.0));
}

/// The wrist has friction of motors; speeds near standstill are shares of the motor's highest.
#[test]
fn each_joint_and_motor_has_its_terms() {
    let fastest = [1.0, 2.0, 3.0, 50.0, 100.0, 200.0];
    for side in [Side::Joint, Side::Motor] {
        let mut expected = Vec::new();
        for (k, top) in [50.0, 100.0, 200.0].into_iter().enumerate() {
            let friction = [
                Term::Coulomb,
                Term::Viscous,
                Term::Offset,
                Term::Quadratic,
                Term::Directional,
                Term::Load,
                Term::Warming,
                Term::Drift,
            ];
            let speeds =
                [0.02, 0.04, 0.08, 0.16, 0.32].map(|share| Term::Stribeck { speed: share * top });
            let of_motor = friction.into_iter().chain(speeds);
            expected.extend(of_motor.map(|term| (term, Place::Motor(k))));
            let row = if side == Side::Joint {
                Place::Joint(k)
            } else {
                Place::Motor(k)
            };
            expected.push((Term::Delay, row));
            let own = [
                Term::Spring,
                Term::Periodic { times: 1 },
                Term::Periodic { times: 2 },
                Term::Compliance,
            ];
            expected.extend(own.map(|term| (term, Place::Joint(k))));
        }
        expected.push((Term::Delay, Place::All));
        let found = of(&abb_wrist::ROBOT, side, &fastest);
        let said: Vec<(Term, Place)> = found.iter().map(|c| (c.term, c.place)).collect();
        assert_eq!(said, expected);
        // 13 of friction, warming being two, then 1 + 2 + 2 + 2 + 1.
        let mut column = 0;
        for candidate in &found {
            assert_eq!(candidate.column, column, "{candidate:?}");
            let two = matches!(
                candidate.term,
                Term::Warming | Term::Spring | Term::Periodic { .. }
            );
            column += if two { 2 } else { 1 };
            assert_eq!(candidate.columns(), candidate.column..column);
        }
        assert_eq!(column, 3 * 22 + 1);
    }
}

#[test]
fn friction_is_tried_where_the_file_has_it_or_torque_is_measured() {
    let coulomb = |robot: &dyn Robot, side: Side| -> Vec<Place> {
        let fastest = vec![1.0; 2 * robot.model().joints.len()];
        let all = of(robot, side, &fastest);
        let own = all.iter().filter(|c| c.term == Term::Coulomb);
        own.map(|c| c.place).collect()
    };
    let joints = |n: usize| (0..n).map(Place::Joint).collect::<Vec<_>>();
    let motors = |n: usize| (0..n).map(Place::Motor).collect::<Vec<_>>();
    assert_eq!(coulomb(&double_pendulum::ROBOT, Side::Joint), joints(2));
    assert_eq!(coulomb(&double_pendulum::ROBOT, Side::Motor), motors(2));
    assert_eq!(coulomb(&abb_wrist::ROBOT, Side::Joint), motors(3));
    // Friction of joints, and of the motor that couples the last two.
    let of_tx40 = coulomb(&tx40::ROBOT, Side::Joint);
    let on_motors = of_tx40
        .iter()
        .filter(|place| matches!(place, Place::Motor(_)));
    assert_eq!((on_motors.count(), of_tx40.len()), (1, 6));
}

/// A joint that slides has no turns; one whose torque is not all there gives nothing that is seen.
#[test]
fn what_slides_repeats_nothing() {
    let found = of(&scara::ROBOT, Side::Joint, &[1.0; 8]);
    let periodic = found
        .iter()
        .filter(|c| matches!(c.term, Term::Periodic { .. }));
    let places: Vec<Place> = periodic.map(|c| c.place).collect();
    let twice = [0, 1, 3].map(|k| [Place::Joint(k); 2]);
    assert_eq!(places, twice.concat());
}

/// Motors of the wrist turn by `-60 q1`, `10 q1 + 50 q2` and `-8 q1 + 12 q2 + 45 q3`.
#[test]
fn terms_enter_the_rows_that_their_place_moves() {
    let equations = Equations::of(&abb_wrist::ROBOT, Side::Joint).expect("equations");
    let rows = |term, place, side| -> Vec<usize> {
        let candidate = Candidate {
            term,
            place,
            column: 0,
        };
        let all = 0..3;
        all.filter(|row| !is_zero(&candidate, equations.drive(), side, Some(*row)))
            .collect()
    };
    let all = vec![0, 1, 2];
    for side in [Side::Joint, Side::Motor] {
        assert_eq!(rows(Term::Delay, Place::All, side), all);
        assert_eq!(rows(Term::Compliance, Place::Joint(1), side), all);
    }
    assert_eq!(rows(Term::Spring, Place::Joint(1), Side::Joint), [1]);
    assert_eq!(rows(Term::Spring, Place::Joint(1), Side::Motor), [0, 1]);
    assert_eq!(rows(Term::Coulomb, Place::Motor(1), Side::Joint), [0, 1]);
    assert_eq!(rows(Term::Coulomb, Place::Motor(1), Side::Motor), [1]);
}

/// Of the pendulum without the torque of its shoulder, the elbow alone gives.
#[test]
fn what_has_not_all_its_torque_gives_nothing() {
    let robot = &double_pendulum::ROBOT;
    let part = Part::without(robot, Side::Joint, &[Torque::joint(0)]).expect("a part");
    let found = of(&part, Side::Joint, &[1.0; 4]);
    let gives = found.iter().filter(|c| c.term == Term::Compliance);
    let places: Vec<Place> = gives.map(|c| c.place).collect();
    assert_eq!(places, [Place::Joint(1)]);
    // Friction of the shoulder is tried all the same.
    let rubs = found.iter().filter(|c| c.term == Term::Coulomb);
    let places: Vec<Place> = rubs.map(|c| c.place).collect();
    assert_eq!(places, [Place::Joint(0), Place::Joint(1)]);
}

/// A pendulum whose file has an offset of its shoulder, and no friction.
#[test]
fn an_offset_says_nothing_of_where_friction_is() {
    let model = double_pendulum::ROBOT.model();
    let mut parameters = model.parameters.to_vec();
    parameters[0].kind = ParameterKind::Offset(Site::Joint(0));
    let robot = Described(Model {
        parameters: parameters.leak(),
        ..*model
    });
    let found = of(&robot, Side::Motor, &[1.0; 4]);
    let coulomb = found.iter().filter(|c| c.term == Term::Coulomb);
    let places: Vec<Place> = coulomb.map(|c| c.place).collect();
    assert_eq!(places, [Place::Motor(0), Place::Motor(1)]);
}

/// Friction of the pendulum is its joints', or its motors' where their torques are measured, and so are the speeds.
#[test]
fn speeds_near_standstill_are_shares_of_what_rubs() {
    for (side, top) in [(Side::Joint, [1.0, 2.0]), (Side::Motor, [30.0, 40.0])] {
        let all = of(&double_pendulum::ROBOT, side, &[1.0, 2.0, 30.0, 40.0]);
        let speeds = all
            .into_iter()
            .filter_map(|candidate| match candidate.term {
                Term::Stribeck { speed } => Some(speed),
                _ => None,
            });
        let shares = [0.02, 0.04, 0.08, 0.16, 0.32];
        let expected = top.map(|top| shares.map(|share| share * top));
        assert_eq!(speeds.collect::<Vec<f64>>(), expected.concat(), "{side:?}");
    }
}

/// In place of torques the power is measured, or beside it the torque of the elbow: 13 terms of friction, a delay, a spring and two
/// of turns, of which the power has none.
#[test]
fn of_rows_terms_are_tried_at_joints_whose_torque_is_one() {
    let of = |names: &[&'static str]| -> Vec<Place> {
        let measured = names.iter().map(|&name| Measured { name, unit: "" });
        let robot = Described(Model {
            measured: measured.collect::<Vec<_>>().leak(),
            ..*double_pendulum::ROBOT.model()
        });
        let equations = Equations::of_measured(&robot).expect("equations");
        let all = candidates(&equations, &[1.0; 4]).into_iter();
        all.map(|candidate| candidate.place).collect()
    };
    assert_eq!(of(&["power"]), [Place::All]);
    let mut expected = vec![Place::Joint(1); 13 + 1 + 1 + 2];
    expected.push(Place::All);
    assert_eq!(of(&["power", "tau_elbow"]), expected);
}
