//! Progress of what takes longer than a moment, on standard error and only on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::terminal::colourless;

/// One line that says what is being done: a bar where the share is known, the time passed where it
/// is not. It is gone when the work is.
pub(super) struct Progress {
    bar: ProgressBar,
    step: String,
    share_known: bool,
}

impl Progress {
    /// Begins with a step whose share is not known.
    pub(super) fn new(step: &str) -> Self {
        // indicatif itself draws nothing where standard error is no terminal.
        let mut progress = Self {
            bar: ProgressBar::new(1000),
            step: String::new(),
            share_known: true,
        };
        progress.begin(step);
        progress
    }

    /// Goes on to a step whose share is not known.
    pub(super) fn begin(&mut self, step: &str) {
        self.dress(step, false);
        self.bar.enable_steady_tick(Duration::from_millis(120));
    }

    /// Says how much of a step is done.
    pub(super) fn show(&mut self, step: &str, share: f64) {
        if !self.share_known || self.step != step {
            self.dress(step, true);
        }
        let position = (1000.0 * share.clamp(0.0, 1.0)) as u64;
        self.bar.set_position(position);
    }

    fn dress(&mut self, step: &str, share_known: bool) {
        let template = match (share_known, colourless()) {
            (true, false) => "{msg:24} {bar:40.cyan/dim} {percent:>3} %  {elapsed}",
            (true, true) => "{msg:24} {bar:40} {percent:>3} %  {elapsed}",
            (false, _) => "{msg:24} {spinner} {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.set_message(step.to_owned());
        step.clone_into(&mut self.step);
        self.share_known = share_known;
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Condvar, Mutex};
    use std::time::Duration;

    use indicatif::{ProgressDrawTarget, TermLike};

    use super::Progress;

    impl Progress {
        /// The step that is shown.
        pub(in crate::command) fn shown(&self) -> String {
            self.bar.message()
        }
    }

    #[test]
    fn steps_are_told_with_their_share_where_it_is_known() {
        let mut progress = Progress::new("reading");
        let state = |progress: &Progress| {
            let bar = &progress.bar;
            (bar.message(), bar.position(), progress.share_known)
        };
        assert_eq!(state(&progress), ("reading".to_owned(), 0, false));
        progress.show("filtering", 0.25);
        assert_eq!(state(&progress), ("filtering".to_owned(), 250, true));
        progress.show("filtering", 1.5);
        assert_eq!(state(&progress).1, 1000);
        progress.show("solving", -0.5);
        assert_eq!(state(&progress), ("solving".to_owned(), 0, true));
        progress.begin("writing");
        assert_eq!(state(&progress), ("writing".to_owned(), 0, false));
        progress.show("writing", 0.5);
        assert!(state(&progress).2);
    }

    /// A terminal that knows what was drawn on it.
    #[derive(Debug, Clone, Default)]
    struct Screen(Arc<(Mutex<String>, Condvar)>);

    impl Screen {
        /// Whether a text comes to be drawn.
        fn shows(&self, text: &str) -> bool {
            let (drawn, changed) = &*self.0;
            let drawn = drawn.lock().expect("no panic");
            let lacks = |drawn: &mut String| !drawn.contains(text);
            let found = changed.wait_timeout_while(drawn, Duration::from_secs(10), lacks);
            !found.expect("no panic").1.timed_out()
        }
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            120
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            let (drawn, changed) = &*self.0;
            drawn.lock().expect("no panic").push_str(text);
            changed.notify_all();
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_terminal_shows_what_is_done_without_being_told_again() {
        let mut progress = Progress::new("reading");
        let screen = Screen::default();
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        progress.bar.set_draw_target(target);
        assert!(screen.shows("reading"));
        progress.show("filtering", 0.25);
        progress.bar.force_draw();
        assert!(screen.shows("filtering") && screen.shows("  25 %"));
    }
}
