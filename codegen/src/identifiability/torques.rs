//! Rows of all torques but those of inertia where the user has torques of their own: written out, monomial by monomial.
//!
//! A torque of the user's is no more than a function of positions and velocities. What others repeat of it may be gravity,
//! springs, offsets or friction, and no torque that needs accelerations: where the inertia matrix of a combination of
//! parameters vanishes, so do its Coriolis torques. So the torques of all parameters but these stand in one table, as sums
//! of quotients of polynomials times one sign and one root at most ([`Function`]). Different signs jump at different places,
//! and roots are independent as those of springs are: signs and roots tell rows apart, and quotients are brought to
//! a common denominator.
//!
//! In a single torque Coriolis torques may stand without accelerations, as products of two velocities times functions of
//! positions; such torques of the user's are refused.

use std::collections::BTreeMap;

use super::Undetermined;
use super::rows::Coefficients;
use super::springs::{is_no_square, ratio};
use super::tree::Tree;
use super::waves::Product;
use crate::algebra::{
    Atom, CoordinateIndex, Field, Fraction, Function, Monomial, ParameterIndex, Poly, Rational,
    Symbol, times,
};
use crate::dynamics::{Form, spring_squares, statics, velocity_form};
use crate::mechanism::{
    EXPONENTIALS, Effect, Kink, Mechanism, ParameterKind, Quantity, common, velocity,
};

/// A part of a torque: what its sign is of, which root it has, and the quotient.
struct Part {
    parameter: ParameterIndex,
    row: CoordinateIndex,
    kink: Option<Kink>,
    radicand: Poly,
    fraction: Fraction,
}

/// Square roots, each as a multiple of the first that it is a multiple of.
struct Roots(Vec<(Poly, usize, Rational)>);

impl Roots {
    /// The roots of torques and springs.
    fn of(parts: &[Part], mechanism: &Mechanism) -> Result<Self, Undetermined> {
        let mut roots = Self(Vec::new());
        for part in parts {
            let known = roots.0.iter().any(|(known, ..)| *known == part.radicand);
            if known || part.radicand == Poly::one() {
                continue;
            }
            let name = || mechanism.parameters[part.parameter].name.clone();
            if !is_no_square(&[&part.radicand]) {
                return Err(Undetermined::Square { torque: name() });
            }
            let mut own = (part.radicand.clone(), roots.0.len(), Rational::ONE);
            for (place, (other, of, _)) in roots.0.iter().enumerate() {
                if place != *of || is_no_square(&[other, &part.radicand]) {
                    continue;
                }
                let factor = ratio(&part.radicand, other).and_then(|ratio| ratio.square_root());
                let Some(factor) = factor else {
                    return Err(Undetermined::AlikeRoot { torque: name() });
                };
                own = (own.0, place, factor);
            }
            roots.0.push(own);
        }
        Ok(roots)
    }

    /// Which root it is, and what it is of that.
    fn place(&self, radicand: &Poly) -> Option<(usize, &Rational)> {
        let found = self.0.iter().find(|(known, ..)| known == radicand)?;
        Some((found.1, &found.2))
    }
}

/// The parts of all torques but those of inertia; `None` if they are far too long.
fn parts(mechanism: &Mechanism) -> Option<Vec<Part>> {
    let statics = statics(mechanism)?;
    let mut parts = Vec::new();
    for (parameter, torques) in statics.enumerate() {
        for (row, torque) in torques.enumerate() {
            push(
                &mut parts,
                parameter,
                row,
                None,
                Poly::one(),
                torque,
                &Poly::one(),
            );
        }
    }
    let squares = match mechanism.has_coil_springs() {
        true => Some(spring_squares(mechanism)?),
        false => None,
    };
    let half = Rational::new(-1, 2);
    for (index, parameter) in mechanism.parameters.enumerate() {
        match (parameter.kind, &squares) {
            (ParameterKind::SpringTension(spring), Some(squares)) => {
                // The slope of the root of P is P' times the root over 2 P.
                let square = &squares[spring];
                for row in mechanism.coordinates.places() {
                    let slope = mechanism.derivative(square, row).scale(&half);
                    push(&mut parts, index, row, None, square.clone(), &slope, square);
                }
            }
            (ParameterKind::Torque(torque, site), _) => {
                let form = velocity_form(mechanism, site);
                let function = &mechanism.torques[torque].function;
                of_function(mechanism, index, function, &form, &mut parts);
            }
            (kind, _) => friction(mechanism, index, kind, &mut parts),
        }
    }
    Some(parts)
}

fn push(
    parts: &mut Vec<Part>,
    parameter: ParameterIndex,
    row: CoordinateIndex,
    kink: Option<&Kink>,
    radicand: Poly,
    numerator: &Poly,
    denominator: &Poly,
) {
    if !numerator.is_zero() {
        let (numerator, denominator) = (numerator.clone(), denominator.clone());
        parts.push(Part {
            parameter,
            row,
            kink: kink.cloned(),
            radicand,
            fraction: Fraction {
                numerator,
                denominator,
            },
        });
    }
}

/// The parts of a function on a form of the coordinates.
fn of_function(
    mechanism: &Mechanism,
    parameter: ParameterIndex,
    function: &Function,
    form: &Form,
    parts: &mut Vec<Part>,
) {
    for (kink, radicand, fraction) in function.parts() {
        let kink = kink.map(|kink| &mechanism.kinks[usize::from(kink)]);
        for (row, factor) in form.enumerate() {
            let numerator = fraction.numerator.scale(factor);
            let below = &fraction.denominator;
            push(
                parts,
                parameter,
                row,
                kink,
                radicand.clone(),
                &numerator,
                below,
            );
        }
    }
}

/// The parts of friction that is no constant torque.
fn friction(
    mechanism: &Mechanism,
    parameter: ParameterIndex,
    kind: ParameterKind,
    parts: &mut Vec<Part>,
) {
    let Some(site) = kind.site() else { return };
    let form = velocity_form(mechanism, site);
    let terms = form.enumerate().filter(|(_, factor)| !factor.is_zero());
    let terms: Vec<_> = terms.map(|(k, factor)| (k, factor.clone())).collect();
    let Some((_, first)) = terms.first() else {
        return;
    };
    let speed = velocity(&terms);
    let inverse = first.recip().unwrap_or_default();
    let direction = Kink {
        of_velocity: true,
        terms: terms
            .iter()
            .map(|(k, factor)| (*k, factor * &inverse))
            .collect(),
        offset: Rational::ZERO,
    };
    let sign = Rational::from(if first.is_negative() { -1 } else { 1 });
    for (effect, share) in kind.effects() {
        let (kink, function) = match effect {
            Effect::Constant | Effect::Position => continue,
            Effect::Velocity => (None, speed.clone()),
            Effect::Sign => (Some(&direction), Poly::constant(sign.clone())),
            Effect::Speed => (Some(&direction), speed.scale(&sign)),
            Effect::Square => (Some(&direction), (&speed * &speed).scale(&sign)),
        };
        for (row, factor) in &terms {
            let numerator = function.scale(&(factor * &share));
            push(
                parts,
                parameter,
                *row,
                kink,
                Poly::one(),
                &numerator,
                &Poly::one(),
            );
        }
    }
}

/// Whether the torques of the user's can be told from everything else.
///
/// # Errors
/// The torque that cannot.
pub(super) fn check(mechanism: &Mechanism) -> Result<(), Undetermined> {
    if !mechanism.has_torques() {
        return Ok(());
    }
    let parts = parts(mechanism).ok_or(Undetermined::TorquesTooLong)?;
    Roots::of(&parts, mechanism)?;
    let is_own = |part: &&Part| {
        let kind = mechanism.parameters[part.parameter].kind;
        matches!(kind, ParameterKind::Torque(..))
    };
    let is_plain = |part: &&Part| part.kink.is_none() && part.radicand == Poly::one();
    let plain: Vec<&Part> = parts.iter().filter(is_own).filter(is_plain).collect();
    let fractions = plain.iter().map(|part| &part.fraction);
    let (numerators, denominator) = common(fractions).ok_or(Undetermined::TorquesTooLong)?;
    let of_motion = |poly: &Poly| -> Vec<Monomial> {
        let groups = poly.collect(is_motion).into_iter();
        groups.map(|(function, _)| function).collect()
    };
    let below = of_motion(&denominator);
    for (part, numerator) in plain.iter().zip(&numerators) {
        let is_square = |above: &Monomial| {
            let mut rests = below.iter().filter_map(|below| above.over(below));
            rests.any(|rest| is_product_of_velocities(&rest))
        };
        if of_motion(numerator).iter().any(is_square) {
            let torque = mechanism.parameters[part.parameter].name.clone();
            return Err(Undetermined::Coriolis { torque });
        }
    }
    Ok(())
}

/// Whether an atom is a velocity or an exponential.
fn is_motion(atom: Atom) -> bool {
    matches!(atom, Atom::Symbol(Symbol::Other(_)))
}

/// Whether a monomial is a product of two velocities.
fn is_product_of_velocities(monomial: &Monomial) -> bool {
    let factors = monomial.factors();
    let is_velocity = |(atom, _): &(Atom, u16)| matches!(atom, Atom::Symbol(Symbol::Other(number)) if *number < EXPONENTIALS);
    factors.iter().all(is_velocity) && factors.iter().map(|(_, n)| n).sum::<u16>() == 2
}

/// What tells rows apart: the row of torque, the sign and the root.
type Apart = (Option<CoordinateIndex>, Option<usize>, Option<usize>);

/// The rows of a quantity, but for what inertia has in it; `None` if the field has no image of a length.
pub(super) fn rows<F: Field>(
    field: &F,
    mechanism: &Mechanism,
    tree: &Tree<F::Element>,
    quantity: Quantity,
    along: Option<&Form>,
) -> Option<Vec<Coefficients<F::Element>>> {
    let parts = parts(mechanism)?;
    let roots = Roots::of(&parts, mechanism).ok()?;
    let mut kinks: Vec<&Kink> = Vec::new();
    let mut groups: BTreeMap<Apart, Vec<(ParameterIndex, Fraction)>> = BTreeMap::new();
    for part in &parts {
        let kink = part.kink.as_ref().map(|kink| {
            let known = kinks.iter().position(|known| *known == kink);
            known.unwrap_or_else(|| {
                kinks.push(kink);
                kinks.len() - 1
            })
        });
        let mut fraction = part.fraction.clone();
        let root = roots.place(&part.radicand).map(|(root, factor)| {
            fraction.numerator = fraction.numerator.scale(factor);
            root
        });
        let row = match (quantity, along) {
            (Quantity::Energy, _) => {
                let rate = velocity(&[(part.row, Rational::ONE)]);
                fraction.numerator = times(&fraction.numerator, &rate)?;
                None
            }
            (_, Some(along)) => {
                fraction.numerator = fraction.numerator.scale(&along[part.row]);
                None
            }
            (_, None) => Some(part.row),
        };
        let group = groups.entry((row, kink, root)).or_default();
        group.push((part.parameter, fraction));
    }
    let is_open = |atom| match atom {
        Atom::Symbol(Symbol::Constant(k)) => tree.lengths.contains(&k),
        _ => false,
    };
    let mut rows = Vec::new();
    for group in groups.into_values() {
        let (numerators, _) = common(group.iter().map(|(_, fraction)| fraction))?;
        let mut table: BTreeMap<Monomial, BTreeMap<_, F::Element>> = BTreeMap::new();
        for ((parameter, _), numerator) in group.iter().zip(numerators) {
            let functions =
                numerator.collect(|atom| atom.coordinate().is_some() || is_motion(atom));
            for (function, coefficient) in functions {
                for (lengths, coefficient) in coefficient.collect(is_open) {
                    let column = (*parameter, Product::of_lengths(&lengths));
                    let row = table.entry(function.clone()).or_default();
                    let sum = row.entry(column).or_insert_with(|| field.zero());
                    *sum = field.add(sum, &field.embed(&coefficient)?);
                }
            }
        }
        rows.extend(table.into_values().map(|row| -> Coefficients<F::Element> {
            row.into_iter().filter(|(_, e)| !field.is_zero(e)).collect()
        }));
    }
    rows.retain(|row| !row.is_empty());
    Some(rows)
}
