//! `armwright compile` with a cargo that compiles nothing: what it is asked for, and what becomes of its answer.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::{folder, path};

const HINGE: &str = "robot: hinge\ngravity: [0, 0, -9.81]\nbodies:\n\
                     - {name: a, parent: base, joint: {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
/// What a cargo says that would have to download something.
const LACKING: &str = "echo 'error: no matching package named `nalgebra` found' >&2; exit 101";

/// What was asked and answered in one folder.
struct Compiled {
    output: Output,
    remarks: String,
    /// The arguments of each call of cargo.
    calls: Vec<String>,
    binary: PathBuf,
    /// The cargo project that was written.
    project: PathBuf,
}

/// A cargo, in a folder, that writes down its arguments; `answer` is what it does then, in a shell, before it succeeds.
fn cargo(folder: &Path, answer: &str) -> PathBuf {
    let cargo = folder.join("cargo");
    // The binary has the name of its project, in the target folder, which is the last argument.
    let script = format!(
        "#!/bin/sh\necho \"$@\" >> '{}'\nfor target in \"$@\"; do :; done\n{answer}\n\
         mkdir -p \"$target/release\"\necho built > \"$target/release/$(basename \"$PWD\")\"\n",
        folder.join("calls").display()
    );
    // Another process writes it: nobody starts a program that this one may still have open.
    let written = Command::new("sh")
        .args(["-c", "printf %s \"$1\" > \"$0\" && chmod +x \"$0\""])
        .args([path(&cargo), &script])
        .status()
        .expect("a shell");
    assert!(written.success());
    cargo
}

/// The command that compiles a robot of a folder into a binary, with that folder's cargo and cache.
fn command(folder: &Path, binary: &str) -> Command {
    let robot = folder.join("hinge.yaml");
    std::fs::write(&robot, HINGE).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_armwright"));
    command
        .args(["compile", path(&robot), "-o", binary])
        .current_dir(folder)
        .env("CARGO", folder.join("cargo"))
        .env("ARMWRIGHT_CACHE", folder.join("cache"));
    command
}

/// The projects of a cache.
fn projects(cache: &Path) -> Vec<PathBuf> {
    let projects = std::fs::read_dir(cache.join("robots")).expect("projects");
    projects.map(|e| e.expect("an entry").path()).collect()
}

/// Compiles a robot in a folder with a cargo that answers so.
fn compile(folder: &Path, answer: &str) -> Compiled {
    cargo(folder, answer);
    let binary = folder.join("hinge");
    let output = command(folder, path(&binary))
        .output()
        .expect("the binary runs");
    let projects = projects(&folder.join("cache"));
    let [project] = projects.try_into().expect("one project");
    let calls = std::fs::read_to_string(folder.join("calls")).expect("calls");
    Compiled {
        remarks: String::from_utf8_lossy(&output.stderr).into_owned(),
        output,
        calls: calls.lines().map(str::to_owned).collect(),
        binary,
        project,
    }
}

#[test]
fn what_is_on_the_machine_is_built_without_the_network() {
    let folder = folder();
    // Said in a warning, it means nothing.
    let compiled = compile(folder.path(), "echo 'warning: you are offline' >&2");
    assert_eq!(
        compiled.output.status.code(),
        Some(0),
        "{}",
        compiled.remarks
    );
    let target = folder.path().join("cache/target");
    let call = format!(
        "build --release --quiet --offline --target-dir {}",
        path(&target)
    );
    assert_eq!(compiled.calls, [call]);
    let binary = std::fs::read_to_string(&compiled.binary).expect("the binary");
    assert_eq!(binary, "built\n");
    let said = format!("wrote {0}; try `{0} info`\n", path(&compiled.binary));
    assert!(compiled.remarks.ends_with(&said), "{}", compiled.remarks);
}

/// Whoever builds from a checkout gets its runtime and its versions.
#[test]
fn the_project_is_of_this_checkout() {
    let folder = folder();
    let compiled = compile(folder.path(), "");
    let read = |path: PathBuf| std::fs::read_to_string(path).expect("a file");
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let checkout = checkout.expect("a folder above this crate");
    let manifest = read(compiled.project.join("Cargo.toml"));
    for (name, place) in [("lab", "runtime/lab"), ("runtime", "runtime")] {
        let line = format!(
            "\narmwright-{name} = {{ path = {:?} }}\n",
            checkout.join(place)
        );
        assert!(manifest.contains(&line), "{line}: {manifest}");
    }
    let lock = read(compiled.project.join("Cargo.lock"));
    assert_eq!(lock, read(checkout.join("Cargo.lock")));
}

#[test]
fn only_what_is_missing_is_downloaded() {
    let offline = format!("case \"$*\" in *--offline*) {LACKING};; esac");
    let folders = [folder(), folder(), folder()];
    let loaded = compile(folders[0].path(), &offline);
    assert_eq!(loaded.output.status.code(), Some(0), "{}", loaded.remarks);
    let is_offline: Vec<bool> = loaded
        .calls
        .iter()
        .map(|c| c.contains("--offline"))
        .collect();
    assert_eq!(is_offline, [true, false]);
    assert!(loaded.binary.exists());

    // What was not downloaded yet is said in other words.
    let refused =
        "echo 'error: no such request can be made, since --offline was specified' >&2; exit 101";
    let other = folder();
    let loaded = compile(
        other.path(),
        &format!("case \"$*\" in *--offline*) {refused};; esac"),
    );
    assert_eq!(loaded.output.status.code(), Some(0), "{}", loaded.remarks);
    assert_eq!(loaded.calls.len(), 2, "{:?}", loaded.calls);

    let alone = compile(folders[1].path(), LACKING);
    assert_eq!(alone.output.status.code(), Some(1));
    assert_eq!(alone.calls.len(), 2, "{:?}", alone.calls);
    for part in ["`nalgebra`", "build once with network access"] {
        assert!(alone.remarks.contains(part), "{part}: {}", alone.remarks);
    }
    assert!(!alone.binary.exists());

    // No network mends what is no Rust.
    let wrong = compile(
        folders[2].path(),
        "echo 'error[E0308]: mismatched types' >&2; exit 101",
    );
    assert_eq!(wrong.output.status.code(), Some(1));
    assert_eq!(wrong.calls.len(), 1, "{:?}", wrong.calls);
    for part in ["mismatched types", "please report this robot file"] {
        assert!(wrong.remarks.contains(part), "{part}: {}", wrong.remarks);
    }
    assert!(!wrong.binary.exists());
}

/// A cargo that is ended from outside says nothing of the robot file.
#[cfg(unix)]
#[test]
fn a_cargo_that_was_ended_does_not_blame_the_robot_file() {
    let folder = folder();
    let ended = compile(folder.path(), "kill -TERM $$");
    assert_eq!(ended.output.status.code(), Some(1));
    for part in ["ended from outside", "SIGTERM", "try again"] {
        assert!(ended.remarks.contains(part), "{part}: {}", ended.remarks);
    }
    assert!(
        !ended.remarks.contains("please report"),
        "{}",
        ended.remarks
    );
    assert!(!ended.binary.exists());
}

/// The first variable of these that names a folder says where projects are kept; XDG's must be an absolute one.
#[test]
fn the_cache_is_where_the_environment_says() {
    let folder = folder();
    let folder = folder.path();
    cargo(folder, "");
    let [own, xdg, home] = ["own", "xdg", "home"].map(|name| folder.join(name));
    let (xdg_says, home_says) = (path(&xdg), path(&home));
    for (own_says, xdg_says, cache) in [
        ("own", xdg_says, own.clone()),
        ("", xdg_says, xdg.join("armwright")),
        ("", "relative", home.join(".cache/armwright")),
        ("", "", home.join(".cache/armwright")),
    ] {
        let mut command = command(folder, "hinge");
        command
            .env("ARMWRIGHT_CACHE", own_says)
            .env("XDG_CACHE_HOME", xdg_says)
            .env("HOME", home_says);
        let output = command.output().expect("the binary runs");
        let remarks = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{remarks}");
        assert!(
            remarks.ends_with("wrote ./hinge; try `./hinge info`\n"),
            "{remarks}"
        );
        assert_eq!(projects(&cache).len(), 1);
        for other in [&own, &xdg, &home]
            .into_iter()
            .filter(|other| other.exists())
        {
            std::fs::remove_dir_all(other).expect("removed");
        }
        assert!(!cache.exists());
    }
}

/// What did not change is not built again, and robots of one name in two places do not take turns.
#[test]
fn each_robot_file_has_a_project_that_stays() {
    let folder = folder();
    let cache = folder.path().join("cache");
    let first = compile(folder.path(), "");
    assert!(
        first
            .remarks
            .contains("compiling hinge, and the laboratory for the first time")
    );
    let module = first.project.join("src/robot.rs");
    let time = || {
        module
            .metadata()
            .and_then(|m| m.modified())
            .expect("a time")
    };
    let written = time();
    let second = compile(folder.path(), "");
    assert!(
        second.remarks.contains("compiling hinge ..."),
        "{}",
        second.remarks
    );
    assert_eq!(time(), written);

    let other = super::folder();
    cargo(other.path(), "");
    let mut command = command(other.path(), "hinge");
    let output = command.env("ARMWRIGHT_CACHE", &cache).output();
    assert!(output.expect("the binary runs").status.success());
    assert_eq!(projects(&cache).len(), 2);
}

#[test]
fn what_cannot_be_compiled_says_why() {
    let folder = folder();
    cargo(folder.path(), "");
    let mut here = command(folder.path(), ".");
    let mut nowhere = command(folder.path(), "no/such/folder/hinge");
    let mut without = command(folder.path(), "hinge");
    without.env("CARGO", "no-such-cargo");
    for (command, said) in [
        (&mut here, "cannot write `.`"),
        (&mut nowhere, "cannot write `no/such/folder/hinge`"),
        (&mut without, "cannot start `no-such-cargo`"),
    ] {
        let output = command.output().expect("the binary runs");
        let remarks = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(remarks.contains(said), "{said}: {remarks}");
    }
}
