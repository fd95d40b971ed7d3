//! How polynomials, monomials and base parameters are written as text and as LaTeX.

use super::page::{Equation, Inline, code, math, words};
use crate::algebra::{
    Atom, BaseIndex, CoordinateIndex, Monomial, ParameterIndex, Poly, Rational, Symbol,
};
use crate::dynamics::Element;
use crate::identifiability::{BaseParameter, BaseParameters, Ratio};
use crate::mechanism::{Inertial, Mechanism, Motion, ParameterKind, Site};
use crate::recovery::physical_symbol;

/// A way of writing equations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `m_c*l_b1^2`, `s1*c2`.
    Text,
    /// LaTeX source.
    Latex,
}

/// A term of a sum: a number, and what it multiplies; empty factors are left out.
pub(super) type Term = (Rational, Vec<String>);

/// The terms with the first that is not negative at their head, so that a sum reads `a - b`.
pub(super) fn positive_first(mut terms: Vec<Term>) -> Vec<Term> {
    if let Some(at) = terms
        .iter()
        .position(|(coefficient, _)| !coefficient.is_negative())
    {
        terms[..=at].rotate_right(1);
    }
    terms
}

/// Writes the expressions of one mechanism in one style.
#[derive(Debug, Clone, Copy)]
pub struct Notation<'m> {
    mechanism: &'m Mechanism,
    style: Style,
    base: Option<&'m BaseParameters>,
}

impl<'m> Notation<'m> {
    /// A notation for a mechanism.
    #[must_use]
    pub fn new(mechanism: &'m Mechanism, style: Style) -> Self {
        Self {
            mechanism,
            style,
            base: None,
        }
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

    /// The mechanism whose expressions it writes.
    #[must_use]
    pub fn mechanism(&self) -> &'m Mechanism {
        self.mechanism
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

    /// Running text: formulas between dollar signs, in text and in LaTeX where these differ
    /// (`$tau_i|\tau_i$`), and words of files and commands between backquotes.
    pub(super) fn prose(&self, text: &str) -> Vec<Inline> {
        let mut pieces = Vec::new();
        for (number, piece) in text.split('$').enumerate() {
            if number % 2 == 1 {
                let (text, latex) = piece.split_once('|').unwrap_or((piece, piece));
                pieces.push(math(self.either(text, latex)));
                continue;
            }
            let said = piece
                .split('`')
                .enumerate()
                .filter(|(_, piece)| !piece.is_empty());
            pieces.extend(said.map(|(number, piece)| match number % 2 {
                0 => words(piece),
                _ => code(piece),
            }));
        }
        pieces
    }

    /// Formulas with commas between.
    pub(super) fn list(&self, formulas: impl IntoIterator<Item = String>) -> String {
        let formulas: Vec<String> = formulas.into_iter().collect();
        formulas.join(&self.either(", ", ",\\;"))
    }

    /// An equation between either style's sides: `[left, right]` in text, then in LaTeX.
    pub(super) fn equation(&self, text: [&str; 2], latex: [&str; 2]) -> Equation {
        Equation::new(
            self.either(text[0], latex[0]),
            self.either(text[1], latex[1]),
        )
    }

    /// The name of a standard parameter: `Lxx_a`, or `L_{xx,a}`.
    #[must_use]
    pub fn parameter(&self, index: ParameterIndex) -> String {
        let parameter = &self.mechanism.parameters[index];
        if self.style == Style::Text {
            return parameter.name.clone();
        }
        let (letter, component) = match parameter.kind {
            ParameterKind::Inertial { component, .. } => match component {
                Inertial::Mass => ("m", ""),
                Inertial::Moment(axis) => ("h", axis.letter()),
                Inertial::Inertia(..) => component.standard().split_at(1),
            },
            ParameterKind::Inertia(_) => ("I", "a"),
            ParameterKind::Coulomb(_) => ("f", "c"),
            ParameterKind::Viscous(_) => ("f", "v"),
            ParameterKind::Offset(_) => ("f", "o"),
        };
        self.indexed(letter, component, self.owner(index))
    }

    /// The name of the physical parameter in the place of a standard one: `Jxx_a`, `tx_a`.
    #[must_use]
    pub fn physical_parameter(&self, index: ParameterIndex) -> String {
        let ParameterKind::Inertial { component, .. } = self.mechanism.parameters[index].kind
        else {
            return self.parameter(index);
        };
        let (symbol, owner) = (component.physical(), self.owner(index));
        let (letter, axes) = symbol.split_at(1);
        match self.style {
            Style::Text => format!("{symbol}_{owner}"),
            Style::Latex => self.indexed(letter, axes, owner),
        }
    }

    /// The body, joint or motor that a parameter belongs to.
    fn owner(&self, index: ParameterIndex) -> &'m str {
        let mechanism = self.mechanism;
        match mechanism.parameters[index].kind {
            ParameterKind::Inertial { body, .. } => &mechanism.bodies[body].name,
            ParameterKind::Inertia(site)
            | ParameterKind::Coulomb(site)
            | ParameterKind::Viscous(site)
            | ParameterKind::Offset(site) => match site {
                Site::Joint(i) => &mechanism.joint(i).name,
                Site::Motor(k) => &mechanism.motors[k].name,
            },
        }
    }

    /// A letter with its component and owner as an index: `L_{xx,a}`.
    fn indexed(&self, letter: &str, component: &str, owner: &str) -> String {
        let owner = upright(owner);
        let comma = if component.is_empty() { "" } else { "," };
        format!("{letter}_{{{component}{comma}{owner}}}")
    }

    /// The name of a geometric symbol: as it is, or its first letter with the rest as an index.
    #[must_use]
    pub fn name(&self, name: &str) -> String {
        if self.style == Style::Text {
            return name.to_owned();
        }
        match name.split_once('_') {
            Some((letter, index)) if letter.len() == 1 && !index.is_empty() => {
                format!("{letter}_{{{}}}", upright(index))
            }
            _ if name.len() == 1 => name.to_owned(),
            _ => upright(name),
        }
    }

    /// The name of an element or coefficient: `M_12`, or `M_{12}`; `PG_3`, or `PG_{3}`.
    #[must_use]
    pub fn coefficient(&self, name: &str) -> String {
        match (self.style, name.split_once('_')) {
            (Style::Latex, Some((letters, index))) if letters.len() > 1 => {
                format!("\\mathit{{{letters}}}_{{{index}}}")
            }
            (Style::Latex, Some((letter, index))) => format!("{letter}_{{{index}}}"),
            _ => name.to_owned(),
        }
    }

    /// The name of an element of the closed form.
    #[must_use]
    pub fn element(&self, element: &Element) -> String {
        self.coefficient(&element.name())
    }

    /// A coordinate's position, velocity or acceleration by its number of dots: `q1`, `qd1`,
    /// `qdd1`.
    #[must_use]
    pub fn coordinate(&self, coordinate: CoordinateIndex, dots: usize) -> String {
        let number = coordinate.at() + 1;
        let letter = match (self.style, dots) {
            (Style::Text, _) => return format!("q{}{number}", "d".repeat(dots)),
            (Style::Latex, 0) => "q",
            (Style::Latex, 1) => "\\dot q",
            (Style::Latex, _) => "\\ddot q",
        };
        format!("{letter}_{{{number}}}")
    }

    /// The square of something that has no exponent.
    pub(super) fn squared(&self, base: &str) -> String {
        self.either(&format!("{base}^2"), &format!("{base}^{{2}}"))
    }

    /// The position of a joint or its velocity or acceleration, by its number of dots: that of a
    /// coordinate, or a linear form of some.
    #[must_use]
    pub fn motion(&self, motion: &Motion, dots: usize) -> String {
        let terms = motion.terms.iter();
        self.sum(terms.map(|(q, factor)| (factor.clone(), vec![self.coordinate(*q, dots)])))
    }

    /// A base parameter as the sum that it is, its representative first.
    #[must_use]
    pub fn base_parameter(&self, base: &BaseParameter) -> String {
        let first = (Rational::ONE, vec![self.parameter(base.representative)]);
        let others = base.others.iter();
        let others = others.flat_map(|(&k, ratio)| self.multiples(&self.parameter(k), ratio));
        self.sum(std::iter::once(first).chain(others))
    }

    /// `ratio × name`, term by term.
    pub(super) fn multiples(&self, name: &str, ratio: &Ratio) -> Vec<Term> {
        if ratio.denominator != Poly::one() {
            return vec![(Rational::ONE, vec![name.to_owned(), self.ratio(ratio)])];
        }
        let terms = ratio.numerator.terms().iter();
        let term = |(monomial, coefficient): &(Monomial, Rational)| {
            (
                coefficient.clone(),
                vec![name.to_owned(), self.monomial(monomial)],
            )
        };
        terms.map(term).collect()
    }

    /// A quotient of polynomials in symbols.
    #[must_use]
    pub fn ratio(&self, ratio: &Ratio) -> String {
        let numerator = self.poly(&ratio.numerator);
        if ratio.denominator == Poly::one() {
            return numerator;
        }
        let denominator = self.poly(&ratio.denominator);
        match self.style {
            Style::Text => format!("({numerator})/({denominator})"),
            Style::Latex => format!("\\frac{{{numerator}}}{{{denominator}}}"),
        }
    }

    /// A polynomial; zero is `0`.
    #[must_use]
    pub fn poly(&self, poly: &Poly) -> String {
        let terms = poly.terms().iter();
        let terms = terms.map(|(monomial, c)| (c.clone(), vec![self.monomial(monomial)]));
        self.sum(positive_first(terms.collect()))
    }

    /// Terms with their signs between; `0` if there are none.
    pub(super) fn sum(&self, terms: impl IntoIterator<Item = Term>) -> String {
        let mut sum = String::new();
        for (coefficient, factors) in terms {
            sum.push_str(match (sum.is_empty(), coefficient.is_negative()) {
                (true, true) => "-",
                (false, true) => " - ",
                (false, false) => " + ",
                (true, false) => "",
            });
            let magnitude = coefficient.abs();
            let mut parts = factors;
            parts.retain(|factor| !factor.is_empty());
            if !magnitude.is_one() || parts.is_empty() {
                parts.insert(0, self.number(&magnitude));
            }
            sum.push_str(&parts.join(self.times()));
        }
        if sum.is_empty() { "0".to_owned() } else { sum }
    }

    fn times(&self) -> &'static str {
        match self.style {
            Style::Text => "*",
            Style::Latex => "\\,",
        }
    }

    /// A number.
    #[must_use]
    pub fn number(&self, value: &Rational) -> String {
        let text = value.to_string();
        match (self.style, text.split_once('/')) {
            (Style::Latex, Some((n, d))) => format!("\\tfrac{{{n}}}{{{d}}}"),
            _ => text,
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
        let powers: Vec<String> = factors
            .iter()
            .map(|&(atom, e)| self.power(atom, e))
            .collect();
        powers.join(self.times())
    }

    fn power(&self, atom: Atom, exponent: u16) -> String {
        let base = self.atom(atom);
        match (self.style, exponent) {
            (_, 1) => base,
            (Style::Text, _) => format!("{base}^{exponent}"),
            // s_1^2 rather than {s_1}^2; an index that is already there stays below.
            (Style::Latex, _) => format!("{base}^{{{exponent}}}"),
        }
    }

    /// One variable.
    #[must_use]
    pub fn atom(&self, atom: Atom) -> String {
        let of_coordinate = |letter: &str, j: CoordinateIndex| match self.style {
            Style::Text => format!("{letter}{}", j.at() + 1),
            Style::Latex => format!("{letter}_{{{}}}", j.at() + 1),
        };
        match atom {
            Atom::Position(j) => of_coordinate("q", j),
            Atom::Sine(j) => of_coordinate("s", j),
            Atom::Cosine(j) => of_coordinate("c", j),
            Atom::Symbol(Symbol::Constant(i)) => self.name(&self.mechanism.constants[i].name),
            Atom::Symbol(Symbol::Standard(k)) => self.parameter(k),
            Atom::Symbol(Symbol::Physical(k)) => self.physical_parameter(k),
            Atom::Symbol(Symbol::Base(k)) => self.base_symbol(k),
            Atom::Symbol(Symbol::Other(step)) => format!("inverse_{}", step + 1),
        }
    }

    /// A base parameter among physical ones: its representative's name, marked where that is the
    /// name of a physical parameter, too.
    #[must_use]
    pub fn base_symbol(&self, index: BaseIndex) -> String {
        let Some(base) = self.base.map(|base| &base.base[index]) else {
            return self.either("beta", "\\beta");
        };
        let symbol = Atom::Symbol(Symbol::Standard(base.representative));
        let is_physical = physical_symbol(self.mechanism, base.representative) == symbol;
        let name = self.parameter(base.representative);
        match (is_physical, self.style) {
            (false, _) => name,
            (true, Style::Text) => format!("beta_{name}"),
            (true, Style::Latex) => format!("\\beta({name})"),
        }
    }
}

/// A name of the robot file in LaTeX: a single letter or a number as it is, else upright.
fn upright(name: &str) -> String {
    let plain = name.bytes().all(|b| b.is_ascii_digit()) || name.len() == 1;
    let letter_and_digits = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name[1..].bytes().all(|b| b.is_ascii_digit());
    if plain || letter_and_digits {
        return name.to_owned();
    }
    format!("\\mathrm{{{}}}", name.replace('_', "\\_"))
}
