//! Looks on from a thread of its own, and ends a run that hangs or takes too much memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::input::{Input, Language};

/// The file of the input that is being run. It stays if the process dies of it.
pub(crate) fn current(language: Language) -> String {
    format!("current.{}", language.ending())
}

/// How often it looks.
const PAUSE: Duration = Duration::from_millis(20);
/// Bytes of a page of memory, in which the system counts.
const PAGE: u64 = 4096;

/// An input that is being run.
#[derive(Clone)]
struct Running {
    /// Where the system tells how busy its thread is.
    thread: Option<PathBuf>,
    /// How busy it was before, in seconds.
    start: f64,
    language: Language,
}

/// An observer of the inputs.
pub(crate) struct Watch {
    folder: PathBuf,
    running: Arc<Mutex<Option<Running>>>,
    largest: Arc<AtomicU64>,
}

impl Watch {
    /// Begins to look on: at most so many seconds an input, and so many bytes of memory in all.
    pub(crate) fn start(time: f64, memory: u64, folder: &Path) -> Self {
        let watch = Self {
            folder: folder.to_owned(),
            running: Arc::default(),
            largest: Arc::default(),
        };
        let (running, largest) = (Arc::clone(&watch.running), Arc::clone(&watch.largest));
        let folder = folder.to_owned();
        thread::spawn(move || {
            loop {
                thread::sleep(PAUSE);
                let taken = memory_of_this_process();
                largest.fetch_max(taken, Ordering::Relaxed);
                let now = running.lock().ok().and_then(|running| running.clone());
                let Some(now) = now else { continue };
                let hangs = busy(now.thread.as_deref()) - now.start > time;
                if hangs || taken > memory {
                    end(&folder, if hangs { "hang" } else { "memory" }, now.language);
                }
            }
        });
        watch
    }

    /// Runs an input under observation.
    pub(crate) fn during(
        &self,
        input: &Input,
        run: impl FnOnce() -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let language = input.language;
        fs::write(self.folder.join(current(language)), &input.bytes)?;
        let thread = fs::read_link("/proc/thread-self").ok();
        self.set(Some(Running {
            thread: thread.map(|thread| Path::new("/proc").join(thread)),
            start: busy(None),
            language,
        }));
        let result = run();
        self.set(None);
        result
    }

    fn set(&self, now: Option<Running>) {
        if let Ok(mut running) = self.running.lock() {
            *running = now;
        }
    }

    /// The most memory that was seen, in bytes; 0 where the system does not tell.
    pub(crate) fn largest(&self) -> u64 {
        self.largest.load(Ordering::Relaxed)
    }
}

/// Nothing can stop a thread that does not stop: the process ends, and the input is kept.
fn end(folder: &Path, kind: &str, language: Language) -> ! {
    let saved = folder.join(format!("{kind}.{}", language.ending()));
    match fs::copy(folder.join(current(language)), &saved) {
        Ok(_) => println!("{kind}: the run ends here\n  saved as {}", saved.display()),
        Err(error) => println!("{kind}: the run ends here; the input is lost ({error})"),
    }
    exit(1);
}

/// Resident memory in bytes; 0 where the system does not tell.
fn memory_of_this_process() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * PAGE
}

/// Seconds that a thread, or the one that asks, has spent on a core: other work on the machine does
/// not count. Where the system does not tell, seconds by the clock.
pub(crate) fn busy(thread: Option<&Path>) -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let thread = thread.unwrap_or(Path::new("/proc/thread-self"));
    let nanoseconds = fs::read_to_string(thread.join("schedstat"))
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok());
    let time = nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos);
    time.as_secs_f64()
}
