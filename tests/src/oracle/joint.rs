//! Where joints are and how fast, given the generalised coordinates.

use std::collections::HashMap;

use super::file::{self, JointKind, Quantity};
use super::mechanism::{Mechanism, OracleError};

/// A joint that moves, or is held still: its position is `Σ factor q_coordinate + offset`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Joint {
    pub name: String,
    /// Coordinates with their factors: one with the factor 1 if the joint is free.
    pub terms: Vec<(usize, f64)>,
    /// The position when all coordinates are zero, rad or m.
    pub offset: f64,
}

/// The joints of a file that are not fixed, and the names of those whose positions are the coordinates.
pub(super) fn joints(
    file: &file::RobotFile,
    constants: &HashMap<String, f64>,
) -> Result<(Vec<Joint>, Vec<String>), OracleError> {
    let number = |quantity: &Quantity| quantity.value(constants);
    let bodies = file.bodies.iter().map(|body| &body.joint);
    let moving: Vec<&file::Joint> = bodies
        .filter(|joint| joint.kind != JointKind::Fixed)
        .collect();
    let free = |joint: &&&file::Joint| joint.coordinate.is_none() && joint.locked.is_none();
    let names = moving.iter().filter(free).map(|joint| joint.name.clone());
    let coordinates: Vec<String> = names.collect();
    let place = |name: &String| coordinates.iter().position(|known| known == name);
    let joint = |joint: &&file::Joint| {
        let mut form = Joint {
            name: joint.name.clone(),
            terms: Vec::new(),
            offset: joint.locked.as_ref().map_or(Ok(0.0), number)?,
        };
        form.terms.extend(place(&joint.name).map(|k| (k, 1.0)));
        for (name, quantity) in joint.coordinate.iter().flatten() {
            match place(name) {
                Some(k) => form.terms.push((k, number(quantity)?)),
                None if name == "offset" => form.offset = number(quantity)?,
                None => return Err(OracleError::Coordinate(name.clone())),
            }
        }
        Ok(form)
    };
    let joints: Result<_, _> = moving.iter().map(joint).collect();
    Ok((joints?, coordinates))
}

impl Joint {
    /// The position for given coordinates.
    pub(super) fn position(&self, q: &[f64]) -> f64 {
        self.offset + self.rate(q)
    }

    /// The velocity or acceleration for those of the coordinates.
    pub(super) fn rate(&self, qd: &[f64]) -> f64 {
        self.terms.iter().map(|&(k, factor)| factor * qd[k]).sum()
    }
}

impl Mechanism {
    /// Adds the work that a joint does to the rows of the coordinates that move it.
    pub(super) fn share(&self, joint: usize, effort: f64, rows: &mut [f64]) {
        for &(k, factor) in &self.joints[joint].terms {
            rows[self.base_rows() + k] += factor * effort;
        }
    }
}
