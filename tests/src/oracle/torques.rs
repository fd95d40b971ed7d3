//! Torques that a robot file gives as functions of the motion: the text evaluated with the motion put in.

use std::collections::HashMap;

use super::expression::{ExpressionError, evaluate};
use super::file;
use super::mechanism::{Mechanism, OracleError};
use super::parameter::{Parameter, ParameterKind, Site};

/// A torque on a joint or a motor.
#[derive(Debug, Clone)]
pub(super) struct Torque {
    on: Site,
    /// The names of the motors, all of them.
    motors: Vec<String>,
    function: Function,
    constants: HashMap<String, f64>,
}

#[derive(Debug, Clone)]
enum Function {
    Text(String),
    Table(Vec<(f64, f64)>),
}

impl Mechanism {
    /// The torques of a file.
    pub(super) fn torques_of(
        &self,
        file: &file::RobotFile,
        constants: &HashMap<String, f64>,
    ) -> Result<Vec<Torque>, OracleError> {
        let motors: Vec<String> = file.drives.motors.iter().map(|m| m.name.clone()).collect();
        let torque = |given: &file::Torque| {
            let name = given.joint.as_ref().or(given.motor.as_ref());
            let name = name.map_or("", String::as_str);
            let on = match given.joint {
                Some(_) => {
                    let joint = self.joints.iter().position(|joint| joint.name == name);
                    joint.map(Site::Joint)
                }
                None => motors
                    .iter()
                    .position(|motor| motor == name)
                    .map(Site::Motor),
            };
            let on = on.ok_or_else(|| OracleError::Coordinate(name.to_owned()))?;
            let number = |quantity: &file::Quantity| quantity.value(constants);
            let function = match (&given.expression, &given.table) {
                (Some(file::Quantity::Text(text)), _) => Function::Text(text.clone()),
                (Some(file::Quantity::Number(number)), _) => Function::Text(number.to_string()),
                (None, Some(table)) => {
                    let points = table.at.iter().zip(&table.values);
                    let points = points.map(|(at, value)| Ok((number(at)?, number(value)?)));
                    Function::Table(points.collect::<Result<_, ExpressionError>>()?)
                }
                (None, None) => Function::Text(String::new()),
            };
            let constants = constants.clone();
            Ok(Torque {
                on,
                motors: motors.clone(),
                function,
                constants,
            })
        };
        file.torques.iter().map(torque).collect()
    }

    /// For each parameter of such a torque its index and its column of the torque regressor (`rows`).
    pub(super) fn torque_columns(&self, q: &[f64], qd: &[f64]) -> Vec<(usize, Vec<f64>)> {
        let mut columns = Vec::new();
        for (index, parameter) in self.parameters.iter().enumerate() {
            let ParameterKind::Torque(place) = parameter.kind else {
                continue;
            };
            let torque = &self.torques[place];
            let mut rows = vec![0.0; self.rows()];
            let worth = self.worth(torque, q, qd);
            match torque.on {
                Site::Joint(joint) => self.share(joint, worth, &mut rows),
                // The work of a motor's torque is that of its coordinate, a row of the transmission times the joints'.
                Site::Motor(motor) => {
                    let row = self.transmission.row(motor);
                    let own = rows[self.base_rows()..].iter_mut().zip(row.iter());
                    own.for_each(|(row, factor)| *row += factor * worth);
                }
            }
            columns.push((index, rows));
        }
        columns
    }

    /// What a motor turns by for values of the coordinates.
    fn turned(&self, motor: usize, values: &[f64]) -> f64 {
        let row = self.transmission.row(motor);
        row.iter().zip(values).map(|(a, b)| a * b).sum()
    }

    fn worth(&self, torque: &Torque, q: &[f64], qd: &[f64]) -> f64 {
        match &torque.function {
            Function::Text(text) => {
                let mut names = HashMap::new();
                for (motor, name) in torque.motors.iter().enumerate() {
                    let (position, velocity) = (self.turned(motor, q), self.turned(motor, qd));
                    names.insert(name.clone(), position);
                    names.insert(format!("position {name}"), position);
                    names.insert(format!("velocity {name}"), velocity);
                }
                for joint in &self.joints {
                    let (position, velocity) = (joint.position(q), joint.rate(qd));
                    names.insert(joint.name.clone(), position);
                    names.insert(format!("position {}", joint.name), position);
                    names.insert(format!("velocity {}", joint.name), velocity);
                    if let Some(rest) = joint.name.strip_prefix('q') {
                        names.insert(format!("qd{rest}"), velocity);
                    }
                }
                names.extend(torque.constants.clone());
                evaluate(text, &names).unwrap_or_else(|error| panic!("{error}"))
            }
            Function::Table(points) => {
                let at = match torque.on {
                    Site::Joint(joint) => self.joints[joint].position(q),
                    Site::Motor(motor) => self.turned(motor, q),
                };
                let after = points.iter().position(|(x, _)| *x > at);
                let end = after.unwrap_or(points.len()).clamp(1, points.len() - 1);
                let ((x, a), (y, b)) = (points[end - 1], points[end]);
                a + (b - a) * (at - x) / (y - x)
            }
        }
    }
}

/// The parameters of the torques of a file.
pub(super) fn parameters(
    file: &file::RobotFile,
    constants: &HashMap<String, f64>,
) -> Result<Vec<Parameter>, ExpressionError> {
    let parameter = |(place, given): (usize, &file::Torque)| {
        let nominal = given.nominal.as_ref().map(|value| value.value(constants));
        Ok(Parameter {
            name: given.name.clone(),
            kind: ParameterKind::Torque(place),
            nominal: nominal.transpose()?,
        })
    };
    file.torques.iter().enumerate().map(parameter).collect()
}
