//! The stage `emit`: generated functions and their operations, or the code of one of them.

use serde_json::{Value, json};

use super::no_element;
use crate::command::failure::Failure;
use crate::emit::Cost;
use crate::pipeline::Generated;

/// What each function costs; a function's code, where it is named.
pub(super) fn value(generated: &Generated, element: Option<&str>) -> Result<Value, Failure> {
    let Some(name) = element else {
        let functions: Vec<Value> = generated.costs.iter().map(cost).collect();
        return Ok(json!({"functions": functions, "lines": generated.code.lines().count()}));
    };
    let code = function(&generated.code, name).ok_or_else(|| {
        let known = generated.costs.iter().map(|cost| cost.function.to_owned());
        no_element("emit", name, known.collect())
    })?;
    Ok(json!({"function": name, "code": code}))
}

/// A function and its operations.
fn cost(cost: &Cost) -> Value {
    json!({
        "function": cost.function,
        "multiplications": cost.operations.multiplications,
        "additions": cost.operations.additions,
        "sine_cosines": cost.operations.sine_cosines,
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
