
/// Whether a change is on, by the variable `MUTANT`; with `MUTANT_REACH` it writes to that file which are asked for.
#[doc(hidden)]
pub fn mutant(change: usize) -> bool {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
    use std::sync::{Mutex, OnceLock};
    const UNREAD: usize = usize::MAX;
    static ON: AtomicUsize = AtomicUsize::new(UNREAD);
    static REACH: OnceLock<Option<Mutex<std::fs::File>>> = OnceLock::new();
    static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
    let mut on = ON.load(Relaxed);
    if on == UNREAD {
        on = std::env::var("MUTANT").map_or(0, |on| on.parse().expect("a number"));
        REACH.get_or_init(|| {
            let path = std::env::var_os("MUTANT_REACH")?;
            let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
            Some(Mutex::new(file.expect("a file")))
        });
        ON.store(on, Relaxed);
    }
    if let Some(Some(file)) = REACH.get() {
        if !SEEN[change].swap(true, Relaxed) {
            let _ = file.lock().expect("a file").write_all(format!("{change}\n").as_bytes());
        }
    }
    on == change
}
