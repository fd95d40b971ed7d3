//! A crate outside the workspace turns its robot file into a module and runs it, without a warning.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;

/// The project's target folder: the crate shares what the workspace has already built.
fn target() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    scratch.parent().expect("a folder above").to_owned()
}

/// What programs link has the settings of the workspace's `Cargo.toml`, so that other people's crates are those that it has built.
/// Crates of this project cannot be shared, nor can those of a build script that nothing else needs: what is slow of them is to
/// optimise them, which nothing here needs. A build script has the same settings for each program, so that it is built once.
const SETTINGS: [&str; 12] = [
    "profile.dev.opt-level=2",
    "profile.dev.lto='off'",
    "profile.dev.codegen-units=256",
    "profile.dev.debug=false",
    "profile.dev.debug-assertions=false",
    "profile.dev.incremental=false",
    "profile.dev.package.'*'.overflow-checks=false",
    "profile.dev.build-override.opt-level=0",
    "profile.dev.build-override.codegen-units=16",
    "profile.dev.build-override.overflow-checks=false",
    "profile.dev.package.armwright-lab.opt-level=0",
    "profile.dev.package.armwright-lab.codegen-units=16",
];

/// Runs cargo in `examples/downstream`; what the program printed, and what cargo said.
fn cargo(command: &str, arguments: &[&str]) -> (String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let krate = root.join("examples/downstream");
    // The same versions as the workspace, all of which are on this machine: no network. Written once and as a
    // whole, since the tests run side by side, and other runs of them, and the cargo of one may be reading it.
    static LOCK_FILE: Once = Once::new();
    LOCK_FILE.call_once(|| {
        let aside = tempfile::NamedTempFile::new_in(&krate).expect("a file");
        std::fs::copy(root.join("Cargo.lock"), aside.path()).expect("a lock file");
        aside
            .persist(krate.join("Cargo.lock"))
            .expect("a lock file");
    });
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let settings = SETTINGS.iter().flat_map(|setting| ["--config", setting]);
    let output = Command::new(cargo)
        .args([command, "--offline", "--color", "never"])
        .args(settings)
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

/// A processor without an operating system.
const BARE: &str = "thumbv7em-none-eabihf";

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

/// One test: side by side they would wait for one another's builds, and keep the processors from other tests.
#[test]
fn crates_outside_the_workspace_build_and_run() {
    a_crate_of_its_own_builds_from_a_robot_file_alone();
    a_program_identifies_from_arrays();
    its_own_command_identifies_the_robot();
}

fn its_own_command_identifies_the_robot() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let scara = |arguments: &[&str]| {
        let own = ["--features", "lab", "--bin", "scara", "--"];
        let (printed, said) = cargo("run", &[&own, arguments].concat());
        without_warning(&said);
        printed
    };
    let (recorded, found) = (at("recorded"), at("found"));
    let quiet = [
        "--duration",
        "8",
        "--rate",
        "250",
        "--torque-noise",
        "0.002",
    ];
    scara(&[&["simulate", "--out", &recorded], &quiet[..]].concat());
    let recording = at("recorded/recording.yaml");
    let printed = scara(&["identify", "--recording", &recording, "--out", &found]);
    assert!(printed.contains("m_tool"), "{printed}");
    let json = std::fs::read_to_string(at("found/identification.json")).expect("a result");
    let found: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(found["robot"], "scara");
    let fits = found["joints"].as_array().expect("joints");
    assert_eq!(fits.len(), 4);
    for fit in fits {
        assert!(fit["r2"].as_f64().is_some_and(|r2| r2 > 0.9), "{fit}");
    }
}

/// A program of thirty lines: recordings from arrays, an identification, a prediction, no file.
fn a_program_identifies_from_arrays() {
    let (printed, said) = cargo("run", &["--features", "library", "--bin", "library"]);
    without_warning(&said);
    let r2 = printed.trim().strip_prefix("R² = ").map(str::parse);
    assert!(matches!(r2, Some(Ok(0.9999..=1.0))), "{printed}");
}

/// The controller of `examples/downstream` has no `std` and no allocator, and its panic handler calls what is
/// nowhere: it links because the core needs none of them.
#[test]
#[cfg_attr(
    no_bare_metal,
    ignore = "no core for thumbv7em-none-eabihf: `rustup target add thumbv7em-none-eabihf`"
)]
fn a_controller_without_an_operating_system_links_and_cannot_panic() {
    without_warning(&built_for_a_microcontroller("controller"));
}

/// Builds a program of `examples/downstream` for a Cortex-M4F; what cargo said.
fn built_for_a_microcontroller(program: &str) -> String {
    let settings = [
        "profile.dev.opt-level=3",
        "profile.dev.debug-assertions=false",
        "profile.dev.overflow-checks=false",
    ];
    let settings = settings.iter().flat_map(|setting| ["--config", setting]);
    let bare = ["--target", BARE, "--features", program, "--bin", program];
    let arguments: Vec<_> = bare.into_iter().chain(settings).collect();
    cargo("build", &arguments).1
}

/// An arm identified inside its loop, on an emulated Cortex-M4F: wrong parameters until the gate opens, a tenth of the
/// error after it, with a load that comes in between.
#[test]
#[cfg_attr(
    no_emulator,
    ignore = "no `qemu-system-arm`, or no core for thumbv7em-none-eabihf"
)]
fn a_microcontroller_identifies_its_arm() {
    without_warning(&built_for_a_microcontroller("embedded"));
    let machine = "-M mps2-an386 -nographic -icount shift=0 -semihosting -kernel";
    let output = Command::new("qemu-system-arm")
        .args(machine.split(' '))
        .arg(target().join(BARE).join("debug/embedded"))
        .stdin(Stdio::null())
        .output()
        .expect("the emulator runs");
    // The emulator writes what the program prints to the one or the other.
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert!(output.status.success(), "{printed}");
    let lines = printed.lines().filter(|line| line.contains("error"));
    let states: Vec<(f64, bool)> = lines
        .map(|line| {
            let (_, rest) = line.split_once("error ").expect("an error");
            let (error, rest) = rest.split_once(',').expect("more");
            let error = error.parse().expect("a number");
            (error, rest.ends_with("identified"))
        })
        .collect();
    assert_eq!(states.len(), 23, "{printed}");
    assert!(!states[0].1 && states[0].0 > 0.1, "{printed}");
    for (error, identified) in &states[3..] {
        assert!(*identified && *error < 0.03, "{printed}");
    }
    let mass = printed
        .split_once("its mass ")
        .and_then(|(_, rest)| rest.split_once(" ±"));
    let mass: f64 = mass.expect("a load").0.parse().expect("a number");
    assert!((mass - 0.7).abs() < 0.05, "{printed}");
}

fn a_crate_of_its_own_builds_from_a_robot_file_alone() {
    let (printed, said) = cargo("run", &[]);
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
