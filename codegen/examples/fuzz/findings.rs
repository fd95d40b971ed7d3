//! What went wrong, each kind of it once, with the input that did it.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use crate::input::{Depth, Input};
use crate::trial::{self, Outcome};
use crate::watch;

/// Where and why the last panic happened; the panic's payload does not say where.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Panics are kept for the summary instead of being printed.
pub(crate) fn remember_panics() {
    set_hook(Box::new(|panic| {
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = panic.to_string().replace('\n', " ");
        }
    }));
}

/// Counts of all inputs, and the findings.
pub(crate) struct Findings {
    folder: PathBuf,
    seen: BTreeSet<String>,
    count: usize,
    robots: usize,
    read: usize,
    refused: usize,
    too_large: usize,
    slowest: f64,
    start: Instant,
}

impl Findings {
    /// Findings that are saved in a folder.
    pub(crate) fn new(folder: &Path) -> std::io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            seen: BTreeSet::new(),
            count: 0,
            robots: 0,
            read: 0,
            refused: 0,
            too_large: 0,
            slowest: 0.0,
            start: Instant::now(),
        })
    }

    /// Runs one input and takes down what went wrong.
    pub(crate) fn trial(&mut self, input: &Input, slow: f64, depth: Depth) -> std::io::Result<()> {
        self.count += 1;
        let start = watch::busy(None);
        let mut result = catch_unwind(AssertUnwindSafe(|| trial::run(input, depth)));
        let seconds = watch::busy(None) - start;
        self.slowest = self.slowest.max(seconds);
        if seconds > slow {
            self.found("slow", &format!("{seconds:.1} s"), input)?;
        }
        // Commands derive the robot several times over.
        if let (Ok(Ok(outcome)), true) = (&result, depth == Depth::Asked && seconds < 1.0) {
            let file = self.folder.join(watch::current(input.language));
            let run = || trial::run_commands(input, &file).map(|()| *outcome);
            result = catch_unwind(AssertUnwindSafe(run));
        }
        match result {
            Ok(Ok(Outcome::Generated)) => self.robots += 1,
            Ok(Ok(Outcome::Read)) => self.read += 1,
            Ok(Ok(Outcome::Refused)) => self.refused += 1,
            Ok(Ok(Outcome::TooLarge)) => self.too_large += 1,
            Ok(Err(broken)) => self.found("broken", &broken, input)?,
            Err(_) => {
                let panic = LAST_PANIC.lock().map(|last| last.clone());
                self.found("panic", &panic.unwrap_or_default(), input)?;
            }
        }
        Ok(())
    }

    fn found(&mut self, kind: &str, what: &str, input: &Input) -> std::io::Result<()> {
        if !self.seen.insert(format!("{kind}: {what}")) {
            return Ok(());
        }
        let (name, ending) = (hash(&input.bytes), input.language.ending());
        let file = self.folder.join(format!("{kind}-{name:016x}.{ending}"));
        fs::write(&file, &input.bytes)?;
        println!("{kind}: {what}\n  saved as {}", file.display());
        Ok(())
    }

    /// Prints what was seen, and says whether all went well.
    pub(crate) fn summary(&self, memory: u64) -> ExitCode {
        println!(
            "{} inputs in {:.0} s: {} read, {} refused, {} generated, {} too large; slowest {:.2} s, {memory} MiB; \
             {} findings",
            self.count,
            self.start.elapsed().as_secs_f64(),
            self.read,
            self.refused,
            self.robots,
            self.too_large,
            self.slowest,
            self.seen.len(),
        );
        ExitCode::from(u8::from(!self.seen.is_empty()))
    }
}

/// FNV-1a: a name for an input.
fn hash(input: &[u8]) -> u64 {
    input.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
