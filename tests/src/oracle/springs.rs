//! Coil springs: forces between two points of the world, along the line that joins them.

use std::collections::HashMap;

use nalgebra::Vector3;

use super::expression::ExpressionError;
use super::file;
use super::mechanism::{Link, Mechanism, OracleError};
use super::motion::LinkMotion;
use super::newton_euler::Wrench;
use super::parameter::{Parameter, ParameterKind, SpringTerm};
use super::reading::vector;

/// A spring between two points.
#[derive(Debug, Clone)]
pub(super) struct Spring {
    /// Each end: the link it is fixed to, none for the base, and the point in the link's frame.
    ends: [(Option<usize>, Vector3<f64>); 2],
}

/// The springs of a file.
pub(super) fn springs(
    file: &file::RobotFile,
    links: &[Link],
    constants: &HashMap<String, f64>,
) -> Result<Vec<Spring>, OracleError> {
    let end = |end: &file::End| {
        let at = end.at.as_ref().map(|at| vector(at, constants));
        let at = at.transpose()?.unwrap_or_default();
        let link = links.iter().position(|link| link.name == end.body);
        match (link, end.body.as_str()) {
            (None, name) if name != "base" => Err(OracleError::Spring(name.to_owned())),
            (link, _) => Ok((link, at)),
        }
    };
    let springs = file.springs.iter();
    springs
        .map(|spring| {
            let ends = [end(&spring.from)?, end(&spring.to)?];
            Ok(Spring { ends })
        })
        .collect()
}

/// The parameters of the springs of a file.
pub(super) fn parameters(
    file: &file::RobotFile,
    constants: &HashMap<String, f64>,
) -> Result<Vec<Parameter>, ExpressionError> {
    let mut list = Vec::new();
    for (k, spring) in file.springs.iter().enumerate() {
        let nominal = |key: &str| {
            let nominal = spring.nominal.get(key);
            nominal.map(|value| value.value(constants)).transpose()
        };
        let (stiffness, length) = (nominal("stiffness")?, nominal("length")?);
        let tension = stiffness.zip(length).map(|(k, l)| k * l);
        let terms = [
            ("k", SpringTerm::Stiffness, stiffness),
            ("kl", SpringTerm::Tension, tension),
        ];
        list.extend(terms.map(|(symbol, term, nominal)| Parameter {
            name: format!("{symbol}_{}", spring.name),
            kind: ParameterKind::Spring(term, k),
            nominal,
        }));
    }
    Ok(list)
}

impl Mechanism {
    /// For each parameter of a spring its index and its column of the torque regressor (`rows`).
    pub(super) fn spring_columns(&self, q: &[f64]) -> Vec<(usize, Vec<f64>)> {
        let rest = vec![0.0; self.dof()];
        let motions = self.motion(q, &rest, &rest);
        let mut columns = Vec::new();
        for (index, parameter) in self.parameters.iter().enumerate() {
            let ParameterKind::Spring(term, spring) = parameter.kind else {
                continue;
            };
            let [from, to] = self.ends(spring, &motions);
            let along = to - from;
            // What holds the far end against a pull of one newton for each metre, or of one newton outwards.
            let force = match term {
                SpringTerm::Stiffness => along,
                SpringTerm::Tension => -along.normalize(),
            };
            let mut rows = vec![0.0; self.rows()];
            for ((link, _), (point, force)) in self.springs[spring]
                .ends
                .iter()
                .zip([(from, -force), (to, force)])
            {
                let wrench = Wrench {
                    force,
                    moment: point.cross(&force),
                };
                self.put_on_joints(&wrench, *link, &motions, &mut rows);
            }
            columns.push((index, rows));
        }
        columns
    }

    /// What a spring stores, for one unit of a parameter of it, up to a constant of the other; else 0.
    pub(super) fn coil_energy(&self, kind: ParameterKind, q: &[f64]) -> f64 {
        let ParameterKind::Spring(term, spring) = kind else {
            return 0.0;
        };
        let rest = vec![0.0; self.dof()];
        let [from, to] = self.ends(spring, &self.motion(q, &rest, &rest));
        let length = (to - from).norm();
        match term {
            SpringTerm::Stiffness => 0.5 * length * length,
            SpringTerm::Tension => -length,
        }
    }

    fn ends(&self, spring: usize, motions: &[LinkMotion]) -> [Vector3<f64>; 2] {
        self.springs[spring].ends.map(|(link, at)| match link {
            Some(link) => {
                let pose = &motions[link].pose;
                pose.rotation * at + pose.position
            }
            None => at,
        })
    }
}
