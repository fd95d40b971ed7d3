//! What a file says of joints that move with others, or are held: names become places, a joint that moves
//! with one that moves with a third moves with the third, circles are reported.

use super::dependence::Dependence;
use crate::algebra::{JointIndex, Place, Rational};
use crate::description::{Angle, Coordinate, Description, Joint, JointKind};
use crate::diagnostic::{Diagnostics, Fault, Span};

/// The joints that are not free; what is wrong with them is reported.
pub(super) fn dependences(
    description: &Description,
    diagnostics: &mut Diagnostics,
) -> Vec<Dependence> {
    let mut resolver = Resolver::new(description, diagnostics);
    let mut dependences = Vec::new();
    for (at, joint) in resolver.joints.clone().into_iter().enumerate() {
        let slides = joint.kind == JointKind::Prismatic;
        let position = resolver.position(at).filter(|_| !joint.is_free());
        let dependence = |(position, joint): (Position, JointIndex)| Dependence {
            joint,
            terms: position.terms,
            distance: match slides {
                true => position.offset.radians.clone(),
                false => Rational::ZERO,
            },
            angle: match slides {
                true => Angle::ZERO,
                false => position.offset,
            },
        };
        dependences.extend(position.zip(JointIndex::new(at)).map(dependence));
    }
    dependences
}

/// The position of each joint that moves where those of all free joints are zero, rad or m; of an angle a decimal that no
/// equation depends on.
pub(super) fn at_zero(description: &Description) -> Vec<Rational> {
    // What is wrong is reported by `dependences`.
    let mut diagnostics = Diagnostics::new(crate::format::source("", ""));
    let mut resolver = Resolver::new(description, &mut diagnostics);
    let joints = 0..resolver.joints.len();
    let positions = joints.map(|at| resolver.position(at)?.offset.nominal());
    positions.map(Option::unwrap_or_default).collect()
}

/// The position of a joint as a form of the positions of joints that are free, and an offset.
#[derive(Clone)]
struct Position {
    terms: Vec<(JointIndex, Rational)>,
    offset: Angle,
}

/// How far a joint's position has been followed.
#[derive(Clone)]
enum Found {
    NotYet,
    /// It is being followed: who comes back to it is in a circle.
    OnTheWay,
    /// `None` if something is wrong, which was reported.
    Done(Option<Position>),
}

struct Resolver<'d, 'r> {
    joints: Vec<&'d Joint>,
    positions: Vec<Found>,
    diagnostics: &'r mut Diagnostics,
}

impl<'d, 'r> Resolver<'d, 'r> {
    fn new(description: &'d Description, diagnostics: &'r mut Diagnostics) -> Self {
        let joints: Vec<&Joint> = description.moving().map(|body| &body.joint).collect();
        Self {
            positions: vec![Found::NotYet; joints.len()],
            joints,
            diagnostics,
        }
    }

    fn position(&mut self, at: usize) -> Option<Position> {
        if let Found::Done(found) = &self.positions[at] {
            return found.clone();
        }
        self.positions[at] = Found::OnTheWay;
        let found = self.followed(at);
        self.positions[at] = Found::Done(found.clone());
        found
    }

    fn followed(&mut self, at: usize) -> Option<Position> {
        let joint = self.joints[at];
        if let Some(locked) = &joint.locked {
            self.fits(joint, &locked.value, "`locked` of", locked.span)?;
            let (terms, offset) = (Vec::new(), locked.value.clone());
            return Some(Position { terms, offset });
        }
        let Some(given) = &joint.coordinate else {
            let (terms, offset) = (vec![(JointIndex::new(at)?, Rational::ONE)], Angle::ZERO);
            return Some(Position { terms, offset });
        };
        let Coordinate { terms, offset } = &given.value;
        self.fits(joint, offset, "`offset` of", given.span)?;
        if terms.is_empty() {
            let expected = "joints with factors; `locked` is for a joint that is held";
            self.diagnostics
                .add(Fault::wrong_value("`coordinate`", expected), given.span);
            return None;
        }
        let mut sum = Position {
            terms: Vec::new(),
            offset: offset.clone(),
        };
        let others = terms.iter().map(|(name, factor)| {
            let other = self.joint(&name.value, name.span)?;
            if matches!(self.positions[other], Found::OnTheWay) {
                let fault = Fault::circular(&joint.name.value, &name.value);
                self.diagnostics.add(fault, name.span);
                return None;
            }
            self.position(other).map(|position| (position, factor))
        });
        // All that is wrong is reported.
        for other in others.collect::<Vec<_>>() {
            let (position, factor) = other?;
            sum.add(&position, factor);
        }
        let what = format!("the offset of what `{}` follows,", joint.name.value);
        self.fits(joint, &sum.offset, &what, given.span)?;
        Some(sum)
    }

    /// The place of a joint that moves.
    fn joint(&mut self, name: &str, span: Span) -> Option<usize> {
        let found = self
            .joints
            .iter()
            .position(|joint| joint.name.value == name && !name.is_empty());
        if found.is_none() {
            let known = self.joints.iter().map(|j| j.name.value.as_str());
            // That of a base that moves has no name.
            let known: Vec<&str> = known.filter(|name| !name.is_empty()).collect();
            self.diagnostics
                .add(Fault::unknown_joint(name, &known), span);
        }
        found
    }

    /// Whether a position is one that a joint may have: no angle where it slides.
    fn fits(&mut self, joint: &Joint, angle: &Angle, what: &str, span: Span) -> Option<()> {
        if joint.kind == JointKind::Prismatic && !angle.pi.is_zero() {
            let place = format!("{what} a joint that slides");
            self.diagnostics.add(Fault::angle_not_allowed(&place), span);
            return None;
        }
        Some(())
    }
}

impl Position {
    /// Adds another one times a factor.
    fn add(&mut self, other: &Self, factor: &Rational) {
        for (joint, own) in &other.terms {
            let more = factor * own;
            match self.terms.iter_mut().find(|(known, _)| known == joint) {
                Some((_, sum)) => *sum = &*sum + &more,
                None => self.terms.push((*joint, more)),
            }
        }
        self.offset = Angle {
            pi: &self.offset.pi + &(factor * &other.offset.pi),
            radians: &self.offset.radians + &(factor * &other.offset.radians),
        };
    }
}
