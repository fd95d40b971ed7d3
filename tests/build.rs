//! Turns the robot files of `sensed/`, whose regressors have other rows than all joint torques, and of
//! `plans/`, whose recovery takes steps that no robot of `robots/` needs, into modules.

use std::fmt::Write as _;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    for file in robot_files("plans")? {
        armwright_codegen::robot(file).build();
    }
    let mut modules = String::new();
    let mut robots = Vec::new();
    for file in &robot_files("sensed")? {
        let name = armwright_codegen::robot(file).build();
        let _ = writeln!(modules, "armwright_runtime::include_robot!({name});");
        robots.push(format!(
            "(&{name}::ROBOT, {:?})",
            file.display().to_string()
        ));
    }
    let _ = writeln!(
        modules,
        "/// Every robot of `tests/sensed`, with the path of its file in `tests`.\n\
         pub static SENSED: &[(&dyn armwright_runtime::Robot, &str)] = &[{}];",
        robots.join(", ")
    );
    let folder = std::env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    std::fs::write(folder.join("sensed.rs"), modules)
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
