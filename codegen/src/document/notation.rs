//! How polynomials, monomials and base parameters are written as text and as LaTeX.

use crate::algebra::{Atom, Marks, Monomial, Poly, Rational, Symbol};
use crate::identifiability::{BaseParameter, BaseParameters};
use crate::mechanism::{Inertial, Mechanism};

/// A way of writing equations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `m_c*l_b1^2`, `s1*c2`.
    Text,
    /// LaTeX source.
    Latex,
}

/// Numbers as LaTeX has them.
const LATEX: Marks = Marks {
    root: |radicand| format!("\\sqrt{{{radicand}}}"),
    over: |n, d| format!("\\tfrac{{{n}}}{{{d}}}"),
    times: "\\,",
    bar: true,
};

/// A term of a sum: a number, and what it multiplies; empty factors are left out.
pub(super) type Term = (Rational, Vec<String>);

/// The terms with the first that is not negative at their head, so that a sum reads `a - b`.
pub(super) fn positive_first(terms: Vec<Term>) -> Vec<Term> {
    let groups = terms.into_iter().map(|term| vec![term]).collect();
    positive_groups_first(groups)
}

/// The same for terms in groups that begin with the sign of their first term.
pub(super) fn positive_groups_first(mut groups: Vec<Vec<Term>>) -> Vec<Term> {
    let is_positive =
        |group: &Vec<Term>| group.first().is_some_and(|(first, _)| !first.is_negative());
    if let Some(at) = groups.iter().position(is_positive) {
        groups[..=at].rotate_right(1);
    }
    groups.concat()
}

/// A fraction has at most so many digits above and below its bar where it is written as one.
const DIGITS: usize = 9;

/// Whether a number has no short form: whole numbers and decimals of 17 digits, fractions of numbers of nine, and roots of small
/// numbers times these.
pub(crate) fn is_long(value: &Rational) -> bool {
    value.terms().iter().any(|(coefficient, _)| {
        let text = coefficient.to_string();
        let (above, below) = text.split_once('/').unwrap_or(("", ""));
        let above = above.trim_start_matches('-').len();
        above.max(below.len()) > DIGITS || below.is_empty() && coefficient.small().is_none()
    })
}

/// Writes the expressions of one mechanism in one style.
#[derive(Debug, Clone, Copy)]
pub struct Notation<'m> {
    mechanism: &'m Mechanism,
    style: Style,
    base: Option<&'m BaseParameters>,
    is_rounded: bool,
    is_named: bool,
}

impl<'m> Notation<'m> {
    /// A notation for a mechanism.
    #[must_use]
    pub fn new(mechanism: &'m Mechanism, style: Style) -> Self {
        Self {
            mechanism,
            style,
            base: None,
            is_rounded: false,
            is_named: false,
        }
    }

    /// The same notation with long fractions rounded to the nearest float, as code computes with them: texts to be looked at,
    /// not the equations themselves.
    #[must_use]
    pub fn rounded(self) -> Self {
        let is_rounded = true;
        Self { is_rounded, ..self }
    }

    /// The same notation with positions and velocities as a robot file has them, by the names of joints.
    #[must_use]
    pub fn named(self) -> Self {
        let is_named = true;
        Self { is_named, ..self }
    }

    /// Whether joints have their names in it.
    pub(super) fn is_named(&self) -> bool {
        self.is_named
    }

    /// The same notation for polynomials that have base parameters among their symbols, after the
    /// physical ones.
    #[must_use]
    pub fn with_base(self, base: &'m BaseParameters) -> Self {
        Self {
            base: Some(base),
            ..self
        }
    }

    /// The same notation for polynomials that have coefficients of motion in the place of base
    /// parameters.
    pub(super) fn without_base(self) -> Self {
        Self { base: None, ..self }
    }

    /// The mechanism whose expressions it writes.
    #[must_use]
    pub fn mechanism(&self) -> &'m Mechanism {
        self.mechanism
    }

    /// The base parameters that are among the symbols, if they are known.
    pub(super) fn base(&self) -> Option<&'m BaseParameters> {
        self.base
    }

    /// The style it writes in.
    #[must_use]
    pub fn style(&self) -> Style {
        self.style
    }

    /// One of two ways of writing something, by style.
    pub(super) fn either(&self, text: &str, latex: &str) -> String {
        match self.style {
            Style::Text => text.to_owned(),
            Style::Latex => latex.to_owned(),
        }
    }

    /// Formulas with commas between.
    pub(super) fn list(&self, formulas: impl IntoIterator<Item = String>) -> String {
        let formulas: Vec<String> = formulas.into_iter().collect();
        formulas.join(&self.either(", ", ",\\;"))
    }

    /// A power of something that has no exponent: `s1^2`, `s_1^{2}`.
    pub(super) fn raised(&self, base: &str, exponent: u16) -> String {
        self.either(
            &format!("{base}^{exponent}"),
            &format!("{base}^{{{exponent}}}"),
        )
    }

    /// A base parameter as the sum that it is, its representative first.
    #[must_use]
    pub fn base_parameter(&self, base: &BaseParameter) -> String {
        let first = (Rational::ONE, vec![self.parameter(base.representative)]);
        let others = base.others.iter();
        let others = others.flat_map(|(&k, ratio)| self.multiples(&self.parameter(k), ratio));
        self.sum(std::iter::once(first).chain(others))
    }

    /// A polynomial; zero is `0`.
    #[must_use]
    pub fn poly(&self, poly: &Poly) -> String {
        let terms = poly.terms().iter();
        let terms = terms.map(|(monomial, c)| (c.clone(), vec![self.monomial(monomial)]));
        self.sum(positive_first(terms.collect()))
    }

    /// Terms with their signs between, those that are zero left out; `0` if there are none.
    pub(super) fn sum(&self, terms: impl IntoIterator<Item = Term>) -> String {
        let mut sum = String::new();
        let terms = terms.into_iter();
        for (coefficient, mut factors) in terms.filter(|(c, _)| !c.is_zero()) {
            sum.push_str(match (sum.is_empty(), coefficient.is_negative()) {
                (true, true) => "-",
                (false, true) => " - ",
                (false, false) => " + ",
                (true, false) => "",
            });
            let magnitude = coefficient.abs();
            factors.retain(|factor| !factor.is_empty());
            if !magnitude.is_one() || factors.is_empty() {
                let (number, is_sum) = self.written(&magnitude);
                let is_bare = factors.is_empty() && !coefficient.is_negative();
                factors.insert(
                    0,
                    match is_sum && !is_bare {
                        true => format!("({number})"),
                        false => number,
                    },
                );
            }
            sum.push_str(&factors.join(self.times()));
        }
        if sum.is_empty() { "0".to_owned() } else { sum }
    }

    fn times(&self) -> &'static str {
        match self.style {
            Style::Text => Marks::PLAIN.times,
            Style::Latex => LATEX.times,
        }
    }

    /// A number.
    #[must_use]
    pub fn number(&self, value: &Rational) -> String {
        self.written(value).0
    }

    /// A number, and whether it is a sum.
    fn written(&self, value: &Rational) -> (String, bool) {
        if self.is_rounded && is_long(value) {
            return (value.to_f64().to_string(), false);
        }
        value.written(match self.style {
            Style::Text => &Marks::PLAIN,
            Style::Latex => &LATEX,
        })
    }

    /// Whether terms are grouped by an atom: a parameter that others do not multiply.
    pub(super) fn is_key(&self, atom: Atom) -> bool {
        match atom {
            // Centres of mass are factors of masses; inertias stand for themselves.
            Atom::Symbol(Symbol::Physical(k)) => {
                let component = self.mechanism.parameters[k].kind.component();
                !matches!(component, Some(Inertial::Moment(_)))
            }
            Atom::Symbol(Symbol::Constant(_)) => false,
            Atom::Symbol(_) => true,
            _ => false,
        }
    }

    /// A product of powers; the empty product is the empty string.
    #[must_use]
    pub fn monomial(&self, monomial: &Monomial) -> String {
        // Parameters before lengths (m_c*l_b1^2); motion joint by joint, sine before cosine.
        let mut factors = monomial.factors().to_vec();
        factors.sort_by_key(|&(atom, _)| match atom {
            Atom::Symbol(_) if self.is_key(atom) => (0, None, atom),
            Atom::Symbol(Symbol::Constant(_)) => (1, None, atom),
            Atom::Symbol(_) => (2, None, atom),
            // Of one coordinate position, sine and cosine come in this order.
            Atom::Position(j) | Atom::Sine(j) | Atom::Cosine(j) => (3, Some(j), atom),
        });
        let power = |&(atom, exponent): &(Atom, u16)| match exponent {
            1 => self.atom(atom),
            _ => self.raised(&self.atom(atom), exponent),
        };
        let powers: Vec<String> = factors.iter().map(power).collect();
        powers.join(self.times())
    }
}

#[cfg(test)]
mod tests {
    use super::{Notation, Style, is_long};
    use crate::algebra::Rational;
    use crate::mechanism::load;

    /// Alone a sum needs no parentheses, but behind a minus and as a factor it does.
    #[test]
    fn numbers_that_are_sums_are_in_parentheses_where_they_need_them() {
        let joint = "{name: q1, type: revolute, axis: [0, 1, 0]}";
        let bodies = format!("bodies:\n  - {{name: arm, parent: base, joint: {joint}}}\n");
        let text = format!("robot: arm\ngravity: [0, 0, -10]\n{bodies}");
        let (mechanism, _) = load("arm.yaml", &text).expect("a robot");
        let notation = Notation::new(&mechanism, Style::Text);
        let root = Rational::from(2).square_root().expect("the root of 2");
        let number = Rational::from(1) + &root;
        for (is_negative, factor, expected) in [
            (false, "", "1 + sqrt(2)"),
            (true, "", "-(1 + sqrt(2))"),
            (false, "x", "(1 + sqrt(2))*x"),
            (true, "x", "-(1 + sqrt(2))*x"),
        ] {
            let coefficient = match is_negative {
                true => -&number,
                false => number.clone(),
            };
            let term = (coefficient, vec![factor.to_owned()]);
            assert_eq!(notation.sum([term]), expected);
        }
        let zero = (Rational::ZERO, vec!["x".to_owned()]);
        assert_eq!(notation.sum([zero]), "0");
    }

    /// Nine digits above and below the bar, whatever the sign; decimals have no bar.
    #[test]
    fn a_number_is_long_by_the_digits_of_its_fraction() {
        for (above, below, expected) in [
            (1, 3, false),
            (-123_456_789, 12_345_679, false),
            (-123_456_790, 123_456_789, false),
            (7, 123_456_789, false),
            (1_234_567_891, 7, true),
            (-7, 1_234_567_891, true),
            (1_234_567_891, 8, false),
            (1_234_567_891, 1, false),
        ] {
            let number = Rational::new(above, below);
            assert_eq!(is_long(&number), expected, "{above}/{below}");
        }
    }
}
