//! Draws small changes of a crate's expressions, and says which of them none of its tests notices.
//!
//! ```sh
//! cargo run --release --manifest-path tests/mutants/Cargo.toml -- runtime/lab --count 500
//! cargo run --release --manifest-path tests/mutants/Cargo.toml -- codegen --test generator --seed 7 --minutes 60
//! ```
//!
//! All changes stand behind switches in one build of a copy of the project (`target/mutants`): those that do not
//! compile are taken out again, and a variable turns one on. Each test runs once by itself to see which switches
//! it reaches; each change then runs the tests that reach it, those of its own module first, until one fails. What
//! survives is in `target/mutants/survivors.txt`: many make no difference (a bound that is never met, mere speed);
//! the others ask for a test.

mod candidates;
mod compile;
mod finder;
mod sources;
mod switches;
mod trial;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use candidates::Candidate;

/// What is asked for.
pub struct Options {
    /// The crate's folder, from the project's root.
    pub folder: String,
    /// Integration tests that run beside the crate's units.
    pub tests: Vec<String>,
    /// How many changes are drawn, before those that do not compile are left out.
    pub count: usize,
    /// Of the drawing.
    pub seed: u64,
    /// After which no further change is tried.
    pub patience: Duration,
}

fn options() -> Option<Options> {
    let mut options = Options {
        folder: String::new(),
        tests: Vec::new(),
        count: 1000,
        seed: 1,
        patience: Duration::from_secs(3600),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match &*word {
            "--test" => options.tests.push(words.next()?),
            "--count" => options.count = words.next()?.parse().ok()?,
            "--seed" => options.seed = words.next()?.parse().ok()?,
            "--minutes" => {
                options.patience = Duration::from_secs(60 * words.next()?.parse::<u64>().ok()?);
            }
            folder if !folder.starts_with('-') => options.folder = folder.to_owned(),
            _ => return None,
        }
    }
    (!options.folder.is_empty()).then_some(options)
}

fn main() {
    let Some(options) = options() else {
        eprintln!("mutants FOLDER [--test NAME]... [--count N] [--seed N] [--minutes N]");
        std::process::exit(2);
    };
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let project = project.canonicalize().expect("the project");
    let place = project.join("target/mutants");
    let copy = place.join("project");
    sources::copy(&project, &copy).expect("a copy of the project");

    let source = copy.join(&options.folder).join("src");
    let files = sources::of(&source);
    let drawn = candidates::drawn(&files, options.count, options.seed);
    println!("{} changes drawn in {} files", drawn.len(), files.len());
    let (kept, programs) = compile::all(&copy, &place, &options, &files, drawn);
    println!("{} of them compile", kept.iter().flatten().count());

    let start = Instant::now();
    let reach = trial::reach(&copy.join(&options.folder), &programs);
    println!("which tests reach what took {:.0?}", start.elapsed());
    let survivors = trial::survivors(
        &copy.join(&options.folder),
        &programs,
        &reach,
        &kept,
        options.patience,
    );
    let text = report(&copy, &files, &kept, &survivors, &reach);
    std::fs::write(place.join("survivors.txt"), &text).expect("a report");
    println!(
        "{} were not noticed: target/mutants/survivors.txt",
        survivors.len()
    );
}

/// A line a survivor, by file and line.
fn report(
    copy: &Path,
    files: &BTreeMap<PathBuf, String>,
    kept: &[Option<Candidate>],
    survivors: &HashSet<usize>,
    reach: &trial::Reach,
) -> String {
    let mut lines: Vec<(&Path, usize, String)> = Vec::new();
    for (k, candidate) in kept.iter().enumerate() {
        let Some(c) = candidate.as_ref().filter(|_| survivors.contains(&k)) else {
            continue;
        };
        let text = &files[&c.file][c.span.clone()];
        let put = if c.put.is_empty() { "nothing" } else { &c.put };
        let file = c.file.strip_prefix(copy).unwrap_or(&c.file);
        let count = reach.of(k).len();
        let line = format!(
            "{}:{} {}: {} `{text}` => `{put}`, reached by {count} tests\n",
            file.display(),
            c.line,
            c.function,
            c.kind.name(),
        );
        lines.push((file, c.line, line));
    }
    lines.sort();
    lines.into_iter().map(|(_, _, line)| line).collect()
}
