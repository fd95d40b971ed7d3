//! A URDF as a description, and that as a robot file with notes at its head.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::Imported;
use super::elements::{Inertial, Joint, Urdf};
use super::number::computed;
use super::tree::Order;
use crate::algebra::{Poly, Rational};
use crate::description::{
    Angle, Base, Body, Coordinate, Description, DriveTerms, Gravity, Inertia, JointKind, Limits,
    Physical, Placement, Term,
};
use crate::diagnostic::Spanned;
use crate::format;

/// Names of a kind, made into what a robot file takes, each once.
struct Names(BTreeSet<String>);

impl Names {
    fn fresh(&mut self, name: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = name.chars().map(plain).collect();
        let name = if name.is_empty() {
            "_".to_owned()
        } else {
            name
        };
        let numbered = (2..).map(|k| format!("{name}_{k}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let found = names.find(|name| !self.0.contains(name));
        let found = found.unwrap_or(name);
        self.0.insert(found.clone());
        found
    }
}

/// The robot file.
pub(super) fn write(urdf: &mut Urdf, order: &Order, file: &str, base: Base) -> Imported {
    let notes = notes(urdf, order, base);
    let mut bodies = Names(BTreeSet::from(["base".to_owned()]));
    let mut joints = Names(BTreeSet::new());
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut description = Description {
        name: unplaced(module(&urdf.name)),
        title: urdf.name.clone(),
        source: format!("URDF, {}", file.rsplit(['/', '\\']).next().unwrap_or(file)),
        gravity: unplaced(Gravity::Vector([
            Rational::ZERO,
            Rational::ZERO,
            Rational::new(-981, 100),
        ])),
        base: unplaced(base),
        ..Description::default()
    };
    if base == Base::Floating {
        let root = &mut urdf.links[order.root];
        if let Some(inertial) = root.inertial.take() {
            places.insert(root.name.value.clone(), 0);
            description
                .bodies
                .push(fixed_to_base(fresh(&mut bodies, &root.name), &inertial));
        }
    }
    let follows: Vec<Option<Coordinate>> =
        order.joints.iter().map(|k| followed(urdf, *k)).collect();
    let mut called: BTreeMap<String, String> = BTreeMap::new();
    for &k in &order.joints {
        let joint = std::mem::take(&mut urdf.joints[k]);
        let name = joint.name.value.clone();
        let link = urdf
            .links
            .iter_mut()
            .find(|link| link.name.value == joint.child.value);
        let inertial = link.and_then(|link| link.inertial.take());
        places.insert(joint.child.value.clone(), description.bodies.len());
        description.bodies.push(Body {
            name: fresh(&mut bodies, &joint.child),
            parent: places.get(&joint.parent.value).copied(),
            inertia: inertial.map(|inertial| Inertia::Physical(physical(&inertial))),
            joint: of(joint, &mut joints),
        });
        let body = description.bodies.last();
        called.extend(body.map(|body| (name, body.joint.name.value.clone())));
    }
    // The link of the base follows none.
    let bodies = description.bodies.iter_mut().rev();
    for (body, follows) in bodies.zip(follows.into_iter().rev()) {
        body.joint.coordinate = follows.map(|mut follows| {
            for (name, _) in &mut follows.terms {
                name.value = called.get(&name.value).cloned().unwrap_or_default();
            }
            unplaced(follows)
        });
    }
    let mut text = String::from("# Imported from URDF.\n");
    for note in &notes {
        let _ = writeln!(text, "# - {note}");
    }
    text.push_str(&format::write(&description));
    Imported { text, notes }
}

/// A joint that turns follows another one by a fraction of at most these numbers, or the equations would
/// have no end of harmonics.
const SHORT: i64 = 64;

/// How a joint moves with another one of the tree that moves, by the names of the URDF.
fn followed(urdf: &Urdf, k: usize) -> Option<Coordinate> {
    let joint = &urdf.joints[k];
    let mimic = joint.mimic.as_ref()?;
    let other = moving(urdf, &mimic.joint)?;
    let is_short = |(above, below): (i64, i64)| above.abs() <= SHORT && below <= SHORT;
    let turns = joint.kind != JointKind::Prismatic;
    let fits = !turns || mimic.multiplier.small().is_some_and(is_short);
    let is_other = other.name.value != joint.name.value;
    (fits && is_other && joint.kind != JointKind::Fixed).then(|| Coordinate {
        terms: vec![(unplaced(mimic.joint.clone()), mimic.multiplier.clone())],
        offset: mimic.offset.clone(),
    })
}

/// The joint of a name, if it moves.
fn moving<'u>(urdf: &'u Urdf, name: &str) -> Option<&'u Joint> {
    let is_it = |joint: &&Joint| joint.name.value == name && joint.kind != JointKind::Fixed;
    urdf.joints.iter().find(is_it)
}

/// What stands nowhere in a robot file yet.
fn unplaced<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Default::default())
}

fn fresh(names: &mut Names, name: &Spanned<String>) -> Spanned<String> {
    Spanned::new(names.fresh(&name.value), name.span)
}

fn of(joint: Joint, names: &mut Names) -> crate::description::Joint {
    let moves = joint.kind != JointKind::Fixed;
    let name = match moves {
        true => fresh(names, &joint.name),
        false => Spanned::default(),
    };
    let [lower, upper, velocity, effort] = joint.limits;
    let stops = lower
        .zip(upper)
        .filter(|_| joint.kind != JointKind::Continuous);
    let stops = stops.filter(|(lower, upper)| lower.to_f64() < upper.to_f64());
    let positive = |value: Option<Rational>| value.filter(|x| !x.is_zero() && !x.is_negative());
    let term = |nominal: Option<Rational>| Term {
        wanted: unplaced(nominal.is_some()),
        nominal: nominal.map(unplaced),
    };
    crate::description::Joint {
        coordinate: None,
        locked: None,
        place: Default::default(),
        name,
        kind: joint.kind,
        placement: Some(Placement::Origin {
            xyz: joint.xyz.map(Poly::constant),
            rpy: joint.rpy,
            axis: moves.then(|| unplaced(joint.axis)),
        }),
        limits: match moves {
            true => Limits {
                position: stops.map(|(lower, upper)| unplaced([lower, upper])),
                velocity: positive(velocity),
                effort: positive(effort),
                acceleration: None,
            },
            false => Limits::default(),
        },
        drive: match moves {
            true => DriveTerms {
                viscous: term(positive(joint.damping)),
                coulomb: term(positive(joint.friction)),
                ..DriveTerms::default()
            },
            false => DriveTerms::default(),
        },
    }
}

/// The link of a base that moves: what is fixed to it is part of it.
fn fixed_to_base(name: Spanned<String>, inertial: &Inertial) -> Body {
    Body {
        name,
        parent: None,
        joint: crate::description::Joint {
            kind: JointKind::Fixed,
            placement: Some(Placement::Origin {
                xyz: [(); 3].map(|()| Poly::zero()),
                rpy: [Angle::ZERO; 3],
                axis: None,
            }),
            ..crate::description::Joint::default()
        },
        inertia: Some(Inertia::Physical(physical(inertial))),
    }
}

/// Mass, centre and inertia, the latter in axes that are parallel to the link's.
fn physical(inertial: &Inertial) -> Physical {
    let is_turned = inertial.rpy.iter().any(|angle| *angle != Angle::ZERO);
    let inertia = match is_turned {
        true => turned(&inertial.tensor, &inertial.rpy),
        false => inertial.tensor.clone(),
    };
    Physical {
        mass: unplaced(inertial.mass.clone()),
        com: inertial.xyz.clone(),
        inertia: unplaced(inertia),
    }
}

/// `R J Rᵀ` with `R = Rz(yaw) Ry(pitch) Rx(roll)`.
fn turned(tensor: &[Rational; 6], rpy: &[Angle; 3]) -> [Rational; 6] {
    let [xx, xy, xz, yy, yz, zz] = tensor.each_ref().map(Rational::to_f64);
    let j = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
    let [(sr, cr), (sp, cp), (sy, cy)] = rpy.each_ref().map(|angle| angle.to_f64().sin_cos());
    let r = [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ];
    let size = j
        .iter()
        .flatten()
        .fold(0.0, |size: f64, x| size.max(x.abs()));
    let element = |a: usize, b: usize| {
        let terms = (0..9).map(|k| r[a][k / 3] * j[k / 3][k % 3] * r[b][k % 3]);
        computed(terms.sum(), size)
    };
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map(|(a, b)| element(a, b))
}

/// A name for the robot's module.
fn module(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(plain).collect();
    match name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => name,
        false => format!("robot_{name}"),
    }
}

/// What was changed or left out.
fn notes(urdf: &Urdf, order: &Order, base: Base) -> Vec<String> {
    let mut notes = Vec::new();
    let root = &urdf.links[order.root];
    let said = match (base, root.inertial.is_some()) {
        (Base::Fixed, true) => "; its mass moves nothing and is left out",
        (Base::Fixed, false) => "",
        (Base::Floating, true) => ", which moves; its mass is part of it",
        (Base::Floating, false) => ", which moves",
    };
    notes.push(format!("`{}` is the base{said}", root.name.value));
    if let Some([link, joint]) = &urdf.world {
        notes.push(format!(
            "left out, since they say no more than that: `{link}` and the floating joint `{joint}`"
        ));
    }
    if !urdf.rounded.is_empty() {
        let angles = urdf.rounded.join(", ");
        notes.push(format!(
            "angles taken for the multiples of 15 degrees that they are roundings of: {angles}"
        ));
    }
    if !order.frames.is_empty() {
        let frames = order.frames.join(", ");
        notes.push(format!(
            "left out, since they weigh and carry nothing: {frames}"
        ));
    }
    let carried = |k: &&usize| urdf.joints[**k].kind != JointKind::Fixed;
    let links = |k: &usize| &urdf.joints[*k].child.value;
    let has_mass = |name: &String| {
        urdf.links
            .iter()
            .any(|link| link.name.value == *name && link.inertial.is_some())
    };
    let massless = order.joints.iter().filter(carried).map(links);
    let massless: Vec<&str> = massless
        .filter(|name| !has_mass(name))
        .map(String::as_str)
        .collect();
    if !massless.is_empty() {
        notes.push(format!(
            "links that move and have no inertia here: {}",
            massless.join(", ")
        ));
    }
    for &k in order.joints.iter().filter(carried) {
        let joint = &urdf.joints[k];
        let Some(mimic) = joint.mimic.as_ref().filter(|_| followed(urdf, k).is_none()) else {
            continue;
        };
        let (name, other, factor) = (&joint.name.value, &mimic.joint, &mimic.multiplier);
        let why = match moving(urdf, other) {
            Some(_) => format!("by {factor}, which is no fraction of numbers up to {SHORT}"),
            None => "which is no other joint that moves".to_owned(),
        };
        notes.push(format!(
            "`{name}` follows `{other}` (mimic) {why}: it moves by itself here"
        ));
    }
    if !urdf.others.is_empty() {
        let others = urdf
            .others
            .iter()
            .map(|(name, count)| format!("{count} {name}"));
        let others: Vec<String> = others.collect();
        notes.push(format!(
            "left out, since equations of motion do not need them: {}",
            others.join(", ")
        ));
    }
    notes
}
