//! How the base of a mechanism moves, and one that moves as a body of its own.

use std::borrow::Cow;

use crate::algebra::{Poly, Rational};
use crate::description::{self, Angle, Body, Description, Inertia, Joint, JointKind, Placement};
use crate::diagnostic::{Span, Spanned};

/// What a base is called: no body of a file may have this name.
pub(super) const BASE: &str = "base";

/// How the base of a mechanism moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// Not at all.
    Rest,
    /// As it is told: its velocity, its acceleration and gravity in its axes are inputs, and the
    /// wrench that moves it is six more rows, force first, before those of the coordinates. It is the first of the
    /// bodies, held where the base's frame is.
    Input,
}

impl From<description::Base> for Base {
    fn from(base: description::Base) -> Self {
        match base {
            description::Base::Fixed => Self::Rest,
            description::Base::Floating => Self::Input,
        }
    }
}

/// A description in which a base that moves is the first body, and carries what the base carried.
pub(super) fn as_body(description: &Description) -> Cow<'_, Description> {
    if description.base.value == description::Base::Fixed {
        return Cow::Borrowed(description);
    }
    let base = Body {
        name: Spanned::new(BASE.to_owned(), description.base.span),
        parent: None,
        joint: held(description.base.span),
        // The sum of what is fixed to it begins with nothing.
        inertia: has_nominal(description).then(|| {
            let nothing = [(); 10].map(|()| Rational::ZERO);
            Inertia::Standard(Spanned::new(nothing, description.base.span))
        }),
    };
    let mut description = description.clone();
    for body in &mut description.bodies {
        body.parent = Some(body.parent.map_or(0, |parent| parent + 1));
    }
    description.bodies.insert(0, base);
    Cow::Owned(description)
}

/// The joint of a base that moves; a file cannot name it.
fn held(span: Span) -> Joint {
    let [zero, one] = [0, 1].map(Rational::from);
    Joint {
        placement: Some(Placement::Origin {
            xyz: [(); 3].map(|()| Poly::zero()),
            rpy: [Angle::ZERO; 3],
            axis: Some(Spanned::new([zero.clone(), zero, one], span)),
        }),
        locked: Some(Spanned::new(Angle::ZERO, span)),
        ..Joint::default()
    }
}

/// Whether something that is fixed to the base has nominal values.
fn has_nominal(description: &Description) -> bool {
    let mut fixed: Vec<bool> = Vec::with_capacity(description.bodies.len());
    for body in &description.bodies {
        let carried = body
            .parent
            .is_none_or(|parent| fixed.get(parent) == Some(&true));
        fixed.push(carried && body.joint.kind == JointKind::Fixed);
    }
    let mut bodies = description.bodies.iter().zip(fixed);
    bodies.any(|(body, fixed)| fixed && body.inertia.is_some())
}
