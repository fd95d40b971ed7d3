//! `armwright compile`: a robot file to the robot's own identification command, a binary.
//!
//! A small cargo project is written into a cache folder: the generated module, a `main` that hands
//! it to the laboratory, and the lock file of this checkout, so that it builds with the same versions
//! and without the network where these are known. All robots share one target folder, so only the
//! first compilation builds the laboratory.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::failure::Failure;
use super::session::Session;
use crate::build_script::write_if_changed;
use crate::emit::Quantity;
use crate::pipeline::fnv1a;

const MAIN: &str = "\
//! The command of one robot, written by `armwright compile`.

#[allow(dead_code)]
mod robot;

fn main() -> std::process::ExitCode {
    armwright_lab::main_one(&robot::ROBOT)
}
";

/// Builds the command of the robot of a file.
pub(super) fn compile(
    file: &Path,
    binary: &Path,
    session: &mut Session<'_>,
) -> Result<String, Failure> {
    if binary.is_dir() {
        let reason = std::io::Error::from(std::io::ErrorKind::IsADirectory);
        return Err(Failure::unwritten(binary)(reason));
    }
    session.reads(file);
    session.spares(binary)?;
    let generated = session.generate(file, Quantity::ALL)?;
    let robot = &generated.derivation.mechanism.name;
    let cache = cache_folder();
    let package = format!("{robot}-{:016x}", fingerprint(file));
    let folder = cache.join("robots").join(&package);
    write_project(&folder, &package, &generated.code)?;
    let target = cache.join("target");
    let first = match target.join("release").exists() {
        true => "",
        false => ", and the laboratory for the first time: a minute",
    };
    (session.progress)(&format!("compiling {robot}{first} ..."));
    build(&folder, &target)?;

    let name = format!("{package}{}", std::env::consts::EXE_SUFFIX);
    install(&target.join("release").join(name), binary)?;
    session.remark = format!("wrote {0}; try `{0} info`\n", runnable(binary));
    Ok(String::new())
}

/// Where projects and compiled libraries are kept between runs.
fn cache_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = variable("ARMWRIGHT_CACHE") {
        return std::path::absolute(&folder).unwrap_or_else(|_| folder.into());
    }
    let cache = variable("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.filter(|folder| folder.is_absolute());
    cache
        .or_else(|| variable("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .or_else(|| variable("LOCALAPPDATA").map(PathBuf::from))
        .unwrap_or_else(std::env::temp_dir)
        .join("armwright")
}

/// A number for the file's place, so that two robots of one name do not share a project.
fn fingerprint(path: &Path) -> u64 {
    let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    fnv1a(place.to_string_lossy().as_bytes())
}

/// This checkout, where the command was built from one.
fn checkout() -> Option<&'static Path> {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    checkout.filter(|root| root.join("runtime/lab/Cargo.toml").is_file())
}

/// What a manifest says of a crate of this project, by its folder.
pub(super) fn dependency(folder: &str) -> String {
    match checkout() {
        Some(root) => {
            // A TOML literal would not survive a quote in a path; a basic string with escapes does.
            let path = root.join(folder).to_string_lossy().into_owned();
            format!("{{ path = {path:?} }}")
        }
        None => format!("{:?}", env!("CARGO_PKG_VERSION")),
    }
}

/// The lock file of this checkout, for the same versions of what both use.
pub(super) fn lock() -> Option<String> {
    checkout().and_then(|root| std::fs::read_to_string(root.join("Cargo.lock")).ok())
}

fn write_project(folder: &Path, package: &str, code: &str) -> Result<(), Failure> {
    let source = folder.join("src");
    std::fs::create_dir_all(&source).map_err(Failure::unwritten(&source))?;
    let (runtime, lab) = (dependency("runtime"), dependency("runtime/lab"));
    let manifest = format!(
        "# Written by `armwright compile`.\n\
         [package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\narmwright-lab = {lab}\narmwright-runtime = {runtime}\n\n\
         # A workspace of its own, wherever the folder is.\n[workspace]\n"
    );
    let lock = lock();
    let files = [
        ("Cargo.toml", Some(manifest.as_str())),
        ("Cargo.lock", lock.as_deref()),
        ("src/main.rs", Some(MAIN)),
        ("src/robot.rs", Some(code)),
    ];
    for (path, content) in files {
        // One that has this content is left alone, so that cargo does not build it again.
        let path = folder.join(path);
        let written = content.map(|content| write_if_changed(&path, content));
        written
            .unwrap_or(Ok(()))
            .map_err(Failure::unwritten(&path))?;
    }
    Ok(())
}

/// Builds with what this machine has; only if that is not enough, with the network.
fn build(folder: &Path, target: &Path) -> Result<(), Failure> {
    let offline = cargo(folder, target, &["--offline"])?;
    if offline.status.success() {
        return Ok(());
    }
    let message = String::from_utf8_lossy(&offline.stderr).into_owned();
    // Compiler errors do not go away by downloading.
    let missing = message.contains("offline") || message.contains("no matching package");
    let (output, advice) = match missing {
        true => (
            cargo(folder, target, &[])?,
            "\n  the libraries that the laboratory needs are not on this machine: build once with \
             network access",
        ),
        false => (offline, "\n  please report this robot file"),
    };
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.trim_end();
    let (said, advice) = match output.status.code() {
        Some(_) => (said.to_owned(), advice),
        // Whoever ended it, it was not the robot file.
        None => (
            format!("{said}\nit was ended from outside ({})", output.status)
                .trim_start()
                .to_owned(),
            "\n  nothing is known to be wrong with the robot file: try again",
        ),
    };
    Err(Failure::Cargo(folder.to_owned(), said, advice))
}

fn cargo(folder: &Path, target: &Path, more: &[&str]) -> Result<Output, Failure> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    Command::new(&program)
        .current_dir(folder)
        .args(["build", "--release", "--quiet"])
        .args(more)
        .arg("--target-dir")
        .arg(target)
        // A target that the user compiles for elsewhere would put the binary elsewhere.
        .env_remove("CARGO_BUILD_TARGET")
        .output()
        .map_err(|reason| Failure::NoCargo(program.to_string_lossy().into_owned(), reason))
}

/// Copies the binary beside its place and moves it there, so that one that runs can be replaced.
fn install(built: &Path, binary: &Path) -> Result<(), Failure> {
    let mut temporary = binary.as_os_str().to_owned();
    temporary.push(".new");
    std::fs::copy(built, &temporary)
        .and_then(|_| std::fs::rename(&temporary, binary))
        .map_err(Failure::unwritten(binary))
}

/// The binary as one types it.
fn runnable(binary: &Path) -> String {
    let shown = binary.display().to_string();
    match binary.components().count() {
        1 => format!("./{shown}"),
        _ => shown,
    }
}
