//! The expression graph: sums and products shared by construction and simplified on entry.

use rustc_hash::FxHashMap;

use super::{Algebra, Atom, Input, Poly, Rational, Unary};

/// A node, or the negative of one: signs live on edges, so that `a - b` and `b - a` share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref(u32);

impl Ref {
    const fn new(node: u32, negative: bool) -> Self {
        Self(node << 1 | negative as u32)
    }

    /// The node's index.
    #[must_use]
    pub const fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it stands for the node's negative.
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// A node by its index in the arena.
    pub(super) fn of(node: usize) -> Self {
        Self::new(u32::try_from(node).unwrap_or(u32::MAX >> 1), false)
    }

    /// The same node without the sign.
    pub(super) const fn magnitude(self) -> Self {
        Self(self.0 & !1)
    }

    const fn flip(self, negative: bool) -> Self {
        Self(self.0 ^ negative as u32)
    }
}

impl std::ops::Neg for Ref {
    type Output = Self;
    fn neg(self) -> Self {
        self.flip(true)
    }
}

/// One operation of the graph. Operands come before it in the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    /// A non-negative number, by index into [`Graph::number`].
    Number(u32),
    /// A leaf.
    Input(Input),
    /// A sum; the first operand is never negative.
    Sum(Ref, Ref),
    /// A product; no operand is negative.
    Product(Ref, Ref),
    /// The sign of a velocity.
    Sign(Ref),
    /// One over the square root of what is positive.
    InverseRoot(Ref),
    /// A function of one number.
    Apply(Unary, Ref),
}

/// An arena of hash-consed nodes: equal expressions are one node.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    index: FxHashMap<Node, u32>,
    numbers: Vec<Rational>,
    number_index: FxHashMap<Rational, u32>,
    /// What is named, and whether that is the negative of the node.
    names: FxHashMap<u32, (String, bool)>,
    /// First node and name of each section, in order.
    sections: Vec<(u32, String)>,
}

impl Graph {
    /// The node with an index.
    #[must_use]
    pub fn node(&self, index: usize) -> Node {
        self.nodes[index]
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of a [`Node::Number`].
    #[must_use]
    pub fn number(&self, index: u32) -> &Rational {
        &self.numbers[index as usize]
    }

    /// The name that a node was given, if any, and whether it is that of the node's negative.
    #[must_use]
    pub fn name_of(&self, node: usize) -> Option<(&str, bool)> {
        let (name, is_negative) = self.names.get(&u32::try_from(node).ok()?)?;
        Some((name, *is_negative))
    }

    /// Begins a section: what generated code numbers by itself, so that a change stays local.
    pub fn section(&mut self, name: &str) {
        let first = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.sections.push((first, name.to_owned()));
    }

    /// The section in which a node was first made.
    #[must_use]
    pub fn section_of(&self, node: usize) -> &str {
        let after = self
            .sections
            .partition_point(|(first, _)| (*first as usize) <= node);
        after.checked_sub(1).map_or("", |at| &self.sections[at].1)
    }

    /// Names an operation for the reader of the generated code; the first name stays.
    pub fn name(&mut self, reference: Ref, name: impl FnOnce() -> String) {
        if matches!(
            self.nodes[reference.node()],
            Node::Sum(..)
                | Node::Product(..)
                | Node::Sign(_)
                | Node::InverseRoot(_)
                | Node::Apply(..)
        ) {
            self.names
                .entry(reference.0 >> 1)
                .or_insert_with(|| (name(), reference.is_negative()));
        }
    }

    /// A leaf.
    pub fn input(&mut self, input: Input) -> Ref {
        self.intern(Node::Input(input))
    }

    /// The sign of a velocity.
    pub fn sign(&mut self, velocity: Ref) -> Ref {
        if self.as_number(velocity).is_some_and(|v| v.is_zero()) {
            return velocity;
        }
        let sign = self.intern(Node::Sign(velocity.magnitude()));
        sign.flip(velocity.is_negative())
    }

    /// One over the square root of what is positive.
    pub fn inverse_root(&mut self, square: Ref) -> Ref {
        self.intern(Node::InverseRoot(square))
    }

    /// A function of one number.
    pub fn apply(&mut self, function: Unary, of: Ref) -> Ref {
        let inverse = self.as_number(of).and_then(|number| number.recip());
        match (function, inverse) {
            (Unary::Reciprocal, Some(inverse)) => self.constant(&inverse),
            _ => self.intern(Node::Apply(function, of)),
        }
    }

    /// The number that a reference stands for, if it is one.
    #[must_use]
    pub fn as_number(&self, reference: Ref) -> Option<Rational> {
        match self.nodes[reference.node()] {
            Node::Number(n) if reference.is_negative() => Some(-&self.numbers[n as usize]),
            Node::Number(n) => Some(self.numbers[n as usize].clone()),
            _ => None,
        }
    }

    /// The operands of a node.
    #[must_use]
    pub fn operands(&self, node: usize) -> [Option<Ref>; 2] {
        match self.nodes[node] {
            Node::Number(_) | Node::Input(_) => [None, None],
            Node::Sum(a, b) | Node::Product(a, b) => [Some(a), Some(b)],
            Node::Sign(a) | Node::InverseRoot(a) | Node::Apply(_, a) => [Some(a), None],
        }
    }

    /// Every node that the outputs need, in arena order.
    #[must_use]
    pub fn reachable(&self, outputs: &[Ref]) -> Vec<usize> {
        let mut needed = vec![false; self.nodes.len()];
        for output in outputs {
            needed[output.node()] = true;
        }
        for node in (0..self.nodes.len()).rev() {
            if needed[node] {
                for operand in self.operands(node).into_iter().flatten() {
                    needed[operand.node()] = true;
                }
            }
        }
        (0..self.nodes.len()).filter(|&node| needed[node]).collect()
    }

    /// What an expression is in normal form: the proof that no simplification changed it.
    ///
    /// `leaf` says what velocities, accelerations and parameters are; signs are not polynomials and
    /// are given to `leaf_sign` with their argument's normal form, and inverse roots with that and one.
    pub fn expand(
        &self,
        outputs: &[Ref],
        leaf: &dyn Fn(Input) -> Poly,
        leaf_sign: &dyn Fn(&Poly) -> Poly,
    ) -> Vec<Poly> {
        let mut values: FxHashMap<usize, Poly> = FxHashMap::default();
        let signed = |values: &FxHashMap<usize, Poly>, r: Ref| {
            let value = values.get(&r.node()).cloned().unwrap_or_default();
            if r.is_negative() { -&value } else { value }
        };
        for node in self.reachable(outputs) {
            let value = match self.nodes[node] {
                Node::Number(n) => Poly::constant(self.numbers[n as usize].clone()),
                Node::Input(input) => leaf(input),
                Node::Sum(a, b) => &signed(&values, a) + &signed(&values, b),
                Node::Product(a, b) => &signed(&values, a) * &signed(&values, b),
                Node::Sign(a) => leaf_sign(&signed(&values, a)),
                // Another symbol than that of any sign.
                Node::InverseRoot(a) => leaf_sign(&(&signed(&values, a) + &Poly::one())),
                Node::Apply(function, a) => leaf_sign(&function.apart(&signed(&values, a))),
            };
            values.insert(node, value);
        }
        outputs
            .iter()
            .map(|&output| signed(&values, output))
            .collect()
    }

    /// An operation, if it was made before.
    pub(super) fn found(&self, node: Node) -> Option<Ref> {
        self.index.get(&node).map(|&node| Ref::new(node, false))
    }

    fn intern(&mut self, node: Node) -> Ref {
        if let Some(&found) = self.index.get(&node) {
            return Ref::new(found, false);
        }
        // An arena beyond 2^31 nodes would not fit into memory either.
        let index = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX >> 1);
        self.nodes.push(node);
        self.index.insert(node, index);
        Ref::new(index, false)
    }

    /// A product with a number, as `(number, rest)`.
    fn coefficient(&self, reference: Ref) -> (Rational, Option<Ref>) {
        let sign = if reference.is_negative() {
            -Rational::ONE
        } else {
            Rational::ONE
        };
        if let Some(number) = self.as_number(reference) {
            return (number, None);
        }
        if let Node::Product(a, b) = self.nodes[reference.node()]
            && let Some(number) = self.as_number(a)
        {
            return (&sign * &number, Some(b));
        }
        (sign, Some(reference.magnitude()))
    }
}

impl Algebra for Graph {
    type Element = Ref;

    fn constant(&mut self, value: &Rational) -> Ref {
        let magnitude = value.abs();
        let index = match self.number_index.get(&magnitude) {
            Some(&index) => index,
            None => {
                let index = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
                self.numbers.push(magnitude.clone());
                self.number_index.insert(magnitude, index);
                index
            }
        };
        self.intern(Node::Number(index)).flip(value.is_negative())
    }

    fn atom(&mut self, atom: Atom) -> Ref {
        self.input(Input::Atom(atom))
    }

    fn is_zero(&self, element: &Ref) -> bool {
        matches!(self.nodes[element.node()], Node::Number(n) if self.numbers[n as usize].is_zero())
    }

    fn neg(&mut self, a: &Ref) -> Ref {
        if self.is_zero(a) { *a } else { -*a }
    }

    fn add(&mut self, a: &Ref, b: &Ref) -> Ref {
        if self.is_zero(a) {
            return *b;
        }
        if self.is_zero(b) {
            return *a;
        }
        // Like terms: k x + l x = (k + l) x, which also folds numbers and cancels x - x.
        let ((k, x), (l, y)) = (self.coefficient(*a), self.coefficient(*b));
        if x == y {
            let sum = self.constant(&(&k + &l));
            return match x {
                Some(x) => self.mul(&sum, &x),
                None => sum,
            };
        }
        let (first, second) = if a.node() <= b.node() {
            (*a, *b)
        } else {
            (*b, *a)
        };
        let sign = first.is_negative();
        self.intern(Node::Sum(first.flip(sign), second.flip(sign)))
            .flip(sign)
    }

    fn mul(&mut self, a: &Ref, b: &Ref) -> Ref {
        let sign = a.is_negative() != b.is_negative();
        let ((k, x), (l, y)) = (
            self.coefficient(a.magnitude()),
            self.coefficient(b.magnitude()),
        );
        match (x, y) {
            (None, None) => {
                let product = self.constant(&(&k * &l));
                product.flip(sign && !self.is_zero(&product))
            }
            // A number times (a number times) an expression.
            (None, Some(rest)) | (Some(rest), None) => {
                let number = &k * &l;
                if number.is_zero() {
                    return self.constant(&number);
                }
                let rest_sign = sign != rest.is_negative();
                if number.is_one() {
                    return rest.magnitude().flip(rest_sign);
                }
                let number = self.constant(&number);
                self.intern(Node::Product(number, rest.magnitude()))
                    .flip(rest_sign)
            }
            (Some(_), Some(_)) => {
                let (a, b) = (a.magnitude(), b.magnitude());
                let (a, b) = if a <= b { (a, b) } else { (b, a) };
                self.intern(Node::Product(a, b)).flip(sign)
            }
        }
    }
}
