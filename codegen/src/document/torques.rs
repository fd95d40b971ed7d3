//! Torques of the user's own as equations.

use super::notation::{Notation, Style, Term};
use super::page::{Equation, Page};
use crate::algebra::{CoordinateIndex, Rational};
use crate::description::{Formula as Of, Function};
use crate::dynamics::velocity_form;
use crate::mechanism::{Formula, ParameterKind, Position, number};

/// How tightly a formula binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Sum,
    Product,
    Atom,
}

/// What such torques are added to.
pub(super) fn section(page: &mut Page<'_>) {
    let notation = page.notation;
    let mechanism = notation.mechanism();
    if !mechanism.has_torques() {
        return;
    }
    page.subheading("Torques of the robot file");
    page.prose("Functions that the robot file gives, each times a parameter, are added to $tau_i|\\tau_i$:");
    let mut terms: Vec<(CoordinateIndex, Term)> = Vec::new();
    for (index, parameter) in mechanism.parameters.enumerate() {
        let ParameterKind::Torque(torque, site) = parameter.kind else {
            continue;
        };
        let function = written(
            &notation,
            &mechanism.torques[torque].formula,
            Binds::Product,
        );
        for (i, factor) in velocity_form(mechanism, site).enumerate() {
            let factors = vec![notation.parameter(index), function.clone()];
            terms.push((i, (factor.clone(), factors)));
        }
    }
    let (text, latex) = ("tau_file_", "\\tau^{\\mathrm{file}}");
    let equations = mechanism.coordinates.places().filter_map(|i| {
        let own = terms
            .iter()
            .filter(|(k, (factor, _))| *k == i && !factor.is_zero());
        let own: Vec<Term> = own.map(|(_, term)| term.clone()).collect();
        let left = notation.numbered(text, latex, i);
        (!own.is_empty()).then(|| Equation::new(left, notation.sum(own)))
    });
    let equations: Vec<Equation> = equations.collect();
    page.equations(equations);
}

/// A function that the robot file gives.
#[cfg(feature = "cli")]
pub(crate) fn function(notation: &Notation<'_>, formula: &Formula) -> String {
    written(notation, formula, Binds::Sum)
}

/// A formula where it has to bind so tightly.
fn written(notation: &Notation<'_>, formula: &Formula, needs: Binds) -> String {
    let (text, binds) = formula_of(notation, formula);
    match (binds < needs, notation.style()) {
        (false, _) => text,
        (true, Style::Text) => format!("({text})"),
        (true, Style::Latex) => format!("\\left({text}\\right)"),
    }
}

fn formula_of(notation: &Notation<'_>, formula: &Formula) -> (String, Binds) {
    let atom = |formula: &Formula| written(notation, formula, Binds::Atom);
    match formula {
        Of::Number(value) => {
            let number = number(value).unwrap_or_default();
            let binds = if number.is_negative() {
                Binds::Sum
            } else {
                Binds::Atom
            };
            (notation.sum([(number, Vec::new())]), binds)
        }
        Of::Position(of) => sum_of(notation, of, 0),
        Of::Velocity(of) => sum_of(notation, of, 1),
        Of::Sum(terms) => {
            let term = |term: &Formula| match term {
                Of::Number(value) => (number(value).unwrap_or_default(), Vec::new()),
                Of::Product(factors) => product_of(notation, factors),
                other => (
                    Rational::ONE,
                    vec![written(notation, other, Binds::Product)],
                ),
            };
            (notation.sum(terms.iter().map(term)), Binds::Sum)
        }
        Of::Product(factors) => {
            let term = product_of(notation, factors);
            let binds = if term.0.is_negative() {
                Binds::Sum
            } else {
                Binds::Product
            };
            (notation.sum([term]), binds)
        }
        Of::Quotient(of) => match notation.style() {
            Style::Text => {
                let above = written(notation, &of[0], Binds::Product);
                (format!("{above}/{}", atom(&of[1])), Binds::Product)
            }
            Style::Latex => {
                let [above, below] = of.each_ref().map(|part| formula_of(notation, part).0);
                (format!("\\frac{{{above}}}{{{below}}}"), Binds::Product)
            }
        },
        Of::Power(of, exponent) => (notation.raised(&atom(of), *exponent), Binds::Product),
        Of::Apply(function, of) => {
            let inner = formula_of(notation, &of.value).0;
            (applied(notation.style(), *function, &inner), Binds::Atom)
        }
    }
}

fn applied(style: Style, function: Function, inner: &str) -> String {
    let named = Function::ALL.iter().find(|(_, known)| *known == function);
    let name = named.map_or("", |(name, _)| name);
    match (style, function) {
        (Style::Text, _) => format!("{name}({inner})"),
        (Style::Latex, Function::Root) => format!("\\sqrt{{{inner}}}"),
        (Style::Latex, Function::Magnitude) => format!("\\left|{inner}\\right|"),
        (Style::Latex, _) => format!("\\operatorname{{{name}}}\\left({inner}\\right)"),
    }
}

/// Numbers and other factors.
fn product_of(notation: &Notation<'_>, factors: &[Formula]) -> Term {
    let mut product = (Rational::ONE, Vec::new());
    for factor in factors {
        match factor {
            Of::Number(value) => product.0 = &product.0 * &number(value).unwrap_or_default(),
            Of::Product(inner) => {
                let (own, others) = product_of(notation, inner);
                product.0 = &product.0 * &own;
                product.1.extend(others);
            }
            other => product.1.push(written(notation, other, Binds::Product)),
        }
    }
    product
}

/// A position or a velocity.
fn sum_of(notation: &Notation<'_>, of: &Position, dots: usize) -> (String, Binds) {
    let mut terms = notation.multiples_of(&of.terms, dots);
    let offset = number(&crate::description::Value::from(&of.offset)).unwrap_or_default();
    if dots == 0 && !offset.is_zero() {
        terms.push((offset, Vec::new()));
    }
    let binds = match terms.as_slice() {
        [(factor, _)] if factor.is_one() => Binds::Atom,
        _ => Binds::Sum,
    };
    (notation.sum(terms), binds)
}
