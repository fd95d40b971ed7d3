//! Reads `bodies`: each body, its joint, where the joint is, and nominal inertia.

use crate::algebra::{Poly, Rational};
use crate::diagnostic::{Fault, Span, Spanned};

use super::keys;
use super::model::{
    Body, Convention, DenavitHartenberg, DriveTerms, Inertia, Joint, JointKind, Limits, Physical,
    Placement,
};
use super::names::called;
use super::numbers::collect;
use super::parents::Claim;
use super::reader::{Fields, Reader};
use super::tree::Node;
use super::value::Angle;

const KINDS: &[(&str, JointKind)] = &[
    ("revolute", JointKind::Revolute),
    ("continuous", JointKind::Continuous),
    ("prismatic", JointKind::Prismatic),
    ("fixed", JointKind::Fixed),
];
const CONVENTIONS: &[(&str, Convention)] = &[
    ("standard", Convention::Standard),
    ("modified", Convention::Modified),
];
/// The most bodies, fixed ones included.
const MOST_BODIES: usize = 256;

impl Reader<'_> {
    /// All bodies; one that could not be read has placeholders, and was reported.
    pub(super) fn bodies(&mut self, node: &Node) -> Vec<Body> {
        let items = self.list(node, "a list of bodies").unwrap_or(&[]);
        if items.len() > MOST_BODIES {
            let fault = Fault::TooMany {
                what: "bodies",
                found: items.len(),
                limit: MOST_BODIES,
            };
            self.report(&fault, node.span);
            return Vec::new();
        }
        let (mut claims, mut bodies) = (Vec::new(), Vec::new());
        for item in items {
            let (claim, body) = self.body(item);
            claims.push(claim);
            bodies.push(body);
        }
        self.unique(
            claims.iter().filter_map(|claim| claim.name.as_ref()),
            "bodies",
        );
        let moving = bodies
            .iter()
            .filter(|body| !body.joint.name.value.is_empty());
        self.unique(moving.map(|body| &body.joint.name), "joints");
        for (body, parent) in bodies.iter_mut().zip(self.parents(&claims)) {
            body.parent = parent;
        }
        bodies
    }

    fn body(&mut self, node: &Node) -> (Claim, Body) {
        let none = || Spanned::new(String::new(), node.span);
        let Some(fields) = self.fields(node, &keys::BODY) else {
            return (
                Claim {
                    name: None,
                    parent: None,
                },
                Body {
                    name: none(),
                    parent: None,
                    joint: unknown(node.span),
                    inertia: None,
                },
            );
        };
        let name = self.required(fields, "name", "name: upper_arm");
        // A name that was refused still stands for the body where others call it a parent.
        let written = name.and_then(called);
        let name = name.and_then(|node| self.body_name(node));
        let parent = self.required(fields, "parent", "parent: base");
        let parent = parent.and_then(|node| self.text(node, "the name of a body, or `base`"));
        let joint = self.required(
            fields,
            "joint",
            "joint: {name: q1, type: revolute, axis: [0, 0, 1]}",
        );
        let joint = joint
            .and_then(|node| self.joint(node))
            .unwrap_or_else(|| unknown(node.span));
        let inertia = self.inertia(fields);
        let body = Body {
            name: name.clone().unwrap_or_else(none),
            parent: None,
            joint,
            inertia,
        };
        (
            Claim {
                name: name.or(written),
                parent,
            },
            body,
        )
    }

    fn joint(&mut self, node: &Node) -> Option<Joint> {
        let fields = self.fields(node, &keys::JOINT)?;
        let kind = self.required(fields, "type", "type: revolute");
        let kind = kind.and_then(|node| self.word(node, "a type of joint", KINDS));
        let fixed = kind == Some(JointKind::Fixed);
        let name = if fixed {
            fields.get("name")
        } else {
            self.required(fields, "name", "name: q1")
        };
        let name = name.and_then(|node| self.name(node, "joint"));
        let dependent =
            "describe the joints that are driven; leave this one out, or make it `fixed`";
        for (key, what, instead) in [
            ("coordinate", "a dependent joint (`coordinate`)", dependent),
            (
                "locked",
                "a locked joint (`locked`)",
                "make it `fixed`, with its position in `rpy`",
            ),
        ] {
            if let Some(span) = fields.key_span(key) {
                self.report(
                    &Fault::NotSupported {
                        what: what.to_owned(),
                        instead,
                    },
                    span,
                );
            }
        }
        if fixed {
            for key in ["axis", "limits", "friction", "armature", "nominal"] {
                if let Some(span) = fields.key_span(key) {
                    self.report(&Fault::FixedJoint { key }, span);
                }
            }
        }
        let placement = self.placement(fields, kind);
        let limits = fields
            .get("limits")
            .and_then(|node| self.limits(node))
            .unwrap_or_default();
        let owner = name
            .as_ref()
            .map_or_else(String::new, |name| format!("joint `{}`", name.value));
        let drive = self.drive_terms(fields, ("armature", &keys::JOINT_NOMINAL), &owner);
        let name = name.unwrap_or_else(|| Spanned::new(String::new(), node.span));
        Some(Joint {
            name,
            kind: kind.unwrap_or(JointKind::Revolute),
            placement,
            limits,
            drive,
        })
    }

    fn placement(&mut self, fields: Fields<'_>, kind: Option<JointKind>) -> Option<Placement> {
        if let Some(row) = fields.get("dh") {
            for (key, span) in ["origin", "axis"].map(|key| (key, fields.key_span(key))) {
                if let Some(span) = span {
                    self.report(
                        &Fault::Conflict {
                            first: "dh",
                            second: key,
                        },
                        span,
                    );
                }
            }
            return self.row(row);
        }
        let (xyz, rpy) = match fields.get("origin") {
            Some(node) => self.origin(node)?,
            None => (zero(), [Angle::ZERO; 3]),
        };
        let axis = if kind == Some(JointKind::Fixed) {
            None
        } else {
            let node = self.required(fields, "axis", "axis: [0, 0, 1]")?;
            Some(Spanned::new(self.exacts(node, "an axis")?, node.span))
        };
        Some(Placement::Origin { xyz, rpy, axis })
    }

    fn origin(&mut self, node: &Node) -> Option<([Poly; 3], [Angle; 3])> {
        let fields = self.fields(node, &keys::ORIGIN)?;
        let xyz = fields.get("xyz").map_or_else(
            || Some(zero()),
            |node| {
                let items = self.array::<3>(node)?;
                collect(items.each_ref().map(|item| self.length(item)))
            },
        );
        let rpy = fields.get("rpy").map_or(Some([Angle::ZERO; 3]), |node| {
            let items = self.array::<3>(node)?;
            collect(items.each_ref().map(|item| self.angle(item)))
        });
        Some((xyz?, rpy?))
    }

    fn row(&mut self, node: &Node) -> Option<Placement> {
        let fields = self.fields(node, &keys::DH)?;
        let convention = self.required(fields, "convention", "convention: modified");
        let convention = convention.and_then(|n| self.word(n, "a convention", CONVENTIONS));
        let length = |reader: &mut Self, key| {
            fields
                .get(key)
                .map_or(Some(Poly::zero()), |node| reader.length(node))
        };
        let (a, d) = (length(self, "a"), length(self, "d"));
        let angle = |reader: &mut Self, key| {
            fields
                .get(key)
                .map_or(Some(Angle::ZERO), |node| reader.angle(node))
        };
        let (alpha, theta) = (angle(self, "alpha"), angle(self, "theta"));
        let convention = convention?;
        Some(Placement::DenavitHartenberg(DenavitHartenberg {
            convention,
            alpha: alpha?,
            a: a?,
            d: d?,
            theta: theta?,
        }))
    }

    fn limits(&mut self, node: &Node) -> Option<Limits> {
        let fields = self.fields(node, &keys::LIMITS)?;
        let position = fields.get("position").and_then(|node| {
            let position = self.nominals(node)?;
            Some(Spanned::new(position, node.span))
        });
        let mut highest = |key: &str| {
            let node = fields.get(key)?;
            let value = self.nominal(node)?;
            if value.is_negative() || value.is_zero() {
                let (what, expected) = (format!("the limit of {key}"), "above zero".to_owned());
                self.report(&Fault::WrongValue { what, expected }, node.span);
            }
            Some(value)
        };
        let (velocity, acceleration) = (highest("velocity"), highest("acceleration"));
        Some(Limits {
            position,
            velocity,
            acceleration,
            effort: highest("effort"),
        })
    }

    fn inertia(&mut self, fields: Fields<'_>) -> Option<Inertia> {
        let standard = fields.get("standard").map(|node| {
            let values = self.nominals::<10>(node)?;
            Some(Inertia::Standard(Spanned::new(values, node.span)))
        });
        let physical = fields.get("physical").map(|node| self.physical(node));
        if let (Some(_), Some(_), Some(span)) = (&standard, &physical, fields.key_span("standard"))
        {
            self.report(
                &Fault::Conflict {
                    first: "physical",
                    second: "standard",
                },
                span,
            );
        }
        physical.or(standard).flatten()
    }

    fn physical(&mut self, node: &Node) -> Option<Inertia> {
        let fields = self.fields(node, &keys::PHYSICAL)?;
        let mass = self.required(fields, "mass", "mass: 1.5").and_then(|node| {
            let mass = self.nominal(node)?;
            Some(Spanned::new(mass, node.span))
        });
        let com = fields
            .get("com")
            .map_or(Some([Rational::ZERO; 3]), |node| self.nominals(node));
        let inertia = fields.get("inertia").map_or_else(
            || Some(Spanned::new([Rational::ZERO; 6], node.span)),
            |node| self.tensor(node),
        );
        Some(Inertia::Physical(Physical {
            mass: mass?,
            com: com?,
            inertia: inertia?,
        }))
    }

    fn tensor(&mut self, node: &Node) -> Option<Spanned<[Rational; 6]>> {
        let fields = self.fields(node, &keys::INERTIA)?;
        let elements = [
            ("xx", "xx: 0.01"),
            ("xy", ""),
            ("xz", ""),
            ("yy", "yy: 0.01"),
            ("yz", ""),
            ("zz", "zz: 0.01"),
        ];
        let values = elements.map(|(key, example)| {
            // Off the diagonal, zero is what symmetric bodies have.
            let element = if example.is_empty() {
                fields.get(key)
            } else {
                Some(self.required(fields, key, example)?)
            };
            element.map_or(Some(Rational::ZERO), |node| self.nominal(node))
        });
        Some(Spanned::new(collect(values)?, node.span))
    }
}

/// What stands for a joint that could not be read.
fn unknown(span: Span) -> Joint {
    let name = Spanned::new(String::new(), span);
    Joint {
        name,
        kind: JointKind::Revolute,
        placement: None,
        limits: Limits::default(),
        drive: DriveTerms::default(),
    }
}

fn zero() -> [Poly; 3] {
    [Poly::zero(), Poly::zero(), Poly::zero()]
}
