//! The row space of all that parameters multiply in what is measured, without writing any of it out.
//!
//! The energy of two motions of the robot (rates of coordinates, gravity as an acceleration of the
//! base, motions of a base that is moved) is a function of the coordinates that is linear in the
//! parameters. Products of harmonics, one of each coordinate, are independent functions, so the rows
//! that decide identifiability are their coefficients. There are far too many to list, but all come
//! about in the same way: at each body a functional of its ten parameters, which is that of the body
//! below through one harmonic of the joint, beside the motion that the second motion gives the body,
//! which comes from below likewise. Both together are a *state* of the body, and in place of all
//! states stands a basis of what they span.
//!
//! A harmonic of the joint's own coordinate, or its rate, is new at this joint: nothing below or
//! beside it has that function. So the row space is spanned by the states that *begin* at each body,
//! each continued to the bodies above by the constant part of their joints. Variables that several
//! joints share are no such mark. Their functions stay beside the numbers ([`super::waves`]) until
//! no joint above has them, and what is kept of their own motion is one state, not a span.

use std::collections::BTreeMap;

use super::link::{Link, functional};
use super::rows::{Coefficients, Writer};
use super::state::{Measured, Place, Reach, Reaches, Slot, State, States};
use super::waves::{Product, Variable};
use crate::algebra::linear::Reduced;
use crate::algebra::{BodyIndex, Field, Rational};

/// The row space of what is measured.
pub(super) struct Space<'t, F: Field> {
    /// What is computed with.
    pub states: States<'t, F>,
    /// What is measured.
    pub measured: Measured,
}

impl<F: Field> Space<'_, F> {
    /// The rows: for each the coefficients of parameters; `None` if there are far too many coefficients.
    pub(super) fn rows(&self) -> Option<Vec<Coefficients<F::Element>>> {
        let base = self.base();
        let reaches = self.reaches(&base);
        if let Measured::Wrench(sensor, number) = self.measured {
            return self.wrench(sensor, number, &reaches);
        }
        let mut writer = Writer::new(&self.states, self.measured, &reaches);
        let mut rows = writer.of_shared();
        for state in &base.states {
            let rates = self.states.tree.shared.iter();
            let with_rates = rates.fold(state.clone(), |sum, &variable| {
                let drives = self.states.with_drives(&State::new(), state, variable);
                let rate = vec![(Product::rate(variable), Rational::ONE)];
                self.states.plus(&sum, &drives, &rate)
            });
            rows.extend(writer.of_state(None, &with_rates));
        }
        rows.extend(writer.of_begun());
        if self.measured != Measured::Along {
            rows.extend(writer.between_branches());
        }
        (!writer.is_spent()).then_some(rows)
    }

    /// What reaches each body.
    pub(super) fn reaches(&self, base: &Reach<F::Element>) -> Reaches<F::Element> {
        let mut reaches = Reaches::new();
        for (body, link) in self.states.tree.links.enumerate() {
            let below = link.parent.and_then(|parent| reaches.get(&parent));
            let reach = self.arrive(body, below.unwrap_or(base));
            reaches.insert(body, reach);
        }
        reaches
    }

    /// What has begun at the base: gravity, or the motions of a base that is moved.
    pub(super) fn base(&self) -> Reach<F::Element> {
        let states = &self.states;
        let base = &states.tree.base;
        let mut begun: Vec<State<F::Element>> = Vec::new();
        if states.tree.is_moved {
            begun.extend(base.iter().map(|motion| states.motion(motion, None)));
            begun.push(states.motion(&Vec::new(), Some(Variable::Gravity)));
            for (k, first) in base.iter().enumerate() {
                for second in &base[k..] {
                    let energy = functional(states.field, first, second);
                    let place = |(k, e)| ((Slot::Functional(k), Product::default()), e);
                    begun.push(energy.into_iter().map(place).collect());
                }
            }
        } else {
            let gravity = |motion| states.motion(motion, Some(Variable::Gravity));
            begun.extend(base.iter().map(gravity));
        }
        Reach {
            begun: Reduced::default(),
            states: begun,
            shared: Some(states.marks()),
        }
    }

    /// The states that begin at a body, and those that reach it.
    fn arrive(&self, body: BodyIndex, below: &Reach<F::Element>) -> Reach<F::Element> {
        let (states, link) = (&self.states, &self.states.tree.links[body]);
        let (mut begun, mut continued) = (Vec::new(), Vec::new());
        let mut step = |state: &State<F::Element>, mode: usize| {
            let next = states.step(link, state, mode);
            if link.own.is_some() {
                begun.push(states.meet(link, &next));
            }
            let list = if mode == 0 {
                &mut continued
            } else {
                &mut begun
            };
            list.push(next);
        };
        for state in &below.states {
            (0..link.modes.len()).for_each(|mode| step(state, mode));
        }
        if let Some(shared) = &below.shared {
            (1..link.modes.len()).for_each(|mode| step(shared, mode));
        }
        let shared = below.shared.as_ref().map(|shared| {
            let shared = states.driven(link, &states.step(link, shared, 0));
            begun.extend(self.of_rate(link, &shared).into_iter().flatten());
            shared
        });
        let closed = |all: Vec<State<F::Element>>| {
            let parts = all.iter().flat_map(|state| self.closed(body, state));
            parts.collect::<Vec<_>>()
        };
        let begun = states.basis(closed(begun).into_iter());
        let without_drives = |state: &State<F::Element>| -> State<F::Element> {
            let is_drive = |((slot, _), _): &(Place, _)| matches!(slot, Slot::Drive(..));
            state
                .iter()
                .filter(|entry| !is_drive(entry))
                .cloned()
                .collect()
        };
        let all = begun
            .rows
            .iter()
            .map(without_drives)
            .chain(closed(continued));
        let all = states.basis(all);
        Reach {
            begun,
            states: all.rows,
            shared,
        }
    }

    /// What a joint's own rate begins: its energy with that of shared variables and its motion, and
    /// its own energy.
    fn of_rate(
        &self,
        link: &Link<F::Element>,
        shared: &State<F::Element>,
    ) -> Option<[State<F::Element>; 2]> {
        let own = Variable::Coordinate(link.own?);
        let motion = self.states.own_motion(link, Some(own));
        let own = self.states.meet(link, &motion);
        let mut with_shared = self.states.meet(link, shared);
        with_shared.extend(motion);
        Some([with_shared, own])
    }

    /// A state by the functions of those shared variables that nothing above a body has: they only
    /// tell functions apart from here on.
    fn closed(&self, body: BodyIndex, state: &State<F::Element>) -> Vec<State<F::Element>> {
        let open = &self.states.tree.open[body];
        let is_closed = |variable: Variable| !variable.is_length() && !open.contains(&variable);
        let leaves = self.measured == Measured::Along && is_closed(Variable::Along);
        let mut parts: BTreeMap<Product, State<F::Element>> = BTreeMap::new();
        for ((slot, product), number) in state {
            let (apart, mut rest) = product.split(is_closed);
            if leaves && !apart.has(Variable::Along) {
                continue;
            }
            if leaves {
                // It counts for good.
                rest = rest.with_position(Variable::Along);
            }
            let part = parts.entry(apart).or_default();
            part.push(((*slot, rest), number.clone()));
        }
        let sorted = |mut part: State<F::Element>| {
            part.sort_by(|(a, _), (b, _)| a.cmp(b));
            part
        };
        parts.into_values().map(sorted).collect()
    }

    /// The rows of the wrench at a body: its power along unit motions.
    fn wrench(
        &self,
        sensor: BodyIndex,
        number: Option<usize>,
        reaches: &Reaches<F::Element>,
    ) -> Option<Vec<Coefficients<F::Element>>> {
        let Some(reach) = reaches.get(&sensor) else {
            return Some(Vec::new());
        };
        let states = &self.states;
        let mut begun = Vec::new();
        for k in (0..6).filter(|k| number.is_none_or(|number| number == *k)) {
            // Forces come first in a wrench, and turns in a motion.
            let unit = vec![((k + 3) % 6, states.field.one())];
            begun.extend(reach.states.iter().map(|state| states.energy(&unit, state)));
            begun.extend(reach.shared.iter().map(|state| {
                let mut energy = states.energy(&unit, state);
                energy.extend(states.motion(&unit, None));
                energy
            }));
        }
        let parts = begun.iter().flat_map(|state| self.closed(sensor, state));
        let begun = states.basis(parts);
        let reach = Reach {
            states: begun.rows.clone(),
            begun,
            shared: None,
        };
        let mut reaches = BTreeMap::from([(sensor, reach)]);
        for (body, link) in states.tree.links.enumerate() {
            let below = link.parent.and_then(|parent| reaches.get(&parent));
            if let Some(reach) = below.map(|below| self.arrive(body, below)) {
                reaches.insert(body, reach);
            }
        }
        let mut writer = Writer::new(&self.states, self.measured, &reaches);
        let rows = writer.of_begun();
        (!writer.is_spent()).then_some(rows)
    }
}
