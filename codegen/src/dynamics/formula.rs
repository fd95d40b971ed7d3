//! The user's formulas as expressions of the graph.

use crate::algebra::{
    Algebra as _, Atom, CoordinateIndex, Expression, Graph, Input, Rational, Ring, Unary,
};
use crate::description::{Formula as Of, Function, Value};
use crate::mechanism::{self, Formula, Mechanism, Position};

/// An element of an expression graph.
type E<'r> = Expression<'r, Graph>;

/// What a formula of the user's is.
pub(super) fn value<'r>(ring: &'r Ring<Graph>, mechanism: &Mechanism, formula: &Formula) -> E<'r> {
    let value = |formula: &Formula| value(ring, mechanism, formula);
    let number = |value: &Value| ring.number(&mechanism::number(value).unwrap_or_default());
    match formula {
        Of::Number(given) => number(given),
        Of::Position(of) => {
            form(ring, &of.terms, |k| Input::Atom(Atom::Position(k)))
                + number(&Value::from(&of.offset))
        }
        Of::Velocity(of) => form(ring, &of.terms, Input::Velocity),
        Of::Sum(terms) => {
            let terms = terms.iter().map(value);
            terms.fold(ring.zero(), |sum, term| sum + term)
        }
        Of::Product(factors) => {
            let factors = factors.iter().map(value);
            factors.fold(ring.one(), |product, factor| product * factor)
        }
        Of::Quotient(of) => value(&of[0]) * value(&of[1]).apply(Unary::Reciprocal),
        Of::Power(of, exponent) => {
            let of = value(of);
            (1..*exponent).fold(of, |power, _| power * of)
        }
        Of::Apply(function, of) => {
            let inner = || value(&of.value);
            match function {
                Function::Sine | Function::Cosine => {
                    let sum = mechanism::linear(&of.value).unwrap_or_default();
                    let (cosine, sine) = turned(ring, mechanism, &sum.position);
                    if *function == Function::Sine {
                        sine
                    } else {
                        cosine
                    }
                }
                Function::Root => inner().apply(Unary::Root),
                Function::Exponential => inner().apply(Unary::Exponential),
                Function::HyperbolicTangent => inner().apply(Unary::HyperbolicTangent),
                Function::Magnitude => {
                    let inner = inner();
                    inner * inner.sign()
                }
                Function::Sign => inner().sign(),
            }
        }
    }
}

fn form<'r>(
    ring: &'r Ring<Graph>,
    terms: &[(CoordinateIndex, Rational)],
    input: fn(CoordinateIndex) -> Input,
) -> E<'r> {
    let terms = terms.iter();
    terms.fold(ring.zero(), |sum, (k, factor)| {
        sum + ring.input(input(*k)) * factor
    })
}

/// Cosine and sine of a sum of positions, by products of those of coordinates: the errors of squares of squares are small.
fn turned<'r>(ring: &'r Ring<Graph>, mechanism: &Mechanism, of: &Position) -> (E<'r>, E<'r>) {
    let added =
        |a: (E<'r>, E<'r>), b: (E<'r>, E<'r>)| (a.0 * b.0 - a.1 * b.1, a.1 * b.0 + a.0 * b.1);
    let (cosine, sine) = mechanism::cosine_sine(&of.offset);
    let mut sum = (ring.number(&cosine), ring.number(&sine));
    for (k, factor) in &of.terms {
        let turns = (factor / &mechanism.coordinates[*k].turn).and_then(|turns| turns.small());
        let multiple = turns.map_or(0, |(multiple, _)| multiple);
        let atom = |atom| ring.apply(|graph| graph.atom(atom));
        let sine = atom(Atom::Sine(*k));
        let sine = if multiple < 0 { -sine } else { sine };
        let mut base = (atom(Atom::Cosine(*k)), sine);
        let mut left = multiple.unsigned_abs();
        while left > 0 {
            if left & 1 == 1 {
                sum = added(sum, base);
            }
            left >>= 1;
            base = if left > 0 { added(base, base) } else { base };
        }
    }
    sum
}
