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

/// What is computed anyway: a form is as dear as what it takes beyond that.
#[derive(Debug, Default)]
pub struct Known {
    nodes: Vec<bool>,
}

impl Known {
    /// How many sums and products some expressions take beyond what is known.
    #[must_use]
    pub fn cost(&self, graph: &Graph, outputs: &[Ref]) -> usize {
        let beyond = self.beyond(graph, outputs);
        let counts =
            |node: &&usize| matches!(graph.node(**node), Node::Sum(..) | Node::Product(..));
        beyond.iter().filter(counts).count()
    }

    /// From now on these are known, with all that they are made of.
    pub fn add(&mut self, graph: &Graph, outputs: &[Ref]) {
        for node in self.beyond(graph, outputs) {
            if self.nodes.len() <= node {
                self.nodes.resize(graph.len(), false);
            }
            self.nodes[node] = true;
        }
    }

    /// What the outputs need and is not known.
    fn beyond(&self, graph: &Graph, outputs: &[Ref]) -> Vec<usize> {
        let (mut beyond, mut seen) = (Vec::new(), FxHashSet::default());
        let mut open: Vec<usize> = outputs.iter().map(|output| output.node()).collect();
        while let Some(node) = open.pop() {
            let known = self.nodes.get(node).copied().unwrap_or(false);
            if !known && seen.insert(node) {
                beyond.push(node);
                open.extend(graph.operands(node).into_iter().flatten().map(Ref::node));
            }
        }
        beyond
    }
}

#[cfg(test)]
mod tests {
    use super::Operations;
    use crate::algebra::{Algebra, Atom, Graph, Input, Unary};

    /// A joint's sine and cosine are computed together, and one of them alone takes as much.
    #[test]
    fn joints_of_which_sine_or_cosine_is_needed_are_counted() {
        let mut g = Graph::default();
        let [c1, c2] = [0, 1].map(|k| g.atom(Atom::Cosine(k.into())));
        let s2 = g.atom(Atom::Sine(1.into()));
        let both = g.mul(&c2, &s2);
        let turned = |outputs: &[_]| Operations::of(&g, outputs).sine_cosines;
        assert_eq!(
            [&c1, &s2, &both].map(|output| turned(&[*output])),
            [1, 1, 1]
        );
        assert_eq!(turned(&[c1, both]), 2);
    }

    /// Whatever is asked for twice.
    #[test]
    fn each_operation_is_counted_once_with_its_kind() {
        let mut g = Graph::default();
        let rate = g.input(Input::Velocity(0.into()));
        let cosine = g.atom(Atom::Cosine(0.into()));
        let product = g.mul(&cosine, &rate);
        let sum = g.add(&product, &rate);
        let mut outputs = vec![product, sum, -sum, g.sign(rate), g.inverse_root(sum)];
        for function in [
            Unary::Reciprocal,
            Unary::Root,
            Unary::Exponential,
            Unary::HyperbolicTangent,
        ] {
            outputs.push(g.apply(function, rate));
        }
        let expected = Operations {
            multiplications: 1,
            additions: 1,
            signs: 1,
            roots: 1,
            quotients: 2,
            exponentials: 2,
            sine_cosines: 1,
        };
        assert_eq!(Operations::of(&g, &outputs), expected);
    }
}
