//! Coil springs between two points: counterbalances.

use crate::algebra::{Atom, BodyIndex, Poly};
use crate::description;
use crate::diagnostic::{Diagnostics, Fault, Spanned};

use super::base::BASE;
use super::{Body, Mechanism, Pose};
use crate::algebra::Indexed;

/// A spring that pulls two points together, or pushes them apart, along the line between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Spring {
    /// Its name.
    pub name: String,
    /// What it is fixed to.
    pub ends: [End; 2],
}

/// A point of a body.
#[derive(Debug, Clone, PartialEq)]
pub struct End {
    /// The moving body; `None` for the base.
    pub body: Option<BodyIndex>,
    /// The point in the body's frame, m; numbers.
    pub at: [Poly; 3],
}

impl Spring {
    /// The bodies whose joints move each end against the other: those that carry one end and not the other, from the
    /// base outwards.
    #[must_use]
    pub fn between(&self, bodies: &Indexed<BodyIndex, Body>) -> [Vec<BodyIndex>; 2] {
        let chain = |end: &End| {
            let parents = std::iter::successors(end.body, |&body| bodies[body].parent);
            let mut chain: Vec<BodyIndex> = parents.collect();
            chain.reverse();
            chain
        };
        let [mut one, mut other] = self.ends.each_ref().map(chain);
        let common = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
        one.drain(..common);
        other.drain(..common);
        [one, other]
    }
}

/// Where a body of the file ended up: the moving body that it is part of, and its frame in that body's.
pub(super) type Carrier = (Option<BodyIndex>, Pose);

/// The springs of a description; mistakes are reported.
pub(super) fn springs(
    description: &description::Description,
    carriers: &[Carrier],
    bodies: &Indexed<BodyIndex, Body>,
    diagnostics: &mut Diagnostics,
) -> Vec<Spring> {
    let mut springs = Vec::new();
    for given in &description.springs {
        let ends =
            [&given.from, &given.to].map(|end| placed(end, description, carriers, diagnostics));
        let [Some(from), Some(to)] = ends else {
            continue;
        };
        let name = &given.name;
        let spring = Spring {
            name: name.value.clone(),
            ends: [from, to],
        };
        let moved = spring.between(bodies).concat();
        if moved.is_empty() {
            diagnostics.add(Fault::spring_on_one(&name.value), name.span);
            continue;
        }
        let lengths = moved.iter().flat_map(|&body| {
            let Body { before, after, .. } = &bodies[body];
            [before, after].map(|pose| &pose.translation)
        });
        let ends = spring.ends.iter().map(|end| &end.at);
        let symbolic = lengths.chain(ends).flatten().find_map(|length| {
            let mut atoms = length.atoms().into_iter();
            atoms.find(|atom| matches!(atom, Atom::Symbol(_)))
        });
        if let Some(Atom::Symbol(crate::algebra::Symbol::Constant(symbol))) = symbolic {
            let mut constants = description.symbols();
            let constant = constants.find(|constant| constant.symbol == Some(symbol));
            let constant = constant.map_or("", |constant| &constant.name.value);
            diagnostics.add(Fault::spring_symbol(&name.value, constant), name.span);
            continue;
        }
        springs.push(spring);
    }
    springs
}

/// An end in the frame of a moving body.
fn placed(
    end: &Spanned<description::End>,
    description: &description::Description,
    carriers: &[Carrier],
    diagnostics: &mut Diagnostics,
) -> Option<End> {
    let description::End { body, at } = &end.value;
    let names = description.bodies.iter();
    let names: Vec<&str> = names.map(|body| body.name.value.as_str()).collect();
    let Some(place) = names.iter().position(|name| *name == body.value) else {
        if body.value == BASE {
            let (body, at) = (None, at.clone());
            return Some(End { body, at });
        }
        let known: Vec<&str> = names.into_iter().chain([BASE]).collect();
        diagnostics.add(Fault::unknown_body(&body.value, &known), body.span);
        return None;
    };
    let (carrier, pose) = carriers.get(place)?;
    let point = Pose {
        translation: at.clone(),
        ..Pose::identity()
    };
    Some(End {
        body: *carrier,
        at: pose.then(&point).translation,
    })
}

impl Mechanism {
    /// Whether coil springs pull on bodies.
    #[must_use]
    pub fn has_coil_springs(&self) -> bool {
        !self.springs.is_empty()
    }
}
