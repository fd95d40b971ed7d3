//! The XML of a URDF, taken apart: links and joints with their places.

use std::collections::BTreeMap;

use roxmltree::{Document, Node, ParsingOptions};

use super::elements::{Inertial, Joint, Link, Mimic, Transmission, Urdf};
use super::follow::SHORT;
use super::place::{child, offset, place, start};
use super::root::{is_xacro, world};
use super::{beside, number, transmission};
use crate::algebra::Rational;
use crate::description::{Angle, Base, JointKind};
use crate::diagnostic::{Diagnostics, Fault, Span, Spanned};

/// More elements than any robot has.
const MOST: u32 = 1_000_000;

/// Takes a URDF apart; `None` if it is not one.
pub(super) fn read(text: &str, base: Base, diagnostics: &mut Diagnostics) -> Option<Urdf> {
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MOST,
        ..ParsingOptions::default()
    };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => {
            let at = offset(text, error.pos());
            diagnostics.add(Fault::urdf_xml(&error.to_string()), Span::new(at, at + 1));
            return None;
        }
    };
    let root = document.root_element();
    let mut reader = Reader {
        diagnostics,
        rounded: Vec::new(),
    };
    if root.tag_name().name() != "robot" {
        let fault = Fault::urdf_root(root.tag_name().name());
        reader.diagnostics.add(fault, start(root));
        return None;
    }
    if let Some(node) = root.descendants().find(|node| is_xacro(*node)) {
        reader.diagnostics.add(Fault::urdf_xacro(), start(node));
        return None;
    }
    let mut urdf = Urdf {
        name: root.attribute("name").unwrap_or("robot").to_owned(),
        place: start(root),
        links: Vec::new(),
        joints: Vec::new(),
        transmissions: Vec::new(),
        others: BTreeMap::new(),
        acting: Vec::new(),
        rounded: Vec::new(),
        world: None,
    };
    let world = world(root).filter(|_| base == Base::Floating);
    urdf.world = world.map(|both| both.map(|x| x.attribute("name").unwrap_or("?").to_owned()));
    let elements = root.children().filter(Node::is_element);
    for node in elements.filter(|node| !world.is_some_and(|world| world.contains(node))) {
        match node.tag_name().name() {
            "link" => urdf.links.extend(reader.link(node)),
            "joint" => urdf.joints.extend(reader.joint(node)),
            "transmission" => urdf.transmissions.extend(reader.transmission(node)),
            "ros2_control" => {
                let parts = node
                    .children()
                    .filter(|part| part.has_tag_name("transmission"));
                for part in parts {
                    urdf.transmissions.extend(reader.transmission(part));
                }
            }
            _ => {}
        }
    }
    beside::count(root, &mut urdf);
    urdf.rounded = reader.rounded;
    Some(urdf)
}

struct Reader<'d> {
    diagnostics: &'d mut Diagnostics,
    rounded: Vec<String>,
}

impl Reader<'_> {
    fn transmission(&mut self, node: Node<'_, '_>) -> Option<Transmission> {
        let read = transmission::read(node);
        let bad = |bad: Node<'_, '_>| {
            let fault = Fault::urdf_number(bad.tag_name().name(), 1);
            self.diagnostics.add(fault, start(bad));
        };
        read.map_err(bad).ok()
    }

    fn link(&mut self, node: Node<'_, '_>) -> Option<Link> {
        let name = self.required(node, "name")?;
        let inertial = child(node, "inertial").and_then(|node| self.inertial(node));
        Some(Link { name, inertial })
    }

    /// Mass and inertia; none of a link that weighs nothing.
    fn inertial(&mut self, node: Node<'_, '_>) -> Option<Inertial> {
        let mass = match child(node, "mass") {
            Some(mass) => self.number(mass, "value")?,
            None => self.missing(node, "a `<mass value=\"...\"/>`")?,
        };
        let tensor = child(node, "inertia");
        let mut component = |name| match tensor.filter(|node| node.has_attribute(name)) {
            Some(node) => self.number(node, name),
            None => Some(Rational::ZERO),
        };
        let [xx, xy, xz] = ["ixx", "ixy", "ixz"].map(&mut component);
        let [yy, yz, zz] = ["iyy", "iyz", "izz"].map(&mut component);
        let tensor = [xx?, xy?, xz?, yy?, yz?, zz?];
        let (xyz, rpy) = self.origin(node)?;
        let weighs = !mass.is_zero() || tensor.iter().any(|x| !x.is_zero());
        weighs.then_some(Inertial {
            mass,
            xyz,
            rpy,
            tensor,
        })
    }

    fn joint(&mut self, node: Node<'_, '_>) -> Option<Joint> {
        let name = self.required(node, "name")?;
        let word = self.required(node, "type")?;
        let kind = match word.value.as_str() {
            "revolute" => JointKind::Revolute,
            "continuous" => JointKind::Continuous,
            "prismatic" => JointKind::Prismatic,
            "fixed" => JointKind::Fixed,
            other => {
                self.diagnostics.add(Fault::urdf_joint(other), word.span);
                return None;
            }
        };
        let mut end = |which: &'static str| match child(node, which) {
            Some(end) => self.required(end, "link"),
            None => self.missing(node, &format!("a `<{which} link=\"...\"/>`")),
        };
        let (parent, child_of) = (end("parent"), end("child"));
        let (xyz, rpy) = self.origin(node)?;
        let (limit, dynamics) = (child(node, "limit"), child(node, "dynamics"));
        let mut limits = ["lower", "upper", "velocity", "effort", "acceleration"]
            .map(|name| self.optional(limit, name));
        // Of two stops one may be left out, and is at zero then.
        if let [Some(_), None, ..] | [None, Some(_), ..] = limits {
            let [lower, upper, ..] = &mut limits;
            lower.get_or_insert(Rational::ZERO);
            upper.get_or_insert(Rational::ZERO);
        }
        let safety = child(node, "safety_controller");
        let soft = ["soft_lower_limit", "soft_upper_limit"]
            .map(|name| Some(safety?.attribute(name)?.trim().to_owned()));
        let [damping, friction] = ["damping", "friction"].map(|name| {
            let found = self.optional(dynamics, name);
            found.filter(|value| !value.is_zero())
        });
        let axis = match child(node, "axis").filter(|_| kind != JointKind::Fixed) {
            Some(axis) => self.axis(axis)?,
            None => [Rational::ONE, Rational::ZERO, Rational::ZERO],
        };
        let mimic = match child(node, "mimic") {
            Some(mimic) => Some(self.mimic(mimic, kind)?),
            None => None,
        };
        Some(Joint {
            name,
            kind,
            parent: parent?,
            child: child_of?,
            xyz,
            rpy,
            axis,
            limits,
            soft,
            damping,
            friction,
            mimic,
        })
    }

    fn mimic(&mut self, node: Node<'_, '_>, kind: JointKind) -> Option<Mimic> {
        let joint = self.required(node, "joint")?.value;
        let multiplier = match node.has_attribute("multiplier") {
            true => self.number(node, "multiplier")?,
            false => Rational::ONE,
        };
        let written = match node.has_attribute("offset") {
            true => self.number(node, "offset")?,
            false => Rational::ZERO,
        };
        let turns = kind != JointKind::Prismatic;
        let text = node.attribute("offset").map(str::trim);
        let text = text.filter(|_| turns);
        let offset = match text.and_then(|text| Some((text, number::angle(text)?))) {
            Some((text, (angle, is_rounded))) => {
                self.note_rounded(text, is_rounded);
                angle
            }
            None => Angle {
                pi: Rational::ZERO,
                radians: written.clone(),
            },
        };
        let multiplier = match turns {
            true => number::fraction(multiplier, SHORT),
            false => multiplier,
        };
        Some(Mimic {
            joint,
            multiplier,
            offset,
            written,
        })
    }

    /// Remembers an angle that was rounded.
    fn note_rounded(&mut self, text: &str, is_rounded: bool) {
        if is_rounded && !self.rounded.iter().any(|known| known == text) {
            self.rounded.push(text.to_owned());
        }
    }

    /// A direction of length 1.
    fn axis(&mut self, node: Node<'_, '_>) -> Option<[Rational; 3]> {
        let axis = self.three(node, "xyz")?;
        let squared = axis.iter().fold(Rational::ZERO, |sum, x| &sum + &(x * x));
        if squared.is_zero() {
            self.diagnostics.add(Fault::urdf_axis(), place(node, "xyz"));
            return None;
        }
        let length = squared.to_f64().sqrt();
        Some(match squared.is_one() {
            true => axis,
            false => axis.map(|x| number::computed(x.to_f64() / length, 1.0)),
        })
    }

    fn origin(&mut self, node: Node<'_, '_>) -> Option<([Rational; 3], [Angle; 3])> {
        let Some(origin) = child(node, "origin") else {
            return Some(Default::default());
        };
        let xyz = match origin.has_attribute("xyz") {
            true => self.three(origin, "xyz")?,
            false => Default::default(),
        };
        let Some(text) = origin.attribute("rpy") else {
            return Some((xyz, Default::default()));
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let angles: Option<Vec<_>> = words.iter().map(|word| number::angle(word)).collect();
        let three: Option<[_; 3]> = angles.and_then(|angles| angles.try_into().ok());
        let Some(angles) = three else {
            self.not_numbers(origin, "rpy", 3);
            return None;
        };
        for ((_, is_rounded), word) in angles.iter().zip(words) {
            self.note_rounded(word, *is_rounded);
        }
        Some((xyz, angles.map(|(angle, _)| angle)))
    }

    fn three(&mut self, node: Node<'_, '_>, name: &str) -> Option<[Rational; 3]> {
        let text = node.attribute(name).unwrap_or_default();
        let numbers: Option<Vec<_>> = text.split_whitespace().map(number::decimal).collect();
        let three = numbers.and_then(|numbers| numbers.try_into().ok());
        if three.is_none() {
            self.not_numbers(node, name, 3);
        }
        three
    }

    fn number(&mut self, node: Node<'_, '_>, name: &str) -> Option<Rational> {
        let Some(text) = node.attribute(name) else {
            return self.missing(node, &format!("a `{name}`"));
        };
        let found = Rational::decimal(text.trim());
        if found.is_none() {
            self.not_numbers(node, name, 1);
        }
        found
    }

    fn optional(&mut self, node: Option<Node<'_, '_>>, name: &str) -> Option<Rational> {
        let node = node.filter(|node| node.has_attribute(name))?;
        self.number(node, name)
    }

    fn required(&mut self, node: Node<'_, '_>, name: &str) -> Option<Spanned<String>> {
        match node.attribute(name) {
            Some(value) => Some(Spanned::new(value.to_owned(), place(node, name))),
            None => self.missing(node, &format!("a `{name}`")),
        }
    }

    fn missing<T>(&mut self, node: Node<'_, '_>, what: &str) -> Option<T> {
        let fault = Fault::urdf_missing(node.tag_name().name(), what);
        self.diagnostics.add(fault, start(node));
        None
    }

    fn not_numbers(&mut self, node: Node<'_, '_>, name: &str, count: usize) {
        let fault = Fault::urdf_number(name, count);
        self.diagnostics.add(fault, place(node, name));
    }
}
