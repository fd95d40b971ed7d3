//! `friction` on recordings of the robot by hand.

use serde_json::json;

use super::super::arguments::Command;
use super::motions::recorded;
use super::runs::{BETA, PROCESSING, table, value};
use super::{Folder, parse};
use crate::friction::GivenFriction;
use crate::regression::by_hand::{MODEL, ROBOT};
use armwright_robots::double_pendulum;

/// The first joint there and back at 0.5 and at 1 rad/s; gravity is 12 cos q, friction 2 sign(v) + 0.75 v.
fn held() -> String {
    let mut text = "t,q_j1,q_j2,tau_j1,tau_j2\n".to_owned();
    let (mut q, mut k) = (-1.0f64, 0u32);
    for (speed, samples) in [(0.5, 400), (-0.5, 400), (1.0, 200), (-1.0, 200)] {
        for _ in 0..samples {
            let torque: f64 = 12.0 * q.cos() + 2.0 * f64::signum(speed) + 0.75 * speed;
            text += &format!("{:?},{q:?},0.25,{torque:?},-4\n", 0.01 * f64::from(k));
            q += 0.01 * speed;
            k += 1;
        }
    }
    text
}

#[test]
fn a_static_map_is_printed_and_written() {
    let folder = Folder::new();
    folder.write("held.csv", &held());
    let line = "friction --recording @/held.csv --static-map --cutoff 10 --trim 30 --out @/out";
    let told = value(
        &folder
            .answer(&ROBOT, &format!("{line} --format json"))
            .expect("a map"),
    );
    assert_eq!(told["robot"], "by_hand");
    let points = told["joints"][0]["points"].as_array().expect("points");
    assert_eq!(points.len(), 2, "{told}");
    for (point, speed) in points.iter().zip([0.5, 1.0]) {
        let number = |key: &str| point[key].as_f64().expect("a number");
        assert!((number("speed") - speed).abs() < 0.02, "{point}");
        assert!(
            (number("torque") - 2.0 - 0.75 * speed).abs() < 0.05,
            "{point}"
        );
    }
    assert!(told["joints"][1]["reason"].is_string(), "{told}");
    let text = folder.answer(&ROBOT, line).expect("a map");
    assert!(
        text.starts_with("Static map of friction of by_hand\n\nj1"),
        "{text}"
    );
    assert!(text.ends_with("\n@/out/friction-map.csv\n"), "{text}");
    let map = folder.read("out/friction-map.csv");
    let mut lines = map.lines();
    assert!(
        lines
            .next()
            .is_some_and(|head| head.starts_with("name,velocity,torque")),
        "{map}"
    );
    assert_eq!(
        lines.filter(|line| line.starts_with("j1,")).count(),
        4,
        "{map}"
    );
}

/// Slowly in one recording, fast in another.
#[test]
fn a_static_map_is_of_all_recordings() {
    let folder = Folder::new();
    let text = held();
    let rows: Vec<&str> = text.lines().collect();
    for (name, rows) in [("slow.csv", &rows[1..801]), ("fast.csv", &rows[801..])] {
        let table = format!("t,q_j1,q_j2,tau_j1,tau_j2\n{}\n", rows.join("\n"));
        folder.write(name, &table);
    }
    let line = "friction --recording @/slow.csv @/fast.csv --static-map --cutoff 10 --trim 30 --out @/out --format json";
    let told = value(&folder.answer(&ROBOT, line).expect("a map"));
    let points = told["joints"][0]["points"].as_array().expect("points");
    assert_eq!(points.len(), 2, "{told}");
    for (point, speed) in points.iter().zip([0.5, 1.0]) {
        let found = point["speed"].as_f64().expect("a number");
        assert!((found - speed).abs() < 0.02, "{point}");
    }
}

#[test]
fn laws_of_friction_are_printed_and_written() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 200), true));
    folder.write("b.csv", &table(BETA, (700, 150), true));
    let line = format!(
        "friction --recording @/a.csv --validate @/b.csv --out @/out --law viscous {PROCESSING}"
    );
    let told = folder
        .answer(&ROBOT, &format!("{line} --format json"))
        .expect("laws");
    assert_eq!(told, folder.read("out/friction.json"));
    let told = value(&told);
    assert_eq!(told["recordings"], json!(["@/a.csv"]));
    assert_eq!(told["validation"].as_array().map(Vec::len), Some(2));
    let laws: Vec<&str> = told["joints"]
        .as_array()
        .expect("joints")
        .iter()
        .filter_map(|joint| joint["law"].as_str())
        .collect();
    assert!(
        !laws.is_empty() && laws.iter().all(|law| law.starts_with("viscous")),
        "{laws:?}"
    );
    let text = folder.answer(&ROBOT, &line).expect("laws");
    assert!(
        text.starts_with("Friction of by_hand from @/a.csv\n\n"),
        "{text}"
    );
    assert!(
        text.ends_with("\n@/out/friction.json\n@/out/friction.html\n@/out/friction.yaml\n"),
        "{text}"
    );
    assert!(!text.contains("law tried"), "{text}");
    let all = folder
        .answer(&ROBOT, &format!("{line} --all"))
        .expect("laws");
    assert!(all.contains("law tried"), "{all}");
    // What was written can be given.
    let path = folder.line("@/out/friction.yaml");
    let line = format!("identify --recording a.csv --friction {path}");
    let Command::Identify(arguments) = parse(&line) else {
        panic!("{line}");
    };
    let given = arguments.given.read(&MODEL).expect("laws");
    let expected = GivenFriction::read(std::path::Path::new(&path), &MODEL).expect("laws");
    assert_eq!(given, Some(expected));
    assert!(
        folder
            .read("out/friction.html")
            .contains("<h1>Two joints</h1>")
    );
}

/// What is held out validates, and a torque that is left out has no law.
#[test]
fn laws_are_of_what_is_not_held_out_or_left_out() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    recorded(&folder, "a.csv", "", [1.0; 2]);
    recorded(&folder, "b.csv", "", [1.25; 2]);
    let line =
        "friction --law viscous --cutoff 30 --decimate 2 --trim 10 --out @/out --format json";
    let told = folder.answer(
        robot,
        &format!("{line} --recording @/a.csv @/b.csv --hold-out 0.3 --without-torque shoulder"),
    );
    let told = value(&told.expect("laws"));
    assert_eq!(told["recordings"].as_array().map(Vec::len), Some(2));
    let names = |list: &str| -> Vec<String> {
        let all = told[list].as_array().expect("a list").iter();
        all.map(|one| one["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    assert_eq!(names("joints"), ["elbow"]);
    assert_eq!(names("validation"), ["elbow"]);
}
