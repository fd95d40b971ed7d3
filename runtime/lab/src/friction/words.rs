//! Laws in words: names, formulas, units, and what the robot file says of them.

use super::law::{Extra, Law, Shape};
use super::place::Place;

impl Shape {
    /// What files call it.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Viscous => "viscous",
            Self::Coulomb => "coulomb",
            Self::CoulombViscous => "coulomb_viscous",
            Self::Quadratic => "quadratic",
            Self::Tustin => "tustin",
            Self::Stribeck => "stribeck",
            Self::StribeckExponent => "stribeck_exponent",
            Self::Tanh => "tanh",
            Self::Power => "power",
            Self::CoulombPower => "coulomb_power",
        }
    }
}

impl Law {
    /// What it is called.
    #[must_use]
    pub fn title(&self) -> String {
        let shape = match self.shape {
            Shape::None => "none",
            Shape::Viscous => "viscous",
            Shape::Coulomb => "coulomb",
            Shape::CoulombViscous => "coulomb+viscous",
            Shape::Quadratic => "coulomb+viscous+quadratic",
            Shape::Tustin => "tustin",
            Shape::Stribeck => "stribeck",
            Shape::StribeckExponent => "stribeck with exponent",
            Shape::Tanh => "tanh+viscous",
            Shape::Power => "power",
            Shape::CoulombPower => "coulomb+power",
        };
        let extras = self.extras.iter().map(|extra| match extra {
            Extra::Offset => "offset",
            Extra::Directional => "directional",
            Extra::Load => "load",
            Extra::Temperature => "temperature",
        });
        let parts: Vec<&str> = std::iter::once(shape).chain(extras).collect();
        match parts.as_slice() {
            ["none", rest @ ..] if !rest.is_empty() => rest.join("+"),
            parts => parts.join("+"),
        }
    }

    /// The torque as a function of the velocity `v`, with the names of parameters.
    #[must_use]
    pub fn formula(&self) -> String {
        let shape = match self.shape {
            Shape::None => "",
            Shape::Viscous => "viscous v",
            Shape::Coulomb => "coulomb sign(v)",
            Shape::CoulombViscous => "coulomb sign(v) + viscous v",
            Shape::Quadratic => "coulomb sign(v) + viscous v + quadratic v |v|",
            Shape::Tustin => "(coulomb + stribeck exp(-|v|/speed)) sign(v) + viscous v",
            Shape::Stribeck => "(coulomb + stribeck exp(-(v/speed)²)) sign(v) + viscous v",
            Shape::StribeckExponent => {
                "(coulomb + stribeck exp(-|v/speed|^exponent)) sign(v) + viscous v"
            }
            Shape::Tanh => "coulomb tanh(v/speed) + viscous v",
            Shape::Power => "power |v|^exponent sign(v)",
            Shape::CoulombPower => "(coulomb + power |v|^exponent) sign(v)",
        };
        let extras = self.extras.iter().map(|extra| match extra {
            Extra::Offset => "offset",
            Extra::Directional => "directional |v|",
            Extra::Load => "load |tau of bodies| sign(v)",
            Extra::Temperature => "temperature (T - reference_temperature) v",
        });
        let parts = std::iter::once(shape).chain(extras);
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        match parts.is_empty() {
            true => "0".to_owned(),
            false => parts.join(" + "),
        }
    }
}

/// The unit of a parameter of a law.
pub(super) fn unit(name: &str, slides: bool) -> &'static str {
    match (name, slides) {
        ("viscous" | "directional", false) => "N·m·s/rad",
        ("viscous" | "directional", true) => "N·s/m",
        ("quadratic", false) => "N·m·s²/rad²",
        ("quadratic", true) => "N·s²/m²",
        ("temperature", false) => "N·m·s/rad/degree",
        ("temperature", true) => "N·s/m/degree",
        ("speed", false) => "rad/s",
        ("speed", true) => "m/s",
        ("exponent" | "load", _) => "",
        ("power", false) => "N·m at 1 rad/s",
        ("power", true) => "N at 1 m/s",
        (_, false) => "N·m",
        (_, true) => "N",
    }
}

/// A number of the robot file: five significant digits, however small it is.
fn number(value: f64) -> String {
    let rounded = format!("{value:.4e}").parse().unwrap_or(value);
    rounded.to_string()
}

/// What the robot file says of a law; nothing where it has no place for it.
pub(super) fn lines(place: &Place, law: &Law, theta: &[f64]) -> Vec<String> {
    let (name, kind) = (&place.name, if place.on_motor { "motor" } else { "joint" });
    if Extra::BESIDE.iter().any(|e| law.extras.contains(e)) {
        return Vec::new();
    }
    let v = format!("velocity({name})");
    let torque = |key: &str, expression: String| {
        format!("torques: - {{name: {key}_{name}, {kind}: {name}, expression: \"{expression}\"}}")
    };
    let speed = number(theta.first().copied().unwrap_or(1.0));
    let (mut terms, mut further): (Vec<&str>, Vec<String>) = match law.shape {
        Shape::None => (vec![], vec![]),
        Shape::Viscous => (vec!["viscous"], vec![]),
        Shape::Coulomb => (vec!["coulomb"], vec![]),
        Shape::CoulombViscous => (vec!["coulomb", "viscous"], vec![]),
        Shape::Quadratic => (vec!["coulomb", "viscous", "quadratic"], vec![]),
        Shape::Tustin => {
            let by = format!("sign({v})*exp(-abs({v})/{speed})");
            (vec!["coulomb", "viscous"], vec![torque("fs", by)])
        }
        Shape::Stribeck => {
            let by = format!("sign({v})*exp(-({v}/{speed})^2)");
            (vec!["coulomb", "viscous"], vec![torque("fs", by)])
        }
        Shape::Tanh => {
            let by = format!("tanh({v}/{speed})");
            (vec!["viscous"], vec![torque("ft", by)])
        }
        Shape::StribeckExponent | Shape::Power | Shape::CoulombPower => return Vec::new(),
    };
    if law.extras.contains(&Extra::Directional) {
        terms.retain(|term| *term != "viscous");
        terms.extend(["viscous_positive", "viscous_negative"]);
    }
    if law.extras.contains(&Extra::Offset) {
        terms.push("offset");
    }
    let friction = format!("{kind} {name}: friction: [{}]", terms.join(", "));
    further.insert(0, friction);
    further
}
