//! Instants of a base that moves, and what mended joints make of them.

use std::sync::Arc;

use armwright_robots::double_pendulum;
use armwright_robots::solo12::ROBOT;
use armwright_runtime::{BaseParameter, Inertial, Model, ParameterKind, Robot, Site, Term};

use super::super::tests::motion;
use super::{BaseChange, Change, Detail, Equations, Levers, Probe, add_wrench, of_joints, places};
use crate::held::HeldPlace;
use crate::motion::ImuChange;
use crate::output_error::by_hand::Described;
use crate::regression::by_hand::Altered;

/// Of two that are as long, the second of which has readings twice as large.
#[test]
fn instants_have_the_base_of_their_own_motion() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let [first] = motion(|_| {});
    let [second] = motion(|recording| {
        let columns = &mut recording.base.as_mut().expect("a base").columns;
        columns.iter_mut().flatten().for_each(|x| *x *= 2.0);
    });
    let motions = [first, second];
    let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
    let probe = probe.expect("a probe");
    let change = BaseChange {
        imu: ImuChange::none(),
        wrenches: vec![(1.0, [0.0; 6])],
        frames: vec![None],
        joints: Change::none(12),
    };
    let half = probe.instants.len() / 2;
    let instants = probe.instants.iter().enumerate();
    let expected = instants.flat_map(|(k, at)| {
        let own = &motions[usize::from(k >= half)];
        own.base_undone(at.sample, &change.imu)
    });
    let expected: Vec<f64> = expected.collect();
    assert_eq!(probe.states(&change).base, expected);
    // Half of 10 Hz are 5 samples and one more.
    let inside = motions[0].interior();
    let (first, last) = (inside.start + 6, inside.end - 6);
    let span = |k: usize| first + (2 * k + 1) * (last - first) / (2 * half);
    let samples = probe.instants.iter().map(|at| at.sample);
    let expected = (0..2 * half).map(|k| span(k % half));
    assert!(samples.eq(expected));
    // Velocities as many before and after.
    for (k, at) in probe.instants.iter().enumerate() {
        let own = &motions[usize::from(k >= half)];
        let beside = [at.sample - 6, at.sample + 6].map(|at| own.states(at..at + 1).qd);
        for (found, expected) in probe.around.iter().zip(beside) {
            let found: Vec<f64> = found.column(k).iter().copied().collect();
            assert_eq!(found, expected, "{k}");
        }
    }
}

/// A hundred million products of columns, of 18 rows in which each goes with each: of the quadruped with all its parameters twice.
#[test]
fn the_more_parameters_there_are_the_fewer_instants_are_tried() {
    let model = *ROBOT.model();
    let twice = [model.base, model.base].concat();
    let b = twice.len();
    let twice = Model {
        base: twice.leak(),
        ..model
    };
    let robot = Altered::described(&ROBOT, twice);
    let equations = Equations::of_measured(&robot).expect("equations");
    assert_eq!(equations.rows(), 18);
    let motions = motion(|_| {});
    let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
    let probe = probe.expect("a probe");
    assert_eq!(probe.instants.len(), 100_000_000 / (18 * b * b));
}

/// A leg is touched away from the axis of its first joint: what a wrench does is that of the joints as they are mended.
#[test]
fn joints_that_are_mended_move_what_is_touched() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let motions = motion(|recording| {
        let contacts = recording.contacts.as_mut().expect("what holds it");
        contacts.places[0].body = 4;
        contacts.places[0].at = [0.1, 0.2, 0.3];
    });
    let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
    let probe = probe.expect("a probe");
    let mut change = BaseChange {
        imu: ImuChange::none(),
        wrenches: vec![(1.0, [0.0; 6])],
        frames: vec![None],
        joints: Change::none(12),
    };
    let levers = Levers::of(&ROBOT, places(&motions));
    let measured = |change: &BaseChange| {
        let states = probe.states(change);
        let found = probe.measured(change, &states).expect("what was measured");
        for (k, (found, at)) in found.iter().zip(&probe.instants).enumerate().step_by(20) {
            let reach = levers.units(&states, k).expect("levers");
            let mut expected = at.measured.clone();
            add_wrench(&mut expected, &reach[0], |i| at.wrenches[0][i]);
            let off = found.iter().zip(&expected).map(|(x, y)| (x - y).abs());
            assert!(off.fold(0.0, f64::max) < 1e-9, "{k}");
        }
        found
    };
    let plain = measured(&change);
    change.joints.position[(3, 3)] = -1.0;
    change.joints.position[(1, 2)] = 0.25;
    change.joints.offset[3] = 0.5;
    assert_ne!(measured(&change), plain);
    let (from, states) = (&probe.states, probe.states(&change));
    for (k, own) in states.q.chunks_exact(12).enumerate() {
        let of = |values: &[f64]| {
            let at = &values[12 * k..];
            [at[0], at[1] + 0.25 * at[2], -at[3]]
        };
        let [a, b, c] = of(&from.q);
        assert!(own[0] == a && (own[1] - b).abs() + (own[3] - c - 0.5).abs() < 1e-12);
        for (own, values) in [(&states.qd, &from.qd), (&states.qdd, &from.qdd)] {
            let (own, [a, b, c]) = (&own[12 * k..], of(values));
            assert!(own[0] == a && (own[1] - b).abs() + (own[3] - c).abs() < 1e-9);
        }
    }
}

/// As far from the beginning as from the end, but for what a whole sample is.
#[test]
fn instants_are_spread_over_all_of_a_motion() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let motions = motion(|_| {});
    let inside = motions[0].interior();
    let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
    let probe = probe.expect("a probe");
    let place = |q: &[f64]| {
        let found = inside.clone().find(|at| {
            let now = motions[0].states(*at..*at + 1).q;
            now[..] == *q
        });
        found.expect("an instant")
    };
    let (first, last) = (&probe.states.q[..12], probe.states.q.len() - 12);
    let first = place(first) - inside.start;
    let last = inside.end - place(&probe.states.q[last..]);
    assert!(first.abs_diff(last) <= 1, "{first} {last}");
}

#[test]
fn a_body_without_joints_has_no_numbers_of_joints() {
    let robot = Described(Model {
        joints: &[],
        motors: &[],
        transmission: &[],
        parameters: &[],
        base: &[],
        ..*double_pendulum::ROBOT.model()
    });
    let equations = Equations::of_measured(&robot).expect("equations");
    assert_eq!(of_joints(&equations, &[]).shape(), (0, 0));
}

/// The quadruped with friction of its fourth joint, which moves the fifth body, in place of that body's mass.
fn rubbing() -> Altered {
    let model = *ROBOT.model();
    let mut parameters = model.parameters.to_vec();
    let place = parameters.iter().position(|parameter| {
        let mass = ParameterKind::Inertial {
            body: 4,
            component: Inertial::Mass,
        };
        parameter.kind == mass
    });
    let place = place.expect("a mass");
    parameters[place].name = "fc";
    parameters[place].kind = ParameterKind::Coulomb(Site::Joint(4));
    let mut base = model.base.to_vec();
    let term = Term {
        parameter: place,
        coefficient: 1.0,
    };
    base[0] = BaseParameter {
        name: "fc",
        representative: place,
        terms: vec![term].leak(),
        ..base[0]
    };
    let model = Model {
        parameters: parameters.leak(),
        base: base.leak(),
        ..model
    };
    Altered::described(&ROBOT, model)
}

/// A joint that is said to stand still has no sign, one that is reversed has the same certain ones; friction that is left beside what
/// was held may be negative.
#[test]
fn signs_of_friction_are_those_of_joints_as_they_are_mended() {
    let robot = rubbing();
    let equations = Equations::of_measured(&robot).expect("equations");
    let mut motions = motion(|_| {});
    let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
    let probe = probe.expect("a probe");
    let mut change = BaseChange {
        imu: ImuChange::none(),
        wrenches: vec![(1.0, [0.0; 6])],
        frames: vec![None],
        joints: Change::none(12),
    };
    let kept = |change: &BaseChange| probe.kept(change, &probe.states(change)).into_owned();
    assert!(probe.kept.iter().all(|kept| !kept.is_empty()));
    assert_eq!(kept(&change), probe.kept);
    change.joints.position[(3, 3)] = -1.0;
    assert_eq!(kept(&change), probe.kept);
    change.joints.position[(3, 3)] = 0.0;
    let rubs = |row: usize| !equations.signs().of_row(row).is_empty();
    assert!((0..equations.rows()).any(rubs));
    for (row, kept) in kept(&change).iter().enumerate() {
        assert_eq!(kept.is_empty(), rubs(row), "{row}");
    }
    let positive = probe.positive.clone();
    assert!(positive[0]);
    drop(probe);
    let held = HeldPlace {
        index: 3,
        on_motor: false,
        is_zero: false,
        curve: Arc::new(|_: f64, _: Option<f64>| 0.0),
    };
    motions[0].held = [held].into_iter().collect();
    let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
    let probe = probe.expect("a probe");
    assert!(!probe.positive[0]);
    assert_eq!(probe.positive[1..], positive[1..]);
}

/// A foot besides the base, whose sensor has the other sign and does not show 0.
#[test]
fn each_contact_acts_by_its_own_wrench() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let motions = motion(|recording| {
        let contacts = recording.contacts.as_mut().expect("what holds it");
        let mut second = contacts.places[0].clone();
        (second.body, second.at) = (4, [0.1, 0.2, 0.3]);
        contacts.places.push(second);
        let count = contacts.wrenches[0].len();
        let wrench = [1.0, -2.0, 3.0, 0.4, 0.5, -0.6];
        contacts.wrenches.extend(wrench.map(|x| vec![x; count]));
    });
    let probe = Probe::of(&equations, &motions, Detail::All).expect("equations");
    let probe = probe.expect("a probe");
    let constant = [0.5, 0.0, 0.0, 0.0, 0.0, 0.25];
    let change = BaseChange {
        imu: ImuChange::none(),
        wrenches: vec![(1.0, [0.0; 6]), (-1.0, constant)],
        frames: vec![None; 2],
        joints: Change::none(12),
    };
    let states = probe.states(&change);
    let found = probe.measured(&change, &states).expect("what was measured");
    for (found, at) in found.iter().zip(&probe.instants).step_by(20) {
        let [first, second] = at.wrenches[..] else {
            panic!("{:?}", at.wrenches)
        };
        let mut expected = at.measured.clone();
        add_wrench(&mut expected, &at.reach[0], |i| first[i]);
        add_wrench(&mut expected, &at.reach[1], |i| constant[i] - second[i]);
        let off = found.iter().zip(&expected).map(|(x, y)| (x - y).abs());
        assert!(off.fold(0.0, f64::max) < 1e-9, "{found:?}");
    }
}
