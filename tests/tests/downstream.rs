//! A crate outside the workspace turns its robot file into a module and runs it, without a warning.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;

/// The project's target folder: the crate shares what the workspace has already built.
fn target() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    scratch.parent().expect("a folder above").to_owned()
}

/// Builds and runs `examples/downstream`; what it printed, and what cargo said.
fn run_downstream(arguments: &[&str]) -> (String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let krate = root.join("examples/downstream");
    // The same versions as the workspace, all of which are on this machine: no network. Written once, since
    // the tests run side by side and the cargo of another one may be reading it.
    static LOCK_FILE: Once = Once::new();
    LOCK_FILE.call_once(|| {
        std::fs::copy(root.join("Cargo.lock"), krate.join("Cargo.lock")).expect("a lock file");
    });
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["run", "--offline", "--color", "never"])
        .args(arguments)
        .env("CARGO_TARGET_DIR", target())
        .current_dir(&krate)
        .stdin(Stdio::null())
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    (String::from_utf8_lossy(&output.stdout).into_owned(), said)
}

/// The numbers of a joint's line in the table.
fn row(printed: &str, joint: &str) -> Vec<f64> {
    let line = printed.lines().find(|line| {
        let mut words = line.split_whitespace();
        words.next() == Some(joint)
    });
    let words = line.unwrap_or_else(|| panic!("no line for {joint}:\n{printed}"));
    let numbers = words.split_whitespace().skip(1);
    numbers
        .map(|word| word.parse().expect("a number"))
        .collect()
}

/// Cargo repeats the warnings of what it does not build anew.
fn without_warning(said: &str) {
    let warnings = said.lines().filter(|line| line.starts_with("warning"));
    assert_eq!(warnings.collect::<Vec<_>>(), [""; 0], "{said}");
}

#[test]
fn its_own_command_identifies_the_robot() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("a path of text");
    let line = [
        "--features",
        "lab",
        "--bin",
        "scara",
        "--",
        "demo",
        "--out",
        out,
    ];
    let (printed, said) = run_downstream(&line);
    without_warning(&said);
    assert!(printed.contains("m_tool"), "{printed}");
    let json =
        std::fs::read_to_string(folder.path().join("identification.json")).expect("a result");
    let found: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(found["robot"], "scara");
    let fits = found["joints"].as_array().expect("joints");
    assert_eq!(fits.len(), 4);
    for fit in fits {
        assert!(fit["r2"].as_f64().is_some_and(|r2| r2 > 0.9), "{fit}");
    }
}

#[test]
fn a_crate_of_its_own_builds_from_a_robot_file_alone() {
    let (printed, said) = run_downstream(&[]);
    without_warning(&said);

    assert!(
        printed.starts_with("Tabletop SCARA with a ball screw: 4 joints, 53 parameters"),
        "{printed}"
    );
    assert!(
        printed.contains("Lzz_arm + m_forearm*l_1^2 + 2500*Ia_m1"),
        "{printed}"
    );
    for joint in ["shoulder", "elbow", "z", "roll"] {
        let numbers = row(&printed, joint);
        let [gravity, double, single] = numbers[..] else {
            panic!("{joint} has {numbers:?}:\n{printed}");
        };
        // Only the spindle, which slides downwards, feels its own weight and the tool's.
        let weight = if joint == "z" {
            -(0.8 + 0.5) * 9.81
        } else {
            0.0
        };
        assert!((gravity - weight).abs() < 1e-4, "{joint}: {gravity}");
        assert!(double != 0.0, "{joint} needs no torque:\n{printed}");
        let rounding = 1e-5 * double.abs().max(1.0);
        assert!((double - single).abs() < rounding, "{joint}: {numbers:?}");
    }
}
