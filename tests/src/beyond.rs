//! What the generator's library makes of robot files with keys that its reader does not know yet:
//! joints that depend on others, a base that is moved.

use armwright_codegen::algebra::{Indexed, JointIndex, Place, Rational};
use armwright_codegen::description::Angle;
use armwright_codegen::mechanism::{Base, Dependence, Mechanism, load};
use serde_yaml::{Mapping, Value};

use crate::freed;

/// The mechanism of a robot file, dependent joints, joints that are held still and a base that is moved
/// included.
///
/// # Panics
/// If the text is not a robot file, or the generator finds fault with it.
#[must_use]
pub fn built(text: &str) -> Mechanism {
    let file: Mapping = serde_yaml::from_str(text).expect("a robot file is a YAML map");
    let mut tree: Mapping =
        serde_yaml::from_str(&freed(text).text).expect("a map that was written");
    tree.remove("base");
    let tree = serde_yaml::to_string(&tree).expect("a map that was read");
    let (tree, _) =
        load("invention.yaml", &tree).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    let bodies = file["bodies"].as_sequence().into_iter().flatten();
    let joints = bodies
        .map(|body| &body["joint"])
        .filter(|joint| joint["type"] != "fixed");
    let joints: Vec<&Value> = joints.collect();
    let dependences: Vec<Dependence> = (0..joints.len())
        .filter_map(|place| dependence(&joints, place))
        .collect();
    let dependent = tree.with_dependent(&dependences);
    let mut mechanism = dependent.unwrap_or_else(|error| panic!("{error}:\n{text}"));
    drive(&mut mechanism);
    if file.get("base").is_some_and(|base| base == "floating") {
        mechanism.base = Base::Input;
    }
    mechanism
}

/// How a joint depends on others; `None` if it is free.
fn dependence(joints: &[&Value], place: usize) -> Option<Dependence> {
    let joint = joints[place];
    let index = |name: &Value| joints.iter().position(|joint| joint["name"] == *name);
    let mut offset = joint.get("locked");
    let mut terms = Vec::new();
    match joint.get("coordinate").and_then(Value::as_mapping) {
        None => drop(offset?),
        Some(form) => {
            for (name, value) in form {
                match index(name).and_then(JointIndex::new) {
                    Some(other) => terms.push((other, rational(&text(value)))),
                    None => offset = Some(value),
                }
            }
        }
    }
    let offset = offset.map_or("0".to_owned(), text);
    let slides = joint["type"] == "prismatic";
    Some(Dependence {
        joint: JointIndex::new(place)?,
        terms,
        angle: if slides { Angle::ZERO } else { angle(&offset) },
        distance: if slides {
            rational(&offset)
        } else {
            Rational::ZERO
        },
    })
}

/// Takes the motors and the transmission of a tree, as [`freed`] made them, back to the coordinates.
fn drive(mechanism: &mut Mechanism) {
    let free: Vec<usize> = mechanism.coordinates.iter().map(|c| c.joint.at()).collect();
    if let Some(rows) = &mut mechanism.transmission {
        rows.truncate(free.len());
        for row in rows {
            *row = free.iter().map(|&joint| row[joint].clone()).collect();
        }
    }
    let motors = mechanism.motors.iter().take(free.len()).cloned();
    mechanism.motors = Indexed::collected(motors).expect("fewer motors than before");
}

fn text(value: &Value) -> String {
    let number = serde_yaml::to_string(value).expect("a number is YAML");
    let text = value.as_str().map(str::to_owned);
    text.unwrap_or_else(|| number.trim().to_owned())
}

/// `3`, `0.75` or `2/3`.
fn rational(text: &str) -> Rational {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let number = |text: &str| Rational::decimal(text.trim());
    let quotient = number(above).and_then(|above| &above / &number(below)?);
    quotient.unwrap_or_else(|| panic!("`{text}` is no number"))
}

/// `30deg`, `pi/2` or radians.
fn angle(text: &str) -> Angle {
    let pi = |pi: Rational| Angle {
        pi,
        radians: Rational::ZERO,
    };
    match (text.strip_suffix("deg"), text.strip_prefix("pi")) {
        (Some(degrees), _) => pi(&rational(degrees) * &Rational::new(1, 180)),
        (_, Some(part)) => pi(rational(&format!("1{part}"))),
        _ => Angle {
            radians: rational(text),
            ..Angle::ZERO
        },
    }
}

#[cfg(test)]
mod tests {
    use armwright_codegen::algebra::Rational;

    use super::built;

    #[test]
    fn the_parallelogram_has_the_coordinates_of_its_file() {
        let text = include_str!("../laws/parallelogram.yaml");
        let mechanism = built(text);
        let names = mechanism.coordinates.places();
        let names: Vec<&str> = names
            .map(|k| mechanism.coordinate(k).name.as_str())
            .collect();
        assert_eq!(names, ["q1", "q2", "q3", "grip"]);
        let factors = |joint: usize| {
            let joint = &mechanism.bodies.as_slice()[joint].joint;
            let factors = mechanism
                .coordinates
                .places()
                .map(|k| joint.motion.factor(k));
            factors.collect::<Vec<_>>()
        };
        let [zero, one] = [0, 1].map(Rational::from);
        assert_eq!(factors(3), [zero.clone(), one.clone(), -&one, zero.clone()]);
        let half = Rational::new(-1, 2);
        assert_eq!(
            factors(8),
            [Rational::new(1, 10), zero.clone(), zero.clone(), half]
        );
        assert_eq!(
            factors(6),
            [zero.clone(), zero.clone(), zero.clone(), zero.clone()]
        );
        assert_eq!(mechanism.motors.len(), 4);
        assert_eq!(
            mechanism.transmission.expect("a transmission")[1][2],
            Rational::from(-5)
        );
    }
}
