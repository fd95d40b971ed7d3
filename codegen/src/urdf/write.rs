//! A URDF as a description, and that as a robot file with notes at its head.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Imported;
use super::elements::{Inertial, Joint, Urdf};
use super::export::UNLIMITED;
use super::follow::Following;
use super::names::{Names, module, renamed};
use super::notes::notes;
use super::number::{self, computed};
use super::transmission::drives;
use super::tree::Order;
use crate::algebra::{Poly, Rational};
use crate::description::{
    Angle, Base, Body, Coordinate, Description, DriveTerms, Drives, Gravity, Inertia, JointKind,
    Limits, Physical, Placement, Ratios, Term, Transmission,
};
use crate::diagnostic::Spanned;
use crate::format;

/// What a robot file calls the base.
const BASE: &str = "base";

/// The robot file.
pub(super) fn write(urdf: &mut Urdf, order: &Order, file: &str, base: Base) -> Imported {
    // Without inertia a link weighs nothing: that of its body is what is fixed to it.
    for link in order.bare(urdf) {
        urdf.links[link].inertial = Some(Inertial::default());
    }
    let mut notes = notes(urdf, order, base);
    let mut drives = drives(urdf, order, &mut notes);
    let [mut bodies, mut joints] = names(urdf, order, base);
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
            let body = fixed_to_base(root.name.clone(), &inertial);
            description.bodies.push(body);
        }
    }
    let following = Following::of(urdf);
    let follows = order.joints.iter().map(|&k| following.followed(k));
    let follows: Vec<Option<Coordinate>> = follows.collect();
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
        if let Some(body) = body {
            called
                .entry(name)
                .or_insert_with(|| body.joint.name.value.clone());
        }
    }
    if let Some(&root) = places.get(&urdf.links[order.root].name.value) {
        let name = &mut description.bodies[root].name.value;
        // A link that is called as the base is keeps its name, and this body is what it weighs.
        *name = match *name == BASE {
            true => bodies.unused(name),
            false => bodies.fresh(name),
        };
    }
    for name in drives.iter_mut().flat_map(named) {
        name.value = called.get(&name.value).cloned().unwrap_or_default();
    }
    let listed = drives.iter().flat_map(|drives| &drives.motors);
    let listed = listed.flat_map(|listed| &listed.value);
    let mut motors = Names::beside(&joints, listed.map(|motor| motor.name.value.as_str()));
    if let Some(drives) = &mut drives {
        call_motors(drives, &mut motors);
    }
    notes.extend(renamed(&bodies, &joints, &motors));
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
    description.drives = drives;
    let mut text = String::from("# Imported from URDF.\n");
    for note in &notes {
        let _ = writeln!(text, "# - {note}");
    }
    text.push_str(&format::write(&description));
    Imported { text, notes }
}

/// What bodies and joints will be called by; none is yet.
fn names(urdf: &Urdf, order: &Order, base: Base) -> [Names; 2] {
    let carried = || order.joints.iter().map(|&k| &urdf.joints[k]);
    let root = &urdf.links[order.root];
    let is_body = base == Base::Floating && root.inertial.is_some();
    let links = carried().map(|joint| &joint.child);
    let links = links.chain(is_body.then_some(&root.name));
    let moving = carried().filter(|joint| joint.kind != JointKind::Fixed);
    [
        Names::but(BASE, links.map(|name| name.value.as_str())),
        Names::but(
            format::OFFSET,
            moving.map(|joint| joint.name.value.as_str()),
        ),
    ]
}

/// Calls motors as the URDF does, where that can be, and those that it gives no name by what their joints are called now.
fn call_motors(drives: &mut Drives, names: &mut Names) {
    let rows = match drives.transmission.as_ref().map(|t| &t.value) {
        Some(Transmission::ByJoint(rows)) => rows.as_slice(),
        _ => &[],
    };
    let joints = rows.iter().map(|(joint, _)| &joint.value);
    let motors = drives.motors.iter_mut();
    let motors = motors.flat_map(|listed| &mut listed.value).zip(joints);
    let (called, nameless): (Vec<_>, Vec<_>) =
        motors.partition(|(motor, _)| !motor.name.value.is_empty());
    for (motor, _) in called {
        motor.name.value = names.fresh(&motor.name.value);
    }
    for (motor, joint) in nameless {
        motor.name.value = names.unused(&format!("motor_{joint}"));
    }
}

/// The names of joints in drives.
fn named(drives: &mut Drives) -> Vec<&mut Spanned<String>> {
    let mut names = Vec::new();
    if let Some(Transmission::ByJoint(rows)) = drives.transmission.as_mut().map(|t| &mut t.value) {
        for (name, ratios) in rows {
            names.push(name);
            if let Ratios::Of(row) = ratios {
                names.extend(row.iter_mut().map(|(name, _)| name));
            }
        }
    }
    names
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
    let [lower, upper, velocity, effort, acceleration] = joint.limits;
    let stops = lower
        .zip(upper)
        .filter(|_| joint.kind != JointKind::Continuous);
    let stops = stops.filter(|(lower, upper)| lower.to_f64() < upper.to_f64());
    // What nobody knows has a limit that no robot comes to.
    let is_limit = |limit: &Rational| limit.to_f64().abs() < UNLIMITED;
    let stops = stops.filter(|(lower, upper)| is_limit(lower) || is_limit(upper));
    let positive = |value: Option<Rational>| value.filter(|x| !x.is_zero() && !x.is_negative());
    let limit = |value| positive(value).filter(is_limit);
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
                velocity: limit(velocity),
                effort: limit(effort),
                acceleration: limit(acceleration),
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
    let inertia = number::settled(inertia);
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
