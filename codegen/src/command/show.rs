//! `armwright show`: what a stage of the generator made of a robot file, as one value for people and
//! programs.

mod description;
mod dynamics;
mod emit;
mod mechanism;

use std::path::Path;

use clap::ValueEnum;
use rustc_hash::FxHashSet;
use serde_json::{Value, json};

use super::failure::{Failure, Hint, Missing};
use super::readable::things;
use super::session::Session;
use super::{Output, parameters, recover};
use crate::document::{Notation, Style};
use crate::emit::Quantity;
use crate::mechanism::Mechanism;

/// A stage of the generator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// What the user wrote, with the line of each thing.
    Description,
    /// Frames, axes, transmission and parameters; as JSON every number is exact.
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

/// What a stage made of a robot file: all of it, or one element.
pub(super) fn value(
    stage: Stage,
    file: &Path,
    element: Option<&str>,
    format: Output,
    session: &mut Session<'_>,
) -> Result<Value, Failure> {
    match stage {
        Stage::Description => {
            let (description, _) = session.read(file)?;
            narrowed("description", description::value(&description), element)
        }
        Stage::Mechanism => {
            let (_, mechanism) = session.read(file)?;
            narrowed(
                "mechanism",
                mechanism::value(notation(&mechanism, format)),
                element,
            )
        }
        Stage::Dynamics => {
            let derivation = session.derive(file)?;
            let notation = notation(&derivation.mechanism, format);
            dynamics::value(&derivation, notation, element)
        }
        Stage::Identifiability => {
            let value = parameters::value(&session.derive(file)?)?;
            let value = narrowed("identifiability", value, element)?;
            Ok(match element {
                None => value,
                Some(_) => json!({
                    "standard": value["standard"][0], "base": value["base"],
                    "physical": value["physical"],
                }),
            })
        }
        Stage::Recovery => {
            let derivation = session.derive(file)?;
            let value = recover::value(&derivation, derivation.plan()?, None)?;
            narrowed("recovery", value, element)
        }
        Stage::Passes => emit::passes(&session.generate(file, Quantity::ALL)?, element),
        Stage::Emit => emit::value(&session.generate(file, Quantity::ALL)?, element),
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
    let lists = value.as_object_mut().into_iter().flatten();
    for (_, list) in lists.filter(|(key, _)| !WHOLE.contains(&key.as_str())) {
        let Some(list) = list.as_array_mut() else {
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
            let named = facts
                .iter()
                .filter(|(key, value)| NAMES.contains(&key.as_str()) || things(value).is_some());
            named.flat_map(|(_, value)| names(value)).collect()
        }
        _ => Vec::new(),
    }
}

/// What is said where a stage has nothing of a name.
fn no_element(stage: &'static str, name: &str, known: Vec<String>) -> Failure {
    let mut once = FxHashSet::default();
    let known = known.into_iter().filter(|name| once.insert(name.clone()));
    let hint = Hint::OneOf(known.collect());
    Failure::Unknown(Missing::Element(stage, name.to_owned()), hint)
}

/// How numbers are written: exactly for programs, long ones as floats for people.
fn notation(mechanism: &Mechanism, format: Output) -> Notation<'_> {
    let exact = Notation::new(mechanism, Style::Text);
    match format {
        Output::Text => exact.rounded(),
        Output::Json => exact,
    }
}

/// Things as they are written, for a value.
fn written<T: ToString>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    all.into_iter().map(|one| one.to_string()).collect()
}
