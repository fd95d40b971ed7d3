//! The page that explains every key of the robot file.

use super::shape::{Place, Shape};
use super::table::ROBOT;

const HEAD: &str = "\
# The robot file

A robot is one YAML file: a map with the keys of the first table below. `armwright new my_arm` writes one
to start from, `armwright check FILE` says what is wrong with it, `armwright schema` tells editors what
stands here. This page follows from the generator's table of keys:
`ARMWRIGHT_BLESS=1 cargo test -p armwright-codegen --test generator robot_file::` writes it again.

Editors that know YAML complete and check a file by its schema: write it once, `armwright schema > robot.schema.json`, and
begin a robot file with `# yaml-language-server: $schema=robot.schema.json`.

A **number** is a decimal, read exactly, or an expression with `+ - * /`, parentheses and `sqrt(…)` over
decimals and `constants`; a root has to be exact with √2, √3 and √6, as `sqrt(1/2)` is. `pi` may stand in any
number: in angles multiples of it are exact, elsewhere it is 3.141592653589793 throughout, so that ratios of
multiples stay exact. An **angle** may have `deg` too: `pi/2`, `90deg`, `-3*pi/4`. Rotations by multiples of
15° are exact, and turns about one axis, in fixed frames one behind the other, are added before they become
numbers: 20° and 25° are 45°. Roll, pitch and yaw that are those of two turns but for their last digits, as URDF
has them, are these two turns. Any other rotation is replaced by an exact one within 1e-15.

All values are in SI units, angles in radians. An *exact* number has no symbols; a *length* may have some; on
a *nominal* number no equation depends, so symbols count with their values and pi as a float.

A **name** has letters, digits and underscores, at most 64 of them. A list that may have one item alone may
be written without brackets. No key may stand twice, and aliases, anchors and tags are not used.

Bodies are a tree: each has one `parent`. Closed kinematic loops (a four-bar linkage, a Stewart platform) are not supported. Cut the loop
at a joint, which leaves a tree; where the loop makes joints move with others in proportion, as parallelograms do, say so with a joint's
`coordinate`, and where motors move several joints, with a coupled `transmission`. Forces in the joint that was cut are not known to the
equations.
";

/// The page `docs/robot-file.md`, in Markdown: each map of the robot file with its keys.
#[must_use]
pub fn reference() -> String {
    let mut text = HEAD.to_owned();
    section(&mut text, &ROBOT, "");
    text
}

/// A map with its keys, then the maps in it.
fn section(text: &mut String, place: &'static Place, path: &str) {
    let title = match path {
        "" => "The robot".to_owned(),
        path => format!("`{path}`"),
    };
    *text += &format!("\n## {title}\n\n{}\n\n", place.about);
    *text +=
        "| key | value | unit | if left out | meaning | example |\n|---|---|---|---|---|---|\n";
    let (mut maps, mut words) = (Vec::new(), String::new());
    for key in place.keys {
        let (name, unit, about, example) = (key.name, key.unit, key.about, key.example);
        let inner = format!("{path}.{name}");
        let value = value(&key.shape, inner.trim_start_matches('.'), &mut maps);
        let absent = match (key.required, key.default) {
            (true, _) => "an error".to_owned(),
            (_, "") => "none".to_owned(),
            (_, default) => format!("`{default}`"),
        };
        *text += &format!("| `{name}` | {value} | {unit} | {absent} | {about} | `{example}` |\n");
        let listed = key.shape.words().into_iter();
        for (word, says) in listed.clone().flat_map(|words| words.words) {
            words += &format!("- `{name}: {word}`: {says}\n");
        }
        for later in listed.flat_map(|words| words.later) {
            let (word, instead) = (later.word, later.instead);
            words += &format!("- `{name}: {word}`: not supported; {instead}\n");
        }
    }
    if !words.is_empty() {
        *text += &format!("\n{words}");
    }
    for (place, path) in maps {
        section(text, place, &path);
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
fn value(shape: &Shape, path: &str, maps: &mut Vec<(&'static Place, String)>) -> String {
    let mut inner = |of, within: &str| value(of, &format!("{path}{within}"), maps);
    match shape {
        Shape::Text => "text".to_owned(),
        Shape::Function => "function".to_owned(),
        Shape::Name(_) | Shape::Reference(_) => "name".to_owned(),
        Shape::Truth => "`true` or `false`".to_owned(),
        Shape::Word(words) => format!("`{}`", words.names().join("`, `")),
        Shape::Number(number) => number.kind().to_owned(),
        Shape::Numbers(length, number) => format!("{length} times {}", number.kind()),
        Shape::Count(_, most) => format!("whole number from 1 to {most}"),
        Shape::Map(place) => {
            maps.push((place, path.to_owned()));
            format!("map `{path}`")
        }
        Shape::List(of, ..) => format!("list of {}", enclosed(inner(of, "[]"))),
        Shape::OneOrMore(of, _) => format!("one or more of {}", enclosed(inner(of, ""))),
        Shape::Entries(of, _) => format!("map from names to {}", enclosed(inner(of, ".NAME"))),
        Shape::Either(one, other) => format!("{}, or {}", inner(one, ""), inner(other, "")),
    }
}
