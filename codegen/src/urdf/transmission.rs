//! Motors of a URDF (`<transmission>`): by which ratios they turn joints.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::elements::{Transmission, TransmissionKind as Kind, Urdf};
use super::follow::Following;
use super::place::child;
use super::tree::Order;
use crate::algebra::Rational;
use crate::description::{Drives, JointKind, Motor, Ratios, Side};
use crate::diagnostic::Spanned;

/// A transmission; the number in an element that is none in place of it.
pub(super) fn read<'a, 'i>(node: Node<'a, 'i>) -> Result<Transmission, Node<'a, 'i>> {
    let word = child(node, "type").or_else(|| child(node, "plugin"));
    let word = word.and_then(|word| word.text());
    let word = word.or_else(|| node.attribute("type")).unwrap_or_default();
    let kind = match word.trim().rsplit(['/', ':']).next() {
        Some(word) if word.starts_with("Differential") => Kind::Differential,
        Some(word) if word.starts_with("FourBarLinkage") => Kind::FourBarLinkage,
        Some(word) if !word.is_empty() && !word.starts_with("Simple") => {
            Kind::Other(word.to_owned())
        }
        _ => Kind::Simple,
    };
    let ends = |what: &str| {
        let ends = node.children().filter(|end| end.tag_name().name() == what);
        let mut ends: Vec<_> = ends.collect();
        // The first and the second by what the file says, else as they stand there.
        ends.sort_by_key(|end| role(*end));
        ends
    };
    let end = |end: &Node<'a, 'i>| {
        let name = end.attribute("name").unwrap_or_default().trim();
        Ok((name.to_owned(), reduction(*end)?))
    };
    Ok(Transmission {
        name: node.attribute("name").unwrap_or("?").to_owned(),
        kind,
        whole: reduction(node)?,
        joints: ends("joint").iter().map(end).collect::<Result<_, _>>()?,
        motors: ends("actuator").iter().map(end).collect::<Result<_, _>>()?,
    })
}

/// What an end is to its transmission: `joint1`, `actuator2`.
fn role(end: Node<'_, '_>) -> String {
    let role = child(end, "role").and_then(|role| role.text());
    let role = role.or_else(|| end.attribute("role"));
    role.unwrap_or_default().trim().to_owned()
}

/// The ratio that stands in an element, 1 if none does.
fn reduction<'a, 'i>(node: Node<'a, 'i>) -> Result<Rational, Node<'a, 'i>> {
    let words = ["mechanicalReduction", "mechanical_reduction"];
    let found = words.iter().find_map(|word| child(node, word));
    let Some(found) = found else {
        return Ok(Rational::ONE);
    };
    Rational::decimal(found.text().unwrap_or_default().trim()).ok_or(found)
}

/// The rows of motors, by joints.
type Rows = Vec<Vec<(String, Rational)>>;

impl Transmission {
    /// The row of the motor in the place of each joint, or why there is none.
    fn rows(&self) -> Result<Rows, String> {
        let ends = self.joints.iter().chain(&self.motors);
        let mut all = ends.map(|(_, ratio)| ratio).chain([&self.whole]);
        if all.any(Rational::is_zero) {
            return Err("a ratio of it is zero".to_owned());
        }
        let row = |motor: &Rational, signs: &[i64]| {
            let joints = self
                .joints
                .iter()
                .zip(signs)
                .filter(|(_, sign)| **sign != 0);
            let ratio = |joint: &Rational, sign: i64| {
                &(&(&self.whole * motor) * joint) * &Rational::from(sign)
            };
            joints
                .map(|((name, joint), sign)| (name.clone(), ratio(joint, *sign)))
                .collect()
        };
        match (&self.kind, &self.joints[..], &self.motors[..]) {
            (Kind::Simple | Kind::Other(_), [_], []) => Ok(vec![row(&Rational::ONE, &[1])]),
            (Kind::Simple | Kind::Other(_), [_], [(_, motor)]) => Ok(vec![row(motor, &[1])]),
            (Kind::Differential, [_, _], [(_, first), (_, second)]) => {
                Ok(vec![row(first, &[1, 1]), row(second, &[1, -1])])
            }
            (Kind::FourBarLinkage, [(_, ratio), _], [(_, first), (_, second)]) => {
                // The second motor turns by the first joint itself, not by what its ratio makes of it.
                let mut both: Vec<(String, Rational)> = row(second, &[1, 1]);
                both[0].1 = (&both[0].1 / ratio).unwrap_or_default();
                Ok(vec![row(first, &[1, 0]), both])
            }
            (_, joints, motors) => Err(format!(
                "it has {} joint(s) and {} motor(s) in a way that is not known here",
                joints.len(),
                motors.len()
            )),
        }
    }

    /// Whether each joint moves as its motor does.
    pub(super) fn is_one(&self) -> bool {
        let ones = |row: &Vec<(String, Rational)>| matches!(&row[..], [(_, one)] if one.is_one());
        self.rows().is_ok_and(|rows| rows.iter().all(ones))
    }
}

/// The drives of joints that move by themselves, a row and a motor each, by the names of the URDF (empty where a motor has none
/// there), and what is to be said of them; none if every ratio is 1.
pub(super) fn drives(urdf: &Urdf, order: &Order, notes: &mut Vec<String>) -> Option<Drives> {
    let following = Following::of(urdf);
    let is_free =
        |&&k: &&usize| urdf.joints[k].kind != JointKind::Fixed && following.followed(k).is_none();
    let free = order.joints.iter().filter(is_free);
    let free: Vec<&str> = free.map(|&k| urdf.joints[k].name.value.as_str()).collect();
    let mut rows: BTreeMap<&str, Vec<(String, Rational)>> = BTreeMap::new();
    for transmission in urdf.transmissions.iter().filter(|t| !t.is_one()) {
        let joints = transmission.joints.iter().map(|(name, _)| name.as_str());
        let bound = joints.clone().find(|name| !free.contains(name));
        let second = joints.clone().find(|name| rows.contains_key(name));
        let found = match (bound, second) {
            (Some(name), _) => Err(format!("`{name}` is no joint that moves by itself here")),
            (None, Some(name)) => Err(format!("`{name}` has another one already")),
            (None, None) => transmission.rows(),
        };
        match found {
            Ok(found) => {
                if let Kind::Other(word) = &transmission.kind {
                    notes.push(format!(
                        "the transmission `{}` is read as a simple one: its type `{word}` is not known here",
                        transmission.name
                    ));
                }
                rows.extend(joints.zip(found));
            }
            Err(why) => notes.push(format!(
                "the transmission `{}` is left out: {why}; write what its motors turn by under `drives`",
                transmission.name
            )),
        }
    }
    if rows.is_empty() {
        return None;
    }
    notes.push(
        "ratios of transmissions are in `drives`; positions and torques are those of joints (`side: joint`), as in ROS: write \
         `motor` where they are those of motors, and give `motors` rotor inertia and friction where they have some"
            .to_owned(),
    );
    let of_one = urdf.transmissions.iter().filter(|t| t.is_one());
    let of_one: Vec<&str> = of_one
        .flat_map(|t| t.joints.iter().map(|(name, _)| name.as_str()))
        .collect();
    let without: Vec<&str> = free
        .iter()
        .copied()
        .filter(|name| !rows.contains_key(name) && !of_one.contains(name))
        .collect();
    if !without.is_empty() {
        notes.push(format!(
            "joints whose ratio is 1 for want of another one: {}",
            without.join(", ")
        ));
    }
    let unplaced = |name: &str| Spanned::new(name.to_owned(), Default::default());
    let ratios = free.iter().map(|name| {
        let ratios = match rows.get(name).map(Vec::as_slice) {
            None => Ratios::Own(Rational::ONE),
            Some([(own, ratio)]) if own == name => Ratios::Own(ratio.clone()),
            Some(row) => {
                let row = row
                    .iter()
                    .map(|(name, ratio)| (unplaced(name), ratio.clone()));
                Ratios::Of(row.collect())
            }
        };
        (unplaced(name), ratios)
    });
    let by_joint = crate::description::Transmission::ByJoint(ratios.collect());
    let motor = |joint: &&str| {
        let of_joint = urdf.transmissions.iter().find_map(|transmission| {
            let joints = &transmission.joints;
            let place = joints.iter().position(|(name, _)| name == joint)?;
            transmission.motors.get(place)
        });
        let name = of_joint.map_or("", |(name, _)| name.as_str());
        Motor {
            name: unplaced(name),
            ..Motor::default()
        }
    };
    let motors = free.iter().map(motor).collect();
    Some(Drives {
        side: Some(Side::Joint),
        transmission: Some(Spanned::new(by_joint, Default::default())),
        motors: Some(Spanned::new(motors, Default::default())),
        ..Drives::default()
    })
}
