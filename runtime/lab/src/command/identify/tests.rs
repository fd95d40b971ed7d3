//! What is identified from, and what is said of it.

use std::path::Path;

use super::super::arguments::{Command, Identify};
use super::super::progress::Progress;
use super::super::tests::motions::recorded;
use super::super::tests::runs::value;
use super::super::tests::{Folder, parse};
use super::{cut, dataset, less_friction, replaced};
use crate::dataset::Dataset;
use crate::estimate::Method;
use crate::identify::{IdentifyOptions, identify};
use crate::options::{Cutoff, List, ProcessingOptions};
use crate::provenance::{Provenance, SourceFile};
use crate::recording::{Arrays, Recording};
use crate::regression::by_hand::{MODEL, ROBOT, recording};
use crate::two_step::{two_step, windows};
use armwright_robots::{abb_wrist, double_pendulum};
use armwright_runtime::Robot;

#[track_caller]
fn asked(folder: &Folder, options: &str) -> Identify {
    match parse(&folder.line(&format!("identify --recording {options}"))) {
        Command::Identify(arguments) => *arguments,
        other => panic!("{other:?}"),
    }
}

/// Rough positions without velocities, so that a filter's cut-off shows in what it makes of them.
fn rough(size: f64) -> Recording {
    let column = |scale: f64| -> Vec<f64> {
        let samples = (0..200).map(f64::from);
        samples
            .map(|k| scale * ((0.05 * k).sin() + 0.1 * (0.9 * k).sin()))
            .collect()
    };
    let arrays = Arrays {
        name: "rough".to_owned(),
        rate: 100.0,
        position: vec![column(size), column(2.0 * size)],
        torque: vec![column(3.0), column(4.0)],
        ..Arrays::default()
    };
    Recording::from_arrays(&MODEL, arrays).expect("a recording")
}

/// Friction is taken at velocities that are filtered as the options ask, from what is identified from and what is not.
#[test]
fn friction_that_is_given_is_taken_from_every_recording_as_it_is_processed() {
    let folder = Folder::new();
    folder.write(
        "map.csv",
        "name,velocity,torque\nj1,-20,-10\nj1,20,10\nm2,-50,-3\nm2,50,3\n",
    );
    let both = || Dataset {
        training: vec![rough(0.5)],
        validation: vec![rough(0.25), rough(0.75)],
    };
    let plain = asked(&folder, "a.csv --cutoff 4 --filter-order 2");
    let untouched = less_friction(&ROBOT, both(), &plain).expect("recordings");
    assert_eq!(untouched.training[0].torque, both().training[0].torque);
    let arguments = asked(
        &folder,
        "a.csv --cutoff 4 --filter-order 2 --friction-map @/map.csv",
    );
    let found = less_friction(&ROBOT, both(), &arguments).expect("recordings");
    let given = arguments.given.read(&MODEL).expect("a map").expect("one");
    let taken = |recordings: Vec<Recording>, options: &ProcessingOptions| -> Vec<_> {
        let less = given.taken_from(&ROBOT, recordings, options);
        less.expect("recordings")
            .into_iter()
            .map(|one| one.torque)
            .collect()
    };
    let options = arguments.processing.options();
    let torques = |recordings: &[Recording]| -> Vec<_> {
        recordings.iter().map(|one| one.torque.clone()).collect()
    };
    assert_eq!(torques(&found.training), taken(both().training, &options));
    assert_eq!(
        torques(&found.validation),
        taken(both().validation, &options)
    );
    let usual = taken(both().training, &ProcessingOptions::default());
    assert_ne!(torques(&found.training), usual);
    assert_ne!(torques(&found.training), torques(&both().training));
}

#[test]
fn recordings_are_read_noted_and_held_out() {
    let folder = Folder::new();
    let mut rows = "t,q_j1,q_j2,tau_j1,tau_j2\n".to_owned();
    for k in 0..100 {
        let t = 0.01 * f64::from(k);
        rows += &format!("{t},{},{},{},1\n", 0.05 * t.sin(), 0.04 * t, 2.0 * t);
    }
    folder.write("a.csv", &rows);
    folder.write("b.csv", &rows.replace(",1\n", ",2\n"));
    let mut progress = Progress::new("reading");
    let mut read = |options: &str| dataset(&asked(&folder, options), &MODEL, &mut progress);
    let (found, notes) = read("@/a.csv --validate @/b.csv").expect("recordings");
    let lengths = |recordings: &[Recording]| -> Vec<usize> {
        recordings.iter().map(Recording::samples).collect()
    };
    assert_eq!(
        [lengths(&found.training), lengths(&found.validation)],
        [[100], [100]]
    );
    let torque = |recording: &Recording| recording.torque.as_ref().expect("torques")[1][0];
    assert_eq!(
        [torque(&found.training[0]), torque(&found.validation[0])],
        [1.0, 2.0]
    );
    assert!(!notes.is_empty(), "joints that hardly move are noted");
    let (found, _) = read("@/a.csv @/b.csv --hold-out 0.25").expect("recordings");
    assert_eq!(lengths(&found.training), [75, 75]);
    assert_eq!(lengths(&found.validation), [25, 25]);
    let refused = read("@/a.csv --validate @/./a.csv").expect_err("the same file");
    assert_eq!(
        refused.to_string().replace(&folder.line("@"), "@"),
        "@/./a.csv is given to identify from and to validate with: data that took part cannot test the prediction; \
         give another recording, or hold a part out with --hold-out 0.25"
    );
    let refused = read("@/a.csv --hold-out 0.9").expect_err("too much");
    assert_eq!(
        refused.to_string(),
        "--hold-out must be above 0 and below 0.9; 0.9 is not"
    );
    let (found, _) = read("@/a.csv --without-torque j2").expect("recordings");
    assert_eq!(found.training[0].left_out.len(), 1);
    assert_eq!(found.training[0].left_out[0].row, 1);
    let options = "@/a.csv --validate @/b.csv --without-torque j1";
    let (found, _) = read(options).expect("recordings");
    for recording in [&found.training[0], &found.validation[0]] {
        assert_eq!(
            (recording.left_out.len(), recording.left_out[0].row),
            (1, 0)
        );
    }
}

fn provenance(files: &[&str]) -> Provenance {
    let file = |path: &&str| SourceFile {
        path: (*path).to_owned(),
        sha256: Some(format!("hash of {path}")),
        modified: None,
    };
    Provenance {
        files: files.iter().map(file).collect(),
        ..Provenance::of([], Vec::new())
    }
}

#[test]
fn what_stood_in_the_folder_is_told_where_it_is_of_other_files() {
    let folder = Folder::new();
    let path = folder.line("@");
    let said = |new: &[&str]| replaced(Path::new(&path), &provenance(new));
    assert_eq!(said(&["a.csv"]), "");
    let stood = |files: &[&str]| {
        let text = serde_json::json!({"provenance": provenance(files)});
        folder.write("identification.json", &text.to_string());
    };
    stood(&["a.csv", "b.csv"]);
    assert_eq!(said(&["a.csv", "b.csv"]), "");
    assert_eq!(
        said(&["c.csv"]),
        "In place of an earlier result, of a.csv, b.csv."
    );
    stood(&[]);
    assert_eq!(
        said(&["c.csv"]),
        "In place of an earlier result, of a simulation."
    );
    folder.write("identification.json", "{}");
    assert_eq!(said(&["c.csv"]), "");
}

#[test]
fn recordings_are_cut_into_windows_where_that_is_asked() {
    let both = || vec![recording(100), recording(60)];
    let whole = cut(both(), None).expect("recordings");
    let lengths = |all: &[Recording]| all.iter().map(Recording::samples).collect::<Vec<_>>();
    assert_eq!(lengths(&whole), [100, 60]);
    let parts = cut(both(), Some(0.25)).expect("windows");
    let each = both()
        .into_iter()
        .flat_map(|one| windows(one, 0.25).expect("windows"));
    assert_eq!(lengths(&parts), lengths(&each.collect::<Vec<_>>()));
    assert!(parts.len() >= 5, "{:?}", lengths(&parts));
    assert!(cut(both(), Some(-1.0)).is_err());
}

/// Element by element from windows of 0.5 s, beside one step from the whole; what is noted of recordings stands in the report.
#[test]
fn elements_are_fitted_to_windows_of_what_is_identified_from() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    recorded(&folder, "a.csv", "", [1.0; 2]);
    let options = "--cutoff 30 --decimate 2 --trim 5 --velocity-threshold 0 --method ols --out @/out --format json";
    let told = folder.answer(
        robot,
        &format!("identify --recording @/a.csv --two-step --window 0.5 {options}"),
    );
    let read = |name: &str| {
        let path = folder.line(&format!("@/{name}"));
        Recording::read_all(Path::new(&path), robot.model()).expect("a recording")
    };
    let processing = ProcessingOptions {
        cutoff: Some(Cutoff::Hertz(30.0)),
        decimate: Some(List(vec![2])),
        trim: Some(5),
        velocity_threshold: Some(List(vec![0.0])),
        ..ProcessingOptions::default()
    };
    let asked = IdentifyOptions {
        processing: processing.clone(),
        ..Method::Ols.into()
    };
    let one_step = identify(robot, read("a.csv"), &asked).expect("an identification");
    let one_step = one_step.estimation.base_estimate(robot.model());
    let parts = windows(read("a.csv").remove(0), 0.5).expect("windows");
    let found = two_step(robot, &parts, &processing, &one_step, &mut |_, _| {});
    let found = serde_json::to_string(&found.expect("elements")).expect("JSON");
    let told = value(&told.expect("an identification"));
    assert_eq!(
        told["two_step"],
        value(&found.replace(&folder.line("@"), "@"))
    );
    assert!(parts.len() >= 4, "{}", parts.len());
    let plain = format!("identify --recording @/a.csv {options}");
    let plain = value(&folder.answer(robot, &plain).expect("an identification"));
    assert!(plain.get("two_step").is_none());
    // Of one step nothing is asked, but that something is left of the recording.
    let line = "identify --recording @/a.csv --method huber --trim 5000 --out @/huber";
    let refused = folder.answer(robot, line).expect_err("no samples");
    assert!(!refused.contains("two steps"), "{refused}");
    let command = &plain["provenance"]["command"];
    assert_eq!(
        *command,
        serde_json::json!(std::env::args().collect::<Vec<_>>())
    );
}

/// Without a torque there are no formulas that start from them.
#[test]
fn other_masses_are_told_where_physical_parameters_start_from_those_of_the_file() {
    let folder = Folder::new();
    let robot = &abb_wrist::ROBOT;
    folder.write("bodies.yaml", "bodies: {b: {mass: 9.5}}");
    let line = "simulate --duration 4 --rate 100 --out @/run";
    folder.answer(robot, line).expect("a recording");
    let line = "identify --recording @/run/recording.yaml --method consistent --bodies @/bodies.yaml --out @/out --format json";
    for (options, is_told) in [("", true), (" --without-torque m2", false)] {
        let told = folder.answer(robot, &format!("{line}{options}"));
        let told = told.expect("an identification");
        let note = "physical parameters start from m_b = 9 of the robot file";
        assert_eq!(told.contains(note), is_told, "{options}: {told}");
    }
}

/// Every estimator beside each other, and what recordings raise doubts by.
#[test]
fn estimators_and_notes_are_told_with_the_identification() {
    let folder = Folder::new();
    let robot = &double_pendulum::ROBOT;
    recorded(&folder, "a.csv", "", [40.0, 40.0]);
    let options =
        "--cutoff 30 --decimate 2 --trim 20 --velocity-threshold 0 --out @/out --format json";
    let line = format!("identify --recording @/a.csv {options}");
    let told = value(&folder.answer(robot, &line).expect("an identification"));
    assert!(told.get("methods").is_none());
    let warnings = told["warnings"].to_string();
    assert!(
        warnings.contains("@/a.csv: joint shoulder seems to take "),
        "{warnings}"
    );
}
