//! `evaluate`: the generated functions on given states, for other programs to check or to use.

use super::arguments::Evaluate;
use super::error::CommandError;
use super::folder::{reading, spare};
use super::machine::read_standard;
use super::progress::Progress;
use super::quantity::Evaluated;
use super::states::{ACCELERATIONS, State, States, WRENCH, of_base};
use super::terminal::{remark, say};
use crate::dynamics::{DynamicsError, accelerations};
use crate::output::write_whole;
use crate::parameters;
use crate::report::number;
use armwright_runtime::{Dimension, Inputs, Model, Quantity, Robot};

pub(super) fn run(robot: &dyn Robot, arguments: &Evaluate) -> Result<(), CommandError> {
    let model = robot.model();
    let of_controllers = [
        Quantity::SlotineLiRegressor,
        Quantity::SlotineLiBaseRegressor,
    ];
    if of_controllers
        .map(Evaluated::Generated)
        .contains(&arguments.quantity)
        && model.base_moves()
    {
        return Err(CommandError::NoSlotineLi { robot: model.name });
    }
    if arguments.quantity == Evaluated::Generated(Quantity::ElementBases)
        && model.elements.is_empty()
    {
        return Err(CommandError::NoElements { robot: model.name });
    }
    if let Some(path) = &arguments.output {
        spare(
            [&arguments.states].into_iter().chain(&arguments.parameters),
            path,
        )?;
    }
    let mut progress = Progress::new(&reading(&arguments.states));
    let states = States::read(&arguments.states, model, arguments.quantity)?;
    let theta = match &arguments.parameters {
        Some(path) => read_standard(path, robot)?,
        None => parameters::nominal(model),
    };
    let mut notes = notes(model, arguments);
    notes.extend(unread(&states.misspelt));
    remark(&notes);
    let mut text = header(model, arguments.quantity).join(",") + "\n";
    let mut state = State::default();
    for row in 0..states.rows {
        if row % 1024 == 0 {
            progress.show("evaluating", row as f64 / states.rows as f64);
        }
        states.get(row, &mut state)?;
        let inputs = Inputs {
            theta: &theta,
            q: &state.q,
            qd: &state.qd,
            qdd: &state.qdd,
            qd_r: &state.qd_r,
            qdd_r: &state.qdd_r,
            base: &state.base,
        };
        let values = match arguments.quantity {
            Evaluated::Forward => {
                accelerations(robot, inputs, &state.tau).map_err(|error| match error {
                    DynamicsError::Evaluation(error) => error.into(),
                    DynamicsError::SingularInertia => {
                        CommandError::SingularInertia { row: row + 1 }
                    }
                    DynamicsError::NotFinite(what) => {
                        CommandError::StateNotFinite { row: row + 1, what }
                    }
                })?
            }
            Evaluated::Generated(quantity) => evaluated(robot, quantity, inputs)?,
        };
        let numbers: Vec<String> = values.into_iter().map(number).collect();
        text.push_str(&numbers.join(","));
        text.push('\n');
    }
    drop(progress);
    match &arguments.output {
        None => say(&text),
        Some(path) => write_whole(path, &text)?,
    }
    Ok(())
}

/// That nothing is read from columns that begin as those of a base do.
fn unread(misspelt: &[String]) -> Option<String> {
    let known: Vec<&str> = of_base().collect();
    let each: Vec<String> = misspelt.iter().map(|name| format!("`{name}`")).collect();
    let columns = if each.len() == 1 { "column" } else { "columns" };
    (!each.is_empty()).then(|| {
        format!(
            "nothing is read from the {columns} {}; those of the base are {}",
            each.join(", "),
            known.join(", ")
        )
    })
}

/// What the numbers do not say of themselves.
fn notes(model: &Model, arguments: &Evaluate) -> Vec<String> {
    let quantity = match arguments.quantity {
        Evaluated::Generated(quantity) => quantity,
        Evaluated::Forward => Quantity::InverseDynamics,
    };
    let mut notes = Vec::new();
    if quantity == Quantity::ClosedFormTorque && model.closed_form_terms.is_none() {
        let why = match model.base_moves() {
            true => "is that of a base at rest, and this one moves",
            false => "passed its budget of terms",
        };
        notes.push(format!(
            "the closed form of {} {why}; these torques are those of the factored form",
            model.name
        ));
    }
    let of_base = [Quantity::BaseRegressor, Quantity::SlotineLiBaseRegressor];
    if of_base.contains(&quantity) && !model.base_of_torque {
        notes.push(format!(
            "the base parameters of {} are those of what is measured ({}); the joint torques need \
             not follow from them alone",
            model.name,
            labels(model, Dimension::Measured).join(", ")
        ));
    }
    let takes_parameters = quantity.arguments().contains(&"theta");
    let nothing_nominal = model.parameters.iter().all(|p| p.nominal.is_none());
    if takes_parameters && arguments.parameters.is_none() && nothing_nominal {
        notes.push(format!(
            "the robot file of {} has no nominal values, so every parameter is 0; give some with \
             --parameters P.yaml",
            model.name
        ));
    }
    notes
}

/// The columns of the output, row-major.
fn header(model: &Model, quantity: Evaluated) -> Vec<String> {
    let ([rows, columns], symbol) = match quantity {
        Evaluated::Generated(quantity) => (quantity.shape(), quantity.symbol()),
        Evaluated::Forward => ([Dimension::Torques, Dimension::One], "qdd"),
    };
    let columns = labels(model, columns);
    // What acts on a base that moves, and its accelerations, have names of their own.
    let of_base = match (symbol, model.base_moves()) {
        ("tau", true) => &WRENCH[..],
        ("qdd", true) => &ACCELERATIONS[..],
        _ => &[],
    };
    let element = |row: &str, column: &str| match (symbol, row, column) {
        ("", only, "") => only.to_owned(),
        ("", row, column) => format!("{row}/{column}"),
        (symbol, "", column) => format!("{symbol}/{column}"),
        (symbol, row, "") => format!("{symbol}_{row}"),
        (symbol, row, column) => format!("{symbol}_{row}_{column}"),
    };
    let own = of_base.iter().map(|&name| name.to_owned());
    let rows = labels(model, rows).into_iter().skip(of_base.len());
    let others = rows.flat_map(|row| {
        let row = columns.iter().map(|column| element(&row, column));
        row.collect::<Vec<_>>()
    });
    own.chain(others).collect()
}

/// The names along a dimension; a single row or column has none.
fn labels(model: &Model, dimension: Dimension) -> Vec<String> {
    let joints = model.joints.iter().map(|joint| joint.name);
    let of_base = WRENCH[..model.rows() - model.joints.len()].iter();
    let of_base = of_base.map(|&name| name.to_owned());
    match dimension {
        Dimension::One => vec![String::new()],
        Dimension::Torques => of_base.chain(joints.map(str::to_owned)).collect(),
        Dimension::Measured if model.measured.is_empty() => {
            let joints = joints.map(|joint| format!("tau_{joint}"));
            of_base.chain(joints).collect()
        }
        Dimension::Measured => model.measured.iter().map(|m| m.name.to_owned()).collect(),
        Dimension::Parameters => model.parameters.iter().map(|p| p.name.to_owned()).collect(),
        Dimension::Base => model.base.iter().map(|base| base.name.to_owned()).collect(),
        Dimension::Monomials => {
            let elements = model.elements.iter();
            let terms = elements.flat_map(|e| e.terms.iter().map(move |t| (e.name, t.monomial)));
            terms
                .map(|(element, monomial)| format!("{element}/{monomial}"))
                .collect()
        }
    }
}

fn evaluated(
    robot: &dyn Robot,
    quantity: Quantity,
    inputs: Inputs<'_>,
) -> Result<Vec<f64>, CommandError> {
    let mut out = vec![0.0; quantity.length(robot.model())];
    robot.evaluate(quantity, &inputs, &mut out)?;
    Ok(out)
}

#[cfg(test)]
mod tests;
