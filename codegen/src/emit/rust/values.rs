//! The values of equations: each output that differs once.

use rustc_hash::FxHashMap;

use super::order::Statement;
use super::schedule::Schedule;
use crate::algebra::Ref;

/// The values of outputs.
pub(super) struct Values {
    /// The outputs that have each value, in the order in which values are stored.
    pub outputs: Vec<Vec<usize>>,
    /// The value that an output is the first to have.
    first: FxHashMap<usize, usize>,
}

impl Values {
    /// The values of outputs as they are scheduled.
    pub(super) fn of(plan: &Schedule, outputs: &[Ref]) -> Self {
        let mut places: FxHashMap<Ref, usize> = FxHashMap::default();
        let mut values = Self {
            outputs: Vec::new(),
            first: FxHashMap::default(),
        };
        for &statement in plan.parts.iter().flatten() {
            if let Statement::Store(output) = statement {
                let next = values.outputs.len();
                let value = *places.entry(outputs[output]).or_insert(next);
                match values.outputs.get_mut(value) {
                    Some(same) => same.push(output),
                    None => {
                        values.outputs.push(vec![output]);
                        values.first.insert(output, value);
                    }
                }
            }
        }
        values
    }

    /// The index of the value that an output is the first to have.
    pub(super) fn first_at(&self, output: usize) -> Option<usize> {
        self.first.get(&output).copied()
    }

    /// Whether every output is a value of its own, in order.
    pub(super) fn are_outputs(&self, outputs: usize) -> bool {
        let mut values = self.outputs.iter().enumerate();
        self.outputs.len() == outputs && values.all(|(index, outputs)| *outputs == [index])
    }
}
