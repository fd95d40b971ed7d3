//! `armwright check`: validates a robot file and summarises it on one screen.

use super::parameters;
use crate::algebra::Rational;
use crate::derivation::Derivation;
use crate::diagnostic::several;
use crate::document::columns;
use crate::dynamics::NoClosedForm;
use crate::identifiability::{Class, Unproved};
use crate::mechanism::{Base, JointKind, Mechanism, ParameterKind};
use crate::pipeline::Generated;
use crate::recovery::Recovery;

/// The most names that one line of the summary shows.
const SHOWN: usize = 12;
/// The column of names in the table of operations, at least.
const NAMES: usize = 22;

/// The summary.
pub(super) fn text(generated: &Generated) -> Result<String, Unproved> {
    let mechanism = &generated.derivation.mechanism;
    let warnings = match generated.warnings.len() {
        0 => "no warnings".to_owned(),
        n => format!("{} (below)", several(n, "warning")),
    };
    Ok(format!(
        "{}: {}\n\n{}\n{}\n{}{warnings}\n",
        mechanism.name,
        mechanism.title,
        columns(&summary(generated)?),
        operations(generated),
        parameters::notes(&generated.derivation)
    ))
}

/// What there is of each thing.
fn summary(generated: &Generated) -> Result<Vec<Vec<String>>, Unproved> {
    let derivation = &generated.derivation;
    let mechanism = &derivation.mechanism;
    let mut lines = Vec::new();
    let mut line = |what: &str, value: String| lines.push(vec![what.to_owned(), value]);
    let bodies = mechanism.bodies.iter();
    line(
        "moving bodies",
        listed(bodies.map(|body| body.name.as_str())),
    );
    let dof = mechanism.coordinates.len();
    let of_base = match mechanism.base {
        Base::Rest => "",
        Base::Input => ", and 6 of the base",
    };
    line(
        "degrees of freedom",
        format!("{dof} ({}){of_base}", joints(mechanism)),
    );
    let of = |is_held: bool| {
        let bound = mechanism.bound().map(|body| &body.joint);
        let bound = bound.filter(|joint| joint.motion.terms.is_empty() == is_held);
        bound.map(|joint| joint.name.as_str()).collect::<Vec<_>>()
    };
    for (what, names) in [("moved with others", of(false)), ("held", of(true))] {
        if !names.is_empty() {
            line(what, listed(names.into_iter()));
        }
    }
    line("drives", drives(mechanism));
    if !mechanism.measure.is_every_torque() {
        let rows = mechanism.measured_rows();
        line("measured", listed(rows.iter().map(|row| row.name.as_str())));
    }
    let classes = &derivation.base.classes;
    let count = |class| classes.iter().filter(|&&c| c == class).count();
    let standard = format!(
        "{} standard: {} identifiable, {} combined, {} invisible",
        classes.len(),
        count(Class::Identifiable),
        count(Class::Combined),
        count(Class::Invisible)
    );
    line("parameters", standard);
    let ranks = derivation.base.ranks(mechanism);
    let alone = match ranks.bodies == ranks.all {
        true => String::new(),
        false => format!(" (the bodies alone: {})", ranks.bodies),
    };
    line("base parameters", format!("{}{alone}", ranks.all));
    if let Some(found) = derivation.at_values()? {
        let fewer = format!("{} with the file's values of lengths", found.base.len());
        line("", fewer);
    }
    line("closed form", closed_form(derivation)?);
    if let Some(Recovery { plan, .. }) = &derivation.recovery {
        let (found, known) = (plan.recovered().len() + plan.fitted.len(), plan.known.len());
        let visible = found + plan.unsolved.len() + plan.undetermined.len();
        let found = format!("{found} of {visible} unknowns from the {known} that are known");
        line("recovery", found);
    }
    let code = generated.code.lines().count();
    line("generated code", format!("{code} lines of Rust"));
    Ok(lines)
}

fn closed_form(derivation: &Derivation) -> Result<String, Unproved> {
    Ok(match &derivation.closed_form {
        Ok(form) => {
            let terms = several(form.coefficients.len(), "term");
            match derivation.independent()? {
                Some(count) => format!("{terms}, {}", several(count, "independent coefficient")),
                None => terms,
            }
        }
        Err(NoClosedForm::BaseMoves) => {
            "none of a base that moves; the factored form serves instead".to_owned()
        }
        Err(NoClosedForm::OverBudget(over)) => {
            let budget = over.budget;
            let part = over
                .part
                .map_or_else(String::new, |part| format!("{part} "));
            format!("over its budget of {budget} {part}terms; the factored form serves instead")
        }
    })
}

/// The arithmetic of each function.
fn operations(generated: &Generated) -> String {
    // Derivatives of the recovery plan would push the rest off the screen.
    let derivative = |name: &str| name.ends_with("_jacobian") || name.ends_with("_divisors");
    let costs = generated.costs.iter();
    let costs: Vec<_> = costs.filter(|cost| !derivative(cost.function)).collect();
    let longest = costs.iter().map(|cost| cost.function.len()).max();
    let width = longest.unwrap_or_default().max(NAMES);
    let line = |[function, mul, add, pairs]: [&dyn std::fmt::Display; 4]| {
        format!("  {function:<width$}{mul:>8}{add:>8}{pairs:>14}\n")
    };
    let lines = costs.iter().map(|cost| {
        let count = cost.operations();
        line([
            &cost.function,
            &count.multiplications,
            &count.additions,
            &count.sine_cosines,
        ])
    });
    line([&"operations", &"mul", &"add", &"sine, cosine"]) + &lines.collect::<String>()
}

/// How many names there are, and the first of them.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    let shown = &names[..names.len().min(SHOWN)];
    format!("{} ({}{more})", names.len(), shown.join(", "))
}

/// What there is, with its number; `none` if there is nothing.
fn counted(parts: &[(usize, &str)]) -> String {
    let parts = parts.iter().filter(|(n, _)| *n > 0);
    let parts: Vec<String> = parts.map(|(n, what)| format!("{n} {what}")).collect();
    match parts.as_slice() {
        [] => "none".to_owned(),
        parts => parts.join(", "),
    }
}

fn joints(mechanism: &Mechanism) -> String {
    let count = |kind| {
        let joints = mechanism
            .coordinates
            .iter()
            .map(|q| mechanism.joint(q.joint));
        joints.filter(|joint| joint.kind == kind).count()
    };
    counted(&[
        (count(JointKind::Revolute), "revolute"),
        (count(JointKind::Continuous), "continuous"),
        (count(JointKind::Prismatic), "prismatic"),
    ])
}

fn drives(mechanism: &Mechanism) -> String {
    use ParameterKind::{
        Coulomb, CoulombPositive, Inertia, Offset, Quadratic, SpringRate, Stiffness, Torque,
        Viscous, ViscousPositive,
    };
    let count = |matches: fn(&ParameterKind) -> bool| {
        let kinds = mechanism.parameters.iter().map(|parameter| &parameter.kind);
        kinds.filter(|kind| matches(kind)).count()
    };
    let motors = mechanism.motors.iter();
    let passive = motors.filter(|motor| motor.is_passive).count();
    let parts = counted(&[
        match mechanism.motors.len() - passive {
            1 => (1, "motor"),
            count => (count, "motors"),
        },
        match passive {
            1 => (1, "passive joint"),
            count => (count, "passive joints"),
        },
        (
            count(|kind| matches!(kind, Inertia(_))),
            "armatures and rotors",
        ),
        (count(|kind| matches!(kind, Coulomb(_))), "Coulomb"),
        (
            count(|kind| matches!(kind, CoulombPositive(_))),
            "Coulomb by direction",
        ),
        (count(|kind| matches!(kind, Viscous(_))), "viscous"),
        (
            count(|kind| matches!(kind, ViscousPositive(_))),
            "viscous by direction",
        ),
        (count(|kind| matches!(kind, Quadratic(_))), "quadratic"),
        (count(|kind| matches!(kind, Offset(_))), "offsets"),
        (
            count(|kind| matches!(kind, Stiffness(_) | SpringRate(_))),
            "springs",
        ),
        (
            count(|kind| matches!(kind, Torque(..))),
            "torques of its own",
        ),
    ]);
    let Some(matrix) = &mechanism.transmission else {
        return parts;
    };
    let coupled = |i, row: &[Rational]| (0..row.len()).any(|j| i != j && !row[j].is_zero());
    let kind = match matrix.iter().enumerate().any(|(i, row)| coupled(i, row)) {
        true => "coupled transmission",
        false => "diagonal transmission",
    };
    match parts.as_str() {
        "none" => kind.to_owned(),
        parts => format!("{kind}, {parts}"),
    }
}
