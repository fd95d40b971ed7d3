//! Places in a file: its text, spans of it, and values that remember where they stood.

/// The text of a file and the name by which diagnostics call it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    /// The file's name, as the user gave it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A range of bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// From the first byte to one past the last.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }
}

/// A value and where it stands in the file; two are equal if their values are, wherever they stand.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value at a place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Another value at the same place.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned {
            value: f(self.value),
            span: self.span,
        }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl Source {
    /// The span within the text, cut to its first line and to whole characters, never empty
    /// unless nothing is there.
    pub(crate) fn first_line(&self, span: Span) -> Span {
        let start = self.boundary(span.start);
        let end = self.boundary(span.end).max(start);
        let rest = &self.text[start..];
        let line = rest.split(['\n', '\r']).next().unwrap_or("");
        let kept = line[..line.len().min(end - start)].trim_end().len();
        let least = line.chars().next().map_or(0, char::len_utf8);
        Span::new(start, start + kept.max(least))
    }

    /// The nearest position at or before `at` that starts a character.
    fn boundary(&self, at: usize) -> usize {
        let mut before = (0..=at.min(self.text.len())).rev();
        before.find(|&i| self.text.is_char_boundary(i)).unwrap_or(0)
    }

    /// Line of a byte, from 1, and where that line starts.
    pub(crate) fn line(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..self.boundary(at)];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, start)
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, Span};

    fn source(text: &str) -> Source {
        let (name, text) = (String::from("robot.yaml"), text.to_owned());
        Source { name, text }
    }

    /// `ñ` takes the bytes 1 and 2.
    #[test]
    fn a_span_is_cut_to_whole_characters_of_its_first_line() {
        let source = source("añb  \r\ncd");
        for (start, end, expected) in [
            (0, 4, (0, 4)),
            (0, 9, (0, 4)),
            (0, 2, (0, 1)),
            (1, 2, (1, 3)),
            (2, 3, (1, 3)),
            (1, 1, (1, 3)),
            (3, 1, (3, 4)),
            (4, 6, (4, 5)),
            (6, 7, (6, 6)),
            (8, 10, (8, 10)),
            (9, 99, (9, 10)),
            (10, 10, (10, 10)),
            (50, 60, (10, 10)),
        ] {
            let Span {
                start: from,
                end: to,
            } = source.first_line(Span::new(start, end));
            assert_eq!((from, to), expected, "{start} to {end}");
        }
    }

    #[test]
    fn lines_are_counted_from_one() {
        let text = source("a\nbñ\n\nd");
        for (at, line) in [
            (0, (1, 0)),
            (1, (1, 0)),
            (2, (2, 2)),
            (4, (2, 2)),
            (5, (2, 2)),
            (6, (3, 6)),
            (7, (4, 7)),
            (99, (4, 7)),
        ] {
            assert_eq!(text.line(at), line, "{at}");
        }
        assert_eq!(source("").line(3), (1, 0));
    }
}
