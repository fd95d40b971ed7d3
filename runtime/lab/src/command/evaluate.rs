//! `evaluate`: the generated functions on given states, for other programs to check or to use.

use std::io::Write as _;
use std::path::Path;

use nalgebra::{DMatrix, DVector};

use super::arguments::{Evaluate, Quantity};
use super::error::CommandError;
use super::identify::reading;
use super::progress::Progress;
use super::terminal::say;
use crate::number;
use crate::parameters;
use crate::recording::{RecordingError, Table};
use crate::suggestion::suggestion;
use armwright_runtime::{Model, Robot};

/// States by rows: positions, velocities, accelerations, torques (0 where not given).
struct States {
    columns: Vec<Vec<f64>>,
    rows: usize,
}

pub(super) fn run(robot: &'static dyn Robot, arguments: &Evaluate) -> Result<(), CommandError> {
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
            #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
            progress.show("evaluating", row as f64 / states.rows as f64);
        }
        for (x, column) in state.iter_mut().zip(&states.columns) {
            *x = column[row];
        }
        let [q, qd, qdd, tau] = std::array::from_fn(|part| &state[part * n..(part + 1) * n]);
        let values = match arguments.quantity {
            Quantity::Forward => accelerations(robot, &theta, [q, qd, tau], row)?,
            quantity => function(robot, quantity, &theta, q, qd, qdd)?,
        };
        let numbers: Vec<String> = values.into_iter().map(number).collect();
        text.push_str(&numbers.join(","));
        text.push('\n');
    }
    drop(progress);
    match &arguments.output {
        None => say(&text),
        Some(path) => std::fs::write(path, text).map_err(|source| CommandError::Unwritable {
            path: path.clone(),
            source,
        })?,
    }
    Ok(())
}

/// What the numbers do not say of themselves.
fn notes(model: &Model, arguments: &Evaluate) -> Vec<String> {
    let quantity = arguments.quantity;
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
            measured(model).join(", ")
        ));
    }
    let regressor = matches!(
        quantity,
        Quantity::Regressor
            | Quantity::BaseRegressor
            | Quantity::MeasuredRegressor
            | Quantity::MeasuredBaseRegressor
            | Quantity::EnergyRegressor
    );
    let nothing_nominal = model.parameters.iter().all(|p| p.nominal.is_none());
    if !regressor && arguments.parameters.is_none() && nothing_nominal {
        notes.push(format!(
            "the robot file of {} has no nominal values, so every parameter is 0; give some with \
             --parameters P.yaml",
            model.name
        ));
    }
    notes
}

/// Which of position, velocity, acceleration and torque a quantity depends on.
fn needs(quantity: Quantity) -> [bool; 4] {
    match quantity {
        Quantity::Torque
        | Quantity::Regressor
        | Quantity::BaseRegressor
        | Quantity::MeasuredRegressor
        | Quantity::MeasuredBaseRegressor
        | Quantity::ClosedFormTorque => [true, true, true, false],
        Quantity::EnergyRegressor | Quantity::Coriolis => [true, true, false, false],
        Quantity::Inertia | Quantity::Gravity => [true, false, false, false],
        Quantity::Forward => [true, true, false, true],
    }
}

fn read(path: &Path, model: &Model, quantity: Quantity) -> Result<States, RecordingError> {
    let table = Table::open(path)?;
    let mut wanted = Vec::new();
    for (prefix, needed) in ["q", "qd", "qdd", "tau"].into_iter().zip(needs(quantity)) {
        for joint in model.joints {
            let column = format!("{prefix}_{}", joint.name);
            let place = table.position(&column)?;
            if place.is_none() && needed {
                return Err(RecordingError::NoColumn {
                    files: path.display().to_string(),
                    suggestion: suggestion(&column, table.header()),
                    column,
                    quantity: "the states",
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

fn header(model: &Model, quantity: Quantity) -> Vec<String> {
    let joints = || model.joints.iter().map(|joint| joint.name);
    let each = |prefix: &str| joints().map(|joint| format!("{prefix}_{joint}")).collect();
    let parameters = || model.parameters.iter().map(|parameter| parameter.name);
    let base = || model.base.iter().map(|base| base.name);
    match quantity {
        Quantity::Torque | Quantity::ClosedFormTorque | Quantity::Gravity => each("tau"),
        Quantity::Coriolis => each("c"),
        Quantity::Forward => each("qdd"),
        Quantity::Regressor => joints()
            .flat_map(|joint| parameters().map(move |p| format!("{joint}/{p}")))
            .collect(),
        Quantity::BaseRegressor => joints()
            .flat_map(|joint| base().map(move |b| format!("{joint}/{b}")))
            .collect(),
        Quantity::MeasuredRegressor => measured(model)
            .iter()
            .flat_map(|row| parameters().map(move |p| format!("{row}/{p}")))
            .collect(),
        Quantity::MeasuredBaseRegressor => measured(model)
            .iter()
            .flat_map(|row| base().map(move |b| format!("{row}/{b}")))
            .collect(),
        Quantity::EnergyRegressor => parameters().map(|p| format!("energy/{p}")).collect(),
        Quantity::Inertia => joints()
            .flat_map(|i| joints().map(move |j| format!("M_{i}_{j}")))
            .collect(),
    }
}

/// Names of the measured numbers: `tau_<joint>` unless the robot file says otherwise.
fn measured(model: &Model) -> Vec<String> {
    if model.measured.is_empty() {
        let joints = model.joints.iter();
        return joints.map(|joint| format!("tau_{}", joint.name)).collect();
    }
    let rows = model.measured.iter();
    rows.map(|row| row.name.to_owned()).collect()
}

fn function(
    robot: &dyn Robot,
    quantity: Quantity,
    theta: &[f64],
    q: &[f64],
    qd: &[f64],
    qdd: &[f64],
) -> Result<Vec<f64>, CommandError> {
    let model = robot.model();
    let (n, p, b) = (model.joints.len(), model.parameters.len(), model.base.len());
    let size = match quantity {
        Quantity::Regressor => n * p,
        Quantity::BaseRegressor => n * b,
        Quantity::MeasuredRegressor => measured(model).len() * p,
        Quantity::MeasuredBaseRegressor => measured(model).len() * b,
        Quantity::EnergyRegressor => p,
        Quantity::Inertia => n * n,
        _ => n,
    };
    let mut out = vec![0.0; size];
    match quantity {
        Quantity::Torque | Quantity::Forward => {
            robot.inverse_dynamics(theta, q, qd, qdd, &mut out)?;
        }
        Quantity::Regressor => robot.torque_regressor(q, qd, qdd, &mut out)?,
        Quantity::BaseRegressor => robot.base_regressor(q, qd, qdd, &mut out)?,
        Quantity::MeasuredRegressor => robot.measured_regressor(q, qd, qdd, &mut out)?,
        Quantity::MeasuredBaseRegressor => robot.measured_base_regressor(q, qd, qdd, &mut out)?,
        Quantity::EnergyRegressor => robot.energy_regressor(q, qd, &mut out)?,
        Quantity::Inertia => robot.inertia(theta, q, &mut out)?,
        Quantity::Coriolis => robot.coriolis(theta, q, qd, &mut out)?,
        Quantity::Gravity => robot.gravity(theta, q, &mut out)?,
        Quantity::ClosedFormTorque => robot.closed_form_torque(theta, q, qd, qdd, &mut out)?,
    }
    Ok(out)
}

/// `M⁻¹ (tau - everything but M qdd)`.
fn accelerations(
    robot: &dyn Robot,
    theta: &[f64],
    [q, qd, tau]: [&[f64]; 3],
    row: usize,
) -> Result<Vec<f64>, CommandError> {
    let n = q.len();
    let at_rest = vec![0.0; n];
    let bias = function(robot, Quantity::Torque, theta, q, qd, &at_rest)?;
    let inertia = function(robot, Quantity::Inertia, theta, q, qd, &at_rest)?;
    let right = DVector::from_fn(n, |i, _| tau[i] - bias[i]);
    let solution = DMatrix::from_row_slice(n, n, &inertia).lu().solve(&right);
    let solution = solution.filter(|x| x.iter().all(|x| x.is_finite()));
    let solution = solution.ok_or(CommandError::SingularInertia { row: row + 1 })?;
    Ok(solution.as_slice().to_vec())
}
