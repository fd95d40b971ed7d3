//! Turns robot files of the tests into modules: those of `sensed/`, whose regressors have other rows
//! than all joint torques, those of `by_hand/`, whose torques a person can compute, and those of
//! `plans/`, whose recovery takes steps that no robot of `robots/` needs. Says which data are not there, so that
//! tests of them are ignored, visibly.

use std::fmt::Write as _;
use std::path::PathBuf;

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
    for file in robot_files("plans")? {
        armwright_codegen::robot(file).build();
    }
    listed("sensed")?;
    listed("by_hand")
}

/// A module for each robot file of a folder, and a list of them.
fn listed(folder: &str) -> std::io::Result<()> {
    let mut modules = String::new();
    let mut robots = Vec::new();
    for file in &robot_files(folder)? {
        let name = armwright_codegen::robot(file).build();
        let _ = writeln!(modules, "armwright_runtime::include_robot!({name});");
        robots.push(format!(
            "(&{name}::ROBOT, {:?})",
            file.display().to_string()
        ));
    }
    let _ = writeln!(
        modules,
        "/// Every robot of `tests/{folder}`, with the path of its file in `tests`.\n\
         pub static {}: &[(&dyn armwright_runtime::Robot, &str)] = &[{}];",
        folder.to_uppercase(),
        robots.join(", ")
    );
    let out = std::env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    std::fs::write(out.join(format!("{folder}.rs")), modules)
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
