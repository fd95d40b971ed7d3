//! The signs of written expressions: where a minus goes, so that what is named is the quantity that the
//! name says, and a difference is written as one.

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
