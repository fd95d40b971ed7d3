//! The generator's expression graphs, run with floats: how code would run that was never compiled.

use armwright_codegen::algebra::{Atom, CoordinateIndex, Graph, Input, Node, Ref, Symbol, Unary};
use armwright_codegen::mechanism::Mechanism;

/// What the leaves of a graph stand for.
pub struct Leaves<'a> {
    /// The mechanism, for the values of its symbols.
    pub mechanism: &'a Mechanism,
    /// Standard parameters (`p`).
    pub theta: &'a [f64],
    /// Joint positions (`n`).
    pub q: &'a [f64],
    /// Joint rates (`n`).
    pub qd: &'a [f64],
    /// Joint accelerations (`n`).
    pub qdd: &'a [f64],
    /// How a base that is moved moves, in the order of `BaseInput`'s kinds.
    pub base: [[f64; 3]; 5],
}

impl Leaves<'_> {
    fn atom(&self, atom: Atom) -> f64 {
        match atom {
            Atom::Position(j) => self.q[j.at()],
            Atom::Sine(j) => self.part(j).sin(),
            Atom::Cosine(j) => self.part(j).cos(),
            Atom::Symbol(Symbol::Constant(k)) => self.mechanism.constants[k].value.to_f64(),
            Atom::Symbol(symbol) => panic!("{symbol:?} is no symbol of a motion"),
        }
    }

    /// The part of a coordinate whose sine and cosine the equations have.
    fn part(&self, coordinate: CoordinateIndex) -> f64 {
        self.q[coordinate.at()] * self.mechanism.coordinates[coordinate].turn.to_f64()
    }

    fn input(&self, input: Input) -> f64 {
        match input {
            Input::Atom(atom) => self.atom(atom),
            Input::Velocity(j) => self.qd[j.at()],
            Input::Acceleration(j) => self.qdd[j.at()],
            Input::Parameter(k) => self.theta[k.at()],
            Input::Base(kind, axis) => self.base[kind as usize][usize::from(axis)],
        }
    }

    /// The values of some expressions of a graph.
    #[must_use]
    pub fn values(&self, graph: &Graph, outputs: &[Ref]) -> Vec<f64> {
        let mut values = vec![0.0; graph.len()];
        let of = |values: &[f64], reference: Ref| {
            let value = values[reference.node()];
            if reference.is_negative() {
                -value
            } else {
                value
            }
        };
        for node in graph.reachable(outputs) {
            values[node] = match graph.node(node) {
                Node::Number(index) => graph.number(index).to_f64(),
                Node::Input(input) => self.input(input),
                Node::Sum(a, b) => of(&values, a) + of(&values, b),
                Node::Product(a, b) => of(&values, a) * of(&values, b),
                Node::InverseRoot(a) => of(&values, a).sqrt().recip(),
                Node::Apply(function, a) => {
                    let a = of(&values, a);
                    match function {
                        Unary::Reciprocal => a.recip(),
                        Unary::Root => a.sqrt(),
                        Unary::Exponential => a.exp(),
                        Unary::HyperbolicTangent => a.tanh(),
                    }
                }
                Node::Sign(a) => {
                    let velocity = of(&values, a);
                    if velocity == 0.0 {
                        0.0
                    } else {
                        velocity.signum()
                    }
                }
            };
        }
        outputs.iter().map(|output| of(&values, *output)).collect()
    }
}
