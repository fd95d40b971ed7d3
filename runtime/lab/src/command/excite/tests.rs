//! Figures of a motion as a document, and what exists beside a motion that is judged.

use serde_json::json;

use super::document;
use crate::command::tests::Folder;
use crate::command::tests::runs::value;
use crate::excite::{
    Basis, Criterion, Designed, Ends, Equations, Limits, Motion, Moving, Plan, Planned, Reading,
    screen, screen_read,
};
use armwright_robots::abb_wrist;
use armwright_robots::double_pendulum::ROBOT;
use armwright_runtime::{EvaluationError, Inputs, Joint, Model, Quantity, Robot, Traced};

/// So many moments of a motion of both joints, as it is planned and as a table.
fn motion(samples: u32) -> (Planned, String) {
    let time: Vec<f64> = (0..samples).map(|k| 0.05 * f64::from(k)).collect();
    let columns = |of: [fn(f64) -> f64; 2]| of.map(|of| time.iter().map(|t| of(*t)).collect());
    let state: [[Vec<f64>; 2]; 3] = [
        columns([|t| 0.5 * (2.0 * t).sin(), |t| (3.0 * t).cos()]),
        columns([|t| (2.0 * t).cos(), |t| -3.0 * (3.0 * t).sin()]),
        columns([|t| -2.0 * (2.0 * t).sin(), |t| -9.0 * (3.0 * t).cos()]),
    ];
    let mut text = "t,q_shoulder,q_elbow,qd_shoulder,qd_elbow,qdd_shoulder,qdd_elbow\n".to_owned();
    for (k, t) in time.iter().enumerate() {
        let numbers = state
            .iter()
            .flatten()
            .map(|column| format!(",{:?}", column[k]));
        text += &format!("{t:?}{}\n", numbers.collect::<String>());
    }
    let planned = Planned {
        time,
        state: state.map(|columns| columns.to_vec()),
        noise: Vec::new(),
        without_friction: false,
        end: None,
        recorded: Vec::new(),
        ..Planned::default()
    };
    (planned, text)
}

#[test]
fn figures_are_told_with_limits_that_were_assumed_and_the_search() {
    let mut limits = Limits::of(ROBOT.model());
    limits.defaults = vec![
        ("elbow".to_owned(), "velocity"),
        ("shoulder".to_owned(), "position"),
    ];
    let mut found = screen(&ROBOT, &motion(60).0, &limits).expect("figures");
    let told = document(&found, None, &limits);
    let mut expected = json!(found);
    expected["defaults"] = json!(["velocity of elbow", "position of shoulder"]);
    expected["complete"] = json!(true);
    assert_eq!(told, expected);
    let basis = Basis::Quintic {
        times: vec![0.0, 2.0],
    };
    let plan = Plan {
        basis: basis.clone(),
        limits: limits.clone(),
        ends: Ends::default(),
        moving: Moving::All,
        equations: Equations::default(),
        criterion: Criterion::LogDeterminant,
        samples: 10,
        prior: None,
        kept: Vec::new(),
        margin: 0.0,
        first: None,
    };
    let designed = Designed {
        motion: Motion {
            basis,
            duration: 2.0,
            coefficients: Vec::new(),
        },
        figure: -12.75,
        samples: 10,
        start: Some(-3.5),
        starts: 7,
        optima: vec![-12.75],
    };
    found.unexcited.push("m_lower".to_owned());
    let told = document(&found, Some((&designed, &plan)), &limits);
    assert_eq!(told["complete"], false);
    assert_eq!(
        told["design"],
        json!({"criterion": plan.criterion.word(), "figure": -12.75, "samples": 10, "first_random_motion": -3.5, "starts": 7, "basis": "quintic"})
    );
}

/// What exists counts in the judgement of a motion, and so do its limits.
#[test]
fn a_motion_is_judged_beside_what_exists() {
    let folder = Folder::new();
    folder.write("motion.csv", &motion(60).1);
    folder.write("beside.csv", &motion(80).1);
    let line = "excite --screen @/motion.csv --noise 0.5 --format json";
    let alone = value(&folder.answer(&ROBOT, line).expect("figures"));
    let both = value(
        &folder
            .answer(&ROBOT, &format!("{line} --beside @/beside.csv"))
            .expect("figures"),
    );
    assert_eq!([&alone["beside"], &both["beside"]], [&json!(0), &json!(80)]);
    let std = |told: &serde_json::Value| told["base"][0]["std"].as_f64().expect("a deviation");
    assert!(std(&both) < 0.9 * std(&alone), "{both}");
}

/// Deviations are in proportion to the noise that is told, of all joints or of each, of a motion and of a recording.
#[test]
fn a_motion_is_judged_by_the_noise_of_its_torques() {
    let folder = Folder::new();
    folder.write("motion.csv", &motion(60).1);
    let simulate = "simulate --duration 6 --rate 100 --out @/run";
    folder.answer(&ROBOT, simulate).expect("a recording");
    for screened in ["motion.csv", "run/recording.yaml"] {
        let told = |noise: &str| {
            let line = format!("excite --screen @/{screened} --noise {noise} --format json");
            let told = value(&folder.answer(&ROBOT, &line).expect("figures"));
            let all = told["base"].as_array().expect("base parameters").iter();
            let std = all.map(|base| base["std"].as_f64().expect("a deviation"));
            std.collect::<Vec<_>>()
        };
        let [one, double, apart] = ["0.5", "1", "1,0.5"].map(told);
        let share = |k: usize, of: &[f64]| of[k] / one[k];
        for k in 0..one.len() {
            assert!((share(k, &double) - 2.0).abs() < 1e-9, "{double:?}");
            assert!((1.0..=2.0).contains(&share(k, &apart)), "{apart:?}");
        }
        assert!((0..one.len()).any(|k| (1.1..1.9).contains(&share(k, &apart))));
    }
}

/// By a noise of 0 every sample would tell everything; that is said of the noise, not of the motion.
#[test]
fn torques_have_some_noise() {
    let folder = Folder::new();
    folder.write("motion.csv", &motion(60).1);
    for (noise, value) in [
        ("0", "0"),
        ("0.5,0", "0"),
        ("-1", "-1"),
        ("0.25,-2", "-2"),
        ("nan", "NaN"),
        ("inf", "inf"),
    ] {
        for line in [
            "excite --screen @/motion.csv",
            "excite --starts 2 --out @/out",
        ] {
            let said = folder.answer(&ROBOT, &format!("{line} --noise={noise}"));
            let why = format!("--noise must be a finite number above 0; {value} is not");
            assert_eq!(said, Err(why), "{noise}");
        }
    }
}

/// Joint q3 turns the third motor alone: of the friction of the others its motion tells nothing, however long it is.
#[test]
fn what_no_motion_tells_is_named_before_a_search() {
    let folder = Folder::new();
    for length in ["", "--samples 400 --duration 60"] {
        let line = format!("excite --joints q3 --starts 1 {length} --out @/out");
        let said = folder.answer(&abb_wrist::ROBOT, &line);
        let said = said.expect_err("a refusal");
        for name in ["fc_m1", "fv_m1", "fc_m2", "fv_m2"] {
            assert!(said.contains(name), "{name}: {said}");
        }
        assert!(!said.contains("fc_m3"), "{said}");
    }
}

/// Times that stand still or go back have no slopes, and a file has room for so many samples.
#[test]
fn motions_take_time_and_not_too_much_of_it() {
    let folder = Folder::new();
    let rows: Vec<String> = motion(60).1.lines().map(str::to_owned).collect();
    let refused = |line: &str| folder.answer(&ROBOT, line).expect_err("a refusal");
    let mut twice = rows.clone();
    twice.insert(11, rows[10].clone());
    let mut back = rows.clone();
    back[1..].reverse();
    for (rows, sample) in [(twice, 11), (back, 2)] {
        folder.write("motion.csv", &(rows.join("\n") + "\n"));
        let said = refused("excite --screen @/motion.csv");
        let expected = format!("time does not advance to sample {sample} of the motion");
        assert!(said.starts_with(&expected), "{said}");
    }
    for rate in ["1e308", "1e9"] {
        let said = refused(&format!("excite --starts 1 --rate {rate} --out @/out"));
        assert!(said.contains("at most 1e8"), "{said}");
    }
    // Of the motion, not of the search.
    let said = refused("excite --starts 1 --seconds 0.5 --duration 1000000 --rate 200 --out @/out");
    let expected = "1000000 s at 200 Hz make no recording";
    assert!(said.contains(expected), "{said}");
    for (options, expected) in [
        // A file has room for 1e8 samples, and no more.
        (
            "--duration 1000000 --rate 100 --harmonics 100000",
            "coefficients of a joint: 200001 are too many for a search, at most 501 are possible",
        ),
        (
            "--harmonics 100000",
            "coefficients of a joint: 200001 are too many for a search, at most 501 are possible",
        ),
        (
            "--samples 10001",
            "samples: 10001 are too many for a search, at most 10000 are possible",
        ),
    ] {
        let said = refused(&format!("excite --starts 1 {options} --out @/out"));
        assert_eq!(said, expected);
    }
    for option in [
        "--torque",
        "--motor-velocity",
        "--motor-acceleration",
        "--duration",
        "--seconds",
        "--rate",
    ] {
        for value in ["nan", "0", "-1"] {
            let said = refused(&format!("excite --starts 1 {option}={value} --out @/out"));
            let expected = format!("{option} must be a finite number above 0; ");
            assert!(said.starts_with(&expected), "{value}: {said}");
        }
    }
}

/// 4.05 s are 40.5 samples at 10 Hz, of which files would have 40: a motion that is still on its way. 4.35 s are 435 at 100 Hz.
#[test]
fn files_of_a_motion_end_where_it_does() {
    let folder = Folder::new();
    for (duration, rate, nearest) in [
        ("4.05", "10", "4.1"),
        ("3.3333", "8", "3.375"),
        ("0.001", "10", "0.1"),
    ] {
        let line = format!("excite --starts 1 --duration {duration} --rate {rate} --out @/out");
        let said = format!(
            "a motion of {duration} s ends between two samples of {rate} Hz, so that its files would stop before its end: give \
             --duration {nearest}, or another --rate"
        );
        assert_eq!(folder.answer(&ROBOT, &line), Err(said));
    }
    let line = "excite --starts 1 --samples 20 --shape quintic --harmonics 4 --duration 4.35 --rate 100 --start 0.5,0.25 --end \
                -0.5,0.75 --out @/out";
    folder.answer(&ROBOT, line).expect("a motion");
    let table = folder.read("out/motion.csv");
    let last = table.lines().next_back().expect("rows").split(',');
    let last: Vec<f64> = last.map(|x| x.parse().expect("a number")).collect();
    let expected = [4.35, -0.5, 0.75, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(last.len(), expected.len());
    for (found, expected) in last.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9, "{last:?}");
    }
}

/// The double pendulum, of whose joints these have efforts.
struct Limited(Model);

fn limited(has_effort: fn(&str) -> bool) -> Limited {
    let model = ROBOT.model();
    let joints = model.joints.iter().map(|joint| Joint {
        effort: joint.effort.filter(|_| has_effort(joint.name)),
        ..*joint
    });
    Limited(Model {
        joints: joints.collect::<Vec<_>>().leak(),
        ..*model
    })
}

impl Robot for Limited {
    fn model(&self) -> &Model {
        &self.0
    }

    fn evaluate(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_>,
        out: &mut [f64],
    ) -> Result<(), EvaluationError> {
        ROBOT.evaluate(quantity, inputs, out)
    }

    fn trace<'t>(
        &self,
        quantity: Quantity,
        inputs: &Inputs<'_, Traced<'t>>,
        out: &mut [Traced<'t>],
    ) -> Result<(), EvaluationError> {
        ROBOT.trace(quantity, inputs, out)
    }
}

/// Where the file limits some, the others are named; where it limits none, there is nothing to keep.
#[test]
fn torques_that_are_not_kept_are_named() {
    let folder = Folder::new();
    let line = "excite --starts 1 --samples 20 --harmonics 2 --rate 10 --format json --out @/out";
    let answer =
        |robot: &Limited, options: &str| folder.answer(robot, &format!("{line} {options}"));
    let of_elbow = limited(|name| name == "elbow");
    let warns = |robot: &Limited, options: &str| {
        let told = value(&answer(robot, options).expect("figures"));
        told["warnings"].to_string().contains(
            "the robot file has no `effort` of shoulder, so that --keep-torques keeps no torque of theirs",
        )
    };
    assert!(warns(&of_elbow, "--keep-torques"));
    assert!(!warns(&of_elbow, "--keep-torques --torque 40,20"));
    assert!(!warns(&of_elbow, ""));
    assert!(!warns(&limited(|_| true), "--keep-torques"));
    let refused = answer(&limited(|_| false), "--keep-torques").expect_err("nothing to keep");
    assert!(
        refused.starts_with("the file of double_pendulum limits no torque"),
        "{refused}"
    );
}

/// A search without end takes all memory.
#[test]
fn a_search_lasts_a_day_at_most() {
    let folder = Folder::new();
    for seconds in ["1e30", "86401"] {
        let said = folder.answer(&ROBOT, &format!("excite --seconds {seconds} --out @/out"));
        let expected = format!(
            "--seconds is more than a day ({} s): give 86400 s at most",
            seconds.parse::<f64>().expect("a number")
        );
        assert_eq!(said, Err(expected));
    }
    // A day itself is none too long: what is refused is the motion.
    let line = "excite --seconds 86400 --duration 1000000 --rate 200 --out @/out";
    let said = folder.answer(&ROBOT, line).expect_err("a refusal");
    assert!(
        said.contains("1000000 s at 200 Hz make no recording"),
        "{said}"
    );
}

/// Accelerations that are differences are judged, and that is said.
#[test]
fn a_motion_without_accelerations_is_judged_with_a_warning() {
    let folder = Folder::new();
    let text = motion(60).1;
    let rows = text.lines().map(|line| {
        let columns: Vec<&str> = line.split(',').take(5).collect();
        columns.join(",") + "\n"
    });
    folder.write("bare.csv", &rows.collect::<String>());
    folder.write("motion.csv", &text);
    for (name, expected) in [("bare.csv", true), ("motion.csv", false)] {
        let line = format!("excite --screen @/{name} --noise 0.5 --format json");
        let told = value(&folder.answer(&ROBOT, &line).expect("figures"));
        let warnings = told["warnings"].to_string();
        let is_said = warnings.contains("the motion has no accelerations");
        assert_eq!(is_said, expected, "{name}: {warnings}");
    }
}

/// The elbow's torque does not tell all that both tell.
#[test]
fn a_motion_is_judged_by_the_torques_that_are_read() {
    let folder = Folder::new();
    let (mut planned, text) = motion(60);
    planned.noise = vec![0.5, 0.25];
    folder.write("motion.csv", &text);
    let line = "excite --screen @/motion.csv --noise 0.5,0.25 --torques elbow --format json";
    let told = value(&folder.answer(&ROBOT, line).expect("figures"));
    let limits = Limits::of(ROBOT.model());
    let of = |torques: &[bool]| {
        let reading = Reading {
            beside: &[],
            identified: true,
            torques,
        };
        let found = screen_read(&ROBOT, &planned, &reading, &limits).expect("figures");
        value(&document(&found, None, &limits).to_string())
    };
    assert_eq!(told, of(&[false, true]));
    assert_ne!(told["base"], of(&[])["base"]);
}
