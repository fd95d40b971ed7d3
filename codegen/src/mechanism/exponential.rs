//! Exponentials and hyperbolic tangents of the user's formulas: symbols, one for arguments that are multiples of each
//! other.

use super::exact::{Exact, Refused, common, refused, too_long};
use super::formula::Formula;
use crate::algebra::linear::Reduced;
use crate::algebra::{
    Atom, Fraction, Function, Monomial, Poly, Rational, Rationals, Symbol, times,
};
use crate::description::{Formula as Of, Function as Word};

/// Where symbols of exponentials begin: those before are velocities.
pub const EXPONENTIALS: u16 = 1000;
/// The largest power of an exponential.
const MOST_POWERS: i64 = 64;

impl Exact<'_> {
    /// Notes what exponentials of a formula are of.
    pub(super) fn collect(&mut self, formula: &Formula) -> Result<(), Refused> {
        match formula {
            Of::Number(_) | Of::Position(_) | Of::Velocity(_) => Ok(()),
            Of::Sum(of) | Of::Product(of) => of.iter().try_for_each(|part| self.collect(part)),
            Of::Quotient(of) => of.iter().try_for_each(|part| self.collect(part)),
            Of::Power(of, _) => self.collect(of),
            Of::Apply(Word::Exponential | Word::HyperbolicTangent, of) => {
                let at = |refused: Refused| Refused {
                    at: refused.at.or(Some(of.span)),
                    ..refused
                };
                let (place, ..) = self.argument(&of.value).map_err(at)?;
                if place == self.places.len() {
                    self.places.push(of.span);
                }
                Ok(())
            }
            Of::Apply(_, of) => self.collect(&of.value),
        }
    }

    /// That exponentials are independent; refused at the first one that is not independent of those before it.
    pub(super) fn settle(&mut self) -> Result<(), Refused> {
        self.settled = true;
        let polys = common(self.arguments.iter().map(|(fraction, _)| fraction));
        let Some((polys, denominator)) = polys else {
            let at = self.places.last().copied();
            return too_long().map_err(|why| Refused { at, ..why });
        };
        // Numbers are multiples of the common denominator.
        let mut independent: Reduced<Monomial, Rational> = Reduced::default();
        independent.insert(&Rationals, denominator.terms());
        let mut polys = polys.iter();
        let repeated = polys.position(|poly| !independent.insert(&Rationals, poly.terms()));
        let Some(place) = repeated else {
            return Ok(());
        };
        let at = self.places.get(place).copied();
        let sum = refused(
            "arguments of `exp` and `tanh` of which one is a sum of others, or differs by a number",
            "write `exp` and `tanh` of one function and its multiples by short fractions",
        );
        sum.map_err(|why| Refused { at, ..why })
    }

    /// The place of an argument among those that are known, the multiple of it, and a sign.
    fn argument(&mut self, of: &Formula) -> Result<(usize, i64, Option<u16>), Refused> {
        let function = match (self.settled, has_exponentials(of)) {
            (_, true) => {
                return refused(
                    "`exp` or `tanh` of a function with `exp` or `tanh`",
                    "write the inner one as a function without",
                );
            }
            (_, false) => self.of(of)?,
        };
        let mut parts = function.parts();
        let (sign, fraction) = match (function.as_fraction(), parts.next(), parts.next()) {
            (Some(fraction), ..) => (None, fraction),
            (None, Some((Some(kink), radicand, fraction)), None) if *radicand == Poly::one() => {
                (Some(kink), fraction.clone())
            }
            _ => {
                return refused(
                    "`exp` or `tanh` of a function with roots, or with signs and without",
                    "write a sum, product or quotient of positions, sines, cosines and velocities; `abs` alone is possible",
                );
            }
        };
        if constant(&fraction).is_some() {
            return refused(
                "`exp` or `tanh` of a number",
                "write its value as a decimal",
            );
        }
        let found = self
            .arguments
            .iter()
            .enumerate()
            .find_map(|(place, (known, _))| {
                let inverse = Fraction {
                    numerator: known.denominator.clone(),
                    denominator: known.numerator.clone(),
                };
                let ratio = Fraction {
                    numerator: times(&fraction.numerator, &inverse.numerator)?,
                    denominator: times(&fraction.denominator, &inverse.denominator)?,
                };
                constant(&ratio).map(|ratio| (place, ratio))
            });
        let Some((place, ratio)) = found else {
            self.arguments.push((fraction, 1));
            return Ok((self.arguments.len() - 1, 1, sign));
        };
        let parts = &mut self.arguments[place].1;
        let small = ratio
            .small()
            .filter(|(n, d)| n.abs() <= MOST_POWERS && *d <= MOST_POWERS);
        let Some((above, below)) = small else {
            return refused(
                "arguments of `exp` and `tanh` of which one is no multiple of another by a short fraction",
                "write both as multiples of one by fractions of small numbers",
            );
        };
        // The least common multiple of both.
        let (_, lacking) = Rational::new(*parts, below).small().unwrap_or((1, below));
        *parts *= lacking;
        let multiple = above * (*parts / below);
        match *parts <= MOST_POWERS && multiple.abs() <= MOST_POWERS {
            true => Ok((place, multiple, sign)),
            false => refused(
                "multiples of an argument of `exp` and `tanh` without a common part of reasonable size",
                "write both as multiples of one by fractions of small numbers",
            ),
        }
    }

    pub(super) fn exponential(&mut self, word: Word, of: &Formula) -> Result<Function, Refused> {
        let (place, multiple, kink) = self.argument(of)?;
        let symbol = u16::try_from(place)
            .unwrap_or(u16::MAX)
            .saturating_add(EXPONENTIALS);
        let twice = if word == Word::HyperbolicTangent {
            2
        } else {
            1
        };
        let size = u16::try_from(multiple.abs() * twice).unwrap_or(u16::MAX);
        let of = Atom::Symbol(Symbol::Other(symbol));
        let power = Poly::from_terms([(Monomial::one().with_exponent(of, size), Rational::ONE)]);
        let sign = Rational::from(multiple.signum());
        let quotient = |above: Poly, below: &Poly| {
            Function::part(
                None,
                Poly::one(),
                Fraction {
                    numerator: above,
                    denominator: below.clone(),
                },
            )
        };
        let signed = |odd: Function| match kink {
            Some(kink) => odd.times(&Function::sign(kink)).map_or_else(too_long, Ok),
            None => Ok(odd),
        };
        let one = Poly::one();
        if word == Word::HyperbolicTangent {
            // (e²ᵘ - 1)/(e²ᵘ + 1), odd.
            return signed(quotient((&power - &one).scale(&sign), &(&power + &one)));
        }
        if kink.is_none() {
            return Ok(match multiple < 0 {
                true => quotient(one, &power),
                false => power.into(),
            });
        }
        // The even part, and the odd one times the sign.
        let square = &power * &power;
        let double = power.scale(&Rational::from(2));
        let even = quotient(&square + &one, &double);
        let odd = signed(quotient((&square - &one).scale(&sign), &double))?;
        even.plus(&odd).map_or_else(too_long, Ok)
    }
}

/// The number that a quotient is, if it is one.
fn constant(fraction: &Fraction) -> Option<Rational> {
    Function::part(None, Poly::one(), fraction.clone()).as_constant()
}

fn has_exponentials(formula: &Formula) -> bool {
    match formula {
        Of::Number(_) | Of::Position(_) | Of::Velocity(_) => false,
        Of::Sum(of) | Of::Product(of) => of.iter().any(has_exponentials),
        Of::Quotient(of) => of.iter().any(has_exponentials),
        Of::Power(of, _) => has_exponentials(of),
        Of::Apply(Word::Exponential | Word::HyperbolicTangent, _) => true,
        Of::Apply(_, of) => has_exponentials(&of.value),
    }
}
