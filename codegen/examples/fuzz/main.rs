//! Throws changed robot files and URDFs at the generator: none may panic, hang or take too much memory.
//!
//! ```sh
//! cargo run --release --example fuzz -p armwright-codegen -- --seconds 60 --seed 1
//! ```
//!
//! The corpus is every robot file of the project, good, bad and hostile ones, and what `export` makes of them. Each
//! input is a few changes away from one of them. All of them are read, and one in `--whole` goes on from text to
//! Rust and to equations in every format: reading one takes less than a millisecond, deriving one up to seconds. What
//! goes wrong is saved with the input that did it, and the exit code is 1.

mod corpus;
mod findings;
mod input;
mod mutation;
mod random;
mod structure;
mod trial;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;

use findings::Findings;
use input::{Depth, Input, Language};
use random::Random;
use watch::Watch;

/// Throws changed robot files at the generator.
#[derive(Debug, Parser)]
struct Arguments {
    /// How long to go on.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The same seed gives the same inputs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One input in so many goes through the whole generator, and the others are read only.
    #[arg(long, default_value_t = 256)]
    whole: usize,
    /// An input that takes longer than this many seconds of one core is a finding. The largest robots
    /// that are accepted take a quarter of a minute.
    #[arg(long, default_value_t = 30.0)]
    slow: f64,
    /// An input that takes longer than this many seconds of one core ends the run.
    #[arg(long, default_value_t = 120.0)]
    hang: f64,
    /// A run that takes more memory than this many MiB ends. The largest robots that are accepted, 64 joints at
    /// general angles, take 2 GiB.
    #[arg(long, default_value_t = 3072)]
    memory: u64,
    /// Where inputs are saved that went wrong.
    #[arg(long, default_value = "target/fuzz")]
    out: PathBuf,
    /// Run these files as they are, and no others.
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> std::io::Result<ExitCode> {
    let mut findings = Findings::new(&arguments.out)?;
    let watch = Watch::start(arguments.hang, arguments.memory << 20, &arguments.out);
    findings::remember_panics();
    if arguments.files.is_empty() {
        let corpus = corpus::read()?;
        println!(
            "{} files in the corpus, seed {}",
            corpus.len(),
            arguments.seed
        );
        let mut random = Random::new(arguments.seed);
        let end = Instant::now() + Duration::from_secs(arguments.seconds);
        while Instant::now() < end {
            let input = mutation::mutate(&corpus, &mut random);
            // Commands read the file anew: now and then is enough.
            let depth = match (random.below(arguments.whole), random.below(16)) {
                (0, 0) => Depth::Asked,
                (0, _) => Depth::Derived,
                _ => Depth::Read,
            };
            watch.during(&input, || findings.trial(&input, arguments.slow, depth))?;
        }
    } else {
        for file in &arguments.files {
            let language = Language::of(file).unwrap_or(Language::Yaml);
            let bytes = std::fs::read(file)?;
            let (input, start) = (Input { language, bytes }, Instant::now());
            watch.during(&input, || {
                findings.trial(&input, arguments.slow, Depth::Asked)
            })?;
            println!(
                "{:8.2} s  {}",
                start.elapsed().as_secs_f64(),
                file.display()
            );
        }
    }
    let memory = watch.largest() >> 20;
    Ok(findings.summary(memory))
}
