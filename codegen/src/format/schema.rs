//! The robot file as a JSON Schema, for editors that complete and check while one types.

use serde_json::{Map, Value, json};

use super::shape::{Key, Named, Place, Shape};
use super::table::ROBOT;

/// The JSON Schema (draft 2020-12) of a robot file, as indented text.
///
/// It says what shape each value has. What a schema cannot say (parents before children, unit
/// axes, a transmission that is regular) is for [`super::read`] and the mechanism.
#[must_use]
pub fn schema() -> String {
    let mut schema = map(&ROBOT);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("Armwright robot file");
    schema["$defs"] = json!({"number": {
        "description": "A decimal (read exactly), an angle (90deg, pi/2), or an expression with \
                        + - * / and parentheses over numbers and constants.",
        "anyOf": [{"type": "number"}, {"type": "string", "minLength": 1}],
    }});
    format!("{schema:#}\n")
}

/// A map with the keys of a place. Those that the reader only answers "not supported yet" are left
/// out, so that editors do not offer them.
fn map(place: &Place) -> Value {
    let property = |key: &'static Key| {
        let mut property = shape(&key.shape);
        property["description"] = json!(key.sentence());
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
    const NAME: &str = "[A-Za-z0-9_]+";
    let number = || json!({"$ref": "#/$defs/number"});
    // A name of digits is a number to a YAML reader.
    let name = |pattern| json!({"type": ["string", "integer"], "pattern": format!("^{pattern}$")});
    match of {
        Shape::Text => json!({"type": "string"}),
        Shape::Function => json!({"type": ["string", "number"]}),
        Shape::Name(Named::Robot) => name("[a-z][a-z0-9_]*"),
        Shape::Name(_) | Shape::Reference(_) => name(NAME),
        Shape::Truth => json!({"type": "boolean"}),
        Shape::Word(words) => json!({"enum": words.names()}),
        Shape::Number(_) => number(),
        Shape::Numbers(length, _) => json!({
            "type": "array", "items": number(), "minItems": length, "maxItems": length,
        }),
        Shape::Count(_, most) => json!({"type": "integer", "minimum": 1, "maximum": most}),
        Shape::Map(place) => map(place),
        Shape::List(of, ..) => json!({"type": "array", "items": shape(of)}),
        Shape::OneOrMore(of, _) => {
            json!({"anyOf": [shape(of), {"type": "array", "items": shape(of)}]})
        }
        Shape::Entries(of, _) => json!({
            "type": "object",
            "propertyNames": {"pattern": format!("^{NAME}$")},
            "additionalProperties": shape(of),
        }),
        Shape::Either(one, other) => json!({"anyOf": [shape(one), shape(other)]}),
    }
}
