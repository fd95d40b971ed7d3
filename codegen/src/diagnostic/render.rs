//! Diagnostics as text for people, in rustc's own look.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::{Diagnostic, Diagnostics, Label, Severity, several};

/// Columns of a rendered line; longer lines of the file are cut around the caret.
const WIDTH: usize = 110;

impl Diagnostics {
    /// All diagnostics, one after the other: message, file, line, column, the line itself, what
    /// would be right; and a last line with the count. Empty if there are none.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        let renderer = match colour {
            true => Renderer::styled(),
            false => Renderer::plain(),
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
            None => title.element(Origin::path(&self.source().name)),
        };
        let help = diagnostic.help.as_ref();
        let help = help.map(|help| Group::with_title(Level::HELP.secondary_title(help)));
        std::iter::once(group).chain(help).collect()
    }

    /// The lines from the first to the last place of a diagnostic; only they are given to the
    /// renderer, so that its work does not grow with the file.
    fn snippet<'a>(&'a self, diagnostic: &'a Diagnostic) -> Option<Snippet<'a, Annotation<'a>>> {
        let source = self.source();
        let spans = diagnostic.labels.iter().map(|label| label.span);
        let (number, start) = source.line(spans.clone().map(|span| span.start).min()?);
        let last = spans.map(|span| span.end).max()?;
        let end = source.text[last..].find('\n');
        let end = end.map_or(source.text.len(), |at| last + at);
        let kinds = std::iter::once(AnnotationKind::Primary)
            .chain(std::iter::repeat(AnnotationKind::Context));
        let annotations = kinds
            .zip(&diagnostic.labels)
            .map(|(kind, Label { span, text })| {
                let text = (!text.is_empty()).then_some(text.as_str());
                kind.span(span.start - start..span.end - start).label(text)
            });
        let snippet = Snippet::source(&source.text[start..end]);
        let snippet = snippet.line_start(number).path(&source.name);
        Some(snippet.annotations(annotations))
    }

    fn summary(&self) -> String {
        let counted = |severity, word: &str| {
            let n = self.iter().filter(|d| d.severity == severity).count();
            (n > 0).then(|| several(n, word))
        };
        let errors = counted(Severity::Error, "error");
        let warnings = counted(Severity::Warning, "warning");
        let more = (self.dropped > 0).then(|| format!("{} more not shown", self.dropped));
        let parts: Vec<String> = [errors, warnings, more].into_iter().flatten().collect();
        match parts.is_empty() {
            true => String::new(),
            false => format!("{}: {}\n", self.source().name, parts.join(", ")),
        }
    }
}
