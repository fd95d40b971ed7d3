//! `info`: what is known of a robot before anything is recorded.

use minijinja::context;
use minijinja::value::Serde;
use serde_json::{Value, json};

use super::arguments::Info;
use super::error::CommandError;
use super::settings::Format;
use super::terminal::say;
use super::texts::fill;
use crate::statistics::is_of_body;
use armwright_runtime::{Model, Robot, Side};

pub(super) fn run(robot: &dyn Robot, arguments: &Info) -> Result<(), CommandError> {
    let model = robot.model();
    let value = value(model);
    say(&match arguments.format {
        Format::Json => format!("{value:#}\n"),
        Format::Text => {
            let side = match model.side {
                Side::Joint => "joint",
                Side::Motor => "motor",
            };
            let source = model.source;
            let base = 0..model.base.len();
            let inertial = base.filter(|&j| is_of_body(model, j)).count();
            let figures = minijinja::Value::from(Serde(value));
            fill("info", context! { source, side, inertial, ..figures })?
        }
    });
    Ok(())
}

fn value(model: &Model) -> Value {
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
            "negations": cost.negations,
            "sine_cosines": cost.sine_cosines,
        })
    });
    let measured = model
        .measured
        .iter()
        .map(|row| json!({"name": row.name, "unit": row.unit}));
    json!({
        "robot": model.name,
        "title": model.title,
        "dof": model.joints.len(),
        "base_moves": model.base_moves(),
        "joints": model.joints.iter().map(|joint| joint.name).collect::<Vec<_>>(),
        "motors": model.motors.iter().map(|motor| motor.name).collect::<Vec<_>>(),
        "measured": measured.collect::<Vec<_>>(),
        "parameters": model.parameters.iter().map(|p| p.name).collect::<Vec<_>>(),
        "base_count": model.base.len(),
        "base": base.collect::<Vec<_>>(),
        "costs": costs.collect::<Vec<_>>(),
    })
}
