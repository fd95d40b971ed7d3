//! A program in C computes what Rust computes, to the bit, and links because nothing in the library can panic.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use armwright_robots::abb_wrist::{self as wrist, BASE_PARAMETERS as B, DOF as N, PARAMETERS as P};
use armwright_runtime::control::torques;
use armwright_runtime::online::{
    Acting, Bounds, Change, Event, Learner, Limits, MotionFilter, Settings,
};

/// Numbers between -1 and 1, as in the program.
struct Any(u32);

impl Any {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(self.0 >> 8) / 8_388_608.0 - 1.0
    }
}

fn bits<'a>(text: &mut String, what: &str, numbers: impl IntoIterator<Item = &'a f64>) {
    *text += what;
    for x in numbers {
        let _ = write!(text, " {:016x}", x.to_bits());
    }
    *text += "\n";
}

/// What the program has to print.
fn expected() -> String {
    let (mut any, mut text) = (Any(1), String::new());
    let theta: [f64; P] = std::array::from_fn(|_| 0.5 + 0.25 * any.next());
    let truth: [f64; B] = std::array::from_fn(|_| any.next());
    let mut learner = Learner::<f64, N, B, 50>::new(Settings {
        nominal: [0.0; B],
        deviations: [4.0; B],
        noise: [0.125; N],
        bounds: Bounds::none(),
        limits: Limits {
            step: [2.5; N],
            torque: [1e6; N],
            moving: [1.0; N],
            patience: 5,
        },
        gate: [0.9375, 0.875],
        every: 5,
        excitation: 0.5,
    });
    let mut filter = MotionFilter::<f64, N>::new(0.005, 0.001);
    let mut change = Change::new([0.125; N], 1.0, 20.0);
    let (mut rows, mut full) = ([[0.0; B]; N], [[0.0; P]; N]);
    let mut inertia = [[0.0; N]; N];
    let mut strong = [0.0; N];
    strong[1] = -1e6;
    for k in 0..220 {
        let (mut q, mut qd, mut qdd) = ([0.0; N], [0.0; N], [0.0; N]);
        for i in 0..N {
            (q[i], qd[i], qdd[i]) = (any.next(), 4.0 * any.next(), 16.0 * any.next());
        }
        if k >= 90 {
            q[0] += 8.0;
        }
        match k {
            20 => learner.watch(&strong, 3),
            60 => filter.clear(),
            90 => learner.skip(),
            100 => change.clear(),
            _ => {}
        }
        wrist::base_regressor(&q, &qd, &qdd, &mut rows);
        let mut tau = torques(&rows, &truth).map(|tau| tau + 0.125 * any.next());
        if k == 180 {
            tau[1] = f64::NAN;
        }
        let step = learner.step(&q, &tau, &qd, &rows);
        let (event, index) = match step.event {
            None => (0, 0),
            Some(Event::NotFinite { index }) => (1, index),
            Some(Event::Saturated { index }) => (4, index),
            Some(other) => panic!("{other:?}"),
        };
        let identified = u32::from(step.acting == Acting::Identified);
        let learned = u32::from(step.learned);
        let _ = writeln!(text, "step {identified} {event} {index} {learned}");
        if let Some(r2) = &step.r2 {
            bits(&mut text, "r2", [r2]);
        }
        bits(&mut text, "beta", learner.parameters());
        let changed = change.observe(&std::array::from_fn(|_| 0.5 * any.next()));
        let _ = writeln!(text, "changed {}", u32::from(changed));
        wrist::slotine_li_base_regressor(&q, &qd, &qdd, &qd, &mut rows);
        bits(&mut text, "rows", rows.as_flattened());
        wrist::torque_regressor(&q, &qd, &qdd, &mut full);
        bits(&mut text, "full", full.as_flattened());
        wrist::inverse_dynamics(&theta, &q, &qd, &qdd, &mut tau);
        bits(&mut text, "tau", &tau);
        wrist::gravity_torques(&theta, &q, &mut tau);
        bits(&mut text, "gravity", &tau);
        wrist::inertia_matrix(&theta, &q, &mut inertia);
        bits(&mut text, "inertia", inertia.as_flattened());
        let motion = filter.update(&q);
        bits(&mut text, "q", &motion.q);
        bits(&mut text, "qdd", &motion.qdd);
        bits(&mut text, "late", &filter.torque(&tau));
    }
    text
}

/// The project's target folder: what the library is made of is compiled once.
fn target() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    scratch.parent().expect("a folder above").to_owned()
}

/// Runs the generator; what it said.
fn armwright(arguments: &[&str]) -> armwright_codegen::command::Answer {
    let all = ["armwright"].iter().chain(arguments).map(OsString::from);
    armwright_codegen::command::run(all, false, &mut |_| {})
}

fn done(output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("warning"), "{said}");
}

#[test]
#[cfg_attr(no_c_compiler, ignore = "no `cc`")]
fn a_program_in_c_computes_the_same_to_the_bit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library");
    let robot = root.join("../robots/abb_wrist.yaml");
    let [robot, folder_of_c] = [&robot, &library].map(|path| path.to_str().expect("a path"));
    let answer = armwright(&["generate", robot, "--c", folder_of_c]);
    assert_eq!(answer.code, 0, "{}", answer.remarks);

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = target();
    let built = Command::new(cargo)
        .args(["build", "--release", "--offline", "--quiet"])
        .env("CARGO_TARGET_DIR", &target)
        .env_remove("CARGO_BUILD_TARGET")
        .current_dir(&library)
        .output();
    done(&built.expect("cargo runs"));

    let program = folder.path().join("loop");
    let compiled = Command::new("cc")
        .args(["-std=c99", "-O1", "-ffp-contract=off"])
        .args([
            "-Wall",
            "-Wextra",
            "-Wno-nonnull",
            "-Wno-stringop-overread",
            "-Wno-stringop-overflow",
        ])
        .arg("-I")
        .arg(&library)
        .arg(root.join("c/loop.c"))
        .arg(target.join("release/libabb_wrist.a"))
        .arg("-o")
        .arg(&program)
        .output();
    // It would not link if something in the library could panic.
    done(&compiled.expect("the compiler runs"));

    let output = Command::new(&program).output().expect("the program runs");
    done(&output);
    let (printed, expected) = (String::from_utf8_lossy(&output.stdout), expected());
    for (number, (mine, told)) in printed.lines().zip(expected.lines()).enumerate() {
        assert_eq!(mine, told, "line {}", number + 1);
    }
    assert_eq!(printed.lines().count(), expected.lines().count());
    // Something was learned, and the gate opened, before the number that is none; nominal parameters act after it.
    let steps: Vec<&str> = expected.lines().filter(|l| l.starts_with("step")).collect();
    assert!(steps[179].starts_with("step 1 0"), "{}", steps[179]);
    assert_eq!(steps[20..23], ["step 0 4 1 0"; 3]);
    assert!(steps[23].starts_with("step 0 0 0 "), "{}", steps[23]);
    assert!(steps[90].contains(" 0 0 "), "no jump: {}", steps[90]);
    assert_eq!(steps[180], "step 0 1 1 0");
}

#[test]
fn a_robot_whose_base_moves_has_no_library() {
    let robot = Path::new(env!("CARGO_MANIFEST_DIR")).join("floating/tumbler.yaml");
    let folder = tempfile::tempdir().expect("a folder");
    let [robot, inside] = [robot, folder.path().join("library")];
    let [robot, inside] = [&robot, &inside].map(|path| path.to_str().expect("a path"));
    let answer = armwright(&["generate", robot, "--c", inside]);
    assert_eq!(answer.code, 1);
    assert!(
        answer.remarks.contains("its base moves"),
        "{}",
        answer.remarks
    );
    assert!(!Path::new(inside).exists());
}
