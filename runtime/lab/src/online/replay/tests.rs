//! What a replay makes of its options and of samples, and how its sums are taken.

use armwright_robots::double_pendulum;
use armwright_runtime::online::{Event, Forgetting, Limits, RecursiveLeastSquares};
use armwright_runtime::{BaseParameter, Joint, JointKind, Model, ParameterKind, Robot, Site};

use super::{
    Noticed, Replay, ReplayError, ReplayOptions, Scales, Settings, When, Window, notice, replay,
    settings, settled, stds, told,
};
use crate::diagnose::{Sensed, SensorFault};
use crate::output_error::by_hand::Described;
use crate::parameters::{base_matrix, nominal};
use crate::recording::{Action, Arrays, Cause, Recording, Repair};
use crate::regression::by_hand::Written;

/// The pendulum along sines, with the torques of its parameters.
fn recording(rate: f64, samples: u32) -> Recording {
    let theta = nominal(double_pendulum::ROBOT.model());
    recording_of(rate, samples, |_| theta.clone())
}

/// The same, with the torques of parameters that change with time.
fn recording_of(rate: f64, samples: u32, theta: impl Fn(f64) -> Vec<f64>) -> Recording {
    let sines = |t: f64| [sine(0.9, 3.1, t), sine(0.7, 4.7, t)];
    recording_along(rate, samples, sines, theta)
}

/// Position, velocity and acceleration at a time.
fn sine(size: f64, w: f64, t: f64) -> [f64; 3] {
    [(w * t).sin(), w * (w * t).cos(), -w * w * (w * t).sin()].map(|x| size * x)
}

/// The same of joints whose states at a time are given.
fn recording_along(
    rate: f64,
    samples: u32,
    states: impl Fn(f64) -> [[f64; 3]; 2],
    theta: impl Fn(f64) -> Vec<f64>,
) -> Recording {
    let robot = &double_pendulum::ROBOT;
    let (mut position, mut torque) = (vec![Vec::new(); 2], vec![Vec::new(); 2]);
    for k in 0..samples {
        let t = f64::from(k) / rate;
        let [one, two] = states(t);
        let [q, qd, qdd] = [0, 1, 2].map(|order| [one[order], two[order]]);
        let mut tau = [0.0; 2];
        robot
            .inverse_dynamics(&theta(t), &q, &qd, &qdd, &mut tau)
            .expect("torques");
        for i in 0..2 {
            position[i].push(q[i]);
            torque[i].push(tau[i]);
        }
    }
    let arrays = Arrays {
        name: "run".to_owned(),
        ..Arrays::new(rate, position, torque)
    };
    Recording::from_arrays(robot.model(), arrays).expect("a recording")
}

/// Half of every true parameter.
fn options() -> ReplayOptions {
    let model = double_pendulum::ROBOT.model();
    let beta = base_matrix(model) * nalgebra::DVector::from_vec(nominal(model));
    ReplayOptions::new(beta.iter().map(|x| 0.5 * x).collect())
}

/// Speeds in one step with half as much again; what has no limit is not watched. Room that is left over is 1.
#[test]
fn settings_follow_from_options_scales_and_limits() {
    static JOINTS: [Joint; 2] = [
        Joint {
            name: "a",
            kind: JointKind::Revolute,
            position: None,
            velocity: Some(6.0),
            acceleration: None,
            effort: Some(60.0),
        },
        Joint {
            name: "b",
            kind: JointKind::Revolute,
            position: None,
            velocity: None,
            acceleration: None,
            effort: None,
        },
    ];
    let model = double_pendulum::ROBOT.model();
    let model = Model {
        joints: &JOINTS,
        base: &model.base[..3],
        ..*model
    };
    let options = ReplayOptions {
        noise: 0.1,
        doubt: 2.0,
        excitation: 0.4,
        gate: [0.8, 0.6],
        ..ReplayOptions::new(vec![0.5, -3.0, 0.25])
    };
    let scales = Scales {
        torques: vec![4.0, 8.0],
        parameters: vec![0.7, 1.5, 0.2],
    };
    let found: Settings<f64, 3, 4> = settings(&model, &options, &scales, 50.0);
    assert_eq!(found.nominal, [0.5, -3.0, 0.25, 0.0]);
    // Twice the larger of scale and size.
    assert_eq!(found.deviations, [1.4, 6.0, 0.5, 1.0]);
    assert_eq!(found.noise, [0.4, 0.8, 1.0]);
    let none = f64::INFINITY;
    let limits = Limits {
        step: [1.5 * 6.0 / 50.0, none, none],
        torque: [none; 3],
        moving: [none; 3],
        patience: 0,
    };
    assert_eq!(found.limits, limits);
    assert_eq!((found.gate, found.every), ([0.8, 0.6], 1));
    assert!((found.excitation - 0.4 * 3.0 / 4.0).abs() < 1e-15);
}

#[test]
fn events_are_told_with_their_joint_and_counted_while_they_last() {
    let model = double_pendulum::ROBOT.model();
    for (event, text) in [
        (
            Event::NotFinite { index: 0 },
            "a number of shoulder that is none",
        ),
        (
            Event::Jump { index: 1 },
            "elbow jumped further than it can move",
        ),
        (
            Event::Frozen { index: 1 },
            "the position of elbow did not change while it moved",
        ),
        (
            Event::Saturated { index: 0 },
            "the torque of shoulder was at its limit",
        ),
        (
            Event::Jump { index: 7 },
            "? jumped further than it can move",
        ),
    ] {
        assert_eq!(told(model, event), text);
    }
    let mut all = Vec::new();
    for (k, what) in [
        (3, "a"),
        (4, "a"),
        (5, "b"),
        (6, "b"),
        (7, "b"),
        (9, "b"),
        (10, "a"),
    ] {
        notice(&mut all, k, at(0.1 * k as f64), what.to_owned());
    }
    let noticed = |k: usize, samples: usize, what: &str| Noticed {
        when: at(0.1 * k as f64),
        samples,
        what: what.to_owned(),
    };
    let found: Vec<Noticed> = all.into_iter().map(|(_, noticed)| noticed).collect();
    assert_eq!(
        found,
        [
            noticed(3, 2, "a"),
            noticed(5, 3, "b"),
            noticed(9, 1, "b"),
            noticed(10, 1, "a")
        ]
    );
}

/// The covariance of two parameters after five samples with noise of 0.5, from priors of 2 and 3: the inverse of all information.
#[test]
fn deviations_are_those_of_all_that_is_known() {
    let mut recursive = RecursiveLeastSquares::<f64, 1, 3>::new(
        [0.0; 3],
        &[2.0, 3.0, 1.0],
        [0.5],
        Forgetting::none(),
    );
    let mut information = nalgebra::Matrix2::new(0.25, 0.0, 0.0, 1.0 / 9.0);
    for k in 0..5 {
        let row = [0.3 + 0.2 * f64::from(k), 1.0 - 0.4 * f64::from(k)];
        recursive.update(&[[row[0], row[1], 0.0]], &[1.0]);
        let row = nalgebra::Vector2::new(row[0], row[1]);
        information += row * row.transpose() / 0.25;
    }
    let covariance = information.try_inverse().expect("regular");
    let found = stds(&recursive, 2);
    assert_eq!(found.len(), 2);
    for (k, found) in found.into_iter().enumerate() {
        assert!((found - covariance[(k, k)].sqrt()).abs() < 1e-9, "{found}");
    }
}

/// All torques are twice as large from a time on: of the difference, what is well known has `exp(-samples / memory)` left.
#[test]
fn what_is_remembered_fades_with_the_memory() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let truth = base_matrix(model) * nalgebra::DVector::from_vec(nominal(model));
    let at = 12.0;
    let doubled = |t: f64| {
        let factor = if t < at { 1.0 } else { 2.0 };
        nominal(model).iter().map(|x| factor * x).collect()
    };
    let recording = recording_of(500.0, 9_000, doubled);
    let options = ReplayOptions {
        memory: Some(100.0),
        ..options()
    };
    let found = replay(robot, std::slice::from_ref(&recording), &options).expect("a replay");
    let moment = |seconds: f64| {
        let mut moments = found.moments.iter();
        let moment = moments.find(|m| m.time >= recording.start + at + seconds);
        moment.expect("a moment")
    };
    let before = moment(-0.1);
    let known = |k: &usize| before.std[*k] < 0.02 * truth[*k].abs();
    let known: Vec<usize> = (0..truth.len()).filter(known).collect();
    assert!(known.len() > 1, "{:?}", before.std);
    // A hundred samples are a second.
    for (seconds, near) in [(1.0f64, 0.15), (2.0, 0.05), (4.0, 0.02)] {
        let wanted = 2.0 - (-seconds).exp();
        for &k in &known {
            let factor = moment(seconds).recursive[k] / truth[k];
            let off = (factor - wanted).abs();
            assert!(off < near, "{seconds} s, {k}: {factor} for {wanted}");
        }
    }
}

/// A load that is taken is told, and what is identified then is the arm with it.
#[test]
fn a_load_is_told_and_identified() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let at = 12.0;
    let loaded = |t: f64| {
        let mut theta = nominal(model);
        let lower = |name: &str| {
            let mut parameters = model.parameters.iter();
            parameters
                .position(|p| p.name == name)
                .expect("a parameter")
        };
        if t >= at {
            for (name, more) in [("m_lower", 0.5), ("mx_lower", 0.15), ("Lyy_lower", 0.05)] {
                theta[lower(name)] += more;
            }
        }
        theta
    };
    let truth = base_matrix(model) * nalgebra::DVector::from_vec(loaded(at));
    let recording = recording_of(500.0, 12_000, loaded);
    let found = replay(robot, std::slice::from_ref(&recording), &options()).expect("a replay");
    let told: Vec<f64> = found
        .changed
        .iter()
        .map(|t| t.time - recording.start)
        .collect();
    assert!(
        told.len() == 1 && (at..at + 0.5).contains(&told[0]),
        "{told:?}"
    );
    // It begins anew where it was. Where the replay began, at half of all, the upper link would have lost half of its inertia at once.
    let mut moments = found.moments.iter();
    let anew = moments.position(|m| m.time == found.changed[0].time);
    let anew = anew.expect("a moment");
    let [before, here] = [anew - 1, anew].map(|k| found.moments[k].recursive[2]);
    assert_eq!(model.base[2].name, "Lyy_upper");
    assert!(
        (here - before).abs() < 0.5 * truth[2],
        "{here} after {before}"
    );
    for (k, base) in found.base.iter().enumerate() {
        let off = (base.value - truth[k]).abs();
        assert!(
            off < 3.0 * base.std + 0.01 * truth[k].abs(),
            "{base:?} for {}",
            truth[k]
        );
    }
    // With a memory it fades in as asked, and is told as well.
    let forgetful = ReplayOptions {
        memory: Some(100.0),
        ..options()
    };
    let faded = replay(robot, std::slice::from_ref(&recording), &forgetful).expect("a replay");
    assert_eq!(faded.changed, found.changed);
    let unloaded = self::recording(500.0, 12_000);
    let found = replay(robot, &[unloaded], &options()).expect("a replay");
    assert!(found.changed.is_empty(), "{:?}", found.changed);
}

/// Errors since the gate opened, from the moments themselves.
#[test]
fn sums_are_taken_since_the_gate_opened() {
    let robot = &double_pendulum::ROBOT;
    let recording = recording(500.0, 1600);
    let found = replay(robot, std::slice::from_ref(&recording), &options()).expect("a replay");
    assert_eq!(
        (found.rate, found.window, found.gate),
        (100.0, 50, [0.95, 0.9])
    );
    assert!((found.time_constant - 0.02).abs() < 1e-15);
    // 12 · 0.02 s · 500 Hz = 120, every fifth from there.
    assert_eq!((found.samples, found.moments.len()), (296, 296));
    assert!((found.moments[0].time - (recording.start + 0.24)).abs() < 1e-12);
    let opened = found.opened.expect("it opens");
    let first = found
        .moments
        .iter()
        .position(|m| m.identified)
        .expect("it opens");
    assert_eq!(found.moments[first].time, opened);
    // Before it opens the window knows already what does not act.
    let before = &found.moments[first - 1];
    assert!(!before.identified && before.window != options().nominal);
    let after = &found.moments[first + 1..];
    let acted = found.moments.iter().filter(|m| m.identified).count();
    assert!((found.open - acted as f64 / (after.len() + 1) as f64).abs() < 1e-12);
    for (i, joint) in found.joints.iter().enumerate() {
        let root = |of: &dyn Fn(&super::Moment) -> f64| {
            (after.iter().map(|m| of(m).powi(2)).sum::<f64>() / after.len() as f64).sqrt()
        };
        let torque = root(&|m| m.torque[0][i]);
        let acting = root(&|m| m.torque[0][i] - m.torque[1][i]);
        assert_eq!(joint.name, ["shoulder", "elbow"][i]);
        assert!(
            (joint.torque - torque).abs() < 1e-12 * torque && (joint.acting - acting).abs() < 1e-9
        );
        // Half of every parameter misses half of the torque, as filters leave it.
        assert!(
            (joint.nominal / joint.torque - 0.5).abs() < 0.02,
            "{joint:?}"
        );
        assert!(
            joint.acting < 0.1 * joint.torque && joint.recursive < 0.1 * joint.torque,
            "{joint:?}"
        );
    }
    let last = found.moments.last().expect("moments");
    for (k, base) in found.base.iter().enumerate() {
        let model = &robot.model().base[k];
        assert_eq!(
            (base.name.as_str(), base.unit.as_str()),
            (model.name, model.unit)
        );
        assert_eq!(
            (base.nominal, base.value, base.std),
            (options().nominal[k], last.recursive[k], last.std[k])
        );
        assert!(base.prior >= base.nominal.abs() && base.std < base.prior);
        let off = base.value - 2.0 * base.nominal;
        assert!(off.abs() < base.std + 0.02 * base.nominal.abs(), "{base:?}");
    }
    assert_eq!(
        (found.robot.as_str(), found.recording.as_str()),
        ("double_pendulum", "run")
    );
    assert!(found.noticed.is_empty());
    // A tenth of a second is over before filters have settled.
    let short = self::recording(500.0, 115);
    match replay(robot, std::slice::from_ref(&short), &options()) {
        Err(error @ ReplayError::TooShort { .. }) => assert_eq!(
            error.to_string(),
            "run ends after 0.230 s, before filters with a time constant of 0.02 s have settled: shorten that, or record more"
        ),
        other => panic!("{other:?}"),
    }
}

/// Parameters of which nothing is known may be what would make all torques; what is known to be twice as large may be that, and
/// half of it where that is doubted half as much.
#[test]
fn priors_are_of_scales_and_of_what_is_known() {
    let robot = &double_pendulum::ROBOT;
    let recording = recording(500.0, 150);
    let priors = |nominal: Vec<f64>, doubt: f64| -> Vec<f64> {
        let options = ReplayOptions {
            doubt,
            ..ReplayOptions::new(nominal)
        };
        let found = replay(robot, std::slice::from_ref(&recording), &options).expect("a replay");
        found.base.iter().map(|base| base.prior).collect()
    };
    let scales = priors(vec![0.0; robot.model().base.len()], 1.0);
    assert!(scales.iter().all(|scale| *scale > 0.0), "{scales:?}");
    let twice: Vec<f64> = scales.iter().map(|scale| 2.0 * scale).collect();
    assert_eq!(priors(twice, 0.5), scales);
}

/// Between samples that are learned from a joint moves as long as there are none.
#[test]
fn a_joint_that_moved_while_samples_were_missing_did_not_jump() {
    let mut gaps = recording(500.0, 5000);
    let missing = |k: usize| k > 1500 && k % 300 < 40;
    gaps.bridged = (0..5000).map(missing).collect();
    let found = replay(&double_pendulum::ROBOT, &[gaps], &options()).expect("a replay");
    assert_eq!(found.noticed, []);
    assert!(
        found.opened.is_some_and(|at| at < 3.0) && found.open == 1.0,
        "{}",
        found.open
    );
    // One that jumps did.
    let mut jumps = recording(500.0, 5000);
    jumps.position[0][2500..].iter_mut().for_each(|x| *x += 1.0);
    jumps.start = 2.5;
    let found = replay(&double_pendulum::ROBOT, &[jumps], &options()).expect("a replay");
    let jump = Noticed {
        when: at(7.5),
        samples: 1,
        what: "shoulder jumped further than it can move".to_owned(),
    };
    assert_eq!(found.noticed, [jump]);
    // Nothing is learned from it.
    let mut moments = found.moments.iter();
    let at = moments.position(|m| m.time == 7.5).expect("a moment");
    let [before, here] = [at - 1, at].map(|k| &found.moments[k]);
    assert_eq!(
        (&here.recursive, &here.std),
        (&before.recursive, &before.std)
    );
}

#[test]
fn nothing_is_replayed_of_no_recording() {
    let refused = replay(&double_pendulum::ROBOT, &[], &options()).map(|_| ());
    let refused = refused.expect_err("no recording").to_string();
    assert_eq!(refused, "no recording was given");
}

#[test]
fn refusals_say_what_would_be_right() {
    let name = || "arm".to_owned();
    for (error, text) in [
        (
            ReplayError::NoTorque(name()),
            "arm has no torques of the joints, from which parameters are learned",
        ),
        (
            ReplayError::Dead(name()),
            "no torque of arm ever changes: dead sensors, or columns of something else; there is nothing to learn from",
        ),
        (
            ReplayError::DeadMotors {
                recording: name(),
                motors: vec!["m2".to_owned(), "m3".to_owned()],
            },
            "the torque of m2, m3 never changes in arm, and every joint's torque is made of it: a dead sensor, or a column of \
             something else; there is nothing to learn from",
        ),
        (
            ReplayError::NotOfTorque(name()),
            "arm is not identified inside a loop: its base moves, or its base parameters are not those of the joint torques \
             alone; `identify` takes such a robot",
        ),
        (
            ReplayError::TooLarge {
                robot: name(),
                joints: 17,
                base: 170,
            },
            "arm has 17 joints and 170 base parameters, and a replay has room for 16 and 160; a controller of one's own has \
             the room that its robot needs (docs/online.md)",
        ),
        (
            ReplayError::Setting {
                what: "the noise",
                value: -1.0,
                wanted: "positive".to_owned(),
            },
            "the noise is -1; it has to be positive",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}

/// A time of a recording that is one piece.
fn at(time: f64) -> When {
    When {
        time,
        ..When::default()
    }
}

/// One motor of three that is dead in both pieces may be in all torques; two of two joints are all that there is.
#[test]
fn motors_that_silence_all_joints_are_named() {
    let dead = |recording: &str, motor: &str, sensed: Sensed| SensorFault {
        recording: recording.to_owned(),
        joint: motor.to_owned(),
        sensed,
    };
    let sensors = [
        dead("one", "m3", Sensed::DeadTorque),
        dead("one", "m1", Sensed::SaturatedTorque(0.5)),
        dead("two", "m3", Sensed::DeadTorque),
    ];
    let refused = ReplayError::dead("arm".to_owned(), 3, &sensors);
    let ReplayError::DeadMotors { recording, motors } = &refused else {
        panic!("{refused:?}")
    };
    assert_eq!(
        (recording.as_str(), &motors[..]),
        ("arm", &["m3".to_owned()][..])
    );
    let all = ["m1", "m2"].map(|motor| dead("one", motor, Sensed::DeadTorque));
    let refused = ReplayError::dead("arm".to_owned(), 2, &all);
    assert!(matches!(refused, ReplayError::Dead(_)), "{refused:?}");
}

/// Ten seconds at 500 Hz that begin at 2.5 s.
fn ten_seconds() -> Recording {
    let mut recording = recording(500.0, 5000);
    recording.start = 2.5;
    recording
}

/// Whether all parameters are what they are, as nearly as is known.
fn is_right(found: &Replay) -> bool {
    let model = double_pendulum::ROBOT.model();
    let truth = base_matrix(model) * nalgebra::DVector::from_vec(nominal(model));
    let mut all = found.base.iter().zip(truth.iter());
    all.all(|(base, truth)| (base.value - truth).abs() < 3.0 * base.std + 0.02 * truth.abs())
}

/// For a tenth of a second the elbow's torque is its limit, 25 N·m, to which filtered ones do not come; filters remember it for 120 rows.
#[test]
fn a_drive_at_its_limit_is_not_learned_from() {
    let mut limited = ten_seconds();
    limited.torque.as_mut().expect("torques")[1][2500..2550].fill(25.0);
    let found = replay(&double_pendulum::ROBOT, &[limited], &options()).expect("a replay");
    let noticed = Noticed {
        when: at(7.5),
        // Of 2500 to 2669 every fifth.
        samples: 34,
        what: "the torque of elbow was at its limit".to_owned(),
    };
    assert_eq!(found.noticed, [noticed]);
    assert!(found.changed.is_empty(), "{:?}", found.changed);
    assert!(is_right(&found), "{:?}", found.base);
    for joint in &found.joints {
        assert!(joint.recursive < 0.1 * joint.torque, "{joint:?}");
    }
    let acts = |time: f64| {
        let mut moments = found.moments.iter();
        moments.find(|m| m.time >= time).map(|m| m.identified)
    };
    assert_eq!(
        [7.4, 7.5, 7.8, 12.0].map(acts),
        [true, false, false, true].map(Some)
    );
}

/// A row at the limit every 0.18 s, which filters remember for 0.24 s: nothing is left to learn from, and no joint is slow.
#[test]
fn where_all_is_refused_nothing_is_said_to_be_learned() {
    let mut limited = ten_seconds();
    let torque = &mut limited.torque.as_mut().expect("torques")[1];
    let rows = torque.iter_mut().step_by(90);
    rows.for_each(|x| *x = 25.0);
    let found = replay(&double_pendulum::ROBOT, &[limited], &options()).expect("a replay");
    assert_eq!((found.samples, found.opened, found.slow()), (0, None, None));
    assert!(found.joints.iter().all(|joint| joint.learned == 0.0));
    let closed = found.closed().expect("it stayed closed");
    assert!(
        closed.contains("something was wrong with every sample"),
        "{closed}"
    );
}

/// The elbow's torque stands for a second at the value with which the elbow passes the middle of its way.
#[test]
fn a_torque_that_was_held_is_told_and_not_learned_from() {
    let mut held = ten_seconds();
    let torque = &mut held.torque.as_mut().expect("torques")[1];
    let value = torque[2674];
    torque[2675..3175].fill(value);
    let found = replay(&double_pendulum::ROBOT, &[held], &options()).expect("a replay");
    assert!(found.changed.is_empty(), "{:?}", found.changed);
    assert_eq!(found.noticed, []);
    assert!(is_right(&found), "{:?}", found.base);
    let told = found.faults();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("The torque of elbow repeats one value"),
        "{told:?}"
    );
    let [shoulder, elbow] = [0, 1].map(|i| found.joints[i].learned);
    assert_eq!(shoulder, 1.0);
    assert!((0.85..0.92).contains(&elbow), "{elbow}");
}

/// A piece has its own clock, which begins before that of the one that was replayed before.
#[test]
fn what_happened_is_told_of_its_piece() {
    let mut pieces = [ten_seconds(), recording(500.0, 5000)];
    for (piece, name) in pieces.iter_mut().zip(["first", "second"]) {
        piece.name = name.to_owned();
        let torque = piece.torque.as_mut().expect("torques");
        torque[1][2500..2550].fill(25.0);
    }
    pieces[1].start = 0.0;
    let found = replay(&double_pendulum::ROBOT, &pieces, &options()).expect("a replay");
    let when = |piece: usize, name: &str, time: f64| When {
        recording: Some(name.to_owned()),
        piece,
        time,
    };
    let noticed: Vec<When> = found.noticed.iter().map(|n| n.when.clone()).collect();
    assert_eq!(noticed, [when(0, "first", 7.5), when(1, "second", 5.0)]);
    let told = found.told();
    assert!(
        told[0].starts_with("first, 7.500 s: ") && told[1].starts_with("second, 5.000 s: "),
        "{told:?}"
    );
}

/// 1.8 rad in 0.6 s, a rest of 0.4 s, and the same way back.
fn dwelling(t: f64) -> [f64; 3] {
    let (half, moves, whole) = (1.0, 0.6, std::f64::consts::TAU);
    let passed = t.rem_euclid(2.0 * half);
    let (from, way, share) = match passed < half {
        true => (-0.9, 1.8, passed / moves),
        false => (0.9, -1.8, (passed - half) / moves),
    };
    if share >= 1.0 {
        return [from + way, 0.0, 0.0];
    }
    let (sin, cos) = (whole * share).sin_cos();
    [
        from + way * (share - sin / whole),
        way * (1.0 - cos) / moves,
        way * whole * sin / (moves * moves),
    ]
}

/// Filtered velocities are later than the positions, and those of a joint that rests are the same to the bit.
#[test]
fn a_joint_that_comes_to_rest_has_not_frozen() {
    let theta = nominal(double_pendulum::ROBOT.model());
    let states = |t: f64| [dwelling(t), dwelling(t + 0.3)];
    let rests = recording_along(50.0, 600, states, |_| theta.clone());
    let slow = ReplayOptions {
        rate: 50.0,
        ..options()
    };
    let found = replay(&double_pendulum::ROBOT, &[rests], &slow).expect("a replay");
    assert_eq!(found.noticed, []);
    assert!(found.faults().is_empty(), "{:?}", found.faults());
}

/// The elbow's encoder stands for 0.4 s, behind which the elbow is 0.9 rad from there; filters settle anew, in 120 rows.
#[test]
fn a_position_that_froze_is_not_learned_from() {
    let mut frozen = ten_seconds();
    let held = frozen.position[1][2499];
    frozen.position[1][2500..2700].fill(held);
    let found = replay(&double_pendulum::ROBOT, &[frozen], &options()).expect("a replay");
    let noticed = Noticed {
        when: at(7.5),
        // Of 2499 to 2819 every fifth.
        samples: 64,
        what: "the position of elbow did not change while it moved".to_owned(),
    };
    assert_eq!(found.noticed, [noticed]);
    assert!(found.changed.is_empty(), "{:?}", found.changed);
    assert!(is_right(&found), "{:?}", found.base);
    let mut told = found.sensors.iter().map(ToString::to_string);
    assert!(told.any(|told| told.starts_with("The position of elbow freezes in run")));
}

/// A dead sensor says nothing, whatever it stands at: the shoulder's torque tells all parameters.
#[test]
fn a_torque_that_never_changes_is_left_out() {
    for value in [0.0, 0.7] {
        let mut dead = ten_seconds();
        dead.torque.as_mut().expect("torques")[1].fill(value);
        let found = replay(&double_pendulum::ROBOT, &[dead], &options()).expect("a replay");
        let fault = SensorFault {
            recording: "run".to_owned(),
            joint: "elbow".to_owned(),
            sensed: Sensed::DeadTorque,
        };
        assert_eq!(found.sensors, [fault]);
        let learned: Vec<f64> = found.joints.iter().map(|joint| joint.learned).collect();
        assert_eq!(learned, [1.0, 0.0]);
        assert!(is_right(&found), "{:?}", found.base);
        assert_eq!(found.noticed, []);
        assert!(found.changed.is_empty(), "{:?}", found.changed);
    }
    let mut silent = ten_seconds();
    let torques = silent.torque.as_mut().expect("torques");
    torques.iter_mut().for_each(|column| column.fill(0.0));
    let refused = replay(&double_pendulum::ROBOT, &[silent], &options());
    assert!(matches!(refused, Err(ReplayError::Dead(_))), "{refused:?}");
}

/// The shoulder carries the arm at rest, and is not asked to move.
#[test]
fn a_joint_that_is_held_under_load_is_not_frozen() {
    let theta = nominal(double_pendulum::ROBOT.model());
    let states = |t: f64| [[0.5, 0.0, 0.0], sine(0.7, 4.7, t)];
    let held = recording_along(500.0, 600, states, |_| theta.clone());
    let found = replay(&double_pendulum::ROBOT, &[held], &options()).expect("a replay");
    assert_eq!(found.samples, 96);
    assert_eq!(found.noticed, []);
}

/// Of more than twice 1500 states every second is kept, and the last one whatever its number: what was found is what it
/// says.
#[test]
fn the_last_state_is_kept_and_is_what_was_found() {
    let robot = &double_pendulum::ROBOT;
    let recording = recording(100.0, 3100);
    let found = replay(robot, std::slice::from_ref(&recording), &options()).expect("a replay");
    // 12 · 0.02 s · 100 Hz = 24.
    assert_eq!((found.samples, found.moments.len()), (3076, 1539));
    let last = found.moments.last().expect("moments");
    assert!((last.time - (recording.start + 30.99)).abs() < 1e-9);
    for (k, base) in found.base.iter().enumerate() {
        assert_eq!((base.value, base.std), (last.recursive[k], last.std[k]));
    }
    assert!((found.moments[1].time - found.moments[0].time - 0.02).abs() < 1e-9);
}

/// A window of two hundred samples says how well it predicts later than one of fifty.
#[test]
fn the_window_is_the_one_that_was_asked_for() {
    let robot = &double_pendulum::ROBOT;
    let recording = recording(500.0, 1500);
    let full = |window: Window| {
        let options = ReplayOptions {
            window,
            ..options()
        };
        let found = replay(robot, std::slice::from_ref(&recording), &options).expect("a replay");
        let first = found.moments.iter().position(|m| m.r2.is_some());
        (found.window, first.expect("a full window"))
    };
    let (fifty, two_hundred) = (full(Window::Fifty), full(Window::TwoHundred));
    assert_eq!((fifty.0, two_hundred.0), (50, 200));
    assert_eq!(two_hundred.1 - fifty.1, 150);
}

/// Three samples a second, as Kolathaya and others: filters stay as fast as the motion asks, or nothing of it is left to learn from.
#[test]
fn learning_seldom_filters_no_more() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let seldom = ReplayOptions {
        rate: 3.0,
        ..options()
    };
    let recording = recording(500.0, 20_000);
    let found = replay(robot, &[recording], &seldom).expect("a replay");
    assert!((found.time_constant - 0.02).abs() < 1e-15);
    let truth = base_matrix(model) * nalgebra::DVector::from_vec(nominal(model));
    for (of, truth) in found.base.iter().zip(truth.iter()) {
        let off = (of.value - truth).abs() / of.std;
        assert!(off < 3.0, "{}: {} ± {} {truth}", of.name, of.value, of.std);
    }
    for (rate, recorded, time) in [
        (100.0, 1000.0, 0.02),
        (200.0, 1000.0, 0.01),
        (3.0, 30.0, 2.0 / 30.0),
    ] {
        assert!(
            (settled(rate, recorded) - time).abs() < 1e-15,
            "{rate} {recorded}"
        );
    }
}

/// Of a recording in pieces that are all too short the file is named, and all that it has.
#[test]
fn pieces_that_are_too_short_are_told_together() {
    let mut pieces = [recording(500.0, 110), recording(500.0, 110)];
    for (piece, name) in pieces.iter_mut().zip(["run (first)", "run (second)"]) {
        piece.name = name.to_owned();
    }
    let refused = replay(&double_pendulum::ROBOT, &pieces, &options());
    assert_eq!(
        refused.map(|_| ()).expect_err("too short").to_string(),
        "run ends after 0.440 s, before filters with a time constant of 0.02 s have settled: shorten that, or record more"
    );
}

/// A shoulder that comes to rest every 2.1 s, where nothing is learned from its torque and no error counts; the elbow has no friction.
#[test]
fn errors_are_of_samples_that_are_learned_from() {
    let model = *double_pendulum::ROBOT.model();
    let mut parameters = model.parameters.to_vec();
    parameters[1].kind = ParameterKind::Coulomb(Site::Joint(0));
    let robot = Described(Model {
        parameters: parameters.leak(),
        ..model
    });
    let states = |t: f64| {
        let (sin, cos) = (3.0 * t).sin_cos();
        let shoulder = [0.3 * (3.0 * t - sin), 0.9 * (1.0 - cos), 2.7 * sin];
        [shoulder, sine(0.7, 4.7, t)]
    };
    let theta = nominal(&model);
    let recording = recording_along(500.0, 4000, states, |_| theta.clone());
    let found = replay(&robot, &[recording], &options()).expect("a replay");
    assert_eq!(found.moments.len(), found.samples);
    // What was not learned from is neither measured nor predicted.
    for moment in &found.moments {
        let [measured, predicted] = &moment.torque;
        let mut pairs = measured.iter().zip(predicted);
        assert!(pairs.all(|(x, y)| x.is_nan() == y.is_nan()), "{moment:?}");
    }
    let opened = found.opened.expect("it opens");
    for (i, joint) in found.joints.iter().enumerate() {
        let known = |m: &&super::Moment| m.torque[0][i].is_finite();
        let count = found.moments.iter().filter(known).count();
        let share = count as f64 / found.samples as f64;
        assert!((joint.learned - share).abs() < 1e-12, "{joint:?} {share}");
        let after = found.moments.iter().filter(|m| m.time > opened);
        let squares: Vec<f64> = after
            .filter(known)
            .map(|m| m.torque[0][i].powi(2))
            .collect();
        let torque = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
        assert!(
            (joint.torque - torque).abs() < 1e-9 * torque,
            "{joint:?} {torque}"
        );
    }
    let [shoulder, elbow] = [0, 1].map(|i| found.joints[i].learned);
    assert!((0.5..0.99).contains(&shoulder), "{shoulder}");
    assert_eq!(elbow, 1.0);
}

/// Two pieces whose clocks begin alike: between them both joints move as far as they like, and what was done to either is told.
#[test]
fn pieces_are_replayed_one_after_the_other() {
    // The first ends with the shoulder at -0.9.
    let mut pieces = [recording(500.0, 2787), recording(500.0, 1600)];
    for (piece, rows) in pieces.iter_mut().zip([[3, 4], [5, 9]]) {
        piece.name = format!("run from {}", rows[0]);
        piece.repairs = vec![Repair {
            recording: "run".to_owned(),
            time: [0.5, 0.75],
            rows: Some(rows),
            count: 2,
            why: Cause::Missing,
            done: Action::Split,
        }];
    }
    let found = replay(&double_pendulum::ROBOT, &pieces, &options()).expect("a replay");
    assert_eq!(found.noticed, []);
    let rows: Vec<_> = found.repairs.iter().map(|repair| repair.rows).collect();
    assert_eq!(rows, [Some([3, 4]), Some([5, 9])]);
    // Every fifth of either from its 120th on.
    assert_eq!(
        (found.recording.as_str(), found.samples),
        ("run", 534 + 296)
    );
}

/// The pendulum recorded at 500 and at 100 Hz: at 100 Hz it is learned from either, whichever comes first, and nothing has changed
/// between them.
#[test]
fn pieces_of_other_rates_are_learned_from_as_often() {
    for rates in [[500.0, 100.0], [100.0, 500.0]] {
        let pieces = rates.map(|rate| recording(rate, 1600));
        let found = replay(&double_pendulum::ROBOT, &pieces, &options()).expect("a replay");
        // Every fifth from the 120th on, and every one from the 24th on.
        assert_eq!((found.samples, found.rate), (296 + 1576, 100.0));
        assert_eq!(found.fastest, 100.0);
        assert!((found.time_constant - 0.02).abs() < 1e-15);
        assert_eq!(found.noticed, []);
        assert!(found.changed.is_empty(), "{:?}", found.changed);
    }
}

/// Of 500 Hz every third sample is nearest to 180 Hz, of 200 Hz every one: filters are those of the lower rate. What is too short is as
/// long as either rate says.
#[test]
fn of_rates_that_differ_the_lowest_is_told() {
    let asked = ReplayOptions {
        rate: 180.0,
        ..options()
    };
    for rates in [[500.0, 200.0], [200.0, 500.0]] {
        let pieces = rates.map(|rate| recording(rate, 800));
        let found = replay(&double_pendulum::ROBOT, &pieces, &asked).expect("a replay");
        assert!((found.rate - 500.0 / 3.0).abs() < 1e-9, "{}", found.rate);
        assert!((found.fastest - 200.0).abs() < 1e-9, "{}", found.fastest);
        assert!((found.time_constant - 0.012).abs() < 1e-12);
    }
    // Of 0.22 s at 500 Hz and 0.55 s at 200 Hz filters of 0.1 s leave nothing.
    let slow = ReplayOptions {
        time_constant: Some(0.1),
        ..options()
    };
    let pieces = [recording(500.0, 110), recording(200.0, 110)];
    let refused = replay(&double_pendulum::ROBOT, &pieces, &slow);
    assert_eq!(
        refused.map(|_| ()).expect_err("too short").to_string(),
        "run ends after 0.770 s, before filters with a time constant of 0.1 s have settled: shorten that, or record more"
    );
}

/// 500 Hz are not 180 Hz times a whole number: every third sample is learned from.
#[test]
fn the_rate_is_that_of_every_so_many_samples() {
    let often = ReplayOptions {
        rate: 180.0,
        ..options()
    };
    let recording = recording(500.0, 800);
    let found = replay(&double_pendulum::ROBOT, &[recording], &often).expect("a replay");
    assert!((found.rate - 500.0 / 3.0).abs() < 1e-9, "{}", found.rate);
    assert!((found.time_constant - 0.012).abs() < 1e-12);
    let times = [0, 1].map(|k| found.moments[k].time);
    assert!((times[1] - times[0] - 0.006).abs() < 1e-9, "{times:?}");
}

/// Two joints with friction that stand but for one moment, of which the longer piece is long enough for any filter.
#[test]
fn what_hardly_moves_teaches_nothing() {
    let model = *double_pendulum::ROBOT.model();
    let mut parameters = model.parameters.to_vec();
    parameters[1].kind = ParameterKind::Coulomb(Site::Joint(0));
    parameters[11].kind = ParameterKind::Coulomb(Site::Joint(1));
    let robot = Described(Model {
        parameters: parameters.leak(),
        ..model
    });
    let mut pieces = [recording(500.0, 60), recording(500.0, 600)];
    for column in pieces.iter_mut().flat_map(|piece| &mut piece.position) {
        let places = column.iter_mut().enumerate();
        places.for_each(|(k, x)| *x = if k < 300 { 0.3 } else { 0.32 });
    }
    let refused = replay(&robot, &pieces, &options());
    assert_eq!(
        refused.map(|_| ()).expect_err("still").to_string(),
        "in run no joint moves fast enough, and long enough, for its friction to have a certain sign: there is nothing to learn \
         from"
    );
}

/// The pendulum with so many base parameters, of which all but its own six make no torque.
fn wide(base: usize) -> Written {
    let model = *double_pendulum::ROBOT.model();
    let all: Vec<BaseParameter> = model.base.iter().copied().cycle().take(base).collect();
    let wide = Model {
        base: all.leak(),
        ..model
    };
    Written(wide, |quantity, inputs, out| {
        let mut own = [0.0; 12];
        double_pendulum::ROBOT.evaluate(quantity, inputs, &mut own)?;
        let rows = out.chunks_exact_mut(out.len() / 2);
        for (row, values) in rows.zip(own.chunks_exact(6)) {
            row.fill(0.0);
            row[..6].copy_from_slice(values);
        }
        Ok(())
    })
}

/// Up to 160 base parameters there is room, with either window.
#[test]
fn a_robot_with_many_parameters_has_the_window_that_was_asked_for() {
    let recording = recording(500.0, 150);
    let found = |base: usize, window: Window| {
        let mut options = ReplayOptions {
            window,
            ..options()
        };
        options.nominal.resize(base, 0.0);
        replay(&wide(base), std::slice::from_ref(&recording), &options)
    };
    for (window, samples) in [(Window::Fifty, 50), (Window::TwoHundred, 200)] {
        let found = found(66, window).expect("a replay");
        let sizes = (found.window, found.base.len(), found.joints.len());
        assert_eq!(sizes, (samples, 66, 2));
    }
    assert!(matches!(
        found(161, Window::Fifty),
        Err(ReplayError::TooLarge {
            joints: 2,
            base: 161,
            ..
        })
    ));
}

#[test]
fn every_piece_has_to_have_torques() {
    let mut pieces = [recording(500.0, 150), recording(500.0, 150)];
    for (piece, name) in pieces.iter_mut().zip(["run (first)", "run (second)"]) {
        piece.name = name.to_owned();
    }
    pieces[1].torque = None;
    match replay(&double_pendulum::ROBOT, &pieces, &options()) {
        Err(ReplayError::NoTorque(name)) => assert_eq!(name, "run (second)"),
        other => panic!("{other:?}"),
    }
}

/// Six samples fill no window.
#[test]
fn where_the_gate_never_opens_there_are_no_errors() {
    let mut piece = recording(500.0, 150);
    assert_eq!(piece.source, "run");
    piece.name = "run (second)".to_owned();
    let found = replay(&double_pendulum::ROBOT, &[piece], &options()).expect("a replay");
    assert_eq!((found.samples, found.opened, found.open), (6, None, 0.0));
    for joint in &found.joints {
        let errors = [joint.torque, joint.nominal, joint.acting, joint.recursive];
        assert_eq!((joint.learned, errors), (1.0, [0.0; 4]), "{}", joint.name);
    }
    // One piece is called as it is.
    assert_eq!(found.recording, "run (second)");
}

/// 120 samples are 0.24 s, which are 12 times 0.02 s: the next one would be the first to be taken.
#[test]
fn what_ends_when_filters_have_settled_is_too_short() {
    let refused = replay(
        &double_pendulum::ROBOT,
        &[recording(500.0, 120)],
        &options(),
    );
    assert_eq!(
        refused.map(|_| ()).expect_err("too short").to_string(),
        "run ends after 0.240 s, before filters with a time constant of 0.02 s have settled: shorten that, or record more"
    );
    let found = replay(
        &double_pendulum::ROBOT,
        &[recording(500.0, 121)],
        &options(),
    );
    assert_eq!(found.expect("a replay").samples, 1);
}
