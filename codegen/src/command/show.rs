//! `armwright show`: what a stage of the generator made of a robot file, as one value for people and
//! programs.

mod description;
mod dynamics;
mod emit;
mod mechanism;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::answer::Reply;
use super::failure::{Failure, Hint, Missing};
use super::readable::readable;
use super::{Output, parameters, recover, robot_file};
use crate::diagnostic::Diagnostics;
use crate::emit::Quantity;

/// Look inside: print what a stage of the generator made of the robot file.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples: armwright show dynamics robots/abb_wrist.yaml --element M_12\n\
                  \u{20}         armwright show emit robots/abb_wrist.yaml --element gravity_torques"
)]
pub(super) struct Show {
    /// The stage.
    #[arg(value_enum)]
    stage: Stage,
    /// The robot file.
    file: PathBuf,
    /// One body, element, parameter or function of it.
    #[arg(long)]
    element: Option<String>,
    /// Text for people, JSON for programs.
    #[arg(long, value_enum, default_value_t = Output::Text)]
    format: Output,
}

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
    /// Formulas for physical parameters, and what they do not determine.
    Recovery,
    /// Operations of functions as written and after each pass of the optimiser.
    Passes,
    /// Generated functions and their operations.
    Emit,
}

/// Lists that have no things with names in them, and stay whole where an element is asked for.
const WHOLE: [&str; 3] = ["gravity", "transmission", "spare"];

/// Keys of what things in lists are called.
const NAMES: [&str; 3] = ["name", "joint", "parameter"];

impl Show {
    pub(super) fn reply(&self) -> Result<Reply, Failure> {
        let (value, warnings) = self.value()?;
        let text = self.format.print(&value, readable);
        Ok(Reply::text(text).warned(warnings))
    }

    fn value(&self) -> Result<(Value, Diagnostics), Failure> {
        let (path, element) = (&self.file, self.element.as_deref());
        let read = || robot_file::read(path);
        let derive = || robot_file::derive(path);
        Ok(match self.stage {
            Stage::Description => {
                let file = read()?;
                let value = description::value(&file.description);
                (narrowed("description", value, element)?, file.warnings)
            }
            Stage::Mechanism => {
                let file = read()?;
                let value = mechanism::value(&file.mechanism);
                (narrowed("mechanism", value, element)?, file.warnings)
            }
            Stage::Dynamics => {
                let (derivation, warnings) = derive()?;
                (dynamics::value(&derivation, element)?, warnings)
            }
            Stage::Identifiability => {
                let (derivation, warnings) = derive()?;
                let value = parameters::value(&derivation);
                let mut value = narrowed("identifiability", value, element)?;
                if element.is_some() {
                    value = json!({
                        "standard": value["standard"][0], "base": value["base"],
                        "physical": value["physical"],
                    });
                }
                (value, warnings)
            }
            Stage::Recovery => {
                let (derivation, warnings) = derive()?;
                let value = recover::value(&derivation, derivation.plan()?, None);
                (narrowed("recovery", value, element)?, warnings)
            }
            Stage::Passes => {
                let generated = robot_file::generate(path, Quantity::ALL)?;
                (emit::passes(&generated, element)?, generated.warnings)
            }
            Stage::Emit => {
                let generated = robot_file::generate(path, Quantity::ALL)?;
                (emit::value(&generated, element)?, generated.warnings)
            }
        })
    }
}

/// A value with those entries of its lists that are about an element; all of them without one.
fn narrowed(
    stage: &'static str,
    mut value: Value,
    element: Option<&str>,
) -> Result<Value, Failure> {
    let Some(wanted) = element else {
        return Ok(value);
    };
    let (mut known, mut found) = (Vec::new(), false);
    for (key, list) in value.as_object_mut().into_iter().flatten() {
        let Some(list) = list
            .as_array_mut()
            .filter(|_| !WHOLE.contains(&key.as_str()))
        else {
            continue;
        };
        known.extend(list.iter().flat_map(names).map(str::to_owned));
        list.retain(|entry| names(entry).contains(&wanted));
        found |= !list.is_empty();
    }
    if found {
        return Ok(value);
    }
    Err(no_element(stage, wanted, known))
}

/// What an entry of a list is called, and what the things in it are called.
fn names(entry: &Value) -> Vec<&str> {
    match entry {
        Value::String(name) => vec![name],
        Value::Array(entries) => entries.iter().flat_map(names).collect(),
        Value::Object(facts) => {
            let named = facts.iter().filter(|(key, value)| {
                NAMES.contains(&key.as_str())
                    || value
                        .as_array()
                        .is_some_and(|all| all.iter().any(Value::is_object))
            });
            named.flat_map(|(_, value)| names(value)).collect()
        }
        _ => Vec::new(),
    }
}

/// What is said where a stage has nothing of a name.
fn no_element(stage: &'static str, name: &str, known: Vec<String>) -> Failure {
    let mut once: Vec<String> = Vec::new();
    for name in known {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    Failure::Unknown(Missing::Element(stage, name.to_owned()), Hint::OneOf(once))
}

/// Things as they are written, for a value.
fn written<T: ToString>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|one| one.to_string()).collect()
}
