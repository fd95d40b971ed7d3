//! Common factors pulled out of sums: `a x + a y` becomes `a (x + y)`, a multiplication less.

use rustc_hash::FxHashMap;

use crate::algebra::{Algebra, Graph, Node, Ref};

/// What a sum is made of once its nested sums are opened.
#[derive(Debug, Clone, Copy)]
enum Term {
    /// A product that nothing else uses, with the sign of the term.
    Product(bool, Ref, Ref),
    /// Anything else, with its sign.
    Whole(Ref),
}

/// Rewrites what the outputs need with common factors pulled out.
///
/// Only sums and products that one sum alone uses and that have no name are opened, so that no
/// shared value is computed twice. The rewritten graph expands to the same normal form.
#[must_use]
pub(super) fn factored(graph: &Graph, outputs: &[Ref]) -> (Graph, Vec<Ref>) {
    let reachable = graph.reachable(outputs);
    let open = opened(graph, &reachable, outputs);
    let mut rewriting = Rewriting {
        graph,
        open,
        result: Graph::default(),
        images: vec![None; graph.len()],
    };
    let mut section = String::new();
    for node in reachable {
        if rewriting.open[node] {
            continue;
        }
        if graph.section_of(node) != section {
            graph.section_of(node).clone_into(&mut section);
            rewriting.result.section(&section);
        }
        let image = rewriting.rewrite(node);
        if let Some((name, is_negative)) = graph.name_of(node) {
            let named = if is_negative { -image } else { image };
            rewriting.result.name(named, || name.to_owned());
        }
        rewriting.images[node] = Some(image);
    }
    let outputs = outputs
        .iter()
        .map(|&output| rewriting.image(output))
        .collect();
    (rewriting.result, outputs)
}

/// Nodes that are written inside the one sum that uses them.
fn opened(graph: &Graph, reachable: &[usize], outputs: &[Ref]) -> Vec<bool> {
    let mut uses = vec![0usize; graph.len()];
    let mut in_sum = vec![false; graph.len()];
    for &node in reachable {
        let is_sum = matches!(graph.node(node), Node::Sum(..));
        for operand in graph.operands(node).into_iter().flatten() {
            uses[operand.node()] += 1;
            in_sum[operand.node()] = is_sum;
        }
    }
    for output in outputs {
        uses[output.node()] += 2;
    }
    let opens = |node: usize| {
        let kind = matches!(graph.node(node), Node::Sum(..) | Node::Product(..));
        kind && uses[node] == 1 && in_sum[node] && graph.name_of(node).is_none()
    };
    (0..graph.len()).map(opens).collect()
}

struct Rewriting<'g> {
    graph: &'g Graph,
    open: Vec<bool>,
    result: Graph,
    images: Vec<Option<Ref>>,
}

impl Rewriting<'_> {
    /// What a reference of the old graph is in the new one; operands come before their users.
    fn image(&mut self, reference: Ref) -> Ref {
        let image = match self.images[reference.node()] {
            Some(image) => image,
            None => self.rewrite(reference.node()),
        };
        if reference.is_negative() {
            self.result.neg(&image)
        } else {
            image
        }
    }

    fn rewrite(&mut self, node: usize) -> Ref {
        match self.graph.node(node) {
            Node::Number(number) => self.result.constant(self.graph.number(number)),
            Node::Input(input) => self.result.input(input),
            Node::Sign(a) => {
                let a = self.image(a);
                self.result.sign(a)
            }
            Node::InverseRoot(a) => {
                let a = self.image(a);
                self.result.inverse_root(a)
            }
            Node::Apply(function, a) => {
                let a = self.image(a);
                self.result.apply(function, a)
            }
            Node::Product(a, b) => {
                let (a, b) = (self.image(a), self.image(b));
                self.result.mul(&a, &b)
            }
            Node::Sum(..) => {
                let terms = self.terms(node);
                self.sum(terms)
            }
        }
    }

    /// The terms of a sum, nested sums opened, from left to right.
    fn terms(&mut self, node: usize) -> Vec<Term> {
        let mut terms = Vec::new();
        let mut stack: Vec<(Ref, bool)> = vec![(Ref::of(node), true)];
        while let Some((reference, is_root)) = stack.pop() {
            let negative = reference.is_negative();
            match self.graph.node(reference.node()) {
                Node::Sum(a, b) if is_root || self.open[reference.node()] => {
                    stack.push((if negative { -b } else { b }, false));
                    stack.push((if negative { -a } else { a }, false));
                }
                Node::Product(a, b) if self.open[reference.node()] => {
                    let (a, b) = (self.image(a), self.image(b));
                    let negative = negative != (a.is_negative() != b.is_negative());
                    terms.push(Term::Product(negative, a.magnitude(), b.magnitude()));
                }
                _ => terms.push(Term::Whole(self.image(reference))),
            }
        }
        terms
    }

    /// The sum of terms, the most frequent factor pulled out first.
    fn sum(&mut self, mut terms: Vec<Term>) -> Ref {
        while let Some(factor) = most_frequent_factor(&terms) {
            let mut cofactors = Vec::new();
            // The factored product stands where the first of its parts stood.
            let mut first = None;
            let mut rest = Vec::with_capacity(terms.len());
            for term in terms {
                match term {
                    Term::Product(negative, a, b) if a == factor || b == factor => {
                        let cofactor = if a == factor { b } else { a };
                        cofactors.push(Term::Whole(if negative { -cofactor } else { cofactor }));
                        first.get_or_insert(rest.len());
                    }
                    _ => rest.push(term),
                }
            }
            let inner = self.sum(cofactors);
            let product = self.result.mul(&factor, &inner);
            rest.insert(first.unwrap_or(0), Term::Whole(product));
            terms = rest;
        }
        let mut sum = self.result.zero();
        for term in terms {
            let term = match term {
                Term::Whole(whole) => whole,
                Term::Product(negative, a, b) => {
                    let product = self.result.mul(&a, &b);
                    if negative {
                        self.result.neg(&product)
                    } else {
                        product
                    }
                }
            };
            sum = self.result.add(&sum, &term);
        }
        sum
    }
}

/// The factor that stands in most products, if it stands in at least two.
fn most_frequent_factor(terms: &[Term]) -> Option<Ref> {
    let mut counts: FxHashMap<Ref, usize> = FxHashMap::default();
    for term in terms {
        if let Term::Product(_, a, b) = *term {
            *counts.entry(a).or_default() += 1;
            if a != b {
                *counts.entry(b).or_default() += 1;
            }
        }
    }
    let frequent = counts.into_iter().filter(|(_, count)| *count > 1);
    frequent
        .max_by_key(|&(factor, count)| (count, std::cmp::Reverse(factor)))
        .map(|(factor, _)| factor)
}

#[cfg(test)]
mod tests {
    use super::factored;
    use crate::algebra::{Algebra, Graph, Input, Node, Poly, Ref};

    #[test]
    fn a_common_factor_is_multiplied_once() {
        let mut g = Graph::default();
        let [a, x, y, z] = [0, 1, 2, 3].map(|i| g.input(Input::Velocity(i.into())));
        let (ax, ay, az) = (g.mul(&a, &x), g.mul(&a, &y), g.mul(&a, &z));
        let sum = g.sub(&ax, &ay);
        let sum = g.add(&sum, &az);
        let (result, outputs) = factored(&g, &[-sum]);
        let products = result
            .reachable(&outputs)
            .into_iter()
            .filter(|&node| matches!(result.node(node), Node::Product(..)));
        assert_eq!(products.count(), 1);
        let leaf = |input| match input {
            Input::Atom(atom) => Poly::atom(atom),
            _ => Poly::zero(),
        };
        assert_eq!(
            result.expand(&outputs, &leaf, &Poly::clone),
            g.expand(&[-sum], &leaf, &Poly::clone)
        );
    }

    #[test]
    fn names_and_sections_stay() {
        let mut g = Graph::default();
        let [a, x, y] = [0, 1, 2].map(|i| g.input(Input::Velocity(i.into())));
        g.section("first");
        let (ax, ay) = (g.mul(&a, &x), g.mul(&a, &y));
        let difference = g.sub(&ax, &ay);
        g.name(-difference, || "backward".to_owned());
        g.section("second");
        let square = g.mul(&difference, &difference);
        g.name(square, || "square".to_owned());
        let (result, outputs) = factored(&g, &[square, difference]);
        let [square, difference] = outputs.as_slice() else {
            panic!("two outputs");
        };
        assert_eq!(result.name_of(square.node()), Some(("square", false)));
        // The name is that of the negative of the first output.
        let named = Some(("backward", !difference.is_negative()));
        assert_eq!(result.name_of(difference.node()), named);
        let sections = [square, difference].map(|output| result.section_of(output.node()));
        assert_eq!(sections, ["second", "first"]);
    }

    /// Whichever terms stand between or before those with the factor.
    #[test]
    fn a_product_stands_where_the_first_of_its_parts_stood() {
        for places in [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]] {
            let mut g = Graph::default();
            let factor = g.input(Input::Velocity(9.into()));
            // Of each term what the factor is multiplied by, or all of it.
            let [first, others @ ..] = [0, 1, 2, 3].map(|k: u16| {
                let input = Input::Velocity(k.into());
                let own = g.input(input);
                (k, input, own)
            });
            let term = |g: &mut Graph, (k, _, own): (u16, Input, Ref)| match places.contains(&k) {
                true => g.mul(&factor, &own),
                false => g.mul(&own, &own),
            };
            let mut sum = term(&mut g, first);
            for other in others {
                let next = term(&mut g, other);
                sum = g.add(&sum, &next);
            }
            let (mut result, outputs) = factored(&g, &[sum]);
            let [factor, x0, x1, x2, x3] =
                [9, 0, 1, 2, 3].map(|k: u16| result.input(Input::Velocity(k.into())));
            let inputs = [x0, x1, x2, x3];
            let [one, two] = places.map(|k| inputs[usize::from(k)]);
            let inner = result.add(&one, &two);
            let product = result.mul(&factor, &inner);
            let mut expected = result.zero();
            for (k, input) in (0..).zip(inputs) {
                let term = match k {
                    k if k == places[0] => product,
                    k if k == places[1] => continue,
                    _ => result.mul(&input, &input),
                };
                expected = result.add(&expected, &term);
            }
            assert_eq!(outputs, [expected], "{places:?}");
        }
    }

    /// Of `a x + a y + a z + b z + b u + b v` two products are left; `z` pulled out first would leave three.
    #[test]
    fn the_most_frequent_factor_is_pulled_out_first() {
        let mut g = Graph::default();
        let [a, b, u, v, x, y, z] =
            [0, 1, 2, 3, 4, 5, 6].map(|i| g.input(Input::Velocity(i.into())));
        let mut sum = g.zero();
        for (factor, of) in [(a, x), (a, y), (a, z), (b, z), (b, u), (b, v)] {
            let product = g.mul(&factor, &of);
            sum = g.add(&sum, &product);
        }
        let (result, outputs) = factored(&g, &[sum]);
        let products = result
            .reachable(&outputs)
            .into_iter()
            .filter(|&node| matches!(result.node(node), Node::Product(..)));
        assert_eq!(products.count(), 2);
    }
}
