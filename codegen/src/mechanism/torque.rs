//! Torques of the user's own: which joint or motor each acts on, and the function of the motion that it is.

use super::dependence::Dependence;
use super::exact::{Exact, Refused};
use super::formula::{Formula, Kink, formula, sines};
use super::{Mechanism, ParameterKind, Site};
use crate::algebra::{Function, Indexed, Rational, TorqueIndex};
use crate::description::{
    Description, Formula as Given, Function as Word, Table, Torque as Torques,
};
use crate::diagnostic::{Diagnostics, Fault, Span, Spanned};

/// A parameter times a function of the motion, on a joint or a motor.
#[derive(Debug, Clone, PartialEq)]
pub struct Torque {
    /// The parameter's name.
    pub name: String,
    /// Where it acts.
    pub site: Site,
    /// The function as it was written.
    pub formula: Formula,
    /// The function, exactly: its signs are those of [`Mechanism::kinks`].
    pub function: Function,
}

/// The torques of a description, put on its mechanism; mistakes are reported.
pub(super) fn add_torques(
    mechanism: &mut Mechanism,
    description: &Description,
    dependences: &[Dependence],
    diagnostics: &mut Diagnostics,
) {
    let joints = mechanism.bodies.iter().map(|body| body.joint.name.as_str());
    let joints: Vec<&str> = joints.filter(|name| !name.is_empty()).collect();
    let motors = mechanism.motors.iter().filter(|motor| !motor.is_passive);
    let motors: Vec<&str> = motors.map(|motor| motor.name.as_str()).collect();
    let mut formulas = Vec::new();
    for given in &description.torques {
        let (written, span) = match (&given.expression, &given.table) {
            (Some(expression), _) => (expression.value.formula.clone(), expression.span),
            (None, Some(table)) => match interpolated(&table.value, given) {
                Ok(formula) => (formula, table.span),
                Err((what, expected)) => {
                    diagnostics.add(Fault::wrong_value(what, expected), table.span);
                    continue;
                }
            },
            (None, None) => continue,
        };
        match formula(mechanism, dependences, given.motor.is_some(), &written) {
            Ok(formula) => formulas.push((given, formula, span)),
            // A table is over the position of what it acts on, whose name is looked at below.
            Err(_) if given.table.is_some() => {}
            Err((name, at)) => {
                let fault = match motors.is_empty() {
                    true => Fault::unknown_joint(&name, &joints),
                    false => Fault::unknown_coordinate(&name, &[&joints[..], &motors].concat()),
                };
                diagnostics.add(fault, at);
            }
        }
    }
    for given in &description.torques {
        let unknown = |name: &&Spanned<String>, known: &[&str]| !known.contains(&&*name.value);
        if let Some(joint) = given.joint.as_ref().filter(|name| unknown(name, &joints)) {
            diagnostics.add(Fault::unknown_joint(&joint.value, &joints), joint.span);
        }
        if let Some(motor) = given.motor.as_ref().filter(|name| unknown(name, &motors)) {
            diagnostics.add(Fault::unknown_motor(&motor.value, &motors), motor.span);
        }
    }
    let factors: Vec<_> = formulas.iter().flat_map(|(_, f, _)| sines(f)).collect();
    if formulas.is_empty() || mechanism.choose_turns(&factors).is_err() {
        let has_sines = |(_, formula, _): &(_, _, _)| !sines(formula).is_empty();
        for (given, _, span) in formulas.into_iter().filter(has_sines) {
            let what = format!(
                "the factors of positions in sines of `{}`",
                given.name.value
            );
            let instead =
                "write whole multiples up to 512, or short fractions, of what joints turn by";
            diagnostics.add(Fault::undecided(&what, instead), span);
        }
        return;
    }
    let mut exact = Exact::new(mechanism);
    let refused = |diagnostics: &mut Diagnostics, span: Span, Refused { what, instead, at }| {
        diagnostics.add(Fault::undecided(&what, instead), at.unwrap_or(span));
    };
    let mut are_known = true;
    for (_, formula, span) in &formulas {
        if let Err(why) = exact.collect(formula) {
            refused(diagnostics, *span, why);
            are_known = false;
        }
    }
    if !are_known {
        return;
    }
    if let (Err(why), Some((_, _, span))) = (exact.settle(), formulas.last()) {
        return refused(diagnostics, *span, why);
    }
    let mut torques = Vec::new();
    for (given, formula, span) in formulas {
        let name = &given.name.value;
        match exact.function(&formula) {
            Ok(function) if function.is_zero() => {
                diagnostics.add(Fault::no_torque(name), span);
            }
            Ok(function) => torques.push((name.clone(), formula, function)),
            Err(why) => refused(diagnostics, span, why),
        }
    }
    let kinks: Vec<Kink> = exact.kinks;
    let site = |name: &str| {
        let mut parameters = mechanism.parameters.iter();
        parameters.find_map(|parameter| match parameter.kind {
            ParameterKind::Torque(_, site) if parameter.name == name => Some(site),
            _ => None,
        })
    };
    let torque = |(name, formula, function): (String, _, _)| {
        let site = site(&name)?;
        Some(Torque {
            name,
            site,
            formula,
            function,
        })
    };
    let torques: Vec<Torque> = torques.into_iter().filter_map(torque).collect();
    let torques: Result<Indexed<TorqueIndex, Torque>, _> = Indexed::collected(torques);
    mechanism.torques = torques.unwrap_or_default();
    mechanism.kinks = kinks;
}

/// A table as a sum of magnitudes, a straight line beside them; or what is wrong with it.
fn interpolated(table: &Table, of: &Torques) -> Result<Given, (&'static str, &'static str)> {
    let Table { at, values } = table;
    if at.len() < 2 || at.len() != values.len() {
        return Err(("`values`", "as many numbers as `at` has, two at least"));
    }
    if at.windows(2).any(|pair| pair[1] <= pair[0]) {
        return Err(("`at`", "in ascending order"));
    }
    let segments = at.windows(2).zip(values.windows(2));
    let slope = |(x, y): (&[Rational], &[Rational])| &(&y[1] - &y[0]) / &(&x[1] - &x[0]);
    let slopes: Vec<Rational> = segments.filter_map(slope).collect();
    let half = Rational::new(1, 2);
    let mean = &(&slopes[0] + &slopes[slopes.len() - 1]) * &half;
    let on = of.motor.as_ref().or(of.joint.as_ref());
    let position = || Given::Position(on.cloned().unwrap_or_default());
    let from = |x: &Rational| Given::Sum(vec![position(), Given::number(-x)]);
    let (mut terms, mut at_first) = (vec![from(&at[0]).times(mean)], values[0].clone());
    for (x, pair) in at[1..].iter().zip(slopes.windows(2)) {
        let bend = &(&pair[1] - &pair[0]) * &half;
        if bend.is_zero() {
            continue;
        }
        at_first = &at_first - &(&bend * &(x - &at[0]));
        let of = Spanned::new(Box::new(from(x)), Span::default());
        terms.push(Given::Apply(Word::Magnitude, of).times(bend));
    }
    terms.push(Given::number(at_first));
    Ok(Given::Sum(terms))
}

impl Mechanism {
    /// Whether the user has torques of their own in it.
    #[must_use]
    pub fn has_torques(&self) -> bool {
        !self.torques.is_empty()
    }
}
