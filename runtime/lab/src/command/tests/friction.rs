//! `friction` on recordings of the robot by hand.

use serde_json::json;

use super::Folder;
use super::runs::{BETA, PROCESSING, table, value};
use crate::regression::by_hand::ROBOT;

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
    assert!(
        folder
            .read("out/friction.html")
            .contains("<h1>Two joints</h1>")
    );
}
