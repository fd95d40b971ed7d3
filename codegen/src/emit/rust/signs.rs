//! The signs of written expressions: where a minus goes, so that what is named is the quantity that the
//! name says, and a difference is written as one.

use rustc_hash::FxHashMap;

use crate::algebra::{Graph, Node, Ref};

/// What is known of the signs of bindings.
pub(super) struct Signs<'g> {
    pub graph: &'g Graph,
    /// Whether each node is a binding.
    pub bound: &'g [bool],
    /// Whether a binding's name stands for the negative of the node.
    pub negative: &'g [bool],
}

/// The operand of a product that takes a minus without one being written: `a - b` becomes `b - a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// None does.
    Nowhere,
    /// The first.
    First,
    /// The second.
    Second,
}

impl Signs<'_> {
    /// Whether an operand, negated if so asked, is written as the negative of something.
    pub(super) fn of(&self, operand: Ref, negate: bool) -> bool {
        let (node, negate) = (operand.node(), operand.is_negative() != negate);
        match self.graph.node(node) {
            _ if self.bound[node] => self.negative[node] != negate,
            Node::Number(_) | Node::Input(_) => negate,
            _ => self.of_operation(node, negate),
        }
    }

    /// Whether a node's operation, negated if so asked, is written as the negative of something.
    pub(super) fn of_operation(&self, node: usize, negate: bool) -> bool {
        match self.graph.node(node) {
            Node::Number(_) | Node::Input(_) | Node::InverseRoot(_) | Node::Apply(..) => negate,
            Node::Sign(a) => self.of(a, negate),
            Node::Sum(a, b) => self.of(a, negate) && self.of(b, negate),
            Node::Product(a, b) => {
                let is_negative = (self.of(a, false) != self.of(b, false)) != negate;
                is_negative && self.taken(a, b) == Taken::Nowhere
            }
        }
    }

    /// Which operand of a product takes the minus of a product that has one.
    pub(super) fn taken(&self, a: Ref, b: Ref) -> Taken {
        let takes = |operand| self.of(operand, true) == self.of(operand, false);
        match (takes(b), takes(a)) {
            (true, _) => Taken::Second,
            (false, true) => Taken::First,
            (false, false) => Taken::Nowhere,
        }
    }
}

/// Where a minus may stand: at the definition of a binding or at an output.
struct Places {
    /// The bindings in whose definitions each binding stands, itself among them.
    definitions: FxHashMap<usize, Vec<usize>>,
    /// The outputs, by node and sign, in which each binding stands.
    outputs: FxHashMap<usize, Vec<Ref>>,
}

impl Places {
    fn of(graph: &Graph, outputs: &[Ref], bound: &[bool], bindings: &[usize]) -> Self {
        let mut places = Self {
            definitions: FxHashMap::default(),
            outputs: FxHashMap::default(),
        };
        let bindings_in = |reference: Ref| {
            let (mut found, mut open) = (Vec::new(), vec![reference.node()]);
            while let Some(node) = open.pop() {
                match bound[node] {
                    true => found.push(node),
                    false => open.extend(graph.operands(node).into_iter().flatten().map(Ref::node)),
                }
            }
            found.sort_unstable();
            found.dedup();
            found
        };
        for &binding in bindings {
            places.definitions.entry(binding).or_default().push(binding);
            for operand in graph.operands(binding).into_iter().flatten() {
                for user_of in bindings_in(operand) {
                    let users = places.definitions.entry(user_of).or_default();
                    if users.last() != Some(&binding) {
                        users.push(binding);
                    }
                }
            }
        }
        for &output in outputs {
            for binding in bindings_in(output) {
                places.outputs.entry(binding).or_default().push(output);
            }
        }
        places
    }
}

impl Signs<'_> {
    /// Whether a minus is written before what a node's operation is.
    fn is_written(&self, node: usize) -> bool {
        match self.graph.node(node) {
            // A number takes it.
            Node::Product(a, _) => !matches!(self.graph.node(a.node()), Node::Number(_)),
            Node::Number(_) => false,
            _ => true,
        }
    }

    /// Whether a binding's definition begins with a minus.
    fn at_definition(&self, node: usize) -> bool {
        self.of_operation(node, self.negative[node]) && self.is_written(node)
    }

    /// Whether an output does.
    fn at_output(&self, output: Ref) -> bool {
        let node = output.node();
        self.of(output, false) && (self.bound[node] || self.is_written(node))
    }

    /// How many of these definitions and outputs begin with a minus.
    fn count(&self, definitions: &[usize], outputs: &[Ref]) -> usize {
        let definitions = definitions.iter().filter(|&&node| self.at_definition(node));
        let outputs = outputs.iter().filter(|&&output| self.at_output(output));
        definitions.count() + outputs.count()
    }
}

/// Chooses the signs that bindings stand for so that few expressions begin with a minus, and counts those that do.
///
/// A sign is turned while that saves a minus, alone or with that of one operand. What is named stands for itself where that
/// costs nothing.
pub(super) fn settled(
    graph: &Graph,
    outputs: &[Ref],
    bound: &[bool],
    negative: &mut [bool],
) -> usize {
    let bindings: Vec<usize> = (0..bound.len()).filter(|&node| bound[node]).collect();
    // What functions are called of stands for itself as the outputs do.
    let arguments = graph.reachable(outputs).into_iter();
    let arguments = arguments.filter_map(|node| match graph.node(node) {
        Node::InverseRoot(a) | Node::Apply(_, a) => Some(a),
        _ => None,
    });
    let mut outputs: Vec<Ref> = outputs.iter().copied().chain(arguments).collect();
    outputs.sort_unstable();
    outputs.dedup();
    let places = Places::of(graph, &outputs, bound, &bindings);
    let none = Vec::new();
    let turn = |negative: &mut [bool], nodes: &[usize], level: bool| {
        let mut definitions: Vec<usize> = Vec::new();
        let mut at: Vec<Ref> = Vec::new();
        for node in nodes {
            definitions.extend(places.definitions.get(node).unwrap_or(&none));
            at.extend(places.outputs.get(node).into_iter().flatten());
        }
        definitions.sort_unstable();
        definitions.dedup();
        at.sort_unstable();
        at.dedup();
        let count = |negative: &[bool]| {
            let signs = Signs {
                graph,
                bound,
                negative,
            };
            signs.count(&definitions, &at)
        };
        let before = count(negative);
        for &node in nodes {
            negative[node] = !negative[node];
        }
        let after = count(negative);
        let better = after < before || level && after == before;
        if !better {
            for &node in nodes {
                negative[node] = !negative[node];
            }
        }
    };
    let rounds = (TURNS / bindings.len().max(1)).clamp(5, 99);
    let mut coins = 1u32;
    for round in 0..rounds {
        // What makes no difference is turned as well, half of it, to come away from where nothing saves.
        let level = round % 2 == 1 && round + 1 < rounds;
        for &node in &bindings {
            // xorshift: the same coins for the same expressions.
            coins ^= coins << 13;
            coins ^= coins >> 17;
            coins ^= coins << 5;
            turn(negative, &[node], level && coins & 1 == 0);
            for operand in graph.operands(node).into_iter().flatten() {
                let operand = operand.node();
                if bound[operand] {
                    turn(negative, &[node, operand], level && coins & 6 == 0);
                }
            }
        }
    }
    for &node in &bindings {
        if graph
            .name_of(node)
            .is_some_and(|(_, is_negative)| is_negative != negative[node])
        {
            turn(negative, &[node], true);
        }
    }
    let signs = Signs {
        graph,
        bound,
        negative,
    };
    signs.count(&bindings, &outputs)
}

/// About so many signs are tried.
const TURNS: usize = 20_000;
