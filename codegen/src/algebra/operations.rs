//! Arithmetic as data: how many operations of each kind an expression costs.

use rustc_hash::FxHashSet;

use super::{Atom, Graph, Input, Node, Ref, Unary};

/// Operations that some outputs of a graph need, by kind; shared expressions count once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Operations {
    /// Products.
    pub multiplications: usize,
    /// Sums and differences.
    pub additions: usize,
    /// Signs of velocities.
    pub signs: usize,
    /// Inverse square roots.
    pub roots: usize,
    /// Quotients and square roots.
    pub quotients: usize,
    /// Exponentials and hyperbolic tangents.
    pub exponentials: usize,
    /// Pairs of sine and cosine.
    pub sine_cosines: usize,
}

impl std::ops::AddAssign for Operations {
    fn add_assign(&mut self, other: Self) {
        self.multiplications += other.multiplications;
        self.additions += other.additions;
        self.signs += other.signs;
        self.roots += other.roots;
        self.quotients += other.quotients;
        self.exponentials += other.exponentials;
        self.sine_cosines += other.sine_cosines;
    }
}

impl Operations {
    /// Counts what the outputs need.
    #[must_use]
    pub fn of(graph: &Graph, outputs: &[Ref]) -> Self {
        let mut count = Self::default();
        let mut turning = FxHashSet::default();
        for node in graph.reachable(outputs) {
            match graph.node(node) {
                Node::Product(..) => count.multiplications += 1,
                Node::Sum(..) => count.additions += 1,
                Node::Sign(_) => count.signs += 1,
                Node::InverseRoot(_) => count.roots += 1,
                Node::Apply(Unary::Reciprocal | Unary::Root, _) => count.quotients += 1,
                Node::Apply(Unary::Exponential | Unary::HyperbolicTangent, _) => {
                    count.exponentials += 1;
                }
                Node::Input(Input::Atom(Atom::Sine(joint) | Atom::Cosine(joint))) => {
                    turning.insert(joint);
                }
                Node::Input(_) | Node::Number(_) => {}
            }
        }
        count.sine_cosines = turning.len();
        count
    }
}
