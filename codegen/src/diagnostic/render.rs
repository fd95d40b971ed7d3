//! Diagnostics as text for people, in rustc's own look.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Diagnostics, Severity};

/// Columns of a rendered line; longer lines of the file are cut around the caret.
const WIDTH: usize = 110;

impl Diagnostics {
    /// All diagnostics, one after the other: message, file, line, column, the line itself, what
    /// would be right; and a last line with the count. Empty if there are none.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let renderer = renderer.term_width(WIDTH);
        let mut text = String::new();
        for diagnostic in self.iter() {
            text.push_str(renderer.render(&self.groups(diagnostic)).trim_end());
            text.push_str("\n\n");
        }
        text.push_str(&self.summary());
        text
    }

    fn groups<'a>(&'a self, diagnostic: &'a Diagnostic) -> Vec<Group<'a>> {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let title = level.primary_title(&diagnostic.message).id(diagnostic.code);
        let group = match self.snippet(diagnostic) {
            Some(snippet) => title.element(snippet),
            None => title.element(annotate_snippets::Origin::path(&self.source().name)),
        };
        let help = diagnostic.help.as_ref();
        std::iter::once(group)
            .chain(help.map(|help| Group::with_title(Level::HELP.secondary_title(help))))
            .collect()
    }

    /// The lines from the first to the last place of a diagnostic; only they are given to the
    /// renderer, so that its work does not grow with the file.
    fn snippet<'a>(
        &'a self,
        diagnostic: &'a Diagnostic,
    ) -> Option<Snippet<'a, annotate_snippets::Annotation<'a>>> {
        let source = self.source();
        let first = diagnostic
            .labels
            .iter()
            .map(|label| label.span.start)
            .min()?;
        let last = diagnostic.labels.iter().map(|label| label.span.end).max()?;
        let (number, start) = source.line(first);
        let end = source.text[last..]
            .find('\n')
            .map_or(source.text.len(), |at| last + at);
        let annotations = diagnostic.labels.iter().enumerate().map(|(index, label)| {
            let kind = if index == 0 {
                AnnotationKind::Primary
            } else {
                AnnotationKind::Context
            };
            let text = (!label.text.is_empty()).then_some(label.text.as_str());
            kind.span(label.span.start - start..label.span.end - start)
                .label(text)
        });
        let snippet = Snippet::source(&source.text[start..end])
            .line_start(number)
            .path(&source.name)
            .annotations(annotations);
        Some(snippet)
    }

    fn summary(&self) -> String {
        let count = |severity| self.iter().filter(|d| d.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let plural = |n: usize, word: &str| {
            (n > 0).then(|| format!("{n} {word}{}", if n == 1 { "" } else { "s" }))
        };
        let more = (self.dropped > 0).then(|| format!("{} more not shown", self.dropped));
        let parts: Vec<String> = [plural(errors, "error"), plural(warnings, "warning"), more]
            .into_iter()
            .flatten()
            .collect();
        if parts.is_empty() {
            return String::new();
        }
        format!("{}: {}\n", self.source().name, parts.join(", "))
    }
}
