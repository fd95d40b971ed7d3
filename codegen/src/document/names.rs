//! What parameters, coordinates, motors and elements are called, as text and as LaTeX.

use super::notation::{Notation, Style, Term};
use crate::algebra::{
    Atom, BaseIndex, CoordinateIndex, MotorIndex, ParameterIndex, Rational, Symbol,
};
use crate::dynamics::Element;
use crate::mechanism::{Motion, Site, motor_in_equations};
use crate::recovery::physical_symbol;

/// Letters that LaTeX has under these names; `tau` and `beta` are torque and base parameters.
#[rustfmt::skip]
const GREEK: [&str; 20] = [
    "alpha", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "rho", "sigma", "upsilon", "phi", "chi", "psi", "omega",
];

/// Letters that are sines, cosines, coordinates and elements with a number as their index.
const NUMBERED: [&str; 6] = ["s", "c", "q", "g", "M", "S"];

impl Notation<'_> {
    /// The name of a standard parameter: `Lxx_a`, or `L_{xx,a}`.
    #[must_use]
    pub fn parameter(&self, index: ParameterIndex) -> String {
        self.owned(&self.mechanism().parameters[index].name)
    }

    /// The name of the physical parameter in the place of a standard one: `Jxx_a`, `tx_a`.
    #[must_use]
    pub fn physical_parameter(&self, index: ParameterIndex) -> String {
        self.owned(&self.mechanism().parameters[index].physical)
    }

    /// A symbol of a parameter with its owner: as it is, or its letter with the rest as an index.
    /// A first moment, `mx_a`, is an `h` in LaTeX. A name of the file's own that has nothing before or behind its
    /// underscore is a word.
    fn owned(&self, name: &str) -> String {
        let (Style::Latex, Some((symbol, owner))) = (self.style(), name.split_once('_')) else {
            return name.to_owned();
        };
        if symbol.is_empty() || owner.is_empty() {
            return in_roman(name);
        }
        let owner = upright(owner);
        match symbol.split_at(1) {
            (letter, "") => format!("{letter}_{{{owner}}}"),
            ("m", axis) => format!("h_{{{axis},{owner}}}"),
            (letter, component) => format!("{letter}_{{{component},{owner}}}"),
        }
    }

    /// The name of a geometric symbol: as it is, or its letter with the rest as an index; a word
    /// upright.
    #[must_use]
    pub fn name(&self, name: &str) -> String {
        if self.style() == Style::Text {
            return name.to_owned();
        }
        let (letter, index) = letter_and_index(name);
        let mut others = self.mechanism().constants.iter();
        let is_same = |other: &str| other != name && letter_and_index(other) == (letter, index);
        let is_number = !index.is_empty() && index.bytes().all(|b| b.is_ascii_digit());
        let is_taken = is_number && NUMBERED.contains(&letter);
        match (letter_in_latex(letter), index) {
            _ if is_taken || others.any(|other| is_same(&other.name)) => in_roman(name),
            (None, _) => upright(name),
            (Some(letter), "") => letter,
            (Some(letter), index) => format!("{letter}_{{{}}}", upright(index)),
        }
    }

    /// The name of an element or coefficient: `M_12`, or `M_{12}`; `PG_3`, or `PG_{3}`.
    #[must_use]
    pub fn coefficient(&self, name: &str) -> String {
        match (self.style(), name.split_once('_')) {
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
    /// `qdd1`; where joints have their names, a position as that and a velocity as `velocity(q1)`.
    #[must_use]
    pub fn coordinate(&self, coordinate: CoordinateIndex, dots: usize) -> String {
        if self.is_named() {
            let name = &self.mechanism().coordinate(coordinate).name;
            return match dots {
                0 => name.clone(),
                _ => format!("velocity({name})"),
            };
        }
        let letter = ["q", "\\dot q", "\\ddot q"][dots.min(2)];
        self.numbered(&format!("q{}", "d".repeat(dots)), letter, coordinate)
    }

    /// A letter with the number of a coordinate.
    pub(super) fn numbered(&self, text: &str, latex: &str, coordinate: CoordinateIndex) -> String {
        let number = coordinate.at() + 1;
        self.either(&format!("{text}{number}"), &format!("{latex}_{{{number}}}"))
    }

    /// The position of a joint or its velocity or acceleration, by its number of dots: that of a
    /// coordinate, or a linear form of some.
    #[must_use]
    pub fn motion(&self, motion: &Motion, dots: usize) -> String {
        self.sum(self.multiples_of(&motion.terms, dots))
    }

    /// Coordinates with their factors, by the number of dots. Where joints have their names, in the order of these: that of
    /// coordinates is not known there.
    pub(super) fn multiples_of(
        &self,
        terms: &[(CoordinateIndex, Rational)],
        dots: usize,
    ) -> Vec<Term> {
        let terms = terms.iter();
        let terms = terms.map(|(q, factor)| (factor.clone(), vec![self.coordinate(*q, dots)]));
        let mut terms: Vec<Term> = terms.collect();
        if self.is_named() {
            terms.sort_by(|(_, one), (_, other)| one.cmp(other));
        }
        terms
    }

    /// The position, what is constant in it aside, or the velocity of a joint or a motor, by its number of dots.
    pub(super) fn moved(&self, site: Site, dots: usize) -> String {
        let motion = match site {
            Site::Joint(i) => &self.mechanism().joint(i).motion,
            Site::Motor(k) => return self.motor("q", k, dots),
        };
        match motion.coordinate() {
            Some(own) => self.coordinate(own, dots),
            None => format!("({})", self.motion(motion, dots)),
        }
    }

    /// A motor's quantity: `q_m1`, `qd_m1`, `tau_m1`; of a motor that is called by a number, as joints are counted,
    /// `q_motor_1`. A robot file is warned of names that are these (`mechanism::names`).
    pub(super) fn motor(&self, quantity: &str, motor: MotorIndex, dots: usize) -> String {
        let named = self.mechanism().motors.as_slice().get(motor.at());
        let name = match named {
            Some(motor) => motor_in_equations(&motor.name),
            None => format!("m{}", motor.at() + 1),
        };
        let letter = match (quantity, dots) {
            ("tau", _) => "\\tau",
            (letter, 0) => letter,
            _ => "\\dot q",
        };
        self.either(
            &format!("{quantity}{}_{name}", "d".repeat(dots)),
            &format!("{letter}_{{{}}}", in_roman(&name)),
        )
    }

    /// One variable.
    #[must_use]
    pub fn atom(&self, atom: Atom) -> String {
        match atom {
            Atom::Position(j) => self.coordinate(j, 0),
            Atom::Sine(j) => self.numbered("s", "s", j),
            Atom::Cosine(j) => self.numbered("c", "c", j),
            Atom::Symbol(Symbol::Constant(i)) => self.name(&self.mechanism().constants[i].name),
            Atom::Symbol(Symbol::Standard(k)) => self.parameter(k),
            Atom::Symbol(Symbol::Physical(k)) => self.physical_parameter(k),
            Atom::Symbol(Symbol::Base(k)) => self.base_symbol(k),
            Atom::Symbol(Symbol::Other(step)) => format!("inverse_{}", step + 1),
        }
    }

    /// The angle of which a coordinate's sine and cosine are: the coordinate, or the part of it that joints turn by multiples of.
    #[must_use]
    pub fn angle(&self, coordinate: CoordinateIndex) -> String {
        let turn = &self.mechanism().coordinates[coordinate].turn;
        let position = self.coordinate(coordinate, 0);
        if turn.is_one() {
            return position;
        }
        let part = self.number(turn);
        self.either(
            &format!("{part}*{position}"),
            &format!("{part}\\,{position}"),
        )
    }

    /// A coefficient of motion, by its number: no base parameters are known.
    fn numbered_symbol(&self, index: BaseIndex) -> String {
        let number = index.at() + 1;
        self.either(&format!("c_{number}"), &format!("c_{{{number}}}"))
    }

    /// A base parameter among physical ones: its representative's name, marked where that is the
    /// name of a physical parameter, too.
    #[must_use]
    pub fn base_symbol(&self, index: BaseIndex) -> String {
        let Some(base) = self.base().map(|base| &base.base[index]) else {
            return self.numbered_symbol(index);
        };
        let symbol = Atom::Symbol(Symbol::Standard(base.representative));
        let name = self.parameter(base.representative);
        match physical_symbol(self.mechanism(), base.representative) == symbol {
            false => name,
            true => self.either(&format!("beta_{name}"), &format!("\\beta({name})")),
        }
    }
}

/// A name at its first digit or underscore: `("a", "1")`, `("theta", "off_x")`.
fn letter_and_index(name: &str) -> (&str, &str) {
    let end = name.find(|c: char| c == '_' || c.is_ascii_digit());
    let (letter, rest) = name.split_at(end.unwrap_or(name.len()));
    match rest.strip_prefix('_').unwrap_or(rest) {
        "" => (name, ""),
        index => (letter, index),
    }
}

/// A single letter, or a Greek one by its name.
fn letter_in_latex(letter: &str) -> Option<String> {
    match letter.len() {
        1 if letter != "_" => Some(letter.to_owned()),
        _ => GREEK.contains(&letter).then(|| format!("\\{letter}")),
    }
}

/// A name of the robot file in LaTeX: a single letter or a number as it is, else upright.
fn upright(name: &str) -> String {
    let is_number = name.bytes().all(|b| b.is_ascii_digit());
    let letter_and_digits = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name[1..].bytes().all(|b| b.is_ascii_digit());
    if is_number || letter_and_digits {
        return name.to_owned();
    }
    in_roman(name)
}

fn in_roman(name: &str) -> String {
    format!("\\mathrm{{{}}}", name.replace('_', "\\_"))
}
