use super::{placed, with, wrong};
use crate::recording::description::schema;
use serde_json::{Value, json};

#[test]
fn a_key_that_has_another_place_is_told_where() {
    let recording = "it belongs to `recording`";
    let processing = "it belongs to `processing`";
    let mut all = vec![
        (
            "constant",
            "torque for each ampere belongs to `current`, a factor is `scale`, and a joint that was held stands among the columns: \
             `columns: [p1, {constant: 0}]`",
        ),
        (
            "offset",
            "only `position`, `second_position`, `torque`, `measured`, `user`, `contacts`, and `angular_velocity` and `acceleration` of `base` have one",
        ),
        ("rate", "it belongs to `time`"),
        ("column", "`columns` has one a joint"),
        ("from", "it belongs to `select`"),
        ("to", "it belongs to `select`"),
        ("processing", "it stands beside `recording`, not in it"),
    ];
    for key in "file time position velocity acceleration torque current phases second_position user weight measured base contacts \
                select segment runs"
        .split_whitespace()
    {
        all.push((key, recording));
    }
    let schema: Value = serde_json::from_str(&schema()).expect("JSON");
    let of_processing = &schema["properties"]["processing"]["properties"];
    let of_processing = of_processing.as_object().expect("keys");
    assert!(of_processing.contains_key("motor_velocity_threshold"));
    for key in of_processing.keys() {
        all.push((key, processing));
    }
    for (key, hint) in all {
        // None of these is a key of `weight`'s neighbour `select`, but for its own two.
        let (place, line) = match key {
            "from" | "to" => ("time", format!("  time: {{column: t, {key}: 1}}\n")),
            _ => ("select", format!("  select: {{from: 1, {key}: 1}}\n")),
        };
        let text = match place {
            "time" => with("").replacen("  time: {column: t}\n", &line, 1),
            _ => with(&line),
        };
        assert_eq!(
            wrong(&text),
            [format!("`{place}` has no key `{key}`: {hint}")]
        );
    }
}

#[test]
fn keys_that_are_missing_or_misspelt_are_told_once() {
    let said =
        placed("recording:\n  fil: run.csv\n  tim: {column: t}\n  positions: {columns: [a, b]}\n");
    assert_eq!(
        said,
        [
            "2:3 `recording` has no key `fil`; did you mean file?",
            "3:3 `recording` has no key `tim`; did you mean time?",
            "4:3 `recording` has no key `positions`; did you mean position?",
        ]
    );
    // A key that is known elsewhere in the map stands for no other.
    let said = placed("recording:\n  user: []\n  base: {}\n");
    let needed = |key: &str, example: &str| {
        format!("2:3 `recording` has no `{key}`: add `{key}: {example}`")
    };
    assert_eq!(
        said,
        [
            needed("file", "run.csv"),
            needed("time", "{column: t, unit: s}"),
            needed("position", "{columns: [p1, p2], unit: deg}"),
        ]
    );
    assert_eq!(
        placed(&with("  contacts: [{at: [0, 0, 1]}]\n")),
        [
            "5:14 a contact has no `body`: add `body: lower_leg`",
            "5:14 a contact has no `columns`: add `columns: [fx, fy, fz]`",
        ]
    );
    assert_eq!(
        wrong("processing: {order: 4}\n"),
        [
            "the description has no `recording`: add `recording: {file: run.csv, time: {column: t}, position: {columns: [p1, p2]}}`"
        ]
    );
    assert_eq!(
        wrong(&with("  weight: 1\nprocess: {order: 4}\n")),
        ["the description has no key `process`; did you mean processing?"]
    );
}

#[test]
fn keys_without_effect_beside_others_are_told() {
    let of = |lines: &str| wrong(&with(lines));
    let none = |key: &str, why: &str| format!("`{key}` has no effect: {why}");
    let columns = "{columns: [c, d]}";
    let phases = "[{columns: [a, b, c], constant: 1, pairs: 2}]";
    assert_eq!(
        of(&format!(
            "  torque: {columns}\n  current: {columns}\n  phases: {phases}\n"
        )),
        [
            none("current", "give `torque` or `current`, not both"),
            none("phases", "give `torque` or `phases`, not both"),
        ]
    );
    assert_eq!(
        of(&format!("  current: {columns}\n  phases: {phases}\n")),
        [none("phases", "give `current` or `phases`, not both")]
    );
    assert_eq!(
        of("  runs: [a.csv, b.csv]\n"),
        [none(
            "file",
            "`runs` names the files; leave one of the two out"
        )]
    );
    let time = |time: &str| wrong(&with("").replacen("{column: t}", time, 1));
    let clock = "the column of time stamps says it; leave one of the two out";
    assert_eq!(
        time("{column: t, rate: 5, unit: s, file: a}"),
        [none("rate", clock)]
    );
    assert_eq!(
        time("{rate: 5, unit: s, file: a}"),
        [
            none("unit", "a rate is in Hz; leave it out, or name a `column`"),
            none(
                "file",
                "a rate needs no file; leave it out, or name a `column`"
            ),
        ]
    );
    assert_eq!(
        time("{unit: s}"),
        [
            "time is missing: give `time: {column: NAME, unit: s}`, or `time: {rate: HZ}` if the samples are evenly spaced"
        ]
    );
}

#[test]
fn the_schema_says_the_shape_of_every_kind_of_value() {
    let schema: Value = serde_json::from_str(&schema()).expect("JSON");
    let at = |path: &str| {
        schema
            .pointer(path)
            .unwrap_or_else(|| panic!("{path}"))
            .clone()
    };
    let of = |path: &str, expected: &Value| {
        let mut found = at(path);
        found.as_object_mut().expect("a map").remove("description");
        assert_eq!(&found, expected, "{path}");
    };
    assert_eq!(
        at("/$schema"),
        json!("https://json-schema.org/draft/2020-12/schema")
    );
    assert_eq!(at("/title"), json!("Armwright recording"));
    assert_eq!(
        [at("/type"), at("/additionalProperties")],
        [json!("object"), json!(false)]
    );
    assert_eq!(at("/required"), json!(["recording"]));
    assert_eq!(
        at("/description"),
        json!("A map with the recording and, if wanted, how it is processed.")
    );
    assert_eq!(
        at("/properties/recording/required"),
        json!(["time", "position"])
    );
    assert_eq!(
        at("/properties/recording/properties/weight/description"),
        json!(
            "How much more the recording counts than its noise says, where `together` fits several."
        )
    );
    let recording = |key: &str| format!("/properties/recording/properties/{key}");
    let processing = |key: &str| format!("/properties/processing/properties/{key}");
    let text = json!({"type": ["string", "number"]});
    let several = |one: Value| json!({"anyOf": [one, {"type": "array", "items": one}]});
    of(&recording("file"), &several(text.clone()));
    of(
        &recording("weight"),
        &json!({"type": "number", "exclusiveMinimum": 0}),
    );
    of(
        &recording("time/properties/unit"),
        &json!({"enum": [
            "s", "sec", "secs", "second", "seconds", "ms", "msec", "millisecond", "milliseconds", "us", "µs", "μs", "usec", "microsecond",
            "microseconds", "ns", "nsec", "nanosecond", "nanoseconds", "day", "days"
        ]}),
    );
    of(&recording("time/properties/column"), &text);
    of(
        &recording("position/properties/side"),
        &json!({"enum": ["joint", "motor"]}),
    );
    of(
        &recording("position/properties/sign"),
        &several(json!({"enum": [1, -1]})),
    );
    of(
        &recording("position/properties/offset"),
        &several(json!({"type": ["number", "string"]})),
    );
    of(
        &recording("select/anyOf/0/properties/from"),
        &json!({"type": "number"}),
    );
    of(
        &recording("base/properties/at"),
        &json!({"type": "array", "items": {"type": "number"}}),
    );
    of(
        &processing("order"),
        &json!({"type": "integer", "minimum": 1}),
    );
    of(
        &processing("trim"),
        &json!({"type": "integer", "minimum": 0}),
    );
    of(
        &processing("velocity_threshold"),
        &several(json!({"type": "number", "minimum": 0})),
    );
    of(
        &processing("cutoff"),
        &json!({"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"enum": ["auto"]}]}),
    );
}
