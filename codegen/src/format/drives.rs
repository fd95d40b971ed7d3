//! Transmission and motors, the friction and inertia of motors and joints, and springs, key by key.

use crate::algebra::Rational;
use crate::description::{
    Description, DriveTerms, Drives, End, Motor, Ratios, Spring, SpringNominal, Table, Torque,
    Transmission,
};
use crate::diagnostic::{Fault, Spanned};

use super::reader::Reader;
use super::record::{Form, Keys, Record, records};
use super::shape::Shape;
use super::tree::{Kind, Node};

impl Record for Drives {
    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        keys.key("side", &mut self.side);
        keys.key("transmission", &mut self.transmission);
        keys.key("passive", &mut self.passive);
        keys.key("motors", &mut self.motors);
        if let Some((reader, _)) = keys.reading() {
            let motors = self.motors.iter().flat_map(|motors| &motors.value);
            reader.unique(motors.map(|motor| &motor.name), "motors");
        }
    }
}

records! {
    Spring: name, from, to, nominal;
    End: body, at;
    SpringNominal: stiffness, length;
    Table: at, values;
}

impl Record for Torque {
    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        keys.key("name", &mut self.name);
        keys.key("joint", &mut self.joint);
        keys.key("motor", &mut self.motor);
        keys.key("expression", &mut self.expression);
        keys.key("table", &mut self.table);
        keys.key("nominal", &mut self.nominal);
        for [usual, instead] in [["joint", "motor"], ["expression", "table"]] {
            match (keys.has(usual), keys.has(instead)) {
                (true, true) => keys.refuse(&[instead], |key| Fault::conflict(usual, key)),
                (false, false) => {
                    let place = keys.place();
                    if let (Some((reader, node)), Some(key)) = (keys.reading(), place.key(usual)) {
                        reader.missing(node, place, key);
                    }
                }
                _ => {}
            }
        }
    }
}

impl Record for Motor {
    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        keys.key("name", &mut self.name);
        let owner = format!("motor `{}`", self.name.value);
        drive_terms(&mut self.drive, keys, "rotor_inertia", &owner);
        keys.key("torque_constant", &mut self.torque_constant);
    }
}

/// A diagonal, rows, or ratios by the names of joints.
impl Form for Transmission {
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        let Shape::Either(diagonal, Shape::Either(rows, by_joint)) = shape else {
            return None;
        };
        let is_number = |item: &Node| matches!(item.kind, Kind::Scalar { .. } | Kind::Null);
        match &node.kind {
            Kind::List(items) if items.iter().all(is_number) => {
                let mut numbers = Vec::new();
                numbers.read(reader, node, diagonal)?;
                *self = Self::Diagonal(numbers);
            }
            Kind::List(_) => {
                let mut matrix = Vec::new();
                matrix.read(reader, node, rows)?;
                *self = Self::Full(matrix);
            }
            Kind::Map(_) => {
                let mut ratios = Vec::new();
                ratios.read(reader, node, by_joint)?;
                *self = Self::ByJoint(ratios);
            }
            _ => return reader.wrong_kind(node, &shape.expected()),
        }
        Some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        let Shape::Either(diagonal, Shape::Either(rows, by_joint)) = shape else {
            return None;
        };
        match self {
            Self::Diagonal(numbers) => numbers.write(description, diagonal),
            Self::Full(matrix) => matrix.write(description, rows),
            Self::ByJoint(ratios) => ratios.write(description, by_joint),
        }
    }
}

/// A number, or numbers by the names of joints.
impl Form for Ratios {
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        let Shape::Either(number, by_joint) = shape else {
            return None;
        };
        *self = match node.kind {
            Kind::Map(_) => {
                let mut of = Vec::new();
                of.read(reader, node, by_joint)?;
                Self::Of(of)
            }
            _ => {
                let mut own = Rational::ZERO;
                own.read(reader, node, number)?;
                Self::Own(own)
            }
        };
        Some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        let Shape::Either(number, by_joint) = shape else {
            return None;
        };
        match self {
            Self::Own(own) => own.write(description, number),
            Self::Of(of) => of.write(description, by_joint),
        }
    }
}

/// How many words of friction there are.
const WORDS: usize = 8;

/// Friction that is the same in both directions, and in its place that of each direction.
const BY_DIRECTION: [[&str; 3]; 2] = [
    ["coulomb", "coulomb_positive", "coulomb_negative"],
    ["viscous", "viscous_positive", "viscous_negative"],
];

/// Inertia, friction and their nominal values, at a joint or at a motor.
pub(super) fn drive_terms(
    terms: &mut DriveTerms,
    keys: &mut Keys<'_, '_>,
    inertia: &str,
    owner: &str,
) {
    keys.key(inertia, &mut terms.inertia.wanted);
    // Only a joint has a spring.
    if keys.place().key("spring").is_some() {
        keys.key("spring", &mut terms.stiffness.wanted);
        terms.rest.wanted = terms.stiffness.wanted;
    }
    let DriveTerms {
        inertia: own,
        coulomb,
        coulomb_positive,
        coulomb_negative,
        viscous,
        viscous_positive,
        viscous_negative,
        quadratic,
        offset,
        stiffness,
        rest,
    } = terms;
    let named = [
        (inertia, own),
        ("coulomb", coulomb),
        ("coulomb_positive", coulomb_positive),
        ("coulomb_negative", coulomb_negative),
        ("viscous", viscous),
        ("viscous_positive", viscous_positive),
        ("viscous_negative", viscous_negative),
        ("quadratic", quadratic),
        ("offset", offset),
        ("stiffness", stiffness),
        ("rest", rest),
    ];
    let names = named.each_ref().map(|(name, _)| *name);
    let terms = named.map(|(_, term)| term);
    let listed = names.iter().zip(&terms).skip(1).take(WORDS);
    let wanted = listed.filter(|(_, term)| term.wanted.value);
    let words = wanted.map(|(name, term)| term.wanted.map(|_| (*name).to_owned()));
    let mut friction: Vec<Spanned<String>> = words.collect();
    keys.key("friction", &mut friction);
    let mut nominal = terms.each_ref().map(|term| term.nominal.clone());
    keys.key("nominal", &mut nominal);
    let Some((reader, _)) = keys.reading() else {
        return;
    };
    for word in friction {
        let Some(at) = names.iter().position(|name| *name == word.value) else {
            continue;
        };
        if terms[at].wanted.value {
            reader.report(Fault::repeated(&word.value), word.span);
        }
        terms[at].wanted = Spanned::new(true, word.span);
    }
    let wanted = |word: &str| {
        let at = names.iter().position(|name| *name == word)?;
        let wanted = terms[at].wanted;
        wanted.value.then_some(wanted.span)
    };
    for [both, positive, negative] in BY_DIRECTION {
        match (wanted(both), wanted(positive), wanted(negative)) {
            (Some(_), Some(span), _) => reader.report(Fault::conflict(both, positive), span),
            (Some(_), None, Some(span)) => reader.report(Fault::conflict(both, negative), span),
            (None, Some(span), None) => {
                reader.report(Fault::one_direction(positive, negative, both), span);
            }
            (None, None, Some(span)) => {
                reader.report(Fault::one_direction(negative, positive, both), span);
            }
            _ => {}
        }
    }
    for ((term, owned), value) in names.into_iter().zip(terms).zip(nominal) {
        let Some(value) = value else { continue };
        if value.value.is_negative() && !["quadratic", "offset", "rest"].contains(&term) {
            let what = format!("nominal value of `{term}`");
            reader.report(Fault::negative(&what), value.span);
        }
        if owned.wanted.value {
            owned.nominal = Some(value);
        } else {
            reader.report(Fault::unused_nominal(term, owner), value.span);
        }
    }
}
