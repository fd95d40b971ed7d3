//! Faults that are planted in what is measured of a quadruped that a sensor of force holds.

use std::sync::LazyLock;

use armwright_robots::solo12::ROBOT;
use armwright_runtime::{Measured, Model, Pattern, Robot, Sparsity};
use nalgebra::{Matrix3, Rotation3, Vector3};

use super::change::{all_axes, matrix};
use super::{BaseFault, Sensor, causes, gravity};
use crate::diagnose::base_fault::Frame;
use crate::diagnose::cause::{Cause, Evidence, Lift};
use crate::diagnose::change::Fault;
use crate::experiment::quadruped::held;
use crate::experiment::{Random, Trajectory, designed};
use crate::motion::Motion;
use crate::options::{Cutoff, ProcessingOptions};
use crate::output_error::by_hand::Described;
use crate::recording::Recording;
use crate::regression::{Equations, add_contacts};

const RATE: f64 = 100.0;
/// Where the IMU is and how it is turned, about z.
const AT: [f64; 3] = [0.05, -0.02, 0.03];
const YAW: f64 = 0.5;

/// Noise of angular velocity, of the accelerometer, and of the wrench.
const NOISE: [f64; 3] = [2e-3, 0.03, 0.05];

static CLEAN: LazyLock<Recording> = LazyLock::new(|| {
    let (mut clean, mut random) = held(5, [8.0, 16.0], RATE);
    let base = clean.base.as_mut().expect("a base");
    base.at = AT;
    base.rpy = [0.0, 0.0, YAW];
    let samples = base.columns[0].len();
    let vector = |columns: &[Vec<f64>], k: usize| Vector3::from_fn(|i, _| columns[i][k]);
    let at = Vector3::from(AT);
    let felt = (0..samples).map(|k| {
        let turning = vector(&base.columns, k);
        let before = vector(&base.columns, k.saturating_sub(1));
        let after = vector(&base.columns, (k + 1).min(samples - 1));
        let steps = (k + 1).min(samples - 1) - k.saturating_sub(1);
        let faster = (after - before) * RATE / steps as f64;
        let away = faster.cross(&at) + turning.cross(&turning.cross(&at));
        vector(&base.columns[3..], k) + away
    });
    let felt: Vec<Vector3<f64>> = felt.collect();
    for (k, felt) in felt.iter().enumerate() {
        (0..3).for_each(|i| base.columns[3 + i][k] = felt[i]);
    }
    for (i, column) in base.columns.iter_mut().enumerate() {
        let size = NOISE[i / 3];
        column.iter_mut().for_each(|x| *x += size * random.normal());
    }
    let wrench = clean.contacts.as_mut().expect("what holds it");
    for (i, column) in wrench.wrenches.iter_mut().enumerate() {
        let size = if i < 3 { NOISE[2] } else { 0.1 * NOISE[2] };
        column.iter_mut().for_each(|x| *x += size * random.normal());
    }
    clean
});

/// The motion of a recording that is not what it was.
pub(super) fn motion(spoil: impl Fn(&mut Recording)) -> [Motion; 1] {
    let mut recording = CLEAN.clone();
    spoil(&mut recording);
    let options = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(10.0)),
        trim: Some(30),
        ..ProcessingOptions::default()
    };
    let motion = Motion::of(recording, &options, ROBOT.model()).expect("a motion");
    let mut motions = [motion];
    add_contacts(&ROBOT, &mut motions).expect("contacts");
    motions
}

/// What is found of it.
pub(super) fn found(spoil: impl Fn(&mut Recording)) -> Vec<Cause> {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let mut shares = Vec::new();
    let mut progress = |share| shares.push(share);
    let found = causes(&equations, &motion(spoil), &mut progress).expect("causes");
    // A share of all faults that are named at most is done with each.
    let expected = (1..=shares.len()).map(|k| k as f64 / 3.0);
    assert_eq!(shares, expected.collect::<Vec<_>>());
    found
}

/// The only cause, of which there are so many faults.
fn only(count: usize, causes: &[Cause]) -> Vec<BaseFault> {
    let [
        Cause {
            fault: Fault::Base { faults },
            ..
        },
    ] = causes
    else {
        panic!("{causes:?}");
    };
    assert_eq!(faults.len(), count, "{causes:?}");
    faults.clone()
}

/// Readings of the IMU, in its own axes, made others: `of(first column, sample, reading)`.
fn read_otherwise(
    of: impl Fn(usize, usize, Vector3<f64>) -> Vector3<f64>,
) -> impl Fn(&mut Recording) {
    move |recording: &mut Recording| {
        let base = recording.base.as_mut().expect("a base");
        let mounted = Rotation3::from_euler_angles(0.0, 0.0, YAW);
        for first in [0, 3] {
            for k in 0..base.columns[0].len() {
                let here = Vector3::from_fn(|i, _| base.columns[first + i][k]);
                let there = mounted * of(first, k, mounted.inverse() * here);
                (0..3).for_each(|i| base.columns[first + i][k] = there[i]);
            }
        }
    }
}

#[track_caller]
fn near(found: &[f64], expected: &[f64], by: f64) {
    let off = found.iter().zip(expected).map(|(x, y)| (x - y).abs());
    assert!(off.fold(0.0, f64::max) < by, "{found:?} for {expected:?}");
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    assert_eq!(found(|_| {}), []);
}

#[test]
fn an_accelerometer_that_is_elsewhere_is_placed() {
    let causes = found(|recording| recording.base.as_mut().expect("a base").at = [0.0; 3]);
    let faults = only(1, &causes);
    let [BaseFault::Place { at }] = faults[..] else {
        panic!("{faults:?}");
    };
    near(&at, &AT, 2e-3);
    assert!(
        causes[0]
            .fault
            .undone()
            .starts_with("write where the accelerometer is (`base: {at: [0.0")
    );
    assert_eq!(causes[0].evidence, Evidence::Fit);
    assert_eq!(causes[0].lifts.len(), 18);
    let mut lifts = causes[0].lifts.iter();
    let whole = |lift: &Lift| lift.before <= 1.0 && lift.after <= 1.0;
    assert!(lifts.clone().all(whole), "{causes:?}");
    assert!(
        lifts.any(|lift| lift.before < lift.after && lift.after > 0.0),
        "{causes:?}"
    );
}

/// A torque that is noise, whatever is undone, says nothing against a fault that explains all else.
#[test]
fn a_torque_of_noise_hides_no_fault() {
    let causes = found(|recording| {
        recording.base.as_mut().expect("a base").at = [0.0; 3];
        // The first torque is behind the wrench on the base.
        let torque = &mut recording.measured.as_mut().expect("rows")[6];
        // Filters leave a fifth of its variance.
        let size = 3.0 * torque.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let mut random = Random::new(7);
        torque.iter_mut().for_each(|x| *x += size * random.normal());
    });
    let faults = only(1, &causes);
    let [BaseFault::Place { at }] = faults[..] else {
        panic!("{faults:?}");
    };
    near(&at, &AT, 5e-3);
    // Of that torque most is left.
    assert!(causes[0].lifts[6].after < 0.6, "{causes:?}");
}

#[test]
fn constants_of_both_sensors_are_found_together() {
    let rate = [0.1, -0.12, 0.08];
    let felt = [0.3, 0.2, -0.25];
    let causes = found(read_otherwise(|first, _, x| {
        x + Vector3::from(if first == 0 { rate } else { felt })
    }));
    let faults = only(2, &causes);
    for fault in &faults {
        let BaseFault::Bias { of, offset } = fault else {
            panic!("{faults:?}");
        };
        match of {
            Sensor::Gyroscope => near(offset, &rate.map(|x| -x), 1e-2),
            _ => near(offset, &felt.map(|x| -x), 2e-2),
        }
    }
    let said = causes[0].to_string();
    assert!(
        said.contains(", and a constant of ") && said.contains(" together lift R² of row "),
        "{said}"
    );
}

#[test]
fn axes_that_are_turned_or_reversed_are_named() {
    // Recorded are the IMU's own y, −x and z: it is turned by a quarter.
    let turned = Matrix3::new(0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let faults = only(1, &found(read_otherwise(|_, _, x| turned * x)));
    let [
        BaseFault::Axes {
            of: Sensor::Imu,
            axes: [-2, 1, 3],
            rpy: Some(rpy),
        },
    ] = faults[..]
    else {
        panic!("{faults:?}");
    };
    near(&rpy, &[0.0, 0.0, 90.0 + YAW.to_degrees()], 1e-6);
    // One axis of one sensor the other way round.
    for (first, sensor, key) in [
        (0, Sensor::Gyroscope, "`angular_velocity`"),
        (3, Sensor::Accelerometer, "`acceleration`"),
    ] {
        let causes = found(read_otherwise(|of, _, x| {
            if of == first {
                Vector3::new(x[0], -x[1], x[2])
            } else {
                x
            }
        }));
        let faults = only(1, &causes);
        let BaseFault::Axes {
            of,
            axes: [1, -2, 3],
            rpy: None,
        } = faults[0]
        else {
            panic!("{faults:?}");
        };
        assert_eq!(of, sensor);
        assert_eq!(
            causes[0].fault.undone(),
            format!("turn the sign of y in {key} (`sign`, and what `offset` adds)")
        );
    }
}

#[test]
fn an_imu_that_is_turned_by_some_degrees_is_turned_back() {
    let askew = Rotation3::from_euler_angles(0.1, -0.15, 0.2);
    let faults = only(1, &found(read_otherwise(|_, _, x| askew.inverse() * x)));
    let [BaseFault::Turn { rpy }] = faults[..] else {
        panic!("{faults:?}");
    };
    let all = Rotation3::from_euler_angles(0.0, 0.0, YAW) * askew;
    let (roll, pitch, yaw) = all.euler_angles();
    near(&rpy, &[roll, pitch, yaw].map(f64::to_degrees), 0.3);
}

#[test]
fn units_and_delays_are_found() {
    let degrees = read_otherwise(|first, _, x| {
        if first == 0 {
            x.map(f64::to_degrees)
        } else {
            x
        }
    });
    let causes = found(degrees);
    let faults = only(1, &causes);
    let [
        BaseFault::Factor {
            of: Sensor::Gyroscope,
            factor,
        },
    ] = faults[..]
    else {
        panic!("{faults:?}");
    };
    assert!((factor.to_degrees() - 1.0).abs() < 0.01, "{factor}");
    assert_eq!(
        causes[0].fault.undone(),
        "name the unit of `angular_velocity` (`unit: deg/s`)"
    );
    // Three samples late, of which the description has half a sample.
    let causes = found(|recording| {
        let base = recording.base.as_mut().expect("a base");
        base.delay = 0.5 / RATE;
        for column in &mut base.columns {
            let first = column[0];
            column.rotate_right(3);
            column[..3].fill(first);
        }
    });
    let faults = only(1, &causes);
    let [BaseFault::Lag { seconds, delay }] = faults[..] else {
        panic!("{faults:?}");
    };
    assert!(
        (seconds - 0.025).abs() < 5e-4 && (delay - 0.03).abs() < 5e-4,
        "{faults:?}"
    );
}

#[test]
fn what_acts_from_outside_has_a_sign_and_a_zero() {
    let otherwise = |of: fn(usize, f64) -> f64| {
        found(move |recording: &mut Recording| {
            let wrenches = &mut recording.contacts.as_mut().expect("contacts").wrenches;
            for (i, column) in wrenches.iter_mut().enumerate() {
                column.iter_mut().for_each(|x| *x = of(i, *x));
            }
        })
    };
    let causes = otherwise(|_, x| -x);
    assert_eq!(
        only(1, &causes),
        [BaseFault::WrenchSign {
            body: "base".to_owned()
        }]
    );
    let causes = otherwise(|i, x| x + [1.0, -0.5, 2.0, 0.05, -0.03, 0.02][i]);
    let faults = only(1, &causes);
    let [BaseFault::WrenchBias { body, offset }] = &faults[..] else {
        panic!("{faults:?}");
    };
    assert_eq!(body, "base");
    near(&offset[..3], &[-1.0, 0.5, -2.0], 0.1);
    near(&offset[3..], &[-0.05, 0.03, -0.02], 0.02);
}

/// What a sensor in the axes of the world shows where nothing acts is a constant there, however the base turns.
#[test]
fn a_zero_in_the_axes_of_the_world_is_found_there() {
    let path = designed(ROBOT.model(), 8.0, 16.0, &mut Random::new(5));
    let zero = [2.0, -1.5, 1.0, 0.05, -0.04, 0.03];
    let causes = found(|recording| {
        let base = recording.base.as_mut().expect("a base");
        let contacts = recording.contacts.as_mut().expect("contacts");
        contacts.places[0].of_world = true;
        base.turns = vec![Vec::new(); 9];
        for k in 0..base.columns[0].len() {
            let angle = |i: usize| path.at(15 + i, k as f64 / RATE)[0];
            let turn = Rotation3::from_euler_angles(angle(0), angle(1), angle(2)).inverse();
            (0..9).for_each(|i| base.turns[i].push(turn[(i / 3, i % 3)]));
            for first in [0, 3] {
                let shown = turn * Vector3::from_column_slice(&zero[first..first + 3]);
                (0..3).for_each(|i| contacts.wrenches[first + i][k] += shown[i]);
            }
        }
    });
    let faults = only(1, &causes);
    let [BaseFault::WrenchBias { offset, .. }] = &faults[..] else {
        panic!("{faults:?}");
    };
    near(&offset[..3], &[-2.0, 1.5, -1.0], 0.1);
    near(&offset[3..], &[-0.05, 0.04, -0.03], 0.02);
}

/// The orientation of the base is recorded as well; what turns vectors in the axes of the world into those of the base.
fn oriented(recording: &mut Recording) -> Vec<Rotation3<f64>> {
    let path = designed(ROBOT.model(), 8.0, 16.0, &mut Random::new(5));
    let base = recording.base.as_mut().expect("a base");
    let turn = |k: usize| {
        let angle = |i: usize| path.at(15 + i, k as f64 / RATE)[0];
        Rotation3::from_euler_angles(angle(0), angle(1), angle(2)).inverse()
    };
    let turns: Vec<Rotation3<f64>> = (0..base.columns[0].len()).map(turn).collect();
    let element = |i: usize| turns.iter().map(|turn| turn[(i / 3, i % 3)]).collect();
    base.turns = (0..9).map(element).collect();
    turns
}

/// Vectors of three columns, from a first one on, are in the axes of the world.
fn in_the_world(columns: &mut [Vec<f64>], first: usize, turns: &[Rotation3<f64>], mounted: f64) {
    let mounted = Rotation3::from_euler_angles(0.0, 0.0, mounted);
    for (k, turn) in turns.iter().enumerate() {
        let here = Vector3::from_fn(|i, _| columns[first + i][k]);
        let there = mounted * (turn.inverse() * here);
        (0..3).for_each(|i| columns[first + i][k] = there[i]);
    }
}

/// Forces, angular velocities or accelerations in the axes of the world, which nothing in them says: of the IMU as they are turned with
/// it.
#[test]
fn axes_of_the_world_are_named() {
    let causes = found(|recording| {
        let turns = oriented(recording);
        let contacts = recording.contacts.as_mut().expect("contacts");
        for first in [0, 3] {
            in_the_world(&mut contacts.wrenches, first, &turns, 0.0);
        }
    });
    let bodies = vec!["base".to_owned()];
    let axes = Frame::World;
    assert_eq!(only(1, &causes), [BaseFault::WrenchAxes { bodies, axes }]);
    for (of, first) in [(Sensor::Gyroscope, 0), (Sensor::Accelerometer, 3)] {
        let causes = found(|recording| {
            let turns = oriented(recording);
            let base = recording.base.as_mut().expect("a base");
            in_the_world(&mut base.columns, first, &turns, YAW);
        });
        assert_eq!(only(1, &causes), [BaseFault::OfWorld { of }]);
    }
    assert_eq!(
        found(|recording| {
            oriented(recording);
        }),
        []
    );
}

#[test]
fn gravity_is_in_accelerations_once() {
    let path = designed(ROBOT.model(), 8.0, 16.0, &mut Random::new(5));
    let gravity = |recording: &mut Recording, factor: f64| {
        let base = recording.base.as_mut().expect("a base");
        for k in 0..base.columns[3].len() {
            // Coordinates of the base stand after the joints': where it is, and how it is turned.
            let angle = |i: usize| path.at(15 + i, k as f64 / RATE)[0];
            let turn = Rotation3::from_euler_angles(angle(0), angle(1), angle(2));
            let up = turn.inverse() * Vector3::new(0.0, 0.0, 9.81);
            (0..3).for_each(|i| base.columns[3 + i][k] += factor * up[i]);
        }
    };
    let causes = found(|recording| gravity(recording, -1.0));
    let faults = only(1, &causes);
    assert!(matches!(faults[0], BaseFault::Free { .. }), "{faults:?}");
    assert_eq!(causes[0].evidence, Evidence::Gravity);
    assert!(!causes[0].shared && causes[0].lifts.is_empty());
    assert!(
        causes[0]
            .to_string()
            .starts_with("Accelerations without gravity: the accelerometer shows ")
    );
    let faults = only(1, &found(|recording| gravity(recording, 1.0)));
    assert!(matches!(faults[0], BaseFault::Twice { .. }), "{faults:?}");
    let of_gravity = read_otherwise(|first, _, x| if first == 3 { x / 9.806_65 } else { x });
    let causes = found(of_gravity);
    assert_eq!(
        causes[0].fault.undone(),
        "name the unit of `acceleration` (`unit: g`)"
    );
}

/// An accelerometer that shows sizes from nothing to twice one, or always the same.
#[test]
fn sizes_of_accelerations_tell_gravity_from_another_unit() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let shows = |size: f64, rises: bool, held: bool| {
        let [motion] = motion(|recording| {
            let columns = &mut recording.base.as_mut().expect("a base").columns;
            let last = columns[3].len() - 1;
            let at = |k: usize| match rises {
                true => 2.0 * size * k as f64 / last as f64,
                false => size,
            };
            columns[3] = (0..=last).map(at).collect();
            columns[4].fill(0.0);
            columns[5].fill(0.0);
            if !held {
                recording.contacts = None;
            }
        });
        motion
    };
    let seen = |size: f64, rises: bool| gravity(&equations, &[shows(size, rises, true)]);
    let factor = |factor: f64| {
        let of = Sensor::Accelerometer;
        Some(BaseFault::Factor { of, factor })
    };
    assert_eq!(seen(1.0, false), factor(9.806_65));
    assert_eq!(seen(9.81 * 9.806_65, false), factor(9.806_65f64.recip()));
    assert_eq!(seen(9810.0, false), factor(1e-3));
    assert_eq!(seen(9.81e-3, false), factor(1e3));
    // What is as large as one of these units is at times is none of them; what is far larger than twice gravity is not that.
    assert!(matches!(seen(1.0, true), Some(BaseFault::Free { .. })));
    assert!(matches!(seen(20.0, true), Some(BaseFault::Twice { .. })));
    assert_eq!(seen(40.0, false), None);
    // Held in one of two recordings it does not fall.
    let both = [shows(1.0, true, true), shows(1.0, true, false)];
    let both = gravity(&equations, &both);
    assert!(matches!(both, Some(BaseFault::Free { .. })), "{both:?}");
}

/// What is half as large in a fifth of the time is the same in three quarters of it, but not if that is three tenths.
#[test]
fn three_quarters_of_accelerations_tell_their_unit() {
    let equations = Equations::of_measured(&ROBOT).expect("equations");
    let seen = |share: f64| {
        let motions = motion(|recording| {
            let columns = &mut recording.base.as_mut().expect("a base").columns;
            let count = columns[3].len();
            let low = count / 3..count / 3 + (share * count as f64) as usize;
            let at = |k: usize| if low.contains(&k) { 0.5 } else { 1.0 };
            columns[3] = (0..count).map(at).collect();
            columns[4].fill(0.0);
            columns[5].fill(0.0);
        });
        gravity(&equations, &motions)
    };
    let (of, factor) = (Sensor::Accelerometer, 9.806_65);
    assert_eq!(seen(0.2), Some(BaseFault::Factor { of, factor }));
    let uneven = seen(0.3);
    assert!(matches!(uneven, Some(BaseFault::Free { .. })), "{uneven:?}");
}

#[test]
fn what_nothing_holds_falls() {
    let free = |factor: f64| {
        found(move |recording: &mut Recording| {
            recording.contacts = None;
            let base = recording.base.as_mut().expect("a base");
            base.columns[3..]
                .iter_mut()
                .flatten()
                .for_each(|x| *x *= factor);
        })
    };
    let causes = free(1.0);
    assert!(
        matches!(only(1, &causes)[0], BaseFault::Unheld { shown } if shown > 9.0),
        "{causes:?}"
    );
    assert!(causes[0].fault.undone().contains("`contacts`"));
    let of_gravity = |cause: &Cause| cause.evidence == Evidence::Gravity;
    assert!(!free(0.02).iter().any(of_gravity));
}

/// Nothing falls where there is no gravity, and what holds a robot is in no row where torques alone are measured.
#[test]
fn what_does_not_fall_need_not_be_held() {
    let motions = motion(|recording| recording.contacts = None);
    let model = *ROBOT.model();
    let weightless = Described(Model {
        gravity: [0.0; 3],
        ..model
    });
    let torque_alone = Described(Model {
        measured: &[Measured {
            name: "tau_FL_HAA",
            unit: "N·m",
        }],
        sparsity: Sparsity {
            measured: Pattern(&["+"]),
            ..model.sparsity
        },
        ..model
    });
    let robots: [(&dyn Robot, bool); 3] =
        [(&ROBOT, true), (&weightless, false), (&torque_alone, false)];
    for (robot, is_unheld) in robots {
        let equations = Equations::of_measured(robot).expect("equations");
        let found = gravity(&equations, &motions);
        let unheld = matches!(found, Some(BaseFault::Unheld { .. }));
        assert_eq!(unheld, is_unheld, "{found:?}");
    }
}

#[test]
fn axes_are_all_but_the_right_ones() {
    let all = all_axes();
    assert_eq!(all.len(), 47);
    let proper = all.iter().filter(|axes| matrix(**axes).determinant() > 0.5);
    assert_eq!(proper.count(), 23);
    assert_eq!(
        matrix([2, -1, 3]) * Vector3::new(1.0, 2.0, 3.0),
        Vector3::new(2.0, -1.0, 3.0)
    );
}
