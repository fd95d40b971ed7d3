//! `armwright check`: validates a robot file and summarises it on one screen.

use std::path::Path;

use super::answer::Answer;
use super::failure::Failure;
use super::robot_file;
use crate::document::{self, Rank};
use crate::identifiability::Class;
use crate::mechanism::{JointKind, Mechanism, ParameterKind};
use crate::recovery::Recovery;

/// The most names that one line of the summary shows.
const SHOWN: usize = 12;

pub(super) fn check(path: &Path, colour: bool) -> Result<Answer, Failure> {
    let generated = robot_file::generate(path)?;
    let derivation = &generated.derivation;
    let mechanism = &derivation.mechanism;
    let mut text = format!("{}: {}\n\n", mechanism.name, mechanism.title);
    let mut line = |what: &str, value: String| text.push_str(&format!("  {what:<20}{value}\n"));

    let names: Vec<&str> = mechanism.bodies.iter().map(|b| b.name.as_str()).collect();
    line(
        "moving bodies",
        format!("{} ({})", names.len(), listed(&names)),
    );
    line(
        "degrees of freedom",
        format!("{} ({})", mechanism.coordinates.len(), joints(mechanism)),
    );
    line("drives", drives(mechanism));

    if !mechanism.measure.is_every_torque() {
        let rows = mechanism.measured_rows();
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        line("measured", format!("{} ({})", names.len(), listed(&names)));
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
    let ranks = document::ranks(derivation)?;
    let of = |rank: Rank| format!("{} of {}", rank.base, rank.standard);
    let alone = if ranks.bodies == ranks.all {
        String::new()
    } else {
        format!(" (the bodies alone: {})", of(ranks.bodies))
    };
    line("base parameters", of(ranks.all) + &alone);
    let closed = match &derivation.closed_form {
        Ok(form) => {
            let dependence = document::dependence(form)?;
            let independent = dependence
                .iter()
                .filter(|relation| relation.is_none())
                .count();
            let terms = form.coefficients.len();
            let plural = |n: usize| if n == 1 { "" } else { "s" };
            format!(
                "{terms} term{}, {independent} independent coefficient{}",
                plural(terms),
                plural(independent)
            )
        }
        Err(reason) => {
            format!(
                "over its budget of {} terms; the factored form serves instead",
                reason.budget
            )
        }
    };
    line("closed form", closed);
    if let Some(Recovery { plan, .. }) = &derivation.recovery {
        let (found, known) = (plan.recovered().len(), plan.known.len());
        let visible = found + plan.unsolved.len() + plan.undetermined.len();
        line(
            "recovery",
            format!("{found} of {visible} unknowns from the {known} that are known"),
        );
    }
    line(
        "generated code",
        format!("{} lines of Rust", generated.code.lines().count()),
    );

    text.push_str(&format!(
        "\n  {:<22}{:>8}{:>8}{:>14}\n",
        "operations", "mul", "add", "sine, cosine"
    ));
    // Derivatives of the recovery plan would push the rest off the screen.
    let derivative = |name: &str| name.ends_with("_jacobian") || name.ends_with("_divisors");
    for cost in generated
        .costs
        .iter()
        .filter(|cost| !derivative(cost.function))
    {
        text.push_str(&format!(
            "  {:<22}{:>8}{:>8}{:>14}\n",
            cost.function,
            cost.operations.multiplications,
            cost.operations.additions,
            cost.operations.sine_cosines
        ));
    }
    let warnings = generated.warnings.len();
    text.push_str(&match warnings {
        0 => "\nno warnings\n".to_owned(),
        1 => "\n1 warning (below)\n".to_owned(),
        n => format!("\n{n} warnings (below)\n"),
    });
    Ok(Answer::text(text).with_remarks(robot_file::remarks(&generated.warnings, colour)))
}

fn listed(names: &[&str]) -> String {
    if names.len() <= SHOWN {
        return names.join(", ");
    }
    format!("{}, ...", names[..SHOWN].join(", "))
}

fn joints(mechanism: &Mechanism) -> String {
    let count = |kind| {
        let coordinates = mechanism.coordinates.iter();
        coordinates
            .filter(|coordinate| mechanism.joint(coordinate.joint).kind == kind)
            .count()
    };
    let kinds = [
        (count(JointKind::Revolute), "revolute"),
        (count(JointKind::Continuous), "continuous"),
        (count(JointKind::Prismatic), "prismatic"),
    ];
    let kinds = kinds
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, kind)| format!("{n} {kind}"));
    kinds.collect::<Vec<_>>().join(", ")
}

fn drives(mechanism: &Mechanism) -> String {
    let count = |matches: fn(&ParameterKind) -> bool| {
        mechanism
            .parameters
            .iter()
            .filter(|parameter| matches(&parameter.kind))
            .count()
    };
    let parts = [
        (mechanism.motors.len(), "motors"),
        (
            count(|kind| matches!(kind, ParameterKind::Inertia(_))),
            "armatures and rotors",
        ),
        (
            count(|kind| matches!(kind, ParameterKind::Coulomb(_))),
            "Coulomb",
        ),
        (
            count(|kind| matches!(kind, ParameterKind::Viscous(_))),
            "viscous",
        ),
        (
            count(|kind| matches!(kind, ParameterKind::Offset(_))),
            "offsets",
        ),
    ];
    let mut parts: Vec<String> = parts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{n} {what}"))
        .collect();
    if let Some(matrix) = &mechanism.transmission {
        let coupled = matrix
            .iter()
            .enumerate()
            .any(|(i, row)| row.iter().enumerate().any(|(j, g)| i != j && !g.is_zero()));
        parts.insert(
            0,
            if coupled {
                "coupled transmission"
            } else {
                "diagonal transmission"
            }
            .to_owned(),
        );
    }
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    }
}
