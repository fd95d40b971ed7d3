//! The page that explains every key of a recording's description.

use super::shape::{Place, Shape};
use super::table::DOCUMENT;
use crate::recording::Channel;

const HEAD: &str = "\
# The description of a recording

A recording is a CSV file with a row a sample. One whose columns are called `t`, `q_<joint>`, `qd_<joint>`,
`qdd_<joint>`, `tau_<joint>` or `i_<joint>` needs nothing more. Any other is described by a YAML file beside it,
a map with the keys of the first table below, so that nobody rewrites data. This page follows from the
laboratory's table of keys: `ARMWRIGHT_BLESS=1 cargo test -p armwright-lab --test library description::` writes it again.

`describe run.csv -o recording.yaml` of a robot's command writes one from a header and marks every guess;
`describe --schema` prints a JSON Schema for editors.

**Files** are read as they come: fields separated by commas, semicolons, tabs or blanks, decimal commas where commas
do not separate, names in quotes, lines that begin with `#`, `%` or `//`, text above the table, a header that is a comment,
no header at all (columns then go by their numbers, from 1: `columns: [2, 3]`),
a row of units under the header, units in brackets behind names (`q1 [deg]`; what is no known unit there is told, and SI units are
taken), any end of lines, a byte-order mark,
Latin-1, `.gz`. Stamps of time may be ISO 8601 (`2024-05-01T12:00:00.123+02:00`), dates with dots (`01.05.2024 12:00`), or a
clock alone; they count in seconds from the first. Days that spreadsheets count (`45413.5`) are known by their size. What was taken for granted is said with the results. Tables of states, torques and motions that other
commands read (`evaluate`, `simulate`, `excite`) may have units as well.

An **angle** is a number of radians (or metres), `90deg`, or a multiple of pi: `-pi/2`, `3*pi/4`. *One or more*
stands for all joints if it is one. No key may stand twice, and aliases, anchors and tags are not used. A key
that the place does not have, and one without effect beside others, is an error.

What is done about gaps, spikes, repeated rows and clocks that begin again is told in [logs.md](logs.md).
";

/// The page `docs/recording.md`, in Markdown: each map of the description with its keys, then the units.
#[must_use]
pub fn reference() -> String {
    let mut text = HEAD.to_owned();
    section(&mut text, &DOCUMENT, "", &mut Vec::new());
    text += "\n## Units\n\nThe first of each row is how it should be written; the others are understood.\n\n\
             | channel | unit | also | in SI units |\n|---|---|---|---|\n";
    for channel in Channel::ALL {
        for unit in channel.units() {
            let (first, others) = (unit.names[0], &unit.names[1..]);
            let others: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
            let (channel, others) = (channel.name(), others.join(", "));
            text += &format!("| {channel} | `{first}` | {others} | {} |\n", unit.factor);
        }
    }
    text
}

/// Maps that are explained, each with the path under which it is.
type Maps = Vec<(&'static Place, String)>;

/// A map with its keys, then the maps in it; one that stands in several places is explained once.
fn section(text: &mut String, place: &'static Place, path: &str, known: &mut Maps) {
    let title = match path {
        "" => "The description".to_owned(),
        path => format!("`{path}`"),
    };
    *text += &format!("\n## {title}\n\n{}\n\n", place.about);
    *text += "| key | value | if left out | meaning | example |\n|---|---|---|---|---|\n";
    let (explained, mut words) = (known.len(), String::new());
    for key in place.keys {
        let (name, about, example) = (key.name, key.about, key.example);
        let inner = format!("{path}.{name}");
        let value = value(&key.shape, inner.trim_start_matches('.'), known);
        let absent = match (key.required, key.default) {
            (true, _) => "an error",
            (_, "") => "none",
            (_, default) => default,
        };
        *text += &format!("| `{name}` | {value} | {absent} | {about} | `{example}` |\n");
        for (word, says) in key.shape.words() {
            words += &format!("- `{name}: {word}`: {says}\n");
        }
    }
    if !words.is_empty() {
        *text += &format!("\n{words}");
    }
    let inner = known[explained..].to_vec();
    for (place, path) in inner {
        section(text, place, &path, known);
    }
}

/// In brackets where it is one of several, so that the others are not taken for more than these.
fn enclosed(value: String) -> String {
    match value.contains(", or ") {
        true => format!("({value})"),
        false => value,
    }
}

/// What a value may be, in a few words; maps in it are added to those that are still to come.
fn value(shape: &Shape, path: &str, maps: &mut Maps) -> String {
    let mut inner = |of, within: &str| value(of, &format!("{path}{within}"), maps);
    match shape {
        Shape::Text(what) => what.trim_start_matches("the ").to_owned(),
        Shape::Unit(_) => "unit".to_owned(),
        Shape::Number => "number".to_owned(),
        Shape::Positive => "number above 0".to_owned(),
        Shape::Threshold => "number from 0".to_owned(),
        Shape::Angle => "angle".to_owned(),
        Shape::Sign => "`1` or `-1`".to_owned(),
        Shape::Count(least) => format!("whole number from {least}"),
        Shape::Word(words) => {
            let words: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            words.join(", ")
        }
        Shape::Map(place) => {
            let known = maps.iter().find(|(known, _)| std::ptr::eq(*known, *place));
            let path = known.map_or(path, |(_, path)| path).to_owned();
            let said = format!("map `{path}`");
            if known.is_none() {
                maps.push((place, path));
            }
            said
        }
        Shape::List(of, _) => format!("list of {}", enclosed(inner(of, "[]"))),
        Shape::OneOrMore(of, _) => format!("one or more of {}", enclosed(inner(of, ""))),
        Shape::Either(one, other) => format!("{}, or {}", inner(one, ""), inner(other, "")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Channel, Shape, value};

    #[test]
    fn what_a_value_may_be_is_said_in_a_few_words() {
        for (shape, said) in [
            (Shape::Text("the name of it"), "name of it"),
            (Shape::Unit(Channel::Time), "unit"),
            (Shape::Number, "number"),
            (Shape::Positive, "number above 0"),
            (Shape::Threshold, "number from 0"),
            (Shape::Angle, "angle"),
            (Shape::Sign, "`1` or `-1`"),
            (Shape::Count(2), "whole number from 2"),
            (Shape::Word(&[("a", "one"), ("b", "other")]), "`a`, `b`"),
            (
                Shape::Either(&Shape::Number, &Shape::Angle),
                "number, or angle",
            ),
            (
                Shape::List(&Shape::Either(&Shape::Number, &Shape::Angle), "values"),
                "list of (number, or angle)",
            ),
            (
                Shape::OneOrMore(&Shape::Positive, "values"),
                "one or more of number above 0",
            ),
        ] {
            assert_eq!(value(&shape, "", &mut Vec::new()), said);
        }
    }
}
