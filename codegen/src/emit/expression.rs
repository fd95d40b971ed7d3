//! Expressions of the graph as Rust tokens.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use rustc_hash::FxHashMap;

use crate::algebra::{Graph, Node, Place, Rational, Ref};

/// How tightly an expression binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Sum,
    Product,
    Unary,
    Atom,
}

/// Writes expressions of a graph; nodes that have a name are written as that name.
pub(super) struct Writer<'g> {
    pub graph: &'g Graph,
    pub names: FxHashMap<usize, Ident>,
}

impl Writer<'_> {
    /// A signed reference as an expression.
    pub(super) fn reference(&self, reference: Ref) -> TokenStream {
        let (tokens, precedence) = self.node(reference.node());
        if !reference.is_negative() {
            return tokens;
        }
        let operand = parenthesised(tokens, precedence, Precedence::Unary);
        quote!(-#operand)
    }

    /// A binding's own expression, ignoring its name.
    pub(super) fn definition(&self, node: usize) -> TokenStream {
        self.operation(node).0
    }

    fn node(&self, node: usize) -> (TokenStream, Precedence) {
        match self.names.get(&node) {
            Some(name) => (quote!(#name), Precedence::Atom),
            None => self.operation(node),
        }
    }

    fn operation(&self, node: usize) -> (TokenStream, Precedence) {
        match self.graph.node(node) {
            Node::Number(n) => (constant(self.graph.number(n)), Precedence::Atom),
            // Leaves always have names; an unnamed one cannot be reached.
            Node::Input(_) => (quote!(S::constant(0.0)), Precedence::Atom),
            Node::Sign(a) => {
                let (tokens, precedence) = self.node(a.node());
                let operand = parenthesised(tokens, precedence, Precedence::Atom);
                (quote!(#operand.sign()), Precedence::Atom)
            }
            Node::Product(a, b) => {
                let (left, right) = (self.node(a.node()), self.node(b.node()));
                let left = parenthesised(left.0, left.1, Precedence::Product);
                let right = parenthesised(right.0, right.1, Precedence::Unary);
                (quote!(#left * #right), Precedence::Product)
            }
            Node::Sum(a, b) => {
                let (left, right) = (self.node(a.node()), self.node(b.node()));
                let left = left.0;
                let right = parenthesised(right.0, right.1, Precedence::Product);
                let sum = if b.is_negative() {
                    quote!(#left - #right)
                } else {
                    quote!(#left + #right)
                };
                (sum, Precedence::Sum)
            }
        }
    }
}

fn parenthesised(tokens: TokenStream, has: Precedence, needs: Precedence) -> TokenStream {
    if has < needs {
        quote!((#tokens))
    } else {
        tokens
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
    let magnitude = if value.is_finite() {
        Literal::f64_unsuffixed(value.abs()).into_token_stream()
    } else {
        quote!(f64::INFINITY)
    };
    if value.is_sign_negative() && value != 0.0 {
        quote!(-#magnitude)
    } else {
        magnitude
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
