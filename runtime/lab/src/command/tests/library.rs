//! What a command prints is what the library finds of the same recordings, by the same options written out.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::json;

use super::Folder;
use super::motions::{loaded, recorded};
use super::runs::{BETA, PROCESSING, table, value};
use crate::dataset::without_copies;
use crate::drives::{DriveOptions, KnownLoad, drive_gains, plays};
use crate::identify::Estimation;
use crate::loads::{Arm, LoadOptions, identify_load};
use crate::online::{ReplayOptions, Window, replay};
use crate::options::{Cutoff, List, ProcessingOptions};
use crate::recording::Recording;
use crate::regression::Balance;
use crate::regression::by_hand::{MODEL, ROBOT};
use crate::together::{Offsets, TogetherOptions, identify_together};
use armwright_robots::double_pendulum;
use armwright_runtime::{Model, Robot};

/// Those of [`PROCESSING`].
fn processing() -> ProcessingOptions {
    ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(25.0)),
        order: Some(3),
        decimate: Some(List(vec![2])),
        trim: Some(25),
        velocity_threshold: Some(List(vec![0.125, 0.25])),
        motor_velocity_threshold: Some(List(vec![0.5, 0.75])),
        ..ProcessingOptions::default()
    }
}

/// What a command tells, and what it ought to.
#[track_caller]
fn same(folder: &Folder, told: Result<String, String>, expected: &impl Serialize) {
    let expected = serde_json::to_string(expected).expect("JSON");
    let expected = expected.replace(&folder.line("@"), "@");
    assert_eq!(value(&told.expect("an answer")), value(&expected));
}

fn path(folder: &Folder, name: &str) -> PathBuf {
    folder.line(&format!("@/{name}")).into()
}

fn read(folder: &Folder, model: &Model, names: &[&str]) -> Vec<Recording> {
    let all = names.iter().flat_map(|name| {
        let read = Recording::read_all(&path(folder, name), model);
        read.expect("a recording")
    });
    all.collect()
}

/// Recordings of the pendulum without and with a load, two of each.
fn pendulum(folder: &Folder, gains: [f64; 2]) {
    loaded(folder);
    for (name, parameters) in [
        ("empty.csv", ""),
        ("loaded.csv", "--parameters @/loaded.yaml"),
    ] {
        recorded(folder, name, parameters, gains);
        let rows = folder.read(name);
        let (head, rest) = rows.split_once('\n').expect("a header");
        let rows: Vec<&str> = rest.lines().collect();
        let part = |rows: &[&str]| format!("{head}\n{}\n", rows.join("\n"));
        folder.write(name, &part(&rows[..120]));
        folder.write(&format!("more_{name}"), &part(&rows[120..]));
    }
}

#[test]
fn a_load_is_told_by_all_recordings_and_options() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    pendulum(&folder, [1.0; 2]);
    let told = folder.answer(
        robot,
        &format!(
            "load --recording @/empty.csv @/more_empty.csv --loaded @/loaded.csv @/more_loaded.csv --body lower \
             --balance momentum --interval 0.125 {PROCESSING} --format json"
        ),
    );
    let read = |names: &[&str]| read(&folder, robot.model(), names);
    let options = LoadOptions {
        processing: processing(),
        offsets: Offsets::None,
        balance: Some(Balance::Momentum),
        interval: Some(0.125),
    };
    let empty = Arm::Recordings(read(&["empty.csv", "more_empty.csv"]));
    let both = read(&["loaded.csv", "more_loaded.csv"]);
    let found = identify_load(robot, empty, both.clone(), "lower", &options);
    same(&folder, told, &found.expect("a load"));
    // An arm that is known, by a result of its own.
    let line = format!("identify --recording @/empty.csv --method ols --out @/arm {PROCESSING}");
    folder.answer(robot, &line).expect("an arm");
    let told = folder.answer(
        robot,
        &format!(
            "load --arm @/arm/identification.json --loaded @/loaded.csv @/more_loaded.csv --body lower --offsets each \
             {PROCESSING} --format json"
        ),
    );
    let arm = Estimation::read(&path(&folder, "arm/identification.json"), robot);
    let arm = Arm::Known(arm.expect("an arm").base_estimate(robot.model()));
    let options = LoadOptions {
        processing: processing(),
        offsets: Offsets::Each,
        ..LoadOptions::default()
    };
    let found = identify_load(robot, arm, both, "lower", &options).expect("a load");
    same(&folder, told, &found);
    let mut part = value(&folder.read("arm/identification.json"));
    part["left_out"] = json!([{"torque": "elbow", "side": "joint"}]);
    part["fingerprint"] = json!([]);
    folder.write("part.json", &part.to_string());
    let refused = folder.answer(
        robot,
        "load --arm @/part.json --loaded @/loaded.csv --body lower",
    );
    let refused = refused.expect_err("a part");
    assert!(
        refused.contains("it was identified without a torque of some joints or motors"),
        "{refused}"
    );
}

#[test]
fn gains_are_told_by_all_recordings_and_options() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    pendulum(&folder, [1.0, 0.8]);
    let told = folder.answer(
        robot,
        &format!(
            "drives --recording @/empty.csv @/more_empty.csv --loaded @/loaded.csv @/more_loaded.csv --body lower --load \
             m=0.5,tx=0.2,Jyy=0.01,Jzz=0.02 --offsets each {PROCESSING} --format json"
        ),
    );
    let read = |names: &[&str]| read(&folder, robot.model(), names);
    let options = DriveOptions {
        processing: processing(),
        offsets: Offsets::Each,
    };
    let load = KnownLoad {
        body: "lower".to_owned(),
        physical: [0.5, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.01, 0.0, 0.02],
    };
    let (empty, loaded) = (
        read(&["empty.csv", "more_empty.csv"]),
        read(&["loaded.csv", "more_loaded.csv"]),
    );
    let found = drive_gains(robot, empty, loaded, &load, &options);
    let mut expected = json!(found.expect("gains"));
    expected["robot"] = json!("double_pendulum");
    same(&folder, told, &expected);
}

/// Without a load, positions on both sides of the transmission tell what is between.
#[test]
fn play_is_told_without_a_load() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    recorded(&folder, "a.csv", "", [1.0; 2]);
    let table = folder.read("a.csv");
    let rows = table.lines().enumerate().map(|(k, row)| match k {
        0 => format!("{row},e1,e2\n"),
        _ => {
            let x: Vec<f64> = row
                .split(',')
                .map(|x| x.parse().expect("a number"))
                .collect();
            format!("{row},{:?},{:?}\n", x[1] - 2e-3 * x[3], x[2] + 1e-3)
        }
    });
    folder.write("a.csv", &rows.collect::<String>());
    folder.write(
        "a.yaml",
        "recording:\n  file: a.csv\n  time: {column: t}\n  position: {columns: [q_shoulder, q_elbow], side: joint}\n  torque: \
         {columns: [tau_shoulder, tau_elbow], side: joint}\n  second_position: {columns: [e1, e2], side: motor}\n",
    );
    let told = folder.answer(robot, "drives --recording @/a.yaml --format json");
    let recordings = read(&folder, robot.model(), &["a.yaml"]);
    let play = plays(robot, &recordings);
    assert_eq!(play.len(), 2);
    let (source, remark) = (&recordings[0].source, &recordings[0].remarks[0]);
    let remarks = json!([format!("{source}: {remark}")]);
    let mut expected = json!({"robot": "double_pendulum", "play": play, "remarks": remarks});
    same(&folder, told, &expected);
    // Once more, it is no new evidence.
    folder.write("b.csv", &folder.read("a.csv"));
    folder.write("b.yaml", &folder.read("a.yaml").replace("a.csv", "b.csv"));
    let line = "drives --recording @/a.yaml @/b.yaml";
    let told = folder.answer(robot, &format!("{line} --format json"));
    let recordings = read(&folder, robot.model(), &["a.yaml", "b.yaml"]);
    let once = without_copies(recordings);
    expected["repairs"] = json!(once[0].repairs);
    expected["remarks"] = json!([format!("{source} and 1 more: {remark}")]);
    assert_eq!(once[0].repairs.len(), 1);
    same(&folder, told, &expected);
    let said = folder.answer(robot, line).expect("an answer");
    assert!(said.contains("dropped   the same samples as"), "{said}");
    assert!(said.contains("\nnote: "), "{said}");
}

#[test]
fn recordings_together_are_told_by_all_options() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 200), true));
    folder.write("b.csv", &table(BETA, (300, 150), true));
    folder.write("c.csv", &table(BETA, (700, 170), true));
    let told = folder.answer(
        &ROBOT,
        &format!("together --recording @/a.csv @/b.csv --recording @/c.csv --offsets common --weights 1,4,0.25 {PROCESSING} --format json"),
    );
    let options = TogetherOptions {
        processing: processing(),
        offsets: Offsets::Common,
        weights: vec![1.0, 4.0, 0.25],
    };
    let recordings = read(&folder, &MODEL, &["a.csv", "b.csv", "c.csv"]);
    let found = identify_together(&ROBOT, recordings, &options);
    same(&folder, told, &found.expect("parameters"));
    // Torques that are left out are so in each of them.
    let told = folder.answer(
        &ROBOT,
        &format!(
            "together --recording @/a.csv @/b.csv --without-torque j1 {PROCESSING} --format json"
        ),
    );
    let without = ["j1".to_owned()];
    let recordings = ["a.csv", "b.csv"]
        .map(|name| Recording::read_without(&path(&folder, name), &MODEL, &without));
    let recordings = recordings.map(|read| read.expect("a recording")).concat();
    assert!(recordings.iter().all(|one| one.left_out.len() == 1));
    let options = TogetherOptions {
        processing: processing(),
        ..TogetherOptions::default()
    };
    match identify_together(&ROBOT, recordings, &options) {
        Ok(found) => same(&folder, told, &found),
        Err(error) => assert_eq!(told, Err(error.to_string().replace(&folder.line("@"), "@"))),
    }
}

#[test]
fn a_replay_is_told_by_all_options() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    recorded(&folder, "a.csv", "", [1.0, 1.0]);
    let line = format!("identify --recording @/a.csv --method ols --out @/arm {PROCESSING}");
    folder.answer(robot, &line).expect("an arm");
    let model = robot.model();
    let result = Estimation::read(&path(&folder, "arm/identification.json"), robot);
    let result = result.expect("an arm").base_estimate(model).beta;
    folder.write("p.yaml", "{m_lower: 2.5, mx_lower: 0.5}");
    let theta = crate::parameters::read(&path(&folder, "p.yaml"), model).expect("parameters");
    let mut map = vec![0.0; model.base.len()];
    robot
        .base_parameters(&theta, &mut map)
        .expect("base parameters");
    let recording = Recording::read(&path(&folder, "a.csv"), model).expect("a recording");
    let of = |options: &str| {
        let line = format!("online --recording @/a.csv --out @/out --format json {options}");
        folder.answer(robot, &line)
    };
    let expected = |options: &ReplayOptions| {
        replay(robot, std::slice::from_ref(&recording), options).expect("a replay")
    };
    let options = ReplayOptions {
        time_constant: Some(0.03),
        rate: 50.0,
        window: Window::TwoHundred,
        memory: Some(75.0),
        gate: [0.85, 0.6],
        noise: 0.02,
        doubt: 3.0,
        ..ReplayOptions::new(result)
    };
    let told = of(
        "--parameters @/arm/identification.json --time-constant 0.03 --rate 50 --window 200 --memory 75 --gate 0.85,0.6 \
         --noise 0.02 --doubt 3",
    );
    same(&folder, told, &expected(&options));
    same(
        &folder,
        of("--parameters @/p.yaml"),
        &expected(&ReplayOptions::new(map)),
    );
}
