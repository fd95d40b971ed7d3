//! Which tests notice which changes.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::candidates::Candidate;

/// Tests of other modules that have seen a change for so long and not noticed it will not.
const LONG_ENOUGH: f64 = 5.0;

/// A test, by the place of its program, and how many seconds it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    program: usize,
    name: String,
    seconds: f64,
}

/// The tests that reach each change.
pub struct Reach(BTreeMap<usize, Vec<Test>>);

impl Reach {
    pub fn of(&self, change: usize) -> &[Test] {
        self.0.get(&(change + 1)).map_or(&[], Vec::as_slice)
    }
}

/// Does something for each item, on all cores.
fn each<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = f(item);
            done.lock().expect("results").push(result);
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
    done.into_inner().expect("results")
}

fn run(
    folder: &Path,
    program: &Path,
    names: &[&str],
    variable: (&str, &str),
    patience: Duration,
) -> bool {
    let start = Instant::now();
    let child = Command::new(program)
        .args(["--exact", "--test-threads=1"])
        .args(names)
        .env(variable.0, variable.1)
        .env("INSTA_UPDATE", "no")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.expect("a program of tests");
    loop {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.success();
        }
        if start.elapsed() > patience {
            let _ = child.kill();
            let _ = child.wait();
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Runs every test by itself.
pub fn reach(folder: &Path, programs: &[PathBuf]) -> Reach {
    let mut tests = Vec::new();
    for (k, program) in programs.iter().enumerate() {
        let list = Command::new(program)
            .arg("--list")
            .current_dir(folder)
            .output()
            .expect("a program of tests");
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        tests.extend(
            list.lines()
                .filter_map(|line| Some((k, line.strip_suffix(": test")?.to_owned()))),
        );
    }
    let place = std::env::temp_dir().join(format!("armwright-mutants-{}", std::process::id()));
    std::fs::create_dir_all(&place).expect("a folder");
    let results = each(&tests, |(program, name)| {
        let file = place.join(format!("{program}-{}", name.replace("::", "-")));
        let start = Instant::now();
        let path = file.to_str().expect("a path");
        let passes = run(
            folder,
            &programs[*program],
            &[name],
            ("MUTANT_REACH", path),
            Duration::from_secs(900),
        );
        let test = Test {
            program: *program,
            name: name.clone(),
            seconds: start.elapsed().as_secs_f64(),
        };
        let seen = std::fs::read_to_string(&file).unwrap_or_default();
        (
            test,
            passes,
            seen.lines()
                .filter_map(|line| line.parse().ok())
                .collect::<Vec<usize>>(),
        )
    });
    let _ = std::fs::remove_dir_all(&place);
    let mut reach = BTreeMap::new();
    for (test, passes, seen) in results {
        if !passes {
            println!("{} fails without a change, and is left out", test.name);
            continue;
        }
        seen.into_iter().for_each(|change| {
            reach
                .entry(change)
                .or_insert_with(Vec::new)
                .push(test.clone())
        });
    }
    Reach(reach)
}

/// The changes that no test notices.
pub fn survivors(
    folder: &Path,
    programs: &[PathBuf],
    reach: &Reach,
    kept: &[Option<Candidate>],
    patience: Duration,
) -> HashSet<usize> {
    let start = Instant::now();
    let tried: Vec<(usize, &Candidate)> = kept
        .iter()
        .enumerate()
        .filter_map(|(k, c)| Some((k, c.as_ref()?)))
        .collect();
    let results = each(&tried, |(k, candidate)| {
        (start.elapsed() < patience).then(|| {
            (
                *k,
                is_noticed(folder, programs, *k, candidate, reach.of(*k)),
            )
        })
    });
    let results: Vec<(usize, bool)> = results.into_iter().flatten().collect();
    println!("{} were tried", results.len());
    results
        .into_iter()
        .filter(|(_, noticed)| !noticed)
        .map(|(k, _)| k)
        .collect()
}

fn is_noticed(
    folder: &Path,
    programs: &[PathBuf],
    change: usize,
    candidate: &Candidate,
    tests: &[Test],
) -> bool {
    let module = candidate
        .file
        .iter()
        .skip_while(|part| *part != "src")
        .skip(1);
    let module: Vec<String> = module
        .map(|part| part.to_string_lossy().trim_end_matches(".rs").to_owned())
        .collect();
    let module = module.join("::");
    let module = module.trim_end_matches("::mod");
    let above = module.rsplit_once("::").map_or(module, |(above, _)| above);
    let mut tests: Vec<&Test> = tests.iter().collect();
    let far = |test: &Test| {
        u8::from(!test.name.starts_with(module)) + u8::from(!test.name.starts_with(above))
    };
    tests.sort_by(|a, b| {
        (far(a), a.program)
            .cmp(&(far(b), b.program))
            .then(a.seconds.total_cmp(&b.seconds))
    });
    let (mut spent, mut at, mut size) = (0.0, 0, 0.25);
    while at < tests.len() && spent < LONG_ENOUGH {
        // As many as take some time together, so that programs need not start for each.
        let (first, mut seconds) = (at, 0.0);
        while at < tests.len() && tests[at].program == tests[first].program && seconds < size {
            seconds += tests[at].seconds;
            at += 1;
        }
        let names: Vec<&str> = tests[first..at].iter().map(|test| &*test.name).collect();
        let patience = Duration::from_secs_f64(15.0 + 12.0 * seconds);
        let on = (change + 1).to_string();
        if !run(
            folder,
            &programs[tests[first].program],
            &names,
            ("MUTANT", &on),
            patience,
        ) {
            return true;
        }
        spent += seconds;
        size *= 4.0;
    }
    false
}
