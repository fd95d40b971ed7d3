//! Which elements of the regressors vanish whatever the motion.

use super::drives::torque_form;
use super::measured::measured_regressor_for;
use super::regressor::{Wanted, energy_regressor, torque_regressor_for};
use crate::algebra::{Algebra, Graph, MotorIndex, Place, Ref, vanishing};
use crate::mechanism::{Mechanism, Site};

/// The zeros of a matrix, row by row: true for an element that does not vanish always.
pub type Pattern = Vec<Vec<bool>>;

/// The zeros of a robot's regressors; columns are the standard parameters.
///
/// That an element does not vanish is certain; that it does is so to 2^-200 ([`vanishing`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sparsity {
    /// Rows are the joint torques.
    pub joint: Pattern,
    /// Rows are the motor torques, `G⁻ᵀ` times those of the joints.
    pub motor: Pattern,
    /// Rows are those of [`Mechanism::measured_rows`]; none where every torque is measured.
    pub measured: Pattern,
    /// The row of the energy.
    pub energy: Pattern,
}

/// The zeros of the regressors of a mechanism.
#[must_use]
pub fn sparsity(mechanism: &Mechanism) -> Sparsity {
    let mut graph = Graph::default();
    let torques = torque_regressor_for(&mut graph, mechanism, Wanted::Independent);
    let motors = match mechanism.transmission {
        None => torques.clone(),
        Some(_) => motor_rows(&mut graph, mechanism, &torques),
    };
    let measured = match mechanism.measure.is_every_torque() {
        true => Vec::new(),
        false => measured_regressor_for(&mut graph, mechanism, Wanted::Independent),
    };
    let energy = vec![energy_regressor(&mut graph, mechanism)];
    let pattern = |rows: &[Vec<Ref>]| -> Pattern {
        let width = rows.first().map_or(1, Vec::len).max(1);
        let zeros: Vec<bool> = vanishing(&graph, &rows.concat());
        let rows = zeros.chunks(width);
        rows.map(|row| row.iter().map(|zero| !zero).collect())
            .collect()
    };
    Sparsity {
        joint: pattern(&torques),
        motor: pattern(&motors),
        measured: pattern(&measured),
        energy: pattern(&energy),
    }
}

/// The motors' rows of the torque regressor.
fn motor_rows(graph: &mut Graph, mechanism: &Mechanism, torques: &[Vec<Ref>]) -> Vec<Vec<Ref>> {
    let row = |motor| {
        let form = torque_form(mechanism, Site::Motor(motor));
        let mut row = vec![graph.zero(); mechanism.parameters.len()];
        for (factor, torque) in form.iter().zip(&torques[mechanism.base_rows()..]) {
            for (sum, element) in row.iter_mut().zip(torque) {
                let term = graph.scale(factor, element);
                *sum = graph.add(sum, &term);
            }
        }
        row
    };
    let motors = (0..mechanism.coordinates.len()).filter_map(MotorIndex::new);
    motors.map(row).collect()
}
