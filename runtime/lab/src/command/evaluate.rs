//! `evaluate`: the generated functions on given states, for other programs to check or to use.

use std::io::Write as _;
use std::path::Path;

use super::arguments::{Evaluate, Evaluated};
use super::error::CommandError;
use super::folder::reading;
use super::progress::Progress;
use super::terminal::say;
use crate::dynamics::{DynamicsError, accelerations};
use crate::output::write_whole;
use crate::parameters;
use crate::recording::{CsvFile, RecordingError};
use crate::report::number;
use crate::suggestion::suggestion;
use armwright_runtime::{Dimension, Inputs, Model, Quantity, Robot};

/// States by rows: positions, velocities, accelerations, torques (0 where not given).
struct States {
    columns: Vec<Vec<f64>>,
    rows: usize,
}

pub(super) fn run(robot: &dyn Robot, arguments: &Evaluate) -> Result<(), CommandError> {
    let model = robot.model();
    let mut progress = Progress::new(&reading(&arguments.states));
    let states = read(&arguments.states, model, arguments.quantity)?;
    let theta = match &arguments.parameters {
        Some(path) => parameters::read(path, model)?,
        None => parameters::nominal(model),
    };
    for note in notes(model, arguments) {
        let _ = writeln!(std::io::stderr(), "note: {note}");
    }
    let n = model.joints.len();
    let mut text = header(model, arguments.quantity).join(",") + "\n";
    let mut state = vec![0.0; 4 * n];
    for row in 0..states.rows {
        if row % 1024 == 0 {
            progress.show("evaluating", row as f64 / states.rows as f64);
        }
        for (x, column) in state.iter_mut().zip(&states.columns) {
            *x = column[row];
        }
        let [q, qd, qdd, tau] = std::array::from_fn(|part| &state[part * n..(part + 1) * n]);
        let theta = &theta;
        let values = match arguments.quantity {
            Evaluated::Forward => accelerations(robot, Inputs { theta, q, qd, qdd }, tau).map_err(
                |error| match error {
                    DynamicsError::Evaluation(error) => error.into(),
                    DynamicsError::SingularInertia => {
                        CommandError::SingularInertia { row: row + 1 }
                    }
                },
            )?,
            Evaluated::Generated(quantity) => {
                evaluated(robot, quantity, Inputs { theta, q, qd, qdd })?
            }
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

/// What the numbers do not say of themselves.
fn notes(model: &Model, arguments: &Evaluate) -> Vec<String> {
    let quantity = match arguments.quantity {
        Evaluated::Generated(quantity) => quantity,
        Evaluated::Forward => Quantity::InverseDynamics,
    };
    let mut notes = Vec::new();
    if quantity == Quantity::ClosedFormTorque && model.closed_form_terms.is_none() {
        notes.push(format!(
            "the closed form of {} passed its budget of terms; these torques are those of the \
             factored form",
            model.name
        ));
    }
    if quantity == Quantity::BaseRegressor && !model.base_of_torque {
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

fn read(path: &Path, model: &Model, quantity: Evaluated) -> Result<States, RecordingError> {
    let table = CsvFile::open(path)?;
    let mut wanted = Vec::new();
    let needed: &[&str] = match quantity {
        Evaluated::Generated(quantity) => quantity.arguments(),
        Evaluated::Forward => &["q", "qd", "tau"],
    };
    for prefix in ["q", "qd", "qdd", "tau"] {
        let needed = needed.contains(&prefix);
        for joint in model.joints {
            let column = format!("{prefix}_{}", joint.name);
            let place = table.position(&column)?;
            if place.is_none() && needed {
                return Err(RecordingError::NoColumn {
                    files: path.display().to_string(),
                    suggestion: suggestion(&column, table.header()),
                    column,
                    quantity: "the states".to_owned(),
                });
            }
            wanted.push(place.filter(|_| needed));
        }
    }
    let places: Vec<usize> = wanted.iter().flatten().copied().collect();
    let mut read = table.columns(&places)?.into_iter();
    let rows = read.as_slice().first().map_or(0, Vec::len);
    let columns = wanted
        .iter()
        .map(|place| {
            place
                .and_then(|_| read.next())
                .unwrap_or_else(|| vec![0.0; rows])
        })
        .collect();
    Ok(States { columns, rows })
}

/// The columns of the output, row-major.
fn header(model: &Model, quantity: Evaluated) -> Vec<String> {
    let ([rows, columns], symbol) = match quantity {
        Evaluated::Generated(quantity) => (quantity.shape(), quantity.symbol()),
        Evaluated::Forward => ([Dimension::Torques, Dimension::One], "qdd"),
    };
    let columns = labels(model, columns);
    let element = |row: &str, column: &str| match (symbol, row, column) {
        ("", only, "") => only.to_owned(),
        ("", row, column) => format!("{row}/{column}"),
        (symbol, "", column) => format!("{symbol}/{column}"),
        (symbol, row, "") => format!("{symbol}_{row}"),
        (symbol, row, column) => format!("{symbol}_{row}_{column}"),
    };
    let rows = labels(model, rows).into_iter();
    rows.flat_map(|row| {
        let row = columns.iter().map(|column| element(&row, column));
        row.collect::<Vec<_>>()
    })
    .collect()
}

/// The names along a dimension; a single row or column has none.
fn labels(model: &Model, dimension: Dimension) -> Vec<String> {
    let joints = model.joints.iter().map(|joint| joint.name);
    match dimension {
        Dimension::One => vec![String::new()],
        Dimension::Torques => joints.map(str::to_owned).collect(),
        Dimension::Measured if model.measured.is_empty() => {
            joints.map(|joint| format!("tau_{joint}")).collect()
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
