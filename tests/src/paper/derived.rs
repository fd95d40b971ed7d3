//! The generator's derivation of the wrist, asked for in the paper's names.

use std::fmt::Write as _;

use armwright_codegen::algebra::{
    Atom, CoordinateIndex, Monomial, ParameterIndex, Poly, Rational, Symbol,
};
use armwright_codegen::document::{Notation, Style, in_physical, physical_symbol};
use armwright_codegen::dynamics::{ClosedForm, Part};
use armwright_codegen::mechanism::{Inertial, Mechanism, ParameterKind};
use armwright_codegen::{Derivation, GenerateError, derive};

use super::formula::{FormulaError, quotient};
use crate::Variant;

/// The paper's letters and indices of a body's physical parameters, in the generator's order.
const SYMBOLS: [&str; 10] = [
    "m", "t1", "t2", "t3", "J11", "J12", "J13", "J22", "J23", "J33",
];
/// Symbols that are the paper's own: unit vectors, then joint torques.
const UNITS: u16 = 0;
const TORQUES: u16 = 12;

/// The wrist without drives, as in section 2 of the paper, with them, and with sensors of force and
/// torque at every joint instead.
#[derive(Debug)]
pub struct Wrist {
    bare: Derivation,
    driven: Derivation,
    sensed: Derivation,
}

impl Wrist {
    /// Derives `robots/abb_wrist.yaml`.
    ///
    /// # Errors
    /// Everything that is wrong with that file.
    ///
    /// # Panics
    /// If there is no such file.
    pub fn derive() -> Result<Self, GenerateError> {
        let file = Variant::of("abb_wrist").expect("the wrist is a robot");
        let of = |variant: &Variant| derive("abb_wrist.yaml", &variant.text());
        Ok(Self {
            driven: of(&file)?.0,
            sensed: of(&file
                .clone()
                .without_drives()
                .with_wrenches(&["a", "b", "c"]))?
            .0,
            bare: of(&file.without_drives())?.0,
        })
    }

    /// The derivation without drives.
    #[must_use]
    pub fn bare(&self) -> &Derivation {
        &self.bare
    }

    /// The derivation with the drives of the robot file.
    #[must_use]
    pub fn driven(&self) -> &Derivation {
        &self.driven
    }

    /// The derivation without drives, with a sensor of force and torque at every joint.
    #[must_use]
    pub fn sensed(&self) -> &Derivation {
        &self.sensed
    }

    /// The robot file's name of a standard parameter.
    #[must_use]
    pub fn standard_name(&self, parameter: ParameterIndex) -> String {
        self.mechanism().parameters[parameter].name.clone()
    }

    fn mechanism(&self) -> &Mechanism {
        &self.bare.mechanism
    }

    /// The closed form.
    ///
    /// # Panics
    /// If it was given up: the wrist's is small.
    #[must_use]
    pub fn closed_form(&self) -> &ClosedForm {
        let form = self.bare.closed_form.as_ref();
        form.expect("the wrist's closed form is within its budget")
    }

    /// The magnitude of gravity, m/s².
    #[must_use]
    pub fn gravity(&self) -> Rational {
        let gravity = &self.mechanism().gravity;
        gravity
            .iter()
            .fold(Rational::ZERO, |sum, g| &sum + &g.abs())
    }

    /// An element by the paper's name (`g_1`, `J_12`, `S_113`) in standard parameters.
    #[must_use]
    pub fn element(&self, name: &str) -> Poly {
        let form = self.closed_form();
        let named = |part: Part, element: String| {
            let inertia = part == Part::Inertia;
            name == if inertia {
                element.replace('M', "J")
            } else {
                element
            }
        };
        let mut elements = form.elements.iter();
        let Some(element) = elements.find(|e| named(e.part, e.name())) else {
            return Poly::zero();
        };
        element.terms.iter().fold(Poly::zero(), |sum, term| {
            let monomial = Poly::from_terms([(term.monomial.clone(), Rational::ONE)]);
            &sum + &(&monomial * &form.coefficients[term.coefficient].value)
        })
    }

    /// Standard parameters written in physical ones.
    #[must_use]
    pub fn in_physical(&self, standard: &Poly) -> Poly {
        in_physical(self.mechanism(), standard)
    }

    /// Whether an atom stands for a standard parameter.
    #[must_use]
    pub fn is_parameter(&self, atom: Atom) -> bool {
        matches!(atom, Atom::Symbol(Symbol::Standard(_)))
    }

    /// The 32 physical parameters by the paper's names: masses, centres, inertias, lengths.
    #[must_use]
    pub fn physical(&self) -> Vec<(String, Atom)> {
        let mechanism = self.mechanism();
        let parameters = mechanism.parameters.enumerate();
        let of_bodies = parameters.filter_map(|(k, parameter)| match parameter.kind {
            ParameterKind::Inertial { body, component } => {
                let name = format!("{}{}", mechanism.bodies[body].name, SYMBOLS[component.at()]);
                Some((name, physical_symbol(mechanism, k)))
            }
            _ => None,
        });
        let lengths = mechanism.constants.enumerate().map(|(k, symbol)| {
            let name = symbol.name.strip_prefix("l_").unwrap_or(&symbol.name);
            let (body, direction) = name.split_at(1);
            (
                format!("{body}l{direction}"),
                Atom::Symbol(Symbol::Constant(k)),
            )
        });
        of_bodies.chain(lengths).collect()
    }

    /// `s1` to `c3`: the sine or cosine of a joint's position.
    #[must_use]
    pub fn motion(name: &str) -> Option<Atom> {
        let (letter, joint) = name.split_at_checked(1)?;
        let joint: u16 = joint.parse().ok().filter(|joint| (1..=3).contains(joint))?;
        match letter {
            "s" => Some(Atom::Sine((joint - 1).into())),
            "c" => Some(Atom::Cosine((joint - 1).into())),
            _ => None,
        }
    }

    /// Joint `i`'s torque (`u1` to `u3`), index from 0.
    #[must_use]
    pub fn torque(i: u16) -> Atom {
        Atom::Symbol(Symbol::Other(TORQUES + i))
    }

    /// The atom of a name of the paper: `s2`, `bt3`, `cl1`, `a_2`, `u1`.
    #[must_use]
    pub fn atom(&self, name: &str) -> Option<Atom> {
        let mut physical = self.physical().into_iter();
        let known = Self::motion(name).or_else(|| physical.find(|(n, _)| n == name).map(|p| p.1));
        known.or_else(|| {
            let (letter, index) = name.split_at_checked(1)?;
            let digit = |text: &str| text.parse::<u16>().ok().filter(|d| (1..=3).contains(d));
            if letter == "u" {
                return Some(Self::torque(digit(index)? - 1));
            }
            let triad = (0..4).find(|&k| ["n", "a", "b", "c"][usize::from(k)] == letter)?;
            let unit = UNITS + 3 * triad + digit(index.strip_prefix('_')?)? - 1;
            Some(Atom::Symbol(Symbol::Other(unit)))
        })
    }

    /// A printed formula without fractions, in physical parameters.
    ///
    /// # Errors
    /// [`FormulaError`] if it is none.
    pub fn read(&self, text: &str) -> Result<Poly, FormulaError> {
        let found = quotient(text, &|name| Some(Poly::atom(self.atom(name)?).into()))?;
        let whole = found.denominator == Poly::one();
        whole
            .then_some(found.numerator)
            .ok_or_else(|| FormulaError {
                text: text.to_owned(),
                rest: text.to_owned(),
            })
    }

    /// A vector formula (linear in unit vectors) as components in triad n.
    #[must_use]
    pub fn components(&self, vector: &Poly) -> [Poly; 3] {
        let units = units();
        std::array::from_fn(|i| {
            vector.substitute(|atom| match atom {
                Atom::Symbol(Symbol::Other(k)) if (UNITS..TORQUES).contains(&k) => {
                    let k = usize::from(k - UNITS);
                    units[k / 3][k % 3][i].clone()
                }
                other => Poly::atom(other),
            })
        })
    }

    /// A coefficient in the paper's names: `2 (cJ13 - cm ct3 (bl1 + ct1))`.
    #[must_use]
    pub fn write(&self, physical: &Poly) -> String {
        let notation = Notation::new(self.mechanism(), Style::Text);
        self.renamed(&notation.grouped(physical, None))
    }

    /// A product of sines, cosines and parameters in the paper's names.
    #[must_use]
    pub fn write_monomial(&self, monomial: &Monomial) -> String {
        let notation = Notation::new(self.mechanism(), Style::Text);
        let text = self.renamed(&notation.monomial(monomial));
        if text.is_empty() {
            "1".to_owned()
        } else {
            text
        }
    }

    /// The generator's names replaced by the paper's.
    fn renamed(&self, text: &str) -> String {
        let mut names: Vec<(String, String)> = Vec::new();
        for (name, atom) in self.physical() {
            let (body, symbol) = name.split_at(1);
            let ours = SYMBOLS.iter().position(|s| *s == symbol);
            let ours = ours.map(|k| format!("{}_{body}", Inertial::ALL[k].physical()));
            let length = || Notation::new(self.mechanism(), Style::Text).atom(atom);
            names.push((ours.unwrap_or_else(length), name));
        }
        let mut renamed = String::new();
        for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            let end = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let found = names.iter().find(|(ours, _)| ours == end);
            let name = found.map_or(end, |(_, paper)| paper);
            let _ = write!(renamed, "{name}{}", &word[end.len()..]);
        }
        renamed.replace('*', " ")
    }
}

/// The unit vectors of the triads n, a, b, c as components in n (section 2.1: a turns about n_1,
/// b about a_2, c about b_1).
fn units() -> [[[Poly; 3]; 3]; 4] {
    let base: [[Poly; 3]; 3] = std::array::from_fn(|k| {
        std::array::from_fn(|i| if i == k { Poly::one() } else { Poly::zero() })
    });
    let [first, second, third] = [0, 1, 2].map(CoordinateIndex::from);
    let a = turned(&base, 0, first);
    let b = turned(&a, 1, second);
    let c = turned(&b, 0, third);
    [base, a, b, c]
}

/// A triad turned about one of its vectors by a joint's position.
fn turned(triad: &[[Poly; 3]; 3], about: usize, joint: CoordinateIndex) -> [[Poly; 3]; 3] {
    let (sine, cosine) = (
        Poly::atom(Atom::Sine(joint)),
        Poly::atom(Atom::Cosine(joint)),
    );
    let (second, third) = ((about + 1) % 3, (about + 2) % 3);
    let mix = |of_second: &Poly, of_third: &Poly| {
        std::array::from_fn(|i| &(of_second * &triad[second][i]) + &(of_third * &triad[third][i]))
    };
    let mut moved = triad.clone();
    moved[second] = mix(&cosine, &sine);
    moved[third] = mix(&-&sine, &cosine);
    moved
}
