//! Which expressions of a graph become bindings, in which order, and in how many functions.

use super::order::{Statement, in_few_registers};
use super::signs::{Signs, settled};
use crate::algebra::{Algebra, Graph, Node, Ref};

/// No function has more bindings than this: the compiler's time and memory grow faster than length.
pub(super) const LONGEST: usize = 600;

/// How many operations one binding may hold.
const WIDEST: usize = 7;

/// The bindings of a function: every other operation is written inside the one that uses it.
#[derive(Debug)]
pub(super) struct Schedule {
    /// Whether each node is a binding.
    pub bound: Vec<bool>,
    /// What is done, in order, cut into parts. Outputs that vanish always are in none.
    pub parts: Vec<Vec<Statement>>,
    /// Whether the name of a binding stands for the negative of the node: it has the sign that needs fewest minuses, which is
    /// that of what is named where it makes no difference.
    negative: Vec<bool>,
    /// How many expressions begin with a minus all the same.
    pub negations: usize,
}

impl Schedule {
    /// The bindings, in order.
    pub(super) fn bindings(&self) -> Vec<usize> {
        let statements = self.parts.iter().flatten();
        let bindings = statements.filter_map(|statement| match statement {
            Statement::Bind(node) => Some(*node),
            Statement::Store(_) => None,
        });
        bindings.collect()
    }

    /// The bindings that a statement reads, each once.
    fn reads(&self, graph: &Graph, outputs: &[Ref], statement: Statement) -> Vec<usize> {
        let operands = |node: usize| graph.operands(node).into_iter().flatten().map(Ref::node);
        let mut open = match statement {
            Statement::Bind(node) => operands(node).collect(),
            Statement::Store(output) => vec![outputs[output].node()],
        };
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            match self.bound[node] {
                true => found.push(node),
                false => open.extend(operands(node)),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How many bindings the longest part has.
    pub(super) fn longest(&self) -> usize {
        self.parts
            .iter()
            .map(|part| bindings(part))
            .max()
            .unwrap_or(0)
    }

    /// The signs of the bindings.
    pub(super) fn signs<'g>(&'g self, graph: &'g Graph) -> Signs<'g> {
        Signs {
            graph,
            bound: &self.bound,
            negative: &self.negative,
        }
    }
}

/// How many bindings some statements have.
fn bindings(statements: &[Statement]) -> usize {
    let binds = |statement: &&Statement| matches!(statement, Statement::Bind(_));
    statements.iter().filter(binds).count()
}

/// The outputs block by block, row by row; in their own order if there are no blocks.
fn in_blocks(outputs: &[Ref], blocks: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..outputs.len()).collect();
    let columns = blocks.len();
    order.sort_by_key(|output| {
        output
            .checked_rem(columns)
            .map_or(0, |column| blocks[column])
    });
    order
}

/// Schedules what the outputs need, those of one block of columns after the other: what moves a body is in registers
/// while its columns are computed, and each is stored at once.
pub(super) fn schedule(graph: &Graph, outputs: &[Ref], blocks: &[usize]) -> Schedule {
    let reachable = graph.reachable(outputs);
    let mut uses = vec![0usize; graph.len()];
    let operands = |node: usize| graph.operands(node).into_iter().flatten();
    for operand in reachable.iter().flat_map(|&node| operands(node)) {
        uses[operand.node()] += 1;
    }
    let mut schedule = Schedule {
        bound: vec![false; graph.len()],
        parts: Vec::new(),
        negative: vec![false; graph.len()],
        negations: 0,
    };
    for output in outputs {
        uses[output.node()] += 1;
    }
    let mut width = vec![0usize; graph.len()];
    for &node in &reachable {
        if matches!(graph.node(node), Node::Number(_) | Node::Input(_)) {
            continue;
        }
        width[node] = 1 + operands(node).map(|r| width[r.node()]).sum::<usize>();
        if uses[node] > 1 || graph.name_of(node).is_some() || width[node] >= WIDEST {
            schedule.negative[node] = match graph.name_of(node) {
                Some((_, is_negative)) => is_negative,
                None => schedule.signs(graph).of_operation(node, false),
            };
            schedule.bound[node] = true;
            width[node] = 0;
        }
    }
    let Schedule {
        bound, negative, ..
    } = &mut schedule;
    schedule.negations = settled(graph, outputs, bound, negative);
    let mut done = vec![false; graph.len()];
    // The statements of each block.
    let mut steps: Vec<(usize, Vec<Statement>)> = Vec::new();
    for output in in_blocks(outputs, blocks) {
        let (mut bindings, mut open) = (Vec::new(), vec![outputs[output].node()]);
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut done[node], true) {
                bindings.extend(schedule.bound[node].then_some(node));
                open.extend(operands(node).map(Ref::node));
            }
        }
        bindings.sort_unstable();
        if graph.is_zero(&outputs[output]) {
            continue;
        }
        let block = output
            .checked_rem(blocks.len())
            .map_or(0, |column| blocks[column]);
        if steps.last().is_none_or(|(last, _)| *last != block) {
            steps.push((block, Vec::new()));
        }
        let statements = bindings.into_iter().map(Statement::Bind);
        if let Some((_, step)) = steps.last_mut() {
            step.extend(statements);
            step.push(Statement::Store(output));
        }
    }
    let parts = parts(steps.into_iter().map(|(_, step)| step));
    let reads = |statement| schedule.reads(graph, outputs, statement);
    schedule.parts = in_few_registers(parts, &reads);
    schedule
}

/// Blocks gathered into parts that are not too long; a block that is, by itself, is cut.
fn parts(blocks: impl Iterator<Item = Vec<Statement>>) -> Vec<Vec<Statement>> {
    let mut parts: Vec<Vec<Statement>> = Vec::new();
    for block in blocks {
        let length = bindings(&block);
        if let Some(last) = parts.last_mut()
            && bindings(last) + length <= LONGEST
        {
            last.extend(block);
            continue;
        }
        let mut part = Vec::new();
        let mut room = LONGEST;
        for statement in block {
            if matches!(statement, Statement::Bind(_)) {
                if room == 0 {
                    parts.push(std::mem::take(&mut part));
                    room = LONGEST;
                }
                room -= 1;
            }
            part.push(statement);
        }
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, schedule};
    use crate::algebra::{Algebra, Graph, Input, Rational, Ref};
    use crate::emit::rust::order::Statement;

    /// So many bindings, each of which reads the one before.
    fn chain(graph: &mut Graph, start: Ref, length: usize) -> Vec<Ref> {
        let mut last = start;
        let link = |k| {
            let square = graph.mul(&last, &last);
            last = graph.add(&square, &start);
            graph.name(last, || format!("x_{k}"));
            last
        };
        (0..length).map(link).collect()
    }

    /// The outputs that each part stores, in ascending order.
    fn stored(graph: &Graph, outputs: &[Ref], blocks: &[usize]) -> Vec<Vec<usize>> {
        let plan = schedule(graph, outputs, blocks);
        assert!(plan.longest() <= LONGEST);
        let parts = plan.parts.iter().map(|part| {
            let store = |statement: &Statement| match statement {
                Statement::Store(output) => Some(*output),
                Statement::Bind(_) => None,
            };
            let mut stores: Vec<usize> = part.iter().filter_map(store).collect();
            stores.sort_unstable();
            stores
        });
        parts.collect()
    }

    #[test]
    fn the_columns_of_a_block_are_in_one_part() {
        let mut graph = Graph::default();
        let inputs = [0, 1, 2].map(|k| graph.input(Input::Velocity(k.into())));
        // Each block is three fifths of the longest part, so that no two of them fit into one.
        let block = |graph: &mut Graph, k: usize| {
            let links = chain(graph, inputs[k], LONGEST * 3 / 5);
            [LONGEST / 5, LONGEST * 2 / 5, LONGEST * 3 / 5].map(|end| links[end - 1])
        };
        let outputs = [0, 1, 2].map(|k| block(&mut graph, k)).concat();
        let blocks = [0, 0, 0, 1, 1, 1, 2, 2, 2];
        let whole = [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7, 8]];
        assert_eq!(stored(&graph, &outputs, &blocks), whole);
        // Two rows: the columns of a block in both.
        let rows: Vec<Ref> = [0, 3, 6, 2, 5, 8].map(|k| outputs[k]).to_vec();
        let columns = [vec![0, 3], vec![1, 4], vec![2, 5]];
        assert_eq!(stored(&graph, &rows, &[0, 1, 2]), columns[..]);
    }

    #[test]
    fn small_blocks_share_a_part() {
        let mut graph = Graph::default();
        let inputs = [0, 1].map(|k| graph.input(Input::Velocity(k.into())));
        let outputs = inputs.map(|input| chain(&mut graph, input, LONGEST / 2)[LONGEST / 2 - 1]);
        assert_eq!(stored(&graph, &outputs, &[0, 1]), [vec![0, 1]]);
        assert_eq!(stored(&graph, &outputs, &[]), [vec![0, 1]]);
    }

    /// What is used once is written where it is used, up to seven operations.
    #[test]
    fn an_expression_has_so_many_operations_and_then_a_name() {
        let sum = |graph: &mut Graph, count: u16| {
            let mut inputs = (0..count).map(|k| Input::Velocity(k.into()));
            let first = inputs
                .next()
                .map(|input| graph.input(input))
                .expect("an input");
            inputs.fold(first, |sum, input| {
                let next = graph.input(input);
                graph.add(&sum, &next)
            })
        };
        for (summands, bindings) in [(2, 0), (7, 0), (8, 1), (14, 1), (15, 2), (22, 3)] {
            let mut graph = Graph::default();
            let output = sum(&mut graph, summands);
            assert_eq!(
                schedule(&graph, &[output], &[]).bindings().len(),
                bindings,
                "{summands}"
            );
        }
        // What is used twice has a name, and so has what is stored twice.
        let mut graph = Graph::default();
        let [first, second] = [2, 3].map(|count| sum(&mut graph, count));
        let square = graph.mul(&first, &first);
        assert_eq!(schedule(&graph, &[square], &[]).bindings(), [first.node()]);
        assert_eq!(
            schedule(&graph, &[second, second], &[]).bindings(),
            [second.node()]
        );
    }

    /// A block as long as a part is one, and of a longer one the rest is another.
    #[test]
    fn a_block_that_is_too_long_is_cut_where_it_has_to_be() {
        for (length, lengths) in [
            (LONGEST, &[LONGEST][..]),
            (LONGEST + 1, &[LONGEST, 1]),
            (2 * LONGEST, &[LONGEST, LONGEST]),
        ] {
            let mut graph = Graph::default();
            let input = graph.input(Input::Velocity(0.into()));
            let links = chain(&mut graph, input, length);
            let plan = schedule(&graph, &links[length - 1..], &[]);
            let found: Vec<usize> = plan
                .parts
                .iter()
                .map(|part| super::bindings(part))
                .collect();
            assert_eq!(found, lengths);
        }
    }

    /// Numbers and differences take a minus without one being written; sums, products, signs and names do not.
    #[test]
    fn minuses_are_counted_where_one_is_written() {
        let expressions = || {
            let mut graph = Graph::default();
            let [x, y] = [0, 1].map(|k| graph.input(Input::Velocity(k.into())));
            let three = graph.constant(&Rational::from(3));
            let operations = [
                (graph.mul(&three, &x), 0),
                (graph.sub(&x, &y), 0),
                (graph.add(&x, &y), 1),
                (graph.mul(&x, &y), 1),
                (graph.sign(x), 1),
            ];
            (graph, operations, [(three, 0), (x, 1)])
        };
        let count = |graph: &Graph, outputs: &[Ref]| schedule(graph, outputs, &[]).negations;
        let (graph, operations, leaves) = expressions();
        for (value, minuses) in operations.into_iter().chain(leaves) {
            assert_eq!(count(&graph, &[value]), 0, "{value:?}");
            assert_eq!(count(&graph, &[-value]), minuses, "{value:?}");
        }
        let all = operations.map(|(value, _)| -value);
        assert_eq!(count(&graph, &all), 3);
        assert_eq!(count(&graph, &[]), 0);
        // What has a name is defined as its negative then, or is stored as the negative of it.
        for (value, minuses) in operations {
            for named in [value, -value] {
                let (mut graph, ..) = expressions();
                graph.name(named, || "z".to_owned());
                assert_eq!(count(&graph, &[-value]), minuses, "{value:?}, {named:?}");
            }
        }
    }
}
