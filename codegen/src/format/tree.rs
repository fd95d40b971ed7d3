//! The guard: YAML text becomes a small tree with places, within bounds, or is refused.
//!
//! Only this module knows the YAML parser. It works on the parser's events, so that a file is
//! refused before anything large is built from it: bounds on size, depth and number of values; no
//! anchors, aliases and tags; one document; no key twice in a map.

use rustc_hash::FxHashMap;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};

use crate::diagnostic::{Diagnostics, Fault, Source, Span};

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
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) key_span: Span,
    pub(super) value: Node,
}

impl Entry {
    pub(super) fn new(key: &str, value: Node) -> Self {
        Self {
            key: key.to_owned(),
            key_span: Span::default(),
            value,
        }
    }
}

impl Node {
    fn new(kind: Kind) -> Self {
        Self {
            kind,
            span: Span::default(),
        }
    }

    /// A text of the user's own, with quotes if it needs them.
    pub(super) fn text(text: &str) -> Self {
        Self::new(Kind::Scalar {
            text: text.to_owned(),
            plain: false,
        })
    }

    /// A number or a word of the format.
    pub(super) fn plain(text: String) -> Self {
        Self::new(Kind::Scalar { text, plain: true })
    }

    pub(super) fn list(items: Vec<Self>) -> Self {
        Self::new(Kind::List(items))
    }

    pub(super) fn map(entries: Vec<Entry>) -> Self {
        Self::new(Kind::Map(entries))
    }

    pub(super) fn is_scalar(&self) -> bool {
        matches!(self.kind, Kind::Scalar { .. })
    }

    /// The entries of a map; none of anything else.
    pub(super) fn entries(&self) -> &[Entry] {
        match &self.kind {
            Kind::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The entry of a map with this key.
    pub(super) fn get(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.key == key)
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
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let skipped = source.text.len() - text.len();
    if let Some((fault, at)) = refuse(text) {
        diagnostics.add(&fault, Span::new(skipped + at, skipped + at + 1));
        return None;
    }
    let places = Places::new(text, skipped);
    let mut builder = Builder::new(diagnostics);
    for event in Parser::new_from_str(text) {
        let step = match event {
            Ok((event, span)) => builder.take(event, places.span(&span)),
            Err(error) => builder.syntax(&error, &places),
        };
        // The reason is among the diagnostics by now.
        if step.is_err() {
            return None;
        }
    }
    match builder.root.take() {
        Some(root) if !matches!(root.kind, Kind::Null) => Some(root),
        _ => {
            diagnostics.add_to_file(&Fault::Empty);
            None
        }
    }
}

/// What is wrong with the bare text, and at which byte.
fn refuse(text: &str) -> Option<(Fault, usize)> {
    if text.len() > LARGEST {
        return Some((Fault::TooLarge { limit: LARGEST }, 0));
    }
    let forbidden = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}');
    let (at, c) = text
        .char_indices()
        .find(|&(_, c)| forbidden(c) || c == '\u{feff}')?;
    Some((Fault::ControlCharacter { code: u32::from(c) }, at))
}

/// Where the characters that the parser counts stand, in bytes.
struct Places {
    bytes: Vec<usize>,
    end: usize,
}

impl Places {
    fn new(text: &str, skipped: usize) -> Self {
        let bytes = text.char_indices().map(|(at, _)| skipped + at).collect();
        let end = skipped + text.len();
        Self { bytes, end }
    }

    fn byte(&self, character: usize) -> usize {
        self.bytes.get(character).copied().unwrap_or(self.end)
    }

    fn span(&self, span: &saphyr_parser::Span) -> Span {
        let start = self.byte(span.start.index());
        Span::new(start, self.byte(span.end.index()).max(start))
    }
}

/// The file is refused; the reason is among the diagnostics.
struct Refused;

/// A list or map that is not closed yet.
struct Open {
    node: Node,
    /// The keys of a map, each at its place.
    seen: FxHashMap<String, Span>,
    /// The key whose value comes next.
    key: Option<(String, Span)>,
}

/// Builds the tree from events, without recursion.
struct Builder<'a> {
    diagnostics: &'a mut Diagnostics,
    values: usize,
    documents: usize,
    open: Vec<Open>,
    root: Option<Node>,
}

impl<'a> Builder<'a> {
    fn new(diagnostics: &'a mut Diagnostics) -> Self {
        let (values, documents, open, root) = Default::default();
        Self {
            diagnostics,
            values,
            documents,
            open,
            root,
        }
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Refused> {
        match event {
            Event::Alias(_) => self.refuse(Fault::Indirection { what: "aliases" }, span),
            Event::Scalar(text, style, anchor, tag) => {
                self.plain_value(anchor, tag.is_some(), span)?;
                let plain = style == ScalarStyle::Plain;
                let text = text.into_owned();
                let kind = match text.as_str() {
                    "" | "~" | "null" if plain => Kind::Null,
                    _ => Kind::Scalar { text, plain },
                };
                self.place(Node { kind, span })
            }
            Event::SequenceStart(anchor, tag) => {
                self.plain_value(anchor, tag.is_some(), span)?;
                self.open(Kind::List(Vec::new()), span)
            }
            Event::MappingStart(anchor, tag) => {
                self.plain_value(anchor, tag.is_some(), span)?;
                self.open(Kind::Map(Vec::new()), span)
            }
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open { mut node, .. }) => {
                    node.span.end = span.end.max(node.span.start);
                    self.place(node)
                }
                None => Ok(()),
            },
            Event::DocumentStart(_) => {
                self.documents += 1;
                match self.documents {
                    1 => Ok(()),
                    _ => self.refuse(Fault::SeveralDocuments, span),
                }
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
        }
    }

    fn refuse<T>(&mut self, fault: Fault, span: Span) -> Result<T, Refused> {
        self.diagnostics.add(&fault, span);
        Err(Refused)
    }

    fn syntax(&mut self, error: &ScanError, places: &Places) -> Result<(), Refused> {
        let start = places.byte(error.marker().index());
        let info = error.info().to_owned();
        self.refuse(Fault::Yaml { info }, Span::new(start, start + 1))
    }

    /// Counts a value, and refuses one that is named or has a type of its own.
    fn plain_value(&mut self, anchor: usize, tag: bool, span: Span) -> Result<(), Refused> {
        self.values += 1;
        if self.values > MOST {
            return self.refuse(Fault::TooManyValues { limit: MOST }, span);
        }
        if anchor != 0 || tag {
            let what = if tag { "tags" } else { "anchors" };
            return self.refuse(Fault::Indirection { what }, span);
        }
        Ok(())
    }

    fn open(&mut self, kind: Kind, span: Span) -> Result<(), Refused> {
        if self.open.len() >= DEEPEST {
            return self.refuse(Fault::TooDeep { limit: DEEPEST }, span);
        }
        let (node, seen, key) = (Node { kind, span }, FxHashMap::default(), None);
        self.open.push(Open { node, seen, key });
        Ok(())
    }

    /// Puts a finished value where it belongs: into the innermost open list or map, as a key or a
    /// value, or at the root.
    fn place(&mut self, value: Node) -> Result<(), Refused> {
        let Some(Open { node, seen, key }) = self.open.last_mut() else {
            self.root = Some(value);
            return Ok(());
        };
        let entries = match &mut node.kind {
            Kind::Map(entries) => entries,
            Kind::List(items) => {
                items.push(value);
                return Ok(());
            }
            Kind::Null | Kind::Scalar { .. } => return Ok(()),
        };
        if let Some((key, key_span)) = key.take() {
            entries.push(Entry {
                key,
                key_span,
                value,
            });
            return Ok(());
        }
        let (span, found) = (value.span, value.found());
        let Kind::Scalar { text, .. } = value.kind else {
            let expected = "a key".to_owned();
            return self.refuse(Fault::WrongKind { expected, found }, span);
        };
        let first = *seen.entry(text.clone()).or_insert(span);
        *key = Some((text.clone(), span));
        if first != span {
            let other = [(first, "the first one".to_owned())];
            let fault = Fault::DuplicateKey { key: text };
            self.diagnostics.add_with(&fault, span, other);
        }
        Ok(())
    }
}
