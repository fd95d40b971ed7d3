//! Motions that something drives: what a controller believes, where they begin, and what is said of them.

use std::path::Path;

use super::super::arguments::{Command, Simulate};
use super::super::demo::tests::passive;
use super::super::tests::{Folder, parse};
use super::{Given, followed, report, state, text, tracking};
use crate::closed_loop::{Follower, Law, Reference, states_along};
use crate::parameters;
use crate::regression::by_hand::MODEL;
use crate::simulation::{Balance, Count, Event, Fault, Grid, Input, Machine, Motion, Stop, Turn};
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::Robot;

#[track_caller]
fn asked(options: &str) -> Simulate {
    match parse(&format!("simulate {options}")) {
        Command::Simulate(arguments) => arguments,
        other => panic!("{other:?}"),
    }
}

fn machine() -> Machine<'static> {
    Machine::of(&ROBOT, &parameters::nominal(ROBOT.model())).expect("a machine")
}

#[test]
fn what_drives_a_robot_is_the_file_that_is_given() {
    for (options, given) in [
        ("--torque a.csv", Given::Torque),
        ("--voltage a.csv", Given::Voltage),
        ("--follow a.csv", Given::Reference),
    ] {
        let driven = asked(options).driven;
        assert_eq!(driven.file(), Some((Path::new("a.csv"), given)));
    }
    assert_eq!(asked("").driven.file(), None);
}

#[test]
fn every_file_of_a_drive_is_one_that_is_read() {
    for (options, expected) in [
        ("--torque a.csv", &["a.csv"][..]),
        ("--voltage b.csv", &["b.csv"]),
        ("--follow c.csv --believed d.yaml", &["c.csv", "d.yaml"]),
        ("", &[]),
    ] {
        let driven = asked(options).driven;
        let files = driven.files().map(|path| path.display().to_string());
        assert_eq!(files.collect::<Vec<_>>(), expected, "{options}");
    }
}

/// Positions that rise at 0.5 and 1 a second.
fn reference() -> Reference {
    let columns = [0.5, 1.0].map(|slope| (0..8).map(|k| slope * 0.1 * f64::from(k)).collect());
    Reference::of(states_along(&columns, 10.0), 2, 10.0)
}

#[test]
fn a_controller_is_that_which_is_asked_for() {
    let folder = Folder::new();
    folder.write(
        "believed.yaml",
        "{m_lower: 2.5, mx_lower: 0.5, Lyy_lower: 0.75, Lyy_upper: 1.5}",
    );
    let path = folder.line("@/believed.yaml");
    let believed = parameters::read(Path::new(&path), ROBOT.model()).expect("parameters");
    let nominal = parameters::nominal(ROBOT.model());
    let torques = |follower: &Follower<'_>| {
        let mut out = [0.0; 2];
        follower.at(0.3, 0.0, (&[0.25, -0.5], &[1.0, 2.0]), &mut out);
        out
    };
    for (options, law, bandwidth, theta) in [
        ("", Law::ComputedTorque, 20.0, &nominal),
        (
            "--controller pd --bandwidth 7.5",
            Law::Proportional,
            7.5,
            &nominal,
        ),
        (
            "--believed @/believed.yaml",
            Law::ComputedTorque,
            20.0,
            &believed,
        ),
    ] {
        let driven = asked(&folder.line(&format!("--follow a.csv {options}"))).driven;
        let found = driven
            .follower(&machine(), reference())
            .expect("a controller");
        let expected = Follower::new(&ROBOT, theta, reference(), 0.0, (law, bandwidth));
        let expected = torques(&expected.expect("a controller"));
        assert_eq!(torques(&found), expected, "{options}");
    }
    // Without a file of its own it believes what the robot is simulated with.
    let other = Machine::of(&ROBOT, &believed).expect("a machine");
    let found = asked("--follow a.csv").driven;
    let found = found.follower(&other, reference());
    let law = (Law::ComputedTorque, 20.0);
    let expected = Follower::new(&ROBOT, &believed, reference(), 0.0, law);
    assert_eq!(
        torques(&found.expect("a controller")),
        torques(&expected.expect("a controller"))
    );
    for value in ["0", "-1", "inf", "NaN"] {
        let driven = asked(&format!("--follow a.csv --bandwidth={value}")).driven;
        let refused = driven.follower(&machine(), reference()).err();
        assert_eq!(
            refused.map(|error| error.to_string()),
            Some(format!(
                "--bandwidth must be a finite number above 0; {value} is not"
            ))
        );
    }
}

#[test]
fn a_motion_begins_where_joints_are_named() {
    let mut values = [1.0, 2.0];
    let set = |text: &str, values: &mut [f64]| {
        state(&machine(), "--position", &[text.to_owned()], values)
    };
    set("elbow=-0.5", &mut values).expect("a joint");
    assert_eq!(values, [1.0, -0.5]);
    assert!(set("knee=1", &mut values).is_err());
    let refused = set("elbow", &mut values).expect_err("no value").to_string();
    assert!(
        refused
            == "--position `elbow` is no value: write NAME=VALUE, for example --position q1=0.4",
        "{refused}"
    );
}

/// Three moments of two joints at 4 Hz from 2 s on.
fn motion() -> Motion {
    Motion {
        grid: Grid {
            start: 2.0,
            rate: 4.0,
            samples: 3,
        },
        q: vec![0.1, 0.0, 0.125, 0.25, 0.25, 0.7],
        qd: vec![0.0; 6],
        input: vec![0.0; 6],
        torque: vec![0.0; 6],
        current: Vec::new(),
        events: vec![
            Event {
                time: 2.25,
                site: "elbow".to_owned(),
                turn: Turn::Sticks,
            };
            4
        ],
        count: Count {
            evaluations: 120,
            steps: 15,
            rejected: 2,
        },
        balance: Balance {
            gained: 1.5,
            work: 2.75,
            friction: 1.25,
            scale: 3.0,
            error: 2.5e-9,
        },
        stop: None,
    }
}

#[test]
fn a_controller_is_told_how_far_it_was_from_what_it_followed() {
    let follower = Follower::new(
        &ROBOT,
        &parameters::nominal(ROBOT.model()),
        reference(),
        2.0,
        (Law::ComputedTorque, 20.0),
    );
    // Wanted are 0, 0.125, 0.25 and 0, 0.25, 0.5: off by 0.1 once, and by 0.2 once.
    let found = tracking(&follower.expect("a controller"), &motion(), 2);
    for (found, off) in found.iter().zip([0.1, 0.2]) {
        let expected = off / 3f64.sqrt();
        assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
    }
}

#[test]
fn the_way_to_a_reference_is_told_in_the_unit_of_each_joint() {
    assert_eq!(
        followed(&MODEL, &[0.0125, 0.000_375]),
        "Root mean square off the reference: j1 1.25e-2 rad, j2 3.75e-4 m\n"
    );
}

#[test]
fn a_motion_is_told_with_what_it_took() {
    let said = text(
        &motion(),
        2,
        Path::new("sim/recording.yaml"),
        Path::new("sim/simulation.json"),
    );
    assert_eq!(
        said,
        "3 samples at 4 Hz: sim/recording.yaml\n15 steps, 120 evaluations, 4 changes of friction; work 2.7500 J, friction \
         1.2500 J, energy gained 1.5000 J (closes to 2.5e-9): sim/simulation.json\n"
    );
    let mut early = motion();
    early.events.truncate(1);
    early.stop = Some(Stop {
        time: 2.5,
        position: vec![0.5, 1.5],
        velocity: vec![-2.5, 3.5],
        fault: Fault::Diverges {
            joint: "elbow".to_owned(),
        },
    });
    let told = report(&ROBOT, &early, "sim/recording.yaml").expect("JSON");
    let expected = serde_json::json!({
        "robot": "double_pendulum",
        "recording": "sim/recording.yaml",
        "samples": 3,
        "rate": 4.0,
        "events": [serde_json::to_value(&early.events[0]).expect("JSON")],
        "balance": {"gained": 1.5, "work": 2.75, "friction": 1.25, "scale": 3.0, "error": 2.5e-9},
        "evaluations": 120,
        "steps": 15,
        "rejected": 2,
        "stop": {"time": 2.5, "position": [0.5, 1.5], "velocity": [-2.5, 3.5], "reason": "joint elbow runs away"},
    });
    assert_eq!(told, expected);
    let whole = report(&ROBOT, &motion(), "").expect("JSON");
    assert!(whole["stop"].is_null());
}

/// Torque without gravity's share lets both links fall; the motion ends with the file or after --duration.
#[test]
fn a_driven_motion_lasts_as_long_as_what_drives_it() {
    let folder = Folder::new();
    let rows: Vec<String> = (0..6)
        .map(|k| format!("{},0.5,-0.25\n", 1.0 + 0.1 * f64::from(k)))
        .collect();
    let text = format!("t,tau_shoulder,tau_elbow\n{}", rows.concat());
    folder.write("torque.csv", &text);
    let run = |options: &str| {
        let line = format!(
            "simulate --torque @/torque.csv --rate 20 --encoder 0 --torque-noise 0 --out @/sim --format json {options}"
        );
        let said = folder.answer(&ROBOT, &line).expect("a motion");
        assert_eq!(said, folder.read("sim/simulation.json"));
        let value: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        (value, folder.read("sim/recording.csv"))
    };
    let (told, recorded) = run("--position elbow=0.5 --velocity shoulder=-1");
    assert_eq!(
        (&told["samples"], &told["rate"]),
        (&12.into(), &20.0.into())
    );
    assert_eq!(told["recording"], "@/sim/recording.yaml");
    assert!(told["stop"].is_null() && told.get("tracking").is_none());
    let rows: Vec<&str> = recorded.lines().collect();
    assert_eq!(rows.len(), 13, "{recorded}");
    let (short, _) = run("--duration 0.25");
    assert_eq!(short["samples"], 5);
    // The 40 s of a motion that nothing gives are not those of a file.
    folder.write("torque.csv", "t,tau_shoulder,tau_elbow\n0,0,0\n25,0,0\n");
    assert_eq!(run("").0["samples"], 1000);
    folder.write("torque.csv", &text);
    // Fixed steps of 0.01 s are 25 of a quarter of a second, or a few fewer where the last sample is earlier.
    let (fixed, _) = run("--duration 0.25 --step 0.01");
    let steps = fixed["steps"].as_u64().expect("a number");
    assert!((20..=25).contains(&steps), "{steps}");
    let (rough, _) = run("--tolerance 1e-3");
    assert!(
        rough["steps"].as_u64() < told["steps"].as_u64(),
        "{rough} {told}"
    );
    for option in ["--position", "--velocity"] {
        let line = format!("simulate --torque @/torque.csv --rate 20 --out @/sim {option} elbow");
        let said =
            format!("{option} `elbow` is no value: write NAME=VALUE, for example {option} q1=0.4");
        assert_eq!(folder.answer(&ROBOT, &line), Err(said));
    }
    folder.write("follow.csv", &text.replace("tau_", "q_"));
    let line = "simulate --follow @/follow.csv --rate 20 --out @/sim --format json";
    let said = folder.answer(&ROBOT, line).expect("a motion");
    let value: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    // Half a second, and the sample at its end; the one before where a rate has none there.
    let samples = |line: &str| {
        let said = folder.answer(&ROBOT, line).expect("a motion");
        let value: serde_json::Value = serde_json::from_str(&said).expect("JSON");
        value["samples"].clone()
    };
    assert_eq!(value["samples"], 11);
    assert_eq!(samples(&line.replace("20", "13")), 7);
    assert_eq!(samples(&format!("{line} --duration 0.25")), 5);
    assert_eq!(samples(&format!("{line} --duration 9")), 11);
    for joint in 0..2 {
        let off = value["tracking"][joint].as_f64().expect("a number");
        assert!(off < 1e-6, "{value}");
    }
    let line = line.replace("json", "text");
    let said = folder.answer(&ROBOT, &line).expect("a motion");
    let last = said.lines().last().expect("a line");
    assert!(
        last.starts_with("Root mean square off the reference: shoulder ") && last.ends_with(" rad"),
        "{said}"
    );
}

/// 57 rows at 100 Hz last 0.57 s, and 100 times that is a little less than 57 in floating point.
#[test]
fn a_driven_motion_has_as_many_samples_as_rows_at_the_same_rate() {
    let folder = Folder::new();
    let row = |k: u32| format!("{},0.5,-0.25\n", f64::from(k) / 100.0);
    let rows: String = (0..57).map(row).collect();
    folder.write("torque.csv", &format!("t,tau_shoulder,tau_elbow\n{rows}"));
    let line = "simulate --torque @/torque.csv --rate 100 --out @/sim --format json";
    let said = folder.answer(&ROBOT, line).expect("a motion");
    let value: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(value["samples"], 57, "{value}");
    let refused = folder.answer(&ROBOT, &line.replace("--rate 100", "--rate 1e30"));
    let said = "0.57 s at 1000000000000000000000000000000 Hz make no recording: choose at least 100 samples, at most 1e8";
    assert_eq!(refused, Err(said.to_owned()));
}

/// The last of 300 times at 30 Hz is 9.9667 s with four decimals, so that torques are held a little longer than a sample on average: what is
/// recorded is what began with each sample, not what ended there.
#[test]
fn torques_at_rounded_times_begin_with_their_samples() {
    let folder = Folder::new();
    let torque = |k: u32| 0.5 * (0.7 * f64::from(k)).sin();
    let row = |k: u32| format!("{:.4},0,{}\n", f64::from(k) / 30.0, torque(k));
    let rows: String = (0..300).map(row).collect();
    folder.write("torque.csv", &format!("t,tau_shoulder,tau_elbow\n{rows}"));
    let line = "simulate --torque @/torque.csv --rate 30 --torque-noise 0 --friction viscous --set fv_shoulder=2,fv_elbow=0.5 --out @/sim";
    folder.answer(&ROBOT, line).expect("a motion");
    let recorded = folder.read("sim/recording.csv");
    let rows: Vec<&str> = recorded.lines().skip(1).collect();
    assert_eq!(rows.len(), 300);
    for (row, k) in rows.into_iter().zip(0..) {
        let last = row.rsplit(',').next().expect("a torque");
        let found: f64 = last.parse().expect("a number");
        assert!((found - torque(k)).abs() < 1e-12, "{k}: {found}");
    }
}

/// Numbers near 1.7e9 are 2.4e-7 apart, too far for the times of steps.
#[test]
fn a_driven_motion_does_not_know_the_date() {
    let folder = Folder::new();
    let recorded = |begun: f64| -> Vec<Vec<f64>> {
        let row = |k: u32| {
            let time = f64::from(k) / 200.0;
            format!("{},{},0.25\n", begun + time, 6.0 * (4.0 * time).sin())
        };
        let rows: String = (0..100).map(row).collect();
        folder.write("torque.csv", &format!("t,tau_shoulder,tau_elbow\n{rows}"));
        let line = "simulate --torque @/torque.csv --rate 200 --encoder 0 --torque-noise 0 --friction viscous --out @/sim";
        folder.answer(&ROBOT, line).expect("a motion");
        let recorded = folder.read("sim/recording.csv");
        let rows = recorded.lines().skip(1).map(|row| {
            let numbers = row.split(',').map(|x| x.parse().expect("a number"));
            numbers.collect::<Vec<f64>>()
        });
        rows.collect()
    };
    let (plain, dated) = (recorded(0.0), recorded(1.7e9));
    assert_eq!((plain.len(), dated.len()), (100, 100));
    for (plain, dated) in plain.iter().zip(&dated) {
        assert!((dated[0] - plain[0] - 1.7e9).abs() < 1e-6, "{dated:?}");
        for (plain, dated) in plain[1..3].iter().zip(&dated[1..3]) {
            assert!((plain - dated).abs() < 1e-5, "{plain} {dated}");
        }
    }
}

/// Within a ten-thousandth of a second no joint is accelerated by as much as 0.02 rad/s.
#[test]
fn positions_and_velocities_of_several_joints_stand_in_one_list() {
    let folder = Folder::new();
    folder.write(
        "torque.csv",
        "t,tau_shoulder,tau_elbow\n0,0.5,-0.25\n0.1,0.5,-0.25\n0.2,0.5,-0.25\n",
    );
    let run = |options: &str| {
        let line = format!(
            "simulate --torque @/torque.csv --rate 10000 --duration 0.0005 --encoder 0 --torque-noise 0 --out @/sim {options}"
        );
        folder.answer(&ROBOT, &line).expect("a motion");
        folder.read("sim/recording.csv")
    };
    let recorded = run("--position shoulder=0.5,elbow=-1 --velocity shoulder=1.5,elbow=-2");
    let rows = recorded.lines().skip(1).take(2).map(|line| {
        let numbers = line.split(',').skip(1).take(2);
        let numbers = numbers.map(|text| text.parse::<f64>().expect("a number"));
        numbers.collect::<Vec<_>>()
    });
    let rows: Vec<Vec<f64>> = rows.collect();
    assert!(recorded.starts_with("t,q_shoulder,q_elbow,"), "{recorded}");
    assert_eq!(rows[0], [0.5, -1.0]);
    for (joint, velocity) in [1.5, -2.0].into_iter().enumerate() {
        let found = 1e4 * (rows[1][joint] - rows[0][joint]);
        assert!((found - velocity).abs() < 0.02, "{found} for {velocity}");
    }
    for options in [
        "--position elbow=-1,shoulder=0.5 --velocity elbow=-2,shoulder=1.5",
        "--position shoulder=0.5 --position elbow=-1 --velocity shoulder=1.5 --velocity elbow=-2",
    ] {
        assert_eq!(run(options), recorded, "{options}");
    }
}

/// 1.5 and -2 rad/s, whose errors a controller would take away within a tenth of a second or so.
#[test]
fn a_motion_that_follows_begins_as_fast_as_its_reference() {
    let folder = Folder::new();
    folder.write(
        "follow.csv",
        "t,q_shoulder,q_elbow\n0,0.5,-1\n0.1,0.65,-1.2\n0.2,0.8,-1.4\n0.3,0.95,-1.6\n",
    );
    let line = "simulate --follow @/follow.csv --rate 10000 --duration 0.0005 --encoder 0 --torque-noise 0 --out @/sim";
    folder.answer(&ROBOT, line).expect("a motion");
    let recorded = folder.read("sim/recording.csv");
    let rows = recorded.lines().skip(1).take(2).map(|line| {
        let numbers = line.split(',').skip(1).take(2);
        let numbers = numbers.map(|text| text.parse::<f64>().expect("a number"));
        numbers.collect::<Vec<_>>()
    });
    let rows: Vec<Vec<f64>> = rows.collect();
    assert!(recorded.starts_with("t,q_shoulder,q_elbow,"), "{recorded}");
    for (joint, velocity) in [1.5, -2.0].into_iter().enumerate() {
        let found = 1e4 * (rows[1][joint] - rows[0][joint]);
        assert!((found - velocity).abs() < 0.02, "{found} for {velocity}");
    }
}

#[test]
fn a_joint_without_a_motor_follows_nothing() {
    let folder = Folder::new();
    folder.write(
        "follow.csv",
        "t,q_shoulder,q_elbow\n0,0.5,-1\n0.1,0.5,-1\n0.2,0.5,-1\n",
    );
    let line = "simulate --follow @/follow.csv --rate 20 --out @/sim";
    let refused = folder.answer(&passive(), line).expect_err("no motor");
    assert!(refused.starts_with("no motor moves elbow: "), "{refused}");
}
