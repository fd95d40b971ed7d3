//! What a joint hides: changes of a body that look the same as changes of the body below it.
//!
//! A joint that turns does not move a mass on its axis, and an inertia that is the same all round
//! looks the same from every angle; a joint that slides does not turn the body. What it does not
//! move in its own way, the body that carries it moves just so (Khalil and Gautier's grouping). Each
//! case is confirmed on all that is measured before it is stated.

use std::collections::BTreeMap;

use super::BaseParameters;
use super::link::{COMPONENTS, Link};
use crate::algebra::{BodyIndex, Field, Indexed, ParameterIndex, Quotients, Ratio};
use crate::mechanism::{Axis, Inertial, JointKind, Mechanism, ParameterKind};

/// Why a change of a body looks like a change of the body that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// A mass at the body's origin is on the axis of its joint.
    MassOnAxis,
    /// A first moment along the axis of its joint, with which the body's own axis agrees.
    MomentOnAxis,
    /// The same inertia about both axes across that of its joint: these.
    RoundInertia(Axis, Axis),
    /// Its joint slides: it turns as the body that carries it does.
    Slides,
}

/// The bodies as they hang on those below, while joints are at zero.
pub(super) fn links(mechanism: &Mechanism) -> Indexed<BodyIndex, Option<Hanging>> {
    mechanism.bodies.map(|_, body| {
        let link = Link::of(&Quotients, body, None, Vec::new(), &[])?;
        let at_zero = link.at_zero(&Quotients);
        Some(Hanging { link, at_zero })
    })
}

/// A body as it hangs on the body below.
pub(super) struct Hanging {
    link: Link<Ratio>,
    at_zero: Vec<BTreeMap<usize, Ratio>>,
}

/// What its own joint hides of a component of a body, if it does.
pub(super) fn hidden(
    mechanism: &Mechanism,
    base: &BaseParameters,
    links: &Indexed<BodyIndex, Option<Hanging>>,
    parameter: ParameterIndex,
) -> Option<Hidden> {
    let ParameterKind::Inertial { body, component } = mechanism.parameters[parameter].kind else {
        return None;
    };
    let Hanging { link, at_zero } = links[body].as_ref()?;
    let turns = mechanism.bodies[body].joint.kind != JointKind::Prismatic;
    let along = link.axis();
    let (kind, own) = match component {
        Inertial::Inertia(..) if !turns => (Hidden::Slides, vec![component]),
        Inertial::Mass if link.keeps_origin() => (Hidden::MassOnAxis, vec![component]),
        Inertial::Moment(i) if link.keeps_origin() && along == Some(i) => {
            (Hidden::MomentOnAxis, vec![component])
        }
        Inertial::Inertia(i, same) if i == same && along.is_some_and(|along| along != i) => {
            let [j, k] = along?.others();
            let pair = [j, k].map(|axis| Inertial::Inertia(axis, axis));
            (Hidden::RoundInertia(j.min(k), j.max(k)), pair.to_vec())
        }
        _ => return None,
    };
    // What each parameter is changed by.
    let mut direction: BTreeMap<ParameterIndex, Ratio> = BTreeMap::new();
    for component in &own {
        direction.insert(mechanism.inertial(body, *component)?, Quotients.one());
    }
    if let Some(parent) = mechanism.bodies[body].parent {
        let places = (0..10).filter(|k| own.contains(&COMPONENTS[*k]));
        let places: Vec<usize> = places.collect();
        for (below, row) in COMPONENTS.iter().zip(at_zero) {
            let share = places.iter().filter_map(|k| row.get(k));
            let share = share.fold(Quotients.zero(), |sum, x| Quotients.add(&sum, x));
            direction.insert(mechanism.inertial(parent, *below)?, Quotients.neg(&share));
        }
    }
    let one = Quotients.one();
    let unseen = base.base.iter().all(|base| {
        let terms = std::iter::once((&base.representative, &one)).chain(&base.others);
        let changes = terms.filter_map(|(k, ratio)| Some(Quotients.mul(ratio, direction.get(k)?)));
        let change = changes.fold(Quotients.zero(), |sum, x| Quotients.add(&sum, &x));
        Quotients.is_zero(&change)
    });
    unseen.then_some(kind)
}

impl<E: Clone> Link<E> {
    /// The axis of the body along which its joint's axis is, if there is one.
    fn axis(&self) -> Option<Axis> {
        let mut turns = self.screw.iter().filter(|(k, _)| *k < 3);
        let (only, _) = turns.next()?;
        let axis = Axis::ALL[*only];
        turns.next().is_none().then_some(axis)
    }

    /// Whether its joint turns and its axis passes through the body's origin.
    pub(super) fn keeps_origin(&self) -> bool {
        self.screw.iter().all(|(k, _)| *k < 3)
    }

    /// Whether a first moment along an axis is on that of a joint that keeps the origin.
    pub(super) fn is_along(&self, axis: Axis) -> bool {
        self.axis() == Some(axis)
    }

    /// What the parameters of the body are for the body below while the joint is at zero: for each of
    /// that one's the share of each of this one's.
    fn at_zero<F: Field<Element = E>>(&self, field: &F) -> Vec<BTreeMap<usize, E>> {
        let at_zero = [0, 1, 3]
            .iter()
            .take(if self.harmonics.len() == 5 { 3 } else { 1 });
        let harmonics: Vec<_> = at_zero.map(|h| &self.harmonics[*h]).collect();
        let row = |place: usize| {
            let mut row: BTreeMap<usize, E> = BTreeMap::new();
            for (k, share) in harmonics.iter().flat_map(|h| &h.functionals[place]) {
                let sum = row.entry(*k).or_insert_with(|| field.zero());
                *sum = field.add(sum, share);
            }
            row
        };
        (0..10).map(row).collect()
    }
}
