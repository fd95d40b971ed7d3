//! One build with all changes that compile.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Options;
use crate::candidates::Candidate;
use crate::switches::{self, Place};

/// Lines around an error that no change can be found for, in which all are taken out.
const AROUND: usize = 15;

/// The changes that compile, in their places, and the programs of tests.
pub fn all(
    copy: &Path,
    target: &Path,
    options: &Options,
    files: &BTreeMap<PathBuf, String>,
    drawn: Vec<Candidate>,
) -> (Vec<Option<Candidate>>, Vec<PathBuf>) {
    let mut kept: Vec<Option<Candidate>> = drawn.into_iter().map(Some).collect();
    loop {
        let places = write(&copy.join(&options.folder), files, &kept);
        let (compiles, messages) = cargo(copy, target, options, &["check", "--lib"]);
        if compiles {
            break;
        }
        let errors = messages.iter().filter(|m| m["message"]["level"] == "error");
        let errors: Vec<&Value> = errors.map(|m| &m["message"]).collect();
        let mut bad: BTreeSet<usize> = errors
            .iter()
            .flat_map(|error| blamed(copy, error, &places))
            .collect();
        if bad.iter().all(|k| kept[*k].is_none()) {
            bad = errors
                .iter()
                .flat_map(|error| around(copy, error, &places))
                .collect();
        }
        let before = kept.iter().flatten().count();
        bad.into_iter().for_each(|k| kept[k] = None);
        let after = kept.iter().flatten().count();
        assert!(
            after < before,
            "no change explains why it does not compile: {errors:#?}"
        );
        println!("{} do not compile, {after} are left", before - after);
    }
    let mut arguments = vec!["test", "--no-run", "--lib"];
    options
        .tests
        .iter()
        .for_each(|test| arguments.extend(["--test", test]));
    let (compiles, messages) = cargo(copy, target, options, &arguments);
    assert!(compiles, "tests do not compile with the changes");
    let programs = messages.iter().filter(|m| m["profile"]["test"] == true);
    let programs = programs.filter_map(|m| m["executable"].as_str().map(PathBuf::from));
    (kept, programs.collect())
}

fn write(
    folder: &Path,
    files: &BTreeMap<PathBuf, String>,
    kept: &[Option<Candidate>],
) -> Vec<Place> {
    let mut places = Vec::new();
    for (path, text) in files {
        let mut written = switches::written(path, text, kept, &mut places);
        if *path == folder.join("src/lib.rs") {
            written.push_str(switches::SWITCH);
        }
        if std::fs::read_to_string(path).ok().as_ref() != Some(&written) {
            std::fs::write(path, written).expect("the copy takes a change");
        }
    }
    places
}

/// Whether cargo succeeds in the crate, and what it says.
fn cargo(copy: &Path, target: &Path, options: &Options, arguments: &[&str]) -> (bool, Vec<Value>) {
    let output = Command::new("cargo")
        .args(arguments)
        .args(["--quiet", "--message-format=json"])
        .env("CARGO_TARGET_DIR", target.join("target"))
        .env("CARGO_INCREMENTAL", "1")
        // Changes make for much that lints deny.
        .env("RUSTFLAGS", "--cap-lints=allow")
        .current_dir(copy.join(&options.folder))
        .stderr(Stdio::null())
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    (output.status.success(), messages.collect())
}

/// A place that a message names: the file, and its first and last byte.
fn spot(copy: &Path, span: &Value) -> (PathBuf, usize, usize) {
    let number = |key: &str| span[key].as_u64().unwrap_or(0) as usize;
    (
        copy.join(span["file_name"].as_str().unwrap_or_default()),
        number("byte_start"),
        number("byte_end"),
    )
}

/// The changes in whose text an error is; without any, the smallest that contains it.
fn blamed(copy: &Path, error: &Value, places: &[Place]) -> Vec<usize> {
    let spans: Vec<&Value> = error["spans"].as_array().into_iter().flatten().collect();
    let within = |span: &Value, is_put: bool| {
        let (file, start, end) = spot(copy, span);
        let holds = move |place: &&Place| {
            place.is_put == is_put
                && place.file == file
                && place.span.start <= start + 2
                && end <= place.span.end + 2
        };
        places
            .iter()
            .filter(holds)
            .min_by_key(|place| place.span.len())
    };
    for (is_put, primary) in [(true, true), (true, false), (false, true), (false, false)] {
        let of = spans.iter().filter(|span| span["is_primary"] == primary);
        let found: Vec<&Place> = of.filter_map(|span| within(span, is_put)).collect();
        if !found.is_empty() {
            let same = |place: &&Place| {
                is_put
                    || found
                        .iter()
                        .any(|f| f.file == place.file && f.span == place.span)
            };
            let all = places
                .iter()
                .filter(|place| place.is_put == is_put)
                .filter(same);
            return match is_put {
                true => found.iter().map(|place| place.change).collect(),
                false => all.map(|place| place.change).collect(),
            };
        }
    }
    Vec::new()
}

/// All changes some lines around an error.
fn around(copy: &Path, error: &Value, places: &[Place]) -> Vec<usize> {
    let mut spans: Vec<&Value> = error["spans"].as_array().into_iter().flatten().collect();
    let mut k = 0;
    while k < spans.len() {
        // What calls the macro in which it is.
        spans.extend(Some(&spans[k]["expansion"]["span"]).filter(|span| span.is_object()));
        k += 1;
    }
    let mut found = Vec::new();
    for span in spans {
        let (file, start, _) = spot(copy, span);
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let line = text.as_bytes()[..start.min(text.len())]
            .iter()
            .filter(|b| **b == b'\n')
            .count();
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        let from = starts[line.saturating_sub(AROUND)];
        let to = starts.get(line + AROUND).copied().unwrap_or(text.len());
        let near =
            |place: &&Place| place.file == file && place.span.start < to && place.span.end > from;
        found.extend(places.iter().filter(near).map(|place| place.change));
    }
    found
}
