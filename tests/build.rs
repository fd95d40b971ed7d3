//! Turns robot files of the tests into modules: those of `sensed/`, whose regressors have other rows than all joint
//! torques, those of `driven/`, whose joints move with others, those of `floating/`, whose base moves (and the
//! humanoids of `robots/large` with the feature `large`), those of `jumping/`, of which nothing but that is
//! measured, those of `by_hand/`, whose torques a person can compute, and
//! those of `plans/`, whose recovery takes steps that no robot of `robots/` needs. Says which data are not there, so
//! that tests of them are ignored, visibly.

use std::fmt::Write as _;
use std::path::PathBuf;

use armwright_codegen::Quantity;

/// Data that is not part of the project: the condition that it is missing, the variable that names its folder,
/// where that is otherwise, and what has to be in it.
const DATA: [(&str, &str, &str, [&str; 2]); 2] = [
    (
        "no_gold",
        "ARMWRIGHT_GOLD",
        "../shared/gold",
        ["abb_wrist.json", "mit_ddarm.json"],
    ),
    (
        "no_data",
        "ARMWRIGHT_DATA",
        "../shared/data",
        ["tx40", "kuka_kr300"],
    ),
];

fn main() -> std::io::Result<()> {
    for (missing, variable, folder, names) in DATA {
        println!("cargo::rustc-check-cfg=cfg({missing})");
        println!("cargo::rerun-if-env-changed={variable}");
        let place = std::env::var_os(variable).map_or(folder.into(), PathBuf::from);
        let place = PathBuf::from("..").join(place);
        if names.iter().any(|name| !place.join(name).exists()) {
            println!("cargo::rustc-cfg={missing}");
        }
    }
    println!("cargo::rustc-check-cfg=cfg(no_bare_metal)");
    if !bare_metal() {
        println!("cargo::rustc-cfg=no_bare_metal");
    }
    println!("cargo::rustc-check-cfg=cfg(no_emulator)");
    if !bare_metal() || !emulator() {
        println!("cargo::rustc-cfg=no_emulator");
    }
    println!("cargo::rustc-check-cfg=cfg(no_c_compiler)");
    let compiler = std::process::Command::new("cc").arg("--version").output();
    if !compiler.is_ok_and(|output| output.status.success()) {
        println!("cargo::rustc-cfg=no_c_compiler");
    }
    for file in robot_files("plans")? {
        armwright_codegen::robot(file).build();
    }
    listed("sensed", &["sensed"])?;
    listed("driven", &["driven"])?;
    listed("by_hand", &["by_hand"])?;
    listed("jumping", &["jumping"])?;
    let humanoids = std::env::var_os("CARGO_FEATURE_LARGE").map(|_| "../robots/large");
    let floating: Vec<&str> = ["floating"].into_iter().chain(humanoids).collect();
    listed("floating", &floating)
}

/// Whether the compiler has a core for processors without an operating system.
fn bare_metal() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let folder = std::process::Command::new(rustc)
        .args([
            "--target",
            "thumbv7em-none-eabihf",
            "--print",
            "target-libdir",
        ])
        .output();
    let Ok(folder) = folder else { return false };
    let folder = PathBuf::from(String::from_utf8_lossy(&folder.stdout).trim());
    // rustup lists there what is installed.
    if let Some(list) = folder.ancestors().nth(2).map(|all| all.join("components"))
        && list.is_file()
    {
        println!("cargo::rerun-if-changed={}", list.display());
    }
    folder.is_dir()
}

/// Whether a microcontroller can be emulated.
fn emulator() -> bool {
    let emulator = std::process::Command::new("qemu-system-arm")
        .arg("--version")
        .output();
    emulator.is_ok_and(|output| output.status.success())
}

/// A module for each robot file of some folders, and a list of them.
fn listed(list: &str, folders: &[&str]) -> std::io::Result<()> {
    let mut modules = String::new();
    let mut robots = Vec::new();
    let files = folders.iter().map(|folder| robot_files(folder));
    for file in files.collect::<std::io::Result<Vec<_>>>()?.iter().flatten() {
        let name = armwright_codegen::robot(file)
            .only(Quantity::ALL.iter().copied())
            .build();
        let _ = writeln!(modules, "armwright_runtime::include_robot!({name});");
        robots.push(format!(
            "(&{name}::ROBOT, {:?})",
            file.display().to_string()
        ));
    }
    let _ = writeln!(
        modules,
        "/// Every robot of `tests/{list}`, with the path of its file from `tests`.\n\
         pub static {}: &[(&dyn armwright_runtime::Robot, &str)] = &[{}];",
        list.to_uppercase(),
        robots.join(", ")
    );
    let out = std::env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    std::fs::write(out.join(format!("{list}.rs")), modules)
}

fn robot_files(folder: &str) -> std::io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={folder}");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "yaml")
    });
    files.sort();
    Ok(files)
}
