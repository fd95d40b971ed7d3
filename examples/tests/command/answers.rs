//! What commands answer: examples, exit codes, text for people and JSON for programs.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{ALL, WRIST, folder, identify, run, with_recording, wrist};

/// Names of the subcommands that a help page lists.
fn subcommands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    listed
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_subcommand_shows_an_example_that_can_be_copied() {
    for (program, words) in [(WRIST, vec![]), (ALL, vec!["tx40"])] {
        let ask = |more: &[&str]| run(program, Path::new("."), &[&words[..], more].concat());
        let stem = Path::new(program).file_stem().unwrap().to_string_lossy();
        let called = [vec![stem.as_ref()], words.clone()].concat().join(" ");
        let help = ask(&["--help"]);
        assert_eq!(help.code, Some(0));
        assert!(help.out.contains("Exit code 0: success"), "{}", help.out);
        let names = subcommands(&help.out);
        for name in [
            "info", "evaluate", "simulate", "identify", "recover", "predict", "demo",
        ] {
            assert!(
                names.iter().any(|n| n == name),
                "{name} is not in {names:?}"
            );
        }
        for name in names {
            let help = ask(&[&name, "--help"]);
            assert_eq!(help.code, Some(0), "{name}");
            let example = format!("Example:\n  {called} {name}");
            assert!(help.out.contains(&example), "{name} --help: {}", help.out);
            assert!(!help.out.contains("PROGRAM"), "{}", help.out);
        }
    }
}

#[test]
fn wrong_usage_ends_with_code_2_and_says_what_would_be_right() {
    let here = Path::new(".");
    for (line, words) in [
        ("identfy", "identify"),
        ("identify", "--recording <FILE>"),
        ("evaluate --quantity torc --states s.csv", "torque"),
        ("demo --seeds many", "--seeds"),
    ] {
        let answer = wrist(here, line);
        assert_eq!(answer.code, Some(2), "{line}");
        assert!(answer.err.contains(words), "{line}: {}", answer.err);
    }
    let robot = identify(here, "tx41 info");
    assert_eq!(robot.code, Some(2));
    assert!(robot.err.contains("'tx40'"), "{}", robot.err);
    assert_eq!(identify(here, "").code, Some(2));
}

#[test]
fn info_answers_people_and_programs_alike() {
    let here = Path::new(".");
    let text = wrist(here, "info").out;
    let value = wrist(here, "info --format json").json();
    assert_eq!(value["robot"], "abb_wrist");
    assert_eq!(value["dof"], 3);
    assert_eq!(value["base_count"], 25);
    assert_eq!(value["base"].as_array().map(Vec::len), Some(25));
    for base in value["base"].as_array().unwrap() {
        let expression = base["expression"].as_str().unwrap();
        assert!(text.contains(expression), "{expression}");
    }
}

#[test]
fn evaluate_prints_numbers_that_read_back() {
    let folder = folder();
    let states = "qd_q1,q_q1,q_q2,q_q3,qd_q2,qd_q3,qdd_q1,qdd_q2,qdd_q3\n\
                  0.1,0.2,-0.3,0.4,0.5,-0.6,0.7,0.8,-0.9\n1,0,0,0,0,0,0,0,1e-3\n";
    std::fs::write(folder.path().join("states.csv"), states).unwrap();
    let table = |quantity: &str| -> (Vec<String>, Vec<Vec<f64>>) {
        let line = format!("evaluate --quantity {quantity} --states states.csv");
        let answer = wrist(&folder, &line);
        assert_eq!(answer.code, Some(0), "{}", answer.err);
        let mut lines = answer.out.lines();
        let header = lines.next().unwrap().split(',').map(str::to_owned);
        let header = header.collect();
        let numbers = |line: &str| line.split(',').map(|x| x.parse().unwrap()).collect();
        (header, lines.map(numbers).collect())
    };
    let (names, torque) = table("torque");
    assert_eq!(names, ["tau_q1", "tau_q2", "tau_q3"]);
    let (_, closed) = table("closed-form-torque");
    for (a, b) in torque.iter().flatten().zip(closed.iter().flatten()) {
        assert!((a - b).abs() < 1e-9 * (1.0 + a.abs()), "{a} {b}");
    }
    let to_file = "evaluate --quantity torque --states states.csv -o out.csv";
    assert_eq!(wrist(&folder, to_file).out, "");
    let written = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
    assert_eq!(
        written,
        wrist(&folder, &to_file.replace(" -o out.csv", "")).out
    );
}

#[test]
fn a_simulated_recording_is_identified_and_predicted() {
    let folder = with_recording();
    let line = "identify --recording sim/recording.yaml --hold-out 0.25 --out found --format json";
    let answer = wrist(&folder, line);
    let value = answer.json();
    let count = |key: &str| value[key].as_array().map_or(0, Vec::len);
    assert_eq!(count("base") + count("drive"), 25);
    assert_eq!(value["verdict"]["transfers"], true);
    for file in [
        "report.html",
        "identification.json",
        "base.csv",
        "prediction.csv",
    ] {
        assert!(folder.path().join("found").join(file).is_file(), "{file}");
    }
    let written = std::fs::read_to_string(folder.path().join("found/identification.json")).unwrap();
    assert_eq!(written, answer.out);

    let again = wrist(
        &folder,
        "simulate --duration 8 --rate 500 --seed 7 --out other --format json",
    );
    assert_eq!(again.json()["samples"], 4000);
    let line = "predict --recording other/recording.yaml --parameters found/identification.json";
    let fit = wrist(&folder, &format!("{line} -o prediction.csv --format json")).json();
    assert!(fit["overall"]["r2"].as_f64().unwrap() > 0.99, "{fit}");
    assert_eq!(fit["prediction"], "prediction.csv");
    let whole = wrist(&folder, &format!("{line} --format json")).json();
    let csv = wrist(&folder, line).out;
    assert_eq!(
        csv,
        std::fs::read_to_string(folder.path().join("prediction.csv")).unwrap()
    );
    let columns = whole["prediction"].as_object().unwrap();
    let header: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert_eq!(columns.len(), header.len());
    let samples = columns["tau_q1"].as_array().unwrap().len();
    assert_eq!(samples, csv.lines().count() - 1);

    // As if live, from what was identified: the gate opens, and what is learned is hardly worse than what a recording as long
    // has shown.
    let line =
        "online --recording other/recording.yaml --parameters found/identification.json --out live";
    let live = wrist(&folder, &format!("{line} --format json")).json();
    assert!(live["opened"].is_number(), "{live}");
    for joint in live["joints"].as_array().unwrap() {
        let [recursive, nominal] = ["recursive", "nominal"].map(|key| joint[key].as_f64().unwrap());
        assert!(recursive < 1.1 * nominal, "{joint}");
    }
    assert_eq!(live["base"].as_array().map(Vec::len), Some(25));
    let said = wrist(&folder, line);
    assert!(
        said.out.contains("The gate opened first at"),
        "{}",
        said.out
    );
    for file in ["online.html", "online.csv", "online.json"] {
        assert!(said.out.contains(file), "{}", said.out);
        assert!(folder.path().join("live").join(file).is_file(), "{file}");
    }
    let refused = wrist(&folder, &format!("{line} --rate 1e9"));
    refused.is_fault(&["the rate of learning", "500 Hz"]);
}

#[test]
fn a_demonstration_says_how_often_deviations_cover_the_truth() {
    let folder = folder();
    let line = "demo --seeds 2 --duration 10 --rate 500 --out demo";
    let text = wrist(&folder, line);
    assert!(
        text.out.contains("Truth within two standard deviations"),
        "{}",
        text.out
    );
    assert!(text.out.contains("(2 seeds)"), "{}", text.out);
    let value = wrist(&folder, &format!("{line} --format json")).json();
    assert_eq!(value["coverage"]["estimates"], 50);
    assert!(value["base"][0]["truth"].is_f64());
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    for line in ["tx40 info", "tx40 --help"] {
        let mut child = Command::new(ALL)
            .args(line.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut err)
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{line}: {err}");
        assert_eq!(err, "", "{line}");
    }
}
