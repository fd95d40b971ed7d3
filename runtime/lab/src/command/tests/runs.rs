//! Commands on small recordings of the robot by hand: what they are told reaches what they do, and what they find is printed and written.

use serde_json::{Value, json};

use super::Folder;
use crate::regression::by_hand::{ByHand, MODEL, ROBOT, rows};
use armwright_robots::solo12;
use armwright_runtime::{Cost, Measured, Model, Motor, Side};

const NAMES: [&str; 6] = ["Lzz_a", "mx_a", "m_b", "fc_m2", "fv_j1", "fo_j2"];

/// So many rows of smooth motion, with torques of these base parameters and something that follows no law.
pub(in crate::command) fn table(
    beta: [f64; 6],
    (begin, samples): (u32, u32),
    torques: bool,
) -> String {
    let mut text = "t,q_j1,q_j2,qd_j1,qd_j2,qdd_j1,qdd_j2".to_owned();
    text += if torques { ",tau_j1,tau_j2\n" } else { "\n" };
    for k in begin..begin + samples {
        let t = 0.01 * f64::from(k);
        let (a, b) = (4.0f64, 3.0f64);
        let q = [0.5 * (a * t).sin(), 0.4 * (b * t + 0.5).cos()];
        let qd = [0.5 * a * (a * t).cos(), -0.4 * b * (b * t + 0.5).sin()];
        let qdd = [-a * a * q[0], -b * b * q[1]];
        let all = [q, qd, qdd].concat();
        let tau =
            rows(&q, &qd, &qdd).map(|row| row.iter().zip(beta).map(|(y, b)| y * b).sum::<f64>());
        let rough = 0.05 * (3.7 * f64::from(k * k)).sin();
        let tau = [tau[0] + rough, tau[1] - rough];
        let tau = if torques { &tau[..] } else { &[] };
        let numbers = all.iter().chain(tau).map(|x| format!(",{x:?}"));
        text += &format!("{t:?}{}\n", numbers.collect::<String>());
    }
    text
}

pub(in crate::command) const BETA: [f64; 6] = [1.5, 1.25, 3.0, 0.2, 0.7, -0.5];
pub(in crate::command) const PROCESSING: &str = "--cutoff 25 --filter-order 3 --decimate 2 --trim 25 --velocity-threshold 0.125,0.25 \
                          --motor-velocity-threshold 0.5,0.75";

/// Base parameters with deviations of a hundredth.
pub(in crate::command) fn base(beta: [f64; 6]) -> String {
    let rows = NAMES.iter().zip(beta);
    let rows = rows.map(|(name, value)| format!("{name},{value:?},0.01\n"));
    format!("name,value,std\n{}", rows.collect::<String>())
}

pub(in crate::command) fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn identify_does_what_it_is_told_and_writes_what_it_prints() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 300), true));
    folder.write("b.csv", &table(BETA, (500, 260), true));
    let line = format!(
        "identify --recording @/a.csv --validate @/b.csv --method ols --out @/out {PROCESSING}"
    );
    let said = folder.answer(&ROBOT, &format!("{line} --influence --format json"));
    let said = said.expect("an identification");
    assert_eq!(said, folder.read("out/identification.json"));
    let found = value(&said);
    assert_eq!(found["method"], "ols");
    assert_eq!(found["recordings"], json!(["@/a.csv"]));
    assert_eq!(found["validation"]["recordings"], json!(["@/b.csv"]));
    let processing = &found["processing"];
    for (key, expected) in [
        ("cutoff", json!(25.0)),
        ("order", json!(3)),
        ("decimate", json!([2])),
        ("trim", json!(25)),
        ("velocity_threshold", json!([0.0, 0.0])),
        ("motor_velocity_threshold", json!([0.0, 0.75])),
    ] {
        assert_eq!(processing[key], expected, "{key}");
    }
    assert!(found["answers"]["influence"].is_array());
    for list in ["base", "drive"] {
        for p in found[list].as_array().expect("a list") {
            let at = NAMES
                .iter()
                .position(|name| p["name"] == **name)
                .expect("a parameter");
            let off = (p["value"].as_f64().expect("a number") - BETA[at]).abs();
            assert!(off < 0.05, "{p}");
        }
    }
    let files: Vec<&str> = found["provenance"]["files"]
        .as_array()
        .expect("files")
        .iter()
        .filter_map(|file| file["path"].as_str())
        .collect();
    assert_eq!(files, ["@/a.csv", "@/b.csv"]);
    let text = folder.answer(&ROBOT, &line).expect("an identification");
    let written =
        "@/out/report.html\n@/out/identification.json\n@/out/base.csv\n@/out/prediction.csv\n";
    assert!(
        text.starts_with("by_hand: 6 of 6 base parameters from "),
        "{text}"
    );
    assert!(text.ends_with(written), "{text}");
    assert!(!text.contains("In place of"), "{text}");
    let other = line.replace("--validate @/b.csv", "");
    let text = folder.answer(&ROBOT, &other).expect("an identification");
    assert!(
        text.contains("In place of an earlier result, of @/a.csv, @/b.csv."),
        "{text}"
    );
    let refused = folder.answer(
        &ROBOT,
        &format!("{line} --two-step --method huber").replace("--method ols ", ""),
    );
    let refused = refused.expect_err("every sample counts");
    assert!(
        refused.contains("two steps fit elements by least squares, in which every sample counts"),
        "{refused}"
    );
}

#[test]
fn friction_that_is_given_is_not_estimated_again() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 300), true));
    folder.write(
        "map.csv",
        "name,velocity,torque\nj1,-20,-14\nj1,-0.001,-0.0007\nj1,0.001,0.0007\nj1,20,14\n",
    );
    let line =
        format!("identify --recording @/a.csv --method ols --out @/out --format json {PROCESSING}");
    let of = |line: &str| {
        let found = value(&folder.answer(&ROBOT, line).expect("an identification"));
        let drive = found["drive"].as_array().expect("a list").clone();
        let own = drive
            .iter()
            .find(|p| p["name"] == "fv_j1")
            .map(|p| p["value"].as_f64());
        own.flatten().expect("a number")
    };
    let plain = of(&line);
    let less = of(&format!("{line} --friction-map @/map.csv"));
    assert!((plain - 0.7).abs() < 0.02, "{plain}");
    assert!((plain - less - 0.7).abs() < 0.01, "{plain} {less}");
}

#[test]
fn predict_prints_or_writes_its_prediction() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 200), true));
    folder.write("bare.csv", &table(BETA, (0, 200), false));
    folder.write("base.csv", &base(BETA));
    let line = format!("predict --recording @/a.csv --parameters @/base.csv {PROCESSING}");
    let printed = folder.answer(&ROBOT, &line).expect("a prediction");
    let header = "t,tau_j1,measured_j1,used_j1,tau_j2,measured_j2,used_j2";
    let lines: Vec<&str> = printed.lines().collect();
    // Of 200 samples less 25 at each end every other, but for what decimation cuts off.
    let samples = lines.len() - 1;
    assert_eq!(lines[0], header);
    assert!((65..=75).contains(&samples), "{samples}");
    let text = folder
        .answer(&ROBOT, &format!("{line} -o @/p.csv"))
        .expect("a fit");
    assert_eq!(folder.read("p.csv"), printed);
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(names, ["Prediction", "j1", "j2", "all"], "{text}");
    let told = folder
        .answer(&ROBOT, &format!("{line} --format json"))
        .expect("JSON");
    let told = value(&told);
    assert_eq!([&told["robot"], &told["recording"]], ["by_hand", "@/a.csv"]);
    assert_eq!(told["joints"].as_array().map(Vec::len), Some(2));
    assert_eq!(told["overall"]["name"], "all");
    assert!(told.get("repairs").is_none());
    let first: Vec<f64> = lines[1]
        .split(',')
        .map(|x| x.parse().expect("a number"))
        .collect();
    for (column, k) in [("tau_j1", 1), ("measured_j2", 5)] {
        let told = told["prediction"][column][0].as_f64().expect("a number");
        assert!((told - first[k]).abs() < 1e-12, "{column}: {told}");
    }
    let told = folder
        .answer(&ROBOT, &format!("{line} --format json -o @/json.csv"))
        .expect("JSON");
    assert_eq!(value(&told)["prediction"], "@/json.csv");
    assert_eq!(folder.read("json.csv"), printed);
    // Without torques there is no fit.
    let bare = line.replace("@/a.csv", "@/bare.csv");
    let said = folder.answer(&ROBOT, &format!("{bare} -o @/p.csv"));
    assert_eq!(said, Ok(format!("{samples} samples: @/p.csv\n")));
    assert!(folder.read("p.csv").starts_with("t,tau_j1,tau_j2\n"));
}

#[test]
fn compare_says_what_differs_at_its_level() {
    let folder = Folder::new();
    folder.write("first.csv", &base(BETA));
    let mut second = BETA;
    second[3] += 0.04;
    folder.write("second.csv", &base(second));
    let line = "compare @/first.csv @/second.csv";
    let found = value(
        &folder
            .answer(&ROBOT, &format!("{line} --format json --level 0.2"))
            .expect("JSON"),
    );
    let friction = &found["parameters"][3];
    assert_eq!(
        [&friction["name"], &friction["differs"]],
        [&json!("fc_m2"), &json!(true)]
    );
    let deviations = friction["deviations"].as_f64().expect("a number");
    assert!(
        (deviations - 0.04 / (0.01 * 2f64.sqrt())).abs() < 1e-9,
        "{friction}"
    );
    assert_eq!(found["independent"], true);
    // 2.83 deviations happen once in 200: at a level of one in a million nothing differs.
    let text = folder
        .answer(&ROBOT, &format!("{line} --level 0.000001"))
        .expect("a text");
    assert!(
        text.starts_with("Comparison of by_hand\n  first   @/first.csv\n  second  @/second.csv\n\n0 of 6 base parameters differ"),
        "{text}"
    );
    let all = folder
        .answer(&ROBOT, &format!("{line} --all"))
        .expect("a text");
    for name in NAMES {
        assert!(all.contains(&format!("\n{name} ")), "{all}");
    }
    for level in ["0", "1", "NaN"] {
        let said = folder.answer(&ROBOT, &format!("{line} --level {level}"));
        assert_eq!(
            said,
            Err(format!(
                "--level must be above 0 and below 1; {level} is not"
            ))
        );
    }
}

#[test]
fn recordings_together_are_weighed_as_is_asked() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 300), true));
    folder.write("b.csv", &table(BETA, (500, 260), true));
    let line = format!("together --recording @/a.csv @/b.csv {PROCESSING} --format json");
    let plain = value(&folder.answer(&ROBOT, &line).expect("JSON"));
    assert_eq!(plain["robot"], "by_hand");
    let names: Vec<&Value> = plain["weighed"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|w| &w["recording"])
        .collect();
    assert_eq!(
        json!(names),
        json!(["@/a.csv", "@/a.csv", "@/b.csv", "@/b.csv"])
    );
    let offsets = value(
        &folder
            .answer(&ROBOT, &format!("{line} --offsets each"))
            .expect("JSON"),
    );
    assert!(plain["weighed"][0]["offset"].is_null() && offsets["weighed"][0]["offset"].is_number());
    let weighed = value(
        &folder
            .answer(&ROBOT, &format!("{line} --weights 9,1"))
            .expect("JSON"),
    );
    assert_ne!(weighed["parameters"], plain["parameters"]);
    let text = folder
        .answer(&ROBOT, &line.replace(" --format json", ""))
        .expect("a text");
    assert!(
        text.starts_with("Recordings of by_hand, together\n\n"),
        "{text}"
    );
}

static INFORMED: Model = Model {
    title: "Two joints by hand",
    source: "paper",
    side: Side::Motor,
    measured: &[Measured {
        name: "fx_tool",
        unit: "N",
    }],
    motors: &[Motor {
        name: "m1",
        torque_constant: None,
        is_passive: false,
    }],
    costs: &[
        Cost {
            function: "torque",
            multiplications: 17,
            additions: 12,
            negations: 3,
            sine_cosines: 2,
        },
        Cost {
            function: "base_regressor",
            multiplications: 120,
            additions: 45,
            negations: 6,
            sine_cosines: 4,
        },
    ],
    ..MODEL
};

#[test]
fn info_says_what_is_known_of_a_robot() {
    let folder = Folder::new();
    let robot = ByHand(&INFORMED);
    insta::assert_snapshot!("info", folder.answer(&robot, "info").expect("a text"));
    let told = value(&folder.answer(&robot, "info --format json").expect("JSON"));
    let term = |parameter: &str, coefficient: f64| json!({"parameter": parameter, "coefficient": coefficient});
    let base = |name: &str, expression: &str, unit: &str, terms: Value| json!({"name": name, "expression": expression, "unit": unit, "terms": terms});
    let cost = |function: &str, numbers: [u32; 4]| {
        json!({"function": function, "multiplications": numbers[0], "additions": numbers[1], "negations": numbers[2],
            "sine_cosines": numbers[3]})
    };
    assert_eq!(
        told,
        json!({
            "robot": "by_hand",
            "title": "Two joints by hand",
            "dof": 2,
            "base_moves": false,
            "joints": ["j1", "j2"],
            "motors": ["m1"],
            "measured": [{"name": "fx_tool", "unit": "N"}],
            "parameters": ["m_a", "mx_a", "Lzz_a", "m_b", "fc_m2", "fv_j1", "fo_j2"],
            "base_count": 6,
            "base": [
                base("Lzz_a", "Lzz_a + 0.25*m_a", "kg·m²", json!([term("Lzz_a", 1.0), term("m_a", 0.25)])),
                base("mx_a", "mx_a + 0.5*m_a", "kg·m", json!([term("mx_a", 1.0), term("m_a", 0.5)])),
                base("m_b", "m_b", "kg", json!([term("m_b", 1.0)])),
                base("fc_m2", "fc_m2", "N·m", json!([term("fc_m2", 1.0)])),
                base("fv_j1", "fv_j1", "N·m·s", json!([term("fv_j1", 1.0)])),
                base("fo_j2", "fo_j2", "N", json!([term("fo_j2", 1.0)])),
            ],
            "costs": [cost("torque", [17, 12, 3, 2]), cost("base_regressor", [120, 45, 6, 4])],
        })
    );
    let plain = folder.answer(&ROBOT, "info").expect("a text");
    assert!(
        plain.contains("2 joints: j1, j2; measured at the joints\n7 standard"),
        "{plain}"
    );
    assert!(!plain.contains("Function"), "{plain}");
}

/// Six rows of a base that moves are no joints.
#[test]
fn info_counts_joints_without_the_base() {
    let folder = Folder::new();
    let told = folder.answer(&solo12::ROBOT, "info --format json");
    let told = value(&told.expect("JSON"));
    assert_eq!(
        [&told["dof"], &told["base_moves"]],
        [&json!(12), &json!(true)]
    );
}
