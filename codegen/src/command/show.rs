//! `armwright show`: what a stage of the generator made of a robot file.

mod description;
mod dynamics;
mod mechanism;

use std::path::Path;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::Output;
use super::answer::Answer;
use super::failure::Failure;
use super::{parameters, robot_file};
use crate::pipeline::Generated;

/// A stage of the generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// What the user wrote, with the line of each thing.
    Description,
    /// Exact frames, axes, transmission and parameters.
    Mechanism,
    /// Elements of the closed form, energy functions of parameters.
    Dynamics,
    /// Classes and base parameters.
    Identifiability,
    /// Generated functions and their operations.
    Emit,
}

/// What a stage has to say: one text for people, one value for programs.
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) json: Value,
}

pub(super) fn show(
    stage: Stage,
    path: &Path,
    element: Option<&str>,
    format: Output,
    colour: bool,
) -> Result<Answer, Failure> {
    let (shown, warnings) = match stage {
        Stage::Description => {
            let file = robot_file::read(path)?;
            (
                description::show(&file.description, element)?,
                file.warnings,
            )
        }
        Stage::Mechanism => {
            let file = robot_file::read(path)?;
            (mechanism::show(&file.mechanism, element)?, file.warnings)
        }
        Stage::Dynamics => {
            let derived = robot_file::derive(path)?;
            (
                dynamics::show(&derived.derivation, element)?,
                derived.warnings,
            )
        }
        Stage::Identifiability => {
            let derived = robot_file::derive(path)?;
            (
                identifiability(&derived.derivation, element)?,
                derived.warnings,
            )
        }
        Stage::Emit => {
            let mut generated = robot_file::generate(path)?;
            let shown = emit(&generated, element)?;
            generated.warnings.sort();
            (shown, generated.warnings)
        }
    };
    let text = match format {
        Output::Text => shown.text,
        Output::Json => format!("{:#}\n", shown.json),
    };
    Ok(Answer::text(text).with_remarks(robot_file::remarks(&warnings, colour)))
}

/// Classes and base parameters; of one standard parameter where it is named.
fn identifiability(
    derivation: &crate::derivation::Derivation,
    element: Option<&str>,
) -> Result<Shown, Failure> {
    let json = parameters::json(derivation)?;
    let Some(name) = element else {
        return Ok(Shown {
            text: parameters::text(derivation)?,
            json,
        });
    };
    let of = |list: &str, matches: &dyn Fn(&Value) -> bool| -> Vec<Value> {
        let all = json[list].as_array().map_or(&[][..], Vec::as_slice);
        all.iter().filter(|entry| matches(entry)).cloned().collect()
    };
    let standard = of("standard", &|entry| entry["name"] == name);
    let [parameter] = standard.as_slice() else {
        let known = derivation
            .mechanism
            .parameters
            .iter()
            .map(|p| p.name.clone())
            .collect();
        return Err(no_element("identifiability", name, known));
    };
    let base = of("base", &|entry| {
        entry["terms"]
            .as_array()
            .is_some_and(|terms| terms.iter().any(|t| t["parameter"] == name))
    });
    let mut text = format!(
        "{name}: {}\n",
        parameter["class"].as_str().unwrap_or_default()
    );
    for entry in &base {
        text.push_str(&format!(
            "  in {}\n",
            entry["expression"].as_str().unwrap_or_default()
        ));
    }
    Ok(Shown {
        text,
        json: json!({"standard": parameter, "base": base}),
    })
}

/// Functions and their operations, or the code of one of them.
fn emit(generated: &Generated, element: Option<&str>) -> Result<Shown, Failure> {
    if let Some(name) = element {
        let code = function(&generated.code, name).ok_or_else(|| {
            let known = generated
                .costs
                .iter()
                .map(|cost| cost.function.to_owned())
                .collect();
            no_element("emit", name, known)
        })?;
        return Ok(Shown {
            json: json!({"function": name, "code": code}),
            text: code,
        });
    }
    let mut text = format!(
        "{:<22}{:>16}{:>11}{:>22}\n",
        "function", "multiplications", "additions", "sine and cosine pairs"
    );
    for cost in &generated.costs {
        text.push_str(&format!(
            "{:<22}{:>16}{:>11}{:>22}\n",
            cost.function,
            cost.operations.multiplications,
            cost.operations.additions,
            cost.operations.sine_cosines
        ));
    }
    let costs = generated.costs.iter().map(|cost| {
        json!({
            "function": cost.function,
            "multiplications": cost.operations.multiplications,
            "additions": cost.operations.additions,
            "sine_cosines": cost.operations.sine_cosines,
        })
    });
    let lines = generated.code.lines().count();
    text.push_str(&format!("{lines} lines of Rust\n"));
    Ok(Shown {
        text,
        json: json!({"functions": costs.collect::<Vec<_>>(), "lines": lines}),
    })
}

/// A function of the module with its parts, as it stands there: items end at the left margin.
fn function(code: &str, name: &str) -> Option<String> {
    let mut found = String::new();
    let (mut item, mut is_wanted) = (String::new(), false);
    for line in code.lines() {
        item.push_str(line);
        item.push('\n');
        let signature = line
            .strip_prefix("pub fn ")
            .or_else(|| line.strip_prefix("fn "));
        is_wanted |= signature
            .and_then(|rest| rest.strip_prefix(name))
            .is_some_and(|rest| rest.starts_with(['<', '(']) || rest.starts_with("_part_"));
        if line == "}" || (!line.starts_with([' ', '#', '/']) && line.ends_with(';')) {
            if is_wanted {
                found.push_str(item.trim_start());
            }
            item.clear();
            is_wanted = false;
        }
    }
    (!found.is_empty()).then_some(found)
}

pub(super) fn no_element(stage: &'static str, name: &str, known: Vec<String>) -> Failure {
    Failure::NoElement {
        stage,
        name: name.to_owned(),
        known,
    }
}
