//! Turns every robot file of this folder into a module, and with the feature `large` those of `large`, too.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    let names = on_all_cores(&files, |file| {
        let robot = armwright_codegen::robot(file);
        robot.only(Quantity::ALL.iter().copied()).build()
    });

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
    std::fs::write(folder.join("robots.rs"), modules)
}

/// What a function makes of each item, in their order.
fn on_all_cores<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let mut found: Vec<(usize, R)> = std::thread::scope(|scope| {
        let work = || {
            let own = std::iter::from_fn(|| {
                let at = next.fetch_add(1, Ordering::Relaxed);
                Some((at, function(items.get(at)?)))
            });
            own.collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let done = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        done.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, found)| found).collect()
}
