//! States of a body: a functional of its parameters beside a motion, in one vector.

use std::collections::BTreeMap;

use super::link::{Link, functional};
use super::tree::Tree;
use super::twist::Motion;
use super::waves::{Product, Sum, Variable, rate, scaled, square};
use crate::algebra::linear::{Reduced, Row, reduced};
use crate::algebra::{BodyIndex, Field, Rational};

/// A number of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    /// Of the functional, by its place in [`COMPONENTS`](super::link::COMPONENTS).
    Functional(usize),
    /// What drives add to the energy of the rates of two variables.
    Drive(Variable, Variable),
    /// Of the motion: 0 to 2 turn, 3 to 5 move the origin.
    Motion(usize),
    /// Whether the motion is the constant part of what a variable does: drives, which no other joint
    /// moves, have their part in that alone.
    Constant(Variable),
}

/// Where a number stands: functions of shared variables are kept apart.
pub(super) type Place = (Slot, Product);

/// A functional and a motion of a body.
pub(super) type State<E> = Row<Place, E>;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measured {
    /// The torque of every coordinate, and the wrench of a base that is moved.
    Torques,
    /// The power of the torques of all coordinates.
    Power,
    /// The torque along a motion of the coordinates.
    Along,
    /// The wrench at a body, or one of its numbers.
    Wrench(BodyIndex, Option<usize>),
}

/// What moves a body, or has energy with it.
#[derive(Debug, Clone)]
pub(super) struct Reach<E> {
    /// A basis of the states that begin at the body.
    pub begun: Reduced<Place, E>,
    /// A basis of what all states that have begun so far have become.
    pub states: Vec<State<E>>,
    /// The motion that shared variables alone give the body, and its own energy.
    pub shared: Option<State<E>>,
}

/// What reaches each body.
pub(super) type Reaches<E> = BTreeMap<BodyIndex, Reach<E>>;

/// What is done with states: they pass from body to body, and meet the motions of joints.
pub(super) struct States<'t, F: Field> {
    /// What is computed in.
    pub field: &'t F,
    /// The robot.
    pub tree: &'t Tree<F::Element>,
}

/// A state under construction.
struct Builder<'f, F: Field> {
    field: &'f F,
    entries: BTreeMap<Place, F::Element>,
}

impl<F: Field> Builder<'_, F> {
    fn add(&mut self, slot: Slot, product: Product, number: &F::Element) {
        let entry = self.entries.entry((slot, product));
        let sum = entry.or_insert_with(|| self.field.zero());
        *sum = self.field.add(sum, number);
    }

    /// Adds a number times a product and a sum of functions.
    fn add_times(&mut self, slot: Slot, product: &Product, factor: &Sum, number: &F::Element) {
        for (function, factor) in factor {
            for (product, share) in product.times(function) {
                if let Some(share) = self.field.number(&(factor * &share)) {
                    self.add(slot, product, &self.field.mul(number, &share));
                }
            }
        }
    }

    fn state(self) -> State<F::Element> {
        let entries = self.entries.into_iter();
        entries.filter(|(_, e)| !self.field.is_zero(e)).collect()
    }
}

impl<F: Field> States<'_, F> {
    fn builder(&self, state: &State<F::Element>) -> Builder<'_, F> {
        Builder {
            field: self.field,
            entries: state.iter().cloned().collect(),
        }
    }

    /// A motion, and of which variable it is the constant part.
    pub(super) fn motion(
        &self,
        motion: &Motion<F::Element>,
        of: Option<Variable>,
    ) -> State<F::Element> {
        let entry = |slot, number| ((slot, Product::default()), number);
        let entries = motion
            .iter()
            .map(|(k, e)| entry(Slot::Motion(*k), e.clone()));
        let of = of.filter(|variable| self.tree.is_driven(*variable));
        let mark = of.map(|variable| entry(Slot::Constant(variable), self.field.one()));
        entries.chain(mark).collect()
    }

    /// A state of the body below as a body has it, by one of its joint's independent functions.
    pub(super) fn step(
        &self,
        link: &Link<F::Element>,
        state: &State<F::Element>,
        mode: usize,
    ) -> State<F::Element> {
        let mut next = self.builder(&State::new());
        for ((slot, product), number) in state {
            for (harmonic, factor) in &link.modes[mode] {
                let harmonic = &link.harmonics[*harmonic];
                let (image, to): (_, fn(usize) -> Slot) = match slot {
                    Slot::Functional(k) => (&harmonic.functionals[*k], Slot::Functional),
                    Slot::Motion(k) => (&harmonic.motions[*k], Slot::Motion),
                    Slot::Drive(..) | Slot::Constant(_) => continue,
                };
                for (k, entry) in image {
                    next.add_times(to(*k), product, factor, &self.field.mul(number, entry));
                }
            }
            if matches!(slot, Slot::Constant(_)) && mode == 0 {
                next.add(*slot, product.clone(), number);
            }
        }
        let next = next.state();
        // What shared variables move the body by besides.
        self.plus(&next, &self.own_energy(link, &next), &rate(&link.shared))
    }

    /// The functional of a motion and that of a state.
    pub(super) fn energy(
        &self,
        motion: &Motion<F::Element>,
        state: &State<F::Element>,
    ) -> State<F::Element> {
        let mut energy = self.builder(&State::new());
        for ((slot, product), number) in state {
            if let Slot::Motion(k) = slot {
                for (place, value) in functional(self.field, motion, &[(*k, number.clone())]) {
                    energy.add(Slot::Functional(place), product.clone(), &value);
                }
            }
        }
        energy.state()
    }

    /// The motion of a joint's own rate, and of which variable it is the constant part.
    pub(super) fn own_motion(
        &self,
        link: &Link<F::Element>,
        of: Option<Variable>,
    ) -> State<F::Element> {
        let sum = self.motion(&link.screw, of);
        link.stretched.iter().fold(sum, |sum, (product, motion)| {
            let product = vec![(product.clone(), Rational::ONE)];
            self.plus(&sum, &self.motion(motion, None), &product)
        })
    }

    /// The functional of a joint's own rate and that of a state.
    fn own_energy(&self, link: &Link<F::Element>, state: &State<F::Element>) -> State<F::Element> {
        let sum = self.energy(&link.screw, state);
        link.stretched.iter().fold(sum, |sum, (product, motion)| {
            let product = vec![(product.clone(), Rational::ONE)];
            self.plus(&sum, &self.energy(motion, state), &product)
        })
    }

    /// The energy of a joint's own rate and the motion of a state; drives add where the constant
    /// part of that motion meets the rate.
    pub(super) fn meet(
        &self,
        link: &Link<F::Element>,
        state: &State<F::Element>,
    ) -> State<F::Element> {
        let energy = self.own_energy(link, state);
        match link.own {
            Some(own) => self.with_drives(&energy, state, Variable::Coordinate(own)),
            None => energy,
        }
    }

    /// A state with what drives add where the constant part of another one meets a rate.
    pub(super) fn with_drives(
        &self,
        state: &State<F::Element>,
        other: &State<F::Element>,
        rate: Variable,
    ) -> State<F::Element> {
        let mut sum = self.builder(state);
        for ((slot, product), number) in other {
            let Slot::Constant(variable) = slot else {
                continue;
            };
            let pair = Slot::Drive(rate.min(*variable), rate.max(*variable));
            sum.add(pair, product.clone(), number);
        }
        sum.state()
    }

    /// A state and another one times a sum of functions.
    pub(super) fn plus(
        &self,
        state: &State<F::Element>,
        other: &State<F::Element>,
        factor: &Sum,
    ) -> State<F::Element> {
        if factor.is_empty() || other.is_empty() {
            return state.clone();
        }
        let mut sum = self.builder(state);
        for ((slot, product), number) in other {
            sum.add_times(*slot, product, factor, number);
        }
        sum.state()
    }

    /// The motion that shared variables give a body, and its energy, with that of its own joint.
    pub(super) fn driven(
        &self,
        link: &Link<F::Element>,
        state: &State<F::Element>,
    ) -> State<F::Element> {
        let own = self.own_motion(link, None);
        let rate = rate(&link.shared);
        let half = scaled(&square(&rate), &Rational::new(1, 2));
        let with_energy = self.plus(state, &self.own_energy(link, &own), &half);
        self.plus(&with_energy, &own, &rate)
    }

    /// Independent states of which all are combinations.
    pub(super) fn basis(
        &self,
        states: impl Iterator<Item = State<F::Element>>,
    ) -> Reduced<Place, F::Element> {
        let states = states.filter(|state| !state.is_empty()).collect();
        reduced(self.field, states, None)
    }

    /// The mark of shared variables at the base.
    pub(super) fn marks(&self) -> State<F::Element> {
        let marks = self
            .tree
            .shared
            .iter()
            .filter(|variable| self.tree.is_driven(**variable));
        let mark = |variable: &Variable| {
            (
                (Slot::Constant(*variable), Product::rate(*variable)),
                self.field.one(),
            )
        };
        let mut marks: State<F::Element> = marks.map(mark).collect();
        marks.sort_by(|(a, _), (b, _)| a.cmp(b));
        marks
    }
}
