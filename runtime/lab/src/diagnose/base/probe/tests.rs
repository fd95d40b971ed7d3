//! Instants of a base that moves, and what mended joints make of them.

use armwright_robots::double_pendulum;
use armwright_robots::solo12::ROBOT;
use armwright_runtime::{Model, Robot};

use super::super::tests::motion;
use super::{BaseChange, Change, Detail, Equations, Levers, Probe, add_wrench, of_joints, places};
use crate::motion::ImuChange;
use crate::output_error::by_hand::Described;

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
