//! The stages `passes` and `emit`: functions after each pass of the optimiser, and as they are generated.

use serde_json::{Value, json};

use super::no_element;
use crate::algebra::Operations;
use crate::algebra::passes::Counted;
use crate::command::failure::Failure;
use crate::emit::{self, Cost, Quantity};
use crate::pipeline::{GenerateError, Generated};

/// What each function costs as written and after each pass; one function's code after each, where it
/// is named.
pub(super) fn passes(generated: &Generated, element: Option<&str>) -> Result<Value, Failure> {
    let Some(name) = element else {
        let forms = |cost: &Cost| cost.forms.iter().map(form).collect::<Vec<_>>();
        let function = |cost: &Cost| json!({"function": cost.function, "forms": forms(cost)});
        let functions: Vec<Value> = generated.costs.iter().map(function).collect();
        return Ok(json!({"functions": functions}));
    };
    let mut quantities = Quantity::ALL.iter();
    let quantity = quantities.find(|quantity| quantity.entry().function == name);
    let forms = quantity.map(|&quantity| emit::forms(&generated.derivation, quantity));
    let forms = forms.transpose().map_err(GenerateError::Syntax)?;
    let forms = forms.filter(|forms| !forms.is_empty());
    let forms = forms.ok_or_else(|| unknown("passes", name, generated))?;
    let forms = forms.iter().map(|(counted, code)| {
        let mut form = form(counted);
        form["code"] = json!(code);
        form
    });
    Ok(json!({"function": name, "forms": forms.collect::<Vec<_>>()}))
}

fn form(counted: &Counted) -> Value {
    operations("form", counted.form, counted.operations)
}

/// What each function costs; a function's code, where it is named.
pub(super) fn value(generated: &Generated, element: Option<&str>) -> Result<Value, Failure> {
    let Some(name) = element else {
        let function = |cost: &Cost| operations("function", cost.function, cost.operations());
        let functions: Vec<Value> = generated.costs.iter().map(function).collect();
        return Ok(json!({"functions": functions, "lines": generated.code.lines().count()}));
    };
    let code = function(&generated.code, name);
    let code = code.ok_or_else(|| unknown("emit", name, generated))?;
    Ok(json!({"function": name, "code": code}))
}

fn operations(what: &str, name: &str, operations: Operations) -> Value {
    json!({
        what: name,
        "multiplications": operations.multiplications,
        "additions": operations.additions,
        "sine_cosines": operations.sine_cosines,
    })
}

fn unknown(stage: &'static str, name: &str, generated: &Generated) -> Failure {
    let known = generated.costs.iter().map(|cost| cost.function.to_owned());
    no_element(stage, name, known.collect())
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
