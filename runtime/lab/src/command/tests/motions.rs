//! Commands on recordings and motions of the double pendulum.

use serde_json::{Value, json};

use super::Folder;
use super::runs::{BETA, table, value};
use crate::regression::by_hand::ROBOT;
use armwright_robots::double_pendulum;
use armwright_runtime::Robot;

/// Writes a recording of the double pendulum with parameters (options of `evaluate`), its torques multiplied.
pub(in crate::command) fn recorded(folder: &Folder, name: &str, parameters: &str, gains: [f64; 2]) {
    let mut motion = "q_shoulder,q_elbow,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow\n".to_owned();
    for k in 0..250 {
        let t = 0.01 * f64::from(k);
        let state = [(4.0, 0.5), (7.0, 0.3)].map(|(w, a): (f64, f64)| {
            [
                a * (w * t).sin(),
                a * w * (w * t).cos(),
                -a * w * w * (w * t).sin(),
            ]
        });
        let numbers: Vec<String> = (0..3)
            .flat_map(|order| state.map(|one| format!("{:?}", one[order])))
            .collect();
        motion += &(numbers.join(",") + "\n");
    }
    folder.write("states.csv", &motion);
    let line = format!("evaluate --quantity torque --states @/states.csv {parameters}");
    let torques = folder
        .answer(&double_pendulum::ROBOT, &line)
        .expect("torques");
    let mut recording = "t,q_shoulder,q_elbow,tau_shoulder,tau_elbow\n".to_owned();
    for (k, (state, torque)) in motion.lines().zip(torques.lines()).enumerate().skip(1) {
        let q: Vec<&str> = state.split(',').take(2).collect();
        let both = torque
            .split(',')
            .map(|x| x.parse::<f64>().expect("a number"));
        let rough = 0.01 * (3.7 * (k * k) as f64).sin();
        let both = both
            .zip(gains)
            .map(|(x, gain)| format!("{:?}", gain * x + rough));
        let both: Vec<String> = both.collect();
        recording += &format!(
            "{:?},{},{}\n",
            0.01 * (k - 1) as f64,
            q.join(","),
            both.join(",")
        );
    }
    folder.write(name, &recording);
}

/// Nominal parameters with a load of 0.5 kg at 0.2 m on the lower body, and 0.01 kg·m² about that, as a file.
pub(super) fn loaded(folder: &Folder) {
    let model = double_pendulum::ROBOT.model();
    let load = [
        ("m_lower", 0.5),
        ("mx_lower", 0.1),
        ("Lyy_lower", 0.03),
        ("Lzz_lower", 0.02),
    ];
    let theta = crate::parameters::nominal(model);
    let values = model
        .parameters
        .iter()
        .zip(theta)
        .map(|(parameter, value)| {
            let more = load.iter().find(|(name, _)| *name == parameter.name);
            format!(
                "{}: {:?}\n",
                parameter.name,
                value + more.map_or(0.0, |(_, more)| *more)
            )
        });
    folder.write("loaded.yaml", &values.collect::<String>());
}

const CONDITIONED: &str = "--cutoff 30 --decimate 2 --trim 20 --velocity-threshold 0 --format json";

#[test]
fn a_load_is_found_from_recordings_or_beside_an_arm_that_is_known() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    loaded(&folder);
    recorded(&folder, "empty.csv", "", [1.0; 2]);
    recorded(
        &folder,
        "loaded.csv",
        "--parameters @/loaded.yaml",
        [1.0; 2],
    );
    let of = |options: &str| {
        let line = format!("load --loaded @/loaded.csv --body lower {options} {CONDITIONED}");
        value(&folder.answer(robot, &line).expect("a load"))
    };
    let moment = |found: &Value| {
        let all = found["standard"].as_array().expect("a list").iter();
        let mx = all.clone().find(|one| {
            one["name"]
                .as_str()
                .is_some_and(|name| name.starts_with("mx"))
        });
        mx.and_then(|one| one["value"].as_f64())
            .expect("a first moment")
    };
    let found = of("--recording @/empty.csv");
    assert_eq!(
        [&found["robot"], &found["body"]],
        ["double_pendulum", "lower"]
    );
    assert!((moment(&found) - 0.1).abs() < 5e-3, "{found}");
    assert!(found["weighed"][0]["offset"].is_null());
    let offsets = of("--recording @/empty.csv --offsets each");
    assert!(offsets["weighed"][0]["offset"].is_number(), "{offsets}");
    let identify = format!("identify --recording @/empty.csv --out @/arm {CONDITIONED}");
    folder.answer(robot, &identify).expect("an arm");
    let beside = of("--arm @/arm/identification.json");
    assert!((moment(&beside) - 0.1).abs() < 5e-3, "{beside}");
    let text =
        format!("load --loaded @/loaded.csv --body lower --recording @/empty.csv {CONDITIONED}");
    let text = folder
        .answer(robot, &text.replace("--format json", ""))
        .expect("a load");
    assert!(
        text.starts_with("Load on body lower of double_pendulum\n\n"),
        "{text}"
    );
    assert!(
        folder
            .answer(
                robot,
                "load --loaded @/loaded.csv --body hand --recording @/empty.csv"
            )
            .is_err()
    );
}

/// The elbow's torque was read 1.25 times too small.
#[test]
fn a_gain_of_a_drive_is_found_by_a_load_that_is_known() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    loaded(&folder);
    recorded(&folder, "empty.csv", "", [1.0, 0.8]);
    recorded(
        &folder,
        "loaded.csv",
        "--parameters @/loaded.yaml",
        [1.0, 0.8],
    );
    let line = format!(
        "drives --recording @/empty.csv --loaded @/loaded.csv --body lower --load m=0.5,tx=0.2,Jyy=0.01,Jzz=0.02 {CONDITIONED}"
    );
    let found = value(&folder.answer(robot, &line).expect("gains"));
    assert_eq!(
        [&found["robot"], &found["body"]],
        ["double_pendulum", "lower"]
    );
    for (k, factor) in [(0, 1.0), (1, 1.25)] {
        let told = found["drives"][k]["factor"].as_f64().expect("a factor");
        assert!(
            (told - factor).abs() < 0.03 * factor,
            "{told} for {factor}: {found}"
        );
    }
    assert!(found.get("play").is_none());
    let text = folder
        .answer(robot, &line.replace("--format json", ""))
        .expect("gains");
    assert!(
        text.starts_with("Drives of double_pendulum, by a known load on body lower\n"),
        "{text}"
    );
}

/// A pendulum's recording, replayed: every option is found in what is told.
#[test]
fn online_is_told_how_to_learn() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    recorded(&folder, "a.csv", "", [1.0, 1.0]);
    let line = "online --recording @/a.csv --out @/out --rate 50 --time-constant 0.03 --window 200 --gate 0.8 --noise 0.02";
    let told = folder
        .answer(robot, &format!("{line} --format json"))
        .expect("JSON");
    assert_eq!(told, folder.read("out/online.json"));
    let told = value(&told);
    for (key, expected) in [
        ("rate", json!(50.0)),
        ("time_constant", json!(0.03)),
        ("window", json!(200)),
        ("gate", json!([0.8, 0.8])),
        ("robot", json!("double_pendulum")),
    ] {
        assert_eq!(told[key], expected, "{key}");
    }
    let prior = |told: &Value| told["base"][0]["prior"].as_f64().expect("a number");
    let doubtful = value(
        &folder
            .answer(robot, &format!("{line} --format json --doubt 3"))
            .expect("JSON"),
    );
    assert!(
        (prior(&doubtful) / prior(&told) - 3.0).abs() < 1e-9,
        "{told}"
    );
    let gated = value(
        &folder
            .answer(
                robot,
                &format!("{line} --format json --window 50 --gate 0.9,0.7")
                    .replace("--window 200 --gate 0.8 ", ""),
            )
            .expect("JSON"),
    );
    assert_eq!(
        [&gated["gate"], &gated["window"]],
        [&json!([0.9, 0.7]), &json!(50)]
    );
    assert!(
        folder
            .read("out/online.csv")
            .starts_with("t,identified,r2,")
    );
    assert!(
        folder
            .read("out/online.html")
            .contains("<h1>Double pendulum in a vertical plane</h1>")
    );
    // What it begins with: nominal values, a map, or a result.
    let nominal = |told: &Value| -> Vec<f64> {
        let all = told["base"].as_array().expect("a list").iter();
        all.map(|base| base["nominal"].as_f64().expect("a number"))
            .collect()
    };
    let theta = crate::parameters::nominal(robot.model());
    let mut beta = vec![0.0; robot.model().base.len()];
    robot
        .base_parameters(&theta, &mut beta)
        .expect("base parameters");
    assert_eq!(nominal(&told), beta);
    folder.write("p.yaml", "{m_lower: 2.5, mx_lower: 0.5}");
    let line = format!("{line} --parameters @/p.yaml --format json");
    let told = value(&folder.answer(robot, &line).expect("JSON"));
    assert_ne!(nominal(&told), beta);
    let text = folder
        .answer(robot, &line.replace("--format json", ""))
        .expect("a text");
    assert!(
        text.starts_with("Identified as if live: double_pendulum\n"),
        "{text}"
    );
    assert!(
        text.ends_with("@/out/online.html\n@/out/online.csv\n@/out/online.json\n"),
        "{text}"
    );
}

#[test]
fn a_description_is_printed_or_written_once() {
    let folder = Folder::new();
    folder.write("a.csv", &table(BETA, (0, 5), true));
    let printed = folder
        .answer(&ROBOT, "describe @/a.csv")
        .expect("a description");
    let said = folder
        .answer(&ROBOT, "describe @/a.csv -o @/a.yaml")
        .expect("a file");
    let first = said.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("@/a.yaml: ") && first.ends_with(" guesses, each marked; check them"),
        "{said}"
    );
    assert!(
        said.lines()
            .skip(1)
            .all(|line| line.starts_with("@/a.yaml: needed is ")),
        "{said}"
    );
    assert!(
        printed.contains("a.csv") && folder.read("a.yaml").contains("a.csv"),
        "{printed}"
    );
    assert_eq!(
        folder.answer(&ROBOT, "describe @/a.csv -o @/a.yaml"),
        Err("@/a.yaml: it is there, and is not replaced: choose another name".to_owned())
    );
    for (files, name) in [
        ("@/a.yaml", "@/a.yaml"),
        ("@/a.yml", "@/a.yml"),
        ("@/a.csv @/a.yml", "@/a.yml"),
    ] {
        let why =
            "it is no table, but a description as it looks: name the files that were recorded";
        assert_eq!(
            folder.answer(&ROBOT, &format!("describe {files}")),
            Err(format!("{name}: {why}"))
        );
    }
    // As many guesses and needs are said as the file has.
    folder.write("bare.csv", "a,b\n1,2\n2,4\n");
    let said = folder.answer(&ROBOT, "describe @/bare.csv -o @/bare.yaml");
    let said = said.expect("a file");
    let text = folder.read("bare.yaml");
    let [guesses, needed] = ["# guess: ", "# needed: "].map(|mark| text.matches(mark).count());
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[0],
        format!("@/bare.yaml: {guesses} guesses, each marked; check them")
    );
    assert!(needed > 0 && lines.len() == 1 + needed, "{said}{text}");
    assert!(
        lines[1..]
            .iter()
            .all(|line| line.starts_with("@/bare.yaml: needed is ")),
        "{said}"
    );
    // One is one.
    folder.write("one.csv", "time,b\n1,2\n2,4\n");
    let said = folder.answer(&ROBOT, "describe @/one.csv -o @/one.yaml");
    let said = said.expect("a file");
    assert_eq!(
        said.lines().next(),
        Some("@/one.yaml: 1 guess, marked; check it")
    );
    // Files are named from where the description stands.
    std::fs::create_dir(folder.line("@/in")).expect("a folder");
    folder.write("in/b.csv", &table(BETA, (0, 5), true));
    for (description, file) in [("@/b.yaml", "in/b.csv"), ("@/in/b.yaml", "b.csv")] {
        let line = format!("describe @/in/b.csv -o {description}");
        folder.answer(&ROBOT, &line).expect("a file");
        let text = folder.read(&description[2..]);
        let names = |line: &&str| line.contains("b.csv") && !line.trim_start().starts_with('#');
        let named: Vec<&str> = text.lines().filter(names).collect();
        assert!(
            named.len() == 1 && named[0].ends_with(&format!(" {file}")),
            "{text}"
        );
    }
    let schema = folder
        .answer(&ROBOT, "describe --schema")
        .expect("a schema");
    assert!(value(&schema)["properties"].is_object(), "{schema}");
}

#[test]
fn a_motion_is_screened_and_its_figures_are_written() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let mut motion = "t,q_shoulder,q_elbow\n".to_owned();
    for k in 0..200 {
        let t = 0.02 * f64::from(k);
        motion += &format!("{t:?},{:?},{:?}\n", (2.0 * t).sin(), (3.0 * t + 0.5).cos());
    }
    folder.write("motion.csv", &motion);
    let line = "excite --screen @/motion.csv --noise 0.5,0.25 --velocity 4,5 --without-friction --out @/out";
    let told = folder
        .answer(robot, &format!("{line} --format json"))
        .expect("JSON");
    assert_eq!(value(&told), value(&folder.read("out/excitation.json")));
    let told = value(&told);
    assert_eq!(
        [&told["robot"], &told["samples"]],
        [&json!("double_pendulum"), &json!(200)]
    );
    assert_eq!(
        [&told["complete"], &told["defaults"]],
        [&json!(true), &json!([])]
    );
    assert!(told.get("design").is_none());
    assert_eq!(told["noise"], json!([0.5, 0.25]));
    // The speed of sin(2 t) is 2 of 4, that of cos(3 t) 3 of 5.
    for (joint, share) in [(0, 0.5), (1, 0.6)] {
        let used = told["joints"][joint]["used"][1].as_f64().expect("a share");
        assert!((used - share).abs() < 0.01, "{used} for {share}");
    }
    let text = folder.answer(robot, line).expect("a text");
    assert!(
        text.starts_with("double_pendulum: 200 samples of "),
        "{text}"
    );
    assert!(
        text.ends_with("\n@/out/excitation.json\n@/out/excitation.html\n"),
        "{text}"
    );
    assert!(
        folder
            .read("out/excitation.html")
            .contains("A motion before it is run")
    );
    for option in ["--duration", "--seconds", "--rate"] {
        let said = folder.answer(robot, &format!("excite --out @/out {option}=0"));
        assert_eq!(
            said,
            Err(format!(
                "{option} must be a finite number above 0; 0 is not"
            ))
        );
    }
}

#[test]
fn a_motion_is_searched_as_is_asked() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let line = "excite --starts 1 --threads 1 --duration 4 --harmonics 2 --samples 20 --rate 50 --criterion scaled-condition \
                --out @/out --format json";
    let told = value(&folder.answer(robot, line).expect("JSON"));
    assert_eq!(told, value(&folder.read("out/excitation.json")));
    let design = &told["design"];
    assert_eq!(design["criterion"], "scaled-condition");
    assert_eq!(
        [&design["basis"], &design["starts"]],
        [&json!("fourier"), &json!(1)]
    );
    let (figure, first) = (
        design["figure"].as_f64(),
        design["first_random_motion"].as_f64(),
    );
    assert!(figure.is_some() && figure <= first, "{design}");
    let motion = folder.read("out/motion.csv");
    let rows: Vec<&str> = motion.lines().collect();
    assert_eq!(rows.len(), 1 + 201, "4 s at 50 Hz, the end included");
    assert_eq!(told["samples"], 200);
    assert!(folder.read("out/motion.yaml").contains("harmonics: 2"));
    assert!(value(&folder.read("out/joint_trajectory.json")).is_object());
    assert!(
        folder
            .read("out/excitation.html")
            .contains("scaled-condition")
    );
}
