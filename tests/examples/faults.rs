//! Puts faults into a copy of the project, one at a time, and says which of them the tests do not notice.
//!
//! ```sh
//! cargo run -p armwright-tests --example faults              # all of them: hours
//! cargo run -p armwright-tests --example faults -- whiteness # those whose description or file has the word
//! cargo run -p armwright-tests --example faults -- --check   # whether each still fits the code: a second
//! ```
//!
//! The list is data, `tests/faults/*.yaml`. The exit code is 1 if a fault was not noticed or does not fit. The
//! copy and what is built of it are in `target/faults`, kept for the next time.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;

/// A test that takes longer hangs, which is noticed too.
const PATIENCE: Duration = Duration::from_secs(900);

/// Folders that are not part of the project, or not of what is built.
const LEFT_OUT: [&str; 3] = ["target", ".git", "armwright-out"];

/// Something that could be wrong with the code.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault {
    /// What is wrong then.
    fault: String,
    /// Where.
    file: PathBuf,
    /// Text that is there once.
    find: String,
    /// What stands there instead.
    put: String,
    /// Arguments of `cargo test` for the test that has to notice.
    test: String,
}

/// How a fault ended.
#[derive(PartialEq)]
enum End {
    Noticed,
    Unnoticed,
    /// The list is out of date.
    Unfit(&'static str),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, words): (Vec<_>, Vec<_>) =
        arguments.into_iter().partition(|a| a.starts_with('-'));
    let wanted = |fault: &Fault| {
        let text = format!("{} {}", fault.fault, fault.file.display());
        words.is_empty() || words.iter().any(|word| text.contains(word.as_str()))
    };
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let faults: Vec<Fault> = listed(&project).into_iter().filter(wanted).collect();
    let unfit = faults.iter().filter(|fault| !fits(&project, fault)).count();
    println!(
        "{} faults, {unfit} of which do not fit the code",
        faults.len()
    );
    if options.iter().any(|option| option == "--check") {
        return if unfit == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    let place = project.join("target/faults");
    let copy = place.join("project");
    mirror(&project, &copy).expect("a copy of the project");
    let mut bad = 0;
    for fault in faults.iter().filter(|fault| fits(&project, fault)) {
        let start = Instant::now();
        let end = tried(&copy, &place.join("target"), fault);
        let word = match end {
            End::Noticed => "noticed",
            End::Unnoticed => "NOT NOTICED",
            End::Unfit(why) => why,
        };
        bad += usize::from(end != End::Noticed);
        println!(
            "{word:16} {:4} s  {} ({})",
            start.elapsed().as_secs(),
            fault.fault,
            fault.file.display()
        );
    }
    println!("{bad} not noticed, {unfit} do not fit");
    if bad + unfit == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The list, file by file.
fn listed(project: &Path) -> Vec<Fault> {
    let folder = std::fs::read_dir(project.join("tests/faults")).expect("a folder of faults");
    let mut files: Vec<PathBuf> = folder
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let read = |file: &PathBuf| -> Vec<Fault> {
        let text = std::fs::read_to_string(file).expect("a list of faults");
        serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    files.iter().flat_map(read).collect()
}

/// Whether the text is there, once; says so if not.
fn fits(project: &Path, fault: &Fault) -> bool {
    let text = std::fs::read_to_string(project.join(&fault.file)).unwrap_or_default();
    let times = text.matches(&fault.find).count();
    if times != 1 {
        println!(
            "{} times in {}: {}",
            times,
            fault.file.display(),
            fault.find
        );
    }
    times == 1
}

/// Makes a folder a copy of another one; files that are the same stay untouched, so that cargo builds only what
/// differs.
fn mirror(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    let mut names = Vec::new();
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if LEFT_OUT.iter().any(|left_out| name == *left_out) {
            continue;
        }
        let (source, target) = (entry.path(), to.join(&name));
        if source.is_dir() {
            mirror(&source, &target)?;
        } else if std::fs::read(&source)? != std::fs::read(&target).unwrap_or_default() {
            std::fs::copy(&source, &target)?;
        }
        names.push(name);
    }
    for entry in std::fs::read_dir(to)? {
        let entry = entry?;
        let gone = !names.contains(&entry.file_name());
        if gone && entry.path().is_dir() {
            std::fs::remove_dir_all(entry.path())?;
        } else if gone {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Puts a fault into the copy, tests it, and takes it out again.
fn tried(copy: &Path, target: &Path, fault: &Fault) -> End {
    let path = copy.join(&fault.file);
    let sound = std::fs::read_to_string(&path).expect("a file that was found before");
    let faulty = sound.replacen(&fault.find, &fault.put, 1);
    std::fs::write(&path, faulty).expect("the copy takes a change");
    let run = |more: &[&str]| {
        let mut arguments: Vec<&str> = fault.test.split_whitespace().collect();
        let at = arguments
            .iter()
            .position(|word| *word == "--")
            .unwrap_or(arguments.len());
        arguments.splice(at..at, more.iter().copied());
        succeeds(copy, target, &arguments)
    };
    let end = match run(&["--no-run"]) {
        Some(true) if run(&[]) == Some(true) => End::Unnoticed,
        Some(true) => End::Noticed,
        _ => End::Unfit("does not compile"),
    };
    std::fs::write(&path, sound).expect("the copy takes the change back");
    end
}

/// Whether tests pass; none if they do not come to an end.
fn succeeds(copy: &Path, target: &Path, arguments: &[&str]) -> Option<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut child = Command::new(cargo)
        .args(["test", "--offline", "-q"])
        .args(arguments)
        .env("CARGO_TARGET_DIR", target)
        .env("INSTA_UPDATE", "no")
        .current_dir(copy)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("cargo runs");
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status.success());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}
