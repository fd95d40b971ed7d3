//! `info`: what is known of a robot before anything is recorded.

use std::fmt::Write as _;

use serde_json::json;

use super::arguments::{Format, Info};
use super::error::CommandError;
use super::terminal::{Style, say};
use crate::statistics::is_inertial;
use armwright_runtime::{Model, Robot, Side};

pub(super) fn run(robot: &dyn Robot, arguments: &Info) -> Result<(), CommandError> {
    let model = robot.model();
    say(&match arguments.format {
        Format::Text => text(model, Style::of_stdout()),
        Format::Json => json(model),
    });
    Ok(())
}

fn text(model: &Model, style: Style) -> String {
    let mut text = style.bold(&format!("{}  {}\n", model.name, model.title));
    if !model.source.is_empty() {
        let _ = writeln!(text, "{}", style.dim(model.source));
    }
    let names = model
        .joints
        .iter()
        .map(|joint| joint.name)
        .collect::<Vec<_>>()
        .join(", ");
    let inertial = (0..model.base.len())
        .filter(|&j| is_inertial(model, j))
        .count();
    let side = match model.side {
        Side::Joint => "the joints",
        Side::Motor => "the motors",
    };
    let _ = writeln!(
        text,
        "{} joints: {names}; measured at {side}",
        model.joints.len()
    );
    if !model.measured.is_empty() {
        let rows = model
            .measured
            .iter()
            .map(|row| format!("{} [{}]", row.name, row.unit));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let _ = writeln!(
            text,
            "base parameters are those of what is measured: {rows}"
        );
    }
    let _ = writeln!(
        text,
        "{} standard parameters, {} base parameters ({inertial} of bodies, {} of drives)\n",
        model.parameters.len(),
        model.base.len(),
        model.base.len() - inertial
    );
    let width = model
        .base
        .iter()
        .map(|base| base.name.len())
        .max()
        .unwrap_or(0);
    for base in model.base {
        let _ = writeln!(text, "  {:width$}  {}", base.name, base.expression);
    }
    if !model.costs.is_empty() {
        let name = model
            .costs
            .iter()
            .map(|cost| cost.function.len())
            .max()
            .unwrap_or(0);
        let head = format!(
            "\n{:name$} {:>16} {:>10} {:>14}",
            "Function", "multiplications", "additions", "sine, cosine"
        );
        let _ = writeln!(text, "{}", style.bold(&head));
        for cost in model.costs {
            let _ = writeln!(
                text,
                "{:name$} {:>16} {:>10} {:>14}",
                cost.function, cost.multiplications, cost.additions, cost.sine_cosines
            );
        }
    }
    text
}

fn json(model: &Model) -> String {
    let base = model.base.iter().map(|base| {
        let terms = base.terms.iter().map(|term| {
            let name = model
                .parameters
                .get(term.parameter)
                .map(|parameter| parameter.name);
            json!({"parameter": name, "coefficient": term.coefficient})
        });
        json!({
            "name": base.name,
            "expression": base.expression,
            "unit": base.unit,
            "terms": terms.collect::<Vec<_>>(),
        })
    });
    let costs = model.costs.iter().map(|cost| {
        json!({
            "function": cost.function,
            "multiplications": cost.multiplications,
            "additions": cost.additions,
            "sine_cosines": cost.sine_cosines,
        })
    });
    let measured = model
        .measured
        .iter()
        .map(|row| json!({"name": row.name, "unit": row.unit}));
    let value = json!({
        "robot": model.name,
        "title": model.title,
        "dof": model.joints.len(),
        "joints": model.joints.iter().map(|joint| joint.name).collect::<Vec<_>>(),
        "motors": model.motors.iter().map(|motor| motor.name).collect::<Vec<_>>(),
        "measured": measured.collect::<Vec<_>>(),
        "parameters": model.parameters.iter().map(|p| p.name).collect::<Vec<_>>(),
        "base_count": model.base.len(),
        "base": base.collect::<Vec<_>>(),
        "costs": costs.collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}
