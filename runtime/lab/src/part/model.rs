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
    let text = |of: fn(&BaseParameter) -> &str, times: &str| {
        let others = combination[1..].iter().map(|&(k, factor)| {
            let sign = if factor < 0.0 { '-' } else { '+' };
            let is_one = (factor.abs() - 1.0).abs() < ROUNDING;
            let of = of(&model.base[k]);
            let sum = model.base[k].terms.len() > 1;
            let of = if sum {
                format!("({of})")
            } else {
                of.to_owned()
            };
            match is_one {
                true => format!(" {sign} {of}"),
                false => format!(" {sign} {}{times}{of}", factor.abs() as f32),
            }
        });
        let whole = of(&leading).to_owned() + &others.collect::<String>();
        &*whole.leak()
    };
    BaseParameter {
        expression: text(|base| base.expression, "*"),
        latex: text(|base| base.latex, "\\,"),
        terms: terms.leak(),
        ..leading
    }
}
