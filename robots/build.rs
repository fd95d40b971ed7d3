//! Turns every robot file of this folder into a module, and with the feature `large` those of `large`, too.

use std::fmt::Write as _;
use std::path::PathBuf;

use armwright_codegen::Quantity;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=.");
    let mut files: Vec<PathBuf> = Vec::new();
    let large = std::env::var_os("CARGO_FEATURE_LARGE").map(|_| "large");
    for folder in [Some("."), large].into_iter().flatten() {
        for entry in std::fs::read_dir(folder)? {
            files.push(entry?.path());
        }
    }
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "yaml")
    });
    files.sort();
    // How long each took is for the benchmark: it is compiled into nothing.
    let mut times = String::new();
    let names: Vec<String> = files
        .iter()
        .map(|file| {
            let start = std::time::Instant::now();
            let robot = armwright_codegen::robot(file);
            let name = robot.only(Quantity::ALL.iter().copied()).build();
            let _ = writeln!(times, "{name},{:.1}", start.elapsed().as_secs_f64() * 1e3);
            name
        })
        .collect();

    let mut modules = String::new();
    for name in &names {
        let _ = writeln!(modules, "armwright_runtime::include_robot!({name});");
    }
    let robots: Vec<String> = names.iter().map(|name| format!("&{name}::ROBOT")).collect();
    let _ = writeln!(
        modules,
        "/// Every robot of this crate, by name.\n\
         pub static ALL: &[&dyn armwright_runtime::Robot] = &[{}];",
        robots.join(", ")
    );
    let folder = std::env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    std::fs::write(folder.join("generate_ms.csv"), times)?;
    std::fs::write(folder.join("robots.rs"), modules)
}
