//! Turned twice by angles about the same axis is turned once by their sum: `c2 (s1 x) + s2 (c1 x)` becomes
//! `(c2 s1 + s2 c1) x` where that sum is computed anyway.

use rustc_hash::FxHashSet;

use crate::algebra::{Algebra, Graph, Node, Ref};

/// Rewrites what the outputs need until no sum is left that another one is a factor of.
///
/// A sum of two products becomes one product; what else uses the products keeps them. So no function gets longer.
#[must_use]
pub(super) fn summed(graph: &Graph, outputs: &[Ref]) -> (Graph, Vec<Ref>) {
    let (mut graph, mut outputs, mut changed) = once(graph, outputs);
    while changed {
        (graph, outputs, changed) = once(&graph, &outputs);
    }
    (graph, outputs)
}

/// One walk through the graph, and whether it changed anything.
fn once(graph: &Graph, outputs: &[Ref]) -> (Graph, Vec<Ref>, bool) {
    let reachable = graph.reachable(outputs);
    let needed: FxHashSet<usize> = reachable.iter().copied().collect();
    let (mut result, mut images) = (Graph::default(), vec![None; graph.len()]);
    let (mut section, mut changed) = (String::new(), false);
    for node in reachable {
        if graph.section_of(node) != section {
            graph.section_of(node).clone_into(&mut section);
            result.section(&section);
        }
        let factors = factors(graph, &needed, node);
        changed |= factors.is_some();
        let image = match (factors, graph.node(node)) {
            (Some((sum, factor)), _) => {
                let [one, two] = sum.map(|(_, [a, b])| {
                    let [a, b] = [a, b].map(|r| image(&mut result, &images, r));
                    result.mul(&a, &b)
                });
                let [one, two] = [(sum[0].0, one), (sum[1].0, two)]
                    .map(|(negative, product)| if negative { -product } else { product });
                let sum = result.add(&one, &two);
                let factor = image(&mut result, &images, factor);
                result.mul(&sum, &factor)
            }
            (None, operation) => copied(graph, &mut result, &images, operation),
        };
        if let Some((name, is_negative)) = graph.name_of(node) {
            let named = if is_negative { -image } else { image };
            result.name(named, || name.to_owned());
        }
        images[node] = Some(image);
    }
    let outputs = outputs
        .iter()
        .map(|&output| image(&mut result, &images, output));
    let outputs = outputs.collect();
    (result, outputs, changed)
}

/// Signed products of a sum, and what the sum is multiplied by.
type Factors = ([(bool, [Ref; 2]); 2], Ref);

/// A sum `p (f x) + r (g x)` as `p f + r g` and `x`, if that inner sum is needed elsewhere.
fn factors(graph: &Graph, needed: &FxHashSet<usize>, node: usize) -> Option<Factors> {
    let Node::Sum(one, two) = graph.node(node) else {
        return None;
    };
    let opposite = one.is_negative() != two.is_negative();
    for (p, u) in splits(graph, one) {
        for (f, x) in splits(graph, u) {
            for (r, v) in splits(graph, two) {
                for (g, y) in splits(graph, v) {
                    if x != y {
                        continue;
                    }
                    let inner = known_sum(graph, [p, f], [r, g], opposite);
                    if inner.is_some_and(|inner| needed.contains(&inner.node())) {
                        let signed = [(one.is_negative(), [p, f]), (two.is_negative(), [r, g])];
                        return Some((signed, x));
                    }
                }
            }
        }
    }
    None
}

/// The sum, or the difference in either order, of two products, if it was made before.
fn known_sum(graph: &Graph, one: [Ref; 2], two: [Ref; 2], opposite: bool) -> Option<Ref> {
    let [a, b] = [one, two].map(|[a, b]| graph.found(Node::Product(a.min(b), a.max(b))));
    let (a, b) = a.zip(b)?;
    let second = a.max(b);
    graph.found(Node::Sum(a.min(b), if opposite { -second } else { second }))
}

/// The two ways of reading a product as something times something.
fn splits(graph: &Graph, product: Ref) -> impl Iterator<Item = (Ref, Ref)> {
    let split = match graph.node(product.node()) {
        Node::Product(a, b) => Some([(a, b), (b, a)]),
        _ => None,
    };
    split.into_iter().flatten()
}

fn image(result: &mut Graph, images: &[Option<Ref>], reference: Ref) -> Ref {
    let image = images[reference.node()].unwrap_or_else(|| result.zero());
    if reference.is_negative() {
        result.neg(&image)
    } else {
        image
    }
}

/// The same operation in another graph.
fn copied(graph: &Graph, result: &mut Graph, images: &[Option<Ref>], operation: Node) -> Ref {
    let mut of = |r| image(result, images, r);
    match operation {
        Node::Number(number) => result.constant(graph.number(number)),
        Node::Input(input) => result.input(input),
        Node::Sign(a) => {
            let a = of(a);
            result.sign(a)
        }
        Node::InverseRoot(a) => {
            let a = of(a);
            result.inverse_root(a)
        }
        Node::Apply(function, a) => {
            let a = of(a);
            result.apply(function, a)
        }
        Node::Sum(a, b) => {
            let (a, b) = (of(a), of(b));
            result.add(&a, &b)
        }
        Node::Product(a, b) => {
            let (a, b) = (of(a), of(b));
            result.mul(&a, &b)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::summed;
    use crate::algebra::{Algebra, Atom, Graph, Input, Operations, Poly};

    #[test]
    fn a_vector_is_turned_once_by_the_sum_of_two_angles() {
        let mut g = Graph::default();
        let [c1, c2] = [0, 1].map(|k| g.atom(Atom::Cosine(k.into())));
        let [s1, s2] = [0, 1].map(|k| g.atom(Atom::Sine(k.into())));
        let x = g.input(Input::Velocity(0.into()));
        let (u, v) = (g.mul(&s1, &x), g.mul(&c1, &x));
        let (a, b) = (g.mul(&c2, &u), g.mul(&s2, &v));
        let (c, d) = (g.mul(&c2, &v), g.mul(&s2, &u));
        let (turned, other) = (g.add(&a, &b), g.sub(&d, &c));
        let (a, b) = (g.mul(&c2, &s1), g.mul(&s2, &c1));
        let sine = g.add(&a, &b);
        let outputs = [turned, -other, sine, u];
        let (result, images) = summed(&g, &outputs);
        // No cosine of the sum is computed elsewhere: that element stays as it is.
        let before = Operations::of(&g, &outputs);
        let after = Operations::of(&result, &images);
        assert_eq!(after.multiplications + 1, before.multiplications);
        assert_eq!(after.additions + 1, before.additions);
        let leaf = |input| match input {
            Input::Atom(atom) => Poly::atom(atom),
            _ => Poly::atom(Atom::Position(0.into())),
        };
        assert_eq!(
            result.expand(&images, &leaf, &Poly::clone),
            g.expand(&outputs, &leaf, &Poly::clone)
        );
    }

    /// What has the name is the negative of the first output, before and after it became a product.
    #[test]
    fn names_and_sections_stay_with_what_is_turned_once() {
        let mut g = Graph::default();
        g.section("first");
        let [c1, c2] = [0, 1].map(|k| g.atom(Atom::Cosine(k.into())));
        let [s1, s2] = [0, 1].map(|k| g.atom(Atom::Sine(k.into())));
        let x = g.input(Input::Velocity(0.into()));
        let (a, b) = (g.mul(&c2, &s1), g.mul(&s2, &c1));
        let sine = g.add(&a, &b);
        g.name(sine, || "sine".to_owned());
        g.section("second");
        let (u, v) = (g.mul(&s1, &x), g.mul(&c1, &x));
        let (a, b) = (g.mul(&c2, &u), g.mul(&s2, &v));
        let turned = g.add(&a, &b);
        g.name(-turned, || "backward".to_owned());
        let (mut result, images) = summed(&g, &[turned, sine]);
        let [turned, sine] = images.as_slice() else {
            panic!("two outputs");
        };
        let x = result.input(Input::Velocity(0.into()));
        assert_eq!(result.mul(sine, &x), *turned);
        let named = Some(("backward", !turned.is_negative()));
        assert_eq!(result.name_of(turned.node()), named);
        let named = Some(("sine", sine.is_negative()));
        assert_eq!(result.name_of(sine.node()), named);
        let sections = [sine, turned].map(|output| result.section_of(output.node()));
        assert_eq!(sections, ["first", "second"]);
    }
}
