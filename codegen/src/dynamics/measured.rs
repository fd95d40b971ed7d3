//! The regressor of what the robot file says is measured.

use super::chain::coordinate_index;
use super::drives::torque_form;
use super::regressor::torque_regressor;
use super::wrench::wrench_regressor;
use crate::algebra::{Algebra, Graph, Input, Ref};
use crate::mechanism::{Mechanism, Quantity};

/// The measured regressor: a row a measured number, in the order of [`Mechanism::measured_rows`],
/// a column a standard parameter (`rows × p`).
///
/// A wrench has six rows ([`wrench_regressor`]), the torque of a drive one, energy one: the power
/// `qd·tau` of the drives, whose integral is the change of energy plus what friction took.
pub fn measured_regressor(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Vec<Ref>> {
    let mut rows = Vec::new();
    for quantity in mechanism.measure.quantities() {
        match *quantity {
            Quantity::Torques => rows.extend(torque_regressor(graph, mechanism)),
            Quantity::Torque(site) => {
                let form = torque_form(mechanism, site);
                let factors: Vec<Ref> = form.iter().map(|f| graph.constant(f)).collect();
                rows.push(weighted_torques(graph, mechanism, &factors));
            }
            Quantity::Wrench(body) => rows.extend(wrench_regressor(graph, mechanism, body)),
            Quantity::Energy => {
                let rates = (0..mechanism.bodies.len()).map(coordinate_index);
                let rates: Vec<Ref> = rates.map(|j| graph.input(Input::Velocity(j))).collect();
                rows.push(weighted_torques(graph, mechanism, &rates));
            }
        }
    }
    rows
}

/// The sum of the rows of the torque regressor, each times a factor.
fn weighted_torques(graph: &mut Graph, mechanism: &Mechanism, factors: &[Ref]) -> Vec<Ref> {
    let torques = torque_regressor(graph, mechanism);
    graph.section("measured");
    let mut row = vec![graph.zero(); mechanism.parameters.len()];
    for (factor, torque) in factors.iter().zip(&torques) {
        for (sum, element) in row.iter_mut().zip(torque) {
            let term = graph.mul(factor, element);
            *sum = graph.add(sum, &term);
        }
    }
    row
}
