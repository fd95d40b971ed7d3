//! The invariants of `ARCHITECTURE.md` that a program can check.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust file under a folder of the project, with its text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file is text");
                found.push((path, text));
            }
        }
    }
    found
}

/// Fails if the code of a file under `folder` mentions one of the `strangers`; comments may.
fn assert_knows_nothing_of(folder: &str, strangers: &[&str]) {
    for (path, text) in sources(folder) {
        let code: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        let text = code.join("\n");
        for stranger in strangers {
            assert!(
                !text.contains(stranger),
                "{} mentions `{stranger}`",
                path.display()
            );
        }
    }
}

#[test]
fn the_oracle_is_independent() {
    assert!(!sources("tests/src/oracle").is_empty());
    assert_knows_nothing_of(
        "tests/src/oracle",
        &[
            "armwright_codegen",
            "armwright_runtime",
            "armwright_lab",
            "armwright_robots",
        ],
    );
}

#[test]
fn generator_and_runtime_do_not_know_each_other() {
    let manifest = |krate: &str| {
        let path = root().join(krate).join("Cargo.toml");
        let text = std::fs::read_to_string(path).expect("a crate has a manifest");
        text.split("[dev-dependencies]")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(!manifest("codegen").contains("armwright-runtime"));
    assert!(!manifest("runtime").contains("armwright-codegen"));
    assert!(!manifest("runtime/lab").contains("armwright-codegen"));
    assert!(!manifest("runtime").contains("armwright-lab"));
}

#[test]
fn a_stage_knows_none_that_come_after_it() {
    let stages = [
        "description",
        "mechanism",
        "dynamics",
        "identifiability",
        "recovery",
        "emit",
    ];
    for (at, stage) in stages.iter().enumerate() {
        let later: Vec<String> = stages[at + 1..]
            .iter()
            .map(|later| format!("crate::{later}"))
            .collect();
        let later: Vec<&str> = later.iter().map(String::as_str).collect();
        assert_knows_nothing_of(&format!("codegen/src/{stage}"), &later);
    }
    let all: Vec<String> = stages
        .iter()
        .map(|stage| format!("crate::{stage}"))
        .collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    assert!(!sources("codegen/src/algebra").is_empty());
    assert_knows_nothing_of("codegen/src/algebra", &all);
}

/// A folder with a name is shared: tests run side by side, and one writes what another one reads.
#[test]
fn tests_write_into_folders_of_their_own() {
    // In pieces, since this file is among those that are searched.
    let shared = ["CARGO_TARGET_TMPDIR\")).join", concat!("temp", "_dir()")];
    for folder in ["codegen", "runtime/lab", "examples", "tests"] {
        assert!(!sources(&format!("{folder}/tests")).is_empty());
        assert_knows_nothing_of(&format!("{folder}/tests"), &shared);
    }
}
