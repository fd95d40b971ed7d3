//! What the user's formulas are, exactly, so that what others repeat of them can be decided.
//!
//! Positions, sines and cosines of coordinates and velocities are algebraically independent. So are, beside them and over
//! all that is algebraic in them, exponentials of functions that are independent over the rationals up to constants (Ax,
//! On Schanuel's conjectures, theorem 3): each such exponential is a symbol of its own. Functions of which one is a
//! rational multiple of another share one. Hyperbolic tangents are quotients of exponentials. The sign of a sum that
//! vanishes somewhere jumps there, and no analytic function does.

use super::dependence::MOST_WAVES;
use super::formula::{Formula, Kink, Linear, linear, number};
use super::rotation::cosine_sine;
use super::{Mechanism, Position};
use crate::algebra::{Atom, CoordinateIndex, Fraction, Function, Poly, Rational, Symbol, times};
use crate::description::{Formula as Of, Function as Word, Value};
use crate::diagnostic::Span;

/// Why a formula is not decided.
pub(super) struct Refused {
    pub(super) what: String,
    pub(super) instead: &'static str,
    pub(super) at: Option<Span>,
}

pub(super) fn refused<T>(what: &str, instead: &'static str) -> Result<T, Refused> {
    let (what, at) = (what.to_owned(), None);
    Err(Refused { what, instead, at })
}

/// What formulas are made of.
pub(super) struct Exact<'m> {
    mechanism: &'m Mechanism,
    /// What signs are of.
    pub(super) kinks: Vec<Kink>,
    /// Arguments of exponentials, none a multiple of another, and the common denominator of the multiples that occur.
    pub(super) arguments: Vec<(Fraction, i64)>,
    /// Where each of these stands first in the file.
    pub(super) places: Vec<Span>,
    /// Whether all arguments are known.
    pub(super) settled: bool,
}

impl<'m> Exact<'m> {
    /// Of no formula yet.
    pub(super) fn new(mechanism: &'m Mechanism) -> Self {
        Self {
            mechanism,
            kinks: Vec::new(),
            arguments: Vec::new(),
            places: Vec::new(),
            settled: false,
        }
    }

    /// What a formula is.
    pub(super) fn function(&mut self, formula: &Formula) -> Result<Function, Refused> {
        self.of(formula)
    }

    pub(super) fn of(&mut self, formula: &Formula) -> Result<Function, Refused> {
        match formula {
            Of::Number(value) => Ok(Poly::constant(number(value).unwrap_or_default()).into()),
            Of::Position(of) => Ok(position(of).into()),
            Of::Velocity(of) => Ok(velocity(&of.terms).into()),
            Of::Sum(of) => of.iter().try_fold(Function::default(), |sum, term| {
                sum.plus(&self.of(term)?).map_or_else(too_long, Ok)
            }),
            Of::Product(of) => of.iter().try_fold(Poly::one().into(), |product, factor| {
                let factor = self.of(factor)?;
                self.product(&product, &factor)
            }),
            Of::Quotient(of) => {
                let [above, below] = [self.of(&of[0])?, self.of(&of[1])?];
                let quotient = above.over(&below);
                quotient.map_or_else(
                    || {
                        refused(
                            "a division by zero, or by a sum with several roots and signs",
                            "write a divisor with one root or sign at most",
                        )
                    },
                    Ok,
                )
            }
            Of::Power(of, exponent) => {
                let of = self.of(of)?;
                (0..*exponent).try_fold(Poly::one().into(), |power, _| self.product(&power, &of))
            }
            Of::Apply(word, of) => {
                let at = |refused: Refused| Refused {
                    at: refused.at.or(Some(of.span).filter(|span| span.end > 0)),
                    ..refused
                };
                self.applied(*word, &of.value).map_err(at)
            }
        }
    }

    fn product(&self, a: &Function, b: &Function) -> Result<Function, Refused> {
        let two = |function: &Function| function.parts().any(|(kink, ..)| kink.is_some());
        match a.times(b) {
            Some(product) => Ok(product),
            None if two(a) && two(b) => refused(
                "a product of the signs or magnitudes of two different sums",
                "write terms with one sign or magnitude each",
            ),
            None => too_long(),
        }
    }

    fn applied(&mut self, word: Word, of: &Formula) -> Result<Function, Refused> {
        match word {
            Word::Sine | Word::Cosine => {
                let sum = linear(of).filter(|sum| sum.velocity.is_empty());
                let Some(Linear { position, .. }) = sum else {
                    return refused(
                        "the sine or cosine of something else than a sum of positions",
                        "write `sin` and `cos` of sums of positions with numbers as factors",
                    );
                };
                let Some((cosine, sine)) = self.turned(&position) else {
                    return refused(
                        "the sine or cosine of large multiples of positions",
                        "write multiples up to 512 of what joints turn by, and small ones in sums of several joints",
                    );
                };
                Ok(if word == Word::Sine { sine } else { cosine }.into())
            }
            Word::Root => self.root(of),
            Word::Magnitude | Word::Sign => self.sign(word, of),
            Word::Exponential | Word::HyperbolicTangent => self.exponential(word, of),
        }
    }

    fn root(&mut self, of: &Formula) -> Result<Function, Refused> {
        let radicand = self.of(of)?;
        if let Some(number) = radicand.as_constant() {
            return match number.square_root() {
                Some(root) => Ok(Poly::constant(root).into()),
                None => refused("the root of a number", "write its value as a decimal"),
            };
        }
        let fraction = radicand.as_fraction();
        let inverse = fraction.and_then(|fraction| {
            let inverse = fraction.denominator.as_constant()?.recip()?;
            Some(fraction.numerator.scale(&inverse))
        });
        let Some(radicand) = inverse else {
            return refused(
                "the root of a quotient, or of a function with signs or roots",
                "write `sqrt(a)/sqrt(b)`, and `sqrt` of sums and products alone",
            );
        };
        let one = Fraction {
            numerator: Poly::one(),
            denominator: Poly::one(),
        };
        Ok(Function::part(None, radicand, one))
    }

    fn sign(&mut self, word: Word, of: &Formula) -> Result<Function, Refused> {
        let function = self.of(of)?;
        if let Some(number) = function.as_constant() {
            let sign = i64::from(number > Rational::ZERO) - i64::from(number.is_negative());
            let value = if word == Word::Sign {
                Rational::from(sign)
            } else {
                number.abs()
            };
            return Ok(Poly::constant(value).into());
        }
        let Some((kink, is_negative)) = linear(of).and_then(|sum| sum.kink()) else {
            return refused(
                "the sign or magnitude of something else than a sum of positions, or of velocities",
                "write `sign` and `abs` of such sums with numbers as factors",
            );
        };
        let place = self.kinks.iter().position(|known| *known == kink);
        let place = place.unwrap_or_else(|| {
            self.kinks.push(kink);
            self.kinks.len() - 1
        });
        let sign = Rational::from(if is_negative { -1 } else { 1 });
        let sign: Function = Function::sign(u16::try_from(place).unwrap_or(u16::MAX))
            .times(&Poly::constant(sign).into())
            .map_or_else(too_long, Ok)?;
        match word {
            Word::Sign => Ok(sign),
            _ => self.product(&sign, &function),
        }
    }

    /// Cosine and sine of a sum of positions; `None` of large multiples.
    fn turned(&self, position: &Position) -> Option<(Poly, Poly)> {
        let (cosine, sine) = cosine_sine(&position.offset);
        let mut sum = (Poly::constant(cosine), Poly::constant(sine));
        for (k, factor) in &position.terms {
            let turns = (factor / &self.mechanism.coordinates[*k].turn)?.small()?;
            let (multiple, 1) = turns else { return None };
            if multiple.abs() > MOST_WAVES {
                return None;
            }
            let mut sine = Poly::atom(Atom::Sine(*k));
            if multiple < 0 {
                sine = -&sine;
            }
            let mut base = (Poly::atom(Atom::Cosine(*k)), sine);
            let mut left = multiple.unsigned_abs();
            while left > 0 {
                if left & 1 == 1 {
                    sum = added(&sum, &base)?;
                }
                left >>= 1;
                if left > 0 {
                    base = added(&base, &base)?;
                }
            }
        }
        Some(sum)
    }
}

/// Cosine and sine of a sum of two angles.
fn added(a: &(Poly, Poly), b: &(Poly, Poly)) -> Option<(Poly, Poly)> {
    let cosine = times(&a.0, &b.0)? - times(&a.1, &b.1)?;
    let sine = times(&a.1, &b.0)? + times(&a.0, &b.1)?;
    Some((cosine, sine))
}

/// The numerators of quotients over a common denominator, and that.
#[must_use]
pub fn common<'f>(
    fractions: impl Iterator<Item = &'f Fraction> + Clone,
) -> Option<(Vec<Poly>, Poly)> {
    let mut distinct: Vec<&Poly> = Vec::new();
    for fraction in fractions.clone() {
        if !distinct.contains(&&fraction.denominator) {
            distinct.push(&fraction.denominator);
        }
    }
    let all = |without: Option<&Poly>, start: Poly| {
        let mut others = distinct.iter().filter(|other| Some(**other) != without);
        others.try_fold(start, |product, other| times(&product, other))
    };
    let numerator =
        |fraction: &Fraction| all(Some(&fraction.denominator), fraction.numerator.clone());
    let numerators: Option<Vec<Poly>> = fractions.map(numerator).collect();
    Some((numerators?, all(None, Poly::one())?))
}

pub(super) fn too_long<T>() -> Result<T, Refused> {
    refused("a function of very many terms", "write a shorter one")
}

/// The position of a joint as a polynomial.
fn position(of: &Position) -> Poly {
    let offset = number(&Value::from(&of.offset)).unwrap_or_default();
    let terms = of.terms.iter();
    terms.fold(Poly::constant(offset), |sum, (k, factor)| {
        &sum + &Poly::atom(Atom::Position(*k)).scale(factor)
    })
}

/// A sum of velocities as a polynomial.
#[must_use]
pub fn velocity(terms: &[(CoordinateIndex, Rational)]) -> Poly {
    let rate = |k: CoordinateIndex| {
        let number = u16::try_from(k.at()).unwrap_or(u16::MAX);
        Poly::atom(Atom::Symbol(Symbol::Other(number)))
    };
    let terms = terms.iter().map(|(k, factor)| rate(*k).scale(factor));
    terms.sum()
}
