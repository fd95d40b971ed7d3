//! The invariants of `ARCHITECTURE.md` that a program can check.

use std::path::{Path, PathBuf};

use armwright_tests::{Imports, circle};

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

/// A crate's modules in order: each may use those before it.
struct Layers {
    /// The folder of the crate's root.
    root: &'static str,
    order: &'static [&'static str],
    /// What is still against the order or in a circle, as `(folder, user, used)`; whoever mends one takes
    /// it off this list.
    against: &'static [(&'static str, &'static str, &'static str)],
}

const CRATES: [Layers; 3] = [
    Layers {
        root: "codegen/src",
        order: &[
            "algebra",
            "diagnostic",
            "description",
            "format",
            "mechanism",
            "urdf",
            "dynamics",
            "identifiability",
            "recovery",
            "derivation",
            "document",
            "emit",
            "pipeline",
            "build_script",
            "command",
        ],
        against: &[],
    },
    Layers {
        root: "runtime/src",
        order: &[
            "fused",
            "scalar",
            "sine",
            "float",
            "shape",
            "base",
            "inertial",
            "dual",
            "trace",
            "frame",
            "element",
            "friction",
            "transmission",
            "recovery",
            "parameter",
            "model",
            "quantity",
            "packing",
            "lanes",
            "robot",
            "forward",
            "equations",
            "online",
            "control",
        ],
        against: &[],
    },
    Layers {
        root: "runtime/lab/src",
        order: &[
            "cores",
            "digits",
            "thresholds",
            "distribution",
            "dynamics",
            "numeric",
            "suggestion",
            "keys",
            "unread",
            "random",
            "output",
            "signal",
            "options",
            "transmission",
            "rows",
            "parameters",
            "held",
            "cone",
            "pseudo_inertia",
            "part",
            "approach",
            "recording",
            "bodies",
            "dataset",
            "provenance",
            "motion",
            "simulation",
            "output_error",
            "closed_loop",
            "regression",
            "estimate",
            "statistics",
            "experiment",
            "diagnose",
            "online",
            "lack",
            "scrutiny",
            "identify",
            "friction",
            "consistency",
            "interpret",
            "compare",
            "together",
            "drives",
            "loads",
            "two_step",
            "judge",
            "methods",
            "excite",
            "study",
            "report",
            "command",
        ],
        against: &[],
    },
];

#[test]
fn a_module_uses_those_before_it() {
    for Layers {
        root: crate_root,
        order,
        against,
    } in CRATES
    {
        let imports = Imports::of(&root().join(crate_root));
        let modules = imports.modules(&[]);
        let unplaced: Vec<_> = modules
            .iter()
            .filter(|m| !order.contains(&m.as_str()))
            .collect();
        let gone: Vec<_> = order.iter().filter(|m| !modules.contains(**m)).collect();
        assert!(
            unplaced.is_empty() && gone.is_empty(),
            "{crate_root}: give {unplaced:?} a place in the order; {gone:?} are not there"
        );
        let place = |module: &str| order.iter().position(|known| *known == module);
        let uses = imports.uses(&[]);
        let pairs = uses
            .iter()
            .flat_map(|(user, used)| used.iter().map(move |used| (user, used)));
        let backwards = pairs.filter(|(user, used)| place(user) < place(used));
        let unknown: Vec<_> = backwards
            .filter(|(user, used)| !against.contains(&("", user, used)))
            .collect();
        assert!(
            unknown.is_empty(),
            "{crate_root}: against the order: {unknown:?}"
        );
    }
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let mut circles = Vec::new();
    for Layers {
        root: crate_root,
        against,
        ..
    } in CRATES
    {
        let imports = Imports::of(&root().join(crate_root));
        let mut mended: Vec<_> = against.to_vec();
        for folder in imports.folders() {
            let path: Vec<&str> = folder.iter().map(String::as_str).collect();
            let mut uses = imports.uses(&path);
            let name = path.join("/");
            mended.retain(|(of, user, used)| {
                let removed = uses.get_mut(*user).is_some_and(|all| all.contains(*used));
                *of != name || !removed
            });
            for (_, user, used) in against.iter().filter(|(of, ..)| *of == name) {
                uses.entry((*user).to_owned()).or_default().remove(*used);
            }
            if let Some(circle) = circle(&uses) {
                circles.push(format!("{crate_root}/{name}: {}", circle.join(" uses ")));
            }
        }
        assert!(
            mended.is_empty(),
            "{crate_root}: mended, take them off the list: {mended:?}"
        );
    }
    assert!(circles.is_empty(), "{circles:#?}");
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
