//! Rows of torques at rest where coil springs pull: written out, monomial by monomial.
//!
//! Half the square of a spring's length is a polynomial in positions, sines and cosines, as potentials of bodies
//! are: a spring may be balanced by gravity for good. So the torques at rest of all parameters stand in one table, a
//! row a monomial, in place of those that the row space has without being written out.
//!
//! The length itself is a square root of such a polynomial `P`. Where `P` is no square, times a number, in the
//! field of their quotients, its root is not in that field; and roots of several are independent over the field, with 1,
//! if no product of two is a square either (Kummer). The slope of a root is a multiple of the root by an element of
//! the field, so that nothing else has its torque. That `P` is no square is certain where its values at two points of a
//! prime field have a product that is none: a square, times a number, has values whose products are. (The ring of
//! positions, sines and cosines is normal, in a prime field too, so a root of a polynomial in it is one, and
//! its image at a point is a root there.) Polynomials that are multiples of each other are one root.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::Undetermined;
use super::rows::Coefficients;
use super::tree::Tree;
use super::waves::Product;
use crate::algebra::{
    Atom, CoordinateIndex, Field, Indexed, Monomial, Poly, PrimeField, Rational, SpringIndex,
    Symbol,
};
use crate::dynamics::{Form, spring_squares, statics};
use crate::mechanism::{Mechanism, ParameterKind};

/// At so many points of each prime field a square is looked for; of what is none, half of all points tell.
const POINTS: u64 = 30;

/// A spring's length as a multiple of another spring's, or of its own.
#[derive(Debug, Clone)]
struct Root {
    of: SpringIndex,
    factor: Rational,
}

/// The square roots that the lengths of springs are.
///
/// # Errors
/// A spring whose length cannot be told from other functions.
fn roots(
    mechanism: &Mechanism,
    squares: &Indexed<SpringIndex, Poly>,
) -> Result<Indexed<SpringIndex, Root>, Undetermined> {
    let name = |spring: SpringIndex| mechanism.springs[spring].name.clone();
    let mut roots: Vec<Root> = Vec::new();
    for (spring, square) in squares.enumerate() {
        if square.as_constant().is_some() {
            return Err(Undetermined::Rigid {
                spring: name(spring),
            });
        }
        if !is_no_square(&[square]) {
            return Err(Undetermined::Straight {
                spring: name(spring),
            });
        }
        let mut own = Root {
            of: spring,
            factor: Rational::ONE,
        };
        let others = (0u16..).map(SpringIndex::from).zip(&roots);
        for (other, _) in others.filter(|(other, root)| root.of == *other) {
            if is_no_square(&[&squares[other], square]) {
                continue;
            }
            let factor = ratio(square, &squares[other]).and_then(|ratio| ratio.square_root());
            let Some(factor) = factor else {
                let springs = [other, spring].map(name);
                return Err(Undetermined::Alike { springs });
            };
            own = Root { of: other, factor };
        }
        roots.push(own);
    }
    Indexed::collected(roots).map_err(|_| Undetermined::SpringsTooLong)
}

/// Whether the springs of a mechanism can be told from everything else, and torques at rest be written out.
///
/// # Errors
/// The spring that cannot.
pub(super) fn check(mechanism: &Mechanism) -> Result<(), Undetermined> {
    if mechanism.has_coil_springs() {
        let squares = spring_squares(mechanism).ok_or(Undetermined::SpringsTooLong)?;
        roots(mechanism, &squares)?;
        statics(mechanism).ok_or(Undetermined::SpringsTooLong)?;
    }
    Ok(())
}

/// What a polynomial is of another one, if it is a multiple of it.
pub(super) fn ratio(poly: &Poly, of: &Poly) -> Option<Rational> {
    let [first, second] = [poly, of].map(|poly| poly.terms().first());
    let ratio = (&first?.1 / &second?.1)?;
    (of.scale(&ratio) == *poly).then_some(ratio)
}

/// Whether a product of polynomials is certainly no square, times a number, of a quotient of polynomials.
pub(super) fn is_no_square(factors: &[&Poly]) -> bool {
    let tells = |field: PrimeField, round: u64| {
        let value = |point: u64| {
            let mut values = factors.iter().map(|poly| value(field, poly, point));
            values.try_fold(1, |product, value| Some(field.mul(&product, &value?)))
        };
        let product = value(2 * round).zip(value(2 * round + 1));
        let product = product.map(|(a, b)| field.mul(&a, &b));
        product.is_some_and(|product| field.square_root(product).is_none())
    };
    (0..POINTS).any(|round| PrimeField::all().any(|field| tells(field, round)))
}

/// The value of a polynomial at a point that is drawn by a number.
fn value(field: PrimeField, poly: &Poly, point: u64) -> Option<u64> {
    let drawn = |of: CoordinateIndex, turns: bool| {
        field.element(FxBuildHasher.hash_one((point, of, turns)))
    };
    let on_circle = |of| field.circle(drawn(of, true)).unwrap_or((1, 0));
    field.value(poly, &|atom| match atom {
        Atom::Position(of) => drawn(of, false),
        Atom::Cosine(of) => on_circle(of).0,
        Atom::Sine(of) => on_circle(of).1,
        // Velocities and exponentials are drawn as positions are.
        Atom::Symbol(Symbol::Other(n)) => field.element(FxBuildHasher.hash_one((point, n))),
        Atom::Symbol(symbol) => field.point(symbol),
    })
}

/// The rows of torques at rest, of all coordinates or along a motion of them; `None` if the field has no image of a
/// length.
pub(super) fn rows<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    tree: &Tree<F::Element>,
    along: Option<&Form>,
) -> Option<Vec<Coefficients<F::Element>>> {
    let statics = statics(mechanism)?;
    let is_open = |atom| match atom {
        Atom::Symbol(Symbol::Constant(k)) => tree.lengths.contains(&k),
        _ => false,
    };
    let is_motion = |atom: Atom| atom.coordinate().is_some();
    let mut table: BTreeMap<(Option<CoordinateIndex>, Monomial), Coefficients<F::Element>> =
        BTreeMap::new();
    for (parameter, torques) in statics.enumerate() {
        for (row, torque) in measured(torques, along) {
            for (function, coefficient) in torque.collect(is_motion) {
                for (lengths, coefficient) in coefficient.collect(is_open) {
                    let column = (parameter, Product::of_lengths(&lengths));
                    let entry = (column, field.embed(&coefficient)?);
                    table
                        .entry((row, function.clone()))
                        .or_default()
                        .push(entry);
                }
            }
        }
    }
    let mut rows: Vec<Coefficients<F::Element>> = table.into_values().collect();
    rows.extend(of_roots(field, mechanism, along)?);
    for row in &mut rows {
        row.retain(|(_, element)| !field.is_zero(element));
        row.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
    rows.retain(|row| !row.is_empty());
    Some(rows)
}

/// The rows of torques: one a coordinate, or their sum along a motion.
fn measured(
    torques: &Indexed<CoordinateIndex, Poly>,
    along: Option<&Form>,
) -> Vec<(Option<CoordinateIndex>, Poly)> {
    let Some(motion) = along else {
        let rows = torques.enumerate();
        return rows.map(|(k, torque)| (Some(k), torque.clone())).collect();
    };
    let terms = torques.iter().zip(motion);
    let sum = terms.fold(Poly::zero(), |sum, (torque, factor)| {
        &sum + &torque.scale(factor)
    });
    vec![(None, sum)]
}

/// The rows of square roots, a row each, where they change along the motion.
fn of_roots<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    along: Option<&Form>,
) -> Option<Vec<Coefficients<F::Element>>> {
    let squares = spring_squares(mechanism)?;
    let roots = roots(mechanism, &squares).ok()?;
    let changes = |root: SpringIndex| {
        let square = &squares[root];
        let slopes = mechanism
            .coordinates
            .map(|k, _| mechanism.derivative(square, k));
        let measured = measured(&slopes, along);
        measured.iter().any(|(_, slope)| !slope.is_zero())
    };
    let mut rows: BTreeMap<SpringIndex, Coefficients<F::Element>> = BTreeMap::new();
    for (parameter, kind) in mechanism.parameters.enumerate() {
        let ParameterKind::SpringTension(spring) = kind.kind else {
            continue;
        };
        let Root { of, factor } = &roots[spring];
        if changes(*of) {
            let entry = ((parameter, Product::default()), field.number(factor)?);
            rows.entry(*of).or_default().push(entry);
        }
    }
    Some(rows.into_values().collect())
}
