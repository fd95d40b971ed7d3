//! Rows of a row space: states written out, body by body.

use std::collections::BTreeMap;

use super::space::{Measured, Reaches, Space};
use super::state::{Place, Slot, State};
use super::waves::{Product, Variable};
use crate::algebra::linear::{Row, reduced};
use crate::algebra::{BodyIndex, Field, ParameterIndex, Rational};

/// A row: coefficients of parameters.
pub(super) type Coefficients<E> = Row<ParameterIndex, E>;

/// Coefficients of parameters by functions of shared variables.
type Table<E> = BTreeMap<Product, BTreeMap<ParameterIndex, E>>;

impl<F: Field> Space<'_, F> {
    /// The rows of all states that begin at bodies.
    pub(super) fn of_begun(&self, reaches: &Reaches<F::Element>) -> Vec<Coefficients<F::Element>> {
        let mut rows = Vec::new();
        for (body, reach) in reaches {
            for state in &reach.begun.rows {
                rows.extend(self.continued(Some(*body), state, reaches));
            }
        }
        rows
    }

    /// The rows of a state that begins at a body, or at the base, continued to all bodies above.
    ///
    /// What other states that begin there can take away is taken away at each body: the rows are the
    /// same up to combinations, and their numbers stay small.
    pub(super) fn continued(
        &self,
        body: Option<BodyIndex>,
        state: &State<F::Element>,
        reaches: &Reaches<F::Element>,
    ) -> Vec<Coefficients<F::Element>> {
        let mut table = Table::new();
        self.put(&mut table, body, state);
        let mut open = vec![(body, state.clone())];
        while let Some((below, state)) = open.pop() {
            for (body, link) in self.states.tree.links.enumerate() {
                let Some(reach) = reaches.get(&body).filter(|_| link.parent == below) else {
                    continue;
                };
                let next = self.states.step(link, &state, 0);
                let next = reach.begun.remainder(self.states.field, &next);
                self.put(&mut table, Some(body), &next);
                let goes_on = |((slot, _), _): &(Place, _)| match slot {
                    Slot::Functional(_) => true,
                    Slot::Motion(_) => !self.states.tree.open[body].is_empty(),
                    Slot::Drive(_) | Slot::Constant(_) => false,
                };
                if next.iter().any(goes_on) {
                    open.push((Some(body), next));
                }
            }
        }
        self.counted(table, body.is_some())
    }

    /// Puts a state in the place of a body's parameters and those of drives.
    fn put(
        &self,
        table: &mut Table<F::Element>,
        body: Option<BodyIndex>,
        state: &State<F::Element>,
    ) {
        for ((slot, product), value) in state {
            let parameter = match slot {
                Slot::Functional(k) => body.and_then(|body| self.states.tree.parameters[body][*k]),
                Slot::Drive(parameter) => Some(*parameter),
                Slot::Motion(_) | Slot::Constant(_) => None,
            };
            if let Some(parameter) = parameter {
                self.add(table, product, parameter, value);
            }
        }
    }

    fn add(
        &self,
        table: &mut Table<F::Element>,
        product: &Product,
        parameter: ParameterIndex,
        value: &F::Element,
    ) {
        let row = table.entry(product.clone()).or_default();
        let sum = row
            .entry(parameter)
            .or_insert_with(|| self.states.field.zero());
        *sum = self.states.field.add(sum, value);
    }

    /// The rows of a table that are measured, a row a function of shared variables.
    fn counted(&self, table: Table<F::Element>, is_above: bool) -> Vec<Coefficients<F::Element>> {
        let counts = |product: &Product| match self.measured {
            Measured::Along => product.has(Variable::Along),
            Measured::Torques => is_above || self.states.tree.is_moved || !product.is_one(),
            Measured::Power => is_above || !product.is_one(),
            Measured::Wrench(..) => true,
        };
        let rows = table.into_iter().filter(|(product, _)| counts(product));
        let entries = |row: BTreeMap<_, _>| -> Coefficients<F::Element> {
            row.into_iter()
                .filter(|(_, e)| !self.states.field.is_zero(e))
                .collect()
        };
        let rows = rows.map(|(_, row)| entries(row));
        rows.filter(|row| !row.is_empty()).collect()
    }

    /// The rows of the energy of the motion of shared variables alone.
    pub(super) fn of_shared(&self, reaches: &Reaches<F::Element>) -> Vec<Coefficients<F::Element>> {
        let mut table = Table::new();
        for (body, reach) in reaches {
            let shared = reach.shared.iter();
            shared.for_each(|state| self.put(&mut table, Some(*body), state));
        }
        let shared = &self.states.tree.shared;
        for (place, &a) in shared.iter().enumerate() {
            for &b in &shared[place..] {
                let share = Rational::new(1, if a == b { 2 } else { 1 });
                for (rates, _) in Product::rate(a).times(&Product::rate(b)) {
                    for (parameter, value) in self.states.tree.of_drives(a, b) {
                        if let Some(value) = self.states.field.number(&(&value * &share)) {
                            self.add(&mut table, &rates, parameter, &value);
                        }
                    }
                }
            }
        }
        self.counted(table, true)
    }

    /// What drives add where no body has a part: between joints neither of which carries the other.
    pub(super) fn between_branches(&self) -> Vec<Coefficients<F::Element>> {
        let tree = self.states.tree;
        let mut rows = Vec::new();
        for (j, link) in tree.links.enumerate() {
            let mut carriers = vec![j];
            while let Some(parent) = carriers.last().and_then(|&k| tree.links[k].parent) {
                carriers.push(parent);
            }
            for (_, other) in tree
                .links
                .enumerate()
                .take(j.at())
                .filter(|(i, _)| !carriers.contains(i))
            {
                let (Some(a), Some(b)) = (other.own, link.own) else {
                    continue;
                };
                let drives = tree.of_drives(Variable::Coordinate(a), Variable::Coordinate(b));
                let entry = |(k, value)| Some((k, self.states.field.number(&value)?));
                let row = drives.into_iter().map(entry);
                rows.extend(row.collect::<Option<Coefficients<_>>>());
            }
        }
        rows.retain(|row| !row.is_empty());
        reduced(self.states.field, rows, None).rows
    }
}
