//! The guard: YAML text becomes a small tree with places, within bounds, or is refused.
//!
//! Only this module knows the YAML parser. It works on the parser's events, so that a file is
//! refused before anything large is built from it: bounds on size, depth and number of values; no
//! anchors, aliases and tags; one document; no key twice in a map.

use rustc_hash::FxHashMap;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use crate::diagnostic::{Diagnostics, Fault, Source, Span, Spanned};

/// The largest file, in bytes.
pub(crate) const LARGEST: usize = 1 << 20;
/// The deepest nesting; robot files need seven levels.
const DEEPEST: usize = 32;
/// The most values and keys; a robot of 64 joints with a full transmission has about 10,000.
const MOST: usize = 50_000;

/// A value of the file at its place; one that is to be written has none yet.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// What a value is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// Nothing: `~`, `null`, or no text at all.
    Null,
    /// A text; `plain` if it stands without quotes, or may.
    Scalar { text: String, plain: bool },
    /// A list.
    List(Vec<Node>),
    /// A map, in the file's order.
    Map(Vec<Entry>),
}

/// A key of a map and its value.
pub(super) type Entry = (Spanned<String>, Node);

/// An entry that is to be written.
pub(super) fn entry(key: &str, value: Node) -> Entry {
    (Spanned::new(key.to_owned(), Span::default()), value)
}

impl From<Kind> for Node {
    fn from(kind: Kind) -> Self {
        let span = Span::default();
        Self { kind, span }
    }
}

impl Node {
    /// A text of the user's own, with quotes if it needs them.
    pub(super) fn text(text: &str) -> Self {
        let (text, plain) = (text.to_owned(), false);
        Kind::Scalar { text, plain }.into()
    }

    /// A number or a word of the format.
    pub(super) fn plain(text: String) -> Self {
        Kind::Scalar { text, plain: true }.into()
    }

    /// The text of a scalar.
    pub(super) fn scalar(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The entries of a map; none of anything else.
    pub(super) fn entries(&self) -> &[Entry] {
        match &self.kind {
            Kind::Map(entries) => entries,
            _ => &[],
        }
    }

    /// What stands in a map under this key.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let mut entries = self.entries().iter();
        entries
            .find(|entry| entry.0.value == key)
            .map(|entry| &entry.1)
    }

    /// What the value is, for messages.
    pub(super) fn found(&self) -> String {
        match &self.kind {
            Kind::Null => "nothing".to_owned(),
            Kind::Scalar { text, .. } => {
                let shown: String = text.chars().take(40).collect();
                format!("`{}`", shown.escape_debug())
            }
            Kind::List(_) => "a list".to_owned(),
            Kind::Map(_) => "a map".to_owned(),
        }
    }
}

/// The file's tree; `None` if it is refused, with the reason among the diagnostics.
pub(super) fn parse(source: &Source, diagnostics: &mut Diagnostics) -> Option<Node> {
    match tree(source, diagnostics) {
        Ok(Some(root)) if !matches!(root.kind, Kind::Null) => return Some(root),
        Ok(_) => diagnostics.add_to_file(Fault::empty()),
        Err((fault, span)) => diagnostics.add(fault, span),
    }
    None
}

/// What is refused, and why.
type Refused = (Fault, Span);

fn tree(source: &Source, diagnostics: &mut Diagnostics) -> Result<Option<Node>, Refused> {
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let skipped = source.text.len() - text.len();
    let refused = |fault, at| Err((fault, Span::new(at, at + 1)));
    if text.len() > LARGEST {
        return refused(Fault::too_large(LARGEST), skipped);
    }
    let forbidden = |c: char| c.is_control() && !"\t\n\r\u{85}".contains(c) || c == '\u{feff}';
    if let Some((at, c)) = text.char_indices().find(|&(_, c)| forbidden(c)) {
        return refused(Fault::control_character(u32::from(c)), skipped + at);
    }
    if text.trim_start().starts_with('<') {
        let info = "it begins like XML; `armwright import` makes a robot file of a URDF";
        return refused(Fault::yaml(info), skipped + text.find('<').unwrap_or(0));
    }
    // The parser counts characters.
    let bytes: Vec<usize> = text.char_indices().map(|(at, _)| skipped + at).collect();
    let byte = |at: &Marker| bytes.get(at.index()).copied().unwrap_or(source.text.len());
    let mut builder = Builder::default();
    for event in Parser::new_from_str(text) {
        match event {
            Ok((event, span)) => {
                let start = byte(&span.start);
                let span = Span::new(start, byte(&span.end).max(start));
                builder.take(event, span, diagnostics)?;
            }
            Err(error) => {
                let at = byte(error.marker());
                let info = "a tab stands in the indentation, where YAML has spaces";
                return match tab(&source.text, at) {
                    Some(at) => refused(Fault::yaml(info), at),
                    None => refused(Fault::yaml(error.info()), at),
                };
            }
        }
    }
    Ok(builder.root)
}

/// A tab in the indentation of the line that has a byte, or of the one behind, in front of which the parser stops as well.
fn tab(text: &str, at: usize) -> Option<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[start..].split_inclusive('\n').take(2);
    let mut begin = start;
    lines.find_map(|line| {
        let tab = begin + line.find(|c| c != ' ')?;
        begin += line.len();
        text[tab..].starts_with('\t').then_some(tab)
    })
}

/// A list or map that is not closed yet.
struct Open {
    node: Node,
    /// The keys of a map, each at its place.
    seen: FxHashMap<String, Span>,
    /// The key whose value comes next.
    key: Option<Spanned<String>>,
}

/// Builds the tree from events, without recursion.
#[derive(Default)]
struct Builder {
    values: usize,
    documents: usize,
    open: Vec<Open>,
    root: Option<Node>,
}

impl Builder {
    fn take(
        &mut self,
        event: Event<'_>,
        span: Span,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Refused> {
        match event {
            Event::Alias(_) => return Err((Fault::indirection("aliases"), span)),
            Event::Scalar(text, style, anchor, tag) => {
                self.count(anchor, tag.is_some(), span)?;
                let (text, plain) = (text.into_owned(), style == ScalarStyle::Plain);
                let kind = match text.as_str() {
                    "" | "~" | "null" if plain => Kind::Null,
                    _ => Kind::Scalar { text, plain },
                };
                self.place(Node { kind, span }, diagnostics)?;
            }
            Event::SequenceStart(anchor, tag) => {
                self.count(anchor, tag.is_some(), span)?;
                self.open(Kind::List(Vec::new()), span)?;
            }
            Event::MappingStart(anchor, tag) => {
                self.count(anchor, tag.is_some(), span)?;
                self.open(Kind::Map(Vec::new()), span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(Open { mut node, .. }) = self.open.pop() {
                    node.span.end = span.end.max(node.span.start);
                    self.place(node, diagnostics)?;
                }
            }
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err((Fault::several_documents(), span));
                }
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
        }
        Ok(())
    }

    /// Counts a value, and refuses one that is named or has a type of its own.
    fn count(&mut self, anchor: usize, tag: bool, span: Span) -> Result<(), Refused> {
        self.values += 1;
        match (anchor, tag) {
            _ if self.values > MOST => Err((Fault::too_many_values(MOST), span)),
            (_, true) => Err((Fault::indirection("tags"), span)),
            (0, _) => Ok(()),
            _ => Err((Fault::indirection("anchors"), span)),
        }
    }

    fn open(&mut self, kind: Kind, span: Span) -> Result<(), Refused> {
        if self.open.len() >= DEEPEST {
            return Err((Fault::too_deep(DEEPEST), span));
        }
        let (node, seen, key) = (Node { kind, span }, FxHashMap::default(), None);
        self.open.push(Open { node, seen, key });
        Ok(())
    }

    /// Puts a finished value where it belongs: into the innermost open list or map, as a key or a
    /// value, or at the root.
    fn place(&mut self, value: Node, diagnostics: &mut Diagnostics) -> Result<(), Refused> {
        let Some(Open { node, seen, key }) = self.open.last_mut() else {
            self.root = Some(value);
            return Ok(());
        };
        match (&mut node.kind, key.take()) {
            (Kind::List(items), _) => items.push(value),
            (Kind::Map(entries), Some(key)) => entries.push((key, value)),
            _ => {
                let (span, found) = (value.span, value.found());
                let Kind::Scalar { text, .. } = value.kind else {
                    return Err((Fault::wrong_kind("a key", &found), span));
                };
                let first = *seen.entry(text.clone()).or_insert(span);
                if first != span {
                    let other = (first, "the first one");
                    diagnostics.add_with(Fault::duplicate_key(&text), span, other);
                }
                *key = Some(Spanned::new(text, span));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Builder, MOST, Span, tab};

    #[test]
    fn one_value_more_than_a_file_may_have_is_refused_where_it_stands() {
        let span = Span::new(7, 8);
        let mut builder = Builder {
            values: MOST - 1,
            ..Builder::default()
        };
        assert!(builder.count(0, false, span).is_ok());
        let (fault, place) = builder.count(0, false, span).expect_err("one too many");
        assert_eq!((fault.code, place), ("AW0006", span));
    }

    /// The parser stops in the line before one whose indentation it takes for a part of it, or in the line itself.
    #[test]
    fn a_tab_is_named_in_the_line_of_a_place_and_in_the_one_behind() {
        let text = "a: 1\nb:\n  \tc: 2\nd: 3\n";
        // The four lines begin at 0, 5, 8 and 16, and the tab is at 10.
        for (at, found) in [
            (0, None),
            (4, None),
            (5, Some(10)),
            (7, Some(10)),
            (8, Some(10)),
            (15, Some(10)),
            (16, None),
            (text.len(), None),
        ] {
            assert_eq!(tab(text, at), found, "{at}");
        }
        assert_eq!(tab("\ta: 1\n", 3), Some(0));
        // Behind what a line says a tab is no indentation.
        assert_eq!(tab("a:\t1\n", 1), None);
    }
}
