//! The small pieces that the schema is made of.

use serde_json::{Map, Value, json};

use super::keys::Place;

/// A map with the keys of a place. Keys that the reader knows only to answer "not supported yet"
/// are left out of `properties`, so that editors do not offer them.
pub(super) fn object<const N: usize>(
    place: &Place,
    description: &str,
    required: &[&str],
    properties: [(&str, Value); N],
) -> Value {
    debug_assert!(properties.iter().all(|(key, _)| place.keys.contains(key)));
    let properties: Map<String, Value> = properties
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    json!({
        "type": "object",
        "description": description,
        "additionalProperties": false,
        "required": required,
        "properties": properties,
    })
}

/// Whatever stands for a number.
pub(super) fn number_definition() -> Value {
    json!({
        "description": "A decimal (read exactly), an angle (90deg, pi/2), or an expression with \
                        + - * / and parentheses over numbers and constants.",
        "anyOf": [{"type": "number"}, {"type": "string", "minLength": 1, "maxLength": 1000}],
    })
}

/// A number.
pub(super) fn number(description: &str) -> Value {
    json!({"$ref": "#/$defs/number", "description": description})
}

/// A list of so many numbers.
pub(super) fn numbers(length: usize, description: &str) -> Value {
    json!({
        "type": "array",
        "description": description,
        "items": {"$ref": "#/$defs/number"},
        "minItems": length,
        "maxItems": length,
    })
}

/// A text.
pub(super) fn text(description: &str) -> Value {
    json!({"type": "string", "description": description})
}

/// True or false.
pub(super) fn truth(description: &str) -> Value {
    json!({"type": "boolean", "description": description})
}

/// A name of a certain form.
pub(super) fn name(pattern: &str, description: &str) -> Value {
    // A name of digits is a number to a YAML reader.
    json!({"type": ["string", "integer"], "pattern": format!("^{pattern}$"), "description": description})
}

/// The name of a body, joint, motor, constant or parameter.
pub(super) fn word(description: &str) -> Value {
    name("[A-Za-z0-9_]+", description)
}

/// One of several words.
pub(super) fn words(words: &[&str], description: &str) -> Value {
    json!({"enum": words, "description": description})
}

/// A list.
pub(super) fn list(items: Value, description: &str) -> Value {
    json!({"type": "array", "items": items, "description": description})
}

/// A map from names to values of one shape.
pub(super) fn map(values: Value, description: &str) -> Value {
    json!({
        "type": "object",
        "description": description,
        "propertyNames": {"pattern": "^[A-Za-z0-9_]+$"},
        "additionalProperties": values,
    })
}
