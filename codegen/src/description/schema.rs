//! The robot file as a JSON Schema, for editors that complete and check while one types.

use serde_json::{Value, json};

use super::keys::{self, Place};
use super::shapes::{
    list, map, name, number, number_definition, numbers, object, text, truth, word, words,
};

/// The JSON Schema (draft 2020-12) of a robot file, as indented text.
///
/// It says what shape each value has. What a schema cannot say (parents before children, unit
/// axes, a transmission that is regular) is for [`super::read`] and the mechanism.
#[must_use]
pub fn schema() -> String {
    format!("{:#}\n", document())
}

fn document() -> Value {
    let properties = [
        (
            "robot",
            name(
                "[a-z][a-z0-9_]*",
                "The robot's name; it becomes a Rust module.",
            ),
        ),
        ("title", text("A line for people.")),
        ("source", text("Where the numbers come from.")),
        (
            "gravity",
            numbers(3, "Free-fall acceleration in the base frame, m/s²."),
        ),
        ("base", words(&["fixed"], "Whether the base moves.")),
        (
            "constants",
            map(constant(), "Names for numbers, usable in expressions."),
        ),
        (
            "bodies",
            list(
                body(),
                "Parents before children; the order is the parameter order.",
            ),
        ),
        ("drives", drives()),
        ("measure", measure()),
        ("recovery", recovery()),
        ("base_parameters", representatives()),
        ("equations", equations()),
    ];
    let Value::Object(mut schema) = object(
        &keys::ROBOT,
        "A robot for Armwright.",
        &["robot", "gravity", "bodies"],
        properties,
    ) else {
        return Value::Null;
    };
    schema.insert(
        "$schema".to_owned(),
        json!("https://json-schema.org/draft/2020-12/schema"),
    );
    schema.insert("title".to_owned(), json!("Armwright robot file"));
    schema.insert("$defs".to_owned(), json!({"number": number_definition()}));
    Value::Object(schema)
}

fn constant() -> Value {
    let properties = [
        ("value", number("Its value.")),
        ("unit", text("Its SI unit; or deg.")),
        (
            "symbolic",
            truth("Whether it stays a symbol in equations; lengths only."),
        ),
    ];
    let full = object(&keys::CONSTANT, "A named constant.", &["value"], properties);
    json!({"anyOf": [{"$ref": "#/$defs/number"}, full]})
}

fn body() -> Value {
    let tensor = |key| (key, number("kg·m²"));
    let inertia = object(
        &keys::INERTIA,
        "Inertia tensor about the centre of mass, axes parallel to the body's frame.",
        &["xx", "yy", "zz"],
        ["xx", "xy", "xz", "yy", "yz", "zz"].map(tensor),
    );
    let physical = object(
        &keys::PHYSICAL,
        "Nominal values, for instance from CAD.",
        &["mass"],
        [
            ("mass", number("kg")),
            ("com", numbers(3, "Centre of mass in the body's frame, m.")),
            ("inertia", inertia),
        ],
    );
    let standard = "Nominal [m, mx, my, mz, Lxx, Lxy, Lxz, Lyy, Lyz, Lzz], about the origin.";
    object(
        &keys::BODY,
        "A body and the joint that carries it.",
        &["name", "parent", "joint"],
        [
            ("name", word("Its name.")),
            ("parent", word("The body that carries it, or base.")),
            ("joint", joint()),
            ("physical", physical),
            ("standard", numbers(10, standard)),
        ],
    )
}

fn joint() -> Value {
    let origin = object(
        &keys::ORIGIN,
        "The joint's pose in the parent body's frame at zero position.",
        &[],
        [
            ("xyz", numbers(3, "m")),
            (
                "rpy",
                numbers(3, "Roll, pitch and yaw about fixed axes, rad: Rz Ry Rx."),
            ),
        ],
    );
    let row = object(
        &keys::DH,
        "A Denavit-Hartenberg row, in place of origin and axis.",
        &["convention"],
        [
            (
                "convention",
                words(&["standard", "modified"], "Order of the displacements."),
            ),
            ("alpha", number("Twist about x, rad.")),
            ("a", number("Displacement along x, m.")),
            (
                "d",
                number("Displacement along z, m; the offset of a prismatic joint."),
            ),
            (
                "theta",
                number("Turn about z, rad; the offset of a revolute joint."),
            ),
        ],
    );
    let limits = object(
        &keys::LIMITS,
        "What the joint may do; rad and N·m, or m and N.",
        &[],
        [
            ("position", numbers(2, "[lowest, highest]")),
            ("velocity", number("Highest speed.")),
            ("acceleration", number("Highest acceleration.")),
            ("effort", number("Highest torque or force.")),
        ],
    );
    object(
        &keys::JOINT,
        "A joint.",
        &["type"],
        [
            ("name", word("Its name; a fixed joint needs none.")),
            (
                "type",
                words(
                    &["revolute", "continuous", "prismatic", "fixed"],
                    "How it moves.",
                ),
            ),
            ("origin", origin),
            ("axis", numbers(3, "A unit vector in the joint's frame.")),
            ("dh", row),
            ("limits", limits),
            ("friction", friction("At the joint.")),
            (
                "armature",
                truth("An inertia on the joint's own coordinate."),
            ),
            ("nominal", nominal(&keys::JOINT_NOMINAL, "armature")),
        ],
    )
}

fn friction(description: &str) -> Value {
    list(words(keys::FRICTION, "A friction term."), description)
}

fn nominal(place: &Place, inertia: &str) -> Value {
    let terms = [inertia, "coulomb", "viscous", "offset"].map(|key| (key, number("SI units.")));
    object(place, "Nominal values of the terms.", &[], terms)
}

fn drives() -> Value {
    let motor = object(
        &keys::MOTOR,
        "A motor: a row of the transmission.",
        &["name"],
        [
            ("name", word("Its name.")),
            (
                "rotor_inertia",
                truth("An inertia on the motor's coordinate."),
            ),
            ("friction", friction("At the motor.")),
            ("torque_constant", number("N·m/A")),
            ("nominal", nominal(&keys::MOTOR_NOMINAL, "rotor_inertia")),
        ],
    );
    let matrix = json!({
        "description": "q_motor = G q_joint: rows, or a list of numbers for a diagonal.",
        "type": "array",
        "items": {"anyOf": [
            {"$ref": "#/$defs/number"},
            {"type": "array", "items": {"$ref": "#/$defs/number"}},
        ]},
    });
    object(
        &keys::DRIVES,
        "Transmission and motors.",
        &[],
        [
            (
                "side",
                words(
                    &["joint", "motor"],
                    "Where positions and torques are measured.",
                ),
            ),
            ("transmission", matrix),
            ("motors", list(motor, "As many as joints that move.")),
        ],
    )
}

fn measure() -> Value {
    let names = |what: &str| json!({"anyOf": [word(what), list(word(what), what)]});
    let of_some = object(
        &keys::MEASURE,
        "Measured at some places only.",
        &[],
        [
            ("torque", names("Torque of these joints or motors only.")),
            (
                "wrench",
                names("Force and torque between this body and its parent."),
            ),
        ],
    );
    let alone = words(
        &["torque", "energy"],
        "Torque of every drive; the balance of energy.",
    );
    let quantity = json!({"anyOf": [alone, of_some]});
    json!({
        "description": "What is measured: the rows of the regressor.",
        "anyOf": [quantity, {"type": "array", "minItems": 1, "items": quantity}],
    })
}

fn recovery() -> Value {
    let costs = [
        ("mass", "Of a mass."),
        ("length", "Of a symbolic constant."),
        ("centre", "Of a coordinate of a centre of mass."),
        ("inertia", "Of an element of an inertia tensor."),
        (
            "drive",
            "Of a rotor inertia, an armature or a friction coefficient.",
        ),
    ];
    let costs = costs.map(|(key, description)| (key, number(description)));
    let known = list(
        word("A physical parameter, such as m_a."),
        "Known before identification.",
    );
    let cost = object(&keys::COST, "What it costs to know one.", &[], costs);
    object(
        &keys::RECOVERY,
        "What is known.",
        &[],
        [("known", known), ("cost", cost)],
    )
}

fn representatives() -> Value {
    let names = |description| list(word("A standard parameter, such as mx_a."), description);
    object(
        &keys::REPRESENTATIVES,
        "Which parameters of a group vanish, and which represent it.",
        &[],
        [
            ("drop", names("Set to zero.")),
            ("keep", names("Stay as representatives.")),
        ],
    )
}

fn equations() -> Value {
    let choice = words(&["sin", "cos"], "The square that is printed.");
    let joints = map(choice, "From joints to the square that is printed.");
    let budget = json!({
        "type": "integer",
        "minimum": 1,
        "maximum": super::reader::LARGEST_COUNT,
        "description": "The most terms of a closed form.",
    });
    object(
        &keys::EQUATIONS,
        "How equations are printed.",
        &[],
        [
            (
                "squares",
                map(joints, "From elements such as M_12 to joints."),
            ),
            ("budget", budget),
        ],
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::{document, keys, schema};

    /// Every set of property names in the schema.
    fn property_sets(schema: &Value, found: &mut Vec<BTreeSet<String>>) {
        if let Some(Value::Object(properties)) = schema.get("properties") {
            found.push(properties.keys().cloned().collect());
        }
        match schema {
            Value::Object(map) => map.values().for_each(|value| property_sets(value, found)),
            Value::Array(list) => list.iter().for_each(|value| property_sets(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_key_of_the_reader_is_in_the_schema() {
        // Known only to be answered "not supported yet".
        let later = ["coordinate", "locked"];
        let mut found = Vec::new();
        property_sets(&document(), &mut found);
        for place in keys::ALL {
            let keys: BTreeSet<String> = place.keys.iter().map(|&key| key.to_owned()).collect();
            let keys = keys
                .into_iter()
                .filter(|key| !later.contains(&key.as_str()))
                .collect();
            assert!(found.contains(&keys), "{}: {keys:?}", place.name);
        }
        let known: BTreeSet<&str> = keys::ALL
            .iter()
            .flat_map(|place| place.keys)
            .copied()
            .collect();
        for key in found.iter().flatten() {
            assert!(
                known.contains(key.as_str()),
                "the reader does not know `{key}`"
            );
        }
    }

    #[test]
    fn the_schema_is_json() {
        let parsed: Value = serde_json::from_str(&schema()).expect("JSON");
        assert_eq!(parsed, document());
    }
}
