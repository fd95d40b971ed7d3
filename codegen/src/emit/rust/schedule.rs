//! Which expressions of a graph become bindings, in which order, and in how many functions.

use super::signs::Signs;
use crate::algebra::{Graph, Node, Ref};

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
    /// Whether the name of a binding stands for the negative of the node: it has the sign of what is
    /// named, and without a name the sign that needs no minus.
    negative: Vec<bool>,
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

/// Schedules what the outputs need. Where that takes several parts, every output is a binding, so
/// that one part can hand it on.
pub(super) fn schedule(graph: &Graph, outputs: &[Ref]) -> Schedule {
    match plan(graph, outputs, false) {
        whole if whole.parts.len() <= 1 => whole,
        _ => plan(graph, outputs, true),
    }
}

fn plan(graph: &Graph, outputs: &[Ref], bind_outputs: bool) -> Schedule {
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
    };
    for output in outputs {
        uses[output.node()] += if bind_outputs { 2 } else { 1 };
    }
    let mut width = vec![0usize; graph.len()];
    let mut order = Vec::new();
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
            order.push(node);
        }
    }
    schedule.parts = order.chunks(LONGEST).map(<[usize]>::to_vec).collect();
    schedule
}
