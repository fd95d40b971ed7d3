//! Torques that a robot file gives as functions of the motion: the text evaluated with the motion put in.

use std::collections::HashMap;

use super::expression::{ExpressionError, evaluate};
use super::file;
use super::mechanism::{Mechanism, OracleError};
use super::parameter::{Parameter, ParameterKind};

/// A torque on a joint.
#[derive(Debug, Clone)]
pub(super) struct Torque {
    joint: usize,
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
        let torque = |given: &file::Torque| {
            let joint = self
                .joints
                .iter()
                .position(|joint| joint.name == given.joint);
            let joint = joint.ok_or_else(|| OracleError::Coordinate(given.joint.clone()))?;
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
                joint,
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
            self.share(torque.joint, self.worth(torque, q, qd), &mut rows);
            columns.push((index, rows));
        }
        columns
    }

    fn worth(&self, torque: &Torque, q: &[f64], qd: &[f64]) -> f64 {
        match &torque.function {
            Function::Text(text) => {
                let mut names = HashMap::new();
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
                let at = self.joints[torque.joint].position(q);
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
