//! Ctrl-C in what is worth keeping when it is stopped early: the first ends the search, the second the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell expects of a program that was interrupted: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

/// From now on true once Ctrl-C was pressed.
pub(super) fn interrupted() -> Arc<AtomicBool> {
    let pressed = Arc::new(AtomicBool::new(false));
    let own = Arc::clone(&pressed);
    let handler = move || {
        if own.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        eprintln!("\nstopping with the best so far; once more ends at once");
    };
    // Where there can be no handler, Ctrl-C ends the program as ever.
    drop(ctrlc::set_handler(handler));
    pressed
}
