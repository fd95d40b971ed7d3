//! A value as people read it: a line for each fact, a table for each list of things.

use serde_json::Value;

use super::Output;
use crate::document::columns;

/// Keys of what things are called, which come before all that is said of them.
const NAMES: [&str; 6] = [
    "name",
    "element",
    "function",
    "parameter",
    "coefficient",
    "robot",
];

/// The widest that a table may be before its last column.
const WIDEST: usize = 60;

impl Output {
    /// A value for programs, or what people are to read of it.
    pub(super) fn print(self, value: &Value, text: impl FnOnce(&Value) -> String) -> String {
        match self {
            Self::Text => text(value),
            Self::Json => format!("{value:#}\n"),
        }
    }
}

/// A key, after those of the objects that it is in, and its value.
type Fact<'v> = (String, &'v Value);

/// All that a value says.
pub(super) fn readable(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value);
    text.trim_end().to_owned() + "\n"
}

/// Plain facts first, then lists of things: as tables, where they are narrow enough.
fn write(text: &mut String, value: &Value) {
    let facts = facts(value).into_iter();
    let (lists, plain): (Vec<_>, Vec<_>) = facts.partition(|(_, value)| things(value).is_some());
    let plain = plain
        .into_iter()
        .map(|(key, value)| vec![key, shown(value)]);
    let said = plain.filter(|fact| !fact[1].is_empty());
    let (long, plain): (Vec<_>, Vec<_>) = said.partition(|fact| fact[1].contains('\n'));
    text.push_str(&columns(&plain));
    for fact in long {
        text.push_str(&fact[1]);
    }
    for (key, list) in lists {
        text.push_str(&format!("\n{key}\n"));
        let things = things(list).unwrap_or_default();
        match table(things) {
            Some(rows) => text.push_str(&columns(&rows)),
            None => {
                for (number, thing) in things.iter().enumerate() {
                    text.push_str(if number == 0 { "" } else { "\n" });
                    write(text, thing);
                }
            }
        }
    }
}

/// The facts of an object and of the objects in it, names first.
fn facts(value: &Value) -> Vec<Fact<'_>> {
    let mut facts = Vec::new();
    for (key, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Object(_) => {
                let inner = self::facts(value).into_iter();
                facts.extend(inner.map(|(inner, value)| (format!("{key} {inner}"), value)));
            }
            _ => facts.push((key.clone(), value)),
        }
    }
    let rank = |(key, _): &Fact<'_>| NAMES.iter().position(|name| name == key);
    facts.sort_by_key(|fact| rank(fact).unwrap_or(NAMES.len()));
    facts
}

/// The entries of a list of things; `None` for other values.
pub(super) fn things(value: &Value) -> Option<&[Value]> {
    let all = value.as_array().map(Vec::as_slice);
    all.filter(|all| all.iter().any(Value::is_object))
}

/// A value on one line; of a list of things their number.
fn shown(value: &Value) -> String {
    match (value, things(value)) {
        (_, Some(things)) => things.len().to_string(),
        (Value::Null, _) => String::new(),
        (Value::String(text), _) => text.clone(),
        (Value::Array(all), _) if all.is_empty() => String::new(),
        (Value::Array(all), _) => {
            let all: Vec<String> = all.iter().map(shown).collect();
            format!("[{}]", all.join(", "))
        }
        _ => value.to_string(),
    }
}

/// A head and a row for each thing, names first and the widest column last; `None` if the others are
/// too wide, or something is of several lines.
fn table(things: &[Value]) -> Option<Vec<Vec<String>>> {
    let mut table: Vec<Vec<String>> = Vec::new();
    for (number, thing) in things.iter().enumerate() {
        for (key, value) in facts(thing) {
            let at = table.iter().position(|column| column[0] == key);
            let at = at.unwrap_or_else(|| {
                let mut column = vec![String::new(); things.len() + 1];
                column[0] = key;
                table.push(column);
                table.len() - 1
            });
            table[at][number + 1] = shown(value);
        }
    }
    table.retain(|column| column[1..].iter().any(|cell| !cell.is_empty()));
    if table.iter().flatten().any(|cell| cell.contains('\n')) {
        return None;
    }
    let width = |column: &Vec<String>| column.iter().map(|cell| cell.chars().count()).max();
    let last = (1..table.len()).max_by_key(|&at| width(&table[at]));
    if let Some(last) = last {
        table[last..].rotate_left(1);
    }
    let (_, before) = table.split_last()?;
    let room: usize = before.iter().filter_map(width).map(|w| w + 2).sum();
    let row = |number: usize| table.iter().map(|column| column[number].clone()).collect();
    (room <= WIDEST).then(|| (0..=things.len()).map(row).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::readable;

    /// Names first, what is in objects behind their keys, and nothing of what nothing is said of.
    #[test]
    fn facts_are_lines_with_names_first() {
        let value = json!({
            "after": {"axis": ["0", "1"], "robot": 3},
            "code": "first\nsecond\n",
            "empty": [],
            "is_open": true,
            "name": "arm",
            "nothing": null,
            "text": "",
        });
        let lines =
            "  name         arm\n  after robot  3\n  after axis   [0, 1]\n  is_open      true\n";
        assert_eq!(readable(&value), format!("{lines}first\nsecond\n"));
    }

    /// A row for each thing, with what others have and it has not left empty; the widest column last. Of lists of things
    /// in a table the number.
    #[test]
    fn things_are_rows_of_a_table() {
        let value = json!({"things": [
            {"a": "a long text", "b": 1, "name": "one", "nothing": null, "parts": [{"name": "x"}, {"name": "y"}]},
            {"c": false, "name": "two", "nothing": null},
        ]});
        assert_eq!(
            readable(&value),
            "\nthings\n  name  b  parts  c      a\n  one   1  2             a long text\n  two             false\n"
        );
    }

    /// What is too wide for a table, or of several lines, is told thing by thing.
    #[test]
    fn wide_things_are_told_one_after_the_other() {
        // Two columns of 28 and the gaps behind them are 60 wide; of 29 they are too wide.
        let thing = |width: usize| json!({"a": "x".repeat(width), "b": "y".repeat(width), "c": "z".repeat(40)});
        let narrow = readable(&json!({"things": [thing(28)]}));
        let row = format!("  {}  {}  ", "x".repeat(28), "y".repeat(28));
        assert!(narrow.contains(&row), "{narrow}");
        let wide = readable(&json!({"things": [thing(29), {"d": 1}]}));
        assert_eq!(
            wide,
            format!(
                "\nthings\n  a  {}\n  b  {}\n  c  {}\n\n  d  1\n",
                "x".repeat(29),
                "y".repeat(29),
                "z".repeat(40)
            )
        );
        let lines =
            readable(&json!({"forms": [{"name": "f", "code": "one\ntwo\n"}, {"name": "g"}]}));
        assert_eq!(lines, "\nforms\n  name  f\none\ntwo\n\n  name  g\n");
    }
}
