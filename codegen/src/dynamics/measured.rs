//! The regressor of what the robot file says is measured.

use super::drives::torque_form;
use super::regressor::{Wanted, torque_columns};
use super::wrench::wrench_columns;
use crate::algebra::{CoordinateIndex, Expression, Graph, Input, Ref, Ring};
use crate::mechanism::{Mechanism, Quantity};

/// The measured regressor: a row a measured number, in the order of [`Mechanism::measured_rows`],
/// a column a standard parameter (`rows × p`).
///
/// A wrench has six rows ([`wrench_regressor`](super::wrench_regressor)), the torque of a drive one,
/// energy one: the power `qd·tau` of the drives, whose integral is the change of energy plus what
/// friction took.
pub fn measured_regressor(graph: &mut Graph, mechanism: &Mechanism) -> Vec<Vec<Ref>> {
    measured_regressor_for(graph, mechanism, Wanted::All)
}

/// The measured regressor in the form that is cheapest for the columns that are wanted; the others are right as well.
pub fn measured_regressor_for(
    graph: &mut Graph,
    mechanism: &Mechanism,
    wanted: Wanted,
) -> Vec<Vec<Ref>> {
    let row = |row: Vec<Expression<'_, Graph>>| row.into_iter().map(|e| e.element).collect();
    graph.write(|ring| {
        let quantities = mechanism.measure.quantities().iter();
        let rows = quantities.flat_map(|quantity| of_quantity(ring, mechanism, *quantity, wanted));
        rows.map(row).collect()
    })
}

fn of_quantity<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    quantity: Quantity,
    wanted: Wanted,
) -> Vec<Vec<Expression<'r, Graph>>> {
    match quantity {
        Quantity::Torques => torque_columns(ring, mechanism, wanted).rows,
        Quantity::Wrench(body) => wrench_columns(ring, mechanism, body).rows,
        Quantity::Torque(site) => {
            let form = torque_form(mechanism, site);
            vec![weighted_torques(ring, mechanism, wanted, |k| {
                ring.number(&form[k])
            })]
        }
        Quantity::Energy => {
            let rate = |k| ring.input(Input::Velocity(k));
            vec![weighted_torques(ring, mechanism, wanted, rate)]
        }
    }
}

/// The sum of the coordinates' rows of the torque regressor, each times a factor.
fn weighted_torques<'r>(
    ring: &'r Ring<Graph>,
    mechanism: &Mechanism,
    wanted: Wanted,
    factor: impl Fn(CoordinateIndex) -> Expression<'r, Graph>,
) -> Vec<Expression<'r, Graph>> {
    let factors: Vec<_> = mechanism.coordinates.places().map(factor).collect();
    let torques = torque_columns(ring, mechanism, wanted).rows;
    ring.section("measured");
    let mut row = vec![ring.zero(); mechanism.parameters.len()];
    for (factor, torque) in factors.into_iter().zip(&torques[mechanism.base_rows()..]) {
        for (sum, element) in row.iter_mut().zip(torque) {
            *sum = *sum + factor * *element;
        }
    }
    row
}
