//! Expressions of the graph as Rust tokens.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use rustc_hash::FxHashMap;

use super::names::Names;
use super::schedule::Schedule;
use super::signs::{Signs, Taken};
use crate::algebra::{Graph, Node, Place, Rational, Ref, Unary};

/// How tightly an expression binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Sum,
    Product,
    Unary,
    Atom,
}

/// Tokens without the sign that [`Signs`] says they have.
struct Written {
    tokens: TokenStream,
    precedence: Precedence,
    /// The negative, where it needs no minus before it: a number is then a negative one.
    negated: Option<TokenStream>,
    /// The factors of a product that has no name.
    factors: Option<[TokenStream; 2]>,
}

/// Writes expressions of a graph; nodes that have a name are written as that name.
pub(super) struct Writer<'g> {
    graph: &'g Graph,
    signs: Signs<'g>,
    pub names: FxHashMap<usize, TokenStream>,
    /// The identifiers that are taken.
    pub taken: Names,
    /// `let` for what was defined so far.
    pub statements: TokenStream,
    /// How many bindings of each section have no name of their own.
    numbers: FxHashMap<&'g str, usize>,
    /// Whether a product is added in one step (`add_product` of the runtime's `Scalar`), for speed; in formulas that people
    /// read operators stay.
    pub fuses: bool,
}

impl<'g> Writer<'g> {
    /// A writer that has defined nothing yet.
    pub(super) fn new(graph: &'g Graph, schedule: &'g Schedule, taken: Names) -> Self {
        Self {
            graph,
            signs: schedule.signs(graph),
            names: FxHashMap::default(),
            taken,
            statements: TokenStream::new(),
            numbers: FxHashMap::default(),
            fuses: false,
        }
    }

    /// Names a node; the name is close to the wanted one.
    pub(super) fn name(&mut self, node: usize, wanted: &str) -> Ident {
        let name = self.taken.unique(wanted);
        self.names.insert(node, quote!(#name));
        name
    }

    /// Names a node and says what its value is.
    pub(super) fn define(&mut self, node: usize, wanted: &str, value: &TokenStream) {
        let name = self.name(node, wanted);
        self.statements.extend(quote!(let #name = #value;));
    }

    /// Defines bindings, in order.
    pub(super) fn bind(&mut self, nodes: &[usize]) {
        for &node in nodes {
            let value = self.definition(node);
            if let Some((name, is_negative)) = self.graph.name_of(node) {
                match self.signs.negative[node] == is_negative {
                    true => self.define(node, name, &value),
                    false => self.define(node, &format!("minus_{name}"), &value),
                }
                continue;
            }
            let section = self.graph.section_of(node);
            let number = self.numbers.entry(section).or_insert(0);
            *number += 1;
            let name = format!("t_{section}_{number}");
            self.define(node, &name, &value);
        }
    }

    /// A signed reference as an expression.
    pub(super) fn reference(&self, reference: Ref) -> TokenStream {
        let is_negative = self.signs.of(reference, false);
        self.operand(reference, false).signed(is_negative)
    }

    /// A signed reference as what a function is called of.
    fn argument(&self, reference: Ref) -> TokenStream {
        let is_name =
            self.names.contains_key(&reference.node()) && !self.signs.of(reference, false);
        let written = Written {
            tokens: self.reference(reference),
            precedence: match is_name {
                true => Precedence::Atom,
                false => Precedence::Sum,
            },
            negated: None,
            factors: None,
        };
        written.parenthesised(Precedence::Atom)
    }

    /// What a binding's name stands for.
    fn definition(&self, node: usize) -> TokenStream {
        let negate = self.signs.negative[node];
        let is_negative = self.signs.of_operation(node, negate);
        self.operation(node, negate).signed(is_negative)
    }

    fn operand(&self, operand: Ref, negate: bool) -> Written {
        let node = operand.node();
        match self.names.get(&node) {
            Some(name) => Written {
                tokens: name.clone(),
                precedence: Precedence::Atom,
                negated: None,
                factors: None,
            },
            None => self.operation(node, operand.is_negative() != negate),
        }
    }

    fn operation(&self, node: usize, negate: bool) -> Written {
        let (mut negated, mut factors) = (None, None);
        let (tokens, precedence) = match self.graph.node(node) {
            Node::Number(n) => (constant(self.graph.number(n)), Precedence::Atom),
            // Leaves always have names; an unnamed one cannot be reached.
            Node::Input(_) => (quote!(S::constant(0.0)), Precedence::Atom),
            Node::Sign(a) => {
                let operand = self.operand(a, negate).parenthesised(Precedence::Atom);
                (quote!(#operand.sign()), Precedence::Atom)
            }
            Node::InverseRoot(a) => {
                let operand = self.argument(a);
                (
                    quote!(S::constant(1.0) / #operand.sqrt()),
                    Precedence::Product,
                )
            }
            Node::Apply(function, a) => {
                let operand = self.argument(a);
                match function {
                    Unary::Reciprocal => (quote!(S::constant(1.0) / #operand), Precedence::Product),
                    Unary::Root => (quote!(#operand.sqrt()), Precedence::Atom),
                    Unary::Exponential => (quote!(#operand.exp()), Precedence::Atom),
                    Unary::HyperbolicTangent => (quote!(#operand.tanh()), Precedence::Atom),
                }
            }
            Node::Product(a, b) => {
                let is_negative = (self.signs.of(a, false) != self.signs.of(b, false)) != negate;
                let taken = match is_negative {
                    true => self.signs.taken(a, b),
                    false => Taken::Nowhere,
                };
                let left = self.operand(a, taken == Taken::First);
                let right = self.operand(b, taken == Taken::Second);
                factors = Some([left.tokens.clone(), right.tokens.clone()]);
                let left = left.parenthesised(Precedence::Product);
                let right = right.parenthesised(Precedence::Unary);
                if let Node::Number(n) = self.graph.node(a.node()) {
                    let number = constant(&-self.graph.number(n));
                    negated = Some(quote!(#number * #right));
                }
                (quote!(#left * #right), Precedence::Product)
            }
            Node::Sum(a, b) => {
                let [a, b] = [a, b].map(|r| (self.signs.of(r, negate), self.operand(r, negate)));
                // A difference begins with what is not subtracted.
                let [first, second] = if a.0 && !b.0 { [b, a] } else { [a, b] };
                let is_sum = first.0 == second.0;
                match self.fuses {
                    true => fused(first.1, second.1, is_sum),
                    false => sum(first.1, second.1, is_sum),
                }
            }
        };
        Written {
            tokens,
            precedence,
            negated,
            factors,
        }
    }
}

/// A sum or a difference.
fn sum(first: Written, second: Written, is_sum: bool) -> (TokenStream, Precedence) {
    let (left, right) = (first.tokens, second.parenthesised(Precedence::Product));
    let tokens = match is_sum {
        true => quote!(#left + #right),
        false => quote!(#left - #right),
    };
    (tokens, Precedence::Sum)
}

/// A sum or a difference in which a product, if there is one, is added in one step.
fn fused(first: Written, second: Written, is_sum: bool) -> (TokenStream, Precedence) {
    let tokens = match (first.factors.clone(), second.factors.clone()) {
        (_, Some([a, b])) => {
            let first = first.parenthesised(Precedence::Atom);
            match is_sum {
                true => quote!(#first.add_product(#a, #b)),
                false => quote!(#first.sub_product(#a, #b)),
            }
        }
        (Some([a, b]), None) => {
            let second = second.parenthesised(Precedence::Atom);
            match is_sum {
                true => quote!(#second.add_product(#a, #b)),
                false => quote!(#second.sub_from_product(#a, #b)),
            }
        }
        (None, None) => return sum(first, second, is_sum),
    };
    (tokens, Precedence::Atom)
}

impl Written {
    fn signed(self, is_negative: bool) -> TokenStream {
        match (is_negative, self.negated.clone()) {
            (false, _) => self.tokens,
            (true, Some(negated)) => negated,
            (true, None) => {
                let operand = self.parenthesised(Precedence::Unary);
                quote!(-#operand)
            }
        }
    }

    /// The expression where an operand has to bind so tightly.
    fn parenthesised(self, needs: Precedence) -> TokenStream {
        let tokens = self.tokens;
        match self.precedence < needs {
            true => quote!((#tokens)),
            false => tokens,
        }
    }
}

/// A number of the equations.
pub(super) fn constant(value: &Rational) -> TokenStream {
    let literal = float(value.to_f64());
    quote!(S::constant(#literal))
}

/// A float that reads back to itself; negative ones with their sign as an operator. Products of
/// huge numbers of the file can be beyond all floats, as they would be if they were computed.
pub(super) fn float(value: f64) -> TokenStream {
    let magnitude = match value.is_finite() {
        true => Literal::f64_unsuffixed(value.abs()).into_token_stream(),
        false => quote!(f64::INFINITY),
    };
    match value < 0.0 {
        true => quote!(-#magnitude),
        false => magnitude,
    }
}

/// A typed index, as a number of the generated code.
pub(super) fn place(place: impl Place) -> Literal {
    integer(place.at())
}

/// An index or a size, without the suffix that nobody writes by hand.
pub(super) fn integer(value: usize) -> Literal {
    Literal::usize_unsuffixed(value)
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::{Writer, float};
    use crate::algebra::{Algebra, Graph, Input, Unary};
    use crate::emit::rust::names::Names;
    use crate::emit::rust::schedule::schedule;

    /// A minus binds less than a call: `-x.exp()` would be another number than `(-x).exp()`.
    #[test]
    fn what_a_function_is_called_of_has_parentheses_unless_it_is_a_name() {
        let mut g = Graph::default();
        let [x, y] = [0, 1].map(|k| g.input(Input::Velocity(k.into())));
        let (sum, difference, product) = (g.add(&x, &y), g.sub(&x, &y), g.mul(&x, &y));
        let reciprocal = g.apply(Unary::Reciprocal, y);
        let cases = [
            (g.apply(Unary::Exponential, x), "x.exp()"),
            (g.apply(Unary::Exponential, -x), "(-x).exp()"),
            (
                g.apply(Unary::HyperbolicTangent, difference),
                "(x-y).tanh()",
            ),
            (
                g.apply(Unary::HyperbolicTangent, -difference),
                "(y-x).tanh()",
            ),
            (g.apply(Unary::Root, product), "(x*y).sqrt()"),
            (g.apply(Unary::Root, -product), "(-(x*y)).sqrt()"),
            (g.inverse_root(y), "S::constant(1.0)/y.sqrt()"),
            (g.inverse_root(-y), "S::constant(1.0)/(-y).sqrt()"),
            (g.inverse_root(sum), "S::constant(1.0)/(x+y).sqrt()"),
            (g.apply(Unary::Reciprocal, -x), "S::constant(1.0)/(-x)"),
            (
                g.apply(Unary::Reciprocal, product),
                "S::constant(1.0)/(x*y)",
            ),
            (g.mul(&x, &reciprocal), "x*(S::constant(1.0)/y)"),
        ];
        for (output, expected) in cases {
            let plan = schedule(&g, &[output], &[]);
            let mut writer = Writer::new(&g, &plan, Names::default());
            writer.names.insert(x.node(), quote!(x));
            writer.names.insert(y.node(), quote!(y));
            let code = writer.reference(output).to_string();
            assert_eq!(code.replace(' ', ""), expected);
        }
    }

    #[test]
    fn numbers_beyond_all_floats_are_infinite() {
        for (value, expected) in [
            (0.5, "0.5"),
            (-2.0, "-2.0"),
            (-0.0, "0.0"),
            (f64::INFINITY, "f64::INFINITY"),
            (f64::NEG_INFINITY, "-f64::INFINITY"),
        ] {
            assert_eq!(float(value).to_string().replace(' ', ""), expected);
        }
    }
}
