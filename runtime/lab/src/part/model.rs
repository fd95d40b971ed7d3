//! The data of a part: base parameters of its own, and the classes of standard parameters that follow.

use std::sync::{Mutex, PoisonError};

use super::combinations::Combination;
use armwright_runtime::{BaseParameter, Class, Model, Parameter, Term};

/// A coefficient that differs by less from 0, 1 or -1 is that.
const ROUNDING: f64 = 1e-12;

/// The lists of a part, for as long as the program runs, as those of robots are.
#[derive(Clone, Copy)]
struct Lists {
    base: &'static [BaseParameter],
    parameters: &'static [Parameter],
}

/// The parts that were asked for, each kept once: its robot, by the place of its base parameters, and its combinations.
static KNOWN: Mutex<Vec<(usize, Vec<Combination>, Lists)>> = Mutex::new(Vec::new());

/// The model of the part that has these base parameters.
pub(super) fn of(model: &Model, combinations: &[Combination]) -> Model {
    let Lists { base, parameters } = lists(model, combinations);
    Model {
        base,
        parameters,
        base_of_torque: false,
        single: None,
        closed_form_terms: None,
        elements: &[],
        recovery: None,
        equations: &[],
        ..*model
    }
}

fn lists(model: &Model, combinations: &[Combination]) -> Lists {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let robot = model.base.as_ptr() as usize;
    let same =
        |entry: &&(usize, Vec<Combination>, Lists)| entry.0 == robot && entry.1 == combinations;
    if let Some((_, _, lists)) = known.iter().find(same) {
        return *lists;
    }
    let base: Vec<BaseParameter> = combinations.iter().map(|c| parameter(model, c)).collect();
    let class = |k: usize| {
        let with = |b: &&BaseParameter| b.terms.iter().any(|term| term.parameter == k);
        match base.iter().find(with) {
            None => Class::Invisible,
            Some(b) if b.terms.len() == 1 => Class::Identifiable,
            Some(_) => Class::Combined,
        }
    };
    let parameters = model.parameters.iter().enumerate();
    let parameters = parameters.map(|(k, p)| Parameter {
        class: class(k),
        ..*p
    });
    let parameters: Vec<Parameter> = parameters.collect();
    let lists = Lists {
        base: base.leak(),
        parameters: parameters.leak(),
    };
    known.push((robot, combinations.to_vec(), lists));
    lists
}

/// A base parameter of a part.
fn parameter(model: &Model, combination: &Combination) -> BaseParameter {
    let leading = model.base[combination[0].0];
    if combination.len() == 1 {
        return leading;
    }
    let mut terms: Vec<Term> = Vec::new();
    for &(k, factor) in combination {
        for term in model.base[k].terms {
            let coefficient = factor * term.coefficient;
            match terms.iter_mut().find(|t| t.parameter == term.parameter) {
                Some(same) => same.coefficient += coefficient,
                None => terms.push(Term {
                    coefficient,
                    ..*term
                }),
            }
        }
    }
    terms.retain(|term| term.coefficient.abs() > ROUNDING);
    let named = terms
        .iter()
        .map(|term| model.parameters[term.parameter].name);
    let text = sum(terms.iter().map(|t| t.coefficient).zip(named), "*");
    let combined = combination.iter().map(|&(k, factor)| {
        let sum = model.base[k].terms.len() > 1 && factor != 1.0;
        let latex = model.base[k].latex;
        (
            factor,
            if sum {
                format!("({latex})")
            } else {
                latex.to_owned()
            },
        )
    });
    let latex = sum(combined, "\\,");
    BaseParameter {
        expression: text.leak(),
        latex: latex.leak(),
        terms: terms.leak(),
        ..leading
    }
}

/// `a - 0.5*b + c`: factors and what they multiply.
fn sum<T: std::fmt::Display>(terms: impl Iterator<Item = (f64, T)>, times: &str) -> String {
    let mut text = String::new();
    for (factor, of) in terms {
        let sign = match (factor < 0.0, text.is_empty()) {
            (false, true) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (true, false) => " - ",
        };
        let is_one = (factor.abs() - 1.0).abs() < ROUNDING;
        let factor = if is_one {
            String::new()
        } else {
            format!("{}{times}", factor.abs() as f32)
        };
        text += &format!("{sign}{factor}{of}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn sums_are_written_as_people_write_them() {
        let of = |terms: &[(f64, &str)]| sum(terms.iter().copied(), "*");
        assert_eq!(of(&[(1.0, "a"), (-0.5, "b"), (1.0, "c")]), "a - 0.5*b + c");
        assert_eq!(of(&[(-1.0, "a"), (2.0, "b")]), "-a + 2*b");
        assert_eq!(of(&[(-0.25, "a"), (-1.0, "b")]), "-0.25*a - b");
        // What differs from one by rounding is one.
        let (more, less) = (1.0 + f64::EPSILON, 1.0 - f64::EPSILON);
        assert_eq!(of(&[(more, "a"), (-less, "b")]), "a - b");
        assert_eq!(of(&[]), "");
    }
}
