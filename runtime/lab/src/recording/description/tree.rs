//! YAML text as a small tree with places, within bounds, or refused in words of our own.
//!
//! Only this module knows the YAML parser. It works on the parser's events, so that a text is
//! refused before anything large is built from it.

use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use crate::recording::error::{Mistake, Spot};

/// The deepest nesting; descriptions need five levels.
const DEEPEST: usize = 16;
/// The most values and keys.
const MOST: usize = 20_000;

/// A value at its place.
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) spot: Spot,
}

/// What a value is.
pub(crate) enum Kind {
    /// `~`, `null`, or no text at all.
    Nothing,
    Scalar(String),
    List(Vec<Node>),
    /// Each key with its place and its value, in the order of the text.
    Map(Vec<(String, Spot, Node)>),
}

impl Node {
    /// What stands in a map under this key.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Kind::Map(entries) = &self.kind else {
            return None;
        };
        let found = entries.iter().find(|(name, ..)| name == key);
        found.map(|(.., node)| node)
    }

    /// What the value is, for messages.
    pub(crate) fn found(&self) -> String {
        match &self.kind {
            Kind::Nothing => "nothing".to_owned(),
            Kind::Scalar(text) => {
                let shown: String = text.chars().take(40).collect();
                format!("`{}`", shown.escape_debug())
            }
            Kind::List(_) => "a list".to_owned(),
            Kind::Map(_) => "a map".to_owned(),
        }
    }

    /// Visits every value with its path, such as `recording.position.unit[2]`.
    pub(crate) fn walk(&self, path: &str, visit: &mut dyn FnMut(&str, &Self)) {
        visit(path, self);
        match &self.kind {
            Kind::Nothing | Kind::Scalar(_) => {}
            Kind::List(items) => {
                for (k, item) in items.iter().enumerate() {
                    item.walk(&format!("{path}[{k}]"), visit);
                }
            }
            Kind::Map(entries) => {
                for (key, _, node) in entries {
                    let inner = format!("{path}.{key}");
                    node.walk(inner.trim_start_matches('.'), visit);
                }
            }
        }
    }
}

/// The tree of a text; `None` if it is refused, with the reason among the mistakes.
pub(crate) fn parse(text: &str, mistakes: &mut Vec<Mistake>) -> Option<Node> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut builder = Builder::default();
    let built = Parser::new_from_str(text).try_for_each(|event| match event {
        Ok((event, span)) => builder.take(event, spot(&span.start), mistakes),
        Err(error) => {
            let spot = spot(error.marker());
            let tab = tab(text, spot.line);
            let what = syntax(error.info(), tab.is_some());
            Err(Mistake::at(tab.unwrap_or(spot), &what))
        }
    });
    match (built, builder.root) {
        (Err(mistake), _) => mistakes.push(mistake),
        (Ok(()), Some(root)) if !matches!(root.kind, Kind::Nothing) => return Some(root),
        (Ok(()), _) => mistakes.push(Mistake::of_file(
            "the description is empty: write `recording:` with `file`, `time`, `position` and \
             `torque`",
        )),
    }
    None
}

fn spot(marker: &Marker) -> Spot {
    Spot {
        line: marker.line(),
        column: marker.col() + 1,
    }
}

/// A tab in the indentation of a line, or of the one behind, in front of which a parser stops as well.
fn tab(text: &str, line: usize) -> Option<Spot> {
    let lines = text.lines().enumerate().skip(line.saturating_sub(1));
    lines.take(2).find_map(|(k, indented)| {
        let column = 1 + indented.find(|c| c != ' ')?;
        let line = k + 1;
        indented[column - 1..]
            .starts_with('\t')
            .then_some(Spot { line, column })
    })
}

/// Why a text is no YAML: `info` is the parser's reason.
fn syntax(info: &str, tab: bool) -> String {
    let about = |words: &[&str]| words.iter().any(|word| info.contains(word));
    let what = if tab || about(&["tab cannot", "tabs disallowed", "found a tab"]) {
        "a tab stands where YAML has spaces: indent with spaces"
    } else if about(&[
        "flow sequence",
        "flow mapping",
        "flow construct",
        "bracket",
        // Said only of a key within brackets, on whose line they do not begin.
        "placement of ':'",
    ]) {
        "a bracket or brace is not closed, or a comma is missing in front of this"
    } else if about(&["quoted scalar"]) {
        "a quote is not closed, or text follows one that is"
    } else if about(&["mapping values"]) {
        "a colon too many: put a text that has one in quotes, and each key on a line of its own"
    } else if about(&["simple key", "expected key", "eof"]) {
        "a key and its value are missing here: write `key: value`, keys of one map equally far in"
    } else if about(&["'-' indicator", "block sequence"]) {
        "a list and a map are mixed: items begin with `- `, equally far in, keys do not"
    } else {
        "this cannot be read as YAML: mind the indentation, put a space behind each colon, close \
         brackets and quotes, and put texts with `: # & * ! % @` in quotes"
    };
    what.to_owned()
}

/// A list or map that is not closed yet, and the key whose value comes next.
struct Open {
    node: Node,
    key: Option<(String, Spot)>,
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
        spot: Spot,
        mistakes: &mut Vec<Mistake>,
    ) -> Result<(), Mistake> {
        let kind = match event {
            Event::Alias(_) => return Err(indirection(spot)),
            Event::Scalar(_, _, 1.., _) | Event::SequenceStart(1.., _) => {
                return Err(indirection(spot));
            }
            Event::MappingStart(1.., _) => return Err(indirection(spot)),
            Event::Scalar(.., Some(_))
            | Event::SequenceStart(_, Some(_))
            | Event::MappingStart(_, Some(_)) => return Err(indirection(spot)),
            Event::Scalar(text, style, ..) => match &*text {
                "" | "~" | "null" if style == ScalarStyle::Plain => Kind::Nothing,
                _ => Kind::Scalar(text.into_owned()),
            },
            Event::SequenceStart(..) => return self.open(Kind::List(Vec::new()), spot),
            Event::MappingStart(..) => return self.open(Kind::Map(Vec::new()), spot),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open { node, .. }) => return self.place(node, mistakes),
                None => return Ok(()),
            },
            Event::DocumentStart(_) => {
                self.documents += 1;
                let several = "a second document begins here: a description is one";
                return match self.documents {
                    1 => Ok(()),
                    _ => Err(Mistake::at(spot, several)),
                };
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {
                return Ok(());
            }
        };
        self.place(Node { kind, spot }, mistakes)
    }

    fn open(&mut self, kind: Kind, spot: Spot) -> Result<(), Mistake> {
        if self.open.len() >= DEEPEST {
            let what = format!("lists and maps stand more than {DEEPEST} deep in each other");
            return Err(Mistake::at(spot, &what));
        }
        let node = Node { kind, spot };
        self.open.push(Open { node, key: None });
        Ok(())
    }

    /// Puts a finished value into the innermost open list or map, as a key or a value, or at the
    /// root.
    fn place(&mut self, value: Node, mistakes: &mut Vec<Mistake>) -> Result<(), Mistake> {
        self.values += 1;
        if self.values > MOST {
            let what = format!("a description has no more than {MOST} values");
            return Err(Mistake::at(value.spot, &what));
        }
        let Some(Open { node, key }) = self.open.last_mut() else {
            self.root = Some(value);
            return Ok(());
        };
        match (&mut node.kind, key.take()) {
            (Kind::Map(entries), Some((name, spot))) => {
                match entries.iter().find(|(known, ..)| *known == name) {
                    Some((_, first, _)) => mistakes.push(Mistake::at(
                        spot,
                        &format!("`{name}` stands twice, first on line {}", first.line),
                    )),
                    None => entries.push((name, spot, value)),
                }
            }
            (Kind::Map(_), None) => {
                let (spot, found) = (value.spot, value.found());
                let Kind::Scalar(text) = value.kind else {
                    return Err(Mistake::at(spot, &format!("{found} cannot be a key")));
                };
                *key = Some((text, spot));
            }
            (Kind::List(items), _) => items.push(value),
            (Kind::Nothing | Kind::Scalar(_), _) => {}
        }
        Ok(())
    }
}

fn indirection(spot: Spot) -> Mistake {
    Mistake::at(
        spot,
        "`&`, `*` and `!` (anchors, aliases, tags) have no meaning in a description: write the \
         value itself, and put a text that begins so in quotes",
    )
}
