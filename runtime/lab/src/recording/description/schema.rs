//! The description as a JSON Schema, for editors that complete and check while one types.

use serde_json::{Map, Value, json};

use super::shape::{Key, Place, Shape};
use super::table::DOCUMENT;

/// The JSON Schema (draft 2020-12) of a recording's description, as indented text.
///
/// It says what shape each value has; whether columns, joints and units fit each other is for
/// [`Recording::read`](crate::recording::Recording::read).
#[must_use]
pub fn schema() -> String {
    let mut schema = map(&DOCUMENT);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("Armwright recording");
    format!("{schema:#}\n")
}

fn map(place: &Place) -> Value {
    let property = |key: &'static Key| {
        let mut property = shape(&key.shape);
        property["description"] = json!(key.about);
        (key.name.to_owned(), property)
    };
    let required = place.keys.iter().filter(|key| key.required);
    json!({
        "type": "object",
        "description": place.about,
        "additionalProperties": false,
        "required": required.map(|key| key.name).collect::<Vec<_>>(),
        "properties": place.keys.iter().map(property).collect::<Map<_, _>>(),
    })
}

fn shape(of: &Shape) -> Value {
    match of {
        // A name of digits is a number to a YAML reader.
        Shape::Text(_) => json!({"type": ["string", "number"]}),
        Shape::Unit(channel) => {
            let names = channel.units().iter().flat_map(|unit| unit.names);
            json!({"enum": names.collect::<Vec<_>>()})
        }
        Shape::Number => json!({"type": "number"}),
        Shape::Positive => json!({"type": "number", "exclusiveMinimum": 0}),
        Shape::Threshold => json!({"type": "number", "minimum": 0}),
        Shape::Angle => json!({"type": ["number", "string"]}),
        Shape::Sign => json!({"enum": [1, -1]}),
        Shape::Count(least) => json!({"type": "integer", "minimum": least}),
        Shape::Word(words) => {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            json!({"enum": words})
        }
        Shape::Map(place) => map(place),
        Shape::List(of, _) => json!({"type": "array", "items": shape(of)}),
        Shape::OneOrMore(of, _) => {
            json!({"anyOf": [shape(of), {"type": "array", "items": shape(of)}]})
        }
        Shape::Either(one, other) => json!({"anyOf": [shape(one), shape(other)]}),
    }
}
