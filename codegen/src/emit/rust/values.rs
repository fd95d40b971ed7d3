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

#[cfg(test)]
mod tests {
    use super::Values;
    use crate::algebra::{Algebra, Graph, Input, Ref};
    use crate::emit::rust::schedule::schedule;

    /// Of two columns the second may be computed first, and then what is stored first is the second output.
    #[test]
    fn values_are_outputs_if_each_differs_and_is_stored_in_its_order() {
        let mut graph = Graph::default();
        let [x, y] = [0, 1].map(|k| graph.input(Input::Velocity(k.into())));
        let (square, zero) = (graph.mul(&x, &x), graph.zero());
        let values = |outputs: &[Ref], blocks: &[usize]| {
            let values = Values::of(&schedule(&graph, outputs, blocks), outputs);
            let are_outputs = values.are_outputs(outputs.len());
            let first: Vec<_> = (0..outputs.len()).map(|k| values.first_at(k)).collect();
            (values.outputs, first, are_outputs)
        };
        let [none, first, second] = [None, Some(0), Some(1)];
        let (outputs, places, are_outputs) = values(&[square, y], &[1, 0]);
        assert_eq!(outputs, [[1], [0]]);
        assert_eq!((places, are_outputs), (vec![second, first], false));
        let (outputs, places, are_outputs) = values(&[square, y], &[0, 1]);
        assert_eq!(outputs, [[0], [1]]);
        assert_eq!((places, are_outputs), (vec![first, second], true));
        assert_eq!(
            values(&[square, square], &[]),
            (vec![vec![0, 1]], vec![first, none], false)
        );
        // The negative of a value is another one; what vanishes is none.
        let (outputs, _, _) = values(&[square, -square], &[]);
        assert_eq!(outputs.len(), 2);
        assert_eq!(
            values(&[zero, square], &[]),
            (vec![vec![1]], vec![none, first], false)
        );
        assert_eq!(values(&[square], &[]), (vec![vec![0]], vec![first], true));
        assert_eq!(values(&[], &[]), (Vec::new(), Vec::new(), true));
    }
}
