//! What is fitted, with which options, and what is left of it.

use super::super::arguments::Command;
use super::super::tests::texts::filled;
use super::super::tests::{Folder, parse};
use super::search::validation;
use super::{
    FitArguments, covered, driven, experiments, experiments_of, options, parameters, voltages,
};
use crate::command::error::CommandError;
use crate::output_error::{
    Ending, Experiment, Fit, FitError, FitOptions, Fitted, InitialState, all_free,
};
use crate::recording::{Arrays, Recording};
use crate::simulation::{Hold, Machine};
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::{Model, Robot};
use nalgebra::DMatrix;

#[track_caller]
fn asked(options: &str) -> FitArguments {
    match parse(&format!("fit --recording a.csv {options}")) {
        Command::Fit(arguments) => *arguments,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_fit_is_searched_as_is_asked() {
    assert_eq!(options(&asked("")), FitOptions::default());
    let found = options(&asked(
        "--beginning measured --interval 0.5,2 --continuous --hold linear --iterations 7 --starts 3 --spread 0.125 --seed 9",
    ));
    let expected = FitOptions {
        state: InitialState::Measured,
        intervals: vec![0.5, 2.0],
        continuity: true,
        hold: Hold::Linear,
        iterations: 7,
        starts: 3,
        spread: 0.125,
        seed: 9,
        ..FitOptions::default()
    };
    assert_eq!(found, expected);
    assert_eq!(
        options(&asked("--beginning rest")).state,
        InitialState::AtRest
    );
    assert_eq!(
        options(&asked("--beginning free")).state,
        InitialState::Free
    );
    let plain = asked("");
    assert_eq!([plain.from, plain.to], [f64::NEG_INFINITY, f64::INFINITY]);
}

/// Ten samples a second from 1 s on, each with its number.
fn recording(robot: &dyn Robot) -> Recording {
    let n = robot.model().joints.len();
    let column = |j: usize| (0..12).map(|k| 0.01 * f64::from(k) + j as f64).collect();
    let arrays = Arrays {
        name: "swing".to_owned(),
        rate: 10.0,
        position: (0..n).map(column).collect(),
        torque: (0..n).map(|j| column(j + 5)).collect(),
        ..Arrays::default()
    };
    let mut recording = Recording::from_arrays(robot.model(), arrays).expect("a recording");
    recording.start = 1.0;
    recording
}

fn whole(
    recordings: &[Recording],
    arguments: &FitArguments,
    model: &Model,
) -> Result<Vec<Experiment>, CommandError> {
    experiments_of(recordings, driven(arguments, model)?.as_ref())
}

#[test]
fn a_part_of_each_recording_is_fitted() {
    let robot = &double_pendulum::ROBOT;
    let recordings = [recording(robot)];
    let all = experiments_of(&recordings, None).expect("experiments");
    assert_eq!(
        all,
        [Experiment::of(&recordings[0]).expect("an experiment")]
    );
    let found = experiments(&all, &asked("--from 1.2 --to 1.5"));
    assert_eq!(found.expect("experiments"), [all[0].between(1.2, 1.5)]);
}

#[test]
fn a_spread_is_a_share() {
    let folder = Folder::new();
    for (spread, value) in [("-0.5", "-0.5"), ("nan", "NaN"), ("inf", "inf")] {
        let line = format!("fit --recording @/none.csv --static-ratio 2 --spread {spread}");
        let said = folder.answer(&double_pendulum::ROBOT, &line);
        let why = format!("--spread must be a finite number, 0 or more; {value} is not");
        assert_eq!(said, Err(why));
    }
}

/// Of two recordings, from 1 s to 2.1 s and from 5 s to 6.1 s, only one has samples there, or none.
#[test]
fn what_has_no_samples_between_two_times_is_not_fitted() {
    let robot = &double_pendulum::ROBOT;
    let mut later = recording(robot);
    (later.start, later.name) = (5.0, "later".to_owned());
    let recordings = [recording(robot), later];
    let part = |recordings: &[Recording], options: &str| {
        let all = experiments_of(recordings, None).expect("experiments");
        experiments(&all, &asked(options))
    };
    let of = |options: &str| part(&recordings, options);
    for (options, names) in [
        ("--from 2.1 --to 5.2", &["swing", "later"][..]),
        ("--from 2.2", &["later"]),
        // Up to half of a sample away the last and the first are the nearest.
        ("--from 2.14", &["swing", "later"]),
        ("--to 0.96", &["swing"]),
        ("--to 4", &["swing"]),
        ("--from -3", &["swing", "later"]),
    ] {
        let found = of(options).expect("experiments");
        let found: Vec<&str> = found.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(found, names, "{options}");
    }
    for options in [
        "--from 30",
        "--to 0.5",
        "--from 1.5 --to 1.2",
        "--from 2.5 --to 4",
        "--from nan",
        "--to nan",
    ] {
        let refused = of(options).expect_err("no samples").to_string();
        assert!(
            refused.ends_with(
                "the recordings have those from 1 to 2.1 (swing), from 5 to 6.1 (later)"
            ),
            "{options}: {refused}"
        );
    }
    // 0.1 s and 11 tenths are 1.2000000000000002 in floating point.
    let mut early = recording(robot);
    early.start = 0.1;
    let refused = part(&[early], "--from 2.5 --to 4");
    assert_eq!(
        refused.expect_err("no samples").to_string(),
        "no samples are between --from 2.5 and --to 4: in seconds, the recordings have those from 0.1 to 1.2 (swing)"
    );
    // Half a sample behind the last one is nearest to one that is not there.
    let mut at_zero = recording(robot);
    at_zero.start = 0.0;
    let refused = part(&[at_zero], "--from 1.15");
    assert_eq!(
        refused.expect_err("no samples").to_string(),
        "no samples are between --from 1.15 and --to inf: in seconds, the recordings have those from 0 to 1.1 (swing)"
    );
}

/// Voltages at 4 Hz from 1.1 s on drive recordings at 10 Hz from 1 s and from 1.5 s on: at their own times, not at those of positions.
#[test]
fn voltages_keep_their_own_clock() {
    let folder = Folder::new();
    folder.write(
        "v.csv",
        "t,v_m1,v_m3,v_m2\n1.1,1,3,2\n1.35,10,30,20\n1.6,100,300,200\n1.85,5,7,6\n2.1,8,9,0\n",
    );
    let robot = &abb_wrist::ROBOT;
    let mut later = recording(robot);
    later.start = 1.5;
    let recordings = [recording(robot), later];
    let arguments = asked(&folder.line("--voltage @/v.csv"));
    let found = whole(&recordings, &arguments, robot.model()).expect("experiments");
    let columns = [
        [1.0, 10.0, 100.0, 5.0, 8.0],
        [2.0, 20.0, 200.0, 6.0, 0.0],
        [3.0, 30.0, 300.0, 7.0, 9.0],
    ];
    for (found, recording) in found.iter().zip(&recordings) {
        assert_eq!(found.input, columns.map(|column| column.to_vec()));
        let clock = found.clock.expect("a clock");
        assert!((clock.rate - 4.0).abs() < 1e-12 && (clock.start - 1.1).abs() < 1e-12);
        assert_eq!((found.start, found.samples()), (recording.start, 12));
    }
    // Of a part from 2 s on the voltages are those from 1.6 s on.
    let part = asked(&folder.line("--voltage @/v.csv --from 2"));
    let part = &experiments(&found, &part).expect("a part")[0];
    assert_eq!(
        (part.samples(), &part.input[1][..]),
        (2, &[200.0, 6.0, 0.0][..])
    );
    let clock = part.clock.expect("a clock");
    assert!((clock.start - 1.6).abs() < 1e-9, "{clock:?}");
}

/// Switches of the voltage are between samples of the recording, 30 times a second with the last time rounded up: what is followed has
/// them there.
#[test]
fn voltages_that_switch_between_samples_are_followed_there() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let mut volts = "t,v_shoulder,v_elbow\n".to_owned();
    for k in 0..63 {
        let level = if k / 7 % 2 == 0 { 6.0 } else { -6.0 };
        volts += &format!("{:.4},{level},{}\n", f64::from(k) / 30.0, -0.5 * level);
    }
    folder.write("volts.csv", &volts);
    let set = "R_shoulder=1,kt_shoulder=1,ke_shoulder=2,R_elbow=1,kt_elbow=1,ke_elbow=2";
    let made = format!(
        "simulate --voltage @/volts.csv --rate 50 --duration 2 --encoder 0 --torque-noise 0 --friction viscous --set \
         fv_elbow=0.25,{set} --out @/sim"
    );
    folder.answer(robot, &made).expect("a recording");
    let line = format!(
        "fit --recording @/sim/recording.yaml --voltage @/volts.csv --friction viscous --set fv_elbow=0.2,{set} --free fv_elbow \
         --out @/out --format json"
    );
    let told = folder.answer(robot, &line).expect("a fit");
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let fit = &told["fit"];
    let value = fit["parameters"][0]["value"].as_f64().expect("a number");
    assert!((value - 0.25).abs() < 1e-4, "{}", fit["parameters"]);
    for joint in fit["joints"].as_array().expect("joints") {
        let left = joint["rmse"].as_f64().expect("a number");
        assert!(left < 1e-5, "{left}");
    }
}

/// Positions from 1 s to 2.1 s: a step of the voltages and half a sample may be wanting at either end.
#[test]
fn what_has_no_voltages_is_not_fitted() {
    let folder = Folder::new();
    let robot = &abb_wrist::ROBOT;
    let fitted = |times: [f64; 3]| {
        let rows = times.map(|t| format!("{t},1,2,3\n"));
        folder.write("v.csv", &format!("t,v_m1,v_m2,v_m3\n{}", rows.concat()));
        let arguments = asked(&folder.line("--voltage @/v.csv"));
        let driven = driven(&arguments, robot.model()).expect("voltages");
        let found = experiments_of(&[recording(robot)], driven.as_ref());
        covered(&found.expect("experiments"), &arguments, driven.as_ref())
            .map_err(|error| error.to_string())
    };
    for (times, covers) in [
        ([1.0, 1.5, 2.0], true),
        ([1.3, 1.6, 1.9], true),
        ([1.4, 1.7, 2.0], false),
        ([1.0, 1.3, 1.6], false),
        ([0.0, 0.5, 1.0], false),
    ] {
        assert_eq!(fitted(times).is_ok(), covers, "{times:?}");
    }
    let refused = fitted([1.0, 1.3, 1.6]).expect_err("half a second without");
    let said = "v.csv has voltages from 1 to 1.6 s, and swing is from 1 to 2.1 s: give the others, or `select` in the description of \
                the recording what has them";
    assert!(refused.ends_with(said), "{refused}");
    // Torques cover themselves.
    let own = Experiment::of(&recording(robot)).expect("an experiment");
    assert!(covered(&[own], &asked(""), None).is_ok());
}

#[test]
fn intervals_that_cannot_be_joined_are_refused_by_their_option() {
    let error = CommandError::from(FitError::Currents("m1".to_owned()));
    let said = error.with_options("wrist");
    let begin = "intervals cannot be joined (--continuous) where windings have an inductance (m1): the current ";
    assert!(said.starts_with(begin), "{said}");
}

#[test]
fn what_was_found_is_a_table() {
    let fitted = |name: &str, value, std| Fitted {
        name: name.to_owned(),
        unit: "N·m",
        start: 0.0,
        value,
        std,
        std_white: None,
        moved: None,
        is_at_bound: false,
        is_at_limit: false,
        is_idle: false,
    };
    let found = Fit {
        robot: String::new(),
        recordings: Vec::new(),
        samples: 0,
        parameters: vec![
            fitted("fc_q1", 0.125, Some(2.5e-3)),
            fitted("fv_q1", -20.0, None),
        ],
        joints: Vec::new(),
        cost: 0.0,
        ending: Ending::Converged,
        iterates: Vec::new(),
        iterations: 0,
        intervals: 1,
        longest: 1.0,
        gap: None,
        state: InitialState::Free,
        condition: 1.0,
        dependences: Vec::new(),
        lags: 0,
        lacks: Vec::new(),
        unsampled: None,
        windings: None,
        attempts: Vec::new(),
        evaluations: 0,
        stops: 0,
        last_stop: None,
        warnings: Vec::new(),
        covariance: DMatrix::zeros(0, 0),
        beginnings: Vec::new(),
    };
    assert_eq!(
        parameters(&found),
        "name,value,std,unit\nfc_q1,1.25e-1,2.5e-3,N·m\nfv_q1,-2e1,,N·m\n"
    );
}

#[test]
fn nothing_held_out_is_nothing_to_validate_with() {
    let robot = &double_pendulum::ROBOT;
    let theta = crate::parameters::nominal(robot.model());
    let machine = Machine::of(robot, &theta).expect("a machine");
    let free = all_free(&machine);
    let none = validation(&machine, &[], &free, &FitOptions::default(), &mut |_, _| {});
    assert_eq!(none.expect("nothing"), []);
}

/// Of what cannot be simulated with the parameters that were found the reason is told in place of figures.
#[test]
fn a_held_out_recording_that_cannot_be_followed_says_why() {
    let robot = &double_pendulum::ROBOT;
    let model = robot.model();
    let mut theta = crate::parameters::nominal(model);
    let inertia = model.parameters.iter().position(|p| p.name == "Lyy_lower");
    theta[inertia.expect("a parameter")] = -5.0;
    let machine = Machine::of(robot, &theta).expect("a machine");
    let free = all_free(&machine);
    let unseen = [Experiment::of(&recording(robot)).expect("an experiment")];
    let options = FitOptions::default();
    let found = validation(&machine, &unseen, &free, &options, &mut |_, _| {});
    let found = found.expect("a reason");
    assert_eq!((found.len(), found[0].recording.as_str()), (1, "swing"));
    let why = found[0].stop.as_deref().expect("a reason");
    assert!(why.contains("the inertia matrix is not positive"), "{why}");
    assert!(found[0].joints.is_empty());
}

/// One position of a simulated motion is no number: in the terminal, in the file and on the page it is said that it was bridged.
#[test]
fn what_was_done_to_a_recording_is_said_of_its_fit() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let made = "simulate --rate 100 --duration 1.2 --encoder 0 --torque-noise 0 --friction viscous --set fv_elbow=0.25 --out @/sim";
    folder.write(
        "torque.csv",
        "t,tau_shoulder,tau_elbow\n0,3,-1\n0.6,-2,1\n1.2,1,2\n",
    );
    let made = format!("{made} --torque @/torque.csv");
    folder.answer(robot, &made).expect("a recording");
    let table = folder.read("sim/recording.csv");
    let spoilt = table.lines().enumerate().map(|(k, line)| {
        let fields: Vec<&str> = line.split(',').collect();
        match k == 31 {
            true => format!("{},nan,{}\n", fields[0], fields[2..].join(",")),
            false => format!("{line}\n"),
        }
    });
    folder.write("sim/recording.csv", &spoilt.collect::<String>());
    let line = "fit --recording @/sim/recording.yaml --friction viscous --set fv_elbow=0.25 --free fv_elbow --beginning rest \
                --to 0.5 --out @/out";
    let text = folder.answer(robot, line).expect("a fit");
    assert!(text.contains(" 32 "), "{text}");
    assert!(text.contains(" bridged "), "{text}");
    let told: serde_json::Value =
        serde_json::from_str(&folder.read("out/output-error.json")).expect("JSON");
    assert_eq!(told["repairs"][0]["done"], "bridged");
    assert_eq!(told["remarks"], serde_json::json!([]));
    let page = folder.read("out/output-error.html");
    assert!(page.contains("<td>bridged</td>"));
}

/// A simulated motion is followed with the parameter that it was made with.
#[test]
fn a_fit_is_printed_and_written_with_what_was_held_out() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let rows: Vec<String> = (0..121)
        .map(|k| 0.01 * f64::from(k))
        .map(|t| {
            format!(
                "{t:?},{:?},{:?}\n",
                6.0 * (4.0 * t).sin(),
                2.0 * (7.0 * t).cos()
            )
        })
        .collect();
    folder.write(
        "torque.csv",
        &format!("t,tau_shoulder,tau_elbow\n{}", rows.concat()),
    );
    let made = "simulate --torque @/torque.csv --rate 100 --encoder 0 --torque-noise 0 --friction viscous --set fv_elbow=0.25 \
                --out @/sim";
    folder.answer(robot, made).expect("a recording");
    let line = "fit --recording @/sim/recording.yaml --friction viscous --set fv_elbow=0.2 --free fv_elbow --beginning rest \
                --hold-out 0.25 --to 0.5 --out @/out";
    let told = folder
        .answer(robot, &format!("{line} --format json"))
        .expect("a fit");
    assert_eq!(told, folder.read("out/output-error.json"));
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let fit = &told["fit"];
    let parameter = &fit["parameters"][0];
    assert_eq!(
        [&parameter["name"], &parameter["start"]],
        [&"fv_elbow".into(), &serde_json::json!(0.2)]
    );
    let value = parameter["value"].as_f64().expect("a number");
    assert!((value - 0.25).abs() < 5e-3, "{fit}");
    // Two joints at 51 moments, from 0 to 0.5 s.
    assert_eq!(fit["samples"], 102);
    let unseen = told["validation"].as_array().expect("a list");
    assert_eq!(
        (unseen.len(), unseen[0]["joints"].as_array().map(Vec::len)),
        (1, Some(2))
    );
    assert_eq!(unseen[0]["joints"][1]["name"], "elbow");
    // The last quarter of 121 samples took no part.
    let held_out = unseen[0]["recording"].as_str().expect("a name");
    assert!(held_out.ends_with("(from 0.90 s)"), "{held_out}");
    assert_eq!(told["sensitivity"][0]["curves"][0]["name"], "fv_elbow");
    let text = folder.answer(robot, line).expect("a fit");
    assert!(
        text.starts_with("Output error of double_pendulum, "),
        "{text}"
    );
    assert_eq!(text.matches("held out: ").count(), 2, "{text}");
    // One verdict, in all three.
    let (verdict, page) = (&told["verdict"], folder.read("out/output-error.html"));
    let said = |key: &str| verdict[key].as_str().expect("a text").to_owned();
    let (word, headline) = (said("word"), said("headline"));
    assert!(
        text.contains(&format!("\n\n{word}: {headline}\n")),
        "{text}"
    );
    assert!(page.contains(&format!(
        "<p class=\"grade\">{word}</p>\n<h2>{headline}</h2>"
    )));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let files = ["json", "html", "csv"].map(|end| format!("@/out/output-error.{end}"));
    let whole = filled(
        "fit",
        serde_json::json!({"verdict": verdict, "found": fit, "sensitivities": told["sensitivity"], "validation": unseen,
            "files": files}),
    );
    assert_eq!(words(&text), words(&whole));
    for key in ["reasons", "remedies"] {
        for sentence in verdict[key].as_array().expect("sentences") {
            let sentence = sentence.as_str().expect("a sentence");
            assert!(
                words(&text).contains(&words(sentence)),
                "{sentence}: {text}"
            );
        }
    }
    assert_eq!(verdict["transfer"][1]["name"], "elbow");
    assert!(
        text.ends_with(
            "\n@/out/output-error.json\n@/out/output-error.html\n@/out/output-error.csv\n"
        ),
        "{text}"
    );
    assert!(
        folder
            .read("out/output-error.csv")
            .starts_with("name,value,std,unit\nfv_elbow,2.")
    );
    assert!(
        folder
            .read("out/output-error.html")
            .contains("<h1>Double pendulum in a vertical plane</h1>")
    );
    let bounded = folder.answer(
        robot,
        &format!("{line} --format json --bounds fv_elbow=0.1:0.22"),
    );
    let bounded: serde_json::Value = serde_json::from_str(&bounded.expect("a fit")).expect("JSON");
    assert_eq!(
        bounded["fit"]["parameters"][0]["is_at_bound"], true,
        "{}",
        bounded["fit"]
    );
    // What the verdict says is said there alone.
    let reasons = bounded["verdict"]["reasons"].to_string();
    assert!(
        reasons.contains("At a bound that was asked for"),
        "{reasons}"
    );
    assert_eq!(bounded["fit"]["warnings"], serde_json::json!([]));
}

/// Of the double pendulum six base parameters, and the friction that was asked for.
#[test]
fn all_bodies_and_friction_are_fitted_where_no_parameter_is_named() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let rows = (0..61).map(|k| 0.01 * f64::from(k)).map(|t| {
        let (a, b) = (6.0 * (4.0 * t).sin(), 2.0 * (7.0 * t).cos());
        format!("{t:?},{a:?},{b:?}\n")
    });
    folder.write(
        "torque.csv",
        &format!("t,tau_shoulder,tau_elbow\n{}", rows.collect::<String>()),
    );
    let friction = "--friction viscous --set fv_shoulder=0.5,fv_elbow=0.25";
    let made = format!(
        "simulate --torque @/torque.csv --rate 100 --encoder 0 --torque-noise 0 {friction} --out @/sim"
    );
    folder.answer(robot, &made).expect("a recording");
    let line = format!(
        "fit --recording @/sim/recording.yaml {friction} --beginning rest --iterations 2 --out @/out --format json"
    );
    let told = folder.answer(robot, &line).expect("a fit");
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let fitted = told["fit"]["parameters"].as_array().expect("a list");
    let names: Vec<&str> = fitted.iter().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!(
        names,
        [
            "mx_upper",
            "mz_upper",
            "Lyy_upper",
            "mx_lower",
            "mz_lower",
            "Lyy_lower",
            "fv_shoulder",
            "fv_elbow"
        ]
    );
}

/// Voltages of all motors in a file of the recording could drive the simulation.
#[test]
fn a_recording_with_voltages_offers_them() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let machine =
        Machine::of(robot, &crate::parameters::nominal(robot.model())).expect("a machine");
    let mut own = recording(robot);
    for (header, is_there) in [
        ("t,q_shoulder,q_elbow,v_shoulder,v_elbow", true),
        ("t,q_shoulder,q_elbow,v_shoulder", false),
        ("t,q_shoulder,q_elbow,v_elbow", false),
        ("v_shoulder,v_elbow", false),
    ] {
        let row = vec!["0.5"; header.split(',').count()].join(",");
        folder.write("run.csv", &format!("{header}\n{row}\n{row}\n"));
        folder.write("run.yaml", "recording: {file: run.csv}\n");
        own.files = ["run.yaml", "run.csv"]
            .map(|name| folder.line(&format!("@/{name}")).into())
            .to_vec();
        let found = voltages(std::slice::from_ref(&own), &machine);
        let wanted = is_there.then(|| folder.line("@/run.csv"));
        assert_eq!(found, wanted, "{header}");
    }
    // The second of two recordings may have them.
    let rows = "t,v_shoulder,v_elbow\n0,1,2\n0.5,1,2\n";
    folder.write("run.csv", rows);
    let found = voltages(&[recording(robot), own], &machine);
    assert_eq!(found, Some(folder.line("@/run.csv")));
}

/// A motor of which nothing is set has the winding that the recording tells: friction is found, not friction over `R/kt`.
#[test]
fn a_fit_by_voltages_says_which_windings_it_took() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    let mut volts = "t,v_shoulder,v_elbow\n".to_owned();
    for k in 0..150 {
        let time = 0.01 * f64::from(k);
        let (a, b) = (30.0 * (5.0 * time).sin(), 8.0 * (9.0 * time).sin());
        volts += &format!("{time},{a},{b}\n");
    }
    folder.write("volts.csv", &volts);
    let windings = "R_shoulder=4,kt_shoulder=2,ke_shoulder=2,R_elbow=4,kt_elbow=2,ke_elbow=2";
    let made = format!(
        "simulate --voltage @/volts.csv --rate 100 --encoder 0 --torque-noise 0 --friction viscous \
         --set fv_elbow=0.25,{windings} --out @/sim"
    );
    folder.answer(robot, &made).expect("a recording");
    let line = "fit --recording @/sim/recording.yaml --voltage @/volts.csv --friction viscous --free fv_elbow --interval 0.5 \
                --out @/out --format json";
    let told = |set: &str| {
        let told = folder.answer(robot, &format!("{line} --set fv_elbow=0.2{set}"));
        serde_json::from_str::<serde_json::Value>(&told.expect("a fit")).expect("JSON")
    };
    let found = told("");
    let value = found["fit"]["parameters"][0]["value"].as_f64();
    let value = value.expect("a number");
    assert!(
        (value - 0.25).abs() < 0.02,
        "{}",
        found["fit"]["parameters"]
    );
    let warnings = |told: &serde_json::Value| told["fit"]["warnings"].to_string();
    assert!(
        warnings(&found).contains("the winding of elbow by voltages and torques"),
        "{}",
        warnings(&found)
    );
    // Windings are those of whole recordings, whatever part is fitted.
    let winding = |told: &serde_json::Value| {
        let said = told["fit"]["warnings"][0].as_str();
        said.expect("a warning").to_owned()
    };
    let own = winding(&found);
    assert!(own.starts_with("the winding of shoulder by "), "{own}");
    assert_eq!(winding(&told(" --from 0.5")), own);
    let wrong = windings.replace("R_elbow=4", "R_elbow=1");
    let found = told(&format!(",{wrong}"));
    assert!(
        warnings(&found).contains("the winding of elbow (R_elbow = 1"),
        "{}",
        warnings(&found)
    );
}
