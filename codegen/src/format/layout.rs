//! Lays a tree of values out as a robot file: a line for each key, short things within brackets, and
//! where it is asked for, the documentation of each key beside it.

use super::shape::{Key, Layout, Place, Shape};
use super::tree::{Entry, Kind, Node};

/// Columns of a line.
const WIDTH: usize = 100;
/// Where comments begin, if there is room.
const COMMENTS: usize = 42;

/// The text of a robot file. Where it is to be commented, each key is explained when it stands for
/// the first time, what may stand there too is shown, and these keys of the robot are comments.
pub(super) fn robot_file(
    root: &Node,
    place: &'static Place,
    commented: Option<&[&'static str]>,
) -> String {
    let mut page = Page {
        commented,
        explained: Vec::new(),
    };
    page.map(root, place, 0).join("\n") + "\n"
}

struct Page<'p> {
    commented: Option<&'p [&'static str]>,
    /// What the places are whose keys were explained.
    explained: Vec<&'static str>,
}

impl Page<'_> {
    /// A map with a line or more for each key. `indent` is that of the whole.
    fn map(&mut self, node: &Node, place: &'static Place, indent: usize) -> Vec<String> {
        let is_new = !self.explained.contains(&place.about);
        let commented = self.commented.filter(|_| is_new);
        self.explained.push(place.about);
        let mut lines = Vec::new();
        for key in place.keys {
            let hidden = indent == 0 && commented.is_some_and(|keys| keys.contains(&key.name));
            let inner = indent + 2 * usize::from(hidden);
            let mut written = match (node.get(key.name), commented) {
                (Some(node), _) => self.entry(key.name, node, &key.shape, inner),
                (None, Some(_)) => vec![format!("# {}: {}", key.name, key.example)],
                (None, None) => continue,
            };
            if hidden {
                written.iter_mut().for_each(|line| line.insert_str(0, "# "));
            }
            if commented.is_some() {
                explain(&mut written, key, indent);
            }
            lines.extend(written);
        }
        lines
    }

    fn entry(&mut self, key: &str, node: &Node, shape: &Shape, indent: usize) -> Vec<String> {
        self.value(format!("{}:", scalar(key)), node, shape, indent)
    }

    /// A value behind the key, or the dash, that its line begins with.
    fn value(&mut self, start: String, node: &Node, shape: &Shape, indent: usize) -> Vec<String> {
        let inline = format!("{start} {}", flow(node));
        let mut shape = shape;
        while let (Shape::Either(_, other), Kind::List(_) | Kind::Map(_)) = (shape, &node.kind) {
            shape = other;
        }
        let inner = indent + 2;
        let lines: Vec<String> = match (&node.kind, shape) {
            (Kind::Map(entries), _) if entries.is_empty() => return vec![inline],
            (Kind::Map(_), Shape::Map(place)) if place.layout == Layout::Lines => {
                self.map(node, place, inner)
            }
            (Kind::Map(entries), Shape::Entries(of, _)) if !matches!(of, Shape::Word(_)) => {
                let lines = |(key, node): &Entry| self.entry(&key.value, node, of, inner);
                entries.iter().flat_map(lines).collect()
            }
            (Kind::List(items), Shape::List(of @ Shape::Map(_), ..)) => items
                .iter()
                .flat_map(|item| self.item(item, of, inner))
                .collect(),
            _ if indent + inline.chars().count() > WIDTH => {
                return wrapped(&start, node, WIDTH.saturating_sub(indent));
            }
            _ => return vec![inline],
        };
        let lines = lines.into_iter().map(|line| format!("  {line}"));
        std::iter::once(start).chain(lines).collect()
    }

    /// An item of a list; the first line of a map stands behind the dash.
    fn item(&mut self, node: &Node, shape: &Shape, indent: usize) -> Vec<String> {
        let mut lines = self.value("-".to_owned(), node, shape, indent);
        if lines.len() > 1 && lines[0] == "-" {
            lines.remove(0);
            lines[0].replace_range(..1, "-");
        }
        lines
    }
}

/// Puts what a key means beside its line, or above it where there is no room.
fn explain(lines: &mut Vec<String>, key: &Key, indent: usize) {
    let comment = format!("# {}", key.sentence());
    let (column, width) = (COMMENTS.saturating_sub(indent), lines[0].chars().count());
    let beside = column.max(width + 2) + comment.chars().count() <= WIDTH - indent;
    if beside && (indent > 0 || lines.len() == 1) {
        lines[0] = format!("{:column$}  {comment}", lines[0], column = column - 2);
    } else {
        lines.insert(0, comment);
    }
    if indent == 0 && lines.len() > 2 {
        lines.insert(0, String::new());
    }
}

/// A value within brackets over several lines; lists in it have one each.
fn wrapped(start: &str, node: &Node, width: usize) -> Vec<String> {
    let matrix =
        matches!(&node.kind, Kind::List(rows) if rows.iter().any(|row| row.scalar().is_none()));
    let mut lines: Vec<String> = Vec::new();
    for part in parts(node) {
        let length = part.trim_end().chars().count();
        match lines.last_mut() {
            None => lines.push(format!("{start} {part}")),
            Some(line) if !matrix && line.chars().count() + length <= width => line.push_str(&part),
            Some(_) => lines.push(format!("   {part}")),
        }
    }
    let trimmed = lines.iter().map(|line| line.trim_end().to_owned());
    trimmed.collect()
}

/// A value within one line.
fn flow(node: &Node) -> String {
    parts(node).concat()
}

/// A value in the parts between which its line may be broken.
fn parts(node: &Node) -> Vec<String> {
    let (parts, [open, close]) = match &node.kind {
        Kind::Null => return vec!["~".to_owned()],
        Kind::Scalar { text, plain: true } => return vec![text.clone()],
        Kind::Scalar { text, plain: false } => return vec![scalar(text)],
        Kind::List(items) => (items.iter().map(flow).collect::<Vec<_>>(), ["[", "]"]),
        Kind::Map(entries) => {
            let entry = |(key, node): &Entry| format!("{}: {}", scalar(&key.value), flow(node));
            (entries.iter().map(entry).collect(), ["{", "}"])
        }
    };
    if parts.is_empty() {
        return vec![format!("{open}{close}")];
    }
    let (last, ends) = (parts.len() - 1, [", ", close]);
    let part = |(at, part)| {
        let open = if at == 0 { open } else { "" };
        format!("{open}{part}{}", ends[usize::from(at == last)])
    };
    parts.into_iter().enumerate().map(part).collect()
}

/// A text, with quotes where a reader of YAML could take it for anything else.
fn scalar(text: &str) -> String {
    const OTHER: [&str; 9] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let harmless = |c: char| c.is_alphanumeric() || " _-./()".contains(c);
    if text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(harmless)
        && !text.ends_with(' ')
        && !OTHER.contains(&text.to_lowercase().as_str())
    {
        return text.to_owned();
    }
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".to_owned(),
        '\u{feff}' | '\u{2028}' | '\u{2029}' => format!("\\u{:04x}", u32::from(c)),
        c if c.is_control() => format!("\\x{:02x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}
