//! Rows of a row space: states written out, body by body.

use std::collections::BTreeMap;

use super::state::{Measured, Place, Reaches, Slot, State, States};
use super::waves::{Product, Variable};
use crate::algebra::linear::Row;
use crate::algebra::{BodyIndex, Field, ParameterIndex, Rational};

/// A row: coefficients of parameters, each by the product of open lengths that it stands at.
pub(super) type Coefficients<E> = Row<(ParameterIndex, Product), E>;

/// A column of a row that is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    /// A parameter of a body.
    Body(ParameterIndex),
    /// All that drives add to the energy of the rates of two variables.
    Drives(Variable, Variable),
}

/// Coefficients by functions of shared variables.
type Table<E> = BTreeMap<(Product, Column), E>;

/// How many coefficients may be written: three times those of the largest humanoid whose fingers follow others.
/// Chains of joints that move with others have more and more functions of the coordinates that they share.
const MOST: usize = 400_000;

/// Writes states that begin somewhere, continued to all bodies above.
pub(super) struct Writer<'s, 't, F: Field> {
    states: &'s States<'t, F>,
    measured: Measured,
    reaches: &'s Reaches<F::Element>,
    /// What a number of a state of a body is above that body.
    above: BTreeMap<(Option<BodyIndex>, Place), Table<F::Element>>,
    /// How many coefficients these are.
    written: usize,
}

impl<'s, 't, F: Field> Writer<'s, 't, F> {
    /// Writes rows of what is measured; `reaches` say what begins at each body.
    pub(super) fn new(
        states: &'s States<'t, F>,
        measured: Measured,
        reaches: &'s Reaches<F::Element>,
    ) -> Self {
        Self {
            states,
            measured,
            reaches,
            above: BTreeMap::new(),
            written: 0,
        }
    }

    /// Whether there are so many coefficients that no more are written: the rows are not those of the robot.
    pub(super) fn is_spent(&self) -> bool {
        self.written > MOST
    }

    /// The rows of all states that begin at bodies.
    pub(super) fn of_begun(&mut self) -> Vec<Coefficients<F::Element>> {
        let reaches = self.reaches;
        let mut rows = Vec::new();
        for (body, reach) in reaches {
            for state in &reach.begun.rows {
                rows.extend(self.of_state(Some(*body), state));
            }
        }
        rows
    }

    /// The rows of a state that begins at a body, or at the base.
    pub(super) fn of_state(
        &mut self,
        body: Option<BodyIndex>,
        state: &State<F::Element>,
    ) -> Vec<Coefficients<F::Element>> {
        let mut table = Table::new();
        self.put(&mut table, body, state);
        self.continue_to(&mut table, body, state);
        self.counted(table, body.is_some())
    }

    /// The rows of the energy of the motion of shared variables alone.
    pub(super) fn of_shared(&self) -> Vec<Coefficients<F::Element>> {
        let (field, tree) = (self.states.field, self.states.tree);
        let mut table = Table::new();
        for (body, reach) in self.reaches {
            let shared = reach.shared.iter();
            shared.for_each(|state| self.put(&mut table, Some(*body), state));
        }
        for (place, &a) in tree.shared.iter().enumerate() {
            for &b in &tree.shared[place..] {
                let share = Rational::new(1, if a == b { 2 } else { 1 });
                for (rates, _) in Product::rate(a).times(&Product::rate(b)) {
                    if let Some(share) = field.number(&share) {
                        add(field, &mut table, (rates, Column::Drives(a, b)), &share);
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
            let others = tree.links.enumerate().take(j.at());
            for (_, other) in others.filter(|(i, _)| !carriers.contains(i)) {
                let own = |k| Variable::Coordinate(k);
                if let (Some(a), Some(b)) = (other.own.map(own), link.own.map(own)) {
                    let one = self.states.field.one();
                    let table = Table::from([((Product::default(), Column::Drives(a, b)), one)]);
                    rows.extend(self.counted(table, true));
                }
            }
        }
        rows
    }

    /// Adds what the numbers of a state are above its body.
    fn continue_to(
        &mut self,
        table: &mut Table<F::Element>,
        body: Option<BodyIndex>,
        state: &State<F::Element>,
    ) {
        let (field, tree) = (self.states.field, self.states.tree);
        let goes_on = |slot: &Slot| match slot {
            Slot::Functional(_) => true,
            Slot::Motion(_) => body.is_none_or(|body| !tree.open[body].is_empty()),
            Slot::Drive(..) | Slot::Constant(_) => false,
        };
        for (place, number) in state.iter().filter(|((slot, _), _)| goes_on(slot)) {
            let key = (body, place.clone());
            if self.is_spent() {
                return;
            }
            if !self.above.contains_key(&key) {
                let above = self.of_place(body, place);
                self.written += above.len();
                self.above.insert(key.clone(), above);
            }
            for (at, value) in &self.above[&key] {
                add(field, table, at.clone(), &field.mul(number, value));
            }
        }
    }

    /// What a number of a state is above its body.
    ///
    /// What states that begin at a body can take away is taken away there: the rows are the same up
    /// to combinations, and their numbers stay small.
    fn of_place(&mut self, below: Option<BodyIndex>, place: &Place) -> Table<F::Element> {
        let (reaches, states) = (self.reaches, self.states);
        let unit = vec![(place.clone(), states.field.one())];
        let mut table = Table::new();
        for (body, link) in states.tree.links.enumerate() {
            if let Some(reach) = reaches.get(&body).filter(|_| link.parent == below) {
                let next = states.step(link, &unit, 0);
                let next = reach.begun.remainder(states.field, &next);
                self.put(&mut table, Some(body), &next);
                self.continue_to(&mut table, Some(body), &next);
            }
        }
        table
    }

    /// Puts a state in the place of a body's parameters and those of drives.
    fn put(
        &self,
        table: &mut Table<F::Element>,
        body: Option<BodyIndex>,
        state: &State<F::Element>,
    ) {
        let tree = self.states.tree;
        for ((slot, product), value) in state {
            let column = match slot {
                Slot::Functional(k) => body
                    .and_then(|body| tree.parameters[body][*k])
                    .map(Column::Body),
                Slot::Drive(a, b) => Some(Column::Drives(*a, *b)),
                Slot::Motion(_) | Slot::Constant(_) => None,
            };
            if let Some(column) = column {
                add(self.states.field, table, (product.clone(), column), value);
            }
        }
    }

    /// The rows of a table that are measured, a row a function of shared variables.
    fn counted(&self, table: Table<F::Element>, is_above: bool) -> Vec<Coefficients<F::Element>> {
        let (field, tree) = (self.states.field, self.states.tree);
        let counts = |product: &Product| match self.measured {
            Measured::Along => product.has(Variable::Along),
            Measured::Torques => is_above || tree.is_moved || !product.is_one(),
            Measured::Power => is_above || !product.is_one(),
            Measured::Wrench(..) => true,
        };
        let mut rows: BTreeMap<Product, BTreeMap<_, F::Element>> = BTreeMap::new();
        for ((product, column), value) in table {
            let (lengths, function) = product.split(Variable::is_length);
            if !counts(&function) {
                continue;
            }
            let row = rows.entry(function).or_default();
            let mut add = |parameter: ParameterIndex, value: F::Element| {
                let sum = row.entry((parameter, lengths.clone()));
                let sum = sum.or_insert_with(|| field.zero());
                *sum = field.add(sum, &value);
            };
            match column {
                Column::Body(parameter) => add(parameter, value),
                Column::Drives(a, b) => {
                    for (parameter, share) in tree.of_drives(a, b) {
                        if let Some(share) = field.number(&share) {
                            add(parameter, field.mul(&value, &share));
                        }
                    }
                }
            }
        }
        let rows = rows.into_values().map(|row| -> Coefficients<F::Element> {
            row.into_iter().filter(|(_, e)| !field.is_zero(e)).collect()
        });
        rows.filter(|row| !row.is_empty()).collect()
    }
}

fn add<F: Field>(
    field: &F,
    table: &mut Table<F::Element>,
    at: (Product, Column),
    value: &F::Element,
) {
    let sum = table.entry(at).or_insert_with(|| field.zero());
    *sum = field.add(sum, value);
}
