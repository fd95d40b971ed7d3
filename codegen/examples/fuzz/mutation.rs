//! Changes of a file: bytes, words, numbers, lines, and pieces of other files.

use crate::input::{Input, Language};
use crate::random::Random;
use crate::structure;

/// Words that mean something to a YAML reader, to an expression or to Rust.
const WORDS: &[&str] = &[
    ":",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "\n",
    "  ",
    "\t",
    "&a ",
    "*a",
    "!!map ",
    "---\n",
    "? ",
    "| \n",
    "> \n",
    "\"",
    "'",
    "#",
    "~",
    "null",
    "true",
    "(",
    ")",
    "-",
    "+",
    "/",
    "*",
    ",",
    "base",
    "fixed",
    "revolute",
    "prismatic",
    "continuous",
    "standard",
    "modified",
    "motor",
    "joint",
    "pi",
    "deg",
    "coulomb",
    "viscous",
    "coulomb_positive, coulomb_negative",
    "viscous_positive, viscous_negative",
    "quadratic",
    "offset",
    "armature: true",
    "spring: true",
    "springs: [{name: s, from: {body: base}, to: {body: a, at: [0.1, 0.2, 0.3]}}]",
    "torques: [{name: k, joint: q1, expression: sin(q1)/sqrt(2 - cos(q1))*tanh(qd1)}]",
    "torques: [{name: k, joint: q1, table: {at: [-1, 0, 1], values: [3, 0, 2]}}]",
    "rotor_inertia: true",
    "symbolic: true",
    "locked: 0.3",
    "coordinate: {q1: 1}",
    "base: floating",
    "measure: [{wrench: a}]",
    "\u{feff}",
    "\u{0}",
    "\u{85}",
    "\u{2028}",
    "\u{202e}",
    "é",
    "🤖",
    "<<: ",
    "self",
    "fn",
    "r#type",
    "S",
    "q",
    "theta",
    "Ω",
    "m_a",
    "Lzz_b",
];

/// Words that mean something to a reader of XML or of URDF.
const TAGS: &[&str] = &[
    "<",
    ">",
    "/>",
    "</link>",
    "</joint>",
    "<link name=\"x\"/>",
    "<joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"x\"/></joint>",
    "<mimic joint=\"q1\" multiplier=\"-0.5\" offset=\"1\"/>",
    "<mimic joint=\"q1\" multiplier=\"1.0585\"/>",
    "<axis xyz=\"0 0 1\"/>",
    "<axis xyz=\"0.6 0 0.8\"/>",
    "<axis xyz=\"0 0 0\"/>",
    "<origin xyz=\"0 0 1\" rpy=\"1.5708 0 -1.57\"/>",
    "<origin rpy=\"0.3 0.2 0.1\"/>",
    "<limit lower=\"1\" upper=\"-1\" effort=\"0\" velocity=\"0\"/>",
    "<dynamics damping=\"0.1\" friction=\"-1\"/>",
    "<inertial><mass value=\"1\"/></inertial>",
    "<!--",
    "-->",
    "<![CDATA[",
    "<?xml version=\"1.0\"?>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "&b;",
    "&amp;",
    "&#0;",
    "xmlns:xacro=\"x\"",
    "${pi}",
    "floating",
    "planar",
    "continuous",
    "prismatic",
    "fixed",
    "base",
    "world",
    "mesh",
    "\"",
    "'",
    "=",
];

/// Numbers that are special to exact arithmetic, to floats or to geometry.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "64",
    "65",
    "1/3",
    "-7/11",
    "0.1",
    "1e-9",
    "1e9",
    "1e59",
    "1e-59",
    "1e60",
    "1e61",
    "1e300",
    "1e-300",
    "1e400",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551616",
    "2305843009213693951",
    "90deg",
    "-90deg",
    "30deg",
    "17deg",
    "pi",
    "pi/2",
    "-pi/2",
    "pi/7",
    "1.5707963",
    "0.7853981633974483",
    "0.6",
    "0.8",
    "(1 + 2)*3",
    "1/0",
    "0/0",
    ".nan",
    ".inf",
    "l",
    "l*l",
    "l + 1",
    "1e-20",
    "123456789.987654321",
    "0.12345678901234567890123456789012345678901234567890",
    "100000000",
    "2*pi + 1e-10",
];

/// The longest input: what is longer is refused before anything is read.
const LONGEST: usize = 40_000;

/// A file of the corpus with a few changes.
pub(crate) fn mutate(corpus: &[Input], random: &mut Random) -> Input {
    let mut input = corpus[random.below(corpus.len())].clone();
    let changes = random.few(4);
    for _ in 0..changes {
        input.bytes = changed(input.bytes, input.language, corpus, random);
        input.bytes.truncate(LONGEST);
    }
    input
}

fn changed(bytes: Vec<u8>, language: Language, corpus: &[Input], random: &mut Random) -> Vec<u8> {
    let other = &corpus[random.below(corpus.len())].bytes;
    // Only one change in sixteen looks at bytes: most of those end in the first check.
    let Ok(text) = String::from_utf8(bytes) else {
        return other.clone();
    };
    let words = match language {
        Language::Yaml => WORDS,
        Language::Urdf => TAGS,
    };
    match random.below(16) {
        0 => bytes_changed(text.into_bytes(), random),
        1 => word_inserted(&text, words, random).into_bytes(),
        2 | 3 => word_replaced(&text, words, random).into_bytes(),
        4..=7 => number_replaced(&text, random).into_bytes(),
        8 => lines_changed(&text, random).into_bytes(),
        9 => spliced(&text, other, random).into_bytes(),
        10..=12 if language == Language::Urdf => lines_changed(&text, random).into_bytes(),
        _ if language == Language::Urdf => word_replaced(&text, words, random).into_bytes(),
        _ => structure::changed(&text, random).into_bytes(),
    }
}

/// Bytes cut out, repeated or overwritten.
fn bytes_changed(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let start = random.below(bytes.len() + 1);
    let end = bytes.len().min(start + random.below(40));
    match random.below(3) {
        0 => drop(bytes.drain(start..end)),
        1 => {
            let copy = bytes[start..end].to_vec();
            bytes.splice(start..start, copy);
        }
        _ if start < bytes.len() => bytes[start] = random.bits().to_le_bytes()[0],
        _ => {}
    }
    bytes
}

fn word_inserted(text: &str, words: &[&str], random: &mut Random) -> String {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    format!("{}{}{}", &text[..at], random.one_of(words), &text[at..])
}

/// The places of runs of characters that satisfy a condition.
fn runs(text: &str, accept: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (accept(c) && at < text.len(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn replaced(text: &str, (start, end): (usize, usize), new: &str) -> String {
    format!("{}{new}{}", &text[..start], &text[end..])
}

/// A word replaced by another one, of a list or of the file itself.
fn word_replaced(text: &str, words: &[&str], random: &mut Random) -> String {
    let places = runs(text, |c| c.is_alphanumeric() || c == '_');
    if places.is_empty() {
        return text.to_owned();
    }
    let place = places[random.below(places.len())];
    if random.below(2) == 0 {
        let (start, end) = places[random.below(places.len())];
        return replaced(text, place, &text[start..end]);
    }
    replaced(text, place, random.one_of(words))
}

fn number_replaced(text: &str, random: &mut Random) -> String {
    let mut numbers = runs(text, |c| c.is_ascii_digit() || c == '.' || c == '-');
    numbers.retain(|&(start, end)| {
        let before = text[..start].chars().next_back().unwrap_or(' ');
        let digits = text[start..end].contains(|c: char| c.is_ascii_digit());
        digits && !before.is_alphanumeric() && before != '_'
    });
    if numbers.is_empty() {
        return text.to_owned();
    }
    let place = numbers[random.below(numbers.len())];
    replaced(text, place, random.one_of(NUMBERS))
}

/// A line left out, repeated, moved, or moved in or out.
fn lines_changed(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let (from, to) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(5) {
        0 => drop(lines.remove(from)),
        1 => lines.insert(to, lines[from].clone()),
        2 => lines.swap(from, to),
        3 => lines[from].insert_str(0, "  "),
        _ => lines[from] = lines[from].trim_start_matches("  ").to_owned(),
    }
    lines.join("\n") + "\n"
}

/// The beginning of one file and the end of another.
fn spliced(text: &str, other: &[u8], random: &mut Random) -> String {
    let other = String::from_utf8_lossy(other);
    let (head, tail): (Vec<&str>, Vec<&str>) = (text.lines().collect(), other.lines().collect());
    let head = &head[..random.below(head.len() + 1)];
    let tail = &tail[random.below(tail.len() + 1)..];
    [head, tail].concat().join("\n") + "\n"
}
