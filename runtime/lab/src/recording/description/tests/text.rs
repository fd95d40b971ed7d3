use super::{placed, read, with, wrong};
use crate::recording::description::Document;
use crate::recording::error::Spot;

#[test]
fn what_is_no_yaml_is_told_in_words_of_our_own() {
    let of = |text: &str| placed(text)[0].clone();
    let tab = "a tab stands where YAML has spaces: indent with spaces";
    let bracket = "a bracket or brace is not closed, or a comma is missing in front of this";
    let quote = "a quote is not closed, or text follows one that is";
    let colon =
        "a colon too many: put a text that has one in quotes, and each key on a line of its own";
    let key =
        "a key and its value are missing here: write `key: value`, keys of one map equally far in";
    let mixed = "a list and a map are mixed: items begin with `- `, equally far in, keys do not";
    let other = "this cannot be read as YAML: mind the indentation, put a space behind each colon, close brackets and quotes, and \
                 put texts with `: # & * ! % @` in quotes";
    for (text, what) in [
        ("a:\n\tb: 1\n", tab),
        ("a: [1, 2\nb: 3\n", bracket),
        ("a: ]\n", bracket),
        ("a: 'x\n", quote),
        ("a: b: c\n", colon),
        ("a: 1\nb\n", key),
        ("a: 1\n- b\n", key),
        ("a: - 2\n", mixed),
        ("a: @b\n", other),
    ] {
        let found = of(text);
        assert!(found.ends_with(&format!(" {what}")), "{text:?}: {found}");
    }
}

#[test]
fn a_tab_is_told_where_it_stands() {
    let said = |text: &str| placed(text)[0].clone();
    let tab = "a tab stands where YAML has spaces: indent with spaces";
    assert_eq!(
        said("recording:\n  file: a\n\ttime: b\n"),
        format!("3:1 {tab}")
    );
    assert_eq!(
        said("recording:\n  file: a\n  \ttime: b\n  x: 1\n"),
        format!("3:3 {tab}")
    );
}

#[test]
fn a_text_is_refused_before_anything_large_is_made_of_it() {
    let nested = |depth: usize| {
        // The description and the recording are two of them.
        with(&format!(
            "  weight: {}{}\n",
            "[".repeat(depth),
            "]".repeat(depth)
        ))
    };
    let shape = "`weight` has a list where a number above 0 is wanted; for example `weight: 0.5`";
    assert_eq!(wrong(&nested(14)), [shape]);
    assert_eq!(
        placed(&nested(15)),
        ["5:25 lists and maps stand more than 16 deep in each other"]
    );
    // Twelve keys and values, the maps and the list themselves, and the columns of it.
    let many = |count: usize| format!("[{}]\n", vec!["1"; count].join(","));
    let others = 19_998;
    assert_eq!(wrong(&many(others + 1)).len(), 1);
    assert!(wrong(&many(others + 1))[0].starts_with("the description is a list, not a map"));
    assert_eq!(
        wrong(&many(others + 2)),
        ["a description has no more than 20000 values"]
    );
    let small = with("");
    let filled = |bytes: usize| small.clone() + "#" + &"x".repeat(bytes - small.len() - 1);
    assert!(Document::parse(filled(1 << 20).as_bytes()).is_ok());
    assert_eq!(
        wrong(&filled((1 << 20) + 1)),
        ["a description of more than 1 MiB is not a description"]
    );
    let latin = [b"a: 1\nb: 2\nc: ".as_slice(), &[0xe9], b"\n"].concat();
    let mistakes = Document::parse(&latin).expect_err("Latin-1");
    assert_eq!(mistakes.len(), 1);
    assert_eq!(
        mistakes[0].what,
        "line 3 is not UTF-8: save the description as UTF-8 text"
    );
}

#[test]
fn nothing_and_texts_are_told_apart() {
    let empty =
        "the description is empty: write `recording:` with `file`, `time`, `position` and `torque`";
    for text in ["", "# only this\n", "~\n", "null\n"] {
        assert_eq!(wrong(text), [empty], "{text:?}");
    }
    let weight = |found: &str| {
        [format!(
            "`weight` has {found} where a number above 0 is wanted; for example `weight: 0.5`"
        )]
    };
    for (text, found) in [
        ("", "nothing"),
        ("~", "nothing"),
        ("null", "nothing"),
        ("'~'", "`~`"),
        ("''", "``"),
        ("\"a\\tb\"", "`a\\tb`"),
        ("{from: 1}", "a map"),
        ("[]", "a list"),
    ] {
        assert_eq!(
            wrong(&with(&format!("  weight: {text}\n"))),
            weight(found),
            "{text}"
        );
    }
    let long = with(&format!("  weight: {}y\n", "x".repeat(40)));
    assert_eq!(wrong(&long), weight(&format!("`{}`", "x".repeat(40))));
    // A mark of the byte order is no text.
    assert_eq!(
        read(&format!("\u{feff}{}", with(""))).recording.file.0,
        ["run.csv"]
    );
}

#[test]
fn keys_stand_once_and_are_texts_and_mistakes_in_the_order_of_lines() {
    assert_eq!(
        placed(&with("  weight: 1\n  user: []\n  weight: 0\nother: 1\n")),
        [
            "7:3 `weight` stands twice, first on line 5",
            "8:1 the description has no key `other`; it may have `recording`, `processing`",
        ]
    );
    assert_eq!(placed("? [a]\n: 1\n"), ["1:3 a list cannot be a key"]);
    assert_eq!(placed("? {a: 1}\n: 1\n"), ["1:3 a map cannot be a key"]);
    let several = "a second document begins here: a description is one";
    assert_eq!(
        placed(&format!("{}---\na: 1\n", with(""))),
        [format!("5:1 {several}")]
    );
    assert_eq!(
        read(&format!("---\n{}", with(""))).recording.file.0,
        ["run.csv"]
    );
    let indirect = "`&`, `*` and `!` (anchors, aliases, tags) have no meaning in a description: write the value itself, and put a \
                    text that begins so in quotes";
    for value in [
        "&a 1",
        "&a [1]",
        "&a {b: 1}",
        "!!str 1",
        "!x [1]",
        "!x {b: 1}",
    ] {
        let text = with(&format!("  weight: {value}\n"));
        assert_eq!(wrong(&text), [indirect], "{value}");
    }
}

#[test]
fn places_are_those_of_an_item_or_its_key_or_its_map() {
    let text = with("  velocity: {columns: [c, d], unit: [m/s, rpm]}\n  weight: 2\n");
    let recording = read(&text).recording;
    let at = |key: &str, item: Option<usize>| {
        let spot = recording.spot(key, item);
        spot.map(|Spot { line, column }| (line, column))
    };
    assert_eq!(at("velocity.unit", Some(0)), Some((5, 38)));
    assert_eq!(at("velocity.unit", Some(1)), Some((5, 43)));
    assert_eq!(at("velocity.unit", Some(2)), Some((5, 37)));
    assert_eq!(at("velocity.unit", None), Some((5, 37)));
    assert_eq!(at("velocity.sign", Some(0)), Some((5, 13)));
    assert_eq!(at("weight", Some(0)), Some((6, 11)));
    assert_eq!(at("torque", None), Some((2, 3)));
    assert_eq!(at("torque.sign", None), None);
}
