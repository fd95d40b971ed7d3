//! Quotients of polynomials: `a2/a1`, `PJ_3*(l_1 - l_2)/(l_1 + l_2)`.

use super::grouping::common_sign;
use super::notation::{Notation, Term, positive_first};
use crate::algebra::{Poly, Rational};
use crate::identifiability::Ratio;

/// Of longer polynomials a common divisor takes more time than the reader saves.
const LONGEST: usize = 60;

impl Notation<'_> {
    /// A quotient of polynomials in symbols.
    #[must_use]
    pub fn ratio(&self, ratio: &Ratio) -> String {
        self.sum(positive_first(self.multiples("", ratio)))
    }

    /// `ratio × name`, term by term where nothing is divided by.
    pub(super) fn multiples(&self, name: &str, ratio: &Ratio) -> Vec<Term> {
        let (above, terms) = (&ratio.numerator, ratio.numerator.terms());
        let times = |factor| vec![name.to_owned(), factor];
        if ratio.denominator == Poly::one() {
            let terms = terms.iter();
            let terms = terms.map(|(monomial, c)| (c.clone(), times(self.monomial(monomial))));
            return terms.collect();
        }
        let over = |above: &str| self.over(above, &self.poly(&ratio.denominator));
        vec![match terms {
            [(one, c)] if one.is_one() && !name.is_empty() => (c.clone(), vec![over(name)]),
            [(monomial, c)] if !monomial.is_one() => {
                (c.clone(), times(over(&self.monomial(monomial))))
            }
            _ => {
                let sign = common_sign(above);
                let above = self.poly(&above.scale(&sign));
                (sign, times(over(&above)))
            }
        }]
    }

    /// One formula over another.
    pub(super) fn over(&self, above: &str, below: &str) -> String {
        let is_symbol = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let enclosed = |formula: &str, is_bare: bool| match is_bare {
            true => formula.to_owned(),
            false => format!("({formula})"),
        };
        self.either(
            &format!(
                "{}/{}",
                enclosed(above, !above.contains(' ')),
                enclosed(below, below.chars().all(is_symbol))
            ),
            &format!("\\frac{{{above}}}{{{below}}}"),
        )
    }
}

/// A quotient without what divides both: polynomials, and whole numbers. What is below is negative
/// only in part.
pub(super) fn reduced(above: &Poly, below: &Poly) -> (Poly, Poly) {
    let last = below.terms().last().map(|(_, c)| c.clone());
    let (mut above, mut below) = (above.clone(), below.clone());
    if above.terms().len() + below.terms().len() <= LONGEST {
        let ratio = Ratio::new(above, below);
        // Numbers as they were given: no fractions that were not there.
        let last = last.unwrap_or(Rational::ONE);
        (above, below) = (ratio.numerator.scale(&last), ratio.denominator.scale(&last));
    }
    let mut coefficients = above.terms().iter().chain(below.terms());
    let shared = coefficients.try_fold(0, |shared, (_, c)| match c.small() {
        Some((whole, 1)) => Some(divisor(shared, whole)),
        _ => None,
    });
    let shared = shared
        .filter(|n| *n > 1)
        .map_or(Rational::ONE, Rational::from);
    let factor = &common_sign(&below) * &shared.recip().unwrap_or(Rational::ONE);
    (above.scale(&factor), below.scale(&factor))
}

/// The greatest common divisor.
fn divisor(a: i64, b: i64) -> i64 {
    match b {
        0 => a.saturating_abs(),
        b => divisor(b, a.wrapping_rem(b)),
    }
}

#[cfg(test)]
mod tests {
    use super::reduced;
    use crate::algebra::{Atom, Poly, Rational, Symbol};
    use crate::document::{Notation, Style};
    use crate::mechanism::load;

    #[test]
    fn what_is_below_is_in_brackets_unless_it_is_one_symbol() {
        let joint = "{name: q1, type: revolute, axis: [0, 1, 0]}";
        let bodies = format!("bodies:\n  - {{name: arm, parent: base, joint: {joint}}}\n");
        let text = format!("robot: arm\ngravity: [0, 0, -10]\n{bodies}");
        let (mechanism, _) = load("arm.yaml", &text).expect("a robot");
        let text = Notation::new(&mechanism, Style::Text);
        for (above, below, expected) in [
            ("a2", "l_1", "a2/l_1"),
            ("a*b", "c", "a*b/c"),
            ("a", "b*c", "a/(b*c)"),
            ("a", "b^2", "a/(b^2)"),
            ("a + b", "2*c", "(a + b)/(2*c)"),
            ("a", "b - c", "a/(b - c)"),
        ] {
            assert_eq!(text.over(above, below), expected);
        }
        let latex = Notation::new(&mechanism, Style::Latex);
        assert_eq!(latex.over("a", "b\\,c"), "\\frac{a}{b\\,c}");
    }

    #[test]
    fn what_divides_both_is_not_written() {
        let x = |i| Poly::atom(Atom::Symbol(Symbol::Other(i)));
        let times = |poly: &Poly, n: i64| poly.scale(&Rational::from(n));
        let two = (times(&x(0), -2), times(&x(1), -2));
        assert_eq!(reduced(&two.0, &two.1), (x(0), x(1)));
        let sum = &x(2) + &times(&x(3), 3);
        let (above, below) = (times(&(&sum * &x(0)), 4), times(&(&sum * &x(1)), -6));
        assert_eq!(reduced(&above, &below), (times(&x(0), -2), times(&x(1), 3)));
        // Nothing to divide by, and numbers as they were.
        let (above, below) = (
            &x(0).scale(&Rational::new(981, 100)) + &x(1),
            times(&x(2), 2),
        );
        assert_eq!(reduced(&above, &below), (above, below));
    }

    /// With sixty terms above and below together, however they are shared out, and no more.
    #[test]
    fn long_quotients_are_left_as_they_are() {
        let sum = |first: u16, terms: u16| {
            let all = (first..first + terms).map(|i| Poly::atom(Atom::Symbol(Symbol::Other(i))));
            all.sum::<Poly>()
        };
        let shared = sum(0, 3);
        for (above, below, is_reduced) in [
            (1, 3, true),
            (3, 1, true),
            (1, 19, true),
            (10, 10, true),
            (1, 20, false),
            (20, 1, false),
            (10, 11, false),
        ] {
            let (above, below) = (sum(3, above), sum(30, below));
            let whole = (&above * &shared, &below * &shared);
            let expected = if is_reduced {
                (above, below)
            } else {
                whole.clone()
            };
            assert_eq!(reduced(&whole.0, &whole.1), expected);
        }
    }
}
