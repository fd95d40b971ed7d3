//! Which expressions of a graph become bindings, in which order, and in how many functions.

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
    /// Bindings in order, cut into parts.
    pub parts: Vec<Vec<usize>>,
    /// The same in steps, with the outputs that each allows to store; outputs that vanish always are in none.
    pub steps: Vec<Step>,
    /// Whether the name of a binding stands for the negative of the node: it has the sign that needs fewest minuses, which is
    /// that of what is named where it makes no difference.
    negative: Vec<bool>,
    /// How many expressions begin with a minus all the same.
    pub negations: usize,
}

/// What an output needs that no output before it needed, and the output.
#[derive(Debug)]
pub(super) struct Step {
    /// Bindings, in the order in which the equations were written.
    pub bindings: Vec<usize>,
    /// The output's index.
    pub output: usize,
}

impl Schedule {
    /// The signs of the bindings.
    pub(super) fn signs<'g>(&'g self, graph: &'g Graph) -> Signs<'g> {
        Signs {
            graph,
            bound: &self.bound,
            negative: &self.negative,
        }
    }
}

/// Schedules what the outputs need, those of one block of columns after the other: what moves a body is in registers
/// while its columns are computed, and each is stored at once. Where it takes several parts, every output is a
/// binding, so that one part can hand it on.
pub(super) fn schedule(graph: &Graph, outputs: &[Ref], blocks: &[usize]) -> Schedule {
    match plan(graph, outputs, blocks, false) {
        whole if whole.parts.len() <= 1 => whole,
        _ => plan(graph, outputs, blocks, true),
    }
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

fn plan(graph: &Graph, outputs: &[Ref], blocks: &[usize], bind_outputs: bool) -> Schedule {
    let reachable = graph.reachable(outputs);
    let mut uses = vec![0usize; graph.len()];
    let operands = |node: usize| graph.operands(node).into_iter().flatten();
    for operand in reachable.iter().flat_map(|&node| operands(node)) {
        uses[operand.node()] += 1;
    }
    let mut schedule = Schedule {
        bound: vec![false; graph.len()],
        parts: Vec::new(),
        steps: Vec::new(),
        negative: vec![false; graph.len()],
        negations: 0,
    };
    for output in outputs {
        uses[output.node()] += if bind_outputs { 2 } else { 1 };
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
    for output in in_blocks(outputs, blocks) {
        let (mut bindings, mut open) = (Vec::new(), vec![outputs[output].node()]);
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut done[node], true) {
                bindings.extend(schedule.bound[node].then_some(node));
                open.extend(operands(node).map(Ref::node));
            }
        }
        bindings.sort_unstable();
        if !graph.is_zero(&outputs[output]) {
            schedule.steps.push(Step { bindings, output });
        }
    }
    let order = schedule.steps.iter().flat_map(|step| &step.bindings);
    let order: Vec<usize> = order.copied().collect();
    schedule.parts = order.chunks(LONGEST).map(<[usize]>::to_vec).collect();
    schedule
}
