//! Motions that are given: points, configurations, and what only a driven motion has.

use std::path::Path;

use super::super::arguments::{Command, Simulate};
use super::super::demo::tests::passive;
use super::super::progress::Progress;
use super::super::tests::{Folder, parse};
use super::{configurations_apart, needs_drive, points, standard};
use crate::experiment::Trajectory;
use crate::output_error::by_hand::Described;
use crate::parameters::nominal;
use crate::rows::BASE;
use crate::transmission::unfollowed;
use armwright_robots::double_pendulum::ROBOT;
use armwright_robots::{abb_wrist, solo12};
use armwright_runtime::{Measured, Model, Robot};

#[track_caller]
fn asked(options: &str) -> Simulate {
    match parse(&format!("simulate {options}")) {
        Command::Simulate(arguments) => arguments,
        other => panic!("{other:?}"),
    }
}

#[test]
fn options_of_driven_motions_are_refused_without_a_drive() {
    let all = [
        ("--friction none", "--friction"),
        ("--set fc_q1=1", "--set"),
        ("--locked q1", "--locked"),
        ("--only-joint q1", "--only-joint"),
        ("--static-ratio 1.5", "--static-ratio"),
        ("--hold linear", "--hold"),
        ("--position q1=1", "--position"),
        ("--velocity q1=1", "--velocity"),
        ("--step 0.1", "--step"),
        ("--tolerance 1e-6", "--tolerance"),
        ("--tolerance nan", "--tolerance"),
    ];
    for (options, first) in all {
        assert_eq!(needs_drive(&asked(options)), Some(first));
    }
    assert_eq!(
        needs_drive(&asked("--seed 3 --static-ratio 1 --hold last")),
        None
    );
    let folder = Folder::new();
    assert_eq!(
        folder.answer(&ROBOT, "simulate --step 0.1 --out @/sim"),
        Err("--step is for a motion that torques, voltages or a controller make: add --torque, --voltage or --follow with \
             a file; without them the motion is given, and torques follow from the terms of the robot file with --parameters"
            .to_owned())
    );
}

#[test]
fn points_are_passed_in_the_order_of_the_joints() {
    let folder = Folder::new();
    let model = ROBOT.model();
    let read = |text: &str, model| {
        folder.write("points.csv", text);
        let path = folder.line("@/points.csv");
        points(Path::new(&path), model)
            .map_err(|error| error.to_string().replace(&folder.line("@"), "@"))
    };
    let motion = read("q_elbow,t,q_shoulder\n1,0,10\n2,2,20\n", model).expect("a motion");
    assert_eq!(motion.duration(), 2.0);
    // Half the way at half the time: 10·(1/2)³ - 15·(1/2)⁴ + 6·(1/2)⁵ = 1/2.
    assert_eq!([motion.at(0, 1.0)[0], motion.at(1, 1.0)[0]], [15.0, 1.5]);
    assert_eq!([motion.at(0, 0.0)[0], motion.at(1, 2.0)[0]], [10.0, 2.0]);
    assert_eq!(
        read("t,q_shoulder,q_elbo\n0,1,2\n1,2,3\n", model)
            .err()
            .as_deref(),
        Some("@/points.csv has no column `q_elbow` (for points of a motion); did you mean q_elbo?")
    );
    assert_eq!(
        read("q_shoulder,q_elbow\n0,1\n1,2\n", model)
            .err()
            .as_deref(),
        Some("@/points.csv has no column `t` (for points of a motion)")
    );
    // A base stays where nothing is said of it.
    let moves = solo12::ROBOT.model();
    let n = moves.joints.len();
    let joints: Vec<String> = moves
        .joints
        .iter()
        .map(|joint| format!("q_{}", joint.name))
        .collect();
    let zeros = vec!["0"; n].join(",");
    let text = format!(
        "t,{},base_yaw,base_y\n0,{zeros},1,3\n2,{zeros},2,5\n",
        joints.join(",")
    );
    let motion = read(&text, moves).expect("a motion");
    let middle: Vec<f64> = (n..n + 6).map(|k| motion.at(k, 1.0)[0]).collect();
    assert_eq!(middle, [0.0, 4.0, 0.0, 0.0, 0.0, 1.5]);
}

#[test]
fn a_recording_of_points_is_written_and_told() {
    let folder = Folder::new();
    folder.write("points.csv", "t,q_shoulder,q_elbow\n0,0.5,-1\n2,1.5,1\n");
    folder.write(
        "p.yaml",
        "{m_lower: 2.5, mx_lower: 0.5, Lyy_lower: 0.75, Lyy_upper: 1.5}",
    );
    let line = "simulate --points @/points.csv --rate 100 --encoder 0 --torque-noise 0 --parameters @/p.yaml --out @/sim --seed 4";
    let said = folder.answer(&ROBOT, line).expect("a recording");
    assert_eq!(said, "200 samples at 100 Hz: @/sim/recording.yaml\n");
    let told = folder
        .answer(&ROBOT, &format!("{line} --format json"))
        .expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(
        value,
        serde_json::json!({"robot": "double_pendulum", "recording": "@/sim/recording.yaml", "samples": 200, "rate": 100.0, "seed": 4})
    );
    let recorded = folder.read("sim/recording.csv");
    let mut rows = csv::Reader::from_reader(recorded.as_bytes());
    let header: Vec<String> = rows
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    let place = |name: &str| header.iter().position(|known| known == name).expect(name);
    let rows: Vec<Vec<f64>> = rows
        .deserialize()
        .map(|row| row.expect("numbers"))
        .collect();
    let middle = &rows[100];
    for (name, value) in [("t", 1.0), ("q_shoulder", 1.0), ("q_elbow", 0.0)] {
        assert!(
            (middle[place(name)] - value).abs() < 1e-12,
            "{name}: {middle:?}"
        );
    }
    // Torques are those of the parameters, with the motion's speed of 15/8 of the way in 2 s.
    folder.write(
        "states.csv",
        "q_shoulder,q_elbow,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow\n1,0,0.9375,1.875,0,0\n",
    );
    let torques = folder.answer(
        &ROBOT,
        "evaluate --quantity torque --states @/states.csv --parameters @/p.yaml",
    );
    let torques = torques.expect("torques");
    let torques: Vec<f64> = torques
        .lines()
        .nth(1)
        .expect("a row")
        .split(',')
        .map(|x| x.parse().expect("a number"))
        .collect();
    for (name, torque) in [("tau_shoulder", torques[0]), ("tau_elbow", torques[1])] {
        let found = middle[place(name)];
        assert!(
            (found - torque).abs() < 1e-9 * torque.abs(),
            "{name}: {found} for {torque}"
        );
    }
}

/// Here torques are the rows, so that they are those of the robot of which nothing else is measured.
#[test]
fn rows_follow_from_base_parameters_of_them_and_motions_under_torques_do_not() {
    let row = |name| Measured { name, unit: "N·m" };
    let sensed = Described(Model {
        measured: vec![row("tau_shoulder"), row("tau_elbow")].leak(),
        base_of_torque: false,
        ..*ROBOT.model()
    });
    let folder = Folder::new();
    folder.write("points.csv", "t,q_shoulder,q_elbow\n0,0.5,-1\n2,1.5,1\n");
    folder.write("torques.csv", "t,tau_shoulder,tau_elbow\n0,0,0\n1,0,0\n");
    let base = ROBOT.model().base.iter().zip(1u32..);
    let values = base.map(|(base, k)| format!("{},{},0.1\n", base.name, 0.5 * f64::from(k)));
    let values = format!("name,value,std\n{}", values.collect::<String>());
    folder.write("base.csv", &values);
    let given = "simulate --points @/points.csv --rate 100 --encoder 0 --torque-noise 0 --parameters @/base.csv";
    let recorded = |robot: &dyn Robot| -> (String, Vec<f64>) {
        let told = folder.answer(robot, &format!("{given} --out @/sim"));
        told.expect("a recording");
        let text = folder.read("sim/recording.csv");
        let (header, rows) = text.split_once('\n').expect("rows");
        let numbers = rows.lines().flat_map(|row| row.split(','));
        let numbers = numbers.map(|x| x.parse().expect("a number"));
        (header.to_owned(), numbers.collect())
    };
    let ((header, found), (plain, expected)) = (recorded(&sensed), recorded(&ROBOT));
    assert_eq!((header, found.len()), (plain, expected.len()));
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
    }
    let driven = "simulate --torque @/torques.csv --parameters @/base.csv --out @/driven";
    assert_eq!(
        folder.answer(&sensed, driven).expect_err("no torques"),
        "base parameters of double_pendulum are those of what its file says is measured, and do not say which torques move \
         it: give standard parameters by name"
    );
}

/// A base that moves is held by a sensor, whose wrench follows where it is among the rows, and not where they are of another place.
#[test]
fn what_holds_a_base_follows_from_base_parameters_where_it_is_measured() {
    let model = solo12::ROBOT.model();
    let of = |measured: &'static [Measured]| {
        Described(Model {
            measured,
            base_of_torque: false,
            ..*model
        })
    };
    let folder = Folder::new();
    let base = model.base.iter().zip(1u32..);
    let rows = base.map(|(base, k)| format!("{},{k},0.1\n", base.name));
    let rows: String = rows.collect();
    folder.write("base.csv", &format!("name,value,std\n{rows}"));
    let machine = asked(&folder.line("--parameters @/base.csv")).machine;
    let theta = standard(&of(&BASE), &machine).expect("parameters");
    let mut beta = vec![0.0; model.base.len()];
    let found = solo12::ROBOT.base_parameters(&theta, &mut beta);
    found.expect("base parameters");
    for (found, expected) in beta.iter().zip(1u32..) {
        assert!(
            (found - f64::from(expected)).abs() < 1e-6,
            "{found} for {expected}"
        );
    }
    let knee = BASE.map(|_| Measured {
        name: "fx_knee",
        unit: "N",
    });
    let refused = standard(&of(knee.to_vec().leak()), &machine).expect_err("another place");
    assert!(
        refused
            .to_string()
            .contains("are those of what its file says is measured"),
        "{refused}"
    );
}

/// Before points are read, and long before anything is simulated.
#[test]
fn a_folder_that_cannot_be_made_is_told_first() {
    let folder = Folder::new();
    folder.write("file", "");
    let line = "simulate --points @/none.csv --out @/file/in";
    let said = folder.answer(&abb_wrist::ROBOT, line).expect_err("a file");
    assert!(
        said.starts_with("cannot make the folder @/file/in: "),
        "{said}"
    );
}

#[test]
fn the_configuration_that_is_recorded_is_shown() {
    let folder = Folder::new();
    for count in [2, 3] {
        let options = format!("--configurations {count} --duration 1 --rate 100 --out @/{count}");
        let arguments = asked(&folder.line(&options));
        let mut progress = Progress::new("choosing");
        let theta = nominal(ROBOT.model());
        let said = configurations_apart(&ROBOT, &theta, &arguments, count, &mut progress);
        assert_eq!(said.expect("recordings").lines().count(), count);
        assert_eq!(
            progress.shown(),
            format!("configuration {count} of {count}")
        );
    }
}

#[test]
fn configurations_are_recorded_in_folders_of_their_own() {
    let folder = Folder::new();
    let refused = |options: &str| {
        let line = format!("simulate --out @/sim {options}");
        folder.answer(&ROBOT, &line).expect_err("refused")
    };
    assert_eq!(
        refused("--configurations 1"),
        "--configurations must be 2 to 999; 1 is not"
    );
    assert_eq!(
        refused("--configurations 1000"),
        "--configurations must be 2 to 999; 1000 is not"
    );
    for swing in ["0", "inf", "NaN"] {
        assert_eq!(
            refused(&format!("--configurations 2 --swing={swing}")),
            format!("--swing must be a finite number above 0; {swing} is not")
        );
    }
    assert_eq!(
        refused("--rate 0"),
        "--rate must be a finite number above 0; 0 is not"
    );
    let line = "simulate --configurations 2 --duration 1 --rate 100 --swing 0.125 --out @/sim";
    let wrist = &abb_wrist::ROBOT;
    let said = folder.answer(wrist, line).expect("recordings");
    let paths = [
        "@/sim/configuration_001/recording.yaml",
        "@/sim/configuration_002/recording.yaml",
    ];
    assert_eq!(said, format!("{}\n{}\n", paths[0], paths[1]));
    let told = folder
        .answer(wrist, &format!("{line} --seed 5 --format json"))
        .expect("JSON");
    let value: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(
        value,
        serde_json::json!({"robot": "abb_wrist", "recordings": paths, "rate": 100.0, "seed": 5})
    );
    let recorded = folder.read("sim/configuration_002/recording.csv");
    assert!(
        (100..=102).contains(&recorded.lines().count()),
        "{recorded}"
    );
}

/// A motion as `excite` writes it, whose samples are no points.
#[test]
fn samples_of_a_motion_are_no_points() {
    let folder = Folder::new();
    let rows = |step: f64| -> String {
        let row = |k: u32| {
            let t = step * f64::from(k);
            format!("{t},{},{t}\n", t.sin())
        };
        let rows: String = (0..=100).map(row).collect();
        format!("t,q_shoulder,q_elbow\n{rows}")
    };
    folder.write("dense.csv", &rows(0.0625));
    folder.write("sparse.csv", &rows(0.125));
    folder.write("p.yaml", "{m_lower: 2.5, Lyy_lower: 0.75, Lyy_upper: 1.5}");
    let line = |file: &str| {
        format!("simulate --points @/{file} --rate 80 --parameters @/p.yaml --out @/sim")
    };
    let said = folder.answer(&ROBOT, &line("dense.csv"));
    assert_eq!(
        said.expect_err("a point every five samples"),
        "@/dense.csv has a point every 0.0625 s, and the robot would rest at each of them: take fewer points, at least 0.125 s \
         apart, or have a controller follow a motion that is sampled so: --follow @/dense.csv"
    );
    let said = folder.answer(&ROBOT, &line("sparse.csv"));
    assert_eq!(
        said.expect("a recording"),
        "1000 samples at 80 Hz: @/sim/recording.yaml\n"
    );
}

/// The elbow has no motor, and is moved all the same.
#[test]
fn a_motion_that_no_robot_makes_is_noted() {
    let folder = Folder::new();
    let robot = passive();
    let why = unfollowed(robot.model()).expect("a note");
    folder.write("points.csv", "t,q_shoulder,q_elbow\n0,0.5,-1\n2,1.5,1\n");
    for (options, said) in [
        (
            "--points @/points.csv",
            "200 samples at 100 Hz: @/sim/recording.yaml\n",
        ),
        (
            "--configurations 2 --duration 1",
            "@/sim/configuration_001/recording.yaml\n@/sim/configuration_002/recording.yaml\n",
        ),
    ] {
        let line = format!("simulate {options} --rate 100 --out @/sim");
        let told = folder.answer(&robot, &line).expect("a recording");
        assert_eq!(told, format!("{said}note: {why}\n"));
        let told = folder.answer(&robot, &format!("{line} --format json"));
        let told = told.expect("JSON");
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        assert_eq!(told["note"], why.as_str(), "{told}");
    }
}
