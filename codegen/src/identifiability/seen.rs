//! Where a parameter acts alone: a term of an equation that has no other parameter.
//!
//! Terms are sought joint by joint: what stands at a body with one monomial in the coordinates below
//! it is a functional, and multiples of the same functional need be followed once. All is done at a
//! point of a prime field, where a functional that has only one parameter is found to be so but for
//! a chance of 2^-50; no more than the wording of a reason hangs on it. (One search, whose steps share its
//! state: the file is longer than others for that.)

use std::collections::{BTreeMap, BTreeSet};

use super::link::{Link, functional};
use super::tree::Tree;
use super::waves::Variable;
use super::{BaseParameters, Class, friction, rows_of};
use crate::algebra::linear::{Row, plus, reduced, sparse};
use crate::algebra::{BodyIndex, CoordinateIndex, Field, ParameterIndex, PrimeField, Rational};
use crate::mechanism::{Mechanism, ParameterKind, Quantity};

/// A function in which a parameter multiplies something that no other parameter does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// The element of the inertia matrix of two coordinates.
    Inertia(CoordinateIndex, CoordinateIndex),
    /// The potential energy.
    Potential,
    /// Friction.
    Friction,
    /// The torque of a measured drive, by its number among the measured quantities: terms of it, or
    /// combinations of these.
    Torque(usize),
    /// A row of the wrench at a sensor, by the sensor's number, likewise.
    Wrench(usize, usize),
}

/// What stands at a monomial: a functional, or a motion, up to a factor.
type Direction = Row<usize, u64>;

/// At most so many directions are followed at a body, and so many steps taken in all: beyond, it is
/// left open where a parameter acts alone.
const DIRECTIONS: usize = 256;
const STEPS: usize = 400_000;

/// For each identifiable parameter where it acts alone, if that is found.
pub(super) fn seen(mechanism: &Mechanism, base: &BaseParameters) -> BTreeMap<ParameterIndex, Seen> {
    let classes = base.classes.enumerate();
    let identifiable = classes.filter(|(_, class)| **class == Class::Identifiable);
    let wanted: BTreeSet<ParameterIndex> = identifiable.map(|(k, _)| k).collect();
    let mut found = BTreeMap::new();
    for field in PrimeField::all().take(1) {
        found = in_energy(&field, mechanism, &wanted).unwrap_or_default();
        for (parameter, seen) in in_numbers(&field, mechanism).into_iter().flatten() {
            if wanted.contains(&parameter) {
                found.entry(parameter).or_insert(seen);
            }
        }
    }
    found
}

/// What acts alone in a term of energy or of dissipation.
fn in_energy(
    field: &PrimeField,
    mechanism: &Mechanism,
    wanted: &BTreeSet<ParameterIndex>,
) -> Option<BTreeMap<ParameterIndex, Seen>> {
    let whole = |q: &Quantity| matches!(q, Quantity::Torques | Quantity::Energy);
    mechanism.measure.quantities().iter().find(|q| whole(q))?;
    let tree = Tree::of(field, mechanism, None)?;
    let mut search = Search {
        field: *field,
        tree: &tree,
        wanted: wanted.clone(),
        found: BTreeMap::new(),
        steps: STEPS,
    };
    // Terms of joints that share coordinates are not sought.
    if tree.shared.is_empty() && !tree.is_moved {
        search.inertias();
        let gravity = mechanism
            .gravity
            .each_ref()
            .map(|g| field.number(g).unwrap_or(0));
        if !mechanism.has_coil_springs() && !mechanism.has_torques() {
            search.potential(&gravity);
        }
    }
    let Search {
        mut found, wanted, ..
    } = search;
    let frictions = wanted
        .into_iter()
        .filter(|k| !mechanism.has_torques() && friction::is_alone(mechanism, *k));
    let seen = |k: ParameterIndex| match mechanism.parameters[k].kind {
        ParameterKind::Stiffness(_) => Seen::Potential,
        _ => Seen::Friction,
    };
    found.extend(frictions.map(|k| (k, seen(k))));
    Some(found)
}

/// What a single torque, or a number of a wrench, reveals by itself.
fn in_numbers(field: &PrimeField, mechanism: &Mechanism) -> Option<Vec<(ParameterIndex, Seen)>> {
    let mut found = Vec::new();
    let mut note = |rows, seen| {
        for row in reduced(field, rows, None).rows {
            if let [(parameter, _)] = row.as_slice() {
                found.push((*parameter, seen));
            }
        }
    };
    let quantities = mechanism.measure.quantities();
    for (number, quantity) in quantities.iter().enumerate() {
        if let Quantity::Torque(_) = quantity {
            note(
                rows_of(field, mechanism, *quantity, None)?,
                Seen::Torque(number),
            );
        }
    }
    for (sensor, body) in mechanism.measure.sensors().enumerate() {
        for row in 0..6 {
            let wrench = Quantity::Wrench(body);
            note(
                rows_of(field, mechanism, wrench, Some(row))?,
                Seen::Wrench(sensor, row),
            );
        }
    }
    Some(found)
}

/// The search for terms with one parameter.
struct Search<'t> {
    field: PrimeField,
    tree: &'t Tree<u64>,
    wanted: BTreeSet<ParameterIndex>,
    found: BTreeMap<ParameterIndex, Seen>,
    steps: usize,
}

impl Search<'_> {
    /// The elements of the inertia matrix, row by row.
    fn inertias(&mut self) {
        let joint = |(body, link): (BodyIndex, &Link<u64>)| Some((link.own?, body));
        let joints: BTreeMap<CoordinateIndex, BodyIndex> =
            self.tree.links.enumerate().filter_map(joint).collect();
        for (i, first) in &joints {
            for (j, second) in joints.range(i..) {
                let (below, above) = (*first.min(second), *first.max(second));
                let drives = self
                    .tree
                    .of_drives(Variable::Coordinate(*i), Variable::Coordinate(*j));
                let seen = Seen::Inertia(*i, *j);
                let Some(chain) = self.chain(below, above) else {
                    self.alone(&drives, seen);
                    continue;
                };
                self.inertia(&chain, &drives, seen);
            }
        }
    }

    /// The bodies from one that is carried by another one down to that one's, upwards.
    fn chain(&self, below: BodyIndex, above: BodyIndex) -> Option<Vec<BodyIndex>> {
        let mut chain = vec![above];
        while *chain.last()? != below {
            chain.push(self.tree.links[*chain.last()?].parent?);
        }
        chain.reverse();
        Some(chain)
    }

    /// The terms of the element of the first and the last joint of a chain.
    fn inertia(&mut self, chain: &[BodyIndex], drives: &[(ParameterIndex, Rational)], seen: Seen) {
        let (Some(first), Some(last)) = (chain.first(), chain.last()) else {
            return;
        };
        // What the first joint's motion is at the last: its constant part, and the other parts.
        let mut constant = self.tree.links[*first].screw.clone();
        let mut varying: BTreeSet<Direction> = BTreeSet::new();
        for body in &chain[1..] {
            let harmonics = &self.tree.links[*body].harmonics;
            let mut next = BTreeSet::new();
            for harmonic in harmonics {
                for motion in &varying {
                    self.insert(&mut next, self.image(motion, &harmonic.motions));
                }
            }
            for harmonic in &harmonics[1..] {
                self.insert(&mut next, self.image(&constant, &harmonic.motions));
            }
            constant = self.image(&constant, &harmonics[0].motions);
            varying = next;
        }
        let screw = &self.tree.links[*last].screw;
        let at_rest = functional(&self.field, screw, &constant);
        if at_rest.is_empty() {
            self.alone(drives, seen);
        }
        let field = self.field;
        let energies = varying
            .iter()
            .map(|motion| functional(&field, screw, motion));
        let mut new = BTreeSet::new();
        for energy in energies.chain(drives.is_empty().then(|| at_rest.clone())) {
            self.insert(&mut new, energy);
        }
        self.terms(*last, &new, seen);
        self.insert(&mut new, at_rest);
        self.above(Some(*last), &new, seen, &Row::new());
    }

    /// The terms of the potential.
    fn potential(&mut self, gravity: &[u64; 3]) {
        let zeros = std::iter::repeat_n(0, 6);
        let weight = zeros.chain(gravity.iter().map(|g| self.field.neg(g)));
        let weight = sparse(&self.field, weight);
        let start = BTreeSet::from([weight.clone()]);
        self.above(None, &start, Seen::Potential, &weight);
    }

    /// The terms of functionals at all bodies above one. `constant` is the constant part of gravity's
    /// functional there; a joint that slides has the constant torques of its drives beside it.
    fn above(
        &mut self,
        below: Option<BodyIndex>,
        functionals: &BTreeSet<Direction>,
        seen: Seen,
        constant: &Direction,
    ) {
        for (body, link) in self.tree.links.enumerate() {
            if link.parent != below {
                continue;
            }
            let images = monomials(&self.field, link);
            let own = link.own.map(Variable::Coordinate);
            let offsets = own.filter(|_| seen == Seen::Potential);
            let offsets =
                offsets.map_or_else(Vec::new, |own| self.tree.of_drives(Variable::Gravity, own));
            let beside = match images.as_slice() {
                [_, position, _] => self.image(constant, position),
                _ => Row::new(),
            };
            if beside.is_empty() {
                self.alone(&offsets, Seen::Friction);
            }
            let mut new = BTreeSet::new();
            for functional in functionals {
                for image in &images[1..] {
                    self.insert(&mut new, self.image(functional, image));
                }
            }
            if !offsets.is_empty() {
                new.remove(&self.normalised(beside));
            }
            self.terms(body, &new, seen);
            for functional in functionals {
                self.insert(&mut new, self.image(functional, &images[0]));
            }
            let constant = self.image(constant, &images[0]);
            if self.is_worthwhile(body) || seen == Seen::Potential {
                self.above(Some(body), &new, seen, &constant);
            }
        }
    }

    /// Whether something is sought above a body.
    fn is_worthwhile(&self, body: BodyIndex) -> bool {
        let carried = |mut above: BodyIndex| loop {
            match self.tree.links[above].parent {
                Some(parent) if parent == body => return true,
                Some(parent) => above = parent,
                None => return false,
            }
        };
        let mut bodies = self.tree.parameters.enumerate();
        self.steps > 0
            && bodies.any(|(above, parameters)| {
                let mut sought = parameters.iter().flatten();
                sought.any(|k| self.wanted.contains(k)) && carried(above)
            })
    }

    /// Notes the parameters that are alone in a term that begins at a body.
    fn terms(&mut self, body: BodyIndex, new: &BTreeSet<Direction>, seen: Seen) {
        for direction in new {
            let [(place, _)] = direction.as_slice() else {
                continue;
            };
            let Some(parameter) = self.tree.parameters[body][*place] else {
                continue;
            };
            let mut above = self
                .tree
                .links
                .iter()
                .filter(|link| link.parent == Some(body));
            let ends = |link: &Link<u64>| {
                let images = monomials(&self.field, link);
                self.image(direction, &images[0]).is_empty()
            };
            if self.wanted.contains(&parameter) && above.all(ends) {
                self.wanted.remove(&parameter);
                self.found.insert(parameter, seen);
            }
        }
    }

    /// Notes a parameter of a drive that is alone.
    fn alone(&mut self, drives: &[(ParameterIndex, Rational)], seen: Seen) {
        if let [(parameter, _)] = drives
            && self.wanted.remove(parameter)
        {
            self.found.insert(*parameter, seen);
        }
    }

    /// The image of a row.
    fn image(&self, row: &Direction, images: &[Direction]) -> Direction {
        row.iter().fold(Row::new(), |sum, (k, factor)| {
            plus(&self.field, &sum, factor, &images[*k])
        })
    }

    fn insert(&mut self, set: &mut BTreeSet<Direction>, row: Direction) {
        self.steps = self.steps.saturating_sub(1);
        if !row.is_empty() && self.steps > 0 && set.len() < DIRECTIONS {
            set.insert(self.normalised(row));
        }
    }

    fn normalised(&self, row: Direction) -> Direction {
        let factor = row.first().and_then(|(_, first)| self.field.inverse(first));
        let factor = factor.unwrap_or(1);
        row.iter()
            .map(|(k, e)| (*k, self.field.mul(e, &factor)))
            .collect()
    }
}

/// The images of functionals by the monomials of a joint, 1 first: `cos 2q = 2 cos² q - 1`.
fn monomials(field: &PrimeField, link: &Link<u64>) -> Vec<Vec<Direction>> {
    let harmonics: Vec<_> = link
        .harmonics
        .iter()
        .map(|h| h.functionals.to_vec())
        .collect();
    let [one, cosine, sine, double_cosine, double_sine] = harmonics.as_slice() else {
        return harmonics;
    };
    let twice = |rows: &Vec<Direction>| -> Vec<Direction> {
        rows.iter().map(|row| plus(field, row, &1, row)).collect()
    };
    let minus = field.neg(&1);
    let pairs = one.iter().zip(double_cosine);
    let constant = pairs.map(|(a, b)| plus(field, a, &minus, b)).collect();
    vec![
        constant,
        cosine.clone(),
        sine.clone(),
        twice(double_cosine),
        twice(double_sine),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{DIRECTIONS, Direction, PrimeField, Search, Tree};
    use crate::mechanism::load;

    #[test]
    fn no_more_directions_are_followed_than_there_is_room_for_nor_without_steps_left() {
        let text = "robot: pendulum\ngravity: [0, 0, -9.81]\nbodies:\n- {name: arm, parent: base, joint: \
                    {name: q1, type: revolute, axis: [0, 1, 0]}}\n";
        let (mechanism, _) = load("pendulum.yaml", text).unwrap();
        let field = PrimeField::all().next().unwrap();
        let tree = Tree::of(&field, &mechanism, None).unwrap();
        let mut search = Search {
            field,
            tree: &tree,
            wanted: BTreeSet::new(),
            found: BTreeMap::new(),
            steps: 2 * DIRECTIONS,
        };
        let direction = |k: usize| -> Direction { vec![(0, 1), (1, k as u64 + 1)] };
        let mut set = BTreeSet::new();
        for k in 0..DIRECTIONS + 1 {
            search.insert(&mut set, direction(k));
            assert_eq!(set.len(), DIRECTIONS.min(k + 1));
        }
        // Multiples are one direction, and nothing is none.
        let mut set = BTreeSet::from([direction(0)]);
        search.insert(&mut set, vec![(0, 2), (1, 2)]);
        search.insert(&mut set, Direction::new());
        assert_eq!(set, BTreeSet::from([direction(0)]));
        search.steps = 1;
        search.insert(&mut set, direction(1));
        assert_eq!(set.len(), 1);
    }
}
