//! Bodies, their joints, where joints are, and nominal inertia, key by key.

use crate::algebra::{Poly, Rational};
use crate::description::{
    Angle, Body, Coordinate, DenavitHartenberg, Description, Inertia, Joint, JointKind, Limits,
    Physical, Placement,
};
use crate::diagnostic::{Fault, Spanned};

use super::drives::drive_terms;
use super::reader::Reader;
use super::record::{Form, Keys, Record, records};
use super::shape::{Number, Shape};
use super::tree::{Kind, Node};

/// What a joint that does not move has no use for.
const OF_MOTION: [&str; 8] = [
    "axis",
    "limits",
    "friction",
    "armature",
    "spring",
    "nominal",
    "coordinate",
    "locked",
];

impl Record for Body {
    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        keys.key("name", &mut self.name);
        // Names become indices when all bodies are read.
        let carrier = keys.writing().map(|description| {
            let carrier = self.parent.and_then(|at| description.bodies.get(at));
            carrier.map_or("base", |body| &body.name.value).to_owned()
        });
        keys.key("parent", &mut carrier.unwrap_or_default());
        keys.key("joint", &mut self.joint);
        let (mut physical, mut standard) = match self.inertia.take() {
            Some(Inertia::Physical(physical)) => (Some(physical), None),
            Some(Inertia::Standard(standard)) => (None, Some(standard)),
            None => (None, None),
        };
        keys.key("physical", &mut physical);
        keys.key("standard", &mut standard);
        if keys.has("physical") {
            keys.refuse(&["standard"], |second| Fault::conflict("physical", second));
        }
        self.inertia = physical
            .map(Inertia::Physical)
            .or(standard.map(Inertia::Standard));
    }
}

impl Record for Physical {
    // Half of it would be no body that could exist.
    const USABLE_IN_PART: bool = false;

    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        keys.key("mass", &mut self.mass);
        keys.key("com", &mut self.com);
        keys.key("inertia", &mut self.inertia);
    }
}

impl Record for Joint {
    fn keys(&mut self, keys: &mut Keys<'_, '_>) {
        keys.key("type", &mut self.kind);
        if self.kind == JointKind::Fixed {
            keys.refuse(&OF_MOTION, Fault::fixed_joint);
            keys.key("name", &mut self.name);
        } else {
            keys.required("name", &mut self.name);
        }
        read_pose_of(&self.name.value, keys);
        placement(self, keys);
        read_pose_of("", keys);
        keys.key("limits", &mut self.limits);
        let owner = format!("joint `{}`", self.name.value);
        drive_terms(&mut self.drive, keys, "armature", &owner);
        keys.key("coordinate", &mut self.coordinate);
        keys.key("locked", &mut self.locked);
        if keys.has("coordinate") {
            keys.refuse(&["locked"], |second| Fault::conflict("coordinate", second));
        }
    }
}

/// The key of a coordinate that is no joint.
pub(crate) const OFFSET: &str = "offset";

/// What the other keys have: no angle, but a number as that of a screw, `2*pi/0.01`.
const FACTOR: Shape = Shape::Number(Number::Exact("a factor of a joint"));

/// Joints with factors, and the offset.
impl Form for Coordinate {
    fn read(&mut self, reader: &mut Reader<'_>, node: &Node, shape: &Shape) -> Option<()> {
        let Kind::Map(entries) = &node.kind else {
            return reader.wrong_kind(node, &shape.expected());
        };
        let mut complete = true;
        for (name, node) in entries {
            let read = if name.value == OFFSET {
                self.offset.read(reader, node, shape.entry(OFFSET)?)
            } else {
                let mut factor = Rational::ZERO;
                let read = factor.read(reader, node, &FACTOR);
                read.map(|()| self.terms.push((name.clone(), factor)))
            };
            complete &= read.is_some();
        }
        complete.then_some(())
    }

    fn write(&self, description: &Description, shape: &Shape) -> Option<Node> {
        let factor = |(name, radians): &(Spanned<String>, Rational)| {
            let (pi, radians) = (Rational::ZERO, radians.clone());
            (name.clone(), Angle { pi, radians })
        };
        let offset = (self.offset != Angle::ZERO).then(|| {
            let name = Spanned::new(OFFSET.to_owned(), Default::default());
            (name, self.offset.clone())
        });
        let entries: Vec<_> = self.terms.iter().map(factor).chain(offset).collect();
        entries.write(description, shape)
    }
}

/// Remembers the joint whose pose is read: somebody may think that its position has to stand there.
fn read_pose_of(joint: &str, keys: &mut Keys<'_, '_>) {
    if let Some((reader, _)) = keys.reading() {
        joint.clone_into(&mut reader.constants.joint);
    }
}

/// A frame and an axis, or a row.
fn placement(joint: &mut Joint, keys: &mut Keys<'_, '_>) {
    let (frame, mut axis, row) = match joint.placement.take() {
        Some(Placement::Origin { xyz, rpy, axis }) => (Frame { xyz, rpy }, axis, None),
        Some(Placement::DenavitHartenberg(row)) => (Frame::default(), None, Some(row)),
        None => (Frame::default(), None, None),
    };
    let mut frame = Spanned::new(frame, joint.place.span);
    let mut row = row.map(|row| Spanned::new(row, joint.place.span));
    keys.key("dh", &mut row);
    keys.key("origin", &mut frame);
    joint.place.span = row.as_ref().map_or(frame.span, |row| row.span);
    if joint.kind == JointKind::Fixed || keys.has("dh") {
        keys.key("axis", &mut axis);
    } else {
        keys.required("axis", &mut axis);
    }
    joint.placement = if keys.has("dh") {
        keys.refuse(&["origin", "axis"], |second| Fault::conflict("dh", second));
        row.map(|row| Placement::DenavitHartenberg(row.value))
    } else {
        let Frame { xyz, rpy } = frame.value;
        let axis = axis.filter(|_| joint.kind != JointKind::Fixed);
        Some(Placement::Origin { xyz, rpy, axis })
    };
}

/// A joint's pose in the parent body's frame.
#[derive(Clone, Default, PartialEq)]
struct Frame {
    xyz: [Poly; 3],
    rpy: [Angle; 3],
}

records! {
    Frame: xyz, rpy;
    DenavitHartenberg: convention, alpha, a, d, theta;
    Limits: position, velocity, acceleration, effort;
}
