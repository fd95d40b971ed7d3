//! What a terminal shows: tables, colour and progress where there is one, plain text elsewhere.

use std::io::{Error, ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;

use super::error::CommandError;
use super::flags::Flags;
use super::wrap::wrapped;
use crate::judge::{Grade, Judgement};
use crate::statistics::{Estimated, Fits, Quality};
use crate::study::Study;
use crate::thresholds::{POOR, SOUND};

/// Why standard output could not be written, a full disk for instance.
static LOST: OnceLock<Error> = OnceLock::new();

/// Writes to standard output; a reader that has gone away is no fault. Any other is kept for
/// [`delivered`].
pub(super) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        let _ = LOST.set(error);
    }
}

/// Whether everything that was said has been written.
pub(super) fn delivered() -> Result<(), CommandError> {
    LOST.get()
        .map_or(Ok(()), |error| Err(CommandError::StandardOutput(error)))
}

/// Whether `NO_COLOR` (no-color.org: any value but an empty one) or a dumb terminal forbid colour.
pub(super) fn colourless() -> bool {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    no_color || std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Writes an error to standard error.
pub(super) fn complain(text: &str) {
    let colour = std::io::stderr().is_terminal() && !colourless();
    let head = if colour {
        "\x1b[1;31merror:\x1b[0m"
    } else {
        "error:"
    };
    let _ = writeln!(std::io::stderr(), "{head} {text}");
}

/// Text attributes, nothing where output is not a terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    colour: bool,
}

impl Style {
    pub(super) fn of_stdout() -> Self {
        Self {
            colour: std::io::stdout().is_terminal() && !colourless(),
        }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub(super) fn good(self, text: &str) -> String {
        self.paint("32", text)
    }

    pub(super) fn care(self, text: &str) -> String {
        self.paint("33", text)
    }

    pub(super) fn bad(self, text: &str) -> String {
        self.paint("31", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Four significant digits or so, aligned with others of its kind.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !(1e-4..1e6).contains(&size) {
        format!("{value:.3e}")
    } else if size >= 1000.0 {
        format!("{value:.1}")
    } else if size >= 1.0 {
        format!("{value:.4}")
    } else {
        format!("{value:.6}")
    }
}

/// The terminal's report of a study.
pub(super) fn report(study: &Study<'_>, style: Style) -> String {
    let found = &study.identification;
    let (estimation, excitation) = (&found.estimation, &found.excitation);
    let mut text = String::new();
    let head = format!(
        "{}: {} of {} base parameters from {} equations, {}\n",
        estimation.robot,
        excitation.rank,
        excitation.structural_rank,
        found.rows,
        estimation.method.title()
    );
    text.push_str(&style.bold(&head));
    for chosen in &found.processing.chosen {
        text.push_str(&style.dim(&format!("  {chosen}\n")));
    }
    // A note may say that nothing below means anything, so it comes first.
    for note in &study.notes {
        text.push_str(&format!("{} {note}\n", style.care("note:")));
    }
    text.push('\n');
    text.push_str(&judgement(&study.judgement, style));
    if !study.judgement.transfers {
        let caution = "The values below fit the recording, not the robot.\n";
        text.push('\n');
        text.push_str(&style.bad(caution));
    }
    for (title, list) in [
        ("Base parameters", &estimation.base),
        ("Drives", &estimation.drive),
    ] {
        if !list.is_empty() {
            text.push('\n');
            text.push_str(&parameters(title, list, style));
        }
    }
    text.push('\n');
    text.push_str(&fits("Fit", &found.fits, style));
    if let Some(validation) = &found.validation {
        let title = "Validation (data that took no part)";
        text.push('\n');
        text.push_str(&fits(title, &validation.fits, style));
    }
    text.push_str(&format!(
        "\nCondition number {} (columns scaled), {} (as is); relative residual {:.2} %\n",
        short(excitation.condition),
        short(excitation.condition_unscaled),
        100.0 * found.fits.overall.nrmse
    ));
    text
}

/// The verdict: a headline, the reasons, and what to do.
fn judgement(judgement: &Judgement, style: Style) -> String {
    let grade = judgement.grade;
    let headline = format!("{}: {}\n", grade.word(), judgement.headline.sentence());
    let mut text = match grade {
        Grade::Sound => style.good(&headline),
        Grade::Care => style.care(&headline),
        Grade::Poor => style.bad(&headline),
    };
    for reason in judgement.reasons() {
        text.push_str(&wrapped("  - ", &reason));
    }
    if !judgement.remedies.is_empty() {
        text.push_str("What to do:\n");
    }
    for remedy in &judgement.remedies {
        text.push_str(&wrapped("  - ", &remedy.sentence(&Flags)));
    }
    text
}

fn parameters(title: &str, list: &[Estimated], style: Style) -> String {
    let name = list
        .iter()
        .map(|p| p.name.len())
        .max()
        .unwrap_or(0)
        .max(title.len());
    let simulated = list.iter().any(|p| p.truth.is_some());
    let mut head = format!(
        "{title:name$} {:>13} {:>12} {:>8}",
        "value", "deviation", "%"
    );
    if simulated {
        head.push_str(&format!(" {:>13} {:>7}", "truth", "off by"));
    }
    let mut text = style.bold(&head) + "\n";
    for p in list {
        let std = p.std.map_or("-".to_owned(), short);
        let percent = p
            .percent
            .map_or("-".to_owned(), |percent| format!("{percent:.2}"));
        let mut line = format!(
            "{:name$} {:>13} {std:>12} {percent:>8}",
            p.name,
            short(p.value)
        );
        if let Some(truth) = p.truth {
            let off = p
                .std
                .filter(|std| *std > 0.0)
                .map_or("-".to_owned(), |std| {
                    format!("{:+.2} s", (p.value - truth) / std)
                });
            line.push_str(&format!(" {:>13} {off:>7}", short(truth)));
        }
        let word = match p.quality {
            Quality::Good => String::new(),
            Quality::Fair => style.dim(p.quality.word()),
            Quality::Poor | Quality::Zero | Quality::Assumed => style.care(p.quality.word()),
            Quality::Undetermined => style.bad(p.quality.word()),
        };
        let detail = if p.expression == p.name {
            String::new()
        } else {
            style.dim(&p.expression)
        };
        text.push_str(format!("{line}  {word:16} {detail}").trim_end());
        text.push('\n');
    }
    text
}

/// A table of fits.
pub(super) fn fits(title: &str, fits: &Fits, style: Style) -> String {
    let name = fits
        .joints
        .iter()
        .map(|fit| fit.name.len())
        .max()
        .unwrap_or(0)
        .max(title.len());
    let head = format!(
        "{title:name$} {:>12} {:>9} {:>9} {:>8}",
        "RMS error", "relative", "R²", "samples"
    );
    let mut text = style.bold(&head) + "\n";
    for fit in fits.joints.iter().chain([&fits.overall]) {
        let text_of_r2 = format!("{:>9.5}", fit.r2);
        let r2 = match fit.r2 {
            r2 if r2 >= SOUND => style.good(&text_of_r2),
            r2 if r2 >= POOR => style.care(&text_of_r2),
            _ => style.bad(&text_of_r2),
        };
        text.push_str(&format!(
            "{:name$} {:>12} {:>7.2} % {r2} {:>8}\n",
            fit.name,
            short(fit.rmse),
            100.0 * fit.nrmse,
            fit.samples
        ));
    }
    text
}
