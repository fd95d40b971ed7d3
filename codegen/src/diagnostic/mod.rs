//! What is wrong with a robot's file: where, why, and what would be right.
//!
//! Every mistake is a [`Fault`]: one entry with its code, severity, wording, remedy and explanation.
//! A fault at its place in the file is a [`Diagnostic`]; the stages collect all of them in
//! [`Diagnostics`], which render in the manner of rustc. [`explain`] gives the long text of a code.

mod entry;
mod fault;
mod nearest;
mod place;
mod render;

use std::sync::Arc;

pub use fault::{CODES, Defined, Fault, explain};
pub use nearest::nearest;
pub use place::{Source, Span, Spanned};

/// A number of things, by name.
pub(crate) fn several(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// How much a diagnostic matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// No robot can be made of the file.
    Error,
    /// The robot is made, but something looks wrong.
    Warning,
    /// Something was done that the user might not expect.
    Note,
}

/// A place in the file that belongs to a diagnostic, with a few words about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// One mistake at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// `AW0101` and so on; [`explain`] knows each.
    pub code: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where, the place itself first; empty if the whole file is meant.
    pub labels: Vec<Label>,
    /// What would be right.
    pub help: Option<String>,
}

/// All that is to say about one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics {
    source: Arc<Source>,
    list: Vec<Diagnostic>,
    dropped: usize,
}

/// More mistakes than this help nobody; the rest is counted.
const MOST: usize = 100;

impl Diagnostics {
    /// Nothing said yet about a file.
    #[must_use]
    pub fn new(source: Arc<Source>) -> Self {
        Self {
            source,
            list: Vec::new(),
            dropped: 0,
        }
    }

    /// Adds a fault at its place.
    pub fn add(&mut self, fault: Fault, span: Span) {
        let label = self.label(span, &fault.label);
        self.push(fault, vec![label]);
    }

    /// Adds a fault at its place, with another place and what is there.
    pub fn add_with(&mut self, fault: Fault, span: Span, (other, text): (Span, &str)) {
        let labels = vec![self.label(span, &fault.label), self.label(other, text)];
        self.push(fault, labels);
    }

    /// Adds a fault of the file as a whole.
    pub fn add_to_file(&mut self, fault: Fault) {
        self.push(fault, Vec::new());
    }

    fn label(&self, span: Span, text: &str) -> Label {
        let (span, text) = (self.source.first_line(span), text.to_owned());
        Label { span, text }
    }

    fn push(&mut self, fault: Fault, labels: Vec<Label>) {
        // An error always finds room, so that no limit can turn a bad file into a good one.
        let room = self.list.len() < MOST;
        self.dropped += usize::from(!room);
        if room || fault.severity == Severity::Error && !self.has_errors() {
            self.list.push(Diagnostic {
                code: fault.code,
                severity: fault.severity,
                message: fault.message,
                labels,
                help: fault.help,
            });
        }
    }

    /// Adds what another stage has said about the same file.
    pub fn append(&mut self, other: Self) {
        self.dropped += other.dropped;
        self.list.extend(other.list);
    }

    /// Whether no robot can be made of the file.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of diagnostics.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Each diagnostic, in the order of the file once [`Self::sort`] was called.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// The file that all this is about.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Brings the diagnostics into the order of their places.
    pub fn sort(&mut self) {
        self.list
            .sort_by_key(|d| d.labels.first().map_or(0, |label| label.span.start));
    }

    /// `Ok` with the value and what there is to warn of, or everything as an error.
    ///
    /// # Errors
    /// The diagnostics themselves, if one is an error or there is no value.
    pub(crate) fn conclude<T>(mut self, value: Option<T>) -> Result<(T, Self), Self> {
        self.sort();
        match value {
            Some(value) if !self.has_errors() => Ok((value, self)),
            _ => Err(self),
        }
    }
}

impl std::error::Error for Diagnostics {}

/// As plain text, without colour.
impl std::fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.render(false))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Diagnostics, Fault, MOST, Source, Span};

    fn nothing_said() -> Diagnostics {
        let (name, text) = (String::from("robot.yaml"), "abc\n".repeat(200));
        Diagnostics::new(Arc::new(Source { name, text }))
    }

    fn warned(times: usize) -> Diagnostics {
        let mut diagnostics = nothing_said();
        for at in 0..times {
            diagnostics.add(Fault::upwards(), Span::new(4 * at, 4 * at + 3));
        }
        diagnostics
    }

    /// The last line of what is printed.
    fn summary(diagnostics: &Diagnostics) -> String {
        let text = diagnostics.render(false);
        text.lines().last().unwrap_or_default().to_owned()
    }

    #[test]
    fn what_is_too_much_is_counted() {
        assert_eq!(summary(&warned(1)), "robot.yaml: 1 warning");
        assert_eq!(warned(MOST).len(), MOST);
        assert_eq!(summary(&warned(MOST)), "robot.yaml: 100 warnings");
        let one_more = warned(MOST + 1);
        assert_eq!(one_more.len(), MOST);
        let said = "robot.yaml: 100 warnings, 1 more not shown";
        assert_eq!(summary(&one_more), said);
        // What another stage has left out is counted as well.
        let mut both = warned(MOST + 2);
        both.append(one_more);
        let said = "robot.yaml: 200 warnings, 3 more not shown";
        assert_eq!(summary(&both), said);
    }

    #[test]
    fn the_first_error_finds_room_behind_any_number_of_warnings() {
        let mut diagnostics = warned(MOST + 5);
        assert!(!diagnostics.has_errors());
        diagnostics.add(Fault::not_utf8(), Span::new(0, 1));
        assert!(diagnostics.has_errors());
        assert_eq!(diagnostics.len(), MOST + 1);
        diagnostics.add(Fault::not_utf8(), Span::new(0, 1));
        assert_eq!(diagnostics.len(), MOST + 1);
        let refused = diagnostics.conclude(Some(1)).expect_err("an error");
        assert_eq!(refused.len(), MOST + 1);
    }

    #[test]
    fn only_an_error_or_no_value_is_refused() {
        let (value, said) = warned(2).conclude(Some(7)).expect("warnings alone");
        assert_eq!((value, said.len()), (7, 2));
        let refused = warned(2).conclude(None::<u8>).expect_err("no value");
        assert_eq!(refused.len(), 2);
        assert!(nothing_said().is_empty() && !warned(1).is_empty());
        assert_eq!(nothing_said().render(false), "");
    }

    /// What is about the whole file is at its beginning.
    #[test]
    fn diagnostics_come_in_the_order_of_their_places() {
        let mut diagnostics = nothing_said();
        for start in [8, 4] {
            let (span, other) = (Span::new(start, start + 3), Span::new(0, 2));
            diagnostics.add_with(Fault::upwards(), span, (other, "there"));
        }
        diagnostics.add_to_file(Fault::unreadable("no reason"));
        let concluded = diagnostics.conclude(Some(())).expect_err("an error");
        let place = |one: &super::Diagnostic| one.labels.first().map(|label| label.span.start);
        let places: Vec<_> = concluded.iter().map(place).collect();
        assert_eq!(places, [None, Some(4), Some(8)]);
    }
}
