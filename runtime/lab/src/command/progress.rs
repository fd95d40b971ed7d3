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
